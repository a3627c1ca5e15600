"""The page "Cases", by keyboard: a case from the observation to the mailed notice."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.domain.cases import NoticeDraft
from sewerdesk.services.case_pages import case_view, list_cases
from sewerdesk.services.notices import issue_notice
from sewerdesk.services.officers import appoint_officer
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.cases.list import CasesScreen
from sewerdesk.ui.screens.cases.mail_dialog import MailingDialog
from tests.support.cases import ARTICLE, LONG_AGO, open_sample_case
from tests.support.fieldwork import add_parcel
from tests.ui.field_window import dialog, field, field_window
from tests.ui.support import RecordingPrompter

RETURN = Qt.Key.Key_Return


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    add_parcel(ws)
    shown = field_window(ws, tmp_path, start="cases")
    qtbot.addWidget(shown)
    return shown


def page(window: MainWindow) -> CasesScreen:
    screen = window.current_screen
    assert isinstance(screen, CasesScreen)
    return screen


def test_open_a_case_and_pick_its_section_by_a_word(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    appoint_officer(ws, role="inspects", person="R. Field", phone="", since=LONG_AGO)
    page(window).action("new-case").trigger()
    form = dialog(FormDialog)
    QTest.keyClicks(field(form, "parcel_id"), "12 Main")
    QTest.keyClick(field(form, "parcel_id"), RETURN)
    QTest.keyClicks(field(form, "observed_at"), "940")
    QTest.keyClicks(field(form, "fact_1"), "A sump pump discharged into the floor drain.")
    QTest.keyClicks(field(form, "evidence_1"), "photograph 1")
    assert form.frame.view.editor("fact_2").isVisible()
    QTest.keyClicks(field(form, "section_1"), "storm cooling")
    QTest.keyClick(field(form, "section_1"), RETURN)
    QTest.keyClick(field(form, "observed_at"), Qt.Key.Key_F10)
    [row] = list_cases(ws)
    assert (row.number, row.sections) == ("CAS-2027-0001", "§501B")
    view = page(window).shown()
    assert view is not None
    assert view.draft.observed_by == "R. Field"
    assert view.draft.observed_at == "9:40 AM"
    assert view.notice.action_1 == "Disconnect the source from the sanitary sewer."
    assert not page(window).action("issue-notice").isVisible()


def test_write_issue_and_mail_the_notice(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    case = open_sample_case(ws, list_first_parcel(ws))
    page(window).open_record(case)
    page(window).action("write-notice").trigger()
    form = dialog(FormDialog)
    assert "Counted from the date of mailing" in str(form.frame.view.editor("answer").value())
    copies = field(form, "copies")
    QTest.keyClick(copies, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(copies, "None")
    QTest.keyClick(copies, Qt.Key.Key_F10)

    prompter = window.context.prompter
    assert isinstance(prompter, RecordingPrompter)
    prompter.will_answer(True)
    page(window).action("issue-notice").trigger()
    dialog(PreviewDialog, titled="NOV-2027-0001").reject()
    QApplication.processEvents()

    page(window).action("record-mailing").trigger()
    mailing = dialog(MailingDialog)
    article = field(mailing, "article")
    QTest.keyClicks(article, ARTICLE[:-1] + "5")
    assert "wrong digit" in mailing.frame.view.editor("article").error()
    QTest.keyClick(article, Qt.Key.Key_Backspace)
    QTest.keyClicks(article, "4")
    assert mailing.frame.view.editor("article").error() == ""
    assert (
        "9589 0710 5270 0000 0000 14: the check digit agrees" in mailing.frame.view.editor("article").note()
    )
    QTest.keyClick(article, Qt.Key.Key_F10)
    view = case_view(ws, case_id=case)
    # 10 days from Monday 1/4 is Thursday 1/14
    assert f"{view.answer_due:%m/%d/%Y}" == "01/14/2027"
    assert not page(window).action("record-mailing").isVisible()
    assert not page(window).action("issue-notice").isVisible()

    another = page(window).action("write-notice")
    assert another.text() == "&Write another notice…"
    another.trigger()
    form = dialog(FormDialog)
    assert not form.frame.view.editor("article_1").value()  # the number on the label of the first is used up
    form.reject()


def list_first_parcel(ws: Workspace) -> int:
    """The parcel that the window was opened with."""
    return list_parcels(ws)[0].id


def test_extend_answer_and_close_by_the_state_of_the_case(
    window: MainWindow, ws: Workspace, qtbot: QtBot
) -> None:
    case = open_sample_case(ws, list_first_parcel(ws))
    [paper] = issue_notice(ws, case_id=case).paper_ids
    page(window).open_record(case)
    assert not page(window).action("extend").isVisible()
    page(window).action("record-mailing").trigger()
    mailing = dialog(MailingDialog)
    QTest.keyClicks(field(mailing, "article"), ARTICLE)
    QTest.keyClick(field(mailing, "article"), Qt.Key.Key_F10)

    page(window).action("extend").trigger()
    form = dialog(FormDialog)
    QTest.keyClicks(field(form, "until"), "1/10/2027")
    QTest.keyClicks(field(form, "reason"), "Pump on order")
    QTest.keyClicks(field(form, "authority"), "R. Field")
    QTest.keyClick(field(form, "authority"), Qt.Key.Key_F10)
    assert "an extension must be to a later day" in form.frame.view.errors()[""]
    until = field(form, "until")
    QTest.keyClick(until, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(until, "1/29/2027")
    QTest.keyClick(field(form, "authority"), Qt.Key.Key_F10)
    assert f"{case_view(ws, case_id=case).answer_due:%m/%d/%Y}" == "01/29/2027"

    for key, name, words in (
        ("record-answer", "note", "It goes to the yard."),
        ("comply", "note", "Seen on site."),
        ("close-case", "reason", "Corrected."),
    ):
        page(window).action(key).trigger()
        form = dialog(FormDialog)
        QTest.keyClicks(field(form, name), words)
        QTest.keyClick(field(form, name), Qt.Key.Key_F10)
    view = page(window).shown()
    assert view is not None
    assert view.verbs == ()
    assert [entry.what for entry in view.timeline] == [
        "Observed at 9:40 AM",
        "Case opened",
        "Notice issued",
        "Notice given",
        "Time extended",
        "Answer received",
        "Compliance found",
        "Case closed",
    ]
    assert paper == view.copies[0].paper_id


def test_show_what_the_notice_lacks(window: MainWindow, ws: Workspace) -> None:
    case = open_sample_case(ws, list_first_parcel(ws), notice=NoticeDraft())
    page(window).open_record(case)
    said = page(window).pane.banners.sentences()["missing"]
    assert said.startswith("The notice still lacks 4 parts: the service line")
