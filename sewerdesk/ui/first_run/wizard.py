"""The first-run wizard: municipality, folder, letterhead, who works here; then the office is made."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.services.law import pack_choices
from sewerdesk.services.offices import OpenOffice, make_office
from sewerdesk.ui.dialogs.wizard import FormStep, Wizard
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.first_run.specs import (
    LetterheadDraft,
    MunicipalityDraft,
    OperatorDraft,
    PlaceDraft,
    letterhead_form,
    municipality_form,
    office_setup,
    operator_form,
    place_form,
    place_of,
)
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.jobs import JobRunner, Outcome, Reporter
from sewerdesk.ui.prompter import Prompter

_PICTURES = "Pictures (*.png *.jpg *.jpeg)"


class PlaceStep(FormStep[PlaceDraft]):
    """Where the folder goes, with a button that chooses the folder it lies in."""

    def __init__(self, context: EditorContext, prompter: Prompter, *, proposed: Path) -> None:
        super().__init__("Folder", place_form(), context)
        self._prompter = prompter
        self.view.load(PlaceDraft(str(proposed)))
        self.browse = QPushButton("Br&owse…")
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self.choose)
        self.view.editor("folder").body.insertWidget(1, self.browse)

    @Slot()
    def choose(self) -> None:
        """Choose the folder that the office's folder is made in."""
        typed = place_of(self.view.draft())
        name = typed.name or "Sewer office"
        folder = self._prompter.choose_folder(
            "Where should the office's folder be made?", folder=typed.parent
        )
        if folder is not None:
            self.view.load(PlaceDraft(str(folder / name)))


class LetterheadStep(FormStep[LetterheadDraft]):
    """The letterhead, filled in from the top: what may be left out stands before what is needed."""

    def __init__(self, context: EditorContext) -> None:
        super().__init__("Letterhead", letterhead_form(), context)
        self.view.load(LetterheadDraft(state="NY"))

    def first_focus(self) -> None:
        """The keyboard begins at the first line."""
        self.view.go_to("department")


class FirstRunWizard(QObject):
    """Asks and makes the office; ``made`` carries it opened, ``given_up`` goes back to the start."""

    made = Signal(object)
    given_up = Signal()

    def __init__(
        self, *, clock: Clock, prompter: Prompter, jobs: JobRunner, proposed: Path, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._prompter = prompter
        self._jobs = jobs
        self._packs = pack_choices()
        context = EditorContext(today=clock.today, pick_files=self._pick_seal)
        self.municipality: FormStep[MunicipalityDraft] = FormStep(
            "Municipality", municipality_form(self._packs), context
        )
        self.place = PlaceStep(context, prompter, proposed=proposed)
        self.letterhead = LetterheadStep(context)
        self.operator: FormStep[OperatorDraft] = FormStep("Who works here", operator_form(), context)
        steps = (self.municipality, self.place, self.letterhead, self.operator)
        self.wizard = Wizard(steps, title="Set up this office", act="Make the office", parent=parent)
        self.wizard.leave_button.setText("Cancel")
        self.wizard.act_asked.connect(self.make)
        self.wizard.left.connect(self.given_up)

    def start(self) -> None:
        """Show the first question."""
        self.wizard.start()

    def setup(self) -> OfficeSetup:
        """The answers as typed; raises ``UserError`` where one is not usable."""
        return office_setup(
            self.municipality.view.draft(),
            self.letterhead.view.draft(),
            self.operator.view.draft(),
            self._packs,
        )

    @Slot()
    def make(self) -> None:
        """Make the office with what was answered; a refusal leaves everything as typed."""
        try:
            setup = self.setup()
            folder = place_of(self.place.view.draft())
        except SewerdeskError as error:
            show_failure(self._prompter, error)
            return
        clock = self._clock

        def job(reporter: Reporter) -> OpenOffice:
            reporter.step(0, 0, "Making the office's folder …")
            return make_office(folder, setup=setup, clock=clock)

        self._jobs.start(
            job, title="Making the office", receiver=self._on_made, parent=self.wizard, can_stop=False
        )

    @Slot(object)
    def _on_made(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self._prompter, outcome.error)
        elif isinstance(outcome.result, OpenOffice):
            self.made.emit(outcome.result)

    def _pick_seal(self) -> Sequence[Path]:
        chosen = self._prompter.choose_file("Choose the picture of the seal", kinds=_PICTURES)
        return () if chosen is None else (chosen,)
