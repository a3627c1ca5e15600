"""What a clerk should know of an account while its payment is typed: its alerts, and what the money would pay."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.payment_preview import AccountPreview


class AlertKind(StrEnum):
    """What an alert is about, the gravest first."""

    LEVIED = "on the tax roll"
    CASH_ONLY = "no checks"
    RETURNED = "returned checks"
    PLAN = "payment plan"
    HOLD = "hold"
    STATUS = "status"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class AccountAlert:
    """One sentence; ``grave`` where the payment should perhaps not be taken like any other."""

    kind: AlertKind
    sentence: str
    grave: bool = False


@dataclass(frozen=True, slots=True)
class BesidePayment:
    """An account beside its payment: who, what is owed, the alerts, and what the payments typed would pay."""

    account_id: int
    account: str
    name: str
    location: str
    balance: Decimal
    alerts: tuple[AccountAlert, ...] = ()
    preview: AccountPreview | None = None
