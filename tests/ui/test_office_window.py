"""The window of an open office: what its last line says, when it backs up, how it closes; and the program around it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.offices import add_operator, backups_in, open_office
from sewerdesk.services.parties import add_party
from sewerdesk.services.sample import make_sample_office
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.first_run.specs import PlaceDraft, place_form, place_of
from sewerdesk.ui.first_run.start_window import StartWindow
from sewerdesk.ui.jobs import InlineJobRunner, JobCancelled
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.office_window import OfficeWindow
from sewerdesk.ui.screens.settings.screen import SettingsScreen
from tests.ui.desk import MONDAY, NOW, line, shown_in
from tests.ui.support import RecordingPrompter


def labels(desk: OfficeWindow) -> list[str]:
    return [one.label for one in backups_in(desk.office.ws.folder)]


def toasts(desk: OfficeWindow) -> list[str]:
    return [toast.sentence for toast in desk.context.toasts.shown()]


def test_last_line_says_when_it_was_saved(desk: OfficeWindow) -> None:
    assert line(desk) == ["Nothing changed yet", "No backup yet", "MB"]
    add_party(desk.office.ws, draft=PartyDraft(name="Ann Lee"))
    assert line(desk)[0] == f"Saved {NOW}"


def test_last_line_hears_of_a_save_in_another_thread(desk: OfficeWindow, qtbot: QtBot) -> None:
    thread = threading.Thread(
        target=add_party, args=(desk.office.ws,), kwargs={"draft": PartyDraft(name="A")}
    )
    thread.start()
    qtbot.waitUntil(lambda: line(desk)[0] == f"Saved {NOW}")
    thread.join()


def test_last_line_names_an_old_backup_with_its_day(desk: OfficeWindow) -> None:
    desk.back_up_now()
    assert line(desk)[1] == f"Backup today {NOW}"
    [made] = backups_in(desk.office.ws.folder)
    made.path.rename(made.path.with_name(made.path.name.replace("20270104", "20261229")))
    add_party(desk.office.ws, draft=PartyDraft(name="Ann Lee"))
    assert line(desk)[1] == f"Backup 12/29/2026 {NOW}"


def test_last_line_says_that_it_is_the_sample(
    qtbot: QtBot, tmp_path: Path, prompter: RecordingPrompter, jobs: InlineJobRunner, settings: SettingsStore
) -> None:
    desk = shown_in(make_sample_office(tmp_path / "sample", clock=MONDAY), prompter, jobs, settings)
    qtbot.addWidget(desk.window)
    assert "Sample office" in line(desk)
    desk.window.close()
    desk.office.close(back_up=False)


def test_last_line_names_who_works_now(desk: OfficeWindow) -> None:
    add_operator(desk.office.ws, initials="JD", name="Jo Dean", title="")
    desk.context.navigator.open(Route("settings", tab="people"))
    screen = desk.window.current_screen
    assert isinstance(screen, SettingsScreen)
    desk.office.ws.actor = "JD"
    screen.operator_chosen.emit("JD")
    assert line(desk)[-1] == "JD"
    assert desk.context.settings.current.operator == "JD"


def test_back_up_now_says_so(desk: OfficeWindow) -> None:
    desk.back_up_now()
    assert labels(desk) == ["asked"]
    [made] = backups_in(desk.office.ws.folder)
    assert toasts(desk) == [f"A backup was made and verified: {made.path.name}."]


def test_timed_backup_only_when_something_changed(desk: OfficeWindow, prompter: RecordingPrompter) -> None:
    desk._timer.timeout.emit()
    assert labels(desk) == []
    add_party(desk.office.ws, draft=PartyDraft(name="Ann Lee"))
    desk._timer.timeout.emit()
    desk._timer.timeout.emit()
    assert labels(desk) == ["timed"]
    assert toasts(desk) == []
    assert prompter.asked == []


def test_backup_that_fails_is_told_and_tried_again(
    desk: OfficeWindow, prompter: RecordingPrompter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise EnvironmentProblem(ProblemKind.DISK_FULL, "The disk is full.")

    add_party(desk.office.ws, draft=PartyDraft(name="Ann Lee"))
    with monkeypatch.context() as patch:
        patch.setattr("sewerdesk.ui.office_window.back_up", full)
        desk._timer.timeout.emit()
    assert prompter.told == ["The disk is full."]
    desk._timer.timeout.emit()
    assert labels(desk) == ["timed"]


def test_backup_that_was_stopped_is_made_at_the_next_time(
    desk: OfficeWindow, prompter: RecordingPrompter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise JobCancelled

    add_party(desk.office.ws, draft=PartyDraft(name="Ann Lee"))
    with monkeypatch.context() as patch:
        patch.setattr("sewerdesk.ui.office_window.back_up", stopped)
        desk.back_up_now()
    assert (labels(desk), toasts(desk), prompter.asked) == ([], [], [])
    desk._timer.timeout.emit()
    assert labels(desk) == ["timed"]


def test_close_office_makes_the_backup_of_the_day(desk: OfficeWindow) -> None:
    assert desk.window.close()
    desk.close_office()
    assert labels(desk) == ["closing"]
    open_office(desk.office.ws.folder, clock=MONDAY).close(back_up=False)


def test_close_office_tells_of_a_backup_that_failed_and_lets_go(
    desk: OfficeWindow, prompter: RecordingPrompter
) -> None:
    folder = desk.office.ws.folder
    (folder / "backups").rmdir()
    (folder / "backups").write_text("in the way")
    desk.window.close()
    desk.close_office()
    [told] = prompter.told
    assert told.startswith(f"No backup was made in {folder / 'backups'}")
    open_office(folder, clock=MONDAY).close(back_up=False)


def test_choose_another_office(desk: OfficeWindow, prompter: RecordingPrompter, tmp_path: Path) -> None:
    wanted: list[object] = []
    desk.leave_requested.connect(wanted.append)
    prompter.will_answer(None)
    desk.window.actions_by_key["open-office"].trigger()
    assert (wanted, desk.window.isVisible()) == ([], True)
    prompter.will_answer(tmp_path / "other")
    desk.window.actions_by_key["open-office"].trigger()
    assert (wanted, desk.window.isVisible()) == ([tmp_path / "other"], False)


def test_leave_while_a_job_runs_is_refused(
    desk: OfficeWindow, prompter: RecordingPrompter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted: list[object] = []
    desk.leave_requested.connect(wanted.append)
    with monkeypatch.context() as patch:
        patch.setattr(InlineJobRunner, "is_busy", lambda _self: True)
        desk.leave_for(tmp_path / "other")
    assert wanted == []
    assert desk.window.isVisible()
    assert prompter.told == ["A job is still running. Wait until it has ended, or stop it, then close."]


def test_check_the_books_from_the_menu(desk: OfficeWindow) -> None:
    desk.window.actions_by_key["check-books"].trigger()
    assert desk.context.navigator.current == Route("books")


def test_sample_that_cannot_be_filled_is_not_left_open(
    qtbot: QtBot,
    prompter: RecordingPrompter,
    jobs: InlineJobRunner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise EnvironmentProblem(ProblemKind.DISK_FULL, "The disk is full.")

    monkeypatch.setattr("sewerdesk.ui.first_run.start_window.import_sample_file", fails)
    start = StartWindow(clock=MONDAY, prompter=prompter, jobs=jobs, offices=tmp_path)
    qtbot.addWidget(start)
    prompter.will_answer(True)
    start.try_sample()
    assert prompter.told == ["The disk is full."]
    open_office(tmp_path / "Sample office", clock=MONDAY).close(back_up=False)


def test_start_window_stays_while_an_office_is_made(
    qtbot: QtBot, prompter: RecordingPrompter, jobs: InlineJobRunner, tmp_path: Path
) -> None:
    start = StartWindow(clock=MONDAY, prompter=prompter, jobs=jobs, offices=tmp_path)
    qtbot.addWidget(start)
    start.show()
    closed: list[bool] = []

    class Busy(InlineJobRunner):
        def is_busy(self) -> bool:
            return True

    start._jobs = Busy()
    closed.append(start.close())
    start._jobs = jobs
    closed.append(start.close())
    assert closed == [False, True]


@pytest.mark.parametrize("typed", ["~nobody-of-that-name/office", "relative/office", ""])
def test_place_that_is_no_whole_path(typed: str) -> None:
    form = place_form()
    assert form.validate is not None
    assert "Type the whole path" in form.validate(PlaceDraft(typed))["folder"]


def test_place_in_the_home_folder() -> None:
    assert place_of(PlaceDraft("~/office")) == Path.home() / "office"


def test_place_that_may_not_be_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    form = place_form()
    assert form.validate is not None
    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", refuse)
        errors = form.validate(PlaceDraft(str(tmp_path)))
    assert errors == {
        "folder": f"{tmp_path} may not be looked into. Choose another place for the office's folder."
    }
