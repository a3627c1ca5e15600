"""Starting and changing offices: what opens, what was damaged and is offered back, what is said."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sewerdesk.app import Program
from sewerdesk.data.models.party import Party
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.offices import add_operator, back_up, backups_in, open_office
from sewerdesk.services.parties import add_party, party_view
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.first_run.opener import OfficeOpener
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.office_window import OfficeWindow
from sewerdesk.ui.screens.settings.screen import SettingsScreen
from tests.support.offices import new_office
from tests.ui.desk import MONDAY, NOW
from tests.ui.support import RecordingPrompter


@pytest.fixture
def program(
    tmp_path: Path,
    prompter: RecordingPrompter,
    jobs: InlineJobRunner,
    settings: SettingsStore,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Program]:
    monkeypatch.setattr("sewerdesk.paths.offices_dir", lambda: tmp_path / "Documents")
    program = Program(clock=MONDAY, settings=settings, prompter=prompter, jobs=jobs)
    yield program
    if program.start_window is not None:
        program.start_window.close()
    if program.office_window is not None:
        program.office_window.window.close()
    program.end()


def closed_office(folder: Path) -> Path:
    new_office(folder).close(back_up=False)
    return folder


def desk_of(program: Program) -> OfficeWindow:
    assert program.office_window is not None
    return program.office_window


def folder_of(program: Program) -> Path:
    return desk_of(program).office.ws.folder


def shows_start(program: Program) -> bool:
    start = program.start_window
    return program.office_window is None and start is not None and start.isVisible()


def test_begin_for_the_first_time(program: Program, prompter: RecordingPrompter) -> None:
    program.begin(None)
    assert shows_start(program)
    assert prompter.asked == []


def test_begin_with_the_office_open_last(program: Program, settings: SettingsStore, tmp_path: Path) -> None:
    folder = closed_office(tmp_path / "office")
    settings.save(settings.current.with_office(folder))
    program.begin(None)
    assert program.start_window is None
    assert folder_of(program) == folder


def test_begin_with_a_folder_that_is_gone(
    program: Program, settings: SettingsStore, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    settings.save(settings.current.with_office(tmp_path / "gone"))
    program.begin(None)
    assert program.start_window is not None
    assert prompter.asked == [], "an office that was moved away is nothing to be alarmed of"
    program.start_window.close()
    program.begin(tmp_path / "gone")
    assert prompter.told == [
        f"There is no office in {tmp_path / 'gone'}. Choose the folder that holds office.db, or make a new office."
    ]


def test_begin_with_an_office_that_is_open_elsewhere(
    program: Program, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    elsewhere = new_office(tmp_path / "office")
    program.begin(tmp_path / "office")
    assert shows_start(program)
    [told] = prompter.told
    assert "is already open by" in told
    elsewhere.close(back_up=False)


def test_change_office_closes_the_one_with_its_backup(
    program: Program, settings: SettingsStore, tmp_path: Path
) -> None:
    first, second = closed_office(tmp_path / "first"), closed_office(tmp_path / "second")
    program.begin(first)
    desk_of(program).leave_for(second)
    assert folder_of(program) == second
    assert desk_of(program).window.isVisible()
    assert [one.label for one in backups_in(first)] == ["closing"]
    open_office(first, clock=MONDAY).close(back_up=False)
    assert settings.current.recent_offices == (str(second), str(first))


def test_change_to_a_folder_without_an_office(
    program: Program, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    program.begin(closed_office(tmp_path / "first"))
    desk_of(program).leave_for(tmp_path / "nothing")
    assert shows_start(program)
    assert prompter.told[0].startswith("There is no office in")


def test_open_from_the_start_window_as_who_works_here(
    program: Program, settings: SettingsStore, tmp_path: Path
) -> None:
    office = new_office(tmp_path / "office")
    add_operator(office.ws, initials="JD", name="Jo Dean", title="")
    office.close(back_up=False)
    settings.change(operator="JD")
    program.begin(None)
    assert program.start_window is not None
    program.start_window.open_folder(tmp_path / "office")
    assert not shows_start(program)
    assert desk_of(program).office.ws.actor == "JD"


def test_settings_that_cannot_be_saved_do_not_keep_the_office_shut(
    program: Program, settings: SettingsStore, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    settings.path = tmp_path / "no such folder" / "settings.json"
    program.begin(closed_office(tmp_path / "office"))
    assert program.office_window is not None
    assert prompter.told[0].startswith("The settings could not be saved")


def test_restore_from_the_settings_brings_back_the_day(
    program: Program, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    office = new_office(tmp_path / "office")
    party = add_party(office.ws, draft=PartyDraft(name="Before"))
    made = back_up(office.ws, label="asked")
    with office.ws.write() as session:
        session.get_one(Party, party).name = "After"
    office.close(back_up=False)
    program.begin(tmp_path / "office")
    desk = desk_of(program)
    desk.context.navigator.open(Route("settings", tab="backups"))
    screen = desk.window.current_screen
    assert isinstance(screen, SettingsScreen)
    screen.restore_requested.emit(made.path)
    assert desk_of(program) is not desk
    assert party_view(desk_of(program).office.ws, party_id=party).name == "Before"
    assert prompter.told == ["The backup was restored."]


def damage(folder: Path) -> None:
    (folder / "office.db").write_bytes(b"not a database at all" * 500)


def with_backups(folder: Path, count: int = 1) -> Path:
    office = new_office(folder)
    for _ in range(count):
        back_up(office.ws, label="closing")
    office.close(back_up=False)
    return folder


@pytest.mark.parametrize("gone", [False, True])
def test_open_damaged_or_lost_books_by_their_last_backup(
    prompter: RecordingPrompter, tmp_path: Path, gone: bool
) -> None:
    folder = with_backups(tmp_path / "office")
    damage(folder)
    if gone:
        (folder / "office.db").unlink()
    prompter.will_answer(True)
    office = OfficeOpener(MONDAY, prompter).open(folder)
    assert office is not None
    office.close(back_up=False)
    question, told = prompter.asked
    assert question.words["yes"] == "Restore a backup"
    assert f"A backup of 01/04/2027 at {NOW}" in str(question.words["detail"])
    assert told.sentence == "The backup was restored."


def test_leave_damaged_books_as_they_are(prompter: RecordingPrompter, tmp_path: Path) -> None:
    folder = with_backups(tmp_path / "office")
    damage(folder)
    before = (folder / "office.db").read_bytes()
    prompter.will_answer(False)
    assert OfficeOpener(MONDAY, prompter).open(folder) is None
    assert (folder / "office.db").read_bytes() == before


def test_offer_the_backup_before_where_the_last_is_damaged(
    prompter: RecordingPrompter, tmp_path: Path
) -> None:
    folder = with_backups(tmp_path / "office", count=2)
    damage(folder)
    backups_in(folder)[0].path.write_bytes(b"half")
    prompter.will_answer(True, True)
    office = OfficeOpener(MONDAY, prompter).open(folder)
    assert office is not None
    office.close(back_up=False)
    assert [one.call for one in prompter.asked] == ["ask", "tell", "ask", "tell"]


def test_damaged_books_of_which_no_backup_is_whole(prompter: RecordingPrompter, tmp_path: Path) -> None:
    folder = with_backups(tmp_path / "office")
    damage(folder)
    backups_in(folder)[0].path.write_bytes(b"half")
    prompter.will_answer(True)
    assert OfficeOpener(MONDAY, prompter).open(folder) is None
    assert "does not verify and was not used" in prompter.told[0]


def test_backup_of_a_newer_program_is_told(prompter: RecordingPrompter, tmp_path: Path) -> None:
    folder = with_backups(tmp_path / "office")
    copy = sqlite3.connect(backups_in(folder)[0].path)
    copy.execute("UPDATE alembic_version SET version_num = '9999'")
    copy.commit()
    copy.close()
    damage(folder)
    prompter.will_answer(True)
    assert OfficeOpener(MONDAY, prompter).open(folder) is None
    assert "newer Sewerdesk" in prompter.told[-1]
