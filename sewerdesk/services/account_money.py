"""The money of an account, worked out from its entries each time it is asked for."""

from sqlalchemy.orm import Session

from sewerdesk.data.queries.money import billed_quarters, charge_order, ledger_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountmoney import QUARTERS_SHOWN, AccountMoney
from sewerdesk.domain.accountmoney import account_money as work_out
from sewerdesk.domain.ledger import PaymentPolicy
from sewerdesk.services.office_settings import _billing_settings


def account_money(ws: Workspace, *, account_id: int) -> AccountMoney:
    """The register, the open items with what paid them, and eight quarters of an account."""
    with ws.read() as session:
        return work_out(
            account_id,
            ledger_facts(session, [account_id]).get(account_id, ()),
            as_of=ws.clock.today(),
            policy=_payment_policy(session),
            bills=billed_quarters(session, account_id, count=2 * QUARTERS_SHOWN),
        )


def _payment_policy(session: Session) -> PaymentPolicy:
    """The order in which payments are applied, as the office adopted it; charge codes rank as they are listed."""
    return PaymentPolicy(_billing_settings(session).payment_order, charge_order(session))
