"""Rates and fees: what each class pays, since when and on whose authority; a rate in use is never changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.otherbills import OtherBillRow
from sewerdesk.domain.rateforms import RateForm
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.rates.draft import VersionView
from sewerdesk.domain.rates.findings import RateFinding, Weight
from sewerdesk.domain.wording import count
from sewerdesk.services.fee_schedule import FeeView, fee_schedule
from sewerdesk.services.other_bills import other_bills
from sewerdesk.services.rate_card import rate_card_file
from sewerdesk.services.rate_versions import rate_findings, rate_versions
from sewerdesk.services.rates import (
    RateClassView,
    rate_book,
    rate_classes,
    withdraw_rate,
)
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.opening import open_form, show_dialog
from sewerdesk.ui.screens.rates.acts import RateActs
from sewerdesk.ui.screens.rates.basis_tab import (
    OTHER_BILL_COLUMNS,
)
from sewerdesk.ui.screens.rates.editor import EditorTask, RateEditor, adopting, correcting, replacing
from sewerdesk.ui.screens.rates.saving import EndRate, draft_of, rate_rows
from sewerdesk.ui.screens.rates.specs import (
    CHARGE_COLUMNS,
    CLASS_COLUMNS,
    END_FORM,
    FEE_COLUMNS,
    FINDING_COLUMNS,
    RATE_CHIPS,
    RATE_COLUMNS,
    RateRow,
)
from sewerdesk.ui.screens.rates.what_if import WhatIfJob
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.flow import FlowLayout
from sewerdesk.ui.widgets.scrolled import scroll_to, scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

_TABLE_LINES = 15
"""The lowest room for filter, chips, head and some rows; in a lower window the tab scrolls."""


class RatesScreen(RecordPage):
    """Tabs: rates, charge codes and classes, the fee schedule, other services' bills, and what to put right."""

    watches = frozenset(
        {
            "rate_version",
            "charge_code",
            "rate_class",
            "fee_version",
            "billing_run",
            "other_bill",
            "law_act",
            "law_act_withdrawal",
        }
    )
    help_topic = "rates"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            title="Rates and fees",
            subtitle="A new rate succeeds the old one from its day on; a rate that bills were made by stays as it is.",
        )
        self._make_tables()
        self._views: dict[int, VersionView] = {}
        self.what_if, self.acts = WhatIfJob(context, self), RateActs(context, self)
        self._make_actions()
        self._build_tabs()
        self.rates.row_activated.connect(self._open_rate)
        self.charges.row_activated.connect(self.acts.edit_charge)
        self.classes.row_activated.connect(self.acts.edit_class)
        self.others.row_activated.connect(self.acts.put_right)
        self.acts.saved.connect(self.refresh)
        self.rates.current_changed.connect(self._follow_row)
        self.others.current_changed.connect(self._follow_row)

    def _make_tables(self) -> None:
        store = self.context.views
        self.rates: RecordTable[RateRow] = RecordTable(
            RATE_COLUMNS,
            name="rates",
            title="Rates",
            store=store,
            row_key=_version_id,
            chips=RATE_CHIPS,
            empty="No rate was adopted yet. Enter charge codes and rate classes first, then adopt the first rate.",
        )
        self.charges: RecordTable[ChargeCode] = RecordTable(
            CHARGE_COLUMNS,
            name="charge-codes",
            title="Charge codes",
            store=store,
            empty="No charge code yet.",
        )
        self.classes: RecordTable[RateClassView] = RecordTable(
            CLASS_COLUMNS, name="rate-classes", title="Rate classes", store=store, empty="No rate class yet."
        )
        self.fees: RecordTable[FeeView] = RecordTable(
            FEE_COLUMNS, name="fees", title="Fee schedule", store=store, empty="No fee was adopted yet."
        )
        self.findings: RecordTable[RateFinding] = RecordTable(
            FINDING_COLUMNS,
            name="rate-findings",
            title="Checks",
            store=store,
            empty="Nothing to put right: every class in use has a rate, and every rate in force has accounts.",
        )
        self.others: RecordTable[OtherBillRow] = RecordTable(
            OTHER_BILL_COLUMNS,
            name="other-bills",
            title="Other bills",
            store=store,
            empty="No other service's bill was entered. Import the water office's list for the quarter to be billed.",
        )

    def _make_actions(self) -> None:
        self.adopt_action = self._act("&Adopt a rate…", self.adopt_rate, "adopt-rate", "plus", "Ctrl+N")
        self.replace_action = self._act("&Replace…", self.replace_rate, "replace-rate", "copy")
        self.open_action = self._act("&Look or put right…", self.open_rate, "open-rate", "pencil")
        self.end_action = self._act("E&nd…", self.end_rate, "end-rate", "calendar")
        self.withdraw_action = self._act("&Take back…", self.withdraw, "withdraw-rate", "undo-2")
        self.card_action = self._act("Rate car&d…", self.show_card, "rate-card", "file-text")
        self.try_action = self._act("Tr&y rates to come…", self.try_rates, "try-rates", "scale")
        self.charge_action = self._act("New &charge code…", self.acts.new_charge, "new-charge", "plus")
        self.class_action = self._act("New rate c&lass…", self.acts.new_class, "new-class", "plus")
        self.list_action = self._act("&Import a list…", self.acts.import_list, "import-other-bills", "upload")
        self.season_action = self._act(
            "&Off-season averages…", self.acts.make_sheet, "season-worksheet", "calendar"
        )
        self.right_action = self._act("&Put right…", self.put_right, "put-other-bill-right", "pencil")
        self.out_action = self._act("Ta&ke out…", self.take_out, "take-other-bill-out", "undo-2")
        self.fee_action = self._act("Adopt a &fee…", self.acts.adopt_fee, "adopt-fee", "plus")

    def _act(self, text: str, slot: object, key: str, picture: str, keys: str = "") -> QAction:
        assert callable(slot)
        action = make_action(self, text, slot, key=key, icon_name=picture, shortcut=keys)
        self.addAction(action)
        return action

    def _build_tabs(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName("Rates, codes and fees")
        acts = [
            self.adopt_action,
            self.replace_action,
            self.open_action,
            self.end_action,
            self.withdraw_action,
            self.try_action,
            self.card_action,
        ]
        self.tabs.addTab(_page(self.rates, acts), "Rates")
        codes = QWidget()
        row = QHBoxLayout(codes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(_page(self.charges, [self.charge_action], title="Charge codes"), 3)
        row.addWidget(_page(self.classes, [self.class_action], title="Rate classes"), 2)
        self.tabs.addTab(codes, "Charge codes and classes")
        self.tabs.addTab(_page(self.fees, [self.fee_action]), "Fee schedule")
        other_acts = [self.list_action, self.right_action, self.out_action, self.season_action]
        self.tabs.addTab(_page(self.others, other_acts), "Other bills")
        self.tabs.addTab(_page(self.findings, []), "Checks")
        self.body.addWidget(self.tabs, 1)

    def take_focus(self) -> None:
        """The keyboard begins in the list of rates."""
        self.rates.focus_rows()
        scroll_to(self.rates.grid)

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read everything again."""
        ws = self.context.ws
        book = rate_book(ws)
        classes = rate_classes(ws)
        today = self.context.clock.today()
        views = rate_versions(ws)
        self._views = {one.version.version_id: one for one in views}
        self.rates.set_rows(rate_rows(views, book=book, classes=classes, today=today))
        self._show_findings(rate_findings(ws, on=today))
        self.try_action.setEnabled(any(one.version.effective_from > today for one in views))
        self.card_action.setEnabled(any(one.version.holds_on(today) for one in views))
        self.charges.set_rows(book.charge_codes)
        self.classes.set_rows(classes)
        self.fees.set_rows(fee_schedule(ws))
        self.others.set_rows(other_bills(ws))
        self.adopt_action.setEnabled(bool(book.charge_codes) and bool(classes))
        self._follow_row()

    def _show_findings(self, found: tuple[RateFinding, ...]) -> None:
        """The list of checks, its count on the tab, and a banner for what must be put right."""
        self.findings.set_rows(found)
        place = self.tabs.count() - 1
        self.tabs.setTabText(place, f"Checks ({len(found)})" if found else "Checks")
        wrong = [one for one in found if one.weight is Weight.WRONG]
        if wrong:
            more = f" {count(len(wrong) - 1, 'more finding')} under Checks." if len(wrong) > 1 else ""
            self.show_banner("rates", Tone.CAUTION, f"{wrong[0].sentence}{more}")
        else:
            self.banners.remove("rates")

    @Slot()
    def _follow_row(self) -> None:
        row = self.rates.current_row()
        self.withdraw_action.setEnabled(row is not None and not row.is_used)
        for action in (self.replace_action, self.open_action):
            action.setEnabled(row is not None)
        self.end_action.setEnabled(row is not None and row.effective_to is None)
        for action in (self.right_action, self.out_action):
            action.setEnabled(self.others.current_row() is not None)

    # ------------------------------------------------------------ acts
    @Slot()
    def adopt_rate(self) -> None:
        """Adopt a rate that succeeds the one before."""
        row = self.rates.current_row()
        form = RateForm() if row is None else RateForm(class_code=row.class_code, charge_code=row.charge_code)
        self._edit(adopting(form))

    @Slot()
    def replace_rate(self) -> None:
        """Adopt a rate in the place of the one chosen, from a day on."""
        view = self._chosen()
        if view is not None:
            self._edit(replacing(view))

    @Slot()
    def open_rate(self) -> None:
        """Look at the rate chosen, and put it right where no bill was made by it."""
        view = self._chosen()
        if view is not None:
            self._edit(correcting(view))

    @Slot(object)
    def _open_rate(self, row: RateRow) -> None:
        self._edit(correcting(self._views[row.version_id]))

    def _chosen(self) -> VersionView | None:
        row = self.rates.current_row()
        return None if row is None else self._views[row.version_id]

    def _edit(self, task: EditorTask) -> None:
        editor = RateEditor(self.context, task, self.window())
        editor.saved.connect(self.refresh)
        show_dialog(editor)

    @Slot()
    def end_rate(self) -> None:
        """End the rate chosen from a day on."""
        row = self.rates.current_row()
        if row is None:
            return
        open_form(
            self,
            self.context,
            END_FORM,
            title=f"End the rate of class {row.class_code}, charge {row.charge_code}",
            verb="End rate",
            save=EndRate(self.context.ws, row.version_id),
            then=self._on_saved,
            explanation="From that day on nothing is charged by it. To charge something else, replace it instead.",
        )

    @Slot()
    def put_right(self) -> None:
        """Put the other bill chosen right."""
        row = self.others.current_row()
        if row is not None:
            self.acts.put_right(row)

    @Slot()
    def take_out(self) -> None:
        """Take the other bill chosen out."""
        row = self.others.current_row()
        if row is not None:
            self.acts.take_out(row)

    @Slot()
    def try_rates(self) -> None:
        """Try all rates that are adopted but not in force yet on last year's bills."""
        today = self.context.clock.today()
        coming = (one for one in self._views.values() if one.version.effective_from > today)
        self.what_if.start(tuple(draft_of(one) for one in coming))

    @Slot()
    def show_card(self) -> None:
        """Show the rate card of today, to print or save."""
        try:
            file = rate_card_file(self.context.ws, on=self.context.clock.today())
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        dialog = PreviewDialog(
            file.content,
            title="Rate card",
            file_name=file.file_name,
            prompter=self.context.prompter,
            jobs=self.context.jobs,
            parent=self.window(),
        )
        show_dialog(dialog)

    @Slot()
    def withdraw(self) -> None:
        """Take back a rate that no bill was made by."""
        row = self.rates.current_row()
        if row is None or row.is_used:
            return
        reason = self.context.prompter.ask_text(
            f"Take back the rate of class {row.class_code}, charge {row.charge_code}, "
            f"from {row.effective_from:%m/%d/%Y}?",
            label="Reason",
            done="Take back",
            cancel="Keep it",
            detail="The rate before it holds again. No bill was made by the one taken back.",
        )
        if reason is None:
            return
        try:
            withdraw_rate(self.context.ws, version_id=row.version_id, reason=reason)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)

    @Slot(object)
    def _on_saved(self, _result: object) -> None:
        self.refresh()


def _version_id(row: RateRow) -> int:
    return row.version_id


def _page(table: QWidget, actions: Sequence[QAction], *, title: str = "") -> QWidget:
    """A tab: its actions in lines as wide as the window, over its table."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 12, 0, 0)
    column.setSpacing(8)
    if title:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(SectionTitle(title), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch(1)
        for action in actions:
            line.addWidget(ActionButton(action, page))
        column.addLayout(line)
    elif actions:
        holder = QWidget()
        flow = FlowLayout(holder)
        for number, action in enumerate(actions):
            flow.addWidget(ActionButton(action, holder, primary=number == 0))
        column.addWidget(holder)
    column.addWidget(table, 1)
    table.setMinimumHeight(_TABLE_LINES * table.fontMetrics().lineSpacing())
    area = scrolled(page)
    area.setFocusPolicy(
        Qt.FocusPolicy.NoFocus
    )  # what is in it takes the keyboard, and brings itself into view
    return area
