"""Money put right after it was receipted: moved, held and applied, its tender corrected; the receipt stays itself."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import PeriodClose
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import SuspenseEntry
from sewerdesk.domain.accountmoney import AccountMoney
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import PaymentOrder
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import AskFirst, DepositDraft, ReceiptState
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.payment_preview import preview_payment
from sewerdesk.services.payment_settings import payment_settings, save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipt_pages import list_receipts, receipt_view
from sewerdesk.services.receipts import change_tender, enter_receipt, void_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check

D = Decimal


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00."""
    return bill_three_accounts(ws)


def keep_suspense(ws: Workspace) -> None:
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
    save_payment_settings(ws, settings=replace(payment_settings(ws), suspense_code="SUSP"))


def unidentified(amount: str, *, payer: str = "Unsigned check") -> ReceiptDraft:
    line = ReceiptLine(Purpose.SUSPENSE, "", D(amount))
    return ReceiptDraft(payer, MAIL_DAY, Tender.CHECK, D(amount), (line,), "7001")


def state(ws: Workspace, account_id: int) -> tuple[object, ...]:
    money = account_money(ws, account_id=account_id)
    return money.balance, money.credit, money.items


def money_of(ws: Workspace, account_id: int) -> AccountMoney:
    return account_money(ws, account_id=account_id)


def test_move_keeps_number_and_day_and_leaves_the_first_account_as_it_was(
    ws: Workspace, ids: dict[str, int]
) -> None:
    """A check of 182.00 entered on 1043 belongs to 1042: two entries of one act, both on the day it came (F13)."""
    before = state(ws, ids["00001043"])
    receipt = enter_receipt(ws, draft=check({"00001043": "182.00"})).receipts[0]
    ws.clock = FixedClock(date(2027, 1, 20))
    act = move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Stub of the other house")
    assert (act.number, act.kind, act.effective_on) == ("TRF-2027-0001", ActKind.TRANSFER, MAIL_DAY)
    assert state(ws, ids["00001043"]) == before
    assert money_of(ws, ids["00001042"]).balance == 0
    newest = money_of(ws, ids["00001042"]).register[0]
    assert (newest.on, newest.payment, newest.receipt_id) == (MAIL_DAY, D("182.00"), receipt.id)
    assert newest.what == "Payment REC-2027-0001, moved here"
    assert money_of(ws, ids["00001043"]).register[0].what == "Payment REC-2027-0001 moved away"
    [row] = list_receipts(ws)
    assert (row.number, row.received_on, row.purpose, row.moved) == (
        "REC-2027-0001",
        MAIL_DAY,
        "00001042",
        True,
    )
    [line] = receipt_view(ws, receipt_id=receipt.id).lines
    assert (line.reference, line.moved_from, line.amount) == ("00001042", "00001043", D("182.00"))
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_undo_of_a_move_and_void_after_a_move_leave_no_trace(ws: Workspace, ids: dict[str, int]) -> None:
    start = {account: state(ws, account) for account in ids.values()}
    receipt = enter_receipt(ws, draft=check({"00001043": "182.00"})).receipts[0]
    paid = {account: state(ws, account) for account in ids.values()}
    act = move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong stub")
    undo_act(ws, act_id=act.id, reason="It was right at first")
    assert {account: state(ws, account) for account in ids.values()} == paid
    assert not list_receipts(ws)[0].moved
    move_payment(ws, receipt_id=receipt.id, to_account="1044", reason="Wrong stub")
    void_receipt(ws, receipt_id=receipt.id, reason="Never came")
    assert {account: state(ws, account) for account in ids.values()} == start
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_move_is_undone_last_first(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = enter_receipt(ws, draft=check({"00001043": "50.00"})).receipts[0]
    first = move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong stub")
    move_payment(ws, receipt_id=receipt.id, to_account="1044", reason="Wrong again")
    with pytest.raises(
        RuleViolation, match="REC-2027-0001 was voided, returned or moved after TRF-2027-0001"
    ):
        undo_act(ws, act_id=first.id, reason="Back")
    assert money_of(ws, ids["00001044"]).balance == D("60.00")


def test_second_move_counts_from_the_day_the_first_was_undone(ws: Workspace, ids: dict[str, int]) -> None:
    """As of any day between, the money is on one account: never taken out twice, and the reports agree."""
    receipt = enter_receipt(ws, draft=check({"00001043": "182.00"})).receipts[0]
    ws.clock = FixedClock(date(2027, 1, 20))
    first = move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Stub of the other house")
    undo_act(ws, act_id=first.id, reason="It was right at first")
    second = move_payment(ws, receipt_id=receipt.id, to_account="1044", reason="He called")
    assert (first.effective_on, second.effective_on) == (MAIL_DAY, date(2027, 1, 20))
    between = run_report(ws, request=ReportRequest("aged", date(2027, 1, 12)))
    balances = [D(str(row.cells[9])) for group in between.body.groups for row in group.rows]
    assert sum(balances) == D("330.00")
    assert between.faults == ()
    assert not check_books(ws).findings


def test_move_refuses_what_it_cannot_do(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = enter_receipt(ws, draft=check({"00001043": "20.00", "00001044": "10.00"})).receipts[0]
    with pytest.raises(FieldErrors, match="choose the line to move"):
        move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong")
    line = receipt_view(ws, receipt_id=receipt.id).lines[0].line_id
    with pytest.raises(FieldErrors, match="is on account 00001043 already"):
        move_payment(ws, receipt_id=receipt.id, line_id=line, to_account="1043", reason="Wrong")
    with pytest.raises(UserError, match="has no bill BIL-2027-0002"):
        move_payment(
            ws, receipt_id=receipt.id, line_id=line, to_account="1042", reason="x", bill="BIL-2027-0002"
        )
    move_payment(ws, receipt_id=receipt.id, line_id=line, to_account="1042", reason="Wrong")
    assert money_of(ws, ids["00001042"]).balance == D("162.00")
    void_receipt(ws, receipt_id=receipt.id, reason="Never came")
    with pytest.raises(RuleViolation, match="was voided on 01/04/2027 already"):
        move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong")


def test_unidentified_money_needs_a_charge_code_to_be_held_under(ws: Workspace, ids: dict[str, int]) -> None:
    with pytest.raises(UserError, match="keeps no suspense account"):
        enter_receipt(ws, draft=unidentified("300.00"))


def test_unidentified_money_is_held_then_applied_to_its_accounts(ws: Workspace, ids: dict[str, int]) -> None:
    """300.00 nobody can place (F14): 182.00 turns out to be 1042's, 100.00 1043's, 18.00 stays held."""
    keep_suspense(ws)
    receipt = enter_receipt(ws, draft=unidentified("300.00")).receipts[0]
    [held] = held_money(ws)
    assert (held.receipt, held.held) == ("REC-2027-0001", D("300.00"))
    assert list_receipts(ws)[0].purpose == "Not identified"
    parts = (ApplyTo("1042", D("182.00")), ApplyTo("1043", D("100.00"), "BIL-2027-0002"))
    act = apply_held(ws, line_id=held.line_id, parts=parts, reason="The bank named the payer")
    assert act.total == D("-282.00")
    assert [row.held for row in held_money(ws)] == [D("18.00")]
    assert money_of(ws, ids["00001042"]).balance == 0
    assert money_of(ws, ids["00001043"]).balance == D("120.00")
    assert [(line.reference, line.amount) for line in receipt_view(ws, receipt_id=receipt.id).lines] == [
        ("00001042", D("182.00")),
        ("00001043", D("100.00")),
        ("Not identified", D("18.00")),
    ]
    with pytest.raises(FieldErrors, match=r"19\.00 is more than the 18\.00"):
        apply_held(ws, line_id=held.line_id, parts=(ApplyTo("1044", D("19.00")),), reason="More")
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees
    undo_act(ws, act_id=act.id, reason="Another payer")
    assert [row.held for row in held_money(ws)] == [D("300.00")]
    assert money_of(ws, ids["00001042"]).balance == D("182.00")
    void_receipt(ws, receipt_id=receipt.id, reason="Sent back")
    assert held_money(ws) == ()
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_held_money_applied_again_counts_from_the_day_it_came_back(
    ws: Workspace, ids: dict[str, int]
) -> None:
    keep_suspense(ws)
    enter_receipt(ws, draft=unidentified("182.00"))
    ws.clock = FixedClock(date(2027, 1, 20))
    [row] = held_money(ws)
    first = apply_held(ws, line_id=row.line_id, parts=(ApplyTo("1043", D("182.00")),), reason="He called")
    undo_act(ws, act_id=first.id, reason="It was another Peña")
    second = apply_held(ws, line_id=row.line_id, parts=(ApplyTo("1042", D("182.00")),), reason="He called")
    assert (first.effective_on, second.effective_on) == (MAIL_DAY, date(2027, 1, 20))
    assert money_of(ws, ids["00001042"]).balance == D("0.00")
    assert not check_books(ws).findings


def test_wrong_tender_is_corrected_with_its_trail(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/73: a check entered as cash goes to the bank as the check it is, and both are on record."""
    receipt = enter_receipt(ws, draft=cash("00001042", "182.00")).receipts[0]
    with pytest.raises(FieldErrors) as problem:
        change_tender(ws, receipt_id=receipt.id, tender=Tender.CHECK, reason="")
    assert set(problem.value.errors) == {"reason", "check_number"}
    change_tender(
        ws,
        receipt_id=receipt.id,
        tender=Tender.CHECK,
        check_number="88",
        bank="Arrow",
        reason="Slip of the key",
    )
    [row] = list_receipts(ws)
    assert (row.method, row.bank, row.tender_changed) == ("Check no. 88", "Arrow", True)
    assert receipt_view(ws, receipt_id=receipt.id).trail == (
        "Cash became check no. 88 on 01/04/2027 by MB: Slip of the key",
    )
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    assert made.total == D("182.00")
    with pytest.raises(RuleViolation, match="on the slip of deposit DEP-2027-0001"):
        change_tender(ws, receipt_id=receipt.id, tender=Tender.CASH, reason="Cash after all")
    with pytest.raises(AskFirst, match=r"Check 88 for 182\.00 was posted before as REC-2027-0001"):
        enter_receipt(ws, draft=check({"00001042": "182.00"}, number="88"))
    assert rebuild_check(ws).agrees


def test_postmark_is_kept_and_is_not_after_the_day_it_came(ws: Workspace, ids: dict[str, int]) -> None:
    late = replace(check({"00001042": "182.00"}), postmark=date(2027, 1, 5))
    with pytest.raises(FieldErrors, match="postmark of 01/05/2027 is after the day the money came"):
        enter_receipt(ws, draft=late)
    enter_receipt(ws, draft=replace(late, postmark=date(2026, 12, 31)))
    [row] = list_receipts(ws)
    assert (row.postmark, row.received_on, row.state) == (
        date(2026, 12, 31),
        MAIL_DAY,
        ReceiptState.UNDEPOSITED,
    )


def test_a_day_far_back_is_asked_about(ws: Workspace, ids: dict[str, int]) -> None:
    """The typed year 2026 for 2027: 363 days ago is asked about, 60 is not."""
    with pytest.raises(AskFirst, match=r"363 days ago.*make sure that the year is right"):
        enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2026, 1, 6)))
    enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2026, 11, 5)))
    assert len(list_receipts(ws)) == 1


def test_a_postmark_far_back_is_asked_about(ws: Workspace, ids: dict[str, int]) -> None:
    """The money came today, its postmark of 01/02 was typed with the last year: 367 days, asked; of this year, not."""
    typed = replace(check({"00001042": "182.00"}), postmark=date(2026, 1, 2))
    with pytest.raises(
        AskFirst, match=r"mailed on 01/02/2026, 367 days ago.*make sure that the year is right"
    ):
        enter_receipt(ws, draft=typed)
    enter_receipt(ws, draft=replace(typed, postmark=date(2027, 1, 2)))
    assert len(list_receipts(ws)) == 1


def test_preview_shows_what_would_be_paid_in_the_boards_order(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/61, b4/62, b4/67: never more than is open; too much waits as a credit; changed with the amount."""
    settings = replace(
        billing_settings(ws),
        payment_order=PaymentOrder.OLDEST_FIRST,
        payment_order_authority="Resolution 12 of 2026",
    )
    save_billing_settings(ws, settings=settings)
    [shown] = preview_payment(ws, [check({"00001042": "200.00"})]).accounts
    assert (shown.balance, shown.paid, shown.credit, shown.balance_after) == (
        D("182.00"),
        D("200.00"),
        D("18.00"),
        D("-18.00"),
    )
    assert sum((line.pays for line in shown.lines), D(0)) == D("182.00")
    assert all(line.pays <= line.open_before and line.left == 0 for line in shown.lines)
    assert shown.order == "Paid in the order: oldest first (Resolution 12 of 2026)"
    [less] = preview_payment(ws, [check({"00001042": "100.00"})]).accounts
    assert (sum((line.pays for line in less.lines), D(0)), less.credit) == (D("100.00"), D("0.00"))
    assert less.sentence.startswith("Pays ")
    enter_receipt(ws, draft=check({"00001042": "100.00"}))
    after = {line.what: line.left for line in less.lines}
    rows = {item.what: item.open_amount for item in money_of(ws, ids["00001042"]).items if item.what in after}
    assert rows == after


def test_small_difference_waits_for_the_next_bill(ws: Workspace, ids: dict[str, int]) -> None:
    """181.50 of 182.00 with a tolerance of 2.00 (F15): said before saving, carried on the balance."""
    settings = PaymentSettings(tolerance=D("2.00"), tolerance_authority="Resolution 4 of 2025")
    save_payment_settings(ws, settings=settings)
    preview = preview_payment(ws, [check({"00001042": "181.50"})])
    assert preview.notes == (
        "Account 00001042 is 0.50 short; so small a difference waits for the next bill (Resolution 4 of 2025).",
    )
    enter_receipt(ws, draft=check({"00001042": "181.50"}))
    assert money_of(ws, ids["00001042"]).balance == D("0.50")
    assert preview_payment(ws, [check({"00001043": "200.00"})]).notes == ()


def test_settings_want_the_authority_of_what_they_allow(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as problem:
        save_payment_settings(
            ws,
            settings=PaymentSettings(
                tolerance=D("2.00"), returned_fee=D("20.00"), suspense_code="NONE", deposit_days=3
            ),
        )
    assert set(problem.value.errors) == {
        "tolerance_authority",
        "returned_fee_authority",
        "returned_fee_code",
        "suspense_code",
        "deposit_authority",
        "deposit_limit",
    }
    assert payment_settings(ws) == PaymentSettings()


def test_acts_of_moving_are_listed(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = enter_receipt(ws, draft=check({"00001043": "50.00"})).receipts[0]
    move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong stub")
    [act] = money_acts(ws, kinds=[ActKind.TRANSFER])
    assert (act.total, act.accounts, act.reason) == (D("0.00"), 2, "Wrong stub")


def test_move_of_a_closed_day_counts_from_the_first_open_one(ws: Workspace, ids: dict[str, int]) -> None:
    """The books are closed through January: the money of 01/04 moves on 02/01, and January stays as reported."""
    receipt = enter_receipt(ws, draft=check({"00001043": "50.00"})).receipts[0]
    ws.clock = FixedClock(date(2027, 2, 9))
    close_through(ws, date(2027, 1, 31))
    act = move_payment(ws, receipt_id=receipt.id, to_account="1042", reason="Wrong stub")
    assert act.effective_on == date(2027, 2, 1)
    assert money_of(ws, ids["00001042"]).balance == D("132.00")
    assert money_of(ws, ids["00001042"]).register[0].what.endswith("moved here")
    assert act.reason == "Wrong stub (of 01/04/2027; the books are closed through 01/31/2027)"


def close_through(ws: Workspace, day: date) -> None:
    with ws.write() as session:
        session.add(PeriodClose(through=day, done_at=ws.clock.now(), checked=[], actor=ws.actor))


def test_every_reversal_names_the_closed_day_it_belongs_to(ws: Workspace, ids: dict[str, int]) -> None:
    """January is closed: void, return, undo and held money take effect in February and name the day in January."""
    keep_suspense(ws)
    void, back, moved = (
        enter_receipt(ws, draft=check({account: "50.00"}, number=number)).receipts[0]
        for account, number in (("00001043", "1"), ("00001044", "2"), ("00001042", "3"))
    )
    held = enter_receipt(ws, draft=unidentified("30.00")).receipts[0]
    act = move_payment(ws, receipt_id=moved.id, to_account="1043", reason="Wrong stub")
    make_deposit(ws, draft=DepositDraft((back.id,), CashCount(), MAIL_DAY))
    ws.clock = FixedClock(date(2027, 2, 9))
    close_through(ws, date(2027, 1, 31))
    closed = "of 01/04/2027; the books are closed through 01/31/2027"
    void_receipt(ws, receipt_id=void.id, reason="Never came")
    void_receipt(ws, receipt_id=held.id, reason="Never came")
    undo_act(ws, act_id=act.id, reason="It was right")
    return_check(ws, draft=ReturnDraft(back.id, date(2027, 1, 12), "No funds", charge_fee=False))
    late = enter_receipt(ws, draft=unidentified("20.00"), acknowledged=()).receipts[0]
    with ws.read() as session:
        found = session.scalars(select(Entry).where(Entry.kind == "reversal").order_by(Entry.id)).all()
        days = [(one.effective_on, one.reason) for one in found]
        money = session.execute(select(SuspenseEntry.effective_on, SuspenseEntry.reason)).all()
    today = date(2027, 2, 9)
    assert days[1:] == [
        (today, f"REC-2027-0001 void: Never came ({closed})"),
        (today, f"It was right ({closed})"),
        (today, f"It was right ({closed})"),
        (date(2027, 2, 1), f"Check of REC-2027-0002 returned: No funds ({closed.replace('04', '12', 1)})"),
    ]
    assert (late.number, [tuple(one) for one in money][1:]) == (
        "REC-2027-0005",
        [
            (today, f"REC-2027-0004 void: Never came ({closed})"),
            (date(2027, 2, 1), f"Money not identified yet, REC-2027-0005 {closed}"),
        ],
    )
    apply_held(ws, line_id=held_money(ws)[0].line_id, parts=(ApplyTo("1044", D("20.00")),), reason="Found")
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_deposit_of_a_closed_day_is_refused(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = enter_receipt(ws, draft=check({"00001043": "50.00"})).receipts[0]
    ws.clock = FixedClock(date(2027, 2, 9))
    close_through(ws, date(2027, 1, 31))
    with pytest.raises(FieldErrors) as problem:
        make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), date(2027, 1, 20)))
    assert set(problem.value.errors) == {"deposited_on"}
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), date(2027, 2, 1)))
    assert made.total == D("50.00")
