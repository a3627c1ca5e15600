"""Who works here: entered by date, and who works at this computer now."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from sewerdesk.domain.errors import EnvironmentProblem, SewerdeskError
from sewerdesk.services.offices import add_operator
from sewerdesk.services.people import PersonRow, change_person, end_work, people, work_as
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import CellKind, Column, RecordTable, Status, row_id
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class PersonDraft:
    """Somebody who begins to work here."""

    name: str = ""
    initials: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ChangeDraft:
    """Somebody's name and title as corrected."""

    name: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class EndDraft:
    """The last day somebody works here."""

    last_day: date | None = None


_NAME = FieldSpec("name", "Name", required=True, max_len=60, help="Printed on receipts and affidavits.")
_TITLE = FieldSpec("title", "Title", max_len=60)
ADD_FORM = FormSpec(
    PersonDraft,
    (
        Section(
            "",
            (
                _NAME,
                FieldSpec(
                    "initials",
                    "Initials",
                    required=True,
                    max_len=6,
                    width=Width.SHORT,
                    help="They stand on every fact that the person enters, and are used once.",
                ),
                _TITLE,
            ),
        ),
    ),
    verb="add",
)
CHANGE_FORM = FormSpec(ChangeDraft, (Section("", (_NAME, _TITLE)),), verb="save")
END_FORM = FormSpec(
    EndDraft,
    (Section("", (FieldSpec("last_day", "Last day worked", FieldKind.DATE, required=True),)),),
    verb="end the work",
)


def _state(row: PersonRow) -> Status:
    if row.works_now:
        return Status("Works now", Tone.GOOD, "user")
    return Status("Works here", Tone.INFO) if row.works_here else Status("Left", Tone.NEUTRAL)


COLUMNS: tuple[Column[PersonRow], ...] = (
    Column(key="initials", title="Initials", value=lambda row: row.initials, width=8),
    Column(key="name", title="Name", value=lambda row: row.name, width=22),
    Column(key="title", title="Title", value=lambda row: row.title, width=20),
    Column(key="since", title="From", value=lambda row: row.since, kind=CellKind.DATE, width=11),
    Column(key="last_day", title="Last day", value=lambda row: row.last_day, kind=CellKind.DATE, width=11),
    Column(key="state", title="State", value=_state, kind=CellKind.STATUS, width=13),
)


class PeopleSection(TableSection[PersonRow]):
    """The list of people. ``operator_chosen`` carries the initials of who works from now on."""

    operator_chosen = Signal(str)

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            COLUMNS,
            name="settings-people",
            title="Who works here",
            store=context.views,
            row_key=row_id,
            empty="Nobody is entered yet. Add yourself.",
        )
        super().__init__(
            context,
            key="people",
            title="Who works here",
            sentence="The initials of who works now stand on every receipt, paper and change.",
            table=table,
        )
        self.add_person_action = self.add_action(
            "&Add person…", self.add, key="add-person", icon_name="plus", primary=True
        )
        self.works_action = self.add_action("&Works now", self.choose, key="work-as", icon_name="user")
        self.change_action = self.add_action("&Change…", self.change, key="change-person", icon_name="pencil")
        self.end_action = self.add_action("E&nd work…", self.end, key="end-work", icon_name="log-out")
        table.row_activated.connect(self.choose)
        table.set_row_actions((self.works_action, self.change_action, self.end_action))

    def load(self) -> tuple[PersonRow, ...]:
        """Everybody who ever worked here."""
        return people(self.context.ws)

    def follow(self, row: PersonRow | None) -> None:
        """Only who works here may work now or end."""
        self.works_action.setEnabled(row is not None and row.works_here and not row.works_now)
        self.change_action.setEnabled(row is not None)
        self.end_action.setEnabled(row is not None and row.last_day is None)

    @Slot()
    def choose(self) -> None:
        """From now on the person of the current row works at this computer."""
        row = self.table.current_row()
        if row is None or row.works_now:
            return
        try:
            chosen = work_as(self.context.ws, initials=row.initials)
            self.context.settings.change(operator=chosen.initials)
        except EnvironmentProblem as problem:  # the choice holds for this run, it was only not remembered
            self.context.toasts.show(problem.message, tone=Tone.CAUTION)
        except SewerdeskError as error:
            show_failure(self.context.prompter, error)
            return
        self.refresh()
        self.operator_chosen.emit(row.initials)
        self.context.toasts.show(
            f"{row.name} works now; the initials {row.initials} stand on what is entered."
        )

    @Slot()
    def add(self) -> None:
        """Enter somebody who works here from today on."""
        self.ask(
            ADD_FORM,
            title="Add a person",
            verb="Add person",
            save=self._add,
        )

    @Slot()
    def change(self) -> None:
        """Correct the name or title of the current row."""
        row = self.table.current_row()
        if row is None:
            return

        def save(draft: ChangeDraft) -> object:
            change_person(self.context.ws, initials=row.initials, name=draft.name, title=draft.title)
            return draft

        self.ask(
            CHANGE_FORM,
            title=f"Change {row.name}",
            verb="Save",
            save=save,
            draft=ChangeDraft(row.name, row.title),
            explanation=f"The initials {row.initials} stay: they stand on what was entered.",
        )

    @Slot()
    def end(self) -> None:
        """Enter the last day that the person of the current row works here."""
        row = self.table.current_row()
        if row is None:
            return

        def save(draft: EndDraft) -> object:
            if draft.last_day is not None:
                end_work(self.context.ws, initials=row.initials, last_day=draft.last_day)
            return draft

        self.ask(
            END_FORM,
            title=f"End the work of {row.name}",
            verb="End work",
            save=save,
            draft=EndDraft(self.context.clock.today()),
            explanation="What the person entered stays as it is, with the initials.",
        )

    def _add(self, draft: PersonDraft) -> object:
        add_operator(self.context.ws, initials=draft.initials.upper(), name=draft.name, title=draft.title)
        return draft
