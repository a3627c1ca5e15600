"""What goes wrong between two acts of money: refused with a way out, or right to the cent; the journal agrees."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import PeriodClose
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.plans import PlanDraft, PlanState, monthly_installments
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist
from sewerdesk.services.deposits import make_deposit, undeposited, void_deposit
from sewerdesk.services.drawer import close_drawer, look_at_drawer
from sewerdesk.services.money_acts import undo_act
from sewerdesk.services.papers import paper_file
from sewerdesk.services.payment_moves import ApplyTo, apply_held, move_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.plans import agree_plan, payment_plans
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipt_pages import receipt_file, receipt_view
from sewerdesk.services.receipts import change_tender, enter_receipt, look_at_batch, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.returned_checks import return_check, returned_checks
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check, fee_of
from tests.support.penalties import charge_all, late_office

D = Decimal
BACK = date(2027, 1, 11)


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00."""
    return bill_three_accounts(ws)


def whole(ws: Workspace) -> None:
    """The books hold together, and the journal alone gives the same."""
    assert check_books(ws).is_clean, check_books(ws).findings
    assert rebuild_check(ws).agrees


def deposited(ws: Workspace, draft: ReceiptDraft) -> tuple[int, int]:
    [receipt] = enter_receipt(ws, draft=draft).receipts
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    return receipt.id, made.id


def bounced(ws: Workspace, receipt_id: int, on: date = BACK) -> int:
    back = ReturnDraft(receipt_id, on, "No funds", charge_fee=False)
    return return_check(ws, draft=back).act_id


def fee_check(fee: int, amount: str, number: str) -> ReceiptDraft:
    line = ReceiptLine(Purpose.FEE, str(fee), D(amount))
    return ReceiptDraft("Ann Roe", MAIL_DAY, Tender.CHECK, D(amount), (line,), number)


def test_deposit_that_the_bank_answered_is_not_void(ws: Workspace, ids: dict[str, int]) -> None:
    """A returned check proves that its deposit arrived; a check that came back goes in no deposit as it is."""
    receipt, deposit = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(BACK)
    act = bounced(ws, receipt)
    with pytest.raises(
        RuleViolation, match="DEP-2027-0001 reached the bank, which sent the check of REC-2027-0001 back"
    ):
        void_deposit(ws, deposit_id=deposit, reason="Left on the desk")
    undo_act(ws, act_id=act, reason="Another check")
    void_deposit(ws, deposit_id=deposit, reason="Left on the desk")
    assert [row.id for row in undeposited(ws)] == [receipt]
    direct = replace(check({"00001043": "9.00"}, on=BACK), tender=Tender.ACH, check_number="")
    [online] = enter_receipt(ws, draft=direct).receipts
    bounced(ws, online.id)
    with pytest.raises(RuleViolation, match=r"came back on 01/11/2027\. Deposit it again from the receipt"):
        make_deposit(ws, draft=DepositDraft((online.id,), CashCount(), BACK))
    whole(ws)


def test_fee_is_never_paid_twice_by_a_check_that_came_back(ws: Workspace, ids: dict[str, int]) -> None:
    """500.00 bounced and were then paid in cash: neither a second deposit nor undoing the return pays them again."""
    save_charge_code(ws, code=ChargeCode("CONN", "Connections", "SS", "2144", 5))
    fee = fee_of(ws, D("500.00"))
    receipt, _ = deposited(ws, fee_check(fee, "500.00", "81"))
    ws.clock = FixedClock(BACK)
    act = bounced(ws, receipt)
    [again] = enter_receipt(ws, draft=replace(fee_check(fee, "500.00", "82"), received_on=BACK)).receipts
    with pytest.raises(UserError, match=r"still owes 0\.00; 500\.00 is too much"):
        redeposit_check(ws, receipt_id=receipt, received_on=BACK)
    with pytest.raises(RuleViolation, match="was paid otherwise after RTN-2027-0001"):
        undo_act(ws, act_id=act, reason="The bank was wrong")
    void_receipt(ws, receipt_id=again.id, reason="Given back")
    assert redeposit_check(ws, receipt_id=receipt, received_on=BACK).amount == D("500.00")
    whole(ws)


def test_voided_redeposit_is_forgotten(ws: Workspace, ids: dict[str, int]) -> None:
    receipt, _ = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(BACK)
    bounced(ws, receipt)
    first = redeposit_check(ws, receipt_id=receipt, received_on=BACK)
    void_receipt(ws, receipt_id=first.id, reason="He took it back")
    assert (returned_checks(ws)[0].redeposited_as, receipt_view(ws, receipt_id=receipt).redeposited_as) == (
        "",
        "",
    )
    assert account_money(ws, account_id=ids["00001042"]).balance == D("182.00")
    second = redeposit_check(ws, receipt_id=receipt, received_on=BACK)
    assert returned_checks(ws)[0].redeposited_as == second.number
    whole(ws)


def test_return_dated_before_a_move_that_a_closed_period_put_off(ws: Workspace, ids: dict[str, int]) -> None:
    """Moved while January was closed, so from 02/01 on; opened again, the check came back on 01/20: out on 02/01."""
    receipt, _ = deposited(ws, check({"00001043": "50.00"}))
    ws.clock = FixedClock(date(2027, 2, 9))
    for through in (date(2027, 1, 31), None):
        with ws.write() as session:
            close = PeriodClose(through=through, done_at=ws.clock.now(), checked=[], actor=ws.actor)
            session.add(close)
        if through is not None:
            move_payment(ws, receipt_id=receipt, to_account="1042", reason="Wrong stub")
    bounced(ws, receipt, date(2027, 1, 20))
    assert [account_money(ws, account_id=one).balance for one in ids.values()] == [D(182), D(220), D(110)]
    whole(ws)


def test_plan_counts_mail_opened_after_it_was_agreed(ws: Workspace, ids: dict[str, int]) -> None:
    """Two parts agreed on 01/11; a check received 01/08 and posted later pays the first; one in the total does not."""
    ws.clock = FixedClock(BACK)
    enter_receipt(ws, draft=cash("00001043", "20.00", on=BACK))
    for account, total in (("1042", "182.00"), ("1043", "200.00")):
        parts = monthly_installments(D(total), count=2, first=date(2027, 1, 31))
        agree_plan(ws, draft=PlanDraft(account, BACK, "Owner", parts, "Resolution 5 of 2026", 10))
    [late] = enter_receipt(ws, draft=check({"00001042": "91.00"}, on=date(2027, 1, 8))).receipts
    ws.clock = FixedClock(date(2027, 2, 15))
    plans = {plan.account: plan.standing for plan in payment_plans(ws)}
    assert (plans["00001042"].state, plans["00001042"].paid) == (PlanState.KEPT, D("91.00"))
    assert (plans["00001043"].state, plans["00001043"].paid) == (PlanState.DEFAULT, D(0))
    void_receipt(ws, receipt_id=late.id, reason="Never came")
    assert payment_plans(ws, account_id=ids["00001042"])[0].standing.state is PlanState.DEFAULT
    whole(ws)


def test_money_over_and_short_is_booked_once(ws: Workspace, ids: dict[str, int]) -> None:
    """0.25 over on Monday is in the drawer on Tuesday too: expected then, and not booked a second time."""
    save_charge_code(ws, code=ChargeCode("OVER", "Cash over and short", "G", "G-2770", 99))
    save_payment_settings(ws, settings=PaymentSettings(over_short_code="OVER", drawer_float=D("50.00")))
    [receipt] = enter_receipt(ws, draft=cash("00001043", "20.00")).receipts
    close_drawer(ws, cash=CashCount({50: 1, 20: 1}, D("0.25")), reason="A quarter found")
    make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount({20: 1}), MAIL_DAY))
    ws.clock = FixedClock(date(2027, 1, 5))
    assert look_at_drawer(ws).expected == D("50.25")
    short = close_drawer(ws, cash=CashCount({20: 2, 10: 1}, D("0.15")), reason="A dime is missing")
    assert short.difference == D("-0.10")
    ws.clock = FixedClock(date(2027, 1, 6))
    assert look_at_drawer(ws).expected == D("50.15")
    undo_act(ws, act_id=short.act_id, reason="It lay under the tray")
    assert look_at_drawer(ws).expected == D("50.25")
    whole(ws)


def test_money_in_time_bears_no_penalty_though_its_day_is_closed(ws: Workspace) -> None:
    """Due 02/01, received 01/28, entered on 03/05 with February closed: in effect from 03/01, and not late."""
    ids = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(date(2027, 3, 5))
    with ws.write() as session:
        close = PeriodClose(through=date(2027, 2, 28), done_at=ws.clock.now(), checked=[], actor=ws.actor)
        session.add(close)
    draft = check({"00001042": "182.00"}, on=date(2027, 1, 28))
    asks = look_at_batch(ws, batch=ReceiptBatch(D("182.00"), (draft,))).asks
    posted = enter_receipt(ws, draft=draft, acknowledged=asks)
    assert posted.notes[-1].startswith("A penalty of 18.20 was taken off")
    assert account_money(ws, account_id=ids["00001042"]).balance == D(0)
    move_payment(ws, receipt_id=posted.receipts[0].id, to_account="1043", reason="Wrong stub")
    money = [account_money(ws, account_id=ids[one]).balance for one in ("00001042", "00001043")]
    # 182.00 and its penalty again; 220.00 less 182.00 in time leaves 38.00, and 3.80 on it.
    assert money == [D("200.20"), D("41.80")]
    whole(ws)


def test_slip_of_a_mixed_deposit_splits_to_the_cent(ws: Workspace, ids: dict[str, int]) -> None:
    """One check for three accounts and a fee, over- and underpaid, with unidentified money: the slip's funds add up."""
    save_charge_code(ws, code=ChargeCode("CONN", "Connections", "SS", "2144", 5))
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
    save_payment_settings(ws, settings=PaymentSettings(suspense_code="SUSP"))
    fee = fee_of(ws, D("500.01"))
    amounts = {"00001042": "60.01", "00001043": "300.33", "00001044": "0.01"}
    accounts = tuple(ReceiptLine(Purpose.ACCOUNT, one, D(amount)) for one, amount in amounts.items())
    more = (ReceiptLine(Purpose.FEE, str(fee), D("500.01")), ReceiptLine(Purpose.SUSPENSE, "", D("7.77")))
    lines = (*accounts, *more)
    total = sum((line.amount for line in lines), D(0))
    draft = ReceiptDraft("Estate of Smith", MAIL_DAY, Tender.CHECK, total, lines, "12")
    [receipt] = enter_receipt(ws, draft=draft).receipts
    first, last = (
        line.line_id for line in (receipt_view(ws, receipt_id=receipt.id).lines[n] for n in (0, 4))
    )
    move_payment(ws, receipt_id=receipt.id, line_id=first, to_account="1044", reason="Wrong stub")
    apply_held(ws, line_id=last, parts=(ApplyTo("1042", D("7.76")),), reason="Found")
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    words = " ".join("".join(pages_text(paper_file(ws, paper_id=made.paper_id).content)).split())
    # 220.00 of 300.33 pays 1043, so 80.33 waits; 500.01 is the fee, 0.01 still unidentified.
    assert all(one in words for one in ("868.13", "500.01", "80.33", "0.01")), words
    whole(ws)


def test_only_the_chosen_part_of_identified_money_moves(ws: Workspace, ids: dict[str, int]) -> None:
    """Of 75.00 that nobody could place 50.00 are for 1042 and 25.00 for 1043; the 25.00 go to 1044, the 50.00 stay."""
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
    save_payment_settings(ws, settings=PaymentSettings(suspense_code="SUSP"))
    lines = (ReceiptLine(Purpose.SUSPENSE, "", D("75.00")),)
    draft = ReceiptDraft("Unsigned check", MAIL_DAY, Tender.CHECK, D("75.00"), lines, "88")
    [receipt] = enter_receipt(ws, draft=draft).receipts
    [held] = receipt_view(ws, receipt_id=receipt.id).lines
    parts = (ApplyTo("1042", D("30.00")), ApplyTo("1042", D("20.00")), ApplyTo("1043", D("25.00")))
    apply_held(ws, line_id=held.line_id, parts=parts, reason="He called")
    places = receipt_view(ws, receipt_id=receipt.id).lines
    assert [(one.reference, one.amount) for one in places] == [
        ("00001042", D("50.00")),
        ("00001043", D("25.00")),
    ]
    with pytest.raises(FieldErrors, match="stands on accounts 00001042 and 00001043; choose the one to move"):
        move_payment(ws, receipt_id=receipt.id, to_account="1044", reason="The other house")
    with pytest.raises(FieldErrors, match="Nothing of REC-2027-0001 stands on account 00001044"):
        move_payment(ws, receipt_id=receipt.id, from_account="1044", to_account="1043", reason="x")
    move_payment(ws, receipt_id=receipt.id, from_account="1043", to_account="1044", reason="The other house")
    owed = [account_money(ws, account_id=one).balance for one in ids.values()]
    assert owed == [D("132.00"), D("220.00"), D("85.00")]
    whole(ws)


def test_corrected_payment_counts_as_it_was_really_made(ws: Workspace, ids: dict[str, int]) -> None:
    """A check that was an online payment is not in the office and has no number; a card that was cash is."""
    [online] = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts
    change_tender(ws, receipt_id=online.id, tender=Tender.ONLINE, reason="Paid on the website")
    [coins] = enter_receipt(ws, draft=replace(cash("00001044", "110.00"), tender=Tender.CARD)).receipts
    change_tender(ws, receipt_id=coins.id, tender=Tender.CASH, reason="Slip of the key")
    printed = " ".join(pages_text(receipt_file(ws, receipt_id=online.id).content))
    assert "Online" in printed
    assert "Check no. 1042" not in printed
    ws.clock = FixedClock(BACK)
    items = {item.key: item for item in close_checklist(ws, through=date(2027, 1, 10))}
    waiting = items["undeposited"]
    assert (waiting.count, waiting.amount, waiting.examples) == (1, D("110.00"), ("REC-2027-0002",))
    bounced(ws, online.id)  # it went by itself, so the bank may send it back without a deposit
    whole(ws)
