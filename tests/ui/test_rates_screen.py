"""The rate editor by keyboard: adopt with tiers, be asked about a great change, look at what is locked, end, try."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.rates import Metered, PerUnit, SeasonKind, SeasonRule, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.services.account_charges import bases_of
from sewerdesk.services.attachments import attachments_of
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.fee_schedule import fee_schedule
from sewerdesk.services.other_bills import import_other_bills
from sewerdesk.services.rate_versions import rate_versions
from sewerdesk.services.rates import adopt_rates, rate_book
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.screens.rates.basis_tab import SeasonDialog
from sewerdesk.ui.screens.rates.editor import RateEditor
from sewerdesk.ui.screens.rates.screen import RatesScreen
from sewerdesk.ui.screens.rates.what_if import WhatIfDialog
from sewerdesk.ui.widgets.banner import Banner
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.ui.keyboard import focused, form_dialog
from tests.ui.money_window import money_window
from tests.ui.office_window import office_context
from tests.ui.support import RecordingPrompter

D = Decimal
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))


@pytest.fixture
def context(ws: Workspace, tmp_path: Path) -> UiContext:
    """An office in which a quarter of a metered account and one per unit was billed."""
    adopt_sample_rates(ws)
    metered = open_account(
        ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="M"
    )
    dial = {date(2026, 3, 30): "004875", date(2026, 6, 29): "005115"}
    install_meter(ws, account_id=metered, serial="00047110", readings=dial)
    open_account(ws, number="00001043", name="Ann Lee", print_key="12.13-2-16")
    post_run(ws, setup=SPRING, expected=preview_run(ws, setup=SPRING))
    return office_context(ws, tmp_path)


@pytest.fixture
def page(qtbot: QtBot, context: UiContext) -> Iterator[RatesScreen]:
    window: MainWindow = money_window(context, start="rates")
    qtbot.addWidget(window)
    yield cast("RatesScreen", window.current_screen)
    window.close()


def keys(text: str) -> None:
    """Type into what has the keyboard."""
    for sign in text:
        QTest.keyClicks(focused(), sign)


def press(key: Qt.Key) -> None:
    QTest.keyClick(focused(), key)


def editor() -> RateEditor:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, RateEditor)
    dialog.activateWindow()
    QApplication.processEvents()
    return dialog


def choose(page: RatesScreen, class_code: str, charge_code: str, *, newest: bool = True) -> None:
    """Go to a rate in the list."""
    rows = page.rates.model.shown_rows()
    found = [
        n for n, row in enumerate(rows) if (row.class_code, row.charge_code) == (class_code, charge_code)
    ]
    page.rates.grid.setCurrentIndex(page.rates.model.index(found[0 if newest else -1], 0))


def fill(dialog: RateEditor, **texts: str) -> None:
    """Type into the fields named."""
    for name, text in texts.items():
        dialog.frame.view.go_to(name)
        keys(text)


def test_replace_a_metered_rate_by_keyboard_with_its_tiers(page: RatesScreen, ws: Workspace) -> None:
    choose(page, "M", "USE")
    page.action("replace-rate").trigger()
    dialog = editor()
    assert "5,000" in dialog.examples.text or "2,500" in dialog.examples.text
    fill(dialog, effective_from="07012027", act_number="4 of 2027", adopted_on="12082026")
    view = dialog.grid.views[next(kind for kind, one in dialog.grid.views.items() if not one.isHidden())]
    view.setFocus()
    view.setCurrentIndex(view.grid.index(0, 0))
    keys("15000")
    press(Qt.Key.Key_Return)
    keys("5.60")
    press(Qt.Key.Key_Return)
    assert "The last tier stops at 15,000" in dialog.grid.problem()
    view.setCurrentIndex(view.grid.index(1, 1))
    keys("6.10")
    press(Qt.Key.Key_Return)
    assert dialog.grid.problem() == ""
    # 22,500 gal: 10,000 x 5.60 + 7,500 x 6.10 = 56.00 + 45.75.
    assert (
        "22,500 gal in the quarter: 10,000 gal × 5.60 per 1,000 gal + 7,500 gal × 6.10"
        in dialog.examples.text
    )
    assert "= 101.75" in dialog.examples.text
    assert [line.passed for line in dialog.steps.lines] == [True, False, False]
    QTest.keyClick(focused(), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    first, second = rate_book(ws).history("M", "USE")
    assert first.effective_to == second.effective_from == date(2027, 7, 1)
    assert second.formula == Metered(
        D(0), D(5000), (Tier(D(5000), D(15000), D("5.60")), Tier(D(15000), None, D("6.10")))
    )
    assert second.authority == "Resolution 4 of 2027, adopted 12/08/2026"


def test_be_asked_about_a_great_change_and_keep_the_scan(
    page: RatesScreen, ws: Workspace, context: UiContext, tmp_path: Path
) -> None:
    prompter = cast("RecordingPrompter", context.prompter)
    choose(page, "R", "OM")
    page.action("replace-rate").trigger()
    dialog = editor()
    fill(dialog, effective_from="07012027", act_number="4 of 2027")
    dialog.frame.view.go_to("amount")
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keys("950.00")
    scan = tmp_path / "resolution.pdf"
    scan.write_bytes(b"%PDF-1.4 a scan")
    dialog.frame.view.editor("scans").set_value((scan,))
    prompter.will_answer(False)
    dialog.verb_button.click()
    assert "rises by 900.0 percent, from 95.00 to 950.00" in str(prompter.asked[-1].words["detail"])
    assert dialog.isVisible()
    assert len(rate_book(ws).history("R", "OM")) == 1
    prompter.will_answer(True)
    dialog.verb_button.click()
    assert not dialog.isVisible()
    [new] = [one for one in rate_book(ws).history("R", "OM") if one.formula == PerUnit(D("950.00"))]
    files = attachments_of(ws, subject="rate_version", subject_id=new.version_id)
    assert [one.name for one in files] == ["resolution.pdf"]
    choose(page, "R", "OM")
    page.action("open-rate").trigger()
    dialog = editor()
    assert [button.text() for button in dialog.steps.scans] == ["resolution.pdf"]
    dialog.reject()


def test_adopt_a_fee_with_its_act_and_scan(
    page: RatesScreen, ws: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    """A fee rests on the same record as a rate: resolution or local law, number, day, scan."""
    page.action("adopt-fee").trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, FormDialog)
    dialog.activateWindow()
    QApplication.processEvents()
    scan = tmp_path / "resolution.pdf"
    scan.write_bytes(b"%PDF-1.4 a scan")
    view = dialog.frame.view
    view.editor("fee_key").set_value("connection")
    view.editor("charge_code").set_value("OM")
    view.editor("scans").set_value((scan,))
    texts = {
        "label": "Connection charge",
        "amount": "1750.00",
        "effective_from": "07012027",
        "act_number": "4 of 2027",
        "adopted_on": "05112027",
    }
    for name, text in texts.items():
        view.go_to(name)
        keys(text)
    QTest.keyClick(focused(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [fee] = fee_schedule(ws)
    assert fee.authority == "Resolution 4 of 2027, adopted 05/11/2027"
    assert fee.adoption == Adoption(AdoptedBy.RESOLUTION, "4 of 2027", date(2027, 5, 11))
    files = attachments_of(ws, subject="fee_version", subject_id=fee.id)
    assert [one.name for one in files] == ["resolution.pdf"]


def test_only_look_at_a_rate_that_bills_were_made_by(page: RatesScreen) -> None:
    choose(page, "R", "OM")
    page.rates.grid.setFocus()
    press(Qt.Key.Key_Return)
    dialog = editor()
    assert dialog.verb_button.isHidden()
    assert dialog.try_button.isHidden()
    banner = dialog.findChild(Banner)
    assert isinstance(banner, Banner)
    assert "Bills of run RUN-2026-0001 were made by it" in banner.sentence
    assert focused() is dialog.cancel_button
    press(Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_put_an_unused_rate_right_with_a_reason(page: RatesScreen, ws: Workspace, context: UiContext) -> None:
    choose(page, "R", "DEBT")
    page.action("replace-rate").trigger()
    dialog = editor()
    fill(dialog, effective_from="07012027", act_number="4 of 2027")
    dialog.verb_button.click()
    choose(page, "R", "DEBT")
    page.action("open-rate").trigger()
    dialog = editor()
    dialog.verb_button.click()
    assert "reason" in dialog.frame.view.errors()
    dialog.frame.view.go_to("amount")
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keys("16.00")
    fill(dialog, reason="typed wrong")
    dialog.verb_button.click()
    assert rate_book(ws).history("R", "DEBT")[-1].formula == PerUnit(D("16.00"))


def test_end_a_rate_and_read_of_it_under_checks(page: RatesScreen, ws: Workspace) -> None:
    choose(page, "R", "DEBT")
    page.action("end-rate").trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, FormDialog)
    dialog.activateWindow()
    for name, text in (("on", "01042027"), ("reason", "Resolution 5 of 2027")):
        dialog.frame.view.go_to(name)
        keys(text)
    dialog.verb_button.click()
    ended = [one.version for one in rate_versions(ws) if one.version.charge_code == "DEBT"]
    assert date(2027, 1, 4) in {one.effective_to for one in ended}
    page.refresh()
    assert page.tabs.tabText(4) == "Checks (1)"
    assert "Charge DEBT of class R ended on 01/04/2027" in page.banners.sentences()["rates"]


def test_try_a_rate_on_last_years_bills_and_save_the_workbook(
    page: RatesScreen, context: UiContext, tmp_path: Path
) -> None:
    choose(page, "R", "OM")
    page.action("replace-rate").trigger()
    dialog = editor()
    dialog.frame.view.go_to("amount")
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keys("100.00")
    dialog.try_button.click()
    found = dialog.what_if.dialog
    assert isinstance(found, WhatIfDialog)
    assert found.summary.startswith(
        "2 bills of 2026-Q2: 292.00 as billed, 297.00 by the proposed rates, 5.00 more (1.7 percent)."
    )
    assert {row.account for row in found.accounts.model.all_rows} == {"00001042", "00001043"}
    path = tmp_path / "proposed.xlsx"
    cast("RecordingPrompter", context.prompter).will_answer(path)
    found.save_button.click()
    assert load_workbook(path).sheetnames[:2] == ["By class", "By account"]
    found.accept()
    dialog.frame.view.load(dialog.frame.view.draft())
    dialog.reject()


def test_show_the_rate_card(page: RatesScreen) -> None:
    page.action("rate-card").trigger()
    shown = QApplication.activeModalWidget()
    assert shown is not None
    assert shown.windowTitle() == "Rate card"
    shown.close()


def test_keep_rows_that_were_typed_from_being_lost(page: RatesScreen) -> None:
    choose(page, "M", "USE")
    page.action("replace-rate").trigger()
    dialog = editor()
    view = next(one for one in dialog.grid.views.values() if not one.isHidden())
    view.grid.put(0, 1, "9.99")
    dialog.reject()
    assert dialog.isVisible()
    assert dialog.frame.is_asking_to_leave()
    dialog.frame.leave_bar.discard_button.click()
    assert not dialog.isVisible()


def test_enter_a_list_of_water_bills(page: RatesScreen, context: UiContext, tmp_path: Path) -> None:
    path = tmp_path / "water.csv"
    path.write_text("Account,Bill date,Amount\n00001042,01/03/2027,52.40\n", encoding="utf-8")
    cast("RecordingPrompter", context.prompter).will_answer(path)
    page.tabs.setCurrentIndex(3)
    page.action("import-other-bills").trigger()
    dialog = form_dialog()
    dialog.frame.view.go_to("source")
    keys("Water office, 01/03/2027")
    QTest.keyClick(focused(), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    [row] = page.others.model.all_rows
    assert (row.account, row.period, row.amount) == ("00001042", "2027-Q1", D("52.40"))
    assert [toast.sentence for toast in context.toasts.shown()] == ["1 bill entered."]


def test_put_a_water_bill_right_and_take_it_out(
    page: RatesScreen, context: UiContext, tmp_path: Path
) -> None:
    path = tmp_path / "water.csv"
    path.write_text("Account,Bill date,Amount\n00001042,01/03/2027,52.40\n", encoding="utf-8")
    import_other_bills(context.ws, path=path, service="water", period="2027-Q1", source="Water office")
    page.refresh()
    page.tabs.setCurrentIndex(3)
    page.others.focus_rows()
    press(Qt.Key.Key_Return)
    dialog = form_dialog()
    dialog.frame.view.go_to("amount")
    keys("62.40")
    dialog.frame.view.go_to("reason")
    keys("list of 01/05/2027")
    QTest.keyClick(focused(), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    [row] = page.others.model.all_rows
    assert row.amount == D("62.40")
    assert "put right" in next(toast.sentence for toast in context.toasts.shown())
    cast("RecordingPrompter", context.prompter).will_answer("entered twice")
    page.others.focus_rows()
    page.action("take-other-bill-out").trigger()
    assert not page.others.model.all_rows
    assert not page.action("take-other-bill-out").isEnabled()


def test_review_the_off_season_averages(page: RatesScreen, ws: Workspace, context: UiContext) -> None:
    season = SeasonRule(SeasonKind.CAP, (7,))
    capped = Metered(D(0), D(5000), (Tier(D(5000), None, D("5.50")),), season=season)
    adopt_rates(ws, drafts=[RateDraft("M", "USE", date(2027, 1, 1), "Resolution 1 of 2027", capped)])
    page.action("season-worksheet").trigger()
    dialog = form_dialog()
    for name, text in (
        ("quarters", "2026-Q2"),
        ("since", "07012027"),
        ("until", "10012027"),
        ("source", "Sheet"),
    ):
        dialog.frame.view.go_to(name)
        keys(text)
    dialog.verb_button.click()
    sheet = page.acts.season
    assert isinstance(sheet, SeasonDialog)
    [row] = sheet.rows()
    assert (row.account, row.average) == ("00001042", D(24000))
    cast("RecordingPrompter", context.prompter).will_answer("20,000", "a leak in May")
    sheet.table.focus_rows()
    press(Qt.Key.Key_Return)
    assert sheet.rows()[0].average == D(20000)
    sheet.keep_button.click()
    [account] = [row.account_id for row in sheet.rows()]
    [span] = bases_of(ws, account_id=account)
    assert (span.quantity, span.start, span.until) == (D(20000), date(2027, 7, 1), date(2027, 10, 1))
