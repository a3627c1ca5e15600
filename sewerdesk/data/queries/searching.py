"""What can be found by typing, in the order in which the kinds are listed."""

from sewerdesk.data.queries import (
    accounts,
    applications,
    contractors,
    inspections,
    money,
    parcels,
    permits,
    receipts,
    violations,
)
from sewerdesk.data.search import Source

SOURCES: tuple[Source, ...] = (
    accounts.SEARCH,
    parcels.SEARCH,
    permits.SEARCH,
    applications.SEARCH,
    contractors.SEARCH,
    violations.SEARCH,
    inspections.SEARCH,
    money.SEARCH,
    receipts.SEARCH,
)
