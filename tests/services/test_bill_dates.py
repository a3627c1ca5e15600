"""Dates of a run: proposed by the office's rules, rolled past days on which nobody can pay, never invented."""

from dataclasses import replace
from datetime import date

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.services.bill_dates import propose_run, proposed_due, quarters_to_choose
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

RULE = BillingSettings(due_days=30, due_authority="Local Law 2 of 2020, §5")


def test_propose_no_due_date_where_the_office_has_no_rule(ws: Workspace) -> None:
    assert propose_run(ws).due is None
    assert proposed_due(ws, bill_date=date(2027, 1, 4)) is None


def test_propose_the_last_quarter_that_is_over_with_its_rule(ws: Workspace) -> None:
    save_billing_settings(ws, settings=RULE)
    proposal = propose_run(ws)
    assert (proposal.quarter, proposal.bill_date) == (Quarter(2026, 4), date(2027, 1, 4))
    assert proposal.read_through == date(2026, 12, 31)
    assert proposal.due is not None
    assert proposal.due.effective == date(2027, 2, 3)
    assert proposal.due.citation == "Local Law 2 of 2020, §5"


def test_roll_the_due_date_past_a_weekend_and_a_holiday(ws: Workspace) -> None:
    save_billing_settings(ws, settings=replace(RULE, due_days=40))
    due = proposed_due(
        ws, bill_date=date(2027, 1, 4)
    )  # Saturday 02/13; Monday 02/15 is Washington's Birthday
    assert due is not None
    assert due.raw == date(2027, 2, 13)
    assert due.effective == date(2027, 2, 16)
    assert "next business day Tuesday 2/16/2027" in due.sentence


def test_go_on_with_the_quarter_after_the_last_billed(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    open_account(ws, number="00001043", name="Ana Peña", print_key="12.13-2-16")
    setup = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 9))
    post_run(ws, setup=setup, expected=preview_run(ws, setup=setup))
    assert propose_run(ws).quarter == Quarter(2026, 4)
    again = propose_run(ws, quarter=Quarter(2026, 3))
    assert again.read_through == date(2026, 10, 9)


def test_offer_the_running_quarter_and_the_eight_before(ws: Workspace) -> None:
    offered = quarters_to_choose(ws)
    assert offered[0] == Quarter(2027, 1)
    assert offered[-1] == Quarter(2025, 1)
