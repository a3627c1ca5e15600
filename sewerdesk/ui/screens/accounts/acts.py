"""What can be done with an account: take a payment, hold and release billing, change the address, write a note."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import PostedBatch
from sewerdesk.domain.receipts import Purpose, ReceiptLine
from sewerdesk.domain.registers import AccountView, RoleView
from sewerdesk.domain.reports.catalog import STATEMENT
from sewerdesk.services.account_money import save_account_note
from sewerdesk.services.accounts import hold_account, release_hold
from sewerdesk.services.parties import change_address
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.accounts.acting import AccountActing
from sewerdesk.ui.screens.accounts.adjust import AccountAdjusting
from sewerdesk.ui.screens.accounts.payoff import AccountPayoff
from sewerdesk.ui.screens.accounts.specs import (
    ADDRESS_FORM,
    HOLD_FORM,
    NOTE_FORM,
    RELEASE_FORM,
    AddressForm,
    HoldForm,
    NoteForm,
    ReleaseForm,
)
from sewerdesk.ui.screens.payments.counter import PAYMENT_FORM, PaymentForm, receipt_of, say_taken, take

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class AccountActs(AccountActing):
    """The actions of the account shown; ``done`` is emitted after each."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], AccountView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._party_id = 0
        self.pay = self._action(
            "Take a payment…", self.take_payment, "take-payment", shortcut="F8", icon_name="wallet"
        )
        self.hold = self._action("Hold billing…", self.hold_billing, "hold", icon_name="circle-minus")
        self.release = self._action(
            "Release the hold…", self.release_billing, "release", icon_name="circle-play"
        )
        self.address = self._action("Change address…", self.new_address, "address", icon_name="mail")
        self.note = self._action("Note…", self.write_note, "note", icon_name="pencil")
        self.statement = self._action(
            "Statement…",
            self.open_statement,
            "statement",
            shortcut="Ctrl+Shift+S",
            icon_name="file-text",
            tip="The statement of this account for any days",
        )
        self._adjusting = AccountAdjusting(page, context, shown=shown)
        self._adjusting.done.connect(self.done)
        self.adjust = self._adjusting.adjust
        self._payoff = AccountPayoff(page, context, shown=shown)
        self._payoff.done.connect(self.done)
        self.payoff = self._payoff.letter
        self.all = (
            self.pay,
            self.statement,
            self.payoff,
            self.adjust,
            self.hold,
            self.release,
            self.address,
            self.note,
        )

    def follow(self, view: AccountView | None) -> None:
        """Offer what can be done with the account shown."""
        for action in self.all:
            action.setVisible(view is not None)
        self.hold.setVisible(view is not None and not view.row.on_hold)
        self.release.setVisible(view is not None and view.row.on_hold)
        self.address.setEnabled(view is not None and _bill_to(view) is not None)

    # Payment at the counter

    @Slot()
    def take_payment(self) -> None:
        """Open the form of a payment on the account."""
        view = self._shown()
        if view is None:
            return
        owed = view.row.balance
        self._ask(
            PAYMENT_FORM,
            title=f"Payment on {view.row.number}",
            verb="Take the payment",
            save=self._take,
            then=self._taken,
            draft=PaymentForm(
                amount=owed if owed > 0 else None,
                payer=view.row.name,
                received_on=self._context.clock.today(),
            ),
            explanation=f"The account owes {format_money(max(owed, ZERO))}. A receipt is numbered and posted at once.",
        )

    def _take(self, form: PaymentForm) -> object:
        line = ReceiptLine(Purpose.ACCOUNT, self._view().row.number, form.amount or ZERO)
        return take(self._context, receipt_of(form, (line,), today=self._context.clock.today()))

    @Slot(object)
    def _taken(self, posted: PostedBatch) -> None:
        self.done.emit()
        say_taken(self._context, posted)

    @Slot()
    def open_statement(self) -> None:
        """Open the statement of the account among the reports."""
        view = self._shown()
        if view is not None:
            self._context.navigator.open(Route("reports", view.row.id, STATEMENT))

    # Holds

    @Slot()
    def hold_billing(self) -> None:
        """Ask from when and why the account is not billed."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            HOLD_FORM,
            title=f"Hold billing of {view.row.number}",
            verb="Hold the account",
            save=self._hold,
            draft=HoldForm(since=self._context.clock.today()),
            explanation="It is left out of billing runs while the hold stands; what it owes stays owed.",
        )

    def _hold(self, form: HoldForm) -> object:
        row = self._view().row
        since = form.since or self._context.clock.today()
        hold_account(self._context.ws, account_id=row.id, reason=form.reason, since=since, until=form.until)
        return f"{row.number} is on hold."

    @Slot()
    def release_billing(self) -> None:
        """Ask from when the account is billed again."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            RELEASE_FORM,
            title=f"Release the hold of {view.row.number}",
            verb="Release the hold",
            save=self._release,
            draft=ReleaseForm(on=self._context.clock.today()),
        )

    def _release(self, form: ReleaseForm) -> object:
        row = self._view().row
        release_hold(self._context.ws, account_id=row.id, on=form.on or self._context.clock.today())
        return f"{row.number} is billed again."

    # Address and note

    @Slot()
    def new_address(self) -> None:
        """Ask for the new mailing address of whom the bill goes to."""
        view = self._shown()
        holder = _bill_to(view) if view is not None else None
        if holder is None:
            return
        self._party_id = holder.party.id
        old = holder.party.address
        today = self._context.clock.today()
        self._ask(
            ADDRESS_FORM,
            title=f"New address of {holder.party.name}",
            verb="Change the address",
            save=self._change_address,
            draft=AddressForm(
                old.care_of, old.street, old.unit, old.po_box, old.city, old.state, old.zip_code, today
            ),
            explanation="Bills from that day on go there; the former address stays in the history.",
        )

    def _change_address(self, form: AddressForm) -> object:
        since = form.since or self._context.clock.today()
        change_address(self._context.ws, party_id=self._party_id, address=form.address, since=since)
        return "The new address is saved."

    @Slot()
    def write_note(self) -> None:
        """Write what is to be known about the account."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            NOTE_FORM,
            title=f"Note on {view.row.number}",
            verb="Save the note",
            save=self._save_note,
            draft=NoteForm(view.note),
            keep_as=f"account/{view.row.id}/note",
        )

    def _save_note(self, form: NoteForm) -> object:
        save_account_note(self._context.ws, account_id=self._view().row.id, note=form.note)
        return "The note is saved."


def _bill_to(view: AccountView) -> RoleView | None:
    """Whom the bill goes to now."""
    return next((role for role in reversed(view.bill_to) if role.until is None), None)
