"""Bills too small to mail: the charges are posted in their period, and fall due with the account's next bill.

The rule: where the office has adopted a least amount, a quarter's bill on which less is due (but something) is carried.

* Its charges are posted with the run like all others, so that register, journal and ledger are whole.
* It is not printed for mailing and asks for nothing; the account's next bill shows it as previous balance, and what it
  charges falls due with that bill. Until then it is not past due.
* It never bears a penalty itself: its owner was never asked for it.
* A final bill, and any other bill beside the quarters' runs, is never carried; nor is the bill of an account that is
  not billed any more after the quarter, as no later bill would ask for it.
* A credit balance, or nothing due, is no small amount: that bill says so and is mailed as before.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import AccountStatus, BillableAccount
from sewerdesk.domain.billlines import ONE_DAY
from sewerdesk.domain.effective import value_on
from sewerdesk.domain.money import format_money

CARRIED_HEADING = "Carried"
CARRIED_NOTE = "Carried to the next bill"


@dataclass(frozen=True, slots=True)
class CarryRule:
    """The least amount for which a bill is mailed, and who adopted it."""

    least: Decimal
    authority: str

    def sentence(self, total_due: Decimal) -> str:
        """Why a bill is carried."""
        return (
            f"Carried to the next bill: {format_money(total_due)} is due, less than {format_money(self.least)} "
            f"({self.authority}). No payment is asked for now."
        )


def why_carried(
    rule: CarryRule | None,
    account: BillableAccount,
    *,
    total_due: Decimal,
    through: date,
    billed_statuses: frozenset[AccountStatus],
) -> str:
    """Why a quarter's bill through a day is carried; empty where it is mailed."""
    if rule is None or not 0 < total_due < rule.least:
        return ""
    after = value_on(account.statuses, through + ONE_DAY)
    if after is None or after.status not in billed_statuses:
        return ""
    return rule.sentence(total_due)
