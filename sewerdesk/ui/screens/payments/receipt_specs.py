"""Forms of what may be done with a receipt after it was posted: moved, returned by the bank, its payment corrected."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import ReceiptLineView
from sewerdesk.domain.returns import ReturnFee
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section

_REASON = FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=200, rows=3)


@dataclass(frozen=True, slots=True)
class MoveForm:
    """A move as typed; ``part`` where the receipt's money stands in several places."""

    part: tuple[int, int | None] | None = None
    account: str = ""
    bill: str = ""
    amount: Decimal | None = None
    reason: str = ""


def move_form(lines: Sequence[ReceiptLineView], *, identify: bool) -> FormSpec[MoveForm]:
    """The form of a move; of unidentified money, also how much of it is for the account."""
    fields: list[FieldSpec] = []
    if len(lines) > 1:
        choices = tuple(Choice(line.part, f"{line.reference}, {format_money(line.amount)}") for line in lines)
        fields.append(FieldSpec("part", "Which part", FieldKind.CHOICE, required=True, choices=choices))
    fields.append(
        FieldSpec(
            "account",
            "To account",
            required=True,
            max_len=20,
            help="Its number, with or without leading zeros.",
        )
    )
    if identify:
        fields.append(FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, minimum=Decimal("0.01")))
    fields.append(
        FieldSpec(
            "bill", "Bill", max_len=30, help="Only where it is for one bill and not the oldest charges."
        )
    )
    return FormSpec(MoveForm, (Section("", (*fields, _REASON)),), verb="move the payment")


@dataclass(frozen=True, slots=True)
class ReturnForm:
    """A return as the bank's notice tells it."""

    returned_on: date | None = None
    bank_reason: str = ""
    charge_fee: bool | None = True
    fee_account: str = ""


def return_form(accounts: Sequence[str], fee: ReturnFee | None) -> FormSpec[ReturnForm]:
    """The form of a returned check; the fee is asked about where the office charges one."""
    fields = [
        FieldSpec(
            "returned_on", "Returned on", FieldKind.DATE, required=True, help="The day of the bank's notice."
        ),
        FieldSpec("bank_reason", "The bank's reason", required=True, max_len=200),
    ]
    if fee is not None:
        fields.append(
            FieldSpec(
                "charge_fee",
                f"Charge the fee of {format_money(fee.amount)}",
                FieldKind.YES_NO,
                required=True,
                help=fee.authority,
            )
        )
        if len(accounts) > 1:
            choices = tuple(Choice(account, account) for account in accounts)
            fields.append(
                FieldSpec("fee_account", "The fee goes on", FieldKind.CHOICE, required=True, choices=choices)
            )
    return FormSpec(ReturnForm, (Section("", tuple(fields)),), verb="record the return")


@dataclass(frozen=True, slots=True)
class TenderForm:
    """How a receipt was really paid."""

    paid_by: str = ""
    bank: str = ""
    reason: str = ""


TENDER_FORM: FormSpec[TenderForm] = FormSpec(
    TenderForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "paid_by",
                    "Check number, or cash",
                    required=True,
                    max_len=60,
                    help="Also card, ACH, online, or MO and the number of a money order.",
                ),
                FieldSpec("bank", "Bank number on the check", max_len=60),
                _REASON,
            ),
        ),
    ),
    verb="correct the payment",
)


@dataclass(frozen=True, slots=True)
class AgainForm:
    """The day on which a returned check is taken to the bank once more."""

    received_on: date | None = None


AGAIN_FORM: FormSpec[AgainForm] = FormSpec(
    AgainForm,
    (Section("", (FieldSpec("received_on", "Day", FieldKind.DATE, required=True),)),),
    verb="receipt the check again",
)
