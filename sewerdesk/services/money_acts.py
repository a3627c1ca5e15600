"""Acts of money: posted with their entries in one transaction, listed, and undone as a whole by another act."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.numbers import take_number
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import Entry, EntryKind, check_entry
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActEntry, ActKind, ActRow, check_act


def money_acts(
    ws: Workspace, *, kinds: Collection[ActKind] = (), since: date | None = None
) -> tuple[ActRow, ...]:
    """The acts of these kinds (all of them by default) from a day on, newest first."""
    with ws.read() as session:
        return _act_rows(session, kinds=kinds, since=since)


def undo_act(ws: Workspace, *, act_id: int, reason: str, authority: str = "") -> ActRow:
    """Undo a whole act today: each of its entries is reversed, and the books are as though it had not been.

    ``RuleViolation`` where it was undone before or is itself an undoing.
    """
    with ws.write(reason="undo of an act") as session:
        act = _undo_act(session, act_id, on=ws.clock.today(), reason=reason, authority=authority)
        [row] = _act_rows(session, ids=(act.id,))
        return row


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
) -> MoneyAct:
    """Write an act with its number and its entries; every entry is checked against the ledger's rules first."""
    clock = session.info["clock"]
    if on > clock.today():
        raise FieldErrors({"on": f"{on:%m/%d/%Y} is still ahead. Enter today or an earlier day."})
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
    corrected = _corrected(session, entries)
    for one in entries:
        check_entry(_checked(one, one.on or on), corrected=corrected.get(one.corrects_id or 0))
        session.add(_entry_row(act, one))
    session.flush()  # the caller may ask for balances
    return act


def _undo_act(session: Session, act_id: int, *, on: date, reason: str, authority: str = "") -> MoneyAct:
    """Write the act that undoes another one."""
    act = session.get(MoneyAct, act_id)
    if act is None:
        raise UserError("That act is not in this office. Refresh the list (F5) and choose it again.")
    if act.undoes_id is not None:
        raise RuleViolation(f"{act.number} undid an act itself; enter the act again instead.")
    earlier = session.scalar(select(MoneyAct).where(MoneyAct.undoes_id == act.id))
    if earlier is not None:
        raise RuleViolation(
            f"{act.number} was undone on {earlier.effective_on:%m/%d/%Y} by {earlier.number} already."
        )
    reversals = [
        ActEntry(
            row.account_id, EntryKind.REVERSAL, -row.amount, row.charge_code, row.bill_id, row.id, reason
        )
        for row in session.scalars(select(EntryRow).where(EntryRow.act_id == act.id).order_by(EntryRow.id))
        if not _is_reversed(session, row.id) and row.kind != EntryKind.REVERSAL
    ]
    return _post_act(
        session,
        ActKind.UNDO,
        on=max(on, act.effective_on),
        reason=reason,
        authority=authority,
        entries=reversals,
        facts={"undoes": act.number},
        undoes_id=act.id,
    )


def _is_reversed(session: Session, entry_id: int) -> bool:
    return session.scalar(select(EntryRow.id).where(EntryRow.corrects_id == entry_id)) is not None


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
    return EntryRow(
        account_id=one.account_id,
        effective_on=one.on or act.effective_on,
        posted_at=act.posted_at,
        kind=one.kind.value,
        amount=one.amount,
        charge_code=one.charge_code,
        bill_id=one.bill_id,
        act_id=act.id,
        corrects_id=one.corrects_id,
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
