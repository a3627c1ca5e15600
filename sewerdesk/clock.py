"""Where "today" and "now" come from; nothing else in the program may ask the machine for the time."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Protocol


class Clock(Protocol):
    """The office's clock: ``today`` is the business date, ``now`` an instant in UTC."""

    def today(self) -> date:
        """The calendar date in the office."""

    def now(self) -> datetime:
        """This instant, aware, in UTC."""


class SystemClock:
    """The machine's clock, in its own time zone for the date."""

    def today(self) -> date:
        """The machine's local calendar date."""
        return datetime.now().astimezone().date()

    def now(self) -> datetime:
        """This instant in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still: for tests, the training office and reproducible papers."""

    day: date
    at: time = time(15, 0)

    def today(self) -> date:
        """The fixed business date."""
        return self.day

    def now(self) -> datetime:
        """The fixed date at the fixed time, in UTC."""
        return datetime.combine(self.day, self.at, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NotBefore:
    """A clock that never shows a day before ``day``: for the sample office, whose files are dated."""

    clock: Clock
    day: date

    def today(self) -> date:
        """The other clock's date, or the day where that is later."""
        return max(self.clock.today(), self.day)

    def now(self) -> datetime:
        """The other clock's time of day, on a date that is not before the day."""
        now = self.clock.now()
        return now + (self.today() - self.clock.today())
