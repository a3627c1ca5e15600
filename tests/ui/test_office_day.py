"""The whole office day in the real window, by keyboard alone: from the first run to the mailed notice and the close."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sewerdesk.services.offices import office_profile, operators
from tests.support.offices import OPENING_DAY, new_office
from tests.ui import day_counter, day_field, day_money
from tests.ui.day_support import Day, sit_down, take_program
from tests.ui.support import RecordingPrompter


@pytest.fixture
def day(
    qtbot: QtBot, tmp_path: Path, prompter: RecordingPrompter, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Day]:
    """The program as it starts on a computer where it was never used, on the first working day of 2027."""
    monkeypatch.setattr("sewerdesk.paths.offices_dir", lambda: tmp_path / "Offices")
    story = take_program(tmp_path, day=OPENING_DAY, prompter=prompter, qtbot=qtbot)
    yield story
    program = story.program
    if program.start_window is not None:
        program.start_window.close()
    if program.office_window is not None:
        program.office_window.window.hide()
    program.end()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_whole_office_day_by_keyboard_alone(day: Day) -> None:
    day_counter.try_the_sample(day)
    day_counter.import_the_files(day)
    day_counter.list_what_is_rejected(day)
    day_counter.register_a_contractor(day)
    day_counter.prove_the_coverage(day)
    day_counter.take_an_application(day)
    day_counter.remove_the_hindrances(day)
    day_counter.issue_the_permit(day)
    day_field.inspect_the_work(day)
    day_field.fail_and_repeat_the_test(day)
    day_field.open_the_account(day)
    day_money.bill_the_third_quarter(day)
    day_money.bill_the_fourth_quarter(day)
    day_money.make_the_bills(day)
    day_money.enter_the_mail(day)
    day_money.go_to_the_bank(day)
    day_field.open_a_case(day)
    day_field.issue_the_notice(day)
    day_field.mail_the_notice(day)
    day_money.check_the_books(day)
    day_money.close_the_day(day)


def test_first_run_by_keyboard_alone(day: Day) -> None:
    clerk = day.clerk
    assert clerk.place == "Set up this office"
    clerk.press("Return")
    clerk.choose("Sewer law of", "Hague")
    clerk.look("municipality")
    clerk.press("Alt+N")
    clerk.enter("Folder", str(day.folder / "Offices" / "Sewer office"))
    clerk.press("Alt+N")
    clerk.fill(("Department", "Sewer Department"), ("Street", "9793 Sample Rd"), ("City", "Hague"))
    clerk.fill(("ZIP code", "12836"), ("Telephone", "5185550143"), ("Office hours", "Mon-Fri 8:30-3:30"))
    clerk.look("letterhead")
    clerk.press("Alt+N")
    clerk.fill(("Your name", "Łucja Peña"), ("Your initials", "lp"), ("Your title", "Sewer Clerk"))
    clerk.look("who works here")
    clerk.tab_to("Make the office")
    clerk.press("Return")
    sit_down(day)
    profile = office_profile(day.ws)
    assert (profile.municipality, profile.law_code, profile.city) == ("Town of Hague", "hague", "Hague")
    assert [(person.initials, person.name) for person in operators(day.ws)] == [("LP", "Łucja Peña")]
    assert day.desk.window.isVisible()
    clerk.look("new office")


def test_second_start_opens_the_office_of_yesterday(
    qtbot: QtBot, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    story = take_program(
        tmp_path, day=date(2027, 1, 5), prompter=prompter, qtbot=qtbot, last_office=tmp_path / "office"
    )
    assert story.ws.folder == tmp_path / "office"
    story.clerk.press("Ctrl+Shift+Q")
    assert not story.desk.window.isVisible()
    story.program.end()
