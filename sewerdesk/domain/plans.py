"""Payment plans: a schedule of installments, and by the ledger whether it is kept, behind or in default on a day."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import Entry, EntryKind, balance, root_of, standing_entries
from sewerdesk.domain.money import ZERO, format_money, round_cents, split_by_weight
from sewerdesk.domain.wording import show_date

_PAID_BY = frozenset({EntryKind.PAYMENT, EntryKind.TRANSFER, EntryKind.CREDIT})


class PlanState(StrEnum):
    """How a plan stands."""

    KEPT = "kept"
    BEHIND = "behind"
    DEFAULT = "in default"
    PAID = "paid"
    ENDED = "called off"


@dataclass(frozen=True, slots=True)
class Installment:
    """One part and the day by which it is to be paid."""

    due_on: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class PlanDraft:
    """A plan as agreed; ``grace_days`` after an installment's day before the plan is in default."""

    account: str
    agreed_on: date
    agreed_with: str
    installments: tuple[Installment, ...]
    authority: str
    grace_days: int

    @property
    def total(self) -> Decimal:
        """What is paid by it."""
        return sum((one.amount for one in self.installments), ZERO)


@dataclass(frozen=True, slots=True)
class PlanStanding:
    """A plan by the ledger: what fell due by the day, what was paid since it was agreed, and what is missing."""

    state: PlanState
    due_so_far: Decimal
    paid: Decimal
    missing: Decimal
    next_due: Installment | None
    default_on: date | None
    sentence: str


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan on record with how it stands today."""

    id: int
    number: str
    account_id: int
    account: str
    name: str
    agreed_on: date
    agreed_with: str
    installments: tuple[Installment, ...]
    authority: str
    grace_days: int
    standing: PlanStanding
    ended_on: date | None = None
    ended_reason: str = ""

    @property
    def total(self) -> Decimal:
        """What is paid by it."""
        return sum((one.amount for one in self.installments), ZERO)


def monthly_installments(total: Decimal, *, count: int, first: date) -> tuple[Installment, ...]:
    """Equal parts on the same day of each month, the odd cents on the first ones."""
    if count < 1:
        raise FieldErrors({"count": "A plan has at least one installment."})
    parts = split_by_weight(total, [Decimal(1)] * count)
    return tuple(Installment(add_months(first, number), part) for number, part in enumerate(parts))


def check_plan(draft: PlanDraft, *, owed: Decimal) -> None:
    """``FieldErrors`` for everything missing or impossible in a plan; it pays what is owed, neither more nor less."""
    errors: dict[str, str] = {}
    days = [one.due_on for one in draft.installments]
    if not days:
        errors["installments"] = "Enter at least one installment."
    elif any(later <= earlier for earlier, later in pairwise(days)):
        errors["installments"] = "Enter the installments in the order of their days, one a day."
    elif days[0] < draft.agreed_on:
        errors["installments"] = "The first installment cannot be before the day of the agreement."
    elif any(one.amount <= 0 or one.amount != round_cents(one.amount) for one in draft.installments):
        errors["installments"] = "Each installment must be more than zero, in dollars and cents."
    elif draft.total != owed:
        errors["installments"] = (
            f"The installments come to {format_money(draft.total)}, but {format_money(owed)} is owed; "
            "change the last one."
        )
    if not draft.agreed_with.strip():
        errors["agreed_with"] = "Enter with whom it was agreed."
    if not draft.authority.strip():
        errors["authority"] = "Enter the law or resolution that allows payment plans."
    if draft.grace_days < 0:
        errors["grace_days"] = "Enter zero days or more."
    if errors:
        raise FieldErrors(errors)


def plan_standing(
    *,
    installments: Sequence[Installment],
    agreed_on: date,
    grace_days: int,
    entries: Iterable[Entry],
    as_of: date,
    entries_through: int = 0,
    ended: bool = False,
) -> PlanStanding:
    """How a plan stands on a day: what was paid since it was agreed goes to its installments in their order.

    It is behind from the day after an installment that is not fully paid, and in default once ``grace_days`` more are
    over. A payment that was voided or whose check came back never counts. What was posted up to ``entries_through``
    (an entry's id) is in the plan's total already; money posted later counts even if it came before the agreement.
    Money of before that left the account since comes off: what brings it back pays no installment. Where nothing was
    owed on a day since the agreement, the plan is paid, whatever is charged later.
    """
    known = [entry for entry in entries if entry.on <= as_of]
    paid = max(_paid(known, entries_through), ZERO)
    due = sum((one.amount for one in installments if one.due_on < as_of), ZERO)
    total = sum((one.amount for one in installments), ZERO)
    missing = max(due - paid, ZERO)
    first_missed = _first_open(installments, paid)
    default_on = _default_day(installments, grace_days, paid, as_of)
    if ended:
        state, sentence = PlanState.ENDED, "Called off."
    elif paid >= total:
        state, sentence = PlanState.PAID, f"Paid: {format_money(total)}."
    elif (settled_on := _settled_on(known, agreed_on, entries_through)) is not None:
        state, sentence = PlanState.PAID, _settled_words(known, settled_on)
        default_on, missing = None, ZERO
    elif default_on is not None:
        state = PlanState.DEFAULT
        sentence = (
            f"In default since {show_date(default_on)}: {format_money(missing)} of what fell due is missing."
        )
    elif missing:
        state = PlanState.BEHIND
        sentence = f"{format_money(missing)} of what fell due by {show_date(as_of)} is missing."
    else:
        state, sentence = PlanState.KEPT, "Kept so far."
        if first_missed is not None:
            sentence += f" Next: {format_money(first_missed.amount)} by {show_date(first_missed.due_on)}."
    return PlanStanding(state, due, paid, missing, first_missed, default_on, sentence)


def plan_letter_fields(view: PlanView, *, municipality: str, phone: str) -> dict[str, str]:
    """What a letter about a plan merges: its parties, its schedule in words, and how it stands."""
    return {
        "number": view.number,
        "account": view.account,
        "name": view.agreed_with,
        "municipality": municipality,
        "agreed_on": show_date(view.agreed_on),
        "total": format_money(view.total),
        "schedule": "; ".join(
            f"{format_money(one.amount)} by {show_date(one.due_on)}" for one in view.installments
        ),
        "paid": format_money(view.standing.paid),
        "missing": format_money(view.standing.missing),
        "standing": view.standing.sentence,
        "authority": view.authority,
        "grace_days": str(view.grace_days),
        "phone": phone,
    }


def _paid(known: Sequence[Entry], entries_through: int) -> Decimal:
    """The money that came since the agreement less what left again, also of money that had come before."""
    by_id = {entry.entry_id: entry for entry in known}
    return -sum(
        (
            entry.amount
            for entry in known
            if entry.entry_id > entries_through and entry.receipt and root_of(entry, by_id).kind in _PAID_BY
        ),
        ZERO,
    )


def _settled_on(known: Sequence[Entry], agreed_on: date, entries_through: int) -> date | None:
    """The first day since the agreement at whose end nothing was owed; a credit that does not stand never was one."""
    by_id = {entry.entry_id: entry for entry in known}
    stands = {entry.entry_id for entry in standing_entries(known)}
    owed = ZERO
    later: defaultdict[date, Decimal] = defaultdict(lambda: ZERO)
    for entry in known:
        root = root_of(entry, by_id)
        taken_back = (
            root.amount > 0 and root.entry_id not in stands
        )  # a charge was owed until the day it went
        if entry.entry_id not in stands and not taken_back:
            continue
        if entry.entry_id <= entries_through:
            owed += entry.amount
        else:
            later[max(entry.on, agreed_on)] += entry.amount
    for day in sorted(later):
        owed += later[day]
        if owed <= 0:
            return day
    return None


def _settled_words(known: Sequence[Entry], settled_on: date) -> str:
    if balance(known) <= 0:
        return "Nothing is owed any more."
    return f"Nothing was owed any more on {show_date(settled_on)}; what came since is no part of it."


def _first_open(installments: Sequence[Installment], paid: Decimal) -> Installment | None:
    """The first installment that is not fully paid, with what is left of it."""
    left = paid
    for one in installments:
        if left < one.amount:
            return Installment(one.due_on, one.amount - left)
        left -= one.amount
    return None


def _default_day(
    installments: Sequence[Installment], grace_days: int, paid: Decimal, as_of: date
) -> date | None:
    """The first day of a default that was not cured since; ``None`` where there is none."""
    due = ZERO
    for one in installments:
        due += one.amount
        last = one.due_on + timedelta(days=grace_days)
        if last >= as_of:
            return None
        if paid < due:
            return last + timedelta(days=1)
    return None
