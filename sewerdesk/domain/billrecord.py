"""Bill lines as plain data to keep: every input of a posted line.

Numbers are kept as text so that no digit is lost; dates as ISO. Reading back gives the same values, so a line
of a bill posted years ago explains itself as it did on the day.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from sewerdesk.domain.billcompare import LineFacts
from sewerdesk.domain.billlines import (
    BY_UNITS,
    BillLine,
    FixedPart,
    LineKind,
    LineRefs,
    MeteredPart,
    MeterUse,
    plain_units,
    plain_volume,
)
from sewerdesk.domain.metering import LowerAnswer, Meter, MeterRole, Reading, ReadingCode
from sewerdesk.domain.rates import ChargeCode, ChargePurpose, Metered, TierUse, VolumeUnit
from sewerdesk.domain.rates.records import formula_from, formula_record
from sewerdesk.domain.wording import count

Record = dict[str, Any]
_BY_UNITS = frozenset(kind.value for kind in BY_UNITS)
_NAMED = frozenset({LineKind.CHARGE, LineKind.CREDIT})
_EXTRA: Mapping[str, Any] = MappingProxyType({"part": 0, "what": "", "source": "", "ref": 0, "divisor": 1})


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
        if line.earlier:
            record["earlier"] = [_metered_record(part) for part in line.earlier]
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
        earlier=tuple(_metered_from(part) for part in record.get("earlier", ())),
    )


def facts_from(record: Mapping[str, Any]) -> LineFacts:
    """What of a kept line the next run compares, without rebuilding the whole line."""
    code, amount = record["charge"][0], Decimal(record["amount"])
    if "metered" in record:
        parts = [*record.get("earlier", ()), record["metered"]]
        use = _counted(parts[-1]["meters"]) if parts[-1]["meters"] else _shared(parts)
        days = (sum(part["days"][0] for part in parts), parts[-1]["days"][1])
        versions = tuple(dict.fromkeys(part["version"] for part in parts))
        return LineFacts(code, amount, Decimal(parts[-1]["units"]), versions, use, days)
    parts = record["fixed"]
    versions = tuple(dict.fromkeys(part["version"] for part in parts if part["version"]))
    days = (sum(part["days"] for part in parts), parts[-1]["period_days"])
    if record["kind"] in _BY_UNITS:
        return LineFacts(code, amount, Decimal(parts[-1]["units"]), versions, None, days)
    basis = tuple(Decimal(part["units"]) for part in parts)
    ref = parts[-1].get("ref", 0) if record["kind"] == LineKind.CHARGE.value else 0
    return LineFacts(code, amount, Decimal(1), versions, None, days, basis, ref)


def _counted(meters: Iterable[Mapping[str, Any]]) -> Decimal:
    """What kept meters counted for the account: ``BillLine.use``."""
    return sum(
        (Decimal(one["used"]) * (-1 if one["role"] == MeterRole.DEDUCT.value else 1) for one in meters),
        Decimal(0),
    )


def _shared(parts: Iterable[Mapping[str, Any]]) -> Decimal:
    """The use of parts kept without their meters."""
    return sum((Decimal(part.get("measured") or part["use"]) for part in parts), Decimal(0))


def readings_from(record: Mapping[str, Any]) -> tuple[Reading, ...]:
    """The readings up to which a kept line charged, one for each meter; none for a fixed line."""
    if "metered" not in record:
        return ()
    return tuple(_reading_from(meter["present"], meter["meter"][0]) for meter in record["metered"]["meters"])


def refs_from(record: Mapping[str, Any]) -> LineRefs:
    """What a kept line rests on that a quarter bills once: a charge of the account, or other services' bills.

    The minimum in the place of other services' bills names none of them and has the id 0.
    """
    kind = LineKind(record["kind"])
    if kind not in {LineKind.CHARGE, LineKind.SHARE}:
        return frozenset()
    return frozenset((kind, part.get("ref", 0)) for part in record["fixed"])


def dials_from(record: Mapping[str, Any]) -> dict[int, tuple[str, str]]:
    """Multiplier and unit of each meter of a kept line, as text by meter id."""
    meters = (one["meter"] for one in record["metered"]["meters"])
    return {meter_id: (multiplier, unit) for meter_id, _, _, multiplier, unit in meters}


def line_text(line: BillLine) -> str:
    """What the bill prints for a line: the charge with its units, use or what else it rests on."""
    title = line.charge.title
    if line.metered is not None:
        estimated = ", estimated" if any(m.estimated for m in line.metered.meters) else ""
        return f"{title}, {plain_volume(line.use or Decimal(0))} {line.metered.formula.unit}{estimated}"
    last = line.fixed[-1]
    if line.kind is LineKind.PER_UNIT:
        return f"{title}, {plain_units(line.units)} EDU"
    if line.kind is LineKind.PER_PERSON:
        return f"{title}, {count(last.units, 'person')}"
    return f"{title}, {last.what}" if line.kind in _NAMED and last.what else title


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
        **{name: value for name in _EXTRA if (value := getattr(part, name)) != _EXTRA[name]},
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
        **{name: record[name] for name in _EXTRA if name in record},
    )


def _metered_record(part: MeteredPart) -> Record:
    record: Record = {
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
    if part.measured is not None:
        record["measured"], record["season"] = str(part.measured), part.season
    if part.start and part.end:
        record["span"] = [part.start.isoformat(), part.end.isoformat()]
    return record


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
        measured=_decimal(record.get("measured")),
        season=record.get("season", ""),
        start=date.fromisoformat(record["span"][0]) if "span" in record else None,
        end=date.fromisoformat(record["span"][1]) if "span" in record else None,
    )


def _meter_record(found: MeterUse) -> Record:
    meter = found.meter
    return {
        "meter": [meter.meter_id, meter.serial, meter.digits, str(meter.multiplier), meter.unit.value],
        "role": found.role.value,
        "previous": _reading_record(found.previous),
        "present": _reading_record(found.present),
        "used": str(found.used),
        **({} if found.share == 1 else {"share": str(found.share)}),
    }


def _meter_from(record: Mapping[str, Any]) -> MeterUse:
    meter_id, serial, digits, multiplier, unit = record["meter"]
    return MeterUse(
        meter=Meter(meter_id, serial, digits, Decimal(multiplier), VolumeUnit(unit)),
        role=MeterRole(record["role"]),
        previous=_reading_from(record["previous"], meter_id),
        present=_reading_from(record["present"], meter_id),
        used=Decimal(record["used"]),
        share=Decimal(record.get("share", 1)),
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
