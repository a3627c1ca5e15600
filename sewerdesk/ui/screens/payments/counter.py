"""Money taken at the counter: one form for an account or for fees, and one way to post its receipt."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import AskFirst, PostedBatch, read_tender
from sewerdesk.domain.receipts import ReceiptDraft, ReceiptLine
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class PaymentForm:
    """A payment at the counter as typed."""

    amount: Decimal | None = None
    paid_by: str = ""
    payer: str = ""
    bank: str = ""
    received_on: date | None = None
    postmark: date | None = None


PAYMENT_FORM: FormSpec[PaymentForm] = FormSpec(
    PaymentForm,
    (
        Section(
            "",
            (
                FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, minimum=Decimal("0.01")),
                FieldSpec(
                    "paid_by",
                    "Check number, or cash",
                    required=True,
                    max_len=60,
                    help="Also card, ACH, online, or MO and the number of a money order.",
                ),
                FieldSpec("payer", "Received from", required=True, max_len=200),
                FieldSpec("bank", "Bank number on the check", max_len=60),
                FieldSpec("received_on", "Received on", FieldKind.DATE, required=True),
                FieldSpec("postmark", "Postmark, if it was mailed", FieldKind.DATE),
            ),
        ),
    ),
    verb="take the payment",
)


def receipt_of(form: PaymentForm, lines: tuple[ReceiptLine, ...], *, today: date) -> ReceiptDraft:
    """The receipt of a payment as typed; ``FieldErrors`` where how it was paid cannot be read."""
    try:
        read = read_tender(form.paid_by)
    except UserError as problem:
        raise FieldErrors({"paid_by": problem.message}) from problem
    return ReceiptDraft(
        payer=form.payer,
        received_on=form.received_on or today,
        tender=read.tender,
        amount=form.amount or ZERO,
        lines=lines,
        check_number=read.check_number,
        bank=form.bank,
        postmark=form.postmark,
    )


def take(context: "UiContext", draft: ReceiptDraft) -> PostedBatch:
    """Post a receipt; where something about it is odd, the clerk is asked first."""
    try:
        return enter_receipt(context.ws, draft=draft)
    except AskFirst as problem:
        agreed = context.prompter.ask(
            "Please look at this first. Take the payment all the same?",
            yes="Take the payment",
            no="Go back to the form",
            detail=problem.message,
            danger=True,
        )
        if not agreed:
            raise
        return enter_receipt(context.ws, draft=draft, acknowledged=problem.warnings)


def say_taken(context: "UiContext", posted: PostedBatch) -> None:
    """Confirm a receipt that was posted, and tell where its journal could not be written."""
    receipt = posted.receipts[0]
    sentence = f"{receipt.number} for {format_money(receipt.amount)} is posted."
    context.toasts.show(" ".join((sentence, *posted.notes)))
    if posted.warning:
        context.prompter.tell(posted.warning, problem=True)
