"""The checks of moved money find each kind of damage: held, returned, paid twice; and the journal stands alone."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.journal import HEADER, JournalAct, JournalLine, JournalReceipt, Stand, read_line
from sewerdesk.domain.ledger import Applied, Entry, EntryKind, OpenItem, Paid
from sewerdesk.domain.money_invariants import open_items_agree
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import journal_folder, rebuild_check
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.workspace import Workspace
from tests.support.books import damage
from tests.support.payments import MAIL_DAY, bill_three_accounts, check

D = Decimal
BACK = date(2027, 1, 20)


@pytest.fixture
def moved(ws: Workspace) -> Workspace:
    """REC-1 moved to 1042; REC-2 unidentified, half applied to 1044; REC-3 deposited and returned."""
    bill_three_accounts(ws)
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
    save_payment_settings(ws, settings=PaymentSettings(suspense_code="SUSP"))
    first = enter_receipt(ws, draft=check({"00001043": "50.00"})).receipts[0]
    move_payment(ws, receipt_id=first.id, to_account="1042", reason="Wrong stub")
    line = ReceiptLine(Purpose.SUSPENSE, "", D("80.00"))
    enter_receipt(ws, draft=ReceiptDraft("Unsigned", MAIL_DAY, Tender.CHECK, D("80.00"), (line,), "7"))
    apply_held(ws, line_id=held_money(ws)[0].line_id, parts=(ApplyTo("1044", D("40.00")),), reason="Found")
    third = enter_receipt(ws, draft=check({"00001043": "20.00"}, number="9")).receipts[0]
    make_deposit(ws, draft=DepositDraft((third.id,), CashCount(), MAIL_DAY))
    ws.clock = FixedClock(BACK)
    return_check(ws, draft=ReturnDraft(third.id, BACK, "Insufficient funds"))
    return ws


def test_moved_held_and_returned_money_is_sound(moved: Workspace) -> None:
    report = check_books(moved)
    assert report.is_clean, report.findings
    counts = {done.name: done.records for done in report.checks}
    assert (counts["Unidentified money"], counts["Returned checks"], counts["What paid what"]) == (1, 1, 3)


@pytest.mark.parametrize(
    ("sql", "check_name", "words"),
    [
        (
            "UPDATE suspense_entry SET amount = amount + 100 WHERE id = 1",
            "Unidentified money",
            "Of the 80.00 of receipt REC-2027-0002",
        ),
        (
            "UPDATE entry SET amount = -3000 WHERE kind = 'transfer' AND account_id = 3",
            "Unidentified money",
            "40.00 is held and 30.00 is on accounts; together it should be 80.00",
        ),
        (
            "UPDATE entry SET amount = -4900 WHERE kind = 'transfer' AND account_id = 1",
            "Receipts in the ledger",
            "wherever it was moved, come to -49.00",
        ),
        (
            "UPDATE receipt_return SET live = 0",
            "Returned checks",
            "The return of receipt REC-2027-0003 was undone, but its act RTN-2027-0001 says otherwise",
        ),
        (
            "UPDATE entry SET amount = 1000 WHERE act_id = (SELECT id FROM money_act WHERE kind = 'returned_check')",
            "Returned checks",
            "10.00 of it still pays",
        ),
        ("DELETE FROM deposit_receipt", "Returned checks", "without ever having been deposited"),
    ],
)
def test_damage_to_moved_money_is_found(moved: Workspace, sql: str, check_name: str, words: str) -> None:
    damage(moved, sql)
    found = {done.name: done.findings for done in check_books(moved).checks}
    assert any(words in finding.sentence for finding in found[check_name]), found


def test_charge_paid_by_more_than_it_is_is_found() -> None:
    """Faults b4/61: what paid a charge never comes to more than the charge, nor the open items to another balance."""
    charge = Entry(1, 1, MAIL_DAY, EntryKind.CHARGE, D("70.00"))
    over = Applied((OpenItem(charge, (Paid(2, D("100.00")),)),), ())
    sentences = [finding.sentence for finding in open_items_agree([("00001042", over, D("0.00"))])]
    assert sentences == [
        "A charge of 70.00 on account 00001042 is paid by more than that.",
        "The open charges of account 00001042 less its credit come to -30.00, but its balance is 0.00.",
    ]
    paid = Applied((OpenItem(charge, (Paid(2, D("70.00")),)),), (Paid(2, D("30.00")),))
    assert open_items_agree([("00001042", paid, D("-30.00"))]) == []


def test_journal_alone_tells_of_a_lost_a_foreign_and_a_changed_receipt(moved: Workspace) -> None:
    assert rebuild_check(moved).agrees
    folder = journal_folder(moved)
    path = folder / "receipts-2027-01-04.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if "REC-2027-0002" not in line]
    foreign = next(line for line in lines if "REC-2027-0001" in line and line.startswith("received"))
    path.write_text(
        "\n".join([*kept, foreign.replace("REC-2027-0001", "REC-2027-0077")]) + "\n", encoding="utf-8"
    )
    findings = rebuild_check(moved).findings
    assert "Receipt REC-2027-0002 is not in the journal." in findings
    assert "Receipt REC-2027-0077 is not in the books." in findings
    assert "Payments on 00001044 come to 0.00 by the journal and to 40.00 by the books." in findings


def test_journal_line_is_read_back_as_it_was_written() -> None:
    """Names that a spreadsheet would take for formulas, spaces in account numbers and cents survive."""
    receipt = JournalReceipt(
        number="REC-2027-0001",
        received_on=MAIL_DAY,
        payer="=SUM(A1) LLC",
        method="Check no. 7",
        bank="+1",
        amount=D("1234.50"),
        purpose="A 12, Connection fee (APP-2027-0001)",
        batch="",
        actor="MB",
        stands=(Stand("A 12", D("1200.00")), Stand("fee 3", D("30.00")), Stand("unidentified", D("4.50"))),
        postmark=date(2026, 12, 31),
    )
    at = FixedClock(MAIL_DAY).now()
    line = JournalLine(JournalAct.MOVED, at, receipt, "-wrong stub")
    assert len(line.cells) == len(HEADER)
    assert line.cells[4] == "'=SUM(A1) LLC"
    assert read_line(line.cells) == line
    with pytest.raises(UserError, match="has 3 cells"):
        read_line(line.cells[:3])
    with pytest.raises(UserError, match="for REC-2027-0001 cannot be read"):
        read_line(("eaten", *line.cells[1:]))
