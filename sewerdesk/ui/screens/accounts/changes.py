"""What changes an account: its owner, its status, an address for a time; and bills beside the quarter's run."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.accountchanges import OwnerChanged, UnitsDraft
from sewerdesk.domain.money import format_money
from sewerdesk.domain.registers import AccountView, MeterView
from sewerdesk.domain.singlebills import SingleBill
from sewerdesk.services.account_changes import (
    change_account_owner,
    set_alternate_address,
    set_class,
    set_status,
    set_units,
)
from sewerdesk.services.rates import rate_classes
from sewerdesk.services.single_bills import BillDates, final_bill, off_cycle_bill, opening_bill
from sewerdesk.ui.screens.accounts.acting import AccountActing
from sewerdesk.ui.screens.accounts.change_specs import (
    AWAY_FORM,
    BILL_FORM,
    STATUS_FORM,
    UNITS_FORM,
    AwayForm,
    BillForm,
    ClassForm,
    OwnerForm,
    StatusForm,
    class_form,
    owner_form,
)

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class AccountChanges(AccountActing):
    """The actions of the account shown; ``done`` is emitted after each."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], AccountView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        makers = (
            ("New owner…", self.new_owner, "new-owner", "user"),
            ("Status…", self.new_status, "status", "circle-dot"),
            ("Units…", self.new_units, "units", "pencil"),
            ("Rate class…", self.new_class, "class", "scale"),
            ("Address for a time…", self.away, "away", "send"),
            ("Bill this account…", self.bill, "bill-account", "receipt"),
        )
        self.all: Sequence[QAction] = [
            self._action(text, slot, key, icon_name=picture) for text, slot, key, picture in makers
        ]

    def follow(self, view: AccountView | None) -> None:
        """Offer what can be changed of the account shown."""
        for action in self.all:
            action.setVisible(view is not None)

    @Slot()
    def new_owner(self) -> None:
        """Ask for the sale: the buyer, the hand-over, the closing readings."""
        view = self._shown()
        if view is None:
            return
        today = self._context.clock.today()
        self._ask(
            owner_form(_meters(view)),
            title=f"New owner of {view.row.number}",
            verb="Change the owner",
            save=self._change_owner,
            then=self._owner_changed,
            draft=OwnerForm(on=today, state="NY", bill_date=today),
            explanation=f"{view.row.name} gets a final bill through the day before the hand-over, and now "
            f"{_owes(view)}.",
            keep_as=f"account/{view.row.id}/owner",
        )

    def _change_owner(self, form: OwnerForm) -> object:
        view = self._view()
        dates = BillDates(form.bill_date or self._context.clock.today(), form.due_date)
        return change_account_owner(
            self._context.ws, account_id=view.row.id, draft=form.draft(_meters(view)), dates=dates
        )

    @Slot(object)
    def _owner_changed(self, changed: OwnerChanged) -> None:
        bill = changed.final
        what = "" if bill is None else f" Final bill {bill.number}: {format_money(bill.total)}."
        self._say(f"{changed.buyer} is billed from {changed.on:%m/%d/%Y}.{what} {changed.balance_words}")

    @Slot()
    def new_status(self) -> None:
        """Ask what the account is from a day on."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            STATUS_FORM,
            title=f"Status of {view.row.number}",
            verb="Change the status",
            save=self._set_status,
            draft=StatusForm(since=self._context.clock.today()),
        )

    def _set_status(self, form: StatusForm) -> object:
        row = self._view().row
        set_status(self._context.ws, account_id=row.id, draft=form.draft)
        return f"{row.number} is {form.status} from {form.since:%m/%d/%Y}."

    @Slot()
    def new_units(self) -> None:
        """Ask for other units from a day on."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            UNITS_FORM,
            title=f"Units of {view.row.number}",
            verb="Change the units",
            save=self._set_units,
            draft=UnitsDraft(units=view.row.units, since=self._context.clock.today()),
        )

    def _set_units(self, draft: UnitsDraft) -> object:
        row = self._view().row
        set_units(self._context.ws, account_id=row.id, draft=draft)
        return f"{row.number} has {draft.units} EDU from {draft.since:%m/%d/%Y}."

    @Slot()
    def new_class(self) -> None:
        """Ask for another rate class from a day on."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            class_form([(one.code, one.title) for one in rate_classes(self._context.ws)]),
            title=f"Rate class of {view.row.number}",
            verb="Change the class",
            save=self._set_class,
            draft=ClassForm(class_code=view.row.class_code, since=self._context.clock.today()),
        )

    def _set_class(self, form: ClassForm) -> object:
        row, since = self._view().row, form.since or self._context.clock.today()
        set_class(
            self._context.ws,
            account_id=row.id,
            class_code=form.class_code or "",
            since=since,
            reason=form.reason,
        )
        return f"{row.number} is in class {form.class_code} from {since:%m/%d/%Y}."

    @Slot()
    def away(self) -> None:
        """Ask where bills go between two days."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            AWAY_FORM,
            title=f"Another address for {view.row.number}",
            verb="Keep the address",
            save=self._set_away,
            draft=AwayForm(since=self._context.clock.today()),
            explanation="Bills dated between these days go there; the usual address stays as it is.",
        )

    def _set_away(self, form: AwayForm) -> object:
        set_alternate_address(self._context.ws, account_id=self._view().row.id, draft=form.draft)
        return f"Bills go there until {form.until:%m/%d/%Y}."

    @Slot()
    def bill(self) -> None:
        """Ask for a bill beside the quarter's run."""
        view = self._shown()
        if view is None:
            return
        today = self._context.clock.today()
        self._ask(
            BILL_FORM,
            title=f"Bill {view.row.number}",
            verb="Post the bill",
            save=self._bill,
            then=self._billed,
            draft=BillForm(kind="off-cycle", through=today, bill_date=today),
            explanation="Enter the closing reading first where the account has a meter.",
        )

    def _bill(self, form: BillForm) -> object:
        today = self._context.clock.today()
        ws, account_id = self._context.ws, self._view().row.id
        through, dates = form.through or today, BillDates(form.bill_date or today, form.due_date)
        if form.kind == "final":
            return final_bill(ws, account_id=account_id, through=through, dates=dates, reason=form.reason)
        if form.kind == "opening":
            return opening_bill(ws, account_id=account_id, through=through, dates=dates)
        return off_cycle_bill(ws, account_id=account_id, through=through, dates=dates)

    @Slot(object)
    def _billed(self, bill: SingleBill) -> None:
        self._say(
            f"{bill.number}, {bill.period_from:%m/%d/%Y} to {bill.period_to:%m/%d/%Y}: {format_money(bill.total)}."
        )


def _meters(view: AccountView) -> list[MeterView]:
    """The meters that are in."""
    return [meter for meter in view.meters if meter.removed_on is None]


def _owes(view: AccountView) -> str:
    """What the account owes before the sale, in words."""
    owed = view.row.balance
    if owed > 0:
        return f"owes {format_money(owed)}"
    return f"has a credit of {format_money(-owed)}" if owed < 0 else "owes nothing"
