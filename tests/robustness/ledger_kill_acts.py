"""Acts on the ledger that are killed in the middle: closed, moved, refunded, waived, adjusted, written off, void, sold.

All begin from one office: a quarter billed and penalised, a check for three accounts of which one paid too much.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path

from sewerdesk.domain.accountchanges import OwnerDraft
from sewerdesk.domain.adjustments import AdjustmentDraft, RefundDraft, WriteOffDraft
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.account_changes import change_account_owner
from sewerdesk.services.adjustments import post_adjustment, refund_credit, write_off
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.offices import open_office
from sewerdesk.services.payment_moves import move_payment
from sewerdesk.services.penalties import waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.single_bills import BillDates
from sewerdesk.services.workspace import Workspace
from tests.robustness.kill_act import Act, Begin
from tests.robustness.money_kill_acts import LATE, reopen_and_check
from tests.support.offices import new_office
from tests.support.penalties import charge_all, late_office

D = Decimal
#: Where what the office held before the act is written down, beside its books.
COUNTED = "counted.json"
#: Kept beside every act; the checks of the books look at them.
BESIDE = ("audit", "number", "search", "sqlite", "alembic", "holiday")
CLERK, BOARD, MINUTE = "Mary Bell", "Sam Board", "Sample Resolution 12"
Deed = Callable[[Workspace], object]


def _prepare(folder: Path) -> None:
    """Accounts owe 182.00, 220.00 and 110.00 since February 1, each with its penalty; a check comes after that."""
    office = new_office(folder)
    late_office(office.ws)
    office.ws.clock = LATE
    charge_all(office.ws)
    paid = {"00001042": D("50.00"), "00001043": D("50.00"), "00001044": D("200.00")}
    lines = tuple(ReceiptLine(Purpose.ACCOUNT, number, amount) for number, amount in paid.items())
    draft = ReceiptDraft("Anna Lee", LATE.today(), Tender.CHECK, D("300.00"), lines, "1042")
    enter_receipt(office.ws, draft=draft)
    office.close(back_up=False)
    (folder / COUNTED).write_text(json.dumps(_counts(folder)), "utf-8")


def _counts(folder: Path) -> dict[str, int]:
    """How many rows each table of the office holds."""
    with closing(sqlite3.connect(folder / "office.db")) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: int(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
            for name in names
            if not name.startswith(BESIDE)
        }


def _do(deed: Deed, folder: Path, begin: Begin) -> object:
    ws = open_office(folder, clock=LATE, operator="MB").ws
    begin()
    return deed(ws)


def _state(written: Mapping[str, int], folder: Path) -> str:
    """Nothing new, or exactly the rows that the whole act writes."""
    before = json.loads((folder / COUNTED).read_text("utf-8"))
    new = {table: count - before[table] for table, count in _counts(folder).items() if count != before[table]}
    if not new:
        return "before"
    return "after" if new == written else f"half: {new} where nothing or {dict(written)} belongs"


def _close(ws: Workspace) -> object:
    through = date(2027, 1, 31)
    answers = {item.key: "Looked at" for item in close_checklist(ws, through=through)}
    return close_period(ws, through=through, answers=answers)


def _move(ws: Workspace) -> object:
    return move_payment(ws, receipt_id=1, line_id=1, to_account="00001043", reason="Read wrong from the stub")


def _refund(ws: Workspace) -> object:
    draft = RefundDraft(
        "00001044", D("79.00"), "O'Brien", "Paid too much", CLERK, BOARD, MINUTE, LATE.today()
    )
    return refund_credit(ws, draft=draft)


def _waive(ws: Workspace) -> object:
    charges = [row.id for row in penalty_charges(ws)]
    return waive_penalties(ws, charge_ids=charges[:2], reason="Late mail", authority=MINUTE)


def _adjust(ws: Workspace) -> object:
    draft = AdjustmentDraft(
        "00001043", D("-20.00"), "Billing error", CLERK, LATE.today(), approved_by=BOARD, minute=MINUTE
    )
    return post_adjustment(ws, draft=draft)


def _write_off(ws: Workspace) -> object:
    draft = WriteOffDraft("00001042", "The house is gone", CLERK, BOARD, MINUTE, LATE.today())
    return write_off(ws, draft=draft)


def _void(ws: Workspace) -> object:
    return void_receipt(ws, receipt_id=1, reason="Entered twice")


def _sell(ws: Workspace) -> object:
    buyer = PartyDraft(name="Bo Chen", street="9 Oak St", city="Hague", state="NY", zip_code="12836")
    draft = OwnerDraft(on=LATE.today(), buyer=buyer, closing=(), reason="Deed of 02/10/2027")
    return change_account_owner(ws, account_id=2, draft=draft, dates=BillDates(LATE.today()))


def _act(deed: Deed, **written: int) -> Act:
    return Act(_prepare, partial(_do, deed), partial(_state, written), reopen_and_check)


LEDGER_ACTS = {
    "close": _act(_close, period_close=1),
    "move": _act(_move, money_act=1, entry=2),
    "refund": _act(_refund, money_act=1, entry=1, act_decision=1, paper=1),
    "waive": _act(_waive, money_act=1, entry=2),
    "adjust": _act(_adjust, money_act=1, entry=1, act_decision=1, paper=1),
    # three charges and a penalty, which remembers what was given up of it
    "write off": _act(_write_off, money_act=1, entry=4, penalty_waiver=1, act_decision=1, paper=1),
    "void": _act(_void, receipt_void=1, entry=3),
    # the buyer with address and role, the seller's bill of two lines, and the change itself
    "sell": _act(
        _sell,
        party=1,
        party_address=1,
        parcel_role=1,
        account_role=1,
        owner_change=1,
        billing_run=1,
        run_outcome=1,
        bill=1,
        bill_line=2,
        entry=2,
    ),
}
