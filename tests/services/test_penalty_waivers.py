"""A part of a penalty waived: the rest is owed, paid, waived, undone; the part is never charged again."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft, WriteOffDraft
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.penalty_views import ChargeState
from sewerdesk.services.adjustments import decide_act, post_adjustment, reinstate, write_off
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.penalties import rehearse_penalties, undo_penalties, waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.penalty_waivers import waive_part
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import QUARTER, TEN_PERCENT, balance, charge_all, late_office

D = Decimal
FIRST = "00001042"
BOARD = "Res. 14 of 2027"


@pytest.fixture
def late(ws: Workspace) -> dict[str, int]:
    """182.00, 220.00 and 110.00 unpaid; 18.20, 22.00 and 11.00 charged on the day after the due date."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    return accounts


def waive_some(ws: Workspace, amount: str) -> str:
    first = penalty_charges(ws, period=QUARTER)[0]
    return waive_part(ws, charge_id=first.id, amount=D(amount), reason="Hospital", authority=BOARD).number


def proved(ws: Workspace) -> tuple[str, str, str]:
    """Due, charged and waived of all accounts; the proof and the whole books must hold."""
    proof = penalty_proof(ws, period=QUARTER)
    assert proof.faults == ()
    assert not check_books(ws).findings
    assert rehearse_penalties(ws, period=QUARTER).due == ()
    return str(proof.due), str(proof.charged), str(proof.waived)


def test_waive_a_part_and_keep_the_rest_owed(ws: Workspace, late: dict[str, int]) -> None:
    """5.00 of 18.20 is forgiven: 195.20 owed, 13.20 of it penalty; a second posting adds nothing."""
    done = waive_part(
        ws,
        charge_id=penalty_charges(ws, period=QUARTER)[0].id,
        amount=D("5.00"),
        reason="Hospital",
        authority=BOARD,
    )
    assert (done.amount, done.left) == (D("5.00"), D("13.20"))
    assert balance(ws, late[FIRST]) == D("195.20")
    row = penalty_charges(ws, period=QUARTER)[0]
    assert (row.state, row.amount, row.waived, row.net, row.paid) == (
        ChargeState.STANDS, D("18.20"), D("5.00"), D("13.20"), D(0),
    )  # fmt: skip
    assert proved(ws) == ("51.20", "46.20", "5.00")


def test_refuse_an_impossible_part_and_no_resolution(ws: Workspace, late: dict[str, int]) -> None:
    for amount in ("0", "-1.00", "1.005", "18.21"):
        with pytest.raises(FieldErrors) as problem:
            waive_some(ws, amount)
        assert set(problem.value.errors) == {"amount"}
    first = penalty_charges(ws, period=QUARTER)[0]
    with pytest.raises(FieldErrors) as problem:
        waive_part(ws, charge_id=first.id, amount=D("5.00"), reason=" ", authority="")
    assert set(problem.value.errors) == {"reason", "authority"}
    assert balance(ws, late[FIRST]) == D("200.20")


def test_waive_again_and_then_the_rest(ws: Workspace, late: dict[str, int]) -> None:
    waive_some(ws, "5.00")
    waive_some(ws, "3.20")
    assert balance(ws, late[FIRST]) == D("192.00")
    assert proved(ws) == ("51.20", "43.00", "8.20")
    with pytest.raises(FieldErrors, match="no more can be waived"):
        waive_some(ws, "10.01")
    waive_some(ws, "10.00")  # the whole rest: as a whole waiver
    assert balance(ws, late[FIRST]) == D("182.00")
    assert penalty_charges(ws, period=QUARTER)[0].state is ChargeState.WAIVED
    assert proved(ws) == ("51.20", "33.00", "18.20")
    for act in money_acts(ws, kinds=[ActKind.WAIVER]):  # newest first
        undo_act(ws, act_id=act.id, reason="Rescinded", authority="Res. 20")
        proved(ws)
    assert balance(ws, late[FIRST]) == D("200.20")
    assert penalty_charges(ws, period=QUARTER)[0].net == D("18.20")


def test_undo_the_last_waiver_before_an_earlier_one(ws: Workspace, late: dict[str, int]) -> None:
    waive_some(ws, "5.00")
    waive_some(ws, "13.20")
    rest, part = money_acts(ws, kinds=[ActKind.WAIVER])
    with pytest.raises(RuleViolation, match=f"Undo {rest.number} first"):
        undo_act(ws, act_id=part.id, reason="Rescinded", authority="Res. 20")
    assert proved(ws) == ("51.20", "33.00", "18.20")


def test_pay_the_rest_and_waive_a_part_of_what_was_paid(ws: Workspace, late: dict[str, int]) -> None:
    """Paid in full, then 5.00 forgiven: the money waits as the account's credit."""
    enter_receipt(ws, draft=check({FIRST: "200.20"}, number="90", on=date(2027, 2, 2)))
    waive_some(ws, "5.00")
    assert balance(ws, late[FIRST]) == D("-5.00")
    row = penalty_charges(ws, period=QUARTER)[0]
    assert (row.net, row.paid) == (D("13.20"), D("13.20"))
    with pytest.raises(RuleViolation, match="is paid"):
        undo_penalties(ws, charge_ids=[row.id], reason="x")
    assert proved(ws) == ("51.20", "46.20", "5.00")


def test_undo_the_penalty_and_charge_it_again_without_the_part(ws: Workspace, late: dict[str, int]) -> None:
    waive_some(ws, "5.00")
    first = penalty_charges(ws, period=QUARTER)[0]
    done = undo_penalties(ws, charge_ids=[first.id], reason="Disputed")
    assert (done.total, balance(ws, late[FIRST])) == (D("13.20"), D("182.00"))
    assert charge_all(ws).total == D("13.20")
    assert balance(ws, late[FIRST]) == D("195.20")
    assert proved(ws) == ("51.20", "46.20", "5.00")


def test_undo_the_run_with_the_part_and_post_it_again(ws: Workspace, late: dict[str, int]) -> None:
    """The resolution outlives the run; once it is rescinded the whole penalty is owed again."""
    waive_some(ws, "5.00")
    waiver, run = money_acts(ws)[:2]
    undo_act(ws, act_id=run.id, reason="Wrong quarter")
    assert balance(ws, late[FIRST]) == D("182.00")
    assert charge_all(ws).total == D("46.20")
    assert proved(ws) == ("51.20", "46.20", "5.00")
    undo_act(ws, act_id=waiver.id, reason="Rescinded", authority="Res. 20")
    assert balance(ws, late[FIRST]) == D("200.20")
    assert proved(ws) == ("51.20", "51.20", "0.00")


@pytest.mark.parametrize(
    ("paid", "owed", "waived"),
    [
        pytest.param("100.00", "85.20", "5.00", id="8.20 due, 5.00 of it waived"),
        pytest.param("150.00", "32.00", "3.20", id="3.20 due, all of it waived"),
        pytest.param("182.00", "0.00", "0.00", id="nothing due"),
    ],
)
def test_put_right_what_a_late_receipt_changes(
    ws: Workspace, late: dict[str, int], paid: str, owed: str, waived: str
) -> None:
    """Money that came on January 29 lowers the penalty; the part waived comes off what is left of it, once."""
    waive_some(ws, "5.00")
    enter_receipt(ws, draft=check({FIRST: paid}, number="91", on=date(2027, 1, 29)))
    assert balance(ws, late[FIRST]) == D(owed)
    assert proved(ws)[2] == waived


def test_waive_whole_what_was_waived_in_part(ws: Workspace, late: dict[str, int]) -> None:
    waive_some(ws, "5.00")
    first = penalty_charges(ws, period=QUARTER)[0]
    assert waive_penalties(ws, charge_ids=[first.id], reason="Fire", authority=BOARD).total == D("13.20")
    assert balance(ws, late[FIRST]) == D("182.00")
    assert charge_all(ws).lines == 0


def test_waiving_a_part_of_the_penalty_pays_nothing_of_the_interest(ws: Workspace) -> None:
    """Both stand on one bill under one code: 18.20 and 2.73, of which nobody paid anything."""
    late_office(ws, replace(TEN_PERCENT, interest_percent=D("1.5")))
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    penalty = next(one for one in penalty_charges(ws, period=QUARTER) if one.amount == D("18.20"))
    waive_part(ws, charge_id=penalty.id, amount=D("5.00"), reason="Hospital", authority=BOARD)
    interest = next(one for one in penalty_charges(ws, period=QUARTER) if one.amount == D("2.73"))
    assert interest.paid == D(0)
    assert undo_penalties(ws, charge_ids=[interest.id], reason="Charged too soon").undone == 1


def by_form(amount: str, **changes: object) -> AdjustmentDraft:
    """The adjustment form with "Waive a charge or penalty" chosen."""
    values = {
        "account": FIRST,
        "amount": D(amount),
        "reason": "Decision of the Board",
        "requested_by": "Mary Bell",
        "on": date(2027, 2, 2),
        "charge_code": "PEN",
        "waiver": True,
        "minute": BOARD,
        "approved_by": "Town Board",
    }
    return AdjustmentDraft(**(values | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("amount", "bill", "owed"),
    [
        pytest.param("-18.20", "BIL-2027-0001", "182.00", id="all of it, by its bill"),
        pytest.param("-18.20", "", "182.00", id="all of it, by its code"),
        pytest.param("-5.00", "", "195.20", id="a part of it"),
    ],
)
def test_waive_by_the_form_and_never_take_the_penalty_off_twice(
    ws: Workspace, late: dict[str, int], amount: str, bill: str, owed: str
) -> None:
    """182.00 that came in time is entered after the waiver: the penalty goes, and 0.00 is owed, not a credit."""
    act = post_adjustment(ws, draft=by_form(amount, bill=bill))
    assert (act.kind, act.total, act.authority) == (ActKind.WAIVER, D(amount), BOARD)
    assert balance(ws, late[FIRST]) == D(owed)
    assert proved(ws)[2] == str(-D(amount))
    enter_receipt(ws, draft=check({FIRST: "182.00"}, number="92", on=date(2027, 1, 29)))
    assert balance(ws, late[FIRST]) == D("0.00")
    assert not check_books(ws).findings


def test_refuse_by_the_form_more_than_the_penalties_come_to(ws: Workspace, late: dict[str, int]) -> None:
    """18.20 stands: 18.21 is too much, and so is 0.01 once all of it was waived; without a code it is unclear."""
    with pytest.raises(FieldErrors, match=r"penalties of PEN on account 00001042 come to 18\.20; no more"):
        post_adjustment(ws, draft=by_form("-18.21"))
    with pytest.raises(
        FieldErrors, match=r"Penalties of 18\.20 stand on account 00001042\. Choose the charge code"
    ):
        post_adjustment(ws, draft=by_form("-18.20", charge_code=""))
    assert balance(ws, late[FIRST]) == D("200.20")
    post_adjustment(ws, draft=by_form("-18.20"))
    with pytest.raises(FieldErrors, match=r"come to 0\.00; no more"):
        post_adjustment(ws, draft=by_form("-0.01"))
    assert post_adjustment(ws, draft=by_form("-10.00", charge_code="OM")).kind is ActKind.WAIVER  # a charge
    assert balance(ws, late[FIRST]) == D("172.00")


def test_waive_by_the_form_the_interest_and_a_part_of_the_penalty_by_one_act(ws: Workspace) -> None:
    """2.73 of interest and a penalty of 18.20: 19.20 takes the first whole, 16.47 of the other; both come back."""
    accounts = late_office(ws, replace(TEN_PERCENT, interest_percent=D("1.5")))
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    act = post_adjustment(ws, draft=by_form("-19.20", bill="BIL-2027-0001"))
    assert (act.total, balance(ws, accounts[FIRST])) == (D("-19.20"), D("183.73"))
    mine = [row for row in penalty_charges(ws, period=QUARTER) if row.account == FIRST]
    assert {(row.amount, row.state, row.waived) for row in mine} == {
        (D("2.73"), ChargeState.WAIVED, D(0)),
        (D("18.20"), ChargeState.STANDS, D("16.47")),
    }
    assert not check_books(ws).findings
    undo_act(ws, act_id=act.id, reason="Rescinded", authority="Res. 20")
    assert balance(ws, accounts[FIRST]) == D("202.93")


def test_owe_a_penalty_again_whose_waiver_by_the_form_was_refused(
    ws: Workspace, late: dict[str, int]
) -> None:
    act = post_adjustment(ws, draft=by_form("-18.20", approved_by=""))
    decide_act(ws, act_id=act.id, approved=False, decided_by="Ed Fox", note="The Board tabled it")
    assert balance(ws, late[FIRST]) == D("200.20")
    assert penalty_charges(ws, period=QUARTER)[0].state is ChargeState.STANDS
    assert proved(ws) == ("51.20", "51.20", "0.00")


def test_money_in_time_after_a_write_off_takes_no_penalty_off_twice(
    ws: Workspace, late: dict[str, int]
) -> None:
    """200.20 is written off, 18.20 of it penalty; then 182.00 comes that was mailed in time: 182.00 is credit."""
    ws.clock = FixedClock(date(2027, 2, 10))
    draft = WriteOffDraft(FIRST, "Cannot be found", "MB", "The Board", BOARD, date(2027, 2, 10))
    act = write_off(ws, draft=draft)
    assert balance(ws, late[FIRST]) == D("0.00")
    enter_receipt(ws, draft=check({FIRST: "182.00"}, on=date(2027, 1, 30)))
    assert balance(ws, late[FIRST]) == D("-182.00")
    assert not check_books(ws).findings
    reinstate(ws, act_id=act.id, reason="He was found", authority=BOARD)
    assert balance(ws, late[FIRST]) == D("0.00")  # the rent was paid in time, and no penalty is due


def test_adjustment_lowers_no_penalty(ws: Workspace, late: dict[str, int]) -> None:
    """Public money is given up by the Board alone; who wants a penalty off waives it, or undoes a wrong one."""
    lower = AdjustmentDraft(
        FIRST, D("-18.20"), "Billing error", "MB", date(2027, 2, 2), note="Hard winter", charge_code="PEN"
    )
    with pytest.raises(FieldErrors) as problem:
        post_adjustment(ws, draft=lower)
    assert "Waive them with the Board's resolution" in problem.value.errors["charge_code"]
    assert balance(ws, late[FIRST]) == D("200.20")
