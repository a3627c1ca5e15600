"""A quarter billed through the services: right amounts, once, all or nothing."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.data.models.billing import Bill, BillLine, RunOutcome
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.party import PartyAddress
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import line_from
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.payments import AskFirst
from sewerdesk.domain.readings import ReadingDraft
from sewerdesk.services.accounts import account_view, hold_account
from sewerdesk.services.bill_files import BillOrder, bill_file, bills_file
from sewerdesk.services.bill_pages import _page
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.readings import enter_reading
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.payments import check

SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 10))


@pytest.fixture
def billed(ws: Workspace) -> Workspace:
    """Account 00001042 of the worked bill, metered, and 00001043, two units without a meter."""
    adopt_sample_rates(ws)
    smith = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="M")
    install_meter(
        ws,
        account_id=smith,
        serial="48-1107",
        readings={
            date(2026, 1, 2): "4700",
            date(2026, 4, 1): "4875",
            date(2026, 6, 30): "5115",
            date(2026, 9, 30): "5165",
        },
    )
    open_account(ws, number="00001043", name="Peña, Ana", print_key="12.13-2-16", units="2", house="14")
    return ws


def test_preview_run_puts_every_account_in_one_outcome(billed: Workspace) -> None:
    preview = preview_run(billed, setup=SECOND)
    assert [(one.account, one.kind) for one in preview.outcomes] == [
        ("00001042", OutcomeKind.BILLED),
        ("00001043", OutcomeKind.BILLED),
    ]
    # 62.50 + 19,000 gal x 5.50 per 1,000 + 15.00, and 2 x (95.00 + 15.00)
    assert [bill.total for bill in preview.bills] == [Decimal("182.00"), Decimal("220.00")]
    assert preview.total == Decimal("402.00")


def test_post_run_writes_the_worked_bill(billed: Workspace) -> None:
    posted = post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    assert (posted.billed, posted.held, posted.skipped, posted.total) == (2, 0, 0, Decimal("402.00"))
    with billed.read() as session:
        bill = session.scalars(select(Bill).order_by(Bill.id)).first()
        assert bill is not None
        assert bill.number == "BIL-2026-0001"
        page = _page(bill, "00001042")
        page.check_sums()
        assert page.total_due == Decimal("182.00")
        assert page.after_due == Decimal("200.20")
        assert page.usage == "24,000 gal"
        assert page.address == ("JOHN Q SMITH", "12 MAIN ST", "HAGUE NY 12836")
        assert "Sample Local Law 2 of 2020, §5" in page.penalty
        assert page.scan_line.startswith("00001042260731000018200")
        lines = session.scalars(select(BillLine).where(BillLine.bill_id == bill.id)).all()
        assert [line.amount for line in lines] == [Decimal("62.50"), Decimal("104.50"), Decimal("15.00")]
        assert lines[1].text == "Usage, 24,000 gal"
        assert "from 004875 on 04/01/2026 to 005115 on 06/30/2026" in explain(line_from(lines[1].inputs))
    assert account_view(billed, account_id=1).row.balance == Decimal("182.00")


def test_post_run_twice_bills_nobody_twice(billed: Workspace) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    again = preview_run(billed, setup=SECOND)
    assert {one.kind for one in again.outcomes} == {OutcomeKind.SKIPPED}
    assert "Already billed" in again.outcomes[0].reason
    with pytest.raises(RuleViolation, match="no account to bill"):
        post_run(billed, setup=SECOND, expected=again)
    assert len(list_runs(billed)) == 1


def test_the_database_itself_refuses_a_second_regular_bill(billed: Workspace) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    columns = (
        "run_id, account_id, service, period, kind, live, bill_date, due_date, current_charges, total_due, "
    )
    columns += "carried, estimated, printed_through, printed, class_code, period_from, period_to"
    with pytest.raises(IntegrityError, match="UNIQUE"), billed.write() as session:
        session.execute(
            text(
                f"INSERT INTO bill (number, {columns}) SELECT 'BIL-2026-9999', {columns} FROM bill WHERE id = 1"
            )
        )


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET amount = 1",
        "DELETE FROM entry",
        "UPDATE bill SET total_due = 1",
        "DELETE FROM bill_line",
        "UPDATE billing_run SET total = 0",
    ],
)
def test_refuse_to_change_what_was_posted_even_by_sql(billed: Workspace, sql: str) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    with pytest.raises(IntegrityError, match="never changed or deleted"), billed.write() as session:
        session.execute(text(sql))


def test_post_run_refuses_figures_that_changed_meanwhile(billed: Workspace) -> None:
    looked_at = preview_run(billed, setup=SECOND)
    open_account(billed, number="00001044", name="New Here", print_key="12.13-2-17", house="16")
    with pytest.raises(RuleViolation, match="Look at the run again"):
        post_run(billed, setup=SECOND, expected=looked_at)
    with billed.read() as session:
        for table in (Bill, BillLine, Entry, RunOutcome):
            assert session.scalar(select(func.count()).select_from(table)) == 0


def test_hold_keeps_an_account_out_with_its_reason(billed: Workspace) -> None:
    hold_account(billed, account_id=2, reason="In court", since=date(2026, 6, 1), until=None)
    preview = preview_run(billed, setup=SECOND)
    assert [(one.kind, one.reason) for one in preview.outcomes if one.account_id == 2] == [
        (OutcomeKind.HELD, "In court")
    ]
    posted = post_run(billed, setup=SECOND, expected=preview)
    assert (posted.billed, posted.held) == (1, 1)


def test_next_quarter_carries_the_balance_and_names_the_cause(billed: Workspace) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    preview = preview_run(billed, setup=THIRD)
    # 5,000 gallons are included: 62.50 + 0.00 + 15.00
    assert preview.bills[0].total == Decimal("77.50")
    assert [(d.account, d.causes[0].value) for d in preview.differences] == [("00001042", "use changed")]
    post_run(billed, setup=THIRD, expected=preview)
    with billed.read() as session:
        bill = session.scalars(select(Bill).where(Bill.account_id == 1).order_by(Bill.id.desc())).first()
        assert bill is not None
        page = _page(bill, "00001042")
        page.check_sums()
        assert page.previous_balance == Decimal("182.00")
        assert page.total_due == Decimal("259.50")
        assert [bar.usage for bar in page.history[-2:]] == [24000, 5000]


def test_account_without_a_reading_is_held_and_said_so(billed: Workspace) -> None:
    late = RunSetup(Quarter(2026, 4), date(2027, 1, 1), date(2027, 1, 31), date(2027, 1, 10))
    preview = preview_run(billed, setup=late)
    held = preview.of_kind(OutcomeKind.HELD)
    assert [one.account for one in held] == ["00001042"]
    assert "no reading from" in held[0].reason


def test_address_that_does_not_fit_is_a_finding(billed: Workspace) -> None:
    open_account(billed, number="00001050", name="Nowhere", print_key="12.13-2-20", street="", house="")
    sentences = [finding.sentence for finding in preview_run(billed, setup=SECOND).findings]
    assert any("00001050" in sentence and "street" in sentence for sentence in sentences)


def test_bill_dated_before_the_first_known_address_goes_there(billed: Workspace) -> None:
    with billed.write() as session:
        for address in session.scalars(select(PartyAddress)):
            address.valid_from = date(2027, 1, 4)  # imported after the quarter that is billed
            address.valid_to = None
    assert preview_run(billed, setup=SECOND).findings == ()
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    content = bills_file(billed, run_id=list_runs(billed)[0].run_id, order=BillOrder.ACCOUNT).content
    assert "12 MAIN ST" in PdfReader(BytesIO(content)).pages[0].extract_text()


def test_refuse_a_due_date_before_the_bill_date(billed: Workspace) -> None:
    wrong = RunSetup(Quarter(2026, 2), date(2026, 7, 31), date(2026, 7, 1), date(2026, 7, 10))
    with pytest.raises(UserError, match="lies before the bill date"):
        preview_run(billed, setup=wrong)


def test_bills_file_is_drawn_once_and_kept(billed: Workspace) -> None:
    posted = post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    done: list[tuple[int, int]] = []
    first = bills_file(
        billed, run_id=posted.run_id, order=BillOrder.ZIP, progress=lambda *step: done.append(step)
    )
    assert done == [(1, 2), (2, 2)]
    again = bills_file(billed, run_id=posted.run_id, order=BillOrder.ZIP)
    assert again.content == first.content
    assert first.row.number == posted.number
    text_of = [page.extract_text() for page in PdfReader(BytesIO(first.content)).pages]
    assert len(text_of) == 2
    assert "$182.00" in text_of[0]
    assert "PEÑA" in text_of[1]


def test_one_bill_is_the_page_of_the_file(billed: Workspace) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    text_of = PdfReader(BytesIO(bill_file(billed, bill_id=1))).pages[0].extract_text()
    assert "BIL-2026-0001" in text_of
    assert "104.50" in text_of


@pytest.mark.parametrize("name", ["Jo Mayer 🚽", "שלום עולם"])
def test_name_that_cannot_be_printed_is_found_before_posting(billed: Workspace, name: str) -> None:
    open_account(billed, number="00001051", name=name, print_key="12.13-2-21", house="18")
    preview = preview_run(billed, setup=SECOND)
    assert "00001051" in preview.blocking[0].sentence
    assert "no sign for" in preview.blocking[0].sentence
    with pytest.raises(RuleViolation, match="cannot be posted: Account 00001051"):
        post_run(billed, setup=SECOND, expected=preview)


def test_message_that_cannot_be_printed_is_found_before_posting(billed: Workspace) -> None:
    setup = replace(SECOND, message="Thank you 🙂")
    assert "text that all bills share" in preview_run(billed, setup=setup).blocking[0].sentence


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (
            replace(SECOND, read_through=date(2062, 7, 10)),
            "do not belong to Q2 2026; choose a day from 04/01/2026",
        ),
        (replace(SECOND, read_through=date(2026, 3, 31)), "do not belong to Q2 2026"),
        (
            replace(SECOND, bill_date=date(2062, 7, 1), due_date=date(2062, 7, 31)),
            "cannot be dated 07/01/2062",
        ),
        (replace(SECOND, bill_date=date(2026, 3, 31)), "cannot be dated 03/31/2026"),
        (replace(SECOND, due_date=date(2062, 7, 31)), "more than a year after the bill date"),
    ],
)
def test_refuse_days_of_another_year(billed: Workspace, setup: RunSetup, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        preview_run(billed, setup=setup)


def test_post_run_refuses_another_account_with_the_same_total(billed: Workspace) -> None:
    open_account(billed, number="00001044", name="Lee, Ann", print_key="12.13-2-17", units="2", house="16")
    hold_account(billed, account_id=3, reason="In court", since=date(2026, 6, 1), until=date(2026, 7, 1))
    hold_account(billed, account_id=2, reason="In court", since=date(2026, 7, 2), until=None)
    looked_at = preview_run(billed, setup=replace(SECOND, bill_date=date(2026, 6, 30)))
    now = preview_run(billed, setup=replace(SECOND, bill_date=date(2026, 7, 2)))
    assert (looked_at.total, len(looked_at.bills)) == (now.total, len(now.bills))  # 182.00 and 2 x 110.00
    with pytest.raises(RuleViolation, match="Look at the run again"):
        post_run(billed, setup=replace(SECOND, bill_date=date(2026, 7, 2)), expected=looked_at)


def test_post_run_refuses_a_question_that_nobody_has_seen(billed: Workspace) -> None:
    looked_at = preview_run(billed, setup=SECOND)
    unseen = replace(looked_at, findings=())
    late = replace(SECOND, read_through=date(2026, 7, 10))
    install_meter(
        billed, account_id=1, serial="48-2000", readings={date(2026, 4, 1): "10", date(2026, 7, 1): "10"}
    )
    assert preview_run(billed, setup=late).total == looked_at.total  # it counted nothing
    with pytest.raises(RuleViolation, match=r"there is more to look at: .*no use since 04/01/2026"):
        post_run(billed, setup=late, expected=unseen)


def test_bill_no_use_twice_and_lose_none_whatever_order_quarters_are_billed_in(billed: Workspace) -> None:
    """The dial went from 4875 to 5165; the bills of the two quarters, late readings and all, charge 29,000 gal."""
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))  # 4875 to 5115 of June 30
    late = ReadingDraft(date(2026, 7, 5), Decimal(5120))  # in the second quarter's window, entered too late
    enter_reading(billed, account_id=1, meter_id=1, draft=late)
    (smith, _) = preview_run(billed, setup=THIRD).bills
    assert smith.lines[1].metered is not None
    assert smith.lines[1].metered.use == Decimal(5000)  # 5165 - 5115, not 5165 - 5120


def test_hold_an_older_quarter_whose_use_is_billed(billed: Workspace) -> None:
    post_run(billed, setup=THIRD, expected=preview_run(billed, setup=THIRD))  # from 5115 to 5165
    older = preview_run(
        billed, setup=replace(SECOND, bill_date=date(2026, 10, 1), due_date=date(2026, 11, 2))
    )
    assert [(one.account, one.kind) for one in older.outcomes] == [
        ("00001042", OutcomeKind.HELD),
        ("00001043", OutcomeKind.BILLED),
    ]
    assert "use through 09/30/2026 is on a bill already" in older.outcomes[0].reason


def test_charge_two_quarters_of_use_after_a_quarter_on_hold(billed: Workspace) -> None:
    winter = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 3), date(2027, 1, 4))
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))  # to 5115 of June 30
    hold_account(billed, account_id=1, reason="In court", since=date(2026, 10, 1), until=date(2026, 11, 1))
    post_run(billed, setup=THIRD, expected=preview_run(billed, setup=THIRD))
    enter_reading(billed, account_id=1, meter_id=1, draft=ReadingDraft(date(2027, 1, 2), Decimal(5400)))
    preview = preview_run(billed, setup=winter)
    assert preview.bills[0].lines[1].metered is not None
    assert preview.bills[0].lines[1].metered.use == Decimal(28500)  # 5400 - 5115
    assert "186 days lie between 06/30/2026 and 01/02/2027" in preview.findings[0].sentence


def test_say_that_a_payment_was_voided_before_the_bill(billed: Workspace) -> None:
    post_run(billed, setup=SECOND, expected=preview_run(billed, setup=SECOND))
    draft = check({"00001042": "182.00"}, on=date(2026, 7, 20))
    with pytest.raises(AskFirst) as asked:  # the day lies months back
        enter_receipt(billed, draft=draft)
    paid = enter_receipt(billed, draft=draft, acknowledged=asked.value.warnings)
    void_receipt(billed, receipt_id=paid.receipts[0].id, reason="The bank returned it")
    post_run(billed, setup=THIRD, expected=preview_run(billed, setup=THIRD))
    with billed.read() as session:
        bill = session.scalars(select(Bill).where(Bill.account_id == 1, Bill.period == "2026-Q3")).one()
        page = _page(bill, "00001042")
        page.check_sums()
        assert [(row.text, row.amount) for row in page.payments] == [
            ("Payment, thank you", Decimal("182.00")),
            ("Payment voided", Decimal("-182.00")),
        ]
        assert page.balance_forward == Decimal("182.00")
        # Letters or dashes: the digits alone could be another account's number.
        assert _page(bill, "10-42").scan_line == ""
