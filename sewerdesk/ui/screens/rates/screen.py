"""Rates and fees: what each class pays, since when and on whose authority; a rate in use is never changed."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.rateforms import FeeForm, RateClassForm, RateForm, formula_of, formula_words
from sewerdesk.domain.rates import ChargeCode, ChargePurpose
from sewerdesk.services.law import law_of
from sewerdesk.services.rates import (
    FeeDraft,
    FeeView,
    RateClassView,
    RateDraft,
    adopt_fees,
    adopt_rates,
    fee_schedule,
    rate_book,
    rate_classes,
    save_charge_code,
    save_rate_class,
    used_versions,
    withdraw_rate,
)
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.opening import open_form
from sewerdesk.ui.screens.rates.specs import (
    CHARGE_COLUMNS,
    CLASS_COLUMNS,
    CLASS_FORM,
    FEE_COLUMNS,
    RATE_CHIPS,
    RATE_COLUMNS,
    ChargeForm,
    RateRow,
    charge_form,
    fee_form,
    rate_form,
)
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.widgets.card import SectionTitle

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext


class RatesScreen(RecordPage):
    """Three tabs: rates, charge codes and classes, the fee schedule."""

    watches = frozenset(
        {
            "rate_version",
            "charge_code",
            "rate_class",
            "fee_version",
            "billing_run",
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
        store = context.views
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
        self._withdrawing: int | None = None
        self._make_actions()
        self._build_tabs()
        self.charges.row_activated.connect(self._edit_charge)
        self.classes.row_activated.connect(self._edit_class)
        self.rates.current_changed.connect(self._follow_row)

    def _make_actions(self) -> None:
        self.adopt_action = self._act("&Adopt a rate…", self.adopt_rate, "adopt-rate", "plus", "Ctrl+N")
        self.withdraw_action = self._act("&Take back…", self.withdraw, "withdraw-rate", "undo-2")
        self.charge_action = self._act("New &charge code…", self.new_charge, "new-charge", "plus")
        self.class_action = self._act("New rate c&lass…", self.new_class, "new-class", "plus")
        self.fee_action = self._act("Adopt a &fee…", self.adopt_fee, "adopt-fee", "plus")
        self.withdraw_action.setEnabled(False)

    def _act(self, text: str, slot: object, key: str, picture: str, keys: str = "") -> QAction:
        assert callable(slot)
        action = make_action(self, text, slot, key=key, icon_name=picture, shortcut=keys)
        self.addAction(action)
        return action

    def _build_tabs(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName("Rates, codes and fees")
        self.tabs.addTab(_page(self.rates, [self.adopt_action, self.withdraw_action]), "Rates")
        codes = QWidget()
        row = QHBoxLayout(codes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(_page(self.charges, [self.charge_action], title="Charge codes"), 3)
        row.addWidget(_page(self.classes, [self.class_action], title="Rate classes"), 2)
        self.tabs.addTab(codes, "Charge codes and classes")
        self.tabs.addTab(_page(self.fees, [self.fee_action]), "Fee schedule")
        self.body.addWidget(self.tabs, 1)

    def take_focus(self) -> None:
        """The keyboard begins in the list of rates."""
        self.rates.focus_rows()

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read everything again."""
        ws = self.context.ws
        book = rate_book(ws)
        classes = rate_classes(ws)
        self.rates.set_rows(rate_rows(ws, today=self.context.clock.today()))
        self.charges.set_rows(book.charge_codes)
        self.classes.set_rows(classes)
        self.fees.set_rows(fee_schedule(ws))
        self.adopt_action.setEnabled(bool(book.charge_codes) and bool(classes))
        self._follow_row()

    @Slot()
    def _follow_row(self) -> None:
        row = self.rates.current_row()
        self.withdraw_action.setEnabled(row is not None and not row.is_used)

    # ------------------------------------------------------------ acts
    @Slot()
    def adopt_rate(self) -> None:
        """Adopt a rate that succeeds the one before."""
        book = rate_book(self.context.ws)
        row = self.rates.current_row()
        draft = (
            RateForm() if row is None else RateForm(class_code=row.class_code, charge_code=row.charge_code)
        )
        open_form(
            self,
            self.context,
            rate_form(book.charge_codes, rate_classes(self.context.ws)),
            title="Adopt a rate",
            verb="Adopt rate",
            save=_AdoptRate(self.context.ws),
            then=self._on_saved,
            draft=draft,
            explanation="The rate in force before it ends on the day on which this one begins.",
        )

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

    @Slot()
    def new_charge(self) -> None:
        """Enter a charge code."""
        order = max((one.order for one in rate_book(self.context.ws).charge_codes), default=0) + 1
        self._charge_dialog(ChargeForm(order=order), is_new=True)

    @Slot(object)
    def _edit_charge(self, row: ChargeCode) -> None:
        self._charge_dialog(
            ChargeForm(row.code, row.title, row.fund, row.revenue_code, row.order, row.purpose), is_new=False
        )

    def _charge_dialog(self, draft: ChargeForm, *, is_new: bool) -> None:
        open_form(
            self,
            self.context,
            charge_form(is_new=is_new),
            title="New charge code" if is_new else f"Charge code {draft.code}",
            verb="Save",
            save=_SaveCharge(self.context.ws),
            then=self._on_saved,
            draft=draft,
            explanation="Bills already posted keep the fund and revenue code they were booked to.",
        )

    @Slot()
    def new_class(self) -> None:
        """Enter a rate class."""
        self._class_dialog(RateClassForm())

    @Slot(object)
    def _edit_class(self, row: RateClassView) -> None:
        self._class_dialog(RateClassForm(row.code, row.title))

    def _class_dialog(self, draft: RateClassForm) -> None:
        open_form(
            self,
            self.context,
            CLASS_FORM,
            title=f"Rate class {draft.code}" if draft.code else "New rate class",
            verb="Save",
            save=_SaveClass(self.context.ws),
            then=self._on_saved,
            draft=draft,
        )

    @Slot()
    def adopt_fee(self) -> None:
        """Adopt a one-time fee."""
        law = law_of(self.context.ws)
        classes = {one.key: one.name for one in law.permit_classes}
        codes = rate_book(self.context.ws).charge_codes
        open_form(
            self,
            self.context,
            fee_form(law.fee_kinds, codes, classes),
            title="Adopt a fee",
            verb="Adopt fee",
            save=_AdoptFee(self.context.ws),
            then=self._on_saved,
            draft=FeeForm(class_key=""),
            explanation="The same fee from before ends on the day on which this one begins.",
        )

    @Slot(object)
    def _on_saved(self, _result: object) -> None:
        self.refresh()


class _Save:
    """Saves a form of this page."""

    def __init__(self, ws: Workspace) -> None:
        self.ws = ws


class _AdoptRate(_Save):
    def __call__(self, form: RateForm) -> None:
        assert form.class_code
        assert form.charge_code
        assert form.effective_from
        draft = RateDraft(
            form.class_code, form.charge_code, form.effective_from, form.authority.strip(), formula_of(form)
        )
        adopt_rates(self.ws, drafts=[draft])


class _AdoptFee(_Save):
    def __call__(self, form: FeeForm) -> None:
        assert form.fee_key
        assert form.charge_code
        assert form.effective_from
        assert form.amount is not None
        draft = FeeDraft(
            fee_key=form.fee_key,
            label=form.label.strip(),
            amount=form.amount,
            charge_code=form.charge_code,
            effective_from=form.effective_from,
            authority=form.authority.strip(),
            class_key=form.class_key or "",
        )
        adopt_fees(self.ws, drafts=[draft])


class _SaveCharge(_Save):
    def __call__(self, form: ChargeForm) -> None:
        purpose = form.purpose or ChargePurpose.OTHER
        code = ChargeCode(
            form.code.strip(),
            form.title.strip(),
            form.fund.strip(),
            form.revenue_code.strip(),
            form.order or 0,
            purpose,
        )
        save_charge_code(self.ws, code=code)


class _SaveClass(_Save):
    def __call__(self, form: RateClassForm) -> None:
        save_rate_class(self.ws, code=form.code.strip(), title=form.title.strip())


def rate_rows(ws: Workspace, *, today: date) -> list[RateRow]:
    """All rate versions as listed: by class, in order of application, newest first."""
    book = rate_book(ws)
    used = used_versions(ws)
    titles = {one.code: one.title for one in rate_classes(ws)}
    rows = [
        RateRow(
            version_id=version.version_id,
            class_code=version.class_code,
            class_title=titles.get(version.class_code, ""),
            charge_code=version.charge_code,
            charge_title=book.charge_code(version.charge_code).title,
            words=formula_words(version.formula),
            effective_from=version.effective_from,
            effective_to=version.effective_to,
            authority=version.authority,
            is_used=version.version_id in used,
            is_now=version.holds_on(today),
        )
        for version in book.versions
    ]
    orders = {one.code: one.order for one in book.charge_codes}
    rows.sort(key=lambda row: (row.class_code, orders[row.charge_code], -row.effective_from.toordinal()))
    return rows


def _version_id(row: RateRow) -> int:
    return row.version_id


def _page(table: QWidget, actions: list[QAction], *, title: str = "") -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 12, 0, 0)
    column.setSpacing(8)
    line = QHBoxLayout()
    line.setSpacing(8)
    if title:
        line.addWidget(SectionTitle(title), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch(1)
    for number, action in enumerate(actions):
        line.addWidget(ActionButton(action, page, primary=number == 0 and not title))
    if not title:
        line.addStretch(1)
    column.addLayout(line)
    column.addWidget(table, 1)
    return page
