"""Formulas as plain data to keep: numbers as text so that no digit is lost, read back to the same values."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from sewerdesk.domain.rates.book import Formula
from sewerdesk.domain.rates.fixed import FixturePrice, Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import Metered, SeasonKind, SeasonRule, Tier, VolumeUnit
from sewerdesk.domain.rates.share import BillShare, MonthFactor
from sewerdesk.domain.rates.special import Credit, FromWorksheet

Record = dict[str, Any]


def formula_record(formula: Formula) -> Record:
    """A formula as plain data; ``formula_from`` reads it back."""
    match formula:
        case Metered():
            return _metered_record(formula)
        case PerFixture():
            prices = [[row.kind, str(row.price)] for row in formula.prices]
            return {"kind": "fixtures", "prices": prices}
        case BillShare():
            return {
                "kind": "share",
                "service": formula.service,
                "factor": _text(formula.factor),
                "by_month": [[row.month, str(row.factor)] for row in formula.by_month],
                "low_use": _text(formula.low_use),
                "low_factor": _text(formula.low_factor),
                "unit": formula.unit.value,
                "minimum": str(formula.minimum),
            }
        case FromWorksheet():
            return {"kind": "worksheet", "worksheet": formula.kind, "periods": formula.periods}
        case Credit():
            return {
                "kind": "credit",
                "program": formula.program,
                "percent": _text(formula.percent),
                "amount": _text(formula.amount),
                "off": list(formula.off),
            }
        case _:
            names = {Flat: "flat", PerUnit: "per unit", PerPerson: "per person"}
            return {"kind": names[type(formula)], "amount": str(formula.amount)}


def formula_from(record: Mapping[str, Any]) -> Formula:
    """The formula of plain data; ``ValueError`` for a kind that is not known."""
    kind = record["kind"]
    if kind in _BY_AMOUNT:
        return _BY_AMOUNT[kind](Decimal(record["amount"]))
    match kind:
        case "metered":
            return _metered_from(record)
        case "fixtures":
            return PerFixture(tuple(FixturePrice(name, Decimal(price)) for name, price in record["prices"]))
        case "share":
            return BillShare(
                service=record["service"],
                factor=_decimal(record["factor"]),
                by_month=tuple(MonthFactor(month, Decimal(factor)) for month, factor in record["by_month"]),
                low_use=_decimal(record["low_use"]),
                low_factor=_decimal(record["low_factor"]),
                unit=VolumeUnit(record["unit"]),
                minimum=Decimal(record["minimum"]),
            )
        case "worksheet":
            return FromWorksheet(record["worksheet"], record["periods"])
        case "credit":
            percent, amount = _decimal(record["percent"]), _decimal(record["amount"])
            return Credit(record["program"], percent, amount, tuple(record["off"]))
    raise ValueError(f"{kind!r} is not a kind of rate formula")


_BY_AMOUNT: Mapping[str, type[Flat] | type[PerUnit] | type[PerPerson]] = MappingProxyType(
    {"flat": Flat, "per unit": PerUnit, "per person": PerPerson}
)


def _metered_record(formula: Metered) -> Record:
    record: Record = {
        "kind": "metered",
        "minimum": str(formula.minimum),
        "allowance": str(formula.allowance),
        "tiers": [{"over": str(t.over), "upto": _text(t.upto), "price": str(t.price)} for t in formula.tiers],
        "per": str(formula.per),
        "unit": formula.unit.value,
        "times_units": formula.times_units,
    }
    if formula.season is not None:
        season = formula.season
        record["season"] = [season.kind.value, list(season.months), str(season.percent)]
    return record


def _metered_from(record: Mapping[str, Any]) -> Metered:
    tiers = tuple(Tier(Decimal(t["over"]), _decimal(t["upto"]), Decimal(t["price"])) for t in record["tiers"])
    season = None
    if "season" in record:
        kind, months, percent = record["season"]
        season = SeasonRule(SeasonKind(kind), tuple(months), Decimal(percent))
    return Metered(
        minimum=Decimal(record["minimum"]),
        allowance=Decimal(record["allowance"]),
        tiers=tiers,
        per=Decimal(record["per"]),
        unit=VolumeUnit(record["unit"]),
        times_units=bool(record["times_units"]),
        season=season,
    )


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
