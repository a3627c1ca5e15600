"""What must always hold of bills beside their sums: whose days they bill, and what void ones left behind."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.money import format_money


@dataclass(frozen=True, slots=True)
class BilledDays:
    """A live bill's days, both inclusive."""

    account: str
    service: str
    number: str
    start: date
    end: date


@dataclass(frozen=True, slots=True)
class VoidBill:
    """A void bill: what of its charges is not reversed, and whether a correction or a roll-back says why."""

    number: str
    left: Decimal
    explained: bool


def days_billed_once(bills: Iterable[BilledDays]) -> list[Finding]:
    """No day of an account is on two live bills of one service."""
    findings = []
    last: dict[tuple[str, str], BilledDays] = {}
    for bill in sorted(bills, key=lambda one: (one.account, one.service, one.start, one.end)):
        before = last.get((bill.account, bill.service))
        if before is not None and bill.start <= before.end:
            findings.append(
                Finding(
                    "Days billed once",
                    f"Account {bill.account} is billed for {bill.start:%m/%d/%Y} on {before.number} and on "
                    f"{bill.number}.",
                    bill.account,
                )
            )
        if before is None or bill.end > before.end:
            last[bill.account, bill.service] = bill
    return findings


def void_bills_left_nothing(bills: Iterable[VoidBill]) -> list[Finding]:
    """A void bill's charges are reversed to the cent, and a correction or a roll-back says why it is void."""
    check = "Void bills"
    findings = []
    for bill in bills:
        if bill.left:
            sentence = (
                f"The void bill {bill.number} left {format_money(bill.left)} of its charges in the ledger."
            )
            findings.append(Finding(check, sentence, bill.number))
        if not bill.explained:
            sentence = f"The bill {bill.number} is void, but neither a correction nor a roll-back says why."
            findings.append(Finding(check, sentence, bill.number))
    return findings
