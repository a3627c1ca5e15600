"""What late payment will add to accounts, by the policies in force: for bills as they are posted, and for papers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.penalties import WAIVED, hold_rows
from sewerdesk.domain.ledger import Entry
from sewerdesk.domain.penalties import PolicyRow, policy_on
from sewerdesk.domain.penalty_lines import AccountFacts, LateBill, LineKey, Rules, Standing
from sewerdesk.domain.penalty_outlook import Reckoning, late_sentence
from sewerdesk.services.penalty_facts import Known, _facts, _rules

NEW_ENTRY = 10**14
"""The ids of the entries of a bill that is being made begin here: after everything posted."""


@dataclass(frozen=True, slots=True)
class NewBill:
    """A bill that is being posted: the entries of its own charges, and its total with what was owed before."""

    bill: LateBill
    entries: tuple[Entry, ...]
    total: Decimal

    @property
    def forward(self) -> Decimal:
        """What was owed before, below zero for a credit."""
        return self.total - self.bill.charges


@dataclass(frozen=True, slots=True)
class LateWords:
    """What a bill says of being late: the last day on which nothing is added, what is owed after it, the sentence."""

    last_day: date
    after: Decimal
    sentence: str
    authority: str


def _late_words(
    session: Session, bills: Sequence[NewBill], *, bill_date: date
) -> dict[int, LateWords | None] | None:
    """What each new bill says of being late, by account, ``None`` for one to which nothing is ever added.

    ``None`` as a whole where no policy is in force on the bills' day: then the office's own words stand.
    """
    rules = _rules(session)
    row = policy_on(rules.policies, bill_date)
    if row is None:
        return None
    holds = hold_rows(session)
    before = {one.bill.account_id for one in bills if one.forward}
    known = {account_id: (facts, charged) for account_id, facts, charged in _facts(session, before)}
    found: dict[int, LateWords | None] = {}
    for one in bills:
        account_id = one.bill.account_id
        facts, charged = known.get(account_id, (AccountFacts((), (), holds.get(account_id, ())), None))
        found[account_id] = _words(one, facts, charged, rules, row)
    return found


def _words(
    one: NewBill, facts: AccountFacts, known: Known | None, rules: Rules, row: PolicyRow
) -> LateWords | None:
    if one.total <= 0:
        return None
    entries = [*facts.entries, *one.entries]
    full = AccountFacts(
        [*facts.bills, one.bill], entries, facts.holds, facts.cuts, facts.postmarks, facts.waived
    )
    reckoning = Reckoning(full, rules, one.total, one.bill.bill_date, _charged(known))
    outlook = reckoning.if_unpaid(one.bill)
    if outlook is None:
        return None
    sentence = late_sentence(outlook, one.bill, row.policy)
    return LateWords(outlook.last_day, outlook.total, sentence, row.authority)


def _charged(known: Known | None) -> Mapping[LineKey, Standing]:
    live = {} if known is None else known.live
    return {key: Standing.WAIVED if fact.ended == WAIVED else Standing.COUNTS for key, fact in live.items()}


def _reckoning(session: Session, account_id: int, *, since: date) -> Reckoning:
    """The reckoning of one account as its books stand; lines with effect after ``since`` are looked for."""
    [(_, facts, known)] = _facts(session, [account_id])
    owed = balances(session, [account_id]).get(account_id, Decimal(0))
    return Reckoning(facts, _rules(session), owed, since, _charged(known))
