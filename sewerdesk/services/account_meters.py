"""Meters of an account: main, deduct, well, sub and shared master meters, put in and taken out by date."""

from datetime import date
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.meter import Meter as MeterRow
from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.metering import LowerAnswer, MeterRole, ReadingCode
from sewerdesk.domain.readings import (
    MeterDraft,
    PlateDraft,
    RemovalDraft,
    check_meter,
    check_plate,
    check_removal,
)
from sewerdesk.services.accounts import _account
from sewerdesk.services.meter_changes import _end_dial, _new_meter, _readings_after
from sewerdesk.services.readings import (
    _NOT_USED,
    _meter,
    _reading,
    _require_installed,
    _require_unbilled,
    _same_reading,
)

_SHARED = frozenset({MeterRole.MASTER, MeterRole.DEDUCT, MeterRole.SUB})
"""Roles in which one meter may stand at several accounts: a master with its shares, a sub deducted from its master."""


def add_meter(ws: Workspace, *, account_id: int, draft: MeterDraft) -> int:
    """Put a meter in at an account with what it does there, and its first reading; returns the meter's id.

    A meter that is in elsewhere already is the same one where its role may be shared (master, sub, deduct); then its
    digits, multiplier and unit must be the same. Its use counts for the account from that reading on. ``FieldErrors``
    for what cannot be.
    """
    errors = check_meter(draft, today=ws.clock.today())
    if errors or draft.installed_on is None or draft.value is None:
        raise FieldErrors(errors)
    with ws.write(reason=f"meter {draft.serial.strip()}") as session:
        _account(session, account_id)
        known = _known_meter(session, draft) or _new_meter(session, draft)
        if _is_in(session, account_id, known.id):
            raise FieldErrors({"serial": f"Meter {known.serial} is at this account already."})
        _first_dial(session, known, draft.installed_on, draft.value)
        session.add(
            MeterInstallation(
                meter_id=known.id,
                account_id=account_id,
                role=draft.role.value,
                share=draft.share,
                installed_on=draft.installed_on,
            )
        )
        return known.id


def _first_dial(session: Session, meter: MeterRow, on: date, value: Decimal) -> None:
    """What a meter showed when it was put in or an account came to share it, which another's reading may tell as well.

    ``FieldErrors`` where another dial is on file for the day: one of the two is wrong.
    """
    same = _same_reading(session, meter.id, on, value)
    other = select(MeterReading.value).where(
        MeterReading.meter_id == meter.id,
        MeterReading.read_on == on,
        MeterReading.value != value,
        MeterReading.answer.is_(None) | MeterReading.answer.not_in(_NOT_USED),
    )
    known = session.scalar(other)
    if known is not None:
        raise FieldErrors(
            {
                "value": f"Meter {meter.serial} was read {known:f} on {on:%m/%d/%Y}. Enter the same, or answer first "
                "that this reading was misread."
            }
        )
    if same is None:
        session.add(_reading(meter.id, on, value, ReadingCode.INSTALL))
    elif same.answer in _NOT_USED:
        same.answer = LowerAnswer.CONFIRMED.value  # it was right after all


def correct_meter(ws: Workspace, *, meter_id: int, draft: PlateDraft) -> None:
    """Put a meter's digits, multiplier and unit right, at all accounts that it serves.

    Posted bills keep what they were made from; what they charged too little or too much is put right by correcting
    them. ``FieldErrors`` for what cannot be.
    """
    with ws.write(reason=draft.reason[:500]) as session:
        meter = _meter(session, meter_id)
        highest = session.scalar(
            select(func.max(MeterReading.value)).where(
                MeterReading.meter_id == meter_id,
                MeterReading.answer.is_(None) | MeterReading.answer.not_in(_NOT_USED),
            )
        )
        errors = check_plate(draft, serial=meter.serial, highest=highest)
        if errors or draft.digits is None or draft.multiplier is None:
            raise FieldErrors(errors)
        row = session.get_one(MeterRow, meter_id)
        row.digits, row.multiplier, row.unit = draft.digits, draft.multiplier, draft.unit.value


def remove_meter(ws: Workspace, *, account_id: int, meter_id: int, draft: RemovalDraft) -> None:
    """Take a meter out without another in its place; its use counts through its last reading.

    ``UserError`` where a bill of the account rests on a later reading: correct that bill first.
    """
    with ws.write(reason=draft.reason[:500]) as session:
        meter = _meter(session, meter_id)
        errors = check_removal(draft, meter=meter, today=ws.clock.today())
        if errors or draft.removed_on is None or draft.value is None:
            raise FieldErrors(errors)
        installed = _require_installed(session, account_id, meter, draft.removed_on)
        if installed.removed_on is not None:
            raise RuleViolation(
                f"Meter {meter.serial} was taken out on {installed.removed_on:%m/%d/%Y} already."
            )
        for late in _readings_after(session, meter_id, draft.removed_on):
            _require_unbilled(session, late, at=account_id)
        installed.removed_on = draft.removed_on
        _end_dial(session, meter_id, draft.removed_on, draft.value)


def _known_meter(session: Session, draft: MeterDraft) -> MeterRow | None:
    """The meter of this serial number that is in somewhere; ``FieldErrors`` where it may not be shared or differs."""
    rows = session.scalars(
        select(MeterRow)
        .join(MeterInstallation, MeterInstallation.meter_id == MeterRow.id)
        .where(MeterRow.serial == draft.serial.strip(), MeterInstallation.voided_reason == "")
        .where(MeterInstallation.removed_on.is_(None))
    ).all()
    if not rows:
        return None
    found = rows[0]
    if draft.role not in _SHARED:
        raise FieldErrors(
            {
                "serial": f"Meter {found.serial} is in at another account. Take it out there first, or share it."
            }
        )
    if (found.digits, found.multiplier, found.unit) != (
        draft.digits,
        Decimal(draft.multiplier or 0),
        draft.unit.value,
    ):
        raise FieldErrors(
            {
                "multiplier": f"Meter {found.serial} is on file with {found.digits} digits, × {found.multiplier:f} "
                f"{found.unit}. Enter the same, or correct it there."
            }
        )
    return found


def _is_in(session: Session, account_id: int, meter_id: int) -> bool:
    statement = select(MeterInstallation.id).where(
        MeterInstallation.account_id == account_id,
        MeterInstallation.meter_id == meter_id,
        MeterInstallation.voided_reason == "",
        MeterInstallation.removed_on.is_(None),
    )
    return session.scalar(statement) is not None
