"""The small parts of pages: what they show, say and emit."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.ui.actions import ActionButton, make_action, plain_text, shortcut_text
from sewerdesk.ui.tables import Status
from sewerdesk.ui.theme import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.citation import CitationLink
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.flow import FlowLayout
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.stat import StatFigure
from sewerdesk.ui.widgets.toast import SHOWN_MS, Toasts
from sewerdesk.ui.widgets.verdict_card import YesNoCard, sorted_lines

MET = VerdictLine(True, "License of the year", "SC-2027-004", "§ 502")
MISSING = VerdictLine(False, "Insurance", "Ended 03/15/2027", "§ 504", "Record renewal", "renew")
JUDGED = VerdictLine(None, "Experience", "Two references", "§ 503", "Record decision", "decide")
VERDICT = Verdict(Answer.NO, date(2027, 3, 31), "May Smith Excavating work today?", (MET, JUDGED, MISSING))


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None
    return interface.text(QAccessible.Text.Name)


def texts(widget: QWidget) -> list[str]:
    QApplication.processEvents()  # a layout shows what was added to it in the next round of events
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def test_put_failing_requirements_first() -> None:
    assert sorted_lines(VERDICT) == [MISSING, JUDGED, MET]
    assert VERDICT.failing == (MISSING,)


def test_answer_in_a_large_word_with_the_date(qtbot: QtBot) -> None:
    card = YesNoCard(VERDICT)
    qtbot.addWidget(card)
    card.show()
    shown = texts(card)
    judged = "Judged for 03/31/2027 · 1 of 3 requirements not met"
    assert shown[:3] == ["No", "May Smith Excavating work today?", judged]
    assert name_of(card) == "May Smith Excavating work today? No, judged for 03/31/2027"


def test_ask_for_the_act_that_puts_it_right(qtbot: QtBot) -> None:
    card = YesNoCard(VERDICT)
    qtbot.addWidget(card)
    buttons = [button for button in card.findChildren(QPushButton) if button.text() == "Record renewal"]
    with qtbot.waitSignal(card.action_requested) as asked:
        buttons[0].click()
    assert asked.args == ["renew"]
    assert name_of(buttons[0]) == "Record renewal: Insurance"
    link = card.findChildren(CitationLink)[0]
    with qtbot.waitSignal(link.activated) as cited:
        link.click()
    assert cited.args == ["§ 504"]


def test_replace_a_verdict(qtbot: QtBot) -> None:
    card = YesNoCard(VERDICT)
    qtbot.addWidget(card)
    card.show()
    card.set_verdict(Verdict(Answer.OFFICER, date(2027, 4, 1), "May it be issued?", ()))
    assert texts(card) == ["Officer decides", "May it be issued?", "Judged for 04/01/2027"]


def test_replace_and_remove_banners(window: QWidget) -> None:
    area = BannerArea(window)
    area.set_banner("backup", Tone.CAUTION, "The last backup is 9 days old.")
    area.set_banner("backup", Tone.GOOD, "Backed up.", QAction("Open the folder", window))
    area.set_banner("rate", Tone.INFO, "New rates from 04/01/2027.")
    assert area.sentences() == {"backup": "Backed up.", "rate": "New rates from 04/01/2027."}
    area.remove("backup")
    assert area.isVisible()
    area.clear()
    assert area.isHidden()


def test_keep_markup_of_outside_text_as_text(window: QWidget) -> None:
    area = BannerArea(window)
    banner = area.set_banner("x", Tone.BAD, "<b>Smith</b> & Co")
    label = banner.findChildren(QLabel)[0]
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_keep_a_toast_at_least_ten_seconds_and_undo(window: QWidget) -> None:
    undone: list[str] = []

    def undo() -> None:
        undone.append("case")

    toasts = Toasts()
    toasts.attach(window)
    toast = toasts.show("Case NOV-2027-0014 closed.", undo=undo)
    assert toast is not None
    assert SHOWN_MS >= 10_000
    assert toast.remaining_ms > 10_000
    assert toast.geometry().right() <= window.width()
    assert name_of(toast) == "Case NOV-2027-0014 closed."
    assert toasts.undo_last()
    assert undone == ["case"]
    assert toasts.shown() == []
    assert not toasts.undo_last()


def test_show_three_toasts_at_most_above_each_other(window: QWidget) -> None:
    toasts = Toasts()
    toasts.attach(window)
    for number in range(5):
        toasts.show(f"Receipt {number} recorded.")
    shown = toasts.shown()
    assert [toast.sentence for toast in shown] == [f"Receipt {number} recorded." for number in (2, 3, 4)]
    tops = [toast.y() for toast in shown]
    assert tops == sorted(tops)
    window.resize(500, 400)
    assert all(toast.geometry().bottom() < 400 for toast in shown)
    QTest.keyClick(shown[0], Qt.Key.Key_Escape)
    assert len(toasts.shown()) == 2


def test_show_no_toast_without_a_window() -> None:
    assert Toasts().show("Saved.") is None


def test_say_figure_and_label_together(qtbot: QtBot) -> None:
    figure = StatFigure("Overdue")
    qtbot.addWidget(figure)
    figure.set_figure("3", "oldest 12 days", tone=Tone.BAD)
    assert name_of(figure) == "Overdue: 3: oldest 12 days"
    assert figure.minimumSizeHint().height() > 60
    with qtbot.waitSignal(figure.clicked):
        figure.click()


def test_show_a_dash_for_a_fact_that_is_missing(qtbot: QtBot) -> None:
    grid = KeyValueGrid([("Owner", "Smith"), ("Phone", "")])
    qtbot.addWidget(grid)
    assert (grid.value("Owner"), grid.value("Phone")) == ("Smith", "—")
    grid.set_pairs([("Class", "Residential")])
    assert grid.value("Class") == "Residential"
    with pytest.raises(KeyError):
        grid.value("Owner")


def test_say_the_state_of_a_chip(qtbot: QtBot) -> None:
    chip = Chip("Paid", Tone.GOOD)
    qtbot.addWidget(chip)
    narrow = chip.sizeHint().width()
    chip.set_status(Status("Waiting for the owner", Tone.CAUTION))
    assert name_of(chip) == "Waiting for the owner"
    assert chip.sizeHint().width() > narrow
    assert chip.sizeHint().height() >= 24


def test_wrap_chips_into_lines(window: QWidget) -> None:
    holder = QWidget(window)
    flow = FlowLayout(holder)
    for number in range(6):
        flow.addWidget(Chip(f"Chip number {number}"))
    one_line = flow.heightForWidth(5000)
    assert one_line == flow.sizeHint().height()
    assert flow.heightForWidth(300) > 2 * one_line
    assert flow.takeAt(9) is None


def test_mirror_an_action_on_its_button(qtbot: QtBot, window: QWidget) -> None:
    pressed: list[int] = []

    def press() -> None:
        pressed.append(1)

    action = make_action(window, "&New permit…", press, key="new", shortcut="Ctrl+N", tip="Start a permit")
    button = ActionButton(action, window, primary=True)
    assert button.toolTip() == "Start a permit (Ctrl+N)"
    button.click()
    assert pressed == [1]
    action.setEnabled(False)
    action.setVisible(False)
    assert not button.isEnabled()
    assert button.isHidden()
    assert not button.autoDefault()
    assert (plain_text(action), shortcut_text(action)) == ("New permit", "Ctrl+N")


def test_show_a_record_in_the_detail_pane(qtbot: QtBot) -> None:
    pane = DetailPane("Select an account.")
    qtbot.addWidget(pane)
    pane.add_tab("summary", "Summary", QLabel("S"))
    pane.add_tab("bills", "Bills", QLabel("B"), scrolls=True)
    pane.show()
    assert texts(pane) == ["Select an account."]
    pane.show_header("Smith", "12 Main St", chips=[Status("Paid")], figure="0.00", figure_name="Balance")
    pane.show_header("Jones", chips=[Status("Overdue", Tone.BAD)])
    assert "Jones" in texts(pane)
    assert [chip.text for chip in pane.findChildren(Chip) if chip.isVisible()] == ["Overdue"]
    with qtbot.waitSignal(pane.tab_changed) as turned:
        pane.show_tab("bills")
    assert turned.args == ["bills"]
    pane.show_tab("gone")
    assert pane.current_tab == "bills"
    pane.show_nothing()
    assert texts(pane) == ["Select an account."]


def test_name_a_card_by_its_title(qtbot: QtBot) -> None:
    card = Card("Contacts")
    qtbot.addWidget(card)
    assert name_of(card) == "Contacts"
