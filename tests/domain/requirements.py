"""Which test answers which requirement of the research on the four laws (groups A to I), and what awaits a screen.

A requirement stands here once with the tests that hold it; a name may end in ``*`` for a family of tests. What only
awaits a screen names the rule that the screen will use, which is held by its own tests already.
"""

from collections.abc import Mapping
from dataclasses import dataclass

COUNTS: Mapping[str, int] = {"A": 28, "B": 9, "C": 13, "D": 15, "E": 13, "F": 14, "G": 2, "H": 5, "I": 3}
"""How many requirements each group has."""

_A = "tests/domain/test_application_items.py"
_CO = "tests/domain/test_construction.py"
_LIFE = "tests/domain/test_permit_life.py"
_LAT = "tests/domain/test_laterals.py"
_INST = "tests/domain/test_installers.py"
_ORD = "tests/domain/test_connection_orders.py"
_SEC = "tests/domain/test_securities.py"
_START = "tests/services/test_permit_starts.py"
_CHANGE = "tests/services/test_permit_changes.py"
_BUILT = "tests/domain/test_buildchecks.py"
_LEAK = "tests/domain/leaktests"
_PRE = "tests/domain/pretreatment"
_ENF = "tests/domain/test_enforcement.py"
_TIME = "tests/domain/test_time_limits.py"
_HAUL = "tests/domain/test_hauling.py"
_REC = "tests/domain/test_records.py"
_HAG = "tests/domain/test_law_hague.py"
_ALT = "tests/domain/test_law_altamont.py"
_DAN = "tests/domain/test_law_dannemora.py"
_LOC = "tests/domain/test_law_lockport.py"

ANSWERED: Mapping[str, tuple[str, ...]] = {
    "A-01": ("tests/domain/test_permit_gate.py::test_a01_*", f"{_START}::test_a01_*"),
    "A-02": (f"{_A}::test_a02_*",),
    "A-03": (f"{_A}::test_a03_*", f"{_LOC}::test_ask_every_class_for_quantity_and_character_of_the_waste"),
    "A-04": (f"{_CO}::test_a04_*", f"{_ALT}::test_owe_two_fees_for_each_lateral", f"{_START}::test_a04_*"),
    "A-05": (f"{_CO}::test_a05_*", f"{_ALT}::test_ask_three_approvals_before_construction"),
    "A-06": (f"{_CO}::test_a06_*",),
    "A-07": ("tests/domain/test_capacity.py::test_a07_*",),
    "A-08": (f"{_CO}::test_a08_*", f"{_ALT}::test_give_notice_thirty_days_before_construction"),
    "A-09": (f"{_START}::test_a09_*",),
    "A-10": (f"{_A}::test_a10_*",),
    "A-11": ("tests/domain/test_permits.py::test_a11_*", f"{_LIFE}::test_a11_*"),
    "A-12": ("tests/domain/test_permits.py::test_a12_*", f"{_LIFE}::test_a12_*"),
    "A-13": (f"{_CHANGE}::test_a13_*", f"{_LOC}::test_make_the_approved_application_the_permit"),
    "A-14": (f"{_LIFE}::test_a14_*", f"{_CHANGE}::test_a14_*"),
    "A-15": (f"{_LIFE}::test_a15_*", f"{_CHANGE}::test_a15_*"),
    "A-16": (f"{_LIFE}::test_a16_*", f"{_CHANGE}::test_a16_*"),
    "A-17": (
        f"{_LIFE}::test_a17_*",
        f"{_PRE}/test_schedule.py::test_refuse_a_change_that_takes_effect_too_soon",
    ),
    "A-18": (f"{_LAT}::test_a18_*",),
    "A-19": (f"{_LAT}::test_a19_*",),
    "A-20": (f"{_LAT}::test_a20_*",),
    "A-21": (f"{_LAT}::test_a21_*",),
    "A-22": (f"{_LAT}::test_a22_*",),
    "A-23": (f"{_CHANGE}::test_a13_*",),
    "A-24": (f"{_INST}::test_a24_*", f"{_CHANGE}::test_a24_*"),
    "A-25": (f"{_ORD}::test_a25_*", f"{_TIME}::test_ask_for_the_hour_of_a_time_in_hours"),
    "A-26": (f"{_CO}::test_a26_*",),
    "A-27": (f"{_CO}::test_a27_*",),
    "A-28": (f"{_CO}::test_a28_*",),
    "B-01": (f"{_INST}::test_b01_*",),
    "B-02": ("tests/domain/test_contractors.py::test_b02_*",),
    "B-03": ("tests/domain/test_contractors.py::test_b03_*", f"{_ALT}::test_ask_for_property_damage_only"),
    "B-04": (f"{_INST}::test_b04_*",),
    "B-05": ("tests/domain/test_contractors.py::test_b05_*",),
    "B-06": (f"{_INST}::test_b06_*",),
    "B-07": ("tests/domain/test_contractors.py::test_b07_*",),
    "B-08": (f"{_SEC}::test_b08_*",),
    "B-09": (f"{_SEC}::test_b09_*",),
    "C-01": (
        "tests/services/test_inspections.py::test_say_until_when_nothing_may_be_covered",
        f"{_HAG}::test_inspect_a_new_sewer_by_every_paragraph_*",
    ),
    "C-02": (f"{_HAG}::test_judge_what_is_measured",),
    "C-03": (f"{_BUILT}::test_measure_the_open_trench", f"{_ALT}::test_look_at_every_paragraph_in_the_field"),
    "C-04": (
        f"{_BUILT}::test_measure_the_wall_of_a_manhole",
        f"{_BUILT}::test_weigh_a_heavy_cover_in_altamont",
    ),
    "C-05": (f"{_HAG}::test_judge_what_is_measured", f"{_ALT}::test_judge_what_was_built"),
    "C-06": (f"{_BUILT}::test_measure_a_building_sewer_in_lockport",),
    "C-07": (f"{_BUILT}::test_measure_a_house_sewer_in_dannemora", f"{_DAN}::test_measure_a_house_sewer"),
    "C-08": (f"{_ALT}::test_judge_what_was_built",),
    "C-09": (
        "tests/domain/test_inflow.py::test_name_the_sources_that_each_text_forbids",
        "tests/domain/test_inflow.py::test_charge_inflow_up_to_five_times",
    ),
    "C-10": (f"{_LEAK}/test_timed.py::test_stop_a_test_on_a_gauge_without_its_certificate",),
    "C-11": (f"{_LEAK}/test_chain.py::test_stand_at_the_last_test",),
    "C-12": (f"{_LEAK}/test_water.py::test_refuse_section_over_law_length",),
    "C-13": (f"{_LEAK}/test_chain.py::test_find_steps_in_the_wrong_order",),
    "D-01": ("tests/domain/test_rates.py::test_price_metered_at_and_around_each_bound",),
    "D-02": ("tests/domain/test_adoption.py::test_count_five_days_before_the_hearing",),
    "D-03": ("tests/domain/test_dates.py::test_bound_quarters_of_a_leap_year",),
    "D-04": (f"{_ALT}::test_follow_the_villages_practice_with_bills",),
    "D-05": (f"{_PRE}/test_sewage.py::test_call_sewage_abnormal_where_one_limit_is_exceeded",),
    "D-06": (f"{_PRE}/test_surcharge.py::test_work_out_all_five_terms_by_hand",),
    "D-07": ("tests/domain/test_usage_share.py::test_bill_the_approved_part",),
    "D-08": ("tests/domain/test_special_charges.py::test_share_the_cost_of_a_pump_station",),
    "D-09": (
        "tests/domain/test_penalties.py::test_charge_each_town_by_its_own_settings",
        "tests/domain/test_penalties.py::test_charge_the_model_law_back_to_the_bill_date",
    ),
    "D-11": ("tests/domain/test_relevy.py::test_certify_the_worked_bill_from_settings_alone",),
    "D-12": (
        "tests/domain/test_parcels.py::test_accept_parcel_of_the_roll",
        "tests/domain/test_parcels.py::test_refuse_identifiers_that_a_spreadsheet_spoiled",
    ),
    "D-13": (f"{_ALT}::test_owe_two_fees_for_each_lateral",),
    "D-14": (f"{_HAG}::test_list_charges_by_the_titles_of_article_11", f"{_DAN}::test_list_the_charges_of_*"),
    "D-15": ("tests/domain/test_receipts.py::test_find_gaps_in_each_series",),
    "E-01": (f"{_PRE}/test_significance.py::test_screen_by_*",),
    "E-02": (f"{_PRE}/test_schedule.py::test_count_dannemoras_days_by_hand",),
    "E-03": (f"{_PRE}/test_papers.py::test_complete_dannemoras_thirteen_items",),
    "E-04": (f"{_PRE}/test_compliance.py::test_refuse_a_step_longer_than_nine_months",),
    "E-05": (f"{_PRE}/test_compliance.py::test_limit_dannemoras_permit_to_five_years",),
    "E-06": (f"{_TIME}::test_put_reports_on_the_last_day_of_june_and_december",),
    "E-07": (f"{_PRE}/test_schedule.py::test_count_dannemoras_days_by_hand",),
    "E-08": (f"{_PRE}/test_schedule.py::test_roll_the_users_day_past_a_weekend",),
    "E-09": (f"{_PRE}/test_discharge.py::test_judge_*", f"{_PRE}/test_slugs.py::test_find_a_slug_*"),
    "E-10": (f"{_PRE}/test_noncompliance.py::test_reach_66_percent_without_dividing",),
    "E-11": (f"{_PRE}/test_noncompliance.py::test_list_the_year_for_the_newspaper_that_the_law_names",),
    "E-12": (f"{_PRE}/test_papers.py::test_pass_a_secret_to_an_agency_ten_days_after_the_notice",),
    "E-13": (f"{_REC}::test_keep_an_industrial_users_records_three_years",),
    "F-01": (f"{_TIME}::test_give_dannemora_thirty_days_from_the_date_of_the_notice",),
    "F-02": (f"{_ENF}::test_default_the_day_after_the_last_day_to_petition",),
    "F-03": (f"{_ENF}::test_default_the_day_after_the_last_day_to_petition",),
    "F-04": (f"{_ENF}::test_say_what_hagues_fine_still_lacks",),
    "F-05": (
        f"{_ENF}::test_multiply_dannemoras_fine_by_the_days",
        f"{_ENF}::test_check_a_fine_against_its_range",
    ),
    "F-06": (f"{_ENF}::test_count_a_false_statement_once",),
    "F-07": (
        f"{_ENF}::test_hold_no_hearing_before_ten_days_after_service",
        f"{_ENF}::test_serve_a_hearing_*",
    ),
    "F-08": ("tests/domain/test_mailing.py::test_counts_from_mailing_when_the_law_says_so",),
    "F-09": (
        "tests/domain/test_mailing.py::test_catches_every_single_wrong_digit",
        "tests/domain/test_mailing.py::test_unclaimed_letter_comes_back_and_must_be_served_otherwise",
    ),
    "F-10": (f"{_ENF}::test_run_a_statement_fifteen_days_from_the_occurrence",),
    "F-11": (f"{_ENF}::test_name_a_ground_to_revoke_a_permit",),
    "G-01": (f"{_ORD}::test_g01_*", f"{_TIME}::test_give_hague_ninety_days_to_connect"),
    "G-02": (f"{_ORD}::test_g02_*",),
    "H-01": (f"{_HAUL}::test_name_every_gap_of_an_application",),
    "H-02": (f"{_HAUL}::test_hold_a_license_for_its_year",),
    "H-03": (f"{_HAUL}::test_end_a_license_at_once_with_the_state_permit",),
    "H-04": (f"{_HAUL}::test_refuse_a_load",),
    "H-05": (f"{_HAUL}::test_add_up_by_day_and_year",),
    "I-02": (f"{_REC}::test_have_a_schedule_in_every_law",),
}


@dataclass(frozen=True, slots=True)
class Awaiting:
    """What a requirement still waits for, and the rule that will answer it there, as ``module:name``."""

    screen: str
    rule: str


AWAITING: Mapping[str, Awaiting] = {
    "D-10": Awaiting("the payoff letter of a parcel", "sewerdesk.domain.penalty_judging:judge_account"),
    "F-12": Awaiting("the packet that refers a case to the attorney", "sewerdesk.domain.law:OrderKind"),
    "F-13": Awaiting("the yearly publication", "sewerdesk.domain.pretreatment.noncompliance:yearly_list"),
    "F-14": Awaiting("the show-cause notice", "sewerdesk.domain.law:Penalty"),
    "I-01": Awaiting("the register of plans", "sewerdesk.domain.records:disposal"),
    "I-03": Awaiting("the export for a public request", "sewerdesk.domain.pretreatment.papers:may_disclose"),
}
