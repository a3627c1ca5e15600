"""Application, permit, filing slip and inspection report: whole text, right figures, safe characters, same bytes."""

import itertools
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest

from sewerdesk.documents.pdf import barcode
from sewerdesk.documents.pdf.application import FeeLine, FormSection, application_pdf
from sewerdesk.documents.pdf.inspection_report import ChecklistAnswer, inspection_report_pdf
from sewerdesk.documents.pdf.leak_worksheet import leak_worksheet
from sewerdesk.documents.pdf.permit import permit_pdf
from sewerdesk.documents.pdf.permit_filing import filing_slip_pdf
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.notices import SourcedText
from tests.documents.notice_sample import LETTERHEAD
from tests.documents.paper_samples import (
    sample_application,
    sample_filing_slip,
    sample_inspection,
    sample_permit,
)
from tests.documents.pdf_text import embedded_fonts, page_size, pages_text, text_runs
from tests.domain.leaktests.examples import (
    air_loss,
    feet,
    gallons,
    infiltration,
    judged,
    manhole,
    pipe,
    pressure_joints,
)

PAPERS: dict[str, Callable[[], bytes]] = {
    "application": lambda: application_pdf(sample_application(), letterhead=LETTERHEAD),
    "permit": lambda: permit_pdf(sample_permit(), letterhead=LETTERHEAD),
    "slip": lambda: filing_slip_pdf(sample_filing_slip(), letterhead=LETTERHEAD),
    "inspection": lambda: inspection_report_pdf(sample_inspection(), letterhead=LETTERHEAD),
}
MARKS: dict[str, tuple[str, ...]] = {
    "application": (
        "Application for a Sewer Connection",
        "Owner O'Brien & Sons <Plumbing>",
        "Applicant Łukasiewicz Peña, agent, authorization on file",
        "I ask the Town of Hague for a permit",
        "Estimated flow 330 gallons a day",
        "4 in, SDR-35 PVC (ASTM D3034), 60 ft, 1/4 in per ft",
        "=1+1 LLC",
        "Connection fee 750.00 REC-2027-0007",
        "Inspection fee 125.50 not paid",
        "Total 875.50",
        "Plan of the connection 2/22/2027",
        "Survey not yet",
        "1. I certify that what I have stated is true",
        "at least 24 hours before the building lateral is covered",
        "is punishable. (Penal Law §210.45)",
        "Signature of the applicant",
        "For the office",
    ),
    "permit": (
        "Sewer Lateral Permit",
        "Monday, May 3, 2027",
        "Monday, March 5, 2029",
        "Under the Sewer Use Law of the Town of Hague, §501A",
        "12 Main Street, tax map no. 12.13-2-15.1",
        "O'Brien & Sons <Plumbing>",
        "=1+1 LLC, (518) 555-0123",
        "Lay a new building lateral of 60 feet and connect it to the public sewer in Main Street.",
        "4 in, SDR-35 PVC (ASTM D3034)",
        "existing wye, 84.5 ft from manhole 14",
        "1.00",
        "Connection fee $750.00, receipt REC-2027-0007; Inspection fee $125.50, receipt REC-2027-0008. Total $875.50",
        "Bed the pipe in at least 6 inches of crushed stone (§403C(16)).",
        "Close the old septic tank as the health department requires.",
        "J. Peña",
        "Wastewater Treatment Plant Operator",
        "Tap or connection",
        "Final",
        "at least 24 hours before the building lateral is covered",
        "The building lateral runs from the building drain to the street lateral. (§201)",
        "is punishable. (Penal Law §210.45)",
    ),
    "slip": (
        "Permit Filing Slip",
        "File the permit and its plans in the Town Clerk's Office May 3, 2027",
        "60 days from 3/3/2027 is Sunday 5/2/2027; next business day Monday 5/3/2027",
        "Plan set A, 3 sheets",
        "Under §602B [502B], Art. 5 it lapses unless the applicant files it",
        "Receipt of the Town Clerk",
        "Book and page, or file no.",
    ),
    "inspection": (
        "Inspection and Test Report",
        "April 2, 2027",
        "Contractor =1+1 LLC",
        "9:10 AM to 11:40 AM",
        "The bedding is at least 6 inches of crushed stone. Yes 7 in §403C(16)",
        "Exfiltration test",
        "Gauge No. 7731, calibrated 1/15/2027, certificate C-88",
        "At least 5 ft of head above the pipe 6.5 ft Yes §405A",
        "Filled at least 24 hours before measuring 20 hours No §405A",
        "Air released from the pipe not recorded Officer decides §405A",
        "25 gal × (8 in × 300 ft) ÷ 5,280 ft + 1.1 gal × 1 manhole = 12.464 gal in 24 h; × 2 h ÷ 24 h = 1.039 gal",
        "Allowed 1.039 gal (§405A; §405B)",
        "Measured 1.250 gal",
        "FAILED. The section lost 1.250 gal where 1.039 gal is allowed.",
        "Joint 3 weeps; replace its gasket (§405A).",
        "have the test repeated by Friday, April 2, 2027",
        "The undersigned received a copy of this report.",
    ),
}


@pytest.mark.parametrize("name", PAPERS)
def test_reads_back_whole_and_in_order(name: str) -> None:
    data = PAPERS[name]()
    text = " ".join(pages_text(data))
    text = text[text.index(MARKS[name][0]) :]
    position = 0
    for mark in MARKS[name]:
        found = text.find(mark, position)
        assert found >= 0, f"{mark!r} is missing or out of order in {text}"
        position = found + len(mark)
    assert page_size(data) == (612, 792)
    assert embedded_fonts(data)


@pytest.mark.parametrize("name", PAPERS)
def test_same_paper_gives_the_same_bytes(name: str) -> None:
    assert PAPERS[name]() == PAPERS[name]()


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@pytest.mark.parametrize("name", PAPERS)
def test_file_passes_qpdf(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.pdf"
    file.write_bytes(PAPERS[name]())
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_permit_of_ordinary_length_is_one_page_with_both_rules() -> None:
    pages = pages_text(PAPERS["permit"]())
    assert len(pages) == 1
    assert "page 1 of 1" in pages[0]
    assert "60 days from 3/3/2027 is Sunday 5/2/2027; next business day Monday 5/3/2027" in pages[0]
    assert "2 years from 3/3/2027 is Saturday 3/3/2029; next business day Monday 3/5/2029" in pages[0]
    assert pages[0].count("(§602B [502B], Art. 5). ") == 2
    assert "not transferable" not in pages[0].lower()


def test_permit_says_its_days_in_the_first_third_of_the_page() -> None:
    runs = text_runs(PAPERS["permit"]())
    for day in ("Monday, May 3, 2027", "Monday, March 5, 2029"):
        assert next(run for run in runs if run.text == day).box.bottom < 11 / 3


def test_long_permit_flows_over_pages_clear_of_the_footer() -> None:
    conditions = tuple(SourcedText(f"Condition {n}: " + "keep it dry. " * 40, f"§{n}") for n in range(1, 31))
    paper = replace(sample_permit(), conditions=conditions, owner="N" * 60, work="Lay pipe. " * 100)
    data = permit_pdf(paper, letterhead=LETTERHEAD)
    pages = pages_text(data)
    text = " ".join(pages)
    assert text.count("dry") == 1200
    assert text.count("pipe.") >= 100
    assert all(f"Condition {n}:" in text for n in range(1, 31))
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        low = [run for run in text_runs(data, number - 1) if run.box.bottom > 10.5]
        assert all(run.box.top > 10.5 for run in low)
    assert "J. Peña" in text


def test_permit_without_a_clock_has_no_empty_box() -> None:
    text = " ".join(pages_text(permit_pdf(replace(sample_permit(), limits=()), letterhead=LETTERHEAD)))
    assert "File the permit" not in text
    assert "Sewer Lateral Permit Under the Sewer Use Law" in text


def test_long_report_and_application_lose_nothing() -> None:
    checklist = tuple(ChecklistAnswer("Was it seen? " * 60, "Yes", f"note {n}", f"§{n}") for n in range(40))
    report = inspection_report_pdf(replace(sample_inspection(), checklist=checklist), letterhead=LETTERHEAD)
    text = " ".join(pages_text(report))
    assert text.count("seen?") == 2400
    assert all(f"note {n} " in text for n in range(40))
    story = FormSection("Remarks", (("Remarks", "Grease trap wanted. " * 500),))
    form = application_pdf(replace(sample_application(), sections=(story,)), letterhead=LETTERHEAD)
    assert " ".join(pages_text(form)).count("Grease") == 500


@pytest.mark.parametrize("bad", ["水", "\U0001f600"])
def test_refuses_a_character_the_type_lacks(bad: str) -> None:
    code = f"U\\+{ord(bad):04X}"
    with pytest.raises(UserError, match=f"(?s){code}.*Sewer Lateral Permit PER-2027-0001"):
        permit_pdf(replace(sample_permit(), owner=f"Owner {bad}"), letterhead=LETTERHEAD)
    with pytest.raises(UserError, match=code):
        application_pdf(replace(sample_application(), owner=bad), letterhead=LETTERHEAD)
    with pytest.raises(UserError, match=code):
        inspection_report_pdf(replace(sample_inspection(), weather=bad), letterhead=LETTERHEAD)


def test_adds_fees_to_the_cent() -> None:
    fees = tuple(FeeLine(f"Fee {n}", Decimal("0.10"), "") for n in range(3))
    text = " ".join(
        pages_text(application_pdf(replace(sample_application(), fees=fees), letterhead=LETTERHEAD))
    )
    assert "Total 0.30" in text


def test_passed_report_has_no_box_and_no_retest() -> None:
    text = " ".join(pages_text(inspection_report_pdf(sample_inspection(passed=True), letterhead=LETTERHEAD)))
    assert "PASSED." in text
    assert not re.search(r"What you must do|Re-test|Deficiencies", text)


def test_refuses_a_retest_day_without_its_wording() -> None:
    with pytest.raises(UserError, match="INS-2027-0004 must name both"):
        inspection_report_pdf(
            replace(sample_inspection(passed=True), retest_by=date(2027, 4, 2)), letterhead=LETTERHEAD
        )


def test_worksheet_of_a_judged_test_shows_its_arithmetic() -> None:
    """25 x 8 x 300/5280 = 11.364, and 1.1 for a manhole: 12.464 gal in 24 hours, 1.039 in two."""
    test = replace(
        infiltration(), runs=(pipe("8", "300"),), manholes=1, water=gallons("1.25"), device="Weir 2"
    )
    sheet = leak_worksheet(judged(test), section="Manhole 14 to 15")
    assert sheet.name == "Infiltration test"
    assert (sheet.allowable, sheet.measured, sheet.verdict) == (
        ("Allowed", "1.039 gal"),
        ("Measured", "1.250 gal"),
        "FAILED.",
    )
    assert ("Pipe", "8 in, 300 ft") in sheet.inputs
    assert ("Read with", "Weir 2") in sheet.inputs
    assert "12.464 gal in 24 h" in sheet.formula


def test_worksheets_of_lockport_say_units_formula_and_section() -> None:
    """T1 and T2 on paper."""
    air = leak_worksheet(judged(air_loss(), "lockport"), section="Trap to plumbing")
    assert air.allowable == ("Allowed loss", "0.500 psi in 10 min")
    assert air.measured == ("Measured loss", "0.300 psi in 10 min")
    assert ("Pressure at the start", "4 psi") in air.inputs
    joints = leak_worksheet(judged(pressure_joints(), "lockport"), section="Grinder to main")
    assert joints.allowable == ("Allowed", "0.0845 gal")
    assert "√100 psi ÷ 7,400" in joints.formula
    assert {line.citation for line in joints.conditions} >= {"§150-6L", "§150-6L(2)", "§150-6L(2)(a)"}


def test_worksheet_without_a_limit_says_so() -> None:
    deep = leak_worksheet(judged(replace(manhole(), depth=feet("30"))), section="Manhole 7")
    assert deep.allowable == ("Allowed", "No limit in the law")
    assert deep.verdict == "THE OFFICER DECIDES."


_DPI = 720


def _bar_widths(data: bytes) -> list[int]:
    """Widths of bars and spaces, in pixels, along a line through the permit's bar code."""
    document = pypdfium2.PdfDocument(data)
    image = document[0].render(scale=_DPI / 72).to_pil().convert("L")
    document.close()
    row = round(_DPI * 1.72)
    dark = [image.getpixel((x, row)) < 128 for x in range(round(_DPI * 5.2), round(_DPI * 7.7))]
    runs = [(ink, len(list(group))) for ink, group in itertools.groupby(dark)]
    inked = [place for place, (ink, _width) in enumerate(runs) if ink]
    return [width for _ink, width in runs[inked[0] : inked[-1] + 1]]


def test_permit_bars_read_as_its_number() -> None:
    widths = _bar_widths(PAPERS["permit"]())
    module = sum(widths[:6]) / 11
    codes = [
        "".join(str(round(w / module)) for w in widths[at : at + 6]) for at in range(0, len(widths) - 7, 6)
    ]
    values = [barcode._SYMBOLS.index(code) for code in codes]
    start, *symbols, check = values
    assert check == (start + sum(place * value for place, value in enumerate(symbols, 1))) % 103
    read, pairs = "", start == 105
    for value in symbols:
        if value in (99, 100):  # to pairs of digits, to single signs
            pairs = value == 99
        else:
            read += f"{value:02d}" if pairs else chr(value + 32)
    assert start in (104, 105)
    assert read == "PER-2027-0001"
    assert 0.0099 < module / _DPI < 0.0135
