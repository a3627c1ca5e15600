"""Penalties on the books: rehearsed, posted once, undone, waived, put right by a late receipt, and proved."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.penalty import PenaltyCharge
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.penalties import HoldKind, InterestPer
from sewerdesk.domain.penalty_lines import Spared
from sewerdesk.domain.penalty_views import ChargeState
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.penalties import (
    post_penalties,
    rehearse_penalties,
    undo_penalties,
    waive_penalties,
)
from sewerdesk.services.penalty_corrections import put_penalties_right
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof, waived_penalties
from sewerdesk.services.penalty_policies import (
    adopt_penalty_policy,
    end_penalty_hold,
    hold_penalties,
    penalty_holds,
    penalty_policies,
    propose_penalty_policy,
    withdraw_penalty_policy,
)
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import AUTHORITY, QUARTER, TEN_PERCENT, balance, charge_all, late_office

D = Decimal
DUE, LATE = date(2027, 2, 1), date(2027, 2, 2)


def entry_count(ws: Workspace) -> int:
    with ws.read() as session:
        return session.scalar(select(func.count()).select_from(Entry)) or 0


@pytest.fixture
def late(ws: Workspace) -> dict[str, int]:
    """Account 00001043 paid in time; it is the day after the due date."""
    accounts = late_office(ws)
    enter_receipt(ws, draft=check({"00001043": "220.00"}))
    ws.clock = FixedClock(LATE)
    return accounts


def test_rehearse_who_how_much_and_who_is_spared_without_writing(ws: Workspace, late: dict[str, int]) -> None:
    before = entry_count(ws)
    found = rehearse_penalties(ws, period=QUARTER)
    assert [(row.account, str(row.amount)) for row in found.due] == [
        ("00001042", "18.20"),
        ("00001044", "11.00"),
    ]
    assert found.due[0].line.sentence == "Penalty of 10 % of 182.00 unpaid on 2/1/2027 = 18.20."
    assert [(row.account, row.why) for row in found.spared] == [("00001043", Spared.PAID_IN_TIME)]
    assert (found.total, found.accounts) == (D("29.20"), 2)
    assert entry_count(ws) == before  # viewing never changes money (fault b1/5)


def test_charge_nobody_on_the_due_day_itself(ws: Workspace, late: dict[str, int]) -> None:
    """Fault b5/98: a notice made on the due day itself."""
    ws.clock = FixedClock(DUE)
    assert not rehearse_penalties(ws, period=QUARTER).due
    assert {row.why for row in rehearse_penalties(ws, period=QUARTER).spared} == {Spared.NOT_LATE}


def test_post_once_however_often_it_is_run(ws: Workspace, late: dict[str, int]) -> None:
    """Fault b5/89 and G5: a second posting of the same period adds nothing."""
    expected = rehearse_penalties(ws, period=QUARTER)
    posted = post_penalties(ws, expected=expected)
    assert (posted.number, posted.lines, posted.total) == ("PEN-2027-0001", 2, D("29.20"))
    assert balance(ws, late["00001042"]) == D("200.20")
    again = post_penalties(ws, expected=expected)
    assert (again.number, again.lines) == ("", 0)
    ws.clock = FixedClock(date(2027, 4, 1))
    assert charge_all(ws).lines == 0
    spared = rehearse_penalties(ws, period=QUARTER).spared
    assert next((row.account, row.why) for row in spared) == ("00001042", Spared.CHARGED)
    assert [act.number for act in money_acts(ws, kinds=[ActKind.PENALTY])] == ["PEN-2027-0001"]
    assert not check_books(ws).findings


def test_let_the_database_refuse_the_second_of_a_key(ws: Workspace, late: dict[str, int]) -> None:
    charge_all(ws)
    with pytest.raises(IntegrityError), ws.write() as session:
        row = session.scalars(select(PenaltyCharge).limit(1)).one()
        columns = {
            name: getattr(row, name)
            for name in [one.name for one in PenaltyCharge.__table__.columns]
            if name != "id"
        }
        session.execute(insert(PenaltyCharge).values(**{**columns, "entry_id": 1}))
    with pytest.raises(Exception, match="never changed"), ws.write() as session:
        session.execute(text("UPDATE penalty_charge SET amount = 1"))


def test_refuse_a_posting_that_is_no_longer_what_was_seen(ws: Workspace, late: dict[str, int]) -> None:
    expected = rehearse_penalties(ws, period=QUARTER)
    enter_receipt(ws, draft=check({"00001044": "10.00"}, number="77", on=DUE))
    with pytest.raises(RuleViolation, match="changed while you looked"):
        post_penalties(ws, expected=expected)
    assert money_acts(ws, kinds=[ActKind.PENALTY]) == ()
    assert charge_all(ws).total == D("28.20")
    with pytest.raises(FieldErrors, match="still ahead"):
        post_penalties(ws, expected=replace(expected, as_of=date(2027, 3, 1)))


def test_undo_by_selection_while_unpaid_and_list_the_paid(ws: Workspace, late: dict[str, int]) -> None:
    charge_all(ws)
    rows = penalty_charges(ws, period=QUARTER)
    enter_receipt(ws, draft=check({"00001044": "121.00"}, number="78", on=LATE))
    undone = undo_penalties(ws, charge_ids=[row.id for row in rows], reason="Posted by mistake")
    assert (undone.undone, undone.total, [row.account for row in undone.refused]) == (
        1,
        D("18.20"),
        ["00001044"],
    )
    assert balance(ws, late["00001042"]) == D("182.00")
    with pytest.raises(RuleViolation, match=r"on account 00001044 is paid \(11.00\)"):
        undo_penalties(ws, charge_ids=[rows[1].id], reason="x")
    assert [row.account for row in rehearse_penalties(ws, period=QUARTER).due] == ["00001042"]
    assert charge_all(ws).total == D("18.20")
    assert not check_books(ws).findings


@pytest.mark.parametrize(
    ("interest", "first", "second"),
    [
        pytest.param({"interest_percent": D("0.05"), "interest_per": InterestPer.DAY}, "2.55", "2.82", id="by the day"),
        pytest.param({"interest_percent": D("1.5"), "cap_amount": D("5.00")}, "2.73", "2.27", id="capped at 5.00"),
    ],
)  # fmt: skip
def test_leave_undone_interest_out_of_what_later_facts_charge(
    ws: Workspace, interest: dict[str, Any], first: str, second: str
) -> None:
    """0.05 % a day of 182.00 is 2.55 through 3/1 and 5.37 through 4/1; a void check brings back no undone interest."""
    account = late_office(ws, replace(TEN_PERCENT, percent=D(0), **interest))["00001042"]
    for day in (date(2027, 3, 1), date(2027, 4, 1)):
        ws.clock = FixedClock(day)
        charge_all(ws)
    undone = penalty_charges(ws, account_id=account)[0]
    undo_penalties(ws, charge_ids=[undone.id], reason="Promised")
    posted = enter_receipt(ws, draft=check({"00001042": "1.00"}, number="86", on=date(2027, 4, 1)))
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Wrong account")
    assert [str(row.amount) for row in penalty_charges(ws, account_id=account)] == [first, second]
    assert balance(ws, account) == D("182.00") + D(second)
    assert charge_all(ws).total == D(first)  # only the clerk's own run charges it again


def test_keep_a_penalty_owing_after_the_principal_is_paid(ws: Workspace, late: dict[str, int]) -> None:
    """Fault b5/98."""
    charge_all(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}, number="79", on=LATE))
    assert balance(ws, late["00001042"]) == D("18.20")
    assert penalty_proof(ws, period=QUARTER).faults == ()


def test_waive_by_the_board_alone_and_never_charge_it_again(ws: Workspace, late: dict[str, int]) -> None:
    """Faults b5/113 and G8."""
    charge_all(ws)
    first = penalty_charges(ws, period=QUARTER)[0]
    with pytest.raises(FieldErrors) as problem:
        waive_penalties(ws, charge_ids=[first.id], reason="Hospital", authority=" ")
    assert set(problem.value.errors) == {"authority"}
    done = waive_penalties(ws, charge_ids=[first.id], reason="Hospital", authority="Res. 14 of 2027")
    assert balance(ws, late["00001042"]) == D("182.00")
    assert charge_all(ws).lines == 0
    [row] = waived_penalties(ws)
    assert (row.account, row.amount, row.act) == ("00001042", D("18.20"), done.number)
    proof = penalty_proof(ws, period=QUARTER)
    assert (proof.due, proof.charged, proof.waived, proof.faults) == (D("29.20"), D("11.00"), D("18.20"), ())
    assert proof.sentence == "Due 29.20 - charged 11.00 - waived 18.20 = 0.00 on all 3 accounts."
    [act] = money_acts(ws, kinds=[ActKind.WAIVER])
    undo_act(ws, act_id=act.id, reason="Resolution rescinded", authority="Res. 20")
    assert balance(ws, late["00001042"]) == D("200.20")
    assert penalty_charges(ws, period=QUARTER)[0].state is ChargeState.STANDS
    assert penalty_proof(ws, period=QUARTER).faults == ()


def test_take_a_penalty_off_when_the_receipt_turns_up_and_restore_it_when_void(
    ws: Workspace, late: dict[str, int]
) -> None:
    """Fault b5/97 and F8: a check that came on January 29 is entered on February 2, then voided."""
    charge_all(ws)
    owed = balance(ws, late["00001042"])
    posted = enter_receipt(ws, draft=check({"00001042": "182.00"}, number="80", on=date(2027, 1, 29)))
    assert any("A penalty of 18.20 was taken off (PEN-2027-0002)." in note for note in posted.notes)
    assert balance(ws, late["00001042"]) == D("0.00")
    assert penalty_proof(ws, period=QUARTER).faults == ()
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Entered twice")
    assert balance(ws, late["00001042"]) == owed
    row = [one for one in penalty_charges(ws) if one.account == "00001042"][-1]
    assert (row.amount, row.on, row.state) == (D("18.20"), LATE, ChargeState.STANDS)
    assert penalty_proof(ws, period=QUARTER).faults == ()
    assert not check_books(ws).findings


def test_lower_a_penalty_when_a_part_turns_out_paid_in_time(ws: Workspace, late: dict[str, int]) -> None:
    charge_all(ws)
    enter_receipt(ws, draft=check({"00001042": "100.00"}, number="81", on=DUE))
    assert balance(ws, late["00001042"]) == D("90.20")  # 82.00 and a penalty of 8.20
    assert penalty_proof(ws, period=QUARTER).faults == ()


def test_charge_when_the_money_that_saved_it_is_void(ws: Workspace, late: dict[str, int]) -> None:
    """Account 00001043 paid in time; its check is void after the run, as though it had never paid."""
    charge_all(ws)
    void_receipt(ws, receipt_id=1, reason="Wrong account")
    assert balance(ws, late["00001043"]) == D("242.00")
    assert penalty_proof(ws, period=QUARTER).faults == ()


def test_list_wrong_penalties_for_the_clerk_where_the_policy_says_so(
    ws: Workspace, clock: FixedClock
) -> None:
    accounts = late_office(ws, replace(TEN_PERCENT, correct_at_once=False))
    ws.clock = FixedClock(LATE)
    charge_all(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}, number="82", on=DUE))
    assert balance(ws, accounts["00001042"]) == D("18.20")
    [wrong] = rehearse_penalties(ws, period=QUARTER).wrong
    assert wrong.sentence == (
        "Account 00001042, bill BIL-2027-0001: penalty of 18.20 is on the books, 0.00 is due by what is known now."
    )
    assert [row.account for row in penalty_proof(ws, period=QUARTER).faults] == ["00001042"]
    done = put_penalties_right(ws, account_ids=[wrong.account_id], reason="Check found in the drop box")
    assert (balance(ws, accounts["00001042"]), len(done.sentences)) == (D("0.00"), 1)


def test_judge_by_the_postmark_where_the_office_says_so(ws: Workspace) -> None:
    """G3 and fault b4/86: mailed on February 1, in the office on the 3rd."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 3))
    draft = replace(check({"00001044": "110.00"}, number="83", on=date(2027, 2, 3)), postmark=DUE)
    enter_receipt(ws, draft=draft)
    assert [row.account for row in rehearse_penalties(ws, period=QUARTER).due] == ["00001042", "00001043"]
    strict = replace(penalty_policies(ws)[0], policy=replace(TEN_PERCENT, by_postmark=False))
    assert len(rehearse_penalties(ws, period=QUARTER, policy=strict).due) == 3
    assert balance(ws, accounts["00001044"]) == D("0.00")


def test_spare_the_exempt_and_list_them(ws: Workspace, late: dict[str, int]) -> None:
    """G9: with expiry; the account is listed as spared."""
    account = late["00001042"]
    with pytest.raises(FieldErrors) as problem:
        hold_penalties(
            ws, account_id=account, kind=HoldKind.EXEMPT, since=DUE, until=None, reason=" "
        )  # fmt: skip
    assert set(problem.value.errors) == {"reason", "authority", "until"}
    hold = hold_penalties(
        ws, account_id=account, kind=HoldKind.EXEMPT, since=date(2027, 1, 1), until=date(2027, 6, 30),
        reason="Church", authority="Res. 3 of 2027",
    )  # fmt: skip
    [row] = [one for one in rehearse_penalties(ws, period=QUARTER).spared if one.why is Spared.HELD]
    assert row.sentence == "Exempt until 6/30/2027: Church (Res. 3 of 2027)."
    with pytest.raises(FieldErrors, match="is spared at that time already"):
        hold_penalties(ws, account_id=account, kind=HoldKind.DISPUTE, since=DUE, until=None, reason="Reading")
    end_penalty_hold(ws, hold_id=hold, on=DUE, reason="Sold")
    assert [one.until for one in penalty_holds(ws, account_id=account)] == [DUE]
    assert len(rehearse_penalties(ws, period=QUARTER).due) == 2


def test_undo_the_whole_act_and_post_it_again(ws: Workspace, late: dict[str, int]) -> None:
    charge_all(ws)
    [act] = money_acts(ws, kinds=[ActKind.PENALTY])
    undo_act(ws, act_id=act.id, reason="Wrong rate")
    assert balance(ws, late["00001042"]) == D("182.00")
    enter_receipt(ws, draft=check({"00001044": "1.00"}, number="84", on=DUE))  # what was undone stays undone
    assert balance(ws, late["00001044"]) == D("109.00")
    assert charge_all(ws).total == D("29.10")
    assert not check_books(ws).findings


def test_refuse_to_undo_a_run_of_which_something_is_paid(ws: Workspace, late: dict[str, int]) -> None:
    """200.20 paid 182.00 and its penalty of 18.20; undone with the run, that would be a credit nobody asked for."""
    charge_all(ws)
    [run] = money_acts(ws, kinds=[ActKind.PENALTY])
    paid = enter_receipt(ws, draft=check({"00001042": "200.20"}, number="79", on=LATE))
    with pytest.raises(RuleViolation) as problem:
        undo_act(ws, act_id=run.id, reason="Wrong rate")
    assert problem.value.message == (
        "PEN-2027-0001 is not undone as a whole, because money came for it: 18.20 on account 00001042. Undo the unpaid "
        "penalties by themselves; let the Board waive the paid ones, or move their payments first."
    )
    assert [balance(ws, late[one]) for one in ("00001042", "00001044")] == [D("0.00"), D("121.00")]
    void_receipt(ws, receipt_id=paid.receipts[0].id, reason="Wrong account")
    undo_act(ws, act_id=run.id, reason="Wrong rate")
    assert [balance(ws, late[one]) for one in ("00001042", "00001044")] == [D("182.00"), D("110.00")]
    assert not check_books(ws).findings


def test_undo_a_run_with_what_later_facts_charged_because_of_it(ws: Workspace, late: dict[str, int]) -> None:
    """A receipt took one penalty off and its void charged it again; another check is void after the run.

    With the run all of it goes: 182.00 and 220.00 are left, as though nobody had run penalties.
    """
    charge_all(ws)
    posted = enter_receipt(ws, draft=check({"00001042": "182.00"}, number="80", on=date(2027, 1, 29)))
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Entered twice")
    void_receipt(ws, receipt_id=1, reason="Wrong account")
    assert (balance(ws, late["00001042"]), balance(ws, late["00001043"])) == (D("200.20"), D("242.00"))
    run = money_acts(ws, kinds=[ActKind.PENALTY])[-1]
    undo_act(ws, act_id=run.id, reason="Wrong rate")
    assert (balance(ws, late["00001042"]), balance(ws, late["00001043"])) == (D("182.00"), D("220.00"))
    assert [row for row in penalty_charges(ws) if row.state is ChargeState.STANDS] == []
    assert charge_all(ws).total == D("51.20")  # 18.20, 22.00 and 11.00
    assert not check_books(ws).findings


def test_keep_a_used_policy_and_withdraw_an_unused_one(ws: Workspace, late: dict[str, int]) -> None:
    [row] = penalty_policies(ws)
    later = adopt_penalty_policy(
        ws,
        policy=replace(TEN_PERCENT, percent=D(15)),
        effective_from=date(2027, 3, 1),
        authority="LL 1 of 2027",
    )
    withdraw_penalty_policy(ws, policy_id=later.id, reason="Not adopted after all")
    charge_all(ws)
    with pytest.raises(RuleViolation, match="was used; it stays as it is"):
        withdraw_penalty_policy(ws, policy_id=row.id, reason="x")
    with pytest.raises(FieldErrors, match="Choose 1/3/2027 or later"):
        adopt_penalty_policy(ws, policy=TEN_PERCENT, effective_from=date(2026, 6, 1), authority=AUTHORITY)
    with pytest.raises(FieldErrors, match="XYZ is no charge code of this office"):
        adopt_penalty_policy(
            ws, policy=replace(TEN_PERCENT, charge_code="XYZ"), effective_from=LATE, authority=AUTHORITY
        )  # fmt: skip


def test_propose_what_the_law_says_with_its_status(ws: Workspace) -> None:
    proposal = propose_penalty_policy(ws)
    assert {figure.key for figure in proposal.figures} >= {"billing.penalty_percent"}
    assert len(proposal.notes) == len([f for f in proposal.figures if f.status != "law"])


class Stopped(Exception):
    """Somebody pressed Cancel."""


def test_stop_a_rehearsal_half_way(ws: Workspace, late: dict[str, int]) -> None:
    def stop(done: int, _of: int) -> None:
        if done:
            raise Stopped

    with pytest.raises(Stopped):
        rehearse_penalties(ws, period=QUARTER, progress=stop)
    with pytest.raises(Stopped):
        post_penalties(ws, expected=rehearse_penalties(ws, period=QUARTER), progress=stop)
    assert money_acts(ws, kinds=[ActKind.PENALTY]) == ()


def test_undo_an_act_of_which_a_line_was_waived_and_then_the_waiver(
    ws: Workspace, late: dict[str, int]
) -> None:
    """The waiver outlives the act; undone itself, it brings its line back, and nothing is owed twice."""
    charge_all(ws)
    first = penalty_charges(ws, period=QUARTER)[0]
    waive_penalties(ws, charge_ids=[first.id], reason="Hospital", authority="Res. 14 of 2027")
    waiver, charged = money_acts(ws)[:2]
    undo_act(ws, act_id=charged.id, reason="Wrong quarter")
    assert charge_all(ws).total == D("11.00")  # what was waived is not charged again
    undo_act(ws, act_id=waiver.id, reason="Rescinded", authority="Res. 20")
    assert [balance(ws, late[one]) for one in ("00001042", "00001044")] == [D("200.20"), D("121.00")]
    assert penalty_proof(ws, period=QUARTER).faults == ()
    assert not check_books(ws).findings


def test_refuse_to_undo_what_follows_from_the_receipts(ws: Workspace, late: dict[str, int]) -> None:
    charge_all(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}, number="85", on=date(2027, 1, 29)))
    [corrected, _] = money_acts(ws, kinds=[ActKind.PENALTY])
    with pytest.raises(RuleViolation, match="put penalties right by what is known of the account"):
        undo_act(ws, act_id=corrected.id, reason="x")
    assert balance(ws, late["00001042"]) == D("0.00")
