"""Judges one account: goes through the days on which a line may fall due, in order, and works each out.

See ``penalty_lines`` for what a line is and what the judgment rests on.
"""

from bisect import insort
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.ledger import Applied, Entry, EntryKind, apply_entries, early_payments
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.penalties import (
    MONTHS_OF,
    InterestFrom,
    InterestPer,
    LateBase,
    PenaltyHold,
    PenaltyPolicy,
    PolicyRow,
    Repeat,
    last_day_in_time,
    plain,
    policy_on,
    stops_after,
)
from sewerdesk.domain.penalty_lines import (
    AccountFacts,
    Decide,
    Judgment,
    LateBill,
    LineKey,
    LineKind,
    PenaltyLine,
    Rules,
    Spared,
    SparedBill,
    Standing,
    without_reversed,
)
from sewerdesk.domain.wording import count, show_date

_ONE_DAY = timedelta(days=1)
_LATE = frozenset({EntryKind.PENALTY, EntryKind.INTEREST})
_CHARGES = frozenset({EntryKind.CHARGE, EntryKind.ADJUSTMENT, EntryKind.TRANSFER})
_VIRTUAL_ID = 10**15  # a line takes its place in the ledger after everything posted on its day


@dataclass(frozen=True, slots=True, order=True)
class _Due:
    """A moment at which a line of a bill may fall due: judged at the end of one day, with effect on another."""

    judged_on: date
    on: date
    place: int
    kind: LineKind
    number: int
    since: date


def judge_account(facts: AccountFacts, rules: Rules, *, as_of: date, decide: Decide) -> Judgment:
    """Every line of an account that fell due by ``as_of``, and the bills that bear none, each with its reason.

    ``decide`` says of each key whether its line is in effect. Lines take effect in the order of their days, so that a
    payment goes to an earlier penalty first where the Board's order of payment says so.
    """
    bills = sorted(facts.bills, key=lambda bill: (bill.bill_date, bill.bill_id))
    return _Judge(facts, rules, bills, as_of, decide).judgment()


class _Judge:
    """Goes through the moments of one account in the order of their days."""

    def __init__(
        self, facts: AccountFacts, rules: Rules, bills: list[LateBill], as_of: date, decide: Decide
    ) -> None:
        self.facts, self.rules, self.bills, self.as_of, self.decide = facts, rules, bills, as_of, decide
        entries = sorted(without_reversed(facts.entries), key=_place)
        stamps = facts.postmarks
        mailed = [replace(one, on=stamps.get(one.entry_id, one.on)) for one in entries] if stamps else entries
        self.standing = {False: [*entries], True: sorted(mailed, key=_place)}  # by arrival, and by postmark
        self.early = {mailed: bool(early_payments(found)) for mailed, found in self.standing.items()}
        self.states: dict[tuple[bool, date], Applied | None] = {}
        self.lines: list[PenaltyLine] = []
        self.why: dict[int, tuple[Spared, str]] = {}
        self.policies = [policy_on(rules.policies, bill.bill_date) for bill in bills]
        self.last_days: dict[int, date] = {}
        self.interest: dict[int, Decimal] = {}

    def judgment(self) -> Judgment:
        """The lines and the spared."""
        moments = sorted(due for place in range(len(self.bills)) for due in self._moments(place))
        for due in moments:
            self._judge(due)
        with_line = {line.bill.bill_id for line in self.lines}
        spared = tuple(
            SparedBill(bill, *self.why.get(bill.bill_id, (Spared.NOT_LATE, "Not late yet.")))
            for bill in self.bills
            if bill.bill_id not in with_line
        )
        return Judgment(tuple(self.lines), spared)

    def _moments(self, place: int) -> list[_Due]:
        bill, row = self.bills[place], self.policies[place]
        if row is None:
            self.why[bill.bill_id] = (
                Spared.NO_POLICY,
                f"No penalty policy was in force on {show_date(bill.bill_date)}.",
            )
            return []
        if bill.charges <= 0:
            self.why[bill.bill_id] = (Spared.NOTHING_BILLED, "The bill charges nothing.")
            return []
        last = last_day_in_time(
            row.policy, bill_date=bill.bill_date, due_date=bill.due_date, calendar=self.rules.calendar
        )
        self.last_days[place] = last
        stop = min(filter(None, (self.as_of, stops_after(row.policy, last + _ONE_DAY))))
        if stop <= last:
            sentence = f"It may be paid through {show_date(last)}."
            self.why[bill.bill_id] = (Spared.NOT_LATE, sentence)
            return []
        return [*_penalty_moments(row.policy, place, last, stop), *self._interest_moments(place, last, stop)]

    def _interest_moments(self, place: int, last: date, stop: date) -> list[_Due]:
        row, bill = self.policies[place], self.bills[place]
        if row is None or not row.policy.interest_percent:
            return []
        policy = row.policy
        back = policy.interest_from is InterestFrom.BILL_DATE
        start = bill.bill_date if back else last + _ONE_DAY
        if policy.interest_per is InterestPer.DAY:
            charged = (self.facts.cuts.get(one, frozenset()) for one in (bill.bill_id, *bill.older))
            cuts = {day for days in charged for day in days if last < day < stop} | {stop}
            first = start + _ONE_DAY if back else start
            return [_Due(day, day, place, LineKind.INTEREST, day.toordinal(), first) for day in sorted(cuts)]
        found, number = [], 1
        while (day := add_months(start, number - 1 if policy.months_begun else number)) <= stop:
            on = max(day, last + _ONE_DAY)
            found.append(_Due(on - _ONE_DAY, on, place, LineKind.INTEREST, number, start))
            number += 1
        return found

    def _judge(self, due: _Due) -> None:
        bill, row = self.bills[due.place], self.policies[due.place]
        assert row is not None
        daily = due.kind is LineKind.INTEREST and row.policy.interest_per is InterestPer.DAY
        plain_stage = f"{date.fromordinal(due.number):%Y-%m-%d}" if daily else str(due.number)
        stage = plain_stage + bill.part_mark
        decision = self.decide(LineKey(bill.bill_id, due.kind, stage), due.on)
        if decision is Standing.SKIPPED:
            self.why.setdefault(bill.bill_id, (Spared.NOT_LATE, "Not asked for."))
            return
        line = self._daily(due, row, stage) if daily else self._line(due, row, stage)
        if line is None:
            return
        if due.kind is LineKind.INTEREST:
            self.interest[due.place] = self._interest_so_far(due.place) + line.amount
        if decision is Standing.FORGONE:
            return
        keys = (line.key, *bill.older_keys(line.key))
        waived = sum((self.facts.waived.get(key, ZERO) for key in keys), ZERO)
        line = replace(line, waived=min(waived, line.amount))
        self.lines.append(line)
        if decision is Standing.COUNTS and line.owed:
            entry = _entry_of(line, _VIRTUAL_ID + len(self.lines), row.policy.charge_code)
            for entries in self.standing.values():
                insort(entries, entry, key=_place)
            self.states = {key: state for key, state in self.states.items() if key[1] < line.on}

    def _line(self, due: _Due, row: PolicyRow, stage: str) -> PenaltyLine | None:
        bill, policy = self.bills[due.place], row.policy
        hold = self._hold_on(due.on)
        state = self._state(due.judged_on, policy)
        unpaid = ZERO if state is None else _open(state, bill, late=policy.on_penalties)
        if unpaid <= 0 or state is None:
            day = show_date(due.judged_on)
            self.why.setdefault(bill.bill_id, (Spared.PAID_IN_TIME, f"Nothing of it was unpaid on {day}."))
            return None
        if hold is not None:
            self.why[bill.bill_id] = (Spared.HELD, hold.sentence)
            return None
        if state.balance < policy.min_balance:
            sentence = f"The account owed {format_money(state.balance)}, less than {format_money(policy.min_balance)}."
            self.why[bill.bill_id] = (Spared.BELOW_MINIMUM, sentence)
            return None
        if due.kind is LineKind.INTEREST:
            return self._month(due, row, stage, unpaid)
        base = _base(state, bill, policy, unpaid)
        amount = max(round_cents(base * policy.percent / 100) + policy.fixed, policy.least)
        if amount <= 0:
            return None
        sentence = _penalty_sentence(policy, base, due.judged_on, amount)
        return PenaltyLine(
            bill,
            due.kind,
            stage,
            due.on,
            due.judged_on,
            base,
            policy.percent,
            amount,
            row.id,
            sentence,
        )

    def _month(self, due: _Due, row: PolicyRow, stage: str, unpaid: Decimal) -> PenaltyLine | None:
        bill, policy = self.bills[due.place], row.policy
        amount = round_cents(unpaid * policy.interest_percent / 100)
        amount = min(amount, self._left_under_cap(due.place, row))
        if amount <= 0:
            return None
        month = add_months(due.since, due.number - 1)
        sentence = (
            f"Interest of the month from {show_date(month)}: {plain(policy.interest_percent)} % of "
            f"{format_money(unpaid)} unpaid on {show_date(due.judged_on)} = {format_money(amount)}"
        )
        return _interest_line(bill, due, row, (stage, unpaid, amount, sentence))

    def _daily(self, due: _Due, row: PolicyRow, stage: str) -> PenaltyLine | None:
        """Interest through a day, less what was charged through the day before it; spared days bear none."""
        bill, last = self.bills[due.place], self.last_days[due.place]
        state = self._state(last, row.policy)
        if state is None or _open(state, bill, late=row.policy.on_penalties) <= 0:
            day = show_date(last)
            self.why.setdefault(bill.bill_id, (Spared.PAID_IN_TIME, f"Nothing of it was unpaid on {day}."))
            return None
        if state.balance < row.policy.min_balance:
            self.why[bill.bill_id] = (Spared.BELOW_MINIMUM, "Below the minimum.")
            return None
        dollar_days = self._dollar_days(due, row, last)
        total = round_cents(dollar_days * row.policy.interest_percent / 100)
        amount = min(total - self._interest_so_far(due.place), self._left_under_cap(due.place, row))
        if amount <= 0:
            if hold := self._hold_on(due.on):
                self.why[bill.bill_id] = (Spared.HELD, hold.sentence)
            return None
        end = due.on + _ONE_DAY
        spared = (end - due.since).days - self._bearing(due.since, end)
        left_out = f", {count(spared, 'day')} spared" if spared else ""
        sentence = (
            f"Interest through {show_date(due.on)}: {plain(row.policy.interest_percent)} % a day of what was unpaid "
            f"since {show_date(due.since)}{left_out} = {format_money(total)}, "
            f"of it now {format_money(amount)}"
        )
        return _interest_line(bill, due, row, (stage, dollar_days, amount, sentence))

    def _dollar_days(self, due: _Due, row: PolicyRow, last: date) -> Decimal:
        """Unpaid dollars summed over the days; days in time, where interest reaches back to them, count as the last."""
        bill, end = self.bills[due.place], date.fromordinal(due.number)
        days = sorted(
            {entry.on for entry in self.standing[row.policy.by_postmark] if last < entry.on <= end} | {last}
        )
        total = ZERO
        for place, day in enumerate(days):
            state = self._state(day, row.policy)
            unpaid = ZERO if state is None else _open(state, bill, late=row.policy.on_penalties)
            until = days[place + 1] if place + 1 < len(days) else end + _ONE_DAY
            total += unpaid * self._bearing(due.since if day == last else day, until)
        return total

    def _bearing(self, start: date, end: date) -> int:
        """How many days from ``start`` to before ``end`` bear interest: those that no hold covers."""
        days = (end - start).days
        if not self.facts.holds:
            return days
        return sum(self._hold_on(start + timedelta(days=one)) is None for one in range(days))

    def _hold_on(self, day: date) -> PenaltyHold | None:
        return next((one for one in self.facts.holds if one.covers(day)), None)

    def _interest_so_far(self, place: int) -> Decimal:
        """The interest of the stages before, whether it was charged, waived or forgone."""
        return self.interest.get(place, ZERO)

    def _left_under_cap(self, place: int, row: PolicyRow) -> Decimal:
        cap = row.policy.cap_of(self.bills[place].charges)
        return Decimal("Infinity") if cap is None else cap - self._interest_so_far(place)

    def _state(self, day: date, policy: PenaltyPolicy) -> Applied | None:
        """What was open at the end of a day; ``None`` where nothing was owed, which needs no working out."""
        key = (policy.by_postmark, day)
        if key not in self.states:
            entries = self.standing[policy.by_postmark]
            owed, known = _since_settled(entries, day, waits=self.early[policy.by_postmark])
            applied = apply_entries(known, as_of=day, policy=self.rules.payment) if owed > 0 else None
            self.states[key] = applied
        return self.states[key]


def _place(entry: Entry) -> tuple[date, int]:
    return entry.on, entry.entry_id


def _since_settled(entries: list[Entry], day: date, *, waits: bool) -> tuple[Decimal, list[Entry]]:
    """What was owed at the end of a day, and the entries since the last day that ended with nothing owed.

    Such a day leaves neither an open item nor an unused credit, so that what came before plays no part any more; but
    where a payment ``waits`` for the charges of its bill, what it seemed to pay until then is open again.
    """
    owed, start, place = ZERO, 0, 0
    for place, entry in enumerate(entries):
        if entry.on > day:
            return owed, entries[start:place]
        if not owed and not waits and place and entries[place - 1].on < entry.on:
            start = place
        owed += entry.amount
    return owed, entries[start:]


def _interest_line(
    bill: LateBill, due: _Due, row: PolicyRow, found: tuple[str, Decimal, Decimal, str]
) -> PenaltyLine:
    stage, base, amount, sentence = found
    rate = row.policy.interest_percent
    return PenaltyLine(
        bill, due.kind, stage, due.on, due.judged_on, base, rate, amount, row.id, sentence + "."
    )


def _penalty_moments(policy: PenaltyPolicy, place: int, last: date, stop: date) -> list[_Due]:
    if not (policy.percent or policy.fixed or policy.least):
        return []
    first, step = last + _ONE_DAY, MONTHS_OF.get(policy.repeat)
    most = 1 if policy.repeat is Repeat.ONCE or step is None else policy.max_times
    found, number = [], 1
    while most is None or number <= most:
        on = first if number == 1 else add_months(first, (step or 0) * (number - 1))
        if on > stop:
            break
        found.append(_Due(on - _ONE_DAY, on, place, LineKind.PENALTY, number, on))
        number += 1
    return found


def _base(state: Applied, bill: LateBill, policy: PenaltyPolicy, unpaid: Decimal) -> Decimal:
    if policy.base is LateBase.ORIGINAL_CHARGES:
        return bill.charges
    if policy.base is LateBase.UNPAID_CHARGES:
        return unpaid
    kinds = (item for item in state.open_items if policy.on_penalties or item.entry.kind not in _LATE)
    return sum((item.open_amount for item in kinds), ZERO)


def _open(state: Applied, bill: LateBill, *, late: bool) -> Decimal:
    """What was unpaid of a bill's own charges, with its penalties where these bear penalties too."""
    own = (
        item for item in state.open_items if item.entry.bill == bill.number and item.entry.due_on == bill.part
    )
    kinds = _CHARGES | _LATE if late else _CHARGES
    return sum((item.open_amount for item in own if item.entry.kind in kinds), ZERO)


def _entry_of(line: PenaltyLine, entry_id: int, charge_code: str) -> Entry:
    bill = line.bill
    return Entry(
        entry_id,
        bill.account_id,
        line.on,
        line.kind.entry_kind,
        line.owed,
        charge_code,
        bill=bill.number,
        due_on=bill.part,
    )


def _penalty_sentence(policy: PenaltyPolicy, base: Decimal, judged_on: date, amount: Decimal) -> str:
    parts = []
    if policy.percent:
        what = {LateBase.UNPAID_CHARGES: "unpaid", LateBase.ORIGINAL_CHARGES: "billed, unpaid"}.get(
            policy.base, "owed"
        )
        parts.append(f"{plain(policy.percent)} % of {format_money(base)} {what} on {show_date(judged_on)}")
    if policy.fixed:
        parts.append(format_money(policy.fixed))
    computed = round_cents(base * policy.percent / 100) + policy.fixed
    least = f", at least {format_money(policy.least)}" if amount > computed else ""
    said = f"{' + '.join(parts)}{least}".strip(", ")
    return f"Penalty of {said} = {format_money(amount)}."
