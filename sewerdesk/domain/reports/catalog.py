"""The reports that there are: what each answers, which days and choices it takes, and the sentence of its scope."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.reports.settings import ReportSettings

AGED, ITEMS, LATE = "aged", "open-items", "delinquent"
ROLL, BILLS, RECEIPTS, DEPOSITS = "roll-forward", "bills", "receipts", "deposits"
ADJUSTMENTS, PENALTIES, STATEMENT = "adjustments", "penalties", "statement"
REVENUE = "revenue"
ACTIVITY = "activity"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a report: its values with the words of the screen and those of the scope."""

    key: str
    title: str
    values: tuple[tuple[str, str, str], ...]

    @property
    def usual(self) -> str:
        """What is chosen until the clerk chooses."""
        return self.values[0][0]

    def scope(self, value: str) -> str:
        """The words of a value in the scope's sentence."""
        return next(words for key, _, words in self.values if key == value)


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A report: ``is_as_of`` takes one day, the others two; ``of_account`` is about one account."""

    key: str
    title: str
    group: str
    about: str
    is_as_of: bool
    options: tuple[Option, ...] = ()
    of_account: bool = False


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """A report asked for. ``since`` is not used by a report as of a day; ``choices`` pairs options with values."""

    key: str
    through: date
    since: date | None = None
    choices: tuple[tuple[str, str], ...] = ()
    account_id: int | None = None

    @property
    def kind(self) -> ReportKind:
        """What report it is; ``UserError`` where there is none of that key."""
        return report_kind(self.key)

    def choice(self, key: str) -> str:
        """The value of an option: the one chosen, else the usual one."""
        option = next(one for one in self.kind.options if one.key == key)
        value = dict(self.choices).get(key, option.usual)
        return value if any(value == known for known, _, _ in option.values) else option.usual

    @property
    def first_day(self) -> date:
        """The first day of a report between two days."""
        return self.since if self.since is not None else self.through

    @property
    def scope(self) -> str:
        """Which facts it shows, in a sentence."""
        words = [option.scope(self.choice(option.key)) for option in self.kind.options]
        tail = "".join(f", {one}" for one in words if one)
        if self.kind.is_as_of:
            return f"As of {self.through:%m/%d/%Y}{tail}."
        return f"{self.first_day:%m/%d/%Y} through {self.through:%m/%d/%Y}{tail}."


_KNOWN = Option(
    "known",
    "Facts",
    (
        ("effective", "Dated on or before the day", "from all facts dated on or before it"),
        (
            "entered",
            "Also entered by then",
            "from facts dated on or before it and entered by the end of that day",
        ),
    ),
)
_BASIS = Option(
    "basis",
    "By date",
    (
        ("effective", "Date of effect", "by date of effect"),
        ("posted", "Date entered", "by the date on which it was entered"),
    ),
)
_RECEIPT_DATES = Option(
    "dates",
    "By date",
    (
        ("received", "Received", "by date received"),
        ("posted", "Posted", "by date posted"),
        ("deposited", "Deposited", "by date deposited"),
    ),
)
_RECEIPT_GROUPS = Option(
    "by",
    "Grouped",
    (
        ("tender", "By tender", "grouped by tender"),
        ("code", "By charge code", "grouped by the charge codes that were paid"),
        ("fund", "By fund", "grouped by the funds that were paid"),
        ("none", "Not grouped", ""),
    ),
)
_LATE_ORDER = Option(
    "order",
    "Worst first",
    (
        ("amount", "By amount", "the largest amount first"),
        ("age", "By age", "the oldest first"),
        ("bills", "By number of bills", "the most bills first"),
    ),
)
_OWED, _BOOKED, _CASH, _ONE = "What is owed", "What was booked", "Money in", "One account"
_COUNTER = "Counter and field"

REPORTS: tuple[ReportKind, ...] = (
    ReportKind(
        AGED,
        "Aged receivables",
        _OWED,
        "What each account owed on any day, by how long it was past due.",
        True,
        (_KNOWN,),
    ),
    ReportKind(ITEMS, "Open items", _OWED, "Every open charge of any day, each once.", True, (_KNOWN,)),
    ReportKind(
        LATE, "Delinquent accounts", _OWED, "Who is past due, the worst first.", True, (_LATE_ORDER, _KNOWN)
    ),
    ReportKind(
        ROLL,
        "Roll-forward",
        _BOOKED,
        "From the opening to the closing receivable, by fund and charge code.",
        False,
        (_BASIS,),
    ),
    ReportKind(
        REVENUE,
        "Revenue journal",
        _BOOKED,
        "What was billed and taken back, by fund and revenue code, for the bookkeeper.",
        False,
        (_BASIS,),
    ),
    ReportKind(BILLS, "Billing register", _BOOKED, "Every bill by the date of the bill.", False),
    ReportKind(
        ADJUSTMENTS,
        "Adjustment register",
        _BOOKED,
        "Adjustments, waivers, write-offs and refunds: why, by whom, approved by whom.",
        False,
        (_BASIS,),
    ),
    ReportKind(
        PENALTIES,
        "Penalty register",
        _BOOKED,
        "Penalties and interest charged and taken back.",
        False,
        (_BASIS,),
    ),
    ReportKind(
        RECEIPTS,
        "Receipts journal",
        _CASH,
        "Every receipt and every void.",
        False,
        (_RECEIPT_DATES, _RECEIPT_GROUPS),
    ),
    ReportKind(DEPOSITS, "Deposit list", _CASH, "What was taken to the bank, by date of deposit.", False),
    ReportKind(
        ACTIVITY,
        "Permit and inspection activity",
        _COUNTER,
        "Applications, permits and inspections month by month, and what their fees brought.",
        False,
    ),
    ReportKind(
        STATEMENT,
        "Statement of account",
        _ONE,
        "Every entry of an account between two days with the balance after it; issued as a numbered paper.",
        False,
        of_account=True,
    ),
)


def report_kind(key: str) -> ReportKind:
    """The report of a key; ``UserError`` where there is none."""
    for kind in REPORTS:
        if kind.key == key:
            return kind
    raise UserError(f"“{key}” is no report of this program. Choose one from the list.")


def check_request(request: ReportRequest) -> None:
    """``FieldErrors`` unless the days are given in order, and the account where the report is about one."""
    if request.kind.of_account and request.account_id is None:
        raise FieldErrors({"account": "Choose the account."})
    if request.kind.is_as_of:
        return
    if request.since is None:
        raise FieldErrors({"since": "Enter the first day of the report."})
    if request.since > request.through:
        raise FieldErrors(
            {
                "through": f"The last day, {request.through:%m/%d/%Y}, is before the first, "
                f"{request.since:%m/%d/%Y}. Enter a later one."
            }
        )


@dataclass(frozen=True, slots=True)
class QuickRange:
    """A span with a name."""

    key: str
    title: str
    since: date
    through: date


def quick_ranges(today: date, settings: ReportSettings) -> tuple[QuickRange, ...]:
    """Ready spans around today; one that is not over yet runs through today."""
    quarter = Quarter.of(today)
    month = today.replace(day=1)
    last_month = month - timedelta(days=1)
    year, _ = settings.fiscal_year(today)
    before, before_end = settings.fiscal_year(year - timedelta(days=1))
    return (
        QuickRange("today", "Today", today, today),
        QuickRange("month", "This month", month, today),
        QuickRange("last-month", "Last month", last_month.replace(day=1), last_month),
        QuickRange("quarter", "This quarter", quarter.start, today),
        QuickRange("last-quarter", "Last quarter", quarter.previous.start, quarter.previous.end),
        QuickRange("year", "Fiscal year", year, today),
        QuickRange("last-year", "Last fiscal year", before, before_end),
    )


def quick_days(today: date, settings: ReportSettings) -> tuple[QuickRange, ...]:
    """Ready days for a report as of one: today and the ends of the spans that are over."""
    ended = [span for span in quick_ranges(today, settings) if span.through < today]
    named = [
        QuickRange(span.key, f"End of {span.title.lower()}", span.through, span.through) for span in ended
    ]
    return (QuickRange("today", "Today", today, today), *named)


Progress = Callable[[int, int, str], None]
"""Told parts done and their number; it may raise to stop the report."""
