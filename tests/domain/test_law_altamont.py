"""The law file of the Village of Altamont, line by line against the text of chapter 300, sections 300-21 to 300-28."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.buildchecks import BuiltMeasure, judge_built
from sewerdesk.domain.law import FigureStatus, ProjectKind, Unit, approvals_for, fees_for
from sewerdesk.domain.law.schema import SECTIONS
from sewerdesk.domain.time_limits import due, due_in_year
from tests.domain.counter_examples import new_york_calendar
from tests.support.law_files import blocks
from tests.support.packs import included, pack

ALTAMONT = pack("altamont")
STATE = {row.key for row in blocks(included("shared/new_york.toml")) if row.kind == "figure"}
ON = date(2027, 1, 13)
HOLIDAYS = new_york_calendar()

# key | value (- for none) | unit | status | citation, as read in the text, in a model code, or nowhere
FIGURES = """
permit.expiry_years | - | years | blank | not in the text
insurance.property_damage | 500000 | USD | law | §300-28A(1)
insurance.cancellation_business_days | 5 | business_days | law | §300-28A(2)
fee.connection | - | USD | blank | §300-22A(1)
fee.tap | - | USD | blank | §300-22A(1)
construction.notice_days | 30 | days | law | §300-22A(2)
acceptance.as_built_copies | 4 | count | law | §300-27
acceptance.guarantee_years | 1 | years | law | §300-27
connect.distance_ft | - | ft | blank | not in the text
connect.days | - | days | blank | not in the text
pipe.gravity_min_in | 8 | in | law | §300-23A(2)(a)
pipe.low_pressure_min_in | 3 | in | law | §300-23A(2)(a)
pipe.pvc_sdr_max | 35 | ratio | law | §300-23A(1)
pipe.safety_factor | - | ratio | blank | §300-23B
pipe.load_factor | - | ratio | blank | §300-23B
trench.street_open_min | 0.5 | ratio | law | §300-23C(4)
trench.open_max_ft | 30 | ft | law | §300-23C(9)
trench.below_grade_in | 6 | in | law | §300-23C(10)
trench.unsuitable_max_ft | 2.5 | ft | law | §300-23C(10)
trench.rock_depth_min_in | 12 | in | law | §300-23C(11)
trench.rock_length_ft | 5 | ft | law | §300-23C(11)
trench.sheeting_above_crown_min_ft | 1 | ft | law | §300-23C(15)
trench.sheeting_below_grade_min_ft | 1 | ft | law | §300-23C(15)
trench.bedding_min_in | 6 | in | law | §300-23C(16)
trench.match_depth_ratio | 0.8 | ratio | law | §300-23C(21)
trench.cover_stone_min_in | 6 | in | law | §300-23C(22)
trench.lift_ft | 1 | ft | law | §300-23C(24)
trench.compaction_percent | 95 | percent | law | §300-23C(24)
manhole.spacing_max_ft | 400 | ft | law | §300-24B
manhole.base_stone_min_in | 6 | in | law | §300-24C
manhole.base_stone_max_size_in | 0.5 | in | law | §300-24C
manhole.base_concrete_psi | 4000 | psi | law | §300-24D
manhole.base_concrete_days | 28 | days | law | §300-24D
manhole.base_thickness_in | 8 | in | law | §300-24D
manhole.base_beyond_wall_min_in | 6 | in | law | §300-24D
manhole.diameter_min_ft | 4 | ft | law | §300-24E
manhole.wall_4ft_in | 5 | in | law | §300-24E
manhole.wall_5ft_in | 6 | in | law | §300-24E
manhole.wall_6ft_in | 7 | in | law | §300-24E
manhole.wall_6_5ft_in | 7.5 | in | law | §300-24E
manhole.wall_7ft_in | 8 | in | law | §300-24E
manhole.wall_8ft_in | 9 | in | law | §300-24E
manhole.hole_from_joint_min_in | 6 | in | law | §300-24H
manhole.frame_above_flood_ft | 0.5 | ft | law | §300-24J
manhole.cover_diameter_min_in | 36 | in | law | §300-24K
manhole.heavy_frame_cover_lb | 735 | lb | law | §300-24K
manhole.light_frame_cover_lb | 420 | lb | law | §300-24K
manhole.frame_cover_tolerance_percent | 5 | percent | law | §300-24K
manhole.drop_min_ft | 0.1 | ft | law | §300-24L
manhole.bend_degrees | 45 | degrees | law | §300-24L
manhole.bench_slope_in_per_ft | 1 | in/ft | law | §300-24N
manhole.brick_courses_min | 2 | count | law | §300-24P
manhole.brick_courses_max | 4 | count | law | §300-24P
manhole.ring_depth_max_in | 6 | in | law | §300-24P
manhole.rings_max_in | 12 | in | law | §300-24P
manhole.rings_max | 3 | count | law | §300-24P
manhole.anchor_bolts_min | 6 | count | law | §300-24Q
manhole.anchor_bolt_in | 0.5 | in | law | §300-24Q
forcemain.restraint_degrees | 7.5 | degrees | law | §300-26A(4)
forcemain.air_relief_ft | 400 | ft | law | §300-26A(6)
forcemain.detention_max_minutes | 20 | minutes | law | §300-26A(8)
forcemain.upper_arm_min_ft | 4 | ft | law | §300-26A(9)
forcemain.arm_diameter_ratio | 2 | ratio | law | §300-26A(9)
forcemain.elbow_degrees | 90 | degrees | law | §300-26A(9)
forcemain.ductile_class_min | 52 | count | law | §300-26A(1)(a)[1]
forcemain.pvc_sdr_max | 21 | ratio | law | §300-26A(1)(b)
forcemain.abs_psi_min | 130 | psi | law | §300-26A(1)(c)
forcemain.hdpe_sdr_max | 21 | ratio | law | §300-26A(1)(d)
lateral.cover_min_ft | 4 | ft | model | Art. VI (not at hand; New York model codes)
lateral.bearing_wall_min_ft | 3 | ft | model | Art. VI (not at hand; New York model codes)
lateral.trench_over_pipe_max_in | 14 | in | model | Art. VI (not at hand; New York model codes)
lateral.cleanout_degrees | 90 | degrees | model | Art. VI (not at hand; New York model codes)
inspection.notice_hours | 24 | hours | model | Art. VI (not at hand; New York model codes)
leaktest.infiltration.gal_per_inch_mile_day | 25 | gal/in/mi/day | law | §300-25A
leaktest.infiltration.gal_per_manhole_day | 1.1 | gal/day | law | §300-25B
leaktest.infiltration.manhole_diameter_in | 48 | in | law | §300-25B
leaktest.infiltration.manhole_length_ft | 5 | ft | law | §300-25B
leaktest.section_max_ft | 1000 | ft | law | §300-25B
leaktest.duration_min_hours | 2 | hours | law | §300-25C
leaktest.exfiltration.head_min_ft | 5 | ft | law | §300-25A
leaktest.exfiltration.downstream_head_max_ft | 10 | ft | law | §300-25A
leaktest.exfiltration.freeboard_min_in | 6 | in | law | §300-25A
leaktest.exfiltration.soak_hours | 24 | hours | law | §300-25A
leaktest.deflection.mandrel_percent | 95 | percent | law | §300-25E
leaktest.deflection.max_percent | 5 | percent | law | §300-25E
leaktest.air.charge_psi | 4 | psi | law | §300-25F(1)
leaktest.air.start_psi | 3.5 | psi | law | §300-25F(1)
leaktest.air.end_psi | 2.5 | psi | law | §300-25F(1)
leaktest.air.max_psi | 10 | psi | law | §300-25F(4)
leaktest.air.table_drop_psi | 1.0 | psi | law | §300-25F(2)
leaktest.vacuum.manhole.start_in_hg | 10 | in_Hg | law | §300-25G(1)
leaktest.vacuum.manhole.end_in_hg | 9 | in_Hg | law | §300-25G(1)
leaktest.vacuum.manhole.diameter_ft | 4 | ft | law | §300-25G(2)
leaktest.vacuum.manhole.seconds_to_10ft | 120 | seconds | law | §300-25G(2)
leaktest.vacuum.manhole.seconds_to_15ft | 150 | seconds | law | §300-25G(2)
leaktest.vacuum.manhole.seconds_to_25ft | 180 | seconds | law | §300-25G(2)
leaktest.vacuum.sewer.start_in_hg | 7 | in_Hg | law | §300-25G(1)
leaktest.vacuum.sewer.end_in_hg | 6 | in_Hg | law | §300-25G(1)
leaktest.vacuum.sewer.table_drop_psi | 0.5 | psi | law | §300-25G(4)
leaktest.forcemain.pressure_percent | 150 | percent | law | §300-26B
leaktest.forcemain.gal_per_inch_mile_day | 25 | gal/in/mi/day | law | §300-26B
leaktest.forcemain.duration_min_hours | 2 | hours | law | §300-26B
leaktest.forcemain.section_max_ft | 1000 | ft | law | §300-26B
leaktest.gauge_calibration_months | 12 | months | model | §300-25F(5), G(5)
nov.response_days | 10 | days | model | New York model codes (not in the text)
nov.response_trigger | notice_mailed | text | model | New York model codes (not in the text)
hearing.notice_days | 10 | days | model | New York model codes (not in the text)
petition.days | 15 | days | model | New York model codes (not in the text)
penalty.civil_max | - | USD/day | blank | not in the text
penalty.administrative_max | - | USD/day | blank | not in the text
penalty.criminal_max | - | USD | blank | not in the text
penalty.falsification_fine_max | - | USD | blank | not in the text
billing.due_days | - | days | blank | not in the text
billing.payable_months | 4, 10 | months_of_year | model | Village water chapter
billing.delinquent_days | - | days | blank | not in the text
relevy.delinquent_days | - | days | blank | not in the text
billing.penalty_percent | 10 | percent | model | Village water chapter
billing.interest_percent_per_month | - | percent/month | blank | not in the text
relevy.certify_by | 03-15 | month_day | model | Village water chapter
relevy.added_percent | 5 | percent | model | Village water chapter
rate.april_times_water | 1.8 | ratio | model | newspaper report, 2013
rate.october_times_water | 1.5 | ratio | model | newspaper report, 2013
rate.upgrade_fee | 100 | USD | model | newspaper report, 2021
normal.bod.mg_l | - | mg/l | blank | not in the text
normal.suspended_solids.mg_l | - | mg/l | blank | not in the text
normal.phosphorus.mg_l | - | mg/l | blank | not in the text
normal.ammonia.mg_l | - | mg/l | blank | not in the text
normal.tkn.mg_l | - | mg/l | blank | not in the text
normal.chlorine_demand.mg_l | - | mg/l | blank | not in the text
normal.cod.mg_l | - | mg/l | blank | not in the text
normal.oil_grease.mg_l | - | mg/l | blank | not in the text
surcharge.share.flow | - | percent | blank | not in the text
surcharge.share.bod | - | percent | blank | not in the text
surcharge.share.suspended_solids | - | percent | blank | not in the text
surcharge.share.phosphorus | - | percent | blank | not in the text
surcharge.share.ammonia | - | percent | blank | not in the text
surcharge.share.tkn | - | percent | blank | not in the text
surcharge.negative_term | zero | text | model | New York model codes (not in the text)
siu.flow_gal_per_day | 25000 | gal/day | model | New York model codes (not in the text)
siu.plant_share_percent | 5 | percent | model | New York model codes (not in the text)
snc.window_months | 6 | months | model | New York model codes (not in the text)
snc.chronic_percent | 66 | percent | model | New York model codes (not in the text)
snc.trc_percent | 33 | percent | model | New York model codes (not in the text)
snc.trc_conventional | 1.4 | ratio | model | New York model codes (not in the text)
snc.trc_other | 1.2 | ratio | model | New York model codes (not in the text)
snc.milestone_late_days | 90 | days | model | New York model codes (not in the text)
snc.report_late_days | 45 | days | model | New York model codes (not in the text)
industrial.existing_apply_days | 30 | days | model | New York model codes (not in the text)
industrial.existing_hold_days | 90 | days | model | New York model codes (not in the text)
permit.industrial_max_years | 5 | years | model | New York model codes (not in the text)
permit.industrial_renew_days | - | days | blank | not in the text
accident.report_days | - | days | blank | not in the text
compliance.report_days | - | days | blank | not in the text
reports.months | - | months_of_year | blank | not in the text
monitoring.build_days | - | days | blank | not in the text
discharge.ph_min | - | pH | blank | not in the text
discharge.ph_max | - | pH | blank | not in the text
discharge.temperature_max_f | - | deg_F | blank | not in the text
lel.one_reading_percent | - | percent | blank | not in the text
lel.two_readings_percent | - | percent | blank | not in the text
garbage.particle_max_in | - | in | blank | not in the text
cooling_water.cod_or_ss_mg_l | - | mg/l | blank | not in the text
slug.minutes | - | minutes | blank | not in the text
slug.times_average | - | ratio | blank | not in the text
slug.average_hours | - | hours | blank | not in the text
inflow.storm_sewer_within_ft | 100 | ft | model | New York model codes (not in the text)
inflow.charge_times_normal_max | 5 | ratio | model | New York model codes (not in the text)
inflow.disconnect_days | - | days | blank | not in the text
inflow.sale_inspect_days | 30 | days | model | New York model codes (not in the text)
inflow.sale_repair_days | 30 | days | model | New York model codes (not in the text)
fee.hauler_license | - | USD | blank | not in the text
hauled.license_years | 1 | years | model | New York model codes (not in the text)
fee.hauled_waste | - | USD | blank | not in the text
"""


def table() -> list[tuple[str, ...]]:
    return [tuple(line.split(" | ")) for line in FIGURES.strip().splitlines()]


@pytest.mark.parametrize(("key", "value", "unit", "status", "citation"), table())
def test_hold_every_figure_of_the_text(key: str, value: str, unit: str, status: str, citation: str) -> None:
    figure = ALTAMONT.figures[key]
    found = "-" if figure.value is None else str(figure.value)
    same = found == value if isinstance(figure.value, str | None) else Decimal(value) == figure.value
    assert same, f"{key}: {found}"
    assert (figure.unit, figure.status, figure.citation) == (unit, status, citation)
    assert bool(figure.missing) is (status != "law")


def test_hold_no_figure_besides() -> None:
    assert [row[0] for row in table()] == [key for key in ALTAMONT.figures if key not in STATE]
    counted = {status: sum(row[3] == status for row in table()) for status in FigureStatus}
    assert counted == {"law": 91, "model": 35, "blank": 47}


def test_read_in_the_text_only_what_the_text_has() -> None:
    """Nothing outside sections 300-21 to 300-28 is marked as read; they are all that was at hand."""
    for where, _ in SECTIONS.values():
        for row in getattr(ALTAMONT, where):
            known = row.citation.startswith(("§300-2", "§§300-2"))
            assert row.status is not FigureStatus.LAW or known or "Law" in row.citation, row
            assert row.status is FigureStatus.LAW or row.missing, row


@pytest.mark.parametrize(
    ("role", "title"),
    [
        ("receives", "Village Clerk"),
        ("issues", "Superintendent"),
        ("signs", "Superintendent"),
        ("inspects", "Superintendent"),
        ("approves_design", "Superintendent"),
        ("accepts", "Village Board"),
        ("sets_fees", "Village Board"),
        ("clerk", "Village Clerk"),
        ("attorney", "Village Attorney"),
        ("highways", "Superintendent of Public Works"),
        ("health", "Albany County Health Department"),
    ],
)
def test_name_who_acts(role: str, title: str) -> None:
    assert ALTAMONT.officer(role).title == title


@pytest.mark.parametrize("project", [ProjectKind.NEW_SEWER, ProjectKind.SUBDIVISION])
def test_ask_three_approvals_before_construction(project: ProjectKind) -> None:
    """A-05 Altamont: the Superintendent, the Albany County Health Department and the State."""
    rows = approvals_for(ALTAMONT, project)
    assert [row.authority for row in rows] == [
        "Superintendent",
        "Albany County Health Department",
        "New York State Department of Environmental Conservation",
    ]
    assert {row.before for row in rows} == {"any construction starts"}


@pytest.mark.parametrize("project", [ProjectKind.LATERAL, ProjectKind.OUTSIDE_USER])
def test_owe_two_fees_for_each_lateral(project: ProjectKind) -> None:
    """A-04 and D-13 Altamont: two fees, inside or outside the Village; one for the capital account alone."""
    fees = {row.key: row for row in fees_for(ALTAMONT, project, "standard")}
    charges = {row.key: row for row in ALTAMONT.charge_kinds}
    assert set(fees) == {"connection", "tap"}
    for rows in (fees["connection"].restricted_fund, charges["connection"].fund):
        assert rows == "Capital improvement of the POTW and nothing else"
    assert not fees["tap"].restricted_fund + charges["tap"].fund


def test_give_notice_thirty_days_before_construction() -> None:
    """A-08 Altamont: construction on May 3 needs notice by April 3."""
    found = due(ALTAMONT, "construction_notice", date(2027, 5, 3), HOLIDAYS)
    assert (found.raw, found.citation) == (date(2027, 4, 3), "§300-22A(2)")


def test_let_a_cancellation_wait_five_business_days() -> None:
    """B-03 Altamont: notice on Monday, Thanksgiving skipped, is out on the next Tuesday."""
    assert due(ALTAMONT, "cancellation_notice", date(2027, 11, 22), HOLIDAYS).raw == date(2027, 11, 30)


def test_guarantee_an_accepted_sewer_for_a_year() -> None:
    """B-08 Altamont."""
    assert due(ALTAMONT, "guarantee", date(2028, 2, 29), HOLIDAYS).raw == date(2029, 2, 28)


def test_ask_for_property_damage_only() -> None:
    """B-03 Altamont: no bond, one coverage, approved by the Village Attorney and the Board."""
    (coverage,) = ALTAMONT.coverage_requirements
    assert (coverage.kind, coverage.filed_with) == ("property_damage", "clerk")
    assert not ALTAMONT.bond_requirements
    form = next(row for row in ALTAMONT.policy_terms if row.key == "form")
    assert form.approved_by == ("attorney", "board")


LINES = [
    *(f"300-23C({number})" for number in range(1, 25)),
    *("300-22A(2)", "300-23A(1)", "300-23A(2)(a)", "300-23A(2)(b)", "300-23B(2)", "300-23B(3)", "300-27"),
    *("300-26A(1)(a)", "300-26A(1)(b)", "300-26A(1)(c)", "300-26A(1)(d)", "300-26A(1)(e)"),
    *(f"300-26A({number})" for number in (3, 4, 5, 6, 8, 9)),
]


@pytest.mark.parametrize("section", LINES)
def test_look_at_every_paragraph_in_the_field(section: str) -> None:
    """C-03 and C-05 Altamont: each paragraph on building a sewer is a line of the form."""
    cited = [row.citation for row in ALTAMONT.checklist]
    assert any(section in one.replace("§§", "§").replace("(2), (3)", "(2)") for one in cited)


def test_look_at_every_letter_on_manholes() -> None:
    """C-04 Altamont: 300-24A to R; the letters F, G, I and O stand beside another."""
    letters = {
        part.strip()[-1]
        for row in ALTAMONT.checklist
        if row.citation.startswith("§300-24")
        for part in row.citation.split(",")
    }
    assert letters == set("ABCDEFGHIJKLMNOPQR")


def measured(quantity: str, value: str, unit: Unit, size: str = "") -> BuiltMeasure:
    return BuiltMeasure(quantity, Decimal(value), unit, Decimal(size) if size else None)


@pytest.mark.parametrize(
    ("line", "found", "passed"),
    [
        ("manhole_cover", measured("heavy-duty frame and cover", "698.25", Unit.POUNDS), True),
        ("manhole_cover", measured("heavy-duty frame and cover", "698.24", Unit.POUNDS), False),
        ("manhole_cover", measured("light-duty frame and cover", "399", Unit.POUNDS), True),
        ("manhole_cover", measured("light-duty frame and cover", "398.9", Unit.POUNDS), False),
        ("manhole_cover", measured("diameter of the cover", "35.9", Unit.INCHES), False),
        ("manhole_walls", measured("wall of the manhole", "7.5", Unit.INCHES, "6.5"), True),
        ("manhole_walls", measured("wall of the manhole", "7", Unit.INCHES, "6.5"), False),
        ("manhole_walls", measured("wall of the manhole", "9", Unit.INCHES, "10"), None),
        ("manhole_rings", measured("courses of brick", "1", Unit.COUNT), False),
        ("manhole_rings", measured("courses of brick", "4", Unit.COUNT), True),
        ("manhole_rings", measured("height of the grade rings", "12.5", Unit.INCHES), False),
        ("open_trench", measured("unfilled trench behind the pipe", "30", Unit.FEET), True),
        ("bedding", measured("gravel under the pipe", "5.5", Unit.INCHES), False),
        ("backfill", measured("compaction near roads and structures", "95", Unit.PERCENT), True),
        ("pipe_material", measured("standard dimension ratio", "26", Unit.RATIO), True),
        ("pipe_material", measured("standard dimension ratio", "41", Unit.RATIO), False),
        ("main_air", measured("distance between air relief valves", "401", Unit.FEET), False),
        ("main_end", measured("arms of the T to the force main", "2", Unit.RATIO), True),
        ("as_builts", measured("copies of the as-built drawings", "3", Unit.COUNT), False),
    ],
)
def test_judge_what_was_built(line: str, found: BuiltMeasure, passed: bool | None) -> None:
    """C-03 to C-05 Altamont, at the limits; 95 percent of a weight with a tolerance is its floor."""
    (verdict,) = judge_built(ALTAMONT, line, [found], on=ON)
    assert verdict.passed is passed


def test_follow_the_villages_practice_with_bills() -> None:
    """D-04 Altamont: April and October, 10 percent, March 15 plus 5 percent; all to be confirmed."""
    days = due_in_year(ALTAMONT, "bills_payable", 2027, HOLIDAYS)
    assert [one.raw for one in days] == [date(2027, 4, 30), date(2027, 10, 31)]
    assert [one.effective for one in days] == [date(2027, 4, 30), date(2027, 11, 1)]
    assert ALTAMONT.figure("relevy.certify_by", ON).text == "03-15"
    assert {row.key for row in ALTAMONT.to_confirm(ON)} >= {"rate.upgrade_fee", "billing.penalty_percent"}


@pytest.mark.parametrize(
    ("section", "printed"),
    [
        ("300-23C(22)", "crushed stone"),
        ("300-24K", "735 +/- 5% pounds"),
        ("300-26A(1)(b)", "ASTM c1784"),
        ("300-26A(1)(c)", "ASTM Specification C700"),
        ("300-28A(1)", "the following designated hazards"),
    ],
)
def test_map_what_the_text_prints_wrongly(section: str, printed: str) -> None:
    """Altamont: the traps of the text."""
    rows = [row for row in ALTAMONT.misprints if row.section == section]
    assert any(printed in row.printed for row in rows)
    assert all(row.meant for row in rows)
