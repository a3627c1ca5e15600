"""Forms that are saved: what the frame does with each failure, dialogs by keyboard, and the wizard."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import time

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import (
    EnvironmentProblem,
    FieldErrors,
    ProblemKind,
    RuleViolation,
    SewerdeskError,
    StaleRecord,
)
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.dialogs.form_dialog import FormDialog, ReasonDialog
from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.dialogs.form_page import FormPage
from sewerdesk.ui.dialogs.keeping_frame import DraftHome
from sewerdesk.ui.forms.line_editors import LineEditor, NotesEditor
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.navigation import Navigator, Route
from tests.ui.form_sample import (
    TODAY,
    MemoryStore,
    SampleDraft,
    full_draft,
    press,
    sample_context,
    sample_spec,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


CLOCK = FixedClock(TODAY, time(20, 5))


CTRL = Qt.KeyboardModifier.ControlModifier


@dataclass
class Office:
    """Saves drafts, or fails as told."""

    fails: list[SewerdeskError] = field(default_factory=list)
    saved: list[SampleDraft] = field(default_factory=list)
    overwritten: list[SampleDraft] = field(default_factory=list)
    theirs: SampleDraft = field(default_factory=lambda: replace(full_draft(), owner="Theirs"))

    def save(self, draft: SampleDraft) -> object:
        if self.fails:
            raise self.fails.pop()
        self.saved.append(draft)
        return len(self.saved)

    def reload(self) -> SampleDraft:
        return self.theirs

    def keep_mine(self, draft: SampleDraft) -> object:
        self.overwritten.append(draft)
        return "mine"

    def saving(self) -> Saving[SampleDraft]:
        return Saving(self.save, reload=self.reload, keep_mine=self.keep_mine)


@pytest.fixture
def made_office() -> Office:
    return Office()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def frame(qtbot: QtBot, made_office: Office, store: MemoryStore) -> Iterator[FormFrame[SampleDraft]]:
    made = FormFrame(
        sample_spec(), sample_context(), saving=made_office.saving(), drafts=DraftHome(store, "k", CLOCK)
    )
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.open(full_draft())
    yield made
    made.close()


def owner(view: FormView[SampleDraft]) -> LineEditor:
    """The owner's field."""
    editor = view.editor("owner")
    assert isinstance(editor, LineEditor)
    return editor


def test_save_hands_over_the_draft_and_forgets_what_was_kept(
    frame: FormFrame[SampleDraft], made_office: Office, store: MemoryStore, qtbot: QtBot
) -> None:
    owner(frame.view).edit.setText("Peña")
    store.save("k", payload="{}", saved_at=CLOCK.now())
    with qtbot.waitSignal(frame.saved) as signal:
        QTest.keyClick(owner(frame.view).edit, Qt.Key.Key_S, CTRL)
    assert signal.args == [1]
    assert made_office.saved == [replace(full_draft(), owner="Peña")]
    assert not frame.view.is_dirty()
    assert store.kept == {}


@pytest.mark.parametrize(
    ("problem", "field_name", "sentence"),
    [
        (FieldErrors({"owner": "Enter another owner."}), "owner", "Enter another owner."),
        (RuleViolation("The bond is missing.", citation="§ 602-B"), "", "The bond is missing. (§ 602-B)"),
        (EnvironmentProblem(ProblemKind.DISK_FULL, "The disk is full."), "", "The disk is full."),
    ],
)
def test_failed_save_is_shown_in_the_form_and_loses_nothing(
    frame: FormFrame[SampleDraft],
    made_office: Office,
    problem: SewerdeskError,
    field_name: str,
    sentence: str,
) -> None:
    owner(frame.view).edit.setText("Peña")
    made_office.fails.append(problem)
    assert frame.save() is False
    assert dict(frame.view.errors()) == {field_name: sentence}
    assert frame.view.draft().owner == "Peña"
    assert frame.view.is_dirty()
    assert frame.save() is True


def test_incomplete_form_is_not_saved(frame: FormFrame[SampleDraft], made_office: Office) -> None:
    owner(frame.view).edit.clear()
    assert frame.save() is False
    assert made_office.saved == []


def test_stale_record_offers_theirs_and_mine(frame: FormFrame[SampleDraft], made_office: Office) -> None:
    owner(frame.view).edit.setText("Mine")
    made_office.fails.append(StaleRecord("Application APP-1 was changed at the other desk."))
    assert frame.save() is False
    assert frame.stale_bar.words() == "Application APP-1 was changed at the other desk."
    assert frame.stale_bar.reload_button.hasFocus()
    assert frame.view.draft().owner == "Mine"
    press(frame.stale_bar.keep_mine_button, Qt.Key.Key_Return)
    assert [draft.owner for draft in made_office.overwritten] == ["Mine"]
    assert frame.stale_bar.isHidden()


def test_stale_record_reloaded_shows_theirs(frame: FormFrame[SampleDraft], made_office: Office) -> None:
    owner(frame.view).edit.setText("Mine")
    made_office.fails.append(StaleRecord("It was changed."))
    frame.save()
    press(frame.stale_bar.reload_button, Qt.Key.Key_Return)
    assert frame.view.draft().owner == "Theirs"
    assert not frame.view.is_dirty()
    assert made_office.overwritten == []


def test_leaving_a_clean_form_asks_nothing(frame: FormFrame[SampleDraft]) -> None:
    assert frame.may_leave()
    assert not frame.is_asking_to_leave()


def test_leaving_a_dirty_form_asks_and_each_answer_does_what_it_says(
    frame: FormFrame[SampleDraft], store: MemoryStore, qtbot: QtBot
) -> None:
    owner(frame.view).edit.setText("Peña")
    assert not frame.may_leave()
    assert frame.leave_bar.keep_button.hasFocus()
    press(frame.leave_bar.keep_button, Qt.Key.Key_Return)
    assert not frame.is_asking_to_leave()
    assert not frame.may_leave()
    with qtbot.waitSignal(frame.leave_allowed):
        press(frame.leave_bar.save_draft_button, Qt.Key.Key_Return)
    assert "Peña" in store.kept["k"].payload
    assert frame.may_leave()
    owner(frame.view).edit.setText("Peña Two")
    assert not frame.may_leave()
    with qtbot.waitSignal(frame.leave_allowed):
        frame.leave_bar.discard_button.click()
    assert store.kept == {}


def test_draft_that_cannot_be_kept_does_not_let_go(qtbot: QtBot, made_office: Office) -> None:
    class ReadOnly(MemoryStore):
        def save(self, key: str, *, payload: str, saved_at: object) -> None:
            raise EnvironmentProblem(ProblemKind.READ_ONLY, "The office folder is read-only.")

    frame = FormFrame(
        sample_spec(), sample_context(), saving=made_office.saving(), drafts=DraftHome(ReadOnly(), "k", CLOCK)
    )
    qtbot.addWidget(frame)
    frame.open(full_draft())
    owner(frame.view).edit.setText("Peña")
    frame.may_leave()
    frame.leave_bar.save_draft_button.click()
    assert "not being kept safe: The office folder is read-only." in frame.note()
    assert frame.is_asking_to_leave()


def test_kept_draft_is_offered_on_opening(
    frame: FormFrame[SampleDraft], made_office: Office, store: MemoryStore, qtbot: QtBot
) -> None:
    owner(frame.view).edit.setText("=1+1 LLC")
    frame.may_leave()
    frame.leave_bar.save_draft_button.click()
    again = FormFrame(
        sample_spec(), sample_context(), saving=made_office.saving(), drafts=DraftHome(store, "k", CLOCK)
    )
    qtbot.addWidget(again)
    again.open(replace(full_draft(), owner="On file"))
    assert not again.offer.isHidden()
    again.offer.restore_button.click()
    assert again.view.draft().owner == "=1+1 LLC"
    assert again.offer.isHidden()


def test_broken_draft_is_refused_in_a_sentence(made_office: Office, store: MemoryStore, qtbot: QtBot) -> None:
    store.save("k", payload="{}", saved_at=CLOCK.now())
    frame = FormFrame(
        sample_spec(), sample_context(), saving=made_office.saving(), drafts=DraftHome(store, "k", CLOCK)
    )
    qtbot.addWidget(frame)
    frame.open(full_draft())
    frame.offer.restore_button.click()
    assert "cannot be read any more" in frame.view.errors()[""]
    assert frame.view.draft() == full_draft()


@pytest.fixture
def dialog(qtbot: QtBot, made_office: Office) -> Iterator[FormDialog[SampleDraft]]:
    made = FormDialog(
        sample_spec(),
        sample_context(),
        title="Change application",
        verb="Save application",
        saving=made_office.saving(),
        draft=full_draft(),
    )
    qtbot.addWidget(made)
    made.open()
    yield made
    made.done(0)


def test_dialog_saves_on_control_enter_and_not_on_enter(
    dialog: FormDialog[SampleDraft], made_office: Office
) -> None:
    field = owner(dialog.frame.view)
    field.focus()
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert made_office.saved == []
    QTest.keyClick(dialog.frame.view.editor("is_agent").primary, Qt.Key.Key_Return, CTRL)
    assert not dialog.isVisible()
    assert dialog.result_value() == 1


def test_dialog_verb_button_answers_enter(dialog: FormDialog[SampleDraft], made_office: Office) -> None:
    dialog.verb_button.setFocus()
    press(dialog.verb_button, Qt.Key.Key_Return)
    assert made_office.saved == [full_draft()]
    assert dialog.result() == 1


def test_escape_closes_a_clean_dialog_and_asks_in_a_dirty_one(dialog: FormDialog[SampleDraft]) -> None:
    owner(dialog.frame.view).edit.setText("Peña")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.frame.is_asking_to_leave()
    assert dialog.frame.leave_bar.save_draft_button.isHidden()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.frame.is_asking_to_leave()
    owner(dialog.frame.view).edit.setText(full_draft().owner)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert dialog.result_value() is None


def test_window_close_asks_too(dialog: FormDialog[SampleDraft]) -> None:
    owner(dialog.frame.view).edit.setText("Peña")
    dialog.close()
    assert dialog.isVisible()
    dialog.frame.leave_bar.discard_button.click()
    assert not dialog.isVisible()


def test_reason_dialog_wants_a_reason(qtbot: QtBot) -> None:
    dialog = ReasonDialog(sample_context(), title="Void receipt R-2027-0004", verb="Void receipt")
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.verb_button.click()
    assert dialog.frame.view.errors() == {"reason": "Enter the reason."}
    editor = dialog.frame.view.editor("reason")
    assert isinstance(editor, NotesEditor)
    editor.edit.setPlainText("Typed twice.\n")
    dialog.verb_button.click()
    assert not dialog.isVisible()
    assert dialog.reason() == "Typed twice."


def test_dialog_is_freed_after_closing(qtbot: QtBot, made_office: Office) -> None:
    dialog = FormDialog(
        sample_spec(), sample_context(), title="New", verb="Save", saving=made_office.saving()
    )
    dialog.open()
    dialog.reject()
    view = dialog.frame.view
    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)
    assert not isValid(dialog)
    assert not isValid(view)


def test_page_saves_by_its_action_and_goes_back_after_the_question(qtbot: QtBot, made_office: Office) -> None:
    navigator = Navigator()
    context = UiContext(**{**dict.fromkeys(UiContext.__slots__), "navigator": navigator})  # type: ignore[arg-type]
    page = FormPage(
        context,
        sample_spec(),
        sample_context(),
        title="Application APP-1",
        verb="Save application",
        saving=made_office.saving(),
    )
    qtbot.addWidget(page)
    navigator.set_guard(page.may_leave)
    navigator.open(Route("applications"))
    navigator.open(Route("application", 1))
    page.open_draft(full_draft())
    page.show()
    with qtbot.waitSignal(page.saved):
        page.save_action.trigger()
    owner(page.frame.view).edit.setText("Peña")
    assert navigator.back() is False
    page.frame.leave_bar.discard_button.click()
    assert navigator.current == Route("applications")
    page.close()
