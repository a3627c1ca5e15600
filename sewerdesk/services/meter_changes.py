"""Change-outs: two intervals, each with its own start; undone to the letter, with both acts on record."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.meter import Meter as MeterRow
from sewerdesk.data.models.meter import MeterChange, MeterChangeUndo, MeterInstallation, MeterReading
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.metering import LowerAnswer, Meter, ReadingCode
from sewerdesk.domain.readings import MeterChangeDraft, MeterChangeRow, MeterDraft, check_change
from sewerdesk.services.readings import (
    _meter,
    _note,
    _reading,
    _require_installed,
    _require_unbilled,
    _same_reading,
)

Kept = list[int | str | None]
"""A reading's id with the code and the answer that it had."""
_NEW = "new"
"""Marks a reading that the change itself entered."""


def change_meter(ws: Workspace, *, account_id: int, meter_id: int, draft: MeterChangeDraft) -> int:
    """Record that a meter was replaced, at every account that it serves; returns the new meter's id.

    The old meter ends with its last reading, the new one begins with its first. Readings of the old meter after
    the change belong to the new dial and are marked so; they count no more for the old one. ``UserError`` names the
    account of a shared meter that it did not serve on the day yet.
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
        _refuse_known(session, draft.serial.strip())
        olds = [old, *_others(session, old, meter, draft.changed_on)]
        before = [_end_dial(session, meter_id, draft.changed_on, draft.old_value)]
        for late in _readings_after(session, meter_id, draft.changed_on):
            _require_unbilled(session, late)
            before.append([late.id, late.code, late.answer])
            late.answer = LowerAnswer.CHANGE_OUT.value
        new = _new_meter(session, draft)
        _enter_new_dial(session, new.id, draft)
        for one in olds:
            one.removed_on = draft.changed_on
            _follow(session, one, new.id, draft.changed_on, before if one is old else [])
        return new.id


def undo_meter_change(ws: Workspace, *, change_id: int, reason: str) -> None:
    """Undo a change-out that was entered by mistake: both meters are as they were, nothing is deleted.

    ``UserError`` where a bill rests on what the change added, the new meter or a last reading of the old one,
    ``RuleViolation`` where a later change stands on it: correct these first.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the change is undone; both stay on record."})
    with ws.write(reason=reason[:500]) as session:
        change = _standing(session, change_id)
        for row in session.scalars(
            select(MeterReading).where(MeterReading.meter_id == change.new_meter_id)
        ).all():
            _require_unbilled(session, row)
        changes = _of_one_act(session, change)
        _refuse_joined(session, change, {one.account_id for one in changes})
        for one in changes:
            _undo_at(session, one, reason.strip())


def meter_changes(ws: Workspace, *, account_id: int) -> tuple[MeterChangeRow, ...]:
    """The change-outs of an account, newest first, undone ones too."""
    with ws.read() as session:
        serials = dict(session.execute(select(MeterRow.id, MeterRow.serial)).all())
        rows = session.execute(
            select(MeterChange, MeterChangeUndo.reason)
            .outerjoin(MeterChangeUndo, MeterChangeUndo.change_id == MeterChange.id)
            .where(MeterChange.account_id == account_id)
            .order_by(MeterChange.id.desc())
        )
        return tuple(
            MeterChangeRow(
                id=row.id,
                changed_on=row.changed_on,
                old_serial=serials[row.old_meter_id],
                new_serial=serials[row.new_meter_id],
                old_reading=_dial_on(session, row.old_meter_id, row.changed_on),
                new_reading=_dial_on(session, row.new_meter_id, row.changed_on),
                actor=row.actor,
                undone=undone or "",
            )
            for row, undone in rows
        )


def _refuse_known(session: Session, serial: str) -> None:
    """``FieldErrors`` where a meter of this serial number is in already: it cannot be in twice."""
    number = session.scalar(
        select(Account.number)
        .join(MeterInstallation, MeterInstallation.account_id == Account.id)
        .join(MeterRow, MeterRow.id == MeterInstallation.meter_id)
        .where(MeterRow.serial == serial, MeterInstallation.voided_reason == "")
        .where(MeterInstallation.removed_on.is_(None))
        .limit(1)
    )
    if number is not None:
        raise FieldErrors(
            {
                "serial": f"Meter {serial} is in at account {number}. Look at the new plate again, or take that meter "
                "out first."
            }
        )


def _others(session: Session, old: MeterInstallation, meter: Meter, on: date) -> list[MeterInstallation]:
    """Where a shared meter is in besides one installation; a dial is replaced for all that it serves at once."""
    rows = session.scalars(
        select(MeterInstallation).where(
            MeterInstallation.meter_id == old.meter_id,
            MeterInstallation.id != old.id,
            MeterInstallation.voided_reason == "",
            MeterInstallation.removed_on.is_(None),
        )
    ).all()
    return [_require_installed(session, row.account_id, meter, on) for row in rows]


def _new_meter(session: Session, draft: MeterDraft | MeterChangeDraft) -> MeterRow:
    row = MeterRow(
        serial=draft.serial.strip(), digits=draft.digits, multiplier=draft.multiplier, unit=draft.unit.value
    )
    session.add(row)
    session.flush()  # the installation and the readings name it
    return row


def _enter_new_dial(session: Session, meter_id: int, draft: MeterChangeDraft) -> None:
    """The dial that the new meter came with, and what it shows now where that was read."""
    assert draft.changed_on is not None  # checked by the caller
    assert draft.new_value is not None
    session.add(_reading(meter_id, draft.changed_on, draft.new_value, ReadingCode.INSTALL))
    if draft.present_on is not None and draft.present_value is not None:
        session.add(_reading(meter_id, draft.present_on, draft.present_value, ReadingCode.ACTUAL))


def _follow(
    session: Session, old: MeterInstallation, meter_id: int, on: date, before: Sequence[Kept]
) -> None:
    """The new meter in the old one's place at one account, and the change on its record.

    ``before`` are the readings that the change marked, kept with the account that it was entered at.
    """
    session.add(
        MeterInstallation(
            meter_id=meter_id,
            account_id=old.account_id,
            role=old.role,
            share=old.share,
            installed_on=on,
        )
    )
    session.add(
        MeterChange(
            account_id=old.account_id,
            old_meter_id=old.meter_id,
            new_meter_id=meter_id,
            changed_on=on,
            before=list(before),
            entered_at=session.info["clock"].now(),
            actor=session.info["actor"],
        )
    )


def _end_dial(session: Session, meter_id: int, on: date, value: Decimal) -> Kept:
    """The last reading of a meter that is taken out; it may have been read and entered that very day.

    Gives the reading with the code and answer it had before, or the mark of one that is new.
    """
    found = _same_reading(session, meter_id, on, value)
    if found is None:
        row = _reading(meter_id, on, value, ReadingCode.REMOVAL)
        session.add(row)
        session.flush()  # the change names it
        return [row.id, _NEW, None]
    before: Kept = [found.id, found.code, found.answer]
    found.code, found.answer = ReadingCode.REMOVAL.value, None
    return before


def _of_one_act(session: Session, change: MeterChange) -> Sequence[MeterChange]:
    """The rows of a change-out, one for each account that the meter served."""
    return session.scalars(
        select(MeterChange)
        .where(
            MeterChange.old_meter_id == change.old_meter_id, MeterChange.new_meter_id == change.new_meter_id
        )
        .order_by(MeterChange.id)
    ).all()


def _refuse_joined(session: Session, change: MeterChange, accounts: set[int]) -> None:
    """``RuleViolation`` where another account came to share the new meter since; it would be left with none."""
    found = session.execute(
        select(Account.number, MeterInstallation.installed_on)
        .join(MeterInstallation, MeterInstallation.account_id == Account.id)
        .where(MeterInstallation.meter_id == change.new_meter_id, MeterInstallation.voided_reason == "")
        .where(Account.id.not_in(accounts))
        .limit(1)
    ).first()
    if found is not None:
        raise RuleViolation(
            f"Account {found[0]} shares the new meter since {found[1]:%m/%d/%Y}, so the change cannot be undone. Enter "
            "a change to the right meter instead."
        )


def _undo_at(session: Session, change: MeterChange, reason: str) -> None:
    """Both meters of one account as they were before the change."""
    _put_back_readings(session, change, reason)
    i = MeterInstallation
    _installation(session, change, change.old_meter_id, i.removed_on == change.changed_on).removed_on = None
    gone = _installation(session, change, change.new_meter_id, i.installed_on == change.changed_on)
    gone.removed_on, gone.voided_reason = change.changed_on, reason[:200]
    session.add(
        MeterChangeUndo(
            change_id=change.id,
            undone_at=session.info["clock"].now(),
            reason=reason[:200],
            actor=session.info["actor"],
        )
    )


def _put_back_readings(session: Session, change: MeterChange, reason: str) -> None:
    """Readings that the change entered count no more; those it only marked are as before, billed or not."""
    for reading_id, code, answer in change.before:
        row = session.get_one(MeterReading, reading_id)
        if code == _NEW:
            _require_unbilled(session, row)
            row.answer = LowerAnswer.MISREAD.value
            _note(row, f"meter change undone: {reason}")
        else:
            row.code, row.answer = code, answer


def _standing(session: Session, change_id: int) -> MeterChange:
    change = session.get(MeterChange, change_id)
    if change is None:
        raise UserError("That meter change is not in this office. Refresh the page (F5) and choose it again.")
    if session.scalar(select(MeterChangeUndo.id).where(MeterChangeUndo.change_id == change.id)) is not None:
        raise RuleViolation("That meter change was undone already.")
    undone = select(MeterChangeUndo.change_id)
    later = session.scalar(
        select(MeterChange.changed_on).where(
            MeterChange.old_meter_id == change.new_meter_id, MeterChange.id.not_in(undone)
        )
    )
    if later is not None:
        raise RuleViolation(f"The new meter was itself changed on {later:%m/%d/%Y}. Undo that change first.")
    return change


def _installation(
    session: Session, change: MeterChange, meter_id: int, on_the_day: ColumnElement[bool]
) -> MeterInstallation:
    """The stay of a meter at an account that a change ended or began; it may have been there before or since."""
    return session.scalars(
        select(MeterInstallation)
        .where(
            MeterInstallation.account_id == change.account_id,
            MeterInstallation.meter_id == meter_id,
            MeterInstallation.voided_reason == "",
            on_the_day,
        )
        .order_by(MeterInstallation.id.desc())
        .limit(1)
    ).one()


def _readings_after(session: Session, meter_id: int, day: date) -> Sequence[MeterReading]:
    return session.scalars(
        select(MeterReading).where(MeterReading.meter_id == meter_id, MeterReading.read_on > day)
    ).all()


def _dial_on(session: Session, meter_id: int, on: date) -> Decimal | None:
    return session.scalars(
        select(MeterReading.value)
        .where(MeterReading.meter_id == meter_id, MeterReading.read_on == on)
        .order_by(MeterReading.id.desc())
        .limit(1)
    ).first()
