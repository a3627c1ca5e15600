"""The law of the Town of Lockport: every figure of its file against the text, and the rules that are its own."""

from datetime import date
from typing import Any

import pytest

from sewerdesk.domain.law import (
    Comparison,
    FigureStatus,
    Needed,
    PermitForm,
    ProjectKind,
    Quantity,
    RenewalMode,
    SiuMeasure,
    TransferMode,
    fees_for,
)
from tests.domain.law_tables import line_of, lines_of, own_figures, unused_times
from tests.support.packs import pack

LAW = pack("lockport")

# key, value, unit, status, citation: as printed in the law, a dash where the text at hand has no figure
TABLE = """
permit.major_industrial_years 3 years law §150-6B(2)(d)
fee.inspection - USD blank §150-6F
connect.distance_ft - ft blank not in the text
connect.days - days blank not in the text
lateral.begins_ft 5 ft law Definitions (Building Drain)
lateral.diameter_min_in 4 in law §150-6O(1)(a)
lateral.slope_4in_min_in_per_ft 0.125 in/ft law §150-6O(2)(a)
lateral.slope_6in_min_in_per_ft 0.0625 in/ft law §150-6O(2)(b)
lateral.review_above_in 6 in law §150-6O(2)(c)
lateral.depth_min_ft 3 ft law §150-6P
lateral.cleanout_degrees 45 degrees law §150-6P
lateral.above_floor_min_ft 3 ft law §150-6Q
lateral.water_main_separation_min_ft 10 ft law §150-6J
lateral.water_main_above_min_in 18 in law §150-6J
lateral.bedding_below_min_in 6 in law §150-6N
lateral.bedding_above_min_ft 1 ft law §150-6N
lateral.bedding_stone_max_in 0.5 in law §150-6N
lateral.gravity_sdr_min 41 ratio law §150-6I
lateral.pressure_sdr_min 18 ratio law §150-6I
lateral.pressure_pipe_psi 150 psi law §150-6I
leaktest.air.charge_psi 4 psi law §150-6L(1)
leaktest.air.loss_max_psi 0.5 psi law §150-6L(1)
leaktest.air.minutes 10 minutes law §150-6L(1)
leaktest.pressure.psi 100 psi law §150-6L(2)(a)
leaktest.pressure.hours 2 hours law §150-6L(2)
leaktest.pressure.divisor 7400 ratio law §150-6L(2)(b)
nov.response_days - days blank not in the text
nov.response_trigger - text blank not in the text
hearing.notice_days - days blank not in the text
penalty.falsification_fine_max 1000 USD law Ch. 150, section on false statements
penalty.falsification_prison_max_years 1 years law Ch. 150, section on false statements
penalty.civil_max - USD/day blank not in the text
billing.due_days - days blank not in the text
billing.penalty_percent - percent blank not in the text
billing.interest_percent_per_month - percent/month blank not in the text
relevy.certify_by - month_day blank not in the text
siu.plant_share_percent 5 percent law Definitions (Significant Industrial User, D)
siu.raw_material_lb_per_year 10000 lb/year law Definitions (Significant Industrial User, C)
siu.raw_material_gal_per_year 1000 gal/year law Definitions (Significant Industrial User, C)
garbage.particle_max_in 0.5 in law Definitions (Properly Shredded Garbage)
"""


def test_hold_every_figure_of_the_text_and_no_other() -> None:
    """Lockport: the file and the table say the same, both ways."""
    assert sorted(line_of(figure) for figure in own_figures("lockport").values()) == sorted(lines_of(TABLE))


def test_use_every_time_in_a_rule() -> None:
    assert not unused_times("lockport")


def test_cite_only_the_letters_of_its_one_section() -> None:
    """Section 13.10 of the requirements, Lockport: only 150-6 has its number; the rest is cited by its subject."""
    rows: list[Any] = [
        *LAW.figures.values(),
        *LAW.checklist,
        *LAW.violations,
        *LAW.application_items,
        *LAW.attachments,
    ]
    for row in rows:
        if row.citation.startswith("§150"):
            assert row.citation.startswith("§150-6"), row


def test_show_the_amendments_of_2003_2011_and_2015() -> None:
    """Lockport: the six notes of the text; of one it does not show which section it amends."""
    found = [(row.section, row.by, row.on) for row in LAW.section_amendments]
    assert found == [
        ("Definitions (Superintendent)", "L.L. No. 6-2003", date(2003, 12, 3)),
        (
            "Section on false statements, or section on materials",
            "L.L. No. 6-2003",
            date(2003, 12, 3),
        ),
        ("§150-6U", "L.L. No. 1-2011", date(2011, 6, 9)),
        ("§150-6F", "L.L. No. 2-2015", date(2015, 4, 8)),
        ("§150-6O(1)", "L.L. No. 2-2015", date(2015, 4, 8)),
        ("§150-6V", "L.L. No. 2-2015", date(2015, 4, 8)),
    ]
    doubtful = [row.key for row in LAW.section_amendments if row.missing]
    assert doubtful == ["false_statements_or_materials"]


@pytest.mark.parametrize("permit_class", ["standard", "industrial"])
def test_ask_every_class_for_quantity_and_character_of_the_waste(permit_class: str) -> None:
    """A-03 Lockport: the application describes quantity and character of the waste (150-6B)."""
    asked = {
        row.key
        for row in LAW.application_items
        if row.needed is Needed.ALWAYS and (not row.classes or permit_class in row.classes)
    }
    assert {"applicant", "waste_quantity", "waste_character"} <= asked
    assert ("federal_compliance" in asked) is (permit_class == "industrial")


def test_make_the_approved_application_the_permit() -> None:
    """A-13 Lockport (150-6B(2))."""
    (paper,) = LAW.permit_papers
    assert (paper.key, paper.form) == ("connection", PermitForm.APPROVED_APPLICATION)


def test_end_a_permit_by_itself_in_four_ways() -> None:
    """A-14 Lockport (150-6B(2)(a) to (d)); the years are for major industrial users only."""
    rows = LAW.automatic_terminations
    assert [row.citation[-3:] for row in rows] == ["(a)", "(b)", "(c)", "(d)"]
    assert [row.figure for row in rows] == ["", "", "", "permit.major_industrial_years"]
    assert rows[3].classes == ("industrial",)


@pytest.mark.parametrize("permit_class", ["standard", "industrial"])
def test_never_pass_a_permit_on_and_renew_by_form(permit_class: str) -> None:
    """A-15 and A-16 Lockport (150-6B(3) and D)."""
    (transfer,) = [row for row in LAW.transfer_rules if permit_class in row.classes]
    (renewal,) = [row for row in LAW.renewal_rules if permit_class in row.classes]
    assert (transfer.mode, transfer.citation) == (TransferMode.NEVER, "§150-6D")
    assert (renewal.mode, renewal.citation) == (RenewalMode.RENEWAL_FORM, "§150-6B(3)")


def test_allow_the_rear_building_on_the_front_ones_sewer() -> None:
    """A-18 Lockport (150-6G): the exception needs no Board."""
    (rule,) = LAW.lateral_rules
    assert "behind another on an interior lot" in rule.exception
    assert not rule.exception_by


def test_charge_for_inspection_except_under_a_public_project() -> None:
    """A-04 Lockport (150-6F)."""
    (fee,) = fees_for(LAW, ProjectKind.LATERAL, "standard")
    assert "construction project" in fee.exemption
    assert [row.key for row in LAW.charge_kinds] == ["inspection"]


MEASURED = [
    ("separation", "lateral.water_main_separation_min_ft", ""),
    ("closer_main", "lateral.water_main_above_min_in", ""),
    ("bedding", "lateral.bedding_below_min_in", ""),
    ("bedding", "lateral.bedding_above_min_ft", ""),
    ("bedding", "", "lateral.bedding_stone_max_in"),
    ("depth", "lateral.depth_min_ft", ""),
    ("floor_level", "lateral.above_floor_min_ft", ""),
    ("material", "lateral.gravity_sdr_min", ""),
    ("pressure_material", "lateral.pressure_sdr_min", ""),
    ("pressure_material", "lateral.pressure_pipe_psi", ""),
    ("diameter", "lateral.diameter_min_in", ""),
    ("slope", "lateral.slope_4in_min_in_per_ft", ""),
    ("slope", "lateral.slope_6in_min_in_per_ft", ""),
]


def test_measure_what_section_150_6_measures() -> None:
    """C-06 Lockport: every figure of the build is a bound of a line of the form."""
    found = [(row.key, bound.at_least, bound.at_most) for row in LAW.checklist for bound in row.bounds]
    assert sorted(found) == sorted(MEASURED)
    sizes = {bound.at_least: bound.size for row in LAW.checklist for bound in row.bounds if bound.size}
    assert sizes == {"lateral.slope_4in_min_in_per_ft": 4, "lateral.slope_6in_min_in_per_ft": 6}


def test_find_significant_users_by_the_comparisons_of_the_text() -> None:
    """E-01 Lockport: "more than" in every test with a figure; flow and load each for themselves."""
    rows = {row.measure: row for row in LAW.siu_criteria}
    assert set(rows) == {
        SiuMeasure.CATEGORICAL,
        SiuMeasure.IMPACT,
        SiuMeasure.RAW_MATERIAL_WEIGHT,
        SiuMeasure.RAW_MATERIAL_VOLUME,
        SiuMeasure.PLANT_FLOW_SHARE,
        SiuMeasure.PLANT_LOAD_SHARE,
    }
    measured = [row for row in LAW.siu_criteria if row.figure]
    assert len(measured) == 4
    assert {row.comparison for row in measured} == {Comparison.EXCEEDS}


def test_punish_false_statements_and_leave_the_general_penalty_blank() -> None:
    """F-05 and F-06 Lockport."""
    rows = {row.key: row for row in LAW.penalties}
    assert rows["violation"].status is FigureStatus.BLANK
    falsification = rows["falsification"]
    assert (falsification.most, falsification.prison) == (
        "penalty.falsification_fine_max",
        "penalty.falsification_prison_max_years",
    )


def test_cite_a_violation_of_every_duty_of_section_150_6() -> None:
    """Lockport: letter C (the Town may change a permit) alone binds nobody."""
    letters = {row.section[5] for row in LAW.violations if row.section.startswith("150-6")}
    assert letters == set("ABDEFGHIJKLMNOPQRSTUV")


def test_confirm_what_section_150_8_would_say_of_garbage() -> None:
    """E-09 Lockport: the half inch is read in the definition, the prohibition is not."""
    row = {row.key: row for row in LAW.prohibitions}["particle"]
    assert (row.quantity, row.status) == (Quantity.PARTICLE, FigureStatus.MODEL)
    assert row.bounds[0].at_most == "garbage.particle_max_in"


def test_name_the_plant_and_whose_it_is() -> None:
    """Section 12 of the requirements, Lockport: the plant is the City's or the District's."""
    assert LAW.name("plant").name == "City of Lockport Wastewater Treatment Facility"
    assert LAW.name("plant_owner").name == "City of Lockport or Niagara County Sewer District No. 1"
    assert LAW.name("newspaper").status is FigureStatus.BLANK


def test_say_what_is_meant_by_the_slips_of_the_text() -> None:
    """Section 13 of the requirements, items 10 to 14, Lockport."""
    slips = {row.key: row for row in LAW.misprints}
    assert slips["150-6B-1"].meant == "Section 307"
    assert slips["150-6U-1"].meant.startswith("reduction")
    assert {row.printed for row in LAW.misprints} >= {"Supervisor", "major industrial users"}


def test_show_every_model_row_with_what_to_confirm() -> None:
    """Lockport: whatever was not read says what it needs."""
    rows: list[Any] = [*LAW.officers.values(), *LAW.terms.values(), *LAW.names.values(), *LAW.approvals]
    rows += [*LAW.prohibitions, *LAW.time_limits, *LAW.penalties, *LAW.service_rules, *LAW.connection_orders]
    for row in rows:
        assert row.status is FigureStatus.LAW or row.missing, row


def test_hold_each_figure_from_the_day_the_text_was_adopted() -> None:
    """Every figure that was read in the text holds from its adoption on; what is blank holds from no day."""
    for figure in own_figures("lockport").values():
        assert figure.effective == (date(1992, 2, 5) if figure.status is FigureStatus.LAW else None), (
            figure.key
        )
