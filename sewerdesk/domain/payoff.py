"""A payoff letter for a title search or a closing: what is owed each day until it is good through, and what is open.

A rent is a lien on the property served (General Municipal Law section 452(3)), so a buyer asks what stands against it.
What late payment adds until then is worked out by the penalty policy itself, charged or not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Figure
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.penalty_outlook import Addition, Outlook
from sewerdesk.domain.relevy_views import LeviedRow
from sewerdesk.domain.wording import join_words, show_date

LONGEST_DAYS = 120
"""A table of more days is of no use to a closing and would fill pages."""


@dataclass(frozen=True, slots=True)
class PayoffRequest:
    """Who asks, for which closing, and through which day the figure must be good."""

    requested_by: str
    good_through: date | None
    address: tuple[str, ...] = ()
    file_no: str = ""
    closing_on: date | None = None
    seller: str = ""
    buyer: str = ""

    def check(self, *, today: date) -> date:
        """The day through which it is good; ``FieldErrors`` for what is missing or impossible."""
        errors: dict[str, str] = {}
        if not self.requested_by.strip():
            errors["requested_by"] = "Enter who asks, such as the attorney or the title company."
        last = self.good_through
        if last is None:
            errors["good_through"] = "Enter the last day on which the figure must be good."
        elif not today <= last <= today + timedelta(days=LONGEST_DAYS):
            errors["good_through"] = (
                f"Enter a day from {show_date(today)} to {show_date(today + timedelta(days=LONGEST_DAYS))}."
            )
        if self.closing_on is not None and self.closing_on < today:
            errors["closing_on"] = "That closing is over. Enter the day it is set for, or leave it empty."
        elif self.closing_on is not None and last is not None and self.closing_on > last:
            errors["good_through"] = (
                "The figure must be good through the closing; enter its day or a later one."
            )
        if errors or last is None:
            raise FieldErrors(errors)
        return last


@dataclass(frozen=True, slots=True)
class OpenAmount:
    """One unpaid item: what it is, when it was due, what is open of it."""

    what: str
    due: date | None
    amount: Decimal


@dataclass(frozen=True, slots=True)
class PayoffSpan:
    """Days in a row on which the same is owed; ``added`` is what late payment added by then beyond the books."""

    first: date
    last: date
    added: Decimal
    total: Decimal

    @property
    def days(self) -> str:
        """The days in words."""
        if self.first == self.last:
            return show_date(self.first)
        return f"{show_date(self.first)} to {show_date(self.last)}"


@dataclass(frozen=True, slots=True)
class OpenWork:
    """A permit, inspection, violation or bond that is open on the property."""

    kind: str
    number: str
    state: str


@dataclass(frozen=True, slots=True)
class OtherAccount:
    """Another account of the same parcel and its balance, above zero where it is owed; a letter is of one account."""

    number: str
    balance: Decimal

    @property
    def words(self) -> str:
        """The account with what it owes."""
        if self.balance > ZERO:
            return f"account {self.number}, which owes ${format_money(self.balance)}"
        return f"account {self.number}, which owes nothing"


@dataclass(frozen=True, slots=True)
class PayoffView:
    """All that the letter says. ``balance`` is what the books show, above zero where it is owed."""

    account_id: int
    account: str
    owner: str
    print_key: str
    swis: str
    location: str
    request: PayoffRequest
    as_of: date
    good_through: date
    balance: Decimal
    items: tuple[OpenAmount, ...]
    credit: Decimal
    spans: tuple[PayoffSpan, ...]
    later: Addition | None
    billed_through: date | None
    levied: tuple[LeviedRow, ...] = ()
    work: tuple[OpenWork, ...] = ()
    others: tuple[OtherAccount, ...] = ()
    fee: Figure | None = None

    @property
    def total(self) -> Decimal:
        """What is owed at the end of the last day, at least nothing."""
        return max(self.spans[-1].total, ZERO)

    @property
    def on_roll(self) -> Decimal:
        """What is collected with the taxes and not here."""
        return sum((row.amount for row in self.levied if not row.settled), ZERO)

    @property
    def others_sentence(self) -> str:
        """The other accounts of the parcel, whose amounts are in none of the letter's; empty where there are none."""
        if not self.others:
            return ""
        named = join_words([one.words for one in self.others])
        return f"The parcel also has {named}. That is in no amount above; ask for a letter of each."

    @property
    def after_sentence(self) -> str:
        """What comes on top after the last day."""
        if self.later is None:
            return f"Nothing is known to be added by late payment after {show_date(self.good_through)}."
        return (
            f"On {show_date(self.later.on)}, {self.later.what} of ${format_money(self.later.amount)} "
            f"{'are' if len(self.later.kinds) > 1 else 'is'} added if it is still unpaid; "
            f"${format_money(self.later.total)} is owed then."
        )


def spans_of(days: Iterable[Outlook]) -> tuple[PayoffSpan, ...]:
    """The days joined where the same is owed."""
    found: list[PayoffSpan] = []
    for one in days:
        if found and found[-1].total == one.total:
            last = found[-1]
            found[-1] = PayoffSpan(last.first, one.on, last.added, last.total)
        else:
            found.append(PayoffSpan(one.on, one.on, one.amount, one.total))
    return tuple(found)
