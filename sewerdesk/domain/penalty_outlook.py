"""What late payment will add if nothing more is paid: the bill's "if paid after", the statement's, a payoff letter's.

It is the judgment of ``penalty_judging`` itself, asked for a day to come, so that what a paper says is what a rehearsal
on that day charges. Lines that fell due by the day of the paper and were not charged are none of its business: a
letter that must have them asks from before them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.penalties import LateBase, PenaltyPolicy, Repeat, last_day_in_time, plain, policy_on
from sewerdesk.domain.penalty_judging import judge_account
from sewerdesk.domain.penalty_lines import (
    AccountFacts,
    LateBill,
    LineKey,
    LineKind,
    PenaltyLine,
    Rules,
    Standing,
)
from sewerdesk.domain.wording import show_date

_ONE_DAY = timedelta(days=1)
_AHEAD_MONTHS = 12
_NAMES = {LineKind.PENALTY: "a penalty", LineKind.INTEREST: "interest"}
_BASES = {
    LateBase.UNPAID_CHARGES: "the unpaid current charges",
    LateBase.ORIGINAL_CHARGES: "the charges of the bill",
    LateBase.WHOLE_BALANCE: "the whole balance",
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is owed at the end of ``on`` if nothing is paid until then: ``balance`` and the lines added by then."""

    on: date
    balance: Decimal
    lines: tuple[PenaltyLine, ...] = ()

    @property
    def amount(self) -> Decimal:
        """What is added."""
        return sum((line.owed for line in self.lines), ZERO)

    @property
    def total(self) -> Decimal:
        """What is owed then."""
        return self.balance + self.amount

    @property
    def last_day(self) -> date:
        """The last day on which it is not added yet."""
        return self.on - _ONE_DAY


@dataclass(frozen=True, slots=True)
class Addition:
    """What is added on the next day on which anything is: how much, of what kinds, and what is owed then."""

    on: date
    amount: Decimal
    total: Decimal
    kinds: tuple[LineKind, ...]

    @property
    def what(self) -> str:
        """Its kinds in words: ``a penalty and interest``."""
        return " and ".join(_NAMES[kind] for kind in LineKind if kind in self.kinds)

    @property
    def sentence(self) -> str:
        """In one sentence, as a statement says it."""
        verb = "are" if len(self.kinds) > 1 else "is"
        return (
            f"If nothing is paid by {show_date(self.on - _ONE_DAY)}, {self.what} of {format_money(self.amount)} {verb} "
            f"added on {show_date(self.on)}; {format_money(self.total)} is owed then."
        )


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What an outlook rests on: the account's facts, the rules, and what of the lines stands on the books already.

    Lines with effect on ``since`` or before that are not on the books are left out.
    """

    facts: AccountFacts
    rules: Rules
    balance: Decimal
    since: date
    charged: Mapping[LineKey, Standing] = field(default_factory=dict)

    def _decide(self, key: LineKey, on: date) -> Standing:
        known = self.charged.get(key)
        if known is not None:
            return known
        # A part that stands in the place of an older bill's charge is not charged beside it.
        of_key = (
            bill
            for bill in self.facts.bills
            if (bill.bill_id, bill.part_mark) == (key.bill_id, key.part_mark)
        )
        before = any(one in self.charged for bill in of_key for one in bill.older_keys(key))
        return Standing.COUNTS if on > self.since and not before else Standing.FORGONE

    def owed_on(self, day: date) -> Outlook:
        """What is owed at the end of a day."""
        judged = judge_account(self.facts, self.rules, as_of=day, decide=self._decide)
        fresh = tuple(line for line in judged.lines if line.key not in self.charged and line.owed)
        return Outlook(day, self.balance, fresh)

    def if_unpaid(self, bill: LateBill) -> Outlook | None:
        """The first day on which something is added to one bill; ``None`` where nothing is in a year of being late."""
        first = self._first_late(bill)
        if first is None:
            return None
        last = add_months(first, _AHEAD_MONTHS)
        return self._first(first, last, lambda found: any(line.bill == bill for line in found.lines))

    def next_addition(self, after: date | None = None) -> Addition | None:
        """The first day after ``after`` (``since``) on which anything is added; ``None`` where nothing is in a year."""
        start = after or self.since
        late = (day for bill in self.facts.bills if (day := self._first_late(bill)) is not None)
        last = max((add_months(start, _AHEAD_MONTHS), *late))
        before = self.owed_on(start)
        found = self._first(start + _ONE_DAY, last, lambda one: one.amount > before.amount)
        if found is None:
            return None
        kinds = tuple(kind for kind in LineKind if _owed(found.lines, kind) > _owed(before.lines, kind))
        return Addition(found.on, found.amount - before.amount, found.total, kinds)

    def _first(self, first: date, last: date, added: Callable[[Outlook], bool]) -> Outlook | None:
        """The first day from ``first`` through ``last`` on which ``added`` holds.

        Every day may be it: interest by the day comes to a cent on any. As nothing is paid, what is added stays added,
        so that halving the time finds the day.
        """
        soonest = self.owed_on(first)
        if added(soonest):
            return soonest
        if not added(self.owed_on(last)):
            return None
        days = range(first.toordinal(), last.toordinal())
        place = bisect_left(days, True, key=lambda one: added(self.owed_on(date.fromordinal(one))))
        return self.owed_on(first + timedelta(days=place))

    def _first_late(self, bill: LateBill) -> date | None:
        row = policy_on(self.rules.policies, bill.bill_date)
        if row is None:
            return None
        calendar = self.rules.calendar
        last = last_day_in_time(
            row.policy, bill_date=bill.bill_date, due_date=bill.due_date, calendar=calendar
        )
        return last + _ONE_DAY


def late_sentence(found: Outlook, bill: LateBill, policy: PenaltyPolicy) -> str:
    """What a bill says of being late, without its authority and its full stop."""
    own = [line for line in found.lines if line.bill.bill_id == bill.bill_id]
    penalty, interest = _owed(own, LineKind.PENALTY), _owed(own, LineKind.INTEREST)
    said = []
    if penalty:
        said.append(f"a penalty of {_penalty_words(policy)} ({format_money(penalty)})")
    if policy.interest_percent:
        rate = f"interest of {plain(policy.interest_percent)} percent a {policy.interest_per.value}"
        said.append(f"{rate} ({format_money(interest)})" if interest else rate)
    words = " and ".join(said)
    sentence = f"{words[:1].upper()}{words[1:]} {'are' if len(said) > 1 else 'is'} added after "
    sentence += show_date(found.last_day)
    if penalty and policy.repeat is not Repeat.ONCE and policy.max_times != 1:
        sentence += f", the penalty again {policy.repeat.value}"
    others = found.amount - penalty - interest
    return f"{sentence}; earlier bills bear {format_money(others)} by then" if others else sentence


def _owed(lines: Iterable[PenaltyLine], kind: LineKind) -> Decimal:
    return sum((line.owed for line in lines if line.kind is kind), ZERO)


def _penalty_words(policy: PenaltyPolicy) -> str:
    parts = []
    if policy.percent:
        parts.append(f"{plain(policy.percent)} percent of {_BASES[policy.base]}")
    if policy.fixed:
        parts.append(f"${format_money(policy.fixed)}")
    said = " and ".join(parts)
    if not policy.least:
        return said
    least = f"at least ${format_money(policy.least)}"
    return f"{said}, {least}" if said else least
