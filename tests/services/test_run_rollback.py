"""Rolling a run back and closing a period: exact earlier balances, and nothing posted where the books are closed."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import Receipt
from sewerdesk.domain.accountchanges import OwnerDraft, StatusDraft
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.payments import AskFirst
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.account_changes import change_account_owner, set_status
from sewerdesk.services.accounts import account_view, list_accounts
from sewerdesk.services.bill_dates import propose_run
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.closing import (
    close_checklist,
    close_period,
    period_closings,
    reopen_period,
)
from sewerdesk.services.money_acts import _post_act, money_acts, undo_act
from sewerdesk.services.periods import closed_through
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.run_rollback import roll_back_run, take_back_bill
from sewerdesk.services.single_bills import BillDates, final_bill, off_cycle_bill
from sewerdesk.services.workspace import Workspace
from tests.services.test_single_bills import balance, days_billed
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import bill_three_accounts, check
from tests.support.single_bills import post, sound

D = Decimal
FOURTH = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2027, 1, 2))


def balances(ws: Workspace) -> dict[str, Decimal]:
    return {row.number: row.balance for row in list_accounts(ws)}


def only_run(ws: Workspace) -> int:
    with ws.read() as session:
        return session.scalar(select(func.max(Bill.run_id))) or 0


def answers_to(ws: Workspace, through: date) -> dict[str, str]:
    return {item.key: "Looked at" for item in close_checklist(ws, through=through) if not item.is_clear}


def directed(account: str, amount: str, bill: str) -> ReceiptDraft:
    line = ReceiptLine(Purpose.ACCOUNT, account, D(amount), bill)
    return ReceiptDraft("John Q Smith", date(2027, 1, 4), Tender.CHECK, D(amount), (line,), "1042")


def test_roll_back_restores_the_balances_and_keeps_the_numbers(ws: Workspace) -> None:
    ids = bill_three_accounts(ws)
    run = only_run(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}))
    done = roll_back_run(ws, run_id=run, reason="Billed at last year's rates")
    assert (done.bills, done.total) == (3, D("512.00"))
    assert balances(ws) == {"00001042": D("-182.00"), "00001043": D(0), "00001044": D(0)}
    assert all(days_billed(ws, one) == [] for one in ids.values())
    assert propose_run(ws).quarter == Quarter(2026, 4)
    again = post_run(ws, setup=FOURTH, expected=preview_run(ws, setup=FOURTH))
    assert again.number == "RUN-2027-0002"
    with ws.read() as session:
        numbers = session.execute(select(Bill.number, Bill.live).order_by(Bill.id)).all()
        first = session.scalars(select(Bill).where(Bill.live.is_(True)).order_by(Bill.id)).first()
        assert first is not None
        assert first.printed["adjustments"] == []  # what was never mailed is not explained to anybody
        assert first.total_due == D("0.00")
    assert [live for _, live in numbers] == [False] * 3 + [True] * 3
    assert numbers[3][0] == "BIL-2027-0004"
    sound(ws)


@pytest.mark.parametrize("what", ["payment", "adjustment", "later bill", "twice", "closed"])
def test_roll_back_refuses_while_something_stands_on_the_run(ws: Workspace, what: str) -> None:
    ids = bill_three_accounts(ws)
    run = only_run(ws)
    match what:
        case "payment":
            enter_receipt(ws, draft=directed("00001042", "50.00", "BIL-2027-0001"))
            expected = "a payment of 50.00 of 01/04/2027 stands on bill BIL-2027-0001"
        case "adjustment":
            with ws.write() as session:
                entry = ActEntry(ids["00001042"], EntryKind.ADJUSTMENT, D("-5.00"), "OM", 1)
                _post_act(
                    session, ActKind.ADJUSTMENT, on=date(2027, 1, 4), reason="Leak", entries=[entry], facts={}
                )
            expected = "an? adjustment of 5.00"
        case "later bill":
            off_cycle_bill(
                ws,
                account_id=ids["00001044"],
                through=date(2027, 1, 3),
                dates=BillDates(date(2027, 1, 4), date(2027, 2, 3)),
            )
            expected = "bill BIL-2027-0004 of RUN-2027-0002 came after it"
        case "twice":
            roll_back_run(ws, run_id=run, reason="Wrong")
            expected = "was rolled back already"
        case _:
            close_period(ws, through=date(2027, 1, 2), answers=answers_to(ws, date(2027, 1, 2)))
            expected = "closed through 01/02/2027"
    before = balances(ws)
    with pytest.raises(UserError, match=expected):
        roll_back_run(ws, run_id=run, reason="Second thoughts")
    assert balances(ws) == before
    sound(ws)


def test_roll_back_cannot_be_undone_by_itself(ws: Workspace) -> None:
    bill_three_accounts(ws)
    roll_back_run(ws, run_id=only_run(ws), reason="Wrong")
    [act] = money_acts(ws, kinds=[ActKind.ROLL_BACK])
    with pytest.raises(RuleViolation, match="bill again instead"):
        undo_act(ws, act_id=act.id, reason="Back")


def test_final_bill_of_the_wrong_account_is_taken_back_and_the_account_is_open_again(ws: Workspace) -> None:
    """Ended by mistake on November 15: Q4 is billed whole after all, 95.00 + 15.00 = 110.00."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    dates = BillDates(date(2026, 11, 16), date(2026, 12, 20))
    made = final_bill(
        ws, account_id=account, through=date(2026, 11, 15), dates=dates, reason="House torn down"
    )
    done = take_back_bill(ws, number=made.number, reason="It was the house next door")
    assert (done.bills, done.total) == (1, made.total)
    statuses = account_view(ws, account_id=account).statuses
    assert [(one.value, one.start, one.until) for one in statuses] == [("active", date(2020, 1, 1), None)]
    run = post(ws, FOURTH)
    assert balance(ws, account) == D("110.00")
    with pytest.raises(RuleViolation, match="a bill of RUN-2027-0001, a whole quarter's run"):
        take_back_bill(ws, number="BIL-2027-0001", reason="Wrong")
    roll_back_run(ws, run_id=run, reason="Wrong")
    with pytest.raises(UserError, match="There is no bill BIL-1"):
        take_back_bill(ws, number="BIL-1", reason="Wrong")
    sound(ws)


def test_status_given_after_a_final_bill_stays_when_the_bill_is_taken_back(ws: Workspace) -> None:
    """Ended on November 15 and active again from the 17th, which left the 16th to nobody: no day is left now."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    dates = BillDates(date(2026, 11, 16), date(2026, 12, 20))
    made = final_bill(ws, account_id=account, through=date(2026, 11, 15), dates=dates, reason="Torn down")
    again = StatusDraft(AccountStatus.ACTIVE, date(2026, 11, 17), None, "The house stands")
    set_status(ws, account_id=account, draft=again)
    take_back_bill(ws, number=made.number, reason="It was the house next door")
    post(ws, FOURTH)
    assert balance(ws, account) == D("110.00")


def test_sellers_final_bill_is_not_taken_back_under_the_sale(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    draft = OwnerDraft(date(2026, 11, 16), PartyDraft(name="Bo Chen"), (), "Deed")
    dates = BillDates(date(2026, 11, 16), date(2026, 12, 20))
    sold = change_account_owner(ws, account_id=account, draft=draft, dates=dates)
    assert sold.final is not None
    with pytest.raises(RuleViolation, match="the seller's bill of the sale of 11/16/2026"):
        take_back_bill(ws, number=sold.final.number, reason="Wrong")


def _pay(ws: Workspace, draft: ReceiptDraft) -> None:
    """Enter a payment, and what is odd about it is as it should be."""
    try:
        enter_receipt(ws, draft=draft)
    except AskFirst as asked:
        enter_receipt(ws, draft=draft, acknowledged=asked.warnings)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    payments=st.lists(
        st.tuples(st.sampled_from(("00001042", "00001043")), st.decimals("0.01", "400.00", places=2)),
        max_size=4,
    )
)
def test_roll_back_leaves_every_balance_as_without_the_run(
    ws: Workspace, payments: list[tuple[str, Decimal]]
) -> None:
    """Property: whatever was paid in between, rolling back takes exactly the run's charges out of every balance."""
    if not list_accounts(ws):
        adopt_sample_rates(ws)
        for number in ("00001042", "00001043"):
            open_account(
                ws, number=number, name="A B", print_key=f"1.{number}", units="2.5", house=number[-2:]
            )
    before = balances(ws)
    run = post(ws, FOURTH)
    paid = dict.fromkeys(before, D(0))
    for place, (number, amount) in enumerate(payments):
        _pay(ws, check({number: f"{amount}"}, number=f"{run}{place}"))
        paid[number] += amount
    roll_back_run(ws, run_id=run, reason="Try")
    assert balances(ws) == {number: before[number] - paid[number] for number in before}


def test_close_asks_for_an_answer_to_all_that_is_open(ws: Workspace) -> None:
    bill_three_accounts(ws)
    open_account(ws, number="00001045", name="Unbilled", print_key="12.13-2-18", house="18")
    enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2027, 1, 2)))
    through = date(2027, 1, 3)
    found = {item.key: (item.count, item.examples) for item in close_checklist(ws, through=through)}
    assert found["undeposited"] == (1, ("REC-2027-0001",))
    assert found["unbilled"] == (1, ("00001045",))
    assert found["outputs"] == (1, ("RUN-2027-0001",))
    assert found["unapproved"][0] == found["unidentified"][0] == found["penalties"][0] == 0
    before = balances(ws)
    with pytest.raises(FieldErrors) as refused:
        close_period(ws, through=through, answers={"outputs": "Mailed tomorrow"})
    assert set(refused.value.errors) == {"undeposited", "unbilled"}
    close_period(ws, through=through, answers=answers_to(ws, through))
    assert closed_through(ws) == through
    assert balances(ws) == before  # closing changes no amount (faults b1/16)
    with pytest.raises(UserError, match="closed through 01/03/2027 already"):
        close_period(ws, through=date(2027, 1, 2), answers={})
    with pytest.raises(UserError, match="not over yet"):
        close_period(ws, through=date(2027, 1, 4), answers={})


def test_late_money_takes_effect_on_the_first_open_day_and_names_its_own(ws: Workspace) -> None:
    """faults b3/56: a fact that comes late goes to the next period with reference; the receipt keeps its day."""
    ids = bill_three_accounts(ws)
    close_period(ws, through=date(2027, 1, 3), answers=answers_to(ws, date(2027, 1, 3)))
    enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2027, 1, 2)))
    with ws.read() as session:
        entry = session.scalars(select(Entry).where(Entry.kind == "payment")).one()
        assert entry.effective_on == date(2027, 1, 4)
        assert "of 01/02/2027; the books are closed through 01/03/2027" in entry.reason
        assert session.scalars(select(Receipt.received_on)).one() == date(2027, 1, 2)
    assert balance(ws, ids["00001042"]) == D(0)


def test_closed_days_take_no_act_and_no_bill_until_opened_with_authority(
    ws: Workspace, clock: FixedClock
) -> None:
    ids = bill_three_accounts(ws)
    through = date(2027, 1, 3)
    close_period(ws, through=through, answers=answers_to(ws, through))
    entry = ActEntry(ids["00001042"], EntryKind.ADJUSTMENT, D("-5.00"), "OM")

    def adjust() -> None:
        with ws.write() as session:
            _post_act(session, ActKind.ADJUSTMENT, on=through, reason="Leak", entries=[entry], facts={})

    with pytest.raises(FieldErrors, match="closed through 01/03/2027"):
        adjust()
    first = RunSetup(Quarter(2026, 3), date(2027, 1, 2), date(2027, 2, 1), date(2026, 9, 30))
    with pytest.raises(FieldErrors, match="cannot be dated 01/02/2027"):
        post(ws, first)
    with pytest.raises(IntegrityError, match="closed on the day"), ws.write() as session:
        session.add(
            Entry(
                account_id=ids["00001042"],
                effective_on=through,
                posted_at=clock.now(),
                kind="adjustment",
                amount=D("1.00"),
                actor="MB",
            )
        )
    with pytest.raises(FieldErrors) as refused:
        reopen_period(ws, back_to=None, reason="Found a check", authority=" ")
    assert set(refused.value.errors) == {"authority"}
    reopen_period(ws, back_to=None, reason="Found a check", authority="Resolution 2 of 2027")
    adjust()
    assert [one.reopened for one in period_closings(ws)] == [True, False]
    assert closed_through(ws) is None
    assert clock.today() > through
    sound(ws)
