"""Adopting a rate as a form: what is typed, what is wrong with it, and the rate in words a Board would use."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.billlines import plain_volume
from sewerdesk.domain.rates import Flat, Formula, Metered, PerUnit, Tier, VolumeUnit
from sewerdesk.domain.rates.words import formula_words

__all__ = ["formula_words"]

TIERS = 5
"""Tiers that the form has room for."""


class FormulaKind(StrEnum):
    """How an amount comes about."""

    PER_UNIT = "per unit"
    FLAT = "flat"
    METERED = "metered"


@dataclass(frozen=True, slots=True)
class RateForm:
    """A rate as typed; ``price1`` is for use over the allowance up to ``upto1``, and so on, the last tier open."""

    class_code: str | None = None
    charge_code: str | None = None
    effective_from: date | None = None
    authority: str = ""
    kind: FormulaKind | None = None
    amount: Decimal | None = None
    minimum: Decimal | None = None
    allowance: Decimal | None = None
    per: Decimal | None = Decimal(1000)
    unit: VolumeUnit | None = VolumeUnit.GALLON
    times_units: bool | None = None
    price1: Decimal | None = None
    upto1: Decimal | None = None
    price2: Decimal | None = None
    upto2: Decimal | None = None
    price3: Decimal | None = None
    upto3: Decimal | None = None
    price4: Decimal | None = None
    upto4: Decimal | None = None
    price5: Decimal | None = None


@dataclass(frozen=True, slots=True)
class RateClassForm:
    """A rate class as typed."""

    code: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class FeeForm:
    """A one-time fee as adopted."""

    fee_key: str | None = None
    class_key: str | None = None
    label: str = ""
    amount: Decimal | None = None
    charge_code: str | None = None
    effective_from: date | None = None
    authority: str = ""


def check_rate_form(form: RateForm) -> dict[str, str]:
    """What does not fit together: field name to sentence."""
    if form.kind is not FormulaKind.METERED:
        return {}
    errors: dict[str, str] = {}
    if form.per is not None and form.per <= 0:
        errors["per"] = "Enter the volume that the price is for, such as 1,000."
    floor = form.allowance or Decimal(0)
    for number in range(1, TIERS):
        upto: Decimal | None = getattr(form, f"upto{number}")
        if upto is None:
            break
        if upto <= floor:
            errors[f"upto{number}"] = f"Enter more than {plain_volume(floor)}, where this tier begins."
        if getattr(form, f"price{number + 1}") is None:
            errors[f"price{number + 1}"] = f"Enter the price of use over {plain_volume(upto)}."
        floor = upto
    return errors


def formula_of(form: RateForm) -> Formula:
    """The formula of a form that has nothing wrong with it."""
    if form.kind is FormulaKind.METERED:
        allowance = form.allowance or Decimal(0)
        tiers: list[Tier] = []
        floor = allowance
        for number in range(1, TIERS + 1):
            upto: Decimal | None = getattr(form, f"upto{number}", None)
            tiers.append(Tier(floor, upto, getattr(form, f"price{number}") or Decimal(0)))
            if upto is None:
                break
            floor = upto
        return Metered(
            minimum=form.minimum or Decimal(0),
            allowance=allowance,
            tiers=tuple(tiers),
            per=form.per or Decimal(1000),
            unit=form.unit or VolumeUnit.GALLON,
            times_units=bool(form.times_units),
        )
    amount = form.amount or Decimal(0)
    return Flat(amount) if form.kind is FormulaKind.FLAT else PerUnit(amount)
