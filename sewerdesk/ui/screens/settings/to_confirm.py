"""What the law leaves blank or takes from a model law: the list to bring before the board."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.services.law_book import figures_to_confirm
from sewerdesk.ui.screens.law.act_changes import may_change
from sewerdesk.ui.screens.law.act_dialog import enter_rows
from sewerdesk.ui.screens.law.confirm import confirm_entries, walk_through
from sewerdesk.ui.screens.law.specs import status_of, value_with_unit
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import CellKind, Column, RecordTable

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

COLUMNS: tuple[Column[LawEntry], ...] = (
    Column(
        key="subject",
        title="Subject",
        value=lambda entry: entry.subject,
        width=38,
        tooltip=lambda entry: entry.subject,
    ),
    Column(key="value", title="Value", value=value_with_unit, width=14),
    Column(key="citation", title="Citation", value=lambda entry: entry.citation, width=16),
    Column(key="state", title="Status", value=status_of, kind=CellKind.STATUS, width=9),
    Column(
        key="missing",
        title="What is missing",
        value=lambda entry: entry.missing,
        width=44,
        tooltip=lambda entry: entry.missing,
    ),
)


class ToConfirmSection(TableSection[LawEntry]):
    """The open figures, each with what it lacks; Enter reads the rule."""

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            COLUMNS,
            name="settings-to-confirm",
            title="Law figures to confirm",
            store=context.views,
            row_key=lambda entry: entry.id,
            empty="Every figure was read in the law; nothing is left to confirm.",
        )
        super().__init__(
            context,
            key="to-confirm",
            title="Law figures to confirm",
            sentence="Confirm each with the municipality's code or a resolution before you rely on it. "
            "A blank figure is never guessed.",
            table=table,
        )
        self.settle_action = self.add_action(
            "Enter or confir&m…", self.settle, key="settle", icon_name="check", primary=True
        )
        self.walk_action = self.add_action("Go &through all…", self.walk, key="walk")
        self.rule_action = self.add_action(
            "Show the &rule", self.show_rule, key="show-rule", icon_name="scale"
        )
        table.row_activated.connect(self.show_rule)
        table.set_row_actions((self.settle_action, self.rule_action))

    def load(self) -> tuple[LawEntry, ...]:
        """What is open today."""
        return figures_to_confirm(self.context.ws)

    def follow(self, row: LawEntry | None) -> None:
        """The rule of a row."""
        self.rule_action.setEnabled(row is not None)
        self.settle_action.setEnabled(row is not None and may_change(row))
        self.walk_action.setEnabled(self.table.model.rowCount() > 0)

    @Slot()
    def settle(self) -> None:
        """Confirm the row as it stands, or enter what it lacks, by the authority that sets it."""
        row = self.table.current_row()
        if row is None or not may_change(row):
            return
        if row.status is FigureStatus.MODEL:
            confirm_entries(self, self.context, [row])
        else:
            enter_rows(self, self.context, [(row.part, row.key)])

    @Slot()
    def walk(self) -> None:
        """Go through all that is open, one after the other."""
        walk_through(self, self.context)

    @Slot()
    def show_rule(self) -> None:
        """Read the rule in The law."""
        row = self.table.current_row()
        if row is not None:
            self.open_rule(row.key)
