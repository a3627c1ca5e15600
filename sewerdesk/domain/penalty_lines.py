"""What late payment adds to the bills of one account, worked out from its entries and the adopted policies alone.

Each line says its base and its rate, is rounded half-up once, and has a key of bill, rule and stage under which it is
charged only once however often the rule is run. A line is judged on the books as they were at the end of the last day
in time; an entry that was reversed since counts as though it had never been, so a check that came back paid nothing.
Lines already charged are taken out and worked out afresh: the answer never depends on what was posted before.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.ledger import Entry, EntryKind, PaymentPolicy, standing_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalties import PenaltyHold, PolicyRow


class LineKind(StrEnum):
    """The rule that a line comes from."""

    PENALTY = "penalty"
    INTEREST = "interest"

    @property
    def entry_kind(self) -> EntryKind:
        """The ledger's kind of it."""
        return EntryKind.PENALTY if self is LineKind.PENALTY else EntryKind.INTEREST


class Spared(StrEnum):
    """Why a bill bears nothing (more) now."""

    PAID_IN_TIME = "paid in time"
    NOT_LATE = "not late yet"
    HELD = "exempt or held"
    BELOW_MINIMUM = "below the minimum"
    NOTHING_BILLED = "nothing to pay on the bill"
    CHARGED = "already charged"
    WAIVED = "waived"
    NO_POLICY = "no policy in force"


class Standing(StrEnum):
    """What is to become of a key: worked out and in effect, worked out only, or left alone.

    What is ``FORGONE`` is worked out so that no later stage makes up for it, and is no line.
    """

    COUNTS = "counts"
    WAIVED = "waived"
    FORGONE = "forgone"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class LateBill:
    """A bill that may be late; ``charges`` are its own, as billed.

    A corrected bill is judged in parts: what it kept of older charges, with the days on which these were billed and due
    (``part`` is then that due date), and what is new. ``older`` are the bills it took the place of, the newest first.
    """

    bill_id: int
    number: str
    account_id: int
    period: str
    bill_date: date
    due_date: date
    charges: Decimal
    part: date | None = None
    older: tuple[int, ...] = ()

    @property
    def part_mark(self) -> str:
        """What tells a stage of this part apart from the same stage of the bill's other parts."""
        return "" if self.part is None else f"/{self.part:%Y%m%d}"

    def older_keys(self, key: "LineKey") -> tuple["LineKey", ...]:
        """The keys that the same line had on the bills before, where this part stands in the place of theirs."""
        stages = (key.stage, key.plain_stage)
        return tuple(LineKey(bill, key.kind, stage) for bill in self.older for stage in stages)


@dataclass(frozen=True, slots=True, order=True)
class LineKey:
    """A line is charged once for its bill, rule and stage."""

    bill_id: int
    kind: LineKind
    stage: str

    @property
    def plain_stage(self) -> str:
        """The stage without the mark of the bill's part."""
        return self.stage.partition("/")[0]

    @property
    def part_mark(self) -> str:
        """The mark of the bill's part, empty for a bill that has no parts."""
        return self.stage[len(self.plain_stage) :]


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """One amount that late payment adds: ``base`` times ``rate`` percent, with effect ``on`` its first late day.

    ``waived`` is what the Board forgave of it, at most the whole; ``owed`` is what is left to charge. ``since`` is its
    first late day where it takes effect later than that.
    """

    bill: LateBill
    kind: LineKind
    stage: str
    on: date
    judged_on: date
    base: Decimal
    rate: Decimal
    amount: Decimal
    policy_id: int
    sentence: str
    waived: Decimal = ZERO
    since: date | None = None

    @property
    def owed(self) -> Decimal:
        """What is charged: the amount less what the Board waived of it."""
        return self.amount - self.waived

    @property
    def key(self) -> LineKey:
        """Under which it is charged once."""
        return LineKey(self.bill.bill_id, self.kind, self.stage)


@dataclass(frozen=True, slots=True)
class SparedBill:
    """A bill that bears no line, and why."""

    bill: LateBill
    why: Spared
    sentence: str


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """All that the judgment of one account rests on; ``entries`` hold no line that this rule charged.

    ``cuts`` gives for a bill the days through which daily interest was charged before; ``postmarks`` gives for a mailed
    payment's entry the day stamped on its envelope; ``waived`` what the Board forgave of a line in part.
    """

    bills: Sequence[LateBill]
    entries: Sequence[Entry]
    holds: Sequence[PenaltyHold] = ()
    cuts: Mapping[int, frozenset[date]] = field(default_factory=dict)
    postmarks: Mapping[int, date] = field(default_factory=dict)
    waived: Mapping[LineKey, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """The policies on record with the order of payment and the calendar of business days."""

    policies: tuple[PolicyRow, ...]
    payment: PaymentPolicy
    calendar: HolidayCalendar


@dataclass(frozen=True, slots=True)
class Judgment:
    """The lines of an account, by effect, and its bills that bear none."""

    lines: tuple[PenaltyLine, ...]
    spared: tuple[SparedBill, ...]


Decide = Callable[[LineKey, date], Standing]
"""Told a key and the day on which its line takes effect."""


def without_reversed(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that stand today: what was reversed is gone with its reversal, whatever their days."""
    return tuple(entry for entry in standing_entries(entries) if entry.kind is not EntryKind.REVERSAL)
