"""The form of how the office bills: its draft, its fields by section, and what bills will say of each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sewerdesk.domain.bill_order import BillForm
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.law import Law
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.ledger import PaymentOrder, PenaltyBase
from sewerdesk.domain.office_settings import BillingSettings, check_billing_settings
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.settings.billing_words import (
    BASES,
    BILL_FORM,
    carry_words,
    due_words,
    order_words,
    penalty_words,
    relevy_words,
)

if TYPE_CHECKING:
    from datetime import date

_ASKED_STATUSES = (
    ("bills_vacant", AccountStatus.VACANT, "Bill vacant accounts?"),
    ("bills_seasonal", AccountStatus.SEASONAL, "Bill seasonal accounts?"),
    ("bills_disconnected", AccountStatus.DISCONNECTED, "Bill disconnected accounts?"),
    ("bills_exempt", AccountStatus.EXEMPT, "Bill exempt accounts?"),
)
_ORDERS = (
    Choice(PaymentOrder.OLDEST_FIRST, "Oldest charges first"),
    Choice(PaymentOrder.PENALTIES_FIRST, "Penalties first, then the oldest charges"),
    Choice(PaymentOrder.NEWEST_FIRST, "Newest charges first"),
)


@dataclass(frozen=True, slots=True)
class BillingDraft:
    """The billing settings as typed."""

    due_days: int | None = None
    due_authority: str = ""
    penalty_percent: Decimal | None = None
    penalty_base: PenaltyBase | None = PenaltyBase.CURRENT_CHARGES
    penalty_authority: str = ""
    carry_below: Decimal | None = None
    carry_authority: str = ""
    relevy_sentence: str = ""
    relevy_authority: str = ""
    payment_order: PaymentOrder | None = PaymentOrder.OLDEST_FIRST
    payment_order_authority: str = ""
    code_order: str = ""
    payee: str = ""
    payment_options: str = ""
    bank_name: str = ""
    bank_account: str = ""
    prorate_by_days: bool | None = True
    rate_change_percent: Decimal | None = Decimal(25)
    rate_change_authority: str = ""
    high_times: Decimal | None = Decimal(3)
    days_min: int | None = None
    days_max: int | None = None
    bills_vacant: bool | None = False
    bills_seasonal: bool | None = False
    bills_disconnected: bool | None = False
    bills_exempt: bool | None = False
    bill_form: BillForm | None = BillForm.LETTER
    emergency_phone: str = ""
    message: str = ""


_SAME = (
    "due_days",
    "due_authority",
    "penalty_percent",
    "penalty_base",
    "penalty_authority",
    "carry_below",
    "carry_authority",
    "relevy_sentence",
    "relevy_authority",
    "payment_order",
    "payment_order_authority",
    "payee",
    "bank_name",
    "bank_account",
    "prorate_by_days",
    "rate_change_percent",
    "rate_change_authority",
    "high_times",
    "days_min",
    "days_max",
    "bill_form",
    "emergency_phone",
    "message",
)


_MAY_BE_EMPTY = ("due_days", "penalty_percent", "carry_below", "rate_change_percent")


def draft_of(settings: BillingSettings) -> BillingDraft:
    """What the form shows of the saved settings."""
    same: dict[str, Any] = {name: getattr(settings, name) for name in _SAME}
    asked: dict[str, Any] = {
        name: status in settings.billed_statuses for name, status, _label in _ASKED_STATUSES
    }
    return BillingDraft(
        payment_options="\n".join(settings.payment_options),
        code_order="\n".join(settings.code_order),
        **same,
        **asked,
    )


def settings_of(draft: BillingDraft, saved: BillingSettings) -> BillingSettings:
    """The settings that the form says; empty figures stay empty, and what is not asked stays as it was saved."""
    asked = {status: bool(getattr(draft, name)) for name, status, _label in _ASKED_STATUSES}
    kept = [status for status in saved.billed_statuses if status not in asked]
    added = [status for status, wanted in asked.items() if wanted]
    typed = {name: getattr(draft, name) for name in _SAME}
    filled = {name: value for name, value in typed.items() if value is not None}
    empty = {name: None for name in _MAY_BE_EMPTY if typed[name] is None}
    return replace(
        saved,
        **{**filled, **empty},
        payment_options=_lines(draft.payment_options),
        code_order=_lines(draft.code_order),
        billed_statuses=tuple(dict.fromkeys((*kept, *added))),
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def check(draft: BillingDraft) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    errors = check_billing_settings(settings_of(draft, BillingSettings()))
    if draft.due_days is not None and not draft.due_authority.strip():
        errors["due_authority"] = "Enter the local law or resolution that sets the days to pay."
    return errors


def billing_form(law: Law, on: "date") -> FormSpec[BillingDraft]:
    """The form under an office's law: beside each figure stands what the law itself says of it."""
    return FormSpec(
        BillingDraft,
        (
            _days(law, on),
            _penalty(law, on),
            _small_bills(),
            _tax_roll(law, on),
            _payments(),
            _bank(),
            _rate_changes(),
            _readings(),
            _statuses(),
            _on_bills(),
        ),
        validate=check,
        verb="save",
    )


def _by_law(law: Law, on: "date", key: str, label: str) -> tuple[FieldSpec, ...]:
    """A line that shows the law's own figure with its citation; none where the law has no such figure."""
    if not law.has_figure(key):
        return ()
    figure = law.figure(key, on)

    def words(_draft: object, _state: str) -> str:
        value = figure_words(figure)
        return f"{value} ({figure.missing})" if figure.missing else value

    return (FieldSpec(key.replace(".", "_"), label, FieldKind.LAW, compute=words, citation=figure.citation),)


def _says(name: str, label: str, words: Callable[[BillingDraft], str]) -> FieldSpec:
    def compute(draft: BillingDraft, _state: str) -> str:
        return words(draft)

    return FieldSpec(name, label, FieldKind.LAW, compute=compute)


def _authority(name: str, error_label: str) -> FieldSpec:
    return FieldSpec(
        name,
        "Authority",
        max_len=120,
        width=Width.LINE,
        error_label=error_label,
        help="The local law, section or resolution with its date; it is printed.",
    )


def _days(law: Law, on: "date") -> Section:
    return Section(
        "Days to pay",
        (
            *_by_law(law, on, "billing.due_days", "The law says"),
            FieldSpec(
                "due_days",
                "Days from the bill's date to the due date",
                FieldKind.WHOLE,
                unit="days",
                minimum=0,
                maximum=365,
            ),
            _authority("due_authority", "Authority for the days to pay"),
            _says("due_says", "Bills say", due_words),
        ),
    )


def _penalty(law: Law, on: "date") -> Section:
    return Section(
        "Late penalty",
        (
            *_by_law(law, on, "billing.penalty_percent", "The law says"),
            FieldSpec(
                "penalty_percent",
                "Penalty after the due date",
                FieldKind.DECIMAL,
                unit="percent",
                minimum=0,
                maximum=100,
            ),
            FieldSpec("penalty_base", "Percent of", FieldKind.CHOICE, required=True, choices=BASES),
            _authority("penalty_authority", "Authority for the penalty"),
            _says("penalty_says", "Bills say", penalty_words),
        ),
    )


def _small_bills() -> Section:
    return Section(
        "Small bills",
        (
            FieldSpec(
                "carry_below",
                "Carry a quarter's bill to the next one when less is due than",
                FieldKind.MONEY,
                help="Its charges are posted, but nothing is mailed and no penalty is added; empty mails every bill. "
                "A final bill is never carried.",
            ),
            FieldSpec(
                "carry_authority",
                "Authority",
                max_len=120,
                width=Width.LINE,
                error_label="Authority for carrying small bills",
                help="The local law, section or resolution with its date.",
            ),
            _says("carry_says", "Then", carry_words),
        ),
    )


def _tax_roll(law: Law, on: "date") -> Section:
    return Section(
        "Unpaid bills on the tax roll",
        (
            *_by_law(law, on, "relevy.certify_by", "The law says: certified by"),
            FieldSpec(
                "relevy_sentence",
                "Sentence on the bill",
                FieldKind.NOTES,
                max_len=300,
                rows=3,
                help="For example: Bills unpaid on November 1 are added to the next tax bill.",
            ),
            _authority("relevy_authority", "Authority for the tax roll"),
            _says("relevy_says", "Bills say", relevy_words),
        ),
    )


def _payments() -> Section:
    return Section(
        "Payments",
        (
            FieldSpec("payment_order", "A payment pays", FieldKind.CHOICE, required=True, choices=_ORDERS),
            _authority("payment_order_authority", "Authority for the order of payment"),
            _says("order_says", "Adopted by", order_words),
            FieldSpec(
                "code_order",
                "Charge codes in the order they are paid, one on each line",
                FieldKind.NOTES,
                max_len=400,
                rows=3,
                error_label="Order of the charge codes",
                help="Counts among charges of the same day. Empty: as the codes are listed under Rates and fees.",
            ),
            FieldSpec("payee", "Checks are made out to", max_len=80, help="Empty: the municipality's name."),
            FieldSpec(
                "payment_options",
                "Ways to pay, one on each line",
                FieldKind.NOTES,
                max_len=400,
                rows=3,
            ),
        ),
    )


def _bank() -> Section:
    return Section(
        "Bank",
        (
            FieldSpec("bank_name", "Bank", max_len=60),
            FieldSpec("bank_account", "Account number", max_len=40, width=Width.PHONE),
        ),
        help="Printed on deposit slips.",
    )


def _rate_changes() -> Section:
    return Section(
        "New rates and fees that are questioned",
        (
            FieldSpec(
                "rate_change_percent",
                "Changed from last year by more than",
                FieldKind.DECIMAL,
                unit="percent",
                minimum=0,
                help="Then the program asks once more before it is adopted. Empty: it never asks.",
            ),
            FieldSpec(
                "rate_change_authority",
                "Who set this percent",
                max_len=80,
                width=Width.LINE,
                help="A resolution or a rule of the Board, if there is one; it is told with the question.",
            ),
        ),
    )


def _readings() -> Section:
    return Section(
        "Readings that are questioned",
        (
            FieldSpec("high_times", "Above this many times the usual use", FieldKind.DECIMAL, required=True),
            FieldSpec(
                "days_min",
                "Fewest days between two readings",
                FieldKind.WHOLE,
                required=True,
                unit="days",
                minimum=1,
            ),
            FieldSpec(
                "days_max",
                "Most days between two readings",
                FieldKind.WHOLE,
                required=True,
                unit="days",
                minimum=1,
            ),
            FieldSpec(
                "prorate_by_days",
                "Bill a part of a quarter by its days?",
                FieldKind.YES_NO,
                required=True,
            ),
        ),
        help="Suggestions of this program; no law sets them.",
    )


def _statuses() -> Section:
    return Section(
        "Accounts that are billed",
        tuple(
            FieldSpec(name, label, FieldKind.YES_NO, required=True)
            for name, _status, label in _ASKED_STATUSES
        ),
        help="Active accounts always are.",
    )


def _on_bills() -> Section:
    return Section(
        "On every bill",
        (
            BILL_FORM,
            FieldSpec("emergency_phone", "Telephone for emergencies", FieldKind.PHONE),
            FieldSpec("message", "Message", FieldKind.NOTES, max_len=300, rows=3),
        ),
    )
