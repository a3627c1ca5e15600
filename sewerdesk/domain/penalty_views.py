"""What lists and papers of penalties show: a rehearsal, what is on the books, and the proof that both agree."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.law import Figure
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.penalties import PenaltyPolicy
from sewerdesk.domain.penalty_lines import LineKind, PenaltyLine, Spared
from sewerdesk.domain.wording import count


@dataclass(frozen=True, slots=True)
class DueRow:
    """A line that would be charged, with the account's number and name."""

    account: str
    name: str
    line: PenaltyLine

    @property
    def amount(self) -> Decimal:
        """What would be charged."""
        return self.line.owed


@dataclass(frozen=True, slots=True)
class SparedRow:
    """An account's bill that would bear nothing, and why."""

    account_id: int
    account: str
    name: str
    bill: str
    why: Spared
    sentence: str


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A penalty on the books that later facts made wrong: what stands and what is due."""

    account_id: int
    account: str
    name: str
    bill: str
    kind: LineKind
    stage: str
    charge_id: int | None
    charged: Decimal
    due: Decimal

    @property
    def sentence(self) -> str:
        """The row in words."""
        return (
            f"Account {self.account}, bill {self.bill}: {self.kind.value} of {format_money(self.charged)} is on the "
            f"books, {format_money(self.due)} is due by what is known now."
        )


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Who would be charged how much, who is spared and why; nothing is written. ``period`` is empty for all bills."""

    as_of: date
    period: str
    due: tuple[DueRow, ...]
    spared: tuple[SparedRow, ...]
    wrong: tuple[WrongRow, ...] = ()

    @property
    def total(self) -> Decimal:
        """Sum of what would be charged."""
        return sum((row.amount for row in self.due), ZERO)

    @property
    def accounts(self) -> int:
        """How many accounts would be charged."""
        return len({row.account for row in self.due})

    def total_of(self, kind: LineKind) -> Decimal:
        """Sum of one kind."""
        return sum((row.amount for row in self.due if row.line.kind is kind), ZERO)

    def count_spared(self, why: Spared) -> int:
        """How many bills are spared for one reason."""
        return sum(row.why is why for row in self.spared)

    @property
    def sentence(self) -> str:
        """The rehearsal in one sentence."""
        return (
            f"{count(len(self.due), 'line')} on {count(self.accounts, 'account')}, {format_money(self.total)}; "
            f"{count(len(self.spared), 'bill')} spared."
        )


class ChargeState(StrEnum):
    """What became of a penalty."""

    STANDS = "stands"
    WAIVED = "waived"
    UNDONE = "undone"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class ChargeRow:
    """A penalty on the books; ``paid`` is what was paid of it, ``waived`` what the Board forgave of it in part."""

    id: int
    account_id: int
    account: str
    name: str
    bill: str
    period: str
    kind: LineKind
    stage: str
    on: date
    amount: Decimal
    paid: Decimal
    sentence: str
    act: str
    state: ChargeState
    ended_by: str = ""
    waived: Decimal = ZERO

    @property
    def net(self) -> Decimal:
        """What is owed of it: the amount less what was waived in part."""
        return self.amount - self.waived


@dataclass(frozen=True, slots=True)
class WaivedRow:
    """What the Board waived of one penalty by one act, the whole or a part; ``on`` is the day of the penalty."""

    account_id: int
    account: str
    name: str
    bill: str
    on: date
    amount: Decimal
    act: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undoing did: the act's number where it reversed anything, and the rows it refused because paid."""

    number: str
    undone: int
    total: Decimal
    refused: tuple[ChargeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One account of the proof: what the policy makes due, what stands on the books, what the Board waived."""

    account_id: int
    account: str
    name: str
    due: Decimal
    charged: Decimal
    waived: Decimal

    @property
    def difference(self) -> Decimal:
        """Due less charged less waived; zero where the books are as the policy says."""
        return self.due - self.charged - self.waived


@dataclass(frozen=True, slots=True)
class PenaltyProof:
    """Due less charged less waived for every account of a period; the auditor's own test."""

    as_of: date
    period: str
    rows: tuple[ProofRow, ...]

    @property
    def due(self) -> Decimal:
        """Sum of what is due."""
        return sum((row.due for row in self.rows), ZERO)

    @property
    def charged(self) -> Decimal:
        """Sum of what stands on the books."""
        return sum((row.charged for row in self.rows), ZERO)

    @property
    def waived(self) -> Decimal:
        """Sum of what was waived."""
        return sum((row.waived for row in self.rows), ZERO)

    @property
    def faults(self) -> tuple[ProofRow, ...]:
        """The accounts where something is left."""
        return tuple(row for row in self.rows if row.difference)

    @property
    def sentence(self) -> str:
        """The proof in one sentence."""
        said = (
            f"Due {format_money(self.due)} - charged {format_money(self.charged)} - waived "
            f"{format_money(self.waived)} = {format_money(self.due - self.charged - self.waived)}"
        )
        if not self.faults:
            on = "the one account" if len(self.rows) == 1 else f"all {len(self.rows):,} accounts"
            return f"{said} on {on}."
        return f"{said}; {count(len(self.faults), 'account differs', 'accounts differ')}."


@dataclass(frozen=True, slots=True)
class PolicyProposal:
    """A policy to begin from, out of the law's figures as they stand, each with its status and citation."""

    policy: PenaltyPolicy
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = field(default=())
