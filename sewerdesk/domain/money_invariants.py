"""Whole-book checks of money that moved: unidentified money, returned checks, and what paid what."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.ledger import Applied
from sewerdesk.domain.money import ZERO, format_money


@dataclass(frozen=True, slots=True)
class HeldLineRow:
    """A line of unidentified money: what is held of it by its own entries and what of it stands on accounts.

    ``gone`` is so where its receipt is void or its check came back.
    """

    receipt: str
    amount: Decimal
    held: Decimal
    applied: Decimal
    gone: bool


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """A check that came back: its receipt, the act, and what of the receipt's money stands on accounts now."""

    receipt: str
    act: str
    act_stands: bool
    live: bool
    standing: Decimal
    deposited: bool


def suspense_agrees(rows: Iterable[HeldLineRow]) -> list[Finding]:
    """Unidentified money is either held or on an account, all of it; nothing is left of a receipt that is gone."""
    check = "Unidentified money"
    findings = []
    for row in rows:
        expected = ZERO if row.gone else row.amount
        if row.held < 0 or row.held + row.applied != expected:
            findings.append(
                Finding(
                    check,
                    f"Of the {format_money(row.amount)} of receipt {row.receipt} that came unidentified, "
                    f"{format_money(row.held)} is held and {format_money(row.applied)} is on accounts; together it "
                    f"should be {format_money(expected)}.",
                    row.receipt,
                )
            )
    return findings


def returns_agree(rows: Iterable[ReturnRow]) -> list[Finding]:
    """A check that came back had been deposited, pays nothing while its return stands, and its act stands too."""
    check = "Returned checks"
    findings = []
    for row in rows:
        if row.live != row.act_stands:
            word = "stands" if row.live else "was undone"
            sentence = f"The return of receipt {row.receipt} {word}, but its act {row.act} says otherwise."
            findings.append(Finding(check, sentence, row.receipt))
        if row.live and row.standing:
            pays = format_money(-row.standing)
            sentence = f"The check of receipt {row.receipt} came back, but {pays} of it still pays."
            findings.append(Finding(check, sentence, row.receipt))
        if row.live and not row.deposited:
            sentence = f"The check of receipt {row.receipt} came back without ever having been deposited."
            findings.append(Finding(check, sentence, row.receipt))
    return findings


def open_items_agree(applied: Iterable[tuple[str, Applied, Decimal]]) -> list[Finding]:
    """No charge is paid by more than it is, no credit pays more than it is, and the open items are the balance.

    Each row gives an account's number, what its entries come to item by item, and their plain sum.
    """
    check = "What paid what"
    findings = []
    for account, state, balance in applied:
        over = next((item for item in state.items if item.open_amount < 0), None)
        if over is not None:
            owed = format_money(over.entry.amount)
            sentence = f"A charge of {owed} on account {account} is paid by more than that."
            findings.append(Finding(check, sentence, account))
        if state.balance != balance:
            sentence = (
                f"The open charges of account {account} less its credit come to {format_money(state.balance)}, but "
                f"its balance is {format_money(balance)}."
            )
            findings.append(Finding(check, sentence, account))
    return findings
