"""What payments would pay, shown before they are saved; nothing is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.queries.accounts import account_rows
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.payment_preview import (
    AccountPreview,
    DraftPayment,
    PaymentPreview,
    preview_account,
)
from sewerdesk.domain.receipts import Purpose, ReceiptDraft
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.payment_questions import _asks, _notes


def preview_payment(ws: Workspace, drafts: Sequence[ReceiptDraft]) -> PaymentPreview:
    """What drafts of receipts would pay on each account by the order that the Board adopted.

    ``UserError`` names an account that is not there.
    """
    with ws.read() as session:
        payments: defaultdict[int, list[DraftPayment]] = defaultdict(list)
        for draft in drafts:
            for line in draft.lines:
                if line.purpose is Purpose.ACCOUNT:
                    account = _account_by_number(session, line.reference)
                    payments[account.id].append(DraftPayment(line.amount, draft.received_on, line.bill))
        rows = account_rows(session, ws.clock.today(), where=Account.id.in_(list(payments)))
        heads = {row.id: _Head(row.number, row.name, row.balance) for row in rows}
        return PaymentPreview(
            _previews(session, ws, payments, heads), _asks(session, ws, drafts), _notes(session, drafts)
        )


@dataclass(frozen=True, slots=True)
class _Head:
    """What a preview says of its account."""

    number: str
    name: str
    balance: Decimal


def _previews(
    session: Session,
    ws: Workspace,
    payments: Mapping[int, Sequence[DraftPayment]],
    heads: Mapping[int, _Head],
) -> tuple[AccountPreview, ...]:
    facts = ledger_facts(session, list(payments))
    policy, today = _payment_policy(session), ws.clock.today()
    order = _order_words(_billing_settings(session))
    found = []
    for account_id, mine in payments.items():
        lines, credit = preview_account(facts.get(account_id, ()), mine, policy=policy, as_of=today)
        row = heads[account_id]
        paid = sum((one.amount for one in mine), ZERO)
        found.append(AccountPreview(row.number, row.name, row.balance, paid, lines, credit, order))
    return tuple(found)


def _order_words(settings: BillingSettings) -> str:
    """The order of payment with what adopted it, as the entry of payments shows it."""
    order = f"Paid in the order: {settings.payment_order.value}"
    return f"{order} ({settings.payment_order_authority})" if settings.payment_order_authority else order
