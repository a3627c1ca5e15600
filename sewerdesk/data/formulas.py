"""Rate formulas as JSON and back; prices are text, so that no digit is lost."""

from decimal import Decimal
from typing import Any

from sewerdesk.domain.rates import Flat, Formula, Metered, PerUnit, Tier, VolumeUnit


def formula_to_json(formula: Formula) -> dict[str, Any]:
    """A formula as plain values."""
    if isinstance(formula, PerUnit):
        return {"kind": "per_unit", "amount": _text(formula.amount)}
    if isinstance(formula, Flat):
        return {"kind": "flat", "amount": _text(formula.amount)}
    return {
        "kind": "metered",
        "minimum": _text(formula.minimum),
        "allowance": _text(formula.allowance),
        "tiers": [
            [_text(tier.over), None if tier.upto is None else _text(tier.upto), _text(tier.price)]
            for tier in formula.tiers
        ],
        "per": _text(formula.per),
        "unit": formula.unit.value,
        "times_units": formula.times_units,
    }


def formula_from_json(stored: dict[str, Any]) -> Formula:
    """The formula that was stored; ``ValueError`` for a kind this program does not know."""
    kind = stored["kind"]
    if kind == "per_unit":
        return PerUnit(Decimal(stored["amount"]))
    if kind == "flat":
        return Flat(Decimal(stored["amount"]))
    if kind != "metered":
        raise ValueError(f"unknown rate formula {kind!r}")
    return Metered(
        minimum=Decimal(stored["minimum"]),
        allowance=Decimal(stored["allowance"]),
        tiers=tuple(
            Tier(Decimal(over), None if upto is None else Decimal(upto), Decimal(price))
            for over, upto, price in stored["tiers"]
        ),
        per=Decimal(stored["per"]),
        unit=VolumeUnit(stored["unit"]),
        times_units=stored["times_units"],
    )


def _text(value: Decimal) -> str:
    return format(value, "f")
