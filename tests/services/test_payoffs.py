"""The payoff letter: owed each day until it is good through, by the very rehearsal; kept as it was issued."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.account import Account
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.payoff import PayoffRequest
from sewerdesk.domain.penalties import InterestPer
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.payoffs import issue_payoff, payoff, payoff_preview
from sewerdesk.services.penalties import rehearse_penalties
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.relevy import begin_season, freeze_list
from sewerdesk.services.relevy_certify import issue_certificate
from sewerdesk.services.statements import first_entry_day, statement_preview
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import TEN_PERCENT, balance, charge_all, late_office

D = Decimal
FIRST = "00001042"
REQUEST = PayoffRequest(
    requested_by="Sample Abstract Corp.",
    good_through=date(2027, 2, 10),
    address=("1 Court St", "Lake George, NY 12845"),
    file_no="27-118",
    closing_on=date(2027, 2, 9),
    seller="Ann Example",
    buyer="Bo Chen",
)


def words(content: bytes) -> str:
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    return " ".join(text.split())


def test_say_what_is_owed_each_day_and_what_comes_after(ws: Workspace) -> None:
    """182.00 due February 1, 2027: 182.00 through that day, 200.20 from the next; nothing more is known to come."""
    account = late_office(ws)[FIRST]
    ws.clock = FixedClock(date(2027, 1, 20))
    view = payoff(ws, account_id=account, request=REQUEST)
    assert [(one.days, str(one.added), str(one.total)) for one in view.spans] == [
        ("1/20/2027 to 2/1/2027", "0.00", "182.00"),
        ("2/2/2027 to 2/10/2027", "18.20", "200.20"),
    ]
    assert (view.balance, view.total, view.credit, view.later) == (D("182.00"), D("200.20"), D(0), None)
    short = replace(REQUEST, good_through=date(2027, 1, 31), closing_on=None)
    early = payoff(ws, account_id=account, request=short)
    assert early.after_sentence == (
        "On 2/2/2027, a penalty of $18.20 is added if it is still unpaid; $200.20 is owed then."
    )
    assert balance(ws, account) == D("182.00")  # looking changes nothing


def test_owe_what_is_late_though_the_run_is_not_posted_yet(ws: Workspace) -> None:
    account = late_office(ws)[FIRST]
    ws.clock = FixedClock(date(2027, 2, 5))
    before = payoff(ws, account_id=account, request=REQUEST)
    charge_all(ws)
    after = payoff(ws, account_id=account, request=REQUEST)
    assert (before.total, after.total) == (D("200.20"), D("200.20"))
    assert (before.spans[0].added, after.spans[0].added) == (D("18.20"), D("0.00"))


def test_agree_with_a_rehearsal_of_each_day(ws: Workspace) -> None:
    """Interest of 0.05 percent a day beside ten percent: each row is what a rehearsal of that day would charge."""
    daily = replace(TEN_PERCENT, interest_percent=D("0.05"), interest_per=InterestPer.DAY)
    accounts = late_office(ws, daily)
    ws.clock = FixedClock(date(2027, 1, 30))
    enter_receipt(ws, draft=check({FIRST: "82.00"}, number="91", on=date(2027, 1, 30)))
    view = payoff(ws, account_id=accounts[FIRST], request=REQUEST)
    found = {}
    for span in view.spans:
        day = span.first
        while day <= span.last:
            found[day] = span.total
            day += timedelta(days=1)
    assert (found[date(2027, 2, 1)], found[date(2027, 2, 2)]) == (D("100.00"), D("110.05"))
    assert found[date(2027, 2, 10)] == D("110.45")  # nine days of 0.05
    for day, total in found.items():
        rehearsal = rehearse_penalties(ws, as_of=day)
        added = sum((row.amount for row in rehearsal.due if row.account == FIRST), D(0))
        assert total == D("100.00") + added


def test_say_the_same_on_a_statement_of_today(ws: Workspace) -> None:
    account = late_office(ws)[FIRST]
    ws.clock = FixedClock(date(2027, 1, 20))
    since = first_entry_day(ws, account_id=account)
    said = "If nothing is paid by 2/1/2027, a penalty of 18.20 is added on 2/2/2027; 200.20 is owed then."
    now = statement_preview(ws, account_id=account, since=since, through=date(2027, 1, 20))
    assert said in words(now)
    past = statement_preview(ws, account_id=account, since=since, through=date(2027, 1, 19))
    assert "If nothing is paid" not in words(past)


def test_name_the_other_accounts_of_the_parcel(ws: Workspace) -> None:
    """A title search asks about the property: what its other account owes is said, and in no amount of the letter."""
    accounts = late_office(ws)
    with ws.write() as session:
        here, beside = (session.get_one(Account, accounts[number]) for number in (FIRST, "00001043"))
        beside.parcel_id = here.parcel_id
    ws.clock = FixedClock(date(2027, 1, 20))
    view = payoff(ws, account_id=accounts[FIRST], request=REQUEST)
    assert (view.balance, view.total) == (D("182.00"), D("200.20"))
    assert view.others_sentence == (
        "The parcel also has account 00001043, which owes $220.00. That is in no amount above; ask for a letter of "
        "each."
    )
    assert view.others_sentence in words(payoff_preview(ws, account_id=accounts[FIRST], request=REQUEST))
    assert payoff(ws, account_id=accounts["00001044"], request=REQUEST).others_sentence == ""


def test_refuse_a_request_that_cannot_be(ws: Workspace) -> None:
    account = late_office(ws)[FIRST]
    wrong = PayoffRequest(" ", date(2026, 1, 1), closing_on=date(2026, 1, 1))
    with pytest.raises(FieldErrors) as problem:
        payoff(ws, account_id=account, request=wrong)
    assert set(problem.value.errors) == {"requested_by", "good_through", "closing_on"}
    late = replace(REQUEST, closing_on=date(2027, 2, 11))
    with pytest.raises(FieldErrors, match="good through the closing"):
        payoff(ws, account_id=account, request=late)


def test_issue_the_letter_with_its_number_and_keep_it(ws: Workspace) -> None:
    account = late_office(ws)[FIRST]
    ws.clock = FixedClock(date(2027, 1, 20))
    preview = words(payoff_preview(ws, account_id=account, request=REQUEST))
    assert "PREVIEW: NOT ISSUED" in preview
    row = issue_payoff(ws, account_id=account, request=REQUEST)
    assert row.number == "PAY-2027-0001"
    text = words(paper_file(ws, paper_id=row.id).content)
    for said in (
        "Sample Abstract Corp.", "27-118", "Seller: Ann Example", "Good through February 10, 2027: $200.20",
        "1/20/2027 to 2/1/2027", "Nothing open is known", "is not billed yet", "PAY-2027-0001",
    ):  # fmt: skip
        assert said in text
    enter_receipt(ws, draft=check({FIRST: "182.00"}, number="91", on=date(2027, 1, 20)))
    assert words(paper_file(ws, paper_id=row.id).content) == text
    assert payoff(ws, account_id=account, request=REQUEST).total == D(0)
    assert row.id in {one.id for one in papers_of(ws, subject="account", subject_id=account)}


def test_keep_what_is_on_the_tax_roll_apart(ws: Workspace) -> None:
    account = late_office(ws)[FIRST]
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(date(2027, 11, 1))
    save_charge_code(ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    settings = SeasonSettings(fee=D("25.00"), fee_code="FEE", collector="the Sample Collector of Taxes")
    season = begin_season(
        ws, tax_year=2028, cut_off=date(2027, 10, 31), certify_by=date(2027, 11, 1), authority="LL 2",
        settings=settings,
    )  # fmt: skip
    freeze_list(ws, season_id=season.id)
    issue_certificate(ws, season_id=season.id, resolution="Res. 88 of 2027")
    request = replace(REQUEST, good_through=date(2027, 11, 20), closing_on=None)
    view = payoff(ws, account_id=account, request=request)
    assert (view.total, view.on_roll) == (D(0), D("225.20"))
    text = words(payoff_preview(ws, account_id=account, request=request))
    assert "$225.20 is on the tax roll" in text
    assert "pay it to the Sample Collector of Taxes, not to this office" in text
