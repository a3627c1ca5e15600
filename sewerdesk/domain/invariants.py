"""Whole-book checks: what must always be true of the books, each returning what it found untrue.

Every check takes plain rows, so that the data layer can feed it from queries and tests from lists. An empty
answer means that the check passed; a finding names the record and what does not agree.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.receipts import find_number_gaps


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not so: the check's name, a sentence for the clerk, and the record's number."""

    check: str
    sentence: str
    record: str


@dataclass(frozen=True, slots=True)
class BillRow:
    """A posted bill; ``run`` is the number of the run that made it, empty for a single bill."""

    number: str
    account: str
    service: str
    period: str
    kind: str
    live: bool
    total: Decimal
    run: str = ""


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of a record: a line of a bill, an entry of an account, a line of a receipt."""

    owner: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A record with a stored or shown total: an account's balance, a run, a deposit."""

    number: str
    total: Decimal


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """A receipt; ``deposit`` is empty while it is not deposited."""

    number: str
    amount: Decimal
    deposit: str = ""
    voided: bool = False


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """What a run did with an account: ``billed``, ``held`` or ``skipped``."""

    run: str
    account: str
    outcome: str


@dataclass(frozen=True, slots=True)
class DatedRow:
    """A bond or policy with its dates; ``ends`` open for a continuous one, ``cancelled`` when notified."""

    kind: str
    number: str
    starts: date
    ends: date | None = None
    cancelled: date | None = None


@dataclass(frozen=True, slots=True)
class ReceiptPartRow:
    """A line of a receipt on an account: what the ledger holds for it, and whether its money is gone again.

    ``voided`` is so for a void receipt and for one whose check the bank sent back.
    """

    receipt: str
    account: str
    amount: Decimal
    posted: Decimal
    entries: int
    voided: bool


@dataclass(frozen=True, slots=True)
class BilledTotal:
    """A bill's total due beside the sum of its account's entries up to the last one that it includes."""

    number: str
    total_due: Decimal
    booked: Decimal


@dataclass(frozen=True, slots=True)
class ReversalRow:
    """A reversal beside the entry it undoes; ``corrected`` is ``None`` where it names none."""

    entry_id: int
    account: str
    amount: Decimal
    corrected: Decimal | None
    same_account: bool


def bill_lines_agree(bills: Iterable[BillRow], lines: Iterable[PartRow]) -> list[Finding]:
    """The sum of a bill's lines is its total, and each line belongs to a bill."""
    totals = {bill.number: bill.total for bill in bills}
    return _parts_agree("Bill lines", totals, lines, what="bill", parts="its lines")


def bill_totals_agree(rows: Iterable[BilledTotal]) -> list[Finding]:
    """What a bill says is owed is what its account owed when it was posted, so that each bill goes on from the last."""
    return [
        Finding(
            "Bills in the ledger",
            f"The bill {row.number} says that {format_money(row.total_due)} is due, but its account owed "
            f"{format_money(row.booked)} when it was posted.",
            row.number,
        )
        for row in rows
        if row.total_due != row.booked
    ]


def balances_agree(balances: Iterable[TotalRow], entries: Iterable[PartRow]) -> list[Finding]:
    """An account's balance is the sum of its entries."""
    totals = {row.number: row.total for row in balances}
    return _parts_agree("Balances", totals, entries, what="account", parts="its ledger entries")


def receipt_lines_agree(receipts: Iterable[ReceiptRow], lines: Iterable[PartRow]) -> list[Finding]:
    """The lines of a receipt come to what was received, voided or not."""
    totals = {receipt.number: receipt.amount for receipt in receipts}
    return _parts_agree("Receipt lines", totals, lines, what="receipt", parts="its lines")


def run_totals_agree(runs: Iterable[TotalRow], bills: Iterable[BillRow]) -> list[Finding]:
    """A posted run's total is the sum of the bills it made."""
    totals = {run.number: run.total for run in runs}
    parts = (PartRow(bill.run, bill.total) for bill in bills if bill.run)
    return _parts_agree("Run totals", totals, parts, what="run", parts="its bills")


def deposits_agree(deposits: Iterable[TotalRow], receipts: Iterable[ReceiptRow]) -> list[Finding]:
    """A deposit's total is the sum of its receipts."""
    totals = {deposit.number: deposit.total for deposit in deposits}
    parts = (PartRow(receipt.deposit, receipt.amount) for receipt in receipts if receipt.deposit)
    return _parts_agree("Deposits", totals, parts, what="deposit", parts="its receipts")


def _parts_agree(
    check: str, totals: Mapping[str, Decimal], rows: Iterable[PartRow], *, what: str, parts: str
) -> list[Finding]:
    sums: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for row in rows:
        sums[row.owner] += row.amount
    findings = [
        Finding(
            check,
            f"The {what} {number} shows {format_money(total)} but {parts} come to "
            f"{format_money(sums[number])}: "
            f"{format_money(total - sums[number])} apart.",
            number,
        )
        for number, total in totals.items()
        if sums[number] != total
    ]
    findings.extend(
        Finding(
            check,
            f"{format_money(amount)} is booked to {what} {owner or '(none)'}, which does not exist.",
            owner,
        )
        for owner, amount in sums.items()
        if owner not in totals
    )
    return findings


def bills_are_single(bills: Iterable[BillRow]) -> list[Finding]:
    """At most one live regular bill for each account, service and period."""
    found: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for bill in bills:
        if bill.live and bill.kind == "regular":
            found[bill.account, bill.service, bill.period].append(bill.number)
    return [
        Finding(
            "One bill a period",
            f"Account {account} has {len(numbers)} live regular bills for {service} "
            f"{period}: {', '.join(numbers)}.",
            account,
        )
        for (account, service, period), numbers in found.items()
        if len(numbers) > 1
    ]


def numbers_are_complete(numbers: Iterable[str], *, what: str) -> list[Finding]:
    """No number of a series is missing or used twice (receipts, bills, permits); voids keep theirs."""
    gaps = find_number_gaps(numbers)
    check = f"{what.capitalize()} numbers"
    findings = [Finding(check, f"The {what} number {n} is missing.", n) for n in gaps.missing]
    findings += [Finding(check, f"The {what} number {n} was used more than once.", n) for n in gaps.doubled]
    findings += [Finding(check, f"The {what} number “{n}” has no count in it.", n) for n in gaps.unreadable]
    return findings


def outcomes_are_complete(
    open_accounts: Iterable[tuple[str, str]], outcomes: Iterable[OutcomeRow], bills: Iterable[BillRow]
) -> list[Finding]:
    """Every account open in a run is billed, held or skipped, once, and billed ones have their bill.

    ``open_accounts`` pairs run and account numbers.
    """
    check = "Everyone billed, held or skipped"
    rows = list(outcomes)
    counts = Counter((row.run, row.account) for row in rows)
    findings = [
        Finding(check, f"Account {account} was neither billed, held nor skipped in run {run}.", account)
        for run, account in open_accounts
        if not counts[run, account]
    ]
    findings += [
        Finding(check, f"Account {account} has {count} outcomes in run {run}.", account)
        for (run, account), count in counts.items()
        if count > 1
    ]
    with_bill = {(bill.run, bill.account) for bill in bills if bill.run}
    for row in rows:
        has_bill = (row.run, row.account) in with_bill
        if (row.outcome == "billed") != has_bill:
            fault = "has no bill" if not has_bill else "has a bill all the same"
            findings.append(
                Finding(
                    check,
                    f"Account {row.account} is {row.outcome} in run {row.run} but {fault}.",
                    row.account,
                )
            )
    return findings


def payments_agree(rows: Iterable[ReceiptPartRow]) -> list[Finding]:
    """A receipt on an account stands in its ledger to the cent; a void one was taken out of it again."""
    check = "Receipts in the ledger"
    findings = []
    for row in rows:
        expected = ZERO if row.voided else -row.amount
        if not row.entries:
            sentence = f"Receipt {row.receipt} was never posted to account {row.account}."
            findings.append(Finding(check, sentence, row.receipt))
        elif row.posted != expected:
            state = "void or returned" if row.voided else f"for {format_money(row.amount)}"
            findings.append(
                Finding(
                    check,
                    f"Receipt {row.receipt} is {state}, but its entries, on account {row.account} and wherever it was "
                    f"moved, come to {format_money(row.posted)}.",
                    row.receipt,
                )
            )
    return findings


def reversals_agree(rows: Iterable[ReversalRow]) -> list[Finding]:
    """A reversal is the exact opposite of one entry of its own account, and no entry is reversed twice."""
    check = "Reversals"
    return [
        Finding(
            check,
            f"Entry {row.entry_id} on account {row.account} is a reversal of {format_money(row.amount)}, but does "
            "not undo exactly one entry of that account.",
            row.account,
        )
        for row in rows
        if row.corrected is None or row.amount != -row.corrected or not row.same_account
    ]


def void_not_deposited(receipts: Iterable[ReceiptRow]) -> list[Finding]:
    """No void receipt is in a deposit that stands."""
    return [
        Finding(
            "Deposits",
            f"Receipt {row.number} is void but its money went to the bank with {row.deposit}.",
            row.number,
        )
        for row in receipts
        if row.voided and row.deposit
    ]


def counters_agree(
    last_used: Mapping[tuple[str, int], int], counters: Mapping[tuple[str, int], int]
) -> list[Finding]:
    """The last number of each series and year is the one its counter gave out last."""
    return [
        Finding(
            "Number counters",
            f"{prefix} numbers of {year} were given out up to {counter:04d}, but the last one on record is "
            f"{last_used.get((prefix, year), 0):04d}.",
            f"{prefix}-{year}",
        )
        for (prefix, year), counter in sorted(counters.items())
        if last_used.get((prefix, year), 0) != counter
    ]


def deposited_once(pairs: Iterable[tuple[str, str]]) -> list[Finding]:
    """A receipt is in at most one deposit; ``pairs`` are receipt and deposit numbers."""
    deposits: defaultdict[str, list[str]] = defaultdict(list)
    for receipt, deposit in pairs:
        deposits[receipt].append(deposit)
    return [
        Finding(
            "Deposits", f"Receipt {receipt} is in deposits {', '.join(found)}; it can be in one.", receipt
        )
        for receipt, found in deposits.items()
        if len(found) > 1
    ]


def dates_are_ordered(rows: Iterable[DatedRow]) -> list[Finding]:
    """A bond or policy ends after it starts, and is not cancelled before it starts."""
    findings = []
    for row in rows:
        if row.ends is not None and row.ends < row.starts:
            findings.append(
                Finding(
                    "Bond dates",
                    f"The {row.kind} {row.number} ends {row.ends:%m/%d/%Y}, before it "
                    f"starts {row.starts:%m/%d/%Y}.",
                    row.number,
                )
            )
        if row.cancelled is not None and row.cancelled < row.starts:
            findings.append(
                Finding(
                    "Bond dates",
                    f"The {row.kind} {row.number} was cancelled {row.cancelled:%m/%d/%Y}, before it starts "
                    f"{row.starts:%m/%d/%Y}.",
                    row.number,
                )
            )
    return findings
