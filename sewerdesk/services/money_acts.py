"""Acts of money: posted with their entries in one transaction, listed, and undone as a whole by another act."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.entries import restored_on, reversed_ids
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import Entry, EntryKind, check_entry
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.money_acts import OF_BILLS, ActEntry, ActKind, ActRow, check_act
from sewerdesk.domain.periods import OpenDay
from sewerdesk.services.act_trails import _undo_trails
from sewerdesk.services.penalty_trails import (
    _following,
    _penalties_follow,
    _refuse_correction_undo,
    _refuse_paid_undo,
)
from sewerdesk.services.periods import _late_day, _open_day, _require_open
from sewerdesk.services.receipt_journal import _journal_act
from sewerdesk.services.relevy_money import _act_notes, _guard, _mark_levied, _refuse_on_roll

_MOVES_MONEY = frozenset(
    {ActKind.ADJUSTMENT, ActKind.WRITE_OFF, ActKind.RETURNED_CHECK, ActKind.REFUND, ActKind.TRANSFER}
)
"""What these do may make a penalty wrong that was judged without them."""
_REASON_LENGTH = 200


def money_acts(
    ws: Workspace, *, kinds: Collection[ActKind] = (), since: date | None = None
) -> tuple[ActRow, ...]:
    """The acts of these kinds (all of them by default) from a day on, newest first."""
    with ws.read() as session:
        return _act_rows(session, kinds=kinds, since=since)


def undo_act(ws: Workspace, *, act_id: int, reason: str, authority: str = "") -> ActRow:
    """Undo a whole act today: each of its entries is reversed, and the books are as though it had not been.

    ``RuleViolation`` where it was undone before or is itself an undoing, and where something of it is on the tax roll
    or is a penalty that was paid.
    """
    with ws.write(reason="undo of an act") as session:
        act = _undo_act(session, act_id, on=ws.clock.today(), reason=reason, authority=authority)
        row = _noted_row(session, act)
    return _with_journal(ws, row)


def _noted_row(session: Session, act: MoneyAct) -> ActRow:
    """An act just posted, with what is to be known of it."""
    [row] = _act_rows(session, ids=(act.id,))
    return replace(row, notes=_act_notes(session, act.id))


def _with_journal(ws: Workspace, row: ActRow) -> ActRow:
    """Write the journal lines of an act just committed; where the disk refuses, the act's notes say so."""
    warning = _journal_act(ws, row.id)
    return replace(row, notes=(*row.notes, warning)) if warning else row


def _post_act(
    session: Session,
    kind: ActKind,
    *,
    on: date,
    reason: str,
    entries: Sequence[ActEntry],
    facts: Mapping[str, Any],
    authority: str = "",
    undoes_id: int | None = None,
    about: date | None = None,
) -> MoneyAct:
    """Write an act with its number and its entries; every entry is checked against the ledger's rules first.

    An act that follows from a fact of a day (``about``) takes effect on the first open day and names that day where
    its books are closed; any other act is refused in a closed period. ``RuleViolation`` where a receipt's money would
    be put on charges that are on the tax roll.
    """
    clock = session.info["clock"]
    if on > clock.today():
        raise FieldErrors({"on": f"{on:%m/%d/%Y} is still ahead. Enter today or an earlier day."})
    if about is not None:
        day = _late_day(session, on, about=about)
        on, reason = day.on, _naming(reason, day)
        entries = [replace(one, reason=_naming(one.reason, day)) for one in entries]
    _require_open(session, on, what=f"The act ({kind.label.lower()})")
    on, entries = _in_turn(session, on, [_in_open_days(session, one) for one in entries])
    owed = _guard(session, _brought(entries))
    check_act(kind, reason=reason, authority=authority, entries=tuple(entries))
    act = MoneyAct(
        number=take_number(session, kind=kind.series.value, year=clock.today().year),
        kind=kind.value,
        effective_on=on,
        posted_at=clock.now(),
        reason=reason.strip(),
        authority=authority.strip(),
        facts=dict(facts),
        undoes_id=undoes_id,
        actor=session.info["actor"],
    )
    session.add(act)
    session.flush()  # the entries name the act
    _mark_levied(session, _write_entries(session, act, entries), owed)
    if kind in _MOVES_MONEY:
        _penalties_follow(session, {one.account_id for one in entries}, f"{act.number}, {kind.label.lower()}")
    return act


def _write_entries(session: Session, act: MoneyAct, entries: Sequence[ActEntry]) -> list[EntryRow]:
    corrected = _corrected(session, entries)
    _refuse_reversed(session, corrected.values())
    for one in entries:
        check_entry(_checked(one, one.on or act.effective_on), corrected=corrected.get(one.corrects_id or 0))
    rows = [_entry_row(act, one) for one in entries]
    session.add_all(rows)
    session.flush()  # the caller may ask for balances
    return rows


def _in_turn(session: Session, on: date, entries: list[ActEntry]) -> tuple[date, list[ActEntry]]:
    """Day and entries of an act, none before the day on which what it reverses stood again.

    A payment that was moved, moved back and is moved once more would else be taken out twice as of the days between.
    """
    corrected = [one.corrects_id for one in entries if one.corrects_id is not None]
    again = restored_on(session, corrected) if corrected else None
    if again is None:
        return on, entries
    on = max(on, again)
    return on, [replace(one, on=max(one.on or on, again)) for one in entries]


def _in_open_days(session: Session, one: ActEntry) -> ActEntry:
    """An entry whose own day is closed takes effect on the first open one, and names its day; its age stays."""
    if one.on is None:
        return one
    day = _open_day(session, one.on)
    if not day.reference:
        return one
    return replace(one, on=day.on, reason=_naming(one.reason, day))


def _naming(reason: str, day: OpenDay) -> str:
    """A reason that names the closed day it belongs to; unchanged where that is open, empty where there is none."""
    if not (reason.strip() and day.reference):
        return reason
    tail = f" ({day.reference})"
    return f"{reason[: _REASON_LENGTH - len(tail)]}{tail}"


def _brought(entries: Iterable[ActEntry]) -> dict[int, Decimal]:
    """The receipts' money that entries bring to each account, less what they take out of it."""
    found: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for one in entries:
        if one.receipt_line_id is not None:
            found[one.account_id] -= one.amount
    return {account_id: amount for account_id, amount in found.items() if amount > 0}


def _undo_act(session: Session, act_id: int, *, on: date, reason: str, authority: str = "") -> MoneyAct:
    """Write the act that undoes another one; never of charges on the tax roll, nor of penalties that are paid."""
    act = session.get(MoneyAct, act_id)
    if act is None:
        raise UserError("That act is not in this office. Refresh the list (F5) and choose it again.")
    if act.undoes_id is not None:
        raise RuleViolation(f"{act.number} undid an act itself; enter the act again instead.")
    if ActKind(act.kind) in OF_BILLS:
        raise RuleViolation(f"{act.number} took bills back; bill again instead, or correct the new bill.")
    earlier = session.scalar(select(MoneyAct).where(MoneyAct.undoes_id == act.id))
    if earlier is not None:
        raise RuleViolation(
            f"{act.number} was undone on {earlier.effective_on:%m/%d/%Y} by {earlier.number} already."
        )
    rows = session.scalars(select(EntryRow).where(EntryRow.act_id == act.id).order_by(EntryRow.id)).all()
    gone = reversed_ids(session, [row.id for row in rows])
    _refuse_moved_on(session, act, [row for row in rows if row.id in gone])
    _refuse_correction_undo(act)
    rows = [*rows, *_following(session, act)]
    _refuse_on_roll(session, {row.id: row.account_id for row in rows if row.id not in gone})
    _refuse_paid_undo(session, act)
    undo = _post_act(
        session,
        ActKind.UNDO,
        on=max(on, act.effective_on),
        about=act.effective_on,
        reason=reason,
        authority=authority,
        entries=[_reversal(row, reason) for row in rows if row.id not in gone],
        facts={"undoes": act.number},
        undoes_id=act.id,
    )
    _undo_trails(session, act, undo)
    _penalties_follow(session, {row.account_id for row in rows}, f"{act.number} was undone")
    return undo


def _reversal(row: EntryRow, reason: str) -> ActEntry:
    """The entry that undoes another one; it stays with the receipt whose money that one moved."""
    return ActEntry(
        row.account_id,
        EntryKind.REVERSAL,
        -row.amount,
        row.charge_code,
        row.bill_id,
        row.id,
        reason,
        receipt_line_id=row.receipt_line_id,
    )


def _refuse_moved_on(session: Session, act: MoneyAct, gone: Sequence[EntryRow]) -> None:
    """An act on a receipt's money is undone last in, first out; else the money would stand twice."""
    line = next((row.receipt_line_id for row in gone if row.receipt_line_id is not None), None)
    if line is not None:
        number = session.scalar(
            select(Receipt.number)
            .join(ReceiptLine, ReceiptLine.receipt_id == Receipt.id)
            .where(ReceiptLine.id == line)
        )
        raise RuleViolation(
            f"{number} was voided, returned or moved after {act.number}. Undo what came last first."
        )


def _refuse_reversed(session: Session, corrected: Iterable[Entry]) -> None:
    found = {entry.entry_id: entry for entry in corrected}
    gone = reversed_ids(session, list(found))
    for entry_id in sorted(gone):
        entry = found[entry_id]
        raise RuleViolation(
            f"The {entry.kind.replace('_', '-')} of {format_money(entry.amount)} dated {entry.on:%m/%d/%Y} was "
            "reversed already; nothing was changed."
        )


def _corrected(session: Session, entries: Sequence[ActEntry]) -> dict[int, Entry]:
    """The entries that reversals of an act undo, by id."""
    ids = [one.corrects_id for one in entries if one.corrects_id is not None]
    found = session.scalars(select(EntryRow).where(EntryRow.id.in_(ids))) if ids else ()
    return {
        row.id: Entry(
            row.id, row.account_id, row.effective_on, EntryKind(row.kind), row.amount, row.charge_code
        )
        for row in found
    }


def _checked(one: ActEntry, on: date) -> Entry:
    return Entry(0, one.account_id, on, one.kind, one.amount, one.charge_code, corrects_id=one.corrects_id)


def _entry_row(act: MoneyAct, one: ActEntry) -> EntryRow:
    on = one.on or act.effective_on
    return EntryRow(
        account_id=one.account_id,
        effective_on=on,
        posted_at=act.posted_at,
        kind=one.kind.value,
        amount=one.amount,
        charge_code=one.charge_code,
        bill_id=one.bill_id,
        receipt_line_id=one.receipt_line_id,
        act_id=act.id,
        corrects_id=one.corrects_id,
        pays_id=one.pays_id,
        billed_on=None if one.since == on else one.since,
        due_on=one.due_on,
        reason=one.reason or act.reason,
        authority=act.authority,
        actor=act.actor,
    )


def _act_rows(
    session: Session,
    *,
    kinds: Collection[ActKind] = (),
    since: date | None = None,
    ids: Collection[int] = (),
) -> tuple[ActRow, ...]:
    undoing, undone = aliased(MoneyAct), aliased(MoneyAct)
    money = (
        select(
            EntryRow.act_id,
            func.sum(EntryRow.amount).label("total"),
            func.count(EntryRow.account_id.distinct()).label("accounts"),
        )
        .where(EntryRow.act_id.is_not(None))
        .group_by(EntryRow.act_id)
        .subquery()
    )
    statement = (
        select(MoneyAct, money.c.total, money.c.accounts, undoing.number, undone.number)
        .outerjoin(money, money.c.act_id == MoneyAct.id)
        .outerjoin(undoing, undoing.undoes_id == MoneyAct.id)
        .outerjoin(undone, undone.id == MoneyAct.undoes_id)
        .order_by(MoneyAct.id.desc())
    )
    if kinds:
        statement = statement.where(MoneyAct.kind.in_([kind.value for kind in kinds]))
    if since is not None:
        statement = statement.where(MoneyAct.effective_on >= since)
    if ids:
        statement = statement.where(MoneyAct.id.in_(ids))
    return tuple(
        _act_row(act, total, accounts, undone_by or "", undoes or "")
        for act, total, accounts, undone_by, undoes in session.execute(statement)
    )


def _act_row(
    act: MoneyAct, total: Decimal | None, accounts: int | None, undone_by: str, undoes: str
) -> ActRow:
    return ActRow(
        id=act.id,
        number=act.number,
        kind=ActKind(act.kind),
        effective_on=act.effective_on,
        posted_at=act.posted_at,
        reason=act.reason,
        authority=act.authority,
        total=total or ZERO,
        accounts=accounts or 0,
        actor=act.actor,
        undone_by=undone_by,
        undoes=undoes,
    )
