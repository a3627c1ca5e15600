"""Charges besides the rent: the law's catalog, funds, impact fees and segments (D-08, D-14)."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.law import BlankFigure, UnknownRule
from sewerdesk.domain.special_charges import charge_kind, check_fund, impact_fee, segment_shares
from tests.domain.pretreatment.examples import DAY, dannemora, hague, silent_law, with_figures

D = Decimal


@pytest.mark.parametrize("key", ["pretreatment", "hauled_waste", "capital", "impact", "surcharge", "volume"])
def test_name_hagues_charges(key: str) -> None:
    """D-14 Hague: 1107, 1108, 1109, 1112 and the definitions of 201."""
    assert charge_kind(hague(), key).title


@pytest.mark.parametrize(
    ("key", "citation"),
    [
        ("program", "§72-5B(1)(a)"),
        ("monitoring", "§72-5B(1)(b)"),
        ("accident_review", "§72-5B(1)(c)"),
        ("permit_application", "§72-5B(1)(d)"),
        ("appeals", "§72-5B(1)(e)"),
        ("consistent_removal", "§72-5B(1)(f)"),
        ("other", "§72-5B(1)(g)"),
    ],
)
def test_name_dannemoras_seven_fees(key: str, citation: str) -> None:
    """D-14 Dannemora: the fees of the pretreatment program, section 72-5."""
    assert charge_kind(dannemora(), key).citation == citation


def test_refuse_a_charge_that_the_law_does_not_name() -> None:
    with pytest.raises(UnknownRule, match="names no charge “impact”"):
        charge_kind(dannemora(), "impact")


def test_keep_a_restricted_charge_in_its_fund() -> None:
    """D-14 Hague 201: the volume charge pays for operation, debt and capital projects of the works."""
    fund = charge_kind(hague(), "volume").fund
    assert fund
    check_fund(hague(), "volume", fund.upper())
    check_fund(hague(), "surcharge", "Sewer rent fund")
    with pytest.raises(RuleViolation, match=r"goes to .* only") as caught:
        check_fund(hague(), "volume", "General fund")
    assert "§201" in caught.value.citation


def test_work_out_an_impact_fee_once_the_board_has_set_it() -> None:
    """D-14 Hague 1112: the amount is not in the text. By hand 2.5 units x 1,250.01 = 3,125.025, half a cent up."""
    with pytest.raises(BlankFigure, match="There is no figure on file for"):
        impact_fee(hague(), units=D(1), on=DAY)
    found = impact_fee(with_figures(hague(), fee__impact=D("1250.01")), units=D("2.5"), on=date(2027, 1, 1))
    assert (found.amount, found.citation) == (D("3125.03"), "Resolution 1 of 2020")
    assert found.formula == "2.5 × $1,250.01 = $3,125.03"
    with pytest.raises(UserError, match="more than zero"):
        impact_fee(hague(), units=D(0), on=DAY)
    with pytest.raises(UnknownRule):
        impact_fee(silent_law(), units=D(1), on=DAY)


def test_share_the_cost_of_a_pump_station() -> None:
    """D-08: 1,000.00 by flow 3 : 2 : 1 is 500.00, 333.33 and 166.67."""
    found = segment_shares(D("1000.00"), {"A": D(3), "B": D(2), "C": D(1)})
    assert found == {"A": D("500.00"), "B": D("333.33"), "C": D("166.67")}
    for weights in ({}, {"A": D(0)}, {"A": D(-1), "B": D(2)}):
        with pytest.raises(UserError, match="Every account of the segment"):
            segment_shares(D(1), weights)


@given(st.decimals(0, 100_000, places=2), st.lists(st.integers(1, 500), min_size=1, max_size=12))
def test_share_every_cent(cost: Decimal, weights: list[int]) -> None:
    found = segment_shares(cost, {f"{place}": D(weight) for place, weight in enumerate(weights)})
    assert sum(found.values(), D(0)) == cost
