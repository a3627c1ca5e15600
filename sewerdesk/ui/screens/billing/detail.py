"""A posted run beside the list: figures, every account's outcome, differences, what was acknowledged."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sewerdesk.domain.billtotals import ChargeTotal
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import DifferenceRow, OutcomeRow, RunView
from sewerdesk.domain.wording import count
from sewerdesk.ui.screens.billing.review_step import secondary
from sewerdesk.ui.screens.billing.specs import (
    CHARGE_COLUMNS,
    OUTCOME_CHIPS,
    difference_columns,
    outcome_columns,
)
from sewerdesk.ui.tables import RecordTable, Status
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class RunPane(DetailPane):
    """``differences_asked`` is emitted when the differences come into view and are not loaded yet."""

    differences_asked = Signal()

    def __init__(self, context: "UiContext") -> None:
        super().__init__("Choose a quarter to see what was billed.")
        store = context.views
        self.facts = KeyValueGrid(columns=3)
        self.charges: RecordTable[ChargeTotal] = RecordTable(
            CHARGE_COLUMNS, name="posted-charges", title="By charge", store=store
        )
        self.outcomes: RecordTable[OutcomeRow] = RecordTable(
            outcome_columns(posted=True),
            name="posted-outcomes",
            title="Accounts of the run",
            store=store,
            row_key=_account_id,
            chips=OUTCOME_CHIPS,
        )
        self.differences: RecordTable[DifferenceRow] = RecordTable(
            difference_columns(narrow=True),
            name="posted-differences",
            title="Different from the quarter before",
            store=store,
            empty="No bill differs from the quarter before.",
        )
        self._warnings = QWidget()
        self._warning_list = QVBoxLayout(self._warnings)
        self._warning_list.setContentsMargins(0, 0, 0, 0)
        self._warning_list.setSpacing(8)
        self._loaded = False
        self.add_tab("summary", "Summary", self._summary())
        self.add_tab("accounts", "Accounts", self.outcomes)
        self.add_tab("differences", "Differences", self.differences)
        self.add_tab("warnings", "Warnings read", self._warnings, scrolls=True)
        self.tab_changed.connect(self._on_tab)

    def _summary(self) -> QWidget:
        self.charges.filter_line.hide()
        self.charges.columns_button.hide()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.facts)
        column.addWidget(SectionTitle("By charge, for the journal"))
        column.addWidget(self.charges, 1)
        return page

    def show_run(self, view: RunView) -> None:
        """Show a run."""
        run = view.run
        chips = [Status("Rolled back", Tone.BAD) if run.rolled_back else Status("Posted", Tone.GOOD)]
        if run.held:
            chips.append(Status(f"{run.held:,} held", Tone.CAUTION))
        self.show_header(
            f"{run.quarter.label}",
            f"{run.number}, posted {run.posted_at.astimezone():%m/%d/%Y %I:%M %p} by {run.posted_by}",
            chips=chips,
            figure=format_money(run.total),
            figure_name=count(run.billed, "bill"),
        )
        self.facts.set_pairs(
            (
                ("Bill date", f"{run.bill_date:%m/%d/%Y}"),
                ("Due date", f"{run.due_date:%m/%d/%Y}"),
                ("Readings through", f"{view.read_through:%m/%d/%Y}"),
                ("Billed", f"{run.billed:,}"),
                ("Held", f"{run.held:,}"),
                ("Skipped", f"{run.skipped:,}"),
                *((("Rolled back because", run.rolled_back),) if run.rolled_back else ()),
            )
        )
        self.charges.set_rows(view.by_charge)
        self.outcomes.set_rows(view.outcomes)
        self._show_warnings(view.acknowledged)
        self._loaded = False
        self._on_tab(self.current_tab)

    def show_differences(self, rows: Sequence[DifferenceRow]) -> None:
        """Show the differences of the run in view."""
        self._loaded = True
        self.differences.set_rows(rows)

    def _show_warnings(self, sentences: Sequence[str]) -> None:
        while (item := self._warning_list.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        words = sentences or ("There was nothing odd about this run.",)
        for sentence in words:
            self._warning_list.addWidget(secondary(sentence))
        self._warning_list.addStretch(1)

    @Slot(str)
    def _on_tab(self, key: str) -> None:
        if key == "differences" and not self._loaded:
            self.differences_asked.emit()


def _account_id(row: OutcomeRow) -> int:
    return row.account_id
