"""Reminders of unpaid bills by steps: who is due for which, who is left out and why; one letter an account in a run.

A step comes some days after the oldest unpaid bill was due, and only when the time that the step before it gave is
over. An account gets the strongest step that it is late enough for and owes enough for, once, until it has paid
everything that was late; the warning of the tax roll it gets once in each season, for each certification needs its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import Applied
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.penalties import HoldKind, PenaltyHold
from sewerdesk.domain.wording import show_date

SILENT = frozenset({HoldKind.DISPUTE, HoldKind.BANKRUPTCY, HoldKind.PLAN})
"""While these last no notice is sent; an exempt account still gets its notices."""

MOST_DAYS_LATE, MOST_PAY_DAYS = 3650, 366
"""Longer is a slip of the keyboard, and a day to pay by may lie beyond any calendar."""


@dataclass(frozen=True, slots=True)
class NoticeStep:
    """One step: from ``days_late`` after the due date, for at least ``least``, with ``pay_days`` to pay.

    ``before_levy`` warns of the tax roll: it needs a season that is open, and gives until that season's cut-off.
    """

    code: str
    title: str
    days_late: int
    pay_days: int
    least: Decimal = ZERO
    before_levy: bool = False


@dataclass(frozen=True, slots=True)
class LateLine:
    """What is unpaid of one bill; ``number`` is empty for what belongs to none."""

    number: str
    due: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """The season that warnings are sent for: those sent ``since`` then are its own; it certifies at ``cut_off``."""

    since: date
    cut_off: date


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice that was sent before."""

    step: str
    sent_on: date
    pay_by: date


@dataclass(frozen=True, slots=True)
class LateAccount:
    """An account with late bills, what was sent to it, and the holds that may silence it."""

    account_id: int
    account: str
    name: str
    lines: tuple[LateLine, ...]
    sent: tuple[SentNotice, ...] = ()
    holds: tuple[PenaltyHold, ...] = ()

    @property
    def total(self) -> Decimal:
        """What is late in all."""
        return sum((line.amount for line in self.lines), ZERO)

    @property
    def oldest(self) -> date:
        """When the oldest late bill was due."""
        return min(line.due for line in self.lines)


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """An account that is to get a step now."""

    late: LateAccount
    step: NoticeStep
    pay_by: date


@dataclass(frozen=True, slots=True)
class QuietRow:
    """A late account that gets no notice now, and why."""

    late: LateAccount
    why: str


@dataclass(frozen=True, slots=True)
class NoticeList:
    """Who gets which notice on a day, and who gets none."""

    on: date
    rows: tuple[NoticeRow, ...]
    quiet: tuple[QuietRow, ...]

    @property
    def total(self) -> Decimal:
        """What the letters ask for in all."""
        return sum((row.late.total for row in self.rows), ZERO)


def check_steps(steps: Sequence[NoticeStep]) -> None:
    """``FieldErrors`` unless every step has a name, comes later than the one before, and gives a time to pay."""
    errors: dict[str, str] = {}
    codes = [step.code.strip() for step in steps]
    if len(set(codes)) != len(codes) or not all(codes):
        errors["code"] = "Give each step a short name of its own."
    if not all(step.title.strip() for step in steps):
        errors["title"] = "Say how the letter calls the step, such as Second notice."
    if any(step.days_late < 1 or step.pay_days < 1 for step in steps):
        errors["days_late"] = (
            "A step comes at least one day after the due date and gives at least one day to pay."
        )
    elif [step.days_late for step in steps] != sorted({step.days_late for step in steps}):
        errors["days_late"] = "Each step comes later than the one before it."
    elif any(step.days_late > MOST_DAYS_LATE for step in steps):
        errors["days_late"] = (
            f"A step comes at most {MOST_DAYS_LATE:,} days after the due date; enter fewer days."
        )
    if any(step.pay_days > MOST_PAY_DAYS for step in steps):
        errors["pay_days"] = f"A step gives at most {MOST_PAY_DAYS} days to pay; enter fewer days."
    if any(step.least < 0 for step in steps):
        errors["least"] = "Enter dollars and cents, zero or more."
    if errors:
        raise FieldErrors(errors)


def late_lines(applied: Applied, due: dict[str, date], *, today: date) -> tuple[LateLine, ...]:
    """What is late of an account, by bill; the due day itself is not late. The lines are what the ledger has open."""
    found: dict[tuple[str, date], Decimal] = {}
    for item in applied.open_items:
        day = item.entry.due_on or due.get(item.entry.bill, item.entry.on)
        key = (item.entry.bill, day)
        if key[1] < today:
            found[key] = found.get(key, ZERO) + item.open_amount
    return tuple(
        LateLine(number, day, amount)
        for (number, day), amount in sorted(found.items(), key=lambda one: one[0][::-1])
    )


def build_list(
    accounts: Sequence[LateAccount],
    steps: Sequence[NoticeStep],
    *,
    on: date,
    season: OpenSeason | None = None,
) -> NoticeList:
    """Who gets which step on a day. Late accounts that get none are listed with the reason."""
    rows: list[NoticeRow] = []
    quiet: list[QuietRow] = []
    for late in accounts:
        step, why = _step_for(late, steps, on, season)
        if step is None:
            quiet.append(QuietRow(late, why))
        else:
            rows.append(NoticeRow(late, step, _pay_by(step, on, season)))
    return NoticeList(on, tuple(rows), tuple(quiet))


def _pay_by(step: NoticeStep, on: date, season: OpenSeason | None) -> date:
    return season.cut_off if step.before_levy and season is not None else on + timedelta(days=step.pay_days)


def _step_for(
    late: LateAccount, steps: Sequence[NoticeStep], on: date, season: OpenSeason | None
) -> tuple[NoticeStep | None, str]:
    silent = next((one for one in late.holds if one.kind in SILENT and one.covers(on)), None)
    if silent is not None:
        return None, silent.sentence
    days = (on - late.oldest).days
    ripe = [step for step in steps if step.days_late <= days]
    if not ripe:
        return None, f"Its oldest bill was due on {show_date(late.oldest)}; the first step comes later."
    sent = [one for one in late.sent if one.sent_on > late.oldest]
    waiting = max((one.pay_by for one in sent), default=None)
    if waiting is not None and on <= waiting:
        return None, f"The last notice gives it until {show_date(waiting)}."
    left = _left(ripe, steps, sent, season)
    if not left:
        return None, _why_none_left(_strongest(steps, sent), ripe)
    owing = [step for step in left if step.least <= late.total]
    if not owing:
        return None, f"It owes less than {format_money(min(step.least for step in left))}."
    return owing[-1], ""


def _left(
    ripe: Sequence[NoticeStep],
    steps: Sequence[NoticeStep],
    sent: Sequence[SentNotice],
    season: OpenSeason | None,
) -> list[NoticeStep]:
    """The steps that may come now, after what was sent."""
    # A warning of an earlier season counts for the other steps, so that no weaker notice follows it.
    done = _strongest(steps, sent)
    if season is None:
        return [step for step in ripe if not step.before_levy and _follows(step, done)]
    warnings = [step for step in steps if step.before_levy]
    warned = _strongest(warnings, [one for one in sent if one.sent_on >= season.since])
    return [step for step in ripe if _follows(step, warned if step.before_levy else done)]


def _follows(step: NoticeStep, done: NoticeStep | None) -> bool:
    return done is None or step.days_late > done.days_late


def _strongest(steps: Sequence[NoticeStep], sent: Sequence[SentNotice]) -> NoticeStep | None:
    """The strongest of these steps that was sent."""
    codes = {one.step for one in sent}
    return next((step for step in reversed(steps) if step.code in codes), None)


def _why_none_left(done: NoticeStep | None, ripe: Sequence[NoticeStep]) -> str:
    if done is not None:
        return f"{done.title} was sent already."
    return f"{ripe[-1].title} is sent only while a season of the tax roll is open; begin the season first."
