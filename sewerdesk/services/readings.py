"""The reading desk: what a run still asks about its meters, and what the clerk enters and answers."""

from collections import defaultdict
from datetime import date
from decimal import Decimal

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.models.meter import Meter as MeterRow
from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.data.queries.runs import REGULAR
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.estimates import EstimateRule, estimate_use
from sewerdesk.domain.metering import NOT_THIS_DIAL, LowerAnswer, Meter, ReadingCode
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readings import (
    AnswerDraft,
    ReadingDraft,
    RunReading,
    check_draft,
    readings_of,
)
from sewerdesk.services.billing_inputs import RunSetup, _account_names, _run_inputs
from sewerdesk.services.office_settings import _billing_settings

KEYED = "keyed"
_NOT_USED = frozenset(answer.value for answer in NOT_THIS_DIAL)
_TWO_YEARS = 8
"""Quarters."""


def run_readings(ws: Workspace, *, setup: RunSetup) -> tuple[RunReading, ...]:
    """Every meter that a run bills by, with its readings and what is asked about them."""
    with ws.read() as session:
        settings = _billing_settings(session)
        rule = EstimateRule(
            settings.estimate_method,
            settings.estimate_bills,
            settings.estimate_percent,
            settings.estimate_authority,
        )
        history = _measured_use(session, setup.quarter, rule)
        proposals = {
            account_id: found
            for account_id, uses in history.items()
            if (found := estimate_use(uses, setup.quarter, rule)) is not None
        }
        return tuple(readings_of(_run_inputs(session, setup), _account_names(session), proposals))


def _measured_use(
    session: Session, quarter: Quarter, rule: EstimateRule
) -> dict[int, dict[Quarter, Decimal]]:
    """Use by account and quarter of live bills whose readings were real, as far back as the method looks."""
    back = quarter
    for _ in range(max(_TWO_YEARS, rule.bills)):
        back = back.previous
    rows = session.execute(
        select(Bill.account_id, Bill.period, Bill.usage).where(
            Bill.live.is_(True),
            Bill.kind == REGULAR,
            Bill.usage.is_not(None),
            Bill.estimated.is_(False),
            Bill.period.between(back.code, quarter.previous.code),
        )
    )
    found: defaultdict[int, dict[Quarter, Decimal]] = defaultdict(dict)
    for account_id, period, usage in rows:
        found[account_id][Quarter.parse(period)] = usage or Decimal(0)
    return found


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


def _enter(session: Session, account_id: int, meter_id: int, draft: ReadingDraft) -> MeterReading:
    """Enter a reading; one that was left out as misread counts again. Part of a caller's transaction."""
    meter = _meter(session, meter_id)
    errors = check_draft(draft, meter=meter, today=session.info["clock"].today())
    if errors or draft.read_on is None or draft.value is None:
        raise FieldErrors(errors)
    _require_installed(session, account_id, meter, draft.read_on)
    code = ReadingCode.ESTIMATED if draft.estimated else ReadingCode.ACTUAL
    row = _same_reading(session, meter_id, draft.read_on, draft.value)
    if row is None:
        row = _reading(meter_id, draft.read_on, draft.value, code)
        session.add(row)
    elif row.answer in _NOT_USED:
        # It was right after all; an estimate is asked about as ever, since nobody looked at the dial.
        row.code, row.answer = code.value, None if draft.estimated else LowerAnswer.CONFIRMED.value
    else:
        raise FieldErrors({"value": f"This reading of {draft.read_on:%m/%d/%Y} is entered already."})
    _note(row, draft.note)
    session.flush()  # its id is the answer
    return row


def _same_reading(session: Session, meter_id: int, on: date, value: Decimal) -> MeterReading | None:
    """The reading of that dial on that day as entered before, one that was left out as misread too."""
    return session.scalar(
        select(MeterReading).where(
            MeterReading.meter_id == meter_id, MeterReading.read_on == on, MeterReading.value == value
        )
    )


def _note(row: MeterReading, words: str) -> None:
    """Keep words with a reading, after those that it has."""
    row.note = "; ".join(part for part in (row.note, words.strip()) if part)


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
    if (
        row is None
        or session.scalar(_served_by(row).where(MeterInstallation.account_id == account_id)) is None
    ):
        raise UserError("That reading is not of this account. Refresh the list (F5) and choose it again.")
    if not billed:
        _require_unbilled(session, row)
    row.answer = draft.answer.value
    _note(row, draft.reason)


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
            MeterInstallation.account_id == account_id,
            MeterInstallation.meter_id == meter.meter_id,
            MeterInstallation.voided_reason == "",
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


def _served_by(reading: MeterReading) -> Select[int]:
    """The accounts that a reading's meter serves or served."""
    return select(MeterInstallation.account_id).where(MeterInstallation.meter_id == reading.meter_id)


def _require_unbilled(session: Session, reading: MeterReading, *, at: int | None = None) -> None:
    """``UserError`` where a live bill rests on a reading: of any account of the meter, or of the one ``at`` alone."""
    served = _served_by(reading)
    rows = session.execute(
        select(Bill.number, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.account_id.in_(served) if at is None else Bill.account_id == at, Bill.live.is_(True))
    )
    for number, inputs in rows:
        for meter in inputs.get("metered", {}).get("meters", ()):
            if reading.id in (meter["previous"]["id"], meter["present"]["id"]):
                raise UserError(
                    f"Bill {number} rests on this reading of {reading.read_on:%m/%d/%Y}. Correct the bill first; a "
                    "posted bill keeps the readings it was made from."
                )
