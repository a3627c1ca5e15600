"""Two quarters of the sample office: billed, held, skipped, explained, printed and registered."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from sqlalchemy import func, select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.domain.billcompare import Cause
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import LowerAnswer
from sewerdesk.domain.readings import AnswerDraft, ReadingDraft, ReadingState, RunReading
from sewerdesk.domain.runviews import PostedRun
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import look_at_run, post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.offices import list_backups
from sewerdesk.services.readings import answer_reading, enter_reading, run_readings
from sewerdesk.services.runs import billing_register_file, explain_posted_bill, run_differences, run_view
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY

D = Decimal
SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 11, 2), date(2026, 9, 30))
WINTER = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 3), date(2026, 12, 31))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """The sample office with its files imported."""
    office = make_sample_office(tmp_path_factory.mktemp("sample") / "office", clock=FixedClock(OPENING_DAY))
    for name, _ in FILES:
        import_sample_file(office.ws, name=name)
    yield office.ws
    office.close(back_up=False)


@pytest.fixture(scope="module")
def summer(sample: Workspace) -> PostedRun:
    """The third quarter, posted."""
    return post_run(sample, setup=SUMMER, expected=preview_run(sample, setup=SUMMER))


@pytest.fixture(scope="module")
def winter(sample: Workspace, summer: PostedRun) -> PostedRun:
    """The fourth quarter, posted with two bills held."""
    return post_run(sample, setup=WINTER, expected=preview_run(sample, setup=WINTER))


def row_of(rows: tuple[RunReading, ...], state: ReadingState) -> RunReading:
    (found,) = [row for row in rows if row.standing is state]
    return found


@pytest.mark.slow
def test_summer_bills_all_but_the_exempt_and_the_disconnected(sample: Workspace, summer: PostedRun) -> None:
    assert (summer.billed, summer.held, summer.skipped) == (399, 0, 2)
    view = run_view(sample, run_id=summer.run_id)
    assert [row.reason for row in view.of_kind(OutcomeKind.SKIPPED)] == [
        "Not billed while exempt.",
        "Not billed while disconnected.",
    ]
    assert {row.account_id for row in view.outcomes} == {row.id for row in list_accounts(sample)}
    assert len(view.outcomes) == 401
    assert sum((total.amount for total in view.by_charge), D(0)) == summer.total
    assert sum((total.amount for total in view.by_class), D(0)) == summer.total
    assert {total.fund for total in view.by_charge} == {"SS", "V"}
    assert any(backup.label == "before-run" for backup in list_backups(sample))


def test_lines_add_up_to_each_bill_and_bills_to_the_run(sample: Workspace, summer: PostedRun) -> None:
    with sample.read() as session:
        sums = session.execute(
            select(Bill.id, Bill.current_charges, func.sum(BillLine.amount))
            .join(BillLine, BillLine.bill_id == Bill.id)
            .where(Bill.run_id == summer.run_id)
            .group_by(Bill.id)
        ).all()
    assert len(sums) == 399
    assert all(charges == total for _, charges, total in sums)
    assert sum((charges for _, charges, _ in sums), D(0)) == summer.total


def test_every_posted_bill_explains_itself_to_its_total(sample: Workspace, summer: PostedRun) -> None:
    metered = [row for row in run_view(sample, run_id=summer.run_id).outcomes if row.class_code == "MET"]
    bill_id, amount = metered[0].bill_id, metered[0].amount
    assert bill_id is not None
    words = explain_posted_bill(sample, bill_id=bill_id)
    assert "minimum charge 62.50 including 5,000 gal" in words
    assert f"This quarter: {amount:,.2f}." in words


def test_winter_holds_two_and_explains_every_change(sample: Workspace, winter: PostedRun) -> None:
    assert (winter.billed, winter.held, winter.skipped) == (397, 2, 2)
    rows = run_differences(sample, run_id=winter.run_id)
    counts = {cause: sum(row.cause == cause for row in rows) for cause in {row.cause for row in rows}}
    assert Cause.UNEXPLAINED.value not in counts
    assert counts[Cause.RATE_CHANGED.value] == 332
    assert counts[Cause.NOT_BILLED.value] == 2
    assert max(counts, key=lambda cause: counts[cause]) == Cause.RATE_CHANGED.value
    look_reasons = [row.reason for row in run_view(sample, run_id=winter.run_id).of_kind(OutcomeKind.HELD)]
    assert "is lower than" in look_reasons[0]
    assert "no reading from 10/01/2026 to 12/31/2026" in look_reasons[1]


def test_register_holds_what_was_posted_and_no_formula_but_its_totals(
    sample: Workspace, winter: PostedRun
) -> None:
    paper = billing_register_file(sample, run_id=winter.run_id)
    assert paper.file_name.endswith(".xlsx")
    assert billing_register_file(sample, run_id=winter.run_id).content == paper.content
    sheet = load_workbook(BytesIO(paper.content))["Billing register"]
    titles = [cell.value for cell in sheet[1]]
    rows = [dict(zip(titles, row, strict=True)) for row in sheet.iter_rows(min_row=2, max_row=398)]
    assert len(rows) == 397
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref.startswith("A1:")
    for row in rows:
        assert row["Account"].data_type == "s"
        assert str(row["Account"].value).startswith("0000")
        assert row["Tax map number"].data_type == "s"
        assert isinstance(row["Due date"].value, datetime)
        assert row["Due date"].value.date() == winter.due_date
        assert row["Current charges"].data_type == "n"
    total = sum((D(str(row["Current charges"].value)) for row in rows), D(0))
    assert total == winter.total
    by_part = sum(
        (
            D(str(row[name].value))
            for row in rows
            for name in ("Fixed", "Usage charge", "Debt service", "Other")
        ),
        D(0),
    )
    assert by_part == winter.total
    assert {row["Owner"].value for row in rows} >= {"O'Brien & Sons <Plumbing>", "=1+1 LLC"}
    assert all(cell.data_type != "f" for row in rows for cell in row.values())
    formulas = [cell.value for row in sheet.iter_rows(min_row=399) for cell in row if cell.data_type == "f"]
    assert formulas
    assert all(str(formula).startswith(("=SUM(", "=SUBTOTAL(")) for formula in formulas)


@pytest.mark.parametrize("order", [BillOrder.ZIP, BillOrder.ACCOUNT])
def test_bills_file_has_a_page_for_each_bill(sample: Workspace, winter: PostedRun, order: BillOrder) -> None:
    paper = bills_file(sample, run_id=winter.run_id, order=order)
    reader = PdfReader(BytesIO(paper.content))
    assert len(reader.pages) == winter.billed
    first = reader.pages[0].extract_text()
    assert ("02139" in first) if order is BillOrder.ZIP else ("00001001" in first)


def test_held_bills_follow_once_answered_and_no_use_is_billed_twice(
    sample: Workspace, winter: PostedRun
) -> None:
    late = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 3), date(2027, 1, 4))
    rows = run_readings(sample, setup=late)
    assert len(rows) == 2
    lower, missing = row_of(rows, ReadingState.QUESTION), row_of(rows, ReadingState.MISSING)
    assert lower.state.present is not None
    answer = AnswerDraft(lower.state.present.reading_id, LowerAnswer.ROLLOVER, "The dial has four digits")
    answer_reading(sample, account_id=lower.account_id, draft=answer)
    assert missing.state.previous is not None
    draft = ReadingDraft(date(2027, 1, 4), missing.state.previous.value + 100)
    enter_reading(sample, account_id=missing.account_id, meter_id=missing.meter.meter_id, draft=draft)
    look = look_at_run(sample, setup=late)
    assert {row.account for row in look.of_kind(OutcomeKind.BILLED)} == {lower.account, missing.account}
    post_run(sample, setup=late, expected=look.preview)
    spring = RunSetup(Quarter(2027, 1), date(2027, 4, 1), date(2027, 5, 1), date(2027, 3, 31))
    after = {row.account: row for row in run_readings(sample, setup=spring)}
    # The late reading of January 4 was billed with the winter, so the spring goes on from it and asks for another.
    assert after[missing.account].standing is ReadingState.MISSING
    previous = after[missing.account].state.previous
    assert previous is not None
    assert previous.read_on == date(2027, 1, 4)


def test_register_is_kept_with_the_run(sample: Workspace, winter: PostedRun) -> None:
    paper = billing_register_file(sample, run_id=winter.run_id)
    assert (paper.row.number, paper.row.subject, paper.row.subject_id) == (
        winter.number,
        "billing_run",
        winter.run_id,
    )
