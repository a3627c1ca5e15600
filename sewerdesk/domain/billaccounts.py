"""What a billing run knows of an account: dated status, class, units, meters and holds.

All spans are ``start`` inclusive, ``until`` exclusive or open, as ``domain.effective`` has them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.billlines import ONE_DAY, BillingPeriod
from sewerdesk.domain.effective import Effective, holds_on, value_on
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import Installation
from sewerdesk.domain.rates import EVERYWHERE, AccountCharge, BasisKind, BasisSpan, OtherBill, Place
from sewerdesk.domain.rates.basis import BY_DAYS

LARGEST_UNITS = Decimal(99_999)
"""Units (EDU) of one account; more is a slip, such as the account's number in the wrong column."""


class AccountStatus(StrEnum):
    """What an account is on a day; the office's settings say which of them are billed."""

    ACTIVE = "active"
    VACANT = "vacant"
    SEASONAL = "seasonal"
    DISCONNECTED = "disconnected"
    EXEMPT = "exempt"
    FINAL = "final"
    INACTIVE = "inactive"


@dataclass(frozen=True, slots=True)
class StatusSpan:
    """A status between two dates with its reason."""

    status: AccountStatus
    start: date
    until: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClassSpan:
    """The rate class between two dates."""

    class_code: str
    start: date
    until: date | None = None


@dataclass(frozen=True, slots=True)
class UnitSpan:
    """Units (EDU, may be fractional) between two dates with the authority that set them."""

    units: Decimal
    start: date
    until: date | None = None
    authority: str = ""


@dataclass(frozen=True, slots=True)
class BillHold:
    """No bill is made while the hold stands on the bill's date."""

    reason: str
    start: date
    until: date | None = None


@dataclass(frozen=True, slots=True)
class BillableAccount:
    """An account as a run sees it; ``number`` is text as kept.

    ``basis`` are the facts that charges rest on besides units, ``charges`` those of the account alone, ``other_bills``
    those of another service for the period.
    """

    account_id: int
    number: str
    statuses: tuple[StatusSpan, ...]
    classes: tuple[ClassSpan, ...]
    units: tuple[UnitSpan, ...]
    meters: tuple[Installation, ...] = ()
    holds: tuple[BillHold, ...] = ()
    place: Place = EVERYWHERE
    basis: tuple[BasisSpan, ...] = ()
    charges: tuple[AccountCharge, ...] = ()
    other_bills: tuple[OtherBill, ...] = ()

    def facts_on(self, kind: BasisKind, on: date, detail: str = "") -> tuple[BasisSpan, ...]:
        """The facts of a kind on file for a day, of one detail where given, its letters' case aside."""
        wanted = detail.strip().casefold()
        return tuple(
            span
            for span in self.basis
            if span.kind is kind and holds_on(span, on) and wanted in ("", span.detail.casefold())
        )


class NeedsAnswer(UserError):
    """A bill that must wait for the clerk's answer; the others may be posted."""


@dataclass(frozen=True, slots=True)
class Days:
    """A run of days, both inclusive, in which status, class and units do not change."""

    start: date
    end: date
    status: AccountStatus | None
    class_code: str
    units: Decimal


def split_days(
    account: BillableAccount, period: BillingPeriod, *, span: tuple[date, date] | None = None
) -> list[Days]:
    """Cut the period at every change of the account; days before it was opened have no status.

    ``span`` limits it to these days, both inclusive, which must lie within the period.
    """
    first, last = span or (period.start, period.end)
    by_days = [span for span in account.basis if span.kind in BY_DAYS] if account.basis else ()
    spans: Sequence[Effective] = (*account.statuses, *account.classes, *account.units, *by_days)
    cuts = {first}
    for fact in spans:
        for day in (fact.start, fact.until):
            if day is not None and first < day <= last:
                cuts.add(day)
    starts = sorted(cuts)
    ends = [day - ONE_DAY for day in starts[1:]] + [last]
    return [_days(account, start, end) for start, end in zip(starts, ends, strict=True)]


def _days(account: BillableAccount, start: date, end: date) -> Days:
    status = value_on(account.statuses, start)
    if status is None:
        return Days(start, end, None, "", Decimal(0))
    rate_class = value_on(account.classes, start)
    units = value_on(account.units, start)
    return Days(
        start,
        end,
        status.status,
        rate_class.class_code if rate_class else "",
        units.units if units else Decimal(-1),
    )


def require_facts(days: Iterable[Days], *, account: str) -> None:
    """``UserError`` naming the account when a billed day has no class or no units."""
    for found in days:
        if not found.class_code:
            raise UserError(
                f"Account {account} has no rate class on {found.start:%m/%d/%Y}; enter its "
                f"class from that day."
            )
        if found.units < 0:
            raise UserError(
                f"Account {account} has no units on {found.start:%m/%d/%Y}; enter its EDU from that day."
            )
