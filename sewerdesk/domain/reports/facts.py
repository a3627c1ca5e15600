"""The facts that reports are worked out from, and which of an account's entries still matter.

An account that came to zero begins anew: nothing is open, no credit waits. Entries up to such a point cannot change
what a later payment pays, so that ten settled years need not be gone through for one open quarter.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from sewerdesk.domain.ledger import Entry, EntryKind, early_payments
from sewerdesk.domain.money import from_cents

_PAYMENT = EntryKind.PAYMENT.value


class Fact(NamedTuple):
    """An entry as reports read it; ``cents`` above zero are owed. ``before`` where it counts in the opening.

    ``since`` and ``due_on`` are those of an older charge in whose place a corrected bill's stands; ``family`` tells the
    bills that took each other's place by correction from all others.
    """

    account_id: int
    entry_id: int
    on: date
    kind: str
    cents: int
    charge_code: str
    bill_id: int | None
    corrects_id: int | None
    before: int = 1
    since: date | None = None
    due_on: date | None = None
    pays_id: int | None = None
    family: str = ""

    @property
    def amount(self) -> Decimal:
        """In dollars."""
        return from_cents(self.cents)


class AccountFact(NamedTuple):
    """An account as a report names it, with owner and class as of the report's day."""

    account_id: int
    number: str
    owner: str
    location: str
    print_key: str
    class_code: str = ""
    class_title: str = ""

    @property
    def class_name(self) -> str:
        """The class as a heading."""
        return f"{self.class_code} {self.class_title}".strip() or "No class"


class CodeFact(NamedTuple):
    """A charge code with its fund and revenue code, in the office's order."""

    code: str
    title: str
    fund: str
    revenue_code: str


def by_account(facts: Iterable[Fact]) -> Iterator[tuple[int, list[Fact]]]:
    """The facts of each account; they come sorted by account, date of effect and posting."""
    for account_id, group in groupby(facts, key=itemgetter(0)):
        yield account_id, list(group)


def unsettled(facts: Sequence[Fact]) -> Sequence[Fact]:
    """The account's facts after the last point of the opening at which it owed and was owed nothing.

    A point counts only where no entry before it is reversed after it, and no payment before it is for a bill charged
    after it. Facts come in the order of effect.
    """
    partners = _ties(facts)
    running, kept_from, reach = 0, 0, -1
    for place, fact in enumerate(facts):
        if not fact.before:
            break
        running += fact.cents
        if place in partners:
            reach = max(reach, partners[place])
        if not running and reach <= place:
            kept_from = place + 1
    return facts[kept_from:]


def _ties(facts: Sequence[Fact]) -> dict[int, int]:
    """For each place that is tied to later ones, the last of these: by a reversal, or by a payment that is early.

    Most accounts have neither; these are told in one look.
    """
    tied = [
        fact
        for fact in facts
        if fact.corrects_id is not None or (fact.kind == _PAYMENT and fact.bill_id is not None)
    ]
    if not tied:
        return {}
    places = {fact.entry_id: place for place, fact in enumerate(facts)}
    last: dict[int, int] = {}
    for fact in tied:
        place = places[fact.entry_id]
        other = places.get(fact.corrects_id or 0, place)
        for one in (place, other):
            last[one] = max(last.get(one, one), place, other)
    waits = early_payments(entry_of(fact) for fact in facts if fact.bill_id is not None)
    for payment, (_, charge) in waits.items():
        last[places[payment]] = max(last.get(places[payment], 0), places[charge])
    return last


def entry_of(fact: Fact) -> Entry:
    """The fact as the ledger's fold takes it; bills are told apart by their ids."""
    return Entry(
        entry_id=fact.entry_id,
        account_id=fact.account_id,
        on=fact.on,
        kind=EntryKind(fact.kind),
        amount=fact.amount,
        charge_code=fact.charge_code,
        bill="" if fact.bill_id is None else str(fact.bill_id),
        corrects_id=fact.corrects_id,
        pays_id=fact.pays_id,
        due_on=fact.due_on,
        since=fact.since,
        family=fact.family,
    )
