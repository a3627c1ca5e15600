"""What a file of readings is compared with: the meters with the days on which they were in, and the readings held."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.domain.importing import ImportPreview, ReadingRow
from sewerdesk.domain.metering import NOT_THIS_DIAL, Installation
from sewerdesk.domain.metering import Meter as MeterFacts
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readingmatches import Delivered, HeldReadings, Pair, installed_at, match_notes, on_dial

Placed = dict[Pair, tuple[Installation, ...]]
_NOT_USED = frozenset(answer.value for answer in NOT_THIS_DIAL)


def _placed(session: Session) -> Placed:
    """The meters by account and serial number, each with its days there; taken-out ones too."""
    i, m = MeterInstallation, Meter
    rows = session.execute(
        select(Account.number, m.id, m.serial, m.digits, m.multiplier, m.unit, i.installed_on, i.removed_on)
        .join(i, i.account_id == Account.id)
        .join(m, m.id == i.meter_id)
        .where(i.voided_reason == "")
        .order_by(i.installed_on, i.id)
    )
    found: defaultdict[Pair, list[Installation]] = defaultdict(list)
    for number, meter_id, serial, digits, multiplier, unit, since, until in rows:
        meter = MeterFacts(meter_id, serial, digits, multiplier, VolumeUnit(unit))
        found[fold_identifier(number), fold_identifier(serial)].append(Installation(meter, since, until))
    return {pair: tuple(spans) for pair, spans in found.items()}


def _delivered(rows: Sequence[ReadingRow], placed: Placed) -> list[Delivered]:
    """The readings of a file with their meters; rows whose meter is not there on the day were refused before."""
    found = []
    for row in rows:
        pair = (fold_identifier(row.account), fold_identifier(row.meter))
        there = installed_at(placed.get(pair, ()), row.read_date)
        if there is not None:
            value = on_dial(row.reading, row.unit, row.multiple, there.meter)
            found.append(Delivered(row.line, row.account, row.meter, row.read_date, value, there.meter))
    return found


def _with_matches(
    session: Session, preview: ImportPreview[ReadingRow], placed: Placed, today: date
) -> ImportPreview[ReadingRow]:
    """The preview with what to look at before it is imported."""
    found = _delivered(preview.rows, placed)
    here = {one.meter.meter_id for one in found}
    waiting = [
        (account, one.meter.serial)
        for (account, _), spans in placed.items()
        if (one := installed_at(spans, today)) is not None
        and one.removed_on is None
        and one.meter.meter_id not in here
    ]
    numbers = {fold_identifier(number): number for number in session.scalars(select(Account.number))}
    named = sorted((numbers.get(account, account), serial) for account, serial in waiting)
    notes = match_notes(found, _held(session), waiting=named)
    return replace(preview, notes=(*preview.notes, *notes))


def _held(session: Session) -> HeldReadings:
    r = MeterReading
    by_meter: defaultdict[int, list[tuple[date, Decimal]]] = defaultdict(list)
    for meter_id, on, value, answer in session.execute(
        select(r.meter_id, r.read_on, r.value, r.answer).order_by(r.id)
    ):
        if answer not in _NOT_USED:
            by_meter[meter_id].append((on, value))
    last = session.scalars(
        select(BillingRun.checked)
        .where(is_quarterly())
        .order_by(BillingRun.period.desc(), BillingRun.id)
        .limit(1)
    ).first()
    return HeldReadings(by_meter, None if last is None else date.fromisoformat(last["read_through"]))
