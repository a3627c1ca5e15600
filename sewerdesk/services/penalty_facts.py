"""Judging accounts inside a transaction: what the policies make due on them beside what stands on the books."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from sewerdesk.data.queries.penalties import (
    UNDONE,
    WAIVED,
    ChargeFact,
    charge_facts,
    hold_rows,
    judged_entries,
    late_bills,
    owing_on,
    part_waivers,
    policy_rows,
    postmarks,
)
from sewerdesk.domain.penalties import last_day_in_time, policy_on
from sewerdesk.domain.penalty_judging import judge_account
from sewerdesk.domain.penalty_lines import (
    AccountFacts,
    Judgment,
    LateBill,
    LineKey,
    LineKind,
    PenaltyLine,
    Rules,
    Spared,
    SparedBill,
    Standing,
)
from sewerdesk.domain.wording import show_date
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.holidays import _calendar

Progress = Callable[[int, int], None]
"""Told how many accounts are done and of how many; it may raise to stop."""
Scope = Callable[[LineKey, date, LateBill, "Known"], bool]
"""Whether a line that is not on the books yet is to be charged."""

_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Known:
    """The penalties of one account on the books, by key; ``ended`` holds how a key ended last."""

    live: Mapping[LineKey, ChargeFact]
    ended: Mapping[LineKey, str]

    def undone(self, keys: Sequence[LineKey]) -> bool:
        """Whether the clerk undid a line that has these keys, the newest first, and it was not charged again since."""
        newest = next((one for one in keys if one in self.live or one in self.ended), None)
        return newest is not None and newest not in self.live and self.ended[newest] == UNDONE


@dataclass(frozen=True, slots=True)
class Judged:
    """One account judged: its lines, its bills that bear none, and what stands on the books."""

    account_id: int
    judgment: Judgment
    known: Known


def _rules(session: Session) -> Rules:
    return Rules(policy_rows(session), _payment_policy(session), _calendar(session))


def _judge(
    session: Session,
    accounts: Collection[int],
    *,
    rules: Rules,
    as_of: date,
    scope: Scope,
    progress: Progress | None = None,
) -> Iterator[Judged]:
    """Judge accounts a part at a time; ``progress`` may raise to stop."""
    for account_id, facts, known in _facts(session, accounts, progress=progress):
        yield _judge_one(account_id, facts, known, rules=rules, as_of=as_of, scope=scope)


def _facts(
    session: Session, accounts: Collection[int], *, progress: Progress | None = None
) -> Iterator[tuple[int, AccountFacts, Known]]:
    """All that the judgment of each account rests on, read a part at a time."""
    ids = sorted(accounts)
    waived = part_waivers(session) if ids else {}
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        bills, entries, holds = (
            late_bills(session, accounts=part),
            judged_entries(session, part),
            hold_rows(session, part),
        )
        known = _known(charge_facts(session, accounts=part))
        stamps = postmarks(session, part)
        for place, account_id in enumerate(part):
            if progress is not None:
                progress(start + place, len(ids))
            found = known.get(account_id, Known({}, {}))
            facts = AccountFacts(
                bills.get(account_id, ()),
                entries.get(account_id, ()),
                holds.get(account_id, ()),
                _cuts(found),
                stamps,
                waived,
            )
            yield account_id, facts, found
    if progress is not None:
        progress(len(ids), len(ids))


def _judge_one(
    account_id: int, facts: AccountFacts, known: Known, *, rules: Rules, as_of: date, scope: Scope
) -> Judged:
    parts = {(bill.bill_id, bill.part_mark): bill for bill in facts.bills}

    def decide(key: LineKey, on: date) -> Standing:
        fact = known.live.get(key)
        if fact is not None:
            return Standing.WAIVED if fact.ended == WAIVED else Standing.COUNTS
        bill = parts[key.bill_id, key.part_mark]
        keys = bill.older_keys(key)
        older = [known.live[one].ended for one in keys if one in known.live]
        # What the Board forgave on the wrong bill stays forgiven on the right one.
        if WAIVED not in older and scope(key, on, bill, known):
            return Standing.COUNTS
        return Standing.FORGONE if older or known.undone((key, *keys)) else Standing.SKIPPED

    return Judged(account_id, judge_account(facts, rules, as_of=as_of, decide=decide), known)


def _cuts(known: Known) -> dict[int, frozenset[date]]:
    """The days through which daily interest was charged on each bill, undone ones among them."""
    found: dict[int, set[date]] = {}
    for key in {*known.live, *known.ended}:
        if key.kind is LineKind.INTEREST and "-" in key.stage:
            found.setdefault(key.bill_id, set()).add(date.fromisoformat(key.plain_stage))
    return {bill_id: frozenset(days) for bill_id, days in found.items()}


def _known(charges: Iterable[ChargeFact]) -> dict[int, Known]:
    live: dict[int, dict[LineKey, ChargeFact]] = {}
    ended: dict[int, dict[LineKey, str]] = {}
    for one in charges:
        live.setdefault(one.account_id, {})
        ended.setdefault(one.account_id, {})
        if one.live:
            live[one.account_id][one.key] = one
        else:
            ended[one.account_id][one.key] = one.ended
    return {account_id: Known(live[account_id], ended[account_id]) for account_id in live}


@dataclass(frozen=True, slots=True)
class Sifted:
    """The accounts of a period that must be judged, and the bills that need no judgment, with the reason."""

    accounts: frozenset[int]
    spared: tuple[tuple[int, SparedBill], ...]


def _sift(session: Session, rules: Rules, *, period: str, as_of: date) -> Sifted:
    """Part the bills of a period: who owed nothing on the last day in time needs no working out.

    An account with a penalty on the books is always judged, so that a wrong one is found.
    """
    bills = late_bills(session, period=period)
    charged = {fact.account_id for fact in charge_facts(session) if fact.live}
    owing: dict[date, set[int]] = {}
    accounts: set[int] = set()
    spared: list[tuple[int, SparedBill]] = []
    for account_id, found in bills.items():
        for bill in found:
            row = policy_on(rules.policies, bill.bill_date)
            if row is None or account_id in charged:
                accounts.add(account_id)
                continue
            last = last_day_in_time(
                row.policy, bill_date=bill.bill_date, due_date=bill.due_date, calendar=rules.calendar
            )
            if last < as_of and last not in owing:
                owing[last] = owing_on(session, last)
            if last >= as_of or account_id in owing[last]:
                accounts.add(account_id)
            else:
                sentence = f"Nothing was unpaid on {show_date(last)}."
                spared.append((account_id, SparedBill(bill, Spared.PAID_IN_TIME, sentence)))
    return Sifted(frozenset(accounts), tuple(one for one in spared if one[0] not in accounts))


def _new_lines(judged: Judged, *, period: str) -> list[PenaltyLine]:
    """The lines of a period that are due, not waived and not on the books."""
    return [
        line
        for line in judged.judgment.lines
        if line.owed and line.key not in judged.known.live and (not period or line.bill.period == period)
    ]
