"""Aged receivables: each open item in one bucket by the days it is past due, credits apart, and their sum the balance.

As of a past day only facts of that day or before count: a charge paid later was still open then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.ledger import Applied, PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO, from_cents
from sewerdesk.domain.reports.facts import AccountFact, Fact, entry_of, unsettled
from sewerdesk.domain.reports.model import (
    Body,
    Cell,
    CellKind,
    Proof,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
)

NOT_DUE = "Not yet due"
CREDIT = "Credit"


@dataclass(frozen=True, slots=True)
class Buckets:
    """The last day of each bucket but the open one: 30, 60, 90 make 1\u201330, 31\u201360, 61\u201390 and over 90."""

    last_days: tuple[int, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """Names of the buckets, the one not yet due first."""
        firsts = (1, *(day + 1 for day in self.last_days))
        named = [f"{first}\u2013{last} days" for first, last in zip(firsts, self.last_days, strict=False)]
        return (NOT_DUE, *named, f"Over {self.last_days[-1]}")

    def place(self, days_past_due: int) -> int:
        """The one bucket of an item so many days past its due date; the due date itself is not past due."""
        if days_past_due <= 0:
            return 0
        return 1 + sum(days_past_due > last for last in self.last_days)


@dataclass(frozen=True, slots=True)
class OpenPart:
    """An open item of an account: what is left, when it was due, and the bucket that it falls in."""

    fact: Fact
    open_amount: Decimal
    due: date
    days: int
    bucket: int


@dataclass(frozen=True, slots=True)
class Aged:
    """An account as of a day: its open items and the credit that waits, below zero."""

    account_id: int
    parts: tuple[OpenPart, ...]
    credit: Decimal

    @property
    def balance(self) -> Decimal:
        """Open items and credit together."""
        return sum((part.open_amount for part in self.parts), ZERO) + self.credit

    @property
    def past_due(self) -> Decimal:
        """What is past its due date."""
        return sum((part.open_amount for part in self.parts if part.days > 0), ZERO)

    @property
    def oldest_due(self) -> date | None:
        """The due date of the oldest item past due."""
        return min((part.due for part in self.parts if part.days > 0), default=None)

    @property
    def late_bills(self) -> int:
        """How many bills have something past due."""
        return len({part.fact.bill_id for part in self.parts if part.days > 0 and part.fact.bill_id})

    def in_bucket(self, place: int) -> Decimal:
        """The open amount that falls in a bucket."""
        return sum((part.open_amount for part in self.parts if part.bucket == place), ZERO)


def apply_facts(facts: Sequence[Fact], *, policy: PaymentPolicy) -> Applied:
    """What of an account's facts is open and what waits; all of them count."""
    kept = unsettled(facts)
    until = max((fact.on for fact in kept), default=date.min)
    return apply_entries((entry_of(fact) for fact in kept), as_of=until, policy=policy)


def aged_account(
    facts: Sequence[Fact],
    *,
    as_of: date,
    policy: PaymentPolicy,
    buckets: Buckets,
    due_of: Mapping[int, date],
) -> Aged:
    """Age an account from its facts of the day or before.

    ``due_of`` gives the due dates of bills; what has no bill is due on its own day, and what a corrected bill charges
    in the place of an older charge stays due when that one was.
    """
    account_id = facts[0].account_id
    applied = apply_facts(facts, policy=policy)
    by_id = {fact.entry_id: fact for fact in facts}
    parts = []
    for item in applied.open_items:
        fact = by_id[item.entry.entry_id]
        due = fact.due_on or due_of.get(fact.bill_id or 0, fact.on)
        days = (as_of - due).days
        parts.append(OpenPart(fact, item.open_amount, due, days, buckets.place(days)))
    return Aged(account_id, tuple(parts), -applied.unused_credit)


def open_bills(accounts: Iterable[Sequence[Fact]]) -> set[int]:
    """The bills whose due dates may matter: those of entries that no zero balance settled."""
    return {fact.bill_id for facts in accounts for fact in unsettled(facts) if fact.bill_id is not None}


def aged_body(
    aged: Sequence[Aged],
    accounts: Sequence[AccountFact],
    *,
    buckets: Buckets,
    ledger_cents: Mapping[int, int],
    levied_cents: Mapping[int, int],
) -> Body:
    """The report by account, with a sum for each class; ``ledger_cents`` are the balances that it must come to."""
    found = {one.account_id: one for one in aged}
    columns = _aged_columns(buckets)
    groups: dict[str, list[ReportRow]] = {}
    for account in accounts:
        one = found.get(account.account_id)
        levied = -from_cents(levied_cents.get(account.account_id, 0))
        if (one is None or not (one.parts or one.credit)) and not levied:
            continue
        row = ReportRow(_aged_cells(account, one, buckets, levied), account.account_id)
        groups.setdefault(account.class_name, []).append(row)
    total = sum((one.balance for one in aged), ZERO)
    return Body(
        columns=columns,
        groups=tuple(ReportGroup(title, tuple(rows)) for title, rows in sorted(groups.items()))
        or one_group(()),
        noun="account",
        notes=(
            "Days run from the due date of the bill; what has no bill is due on its own day.",
            "Credit balances stand in their own column, below zero.",
            "What was moved to the tax roll in the twelve months before is shown apart and is in no balance.",
        ),
        proofs=(
            Proof("The buckets come to", total, "the ledger to", from_cents(sum(ledger_cents.values()))),
        ),
        empty="No account owed anything on that day.",
    )


def _aged_columns(buckets: Buckets) -> tuple[ReportColumn, ...]:
    money = CellKind.MONEY
    return (
        ReportColumn("account", "Account", CellKind.IDENTIFIER, 9),
        ReportColumn("owner", "Owner", width=22, wraps=True),
        ReportColumn("print_key", "Tax map no.", CellKind.IDENTIFIER, 14, aside=True),
        *(
            ReportColumn(f"bucket{place}", title, money, 10, summed=True, blank_zero=True)
            for place, title in enumerate(buckets.titles)
        ),
        ReportColumn("credit", CREDIT, money, 8, summed=True, blank_zero=True),
        ReportColumn("balance", "Balance", money, 10, summed=True),
        ReportColumn("levied", "On the tax roll", money, 11, summed=True, blank_zero=True, optional=True),
    )


def _aged_cells(
    account: AccountFact, one: Aged | None, buckets: Buckets, levied: Decimal
) -> tuple[Cell, ...]:
    places = range(len(buckets.titles))
    amounts = [one.in_bucket(place) if one else ZERO for place in places]
    credit, balance = (one.credit, one.balance) if one else (ZERO, ZERO)
    return (account.number, account.owner, account.print_key, *amounts, credit, balance, levied)


_ITEM_COLUMNS = (
    ReportColumn("account", "Account", CellKind.IDENTIFIER, 9),
    ReportColumn("owner", "Owner", width=26, wraps=True),
    ReportColumn("what", "What", width=22, wraps=True),
    ReportColumn("bill", "Bill", CellKind.IDENTIFIER, 14),
    ReportColumn("on", "Date", CellKind.DATE, 10),
    ReportColumn("due", "Due", CellKind.DATE, 10),
    ReportColumn("days", "Days past due", CellKind.WHOLE, 9),
    ReportColumn("bucket", "Bucket", width=11),
    ReportColumn("open", "Open", CellKind.MONEY, 12, summed=True),
)


def items_body(
    aged: Sequence[Aged],
    accounts: Sequence[AccountFact],
    *,
    buckets: Buckets,
    ledger_cents: Mapping[int, int],
    bill_numbers: Mapping[int, str],
    code_titles: Mapping[str, str],
) -> Body:
    """Every open item once, and every credit that waits, by account."""
    found = {one.account_id: one for one in aged}
    rows = [
        ReportRow(cells, account.account_id)
        for account in accounts
        if account.account_id in found
        for cells in _item_cells(account, found[account.account_id], buckets, bill_numbers, code_titles)
    ]
    total = sum((one.balance for one in aged), ZERO)
    return Body(
        columns=_ITEM_COLUMNS,
        groups=one_group(rows),
        noun="item",
        proofs=(Proof("The items come to", total, "the ledger to", from_cents(sum(ledger_cents.values()))),),
        empty="Nothing was open on that day.",
    )


def _item_cells(
    account: AccountFact,
    one: Aged,
    buckets: Buckets,
    bill_numbers: Mapping[int, str],
    code_titles: Mapping[str, str],
) -> Iterator[tuple[Cell, ...]]:
    """The cells of an account's items, and of the credit that waits."""
    for part in one.parts:
        yield (
            account.number,
            account.owner,
            item_words(part.fact, code_titles),
            bill_numbers.get(part.fact.bill_id or 0, ""),
            part.fact.on,
            part.due,
            max(part.days, 0),
            buckets.titles[part.bucket],
            part.open_amount,
        )
    if one.credit:
        yield (account.number, account.owner, "Credit that waits", "", None, None, None, CREDIT, one.credit)


def item_words(fact: Fact, code_titles: Mapping[str, str]) -> str:
    """What an item is: the title of its charge, or the kind of entry that it is."""
    kind = fact.kind.replace("_", "-").capitalize()
    title = code_titles.get(fact.charge_code, fact.charge_code)
    if fact.kind == "charge":
        return title or kind
    return f"{kind}: {title}" if title else kind


def delinquent_body(aged: Sequence[Aged], accounts: Sequence[AccountFact], *, order: str) -> Body:
    """Accounts with something past due, by ``amount``, ``age`` or number of ``bills``, the worst first."""
    names = {account.account_id: account for account in accounts}
    late = [one for one in aged if one.past_due > 0 and one.account_id in names]
    keys = {
        "amount": lambda one: (-one.past_due, names[one.account_id].number),
        "age": lambda one: (one.oldest_due, -one.past_due),
        "bills": lambda one: (-one.late_bills, -one.past_due),
    }
    rows = []
    for one in sorted(late, key=keys[order]):
        account = names[one.account_id]
        days = max(part.days for part in one.parts)
        cells: tuple[Cell, ...] = (
            account.number,
            account.owner,
            account.location,
            account.print_key,
            one.late_bills,
            one.oldest_due,
            days,
            one.past_due,
            one.balance,
        )
        rows.append(ReportRow(cells, one.account_id))
    return Body(_LATE_COLUMNS, one_group(rows), "account", empty="No account was past due on that day.")


_LATE_COLUMNS = (
    ReportColumn("account", "Account", CellKind.IDENTIFIER, 9),
    ReportColumn("owner", "Owner", width=26, wraps=True),
    ReportColumn("location", "Service address", width=20, wraps=True),
    ReportColumn("print_key", "Tax map no.", CellKind.IDENTIFIER, 14),
    ReportColumn("bills", "Bills past due", CellKind.WHOLE, 9, summed=True),
    ReportColumn("oldest", "Oldest due", CellKind.DATE, 10),
    ReportColumn("days", "Days past due", CellKind.WHOLE, 9),
    ReportColumn("past_due", "Past due", CellKind.MONEY, 12, summed=True),
    ReportColumn("balance", "Balance", CellKind.MONEY, 12, summed=True),
)
