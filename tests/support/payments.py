"""A small billed office and quick drafts of receipts, for tests of money taken."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.ready_offices import become, may_become

FOURTH = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2027, 1, 2))
MAIL_DAY = date(2027, 1, 4)


def bill_three_accounts(ws: Workspace) -> dict[str, int]:
    """Accounts 00001042 (metered, owes 182.00), 00001043 (two units, 220.00) and 00001044 (110.00), billed.

    A fresh office of the tests' own gets them as a copy of one that was billed before.
    """
    return become(ws, _bill_three_accounts) if may_become(ws) else _bill_three_accounts(ws)


def _bill_three_accounts(ws: Workspace) -> dict[str, int]:
    adopt_sample_rates(ws)
    ids = {
        "00001042": open_account(
            ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="M"
        ),
        "00001043": open_account(
            ws, number="00001043", name="Peña, Ana", print_key="12.13-2-16", units="2", house="14"
        ),
        "00001044": open_account(
            ws, number="00001044", name="O'Brien & Sons <Plumbing>", print_key="12.13-2-17", house="16"
        ),
    }
    install_meter(
        ws,
        account_id=ids["00001042"],
        serial="48-1107",
        readings={date(2026, 6, 30): "4635", date(2026, 9, 30): "4875", date(2026, 12, 30): "5115"},
    )
    post_run(ws, setup=FOURTH, expected=preview_run(ws, setup=FOURTH))
    return ids


def check(
    amounts: Mapping[str, str],
    *,
    payer: str = "John Q Smith",
    number: str = "1042",
    bank: str = "",
    on: date = MAIL_DAY,
) -> ReceiptDraft:
    """A check for one or more accounts, by account number and amount."""
    lines = tuple(
        ReceiptLine(Purpose.ACCOUNT, account, Decimal(amount)) for account, amount in amounts.items()
    )
    total = sum((line.amount for line in lines), Decimal("0.00"))
    return ReceiptDraft(payer, on, Tender.CHECK, total, lines, number, bank)


def cash(account: str, amount: str, *, payer: str = "Ana Peña", on: date = MAIL_DAY) -> ReceiptDraft:
    """Cash at the counter on one account."""
    line = ReceiptLine(Purpose.ACCOUNT, account, Decimal(amount))
    return ReceiptDraft(payer, on, Tender.CASH, line.amount, (line,))


def fee_of(ws: Workspace, amount: Decimal | None, *, charge_code: str = "CONN") -> int:
    """A fee of an application, as the counter charges it."""
    with ws.write() as session:
        application = Application(number="APP-2027-0001", state="submitted", answers={})
        session.add(application)
        session.flush()
        fee = FeeLine(
            application_id=application.id,
            fee_key="connection",
            label="Connection fee",
            due="before_issue",
            amount=amount,
            charge_code=charge_code,
            authority="Sample Resolution 1",
            citation="§1",
        )
        session.add(fee)
        session.flush()
        return fee.id


NO_CASH = CashCount()
