"""The part of the metered water that reaches the sewer, where a user has shown that a part of it does not.

The officer sets a percentage, or orders a flow meter; the percentage holds from a day on and only with an approval on
file. Without one the whole metered use is billed. Source: the New York model law on measuring flow (Hague 1105, read by
its title).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.effective import check_no_overlap, value_on
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.wording import show, show_date

_WHOLE = Decimal(100)


@dataclass(frozen=True, slots=True)
class SewerShare:
    """An approved percentage of the metered use, from ``start`` (included) until ``until`` (excluded, None is open).

    ``reason`` says where the rest goes (product, lawn, cooling); ``reference`` is the paper of the approval.
    """

    account: str
    percent: Decimal
    start: date
    approved_by: str
    approved_on: date | None
    reference: str
    reason: str
    until: date | None = None


@dataclass(frozen=True, slots=True)
class SewerVolume:
    """Metered use and the part of it that is billed, in the meter's unit, exact; ``sentence`` says by what approval."""

    metered: Decimal
    percent: Decimal
    billed: Decimal
    sentence: str


def check_share(share: SewerShare) -> None:
    """Refuse a percentage that is none, or one without its approval: ``FieldErrors`` with a sentence for each field."""
    errors = {}
    if not (share.percent.is_finite() and 0 <= share.percent <= _WHOLE):
        errors["percent"] = f"Account {share.account}: enter a percentage from 0 to 100."
    if not share.approved_by.strip():
        errors["approved_by"] = f"Account {share.account}: enter who approved the percentage."
    if share.approved_on is None:
        errors["approved_on"] = f"Account {share.account}: enter the day of the approval."
    if not share.reference.strip():
        errors["reference"] = f"Account {share.account}: enter the letter or resolution of the approval."
    if not share.reason.strip():
        errors["reason"] = f"Account {share.account}: enter where the rest of the water goes."
    if share.until is not None and share.until <= share.start:
        errors["until"] = f"Account {share.account}: the percentage must end after {show_date(share.start)}."
    if errors:
        raise FieldErrors(errors)


def sewer_volume(
    shares: Iterable[SewerShare], *, account: str, metered: Decimal, period_start: date, period_end: date
) -> SewerVolume:
    """The billed part of the use of one account over a period (last day included).

    Where the percentage changes within the period, the use is spread evenly over its days, each at the percentage of
    that day; a day without an approved one counts whole. ``RuleViolation`` where two percentages hold on one day,
    ``FieldErrors`` where one is not good, ``ValueError`` for a period or a use that cannot be.
    """
    days = (period_end - period_start).days + 1
    if days <= 0 or metered < 0:
        raise ValueError("a period has days and a use is zero or more")
    rows = check_no_overlap(
        [row for row in shares if row.account == account], subject=f"The percentage of account {account}"
    )
    for row in rows:
        check_share(row)
    held = [value_on(rows, date.fromordinal(period_start.toordinal() + day)) for day in range(days)]
    weight = sum((_WHOLE if row is None else row.percent for row in held), Decimal(0))
    percent = weight / days
    billed = metered * weight / (_WHOLE * days)
    return SewerVolume(metered, percent, billed, _sentence(metered, billed, percent, held))


def _sentence(metered: Decimal, billed: Decimal, percent: Decimal, held: list[SewerShare | None]) -> str:
    used = list(dict.fromkeys(row for row in held if row is not None))
    if not used:
        return f"All {show(metered)} metered are billed; no other percentage was approved."
    approvals = "; ".join(
        f"{show(row.percent)} percent approved by {row.approved_by}, {row.reference}" for row in used
    )
    return f"{show(billed)} of {show(metered)} metered are billed ({show(percent, 2)} percent): {approvals}."
