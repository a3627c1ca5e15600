"""The quarters billed so far, each with what it came to, what became of every account, and its papers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.runviews import DifferenceRow, OutcomeRow, PostedRun
from sewerdesk.domain.wording import count
from sewerdesk.services.bill_files import BillOrder, bill_file, bills_file
from sewerdesk.services.runs import (
    billing_register_file,
    explain_posted_bill,
    list_runs,
    run_differences,
    run_view,
)
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.exporting import save_made
from sewerdesk.ui.files import open_elsewhere
from sewerdesk.ui.jobs import Outcome, OutcomeKind, Reporter
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.progress import NowAndThen
from sewerdesk.ui.screens.billing.detail import RunPane
from sewerdesk.ui.screens.billing.explain import explain_in
from sewerdesk.ui.screens.billing.print_acts import PrintActs
from sewerdesk.ui.screens.billing.run_acts import RunActs
from sewerdesk.ui.screens.billing.specs import RUN_COLUMNS
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import show_dialog
from sewerdesk.ui.tables import RecordTable

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_XLSX = "Excel workbook (*.xlsx)"


def _run_id(row: PostedRun) -> int:
    return row.run_id


class BillingScreen(ListDetailScreen[PostedRun]):
    """The list of runs; the primary act begins or goes on with the next quarter."""

    watches = frozenset({"billing_run"})
    help_topic = "billing"

    def __init__(self, context: "UiContext") -> None:
        new_run = make_action(
            context.navigator,
            "&Bill a quarter…",
            _Open(context, "billing-run"),
            key="new-run",
            shortcut="Ctrl+N",
            icon_name="plus",
        )
        table: RecordTable[PostedRun] = RecordTable(
            RUN_COLUMNS,
            name="runs",
            title="Quarters billed",
            store=context.views,
            row_key=_run_id,
            empty="No quarter was billed here yet. Import the readings, then bill the quarter step by step.",
            empty_action=new_run,
        )
        self.pane = RunPane(context)
        super().__init__(
            context,
            title="Billing",
            subtitle="Quarters billed so far, newest first, with their bills and registers.",
            table=table,
            detail=self.pane,
        )
        self._shown: PostedRun | None = None
        self.show_action(new_run, primary=True)
        self.add_page_action("Ra&tes and fees", _Open(context, "rates"), key="rates", icon_name="scale")
        self.acts = RunActs(self, context, shown=self.shown_run)
        self.printing = PrintActs(self, context, self.shown_run)
        more = (*self.printing.all, *self.acts.all)
        for act in more:
            self.addAction(act)
        self.pane.set_actions(self._run_actions(), more=more)
        self.acts.done.connect(self.refresh)
        self.pane.outcomes.row_activated.connect(self._explain)
        self.pane.differences_asked.connect(self._load_differences)

    def shown_run(self) -> PostedRun | None:
        """The run in view."""
        return self._shown

    def _run_actions(self) -> list[QAction]:
        makers = (
            ("Bills by &ZIP code", self.bills_by_zip, "bills-zip", "printer"),
            ("Bills by &account", self.bills_by_account, "bills-account", "printer"),
            ("Save &register…", self.save_register, "register", "file-spreadsheet"),
            ("&Open register", self.open_register, "open-register", "external-link"),
        )
        actions = [
            make_action(self, text, slot, key=key, icon_name=picture) for text, slot, key, picture in makers
        ]
        for action in actions:
            self.addAction(action)
        one = make_action(self, "Show this bill", self.show_bill, key="show-bill", icon_name="eye")
        self.addAction(one)
        self.pane.outcomes.set_row_actions([one])
        return actions

    # ------------------------------------------------------------ list and detail
    def load(self) -> Sequence[PostedRun]:
        """All runs."""
        return list_runs(self.context.ws)

    def show_row(self, row: PostedRun | None, tab: str) -> None:
        """Show a run."""
        self._shown = row
        if row is None:
            self.pane.show_nothing()
            return
        self.pane.show_run(run_view(self.context.ws, run_id=row.run_id))
        self.pane.show_tab(tab)

    @Slot()
    def _load_differences(self) -> None:
        """Only when looked at: it reads two quarters' bills."""
        if self._shown is None:
            return
        workspace, run_id = self.context.ws, self._shown.run_id

        def work(_reporter: Reporter) -> object:
            return run_id, run_differences(workspace, run_id=run_id)

        self.context.jobs.start(
            work,
            title="Comparing with the quarter before",
            receiver=self._on_differences,
            parent=self.window(),
        )

    @Slot(object)
    def _on_differences(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif isinstance(outcome.result, tuple) and self._shown is not None:
            run_id, rows = outcome.result
            if run_id == self._shown.run_id:
                self.pane.show_differences([row for row in rows if isinstance(row, DifferenceRow)])

    @Slot(object)
    def _explain(self, row: OutcomeRow) -> None:
        if row.bill_id is None or row.amount is None:
            explain_in(self, title=f"Account {row.account}", subtitle=row.name, text=row.reason)
            return
        explain_in(
            self,
            title=f"Bill {row.bill_no}: {format_money(row.amount)}",
            subtitle=f"Account {row.account}, {row.name}",
            text=explain_posted_bill(self.context.ws, bill_id=row.bill_id),
        )

    # ------------------------------------------------------------ papers
    @Slot()
    def bills_by_zip(self) -> None:
        """All bills as one PDF, as the post office likes them."""
        self._make_bills(BillOrder.ZIP)

    @Slot()
    def bills_by_account(self) -> None:
        """All bills as one PDF, as the office files them."""
        self._make_bills(BillOrder.ACCOUNT)

    def _make_bills(self, order: BillOrder) -> None:
        run, workspace = self._shown, self.context.ws
        if run is None:
            return
        run_id = run.run_id

        def work(reporter: Reporter) -> object:
            return bills_file(workspace, run_id=run_id, order=order, progress=NowAndThen(reporter))

        self.context.jobs.start(
            work, title=f"Making {count(run.billed, 'bill')}", receiver=self._on_bills, parent=self.window()
        )

    @Slot(object)
    def _on_bills(self, outcome: Outcome) -> None:
        paper = self._paper_of(outcome)
        if paper is not None:
            self._preview(paper.content, title=paper.row.title, file_name=paper.file_name)

    def _paper_of(self, outcome: Outcome) -> PaperFile | None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
            return None
        return outcome.result if isinstance(outcome.result, PaperFile) else None

    def _preview(self, content: bytes, *, title: str, file_name: str) -> None:
        dialog = PreviewDialog(
            content,
            title=title,
            file_name=file_name,
            prompter=self.context.prompter,
            jobs=self.context.jobs,
            parent=self.window(),
        )
        show_dialog(dialog)

    @Slot()
    def show_bill(self) -> None:
        """One bill as posted."""
        row = self.pane.outcomes.current_row()
        if row is not None and row.bill_id is not None:
            content = bill_file(self.context.ws, bill_id=row.bill_id)
            self._preview(content, title=f"Bill {row.bill_no}", file_name=f"{row.bill_no}.pdf")

    @Slot()
    def save_register(self) -> None:
        """Save the register where the clerk wants it."""
        self._make_register(self._on_register_to_save)

    @Slot()
    def open_register(self) -> None:
        """Open the register in the system's spreadsheet program."""
        self._make_register(self._on_register_to_open)

    def _make_register(self, receiver: Callable[[Outcome], None]) -> None:
        run, workspace = self._shown, self.context.ws
        if run is None:
            return
        run_id = run.run_id

        def work(_reporter: Reporter) -> object:
            return billing_register_file(workspace, run_id=run_id)

        self.context.jobs.start(
            work, title=f"Making the register of {run.quarter.label}", receiver=receiver, parent=self.window()
        )

    @Slot(object)
    def _on_register_to_save(self, outcome: Outcome) -> None:
        paper = self._paper_of(outcome)
        if paper is None:
            return
        said = "The register was saved"
        save_made(self.context, paper, title="Save the register", kinds=_XLSX, said=said)

    @Slot(object)
    def _on_register_to_open(self, outcome: Outcome) -> None:
        paper = self._paper_of(outcome)
        if paper is None or outcome.kind is not OutcomeKind.OK:
            return
        try:
            open_elsewhere(paper.file_name, paper.content)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)


class _Open:
    """Goes to a page."""

    def __init__(self, context: "UiContext", screen: str) -> None:
        self._navigator = context.navigator
        self._screen = screen

    def __call__(self) -> None:
        self._navigator.open(Route(self._screen))
