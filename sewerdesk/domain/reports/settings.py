"""What of the reports is the office's own choice: the age buckets and the day on which its fiscal year begins."""

from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

from sewerdesk.domain.reports.aging import Buckets

MOST_BUCKETS = 5


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """``last_days`` end the age buckets; the fiscal year begins on the first of ``fiscal_month``.

    Both are this program's suggestion until the office sets them: thirty days to a bucket, the calendar year.
    """

    last_days: tuple[int, ...] = (30, 60, 90)
    fiscal_month: int = 1

    @property
    def buckets(self) -> Buckets:
        """The age buckets."""
        return Buckets(self.last_days)

    def fiscal_year(self, day: date) -> tuple[date, date]:
        """First and last day of the fiscal year in which a day lies."""
        year = day.year if day.month >= self.fiscal_month else day.year - 1
        start = date(year, self.fiscal_month, 1)
        return start, date(year + 1, self.fiscal_month, 1) - timedelta(days=1)


def report_settings_to_json(settings: ReportSettings) -> dict[str, Any]:
    """Plain values for storing."""
    return {**asdict(settings), "last_days": list(settings.last_days)}


def report_settings_from_json(stored: dict[str, Any]) -> ReportSettings:
    """The settings as stored; what is missing keeps its suggestion."""
    usual = ReportSettings()
    return ReportSettings(
        tuple(stored.get("last_days", usual.last_days)), stored.get("fiscal_month", usual.fiscal_month)
    )


def check_report_settings(settings: ReportSettings) -> dict[str, str]:
    """What is impossible: field name to sentence."""
    errors: dict[str, str] = {}
    days = settings.last_days
    if not 1 <= len(days) <= MOST_BUCKETS or list(days) != sorted(set(days)) or days[0] < 1:
        errors["last_days"] = (
            f"Enter one to {MOST_BUCKETS} numbers of days, each larger than the one before, such as 30, 60, 90."
        )
    if not 1 <= settings.fiscal_month <= 12:
        errors["fiscal_month"] = "Choose the month in which the fiscal year begins."
    return errors


def parse_last_days(text: str) -> tuple[int, ...]:
    """The ends of the buckets as typed: ``30, 60, 90``; empty where it is no list of whole numbers."""
    parts = [part for part in text.replace(",", " ").split() if part]
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()
