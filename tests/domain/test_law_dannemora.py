"""The law of the Village of Dannemora: every figure of its file against the text, and the rules that are its own."""

import re
from datetime import date

import pytest

from sewerdesk.domain.law import (
    Comparison,
    Event,
    FigureStatus,
    Needed,
    NoncomplianceKind,
    PermitForm,
    ProjectKind,
    Quantity,
    RenewalMode,
    SiuMeasure,
    TransferMode,
    Whose,
    fees_for,
)
from tests.domain.law_tables import line_of, lines_of, own_figures, unused_times
from tests.support.packs import pack

LAW = pack("dannemora")
ON = date(2027, 1, 13)

# key, value, unit, status, citation: as printed in the law, a dash where the text at hand has no figure
TABLE = """
permit.contribution_years 5 years law §72-6B(5)
permit.contribution_renew_days 180 days law §72-6B(5)
permit.change_notice_days 30 days law §72-6B(5)
permit.contribution_apply_days 90 days law §72-6B(2)(a)
permit.existing_apply_days 30 days law §72-6B(2)(a)
permit.existing_hold_days 180 days law §72-6B(1)
fee.contribution_application 1 USD law §72-6B(2)(a)
fee.connection - USD blank not in the text
connect.distance_ft - ft blank §72-12B
connect.days 30 days law §72-12B
private.inspection_hours 48 hours law §72-13C
lateral.diameter_min_in 4 in law §72-16
lateral.joint_depth_min_in 0.75 in law §72-18
lateral.joint_run_min_f 200 deg_F law §72-18
lateral.joint_ductile_f 32 deg_F law §72-18
lateral.joint_adheres_f 32 deg_F law §72-18
nov.response_days 30 days law §72-7C
nov.response_trigger notice_dated text law §72-7C
hearing.notice_days 10 days law §72-7D(1)
suspension.statement_days 15 days law §72-7A(2)
accident.report_days 5 days law §72-4H(2)
confidential.notice_days 10 days law §72-6G(3)
schedule.increment_max_months 9 months law §72-6B(2)(a)[9][b]
schedule.progress_report_days 14 days law §72-6B(2)(a)[9][c]
schedule.report_gap_max_months 9 months law §72-6B(2)(a)[9][c]
categorical.revise_months 9 months law §72-6B(3)
categorical.apply_days 180 days law §72-6B(3)
categorical.report_days 180 days law §72-6B(3)
newsource.proposal_days 120 days law §72-2 (New Source)
compliance.report_days 90 days law §72-6C(1)
compliance.report_months 6,12 months_of_year law §72-6C(2)(a)
monitoring.build_days 90 days law §72-6D(3)
publication.period_months 12 months law §72-6F(2)
penalty.offense_min 100 USD/day law §72-8A
penalty.offense_max 1000 USD/day law §72-8A
penalty.falsification_fine_max 1000 USD law §72-8B
penalty.falsification_prison_max_months 6 months law §72-8B
siu.flow_gal_per_day 25000 gal/day law §72-2 (Significant Industrial User, A)
siu.plant_share_percent 5 percent law §72-2 (Significant Industrial User, B)
significant.uncorrected_days 45 days law §72-6F(2)
significant.pattern_months 12 months law §72-6F(2)
contribution.peak_minutes 3 minutes law §72-6B(2)(a)[5]
removal.samples_percent 95 percent law §72-4C
contribution.increase_max_percent 5 percent law §72-4A
lel.two_readings_percent 5 percent law §72-4A(1)(a)
lel.one_reading_percent 10 percent law §72-4A(1)(a)
discharge.solids_max_in 0.5 in law §72-4A(1)(b)
discharge.ph_min 5.0 pH law §72-4A(1)(c)
discharge.temperature_max_f 104 deg_F law §72-4A(1)(i)
discharge.temperature_max_c 40 deg_C law §72-4A(1)(i)
slug.minutes 15 minutes law §72-4A(1)(j)
slug.average_hours 24 hours law §72-4A(1)(j)
slug.times_average 5 ratio law §72-4A(1)(j)
billing.due_days - days blank not in the text
billing.penalty_percent - percent blank not in the text
billing.interest_percent_per_month - percent/month blank not in the text
relevy.certify_by - month_day blank not in the text
"""

# key, event, backward, figure, whose
TIMES = """
nov_response notice_dated after nov.response_days citizen
hearing_notice hearing before hearing.notice_days clerk
connect notice_dated after connect.days citizen
suspension_statement discharge after suspension.statement_days citizen
accident_report discharge after accident.report_days citizen
private_inspection work_ready after private.inspection_hours clerk
contribution_apply connection_planned before permit.contribution_apply_days citizen
existing_user_apply law_effective after permit.existing_apply_days citizen
existing_user_hold law_effective after permit.existing_hold_days citizen
permit_renewal permit_expires before permit.contribution_renew_days citizen
permit_change_notice change_effective before permit.change_notice_days clerk
permit_revision standard_promulgated after categorical.revise_months clerk
uncovered_user_apply standard_promulgated after categorical.apply_days citizen
holder_report standard_promulgated after categorical.report_days citizen
new_source standard_promulgated before newsource.proposal_days clerk
milestone_increment milestone after schedule.increment_max_months citizen
progress_report milestone after schedule.progress_report_days citizen
progress_report_gap answered after schedule.report_gap_max_months citizen
compliance_report compliance_date after compliance.report_days citizen
compliance_report_new_source discharge_starts after compliance.report_days citizen
periodic_report year_begins after compliance.report_months citizen
monitoring_facility notified after monitoring.build_days citizen
confidential_release release_planned before confidential.notice_days clerk
publication year_begins after publication.period_months clerk
payment_due bill_dated after billing.due_days citizen
"""


def test_hold_every_figure_of_the_text_and_no_other() -> None:
    """Dannemora: the file and the table say the same, both ways."""
    assert sorted(line_of(figure) for figure in own_figures("dannemora").values()) == sorted(lines_of(TABLE))


def test_use_every_time_in_a_rule() -> None:
    assert not unused_times("dannemora")


@pytest.mark.parametrize("line", TIMES.strip().splitlines())
def test_run_every_time_from_the_event_of_the_text(line: str) -> None:
    """A-15, A-17, A-25, E-02 to E-08, E-12, F-01, F-07, F-10 and G-01 Dannemora."""
    key, event, side, figure, whose = line.split()
    row = LAW.time_limit(key)
    assert (row.event, row.figure, row.whose) == (Event(event), figure, Whose(whose))
    assert row.backward is (side == "before")


def test_have_no_other_time_than_the_table() -> None:
    shared = {"call_before_dig_least", "call_before_dig_most", "rates_hearing_notice"}
    keys = {line.split()[0] for line in TIMES.strip().splitlines()}
    assert {row.key for row in LAW.time_limits} - shared == keys


def test_sign_by_the_inspector_and_ratify_by_the_board() -> None:
    """Section 12 of the requirements, Dannemora; Superintendent is used and never defined."""
    assert (LAW.officer("signs").title, LAW.officer("ratifies").title) == ("Sewer Inspector", "Village Board")
    assert "does not say who" in LAW.officer("superintendent").missing
    assert LAW.name("newspaper").name == "Plattsburgh Press Republican"
    assert LAW.name("plant").status is FigureStatus.BLANK
    papers = {row.key: row.form for row in LAW.permit_papers}
    assert set(papers.values()) == {PermitForm.CERTIFICATE}


def test_let_authorized_drainlayers_alone_lay_and_connect() -> None:
    """A-24 Dannemora (section 72-10)."""
    (rule,) = LAW.installer_rules
    assert LAW.officer(rule.authorized_by).title == "Village Board of Trustees"
    assert LAW.term("installer").singular == "drainlayer"


def test_share_a_house_sewer_by_special_act_only() -> None:
    """A-18 Dannemora (section 72-15)."""
    (rule,) = LAW.lateral_rules
    assert rule.exception_by == "board"


def test_ask_the_thirteen_items_of_a_contribution_permit() -> None:
    """E-03 Dannemora (section 72-6B(2)(a)[1] to [13])."""
    rows = [row for row in LAW.application_items if "industrial" in row.classes]
    assert [row.citation for row in rows] == [f"§72-6B(2)(a)[{number}]" for number in range(1, 14)]
    needed = {row.key: row.needed for row in rows if row.needed is not Needed.ALWAYS}
    assert needed == {"schedule": Needed.WHEN_IT_APPLIES, "other": Needed.ON_REQUEST}


def test_pass_a_contribution_permit_on_with_approval_and_renew_it_in_time() -> None:
    """A-15 and A-16 Dannemora (section 72-6B(5) and (6)); the text says nothing of connection permits."""
    transfers = {row.key: row for row in LAW.transfer_rules}
    renewals = {row.key: row for row in LAW.renewal_rules}
    assert transfers["industrial"].mode is TransferMode.WITH_APPROVAL
    assert transfers["industrial"].approver == "board"
    assert (renewals["industrial"].mode, renewals["industrial"].limit) == (
        RenewalMode.APPLY_BEFORE,
        "permit_renewal",
    )
    assert transfers["connection"].mode is TransferMode.NOT_IN_TEXT
    assert renewals["connection"].mode is RenewalMode.NOT_IN_TEXT


def test_revoke_on_four_grounds() -> None:
    """F-11 Dannemora (section 72-7B)."""
    assert [row.key for row in LAW.revocation_grounds] == ["constituents", "changes", "access", "conditions"]


PROHIBITED = [
    ("explosimeter_successive", Quantity.EXPLOSIMETER_SUCCESSIVE, "", "lel.two_readings_percent"),
    ("explosimeter_single", Quantity.EXPLOSIMETER_SINGLE, "", "lel.one_reading_percent"),
    ("particle", Quantity.PARTICLE, "", "discharge.solids_max_in"),
    ("ph_low", Quantity.PH, "discharge.ph_min", ""),
    ("temperature", Quantity.TEMPERATURE, "", "discharge.temperature_max_f"),
]


@pytest.mark.parametrize(("key", "quantity", "at_least", "at_most"), PROHIBITED)
def test_measure_a_prohibited_discharge(key: str, quantity: Quantity, at_least: str, at_most: str) -> None:
    """E-09 Dannemora (section 72-4A)."""
    row = {row.key: row for row in LAW.prohibitions}[key]
    (bound,) = row.bounds
    assert (row.quantity, bound.at_least, bound.at_most) == (quantity, at_least, at_most)


def test_name_every_prohibition_of_both_articles() -> None:
    """E-09 Dannemora: (a) to (l) of section 72-4A(1), dilution, and section 72-12F to K."""
    cited = {row.citation for row in LAW.prohibitions}
    assert {f"§72-4A(1)({letter})" for letter in "abcdefghijkl"} <= cited
    assert {f"§72-12{letter}" for letter in "FGHIJK"} | {"§72-4G", "§72-10"} <= cited
    slug = {row.key: row for row in LAW.prohibitions}["slug"]
    assert [bound.at_most or bound.at_least for bound in slug.bounds] == [
        "slug.minutes",
        "slug.times_average",
        "slug.average_hours",
    ]


def test_find_significant_users_by_the_comparisons_of_the_text() -> None:
    """E-01 Dannemora: 25,000 gallons "or more", but "greater than" 5 percent."""
    rows = {row.measure: row for row in LAW.siu_criteria}
    assert rows[SiuMeasure.FLOW].comparison is Comparison.REACHES
    assert rows[SiuMeasure.PLANT_FLOW_SHARE].comparison is Comparison.EXCEEDS
    assert set(rows) == {SiuMeasure.FLOW, SiuMeasure.PLANT_FLOW_SHARE, SiuMeasure.TOXIC, SiuMeasure.IMPACT}


def test_call_a_violation_significant_on_four_tests() -> None:
    """E-11 Dannemora (section 72-6F(2))."""
    rows = {row.kind: row for row in LAW.noncompliance_rules}
    assert list(rows) == [
        NoncomplianceKind.UNCORRECTED,
        NoncomplianceKind.PATTERN,
        NoncomplianceKind.INACCURATE,
        NoncomplianceKind.EMERGENCY,
    ]
    assert rows[NoncomplianceKind.UNCORRECTED].period == "significant.uncorrected_days"
    assert rows[NoncomplianceKind.UNCORRECTED].comparison is Comparison.REACHES
    assert rows[NoncomplianceKind.PATTERN].window == "significant.pattern_months"


def test_fine_each_day_from_least_to_most() -> None:
    """F-05 and F-06 Dannemora (section 72-8)."""
    rows = {row.key: row for row in LAW.penalties}
    violation, falsification = rows["violation"], rows["falsification"]
    assert (violation.least, violation.most, violation.each_day) == (
        "penalty.offense_min",
        "penalty.offense_max",
        True,
    )
    assert "attorney's fees" in violation.costs
    assert (falsification.most, falsification.prison, falsification.each_day) == (
        "penalty.falsification_fine_max",
        "penalty.falsification_prison_max_months",
        False,
    )


def test_fine_by_article_one_only() -> None:
    """F-05 Dannemora: the penalty of section 72-8A is for Article I; that of Article II was not at hand."""
    for row in LAW.violations:
        number = re.match(r"72-(\d+)", row.section)
        assert number is not None
        assert bool(row.penalties) is (int(number[1]) <= 8), row.key


def test_order_what_section_72_7_and_72_14_give() -> None:
    """F-01, F-07, F-10, F-12 and G-01 Dannemora."""
    limits = {row.key: row.limit for row in LAW.order_kinds}
    assert limits == {
        "effluent_limits": "",
        "mass_limits": "",
        "monitoring_facility": "monitoring_facility",
        "suspension": "suspension_statement",
        "severance": "",
        "revocation": "",
        "notice_of_violation": "nov_response",
        "show_cause": "hearing_notice",
        "discontinue": "",
        "legal_action": "",
        "connect": "connect",
        "stop_discharge": "",
    }
    (order,) = LAW.connection_orders
    assert (order.limit, order.distance) == ("connect", "")
    assert "reasonable distance" in order.sentence


def test_measure_a_house_sewer() -> None:
    """C-07 Dannemora (sections 72-16 and 72-18)."""
    found = {(bound.at_least, bound.at_most) for row in LAW.checklist for bound in row.bounds}
    assert found == {
        ("lateral.diameter_min_in", ""),
        ("lateral.joint_depth_min_in", ""),
        ("lateral.joint_run_min_f", ""),
        ("", "lateral.joint_ductile_f"),
        ("", "lateral.joint_adheres_f"),
    }
    other = {row.key: row for row in LAW.checklist}["other_material"]
    assert (other.status, bool(other.missing)) == (FigureStatus.MODEL, True)


def test_list_the_charges_of_section_72_5() -> None:
    """D-14 Dannemora: seven kinds, kept apart from all other fees."""
    rows = [row for row in LAW.charge_kinds if row.citation.startswith("§72-5B(1)")]
    assert [row.citation[-2] for row in rows] == list("abcdefg")
    assert all("kept apart" in row.sentence for row in rows)


def test_count_holding_tank_waste_as_a_discharge() -> None:
    """H-05 Dannemora (section 72-2)."""
    (row,) = LAW.hauling_rules
    assert row.key == "definition"


def test_say_what_is_meant_by_the_slips_of_the_text() -> None:
    """Section 13 of the requirements, items 21 to 29, Dannemora."""
    slips = {row.key: row.meant for row in LAW.misprints}
    assert slips["I-72-6C-1"] == "Subsection B(2)(a)[5]"
    assert slips["I-72-6F-1"] == "§ 403.8(f)(1)(vi)(B)"
    assert {"I-72-2-1", "I-72-2-5", "I-72-4H-1", "I-72-6B-1", "I-72-6B-2", "II-72-12-1", "II-72-17-1"} <= set(
        slips
    )


def test_ask_one_dollar_with_a_contribution_permit_only() -> None:
    """A-04 Dannemora: the fee of $1 belongs to the contribution permit (section 72-6B(2)(a)), not to a house sewer."""
    keys = {one.key for one in fees_for(LAW, ProjectKind.LATERAL, "industrial")}
    assert "contribution_application" in keys
    assert "contribution_application" not in {
        one.key for one in fees_for(LAW, ProjectKind.LATERAL, "standard")
    }
    assert LAW.figure("fee.contribution_application", ON).number == 1


def test_hold_each_figure_from_the_day_the_text_was_adopted() -> None:
    """Every figure that was read in the text holds from its adoption on; what is blank holds from no day."""
    for figure in own_figures("dannemora").values():
        assert figure.effective == (date(1984, 5, 2) if figure.status is FigureStatus.LAW else None), (
            figure.key
        )
