"""Penalties that later facts make wrong: taken off, lowered or charged again by a visible act.

A receipt that is entered today for money that came before the due date makes a penalty wrong; so does a void or a
returned check the other way round. The accounts are judged afresh and the books brought to what is due. What the clerk
undid or the Board waived is left alone, and a line that was never charged comes only where its run was posted.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.penalty import PenaltyCharge, PenaltyPolicy
from sewerdesk.data.queries.penalties import (
    CORRECTED,
    WAIVED,
    ChargeFact,
    charge_facts,
    charged_runs,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.money import format_money
from sewerdesk.domain.penalty_lines import LateBill, LineKey, PenaltyLine
from sewerdesk.services.penalties import _charge, _end
from sewerdesk.services.penalty_facts import Judged, Known, _judge, _rules
from sewerdesk.services.penalty_trails import CORRECTION
from sewerdesk.services.relevy_money import _entries_on_roll


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was put right: the act's number (empty where nothing was wrong), and a sentence for each line."""

    number: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """What has to come off an account and what has to go on."""

    off: tuple[ChargeFact, ...]
    on: tuple[PenaltyLine, ...]


def put_penalties_right(ws: Workspace, *, account_ids: Collection[int], reason: str) -> Corrected:
    """Bring the penalties of accounts to what is due by what is known now, where the clerk decides so.

    For offices whose policy lists wrong penalties instead of correcting them at once. ``FieldErrors`` without a reason.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the penalties are put right; the reason is kept with them."})
    with ws.write(reason=reason[:500]) as session:
        return _put_right(session, account_ids, because=reason, restore=True, asked=True)


def _put_penalties_right(
    session: Session, account_ids: Collection[int], *, because: str, restore: bool
) -> Corrected:
    """The same within a caller's transaction, for the policies that correct at once.

    ``restore`` also charges what is due again, as a void or a returned check makes it; a payment only takes off.
    """
    if session.scalar(select(PenaltyPolicy.id).limit(1)) is None:
        return Corrected("", ())
    return _put_right(session, account_ids, because=because, restore=restore, asked=False)


def _put_right(
    session: Session, account_ids: Collection[int], *, because: str, restore: bool, asked: bool
) -> Corrected:
    runs = charged_runs(session)
    if restore and runs:
        touched = set(account_ids)
    else:
        touched = {fact.account_id for fact in charge_facts(session, accounts=account_ids) if fact.live}
    if not touched:
        return Corrected("", ())
    rules = _rules(session)
    at_once = {row.id for row in rules.policies if row.policy.correct_at_once or asked}
    session.flush()  # the entries of the caller count
    judged = _judge(
        session,
        touched,
        rules=rules,
        as_of=max((*runs.values(), *_days(session, touched))),
        scope=_Scope(runs, restore),
    )
    today = session.info["clock"].today()
    on_roll = _entries_on_roll(session, touched)
    return _write(session, [_change(one, at_once, today, on_roll) for one in judged], because)


def _days(session: Session, accounts: Collection[int]) -> list[date]:
    return [fact.on for fact in charge_facts(session, accounts=accounts)] or [session.info["clock"].today()]


@dataclass(frozen=True, slots=True)
class _Scope:
    """Whether a line that is not on the books is charged: only in a run that was posted, never what was undone."""

    runs: dict[str, date]
    restore: bool

    def __call__(self, key: LineKey, on: date, bill: LateBill, known: Known) -> bool:
        undone = known.undone((key, *bill.older_keys(key)))
        days = [self.runs[period] for period in (bill.period, "") if period in self.runs]
        return self.restore and bool(days) and on <= max(days) and not undone


def _change(judged: Judged, at_once: set[int], today: date, on_roll: Collection[int]) -> _Change:
    """What is wrong of the penalties of an account, but for what is on the tax roll: that is withdrawn first."""
    due = {line.key: line for line in judged.judgment.lines if line.policy_id in at_once}
    live = {key: fact for key, fact in judged.known.live.items() if fact.policy_id in at_once}
    off = [
        fact
        for key, fact in live.items()
        if fact.ended != WAIVED
        and fact.entry_id not in on_roll
        and (key not in due or due[key].owed != fact.net)
    ]
    wrong = {fact.key for fact in off}
    on = [
        _follows(line, wrong, today)
        for key, line in due.items()
        if line.owed and (key not in live or key in wrong)
    ]
    return _Change(tuple(off), tuple(on))


def _follows(line: PenaltyLine, wrong: set[LineKey], today: date) -> PenaltyLine:
    """A line on a corrected bill takes effect with that bill, as the line on the wrong one goes: never both at once.

    It is as old as before all the same: a correction makes no debt younger.
    """
    if wrong.isdisjoint(line.bill.older_keys(line.key)):
        return line
    return replace(line, on=max(line.on, today), since=line.on)


def _write(session: Session, changes: list[_Change], because: str) -> Corrected:
    off = [fact for change in changes for fact in change.off]
    lines = [line for change in changes for line in change.on]
    if not (off or lines):
        return Corrected("", ())
    _end(session, off, None, CORRECTED)  # first, so that the same key may be charged with its right amount
    act = _charge(
        session,
        lines,
        reason=f"Put right: {because.strip()}"[:200],
        on=session.info["clock"].today(),
        rule=CORRECTION,
        facts={"because": because.strip()},
        reversed_facts=off,
    )
    for fact in off:
        session.get_one(PenaltyCharge, fact.id).ended_act_id = act.id
    session.flush()  # the rows are read again by whoever asks next
    sentences = [f"A penalty of {format_money(fact.net)} was taken off ({act.number})." for fact in off]
    sentences += [f"A penalty of {format_money(line.owed)} was charged ({act.number})." for line in lines]
    return Corrected(act.number, tuple(sentences))
