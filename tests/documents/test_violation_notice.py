"""The notice of violation on paper: every part in order, the address alone in the window, nothing lost."""

import re
import shutil
import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sewerdesk.documents.pdf.violation_notice import violation_notice_pdf
from sewerdesk.documents.pdf.window import STANDARD
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.notices import CitedSection, Finding, NoticeContent, RequiredAction
from tests.documents.notice_sample import LETTERHEAD, sample_notice
from tests.documents.pdf_text import page_size, pages_text, text_runs


def _pdf(notice: NoticeContent) -> bytes:
    return violation_notice_pdf(notice, letterhead=LETTERHEAD)


def test_prints_the_eighteen_parts_in_order() -> None:
    text = " ".join(pages_text(_pdf(sample_notice())))
    body = text[text.index("CERTIFIED MAIL") :]
    marks = (
        "CERTIFIED MAIL, RETURN RECEIPT REQUESTED, NO. 9589 0710 5270 0000 0000 14, AND FIRST-CLASS MAIL",
        "12 Main Street, Apt. 4, tax map no. 12.13-2-15.1",
        "O'Brien & Sons <Plumbing>, owner of record",
        "Account 00001042; case CASE-2027-0001",
        "March 15, 2027",
        "Also given to: MARY Q TENANT, 12 MAIN ST APT 4, HAGUE NY 12836 (occupant)",
        "Authority",
        "Article 10, which governs the use of the public sewers",
        "On March 2, 2027 at 9:40 a.m., J. Peña, Wastewater Treatment Plant Operator, found",
        "Evidence: inspection INS-2027-0004; photographs 1 to 3",
        "Green dye put into the sump was seen in manhole 14 after 6 minutes.",
        "The violation",
        "L.L. 1-2005, Art. 5, §501B",
        "up to $250.00",
        "Disconnect the sump pump from the floor drain. Finish by Friday, March 19, 2027.",
        "Lead the sump's water to the open ground on your own land. Finish by Friday, April 30, 2027.",
        "The answer must reach the office by Monday, March 15, 2027.",
        "Counted from the date of mailing, 3/4/2027: 10 days is Sunday, 3/14/2027",
        "call (518) 555-0100 at least 24 hours ahead",
        "within 15 days after you receive this notice (as the Town Attorney wrote on March 1, 2027).",
        "A penalty of up to $500.00 for each violation, each day being one of its own (§1005).",
        "does not excuse any violation",
        "(518) 555-0100, Monday to Friday, 8:30 to 4:00.",
        "Wastewater Treatment Plant Operator (518) 555-0100",
        "Inspection report INS-2027-0004; 3 photographs",
        "Town Attorney; Zoning Enforcement Officer",
        "STATE OF NEW YORK, COUNTY OF WARREN, ss.:",
        "The certified mail article number is 9589 0710 5270 0000 0000 14.",
        "Notary public",
    )
    position = 0
    for mark in marks:
        found = body.find(mark, position)
        assert found >= 0, f"{mark!r} is missing or out of order"
        position = found + len(mark)


def test_numbers_every_paragraph_through() -> None:
    pages = pages_text(_pdf(sample_notice()))
    text = " ".join(pages[:-1])
    numbers = [int(n) for n in re.findall(r"(?<=\s)(\d{1,2})\. (?=[A-Z])", text[text.index("Authority") :])]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 18


def test_says_the_due_date_in_the_first_third_of_the_page_and_in_the_box() -> None:
    runs = [run for run in text_runs(_pdf(sample_notice())) if "March 15, 2027" in run.text]
    assert min(run.box.bottom for run in runs) < 11 / 3
    assert any(run.box.top > 3.95 for run in runs)


def test_address_alone_stands_in_the_window() -> None:
    data = _pdf(sample_notice())
    assert page_size(data) == (612, 792)
    window = STANDARD.address
    inside = [run for run in text_runs(data) if run.box.overlaps(window.keep_out)]
    assert [run.text for run in inside] == [
        "OBRIEN & SONS PLUMBING",
        "ŁUKASIEWICZ PEÑA",
        "C/O 1+1 LLC",
        "12 MAIN ST APT 4",
        "HAGUE NY 12836-0012",
    ]
    assert all(window.always_visible.contains(run.box) for run in inside)


def test_affidavit_has_a_page_of_its_own() -> None:
    pages = pages_text(_pdf(sample_notice()))
    assert "Affidavit of Mailing" in pages[-1]
    assert all("Affidavit of Mailing" not in page for page in pages[:-1])
    assert "Enc." not in pages[-1]


def test_same_notice_gives_the_same_bytes() -> None:
    assert _pdf(sample_notice()) == _pdf(sample_notice())


def test_long_case_flows_over_pages_and_keeps_clear_of_the_footer() -> None:
    facts = tuple(
        Finding(f"Finding {n}: water stood {n} inches deep in the pit.", f"photo {n}") for n in range(1, 41)
    )
    story = "The owner said that the pump had always run to the sewer. " * 170
    sections = tuple(
        CitedSection(f"§{500 + n}", f"Section {n} forbids it. " * 60, "up to $500.00") for n in range(1, 13)
    )
    actions = tuple(
        RequiredAction(f"Action {n}. " + "Toil on. " * 80, date(2027, 4, n)) for n in range(1, 11)
    )
    assert len(story) > 9800
    notice = replace(
        sample_notice(),
        findings=(*facts, Finding(story.strip() + " END")),
        citations=sections,
        actions=actions,
    )
    data = _pdf(notice)
    pages = pages_text(data)
    text = " ".join(pages)
    assert text.count("always") == 170
    assert text.count("forbids") == 720
    assert text.count("Toil") == 800
    assert all(f"Finding {n}: water stood {n} inches deep" in text for n in range(1, 41))
    for number in range(1, len(pages) + 1):
        below = [run for run in text_runs(data, number - 1) if run.box.bottom > 10.4]
        assert all(run.box.top > 10.45 for run in below)
        assert f"page {number} of {len(pages)}" in " ".join(run.text for run in below)


def test_sixty_character_names_fit_the_window() -> None:
    name = "THE NORTHERN ADIRONDACK LAKESHORE PROPERTY OWNERS TRUST 2019"
    notice = sample_notice()
    lines = (name[:39], name[40:], "C/O MARGUERITE VANDERKOOP", "12345 LAKE SHORE DR", "HAGUE NY 12836")
    data = _pdf(replace(notice, recipients=(replace(notice.recipients[0], name=name, lines=lines),)))
    visible = STANDARD.address.always_visible
    inside = [run for run in text_runs(data) if run.box.overlaps(STANDARD.address.keep_out)]
    assert [run.text for run in inside] == list(lines)
    assert all(visible.contains(run.box) for run in inside)


def test_refuses_an_incomplete_notice() -> None:
    with pytest.raises(RuleViolation, match="still lacks the findings"):
        _pdf(replace(sample_notice(), findings=()))


def test_refuses_a_character_the_type_lacks() -> None:
    with pytest.raises(UserError, match="U\\+6C34"):
        _pdf(replace(sample_notice(), findings=(Finding("Sign reads 水."),)))


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_file_passes_qpdf(tmp_path: Path) -> None:
    file = tmp_path / "notice.pdf"
    file.write_bytes(_pdf(sample_notice()))
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
