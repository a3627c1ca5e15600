"""Each thing that a small office cannot do without in money (groups A to H), the tests that prove it, what it awaits.

The codes are those of the project's table of features. ``awaits`` names the screen or the part that is still to come;
it is empty where a clerk has the whole of it today.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """What it is in a few words, tests as ``place/file::function``, and what is still to come."""

    words: str
    tests: tuple[str, ...]
    awaits: str = ""


def _of(words: str, *tests: str, awaits: str = "") -> Feature:
    return Feature(words, tests, awaits)


ACCOUNTS: Mapping[str, Feature] = {
    "A1": _of(
        "account apart from parcel and person",
        "services/test_import_rows::test_import_bills_the_owner_or_whom_the_file_names",
        "ui/test_accounts::test_account_of_a_parcel_is_one_key_away",
    ),
    "A2": _of(
        "dated roles",
        "services/test_registers::test_change_owner_leaves_no_day_without_or_with_two",
        "services/test_single_bills::test_owner_change_bills_every_day_and_every_gallon_once",
    ),
    "A3": _of(
        "owner change",
        "services/test_single_bills::test_owner_change_needs_every_closing_reading",
        "ui/test_account_changes::test_new_owner_asks_for_the_closing_reading",
    ),
    "A4": _of(
        "statuses with dates",
        "services/test_account_facts::test_exemption_ends_by_itself_and_names_its_authority",
        "ui/test_account_changes::test_status_shows_its_errors_in_place",
    ),
    "A5": _of(
        "units dated, with authority",
        "services/test_account_facts::test_units_and_class_change_on_their_day",
        "domain/test_billing_parts::test_prorate_units_changed_in_mid_quarter",
    ),
    "A7": _of(
        "private wells",
        "domain/test_rate_kinds::test_bill_by_persons",
        "domain/test_usage_share::test_bill_the_approved_part",
    ),
    "A13": _of(
        "what is to be known shows at the counter",
        "services/test_returned_checks::test_cash_only_account_is_asked_about_until_it_ends",
        "ui/test_accounts::test_note_stands_beside_the_register",
        "ui/test_payment_beside::test_alerts_and_what_is_paid_are_seen_before_saving",
        "services/test_payment_beside::test_tax_roll_returned_check_and_hold_are_told_in_one_quick_look",
    ),
    "A14": _of("attachments", "services/test_attachments::test_attach_keeps_a_copy_under_its_hash"),
    "A15": _of(
        "old number", "features/test_money_gaps::test_a15_account_is_found_by_the_number_it_had_before"
    ),
    "A20": _of(
        "completeness",
        "services/test_meter_readings::test_b2_46_name_what_should_have_an_account",
        awaits="data quality screen",
    ),
}

RATES: Mapping[str, Feature] = {
    "B1": _of(
        "versions, locked once used",
        "services/test_rate_versions::test_lock_a_version_that_bills_were_made_by",
    ),
    "B2": _of(
        "authority of each version",
        "services/test_rate_versions::test_keep_the_steps_of_the_act_with_the_version",
    ),
    "B3": _of("flat and per unit", "domain/test_billing::test_bill_the_worked_example"),
    "B4": _of(
        "marginal tiers, the last open",
        "faults/test_faults_money::test_b1_1_tiers_at_just_under_and_just_over_every_bound",
    ),
    "B5": _of(
        "bounds times units",
        "domain/test_rates::test_multiply_minimum_allowance_and_bounds_by_units",
        "domain/test_rate_parts::test_price_fractional_units_at_just_under_and_just_over_each_bound",
    ),
    "B6": _of("minimum for no use", "domain/test_billing::test_bill_minimum_for_zero_use"),
    "B9": _of("several lines with their codes", "domain/test_billing::test_total_by_charge_code_and_class"),
    "B11": _of(
        "proration by days",
        "faults/test_faults_money::test_b1_28_quarters_of_90_91_and_92_days_are_shared_by_their_own_days",
        "domain/test_rate_parts::test_bill_17_of_92_days_of_the_minimum_for_no_use",
        "domain/test_rate_parts::test_bill_no_use_from_before_a_metered_charge_was_adopted",
    ),
    "B12": _of(
        "units of volume converted",
        "domain/test_metering::test_convert_only_foreign_units",
        "services/test_meters_odd::test_tell_how_a_meter_in_another_unit_is_entered_and_put_it_right",
    ),
    "B13": _of(
        "half-up once a line", "domain/test_billing_parts::test_bill_fractional_units_and_round_half_up_once"
    ),
    "B14": _of(
        "recurring charges",
        "services/test_account_charges::test_bill_installments_quarter_by_quarter_until_they_are_whole",
        "services/test_account_charges::test_stop_a_recurring_charge",
        "services/test_charges_over_time::test_bill_each_part_once_where_an_earlier_bill_is_corrected",
    ),
    "B16": _of(
        "validator",
        "domain/test_rates::test_refuse_versions_that_overlap_or_leave_gaps",
        "services/test_rate_versions::test_find_classes_without_rates_and_rates_without_accounts",
    ),
}

READINGS: Mapping[str, Feature] = {
    "C1": _of("meter inventory", "domain/test_metering::test_use_is_difference_times_multiplier"),
    "C2": _of(
        "entry with band and questions",
        "domain/test_metering::test_ask_about_zero_and_high_use",
        "ui/test_billing_wizard::test_keep_what_was_typed_when_a_reading_cannot_be",
    ),
    "C3": _of(
        "import, mapped, safe to repeat",
        "services/test_meter_readings::test_import_a_meter_readers_file_twice_without_harm",
        "services/test_meter_readings::test_columns_are_proposed_as_they_were_chosen_last",
        "services/test_reading_imports::test_take_a_file_again_with_one_changed_line",
    ),
    "C4": _of("exceptions", "domain/test_estimates::test_question_use_just_over_and_just_under_the_limits"),
    "C5": _of(
        "rollover asked", "services/test_readings::test_ask_about_a_lower_reading_and_take_the_rollover"
    ),
    "C6": _of(
        "change-out, undoable",
        "services/test_meter_readings::test_b2_44_undoing_a_change_out_restores_both_meters",
        "services/test_meters_odd::test_add_a_rollover_and_another_multiplier_of_one_quarter",
    ),
    "C7": _of("estimates", "domain/test_estimates::test_hold_the_bill_after_too_many_estimates_in_a_row"),
    "C9": _of(
        "deduct and second meters",
        "faults/test_faults_money::test_b1_35_deduct_meter_without_a_reading_stops_the_account",
    ),
    "C12": _of(
        "multiplier audit, first-quarter watch",
        "services/test_meter_readings::test_b1_32_a_missing_multiplier_stands_out",
        "services/test_meters_odd::test_bill_a_missing_multiplier_back_by_a_corrected_bill",
        "services/test_single_bills::test_watch_the_first_bill_of_a_new_owner",
    ),
    "C13": _of("days in the reading period", "domain/test_metering::test_ask_about_days_between_readings"),
}

RUNS: Mapping[str, Feature] = {
    "D1": _of("wizard, resumable", "ui/test_billing_wizard::test_go_on_where_one_left_off_after_a_restart"),
    "D2": _of("checks", "services/test_billing::test_post_run_refuses_a_question_that_nobody_has_seen"),
    "D3": _of(
        "difference from the last run",
        "domain/test_billcompare::test_group_by_cause_with_the_unexplained_first",
    ),
    "D4": _of(
        "who was not billed and why",
        "robustness/test_properties::test_every_open_account_is_billed_held_or_skipped",
    ),
    "D5": _of(
        "roll back",
        "services/test_run_rollback::test_roll_back_refuses_while_something_stands_on_the_run",
        "ui/test_account_changes::test_roll_a_run_back_and_see_it",
    ),
    "D6": _of(
        "one regular bill", "services/test_billing::test_the_database_itself_refuses_a_second_regular_bill"
    ),
    "D7": _of(
        "hold with reason and end, small bills carried",
        "services/test_billing::test_hold_keeps_an_account_out_with_its_reason",
        "services/test_carried_bills::test_next_bill_asks_for_what_was_carried_and_makes_it_due",
        "services/test_carried_bills::test_carried_bill_is_not_late_bears_no_penalty_and_gets_no_reminder",
    ),
    "D8": _of(
        "opening, final, off-cycle",
        "services/test_single_bills::test_opening_bill_then_the_run_bills_the_rest",
        "services/test_single_bills::test_final_bill_ends_the_account_and_the_run_says_so",
    ),
    "D9": _of(
        "correct and reissue",
        "services/test_single_bills::test_corrected_bill_changes_the_balance_by_exactly_the_difference",
        "ui/test_account_changes::test_correct_a_bill_from_its_page",
    ),
    "D10": _of(
        "why is my bill this",
        "scenarios/test_billing_quarter::test_every_posted_bill_explains_itself_to_its_total",
        "ui/test_accounts::test_bill_explains_itself_and_follows_its_payments",
    ),
    "D11": _of(
        "adjustments",
        "services/test_adjustments::test_adjustment_counts_at_once_and_is_listed_until_approved",
        awaits="approvals on screen",
    ),
    "D13": _of(
        "credits applied and shown",
        "faults/test_faults_money::test_b4_67_overpayment_of_thirty_waits_and_pays_the_next_bill",
    ),
    "D18": _of(
        "revenue journal",
        "features/test_money_gaps::test_d18_revenue_journal_adds_the_run_up_by_fund_and_code",
    ),
    "D19": _of(
        "period close",
        "services/test_run_rollback::test_late_money_takes_effect_on_the_first_open_day_and_names_its_own",
        awaits="period screen",
    ),
}

BILLS: Mapping[str, Feature] = {
    "E1": _of(
        "letter bill with stub, postcard",
        "documents/test_bill::test_print_every_figure_of_the_worked_bill",
        "documents/test_postcard::test_print_four_cards_on_a_sheet_with_both_sides_of_each_together",
        awaits="three-up form",
    ),
    "E2": _of(
        "fits the windows",
        "documents/test_bill::test_keep_windows_clear_on_every_envelope",
        "documents/test_statement::test_mark_every_window_on_the_alignment_sheet",
    ),
    "E3": _of(
        "restart without new numbers",
        "services/test_billing::test_bills_file_is_drawn_once_and_kept",
        "services/test_bill_printing::test_print_from_a_piece_on_gives_the_stored_pages_with_their_numbers",
        "ui/test_billing_wizard::test_print_bills_again_from_a_piece_on_by_keyboard",
    ),
    "E4": _of("exact reprint", "services/test_billing::test_one_bill_is_the_page_of_the_file"),
    "E5": _of("fixed block", "domain/test_ledger::test_printed_block_always_foots_to_the_balance"),
    "E8": _of(
        "sort by ZIP, route or name with counts",
        "scenarios/test_billing_quarter::test_bills_file_has_a_page_for_each_bill",
        "domain/test_bill_order::test_order_by_route_goes_street_by_street_in_the_order_of_the_houses",
        "services/test_bill_printing::test_mailing_list_numbers_the_pieces_in_groups_with_counts",
    ),
    "E11": _of(
        "statement for any range", "services/test_statements::test_show_every_entry_with_the_balance_after_it"
    ),
}

CASH: Mapping[str, Feature] = {
    "F1": _of(
        "batch with control total",
        "ui/test_payments::test_batch_of_three_checks_is_posted_and_deposited_without_the_mouse",
    ),
    "F2": _of(
        "look-up", "services/test_receipts::test_bills_and_receipts_are_found_by_number_payer_and_check"
    ),
    "F3": _of(
        "adopted order, seen before",
        "services/test_payment_moves::test_preview_shows_what_would_be_paid_in_the_boards_order",
        "ui/test_payment_beside::test_alerts_and_what_is_paid_are_seen_before_saving",
    ),
    "F4": _of(
        "over- and duplicate payment", "ui/test_payments::test_overpayment_and_duplicate_are_asked_about"
    ),
    "F5": _of("open items", "domain/test_ledger::test_open_items_less_credit_are_always_the_balance"),
    "F6": _of("three dates", "domain/test_reports::test_list_a_receipt_by_the_date_asked_for"),
    "F7": _of(
        "numbers without gaps", "services/test_receipts::test_void_keeps_the_number_and_restores_the_account"
    ),
    "F8": _of(
        "void restores everything",
        "robustness/test_money_model::test_any_sequence_of_acts_keeps_every_account_right",
    ),
    "F9": _of("one check, many accounts", "services/test_receipts::test_one_check_pays_many_accounts"),
    "F10": _of("deposit slip", "services/test_deposits::test_deposit_is_the_sum_of_its_receipts"),
    "F11": _of("returned check", "services/test_returned_checks::test_one_action_reverses_charges_and_flags"),
    "F13": _of(
        "move a payment",
        "services/test_payment_moves::test_move_keeps_number_and_day_and_leaves_the_first_account_as_it_was",
    ),
    "F20": _of(
        "fees by the same receipts",
        "services/test_receipts::test_receipt_pays_a_fee_until_it_is_paid",
        "services/test_deposits::test_slip_splits_the_money_by_what_it_paid",
    ),
}

LATE: Mapping[str, Feature] = {
    "G1": _of(
        "policy as data",
        "domain/test_penalties::test_charge_each_town_by_its_own_settings",
        awaits="penalty screen",
    ),
    "G2": _of(
        "rehearsal",
        "services/test_penalties::test_rehearse_who_how_much_and_who_is_spared_without_writing",
        awaits="penalty screen",
    ),
    "G3": _of(
        "state at the due date, postmark",
        "services/test_penalties::test_judge_by_the_postmark_where_the_office_says_so",
    ),
    "G4": _of("never on a penalty", "domain/test_penalties::test_charge_no_penalty_on_a_penalty"),
    "G5": _of("twice adds nothing", "services/test_penalties::test_post_once_however_often_it_is_run"),
    "G7": _of(
        "undo by selection",
        "services/test_penalties::test_undo_by_selection_while_unpaid_and_list_the_paid",
        awaits="penalty screen",
    ),
    "G8": _of(
        "waiver by the Board",
        "services/test_penalties::test_waive_by_the_board_alone_and_never_charge_it_again",
        "services/test_penalty_waivers::test_waive_a_part_and_keep_the_rest_owed",
        awaits="penalty screen",
    ),
    "G10": _of(
        "notice steps",
        "services/test_dunning::test_build_the_list_and_send_one_letter_to_each",
        awaits="notices screen",
    ),
    "G11": _of(
        "drop who paid since",
        "services/test_dunning::test_drop_who_paid_after_the_list_was_built",
        awaits="notices screen",
    ),
    "G12": _of(
        "history of notices",
        "services/test_dunning::test_give_each_step_its_own_time",
        awaits="notices screen",
    ),
    "G13": _of(
        "relevy list, certificate, county file",
        "services/test_relevy::test_certify_in_one_act_with_its_papers_and_nothing_left_to_pay",
        "domain/test_relevy::test_certify_the_worked_bill_from_settings_alone",
        awaits="relevy screen",
    ),
    "G14": _of(
        "reversal with letter",
        "services/test_relevy_after::test_withdraw_a_row_with_its_letter_and_everything_stands_as_before",
        awaits="relevy screen",
    ),
    "G15": _of(
        "money after certification",
        "services/test_relevy_after::test_stop_money_for_certified_charges_and_say_whom_to_pay",
        "services/test_levied_money::test_stop_money_for_the_tax_roll_by_every_verb",
        "services/test_levied_money::test_mark_money_for_the_tax_roll_by_every_verb",
    ),
    "G16": _of(
        "checked against the roll",
        "domain/test_relevy::test_check_the_list_against_the_roll",
        awaits="relevy screen",
    ),
    "G17": _of(
        "levied apart from aging",
        "services/test_relevy::test_certify_in_one_act_with_its_papers_and_nothing_left_to_pay",
    ),
    "G18": _of(
        "search letter",
        "services/test_payoffs::test_say_what_is_owed_each_day_and_what_comes_after",
        "services/test_payoffs::test_issue_the_letter_with_its_number_and_keep_it",
        "ui/test_accounts::test_payoff_letter_is_issued_by_keyboard",
    ),
}

REPORTS: Mapping[str, Feature] = {
    "H1": _of("roll-forward", "services/test_reports::test_roll_forward_to_the_cent_by_code"),
    "H2": _of("aged as of a past day", "services/test_reports::test_age_by_days_past_due_with_credit_apart"),
    "H3": _of(
        "billing register and board packet",
        "scenarios/test_billing_quarter::test_register_is_kept_with_the_run",
        "services/test_board_packets::test_board_packet_shows_the_run_and_what_the_board_must_know",
    ),
    "H4": _of("adjustment register", "services/test_reports::test_say_who_asked_and_who_approved"),
    "H5": _of("receipts journal", "services/test_reports::test_split_the_journal_by_code_and_fund"),
    "H6": _of("delinquent list", "services/test_reports::test_order_delinquent_accounts_as_asked"),
    "H7": _of("lists as workbooks", "ui/test_exporting::test_keep_every_value_in_its_kind"),
    "H11": _of(
        "permit activity by month",
        "services/test_activity::test_activity_takes_a_voided_fee_off_in_the_month_of_the_void",
    ),
    "H12": _of("what expires", "services/test_due_work::test_warn_of_a_bond_that_lapses"),
    "H15": _of("count, sum, stamp", "domain/test_reports::test_count_and_sum_every_report"),
}

FEATURES: Mapping[str, Mapping[str, Feature]] = {
    "A": ACCOUNTS,
    "B": RATES,
    "C": READINGS,
    "D": RUNS,
    "E": BILLS,
    "F": CASH,
    "G": LATE,
    "H": REPORTS,
}
