"""Permit and inspection activity by month, with what their fees brought: each event in the month of its own day."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.journals import Span
from sewerdesk.domain.reports.model import Body, CellKind, ReportColumn, ReportRow, one_group


class Happening(StrEnum):
    """What is counted; a visit that found nobody or was called off is a visit without a result."""

    RECEIVED = "received"
    ISSUED = "issued"
    PASSED = "passed"
    FAILED = "failed"
    NO_RESULT = "no_result"


class ActivityFact(NamedTuple):
    """Something that happened on a day."""

    on: date
    what: Happening


class FeeFact(NamedTuple):
    """Money for a fee of an application: received on a day, or below zero where it was voided or came back."""

    on: date
    amount: Decimal


_COLUMNS = (
    ReportColumn("month", "Month", CellKind.IDENTIFIER, 10),
    ReportColumn("received", "Applications received", CellKind.WHOLE, 12, summed=True, blank_zero=True),
    ReportColumn("issued", "Permits issued", CellKind.WHOLE, 10, summed=True, blank_zero=True),
    ReportColumn("passed", "Inspections passed", CellKind.WHOLE, 12, summed=True, blank_zero=True),
    ReportColumn("failed", "Failed", CellKind.WHOLE, 8, summed=True, blank_zero=True),
    ReportColumn("no_result", "Without result", CellKind.WHOLE, 9, summed=True, blank_zero=True),
    ReportColumn("fees", "Fees taken in", CellKind.MONEY, 13, summed=True, blank_zero=True),
)


def activity_body(facts: Iterable[ActivityFact], fees: Iterable[FeeFact], *, span: Span) -> Body:
    """A line for every month of the span, quiet ones too; none where nothing happened in all of it."""
    counts: Counter[tuple[date, Happening]] = Counter()
    for fact in facts:
        counts[fact.on.replace(day=1), fact.what] += 1
    money: dict[date, Decimal] = {}
    for fee in fees:
        month = fee.on.replace(day=1)
        money[month] = money.get(month, ZERO) + fee.amount
    months = _months(span) if counts or money else ()
    rows = [
        ReportRow(
            (
                f"{month:%m/%Y}",
                *(counts[month, what] for what in Happening),
                money.get(month, ZERO),
            )
        )
        for month in months
    ]
    return Body(
        _COLUMNS,
        one_group(rows),
        "month",
        notes=(
            "Applications count by the day of receipt, permits by the day of issue, inspections by that of the visit.",
            "Fees by the day they were received; what was voided or came back is taken off on its own day.",
        ),
    )


def _months(span: Span) -> Iterator[date]:
    month = span.since.replace(day=1)
    while month <= span.through:
        yield month
        month = add_months(month, 1)
