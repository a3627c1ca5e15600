"""On every day of any history the aged list, open items, roll-forward and statement agree with the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.domain.accountmoney import LedgerFact, account_money
from sewerdesk.domain.ledger import EntryKind, PaymentOrder, PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO, from_cents
from sewerdesk.domain.reports.aging import Aged, Buckets, aged_account, aged_body, delinquent_body, items_body
from sewerdesk.domain.reports.facts import AccountFact, CodeFact, Fact, by_account, entry_of, unsettled
from sewerdesk.domain.reports.model import Body
from sewerdesk.domain.reports.rollforward import MOVEMENTS, roll_accounts, rollforward_body
from sewerdesk.domain.reports.statement import StatementView, statement_aging, statement_body, statement_lines

START = date(2026, 1, 1)
DAYS = 120
DEBITS = (EntryKind.CHARGE, EntryKind.PENALTY, EntryKind.INTEREST, EntryKind.REFUND)
CREDITS = (EntryKind.PAYMENT, EntryKind.CREDIT, EntryKind.LEVY, EntryKind.WRITE_OFF)
BUCKETS = Buckets((30, 60, 90))
CODES = (CodeFact("OM", "Operation", "SS", "2120"), CodeFact("DS", "Debt service", "V", "2122"))


@dataclass(frozen=True, slots=True)
class History:
    """Entries as posted, in the order of posting, and the order of payment."""

    facts: tuple[Fact, ...]
    policy: PaymentPolicy

    def until(self, day: date, *, opening: date | None = None) -> list[Fact]:
        """What is dated on or before a day, by account, effect and posting."""
        known = [fact for fact in self.facts if fact.on <= day]
        marked = [fact._replace(before=int(opening is None or fact.on < opening)) for fact in known]
        return sorted(marked, key=lambda fact: (fact.account_id, fact.on, fact.entry_id))


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Bills, payments, adjustments either way, back-dated ones, voids, and voids of voids, on three accounts."""
    facts: list[Fact] = []
    for entry_id in range(1, draw(st.integers(1, 22)) + 1):
        if facts and draw(st.integers(0, 3)) == 0:
            target = draw(st.sampled_from(facts))
            named = {fact.corrects_id for fact in facts}
            if target.entry_id not in named:
                later = target.on + timedelta(days=draw(st.integers(0, 25)))
                facts.append(
                    target._replace(
                        entry_id=entry_id,
                        on=later,
                        kind="reversal",
                        cents=-target.cents,
                        corrects_id=target.entry_id,
                    )
                )
                continue
        kind = draw(
            st.sampled_from((*DEBITS[:1] * 3, *DEBITS, *CREDITS[:1] * 3, *CREDITS, EntryKind.ADJUSTMENT))
        )
        cents = draw(st.sampled_from((1, 500, 1000, 1000, 2550)))
        is_credit = kind in CREDITS or (kind is EntryKind.ADJUSTMENT and draw(st.booleans()))
        facts.append(
            Fact(
                account_id=draw(st.integers(1, 3)),
                entry_id=entry_id,
                on=START + timedelta(days=draw(st.integers(0, DAYS))),
                kind=kind.value,
                cents=-cents if is_credit else cents,
                charge_code=draw(st.sampled_from(("OM", "DS", ""))),
                bill_id=draw(st.sampled_from((None, 1, 2))),
                corrects_id=None,
            )
        )
    order = draw(st.sampled_from(PaymentOrder))
    return History(tuple(facts), PaymentPolicy(order, ("OM", "DS")))


ACCOUNTS = tuple(AccountFact(n, f"0000{n}", f"Owner {n}", "1 Main St", f"1.-1-{n}", "R") for n in (1, 2, 3))
DUE = {1: START + timedelta(days=40), 2: START + timedelta(days=70)}


def ledger_of(facts: Sequence[Fact]) -> dict[int, int]:
    """The plain sums, worked out with nothing of what is tested."""
    found = dict.fromkeys((1, 2, 3), 0)
    for fact in facts:
        found[fact.account_id] += fact.cents
    return found


def aged_on(history: History, day: date) -> list[Aged]:
    return [
        aged_account(found, as_of=day, policy=history.policy, buckets=BUCKETS, due_of=DUE)
        for _, found in by_account(history.until(day))
    ]


def _days_of_change(history: History) -> list[date]:
    """The days of the entries, the days before, and those on which an item moves to the next bucket."""
    borders = (-1, 0, 1, 31, 61, 91)
    starts = {fact.on for fact in history.facts} | set(DUE.values())
    return sorted({start + timedelta(days=border) for start in starts for border in borders})


def total(body: Body, key: str) -> Decimal:
    place = [column.key for column in body.columns].index(key)
    cells = [row.cells[place] for group in body.groups for row in group.rows]
    return sum((cell for cell in cells if isinstance(cell, Decimal)), ZERO)


@given(histories())
@settings(deadline=None)
def test_agree_with_the_ledger_on_every_day(history: History) -> None:
    """Faults b7/115 to b7/118: buckets, items and ledger come to the same on each day on which anything changes."""
    for day in _days_of_change(history):
        facts = history.until(day)
        sums = ledger_of(facts)
        aged = aged_on(history, day)
        body = aged_body(aged, ACCOUNTS, buckets=BUCKETS, ledger_cents=sums, levied_cents={})
        items = items_body(
            aged, ACCOUNTS, buckets=BUCKETS, ledger_cents=sums, bill_numbers={}, code_titles={}
        )
        balance = from_cents(sum(sums.values()))
        assert total(body, "balance") == balance == total(items, "open")
        buckets = sum((total(body, f"bucket{place}") for place in range(5)), ZERO)
        assert buckets + total(body, "credit") == balance
        assert total(body, "credit") <= 0
        assert all(proof.agrees for proof in (*body.proofs, *items.proofs))
        for one in aged:
            assert one.balance == from_cents(sums[one.account_id])
            assert not (one.parts and one.credit), "nothing is open while a credit waits"
        late = delinquent_body(aged, ACCOUNTS, order="amount")
        assert total(late, "past_due") == buckets - total(body, "bucket0")


@given(histories(), st.integers(0, DAYS), st.integers(0, DAYS))
@settings(deadline=None)
def test_roll_from_the_opening_to_the_closing(history: History, first: int, length: int) -> None:
    """Each code closes where the next span opens; each column is the sum of the entries of its kind."""
    since = START + timedelta(days=first)
    through = since + timedelta(days=length)
    facts = history.until(through, opening=since)
    opening, closing = (
        sum(ledger_of(history.until(day)).values()) for day in (since - timedelta(days=1), through)
    )
    roll = roll_accounts((found for _, found in by_account(facts)), policy=history.policy)
    ledger = {"opening": opening, "closing": closing}
    body = rollforward_body(roll, CODES, ledger=ledger, since=since, through=through)
    assert [proof.sentence for proof in body.proofs if not proof.agrees] == []
    roots = {fact.entry_id: fact for fact in facts}
    for kind, _ in MOVEMENTS:
        booked = sum(
            fact.cents for fact in facts if not fact.before and _root(fact, roots).kind == kind.value
        )
        assert total(body, kind.value) == from_cents(booked)
    later = history.until(through + timedelta(days=50), opening=through + timedelta(days=1))
    following = roll_accounts((found for _, found in by_account(later)), policy=history.policy)
    for code in roll.codes() | following.codes():
        assert roll.line(code)[-1] == following.line(code)[0], code


def _root(fact: Fact, by_id: dict[int, Fact]) -> Fact:
    while fact.corrects_id is not None:
        fact = by_id[fact.corrects_id]
    return fact


@given(histories(), st.integers(0, DAYS + 20))
@settings(deadline=None)
def test_leave_out_only_what_is_settled(history: History, number: int) -> None:
    """What a point of zero settled changes nothing that is open, nor any credit that waits."""
    day = START + timedelta(days=number)
    for _, facts in by_account(history.until(day)):
        whole = apply_entries(map(entry_of, facts), as_of=day, policy=history.policy)
        kept = apply_entries(map(entry_of, unsettled(facts)), as_of=day, policy=history.policy)
        assert kept.open_items == whole.open_items
        assert kept.unused == whole.unused


@given(histories(), st.integers(0, DAYS), st.integers(0, DAYS))
@settings(deadline=None)
def test_close_the_statement_where_the_ledger_stands(history: History, first: int, length: int) -> None:
    """Opening and entries come to the closing balance, which is the ledger's and that of the aged list."""
    since = START + timedelta(days=first)
    through = since + timedelta(days=length)
    aged = {one.account_id: one for one in aged_on(history, through)}
    for account_id in (1, 2, 3):
        facts = [fact for fact in history.facts if fact.account_id == account_id]
        ledger = [
            LedgerFact(entry_of(fact), bill_id=fact.bill_id, bill_due=DUE.get(fact.bill_id or 0))
            for fact in facts
        ]
        register = account_money(account_id, ledger, as_of=through, policy=history.policy).register
        opening, lines = statement_lines(register, ledger, acts={}, since=since, through=through)
        closing = lines[-1].balance if lines else opening
        view = StatementView(
            account_id=account_id,
            account=f"0000{account_id}",
            owner="",
            since=since,
            through=through,
            opening=opening,
            lines=lines,
            closing=closing,
            aging=statement_aging(ledger, through=through, policy=history.policy, buckets=BUCKETS),
        )
        booked = from_cents(sum(fact.cents for fact in facts if fact.on <= through))
        body = statement_body(view, ledger=booked)
        assert [proof.sentence for proof in body.proofs if not proof.agrees] == []
        assert view.opening + view.charged + view.paid == closing == booked
        assert closing == (aged[account_id].balance if account_id in aged else ZERO)
