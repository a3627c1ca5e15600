"""The office's own choices about money taken: fees and limits with their authority, and who is asked about what.

An amount or a time that a law or a resolution must set has no default. It stays empty, and what it would allow is not
done, until the clerk enters it with its authority.
"""

from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import Any

from sewerdesk.domain.dates import DayRule
from sewerdesk.domain.law.types import Unit
from sewerdesk.domain.money import ZERO, round_cents

_DECIMALS = ("tolerance", "returned_fee", "deposit_limit", "drawer_float")
_WITH_AUTHORITY = {
    "tolerance": ("tolerance_authority", "lets small differences wait for the next bill"),
    "returned_fee": ("returned_fee_authority", "sets the fee for a returned check"),
    "cash_only_months": ("cash_only_authority", "lets the office refuse checks for a time"),
    "deposit_days": ("deposit_authority", "says when money must be deposited"),
    "plan_grace_days": ("plan_authority", "allows payment plans"),
}


@dataclass(frozen=True, slots=True)
class PaymentSettings:
    """How the office takes money.

    ``ask_back_days``: money said to have come more days ago than this is asked about. ``suspense_code``: the charge
    code, and so the fund, that holds money nobody can place; empty means that none is held. ``tolerance``: a
    difference up to this many dollars waits for the next bill. ``returned_fee`` with its charge code is charged for a
    check that comes back where the fee schedule has none; ``cash_only_months``: how long no check is taken
    afterwards. Once more than ``deposit_limit`` dollars were collected they go to the bank within ``deposit_days``
    business days. ``drawer_float``: the change kept in the drawer. ``over_short_code``: where a difference of the
    drawer is booked. ``plan_grace_days``: after an installment's day before a plan is in default.
    """

    ask_back_days: int = 60
    suspense_code: str = ""
    tolerance: Decimal | None = None
    tolerance_authority: str = ""
    returned_fee: Decimal | None = None
    returned_fee_code: str = ""
    returned_fee_authority: str = ""
    cash_only_months: int | None = None
    cash_only_authority: str = ""
    deposit_limit: Decimal | None = None
    deposit_days: int | None = None
    deposit_authority: str = ""
    drawer_float: Decimal = ZERO
    over_short_code: str = ""
    plan_grace_days: int | None = None
    plan_authority: str = ""
    adjustment_reasons: tuple[str, ...] = (
        "Billing error",
        "Meter misread",
        "Leak",
        "Units corrected",
        "Decision of the Board",
        "Other",
    )

    @property
    def deposit_rule(self) -> DayRule | None:
        """How long collected money may stay in the office; ``None`` where the office entered no rule."""
        if self.deposit_days is None or self.deposit_limit is None:
            return None
        return DayRule(
            "deposit of money collected", self.deposit_days, Unit.BUSINESS_DAYS, self.deposit_authority
        )

    def is_small(self, difference: Decimal) -> bool:
        """Whether a difference is small enough to wait for the next bill."""
        return self.tolerance is not None and abs(difference) <= self.tolerance


def payment_settings_to_json(settings: PaymentSettings) -> dict[str, Any]:
    """Plain values for storing; decimals as text."""
    return {field.name: _plain(getattr(settings, field.name)) for field in fields(settings)}


def payment_settings_from_json(stored: dict[str, Any]) -> PaymentSettings:
    """The settings as stored; values that a newer program added are ignored, missing ones keep their default."""
    known = {field.name for field in fields(PaymentSettings)}
    values = {name: value for name, value in stored.items() if name in known}
    for name in _DECIMALS:
        if values.get(name) is not None:
            values[name] = Decimal(values[name])
    if "adjustment_reasons" in values:
        values["adjustment_reasons"] = tuple(values["adjustment_reasons"])
    return replace(PaymentSettings(), **values)


def check_payment_settings(settings: PaymentSettings) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    errors: dict[str, str] = {}
    for name in _DECIMALS:
        value = getattr(settings, name)
        if value is not None and (value < 0 or value != round_cents(value)):
            errors[name] = "Enter dollars and cents, zero or more."
    for name in ("ask_back_days", "cash_only_months", "deposit_days", "plan_grace_days"):
        value = getattr(settings, name)
        if value is not None and value < 0:
            errors[name] = "Enter zero or more."
    for name, (authority, does) in _WITH_AUTHORITY.items():
        if getattr(settings, name) is not None and not getattr(settings, authority).strip():
            errors[authority] = f"Enter the law or resolution that {does}."
    if settings.returned_fee and not settings.returned_fee_code.strip():
        errors["returned_fee_code"] = "Choose the charge code of the fee; its fund receives it."
    if (settings.deposit_limit is None) != (settings.deposit_days is None):
        errors["deposit_limit"] = "Enter both the amount and the days after which money must be deposited."
    if not any(reason.strip() for reason in settings.adjustment_reasons):
        errors["adjustment_reasons"] = "Enter at least one reason for adjustments."
    return errors


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return format(value, "f")
    return list(value) if isinstance(value, tuple) else value
