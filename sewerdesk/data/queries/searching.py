"""What can be found by typing, in the order in which the kinds are listed."""

from sewerdesk.data.queries import accounts, applications, contractors, inspections, parcels, permits
from sewerdesk.data.search import Source

SOURCES: tuple[Source, ...] = (
    accounts.SEARCH,
    parcels.SEARCH,
    permits.SEARCH,
    applications.SEARCH,
    contractors.SEARCH,
    inspections.SEARCH,
)
