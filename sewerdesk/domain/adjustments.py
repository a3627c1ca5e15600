"""Adjustments of an account: what is asked for, who may approve it, and what waits for it.

An adjustment counts at once and is listed until somebody else than who asked for it has approved it; one that is
refused is reversed. Money that is given up (a waiver, a write-off, a refund) names the Board's resolution.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.folding import fold
from sewerdesk.domain.money import round_cents
from sewerdesk.domain.money_acts import ActKind

APPROVED_KINDS = frozenset({ActKind.ADJUSTMENT, ActKind.WAIVER, ActKind.WRITE_OFF, ActKind.REFUND})
"""The acts that somebody approves."""
NOT_APPROVED = "not approved yet"
Operators = Collection[tuple[str, str]]
"""Initials and name of everybody who ever worked in the office; either stands for the same person."""


@dataclass(frozen=True, slots=True)
class AdjustmentDraft:
    """An adjustment as asked for: ``amount`` above zero adds to what the account owes, below zero lowers it.

    ``reason`` is one of the office's list, ``note`` says more. ``waiver`` gives up a charge or penalty and needs
    ``minute``, the Board's resolution. ``approved_by`` approves it at once. ``bill`` and ``charge_code`` say what it
    is about; a credit goes there first.
    """

    account: str
    amount: Decimal
    reason: str
    requested_by: str
    on: date
    note: str = ""
    charge_code: str = ""
    bill: str = ""
    waiver: bool = False
    approved_by: str = ""
    minute: str = ""
    files: tuple[Path, ...] = ()

    @property
    def said(self) -> str:
        """Reason and note in one line."""
        note = self.note.strip()
        return f"{self.reason.strip()}: {note}" if note else self.reason.strip()


@dataclass(frozen=True, slots=True)
class WriteOffDraft:
    """Open charges given up as not to be collected; ``amount`` of ``None`` means all that is open."""

    account: str
    reason: str
    requested_by: str
    approved_by: str
    minute: str
    on: date
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True)
class RefundDraft:
    """A credit paid back to its owner; the voucher goes to whom the municipality pays by."""

    account: str
    amount: Decimal
    payee: str
    reason: str
    requested_by: str
    approved_by: str
    minute: str
    on: date


@dataclass(frozen=True, slots=True)
class WaitingAct:
    """An act that stands and that nobody approved yet."""

    act_id: int
    number: str
    kind: ActKind
    on: date
    posted_at: datetime
    accounts: str
    amount: Decimal
    reason: str
    requested_by: str
    minute: str
    actor: str


def check_adjustment(draft: AdjustmentDraft, reasons: tuple[str, ...], operators: Operators) -> None:
    """``FieldErrors`` for everything missing or impossible in an adjustment."""
    errors: dict[str, str] = {}
    if draft.reason.strip() not in reasons:
        errors["reason"] = (
            "Choose a reason of the office's list; add one in the settings where it is missing."
        )
    if not draft.amount or draft.amount != round_cents(draft.amount):
        errors["amount"] = "Enter the amount in dollars and cents; below zero it lowers what is owed."
    elif draft.waiver and draft.amount > 0:
        errors["amount"] = "A waiver lowers what is owed; enter the amount below zero."
    if draft.waiver and not draft.minute.strip():
        errors["minute"] = "Enter the Board's resolution with its date; nobody else may give up public money."
    errors |= _who(draft.requested_by, draft.approved_by, operators, needed=False)
    if errors:
        raise FieldErrors(errors)


def check_given_up(draft: WriteOffDraft | RefundDraft, operators: Operators) -> None:
    """``FieldErrors`` for what a write-off or a refund lacks: a reason, an approver, the Board's resolution."""
    errors = _who(draft.requested_by, draft.approved_by, operators, needed=True)
    if not draft.reason.strip():
        errors["reason"] = "Enter why; the auditor reads it."
    if not draft.minute.strip():
        errors["minute"] = "Enter the Board's resolution with its date; nobody else may give up public money."
    if draft.amount is not None and (draft.amount <= 0 or draft.amount != round_cents(draft.amount)):
        errors["amount"] = "Enter an amount above zero, in dollars and cents."
    if errors:
        raise FieldErrors(errors)


def check_decider(requested_by: str, decided_by: str, operators: Operators) -> None:
    """``FieldErrors`` where nobody decides, or who asked for it."""
    errors = _who(requested_by, decided_by, operators, needed=True)
    if "approved_by" in errors:
        raise FieldErrors({"decided_by": errors["approved_by"]})


def same_person(first: str, second: str, operators: Operators) -> bool:
    """Whether two names as typed are one person's: by their letters, or as initials and name of an operator."""
    letters, others = _letters(first), _letters(second)
    if letters == others:
        return True
    either = [{_letters(initials), _letters(name)} for initials, name in operators]
    return any({letters, others} <= known for known in either)


def _letters(name: str) -> str:
    """A name by which spelling does not matter: small letters without spaces, dots and accents."""
    return fold(name).replace(" ", "") or name.strip()


def _who(requested_by: str, approved_by: str, operators: Operators, *, needed: bool) -> dict[str, str]:
    errors: dict[str, str] = {}
    if not requested_by.strip():
        errors["requested_by"] = "Enter who asks for it."
    if needed and not approved_by.strip():
        errors["approved_by"] = "Enter who approved it."
    elif approved_by.strip() and same_person(requested_by, approved_by, operators):
        errors["approved_by"] = (
            f"{approved_by.strip()} asked for it and cannot approve it; another person must."
        )
    return errors
