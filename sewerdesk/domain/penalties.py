"""A late-payment policy as the Board adopted it: every figure and choice is data, each with its authority.

A policy says when a bill is late, what is added once or again, what interest runs, and who is spared. Nothing of it is
written in code: Queensbury's ten percent without penalty on a penalty and a model law's twenty percent with two
percent interest a month back to the bill's date are two settings of the same fields. The amounts themselves are worked
out in ``penalty_lines``.
"""

import calendar as month_lengths
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.entry_money import LARGEST_AMOUNT
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.wording import show_date


class LateBase(StrEnum):
    """What a penalty is a percentage of, as it stood at the end of the last day in time."""

    UNPAID_CHARGES = "unpaid current charges"
    ORIGINAL_CHARGES = "the original bill"
    WHOLE_BALANCE = "the whole balance"


class RunsFrom(StrEnum):
    """The day from which the days of grace are counted."""

    BILL_DATE = "bill date"
    DUE_DATE = "due date"
    MONTH_END = "last day of the bill's month"


class GraceUnit(StrEnum):
    """In what the grace is counted."""

    DAYS = "days"
    BUSINESS_DAYS = "business days"
    MONTHS = "months"


class Roll(StrEnum):
    """Where the last day goes that falls on a weekend or a holiday."""

    NONE = "stays"
    NEXT = "next business day"
    PREVIOUS = "business day before"


class Repeat(StrEnum):
    """How often a penalty is added to one bill."""

    ONCE = "once"
    EACH_MONTH = "each month"
    EACH_QUARTER = "each quarter"
    EACH_YEAR = "each year"


class InterestPer(StrEnum):
    """The time for which the interest rate is."""

    MONTH = "month"
    DAY = "day"


class InterestFrom(StrEnum):
    """Whether interest runs from the day on which the bill is late, or reaches back to the bill's date."""

    FIRST_LATE_DAY = "first late day"
    BILL_DATE = "bill date"


MONTHS_OF = {Repeat.EACH_MONTH: 1, Repeat.EACH_QUARTER: 3, Repeat.EACH_YEAR: 12}
_ENUMS: dict[str, type[StrEnum]] = {
    "runs_from": RunsFrom,
    "grace_unit": GraceUnit,
    "roll": Roll,
    "base": LateBase,
    "repeat": Repeat,
    "interest_per": InterestPer,
    "interest_from": InterestFrom,
}
_LONGEST_GRACE = {GraceUnit.DAYS: 366, GraceUnit.BUSINESS_DAYS: 260, GraceUnit.MONTHS: 12}  # a year
_MOST_DECIMALS = 10  # as many as a yearly rate divided by 365 needs
_DECIMALS = ("percent", "fixed", "least", "interest_percent", "cap_percent", "cap_amount", "min_balance")


@dataclass(frozen=True, slots=True)
class PenaltyPolicy:
    """One adopted policy.

    ``percent`` of ``base`` plus ``fixed`` dollars, at least ``least``, once or by ``repeat`` up to ``max_times``. The
    last day in time is ``grace`` after ``runs_from``, moved by ``roll``; that day itself is not late. An earlier
    penalty bears none unless ``on_penalties``. Interest is simple, at most ``cap_percent`` of the bill's charges and
    ``cap_amount`` dollars; ``months_begun`` charges a month from its first day instead of after its last. An account
    that owes less than ``min_balance`` is spared. Nothing is added after ``cut_off`` ("10-31"), the day of the year on
    which unpaid bills go to the tax roll. ``by_postmark`` judges a mailed payment by its postmark instead of the day
    it came. ``correct_at_once`` undoes a penalty that a back-dated receipt makes wrong together with the receipt;
    otherwise it is listed for the clerk. ``charge_code`` is the code, and so the fund, of what is added.
    """

    percent: Decimal = ZERO
    fixed: Decimal = ZERO
    least: Decimal = ZERO
    base: LateBase = LateBase.UNPAID_CHARGES
    runs_from: RunsFrom = RunsFrom.DUE_DATE
    grace: int = 0
    grace_unit: GraceUnit = GraceUnit.DAYS
    roll: Roll = Roll.NONE
    on_penalties: bool = False
    repeat: Repeat = Repeat.ONCE
    max_times: int | None = None
    interest_percent: Decimal = ZERO
    interest_per: InterestPer = InterestPer.MONTH
    interest_from: InterestFrom = InterestFrom.FIRST_LATE_DAY
    months_begun: bool = True
    cap_percent: Decimal | None = None
    cap_amount: Decimal | None = None
    min_balance: Decimal = ZERO
    cut_off: str = ""
    by_postmark: bool = True
    correct_at_once: bool = True
    charge_code: str = ""

    def cap_of(self, charges: Decimal) -> Decimal | None:
        """The most interest that one bill of these charges ever bears; ``None`` where there is no cap."""
        caps = [] if self.cap_amount is None else [self.cap_amount]
        if self.cap_percent is not None:
            caps.append(round_cents(charges * self.cap_percent / 100))
        return min(caps, default=None)

    @property
    def sentence(self) -> str:
        """The policy in one sentence, as lists and papers say it."""
        parts = []
        if self.percent:
            parts.append(f"{plain(self.percent)} % of {self.base.value}")
        if self.fixed:
            parts.append(f"${self.fixed}")
        said = " and ".join(parts)
        if said and self.repeat is not Repeat.ONCE:
            said += f" {self.repeat.value}"
        if self.interest_percent:
            rate = f"{plain(self.interest_percent)} % interest a {self.interest_per.value}"
            interest = f"{rate} from the {self.interest_from.value}"
            said = f"{said}, and {interest}" if said else interest
        grace = f"{self.grace} {self.grace_unit.value} after the " if self.grace else "after the "
        return f"{said}, {grace}{self.runs_from.value}"


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A policy on record: in force for bills dated ``effective_from`` or later, until the next one's day."""

    id: int
    effective_from: date
    authority: str
    policy: PenaltyPolicy
    used: bool = False
    until: date | None = None


def plain(value: Decimal) -> str:
    """A percentage without needless zeros: ``10``, ``1.5``."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def policy_on(rows: "tuple[PolicyRow, ...]", day: date) -> PolicyRow | None:
    """The policy in force for a bill of that day; a later policy never reaches back to earlier bills."""
    found = [row for row in rows if row.effective_from <= day]
    return max(found, key=lambda row: row.effective_from, default=None)


def check_policy(policy: PenaltyPolicy, *, authority: str) -> None:
    """``FieldErrors`` for everything missing or impossible in a policy; a blank figure is none, never a default."""
    errors: dict[str, str] = {}
    if not (policy.percent or policy.fixed or policy.interest_percent):
        errors["percent"] = "Enter a percent, an amount or an interest rate; a blank one charges nothing."
    if not authority.strip():
        errors["authority"] = "Enter the local law or resolution that sets the penalty, with its date."
    if not policy.charge_code.strip():
        errors["charge_code"] = "Choose the charge code of penalties; its fund receives them."
    errors |= _wrong_figures(policy)
    most = _LONGEST_GRACE[policy.grace_unit]
    if not 0 <= policy.grace <= most:
        errors["grace"] = f"Enter the grace, from 0 to {most} {policy.grace_unit.value}."
    if policy.max_times is not None and policy.max_times < 1:
        errors["max_times"] = "Enter how often at most, 1 or more, or leave it empty."
    if policy.cut_off and month_day(policy.cut_off, 2027) is None:
        errors["cut_off"] = f"“{policy.cut_off}” is no day of the year; write it such as 10-31."
    if errors:
        raise FieldErrors(errors)


def _wrong_figures(policy: PenaltyPolicy) -> dict[str, str]:
    errors: dict[str, str] = {}
    for name in ("percent", "interest_percent", "cap_percent"):
        value = getattr(policy, name)
        if value is None:
            continue
        if not (value.is_finite() and 0 <= value <= 100):
            errors[name] = "Enter a percentage from 0 to 100."
        elif value != round(value, _MOST_DECIMALS):
            errors[name] = f"Enter a percentage with at most {_MOST_DECIMALS} decimals."
    for name in ("fixed", "least", "min_balance", "cap_amount"):
        value = getattr(policy, name)
        if value is None:
            continue
        # Asked in this order: what is no number, or too large a one, cannot be rounded.
        if not (value.is_finite() and 0 <= value <= LARGEST_AMOUNT and value == round_cents(value)):
            errors[name] = f"Enter dollars and cents, from zero to {format_money(LARGEST_AMOUNT)}."
    return errors


def month_day(text: str, year: int) -> date | None:
    """The day of a year written ``10-31``; ``None`` where it is no day of it."""
    month, dash, day = text.strip().partition("-")
    if not (dash and month.isascii() and day.isascii() and month.isdigit() and day.isdigit()):
        return None
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
        return None
    last = month_lengths.monthrange(year, int(month))[1]
    if int(day) > last and not (int(month) == 2 and int(day) == 29):
        return None
    return date(year, int(month), min(int(day), last))


def last_day_in_time(
    policy: PenaltyPolicy, *, bill_date: date, due_date: date, calendar: HolidayCalendar
) -> date:
    """The last day on which a bill is paid in time; the day after it is the first late one."""
    start = {RunsFrom.BILL_DATE: bill_date, RunsFrom.DUE_DATE: due_date}.get(policy.runs_from)
    if start is None:
        last = month_lengths.monthrange(bill_date.year, bill_date.month)[1]
        start = bill_date.replace(day=last)
    raw = start
    if policy.grace and policy.grace_unit is GraceUnit.DAYS:
        raw = start + timedelta(days=policy.grace)
    elif policy.grace and policy.grace_unit is GraceUnit.MONTHS:
        raw = add_months(start, policy.grace)
    elif policy.grace:
        raw = calendar.add_business_days(start, policy.grace)
    if policy.roll is Roll.NEXT:
        return calendar.on_or_after(raw)
    return calendar.on_or_before(raw) if policy.roll is Roll.PREVIOUS else raw


def stops_after(policy: PenaltyPolicy, first_late: date) -> date | None:
    """The cut-off of the year in which a bill became late, on or after that day; ``None`` where there is none."""
    if not policy.cut_off:
        return None
    day = month_day(policy.cut_off, first_late.year)
    if day is not None and day < first_late:
        day = month_day(policy.cut_off, first_late.year + 1)
    return day


def policy_to_json(policy: PenaltyPolicy) -> dict[str, Any]:
    """Plain values for storing; decimals as text."""
    return {
        field.name: format(value, "f") if isinstance(value := getattr(policy, field.name), Decimal) else value
        for field in fields(policy)
    }


def policy_from_json(stored: dict[str, Any]) -> PenaltyPolicy:
    """The policy as stored; ``UserError`` where a value cannot be read."""
    known = {field.name for field in fields(PenaltyPolicy)}
    values = {name: value for name, value in stored.items() if name in known}
    for name in (*_DECIMALS, *_ENUMS):
        if values.get(name) is not None:
            values[name] = _read(name, values[name])
    return replace(PenaltyPolicy(), **values)


def _read(name: str, value: Any) -> Any:
    kind = _ENUMS.get(name)
    try:
        return Decimal(value) if kind is None else kind(value)
    except (InvalidOperation, ValueError) as error:
        right = "a number such as 1.5" if kind is None else f"one of: {', '.join(kind)}"
        sentence = f"The penalty policy cannot be read: {name} is “{value}”. Enter {right}."
        raise UserError(sentence) from error


class HoldKind(StrEnum):
    """Why an account bears no penalty for a time; it is listed as spared all the same, and still gets its notices."""

    EXEMPT = "exempt"
    DISPUTE = "dispute"
    BANKRUPTCY = "bankruptcy"
    PLAN = "payment plan"


@dataclass(frozen=True, slots=True)
class PenaltyHold:
    """A time in which an account bears no penalty; ``until`` is the first day on which it does again."""

    kind: HoldKind
    since: date
    until: date | None
    reason: str
    authority: str = ""
    id: int = 0

    def covers(self, day: date) -> bool:
        """Whether a penalty that falls on ``day`` is spared."""
        return self.since <= day and (self.until is None or day < self.until)

    @property
    def sentence(self) -> str:
        """Why and how long, as the list of the spared says it."""
        end = f" until {show_date(self.until)}" if self.until else ""
        words = {HoldKind.EXEMPT: "Exempt", HoldKind.DISPUTE: "In dispute"}.get(
            self.kind, self.kind.value.capitalize()
        )
        source = f" ({self.authority})" if self.authority else ""
        return f"{words}{end}: {self.reason}{source}."
