"""What can be done with the rules selected in the list: enter the act that changes one, or confirm several."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.acts import FIGURE
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.book_parts import CHANGEABLE
from sewerdesk.ui.screens.record_acts import RecordActs
from sewerdesk.ui.tables import RecordTable

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class RuleActs(RecordActs[LawEntry]):
    """The actions of the rules that the list has selected."""

    def __init__(self, page: QWidget, context: "UiContext", *, table: RecordTable[LawEntry]) -> None:
        super().__init__(page, context, shown=table.current_row)
        self._table = table
        self._change = self._action("&Change…", self.change, "change-rule", shortcut="F2", icon_name="pencil")
        self._confirm = self._action("Confir&m…", self.confirm, "confirm-rules", icon_name="badge-check")
        self.actions = (self._change, self._confirm)
        table.set_row_actions(self.actions)
        table.selection_changed.connect(self.follow)

    @Slot()
    def follow(self) -> None:
        """Offer what can be done with the rows selected."""
        row = self._shown()
        open_rows = self._to_confirm()
        self._change.setEnabled(bool(row is not None and _changeable(row)))
        blank = row is not None and row.status is FigureStatus.BLANK
        self._change.setText("E&nter it…" if blank else "&Change…")
        self._confirm.setEnabled(bool(open_rows))
        self._confirm.setText(f"Confir&m {len(open_rows)}…" if len(open_rows) > 1 else "Confir&m…")

    def _to_confirm(self) -> list[LawEntry]:
        """The rows selected that can be confirmed as they stand."""
        rows = self._table.selected_rows()
        return [row for row in rows if row.is_own and row.status is FigureStatus.MODEL]

    @Slot()
    def change(self) -> None:
        """Enter the act that changes or sets the rule shown, or the figures that it rests on."""
        from sewerdesk.ui.screens.law.act_dialog import enter_rows

        row = self._shown()
        rows = _changeable(row) if row is not None else []
        if rows:
            enter_rows(self._page, self._context, rows)

    @Slot()
    def confirm(self) -> None:
        """Confirm the rules selected as they stand."""
        from sewerdesk.ui.screens.law.confirm import confirm_entries

        rows = self._to_confirm()
        if rows:
            confirm_entries(self._page, self._context, rows)


def _changeable(entry: LawEntry) -> list[tuple[str, str]]:
    """What an act changes where this rule is to be changed: the row itself, else the figures that it rests on."""
    if entry.part in CHANGEABLE:
        return [(entry.part, entry.key)]
    return [(FIGURE, key) for key in entry.figures]
