"""A check that came back, killed in the middle; and what every act of money must leave: books that pass each check."""

import sqlite3
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path

from sewerdesk.clock import Clock, FixedClock
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft, ReceiptState
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.offices import open_office
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import repair_journal
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.returned_checks import return_check
from tests.robustness.kill_act import Act, Begin
from tests.support.offices import new_office
from tests.support.payments import bill_three_accounts

LATE = FixedClock(date(2027, 2, 10))
SETTINGS = PaymentSettings(
    returned_fee=Decimal("20.00"),
    returned_fee_code="FEE",
    returned_fee_authority="Sample Resolution 9",
    cash_only_months=6,
    cash_only_authority="Sample Resolution 10",
)


def _make_deposited(folder: Path) -> None:
    """A check for three accounts has gone to the bank."""
    office = new_office(folder)
    bill_three_accounts(office.ws)
    save_charge_code(office.ws, code=ChargeCode("FEE", "Fees", "SS", "2129", 10))
    save_payment_settings(office.ws, settings=SETTINGS)
    office.ws.clock = LATE
    lines = tuple(
        ReceiptLine(Purpose.ACCOUNT, row.number, Decimal("50.00")) for row in list_accounts(office.ws)
    )
    total = sum((line.amount for line in lines), Decimal(0))
    draft = ReceiptDraft("Anna Lee", LATE.today(), Tender.CHECK, total, lines, "1042")
    receipt = enter_receipt(office.ws, draft=draft).receipts[0]
    make_deposit(office.ws, draft=DepositDraft((receipt.id,), CashCount(), LATE.today()))
    office.close(back_up=False)


def _bounce(folder: Path, begin: Begin) -> object:
    ws = open_office(folder, clock=LATE, operator="MB").ws
    [row] = [row for row in list_receipts(ws) if row.state is ReceiptState.DEPOSITED]
    draft = ReturnDraft(row.id, LATE.today(), "Insufficient funds", fee_account="00001042")
    begin()
    return return_check(ws, draft=draft)


#: The act, three payments reversed, the fee, the return itself, and three accounts that pay in cash from now on.
_WRITTEN = (
    "SELECT count(*) FROM money_act WHERE kind = 'returned_check'",
    "SELECT count(*) FROM entry WHERE act_id IS NOT NULL AND kind = 'reversal'",
    "SELECT count(*) FROM entry WHERE act_id IS NOT NULL AND kind = 'charge' AND amount = 2000",
    "SELECT count(*) FROM receipt_return",
    "SELECT count(*) FROM cash_only",
)
_NONE, _WHOLE = (0, 0, 0, 0, 0), (1, 3, 1, 1, 3)


def _returned(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        found = tuple(int(database.execute(statement).fetchone()[0]) for statement in _WRITTEN)
    if found in (_NONE, _WHOLE):
        return "after" if found == _WHOLE else "before"
    return f"half: {found} where {_NONE} or {_WHOLE} belongs"


def reopen_and_check(folder: Path, *, clock: Clock = LATE) -> None:
    """Open and close as the next start would, with every check of the books between."""
    office = open_office(folder, clock=clock, operator="MB")
    try:
        repair_journal(office.ws)  # receipts that were made in bulk have no line yet
        report = check_books(office.ws)
        assert report.is_clean, [finding.sentence for finding in report.findings]
    finally:
        office.close(back_up=False)


MONEY_ACTS = {"returned check": Act(_make_deposited, _bounce, _returned, reopen_and_check)}
