"""A bill beside the quarters' runs, as it was posted."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class SingleBill:
    """An opening, final, off-cycle or corrected bill; ``warnings`` are what to look at before it goes out."""

    bill_id: int
    number: str
    kind: str
    period_from: date
    period_to: date
    due_date: date
    total: Decimal
    total_due: Decimal
    run: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectedBill:
    """What a correction did: the bill taken back, the one in its place, and the later ones that had to follow.

    ``difference`` is by how much the account's balance changed.
    """

    original: str
    bills: tuple[SingleBill, ...]
    replaced: tuple[str, ...]
    difference: Decimal
    act: str
