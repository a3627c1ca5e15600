"""Rates and bill lines as plain data to keep: a formula's figures, and every input of a posted line.

Numbers are kept as text so that no digit is lost; dates as ISO. Reading back gives the same values, so a line
of a bill posted years ago explains itself as it did on the day.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from sewerdesk.domain.billcompare import LineFacts
from sewerdesk.domain.billlines import (
    BillLine,
    FixedPart,
    LineKind,
    MeteredPart,
    MeterUse,
    plain_units,
    plain_volume,
)
from sewerdesk.domain.metering import LowerAnswer, Meter, MeterRole, Reading, ReadingCode
from sewerdesk.domain.rates import (
    ChargeCode,
    ChargePurpose,
    Flat,
    Formula,
    Metered,
    PerUnit,
    Tier,
    TierUse,
    VolumeUnit,
)

Record = dict[str, Any]


def formula_record(formula: Formula) -> Record:
    """A formula as plain data; ``formula_from`` reads it back."""
    if isinstance(formula, Metered):
        return {
            "kind": "metered",
            "minimum": str(formula.minimum),
            "allowance": str(formula.allowance),
            "tiers": [
                {"over": str(t.over), "upto": _optional(t.upto), "price": str(t.price)} for t in formula.tiers
            ],
            "per": str(formula.per),
            "unit": formula.unit.value,
            "times_units": formula.times_units,
        }
    return {"kind": "flat" if isinstance(formula, Flat) else "per unit", "amount": str(formula.amount)}


def formula_from(record: Mapping[str, Any]) -> Formula:
    """The formula of plain data; ``ValueError`` for a kind that is not known."""
    match record["kind"]:
        case "flat":
            return Flat(Decimal(record["amount"]))
        case "per unit":
            return PerUnit(Decimal(record["amount"]))
        case "metered":
            tiers = tuple(
                Tier(Decimal(t["over"]), _decimal(t["upto"]), Decimal(t["price"])) for t in record["tiers"]
            )
            return Metered(
                minimum=Decimal(record["minimum"]),
                allowance=Decimal(record["allowance"]),
                tiers=tiers,
                per=Decimal(record["per"]),
                unit=VolumeUnit(record["unit"]),
                times_units=bool(record["times_units"]),
            )
        case other:
            raise ValueError(f"{other!r} is not a kind of rate formula")


def line_record(line: BillLine) -> Record:
    """All inputs of a bill line as plain data; ``line_from`` reads it back."""
    charge = line.charge
    record: Record = {
        "charge": [
            charge.code,
            charge.title,
            charge.fund,
            charge.revenue_code,
            charge.order,
            charge.purpose.value,
        ],
        "kind": line.kind.value,
        "amount": str(line.amount),
    }
    if line.metered is not None:
        record["metered"] = _metered_record(line.metered)
    else:
        record["fixed"] = [_fixed_record(part) for part in line.fixed]
    return record


def line_from(record: Mapping[str, Any]) -> BillLine:
    """The bill line that ``line_record`` kept."""
    code, title, fund, revenue_code, order, purpose = record["charge"]
    return BillLine(
        charge=ChargeCode(code, title, fund, revenue_code, order, ChargePurpose(purpose)),
        kind=LineKind(record["kind"]),
        amount=Decimal(record["amount"]),
        fixed=tuple(_fixed_from(part) for part in record.get("fixed", ())),
        metered=_metered_from(record["metered"]) if "metered" in record else None,
    )


def facts_from(record: Mapping[str, Any]) -> LineFacts:
    """What of a kept line the next run compares, without rebuilding the whole line."""
    if "metered" in record:
        part = record["metered"]
        versions, units, use = (part["version"],), part["units"], Decimal(part["use"])
        days = (part["days"][0], part["days"][1])
    else:
        parts = record["fixed"]
        versions = tuple(dict.fromkeys(part["version"] for part in parts))
        units, use = parts[-1]["units"], None
        days = (sum(part["days"] for part in parts), parts[-1]["period_days"])
    return LineFacts(record["charge"][0], Decimal(record["amount"]), Decimal(units), versions, use, days)


def readings_from(record: Mapping[str, Any]) -> tuple[Reading, ...]:
    """The readings up to which a kept line charged, one for each meter; none for a fixed line."""
    if "metered" not in record:
        return ()
    return tuple(_reading_from(meter["present"], meter["meter"][0]) for meter in record["metered"]["meters"])


def line_text(line: BillLine) -> str:
    """What the bill prints for a line: the charge with its units or use."""
    if line.metered is not None:
        estimated = ", estimated" if any(m.estimated for m in line.metered.meters) else ""
        return f"{line.charge.title}, {plain_volume(line.metered.use)} {line.metered.formula.unit}{estimated}"
    if line.kind is LineKind.FLAT:
        return line.charge.title
    return f"{line.charge.title}, {plain_units(line.units)} EDU"


def _optional(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _fixed_record(part: FixedPart) -> Record:
    return {
        "version": part.version_id,
        "authority": part.authority,
        "start": part.start.isoformat(),
        "end": part.end.isoformat(),
        "days": part.days,
        "period_days": part.period_days,
        "units": str(part.units),
        "price": str(part.price),
        "amount": str(part.amount),
    }


def _fixed_from(record: Mapping[str, Any]) -> FixedPart:
    return FixedPart(
        version_id=record["version"],
        authority=record["authority"],
        start=date.fromisoformat(record["start"]),
        end=date.fromisoformat(record["end"]),
        days=record["days"],
        period_days=record["period_days"],
        units=Decimal(record["units"]),
        price=Decimal(record["price"]),
        amount=Decimal(record["amount"]),
    )


def _metered_record(part: MeteredPart) -> Record:
    return {
        "version": part.version_id,
        "authority": part.authority,
        "units": str(part.units),
        "formula": formula_record(part.formula),
        "meters": [_meter_record(found) for found in part.meters],
        "use": str(part.use),
        "minimum": str(part.minimum),
        "allowance": str(part.allowance),
        "days": [part.days, part.period_days],
        "tiers": [
            [str(t.over), _optional(t.upto), str(t.quantity), str(t.price), str(t.amount)] for t in part.tiers
        ],
    }


def _metered_from(record: Mapping[str, Any]) -> MeteredPart:
    formula = formula_from(record["formula"])
    if not isinstance(formula, Metered):
        raise TypeError("a metered line needs a metered formula")
    return MeteredPart(
        version_id=record["version"],
        authority=record["authority"],
        units=Decimal(record["units"]),
        formula=formula,
        meters=tuple(_meter_from(found) for found in record["meters"]),
        use=Decimal(record["use"]),
        minimum=Decimal(record["minimum"]),
        allowance=Decimal(record["allowance"]),
        tiers=tuple(
            TierUse(Decimal(over), _decimal(upto), Decimal(quantity), Decimal(price), Decimal(amount))
            for over, upto, quantity, price, amount in record["tiers"]
        ),
        days=record["days"][0],
        period_days=record["days"][1],
    )


def _meter_record(found: MeterUse) -> Record:
    meter = found.meter
    return {
        "meter": [meter.meter_id, meter.serial, meter.digits, str(meter.multiplier), meter.unit.value],
        "role": found.role.value,
        "previous": _reading_record(found.previous),
        "present": _reading_record(found.present),
        "used": str(found.used),
    }


def _meter_from(record: Mapping[str, Any]) -> MeterUse:
    meter_id, serial, digits, multiplier, unit = record["meter"]
    return MeterUse(
        meter=Meter(meter_id, serial, digits, Decimal(multiplier), VolumeUnit(unit)),
        role=MeterRole(record["role"]),
        previous=_reading_from(record["previous"], meter_id),
        present=_reading_from(record["present"], meter_id),
        used=Decimal(record["used"]),
    )


def _reading_record(reading: Reading) -> Record:
    return {
        "id": reading.reading_id,
        "on": reading.read_on.isoformat(),
        "value": str(reading.value),
        "source": reading.source,
        "code": reading.code.value,
        "answer": None if reading.answer is None else reading.answer.value,
    }


def _reading_from(record: Mapping[str, Any], meter_id: int) -> Reading:
    return Reading(
        reading_id=record["id"],
        meter_id=meter_id,
        read_on=date.fromisoformat(record["on"]),
        value=Decimal(record["value"]),
        source=record["source"],
        code=ReadingCode(record["code"]),
        answer=None if record["answer"] is None else LowerAnswer(record["answer"]),
    )
