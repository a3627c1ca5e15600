"""Rates in the office: succeeded by date, locked once used, taken back while nobody was billed by them."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rateforms import FormulaKind, RateForm, check_rate_form, formula_of, formula_words
from sewerdesk.domain.rates import Metered, PerUnit, RateVersion, Tier, validate_rates
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.rates import RateDraft, adopt_rates, rate_book, used_versions, withdraw_rate
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

D = Decimal
SETUP = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))


@pytest.fixture
def billed(ws: Workspace) -> Workspace:
    """A quarter billed by the rates of class R."""
    adopt_sample_rates(ws)
    open_account(ws, number="00001043", name="Ana Peña", print_key="12.13-2-16")
    post_run(ws, setup=SETUP, expected=preview_run(ws, setup=SETUP))
    return ws


def history(ws: Workspace) -> tuple[RateVersion, ...]:
    return rate_book(ws).history("R", "OM")


def adopt(ws: Workspace, amount: str, since: date) -> RateVersion:
    adopt_rates(ws, drafts=[RateDraft("R", "OM", since, "Resolution 7 of 2026", PerUnit(D(amount)))])
    return history(ws)[-1]


def test_lock_the_rates_that_bills_were_made_by(billed: Workspace) -> None:
    used = used_versions(billed)
    assert {version.version_id for version in history(billed)} <= used
    assert not {version.version_id for version in rate_book(billed).history("M", "OM")} & used
    with pytest.raises(RuleViolation, match="stays as it is"):
        withdraw_rate(billed, version_id=history(billed)[0].version_id, reason="A slip")


def test_take_back_an_unused_rate_and_let_the_former_hold_again(billed: Workspace) -> None:
    new = adopt(billed, "99.00", date(2027, 1, 1))
    assert history(billed)[0].effective_to == date(2027, 1, 1)
    with pytest.raises(FieldErrors):
        withdraw_rate(billed, version_id=new.version_id, reason=" ")
    withdraw_rate(billed, version_id=new.version_id, reason="The Board set 98.00")
    (left,) = history(billed)
    assert left.effective_to is None


def test_refuse_to_take_back_a_rate_that_was_succeeded(billed: Workspace) -> None:
    first = adopt(billed, "99.00", date(2027, 1, 1))
    adopt(billed, "101.00", date(2027, 7, 1))
    with pytest.raises(RuleViolation, match="A later rate"):
        withdraw_rate(billed, version_id=first.version_id, reason="A slip")


def test_refuse_a_rate_from_before_the_one_in_force(billed: Workspace) -> None:
    with pytest.raises(UserError, match="already has a value from 01/01/2020"):
        adopt(billed, "99.00", date(2019, 1, 1))


def test_say_a_metered_rate_as_a_board_would() -> None:
    formula = Metered(
        minimum=D("62.50"),
        allowance=D(5000),
        tiers=(Tier(D(5000), D(20000), D("5.50")), Tier(D(20000), None, D("6.125"))),
        times_units=True,
    )
    assert formula_words(formula) == (
        "62.50 including 5,000 gal per EDU; 5.50 per 1,000 gal over 5,000 to 20,000; "
        "6.125 per 1,000 gal over 20,000"
    )


def test_refuse_tiers_that_do_not_rise() -> None:
    form = RateForm(
        kind=FormulaKind.METERED,
        minimum=D(10),
        allowance=D(5000),
        price1=D(5),
        upto1=D(4000),
        times_units=False,
    )
    errors = check_rate_form(form)
    assert "5,000" in errors["upto1"]
    assert "Enter the price" in errors["price2"]


@given(st.lists(st.integers(1, 10_000), max_size=4), st.integers(0, 5000))
def test_make_tiers_without_gap_or_overlap(steps: list[int], allowance: int) -> None:
    tops: dict[str, Decimal] = {}
    floor = allowance
    for number, step in enumerate(steps, 1):
        floor += step
        tops[f"upto{number}"] = D(floor)
    prices = {f"price{number}": D("1.25") for number in range(1, len(steps) + 2)}
    form = RateForm(
        kind=FormulaKind.METERED, minimum=D(1), allowance=D(allowance), times_units=False, **tops, **prices
    )
    assert check_rate_form(form) == {}
    version = RateVersion(1, "M", "USE", date(2020, 1, 1), "Resolution 1", formula_of(form))
    assert validate_rates([version]) == []
