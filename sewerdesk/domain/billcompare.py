"""A draft run against the last one: what changed for each account, by cause, the unexplained first."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.billlines import BY_UNITS, BillLine, LineKind
from sewerdesk.domain.money import ZERO

_NO_CLASSES: Mapping[int, str] = MappingProxyType({})


class Cause(StrEnum):
    """Why an account's bill differs from the last, in the order shown: eyes go to the unexplained."""

    UNEXPLAINED = "unexplained"
    RATE_CHANGED = "rate changed"
    CLASS_CHANGED = "class changed"
    UNITS_CHANGED = "units changed"
    DAYS_CHANGED = "days billed changed"
    USE_CHANGED = "use changed"
    BASIS_CHANGED = "what it rests on changed"
    ADJUSTMENT = "charge or credit of the account"
    NEW_ACCOUNT = "new account"
    NOT_BILLED = "held or skipped this time"
    ACCOUNT_GONE = "account ended"


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What of a bill line is compared: amount and inputs; ``days`` billed and days of the period.

    ``basis`` is what a line that goes neither by units nor by use rests on, such as persons or another bill's dollars.
    ``ref`` tells charges of the account alone apart.
    """

    charge_code: str
    amount: Decimal
    units: Decimal
    version_ids: tuple[int, ...]
    use: Decimal | None = None
    days: tuple[int, int] | None = None
    basis: tuple[Decimal, ...] = ()
    ref: int = 0

    @property
    def key(self) -> tuple[str, bool, int]:
        """Which line of two bills are compared with each other."""
        return self.charge_code, self.use is None, self.ref


@dataclass(frozen=True, slots=True)
class PriorBill:
    """The last quarter's regular bill of an account, as posted.

    ``dials`` are multiplier and unit of each meter on it, as text by meter id.
    """

    account_id: int
    account: str
    number: str
    lines: tuple[LineFacts, ...]
    class_code: str = ""
    dials: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def total(self) -> Decimal:
        """Sum of the lines."""
        return sum((line.amount for line in self.lines), ZERO)

    @property
    def use(self) -> Decimal | None:
        """Metered use of the bill, if any."""
        return next((line.use for line in self.lines if line.use is not None), None)


@dataclass(frozen=True, slots=True)
class Difference:
    """An account whose bill differs from the last: both totals and every cause, the first one leading."""

    account_id: int
    account: str
    last: Decimal
    now: Decimal
    causes: tuple[Cause, ...]

    @property
    def change(self) -> Decimal:
        """Now less last."""
        return self.now - self.last


@dataclass(frozen=True, slots=True)
class CauseGroup:
    """All differences led by one cause with their net change."""

    cause: Cause
    differences: tuple[Difference, ...]

    @property
    def change(self) -> Decimal:
        """Net change of the group."""
        return sum((found.change for found in self.differences), ZERO)


def line_facts(line: BillLine) -> LineFacts:
    """The compared facts of a drafted line; what the books keep for the next run."""
    if line.metered is not None:
        days = (sum(part.days for part in line.volumes), line.metered.period_days)
        return LineFacts(line.charge.code, line.amount, line.units, line.version_ids, line.use, days)
    days = (sum(part.days for part in line.fixed), line.fixed[-1].period_days)
    if line.kind in BY_UNITS:
        return LineFacts(line.charge.code, line.amount, line.units, line.version_ids, None, days)
    basis = tuple(part.units for part in line.fixed)
    ref = line.fixed[-1].ref if line.kind is LineKind.CHARGE else 0
    return LineFacts(line.charge.code, line.amount, Decimal(1), line.version_ids, None, days, basis, ref)


def compare_with_last(
    now: Mapping[int, tuple[str, Sequence[BillLine]]],
    *,
    last: Mapping[int, PriorBill],
    not_billed: AbstractSet[int] = frozenset(),
    classes: Mapping[int, str] = _NO_CLASSES,
) -> tuple[Difference, ...]:
    """Every account whose total differs, largest change first within its leading cause.

    ``now`` maps account id to number and lines, ``classes`` to the class now; ``not_billed`` are the accounts held or
    skipped in this run.
    """
    facts_now = {
        account_id: (account, tuple(line_facts(line) for line in lines))
        for account_id, (account, lines) in now.items()
    }
    return compare_facts(facts_now, last=last, not_billed=not_billed, classes=classes)


def compare_facts(
    now: Mapping[int, tuple[str, Sequence[LineFacts]]],
    *,
    last: Mapping[int, PriorBill],
    not_billed: AbstractSet[int] = frozenset(),
    classes: Mapping[int, str] = _NO_CLASSES,
) -> tuple[Difference, ...]:
    """As ``compare_with_last``, of bills that are posted already."""
    found: list[Difference] = []
    for account_id, (account, facts) in now.items():
        total = sum((line.amount for line in facts), ZERO)
        prior = last.get(account_id)
        if prior is None:
            found.append(Difference(account_id, account, ZERO, total, (Cause.NEW_ACCOUNT,)))
        elif prior.total != total:
            causes = _causes(prior.lines, facts)
            if prior.class_code and classes.get(account_id, prior.class_code) != prior.class_code:
                causes = _of_class(causes)
            found.append(Difference(account_id, account, prior.total, total, causes))
    for account_id, prior in last.items():
        if account_id not in now:
            cause = Cause.NOT_BILLED if account_id in not_billed else Cause.ACCOUNT_GONE
            found.append(Difference(account_id, prior.account, prior.total, ZERO, (cause,)))
    order = list(Cause)
    found.sort(key=lambda d: (order.index(d.causes[0]), -abs(d.change), d.account))
    return tuple(found)


def group_by_cause(differences: Sequence[Difference]) -> tuple[CauseGroup, ...]:
    """Differences grouped by their leading cause, in the causes' order, empty groups left out."""
    groups = []
    for cause in Cause:
        members = tuple(found for found in differences if found.causes[0] is cause)
        if members:
            groups.append(CauseGroup(cause, members))
    return tuple(groups)


def _causes(last: Sequence[LineFacts], now: Sequence[LineFacts]) -> tuple[Cause, ...]:
    """Causes over all charges; a charge that changed with none of its inputs changed is unexplained."""
    before = {line.key: line for line in last}
    after = {line.key: line for line in now}
    causes: set[Cause] = set()
    for code in before.keys() | after.keys():
        old, new = before.get(code), after.get(code)
        if old is None or new is None:
            causes.add(Cause.ADJUSTMENT if code[2] else Cause.RATE_CHANGED)
        elif old.amount != new.amount:
            causes |= _line_causes(old, new) or {Cause.UNEXPLAINED}
    return tuple(cause for cause in Cause if cause in causes)


def _of_class(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """The causes of an account that changed its class: its other rates follow from that."""
    others = set(causes) - {Cause.RATE_CHANGED, Cause.UNEXPLAINED}
    return tuple(cause for cause in Cause if cause in others | {Cause.CLASS_CHANGED})


def _line_causes(old: LineFacts, new: LineFacts) -> set[Cause]:
    causes: set[Cause] = set()
    if old.version_ids != new.version_ids:
        causes.add(Cause.RATE_CHANGED)
    if old.units != new.units:
        causes.add(Cause.UNITS_CHANGED)
    if old.use != new.use:
        causes.add(Cause.USE_CHANGED)
    if old.basis != new.basis:
        causes.add(Cause.BASIS_CHANGED)
    if _share(old) != _share(new):
        causes.add(Cause.DAYS_CHANGED)
    return causes


def _share(line: LineFacts) -> Decimal:
    return Decimal(1) if line.days is None else Decimal(line.days[0]) / line.days[1]
