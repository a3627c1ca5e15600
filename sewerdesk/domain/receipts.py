"""Receipts, batches of mailed checks under a control total, and deposits that equal their receipts.

A receipt's number is taken when it is saved and never again; a void keeps it. Sums are exact.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.wording import count as counted


class Tender(StrEnum):
    """How money came in."""

    CASH = "cash"
    CHECK = "check"
    MONEY_ORDER = "money order"
    CARD = "card"
    ACH = "ACH"
    ONLINE = "online"


class Purpose(StrEnum):
    """What a receipt line is for."""

    ACCOUNT = "account"
    FEE = "fee"
    SUSPENSE = "suspense"


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A part of a receipt: ``reference`` is the account or fee number; ``bill`` directs it to one bill."""

    purpose: Purpose
    reference: str
    amount: Decimal
    bill: str = ""


@dataclass(frozen=True, slots=True)
class ReceiptDraft:
    """A receipt before its number: ``received_on`` is the day the money came, ``postmark`` that of its envelope."""

    payer: str
    received_on: date
    tender: Tender
    amount: Decimal
    lines: tuple[ReceiptLine, ...]
    check_number: str = ""
    bank: str = ""
    postmark: date | None = None

    @property
    def allocated(self) -> Decimal:
        """Sum of the lines."""
        return sum((line.amount for line in self.lines), ZERO)


def check_receipt(draft: ReceiptDraft) -> None:
    """``FieldErrors`` for everything missing or unequal in a receipt."""
    errors: dict[str, str] = {}
    if not draft.payer.strip():
        errors["payer"] = "Enter who paid."
    if draft.amount <= 0 or draft.amount != round_cents(draft.amount):
        errors["amount"] = "Enter the amount received, more than zero, in dollars and cents."
    if draft.tender is Tender.CHECK and not draft.check_number.strip():
        errors["check_number"] = (
            "Enter the check's number; it is needed for the deposit and if the bank returns it."
        )
    if draft.postmark is not None and draft.postmark > draft.received_on:
        errors["postmark"] = (
            f"The postmark of {draft.postmark:%m/%d/%Y} is after the day the money came, "
            f"{draft.received_on:%m/%d/%Y}; correct one of them."
        )
    problem = _line_problem(draft)
    if problem:
        errors["lines"] = problem
    if errors:
        raise FieldErrors(errors)


def _line_problem(draft: ReceiptDraft) -> str:
    if not draft.lines:
        return "Enter at least one account or fee that the money is for."
    for number, line in enumerate(draft.lines, start=1):
        if line.amount <= 0 or line.amount != round_cents(line.amount):
            return f"Line {number} must be more than zero; a receipt holds no negative lines."
        if line.purpose is not Purpose.SUSPENSE and not line.reference.strip():
            return f"Line {number} names no account or fee; choose one."
    if draft.allocated != draft.amount:
        return (
            f"The lines come to {format_money(draft.allocated)} but "
            f"{format_money(draft.amount)} was received; "
            f"change a line by {format_money(draft.amount - draft.allocated)}."
        )
    return ""


@dataclass(frozen=True, slots=True)
class ReceiptBatch:
    """Checks entered together; ``control_count`` and ``control_total`` come from the adding-machine tape."""

    control_total: Decimal
    receipts: tuple[ReceiptDraft, ...] = ()
    control_count: int | None = None

    @property
    def total(self) -> Decimal:
        """Running total of the receipts entered."""
        return sum((receipt.amount for receipt in self.receipts), ZERO)

    @property
    def difference(self) -> Decimal:
        """Control total less running total; zero when the batch agrees."""
        return self.control_total - self.total


def batch_problems(batch: ReceiptBatch) -> list[str]:
    """Why a batch may not be posted, one sentence each; empty when it agrees to the cent."""
    problems = []
    if not batch.receipts:
        problems.append("The batch holds no receipt; enter the checks first.")
    if batch.difference:
        side = "short of" if batch.difference > 0 else "over"
        problems.append(
            f"The receipts come to {format_money(batch.total)}, "
            f"{format_money(abs(batch.difference))} {side} the "
            f"control total of {format_money(batch.control_total)}; look for a missing "
            f"check or a wrong amount."
        )
    held = len(batch.receipts)
    if batch.control_count is not None and batch.control_count != held:
        problems.append(
            f"The batch holds {counted(held, 'receipt')} but the control count is {batch.control_count:,}; recount."
        )
    for number, receipt in enumerate(batch.receipts, start=1):
        try:
            check_receipt(receipt)
        except FieldErrors as error:
            problems.append(f"Receipt {number} of the batch ({receipt.payer or 'no payer'}): {error.message}")
    return problems


def duplicate_checks(receipts: Sequence[ReceiptDraft]) -> list[str]:
    """Warnings for the same check number and amount entered twice, unless two different banks are named."""
    seen: list[list[ReceiptDraft]] = []
    for receipt in receipts:
        if receipt.tender in {Tender.CHECK, Tender.MONEY_ORDER} and receipt.check_number.strip():
            same = next((found for found in seen if any(_same_check(one, receipt) for one in found)), None)
            if same is None:
                seen.append([receipt])
            else:
                same.append(receipt)
    return [
        f"Check {found[0].check_number} for {format_money(found[0].amount)} was entered "
        f"{len(found)} times, from "
        f"{', '.join(dict.fromkeys(r.payer for r in found))}; make sure that these are different checks."
        for found in seen
        if len(found) > 1
    ]


def same_bank(first: str, second: str) -> bool:
    """Whether two checks may be of one bank; a bank that was not written down may be any."""
    banks = {first.strip().casefold(), second.strip().casefold()} - {""}
    return len(banks) < 2


def _same_check(first: ReceiptDraft, second: ReceiptDraft) -> bool:
    numbers = (first.check_number.strip().lstrip("0"), second.check_number.strip().lstrip("0"))
    return numbers[0] == numbers[1] and first.amount == second.amount and same_bank(first.bank, second.bank)


@dataclass(frozen=True, slots=True)
class DepositItem:
    """A receipt that goes to the bank."""

    number: str
    tender: Tender
    amount: Decimal
    payer: str
    check_number: str = ""
    bank: str = ""


@dataclass(frozen=True, slots=True)
class CashCount:
    """Cash as counted: notes by face value in whole dollars, coin as one amount."""

    notes: Mapping[int, int] = field(default_factory=dict)
    coin: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        """Notes plus coin."""
        return sum((Decimal(face * count) for face, count in self.notes.items()), ZERO) + self.coin


def deposit_total(items: Iterable[DepositItem]) -> Decimal:
    """The deposit is the sum of its receipts, nothing else."""
    return sum((item.amount for item in items), ZERO)


def deposit_problems(items: Sequence[DepositItem], cash: CashCount) -> list[str]:
    """Why a deposit may not be made: counted cash against cash receipts, a receipt twice, nothing in it."""
    problems = []
    if not items:
        problems.append("The deposit holds no receipt; choose the receipts to take to the bank.")
    if cash.coin < 0 or any(count < 0 for count in cash.notes.values()):
        problems.append("Cash cannot be counted below zero; correct the count.")
    expected = deposit_total(item for item in items if item.tender is Tender.CASH)
    if cash.total != expected:
        side = "short" if cash.total < expected else "over"
        problems.append(
            f"The cash counted is {format_money(cash.total)} but the cash receipts come to "
            f"{format_money(expected)}: "
            f"{format_money(abs(cash.total - expected))} {side}; recount, or find the receipt that is wrong."
        )
    problems.extend(
        f"Receipt {item.number} was paid by {item.tender} and is not carried to the bank; take it out."
        for item in items
        if item.tender in {Tender.CARD, Tender.ACH, Tender.ONLINE}
    )
    numbers = [item.number for item in items]
    problems.extend(
        f"Receipt {number} is in the deposit twice; take one out."
        for number in sorted({n for n in numbers if numbers.count(n) > 1})
    )
    return problems


_NUMBER = re.compile(r"(?P<series>.*?)(?P<count>\d+)")


def show_numbers(numbers: Sequence[str]) -> str:
    """Numbers in order as a slip names them: one, or from first to last, their count first where some are left out."""
    if len(numbers) < 2:
        return "".join(numbers)
    whole = f"{numbers[0]} to {numbers[-1]}"
    first, last = (_NUMBER.fullmatch(number) for number in (numbers[0], numbers[-1]))
    complete = (
        first is not None
        and last is not None
        and first["series"] == last["series"]
        and int(last["count"]) - int(first["count"]) + 1 == len(numbers)
    )
    return whole if complete else f"{len(numbers)} from {whole}"


@dataclass(frozen=True, slots=True)
class NumberGaps:
    """Numbers missing from, doubled in, or foreign to a run of numbers."""

    missing: tuple[str, ...]
    doubled: tuple[str, ...]
    unreadable: tuple[str, ...]


def find_number_gaps(numbers: Iterable[str], *, first: int = 1) -> NumberGaps:
    """What is missing between ``first`` and the highest number of each series (REC-2027-0001, REC-2027-0003).

    A series is all before the last group of digits; each starts at ``first``. Voided numbers count as used.
    """
    series: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    unreadable: list[str] = []
    for number in numbers:
        match = _NUMBER.fullmatch(number)
        if match is None:
            unreadable.append(number)
        else:
            series[match["series"]].append((int(match["count"]), number))
    missing: list[str] = []
    doubled: list[str] = []
    for prefix in sorted(series):
        found = sorted(series[prefix])
        width = len(found[-1][1]) - len(prefix)
        counts = [count for count, _ in found]
        used = set(counts)
        missing.extend(f"{prefix}{n:0{width}d}" for n in range(first, counts[-1] + 1) if n not in used)
        doubled.extend(text for (a, _), (b, text) in pairwise(found) if a == b)
    return NumberGaps(tuple(missing), tuple(dict.fromkeys(doubled)), tuple(unreadable))
