"""Penalties that are due and not charged, for the checklist of a close: only bills that a run left open are judged.

A bill is settled once its period's run was posted through a day after its last day in time: the run charged or spared
it, and what changes later puts its penalty right by itself. Open again is what a clerk undid, the accounts that are or
were spared for a time or came back from the tax roll, corrected bills, what a policy adds again or by the month, and
all bills of a policy whose wrong penalties wait for the clerk.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.relevy import RelevyRow, RelevyWithdrawal
from sewerdesk.data.queries.late_parts import corrected_accounts
from sewerdesk.data.queries.penalties import (
    account_numbers,
    hold_rows,
    owing_on,
    posted_runs,
    undone_accounts,
)
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalties import PenaltyPolicy, Repeat, last_day_in_time, policy_on
from sewerdesk.domain.penalty_lines import PenaltyLine, Rules
from sewerdesk.services.penalties import _of_period
from sewerdesk.services.penalty_facts import _judge, _new_lines, _rules


@dataclass(frozen=True, slots=True)
class OpenPenalties:
    """The accounts with a penalty due that is not charged, in the order of their numbers, and its sum."""

    accounts: tuple[str, ...]
    total: Decimal


@dataclass(frozen=True, slots=True)
class _Dates:
    """When the bills of one run may be paid: all of them have the same dates, but for corrected ones."""

    period: str
    bill_date: date
    due_date: date
    posted_at: datetime


def _open_penalties(session: Session, as_of: date) -> OpenPenalties:
    """What would be charged by ``as_of``: the same as a rehearsal of all bills finds."""
    found = _open_lines(session, as_of)
    numbers = account_numbers(session, found)
    total = sum((line.owed for lines in found.values() for line in lines), ZERO)
    return OpenPenalties(tuple(sorted(numbers.values())), total)


def _open_lines(session: Session, as_of: date) -> dict[int, list[PenaltyLine]]:
    """The lines that would be charged by ``as_of``, by account."""
    rules = _rules(session)
    accounts = _accounts(session, rules, as_of) if rules.policies else frozenset()
    judged = _judge(session, accounts, rules=rules, as_of=as_of, scope=_of_period(""))
    return {one.account_id: lines for one in judged if (lines := _new_lines(one, period=""))}


def _accounts(session: Session, rules: Rules, as_of: date) -> frozenset[int]:
    """The accounts of the bills that a run left open, of those that owed something on the last day in time."""
    left: defaultdict[date, set[_Dates]] = defaultdict(set)
    runs = posted_runs(session)
    for dates in _dates(session, min(row.effective_from for row in rules.policies)):
        row = policy_on(rules.policies, dates.bill_date)
        if row is None:
            continue
        last = last_day_in_time(
            row.policy, bill_date=dates.bill_date, due_date=dates.due_date, calendar=rules.calendar
        )
        decided = _decided(dates, last, runs) if row.policy.correct_at_once else None
        if last < as_of and (decided is None or (_goes_on(row.policy) and decided < as_of)):
            left[last].add(dates)
    found = undone_accounts(session) | set(hold_rows(session)) | corrected_accounts(session)
    found |= _withdrawn(session)
    for day, several in left.items():
        found |= _billed(session, several) & owing_on(session, day)
    return frozenset(found)


def _withdrawn(session: Session) -> set[int]:
    """The accounts whose charges were taken off the tax roll again: they count as never levied."""
    statement = select(RelevyRow.account_id).join(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
    return set(session.scalars(statement))


def _dates(session: Session, first: date) -> list[_Dates]:
    statement = (
        select(Bill.period, Bill.bill_date, Bill.due_date, BillingRun.posted_at)
        .join(BillingRun, BillingRun.id == Bill.run_id)
        .where(Bill.live.is_(True), Bill.carried.is_(False), Bill.bill_date >= first)
        .distinct()
    )
    return [_Dates(*row) for row in session.execute(statement)]


def _billed(session: Session, dates: set[_Dates]) -> set[int]:
    """The accounts with a live bill of some dates."""
    found: set[int] = set()
    for one in dates:
        statement = select(Bill.account_id).where(
            Bill.live.is_(True), Bill.period == one.period, Bill.bill_date == one.bill_date
        )
        found.update(session.scalars(statement.where(Bill.due_date == one.due_date)))
    return found


def _decided(dates: _Dates, last: date, runs: Mapping[str, list[tuple[date, datetime]]]) -> date | None:
    """Through which day a posted run judged the bills of these dates; ``None`` where none did."""
    every = (*runs.get(dates.period, ()), *runs.get("", ()))
    days = [as_of for as_of, posted_at in every if as_of > last and posted_at >= dates.posted_at]
    return max(days, default=None)


def _goes_on(policy: PenaltyPolicy) -> bool:
    """Whether a policy adds more to a bill after its first late day."""
    return bool(policy.interest_percent) or policy.repeat is not Repeat.ONCE
