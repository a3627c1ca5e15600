"""The page of reports by keyboard alone: chosen, cut, run, printed, saved; and the statement of an account."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.reports.catalog import REPORTS, report_kind
from sewerdesk.domain.reports.model import Body, Proof
from sewerdesk.services import reports as report_services
from sewerdesk.services.account_money import account_papers
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.report_settings import report_settings
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.jobs import JobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.accounts.screen import AccountsScreen
from sewerdesk.ui.screens.reports.screen import ReportsScreen
from tests.documents.pdf_text import pages_text
from tests.support.payments import bill_three_accounts, check
from tests.support.statements import statements
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter

D = Decimal
ENTER, DOWN, TAB = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Tab
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEYS = {"reports", "accounts", "settings", "keys"}
TODAY = date(2027, 3, 10)


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts billed 182.00, 220.00 and 110.00, due February 1; the second paid 250.00. It is March 10."""
    found = bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001043": "250.00"}, payer="Ana Peña", number="7"))
    ws.clock = FixedClock(TODAY)
    return found


@pytest.fixture
def window(
    qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter, ids: dict[str, int]
) -> Iterator[MainWindow]:
    assert ids
    made = office_window(office_context(ws, tmp_path, prompter), KEYS, start=Route("reports"))
    qtbot.addWidget(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    made.close()


@pytest.fixture
def page(window: MainWindow) -> ReportsScreen:
    shown = window.current_screen
    assert isinstance(shown, ReportsScreen)
    return shown


def preview(qtbot: QtBot) -> PreviewDialog:
    """The paper that is shown."""
    [found] = [w for w in QApplication.topLevelWidgets() if isinstance(w, PreviewDialog) and w.isVisible()]
    qtbot.waitUntil(lambda: found.view.page_count > 0)
    return found


def test_age_what_is_owed_by_keyboard(qtbot: QtBot, window: MainWindow, page: ReportsScreen) -> None:
    assert focused() is page.list
    press(focused(), ENTER)
    assert focused() is page.parameters.quick.combo
    press(focused(), TAB)
    type_text(focused(), "3/9/2027")
    assert page.parameters.quick.combo.currentText() == "The days typed"
    press(focused(), ENTER)
    report = page.result.report
    assert report is not None
    assert report.scope.startswith("As of 03/09/2027")
    assert page.result.table is not None
    assert (
        page.result.table.footer.shown_text == "3 shown · 31–60 days 292.00 · Credit -30.00 · Balance 262.00"
    )
    assert "the ledger to 262.00: they agree." in page.result.proofs.text()
    assert focused() is page.result.table.grid
    press(focused(), ENTER)
    assert isinstance(window.current_screen, AccountsScreen)
    assert window.current_screen.view is not None


def ran(window: MainWindow, page: ReportsScreen) -> tuple[str, tuple[str, ...]]:
    """The report that F7 ran, and what in it does not agree."""
    assert page.result.report is None, "what was run before belongs to another report"
    QTest.keyClick(window, Qt.Key.Key_F7)
    return shown_key(page)


def shown_key(page: ReportsScreen) -> tuple[str, tuple[str, ...]]:
    """Key and faults of the report shown."""
    report = page.result.report
    return ("", ()) if report is None else (report.key, report.faults)


def test_walk_down_all_reports_and_run_each(window: MainWindow, page: ReportsScreen) -> None:
    seen = [page.kind.key]
    for _ in range(len(REPORTS) - 1):
        press(page.list, DOWN)
        seen.append(page.kind.key)
        if not page.kind.of_account:
            assert ran(window, page) == (page.kind.key, ())
            page.list.setFocus()
    assert seen == [kind.key for kind in REPORTS]


def test_say_at_the_field_what_is_wrong(window: MainWindow, page: ReportsScreen) -> None:
    page.show_report_kind(report_kind("bills"))
    page.parameters.since.set_value(date(2027, 4, 1))
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert "before the first" in page.parameters.through.error()
    assert focused() is page.parameters.through.edit
    assert page.result.report is None
    type_text(focused(), "not a day")
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert page.parameters.through.error()


def test_take_a_ready_span(page: ReportsScreen) -> None:
    page.show_report_kind(report_kind("roll-forward"))
    combo = page.parameters.quick.combo
    combo.setFocus()
    assert combo.currentText() == "Fiscal year"
    for _ in range(
        combo.currentIndex() - [combo.itemText(n) for n in range(combo.count())].index("Last month")
    ):
        QTest.keyClick(combo, Qt.Key.Key_Up)
    assert page.parameters.since.value() == date(2027, 2, 1)
    assert page.parameters.through.value() == date(2027, 2, 28)
    page.show_report_kind(report_kind("aged"))
    page.show_report_kind(report_kind("roll-forward"))
    assert combo.currentText() == "Last month", "the days stay as they were left"


def test_save_workbook_and_pdf(
    window: MainWindow, page: ReportsScreen, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    QTest.keyClick(window, Qt.Key.Key_F7)
    sheet, paper = tmp_path / "aged.xlsx", tmp_path / "aged.pdf"
    prompter.will_answer(sheet, paper)
    QTest.keyClick(window, Qt.Key.Key_E, CTRL | SHIFT)
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    rows = [[cell.value for cell in row] for row in load_workbook(sheet)["Aged receivables"].iter_rows()]
    assert "00001042" in rows[1]
    assert "Total: 3 accounts" in pages_text(paper.read_bytes())[0]
    proposed = [each.words["proposed"] for each in prompter.asked if each.call == "save_file"]
    assert [path.name for path in proposed if isinstance(path, Path)] == [
        "Aged-receivables-2027-03-10.xlsx",
        "Aged-receivables-2027-03-10.pdf",
    ]


def test_print_a_report(qtbot: QtBot, window: MainWindow, page: ReportsScreen) -> None:
    assert not page.print_action.isEnabled()
    QTest.keyClick(window, Qt.Key.Key_F7)
    QTest.keyClick(window, Qt.Key.Key_P, CTRL)
    shown = preview(qtbot)
    assert shown.windowTitle() == "Aged receivables"
    shown.close()


def test_sum_one_class_by_its_chip(window: MainWindow, page: ReportsScreen) -> None:
    QTest.keyClick(window, Qt.Key.Key_F7)
    table = page.result.table
    assert table is not None
    titles = {button.text() for button in table.chip_bar.buttons()}
    assert titles == {"All  3", "M Metered  1", "R Per unit  2"}
    table.pick_chip("group1")
    assert table.footer.shown_text == "2 of 3 shown · 31–60 days 110.00 · Credit -30.00 · Balance 80.00"


def test_issue_the_statement_from_the_account(
    qtbot: QtBot,
    window: MainWindow,
    ws: Workspace,
    ids: dict[str, int],
    tmp_path: Path,
) -> None:
    context, prompter = window.context, window.context.prompter
    assert isinstance(prompter, RecordingPrompter)
    context.navigator.open(Route("accounts", ids["00001043"]))
    QTest.keyClick(window, Qt.Key.Key_S, CTRL | SHIFT)
    page = window.current_screen
    assert isinstance(page, ReportsScreen)
    assert page.kind.key == "statement"
    report = page.result.report
    assert report is not None
    assert [row.cells[-1] for row in report.rows] == [D("0.00"), D("220.00"), D("-30.00")]
    QTest.keyClick(window, Qt.Key.Key_P, CTRL)
    preview(qtbot).close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    target = tmp_path / "statement.pdf"
    prompter.will_answer(target)
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert "PREVIEW: NOT ISSUED" in pages_text(target.read_bytes())[0]
    assert account_papers(ws, account_id=ids["00001043"]) == (), "looking at it issues nothing"
    QTest.keyClick(window, Qt.Key.Key_F9)
    shown = preview(qtbot)
    assert shown.windowTitle().startswith("STM-2027-0001")
    shown.close()
    assert [row.number for row in account_papers(ws, account_id=ids["00001043"])] == ["STM-2027-0001"]


def test_choose_the_account_by_typing(window: MainWindow, page: ReportsScreen) -> None:
    page.show_report_kind(report_kind("statement"))
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert page.parameters.account.error() == "Choose the account."
    type_text(focused(), "Smith")
    press(focused(), DOWN)
    press(focused(), ENTER)
    assert isinstance(page.parameters.account.value(), int)
    combo = page.parameters.quick.combo
    combo.setCurrentIndex([combo.itemText(n) for n in range(combo.count())].index("Everything"))
    combo.activated.emit(combo.currentIndex())
    assert page.parameters.since.value() == date(2020, 1, 1)
    QTest.keyClick(window, Qt.Key.Key_F7)
    report = page.result.report
    assert report is not None
    assert report.scope.startswith("Account 00001042, John Q Smith: ")


def test_stop_a_long_report(
    qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter, ids: dict[str, int]
) -> None:
    """A report runs off the window's thread; stopped, it shows nothing and the next can be run."""
    assert ids
    jobs = JobRunner()
    made = office_window(office_context(ws, tmp_path, prompter, jobs), KEYS, start=Route("reports"))
    qtbot.addWidget(made)
    page = made.current_screen
    assert isinstance(page, ReportsScreen)
    threads: list[int] = []
    released = threading.Event()
    original = report_services._BODIES["aged"]

    def slow(run: report_services._Run) -> Body:
        threads.append(threading.get_ident())
        released.wait(5)
        return original(run)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(report_services._BODIES, "aged", slow)
        page.run()
        [job] = jobs._running
        qtbot.waitUntil(lambda: bool(threads))
        job.cancel()
        released.set()
        qtbot.waitUntil(lambda: not jobs.is_busy())
    assert threads[0] != threading.get_ident()
    assert page.result.report is None
    page.run()
    qtbot.waitUntil(lambda: page.result.report is not None)
    made.close()


def test_show_in_red_what_does_not_agree(page: ReportsScreen) -> None:
    page.run()
    report = page.result.report
    assert report is not None
    wrong = Proof("The buckets come to", D("1.00"), "the ledger to", D("2.00"))
    body = replace(report.body, proofs=(wrong,))
    page.show_result(replace(report, body=body))
    assert page.banners.isVisible()
    assert not page.result.proofs.isVisible()


def test_open_without_reading_the_books(window: MainWindow, page: ReportsScreen, ws: Workspace) -> None:
    """Nothing is read before a report is run, however big the books are."""
    assert page.isVisible()
    context = window.context
    context.navigator.open(Route("keys"))
    QApplication.processEvents()
    asked = statements(ws, lambda: context.navigator.open(Route("reports")))
    QApplication.processEvents()
    assert [one for one in asked if " entry" in one] == []
    assert page.result.report is None


def test_set_the_buckets_in_the_settings(window: MainWindow, ws: Workspace) -> None:
    window.context.navigator.open(Route("settings", tab="reports"))
    QTest.qWait(10)
    section = window.current_screen.section  # type: ignore[union-attr]
    section.take_focus()
    focused().selectAll()  # type: ignore[attr-defined]
    type_text(focused(), "45, 90")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert report_settings(ws).last_days == (45, 90)
