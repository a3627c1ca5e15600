"""An office with a penalty policy and three billed accounts, for tests of what late payment brings."""

from datetime import date
from decimal import Decimal

from sewerdesk.domain.penalties import PenaltyPolicy
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.services.account_money import account_money
from sewerdesk.services.penalties import PostedPenalties, post_penalties, rehearse_penalties
from sewerdesk.services.penalty_policies import adopt_penalty_policy
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts

AUTHORITY = "Sample Local Law 2 of 2020, §5"
TEN_PERCENT = PenaltyPolicy(percent=Decimal(10), charge_code="PEN")
QUARTER = "2026-Q4"


def adopt(ws: Workspace, policy: PenaltyPolicy = TEN_PERCENT) -> None:
    """The charge code of penalties and a policy in force since 2020."""
    save_charge_code(ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 9))
    adopt_penalty_policy(ws, policy=policy, effective_from=date(2020, 1, 1), authority=AUTHORITY)


def late_office(ws: Workspace, policy: PenaltyPolicy = TEN_PERCENT) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00 since the bills of January 2, due February 1, 2027."""
    accounts = bill_three_accounts(ws)
    adopt(ws, policy)
    return accounts


def charge_all(ws: Workspace, period: str = QUARTER) -> PostedPenalties:
    """Rehearse and post."""
    return post_penalties(ws, expected=rehearse_penalties(ws, period=period))


def balance(ws: Workspace, account_id: int) -> Decimal:
    """What an account owes now."""
    return account_money(ws, account_id=account_id).balance
