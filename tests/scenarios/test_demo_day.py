"""The office day and the quarter after it, as the demo command does them: what it says and what it leaves behind."""

import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from pypdf import PdfReader

from sewerdesk import cli
from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import UserError
from sewerdesk.services.books import check_books
from sewerdesk.services.demo import Told, run_day
from sewerdesk.services.offices import open_office
from tests.support.offices import OPENING_DAY


@dataclass(frozen=True, slots=True)
class Demo:
    """What the command said and left: each line with its file, before the quarter and after."""

    folder: Path
    day: list[Told]
    quarter: list[Told]
    last_line: str

    @property
    def office(self) -> Path:
        return self.folder / "office"

    @property
    def told(self) -> list[Told]:
        return [*self.day, *self.quarter]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The whole demonstration by its command, on January 4, 2027."""
    folder = tmp_path_factory.mktemp("demo") / "Día 1"
    said = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr("sewerdesk.clock.SystemClock", lambda: FixedClock(OPENING_DAY))
        assert cli.main(["demo", "--out", str(folder), "--no-window"]) == 0
    lines = said.getvalue().splitlines()
    told: list[Told] = []
    for line in lines[:-1]:
        if line.startswith("    "):
            told[-1] = Told(told[-1].what, Path(line.strip()))
        else:
            told.append(Told(line))
    [begins] = [number for number, one in enumerate(told) if one.what.startswith("The quarter of")]
    return Demo(folder, told[:begins], told[begins:], lines[-1])


def papers(told: list[Told]) -> list[Path]:
    return [
        one.path
        for one in told
        if one.path is not None and one.path.is_file() and "backups" not in one.path.parts
    ]


def paper(demo: Demo, name: str) -> Path:
    [found] = [path for path in papers(demo.told) if name in path.name]
    return found


def line_of(told: list[Told], begins: str) -> str:
    [found] = [one.what for one in told if one.what.startswith(begins)]
    return found


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


@pytest.mark.slow
def test_day_leaves_its_papers(demo: Demo) -> None:
    names = sorted(path.name for path in papers(demo.day))
    assert names == [
        "Billing register 2026-Q4.xlsx",
        "DEP-2027-0001 deposit slip.pdf",
        "INS-2027-0004 inspection report.pdf",
        "INS-2027-0005 inspection report.pdf",
        "NOV-2027-0001 notice of violation.pdf",
        "PER-2027-0001 permit.pdf",
        "Sewer bills 2026-Q4.pdf",
    ]


def test_permit_shows_both_clocks_of_hague(demo: Demo) -> None:
    permit = text_of(paper(demo, "permit"))
    # 60 days after Monday, January 4, 2027, and two years on the same day (law)
    assert "Friday, March 5, 2027" in permit
    assert "Thursday, January 4, 2029" in permit
    assert "§602B" in permit
    assert "Tomás Marrow" in permit


def test_leak_test_fails_then_passes(demo: Demo) -> None:
    # 25 gal x 8 in x 1,000/5,280 mi + 1.1 gal x 2 manholes = 40.079 gal in 24 hours (law T4)
    assert "40.079" in text_of(paper(demo, "INS-2027-0004"))
    assert "Passed" in text_of(paper(demo, "INS-2027-0005"))


def test_bills_are_as_many_as_the_run_says(demo: Demo) -> None:
    [line] = [one.what for one in demo.day if one.path and "Sewer bills 2026" in one.path.name]
    assert re.search(r": 398 bills, 47,\d{3}\.\d\d, due 02/03/2027", line)
    reader = PdfReader(paper(demo, "Sewer bills 2026-Q4"))
    assert len(reader.pages) >= 398
    first = reader.pages[0].extract_text()
    assert "Total due" in first


def test_register_agrees_with_the_run(demo: Demo) -> None:
    [line] = [one.what for one in demo.day if one.path and "Sewer bills 2026" in one.path.name]
    total = re.search(r"bills, ([\d,.]+), due", line)
    assert total is not None
    book = openpyxl.load_workbook(paper(demo, "Billing register 2026-Q4"), data_only=False)
    cells = [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    amounts = {f"{value:,.2f}" for value in cells if isinstance(value, int | float)}
    assert total.group(1) in amounts
    assert any(isinstance(value, str) and value.startswith("0000") for value in cells)


def test_deposit_slip_is_the_sum_of_its_receipts(demo: Demo) -> None:
    slip = text_of(paper(demo, "DEP-2027-0001"))
    amounts = re.findall(r"Sample National Bank\s+\d+\s+([\d,]+\.\d\d)", slip)
    assert len(amounts) == 4
    total = sum(int(amount.replace(",", "").replace(".", "")) for amount in amounts)
    assert f"${total / 100:,.2f}" in slip


def test_notice_names_the_day_of_the_answer(demo: Demo) -> None:
    notice = text_of(paper(demo, "NOV"))
    assert "9589 0710 5270 0000 0000 14" in notice
    assert "February 1, 2027" in notice
    assert any("Today on 02/01/2027 shows: Answer due" in one.what for one in demo.day)


def test_quarter_leaves_its_papers(demo: Demo) -> None:
    names = sorted(path.name for path in papers(demo.quarter))
    assert names == [
        "ADJ-2027-0001 adjustment.pdf",
        "Adjustment register 2027-11-01.pdf",
        "Aged receivables 2027-11-01.pdf",
        "Aged receivables 2027-11-01.xlsx",
        "Billing register 2027-Q1.xlsx",
        "DEP-2027-0002 deposit slip.pdf",
        "DEP-2027-0003 deposit slip.pdf",
        "Open items 2027-11-01.pdf",
        "Penalty register 2027-11-01.pdf",
        "RLV-2027-0001-abstract-for-the-minutes.pdf",
        "RLV-2027-0001-certificate-of-unpaid-sewer-charges.pdf",
        "RLV-2027-0001-control-sheet-of-the-county-s-file.pdf",
        "RLV-2027-0001-county-file-office-default.csv",
        "RTN-2027-0001 returned check.pdf",
        "Readings 2027-Q1.csv",
        "Receipts journal 2027-11-01.pdf",
        "Revenue journal 2027-Q1.pdf",
        "Roll-forward 2027-11-01.pdf",
        "Roll-forward 2027-11-01.xlsx",
        "Sewer bills 2027-Q1.pdf",
    ]
    assert demo.last_line == f"Done: 27 papers and the office are in {demo.folder}."


def test_quarter_says_each_step(demo: Demo) -> None:
    assert "383 checks for" in line_of(demo.quarter, "Receipts REC-2027-0005")
    assert "came back, fee 20.00, cash only until 08/11/2027" in line_of(demo.quarter, "RTN-2027-0001")
    # 398 bills, of them 12 never paid, one half paid, and the one whose check came back
    assert "on 14 bills, 384 spared" in line_of(demo.quarter, "Penalties 2026-Q4")
    assert "- waived 0.00 = 0.00 on all" in line_of(demo.quarter, "Penalties 2027-Q1")
    assert "lowered by 12.50; 1 waited, approved by Sam Sample" in line_of(demo.quarter, "ADJ-2027-0001")
    assert line_of(demo.quarter, "Books closed").startswith("Books closed through 03/31/2027, answered:")
    assert "14 parcels" in line_of(demo.quarter, "Certified to the 2028 tax roll as RLV-2027-0001")


def test_certificate_and_reports_agree(demo: Demo) -> None:
    said = re.search(r"parcels, ([\d,.]+), ", line_of(demo.quarter, "Certified"))
    assert said is not None
    total = said.group(1)
    rows = paper(demo, "county-file").read_text("utf-8").splitlines()[1:]
    assert sum(int(row.split(",")[4].replace(".", "")) for row in rows) == int(re.sub(r"[,.]", "", total))
    assert f"On the tax roll {total}" in line_of(demo.quarter, "Aged receivables: ")
    assert f"Relevied -{total}" in line_of(demo.quarter, "Roll-forward: ")
    assert total in text_of(paper(demo, "certificate-of-unpaid"))
    # what one account paid too much and no bill used is all that is left in the books
    assert "Balance -25.00" in line_of(demo.quarter, "Aged receivables: ")
    assert "Closing -25.00" in line_of(demo.quarter, "Roll-forward: ")
    assert line_of(demo.quarter, "6 reports").endswith("agree by 5 proofs; the accounts owe -25.00")
    assert "nothing found; the journal alone gives the same 773 receipts" in line_of(demo.quarter, "Audited")


def test_office_opens_on_its_last_day_with_clean_books(demo: Demo) -> None:
    office = open_office(demo.office, clock=FixedClock(OPENING_DAY))
    assert f"{office.ws.clock.today():%m/%d/%Y}" == "11/01/2027"
    assert check_books(office.ws).findings == ()
    office.close(back_up=False)
    for told in (demo.day, demo.quarter):
        assert any("Closing backup, verified" in one.what for one in told)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not on this machine; .ci/run installs it")
def test_papers_pass_the_pdf_checker(demo: Demo) -> None:
    for path in papers(demo.told):
        if path.suffix == ".pdf":
            checked = subprocess.run(
                ["qpdf", "--check", str(path)], capture_output=True, text=True, check=False
            )
            assert checked.returncode == 0, checked.stdout + checked.stderr


def test_run_day_refuses_a_folder_that_is_used(demo: Demo) -> None:
    with pytest.raises(UserError, match="is not empty"):
        run_day(demo.folder, clock=FixedClock(OPENING_DAY), tell=print)


def test_commands_check_back_up_and_restore_it(demo: Demo, capsys: pytest.CaptureFixture[str]) -> None:
    office = str(demo.office)
    assert cli.main(["check", office]) == 0
    assert cli.main(["journal", office]) == 0
    assert "FAULT" not in capsys.readouterr().out
    assert cli.main(["backup", office]) == 0
    [backup] = re.findall(r"verified: (.*)", capsys.readouterr().out)
    assert cli.main(["rehearse", backup]) == 0
    said = capsys.readouterr().out
    assert said.startswith("The backup can be relied on: it was restored beside the office"), said
    assert cli.main(["restore", office, backup]) == 0
    assert "The former database was moved to" in capsys.readouterr().out


def test_demo_needs_no_qt() -> None:
    code = (
        "import sys, sewerdesk.services.demo; "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
