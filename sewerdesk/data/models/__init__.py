"""All tables, one module a feature with the feature's name. Importing this package registers every table."""

from sewerdesk.data import audit
from sewerdesk.data.base import Base
from sewerdesk.data.models import (
    account,
    office,
    paper,
    parcel,
    party,
)

__all__ = ["Base", "account", "audit", "office", "paper", "parcel", "party"]
