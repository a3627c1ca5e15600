"""Bills of July and October 2026 that stay unpaid, and two penalty policies, for tests of what late payment brings."""

from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.ledger import Entry, EntryKind
from sewerdesk.domain.penalties import InterestFrom, LateBase, PenaltyPolicy, RunsFrom
from sewerdesk.domain.penalty_lines import LateBill

D = Decimal
JULY, OCTOBER = date(2026, 7, 1), date(2026, 10, 1)
TEN = PenaltyPolicy(percent=D(10), charge_code="PEN")
MODEL = PenaltyPolicy(
    percent=D(20),
    base=LateBase.ORIGINAL_CHARGES,
    runs_from=RunsFrom.BILL_DATE,
    grace=20,
    interest_percent=D(2),
    interest_from=InterestFrom.BILL_DATE,
    charge_code="PEN",
)


def bill(number: int, day: date, charges: str, *, due: date | None = None) -> LateBill:
    """A bill due in thirty days unless it says another day."""
    return LateBill(number, f"BIL-{number}", 1, "", day, due or day + timedelta(days=30), D(charges))


def charge(one: LateBill) -> Entry:
    """The entry that charges a bill."""
    return Entry(one.bill_id * 100, 1, one.bill_date, EntryKind.CHARGE, one.charges, "OM", bill=one.number)
