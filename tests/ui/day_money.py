"""The day's money, by keyboard: two quarters billed, the bills and their register, the mail, the bank, the close."""

from datetime import date
from decimal import Decimal

from openpyxl import load_workbook
from PySide6.QtWidgets import QCheckBox

from sewerdesk.domain.scanline import scan_line
from sewerdesk.services.deposits import list_deposits
from sewerdesk.services.offices import backups_in
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.runs import list_runs
from sewerdesk.ui.screens.billing.screen import BillingScreen
from sewerdesk.ui.screens.billing.wizard import RunWizardScreen
from sewerdesk.ui.screens.books.screen import BooksScreen
from tests.ui.day_support import Day

D = Decimal
OWED = D("152.50")  # 75.00 of the third quarter and 77.50 of the fourth, one unit each


def bill_the_third_quarter(day: Day) -> None:
    """Point 8: nothing is odd, so that every step is one key."""
    clerk = day.clerk
    clerk.press("Ctrl+3")
    clerk.press("Ctrl+N")
    clerk.choose("Quarter to bill", "Q3 2026")
    clerk.enter("Bill date", "10/1/2026")
    _go_through(day)
    [run] = list_runs(day.ws)
    assert (run.quarter.code, run.billed) == ("2026-Q3", 399)
    day.screen(BillingScreen)


def bill_the_fourth_quarter(day: Day) -> None:
    """Point 8: a meter that rolled over is answered, a meter without a reading is held and read about."""
    clerk = day.clerk
    clerk.press("Ctrl+N")
    page = day.screen(RunWizardScreen)
    assert page.period.form().quarter == "2026-Q4"
    clerk.enter("Bill date", "1/4/2027")
    clerk.look("quarter and dates")
    clerk.press("Alt+N")
    assert page.readings.open_questions() == 2
    clerk.press("Return")
    clerk.choose("What is true of it", "It rolled over")
    clerk.enter("How you know", "The dial went past its top; the owner read it with us.")
    clerk.look("rollover")
    clerk.save()
    assert page.readings.open_questions() == 1
    clerk.press("Alt+N")
    assert page.review.look is not None
    preview = page.review.look.preview
    # All but the account that begins on January 20: each is billed, held or skipped.
    assert len({outcome.account for outcome in preview.outcomes}) == len(preview.outcomes) == 401
    assert [row.account for row in page.review.held.model.all_rows] == ["00001095"]
    clerk.look("what will be billed")
    clerk.press("Alt+N")
    _acknowledge(day)
    clerk.press("Alt+N")
    assert clerk.place == "Post 398 bills for 47,429.32"
    clerk.look("post")
    clerk.press("Return")
    run = list_runs(day.ws)[0]
    assert (run.quarter.code, run.billed, run.held) == ("2026-Q4", 398, 1)


def make_the_bills(day: Day) -> None:
    """Point 9: all bills in one file in the order of ZIP codes, and the register with the run's totals."""
    clerk = day.clerk
    run = list_runs(day.ws)[0]
    clerk.press("Alt+Z")
    day.read_paper("Sewer bills Q4 2026")
    target = day.folder / "register.xlsx"
    day.prompter.will_answer(target)
    clerk.press("Alt+R")
    sheet = load_workbook(target)["Billing register"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[1][0] == "00001001"
    assert sheet.freeze_panes is not None
    figures = {round(D(str(value)), 2) for row in rows for value in row if isinstance(value, int | float)}
    assert run.total in figures


def enter_the_mail(day: Day) -> None:
    """Point 10: three checks under the tape's total, the first by its stub."""
    clerk = day.clerk
    clerk.press("Ctrl+R")
    clerk.write("457.50")
    clerk.press("Return")
    clerk.write(scan_line("00001001", date(2027, 2, 3), 15250))
    clerk.press("Return", times=2)
    clerk.write("1101")
    clerk.press("Return")
    for account, check in (("1002", "553"), ("1003", "48")):
        clerk.write(account)
        clerk.press("Return", times=2)
        clerk.write(check)
        clerk.press("Return")
    clerk.look("batch")
    clerk.press("F7")
    receipts = {row.number: row.amount for row in list_receipts(day.ws)}
    assert receipts == {"REC-2027-0001": D("575.00"), **{f"REC-2027-000{n}": OWED for n in (2, 3, 4)}}
    assert clerk.place == "Control total", "ready for the next batch"


def go_to_the_bank(day: Day) -> None:
    """Point 10: a deposit of all that is held, whose slip is the sum of its receipts."""
    clerk = day.clerk
    clerk.press("Alt+3")
    clerk.press("F9")
    clerk.save()
    day.read_paper("DEP-2027-0001")
    [deposit] = list_deposits(day.ws)
    assert (deposit.receipts, deposit.total) == (4, D("575.00") + 3 * OWED)
    clerk.look("deposited")


def check_the_books(day: Day) -> None:
    """Point 12: from the File menu, every check in order."""
    clerk = day.clerk
    clerk.press("Alt+F")
    clerk.press("C")
    report = day.screen(BooksScreen).report
    assert report is not None
    assert report.is_clean, report.sentence
    assert len(report.checks) >= 16
    clerk.look("books")


def close_the_day(day: Day) -> None:
    """Point 12: leaving by the menu closes the window and makes the verified backup of the day."""
    clerk, folder = day.clerk, day.ws.folder
    clerk.press("Alt+F")
    clerk.press("X")
    assert not day.desk.window.isVisible()
    day.program.end()
    assert backups_in(folder)[0].label == "closing"


def _go_through(day: Day) -> None:
    """Next, Next, and what the last button says."""
    clerk = day.clerk
    for _ in range(3):
        clerk.press("Alt+N")
    _acknowledge(day)
    clerk.press("Alt+N")
    assert clerk.place.startswith("Post ")
    clerk.press("Return")


def _acknowledge(day: Day) -> None:
    """Tick what was read, group by group."""
    clerk = day.clerk
    clerk.look("checks")
    while isinstance(clerk.focused, QCheckBox):
        clerk.press("Space")
        clerk.press("Tab")
