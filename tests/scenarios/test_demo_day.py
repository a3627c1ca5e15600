"""The whole office day without a screen, as the demo command does it: what it says and what it leaves behind."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from pypdf import PdfReader

from sewerdesk import cli
from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import UserError
from sewerdesk.services.books import check_books
from sewerdesk.services.demo import DemoDay, Told, run_day
from sewerdesk.services.offices import open_office
from tests.support.offices import OPENING_DAY


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return []


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory, told: list[Told]) -> DemoDay:
    folder = tmp_path_factory.mktemp("demo") / "day"
    return run_day(folder, clock=FixedClock(OPENING_DAY), tell=told.append)


def paper(day: DemoDay, name: str) -> Path:
    [found] = [path for path in day.papers if name in path.name]
    return found


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_day_leaves_its_papers(day: DemoDay) -> None:
    names = sorted(path.name for path in day.papers)
    assert names == [
        "Billing register 2026-Q4.xlsx",
        "DEP-2027-0001 deposit slip.pdf",
        "INS-2027-0004 inspection report.pdf",
        "INS-2027-0005 inspection report.pdf",
        "NOV-2027-0001 notice of violation.pdf",
        "PER-2027-0001 permit.pdf",
        "Sewer bills 2026-Q4.pdf",
    ]


def test_permit_shows_both_clocks_of_hague(day: DemoDay) -> None:
    permit = text_of(paper(day, "permit"))
    # 60 days after Monday, January 4, 2027, and two years on the same day (law)
    assert "Friday, March 5, 2027" in permit
    assert "Thursday, January 4, 2029" in permit
    assert "§602B" in permit
    assert "Tomás Marrow" in permit


def test_leak_test_fails_then_passes(day: DemoDay) -> None:
    # 25 gal x 8 in x 1,000/5,280 mi + 1.1 gal x 2 manholes = 40.079 gal in 24 hours (law T4)
    assert "40.079" in text_of(paper(day, "INS-2027-0004"))
    assert "Passed" in text_of(paper(day, "INS-2027-0005"))


def test_bills_are_as_many_as_the_run_says(day: DemoDay, told: list[Told]) -> None:
    [line] = [one.what for one in told if one.path and "Sewer bills" in one.path.name]
    assert re.search(r": 398 bills, 47,\d{3}\.\d\d, due 02/03/2027", line)
    reader = PdfReader(paper(day, "Sewer bills"))
    assert len(reader.pages) >= 398
    first = reader.pages[0].extract_text()
    assert "Total due" in first


def test_register_agrees_with_the_run(day: DemoDay, told: list[Told]) -> None:
    [line] = [one.what for one in told if one.path and "Sewer bills" in one.path.name]
    total = re.search(r"bills, ([\d,.]+), due", line)
    assert total is not None
    book = openpyxl.load_workbook(paper(day, "register"), data_only=False)
    cells = [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    amounts = {f"{value:,.2f}" for value in cells if isinstance(value, int | float)}
    assert total.group(1) in amounts
    assert any(isinstance(value, str) and value.startswith("0000") for value in cells)


def test_deposit_slip_is_the_sum_of_its_receipts(day: DemoDay) -> None:
    slip = text_of(paper(day, "deposit"))
    amounts = re.findall(r"Sample National Bank\s+\d+\s+([\d,]+\.\d\d)", slip)
    assert len(amounts) == 4
    total = sum(int(amount.replace(",", "").replace(".", "")) for amount in amounts)
    assert f"${total / 100:,.2f}" in slip


def test_notice_names_the_day_of_the_answer(day: DemoDay, told: list[Told]) -> None:
    notice = text_of(paper(day, "NOV"))
    assert "9589 0710 5270 0000 0000 14" in notice
    assert "February 1, 2027" in notice
    assert any("Today on 02/01/2027 shows: Answer due" in one.what for one in told)


def test_office_opens_on_its_last_day_with_clean_books(day: DemoDay, told: list[Told]) -> None:
    office = open_office(day.office, clock=FixedClock(OPENING_DAY))
    assert f"{office.ws.clock.today():%m/%d/%Y}" == "02/01/2027"
    assert check_books(office.ws).findings == ()
    office.close(back_up=False)
    assert any("Closing backup, verified" in one.what for one in told)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not on this machine; .ci/run installs it")
def test_papers_pass_the_pdf_checker(day: DemoDay) -> None:
    for path in day.papers:
        if path.suffix == ".pdf":
            checked = subprocess.run(
                ["qpdf", "--check", str(path)], capture_output=True, text=True, check=False
            )
            assert checked.returncode == 0, checked.stdout + checked.stderr


def test_run_day_refuses_a_folder_that_is_used(day: DemoDay) -> None:
    with pytest.raises(UserError, match="is not empty"):
        run_day(day.office.parent, clock=FixedClock(OPENING_DAY), tell=print)


def test_command_does_the_day_and_names_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Día 1"
    assert cli.main(["demo", "--out", str(folder), "--no-window"], verbs=cli.VERBS) == 0
    printed = capsys.readouterr().out
    assert f"7 papers and the office are in {folder}" in printed
    assert cli.main(["check", str(folder / "office")], verbs=cli.VERBS) == 0
    assert "FAULT" not in capsys.readouterr().out
    assert cli.main(["backup", str(folder / "office")], verbs=cli.VERBS) == 0
    [backup] = re.findall(r"verified: (.*)", capsys.readouterr().out)
    assert cli.main(["restore", str(folder / "office"), backup], verbs=cli.VERBS) == 0
    assert "The former database was moved to" in capsys.readouterr().out


def test_day_needs_no_qt() -> None:
    code = (
        "import sys, sewerdesk.services.demo; "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
