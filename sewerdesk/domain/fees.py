"""One-time fees of an application: which are owed, by which schedule, and whether each is paid.

The law names the fees; the Board's schedule gives their amounts from a day on. Where neither has an amount the
line stays open and a person must settle it: a fee that was never computed must not look like a fee that is paid.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.effective import value_on
from sewerdesk.domain.law import FeeDue, FeeKind, Law, ProjectKind, fees_for
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.wording import show_date, show_dollars

RETURNED_CHECK_FEE = "returned_check"
"""The fee's key in the schedule; it is charged when a check comes back, whatever the form asks for."""


@dataclass(frozen=True, slots=True)
class FeeRate:
    """A fee of the schedule from ``start`` (included) until ``until`` (excluded).

    ``class_key`` names the permit class that the amount is for; empty means every class.
    """

    fee_key: str
    amount: Decimal
    start: date
    authority: str
    until: date | None = None
    class_key: str = ""
    charge_code: str = ""
    version_id: int | None = None


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A fee that an application owes. ``amount`` is None where no schedule gives one.

    ``line_id`` is the line's id once it is charged. ``paid`` is what receipts on the line come to; ``receipts`` are
    their numbers; ``authority`` is the schedule's resolution, ``citation`` the section of the law that asks for it.
    ``priced_on`` is the day by whose schedule and law it was priced.
    """

    fee_key: str
    label: str
    due: FeeDue
    amount: Decimal | None
    citation: str
    authority: str = ""
    charge_code: str = ""
    version_id: int | None = None
    paid: Decimal = ZERO
    receipts: tuple[str, ...] = ()
    waived_reason: str = ""
    line_id: int | None = None
    priced_on: date | None = None

    @property
    def open_amount(self) -> Decimal:
        """What is still to pay; zero where the fee is waived or has no amount yet."""
        if self.waived_reason or self.amount is None:
            return ZERO
        return max(ZERO, self.amount - self.paid)

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is needed: paid in full, waived with a reason, or an amount of zero."""
        return bool(self.waived_reason) or (self.amount is not None and self.paid >= self.amount)

    @property
    def sentence(self) -> str:
        """How the line stands, in one sentence."""
        if self.waived_reason:
            return f"{self.label}: waived, {self.waived_reason}."
        if self.amount is None:
            return f"{self.label}: the fee schedule has no amount."
        if self.is_settled:
            by = f", receipt {', '.join(self.receipts)}" if self.receipts else ""
            return f"{self.label}: {show_dollars(self.amount)} paid{by}."
        return f"{self.label}: {show_dollars(self.open_amount)} of {show_dollars(self.amount)} is unpaid."


def expected_fees(
    law: Law, schedule: Iterable[FeeRate], *, project: ProjectKind, class_key: str, on: date
) -> tuple[FeeLine, ...]:
    """The fees that an application received on a day owes, in the order of the law, each with its amount.

    The Board's schedule comes first (a row for the permit class before one for every class), then the figure of
    the law where the text itself gives one.
    """
    rates = tuple(schedule)
    return tuple(_line(law, kind, rates, class_key, on) for kind in fees_for(law, project, class_key))


def as_charged(expected: Iterable[FeeLine], charged: Iterable[FeeLine]) -> tuple[FeeLine, ...]:
    """The fees owed now, where a fee that a figure of the law priced for the same day stays as it was charged.

    An act of the Board that reaches back does not change what an applicant was told to pay. A fee by the schedule
    follows the schedule, and one that had no amount gets one.
    """
    priced: dict[str, FeeLine] = {}
    for line in charged:
        if line.version_id is None and line.amount is not None:
            first = priced.get(line.fee_key)
            more = ZERO if first is None or first.amount is None else first.amount
            priced[line.fee_key] = replace(first or line, amount=more + line.amount)  # with its differences
    return tuple(_kept(line, priced.get(line.fee_key)) for line in expected)


def _kept(line: FeeLine, was: FeeLine | None) -> FeeLine:
    if was is None or line.version_id is not None or line.priced_on != was.priced_on:
        return line
    return replace(line, amount=was.amount, authority=was.authority, citation=was.citation)


def total_open(lines: Iterable[FeeLine]) -> Decimal:
    """What is still to pay on all lines that have an amount."""
    return sum((line.open_amount for line in lines), ZERO)


@dataclass(frozen=True, slots=True)
class FeeDifference:
    """A fee on which money came in and that is now owed at another amount; both in dollars and cents."""

    fee_key: str
    label: str
    charged: Decimal
    owed: Decimal
    paid: Decimal
    citation: str

    @property
    def is_short(self) -> bool:
        """Whether more is owed than was charged; otherwise the office has more than is owed."""
        return self.owed > self.charged

    @property
    def sentence(self) -> str:
        """The difference in one sentence."""
        said = f"{self.label}: {show_dollars(self.paid)} is paid, but {show_dollars(self.owed)} is owed now; "
        if self.is_short:
            return f"{said}{show_dollars(self.owed - self.charged)} more is to be charged and paid."
        return f"{said}{show_dollars(self.charged - self.owed)} is to be refunded."


def fee_differences(charged: Iterable[FeeLine], expected: Iterable[FeeLine]) -> tuple[FeeDifference, ...]:
    """The fees of an application on which money came in and whose amount is now another one.

    A fee may stand on several lines (the first charge and its differences); they count together. A fee that is not
    owed any more is owed at zero; the one for a returned check is no fee of the application itself and left out.
    """
    owed = {line.fee_key: line for line in expected}
    found: dict[str, list[FeeLine]] = {}
    for line in charged:
        if line.fee_key != RETURNED_CHECK_FEE and not line.waived_reason and line.amount is not None:
            found.setdefault(line.fee_key, []).append(line)
    differences = []
    for key, lines in found.items():
        now = owed.get(key)
        paid = sum((line.paid for line in lines), ZERO)
        total = sum((line.amount or ZERO for line in lines), ZERO)
        amount = ZERO if now is None else now.amount
        if paid and amount is not None and amount != total:
            differences.append(FeeDifference(key, lines[0].label, total, amount, paid, lines[0].citation))
    return tuple(differences)


def changed_fees(old: Iterable[FeeLine], new: Iterable[FeeLine]) -> tuple[str, ...]:
    """A sentence for each fee that a changed application owes differently, with what is already paid on it."""
    before = {line.fee_key: line for line in old}
    after = {line.fee_key: line for line in new}
    sentences = []
    for key in (*before, *(key for key in after if key not in before)):
        was, now = before.get(key), after.get(key)
        old_amount = was.amount if was else ZERO
        new_amount = now.amount if now else ZERO
        if old_amount == new_amount:
            continue
        label = (now or was or before[key]).label
        paid = f"; {show_dollars(was.paid)} is already paid" if was and was.paid else ""
        sentences.append(f"{label}: {_amount(old_amount)} becomes {_amount(new_amount)}{paid}.")
    return tuple(sentences)


def _amount(amount: Decimal | None) -> str:
    return "no amount" if amount is None else show_dollars(amount)


def _line(law: Law, kind: FeeKind, rates: tuple[FeeRate, ...], class_key: str, on: date) -> FeeLine:
    mine = [rate for rate in rates if rate.fee_key == kind.key]
    rate = value_on((row for row in mine if row.class_key == class_key), on)
    rate = rate or value_on((row for row in mine if not row.class_key), on)
    if rate is not None:
        return FeeLine(
            fee_key=kind.key,
            label=kind.label,
            due=kind.due,
            amount=rate.amount,
            citation=kind.citation,
            authority=f"{rate.authority}, from {show_date(rate.start)}",
            charge_code=rate.charge_code,
            version_id=rate.version_id,
            priced_on=on,
        )
    figure = law.figure(kind.amount, on)
    amount = None if figure.value is None else figure.number
    authority = "" if amount is None else figure.citation
    return FeeLine(kind.key, kind.label, kind.due, amount, kind.citation, authority, priced_on=on)
