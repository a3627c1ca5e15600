"""Penalties: rehearsed as often as wanted, posted as one act, undone by selection, waived by the Board, proved.

Looking never changes money. A line is on the books once for its bill, rule and stage, so that a second posting of the
same period adds nothing.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.bulk import insert_rows, uncollected
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.penalty import PenaltyCharge
from sewerdesk.data.queries.penalties import (
    UNDONE,
    WAIVED,
    ChargeFact,
    account_names,
    charge_facts,
    waiver_rows,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.penalties import PolicyRow
from sewerdesk.domain.penalty_lines import LateBill, LineKey, PenaltyLine, Spared
from sewerdesk.domain.penalty_views import DueRow, Rehearsal, SparedRow, Undone
from sewerdesk.domain.wording import show_date
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.offices import back_up
from sewerdesk.services.penalty_facts import (
    Judged,
    Known,
    Progress,
    Scope,
    _judge,
    _new_lines,
    _rules,
    _sift,
)
from sewerdesk.services.penalty_lists import _charge_rows, _wrong_rows
from sewerdesk.services.penalty_trails import RUN
from sewerdesk.services.relevy_money import _refuse_on_roll


@dataclass(frozen=True, slots=True)
class PostedPenalties:
    """What a posting did; ``number`` is empty where nothing was due that is not on the books already."""

    number: str
    lines: int
    accounts: int
    total: Decimal


def rehearse_penalties(
    ws: Workspace,
    *,
    as_of: date | None = None,
    period: str = "",
    policy: PolicyRow | None = None,
    progress: Progress | None = None,
) -> Rehearsal:
    """Who would be charged by ``as_of`` (today), how much, and who is spared and why; nothing is written.

    ``period`` ("2026-Q3") limits it to the bills of one quarter. ``policy`` is tried in place of those on record.
    ``progress`` may raise to stop.
    """
    with uncollected(), ws.read() as session:
        return _rehearse(session, as_of or ws.clock.today(), period, policy=policy, progress=progress)


def post_penalties(
    ws: Workspace, *, expected: Rehearsal, reason: str = "", progress: Progress | None = None
) -> PostedPenalties:
    """Charge what was rehearsed: one act, all or nothing, after a verified backup.

    It is worked out again under the write lock; ``RuleViolation`` where the amounts are not those of ``expected``.
    Where nothing is due that is not on the books already, nothing is written and the number is empty.
    """
    if expected.as_of > ws.clock.today():
        raise FieldErrors(
            {"as_of": f"{show_date(expected.as_of)} is still ahead. Enter today or an earlier day."}
        )
    if expected.due:
        back_up(ws, label="before-penalties")
    with uncollected(), ws.write(reason=f"penalties {expected.period}".strip()) as session:
        found = _rehearse(session, expected.as_of, expected.period, progress=progress)
        _check_same(found, expected)
        if not found.due:
            return PostedPenalties("", 0, 0, ZERO)
        what = f"Penalties of {found.period}" if found.period else "Penalties"
        act = _charge(
            session,
            [row.line for row in found.due],
            reason=reason.strip() or f"{what} as of {show_date(found.as_of)}",
            on=ws.clock.today(),
            rule=RUN,
            facts={"as_of": found.as_of.isoformat(), "period": found.period},
        )
        return PostedPenalties(act.number, len(found.due), found.accounts, found.total)


def undo_penalties(ws: Workspace, *, charge_ids: Collection[int], reason: str) -> Undone:
    """Undo chosen penalties while they are unpaid; paid ones are left and listed in the answer.

    ``RuleViolation`` where all of them are paid or on the tax roll, or none stands any more.
    """
    with ws.write(reason=reason[:500]) as session:
        facts = _standing(session, charge_ids)
        rows = {row.id: row for row in _charge_rows(session, facts, session.info["clock"].today())}
        refused = tuple(row for row in rows.values() if row.paid)
        chosen = [fact for fact in facts if not rows[fact.id].paid]
        if not chosen:
            _refuse_on_roll(session, {fact.entry_id: fact.account_id for fact in facts})
            first = refused[0]
            raise RuleViolation(
                f"The {first.kind.value} of {format_money(first.amount)} on account {first.account} is paid "
                f"({format_money(first.paid)}); it is not undone. Let the Board waive it, or move the payment first."
            )
        act = _reverse(session, chosen, kind=ActKind.UNDO, reason=reason, ended=UNDONE)
        total = sum((fact.net for fact in chosen), ZERO)
        return Undone(act.number, len(chosen), total, refused)


def waive_penalties(ws: Workspace, *, charge_ids: Collection[int], reason: str, authority: str) -> Undone:
    """Waive chosen penalties, paid or not, by the Board's resolution; they are not charged again.

    What was paid of them goes to what the account owes otherwise, or waits as its credit. ``FieldErrors`` without the
    reason or the authority: giving up public money is the Board's to decide.
    """
    with ws.write(reason=reason[:500]) as session:
        facts = _standing(session, charge_ids)
        _refuse_on_roll(session, {fact.entry_id: fact.account_id for fact in facts})
        act = _reverse(session, facts, kind=ActKind.WAIVER, reason=reason, authority=authority, ended=WAIVED)
        return Undone(act.number, len(facts), sum((fact.net for fact in facts), ZERO))


def _rehearse(
    session: Session,
    as_of: date,
    period: str,
    *,
    policy: PolicyRow | None = None,
    progress: Progress | None = None,
) -> Rehearsal:
    rules = _rules(session)
    if policy is not None:
        rules = type(rules)((policy,), rules.payment, rules.calendar)
    sifted = _sift(session, rules, period=period, as_of=as_of)
    judged = list(
        _judge(
            session,
            sifted.accounts,
            rules=rules,
            as_of=as_of,
            scope=_of_period(period),
            progress=progress,
        )
    )
    names = account_names(session, as_of)
    due = [
        DueRow(*names.get(one.account_id, ("", "")), line)
        for one in judged
        for line in _new_lines(one, period=period)
    ]
    spared = [
        SparedRow(account_id, *names.get(account_id, ("", "")), one.bill.number, one.why, one.sentence)
        for account_id, one in sifted.spared
    ]
    for one in judged:
        spared += _spared(one, names.get(one.account_id, ("", "")), period)
    wrong = [row for one in judged for row in _wrong_rows(session, one, names, period=period)]
    due.sort(key=lambda row: (row.account, row.line.on, row.line.kind.value))
    spared.sort(key=lambda row: (row.account, row.bill))
    return Rehearsal(as_of, period, tuple(due), tuple(spared), tuple(wrong))


def _of_period(period: str) -> Scope:
    """All lines of a period but those that stand on a bill which was corrected since, until these are put right."""

    def wanted(key: LineKey, _on: date, bill: LateBill, known: Known) -> bool:
        asked = not period or bill.period == period
        return asked and not any(one in known.live for one in bill.older_keys(key))

    return wanted


def _spared(judged: Judged, name: tuple[str, str], period: str) -> Iterable[SparedRow]:
    """The bills of an account that bear nothing now: spared by the rule, or charged or waived before."""
    account_id = judged.account_id
    for one in judged.judgment.spared:
        if not period or one.bill.period == period:
            yield SparedRow(account_id, *name, one.bill.number, one.why, one.sentence)
    fresh = {line.bill.bill_id for line in _new_lines(judged, period=period)}
    told: set[int] = set()
    for line in judged.judgment.lines:
        fact = judged.known.live.get(line.key)
        bill = line.bill
        outside = bool(period) and bill.period != period
        if fact is None or outside or bill.bill_id in fresh | told:
            continue
        told.add(bill.bill_id)
        why = Spared.WAIVED if fact.ended == WAIVED else Spared.CHARGED
        word = "waived" if why is Spared.WAIVED else "charged"
        sentence = f"{format_money(fact.amount)} of {show_date(fact.on)} was {word} before."
        yield SparedRow(account_id, *name, bill.number, why, sentence)


def _check_same(found: Rehearsal, expected: Rehearsal) -> None:
    """``RuleViolation`` where the books changed since they were looked at, unless all of it is charged by now."""
    wanted = {row.line.key: row.amount for row in expected.due}
    now = {row.line.key: row.amount for row in found.due}
    if now and now != wanted:
        raise RuleViolation(
            f"The amounts changed while you looked: {found.sentence} Before: {expected.sentence} Look at the rehearsal "
            "again, then post it."
        )


def _charge(
    session: Session,
    lines: Sequence[PenaltyLine],
    *,
    reason: str,
    on: date,
    rule: str,
    facts: dict[str, str],
    reversed_facts: Sequence[ChargeFact] = (),
) -> MoneyAct:
    """Write one act with its lines, and what it takes off first; part of a caller's transaction."""
    entries = [*_reversals(session, reversed_facts, reason), *_debits(session, lines)]
    act = _post_act(
        session,
        ActKind.PENALTY,
        on=on,
        reason=reason,
        entries=entries,
        facts={"rule": rule, **facts},
        authority="; ".join(_authorities(session, lines)),
    )
    if lines:
        _keep(session, act, lines)
    return act


def _debits(session: Session, lines: Sequence[PenaltyLine]) -> list[ActEntry]:
    codes = {row.id: row.policy.charge_code for row in _rules(session).policies}
    return [
        ActEntry(
            line.bill.account_id,
            line.kind.entry_kind,
            line.owed,
            codes[line.policy_id],
            line.bill.bill_id,
            reason=line.sentence[:200],
            on=line.on,
            due_on=line.bill.part,
            since=line.since or line.on,
        )
        for line in lines
    ]


def _authorities(session: Session, lines: Sequence[PenaltyLine]) -> list[str]:
    used = {line.policy_id for line in lines}
    return [row.authority for row in _rules(session).policies if row.id in used]


def _keep(session: Session, act: MoneyAct, lines: Sequence[PenaltyLine]) -> None:
    """Remember what each line was worked out of, beside the entry that charges it."""
    ids = session.scalars(
        select(EntryRow.id)
        .where(EntryRow.act_id == act.id, EntryRow.kind != EntryKind.REVERSAL.value)
        .order_by(EntryRow.id)
    ).all()
    rows = [
        {
            "account_id": line.bill.account_id,
            "bill_id": line.bill.bill_id,
            "rule": line.kind.value,
            "stage": line.stage,
            "policy_id": line.policy_id,
            "entry_id": entry_id,
            "act_id": act.id,
            "judged_on": line.judged_on,
            "effective_on": line.on,
            "base": line.base,
            "rate": line.rate,
            "amount": line.owed,
            "sentence": line.sentence,
        }
        for entry_id, line in zip(ids, lines, strict=True)
    ]
    insert_rows(session, PenaltyCharge, rows)
    changes = {"number": act.number, "lines": len(lines)}
    audit.record(session, kind="penalty_charge", record_id=act.id, action="charged", changes=changes)
    session.info["touched"].add(("penalty_charge", act.id))


def _reverse(
    session: Session,
    facts: Sequence[ChargeFact],
    *,
    kind: ActKind,
    reason: str,
    ended: str,
    authority: str = "",
) -> MoneyAct:
    """Take penalties off by one act and mark how they ended."""
    act = _post_act(
        session,
        kind,
        on=session.info["clock"].today(),
        reason=reason,
        entries=_reversals(session, facts, reason),
        facts={"penalties": [fact.id for fact in facts]},
        authority=authority,
    )
    _end(session, facts, act, ended)
    return act


def _reversals(
    session: Session, facts: Sequence[ChargeFact], reason: str, *, day: date | None = None
) -> list[ActEntry]:
    """The entries that take penalties off on a day (today), and with them the parts that were waived of them."""
    day = day or session.info["clock"].today()
    ids = [fact.entry_id for fact in facts]
    ids += [one.entry_id for one in waiver_rows(session, [fact.id for fact in facts])]
    rows = {entry_id: session.get_one(EntryRow, entry_id) for entry_id in ids}
    return [
        ActEntry(
            row.account_id,
            EntryKind.REVERSAL,
            -row.amount,
            row.charge_code,
            row.bill_id,
            row.id,
            reason=reason.strip()[:200],
            on=max(day, row.effective_on),
        )
        for row in rows.values()
    ]


def _end(session: Session, facts: Sequence[ChargeFact], act: MoneyAct | None, ended: str) -> None:
    for fact in facts:
        session.execute(
            update(PenaltyCharge)
            .where(PenaltyCharge.id == fact.id)
            .values(live=ended == WAIVED, ended=ended, ended_act_id=act.id if act else None)
        )
        session.info["touched"].add(("penalty_charge", fact.id))


def _standing(session: Session, charge_ids: Collection[int]) -> list[ChargeFact]:
    """The chosen penalties, each of which must still stand."""
    if not charge_ids:
        raise UserError("Choose the penalties first.")
    facts = charge_facts(session, ids=sorted(charge_ids))
    gone = [fact for fact in facts if not fact.stands]
    if len(facts) != len(set(charge_ids)) or gone:
        raise RuleViolation(
            "One of the chosen penalties is not owed any more; refresh the list (F5) and choose again."
        )
    return facts
