"""The first run, by keyboard: four questions, an office, or the sample."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.offices import OpenOffice, office_profile, operators
from sewerdesk.services.parcels import list_parcels
from sewerdesk.ui.first_run.specs import LetterheadDraft, MunicipalityDraft, PlaceDraft
from sewerdesk.ui.first_run.start_window import StartWindow
from sewerdesk.ui.first_run.wizard import FirstRunWizard
from sewerdesk.ui.jobs import InlineJobRunner
from tests.support.offices import OPENING_DAY, new_office
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused
from tests.ui.support import RecordingPrompter


@pytest.fixture
def start(qtbot: QtBot, tmp_path: Path, prompter: RecordingPrompter, jobs: InlineJobRunner) -> StartWindow:
    window = StartWindow(clock=FixedClock(OPENING_DAY), prompter=prompter, jobs=jobs, offices=tmp_path)
    qtbot.addWidget(window)
    window.show()
    return window


def enter(text: str) -> None:
    """Type into the field that has the keyboard, then go on to the next."""
    type_text(focused(), text)
    press(focused(), Qt.Key.Key_Tab)


def wizard_of(start: StartWindow) -> FirstRunWizard:
    assert start.wizard is not None
    return start.wizard


def opened_by(start: StartWindow) -> list[OpenOffice]:
    offices: list[OpenOffice] = []
    start.opened.connect(offices.append)
    return offices


def test_set_up_an_office_by_keyboard(start: StartWindow, tmp_path: Path) -> None:
    offices = opened_by(start)
    press(start.new_button, Qt.Key.Key_Space)
    wizard = wizard_of(start)
    for _ in range(6):  # down the list of municipalities until it says Hague
        press(focused(), Qt.Key.Key_Down)
        if wizard.municipality.view.draft().law_code == "hague":
            break
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    assert wizard.place.view.draft() == PlaceDraft(str(tmp_path / "Sewer office"))
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    wizard.letterhead.view.go_to("department")
    for text in ("Sewer Department", "9793 Sample Rd", "PO Box 509", "Hague"):
        enter(text)
    press(focused(), Qt.Key.Key_Tab)  # the state is NY already
    enter("12836")
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    for text in ("Mary Bell", "mb", "Sewer Clerk"):
        enter(text)
    assert offices == []
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    [office] = offices
    profile = office_profile(office.ws)
    assert (profile.municipality, profile.law_code, profile.city) == ("Town of Hague", "hague", "Hague")
    assert [person.initials for person in operators(office.ws)] == ["MB"]
    assert office.ws.folder == tmp_path / "Sewer office"
    office.close(back_up=False)


def test_wizard_stays_on_a_step_that_lacks_an_answer(start: StartWindow) -> None:
    start.set_up()
    wizard = wizard_of(start)
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    assert wizard.wizard.place() == 0
    assert "law_code" in wizard.municipality.view.errors()


def test_wizard_refuses_a_folder_that_is_used(start: StartWindow, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    start.set_up()
    wizard = wizard_of(start)
    wizard.municipality.view.load(MunicipalityDraft("hague"))
    wizard.wizard.go_on()
    wizard.place.view.load(PlaceDraft(str(tmp_path / "full")))
    wizard.wizard.go_on()
    assert wizard.wizard.place() == 1
    assert "is not an empty folder" in wizard.place.view.errors()["folder"]


def test_browse_keeps_the_folders_name(
    start: StartWindow, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    start.set_up()
    wizard = wizard_of(start)
    prompter.will_answer(tmp_path / "elsewhere")
    wizard.place.choose()
    assert wizard.place.view.draft().folder == str(tmp_path / "elsewhere" / "Sewer office")


def test_blank_law_asks_for_the_municipalitys_name(start: StartWindow) -> None:
    start.set_up()
    wizard = wizard_of(start)
    wizard.municipality.view.load(MunicipalityDraft("blank"))
    wizard.wizard.go_on()
    assert {"municipality", "county"} <= set(wizard.municipality.view.errors())
    wizard.municipality.view.load(MunicipalityDraft("blank", "Village of Sample", "Saratoga"))
    wizard.letterhead.view.load(LetterheadDraft(city="Sample", state="ny", zip_code="12345"))
    setup = wizard.setup()
    assert (setup.municipality, setup.county, setup.state) == ("Village of Sample", "Saratoga", "NY")


def test_failed_making_keeps_everything_typed(
    start: StartWindow, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    offices = opened_by(start)
    start.set_up()
    wizard = wizard_of(start)
    wizard.municipality.view.load(MunicipalityDraft("hague"))
    wizard.place.view.load(PlaceDraft(str(tmp_path / "office")))
    wizard.letterhead.view.load(LetterheadDraft(city="Hague", state="NY", zip_code="12836"))
    wizard.make()  # nobody works here yet
    assert offices == []
    assert "Enter your initials" in prompter.told[0]
    assert not (tmp_path / "office").exists()
    assert wizard.letterhead.view.draft().city == "Hague"


def test_open_a_folder_without_an_office_is_told(
    start: StartWindow, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    (tmp_path / "empty").mkdir()
    prompter.will_answer(tmp_path / "empty")
    start.choose_office()
    assert "There is no office in" in prompter.told[0]


def test_open_an_office_that_was_made_before(
    start: StartWindow, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    new_office(tmp_path / "before").close(back_up=False)
    offices = opened_by(start)
    prompter.will_answer(tmp_path / "before")
    start.choose_office()
    [office] = offices
    assert office.ws.actor == "MB"
    office.close(back_up=False)


@pytest.mark.parametrize(("fill", "accounts"), [(True, 401), (False, 0)])
def test_try_the_sample_office(
    start: StartWindow, prompter: RecordingPrompter, fill: bool, accounts: int
) -> None:
    offices = opened_by(start)
    prompter.will_answer(fill)
    press(start.sample_button, Qt.Key.Key_Space)
    [office] = offices
    assert len(list_accounts(office.ws)) == accounts
    assert bool(list_parcels(office.ws)) is fill
    assert office.ws.clock.today() >= date(2027, 1, 4)
    assert (office.ws.folder / "Sample files" / "parcels.xlsx").exists()
    office.close(back_up=False)
