"""The office's own choices that no law pack gives: how it bills, what its bills say, where it banks.

What a law or a resolution must set (days to pay, the penalty) has no default: it stays empty, with its authority,
until the clerk enters it. The thresholds at which a reading is questioned are this program's suggestions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sewerdesk.domain.bill_order import BillForm
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.carrying import CarryRule
from sewerdesk.domain.estimates import EstimateMethod
from sewerdesk.domain.ledger import PaymentOrder, PenaltyBase
from sewerdesk.domain.money import round_cents
from sewerdesk.domain.wording import join_words


@dataclass(frozen=True, slots=True)
class BillingSettings:
    """How the office bills.

    ``due_days`` after the bill's date; ``penalty_percent`` of ``penalty_base`` with ``penalty_authority`` (the local
    law or resolution); empty values print nothing. ``code_order`` is the order in which a payment pays the charge codes
    of one day; codes that it does not name come after, as the office lists them. ``high_times``, ``low_times`` and
    ``days_min``/``days_max`` say when a reading is questioned, ``rate_change_percent`` when a new rate or fee is,
    on ``rate_change_authority``;
    ``estimates_in_row`` how many estimates may follow one another. Accounts in a status of ``fixed_only_statuses`` pay
    what is fixed, but no use. ``estimate_method`` with its figures is how the town estimates, on
    ``estimate_authority``. A quarter's bill on which less than ``carry_below`` is due is carried to the next one, on
    ``carry_authority``; empty carries none. ``bill_form`` is on what bills are printed unless another is asked for.
    """

    due_days: int | None = None
    due_authority: str = ""
    penalty_percent: Decimal | None = None
    penalty_base: PenaltyBase = PenaltyBase.CURRENT_CHARGES
    penalty_authority: str = ""
    relevy_sentence: str = ""
    relevy_authority: str = ""
    carry_below: Decimal | None = None
    carry_authority: str = ""
    prorate_by_days: bool = True
    high_times: Decimal = Decimal(3)
    low_times: Decimal = Decimal("0.3")
    estimates_in_row: int = 2
    estimate_method: EstimateMethod = EstimateMethod.LAST_BILL
    estimate_bills: int = 4
    estimate_percent: Decimal = Decimal(100)
    estimate_authority: str = ""
    rate_change_percent: Decimal | None = Decimal(25)
    rate_change_authority: str = ""
    days_min: int = 60
    days_max: int = 120
    billed_statuses: tuple[AccountStatus, ...] = (AccountStatus.ACTIVE,)
    fixed_only_statuses: tuple[AccountStatus, ...] = ()
    payment_order: PaymentOrder = PaymentOrder.OLDEST_FIRST
    payment_order_authority: str = ""
    code_order: tuple[str, ...] = ()
    payee: str = ""
    payment_options: tuple[str, ...] = ()
    emergency_phone: str = ""
    message: str = ""
    envelope: str = ""
    bill_form: BillForm = BillForm.LETTER
    bank_name: str = ""
    bank_account: str = ""

    @property
    def carry_rule(self) -> CarryRule | None:
        """Which bills are too small to mail; none where the office has not adopted an amount."""
        return CarryRule(self.carry_below, self.carry_authority.strip()) if self.carry_below else None


_DECIMALS = (
    "penalty_percent",
    "carry_below",
    "high_times",
    "rate_change_percent",
    "low_times",
    "estimate_percent",
)


_KINDS: Mapping[str, type[StrEnum]] = {
    "penalty_base": PenaltyBase,
    "payment_order": PaymentOrder,
    "bill_form": BillForm,
    "estimate_method": EstimateMethod,
}


def settings_to_json(settings: BillingSettings) -> dict[str, Any]:
    """Plain values for storing; decimals as text."""
    return {field.name: _plain(getattr(settings, field.name)) for field in fields(settings)}


def settings_from_json(stored: dict[str, Any]) -> BillingSettings:
    """The settings as stored; values that a newer program added are ignored, missing ones keep their default."""
    known = {field.name for field in fields(BillingSettings)}
    values = {name: value for name, value in stored.items() if name in known}
    for name in _DECIMALS:
        if values.get(name) is not None:
            values[name] = Decimal(values[name])
    for name, kind in _KINDS.items():
        if name in values:
            values[name] = kind(values[name])
    for name in ("billed_statuses", "fixed_only_statuses"):
        if name in values:
            values[name] = tuple(AccountStatus(one) for one in values[name])
    for name in ("payment_options", "code_order"):
        if name in values:
            values[name] = tuple(values[name])
    return replace(BillingSettings(), **values)


def check_billing_settings(settings: BillingSettings) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    errors: dict[str, str] = {}
    if settings.due_days is not None and settings.due_days < 0:
        errors["due_days"] = "The days to pay must be zero or more."
    percent = settings.penalty_percent
    if percent is not None and not 0 <= percent <= 100:
        errors["penalty_percent"] = "The penalty must be between 0 and 100 percent."
    if percent and not settings.penalty_authority.strip():
        errors["penalty_authority"] = (
            "Enter the local law or resolution that sets the penalty; it is printed on bills."
        )
    if settings.relevy_sentence.strip() and not settings.relevy_authority.strip():
        errors["relevy_authority"] = (
            "Enter the law or resolution behind the sentence on the tax roll; it is printed."
        )
    errors |= _check_carrying(settings)
    twice = sorted({code for code in settings.code_order if settings.code_order.count(code) > 1})
    if twice:
        errors["code_order"] = f"The order names {join_words(twice)} twice; enter each charge code once."
    if settings.days_min > settings.days_max:
        errors["days_max"] = "The most days between two readings must not be less than the fewest."
    if settings.rate_change_percent is not None and settings.rate_change_percent < 0:
        errors["rate_change_percent"] = (
            "Enter the percent from which a changed rate is asked about, or leave it empty."
        )
    errors |= _check_readings(settings)
    if settings.high_times <= 0:
        errors["high_times"] = (
            "A reading is questioned above a multiple of the usual use; enter more than zero."
        )
    return errors


def _check_carrying(settings: BillingSettings) -> dict[str, str]:
    """What is wrong with the amount below which bills are carried."""
    errors: dict[str, str] = {}
    if settings.carry_below is not None and not (
        0 <= settings.carry_below == round_cents(settings.carry_below)
    ):
        errors["carry_below"] = "Enter dollars and cents, zero or more, or leave it empty."
    elif settings.carry_below and not settings.carry_authority.strip():
        errors["carry_authority"] = (
            "Enter the local law or resolution by which small bills wait for the next one."
        )
    return errors


def _check_readings(settings: BillingSettings) -> dict[str, str]:
    """What is impossible about questions, estimates and statuses."""
    errors: dict[str, str] = {}
    if not 0 <= settings.low_times < 1:
        errors["low_times"] = "A reading is questioned below a part of the usual use; enter 0 to less than 1."
    if settings.estimates_in_row < 0:
        errors["estimates_in_row"] = "Enter how many estimates may follow one another, zero or more."
    if settings.estimate_bills < 1:
        errors["estimate_bills"] = "An average needs at least one bill."
    if settings.estimate_percent <= 0:
        errors["estimate_percent"] = "Enter the percent of the use found that is billed, 100 for all of it."
    if set(settings.fixed_only_statuses) - set(settings.billed_statuses):
        errors["fixed_only_statuses"] = "A status that pays the fixed charges must be one that is billed."
    return errors


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value
