"""Third step: the run as it would be posted, account by account, with totals and the reasons for every change."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTabWidget, QVBoxLayout, QWidget

from sewerdesk.domain.billcompare import CauseGroup
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billtotals import ChargeTotal, ClassTotal
from sewerdesk.domain.expected import ExpectedRow
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import DifferenceRow, OutcomeRow, RunLook, explain_bill
from sewerdesk.services.billing import look_at_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.screens.billing.explain import explain_in
from sewerdesk.ui.screens.billing.specs import (
    CHARGE_COLUMNS,
    CLASS_COLUMNS,
    EXPECTED_COLUMNS,
    NOT_BILLED_COLUMNS,
    difference_columns,
    outcome_columns,
)
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.flow import FlowLayout
from sewerdesk.ui.widgets.stat import StatFigure

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class ReviewStep(WizardStep):
    """The drafted run. ``looked`` carries the ``RunLook`` each time it was computed."""

    looked = Signal(object)

    def __init__(self, context: "UiContext", setup_of: Callable[[], RunSetup | None]) -> None:
        super().__init__(
            "What will be billed",
            help_text="Nothing is posted yet. Enter on a bill says how each line came about.",
        )
        self._context = context
        self._setup_of = setup_of
        self.look: RunLook | None = None
        self.banners = BannerArea()
        self._make_tables(context)
        self.expected: RecordTable[ExpectedRow] = RecordTable(
            EXPECTED_COLUMNS,
            name="run-expected",
            title="Expected and billed",
            store=context.views,
            empty="No rate by units, by account or by use is in force.",
        )
        self._lay_out()
        self.to_bill.row_activated.connect(self._explain)
        self.differences.row_activated.connect(self._explain)

    def _make_tables(self, context: "UiContext") -> None:
        store = context.views
        self.to_bill: RecordTable[OutcomeRow] = RecordTable(
            outcome_columns(posted=False),
            name="run-to-bill",
            title="To bill",
            store=store,
            row_key=_outcome_key,
            empty="No account is to be billed.",
        )
        self.held: RecordTable[OutcomeRow] = RecordTable(
            NOT_BILLED_COLUMNS, name="run-held", title="Held", store=store, empty="No bill is held."
        )
        self.skipped: RecordTable[OutcomeRow] = RecordTable(
            NOT_BILLED_COLUMNS,
            name="run-skipped",
            title="Skipped",
            store=store,
            empty="No account is skipped.",
        )
        self.differences: RecordTable[DifferenceRow] = RecordTable(
            difference_columns(narrow=False),
            name="run-differences",
            title="Different from last quarter",
            store=store,
            empty="No bill differs from the last quarter's.",
        )
        self.charges: RecordTable[ChargeTotal] = RecordTable(
            CHARGE_COLUMNS, name="run-charges", title="By charge", store=store, empty="Nothing is charged."
        )
        self.classes: RecordTable[ClassTotal] = RecordTable(
            CLASS_COLUMNS, name="run-classes", title="By rate class", store=store, empty="Nothing is charged."
        )

    def _lay_out(self) -> None:
        names = ("To bill", "Held", "Skipped", "Different")
        self.figures = {name: StatFigure(name) for name in names}
        figures = QHBoxLayout()
        figures.setSpacing(12)
        for figure in self.figures.values():
            figures.addWidget(figure, 1)
            figure.clicked.connect(self._on_figure)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName("Parts of the run")
        for page, name in ((self.to_bill, "To bill"), (self.held, "Held"), (self.skipped, "Skipped")):
            self.tabs.addTab(_padded(page), name)
        self.tabs.addTab(self._difference_page(), "Different from last quarter")
        self.tabs.addTab(self._totals_page(), "Totals")
        self.tabs.addTab(_padded(self.expected), "Expected")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(figures)
        column.addWidget(self.banners)
        column.addWidget(self.tabs, 1)

    def _difference_page(self) -> QWidget:
        self._causes = QWidget()
        self._cause_flow = FlowLayout(self._causes)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._causes)
        column.addWidget(self.differences, 1)
        return page

    def _totals_page(self) -> QWidget:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 12, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.charges, 2)
        row.addWidget(self.classes, 1)
        for table in (self.charges, self.classes):
            table.filter_line.hide()
            table.columns_button.hide()
        return page

    def is_ready(self) -> bool:
        """Whether the run was computed."""
        return self.look is not None

    def on_enter(self) -> None:
        """Compute the run afresh."""
        setup, workspace = self._setup_of(), self._context.ws
        if setup is None:
            return
        self.look = None

        def work(_reporter: Reporter) -> object:
            return look_at_run(workspace, setup=setup)

        self._context.jobs.start(
            work, title=f"Computing {setup.quarter.label}", receiver=self._on_looked, parent=self.window()
        )

    def first_focus(self) -> None:
        """The keyboard begins in the list in view."""
        table = self.tabs.currentWidget().findChild(RecordTable)
        if isinstance(table, RecordTable):
            table.focus_rows()

    @Slot(object)
    def _on_looked(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            self.banners.set_banner("run", Tone.BAD, sentence_of(outcome.error))
            self.ready_changed.emit()
            return
        self.banners.remove("run")
        if isinstance(outcome.result, RunLook):
            self.show_look(outcome.result)
        self.ready_changed.emit()

    def show_look(self, look: RunLook) -> None:
        """Show a computed run."""
        self.look = look
        billed = look.of_kind(OutcomeKind.BILLED)
        held, skipped = look.of_kind(OutcomeKind.HELD), look.of_kind(OutcomeKind.SKIPPED)
        for table, rows in ((self.to_bill, billed), (self.held, held), (self.skipped, skipped)):
            table.set_rows(rows)
        self.differences.set_rows(look.differences)
        self.charges.set_rows(look.preview.by_charge)
        self.classes.set_rows(look.preview.by_class)
        self.expected.set_rows(look.preview.expected)
        self._show_figures(look, len(billed), len(held), len(skipped))
        self._show_causes(look.groups)
        self.looked.emit(look)

    def _show_figures(self, look: RunLook, billed: int, held: int, skipped: int) -> None:
        self.figures["To bill"].set_figure(f"{billed:,}", format_money(look.preview.total))
        tone = Tone.CAUTION if held else Tone.NEUTRAL
        self.figures["Held"].set_figure(f"{held:,}", "with a reason each", tone=tone)
        self.figures["Skipped"].set_figure(f"{skipped:,}", "with a reason each")
        change = sum((group.change for group in look.groups), start=look.preview.total * 0)
        self.figures["Different"].set_figure(f"{len(look.differences):,}", f"{format_money(change)} in all")
        for place, count in enumerate((billed, held, skipped, len(look.differences))):
            name = self.tabs.tabText(place).split(" (")[0]
            self.tabs.setTabText(place, f"{name} ({count:,})")

    def _show_causes(self, groups: tuple[CauseGroup, ...]) -> None:
        while (item := self._cause_flow.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if groups and groups[0].cause.value != "unexplained":
            self._cause_flow.addWidget(Chip("Nothing unexplained", Tone.GOOD))
        for group in groups:
            words = (
                f"{group.cause.value.capitalize()}: {len(group.differences):,}, {format_money(group.change)}"
            )
            tone = Tone.BAD if group.cause.value == "unexplained" else Tone.NEUTRAL
            self._cause_flow.addWidget(Chip(words, tone))
        self._causes.updateGeometry()

    @Slot()
    def _on_figure(self) -> None:
        pressed = self.sender()
        for place, figure in enumerate(self.figures.values()):
            if figure is pressed:
                self.tabs.setCurrentIndex(place)
                self.first_focus()

    @Slot(object)
    def _explain(self, row: OutcomeRow | DifferenceRow) -> None:
        bill = None if self.look is None else self.look.bill_of(row.account_id)
        setup = self._setup_of()
        if bill is None or setup is None:
            return
        explain_in(
            self,
            title=f"Account {row.account}: {format_money(bill.total)}",
            subtitle=f"{row.name}, {setup.quarter.label}",
            text=explain_bill(bill),
        )


def _padded(table: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 12, 0, 0)
    column.addWidget(table)
    return page


def _outcome_key(row: OutcomeRow) -> int:
    return row.account_id


def secondary(text: str) -> QLabel:
    """A quiet line."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    set_role(label, role="secondary")
    return label
