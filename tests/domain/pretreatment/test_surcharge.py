"""The surcharge for abnormal sewage, UC(t) = UC(n) + UC(an), with right values worked by hand (D-06)."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import BlankFigure, UnknownRule
from sewerdesk.domain.pretreatment.surcharge import (
    CostShares,
    DischargerYear,
    FlowFactor,
    PlantYear,
    SurchargeMethod,
    TotalPolicy,
    Worksheet,
    shares_on,
    terms_offered,
    work_out,
)
from tests.domain.pretreatment.examples import DAY, dannemora, hague, with_figures

D = Decimal
ALL_FIVE = ("bod", "suspended_solids", "phosphorus", "ammonia", "tkn")
PLANT = PlantYear(
    cost=D(400_000),
    flow_mgd=D("0.5"),
    loads={
        "bod": D(1000),
        "suspended_solids": D(1250),
        "phosphorus": D(40),
        "ammonia": D(100),
        "tkn": D(160),
    },
)
CREAMERY = DischargerYear(
    name="Lake Creamery",
    flow_mgd=D("0.02"),
    mg_l={
        "bod": D(1000),
        "suspended_solids": D(600),
        "phosphorus": D(25),
        "ammonia": D(20),
        "tkn": D(80),
    },
)
SHARES = CostShares(
    flow=D(40),
    pollutants={
        "bod": D(30),
        "suspended_solids": D(20),
        "phosphorus": D(4),
        "ammonia": D(3),
        "tkn": D(3),
    },
)


def _charge(
    method: SurchargeMethod, shares: CostShares = SHARES, discharger: DischargerYear = CREAMERY
) -> Worksheet:
    return work_out(hague(), method, plant=PLANT, discharger=discharger, shares=shares, on=DAY)


def test_work_out_all_five_terms_by_hand() -> None:
    """D-06: the whole formula.

    By hand, with 0.02 million gallons a day, so 0.02 x 8.34 = 0.1668 lb/day for each mg/l:
      UC(n) = 400,000 x 40/100 x 0.02/0.5 = 160,000 x 0.04                          =  6,400.00
      BOD   (1,000 - 250) x 0.1668 = 125.1;  400,000 x 30/100 x 125.1/1,000         = 15,012.00
      TSS   (600 - 300)   x 0.1668 = 50.04;  400,000 x 20/100 x 50.04/1,250         =  3,202.56
      P     (25 - 15)     x 0.1668 = 1.668;  400,000 x  4/100 x 1.668/40            =    667.20
      NH3   (20 - 30)     x 0.1668 = -1.668: weaker than normal sewage, counts as   =      0.00
      TKN   (80 - 50)     x 0.1668 = 5.004;  400,000 x  3/100 x 5.004/160           =    375.30
      UC(an) = 15,012.00 + 3,202.56 + 667.20 + 0.00 + 375.30                        = 19,257.06
      UC(t)  = 6,400.00 + 19,257.06                                                 = 25,657.06
    """
    found = _charge(SurchargeMethod(ALL_FIVE))
    assert found.normal_charge == D("6400.00")
    assert {term.key: term.amount for term in found.terms} == {
        "bod": D("15012.00"),
        "suspended_solids": D("3202.56"),
        "phosphorus": D("667.20"),
        "ammonia": D("0.00"),
        "tkn": D("375.30"),
    }
    assert (found.surcharge, found.total) == (D("19257.06"), D("25657.06"))
    assert [term.key for term in found.terms if term.counted_as_zero] == ["ammonia"]
    assert found.adds_up


def test_write_every_step_with_its_numbers() -> None:
    """D-06: the worksheet shows each step in order, with formula, value, unit and citation."""
    steps = _charge(SurchargeMethod(ALL_FIVE)).steps
    assert len(steps) == 5 + 5 * 6 + 2
    assert all(step.label and step.formula and step.unit and step.citation for step in steps)
    told = {step.label: step for step in steps}
    bod = next(row.name for row in hague().pollutants if row.key == "bod")
    assert told["UC(n), normal sewage"].formula == "$400,000.00 × (40 ÷ 100) × (0.02 ÷ 0.5)"
    user, normal = told[f"{bod}, load of the user"], told[f"{bod}, load of normal sewage"]
    assert (user.formula, user.value, user.unit) == ("0.02 × 1,000 × 8.34", D("166.8"), "lb/day")
    assert (normal.formula, normal.value) == ("0.02 × 250 × 8.34", D("41.7"))
    assert normal.citation == "§201 (Sewage, Normal)"
    assert told[f"{bod}, surcharge"].formula == "$400,000.00 × (30 ÷ 100) × (125.1 ÷ 1,000)"
    ammonia = next(step for step in steps if step.group == "ammonia" and step.label.endswith("surcharge"))
    assert ammonia.formula == "-1.668 lb/day is below zero and counts as zero"
    assert steps[-1].formula == "UC(n) + UC(an) = $6,400.00 + $19,257.06"
    assert steps[-1].value == D("25657.06")


def test_work_out_bod_and_solids_only() -> None:
    """D-06 variant: terms for BOD and TSS only, 50 + 30 + 20 = 100 percent.

    By hand: UC(n) = 400,000 x 0.5 x 0.04 = 8,000.00; UC(an) = 15,012.00 + 3,202.56 = 18,214.56; UC(t) = 26,214.56.
    """
    shares = CostShares(D(50), {"bod": D(30), "suspended_solids": D(20)})
    found = _charge(SurchargeMethod(("bod", "suspended_solids")), shares)
    assert (found.normal_charge, found.surcharge, found.total) == (
        D("8000.00"),
        D("18214.56"),
        D("26214.56"),
    )


def test_work_out_without_the_factor_for_flow() -> None:
    """D-06 variant: UC(n) = OM x QIA/QA. By hand 400,000 x 0.02/0.5 = 16,000.00; 60 + 40 = 100 percent.

    BOD 400,000 x 0.60 x 125.1/1,000 = 30,024.00; TSS 400,000 x 0.40 x 50.04/1,250 = 6,405.12.
    """
    shares = CostShares(None, {"bod": D(60), "suspended_solids": D(40)})
    method = SurchargeMethod(("bod", "suspended_solids"), flow=FlowFactor.WHOLE)
    found = _charge(method, shares)
    assert (found.normal_charge, found.surcharge) == (D("16000.00"), D("36429.12"))
    assert not any(step.label.startswith("OQ") for step in found.steps)


def test_charge_normal_sewage_no_surcharge() -> None:
    """Sewage exactly at every limit adds nothing: (B - Bn) is zero."""
    limits = {
        "bod": D(250),
        "suspended_solids": D(300),
        "phosphorus": D(15),
        "ammonia": D(30),
        "tkn": D(50),
    }
    found = _charge(SurchargeMethod(ALL_FIVE), discharger=replace(CREAMERY, mg_l=limits))
    assert (found.surcharge, found.total) == (D("0.00"), D("6400.00"))
    assert not any(term.counted_as_zero for term in found.terms)


def test_deduct_a_negative_term_where_the_board_says_so() -> None:
    """surcharge.negative_term set to "deduct": NH3 400,000 x 0.03 x -1.668/100 = -200.16."""
    law = with_figures(hague(), surcharge__negative_term="deduct")
    found = work_out(law, SurchargeMethod(ALL_FIVE), plant=PLANT, discharger=CREAMERY, shares=SHARES, on=DAY)
    assert found.terms[3].amount == D("-200.16")
    assert found.total == D("25456.90")


def test_refuse_a_negative_term_where_the_law_does_not_say() -> None:
    bare = replace(
        hague(),
        figures={key: row for key, row in hague().figures.items() if key != "surcharge.negative_term"},
    )
    with pytest.raises(RuleViolation, match=r"weaker than in normal sewage.*does not say whether"):
        work_out(bare, SurchargeMethod(ALL_FIVE), plant=PLANT, discharger=CREAMERY, shares=SHARES, on=DAY)
    odd = with_figures(hague(), surcharge__negative_term="half")
    with pytest.raises(RuleViolation, match="must be zero or deduct, not “half”"):
        work_out(odd, SurchargeMethod(ALL_FIVE), plant=PLANT, discharger=CREAMERY, shares=SHARES, on=DAY)


def test_check_that_the_percentages_total_100() -> None:
    """D-06: 40 + 30 + 20 + 4 + 3 + 3 = 100; with 29.9 for BOD it is 99.9, refused or warned of as the office says."""
    off = replace(SHARES, pollutants={**SHARES.pollutants, "bod": D("29.9")})
    with pytest.raises(RuleViolation, match=r"total 99\.9, not 100"):
        _charge(SurchargeMethod(ALL_FIVE), off)
    warned = _charge(SurchargeMethod(ALL_FIVE, total=TotalPolicy.WARN), off)
    assert any("total 99.9, not 100" in warning for warning in warned.warnings)
    assert not any("not 100" in warning for warning in _charge(SurchargeMethod(ALL_FIVE)).warnings)


def test_name_every_missing_entry() -> None:
    """A missing result is not a zero, a plant without load or flow cannot be divided by."""
    bare = PlantYear(D(-1), D(0), {"bod": D(0)})
    nobody = DischargerYear("Lake Creamery", D("NaN"), {})
    shares = CostShares(None, {"bod": D(101)})
    with pytest.raises(FieldErrors) as caught:
        work_out(hague(), SurchargeMethod(("bod",)), plant=bare, discharger=nobody, shares=shares, on=DAY)
    assert set(caught.value.errors) == {
        "cost",
        "plant_flow",
        "flow",
        "share.flow",
        "load.bod",
        "mg_l.bod",
        "share.bod",
    }
    assert "a missing result is not a zero" in caught.value.errors["mg_l.bod"]


def test_refuse_a_flow_above_the_plants() -> None:
    """20,000 gallons entered as million gallons a day."""
    with pytest.raises(FieldErrors, match="more than the whole plant's; check both flows and units"):
        _charge(SurchargeMethod(ALL_FIVE), discharger=replace(CREAMERY, flow_mgd=D(20_000)))


def test_offer_terms_for_five_of_the_eight_pollutants() -> None:
    """D-06: chlorine demand, COD and oil and grease have limits and no term."""
    assert tuple(row.key for row in terms_offered(hague())) == ALL_FIVE
    with pytest.raises(UnknownRule, match="has no term for “cod”"):
        _charge(SurchargeMethod(("cod",)))


def test_refuse_a_pollutant_that_stands_twice() -> None:
    with pytest.raises(UserError, match="stands twice"):
        SurchargeMethod(("bod", "bod"))


def test_charge_for_flow_alone() -> None:
    """D-06 variant: UC(an) case by case by the Board, so only UC(n): 400,000 x 100/100 x 0.04 = 16,000.00."""
    found = _charge(SurchargeMethod(()), CostShares(D(100), {}))
    assert (found.normal_charge, found.surcharge, found.total) == (D("16000.00"), D("0.00"), D("16000.00"))
    assert found.adds_up


def test_read_the_boards_percentages_once_they_are_entered() -> None:
    """D-06 Hague: the percentages are blank in the text; a resolution enters them."""
    method = SurchargeMethod(("bod", "suspended_solids"))
    with pytest.raises(BlankFigure, match="There is no figure on file for"):
        shares_on(hague(), method, DAY)
    law = with_figures(
        hague(),
        surcharge__share__flow=D(50),
        surcharge__share__bod=D(30),
        surcharge__share__suspended_solids=D(20),
    )
    assert shares_on(law, method, DAY) == CostShares(D(50), {"bod": D(30), "suspended_solids": D(20)})
    with pytest.raises(UnknownRule, match="it has none at all"):
        shares_on(dannemora(), method, DAY)


def test_warn_of_what_is_to_be_confirmed() -> None:
    """The rule that a negative term counts as zero comes from model codes in Hague."""
    found = _charge(SurchargeMethod(ALL_FIVE))
    assert any(warning.startswith("To be confirmed") for warning in found.warnings)


def test_round_half_a_cent_up_once_a_line() -> None:
    """By hand: 1.00 x 50/100 x 0.01/1 = 0.005, which is a cent."""
    plant = PlantYear(D(1), D(1), {"bod": D(1000)})
    user = DischargerYear("Small user", D("0.01"), {"bod": D(250)})
    shares = CostShares(D(50), {"bod": D(50)})
    found = work_out(hague(), SurchargeMethod(("bod",)), plant=plant, discharger=user, shares=shares, on=DAY)
    assert found.total == D("0.01")


AMOUNTS = st.decimals(0, 5000, places=1)


@given(low=AMOUNTS, more=AMOUNTS, key=st.sampled_from(ALL_FIVE))
def test_never_charge_less_for_more_load(low: Decimal, more: Decimal, key: str) -> None:
    """The surcharge rises with every load and never falls."""
    method = SurchargeMethod(ALL_FIVE)
    weak = replace(CREAMERY, mg_l={**CREAMERY.mg_l, key: low})
    strong = replace(CREAMERY, mg_l={**CREAMERY.mg_l, key: low + more})
    assert _charge(method, discharger=weak).total <= _charge(method, discharger=strong).total


@given(st.dictionaries(st.sampled_from(ALL_FIVE), AMOUNTS), st.decimals(0, "0.5", places=4))
def test_always_add_up_to_the_cent(changed: dict[str, Decimal], flow: Decimal) -> None:
    user = replace(CREAMERY, flow_mgd=flow, mg_l={**CREAMERY.mg_l, **changed})
    found = _charge(SurchargeMethod(ALL_FIVE), discharger=user)
    assert found.adds_up
    assert found.surcharge >= 0
