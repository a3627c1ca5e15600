"""Closing a period: what is asked before, and what a closed period does to facts that come late.

Nothing dated in a closed period is posted any more. A fact that comes late keeps its own date where it is recorded
(the postmark on a receipt), takes effect on the first open day, and names the day it belongs to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sewerdesk.domain.billlines import ONE_DAY
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.money import ZERO


@dataclass(frozen=True, slots=True)
class CloseItem:
    """One line of the checklist: what was found, and with ``count`` above zero what the clerk must say about it.

    ``examples`` name a few of the records.
    """

    key: str
    title: str
    count: int
    advice: str
    amount: Decimal = ZERO
    examples: tuple[str, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether there is nothing to say about it."""
        return self.count == 0


@dataclass(frozen=True, slots=True)
class ClosedPeriod:
    """One act of closing or opening again, newest first in lists; ``through`` is the last closed day after it."""

    id: int
    through: date | None
    reopened: bool
    done_at: datetime
    actor: str
    reason: str
    authority: str
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenDay:
    """When a fact takes effect: its own day, or the first open one with a ``reference`` to its own."""

    on: date
    reference: str = ""


def open_day(on: date, closed_through: date | None) -> OpenDay:
    """The day on which a fact of ``on`` takes effect, the books being closed through a day."""
    if closed_through is None or on > closed_through:
        return OpenDay(on)
    return OpenDay(
        closed_through + ONE_DAY,
        f"of {on:%m/%d/%Y}; the books are closed through {closed_through:%m/%d/%Y}",
    )


def require_open_day(on: date, closed_through: date | None, *, what: str) -> None:
    """``FieldErrors`` where something would be posted into a closed period."""
    if closed_through is not None and on <= closed_through:
        raise FieldErrors(
            {
                "on": f"{what} cannot be dated {on:%m/%d/%Y}: the books are closed through "
                f"{closed_through:%m/%d/%Y}. Date it after that day and name the day it is about in the reason."
            }
        )


def check_close(
    *,
    through: date,
    closed_through: date | None,
    today: date,
    items: Sequence[CloseItem],
    answers: Mapping[str, str],
) -> None:
    """Refuse to close what is not over or closed already, or with an item found and nothing said about it.

    ``UserError`` for the day, ``FieldErrors`` by the items' keys.
    """
    if through >= today:
        raise UserError(f"{through:%m/%d/%Y} is not over yet. Close through a day before today.")
    if closed_through is not None and through <= closed_through:
        raise UserError(
            f"The books are closed through {closed_through:%m/%d/%Y} already. Choose a later day."
        )
    errors = {
        item.key: f"{item.title}: {item.count:,}. {item.advice}"
        for item in items
        if not item.is_clear and not answers.get(item.key, "").strip()
    }
    if errors:
        raise FieldErrors(errors)
