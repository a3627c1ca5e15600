"""Each fault of money that was seen in public elsewhere, and the tests that prove it is not here.

The numbers are those of the project's list of faults. A test is named ``place/file::function`` under ``tests``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

OWN = "faults/test_faults_money"


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong elsewhere, in a few words, and the tests that hold the right."""

    words: str
    tests: tuple[str, ...]


def _of(words: str, *tests: str) -> Fault:
    return Fault(words, tests)


RATES: Mapping[int, Fault] = {
    1: _of(
        "tiers that compare the remainder with absolute bounds",
        "domain/test_rates::test_price_metered_at_and_around_each_bound",
        "domain/test_rates::test_price_tiers_that_a_public_program_got_wrong",
        f"{OWN}::test_b1_1_tiers_at_just_under_and_just_over_every_bound",
    ),
    2: _of(
        "a count above the last slab is charged nothing",
        "domain/test_rates::test_no_rate_names_account_class_and_day",
        "domain/test_rate_bounds::test_never_bill_a_rate_that_is_not_found_as_zero",
    ),
    4: _of(
        "each head rounded up",
        "domain/test_rate_bounds::test_round_half_up_to_the_cent_once_a_line",
        f"{OWN}::test_b1_4_half_a_cent_goes_up_and_less_goes_down",
    ),
    5: _of(
        "penalty on the full charge, recomputed at every look",
        "services/test_penalties::test_rehearse_who_how_much_and_who_is_spared_without_writing",
        "domain/test_penalties::test_charge_only_what_was_unpaid_at_the_due_date",
        f"{OWN}::test_b1_5_looking_at_everything_writes_nothing",
    ),
    7: _of(
        "use above the highest block unbilled; previous is the one keyed last",
        "domain/test_metering::test_take_latest_by_reading_date_not_by_keying",
        "domain/test_rate_bounds::test_the_charge_never_falls_at_just_under_and_just_over_every_bound",
    ),
    8: _of("one line a class only", "domain/test_rates::test_list_lines_in_order_of_application"),
    10: _of(
        "rollover off by one",
        "domain/test_metering::test_count_one_from_9999_to_0000_when_answered_rollover",
        "domain/test_metering::test_rollover_recovers_the_counts",
    ),
    11: _of(
        "a cap for daily interest alone", "domain/test_penalties::test_stop_interest_at_its_cap_in_every_mode"
    ),
    13: _of(
        "wrong volume after a gap in readings",
        "services/test_billing::test_charge_two_quarters_of_use_after_a_quarter_on_hold",
        "domain/test_billing::test_hold_account_whose_reading_is_missing_or_lower",
    ),
    14: _of(
        "a new meter's use replaced by the old average",
        "domain/test_billing::test_add_both_meters_after_change_out_and_take_off_deduct_meter",
        "services/test_readings::test_add_both_dials_after_a_meter_change",
    ),
    16: _of(
        "closing the month changed amounts",
        "services/test_run_rollback::test_late_money_takes_effect_on_the_first_open_day_and_names_its_own",
        f"{OWN}::test_b1_16_closing_a_period_changes_no_amount",
    ),
    17: _of(
        "the second copy differs",
        "services/test_billing::test_bills_file_is_drawn_once_and_kept",
        "documents/test_bill::test_make_same_bytes_and_embed_the_type",
    ),
    19: _of(
        "a message by another month",
        "services/test_penalty_bills::test_print_on_a_bill_the_policy_in_force_on_its_day",
    ),
    20: _of(
        "the wrong formula chosen",
        "domain/test_special_charges::test_work_out_an_impact_fee_once_the_board_has_set_it",
        "services/test_what_if::test_print_the_card_from_the_offices_own_rates",
    ),
    22: _of(
        "last year's fee still charged",
        "services/test_rates::test_adopt_fees_by_date",
        "domain/test_rates::test_find_the_rate_in_force_on_a_day",
        "scenarios/test_rates_year::test_the_board_raises_the_rent_in_mid_quarter",
    ),
    23: _of(
        "a fee ended by mistake went missing",
        "domain/test_rate_bounds::test_block_a_run_while_a_charge_code_that_ended_is_in_use",
    ),
    25: _of(
        "old fees stay after a correction",
        "services/test_single_bills::test_corrected_bill_changes_the_balance_by_exactly_the_difference",
    ),
    26: _of(
        "an amount typed into a letter",
        "services/test_returned_checks::test_letter_says_what_is_owed_and_carries_the_acts_number",
    ),
    28: _of(
        "proration by the wrong number of days",
        "domain/test_rate_bounds::test_every_day_of_a_leap_year_splits_its_quarter_into_parts_that_are_the_whole",
        "domain/test_period_steps::test_two_bills_of_one_quarter_come_to_one_bill_of_it",
        f"{OWN}::test_b1_28_quarters_of_90_91_and_92_days_are_shared_by_their_own_days",
    ),
    29: _of(
        "fixed and volume mixed up",
        "domain/test_rate_bounds::test_fixed_and_volume_lines_know_which_they_are",
    ),
    31: _of(
        "accounts on the wrong table; reading dates that drift",
        "services/test_rate_versions::test_find_classes_without_rates_and_rates_without_accounts",
        "domain/test_metering::test_ask_about_days_between_readings",
    ),
    32: _of(
        "a multiplier left out",
        "services/test_meter_readings::test_b1_32_a_missing_multiplier_stands_out",
        "services/test_meters_odd::test_bill_a_missing_multiplier_back_by_a_corrected_bill",
    ),
    34: _of(
        "bills in thousands jump",
        "services/test_rate_versions::test_ask_about_volumes_that_look_like_thousands",
    ),
    35: _of(
        "a deduct meter without a reading",
        f"{OWN}::test_b1_35_deduct_meter_without_a_reading_stops_the_account",
    ),
    37: _of("under-billed for a while", f"{OWN}::test_b1_37_expected_revenue_stands_beside_the_register"),
}

READINGS: Mapping[int, Fault] = {
    38: _of(
        "a lower reading simply refused",
        "services/test_readings::test_ask_about_a_lower_reading_and_take_the_rollover",
        "services/test_readings::test_count_the_drop_of_a_meter_that_ran_backward",
        "services/test_readings::test_leave_a_misread_reading_out_and_estimate_instead",
    ),
    40: _of(
        "rollover guessed",
        "domain/test_metering::test_refuse_lower_reading_without_rollover_answer",
        "domain/test_metering::test_doubt_a_rollover_that_the_history_does_not_bear",
        "domain/test_estimates::test_confirming_does_not_make_a_lower_reading_billable",
    ),
    41: _of(
        "a dip counted as huge use",
        "domain/test_metering::test_ask_about_lower_reading_and_name_the_rollover_use",
    ),
    43: _of("use doubled after a change", "services/test_readings::test_add_both_dials_after_a_meter_change"),
    44: _of(
        "no way to take a change-out back",
        "services/test_meter_readings::test_b2_44_undoing_a_change_out_restores_both_meters",
    ),
    46: _of(
        "accounts never billed",
        "domain/test_billing::test_block_run_when_an_account_has_no_rate_units_class_or_meter",
        "domain/test_billing::test_give_each_open_account_exactly_one_outcome",
    ),
    47: _of(
        "no high-use check; mailed twice",
        "domain/test_metering::test_ask_about_zero_and_high_use",
        "services/test_billing::test_the_database_itself_refuses_a_second_regular_bill",
    ),
    49: _of(
        "an estimate nobody adopted", "domain/test_estimates::test_b2_49_estimate_by_the_towns_own_method"
    ),
}

RUNS: Mapping[int, Fault] = {
    50: _of(
        "a re-run taken for a new cycle",
        "services/test_billing::test_post_run_twice_bills_nobody_twice",
        "documents/test_bill::test_print_every_figure_of_the_worked_bill",
    ),
    52: _of(
        "bills or notices sent twice",
        "services/test_billing::test_the_database_itself_refuses_a_second_regular_bill",
        "services/test_dunning::test_let_the_database_refuse_a_second_letter_in_a_run",
    ),
    53: _of(
        "a batch failed half-way and billed twice",
        "services/test_run_rollback::test_roll_back_restores_the_balances_and_keeps_the_numbers",
        "robustness/test_kills::test_kill_in_the_middle_leaves_whole_books",
    ),
    55: _of(
        "period stepping", "domain/test_period_steps::test_quarters_follow_each_other_without_gap_or_overlap"
    ),
    56: _of(
        "late facts in closed periods",
        "services/test_run_rollback::test_closed_days_take_no_act_and_no_bill_until_opened_with_authority",
        "services/test_billing::test_refuse_to_change_what_was_posted_even_by_sql",
    ),
    58: _of("no backup before the run", f"{OWN}::test_b3_58_backup_is_made_before_each_run"),
    59: _of(
        "an output never sent",
        "services/test_run_rollback::test_close_asks_for_an_answer_to_all_that_is_open",
    ),
}

PAYMENTS: Mapping[int, Fault] = {
    61: _of(
        "more applied than received or open",
        "services/test_money_books::test_charge_paid_by_more_than_it_is_is_found",
        "robustness/test_money_model::test_any_sequence_of_acts_keeps_every_account_right",
    ),
    62: _of(
        "the old allocation stays",
        "services/test_payment_moves::test_preview_shows_what_would_be_paid_in_the_boards_order",
    ),
    64: _of(
        "credits left out, doubled or of the wrong sign",
        "services/test_statements::test_show_a_credit_below_zero",
        "services/test_reports::test_age_by_days_past_due_with_credit_apart",
        "documents/test_bill::test_print_credit_as_not_to_be_paid",
    ),
    65: _of(
        "the minus dropped on screen",
        "domain/test_reports::test_keep_the_sign_of_what_is_shown",
        f"{OWN}::test_b4_65_amounts_below_zero_keep_their_sign",
    ),
    67: _of(
        "overpayment lost or left negative",
        "domain/test_ledger::test_keep_overpayment_for_the_next_charge",
        f"{OWN}::test_b4_67_overpayment_of_thirty_waits_and_pays_the_next_bill",
    ),
    68: _of(
        "receipt, lines and ledger differ",
        "services/test_receipts::test_any_sequence_of_payments_and_voids_keeps_the_books",
        "services/test_books::test_damage_is_found_and_named",
    ),
    70: _of("only the last bills shown", "services/test_statements::test_give_the_whole_history"),
    71: _of(
        "no one returned-check act",
        "services/test_returned_checks::test_one_action_reverses_charges_and_flags",
        "services/test_returned_checks::test_returns_are_counted_for_their_payer",
        "services/test_returned_checks::test_redeposit_is_a_new_receipt_linked_to_the_first",
    ),
    73: _of(
        "double charges, wrong tender",
        "services/test_receipts::test_the_same_check_twice_is_asked_about",
        "services/test_payment_moves::test_wrong_tender_is_corrected_with_its_trail",
    ),
    74: _of(
        "no returned-check fee there", "services/test_returned_checks::test_check_for_a_fee_comes_back_too"
    ),
    76: _of(
        "an import half done",
        "services/test_return_lists::test_b4_76_break_in_the_middle_leaves_nothing_half_done",
        "services/test_imports::test_import_keeps_nothing_when_it_fails_half_way",
    ),
    77: _of(
        "a void that loses a payment",
        "services/test_money_sequences::test_undo_of_anything_restores_the_exact_earlier_state",
        "robustness/test_money_model::test_any_sequence_of_acts_keeps_every_account_right",
    ),
    79: _of(
        "receipt issued, balance open",
        "services/test_receipts::test_enter_batch_posts_all_or_nothing",
        "services/test_receipts::test_enter_receipt_takes_a_number_and_lowers_the_balance",
    ),
    80: _of(
        "deposits that cannot be matched",
        "services/test_deposits::test_slip_splits_the_money_by_what_it_paid",
        f"{OWN}::test_b4_80_receipt_names_the_bill_that_it_pays",
    ),
    82: _of(
        "a refused check deleted",
        "services/test_returned_checks::test_one_action_reverses_charges_and_flags",
        "domain/test_penalties::test_count_a_returned_check_as_never_paid",
    ),
    83: _of("returned twice", "services/test_returned_checks::test_returned_once_only"),
    85: _of(
        "deposited late",
        "services/test_plans_and_drawer::test_deposit_is_due_the_third_business_day_after_the_limit",
        "services/test_plans_and_drawer::test_exactly_the_limit_is_not_over_it",
    ),
    86: _of(
        "postmark by code", "domain/test_penalties::test_judge_a_mailed_payment_by_its_postmark_or_by_its_day"
    ),
    88: _of(
        "closed before all receipts are in",
        "services/test_plans_and_drawer::test_day_is_not_closed_while_a_batch_is_unposted",
        "services/test_run_rollback::test_close_asks_for_an_answer_to_all_that_is_open",
    ),
}

LATE: Mapping[int, Fault] = {
    89: _of("a fee every hour", "services/test_penalties::test_post_once_however_often_it_is_run"),
    91: _of(
        "a blank read as three percent", "domain/test_penalties::test_refuse_a_blank_policy_and_wrong_figures"
    ),
    92: _of(
        "a second notice without its date; no breakdown",
        "services/test_dunning::test_give_each_step_its_own_time",
        f"{OWN}::test_b5_92_penalty_says_base_times_rate",
    ),
    94: _of(
        "a new ladder on old rows",
        "domain/test_penalties::test_keep_the_policy_of_the_bill_when_a_later_one_comes",
        "services/test_penalties::test_let_the_database_refuse_the_second_of_a_key",
    ),
    95: _of(
        "several notices at once", "services/test_dunning::test_build_the_list_and_send_one_letter_to_each"
    ),
    97: _of(
        "a penalty left after back-dating",
        "services/test_penalties::test_take_a_penalty_off_when_the_receipt_turns_up_and_restore_it_when_void",
        "services/test_penalties::test_lower_a_penalty_when_a_part_turns_out_paid_in_time",
    ),
    98: _of(
        "a penalty gone once the principal is paid; the due day late",
        "services/test_penalties::test_keep_a_penalty_owing_after_the_principal_is_paid",
        "services/test_penalties::test_charge_nobody_on_the_due_day_itself",
    ),
    100: _of(
        "a notice crossed with the payment",
        "services/test_dunning::test_drop_who_paid_after_the_list_was_built",
    ),
    101: _of(
        "penalties due and not charged",
        "services/test_late_reports::test_report_the_rehearsal_the_proof_the_waivers_and_the_list",
        "scenarios/test_late_histories::test_hold_what_the_policy_makes_due_after_any_history",
    ),
    103: _of(
        "one town's calendar for all",
        "domain/test_penalties::test_charge_each_town_by_its_own_settings",
        "domain/test_penalties::test_charge_no_penalty_on_a_penalty",
        "domain/test_penalties::test_add_nothing_after_the_cut_off_of_the_tax_roll",
    ),
    104: _of(
        "a relevy list without totals",
        "domain/test_relevy::test_certify_the_worked_bill_from_settings_alone",
        "services/test_relevy::test_certify_in_one_act_with_its_papers_and_nothing_left_to_pay",
    ),
    106: _of(
        "no reverse",
        "services/test_relevy_after::test_withdraw_a_row_with_its_letter_and_everything_stands_as_before",
    ),
    107: _of(
        "postage hidden in the penalty", "services/test_account_charges::test_bill_a_one_time_charge_once"
    ),
}

OVERSIGHT: Mapping[int, Fault] = {
    109: _of(
        "adjustments without approval or paper",
        "services/test_adjustments::test_adjustment_counts_at_once_and_is_listed_until_approved",
        "services/test_adjustments::test_adjustment_asks_for_what_it_needs",
        "services/test_adjustments::test_who_asked_does_not_approve_under_another_spelling",
    ),
    110: _of(
        "no totals by reason",
        "services/test_adjustments::test_register_has_count_sum_scope_and_stamp",
        "services/test_reports::test_say_who_asked_and_who_approved",
    ),
    112: _of("no independent check", "services/test_books::test_clean_books_say_what_was_checked"),
    113: _of(
        "charges waived by a clerk",
        "services/test_penalties::test_waive_by_the_board_alone_and_never_charge_it_again",
        "services/test_adjustments::test_waiver_carries_the_boards_resolution",
    ),
}

REPORTS: Mapping[int, Fault] = {
    115: _of(
        "a past day that knows what came later",
        "services/test_reports::test_age_by_days_past_due_with_credit_apart",
        "domain/test_reports_agree::test_agree_with_the_ledger_on_every_day",
    ),
    116: _of(
        "buckets mixed or cumulated",
        "domain/test_reports::test_put_each_item_in_one_bucket",
        "domain/test_reports_agree::test_agree_with_the_ledger_on_every_day",
    ),
    118: _of(
        "items that vanish or are shown though paid", "services/test_reports::test_list_every_open_item_once"
    ),
    119: _of(
        "payments in the wrong month",
        "services/test_reports::test_put_a_void_on_its_own_day",
        "domain/test_reports::test_list_a_receipt_by_the_date_asked_for",
    ),
}

FAULTS: Mapping[str, Mapping[int, Fault]] = {
    "b1": RATES,
    "b2": READINGS,
    "b3": RUNS,
    "b4": PAYMENTS,
    "b5": LATE,
    "b6": OVERSIGHT,
    "b7": REPORTS,
}
