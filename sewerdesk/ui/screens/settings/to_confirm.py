"""What the law leaves blank or takes from a model law: the list to bring before the board."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.law.book import LawEntry
from sewerdesk.services.law_book import figures_to_confirm
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
        self.rule_action = self.add_action(
            "Show the &rule", self.show_rule, key="show-rule", icon_name="scale", primary=True
        )
        table.row_activated.connect(self.show_rule)
        table.set_row_actions((self.rule_action,))

    def load(self) -> tuple[LawEntry, ...]:
        """What is open today."""
        return figures_to_confirm(self.context.ws)

    def follow(self, row: LawEntry | None) -> None:
        """The rule of a row."""
        self.rule_action.setEnabled(row is not None)

    @Slot()
    def show_rule(self) -> None:
        """Read the rule in The law."""
        row = self.table.current_row()
        if row is not None:
            self.open_rule(row.key)
