"""The cash drawer and the money held: what should be in it, over or short, and by when money goes to the bank."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sewerdesk.domain.dates import DayRule, Deadline, deadline
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law.types import Whose
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import ReceiptRow
from sewerdesk.domain.receipts import CashCount, Tender
from sewerdesk.domain.wording import show_date


@dataclass(frozen=True, slots=True)
class DrawerLook:
    """The drawer before it is counted: the change in it, the cash taken and not deposited, and what is still open.

    ``carried`` is what earlier counts found over (below zero: short); it was booked then and is in the drawer still,
    since a deposit equals its receipts.
    """

    day: date
    float_amount: Decimal
    cash_held: Decimal
    receipts: int
    open_sources: tuple[str, ...]
    carried: Decimal = ZERO

    @property
    def expected(self) -> Decimal:
        """What the count should come to."""
        return self.float_amount + self.cash_held + self.carried


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer that was counted; ``difference`` is above zero for money over, below for money short."""

    act_id: int
    number: str
    day: date
    counted_at: datetime
    expected: Decimal
    counted: Decimal
    reason: str
    actor: str
    stands: bool

    @property
    def difference(self) -> Decimal:
        """Counted less expected."""
        return self.counted - self.expected


def check_count(look: DrawerLook, cash: CashCount, *, reason: str) -> None:
    """``FieldErrors`` for a count below zero, or a difference without its reason."""
    if cash.coin < 0 or any(count < 0 for count in cash.notes.values()):
        raise FieldErrors({"coin": "Cash cannot be counted below zero; correct the count."})
    if cash.total != look.expected and not reason.strip():
        over = cash.total > look.expected
        apart = format_money(abs(cash.total - look.expected))
        raise FieldErrors(
            {
                "reason": f"The drawer holds {format_money(cash.total)}; {format_money(look.expected)} should be in "
                f"it: {apart} {'over' if over else 'short'}. Count again, or say what is known of it."
            }
        )


@dataclass(frozen=True, slots=True)
class HeldMoney:
    """Money in the office and by when it goes to the bank; ``due`` is ``None`` where no rule or no need is known."""

    total: Decimal
    receipts: int
    since: date | None
    limit: Decimal | None
    reached_on: date | None
    due: Deadline | None
    today: date

    @property
    def is_late(self) -> bool:
        """Whether it should have gone to the bank before today."""
        return self.due is not None and self.due.is_missed(self.today)

    @property
    def sentence(self) -> str:
        """How it stands, in one sentence."""
        if self.since is None:
            return "No money waits in the office."
        held = f"{format_money(self.total)} not deposited since {show_date(self.since)}"
        if self.due is None or self.reached_on is None or self.limit is None:
            return f"{held}."
        verb = "was due" if self.is_late else "is due"
        return (
            f"{held}; more than {format_money(self.limit)} was collected on {show_date(self.reached_on)}, so the "
            f"deposit {verb} {show_date(self.due.effective)} ({self.due.citation})."
        )


def held_money(
    rows: Sequence[ReceiptRow],
    *,
    limit: Decimal | None,
    rule: DayRule | None,
    calendar: HolidayCalendar,
    today: date,
) -> HeldMoney:
    """What is held, and when it is due at the bank: the rule's time after the day on which it passed the limit."""
    ordered = sorted(rows, key=lambda row: (row.received_on, row.id))
    total, reached = ZERO, None
    for row in ordered:
        total += row.amount
        if reached is None and limit is not None and total > limit:
            reached = row.received_on
    due = None
    if rule is not None and reached is not None:
        due = deadline(rule, reached, calendar, whose=Whose.CLERK)
    since = ordered[0].received_on if ordered else None
    return HeldMoney(total, len(ordered), since, limit, reached, due, today)


def cash_of(rows: Sequence[ReceiptRow]) -> tuple[Decimal, int]:
    """The cash among receipts, and how many they are."""
    amounts = [row.amount for row in rows if row.tender is Tender.CASH]
    return sum(amounts, ZERO), len(amounts)
