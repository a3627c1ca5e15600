"""Who holds each office that the law names, by date; the titles come from the law."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.book import role_words
from sewerdesk.services.officers import (
    OfficerView,
    appoint_officer,
    officer_history,
    officers,
    vacate_office,
)
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import CellKind, Column, RecordTable, Status
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

NOT_SET = "Not set"


@dataclass(frozen=True, slots=True)
class HolderDraft:
    """Who holds an office, how to reach the person, and since when."""

    person: str = ""
    phone: str = ""
    since: date | None = None


@dataclass(frozen=True, slots=True)
class VacateDraft:
    """The first day on which nobody holds the office."""

    until: date | None = None


HOLDER_FORM = FormSpec(
    HolderDraft,
    (
        Section(
            "",
            (
                FieldSpec(
                    "person", "Name", required=True, max_len=60, help="Printed under the signature line."
                ),
                FieldSpec("phone", "Telephone", FieldKind.PHONE),
                FieldSpec("since", "Holds the office from", FieldKind.DATE, required=True),
            ),
        ),
    ),
    verb="save",
)
VACATE_FORM = FormSpec(
    VacateDraft,
    (Section("", (FieldSpec("until", "Vacant from", FieldKind.DATE, required=True),)),),
    verb="save",
)


def _state(row: OfficerView) -> Status:
    if not row.person:
        return Status(NOT_SET, Tone.CAUTION)
    if row.status is not FigureStatus.LAW:
        return Status("Confirm title", Tone.CAUTION)
    return Status("Set", Tone.GOOD)


def _role(row: OfficerView) -> str:
    words = role_words(row.role)
    return words[:1].upper() + words[1:]


COLUMNS: tuple[Column[OfficerView], ...] = (
    Column(key="role", title="What the law asks", value=_role, width=24),
    Column(key="title", title="Title in the law", value=lambda row: row.title, width=24),
    Column(key="person", title="Who holds it", value=lambda row: row.person or NOT_SET, width=16),
    Column(key="phone", title="Telephone", value=lambda row: row.phone, width=14, hidden=True),
    Column(key="since", title="Since", value=lambda row: row.since, kind=CellKind.DATE, width=11),
    Column(key="citation", title="Citation", value=lambda row: row.citation, width=14),
    Column(key="state", title="State", value=_state, kind=CellKind.STATUS, width=13),
)


class OfficersSection(TableSection[OfficerView]):
    """The offices with their holders; papers are signed by the holder of the day."""

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            COLUMNS,
            name="settings-officers",
            title="Officers",
            store=context.views,
            row_key=lambda row: row.role,
            empty="The law of this office names no officers.",
        )
        super().__init__(
            context,
            key="officers",
            title="Officers",
            sentence="Papers are signed by the holder of the day; where nobody is set, the name is left to be "
            "written by hand.",
            table=table,
        )
        self.set_action = self.add_action(
            "&Set who holds it…", self.set_holder, key="set-holder", icon_name="pencil", primary=True
        )
        self.vacate_action = self.add_action("&Nobody from…", self.vacate, key="vacate", icon_name="circle-x")
        self.rule_action = self.add_action(
            "Show the &rule", self.show_rule, key="show-rule", icon_name="scale"
        )
        table.row_activated.connect(self.set_holder)
        table.set_row_actions((self.set_action, self.vacate_action, self.rule_action))

    def load(self) -> tuple[OfficerView, ...]:
        """Every office that the law names."""
        return officers(self.context.ws)

    def follow(self, row: OfficerView | None) -> None:
        """An office without a holder cannot be vacated."""
        self.set_action.setEnabled(row is not None)
        self.rule_action.setEnabled(row is not None)
        self.vacate_action.setEnabled(row is not None and bool(row.person))

    @Slot()
    def set_holder(self) -> None:
        """Enter who holds the office of the current row, and since when."""
        row = self.table.current_row()
        if row is None:
            return

        def save(draft: HolderDraft) -> object:
            if draft.since is not None:
                appoint_officer(
                    self.context.ws, role=row.role, person=draft.person, phone=draft.phone, since=draft.since
                )
            return draft

        today = self.context.clock.today()
        draft = HolderDraft(row.person, row.phone, row.since or today)
        self.ask(
            HOLDER_FORM,
            title=f"Who is {row.title}?",
            verb="Save",
            save=save,
            draft=draft,
            explanation=self._explanation(row),
        )

    @Slot()
    def vacate(self) -> None:
        """Enter that nobody holds the office of the current row from a day on."""
        row = self.table.current_row()
        if row is None:
            return

        def save(draft: VacateDraft) -> object:
            if draft.until is not None:
                vacate_office(self.context.ws, role=row.role, until=draft.until)
            return draft

        draft = VacateDraft(self.context.clock.today())
        self.ask(
            VACATE_FORM,
            title=f"{row.title}: nobody",
            verb="Save",
            save=save,
            draft=draft,
            explanation=self._explanation(row),
        )

    @Slot()
    def show_rule(self) -> None:
        """Show what the law says of the office."""
        row = self.table.current_row()
        if row is not None:
            self.open_rule(row.role)

    def _explanation(self, row: OfficerView) -> str:
        history = officer_history(self.context.ws, role=row.role)
        held = "; ".join(f"{one.person} from {one.since:%m/%d/%Y}" for one in history)
        return f"{row.title}, {row.citation}." + (f" So far: {held}." if held else "")
