"""The office's table of holidays, year by year: deadlines and business days are counted by it."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.holidays import WEEKDAYS, Holiday
from sewerdesk.services.holidays import holiday_citation, holidays, remove_holiday, save_holiday
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme import set_role

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class HolidayDraft:
    """A day that is kept, and why."""

    day: date | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class NameDraft:
    """What a day is kept for."""

    name: str = ""


_NAME = FieldSpec("name", "What is kept", required=True, max_len=60, help="For example Founders Day.")
ADD_FORM = FormSpec(
    HolidayDraft,
    (Section("", (FieldSpec("day", "Day", FieldKind.DATE, required=True), _NAME)),),
    verb="add",
)
RENAME_FORM = FormSpec(NameDraft, (Section("", (_NAME,)),), verb="save")


def _weekday(row: Holiday) -> str:
    return WEEKDAYS[row.day.weekday()]


COLUMNS: tuple[Column[Holiday], ...] = (
    Column(key="day", title="Day", value=lambda row: row.day, kind=CellKind.DATE, width=12),
    Column(key="weekday", title="Weekday", value=_weekday, width=12, sort_key=lambda row: row.day.weekday()),
    Column(key="name", title="What is kept", value=lambda row: row.name, width=40),
)


class HolidaysSection(TableSection[Holiday]):
    """One year of the table, with the year before and the year after one key away."""

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            COLUMNS,
            name="settings-holidays",
            title="Holidays",
            store=context.views,
            row_key=lambda row: row.day,
            empty="This year has no holiday yet. Deadlines in it cannot be computed until one is added.",
        )
        super().__init__(
            context,
            key="holidays",
            title="Holidays",
            sentence=f"Filled in from {holiday_citation()}; add what your office keeps. "
            "Deadlines and business days are counted by this table.",
            table=table,
        )
        self.year = context.clock.today().year
        self.add_holiday_action = self.add_action(
            "&Add holiday…", self.add, key="add-holiday", icon_name="plus", primary=True
        )
        self.rename_action = self.add_action("&Rename…", self.rename, key="rename", icon_name="pencil")
        self.remove_action = self.add_action("Re&move", self.remove, key="remove", icon_name="trash-2")
        self.add_action("&Previous year", self.previous_year, key="previous-year", shortcut="Alt+PgUp")
        self.add_action("&Next year", self.next_year, key="next-year", shortcut="Alt+PgDown")
        self.year_label = QLabel()
        set_role(self.year_label, role="strong")
        self.body.insertWidget(0, self.year_label)
        table.row_activated.connect(self.rename)
        table.set_row_actions((self.rename_action, self.remove_action))

    def load(self) -> tuple[Holiday, ...]:
        """The rows of the year."""
        self.year_label.setText(f"Holidays of {self.year}")
        return holidays(self.context.ws, year=self.year)

    def follow(self, row: Holiday | None) -> None:
        """Both need a row."""
        self.rename_action.setEnabled(row is not None)
        self.remove_action.setEnabled(row is not None)

    @Slot()
    def previous_year(self) -> None:
        """Show the year before."""
        self._show_year(self.year - 1)

    @Slot()
    def next_year(self) -> None:
        """Show the year after."""
        self._show_year(self.year + 1)

    def _show_year(self, year: int) -> None:
        self.year = year
        self.refresh()

    @Slot()
    def add(self) -> None:
        """Enter a day that the office keeps."""
        self.ask(
            ADD_FORM,
            title="Add a holiday",
            verb="Add holiday",
            save=self._add,
        )

    @Slot()
    def rename(self) -> None:
        """Give the day of the current row another name."""
        row = self.table.current_row()
        if row is None:
            return

        def save(draft: NameDraft) -> object:
            save_holiday(self.context.ws, day=row.day, name=draft.name)
            return draft

        self.ask(
            RENAME_FORM,
            title=f"Rename {row.day:%m/%d/%Y}",
            verb="Save",
            save=save,
            draft=NameDraft(row.name),
        )

    @Slot()
    def remove(self) -> None:
        """Count the day of the current row as a business day from now on; with Undo."""
        row = self.table.current_row()
        if row is None:
            return
        try:
            remove_holiday(self.context.ws, day=row.day)
        except SewerdeskError as error:
            show_failure(self.context.prompter, error)
            return
        self._removed = row
        self.refresh()
        self.context.toasts.show(
            f"{row.name}, {row.day:%m/%d/%Y}, is a business day now.", undo=self._put_back
        )

    @Slot()
    def _put_back(self) -> None:
        save_holiday(self.context.ws, day=self._removed.day, name=self._removed.name)
        self.refresh()

    def _add(self, draft: HolidayDraft) -> object:
        if draft.day is not None:
            save_holiday(self.context.ws, day=draft.day, name=draft.name)
            self.year = draft.day.year
            self.refresh()
            self.table.select_key(draft.day)
        return draft
