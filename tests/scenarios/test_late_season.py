"""A quarter of the sample office that was not paid: penalised, reminded, certified, withdrawn, tied out, proved."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalties import PenaltyPolicy
from sewerdesk.domain.penalty_lines import Spared
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.penalties import post_penalties, rehearse_penalties, undo_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.penalty_policies import adopt_penalty_policy
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_batch
from sewerdesk.services.relevy import begin_season, freeze_list, leave_out, relevy_list
from sewerdesk.services.relevy_certify import issue_certificate, withdraw_row
from sewerdesk.services.relevy_money import levied
from sewerdesk.services.relevy_papers import SUBJECT
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY

SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 11, 2), date(2026, 9, 30))
PERIOD = "2026-Q3"
AUTHORITY = "Sample Local Law 2 of 2020, §5"


@pytest.fixture(scope="module")
def summer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """The sample office with its third quarter billed, due November 2, and every third account paid in time."""
    office = make_sample_office(tmp_path_factory.mktemp("late") / "office", clock=FixedClock(OPENING_DAY))
    for name, _ in FILES:
        import_sample_file(office.ws, name=name)
    post_run(office.ws, setup=SUMMER, expected=preview_run(office.ws, setup=SUMMER))
    save_charge_code(office.ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 90))
    save_charge_code(office.ws, code=ChargeCode("LEVY", "Tax roll fee", "SS", "2129", 91))
    policy = PenaltyPolicy(percent=Decimal(10), charge_code="PEN", min_balance=Decimal("5.00"))
    adopt_penalty_policy(office.ws, policy=policy, effective_from=date(2026, 1, 1), authority=AUTHORITY)
    _pay_every_third(office.ws)
    yield office.ws
    office.close(back_up=False)


def _pay_every_third(ws: Workspace) -> None:
    owing = [row for row in list_accounts(ws) if row.balance > 0][::3]
    drafts = tuple(
        ReceiptDraft(
            row.name or "Owner",
            date(2026, 11, 2),
            Tender.CHECK,
            row.balance,
            (ReceiptLine(Purpose.ACCOUNT, row.number, row.balance),),
            f"9{row.number[-4:]}",
        )
        for row in owing
    )
    total = sum((draft.amount for draft in drafts), ZERO)
    ws.clock = FixedClock(date(2026, 11, 2))
    enter_batch(ws, batch=ReceiptBatch(total, drafts, len(drafts)))
    ws.clock = FixedClock(OPENING_DAY)


@pytest.mark.slow
def test_walk_the_quarter_from_the_penalty_to_the_tax_roll(summer: Workspace) -> None:
    ws = summer
    owed = {row.id: row.balance for row in list_accounts(ws)}
    seen = rehearse_penalties(ws, period=PERIOD)
    assert seen.count_spared(Spared.PAID_IN_TIME) >= 133
    assert len(seen.due) + len(seen.spared) == 399
    posted = post_penalties(ws, expected=seen)
    assert (posted.lines, posted.total) == (len(seen.due), seen.total)  # rehearsal equals posting
    after = {row.id: row.balance for row in list_accounts(ws)}
    for due in seen.due:
        account = due.line.bill.account_id
        assert after[account] - owed[account] == due.amount
    assert post_penalties(ws, expected=seen).lines == 0  # posting twice is posting once
    assert {row.id: row.balance for row in list_accounts(ws)} == after
    assert penalty_proof(ws, period=PERIOD).faults == ()

    every = [row.id for row in penalty_charges(ws, period=PERIOD)]
    assert undo_penalties(ws, charge_ids=every, reason="Rehearsed with the class").total == seen.total
    assert {row.id: row.balance for row in list_accounts(ws)} == owed  # undo restores the exact state
    assert post_penalties(ws, expected=rehearse_penalties(ws, period=PERIOD)).total == seen.total

    season = begin_season(
        ws, tax_year=2027, cut_off=date(2027, 1, 3), certify_by=date(2027, 1, 15), authority=AUTHORITY,
        settings=SeasonSettings(fee=Decimal("25.00"), fee_code="LEVY", minimum=Decimal("20.00")),
    )  # fmt: skip
    for finding in relevy_list(ws, season_id=season.id).blocking:
        [left] = [row.id for row in list_accounts(ws) if row.number == finding.account]
        leave_out(ws, season_id=season.id, account_id=left, reason=finding.sentence[:200])
    found = relevy_list(ws, season_id=season.id)
    freeze_list(ws, season_id=season.id, acknowledged=[one.sentence for one in found.warnings])
    view = issue_certificate(ws, season_id=season.id, resolution="Sample Res. 5 of 2027")
    assert view.total == found.total == found.totals.total
    assert {row.account_id for row in levied(ws)} == {row.account_id for row in found.rows}
    now = {row.id: row.balance for row in list_accounts(ws)}
    assert all(now[row.account_id] == ZERO for row in found.rows)
    papers = {
        row.title: paper_file(ws, paper_id=row.id)
        for row in papers_of(ws, subject=SUBJECT, subject_id=view.id)
    }
    pages = PdfReader(BytesIO(papers["Certificate of Unpaid Sewer Charges"].content)).pages
    assert len(pages) > 3
    assert f"{view.total:,.2f}" in pages[-1].extract_text()
    text = papers["County file, Office default"].content.decode("utf-8-sig")
    assert sum((Decimal(row.split(",")[4]) for row in text.splitlines()[1:]), ZERO) == view.total

    first = relevy_list(ws, season_id=season.id).rows[0]
    withdraw_row(ws, row_id=first.row_id, reason="Charged to the wrong parcel")
    [restored] = [one.balance for one in list_accounts(ws) if one.id == first.account_id]
    assert restored == first.amounts.unpaid
    assert first.account_id not in {one.account_id for one in levied(ws)}
    assert penalty_proof(ws, period=PERIOD).faults == ()
    report = check_books(ws)
    assert report.is_clean, report.findings
