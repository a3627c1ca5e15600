"""The reading desk: what a run still asks about its meters, and what the clerk enters and answers."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.models.meter import Meter as MeterRow
from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.metering import LowerAnswer, Meter, ReadingCode
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readings import (
    AnswerDraft,
    MeterChangeDraft,
    ReadingDraft,
    RunReading,
    check_change,
    check_draft,
    readings_of,
)
from sewerdesk.services.billing_inputs import RunSetup, _account_names, _run_inputs

KEYED = "keyed"


def run_readings(ws: Workspace, *, setup: RunSetup) -> tuple[RunReading, ...]:
    """Every meter that a run bills by, with its readings and what is asked about them."""
    with ws.read() as session:
        return tuple(readings_of(_run_inputs(session, setup), _account_names(session)))


def enter_reading(ws: Workspace, *, account_id: int, meter_id: int, draft: ReadingDraft) -> int:
    """Enter what a dial shows, or an estimate marked as one; returns the reading's id.

    Raises ``FieldErrors`` where the day or the dial cannot be.
    """
    with ws.write(reason=draft.note) as session:
        return _enter(session, account_id, meter_id, draft).id


def answer_reading(ws: Workspace, *, account_id: int, draft: AnswerDraft) -> None:
    """Say what an odd reading is: misread, rolled over, another meter's, a meter built in backward, or confirmed.

    The reason is kept with the reading. A reading that a posted bill rests on is not answered any more.
    """
    with ws.write(reason=draft.reason) as session:
        _answer(session, account_id, draft)


def change_meter(ws: Workspace, *, account_id: int, meter_id: int, draft: MeterChangeDraft) -> int:
    """Record that a meter was replaced; returns the new meter's id.

    The old meter ends with its last reading, the new one begins with its first. Readings of the old meter after
    the change belong to the new dial and are marked so; they count no more for the old one.
    """
    with ws.write(reason=f"meter change to {draft.serial.strip()}") as session:
        meter = _meter(session, meter_id)
        errors = check_change(draft, meter=meter, today=ws.clock.today())
        if errors or draft.changed_on is None or draft.old_value is None or draft.new_value is None:
            raise FieldErrors(errors)
        old = _require_installed(session, account_id, meter, draft.changed_on)
        if old.removed_on is not None:
            raise UserError(
                f"Meter {meter.serial} was taken out on {old.removed_on:%m/%d/%Y} already; its change is on record."
            )
        old.removed_on = draft.changed_on
        _end_dial(session, meter_id, draft.changed_on, draft.old_value)
        for late in _readings_after(session, meter_id, draft.changed_on):
            _require_unbilled(session, account_id, late)
            late.answer = LowerAnswer.CHANGE_OUT.value
        new = MeterRow(
            serial=draft.serial.strip(),
            digits=draft.digits,
            multiplier=draft.multiplier,
            unit=draft.unit.value,
        )
        session.add(new)
        session.flush()  # the installation and the readings name it
        session.add(
            MeterInstallation(
                meter_id=new.id, account_id=account_id, role=old.role, installed_on=draft.changed_on
            )
        )
        session.add(_reading(new.id, draft.changed_on, draft.new_value, ReadingCode.INSTALL))
        if draft.present_on is not None and draft.present_value is not None:
            session.add(_reading(new.id, draft.present_on, draft.present_value, ReadingCode.ACTUAL))
        return new.id


def _enter(session: Session, account_id: int, meter_id: int, draft: ReadingDraft) -> MeterReading:
    """Enter a reading; part of a caller's transaction."""
    meter = _meter(session, meter_id)
    errors = check_draft(draft, meter=meter, today=session.info["clock"].today())
    if errors or draft.read_on is None or draft.value is None:
        raise FieldErrors(errors)
    _require_installed(session, account_id, meter, draft.read_on)
    same = select(MeterReading.id).where(
        MeterReading.meter_id == meter_id,
        MeterReading.read_on == draft.read_on,
        MeterReading.value == draft.value,
    )
    if session.scalar(same) is not None:
        raise FieldErrors({"value": f"This reading of {draft.read_on:%m/%d/%Y} is entered already."})
    code = ReadingCode.ESTIMATED if draft.estimated else ReadingCode.ACTUAL
    row = _reading(meter_id, draft.read_on, draft.value, code)
    row.note = draft.note.strip()
    session.add(row)
    session.flush()  # its id is the answer
    return row


def _answer(session: Session, account_id: int, draft: AnswerDraft, *, billed: bool = False) -> None:
    """Answer about a reading; ``billed`` where the bill that rests on it is corrected in the same transaction."""
    errors = {}
    if draft.answer is None:
        errors["answer"] = "Choose what is true of this reading."
    if not draft.reason.strip():
        errors["reason"] = "Say how you know; it is kept with the reading."
    if errors or draft.answer is None:
        raise FieldErrors(errors)
    row = session.get(MeterReading, draft.reading_id)
    if row is None:
        raise UserError("That reading is not in this office. Refresh the list (F5) and choose it again.")
    if not billed:
        _require_unbilled(session, account_id, row)
    row.answer = draft.answer.value
    row.note = "; ".join(part for part in (row.note, draft.reason.strip()) if part)


def _end_dial(session: Session, meter_id: int, on: date, value: Decimal) -> None:
    """The last reading of a meter that is taken out; it may have been read and entered that very day."""
    found = session.scalar(
        select(MeterReading).where(
            MeterReading.meter_id == meter_id, MeterReading.read_on == on, MeterReading.value == value
        )
    )
    if found is None:
        session.add(_reading(meter_id, on, value, ReadingCode.REMOVAL))
    else:
        found.code, found.answer = ReadingCode.REMOVAL.value, None


def _reading(meter_id: int, on: date, value: Decimal, code: ReadingCode) -> MeterReading:
    return MeterReading(meter_id=meter_id, read_on=on, value=value, source=KEYED, code=code.value)


def _meter(session: Session, meter_id: int) -> Meter:
    row = session.get(MeterRow, meter_id)
    if row is None:
        raise UserError("That meter is not in this office. Refresh the list (F5) and choose it again.")
    return Meter(row.id, row.serial, row.digits, row.multiplier, VolumeUnit(row.unit))


def _require_installed(session: Session, account_id: int, meter: Meter, on: date) -> MeterInstallation:
    rows = session.scalars(
        select(MeterInstallation).where(
            MeterInstallation.account_id == account_id, MeterInstallation.meter_id == meter.meter_id
        )
    )
    for row in rows:
        if row.installed_on <= on and (row.removed_on is None or on <= row.removed_on):
            return row
    number = session.get_one(Account, account_id).number
    raise UserError(
        f"Meter {meter.serial} was not at account {number} on {on:%m/%d/%Y}. Correct the day, or enter the meter "
        "change first."
    )


def _readings_after(session: Session, meter_id: int, day: date) -> Iterable[MeterReading]:
    return session.scalars(
        select(MeterReading).where(MeterReading.meter_id == meter_id, MeterReading.read_on > day)
    ).all()


def _require_unbilled(session: Session, account_id: int, reading: MeterReading) -> None:
    rows = session.execute(
        select(Bill.number, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.account_id == account_id, Bill.live.is_(True))
    )
    for number, inputs in rows:
        for meter in inputs.get("metered", {}).get("meters", ()):
            if reading.id in (meter["previous"]["id"], meter["present"]["id"]):
                raise UserError(
                    f"Bill {number} rests on this reading of {reading.read_on:%m/%d/%Y}. Correct the bill first; a "
                    "posted bill keeps the readings it was made from."
                )
