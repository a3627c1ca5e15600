"""A bank's list of returned checks, each matched to the receipt that its check paid; what fits none or two is refused.

A row fits a receipt by check number (zeros in front aside), amount and tender. The deposit's day, where the bank gives
it, decides between two. A row whose check came back before is left out, so that the same list may come again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importcells import RowReader
from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.receipts import Tender

PAPER = frozenset({Tender.CHECK, Tender.MONEY_ORDER})
"""The tenders that have a number and that a bank sends back."""


class RowState(StrEnum):
    """What became of a row of the bank's list."""

    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    RETURNED = "came back before"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class CheckFact:
    """A check that a receipt was paid by, and how far it got; void receipts are not among them."""

    receipt_id: int
    receipt: str
    payer: str
    tender: Tender
    check_number: str
    amount: Decimal
    deposited_on: date | None
    returned_on: date | None


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """A row of the bank's list with the receipt whose check came back."""

    line: int
    receipt_id: int
    receipt: str
    check_number: str
    amount: Decimal
    returned_on: date
    bank_reason: str


class CheckBook:
    """The checks of the office's receipts, found by number and amount."""

    def __init__(self, checks: Sequence[CheckFact], today: date | None) -> None:
        self._today = today
        self._checks: dict[tuple[str, Decimal], list[CheckFact]] = {}
        for one in checks:
            if one.tender in PAPER:
                self._checks.setdefault((_bare(one.check_number), one.amount), []).append(one)
        self._used: dict[int, int] = {}
        self._back: dict[int, int] = {}
        self._states: Counter[RowState] = Counter()

    def read(self, reader: RowReader) -> ReturnRow | None:
        """The row with its receipt; what does not fit is rejected on ``reader`` with the reason."""
        number, amount = reader.text("check_number"), _amount(reader)
        returned_on, deposited_on = reader.day("returned_on"), reader.day("deposited_on")
        reason = reader.text("bank_reason")
        if reader.rejected or amount is None or returned_on is None:
            self._states[RowState.REFUSED] += 1
            return None
        if self._today is not None and returned_on > self._today:
            self._refuse(reader, RowState.REFUSED, "returned_on", "The date is in the future; correct it.")
            return None
        found = self._checks.get((_bare(number), amount), [])
        try:
            check = _fitting(found, number, amount, returned_on, deposited_on)
        except NoMatch as found_none:
            problem = self._second_row(found_none, found, reader.line)
            self._refuse(reader, problem.state, "check_number", problem.message)
            return None
        first = self._used.setdefault(check.receipt_id, reader.line)
        if first != reader.line:
            again = f"The same check is already in row {first}; remove one of them."
            self._refuse(reader, RowState.REFUSED, "check_number", again)
            return None
        self._states[RowState.MATCHED] += 1
        return ReturnRow(reader.line, check.receipt_id, check.receipt, number, amount, returned_on, reason)

    def _second_row(self, problem: "NoMatch", found: Sequence[CheckFact], line: int) -> "NoMatch":
        """A check that came back explains one row; another row like it may be about a check that is still out."""
        if problem.back is None:
            return problem
        first = self._back.setdefault(problem.back.receipt_id, line)
        others = [one for one in found if one.returned_on is None and one.deposited_on is not None]
        if first == line or not others:
            return problem
        names = " or ".join(f"{one.receipt} of {one.payer}" for one in others)
        return NoMatch(
            RowState.AMBIGUOUS,
            f"Row {first} is the check of {problem.back.receipt} already. If this row is another check, open {names} "
            "and return it there; otherwise remove the row.",
        )

    def summary(self) -> str:
        """How many rows were matched, and how many not, by what became of them."""
        return "; ".join(f"{state}: {self._states[state]:,}" for state in RowState).capitalize() + "."

    def _refuse(self, reader: RowReader, state: RowState, field: str, reason: str) -> None:
        self._states[state] += 1
        reader.reject(field, reader.raw(field), reason)


class NoMatch(UserError):
    """A row fits no receipt, or more than one; the message says what to do about it."""

    def __init__(self, state: RowState, message: str, *, back: CheckFact | None = None) -> None:
        super().__init__(message)
        self.state = state
        self.back = back


def _fitting(
    found: Sequence[CheckFact], number: str, amount: Decimal, returned_on: date, deposited_on: date | None
) -> CheckFact:
    """The one check of those with its number and amount that the bank can have sent back on a day."""
    what = f"check {number} for {format_money(amount)}"
    if not found:
        raise NoMatch(
            RowState.NOT_FOUND,
            f"No receipt that stands was paid by {what}. Compare number and amount with the bank's notice.",
        )
    same_day = next((one for one in found if one.returned_on == returned_on), None)
    open_ones = [one for one in found if one.returned_on is None]
    if same_day is not None or not open_ones:
        back = same_day or found[-1]
        raise NoMatch(
            RowState.RETURNED,
            f"The check of {back.receipt} came back on {back.returned_on:%m/%d/%Y} already; nothing is to be done.",
            back=back,
        )
    sent = [one for one in open_ones if one.deposited_on is not None and one.deposited_on <= returned_on]
    if not sent:
        raise NoMatch(RowState.REFUSED, _not_sent(open_ones[0], returned_on))
    on_day = [one for one in sent if one.deposited_on == deposited_on]
    fits = on_day or sent
    if len(fits) > 1:
        names = " and ".join(f"{one.receipt} of {one.payer}" for one in fits)
        raise NoMatch(
            RowState.AMBIGUOUS,
            f"{len(fits)} receipts were paid by {what}: {names}. Open the right one and return its check there.",
        )
    return fits[0]


def _not_sent(check: CheckFact, returned_on: date) -> str:
    if check.deposited_on is None:
        return f"{check.receipt} was not deposited, so the bank cannot have returned its check. Deposit it first."
    return (
        f"{check.receipt} went to the bank on {check.deposited_on:%m/%d/%Y}, after {returned_on:%m/%d/%Y}; correct the "
        "date, or look for another receipt."
    )


def _amount(reader: RowReader) -> Decimal | None:
    """The amount above zero; a bank writes what it takes back with or without a minus sign."""
    text = reader.text("amount")
    if not text:
        return None
    amount = Decimal(text)
    if not amount or amount != round_cents(amount):
        reader.reject("amount", reader.raw("amount"), "Enter the check's amount in dollars and cents.")
        return None
    return round_cents(abs(amount))


def _bare(number: str) -> str:
    return number.strip().lstrip("0")
