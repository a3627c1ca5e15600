"""Proposed rates over past bills: nothing proposed changes nothing; a proposal is worked by hand; the card agrees."""

import io
from datetime import date
from decimal import Decimal

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from sewerdesk.domain.accountcharges import ChargeDraft
from sewerdesk.domain.billlines import LineKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates import AccountChargeKind, Metered, PerUnit, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.services.account_charges import add_account_charge
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.rate_card import rate_card_file
from sewerdesk.services.rates import adopt_rates
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.what_if import last_quarters, what_if, what_if_file
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account

D = Decimal
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
BOARD = "Proposed"


@pytest.fixture
def billed(ws: Workspace) -> Workspace:
    """A metered account (24,000 gal: 182.00) and one of 2 EDU (220.00) with a charge of its own were billed."""
    adopt_sample_rates(ws)
    metered = open_account(
        ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="M"
    )
    dial = {date(2026, 3, 30): "004875", date(2026, 6, 29): "005115"}
    install_meter(ws, account_id=metered, serial="00047110", readings=dial)
    second = open_account(ws, number="00001043", name="Ann Lee", print_key="12.13-2-16", units="2")
    once = ChargeDraft(
        second, "DEBT", "Fee", AccountChargeKind.ONE_TIME, D(45), date(2026, 4, 1), "Resolution 1"
    )
    add_account_charge(ws, draft=once)
    post_run(ws, setup=SPRING, expected=preview_run(ws, setup=SPRING))
    return ws


def test_propose_nothing_and_nothing_changes(billed: Workspace) -> None:
    result = what_if(billed, drafts=[])
    assert (result.total.before, result.total.after, result.total.bills) == (D("402.00"), D("402.00"), 2)
    assert result.periods == ("2026-Q2",)
    assert result.problems == ()


def test_propose_a_higher_unit_and_another_tier(billed: Workspace) -> None:
    # M: 62.50 + 15.00 and 6.00 x 19 = 114.00 instead of 104.50: 191.50. R: 2 x 100.00 + 30.00 = 230.00.
    metered = Metered(D(0), D(5000), (Tier(D(5000), None, D("6.00")),))
    since = date(2027, 7, 1)
    drafts = [
        RateDraft("M", "USE", since, BOARD, metered),
        RateDraft("R", "OM", since, BOARD, PerUnit(D("100.00"))),
    ]
    told: list[tuple[int, int, str]] = []
    result = what_if(billed, drafts=drafts, progress=lambda done, of, name: told.append((done, of, name)))
    assert told[-1] == (2, 2, "")
    assert [(one.account, str(one.money.before), str(one.money.after)) for one in result.accounts] == [
        ("00001043", "220.00", "230.00"),
        ("00001042", "182.00", "191.50"),
    ]
    assert [(one.class_code, one.accounts, str(one.money.change)) for one in result.classes] == [
        ("M", 1, "9.50"),
        ("R", 1, "10.00"),
    ]
    assert result.total.percent == D("4.9")
    book = load_workbook(io.BytesIO(what_if_file(billed, result=result).content))
    assert book.sheetnames[:2] == ["By class", "By account"]
    values = [[cell.value for cell in row] for row in book["By account"].iter_rows()]
    assert any(row[:3] == ["00001042", "John Q Smith", "M"] and row[3] == 24000 for row in values)


def test_propose_what_is_then_billed_to_the_cent(billed: Workspace) -> None:
    """The comparison and real bills of the same days and volumes by the same rates are one and the same number.

    M: 33.335 + 33.335 rounds to 33.34 twice, 19,000 gal at 6.0625 are 115.1875 -> 115.19: 181.87; R: 2 x 33.335 twice.
    """
    metered = Metered(D(0), D(5000), (Tier(D(5000), None, D("6.0625")),))
    drafts = [RateDraft("M", "USE", date(2026, 4, 1), BOARD, metered)]
    drafts += [
        RateDraft(one, code, date(2026, 4, 1), BOARD, PerUnit(D("33.335")))
        for one in ("M", "R")
        for code in ("OM", "DEBT")
    ]
    result = what_if(billed, drafts=drafts)
    after = {one.account: one.money.after for one in result.accounts}
    assert after == {"00001042": D("181.87"), "00001043": D("133.34")}
    roll_back_run(billed, run_id=1, reason="to bill by the proposal")
    asked = tuple(drafts)
    try:
        adopt_rates(billed, drafts=asked)
    except RateQuestions as questions:
        adopt_rates(billed, drafts=asked, confirmed=questions.questions)
    by_rates = {
        bill.account: sum((line.amount for line in bill.lines if line.kind is not LineKind.CHARGE), D(0))
        for bill in preview_run(billed, setup=SPRING).bills
    }
    assert by_rates == after


def test_name_the_bills_that_a_proposal_cannot_price(billed: Workspace) -> None:
    metered = Metered(D(0), D(5000), (Tier(D(5000), None, D("6.00")),))
    result = what_if(billed, drafts=[RateDraft("R", "OM", date(2027, 1, 1), BOARD, metered)])
    assert result.total.bills == 1
    assert "Account 00001043 has no metered use on bill" in result.problems[0]
    assert "Not compared" in load_workbook(io.BytesIO(what_if_file(billed, result=result).content)).sheetnames


def test_refuse_an_unsound_proposal_and_an_office_without_bills(ws: Workspace, billed: Workspace) -> None:
    closed = Metered(D(0), D(5000), (Tier(D(5000), D(9000), D("6.00")),))
    with pytest.raises(UserError, match="last tier stops at 9,000"):
        what_if(billed, drafts=[RateDraft("M", "USE", date(2027, 1, 1), BOARD, closed)])
    assert last_quarters(billed) == (Quarter(2026, 2),)


def test_stop_a_comparison_that_is_cancelled(billed: Workspace) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, of: int, name: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        what_if(billed, drafts=[], progress=stop)


def test_say_that_nothing_was_billed_yet(ws: Workspace) -> None:
    with pytest.raises(UserError, match="No quarter was billed yet"):
        what_if(ws, drafts=[])


def test_print_the_card_from_the_offices_own_rates(billed: Workspace) -> None:
    """faults b1/20: published examples come from the same rules as bills."""
    file = rate_card_file(billed, on=date(2026, 7, 1))
    pages = PdfReader(io.BytesIO(file.content)).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert text.count("Total for the quarter") == 5
    # Metered, half of the way into the open tier: 7,500 gal: 62.50 + 2,500 x 5.50 + 15.00 = 91.25.
    for words in ("Sample Resolution 1 of 2020", "2,500 gal × 5.50 per 1,000 gal", "13.75", "91.25", "95.00"):
        assert words in text, words


def test_refuse_a_card_for_a_day_without_rates(billed: Workspace) -> None:
    with pytest.raises(UserError, match="No rate is in force on 01/01/2019"):
        rate_card_file(billed, on=date(2019, 1, 1))
