"""A made-up notice of violation whose names and texts hold the characters that break careless programs."""

from datetime import date

from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.kit import Letterhead
from sewerdesk.domain.mailing import Address, MailMethod, parse_article_number, postal_lines, service_line
from sewerdesk.domain.notices import (
    CitedSection,
    Finding,
    NoticeContent,
    Recipient,
    RequiredAction,
    Signer,
    SourcedText,
)

LETTERHEAD = Letterhead(
    municipality="Town of Hague",
    department="Sewer Districts",
    address=("9 Sample Road", "Hague, NY 12836"),
    phone="(518) 555-0100",
    email="sewer@example.org",
    hours="Monday to Friday, 8:30 to 4:00",
)
OWNER = Address(
    names=("O'Brien & Sons <Plumbing>", "Łukasiewicz Peña"),
    care_of="=1+1 LLC",
    street="12 Main Street",
    unit="Apt. 4",
    city="Hague",
    state="NY",
    zip_code="12836-0012",
)
ARTICLE = parse_article_number("9589 0710 5270 0000 0000 14")
SECTION = "L.L. 1-2005, Art. 5, §501B"
NOTICE_FIELDS = {
    "officer_title": "Wastewater Treatment Plant Operator",
    "municipality": "Town of Hague",
    "law_title": "the Sewer Use Law of the Town of Hague",
    "authority": "the Sewer Use Law of the Town of Hague, Article 10",
    "observed_on": "March 2, 2027",
    "observed_at": "9:40 a.m.",
    "observer": "J. Peña",
    "observer_title": "Wastewater Treatment Plant Operator",
    "response_due": "Monday, March 15, 2027",
    "phone": "(518) 555-0100",
    "notice_time": "24 hours",
    "appeal": "Write to the Town Board, 9 Sample Road, within 15 days after you receive this notice.",
}
AFFIDAVIT_FIELDS = {
    "county": "WARREN",
    "document_name": "Notice of Violation NOV-2027-0001",
    "addressees": "O'Brien & Sons <Plumbing>, 12 Main St Apt 4, Hague NY 12836-0012",
    "method": "certified mail, return receipt requested, and a second copy by first-class mail",
    "certified_no": ARTICLE.display,
}


def sample_notice() -> NoticeContent:
    """The whole notice of a made-up case."""
    words = render(load_template("violation-notice"), NOTICE_FIELDS)
    oath = render(load_template("affidavit-of-mailing"), AFFIDAVIT_FIELDS)
    return NoticeContent(
        number="NOV-2027-0001",
        title=words.title,
        service_line=service_line(MailMethod.CERTIFIED_AND_FIRST_CLASS, ARTICLE),
        dated=date(2027, 3, 4),
        recipients=(
            Recipient("O'Brien & Sons <Plumbing>", postal_lines(OWNER), "owner of record"),
            Recipient("Mary Q. Tenant", ("MARY Q TENANT", "12 MAIN ST APT 4", "HAGUE NY 12836"), "occupant"),
        ),
        property_address="12 Main Street, Apt. 4",
        print_key="12.13-2-15.1",
        account_no="00001042",
        case_no="CASE-2027-0001",
        authority=words.text("authority"),
        findings_lead=words.text("findings"),
        findings=(
            Finding(
                "A sump pump in the cellar of O'Brien & Sons <Plumbing> discharged ground water into the floor drain.",
                "inspection INS-2027-0004; photographs 1 to 3",
            ),
            Finding(
                "Green dye put into the sump was seen in manhole 14 after 6 minutes.", "dye test, 9:52 a.m."
            ),
            Finding("The owner's cleanout had no cap."),
        ),
        citation_lead=words.text("citation"),
        citations=(
            CitedSection(
                SECTION, "No storm water, ground water or cellar drainage may be led to a sanitary sewer."
            ),
            CitedSection(
                "L.L. 1-2005, Art. 6, §602", "A cleanout must be closed by a tight cap.", "up to $250.00"
            ),
        ),
        action_lead=words.text("action"),
        actions=(
            RequiredAction("Disconnect the sump pump from the floor drain.", date(2027, 3, 19)),
            RequiredAction("Close the cleanout with a tight cap.", date(2027, 3, 19)),
            RequiredAction("Lead the sump's water to the open ground on your own land.", date(2027, 4, 30)),
        ),
        response=words.text("response"),
        response_due=date(2027, 3, 15),
        response_rule=(
            "Counted from the date of mailing, 3/4/2027: 10 days is Sunday, 3/14/2027; next business day "
            "Monday, 3/15/2027 (Gen. Constr. Law §25-a)."
        ),
        reinspection=words.text("reinspection"),
        appeal=SourcedText(words.text("appeal"), "as the Town Attorney wrote on March 1, 2027"),
        penalties_lead=words.text("penalties"),
        penalties=(
            SourcedText(
                "A penalty of up to $500.00 for each violation, each day being one of its own.", "§1005"
            ),
            SourcedText(
                "The Town's costs of abating the violation, added to the tax on the property.", "§1008"
            ),
        ),
        liability=words.text("liability"),
        contact="J. Peña, Wastewater Treatment Plant Operator, (518) 555-0100, Monday to Friday, 8:30 to 4:00.",
        signer=Signer("J. Peña", "Wastewater Treatment Plant Operator", "(518) 555-0100"),
        enclosures=("Inspection report INS-2027-0004", "3 photographs"),
        copies=("Town Attorney", "Zoning Enforcement Officer"),
        affidavit=tuple(paragraph.text for paragraph in oath.paragraphs),
        affidavit_title=oath.title,
        mark=words.template_id,
        version=f"v{words.version}",
        printed="3/4/2027 9:15 AM",
    )
