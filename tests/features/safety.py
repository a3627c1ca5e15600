"""What keeps the books safe and open (group R), as ``tests/features/money.py`` has the groups of money."""

from collections.abc import Mapping

from tests.features.money import Feature

SAFETY: Mapping[str, Feature] = {
    "R1": Feature(
        "append-only ledger",
        (
            "features/test_safety::test_r1_no_fact_of_money_is_changed_or_deleted_even_by_sql",
            "services/test_books::test_missing_guard_is_found",
            "data/test_office::test_open_puts_missing_guards_back_and_says_so",
        ),
    ),
    "R2": Feature(
        "change log",
        (
            "features/test_safety::test_r2_units_rates_and_addresses_leave_who_when_and_why",
            "data/test_workspace::test_write_leaves_an_audit_row_with_old_and_new_value",
            "data/test_workspace::test_refuse_to_change_the_audit_trail_even_by_sql",
        ),
        awaits="The log is kept and checked; the screen that lists it comes with the registers.",
    ),
    "R4": Feature(
        "verified backups",
        (
            "ui/test_office_window::test_timed_backup_only_when_something_changed",
            "data/test_backup::test_thin_backups_keeps_the_schedule",
            "services/test_settings_services::test_copy_a_backup_to_another_folder",
            "data/test_backup::test_restore_brings_back_the_day_and_keeps_the_former_file",
            "ui/test_program_start::test_restore_from_the_settings_brings_back_the_day",
            "services/test_rehearsals::test_rehearsal_says_what_stands_in_the_backup_and_touches_nothing",
            "services/test_rehearsals::test_rehearse_a_copy_on_a_stick_alone_as_on_a_new_computer",
        ),
    ),
    "R5": Feature(
        "integrity at start and before close",
        (
            "data/test_office::test_open_damaged_office",
            "data/test_backup::test_back_up_of_damaged_books_keeps_the_former_ones",
            "ui/test_office_window::test_close_office_makes_the_backup_of_the_day",
            "features/test_safety::test_r5_no_period_is_closed_on_books_that_do_not_agree",
        ),
    ),
    "R6": Feature(
        "closed periods",
        (
            "services/test_run_rollback::test_closed_days_take_no_act_and_no_bill_until_opened_with_authority",
            "scenarios/test_year_of_bills::test_a_year_from_the_first_bill_to_the_closed_books",
        ),
    ),
    "R7": Feature(
        "one writer, no share",
        (
            "data/test_office::test_open_a_second_time_names_who_has_it",
            "data/test_lock::test_refuse_names_person_and_computer_in_the_clerks_own_time",
            "data/test_office::test_open_an_office_on_a_share_is_refused",
            "data/test_workspace::test_writers_of_two_threads_wait_for_each_other",
        ),
    ),
    "R8": Feature(
        "export in open form",
        (
            "services/test_open_export::test_r8_everything_is_exported_in_open_form",
            "ui/test_exporting::test_keep_every_value_in_its_kind",
        ),
        awaits="The whole export is a verb of the command line; its button comes with the settings of the office.",
    ),
}
