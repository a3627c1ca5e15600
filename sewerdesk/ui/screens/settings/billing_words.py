"""What bills will say by the billing settings as they are typed, shown beside them."""

from typing import TYPE_CHECKING

from sewerdesk.domain.bill_order import BillForm
from sewerdesk.domain.ledger import PenaltyBase
from sewerdesk.domain.money import format_money
from sewerdesk.domain.wording import count, show
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec

if TYPE_CHECKING:
    from sewerdesk.ui.screens.settings.billing_form import BillingDraft

BILL_FORM = FieldSpec(
    "bill_form",
    "Printed as",
    FieldKind.CHOICE,
    required=True,
    choices=tuple(Choice(one, one.label) for one in (BillForm.LETTER, BillForm.POSTCARD)),
    help="Proposed whenever bills are printed; another form may be chosen then.",
)
NOT_SET = "Not set: enter it with its resolution."
BASES = (
    Choice(PenaltyBase.CURRENT_CHARGES, "The unpaid charges of this bill"),
    Choice(PenaltyBase.WHOLE_BALANCE, "The whole unpaid balance"),
)


def carry_words(draft: "BillingDraft") -> str:
    """What becomes of small bills."""
    if not draft.carry_below:
        return "Every bill is mailed, however little is due."
    return f"Bills of less than ${format_money(draft.carry_below)} wait; they fall due with the next bill."


def due_words(draft: "BillingDraft") -> str:
    """When bills are due."""
    if draft.due_days is None:
        return NOT_SET
    return f"Due {count(draft.due_days, 'day')} after the bill's date."


def penalty_words(draft: "BillingDraft") -> str:
    """What late payment adds."""
    if draft.penalty_percent is None:
        return NOT_SET
    base = next((choice.title for choice in BASES if choice.value == draft.penalty_base), "")
    return (
        f"{show(draft.penalty_percent)} percent of {base[:1].lower()}{base[1:]} is added after the due date."
    )


def relevy_words(draft: "BillingDraft") -> str:
    """What bills say of the tax roll."""
    return draft.relevy_sentence.strip() or NOT_SET


def order_words(draft: "BillingDraft") -> str:
    """By what the order of payment was adopted."""
    return draft.payment_order_authority.strip() or NOT_SET
