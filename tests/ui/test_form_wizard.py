"""The wizard: goes on from complete steps only, keeps what was typed, opens where it was left."""

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from sewerdesk.ui.dialogs.wizard import FormStep, Wizard, WizardStep
from sewerdesk.ui.forms.line_editors import LineEditor
from sewerdesk.ui.forms.view import FormView
from tests.ui.form_sample import (
    SampleDraft,
    full_draft,
    sample_context,
    sample_spec,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def owner(view: FormView[SampleDraft]) -> LineEditor:
    """The owner's field."""
    editor = view.editor("owner")
    assert isinstance(editor, LineEditor)
    return editor


class CountStep(WizardStep):
    """A step that is ready when told."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.entered = 0
        self.ready = True
        column = QVBoxLayout(self)
        column.addWidget(QLabel(title))

    def is_ready(self) -> bool:
        return self.ready

    def on_enter(self) -> None:
        self.entered += 1


@pytest.fixture
def wizard(qtbot: QtBot) -> Iterator[Wizard]:
    steps = [CountStep("Choose"), FormStep("Fill in", sample_spec(), sample_context()), CountStep("Post")]
    made = Wizard(steps, title="Quarterly billing", act="Post 412 bills")
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.start()
    yield made
    made.close()


def form_step(wizard: Wizard) -> FormStep[SampleDraft]:
    """The step in view, a form."""
    return cast("FormStep[SampleDraft]", wizard.step())


def test_wizard_goes_on_only_from_a_complete_step(wizard: Wizard) -> None:
    assert wizard.next_button.text() == "&Next"
    wizard.next_button.click()
    assert wizard.place() == 1
    wizard.next_button.click()
    assert wizard.place() == 1
    assert len(form_step(wizard).view.errors()) == 8
    form_step(wizard).view.load(full_draft())
    wizard.next_button.click()
    assert wizard.place() == 2
    assert wizard.next_button.text() == "Post 412 bills"
    assert wizard.steps_done() == (True, True, False)


def test_wizard_keeps_what_was_typed_and_asks_for_the_act_last(wizard: Wizard, qtbot: QtBot) -> None:
    wizard.go_on()
    form_step(wizard).view.load(full_draft())
    owner(form_step(wizard).view).edit.setText("Peña")
    wizard.go_back()
    wizard.go_on()
    assert owner(form_step(wizard).view).edit.text() == "Peña"
    wizard.go_on()
    wizard.set_act("Post 411 bills & notices")
    assert wizard.next_button.text() == "Post 411 bills && notices"
    with qtbot.waitSignal(wizard.act_asked):
        wizard.next_button.click()
    assert wizard.place() == 2


def test_wizard_opens_where_it_was_left(wizard: Wizard) -> None:
    wizard.start(2)
    assert wizard.place() == 2
    step = wizard.step()
    assert isinstance(step, CountStep)
    assert step.entered == 1
    step.ready = False
    step.ready_changed.emit()
    assert not wizard.next_button.isEnabled()
    step.ready = True
    step.ready_changed.emit()
    assert wizard.next_button.isEnabled()
