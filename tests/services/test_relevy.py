"""A relevy season on the books: begun, listed, frozen, certified, paid at the wrong place, withdrawn, paid over."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from openpyxl import load_workbook
from sqlalchemy import func, select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.domain.county_file import DEFAULT_COLUMNS, CountyLayout, FileKind
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.exemptions import ExemptionKind
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.penalties import HoldKind
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.domain.relevy_views import CertificateView, SeasonState
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.exemptions import end_exemption, exemptions_of, record_exemption
from sewerdesk.services.money_acts import _post_act, money_acts
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.penalty_lists import penalty_proof
from sewerdesk.services.penalty_policies import hold_penalties
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.relevy import (
    change_season,
    county_layouts,
    freeze_list,
    leave_out,
    open_list_again,
    propose_season,
    relevy_list,
    save_county_layout,
    seasons,
    take_back_in,
)
from sewerdesk.services.relevy_certify import (
    issue_certificate,
)
from sewerdesk.services.relevy_money import levied
from sewerdesk.services.relevy_papers import SUBJECT
from sewerdesk.services.workspace import Workspace
from tests.services.test_correction_ages import correct
from tests.support.payments import check
from tests.support.penalties import QUARTER, TEN_PERCENT, balance, charge_all, late_office
from tests.support.relevy import (
    AFTER,
    CUT_OFF,
    RESOLUTION,
    SETTINGS,
    D,
    begin,
    certify,
    owing_accounts,
    words,
)


@pytest.fixture
def owing(ws: Workspace) -> dict[str, int]:
    """Three accounts with a penalty of ten percent: 200.20, 242.00 and 121.00 unpaid on November 1, 2027."""
    return owing_accounts(ws)


def papers(ws: Workspace, view: CertificateView) -> dict[str, PaperFile]:
    rows = papers_of(ws, subject=SUBJECT, subject_id=view.id)
    return {row.title: paper_file(ws, paper_id=row.id) for row in rows}


def test_list_what_is_certified_and_who_is_left_out(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws, replace(SETTINGS, minimum=D("150.00")))
    with ws.read() as session:
        before = session.scalar(select(func.count()).select_from(Entry))
    found = relevy_list(ws, season_id=season.id)
    assert [(row.account, row.amounts.rent, row.amounts.penalty, row.total) for row in found.rows] == [
        ("00001042", D("182.00"), D("18.20"), D("225.20")),
        ("00001043", D("220.00"), D("22.00"), D("267.00")),
    ]
    assert [(row.account, row.why) for row in found.left_out] == [
        ("00001044", "It owes less than 150.00 by the cut-off.")
    ]
    assert (found.total, found.totals.count, found.state) == (D("492.20"), 2, SeasonState.OPEN)
    assert found.rows[0].owner == "John Q Smith"
    leave_out(ws, season_id=season.id, account_id=owing["00001043"], reason="Bankruptcy")
    assert [row.why for row in relevy_list(ws, season_id=season.id).left_out] == [
        "Bankruptcy",
        "It owes less than 150.00 by the cut-off.",
    ]
    take_back_in(ws, season_id=season.id, account_id=owing["00001043"])
    assert relevy_list(ws, season_id=season.id).rows == found.rows
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Entry)) == before


def test_refuse_to_freeze_before_the_cut_off_and_against_the_roll(
    ws: Workspace, owing: dict[str, int]
) -> None:
    season = begin(ws)
    ws.clock = FixedClock(CUT_OFF)
    with pytest.raises(RuleViolation, match="payments count through 10/31/2027"):
        freeze_list(ws, season_id=season.id)
    ws.clock = FixedClock(AFTER)
    with ws.write() as session:
        parcel = session.scalars(select(Parcel).where(Parcel.print_key == "12.13-2-16")).one()
        parcel.active_to = date(2027, 9, 1)
    with pytest.raises(RuleViolation, match="it was split or merged"):
        freeze_list(ws, season_id=season.id)
    leave_out(ws, season_id=season.id, account_id=owing["00001043"], reason="Parcel split; ask the assessor")
    assert len(freeze_list(ws, season_id=season.id).rows) == 2
    assert [state for _, state in seasons(ws)] == [SeasonState.FROZEN]
    with pytest.raises(RuleViolation, match=r"is frozen\. Open it again"):
        change_season(ws, season=season)


def test_ask_for_every_warning_to_be_acknowledged(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws, replace(SETTINGS, exempt_classes=("62",)))
    with ws.write() as session:
        session.scalars(select(Parcel).where(Parcel.print_key == "12.13-2-17")).one().property_class = "620"
    [warning] = relevy_list(ws, season_id=season.id).warnings
    with pytest.raises(RuleViolation, match="property class 620 is wholly exempt"):
        freeze_list(ws, season_id=season.id)
    assert len(freeze_list(ws, season_id=season.id, acknowledged=[warning.sentence]).rows) == 3


def test_certify_in_one_act_with_its_papers_and_nothing_left_to_pay(
    ws: Workspace, owing: dict[str, int]
) -> None:
    """G13 and G17: the number, the levy, the papers; the account owes nothing here and shows what is on the roll."""
    season = begin(ws)
    view = certify(ws, season)
    assert (view.number, view.count, view.total, view.levied) == (
        "RLV-2027-0001",
        3,
        D("638.20"),
        D("638.20"),
    )
    assert [balance(ws, one) for one in owing.values()] == [D("0.00")] * 3
    money = account_money(ws, account_id=owing["00001042"])
    assert not [row for row in money.open_items if row.open_amount]  # out of aging
    [row] = levied(ws, account_id=owing["00001042"])
    assert row.sentence == "225.20 is on the 2028 tax roll (RLV-2027-0001)."
    [act] = money_acts(ws, kinds=[ActKind.LEVY])
    assert (act.number, act.authority, act.accounts) == ("RLV-2027-0001", RESOLUTION, 3)
    assert penalty_proof(ws, period=QUARTER).faults == ()
    assert not check_books(ws).findings
    found = papers(ws, view)
    assert set(found) == {
        "Certificate of Unpaid Sewer Charges", "Abstract for the Minutes", "County file, Office default",
        "Control Sheet of the County's File",
    }  # fmt: skip
    said = words(found["Certificate of Unpaid Sewer Charges"])
    assert "in the attached list of 3 parcels, $638.20 in all" in said.replace("\n", " ")
    assert "General Municipal Law section 452(4)" in said.replace("\n", " ")
    assert "O'Brien & Sons <Plumbing>" in said.replace("\n", " ")
    assert "Smith" not in words(found["Abstract for the Minutes"])
    file = found["County file, Office default"]
    assert file.file_name.endswith(".csv")
    assert b"523400,12.13-2-15.1,,SS001,225.20,John Q Smith,12 Main St,2028" in file.content
    assert "Difference\n0.00" in words(found["Control Sheet of the County's File"])


def test_levy_pays_the_certified_items_and_no_later_charge(ws: Workspace, owing: dict[str, int]) -> None:
    """A charge after the cut-off stays here, whatever the order of payment."""
    with ws.write() as session:
        later = ActEntry(owing["00001042"], EntryKind.ADJUSTMENT, D("17.50"), "OM")
        _post_act(session, ActKind.ADJUSTMENT, on=AFTER, reason="Late reading", entries=[later], facts={})
    season = begin(ws)
    view = certify(ws, season)
    assert view.total == D("638.20")
    money = account_money(ws, account_id=owing["00001042"])
    assert [(row.what, row.open_amount) for row in money.open_items if row.open_amount] == [
        ("Late reading", D("17.50"))
    ]
    assert balance(ws, owing["00001042"]) == D("17.50")


def test_write_the_file_in_the_countys_own_layout(ws: Workspace, owing: dict[str, int]) -> None:
    fixed = CountyLayout("Warren fixed", FileKind.FIXED, DEFAULT_COLUMNS, header=False, trailer=True)
    save_county_layout(ws, layout=fixed)
    save_county_layout(ws, layout=CountyLayout("Warren Excel", FileKind.XLSX, DEFAULT_COLUMNS))
    assert [one.name for one in county_layouts(ws)] == ["Warren Excel", "Warren fixed"]
    season = begin(ws, replace(SETTINGS, layout="Warren fixed"))
    view = certify(ws, season)
    text = papers(ws, view)["County file, Warren fixed"].content.decode()
    assert [len(row) for row in text.split("\r\n")[:3]] == [152] * 3
    assert text.split("\r\n")[3] == "3,638.20"


def test_write_the_file_as_a_workbook(ws: Workspace, owing: dict[str, int]) -> None:
    save_county_layout(ws, layout=CountyLayout("Excel", FileKind.XLSX, DEFAULT_COLUMNS))
    view = certify(ws, begin(ws), layout="Excel")
    file = papers(ws, view)["County file, Excel"]
    sheet = load_workbook(BytesIO(file.content)).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2, max_row=4)]
    assert [D(str(row[4])) for row in rows] == [D("225.2"), D("267"), D("146")]
    assert all(
        cell.data_type == "s"
        for row in sheet.iter_rows(min_row=2, max_row=4)
        for cell in row[:4]
        if cell.value
    )


def test_refuse_to_certify_what_was_paid_since_it_was_frozen(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws)
    freeze_list(ws, season_id=season.id)
    posted = enter_receipt(ws, draft=check({"00001044": "121.00"}, number="90", on=AFTER))
    with pytest.raises(RuleViolation, match="Account 00001044 changed since the list was frozen"):
        issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)
    assert money_acts(ws, kinds=[ActKind.LEVY]) == ()
    open_list_again(ws, season_id=season.id, reason="Account 00001044 paid")
    assert len(freeze_list(ws, season_id=season.id).rows) == 2
    with pytest.raises(FieldErrors, match="resolution"):
        issue_certificate(ws, season_id=season.id, resolution=" ")
    assert issue_certificate(ws, season_id=season.id, resolution=RESOLUTION).total == D("492.20")
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Returned by the owner")
    assert balance(ws, owing["00001044"]) == D("121.00")


def test_bar_the_exempt_and_bankrupt_and_ask_about_the_rolls_exemptions(
    ws: Workspace, owing: dict[str, int]
) -> None:
    """documents.md 1.8: no bankruptcy or exempt hold; a wholly exempt parcel still bears the lien, so it is asked."""
    season = begin(ws)
    with ws.read() as session:
        parcel = session.get_one(Account, owing["00001042"]).parcel_id
    record_exemption(
        ws, parcel_id=parcel, kind=ExemptionKind.ROLL_SECTION, code="1", since=date(2020, 7, 1), until=None,
        source="Final roll of 2020",
    )  # fmt: skip
    record_exemption(
        ws, parcel_id=parcel, kind=ExemptionKind.ROLL_SECTION, code="8", since=date(2027, 7, 1), until=None,
        source="Final roll of 2027",
    )  # fmt: skip
    assert [one.until for one in exemptions_of(ws, parcel_id=parcel)] == [date(2027, 7, 1), None]
    hold_penalties(
        ws, account_id=owing["00001043"], kind=HoldKind.BANKRUPTCY, since=date(2027, 9, 1), until=None,
        reason="Chapter 13, case 27-1",
    )  # fmt: skip
    hold_penalties(
        ws, account_id=owing["00001044"], kind=HoldKind.DISPUTE, since=date(2027, 9, 1), until=None,
        reason="Meter in dispute",
    )  # fmt: skip
    found = relevy_list(ws, season_id=season.id)
    [barred] = found.blocking
    assert barred.sentence == (
        f"Account 00001043, parcel {barred.print_key}: bankruptcy: Chapter 13, case 27-1; leave it out, or end that "
        "first."
    )
    asked = [one.sentence for one in found.warnings]
    assert any("the roll has it as wholly exempt: roll section 8 since 7/1/2027" in one for one in asked)
    assert any("Meter in dispute" in one for one in asked)
    [_, section] = exemptions_of(ws, parcel_id=parcel)
    end_exemption(ws, exemption_id=section.id, on=date(2027, 10, 1), reason="Sold")
    assert not any("wholly exempt" in one.sentence for one in relevy_list(ws, season_id=season.id).warnings)


def test_refuse_to_certify_a_row_whose_parcel_was_split_since(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws)
    freeze_list(ws, season_id=season.id)
    with ws.write(reason="roll") as session:
        account = session.get_one(Account, owing["00001042"])
        session.get_one(Parcel, account.parcel_id).active_to = AFTER
    with pytest.raises(RuleViolation, match="it was split or merged"):
        issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)


def test_ask_at_the_certificate_about_what_came_up_after_the_freeze(
    ws: Workspace, owing: dict[str, int]
) -> None:
    """A dispute entered between freezing and certifying is asked about, one acknowledged at the freeze is not again."""
    season = begin(ws, replace(SETTINGS, exempt_classes=("62",)))
    with ws.write() as session:
        session.scalars(select(Parcel).where(Parcel.print_key == "12.13-2-17")).one().property_class = "620"
    freeze_list(
        ws, season_id=season.id,
        acknowledged=[one.sentence for one in relevy_list(ws, season_id=season.id).warnings],
    )  # fmt: skip
    hold_penalties(
        ws, account_id=owing["00001044"], kind=HoldKind.DISPUTE, since=date(2027, 10, 1), until=None,
        reason="Units in dispute",
    )  # fmt: skip
    [new] = [
        one for one in relevy_list(ws, season_id=season.id).warnings if "Units in dispute" in one.sentence
    ]
    with pytest.raises(RuleViolation) as problem:
        issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)
    assert problem.value.message == (
        f"This came up after the list was frozen: {new.sentence} Acknowledge it to certify all the same, or open the "
        "list again."
    )
    assert money_acts(ws, kinds=[ActKind.LEVY]) == ()
    view = issue_certificate(ws, season_id=season.id, resolution=RESOLUTION, acknowledged=[new.sentence])
    assert view.total == D("638.20")
    with ws.read() as session:
        facts = session.scalars(select(MoneyAct.facts).where(MoneyAct.number == view.number)).one()
    assert facts["acknowledged"] == [new.sentence]


def test_name_penalties_that_are_due_by_the_cut_off_and_not_charged(ws: Workspace) -> None:
    """Interest of 1 % a month on 182.00, 220.00 and 110.00: 5.12 for the month to March 1, charged with 51.20.

    The seven months to October 1 were forgotten: 21 lines, 7 x 5.12 = 35.84. Left out for a bankruptcy, 110.00 takes
    7 x 1.10 = 7.70 of it: 14 lines, 28.14. Posted, the finding is gone.
    """
    late = late_office(ws, replace(TEN_PERCENT, interest_percent=D(1)))
    ws.clock = FixedClock(date(2027, 3, 2))
    charge_all(ws)
    ws.clock = FixedClock(AFTER)
    season = begin(ws, SeasonSettings())
    found = relevy_list(ws, season_id=season.id)
    [warning] = found.findings
    assert not warning.blocking
    assert warning.sentence == (
        "Penalties and interest that fell due by 10/31/2027 are not charged yet: 21 lines, 35.84 in all. Post them "
        "first, or certify without them knowingly."
    )
    leave_out(ws, season_id=season.id, account_id=late["00001044"], reason="Bankruptcy")
    [warning] = relevy_list(ws, season_id=season.id).findings
    assert ": 14 lines, 28.14 in all." in warning.sentence
    with pytest.raises(RuleViolation, match="Post them first"):
        freeze_list(ws, season_id=season.id)
    charge_all(ws)
    assert relevy_list(ws, season_id=season.id).findings == ()
    freeze_list(ws, season_id=season.id)
    issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)


def test_certify_a_penalty_that_is_older_than_its_entry(ws: Workspace) -> None:
    """Late since 2/2 but posted after October was closed: the entries of 51.20 stand in November, and are certified.

    Money pays them by their age too: 200.20 pays 182.00 and 18.20, not the 17.50 of June.
    """
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 6, 1))
    with ws.write() as session:
        later = ActEntry(accounts["00001042"], EntryKind.ADJUSTMENT, D("17.50"), "OM")
        _post_act(
            session, ActKind.ADJUSTMENT, on=date(2027, 6, 1), reason="Late reading", entries=[later], facts={}
        )
    ws.clock = FixedClock(date(2027, 11, 3))
    answers = {item.key: "Known" for item in close_checklist(ws, through=CUT_OFF)}
    close_period(ws, through=CUT_OFF, answers=answers)
    assert charge_all(ws).total == D("51.20")
    found = relevy_list(ws, season_id=begin(ws, SeasonSettings()).id)
    assert [row.amounts.penalty for row in found.rows] == [D("18.20"), D("22.00"), D("11.00")]
    enter_receipt(ws, draft=check({"00001042": "200.20"}, number="91", on=date(2027, 11, 3)))
    [item] = [one for one in account_money(ws, account_id=accounts["00001042"]).open_items if one.open_amount]
    assert (item.what, item.open_amount) == ("Late reading", D("17.50"))
    assert not check_books(ws).findings


def test_certify_a_penalty_that_was_put_right_after_the_cut_off(ws: Workspace, owing: dict[str, int]) -> None:
    """The bill of 110.00 is corrected to 99.00 on 11/1: its penalty, 9.90 from then on, is as old as before."""
    correct(ws, owing["00001044"], "0.9")
    rows = relevy_list(ws, season_id=begin(ws).id).rows
    assert [(row.amounts.rent, row.amounts.penalty) for row in rows if row.account == "00001044"] == [
        (D("99.00"), D("9.90"))
    ]
    assert balance(ws, owing["00001044"]) == D("108.90")


def test_begin_once_with_known_codes_and_propose_from_the_law(ws: Workspace, owing: dict[str, int]) -> None:
    with pytest.raises(FieldErrors) as problem:
        begin(ws, replace(SETTINGS, fee_code="XX", only_codes=("YY",), layout="Nowhere"))
    assert set(problem.value.errors) == {"fee_code", "only_codes", "layout"}
    begin(ws)
    with pytest.raises(FieldErrors, match="is begun already"):
        begin(ws)
    proposal = propose_season(ws)
    assert proposal.tax_year == 2028
    assert {figure.key for figure in proposal.figures} >= {"relevy.certify_by"}
