"""What can be done with a posted receipt: move it, record that its check came back, deposit it again, correct it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.money_acts import ActRow
from sewerdesk.domain.payments import PostedReceipt, ReceiptLineView, ReceiptState, ReceiptView, read_tender
from sewerdesk.domain.receipts import Tender
from sewerdesk.domain.returns import ReturnDraft, ReturnPosted
from sewerdesk.services.payment_moves import ApplyTo, apply_held, move_payment
from sewerdesk.services.receipts import change_tender
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.returned_checks import return_check, return_fee
from sewerdesk.services.returned_letters import write_return_letter
from sewerdesk.ui.screens.opening import preview_paper
from sewerdesk.ui.screens.payments.receipt_specs import (
    AGAIN_FORM,
    TENDER_FORM,
    AgainForm,
    MoveForm,
    ReturnForm,
    TenderForm,
    move_form,
    return_form,
)
from sewerdesk.ui.screens.record_acts import RecordActs
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_RETURNABLE = frozenset({ReceiptState.DEPOSITED, ReceiptState.DIRECT})


class ReceiptActs(RecordActs[ReceiptView]):
    """The actions of the receipt shown; ``done`` is emitted after each."""

    gone = "No receipt is shown. Choose it in the list again."

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ReceiptView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._receipt_id = 0
        self.move = self._action("Move…", self.move_payment, "move-payment", icon_name="arrow-right")
        self.returned = self._action(
            "Returned check…", self.return_check, "returned-check", icon_name="rotate-ccw"
        )
        self.letter = self._action("Letter to the payer", self.show_letter, "return-letter", icon_name="mail")
        self.again = self._action("Deposit again…", self.deposit_again, "redeposit", icon_name="landmark")
        self.tender = self._action(
            "Correct how it was paid…", self.correct_tender, "change-tender", icon_name="pencil"
        )
        self.all = (self.move, self.returned, self.letter, self.again, self.tender)

    def follow(self, view: ReceiptView | None) -> None:
        """Offer what can be done with the receipt shown; what makes no sense for it is hidden."""
        state = None if view is None else view.row.state
        returned = state is ReceiptState.RETURNED
        stands = state is not None and state is not ReceiptState.VOID and not returned
        self.move.setVisible(not returned)
        self.returned.setVisible(not returned)
        self.tender.setVisible(not returned)
        self.letter.setVisible(returned)
        self.again.setVisible(returned and view is not None and not view.redeposited_as)
        self.move.setEnabled(stands and view is not None and bool(_movable(view)))
        self.returned.setEnabled(
            view is not None and state in _RETURNABLE and view.row.tender is not Tender.CASH
        )
        self.tender.setEnabled(state in (ReceiptState.UNDEPOSITED, ReceiptState.DIRECT))

    # Moving

    @Slot()
    def move_payment(self) -> None:
        """Ask which account the money is for."""
        view = self._begin()
        lines = _movable(view)
        if not lines:
            return
        identify = any(line.unidentified for line in lines)
        first = lines[0]
        self._ask(
            move_form(lines, identify=identify),
            title=f"Move {view.row.number}",
            verb="Move the payment",
            save=self._move,
            then=self._moved,
            draft=MoveForm(amount=first.amount if identify and len(lines) == 1 else None),
            explanation="The receipt keeps its number, and the money counts on the right account from the day it came.",
        )

    def _move(self, form: MoveForm) -> object:
        view = self._view()
        lines = _movable(view)
        line = lines[0] if form.part is None else next((one for one in lines if one.part == form.part), None)
        if line is None:
            raise UserError(self.gone)  # it was moved meanwhile
        if not line.unidentified:
            if form.amount not in (None, line.amount):
                sentence = (
                    f"What is on account {line.reference} moves whole; enter {format_money(line.amount)}."
                )
                raise FieldErrors({"amount": sentence})
            return move_payment(
                self._context.ws,
                receipt_id=view.row.id,
                line_id=line.line_id,
                from_account=line.reference,
                to_account=form.account,
                reason=form.reason,
                bill=form.bill.strip(),
            )
        part = ApplyTo(form.account, form.amount or line.amount, form.bill.strip())
        return apply_held(self._context.ws, line_id=line.line_id, parts=(part,), reason=form.reason)

    @Slot(object)
    def _moved(self, act: ActRow) -> None:
        self.done.emit()
        self._context.toasts.show(" ".join((f"{act.number}: the payment is moved.", *act.notes)))

    # A check that came back

    @Slot()
    def return_check(self) -> None:
        """Ask what the bank's notice says."""
        view = self._begin()
        today = self._context.clock.today()
        fee = return_fee(self._context.ws, on=today)
        accounts = list(dict.fromkeys(line.reference for line in view.lines if line.account_id is not None))
        known = any(not line.unidentified for line in view.lines)
        self._ask(
            return_form(accounts, fee if known else None),
            title=f"Returned check of {view.row.number}",
            verb="Record the return",
            save=self._return,
            then=self._returned,
            draft=ReturnForm(returned_on=today, charge_fee=fee is not None),
            explanation=f"{view.row.method} for {format_money(view.row.amount)} from {view.row.payer}: the payment is "
            "taken out again on the day of the return, late charges are figured as though it had never been given, and "
            "a letter to the payer is made.",
        )

    def _return(self, form: ReturnForm) -> object:
        draft = ReturnDraft(
            receipt_id=self._view().row.id,
            returned_on=form.returned_on or self._context.clock.today(),
            bank_reason=form.bank_reason,
            charge_fee=bool(form.charge_fee),
            fee_account=form.fee_account or "",
        )
        return return_check(self._context.ws, draft=draft)

    @Slot(object)
    def _returned(self, posted: ReturnPosted) -> None:
        self.done.emit()
        until = posted.cash_only_until
        flag = f" No check is taken until {until:%m/%d/%Y}." if until else ""
        self._context.toasts.show(
            f"{posted.act}: the check is recorded as returned.{flag}", tone=Tone.CAUTION
        )
        if posted.fee_note:
            self._context.prompter.tell(posted.fee_note)
        if posted.warning:
            self._context.prompter.tell(posted.warning, problem=True)
        self._show_letter()

    @Slot()
    def show_letter(self) -> None:
        """Show the letter to the payer, made on the first call."""
        self._begin()
        self._show_letter()

    def _show_letter(self) -> None:
        paper = write_return_letter(self._context.ws, receipt_id=self._receipt_id)
        preview_paper(self._page, self._context, paper)

    @Slot()
    def deposit_again(self) -> None:
        """Ask on which day the check goes to the bank once more."""
        view = self._begin()
        self._ask(
            AGAIN_FORM,
            title=f"Deposit the check of {view.row.number} again",
            verb="Receipt the check again",
            save=self._deposit_again,
            then=self._taken_again,
            draft=AgainForm(self._context.clock.today()),
            explanation="It gets a receipt of its own, which waits under To deposit and names the first one.",
        )

    def _deposit_again(self, form: AgainForm) -> object:
        day = form.received_on or self._context.clock.today()
        return redeposit_check(self._context.ws, receipt_id=self._view().row.id, received_on=day)

    @Slot(object)
    def _taken_again(self, posted: PostedReceipt) -> None:
        self.done.emit()
        waits = f"{posted.number} for {format_money(posted.amount)} waits to be deposited."
        self._context.toasts.show(" ".join((waits, *posted.notes)))

    # How it was paid

    @Slot()
    def correct_tender(self) -> None:
        """Ask how the receipt was really paid."""
        view = self._begin()
        self._ask(
            TENDER_FORM,
            title=f"How {view.row.number} was paid",
            verb="Correct the payment",
            save=self._change_tender,
            then=self._say_changed,
            draft=TenderForm(bank=view.row.bank),
            explanation=f"It is entered as {view.row.method.lower()}; that stays on record.",
        )

    def _change_tender(self, form: TenderForm) -> object:
        try:
            read = read_tender(form.paid_by)
        except UserError as problem:
            raise FieldErrors({"paid_by": problem.message}) from problem
        return change_tender(
            self._context.ws,
            receipt_id=self._view().row.id,
            tender=read.tender,
            check_number=read.check_number,
            bank=form.bank,
            reason=form.reason,
        )

    @Slot(object)
    def _say_changed(self, warning: str) -> None:
        self.done.emit()
        self._context.toasts.show("How it was paid is corrected; what was entered first stays on record.")
        if warning:
            self._context.prompter.tell(warning, problem=True)

    def _begin(self) -> ReceiptView:
        view = self._view()
        self._receipt_id = view.row.id
        return view


def _movable(view: ReceiptView) -> list[ReceiptLineView]:
    """The parts that stand on an account or are not identified yet; a fee of an application stays where it is."""
    return [line for line in view.lines if line.account_id is not None or line.unidentified]
