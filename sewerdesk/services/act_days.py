"""From which day an act on an account may take effect: its opening, what is given up, the credit paid back."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import Applied, Entry, apply_entries
from sewerdesk.domain.money import format_money
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.accounts import _account_by_number


def _applied_at_last(session: Session, account_id: int, today: date) -> Applied:
    """An account's open items and credit, with what takes effect later counted as well."""
    entries = _entries(session, account_id)
    last = max([today, *(entry.on for entry in entries)])
    return apply_entries(entries, as_of=last, policy=_payment_policy(session))


def _account_open_on(session: Session, number: str, on: date) -> Account:
    """The account of that number; ``FieldErrors`` where it was not opened yet on the day of an act."""
    account = _account_by_number(session, number)
    if on < account.opened_on:
        raise FieldErrors(
            {
                "on": f"Account {account.number} was opened on {account.opened_on:%m/%d/%Y}. Enter that day or a later "
                "one; make sure that the year is right."
            }
        )
    return account


def _refuse_before_items(items: Iterable[Entry], on: date, today: date) -> None:
    """What is given up must be owed by then, or it would be a credit until it is."""
    newest = max(items, key=lambda entry: entry.on)
    first = min(newest.on, today)
    if on < first:
        raise FieldErrors(
            {
                "on": f"The {newest.kind.value} of {format_money(newest.amount)} that is written off is owed since "
                f"{first:%m/%d/%Y} only. Enter that day or a later one."
            }
        )


def _refuse_before_credit(session: Session, account: Account, amount: Decimal, on: date, today: date) -> None:
    """A credit is paid back from the day on which it stood, and stands since; never out of money still to come."""
    entries, policy = _entries(session, account.id), _payment_policy(session)
    changes = sorted({entry.on for entry in entries})
    days = [on, *(day for day in changes if on < day <= today)]
    short = [day for day in days if apply_entries(entries, as_of=day, policy=policy).unused_credit < amount]
    if short:
        first = next((day for day in changes if day > short[-1]), today)
        raise FieldErrors(
            {
                "on": f"The credit of {format_money(amount)} on account {account.number} stands since "
                f"{first:%m/%d/%Y} only. Enter that day or a later one."
            }
        )


def _entries(session: Session, account_id: int) -> list[Entry]:
    return [fact.entry for fact in ledger_facts(session, [account_id]).get(account_id, ())]
