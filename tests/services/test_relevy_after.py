"""After the certificate: money that comes for it, rows and certificates withdrawn, what the county paid over."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import ReceiptBatch
from sewerdesk.domain.relevy import AfterCertified
from sewerdesk.domain.relevy_views import SeasonState
from sewerdesk.services.account_money import account_money
from sewerdesk.services.adjustments import post_adjustment
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import _post_act, money_acts, undo_act
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.penalties import rehearse_penalties, undo_penalties, waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_receipt, look_at_batch
from sewerdesk.services.relevy import (
    freeze_list,
    relevy_list,
    seasons,
)
from sewerdesk.services.relevy_certify import (
    certificates,
    issue_certificate,
    record_remittance,
    take_back_remittance,
    withdraw_row,
)
from sewerdesk.services.relevy_money import levied, money_after_levy
from sewerdesk.services.relevy_papers import SUBJECT
from sewerdesk.services.relevy_sending import mark_certificate_sent, withdraw_certificate
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import QUARTER, TEN_PERCENT, balance, charge_all, late_office
from tests.support.relevy import AFTER, RESOLUTION, SETTINGS, D, begin, certify, owing_accounts, words


@pytest.fixture
def owing(ws: Workspace) -> dict[str, int]:
    """Three accounts with a penalty of ten percent: 200.20, 242.00 and 121.00 unpaid on November 1, 2027."""
    return owing_accounts(ws)


def test_stop_money_for_certified_charges_and_say_whom_to_pay(ws: Workspace, owing: dict[str, int]) -> None:
    """G15."""
    certify(ws, begin(ws))
    with pytest.raises(RuleViolation) as problem:
        enter_receipt(ws, draft=check({"00001042": "225.20"}, number="91", on=AFTER))
    assert problem.value.message == (
        "Account 00001042: 225.20 is on the 2028 tax roll (RLV-2027-0001). It is paid to the Sample Collector of Taxes "
        "with the 2028 tax bill, not here."
    )


def test_take_and_mark_the_money_where_the_office_says_so(ws: Workspace, owing: dict[str, int]) -> None:
    certify(ws, begin(ws, replace(SETTINGS, after=AfterCertified.TAKE)))
    draft = check({"00001042": "300.00"}, number="92", on=AFTER)
    posted = enter_receipt(ws, draft=draft)
    assert any("225.20 is for charges on the tax roll (RLV-2027-0001)" in note for note in posted.notes)
    [row] = money_after_levy(ws)
    assert (row.account, row.amount, row.withdrawn) == ("00001042", D("225.20"), False)


def test_withdraw_a_row_with_its_letter_and_everything_stands_as_before(
    ws: Workspace, owing: dict[str, int]
) -> None:
    """G14: the fee is taken back with it."""
    season = begin(ws)
    view = certify(ws, season)
    mark_certificate_sent(ws, season_id=season.id, sent_on=AFTER, how="By hand to the county treasurer")
    row = relevy_list(ws, season_id=season.id).rows[0]
    done = withdraw_row(ws, row_id=row.row_id, reason="Paid at the closing", authority="Res. 90 of 2027")
    assert balance(ws, owing["00001042"]) == D("200.20")
    assert levied(ws, account_id=owing["00001042"]) == ()
    money = account_money(ws, account_id=owing["00001042"])
    assert sum((one.open_amount for one in money.open_items), D(0)) == D("200.20")
    letter = words(paper_file(ws, paper_id=done.paper_id)).replace("\n", " ")
    assert "asked that $225.20 in unpaid sewer charges be levied on the 2028 tax roll" in letter
    assert "The charge is withdrawn: Paid at the closing." in letter
    [after] = certificates(ws)
    assert (after.total, after.withdrawn, after.levied) == (view.total, D("225.20"), D("413.00"))
    with pytest.raises(RuleViolation, match="was taken off the roll on 11/1/2027 already"):
        withdraw_row(ws, row_id=row.row_id, reason="Again")
    [act] = money_acts(ws, kinds=[ActKind.LEVY])
    with pytest.raises(RuleViolation, match="Withdraw its rows instead"):
        undo_act(ws, act_id=act.id, reason="x", authority="y")
    assert penalty_proof(ws, period=QUARTER).faults == ()
    assert not check_books(ws).findings


def test_withdraw_a_certificate_before_it_was_sent(ws: Workspace, owing: dict[str, int]) -> None:
    """In one act the books and the frozen list stand as before; it may be certified again, then sent."""
    season = begin(ws)
    freeze_list(ws, season_id=season.id)
    before = relevy_list(ws, season_id=season.id)
    view = issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)
    [act] = money_acts(ws, kinds=[ActKind.LEVY])
    with pytest.raises(RuleViolation, match="Withdraw the certificate as a whole instead"):
        undo_act(ws, act_id=act.id, reason="x", authority="y")
    with pytest.raises(FieldErrors):
        withdraw_certificate(ws, season_id=season.id, reason=" ")
    again = withdraw_certificate(ws, season_id=season.id, reason="Wrong resolution")
    assert again.state is SeasonState.FROZEN
    assert [replace(row, row_id=0) for row in again.rows] == [replace(row, row_id=0) for row in before.rows]
    assert [balance(ws, owing[one]) for one in sorted(owing)] == [D("200.20"), D("242.00"), D("121.00")]
    assert levied(ws) == ()
    assert {row.state for row in papers_of(ws, subject=SUBJECT, subject_id=view.id)} == {"void"}
    assert money_acts(ws, kinds=[ActKind.LEVY])[0].undone_by
    with pytest.raises(UserError, match="no certificate"):
        record_remittance(ws, season_id=season.id, received_on=AFTER, amount=D("0.00"), reference="1")
    assert not check_books(ws).findings
    second = issue_certificate(ws, season_id=season.id, resolution=RESOLUTION)
    assert second.total == view.total
    mark_certificate_sent(ws, season_id=season.id, sent_on=AFTER, how="By mail")
    with pytest.raises(RuleViolation, match="was sent on 11/1/2027"):
        withdraw_certificate(ws, season_id=season.id, reason="Too late")
    with pytest.raises(RuleViolation, match="sent on 11/1/2027 already"):
        mark_certificate_sent(ws, season_id=season.id, sent_on=AFTER, how="By mail")
    assert not check_books(ws).findings


def test_tie_out_with_what_the_county_paid_over(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws)
    certify(ws, season)
    ws.clock = FixedClock(date(2028, 4, 1))
    with pytest.raises(FieldErrors) as problem:
        record_remittance(
            ws, season_id=season.id, received_on=date(2028, 4, 1), amount=D("600.00"), reference=" "
        )
    assert set(problem.value.errors) == {"amount", "reference"}
    view = record_remittance(
        ws, season_id=season.id, received_on=date(2028, 4, 1), amount=D("638.20"), reference="Check 1188"
    )
    assert view.paid_over == D("638.20")
    assert [state for _, state in seasons(ws)] == [SeasonState.PAID_OVER]
    row = relevy_list(ws, season_id=season.id).rows[0]
    with pytest.raises(RuleViolation, match="The county has paid account 00001042 over"):
        withdraw_row(ws, row_id=row.row_id, reason="x")


def test_take_back_a_remittance_entered_by_mistake(ws: Workspace, owing: dict[str, int]) -> None:
    season = begin(ws)
    view = certify(ws, season)
    with pytest.raises(RuleViolation, match="No remittance is entered"):
        take_back_remittance(ws, season_id=season.id, reason="x")
    record_remittance(
        ws, season_id=season.id, received_on=AFTER, amount=view.levied, reference="County check 88"
    )
    with pytest.raises(FieldErrors):
        take_back_remittance(ws, season_id=season.id, reason=" ")
    again = take_back_remittance(ws, season_id=season.id, reason="Of the other district")
    assert (again.paid_over, again.levied) == (None, view.levied)
    assert not any(row.settled for row in levied(ws))
    done = record_remittance(
        ws, season_id=season.id, received_on=AFTER, amount=view.levied, reference="County check 91"
    )
    assert done.paid_over == view.levied
    assert not check_books(ws).findings


def test_bear_no_penalty_on_what_is_on_the_tax_roll(ws: Workspace, owing: dict[str, int]) -> None:
    certify(ws, begin(ws))
    ws.clock = FixedClock(date(2028, 2, 1))
    assert rehearse_penalties(ws).due == ()


def test_penalty_on_the_tax_roll_is_not_undone_and_not_called_paid(
    ws: Workspace, owing: dict[str, int]
) -> None:
    certify(ws, begin(ws))
    charge = penalty_charges(ws)[0]
    with pytest.raises(RuleViolation) as problem:
        undo_penalties(ws, charge_ids=[charge.id], reason="Disputed")
    assert problem.value.message.startswith(
        "Account 00001042: 225.20 is on the 2028 tax roll (RLV-2027-0001)."
    )
    assert problem.value.message.endswith(
        "Withdraw that row first; then the amount stands here again and may be changed."
    )
    assert not check_books(ws).findings


def test_undo_no_act_whose_charges_are_on_the_tax_roll(ws: Workspace) -> None:
    """The roll holds 225.20, 267.00 and, with 40.00 of August, 186.00: undone here, it would be collected all the same.

    Once the row of 00001044 is withdrawn, 40.00 may be undone there: 110.00 and 11.00 are left.
    """
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(date(2027, 8, 1))
    with ws.write() as session:
        entry = ActEntry(accounts["00001044"], EntryKind.ADJUSTMENT, D("40.00"), "OM")
        _post_act(
            session, ActKind.ADJUSTMENT, on=date(2027, 8, 1), reason="Misread", entries=[entry], facts={}
        )
    ws.clock = FixedClock(AFTER)
    save_charge_code(ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    certify(ws, begin(ws))
    [run] = money_acts(ws, kinds=[ActKind.PENALTY])
    [adjustment] = money_acts(ws, kinds=[ActKind.ADJUSTMENT])
    with pytest.raises(
        RuleViolation, match=r"Account 00001042: 225\.20 is on the 2028 tax roll .* Withdraw that row"
    ):
        undo_act(ws, act_id=run.id, reason="Wrong rate", authority="Res. 90")
    with pytest.raises(
        RuleViolation, match=r"Account 00001044: 186\.00 is on the 2028 tax roll .* Withdraw that row"
    ):
        undo_act(ws, act_id=adjustment.id, reason="Read right", authority="Res. 90")
    assert [balance(ws, one) for one in accounts.values()] == [D("0.00")] * 3
    withdraw_row(ws, row_id=levied(ws, account_id=accounts["00001044"])[0].row_id, reason="Read right")
    undo_act(ws, act_id=adjustment.id, reason="Read right", authority="Res. 90")
    assert balance(ws, accounts["00001044"]) == D("121.00")
    assert not check_books(ws).findings


def test_say_what_can_be_done_once_the_county_has_paid(ws: Workspace, owing: dict[str, int]) -> None:
    """A row that is paid over cannot be withdrawn: the owner's 11.00 are credited, or the remittance was a mistake."""
    season = begin(ws)
    view = certify(ws, season)
    record_remittance(
        ws, season_id=season.id, received_on=AFTER, amount=view.levied, reference="County check 88"
    )
    penalty = penalty_charges(ws, account_id=owing["00001044"])[0]
    with pytest.raises(RuleViolation) as problem:
        waive_penalties(ws, charge_ids=[penalty.id], reason="Hospital", authority="Res. 91")
    assert problem.value.message == (
        "Account 00001044: 146.00 is on the 2028 tax roll (RLV-2027-0001). The county has paid it over, so it is not "
        "changed any more. To give the owner something back, credit the account by an adjustment without a charge "
        "code. Was the county's payment entered by mistake, take that back first."
    )
    draft = AdjustmentDraft(
        "00001044", D("-11.00"), "Decision of the Board", "Mary Bell", AFTER, note="Hospital",
        approved_by="Town Board", minute="Res. 91",
    )  # fmt: skip
    credit = post_adjustment(ws, draft=draft)
    assert balance(ws, owing["00001044"]) == D("-11.00")
    undo_act(ws, act_id=credit.id, reason="Paid over by mistake", authority="Res. 92")
    take_back_remittance(ws, season_id=season.id, reason="Of the other district")
    withdraw_row(ws, row_id=levied(ws, account_id=owing["00001044"])[0].row_id, reason="Hospital")
    waive_penalties(ws, charge_ids=[penalty.id], reason="Hospital", authority="Res. 91")
    assert balance(ws, owing["00001044"]) == D("110.00")
    assert not check_books(ws).findings


def test_only_what_is_certified_leaves_the_account(ws: Workspace) -> None:
    """Interest stays with the office where its settings say so: 18.20 goes to the roll, 2.73 is open here."""
    accounts = late_office(ws, replace(TEN_PERCENT, interest_percent=D("1.5"), cut_off="3-1"))
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(AFTER)
    save_charge_code(ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    certify(ws, begin(ws, replace(SETTINGS, include_interest=False)))
    [item] = account_money(ws, account_id=accounts["00001042"]).open_items
    assert (item.what.startswith("Interest of the month"), item.open_amount) == (True, D("2.73"))


def test_money_in_time_takes_no_penalty_off_that_is_on_the_tax_roll(
    ws: Workspace, owing: dict[str, int]
) -> None:
    """110.00 mailed in time is found after the certificate: it waits here, and the roll still holds 146.00."""
    season = begin(ws, replace(SETTINGS, after=AfterCertified.TAKE))
    certify(ws, season)
    draft = check({"00001044": "110.00"}, on=date(2027, 1, 29))
    asks = look_at_batch(ws, batch=ReceiptBatch(draft.amount, (draft,))).asks
    enter_receipt(ws, draft=draft, acknowledged=asks)
    assert balance(ws, owing["00001044"]) == D("-110.00")
    assert [row.amount for row in levied(ws, account_id=owing["00001044"])] == [D("146.00")]
