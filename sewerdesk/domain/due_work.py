"""What waits today: one list from every part of the office, the oldest first, each with its rule and its action."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from sewerdesk.domain.holidays import WEEKDAYS

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
LAPSING_DAYS = 30
"""How far ahead the first page looks for permits and covers that lapse."""
ENDED_DAYS = 60
"""For how long the first page shows a permit that ran out; this program's choice, no law sets it."""


@dataclass(frozen=True, slots=True)
class DueItem:
    """One thing that waits.

    ``due`` is the day to act by, ``None`` where there is none; ``since`` the day from which it has waited,
    or with ``ended`` the day from which something is over that nobody can make up for.
    ``rule`` says how the day was found, with its citation. ``action`` is the word on the button, which opens
    ``route_screen`` at the record, on ``route_tab``.
    """

    kind: str
    record_id: int
    what: str
    who_where: str
    due: date | None
    rule: str
    action: str
    route_screen: str
    route_tab: str = ""
    since: date | None = None
    ended: bool = False

    @property
    def sort_day(self) -> date:
        """The day by which the list is sorted: what has waited longest stands first."""
        return self.due or self.since or date.max

    def is_overdue(self, today: date) -> bool:
        """Whether its day is over."""
        return self.due is not None and self.due < today


@dataclass(frozen=True, slots=True)
class Milestone:
    """A day of the quarter's calendar: when the quarter begins and ends, and what falls into it."""

    on: date
    what: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DueGroup:
    """The things of one kind that wait, under one heading; ``page`` lists all of them."""

    key: str
    title: str
    page: str
    items: tuple[DueItem, ...]


@dataclass(frozen=True, slots=True)
class DueWork:
    """All that waits on a day. The four figures on top of the first page are counted from it."""

    today: date
    items: tuple[DueItem, ...]
    undeposited_receipts: int
    undeposited_days: int
    milestones: tuple[Milestone, ...] = ()

    @property
    def day_words(self) -> str:
        """The day in full: ``Tuesday, January 19, 2027``."""
        day = self.today
        return f"{WEEKDAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"

    @property
    def due_today(self) -> int:
        """How many things fall due today."""
        return sum(1 for item in self.items if item.due == self.today)

    @property
    def overdue(self) -> int:
        """How many things are late."""
        return sum(1 for item in self.items if item.is_overdue(self.today))

    @property
    def to_mail(self) -> int:
        """How many papers wait to be mailed."""
        return sum(1 for item in self.items if item.kind == "mail_notice")

    @property
    def groups(self) -> tuple[DueGroup, ...]:
        """The items by what they are about, empty groups left out."""
        found = [
            DueGroup(key, title, page, tuple(item for item in self.items if item.kind in kinds))
            for key, title, page, kinds in GROUPS
        ]
        return tuple(group for group in found if group.items)

    @property
    def next_up(self) -> DueItem | None:
        """The first thing with a day to come, for a day on which nothing is due."""
        coming = [item for item in self.items if item.due is not None and item.due > self.today]
        return min(coming, key=lambda item: item.sort_day, default=None)


GROUPS: tuple[tuple[str, str, str, frozenset[str]], ...] = (
    ("cases", "Cases", "cases", frozenset({"case"})),
    ("inspections", "Inspections", "inspections", frozenset({"inspection", "retest"})),
    ("permits", "Permits", "permits", frozenset({"permit", "ended_permit", "unpaid_fee"})),
    ("applications", "Applications waiting", "permits", frozenset({"application"})),
    ("mail", "Mail", "cases", frozenset({"mail_notice", "silent_mail"})),
    ("money", "Money", "payments", frozenset({"receipt"})),
    ("contractors", "Contractors", "contractors", frozenset({"cover", "uncovered"})),
)
"""The groups of the first page in their order."""


def oldest_first(items: Iterable[DueItem]) -> tuple[DueItem, ...]:
    """The order of the list: by the day, then by what waits."""
    return tuple(sorted(items, key=lambda item: (item.sort_day, item.kind, item.what)))


def is_within(day: date, today: date, *, days: int = LAPSING_DAYS) -> bool:
    """Whether a day is past or at most so many days ahead."""
    return day <= today + timedelta(days=days)
