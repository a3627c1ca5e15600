"""Made-up papers of one office day: application, permit, filing slip, inspection report."""

from datetime import date
from decimal import Decimal

from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.application import ApplicationPaper, AttachmentLine, FeeLine, FormSection
from sewerdesk.documents.pdf.inspection_report import ChecklistAnswer, InspectionPaper, Worksheet
from sewerdesk.documents.pdf.permit import PermitLimit, PermitPaper
from sewerdesk.documents.pdf.permit_filing import FilingSlip
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.law.types import Unit
from sewerdesk.domain.notices import Signer, SourcedText
from sewerdesk.domain.verdicts import VerdictLine

OFFICER = Signer("J. Peña", "Wastewater Treatment Plant Operator", "(518) 555-0100")
OWNER = "O'Brien & Sons <Plumbing>"
LAW_TITLE = "the Sewer Use Law of the Town of Hague"
FALSIFICATION = "A person who knowingly makes a false statement on this form is punishable."
FEES = (
    FeeLine("Connection fee", Decimal("750.00"), "REC-2027-0007"),
    FeeLine("Inspection fee", Decimal("125.50"), "REC-2027-0008"),
)
FILE_LIMIT = Deadline(
    event="permit issued",
    start=date(2027, 3, 3),
    count=60,
    unit=Unit.DAYS,
    raw=date(2027, 5, 2),
    effective=date(2027, 5, 3),
    sentence=(
        "60 days from 3/3/2027 is Sunday 5/2/2027; next business day Monday 5/3/2027 (Gen. Constr. Law §25-a)"
    ),
    citation="§602B [502B], Art. 5",
)
FINISH_LIMIT = Deadline(
    event="permit issued",
    start=date(2027, 3, 3),
    count=2,
    unit=Unit.YEARS,
    raw=date(2029, 3, 3),
    effective=date(2029, 3, 5),
    sentence=(
        "2 years from 3/3/2027 is Saturday 3/3/2029; next business day Monday 3/5/2029 (Gen. Constr. Law §25-a)"
    ),
    citation="§602B [502B], Art. 5",
)


def sample_permit() -> PermitPaper:
    """A permit of the Town of Hague with both clocks."""
    words = render(
        load_template("connection-permit"),
        {
            "permit_title": "Sewer Lateral Permit",
            "municipality": "Town of Hague",
            "authority": f"{LAW_TITLE}, §501A",
            "phone": "(518) 555-0100",
            "ahead": "at least 24 hours",
            "lateral": "building lateral",
            "boundary": "The building lateral runs from the building drain to the street lateral.",
            "boundary_citation": "§201",
            "falsification": FALSIFICATION,
            "falsification_citation": "Penal Law §210.45",
        },
    )
    return PermitPaper(
        number="PER-2027-0001",
        wording=words,
        permit_class="Residential or commercial",
        issued_on=date(2027, 3, 3),
        property_address="12 Main Street",
        print_key="12.13-2-15.1",
        owner=OWNER,
        contractor="=1+1 LLC",
        contractor_phone="(518) 555-0123",
        work="Lay a new building lateral of 60 feet and connect it to the public sewer in Main Street.",
        pipe="4 in, SDR-35 PVC (ASTM D3034)",
        units="1.00",
        tap_location="existing wye, 84.5 ft from manhole 14",
        limits=(
            PermitLimit(
                "File the permit and its plans in the Town Clerk's Office by",
                FILE_LIMIT,
                "A permit that is not filed in time lapses.",
            ),
            PermitLimit(
                "Finish the work by", FINISH_LIMIT, "Afterwards a new permit application is required."
            ),
        ),
        conditions=(
            SourcedText("Bed the pipe in at least 6 inches of crushed stone.", "§403C(16)"),
            SourcedText("Lead no roof, cellar, yard or sump water to the sewer.", "§501B"),
            SourcedText("Close the old septic tank as the health department requires.", ""),
        ),
        fees=FEES,
        signer=OFFICER,
        printed="3/3/2027 10:02 AM",
    )


def sample_filing_slip() -> FilingSlip:
    """The slip that goes with the permit."""
    words = render(
        load_template("permit-filing-slip"),
        {
            "permit_no": "PER-2027-0001",
            "issued_on": "March 3, 2027",
            "clerk_title": "Town Clerk",
            "file_by": "Monday, May 3, 2027",
            "file_rule": FILE_LIMIT.sentence,
            "citation": FILE_LIMIT.citation,
            "plans": "Plan set A, 3 sheets, dated 2/20/2027.",
        },
    )
    return FilingSlip(
        number="PER-2027-0001",
        wording=words,
        permit_no="PER-2027-0001",
        issued_on=date(2027, 3, 3),
        file_by=date(2027, 5, 3),
        clerk_office="Town Clerk's Office",
        property_address="12 Main Street",
        print_key="12.13-2-15.1",
        owner=OWNER,
        applicant="Łukasiewicz Peña, agent",
    )


def sample_application() -> ApplicationPaper:
    """An application as taken at the counter."""
    words = render(
        load_template("connection-application"),
        {
            "municipality": "Town of Hague",
            "law_title": LAW_TITLE,
            "lateral": "building lateral",
            "ahead": "at least 24 hours",
            "falsification": FALSIFICATION,
            "falsification_citation": "Penal Law §210.45",
        },
    )
    return ApplicationPaper(
        number="APP-2027-0003",
        wording=words,
        received_on=date(2027, 2, 22),
        received_by="A. Clerk, Zoning Enforcement Officer",
        permit_class="Residential or commercial",
        work_type="New connection",
        property_address="12 Main Street",
        print_key="12.13-2-15.1",
        owner=OWNER,
        applicant="Łukasiewicz Peña",
        capacity="agent, authorization on file",
        sections=(
            FormSection(
                "Building and use",
                (
                    ("Use", "One-family dwelling"),
                    ("Dwelling units", "1"),
                    ("Bedrooms", "3"),
                    ("Estimated flow", "330 gallons a day"),
                    ("Units (EDU)", "1.00"),
                    ("Water source", "Private well"),
                ),
            ),
            FormSection(
                "Pipe",
                (
                    ("Building lateral", "4 in, SDR-35 PVC (ASTM D3034), 60 ft, 1/4 in per ft"),
                    ("Connection", "existing wye, 84.5 ft from manhole 14"),
                    ("Backwater valve", "yes"),
                    ("Grinder pump", ""),
                ),
            ),
            FormSection("Contractor", (("Contractor", "=1+1 LLC"), ("811 ticket", "02227-000-123"))),
        ),
        fees=(FEES[0], FeeLine("Inspection fee", Decimal("125.50"), "")),
        attachments=(AttachmentLine("Plan of the connection", "2/22/2027"), AttachmentLine("Survey", "")),
        printed="2/22/2027 11:40 AM",
    )


def sample_inspection(*, passed: bool = False) -> InspectionPaper:
    """An inspection with one exfiltration test of 300 feet of 8 inch pipe."""
    fields = {
        "law_title": LAW_TITLE,
        "inspector_title": OFFICER.title,
        "lateral": "building lateral",
        "next_step": "The office enters the result and proposes the sewer account."
        if passed
        else "Repair the leaking joint and ask for a new test.",
    }
    if not passed:
        fields["retest_by"] = "Friday, April 2, 2027"
    return InspectionPaper(
        number="INS-2027-0004",
        wording=render(load_template("inspection-report"), fields),
        permit_or_case="PER-2027-0001",
        property_address="12 Main Street",
        print_key="12.13-2-15.1",
        owner=OWNER,
        contractor="=1+1 LLC",
        stage="Test",
        inspected_on=date(2027, 3, 18),
        inspector=OFFICER,
        result="Passed" if passed else "Failed",
        checklist=(
            ChecklistAnswer("The permit is at the site.", "Yes", "", ""),
            ChecklistAnswer("The bedding is at least 6 inches of crushed stone.", "Yes", "7 in", "§403C(16)"),
            ChecklistAnswer("No roof, cellar or sump water is led to the pipe.", "No", "sump pump", "§501B"),
        ),
        worksheets=(
            Worksheet(
                name="Exfiltration test",
                inputs=(
                    ("Section", "Manhole 14 to manhole 15"),
                    ("Pipe", "8 in, 300 ft"),
                    ("Manholes", "1"),
                    ("Duration", "2 hours"),
                    ("Supervised by", ""),
                    ("Gauge", "No. 7731, calibrated 1/15/2027, certificate C-88"),
                ),
                conditions=(
                    VerdictLine(True, "At least 5 ft of head above the pipe", "6.5 ft", "§405A"),
                    VerdictLine(False, "Filled at least 24 hours before measuring", "20 hours", "§405A"),
                    VerdictLine(None, "Air released from the pipe", "not recorded", "§405A"),
                ),
                formula=(
                    "25 gal × (8 in × 300 ft) ÷ 5,280 ft + 1.1 gal × 1 manhole = 12.464 gal in 24 h; "
                    "× 2 h ÷ 24 h = 1.039 gal"
                ),
                allowable=("Allowed", "1.039 gal"),
                measured=("Measured", "0.900 gal" if passed else "1.250 gal"),
                verdict="PASSED." if passed else "FAILED.",
                reason="" if passed else "The section lost 1.250 gal where 1.039 gal is allowed.",
                citation="§405A; §405B",
            ),
        ),
        deficiencies=() if passed else (SourcedText("Joint 3 weeps; replace its gasket.", "§405A"),),
        arrived="9:10 AM",
        left="11:40 AM",
        weather="Clear, 41 °F",
        ground="wet",
        photographs=4,
        retest_by=None if passed else date(2027, 4, 2),
        retest_rule="" if passed else "15 days after the test, as the officer set it.",
        printed="3/18/2027 1:15 PM",
    )
