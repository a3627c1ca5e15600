"""Reports run from the books: figures worked out by hand, every one tied to the ledger."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.reports.catalog import REPORTS, ReportRequest
from sewerdesk.domain.reports.model import Report
from sewerdesk.domain.reports.settings import ReportSettings
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.adjustments import decide_act, post_adjustment
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.money_acts import undo_act
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.report_settings import report_settings, save_report_settings
from sewerdesk.services.reports import run_report
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from tests.support.payments import NO_CASH, bill_three_accounts, cash, check
from tests.support.single_bills import FOURTH, post

D = Decimal
WINTER = (date(2027, 1, 1), date(2027, 3, 31))


def _run(ws: Workspace, key: str, through: date, since: date | None = None, **choices: str) -> Report:
    return run_report(ws, request=ReportRequest(key, through, since, tuple(choices.items())))


def _cells(report: Report) -> dict[object, dict[str, object]]:
    """Each row's cells by column, by its first cell."""
    keys = [column.key for column in report.body.columns]
    return {row.cells[0]: dict(zip(keys, row.cells, strict=True)) for row in report.rows}


def _total(report: Report, key: str) -> object:
    keys = [column.key for column in report.body.columns]
    return report.totals[keys.index(key)]


def _at(ws: Workspace, day: date) -> None:
    ws.clock = FixedClock(day)


def test_age_by_days_past_due_with_credit_apart(ws: Workspace) -> None:
    """Faults b7/115, b7/116, b4/64: paid later is still open then; one bucket each; credits in their own column."""
    bill_three_accounts(ws)  # 182.00, 220.00 and 110.00, due February 1
    enter_receipt(ws, draft=check({"00001043": "250.00"}, payer="Ana Peña", number="7"))
    _at(ws, date(2027, 3, 10))
    enter_receipt(ws, draft=check({"00001042": "100.00"}, on=date(2027, 3, 10)))
    before = _run(ws, "aged", date(2027, 1, 31))
    assert [_total(before, key) for key in ("bucket0", "bucket1", "credit", "balance")] == [
        D("292.00"),
        D("0.00"),
        D("-30.00"),
        D("262.00"),
    ]
    # March 9 is 36 days after February 1; the payment of the 10th is not known yet.
    day_before = _cells(_run(ws, "aged", date(2027, 3, 9)))
    assert day_before["00001042"]["bucket2"] == D("182.00")
    after = _run(ws, "aged", date(2027, 3, 10))
    assert _cells(after)["00001042"]["bucket2"] == D("82.00")
    assert _cells(after)["00001043"]["credit"] == D("-30.00")
    assert _total(after, "balance") == D("162.00")
    assert [group.title for group in after.body.groups] == ["M Metered", "R Per unit"]
    assert not after.faults
    assert after.count_words == "3 accounts"
    assert after.stamp.text == f"Run {after.stamp.text.split(' ', 1)[1]}"
    assert "MB" in after.stamp.text


def test_leave_out_what_was_entered_later_when_asked(ws: Workspace) -> None:
    """A back-dated receipt changes the list of a past day, unless only what was entered by then is asked for."""
    bill_three_accounts(ws)
    _at(ws, date(2027, 3, 10))
    enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2027, 1, 20)))
    day = date(2027, 2, 28)
    assert _total(_run(ws, "aged", day), "balance") == D("330.00")
    asked = _run(ws, "aged", day, known="entered")
    assert _total(asked, "balance") == D("512.00")
    assert "entered by the end of that day" in asked.scope


def test_roll_forward_to_the_cent_by_code(ws: Workspace) -> None:
    """Opening + billed − payments = closing for each code; 100.00 pays the operation first: 62.50, then use."""
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "100.00"}))
    report = _run(ws, "roll-forward", date(2027, 1, 31), date(2027, 1, 1))
    lines = _cells(report)
    assert lines["SS-2120"]["charge"] == D("347.50")  # 62.50, twice 95.00, and 95.00
    assert lines["SS-2120"]["payment"] == D("-62.50")
    assert lines["SS-2122"]["payment"] == D("-37.50")
    assert _total(report, "opening") == D("0.00")
    assert _total(report, "charge") == D("512.00")
    assert _total(report, "payment") == D("-100.00")
    assert _total(report, "closing") == D("412.00")
    assert not report.faults
    assert len(report.body.proofs) == 3


def test_put_a_void_on_its_own_day(ws: Workspace) -> None:
    """Faults b7/119: the payment stays in January, its void comes in February, by the date that the report says."""
    bill_three_accounts(ws)
    enter_receipt(ws, draft=cash("00001043", "50.00"))
    receipt_id = 1
    _at(ws, date(2027, 2, 3))
    void_receipt(ws, receipt_id=receipt_id, reason="Entered twice.")
    january = _run(ws, "roll-forward", date(2027, 1, 31), date(2027, 1, 1))
    february = _run(ws, "roll-forward", date(2027, 2, 28), date(2027, 2, 1))
    assert (_total(january, "payment"), _total(january, "closing")) == (D("-50.00"), D("462.00"))
    assert (_total(february, "opening"), _total(february, "payment")) == (D("462.00"), D("50.00"))
    assert _total(february, "closing") == D("512.00")
    journal = _run(ws, "receipts", date(2027, 1, 31), date(2027, 1, 1))
    assert _total(journal, "amount") == D("50.00")
    assert "by date received" in journal.scope
    later = _run(ws, "receipts", date(2027, 2, 28), date(2027, 2, 1))
    assert [row.cells[-2:] for row in later.rows] == [("Void: Entered twice.", D("-50.00"))]
    whole = _run(ws, "receipts", date(2027, 2, 28), date(2027, 1, 1), by="code")
    assert _total(whole, "amount") == D("0.00")


def test_split_the_journal_by_code_and_fund(ws: Workspace) -> None:
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00", "00001044": "130.00"}))
    report = _run(ws, "receipts", *reversed(WINTER), by="code")
    found = {group.title: sum(row.cells[-1] for row in group.rows) for group in report.body.groups}  # type: ignore[misc]
    assert found == {
        "SS-2120 Operation and maintenance": D("157.50"),
        "SS-2122 Usage": D("104.50"),
        "SS-2120D Debt service": D("30.00"),
        "Money no charge has used yet": D("20.00"),
    }
    funds = _run(ws, "receipts", *reversed(WINTER), by="fund")
    assert [group.title for group in funds.body.groups] == ["Fund SS", "Money no charge has used yet"]
    tender = _run(ws, "receipts", *reversed(WINTER))
    assert [group.title for group in tender.body.groups] == ["Check"]
    assert _total(tender, "amount") == D("312.00") == _total(report, "amount")


def test_list_every_open_item_once(ws: Workspace) -> None:
    """Faults b7/118: nothing vanishes and nothing paid is shown."""
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "62.50"}))
    report = _run(ws, "open-items", date(2027, 2, 2))
    accounts = [row.cells[0] for row in report.rows]
    assert (accounts.count("00001042"), accounts.count("00001043"), accounts.count("00001044")) == (2, 2, 2)
    assert _total(report, "open") == D("449.50")
    assert not report.faults


def test_order_delinquent_accounts_as_asked(ws: Workspace) -> None:
    bill_three_accounts(ws)
    assert _run(ws, "delinquent", date(2027, 2, 1)).count == 0, "the due date itself is not past due"
    report = _run(ws, "delinquent", date(2027, 2, 2))
    assert [row.cells[0] for row in report.rows] == ["00001043", "00001042", "00001044"]
    assert _total(report, "past_due") == D("512.00")
    assert _run(ws, "delinquent", date(2027, 2, 2), order="age").count == 3


def test_list_the_bills_of_a_span(ws: Workspace) -> None:
    bill_three_accounts(ws)
    report = _run(ws, "bills", *reversed(WINTER))
    assert (report.count_words, _total(report, "charges")) == ("3 bills", D("512.00"))
    assert report.body.groups[0].title.endswith("Q4 2026")


def test_list_the_bills_of_a_run_that_was_rolled_back_apart(ws: Workspace) -> None:
    """512.00 was billed, taken back and billed again: 512.00 stands, not 1,024.00, and 512.00 is void."""
    bill_three_accounts(ws)
    [run] = list_runs(ws)
    roll_back_run(ws, run_id=run.run_id, reason="Billed at last year's rates")
    post(ws, FOURTH)
    report = _run(ws, "bills", *reversed(WINTER))
    assert (_total(report, "charges"), _total(report, "void")) == (D("512.00"), D("512.00"))
    notes = [row.cells[-1] for row in report.rows]
    assert notes == ["Rolled back: Billed at last year's rates"] * 3 + [""] * 3
    assert report.body.notes == (
        "3 void bills are listed; what they charged is in no total but that of the void charges.",
    )


def test_cut_buckets_as_the_office_sets_them(ws: Workspace) -> None:
    bill_three_accounts(ws)
    save_report_settings(ws, settings=ReportSettings((60,), fiscal_month=6))
    assert report_settings(ws).fiscal_year(date(2027, 3, 1)) == (date(2026, 6, 1), date(2027, 5, 31))
    report = _run(ws, "aged", date(2027, 4, 3))
    titles = [column.title for column in report.body.columns[3:6]]
    assert titles == ["Not yet due", "1–60 days", "Over 60"]
    assert _total(report, "bucket2") == D("512.00")
    with pytest.raises(FieldErrors, match="larger than the one before"):
        save_report_settings(ws, settings=ReportSettings((60, 30)))


def test_refuse_days_out_of_order(ws: Workspace) -> None:
    with pytest.raises(FieldErrors, match="before the first"):
        _run(ws, "bills", date(2027, 1, 1), date(2027, 1, 2))
    with pytest.raises(UserError, match="no report of this program"):
        _run(ws, "everything", date(2027, 1, 1))


@pytest.mark.parametrize("key", [kind.key for kind in REPORTS if not kind.of_account])
def test_run_every_report_on_an_empty_office(ws: Workspace, key: str) -> None:
    report = _run(ws, key, date(2027, 3, 31), date(2027, 1, 1))
    assert (report.count, report.faults) == (0, ())
    assert report.body.empty.endswith(".")


def test_check_the_reports_with_the_books(ws: Workspace) -> None:
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "62.50"}))
    done = {one.name: one for one in check_books(ws).checks}["Reports"]
    assert (done.passed, done.records) == (True, 8)


def test_list_a_returned_check_on_the_day_it_came_back(ws: Workspace) -> None:
    """The receipt stays in January's journal; what took it back is in the month in which the bank sent it back."""
    bill_three_accounts(ws)
    receipt = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts[0].id
    make_deposit(ws, draft=DepositDraft((receipt,), NO_CASH, date(2027, 1, 4)))
    _at(ws, date(2027, 2, 9))
    return_check(ws, draft=ReturnDraft(receipt, date(2027, 2, 8), "Insufficient funds"))
    for dates in ("received", "posted", "deposited"):
        january = _run(ws, "receipts", date(2027, 1, 31), date(2027, 1, 1), dates=dates)
        assert _total(january, "amount") == D("182.00")
        february = _run(ws, "receipts", date(2027, 2, 28), date(2027, 2, 1), dates=dates)
        assert [row.cells[-2:] for row in february.rows] == [
            ("Returned by the bank: Insufficient funds", D("-182.00"))
        ]
    [deposit] = _run(ws, "deposits", date(2027, 1, 31), date(2027, 1, 1)).rows
    assert deposit.cells[3:8] == (1, D("0.00"), D("182.00"), D("0.00"), D("182.00"))
    roll = _run(ws, "roll-forward", date(2027, 2, 28), date(2027, 2, 1))
    assert (_total(roll, "payment"), roll.faults) == (D("182.00"), ())


def test_say_who_asked_and_who_approved(ws: Workspace) -> None:
    """Features H4, faults b4/109: reason, who, approval state; what nobody approved says so."""
    bill_three_accounts(ws)
    adjust = AdjustmentDraft("00001042", D("-5.00"), "Meter misread", "Ana Peña", date(2027, 1, 4))
    save_payment_settings(ws, settings=PaymentSettings(adjustment_reasons=("Meter misread",)))
    act = post_adjustment(ws, draft=adjust)
    waiting = _cells(_run(ws, "adjustments", *reversed(WINTER)))[act.number]
    assert (waiting["requested"], waiting["approval"]) == ("Ana Peña", "Not approved yet")
    decide_act(ws, act_id=act.id, approved=True, decided_by="Board", minute="Minutes 01/04/2027")
    approved = _run(ws, "adjustments", *reversed(WINTER))
    assert _cells(approved)[act.number]["approval"] == "Approved 01/04/2027, Board, Minutes 01/04/2027"
    undo_act(ws, act_id=act.id, reason="The reading was right.")
    undone = _run(ws, "adjustments", *reversed(WINTER))
    assert (undone.count, _total(undone, "amount")) == (2, D("0.00"))
    assert _cells(undone)[act.number]["state"].startswith("Undone by UND-")  # type: ignore[attr-defined]
