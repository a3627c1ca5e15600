"""Random histories of late payment: whatever happens, what is on the books is what the policy makes due."""

import contextlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.payments import AskFirst
from sewerdesk.domain.penalties import InterestFrom, PenaltyPolicy
from sewerdesk.domain.penalty_views import ChargeState
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.penalties import post_penalties, rehearse_penalties, undo_penalties, waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.offices import copied_office, new_office
from tests.support.payments import check
from tests.support.penalties import late_office

D = Decimal
LATE = date(2027, 3, 10)
POLICY = PenaltyPolicy(
    percent=D(10), interest_percent=D("1.5"), interest_from=InterestFrom.BILL_DATE, charge_code="PEN"
)
NUMBERS = ("00001042", "00001043", "00001044")
PAY = st.tuples(
    st.just("pay"),
    st.sampled_from(NUMBERS),
    st.decimals(D("1.00"), D("260.00"), places=2),
    st.dates(date(2027, 1, 20), LATE),
)
STEP = st.one_of(
    PAY,
    st.tuples(st.just("void"), st.integers(0, 5)),
    st.tuples(st.just("post")),
    st.tuples(st.just("undo"), st.integers(0, 5)),
    st.tuples(st.just("waive"), st.integers(0, 5)),
    st.tuples(st.just("undo an act"), st.integers(0, 5)),
)


@pytest.fixture(scope="module")
def late_template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    """A closed office with three late accounts and a policy of penalty and interest."""
    folder = tmp_path_factory.mktemp("late") / "office"
    office = new_office(folder)
    accounts = late_office(office.ws, POLICY)
    office.close(back_up=False)
    return folder, accounts


@contextmanager
def copy_of(template: Path) -> Iterator[Workspace]:
    with (
        tempfile.TemporaryDirectory() as folder,
        copied_office(template, Path(folder) / "office", clock=FixedClock(LATE)) as opened,
    ):
        yield opened.ws


def take(ws: Workspace, step: tuple[Any, ...], receipts: list[int]) -> None:
    """One act of the history, where it can be done."""
    what = step[0]
    if what == "pay":
        _, number, amount, on = step
        draft = check({number: str(amount)}, number=str(700 + len(receipts)), on=on)
        try:
            posted = enter_receipt(ws, draft=draft)
        except AskFirst as asked:
            posted = enter_receipt(ws, draft=draft, acknowledged=asked.warnings)
        receipts.append(posted.receipts[0].id)
    elif what == "void" and receipts:
        void_receipt(ws, receipt_id=receipts.pop(step[1] % len(receipts)), reason="Void")
    elif what == "post":
        post(ws)
    elif what == "undo an act":
        acts = [one for one in money_acts(ws) if one.stands and not one.undoes]
        if acts:
            with contextlib.suppress(
                RuleViolation
            ):  # what was charged anew since is refused, and nothing is changed
                undo_act(ws, act_id=acts[step[1] % len(acts)].id, reason="Back", authority="Res. 2")
    elif what in ("undo", "waive"):
        standing = [one for one in penalty_charges(ws) if one.state is ChargeState.STANDS]
        unpaid = [one for one in standing if what == "waive" or not one.paid]
        if unpaid:
            chosen = [unpaid[step[1] % len(unpaid)].id]
            if what == "undo":
                undo_penalties(ws, charge_ids=chosen, reason="Undo")
            else:
                waive_penalties(ws, charge_ids=chosen, reason="Waive", authority="Res. 1")


def post(ws: Workspace) -> None:
    """Rehearsal equals posting, and posting twice is posting once."""
    before = {row.account: row.amount for row in rehearse_penalties(ws).due}
    seen = rehearse_penalties(ws)
    posted = post_penalties(ws, expected=seen)
    assert (posted.lines, posted.total) == (len(seen.due), seen.total)
    assert set(before) == {row.account for row in seen.due}
    again = post_penalties(ws, expected=seen)
    assert again.lines == 0
    assert rehearse_penalties(ws).due == ()


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(history=st.lists(STEP, min_size=3, max_size=9))
def test_hold_what_the_policy_makes_due_after_any_history(
    late_template: tuple[Path, dict[str, int]], history: list[tuple[Any, ...]]
) -> None:
    template, accounts = late_template
    with copy_of(template) as ws:
        receipts: list[int] = []
        for step in history:
            take(ws, step, receipts)
        post(ws)
        proof = penalty_proof(ws)
        assert proof.faults == (), proof.sentence
        assert rehearse_penalties(ws).wrong == ()
        balances = {number: account_money(ws, account_id=one).balance for number, one in accounts.items()}
        for receipt in receipts:  # void all, and the books are as though nothing had been paid
            void_receipt(ws, receipt_id=receipt, reason="Void")
        post(ws)
        assert penalty_proof(ws).faults == ()
        assert all(
            balances[number] <= account_money(ws, account_id=one).balance for number, one in accounts.items()
        )
        report = check_books(ws)
        assert report.is_clean, report.findings
