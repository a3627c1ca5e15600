"""All tables, one module a feature with the feature's name. Importing this package registers every table."""

from sewerdesk.data import audit
from sewerdesk.data.base import Base
from sewerdesk.data.models import (
    account,
    application,
    billing,
    contractor,
    gauge,
    inspection,
    law,
    ledger,
    meter,
    office,
    paper,
    parcel,
    party,
    penalty,
    permit,
    rate,
    receipt,
    relevy,
    violation,
)

__all__ = [
    "Base",
    "account",
    "application",
    "audit",
    "billing",
    "contractor",
    "gauge",
    "inspection",
    "law",
    "ledger",
    "meter",
    "office",
    "paper",
    "parcel",
    "party",
    "penalty",
    "permit",
    "rate",
    "receipt",
    "relevy",
    "violation",
]
