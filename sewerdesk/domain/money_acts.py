"""Acts of money beside bills and receipts: what each kind is called, its series of numbers, what it must say.

An act is one dated decision with its entries in the ledger: an adjustment, the penalties of a quarter, a check that
came back, a refund, a transfer between accounts, a levy. It is undone as a whole by another act; nothing is changed.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.numbering import SeriesKind


class ActKind(StrEnum):
    """What an act is."""

    ADJUSTMENT = "adjustment"
    WAIVER = "waiver"
    WRITE_OFF = "write_off"
    PENALTY = "penalty"
    RETURNED_CHECK = "returned_check"
    REFUND = "refund"
    TRANSFER = "transfer"
    LEVY = "levy"
    DRAWER = "drawer"
    CORRECTION = "correction"
    ROLL_BACK = "roll_back"
    UNDO = "undo"

    @property
    def label(self) -> str:
        """As lists and papers name it."""
        return _LABELS[self]

    @property
    def series(self) -> SeriesKind:
        """The series that its number is taken from."""
        return _SERIES[self]


_LABELS = MappingProxyType(
    {
        ActKind.ADJUSTMENT: "Adjustment",
        ActKind.WAIVER: "Waiver",
        ActKind.WRITE_OFF: "Write-off",
        ActKind.PENALTY: "Penalties",
        ActKind.RETURNED_CHECK: "Returned check",
        ActKind.REFUND: "Refund",
        ActKind.TRANSFER: "Transfer",
        ActKind.LEVY: "Levy on the tax roll",
        ActKind.DRAWER: "Cash drawer counted",
        ActKind.CORRECTION: "Bill corrected",
        ActKind.ROLL_BACK: "Run rolled back",
        ActKind.UNDO: "Undone",
    }
)
_SERIES = MappingProxyType(
    {
        ActKind.ADJUSTMENT: SeriesKind.ADJUSTMENT,
        ActKind.WAIVER: SeriesKind.ADJUSTMENT,
        ActKind.WRITE_OFF: SeriesKind.ADJUSTMENT,
        ActKind.PENALTY: SeriesKind.PENALTY,
        ActKind.RETURNED_CHECK: SeriesKind.RETURNED_CHECK,
        ActKind.REFUND: SeriesKind.REFUND,
        ActKind.TRANSFER: SeriesKind.TRANSFER,
        ActKind.LEVY: SeriesKind.RELEVY,
        ActKind.DRAWER: SeriesKind.DRAWER,
        ActKind.CORRECTION: SeriesKind.BILL_CORRECTION,
        ActKind.ROLL_BACK: SeriesKind.ROLL_BACK,
        ActKind.UNDO: SeriesKind.UNDO,
    }
)
_NEEDS_AUTHORITY = frozenset({ActKind.WAIVER, ActKind.WRITE_OFF, ActKind.LEVY, ActKind.REFUND})
"""Giving up or moving public money is the Board's to decide; the act names its resolution."""
WITHOUT_ENTRIES = frozenset(
    {
        ActKind.RETURNED_CHECK,
        ActKind.TRANSFER,
        ActKind.DRAWER,
        ActKind.CORRECTION,
        ActKind.ROLL_BACK,
        ActKind.UNDO,
    }
)
"""These may concern money that is on no account (a fee's, the unidentified, the drawer's), or a bill of nothing."""
OF_BILLS = frozenset({ActKind.CORRECTION, ActKind.ROLL_BACK})
"""These take bills back with their charges; they are put right by billing again, never undone by themselves."""


@dataclass(frozen=True, slots=True)
class ActEntry:
    """One entry that an act makes; ``corrects_id`` is the entry that a reversal undoes.

    ``receipt_line_id`` is the receipt's line whose money it moves. ``on`` is its date of effect where that is not the
    act's, such as the day on which a penalty fell due; ``due_on`` the day it falls due where that is not its bill's;
    ``pays_id`` the one entry that a credit pays; ``since`` the day from which it counts as old where it takes effect
    later, as a penalty does whose books were closed.
    """

    account_id: int
    kind: EntryKind
    amount: Decimal
    charge_code: str = ""
    bill_id: int | None = None
    corrects_id: int | None = None
    reason: str = ""
    receipt_line_id: int | None = None
    on: date | None = None
    due_on: date | None = None
    pays_id: int | None = None
    since: date | None = None


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act as lists show it; ``undone_by`` is the number of the act that undid it, empty while it stands.

    ``notes`` are sentences worth reading once it was posted.
    """

    id: int
    number: str
    kind: ActKind
    effective_on: date
    posted_at: datetime
    reason: str
    authority: str
    total: Decimal
    accounts: int
    actor: str
    undone_by: str = ""
    undoes: str = ""
    notes: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it still counts."""
        return not self.undone_by


def check_act(kind: ActKind, *, reason: str, authority: str, entries: tuple[ActEntry, ...]) -> None:
    """Refuse an act without reason, without the authority that its kind needs, or without an entry.

    ``FieldErrors`` for what is typed, ``RuleViolation`` where the act would change nothing.
    """
    errors: dict[str, str] = {}
    if not reason.strip():
        errors["reason"] = "Enter why; the auditor reads it."
    if kind in _NEEDS_AUTHORITY and not authority.strip():
        errors["authority"] = (
            "Enter the Board's resolution with its number and date; nobody else may decide this."
        )
    if errors:
        raise FieldErrors(errors)
    if not entries and kind not in WITHOUT_ENTRIES:
        raise RuleViolation(f"{kind.label}: there is nothing to post.")
