"""A check that came back: out of the accounts on the day of the return, with fee, flag, letter and second deposit."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import AskFirst, DepositDraft, ReceiptState
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.application_fees import open_fees
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import deposit_view, list_deposits, make_deposit
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.papers import paper_file
from sewerdesk.services.payment_moves import move_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipt_pages import list_receipts, receipt_view
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.returned_checks import (
    cash_only_accounts,
    end_cash_only,
    return_check,
    return_fee,
    returned_checks,
)
from sewerdesk.services.returned_letters import write_return_letter
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check, fee_of

D = Decimal
BACK = date(2027, 1, 20)
REASON = "Insufficient funds"
FEE = PaymentSettings(
    returned_fee=D("20.00"),
    returned_fee_code="FEE",
    returned_fee_authority="Resolution 9 of 2026",
    cash_only_months=12,
    cash_only_authority="Resolution 10 of 2026",
)


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00; a returned check costs 20.00 and a year of cash."""
    found = bill_three_accounts(ws)
    save_charge_code(ws, code=ChargeCode("FEE", "Returned check fees", "G", "G-2770", 95))
    save_payment_settings(ws, settings=FEE)
    return found


def deposited(ws: Workspace, draft: ReceiptDraft) -> int:
    """A receipt whose money went to the bank the day it came."""
    receipt = enter_receipt(ws, draft=draft).receipts[0]
    make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    return receipt.id


def balance(ws: Workspace, account_id: int) -> Decimal:
    return account_money(ws, account_id=account_id).balance


def test_one_action_reverses_charges_and_flags(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/71, b4/82, features F11, F12: 182.00 paid and returned 01/20; it and the fee of 20.00 are owed."""
    receipt = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(date(2027, 1, 22))
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    assert (posted.act, posted.fee, posted.cash_only_until) == (
        "RTN-2027-0001",
        D("20.00"),
        date(2028, 1, 20),
    )
    money = account_money(ws, account_id=ids["00001042"])
    assert money.balance == D("202.00")
    assert [(row.on, row.what, row.charge) for row in money.register[:2]] == [
        (BACK, "Charge: Returned check fee", D("20.00")),
        (BACK, "Check of REC-2027-0001 returned", D("182.00")),
    ]
    [row] = list_receipts(ws)
    assert (row.state, row.returned_on, row.number) == (ReceiptState.RETURNED, BACK, "REC-2027-0001")
    view = receipt_view(ws, receipt_id=receipt)
    assert view.returned == "Returned 01/20/2027, Insufficient funds (RTN-2027-0001)"
    [member] = deposit_view(
        ws, deposit_id=view.deposit_id or 0
    ).receipts  # the slip and the return name each other
    assert (member.number, member.state) == ("REC-2027-0001", ReceiptState.RETURNED)
    assert list_deposits(ws)[0].total == D("182.00")  # the bank shows it in and out
    assert cash_only_accounts(ws) == {"00001042": date(2028, 1, 20)}
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_returned_once_only(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/83."""
    receipt = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(BACK)
    return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    with pytest.raises(RuleViolation, match="came back on 01/20/2027 already"):
        return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    with pytest.raises(RuleViolation, match="its money is not there any more"):
        void_receipt(ws, receipt_id=receipt, reason="Again")
    with pytest.raises(RuleViolation, match="its money is not there any more"):
        move_payment(ws, receipt_id=receipt, to_account="1043", reason="Again")
    assert balance(ws, ids["00001042"]) == D("202.00")


def test_refuses_what_no_bank_returns(ws: Workspace, ids: dict[str, int]) -> None:
    paper = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts[0].id
    with pytest.raises(RuleViolation, match="was not deposited, so the bank cannot have returned it"):
        return_check(ws, draft=ReturnDraft(paper, MAIL_DAY, REASON))
    coins = enter_receipt(ws, draft=cash("00001043", "10.00")).receipts[0].id
    with pytest.raises(RuleViolation, match="paid in cash"):
        return_check(ws, draft=ReturnDraft(coins, MAIL_DAY, REASON))
    make_deposit(ws, draft=DepositDraft((paper,), CashCount(), MAIL_DAY))
    with pytest.raises(FieldErrors) as problem:
        return_check(ws, draft=ReturnDraft(paper, BACK, " "))
    assert set(problem.value.errors) == {"bank_reason", "returned_on"}
    with pytest.raises(FieldErrors, match="went to the bank on 01/04/2027"):
        return_check(ws, draft=ReturnDraft(paper, date(2027, 1, 3), REASON))
    assert money_acts(ws) == ()


def test_one_check_for_two_accounts_comes_back_from_both(ws: Workspace, ids: dict[str, int]) -> None:
    """The fee is charged once, where the clerk says."""
    receipt = deposited(ws, check({"00001043": "220.00", "00001044": "110.00"}))
    ws.clock = FixedClock(BACK)
    with pytest.raises(FieldErrors, match="did not pay account 00001042"):
        return_check(ws, draft=ReturnDraft(receipt, BACK, REASON, fee_account="1042"))
    return_check(ws, draft=ReturnDraft(receipt, BACK, REASON, fee_account="1044"))
    assert (balance(ws, ids["00001043"]), balance(ws, ids["00001044"])) == (D("220.00"), D("130.00"))
    assert set(cash_only_accounts(ws)) == {"00001043", "00001044"}


def test_fee_comes_from_the_schedule_before_the_settings(ws: Workspace, ids: dict[str, int]) -> None:
    fee = FeeDraft("returned_check", "Returned check", D("25.00"), "FEE", BACK, "Resolution 3 of 2027")
    adopt_fees(ws, drafts=[fee])
    found = [return_fee(ws, on=day) for day in (date(2027, 1, 19), BACK)]
    assert [(one.amount, one.authority) for one in found if one is not None] == [
        (D("20.00"), "Resolution 9 of 2026"),
        (D("25.00"), "Resolution 3 of 2027"),
    ]
    save_payment_settings(ws, settings=PaymentSettings())
    assert return_fee(ws, on=date(2027, 1, 19)) is None


def test_check_for_a_fee_comes_back_too(ws: Workspace) -> None:
    """Faults b4/74, b4/79: the fee of the application is unpaid again and the returned-check fee stands beside it."""
    save_charge_code(ws, code=ChargeCode("FEE", "Returned check fees", "G", "G-2770", 95))
    save_payment_settings(ws, settings=FEE)
    fee_id = fee_of(ws, D("75.00"))
    line = ReceiptLine(Purpose.FEE, str(fee_id), D("75.00"))
    receipt = deposited(ws, ReceiptDraft("John Q Smith", MAIL_DAY, Tender.CHECK, D("75.00"), (line,), "77"))
    assert open_fees(ws, application_id=1) == ()
    ws.clock = FixedClock(BACK)
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    assert [(fee.label, fee.open_amount) for fee in open_fees(ws, application_id=1)] == [
        ("Connection fee", D("75.00")),
        ("Returned check fee, REC-2027-0001", D("20.00")),
    ]
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees
    undo_act(ws, act_id=posted.act_id, reason="The bank was wrong")
    assert open_fees(ws, application_id=1) == ()
    assert list_receipts(ws)[0].state is ReceiptState.DEPOSITED
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_undo_of_a_return_restores_the_exact_earlier_state(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/77: the payment pays again from its own day, the fee and the flag are gone; it may come back again."""
    receipt = deposited(ws, check({"00001042": "182.00"}))
    before = account_money(ws, account_id=ids["00001042"])
    ws.clock = FixedClock(BACK)
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    undo_act(ws, act_id=posted.act_id, reason="The bank was wrong")
    after = account_money(ws, account_id=ids["00001042"])
    assert (after.balance, after.credit, after.open_items) == (
        before.balance,
        before.credit,
        before.open_items,
    )
    assert [item.paid_by for item in after.items] == [item.paid_by for item in before.items]
    assert cash_only_accounts(ws) == {}
    assert returned_checks(ws) == ()
    again = return_check(ws, draft=ReturnDraft(receipt, BACK, "Account closed"))
    assert again.act == "RTN-2027-0002"
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_cash_only_account_is_asked_about_until_it_ends(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(BACK)
    return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    again = check({"00001042": "20.00"}, number="1099", on=BACK)
    with pytest.raises(AskFirst, match="until 01/20/2028 it pays by cash"):
        enter_receipt(ws, draft=again)
    enter_receipt(ws, draft=cash("00001042", "5.00", on=BACK))
    end_cash_only(ws, account_id=ids["00001042"], reason="Paid by cashier's check for a year")
    enter_receipt(ws, draft=again)
    with pytest.raises(UserError, match="nothing to end"):
        end_cash_only(ws, account_id=ids["00001042"], reason="Again")
    ws.clock = FixedClock(date(2028, 1, 20))
    assert cash_only_accounts(ws) == {}


def test_redeposit_is_a_new_receipt_linked_to_the_first(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/71: the check goes to the bank again; having been moved before, it pays where it stood."""
    receipt = deposited(ws, check({"00001043": "182.00"}))
    move_payment(ws, receipt_id=receipt, to_account="1042", reason="Wrong stub")
    ws.clock = FixedClock(BACK)
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON, charge_fee=False))
    ws.clock = FixedClock(date(2027, 1, 25))
    with pytest.raises(FieldErrors, match="Enter a day from 01/20/2027"):
        redeposit_check(ws, receipt_id=receipt, received_on=date(2027, 1, 19))
    again = redeposit_check(ws, receipt_id=receipt, received_on=date(2027, 1, 25))
    assert again.number == "REC-2027-0002"
    assert (balance(ws, ids["00001042"]), balance(ws, ids["00001043"])) == (D("0.00"), D("220.00"))
    newest = list_receipts(ws)[0]
    assert (newest.redeposits, newest.state, newest.check_number) == (
        "REC-2027-0001",
        ReceiptState.UNDEPOSITED,
        "1042",
    )
    assert receipt_view(ws, receipt_id=receipt).redeposited_as == "REC-2027-0002"
    with pytest.raises(RuleViolation, match="deposited again as REC-2027-0002 already"):
        redeposit_check(ws, receipt_id=receipt, received_on=date(2027, 1, 25))
    with pytest.raises(RuleViolation, match="would be paid twice"):
        undo_act(ws, act_id=posted.act_id, reason="The bank was wrong")
    [listed] = returned_checks(ws, account_id=ids["00001043"])
    assert (listed.redeposited_as, listed.times) == ("REC-2027-0002", 1)
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_returns_are_counted_for_their_payer(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/71: a count per customer."""
    first = deposited(ws, check({"00001042": "100.00"}, number="1"))
    second = deposited(ws, check({"00001042": "82.00"}, number="2", payer="JOHN Q SMITH"))
    ws.clock = FixedClock(BACK)
    for receipt in (first, second):
        return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    assert [(row.receipt, row.times) for row in returned_checks(ws)] == [
        ("REC-2027-0002", 2),
        ("REC-2027-0001", 2),
    ]


def test_letter_says_what_is_owed_and_carries_the_acts_number(ws: Workspace, ids: dict[str, int]) -> None:
    receipt = deposited(ws, check({"00001042": "182.00"}))
    with pytest.raises(UserError, match="did not come back"):
        write_return_letter(ws, receipt_id=receipt)
    ws.clock = FixedClock(BACK)
    return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    paper = write_return_letter(ws, receipt_id=receipt)
    assert write_return_letter(ws, receipt_id=receipt) == paper
    file = paper_file(ws, paper_id=paper)
    assert file.row.number == "RTN-2027-0001"
    said = " ".join(" ".join(pages_text(file.content)).split())
    for words in (
        "check no. 1042 for $182.00",
        "January 20, 2027: Insufficient funds.",
        "a fee of $20.00 is charged (Resolution 9 of 2026)",
        "you owe $202.00",
        "Until January 20, 2028 we cannot take a check from you",
    ):
        assert words in said
    assert check_books(ws).is_clean


def test_nobody_is_charged_a_fee_for_a_check_of_unidentified_money(
    ws: Workspace, ids: dict[str, int]
) -> None:
    """75.00 that nobody could place came back: no account owes the fee of 20.00, so nobody is asked for it."""
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 96))
    save_payment_settings(ws, settings=replace(FEE, suspense_code="SUSP"))
    line = ReceiptLine(Purpose.SUSPENSE, "", D("75.00"))
    receipt = deposited(ws, ReceiptDraft("Ann Roe", MAIL_DAY, Tender.CHECK, D("75.00"), (line,), "88"))
    ws.clock = FixedClock(BACK)
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    assert posted.fee == 0
    assert posted.fee_note.startswith("No fee was charged: none of the check's money was identified")
    assert [row.fee for row in returned_checks(ws)] == [D("0.00")]
    letter = paper_file(ws, paper_id=write_return_letter(ws, receipt_id=receipt))
    said = " ".join(" ".join(pages_text(letter.content)).split())
    assert "Please pay $75.00" in said
    assert "fee of" not in said
    assert check_books(ws).is_clean


def test_letter_without_fee_and_flag_leaves_them_out(ws: Workspace, ids: dict[str, int]) -> None:
    save_payment_settings(ws, settings=replace(FEE, returned_fee=None, cash_only_months=None))
    receipt = deposited(ws, check({"00001042": "182.00"}))
    ws.clock = FixedClock(BACK)
    posted = return_check(ws, draft=ReturnDraft(receipt, BACK, REASON))
    assert (posted.fee, posted.cash_only_until) == (D("0.00"), None)
    said = " ".join(
        " ".join(
            pages_text(paper_file(ws, paper_id=write_return_letter(ws, receipt_id=receipt)).content)
        ).split()
    )
    assert "fee of" not in said
    assert "cannot take a check" not in said
