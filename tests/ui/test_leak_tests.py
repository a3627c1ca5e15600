"""Tests of pipe and manholes, and the gauges they are read on, by keyboard."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.gauges import CalibrationDraft, GaugeDraft
from sewerdesk.domain.leaktests import GaugeKind, LeakTestDraft, LeakTestKind, LeakVerdict
from sewerdesk.domain.measures import Measured, MeasureUnit
from sewerdesk.services.gauges import gauges, record_calibration, register_gauge
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.inspections.leak_form import LeakTestDialog
from sewerdesk.ui.screens.settings.gauges import GaugesSection
from sewerdesk.ui.screens.settings.screen import SettingsScreen
from tests.support.packs import pack
from tests.ui.field_window import dialog, field
from tests.ui.office_frame import office_frame
from tests.ui.support import RecordingPrompter

DAY = date(2027, 1, 4)


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path, prompter=prompter) as opened:
        yield opened


def enter(form: FormDialog[LeakTestDraft], name: str, text: str) -> QLineEdit:
    line = field(form, name)
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    return line


def open_test(window: MainWindow, kind: LeakTestKind, *, town: str = "hague") -> LeakTestDialog:
    law = pack(town)
    row = next(one for one in law.leak_tests if one.method == kind.value)
    form = LeakTestDialog(window.context, law, row=row, on=DAY, take=taken.append, parent=window)
    form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    form.open()
    return dialog(LeakTestDialog)


taken: list[LeakTestDraft] = []


@pytest.fixture(autouse=True)
def _nothing_taken() -> None:
    taken.clear()


def is_judged(form: LeakTestDialog) -> bool:
    return form.verdict.result is not None


def answer_all(form: LeakTestDialog) -> None:
    """Answer each line yes, by its letter."""
    editor = form.frame.view.editor("answers")
    editor.focus()
    for _ in range(20):
        here = QApplication.focusWidget()
        if not isinstance(here, QWidget) or not editor.isAncestorOf(here) or not editor.is_empty():
            break
        QTest.keyClick(here, Qt.Key.Key_Y)


def test_take_the_air_test_of_lockport_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    """T1 Lockport, judged while it is typed."""
    form = open_test(window, LeakTestKind.AIR_LOSS, town="lockport")
    enter(form, "section", "Trap and vent to the plumbing")
    assert enter(form, "start", "4").text() == "4 psi"
    enter(form, "end", "3.4")
    enter(form, "duration", "10")
    answer_all(form)
    live = form.verdict.result
    assert live is not None
    assert live.verdict is LeakVerdict.FAILED
    enter(form, "end", "3.7")
    live = form.verdict.result
    assert live is not None
    assert live.reason == "The pressure fell 0.300 psi in 10 min, allowed 0.500 psi: passed."
    QTest.keyClick(field(form, "end"), Qt.Key.Key_F10)
    [draft] = taken
    assert draft.end == Measured(Decimal("3.7"), MeasureUnit.PSI)
    assert draft.measured_on == DAY


def test_ask_in_the_form_whether_another_unit_was_meant(window: MainWindow, qtbot: QtBot) -> None:
    form = open_test(window, LeakTestKind.AIR_LOSS, town="lockport")
    enter(form, "section", "Trap and vent to the plumbing")
    enter(form, "start", "8.2")
    enter(form, "end", "7.8")
    enter(form, "duration", "10")
    assert not is_judged(form)
    QTest.keyClick(field(form, "end"), Qt.Key.Key_F10)
    assert "Did you mean 8.2 in Hg" in form.frame.view.errors()["start"]
    enter(form, "start", "8.2 in hg")
    line = field(form, "end")
    QTest.keyClick(line, Qt.Key.Key_Down)  # the same number in the next unit
    assert isinstance(line, QLineEdit)
    assert line.text() == "7.8 in Hg"
    assert is_judged(form)
    QTest.keyClick(line, Qt.Key.Key_F10)
    assert len(taken) == 1


def test_refuse_a_unit_that_is_none(window: MainWindow, qtbot: QtBot) -> None:
    form = open_test(window, LeakTestKind.DEFLECTION)
    line = enter(form, "inside_diameter", "7.754 psi")
    assert line.text() == "7.754 psi"
    editor = form.frame.view.editor("inside_diameter")
    assert editor.note() == "“psi” is no unit here. Type the number with in or ft."
    form.frame.view.load(LeakTestDraft(kind=LeakTestKind.DEFLECTION))
    form.close()


def test_show_the_fields_of_each_kind(window: MainWindow, qtbot: QtBot) -> None:
    for town in ("hague", "lockport"):
        for row in pack(town).leak_tests:
            form = open_test(window, LeakTestKind(row.method), town=town)
            names = {spec.name for spec in form.frame.view.spec.fields}
            assert "section" in names
            assert ("gauge_id" in names) is (row.method not in _WITHOUT_GAUGE)
            form.close()


_WITHOUT_GAUGE = frozenset({"infiltration", "exfiltration", "lamping", "deflection"})


def test_pick_the_gauge_and_judge_on_it(
    window: MainWindow, ws: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    certificate = tmp_path / "C-88.pdf"
    certificate.write_bytes(b"%PDF-1.4 sample")
    gauge = register_gauge(ws, draft=GaugeDraft("7731", GaugeKind.PRESSURE, Decimal(15), "Sample Gauge Co."))
    register_gauge(ws, draft=GaugeDraft("V-12", GaugeKind.VACUUM))
    calibration = CalibrationDraft(date(2025, 1, 3), "C-88", "Sample Laboratory", (certificate,))
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    form = open_test(window, LeakTestKind.LOW_PRESSURE_AIR)
    for name, text in (
        ("section", "Manhole 14 to 15"),
        ("diameter_1", "8"),
        ("length_1", "200"),
        ("charge", "4"),
        ("groundwater", "0"),
        ("start", "3.5"),
        ("end", "2.5"),
        ("duration", "460"),
    ):
        enter(form, name, text)
    enter(form, "gauge_id", "7731")
    live = form.verdict.result
    assert live is not None
    told = [line.on_file for line in live.lines if "recently calibrated" in line.requirement]
    assert told == ["No. 7731, 1/3/2025, certificate C-88; more than 12 months before the test"]
    QTest.keyClick(field(form, "duration"), Qt.Key.Key_F10)
    assert [draft.gauge_id for draft in taken] == [gauge]


def section_of(window: MainWindow) -> GaugesSection:
    window.context.navigator.open(Route("settings", tab="gauges"))
    page = window.current_screen
    assert isinstance(page, SettingsScreen)
    section = page.section
    assert isinstance(section, GaugesSection)
    return section


def test_register_and_calibrate_a_gauge(
    window: MainWindow, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter, qtbot: QtBot
) -> None:
    section = section_of(window)
    assert not section.calibrate_action.isEnabled()
    section.add_gauge_action.trigger()
    form = dialog(FormDialog)
    QTest.keyClicks(field(form, "serial"), "7731")
    QTest.keyClicks(field(form, "kind"), "P")
    QTest.keyClicks(field(form, "reads_to"), "15")
    QTest.keyClick(field(form, "reads_to"), Qt.Key.Key_F10)
    [row] = gauges(ws)
    assert (row.title, section.table.current_row()) == ("7731, 0 to 15 psi", row)
    assert not section.open_action.isEnabled()

    certificate = tmp_path / "C-88.pdf"
    certificate.write_bytes(b"%PDF-1.4 sample")
    section.calibrate_action.trigger()
    form = dialog(FormDialog, titled="Calibration of gauge 7731")
    QTest.keyClicks(field(form, "calibrated_on"), "12/1/2026")
    QTest.keyClicks(field(form, "certificate"), "C-88")
    form.frame.view.editor("files").set_value((certificate,))
    QTest.keyClick(field(form, "certificate"), Qt.Key.Key_F10)
    [row] = gauges(ws)
    assert row.last is not None
    assert row.last.attachment_id is not None
    assert section.open_action.isEnabled()

    section.retire_action.trigger()
    form = dialog(FormDialog, titled="out of use")
    QTest.keyClicks(field(form, "reason"), "Dropped")
    QTest.keyClick(field(form, "reason"), Qt.Key.Key_F10)
    [row] = gauges(ws)
    assert row.retired_on == DAY
    assert not section.calibrate_action.isEnabled()


@pytest.mark.parametrize(
    ("town", "kind"), [("hague", LeakTestKind.EXFILTRATION), ("hague", LeakTestKind.LAMPING)]
)
def test_ask_in_whole_sentences_for_what_is_missing(
    window: MainWindow, town: str, kind: LeakTestKind
) -> None:
    form = open_test(window, kind, town=town)
    QTest.keyClick(field(form, "section"), Qt.Key.Key_F10)
    said = list(form.frame.view.errors().values())
    assert said[0] == "Enter the part that was tested."
    expected = {
        LeakTestKind.EXFILTRATION: "Enter the time measured.",
        LeakTestKind.LAMPING: "Enter the number of lengths lamped.",
    }
    assert expected[kind] in said
    form.reject()
