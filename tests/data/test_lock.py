"""One program writes in an office, and every other one is told in one sentence who that is."""

import json
import os
import threading
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data import lock as locks
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.services.offices import OpenOffice, open_office
from tests.support.offices import made_office


def refusal(folder: Path, clock: FixedClock) -> EnvironmentProblem:
    with pytest.raises(EnvironmentProblem) as caught:
        locks.lock_office(folder, now=clock.now())
    return caught.value


def test_close_lets_go_of_an_office_that_another_thread_made(tmp_path: Path, clock: FixedClock) -> None:
    made: list[OpenOffice] = []
    thread = threading.Thread(target=lambda: made.append(made_office(tmp_path / "office")))
    thread.start()
    thread.join()
    made[0].close(back_up=False)
    open_office(tmp_path / "office", clock=clock).close(back_up=False)


def test_refuse_names_person_and_computer_in_the_clerks_own_time(tmp_path: Path, clock: FixedClock) -> None:
    held = locks.lock_office(tmp_path, now=clock.now())
    local = clock.now().astimezone()
    found = refusal(tmp_path, clock)
    assert found.kind is ProblemKind.IN_USE
    assert f"since {local:%m/%d/%Y %I:%M %p}" in found.message
    held.release()
    assert not (tmp_path / "office.open.json").exists()


@pytest.mark.parametrize("note", ["", "[]", "{", '{"user": 1}', '{"user":"a","computer":"b","since":5}'])
def test_refuse_without_a_name_where_the_note_is_not_readable(
    tmp_path: Path, clock: FixedClock, note: str
) -> None:
    held = locks.lock_office(tmp_path, now=clock.now())
    (tmp_path / "office.open.json").write_text(note, encoding="utf-8")
    assert (
        f"The office in {tmp_path} is already open. Close it there first" in refusal(tmp_path, clock).message
    )
    held.release()


def test_lock_is_free_again_where_its_note_cannot_be_written(tmp_path: Path, clock: FixedClock) -> None:
    (tmp_path / "office.open.json").mkdir()
    assert refusal(tmp_path, clock).kind is ProblemKind.READ_ONLY
    (tmp_path / "office.open.json").rmdir()
    locks.lock_office(tmp_path, now=clock.now()).release()


def test_full_disk_is_named_as_such(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(locks, "_write_note", full)
    assert refusal(tmp_path, clock).kind is ProblemKind.DISK_FULL


def test_lock_an_office_of_an_account_without_a_name(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nameless() -> str:
        raise OSError("no name")

    monkeypatch.setattr("getpass.getuser", nameless)
    held = locks.lock_office(tmp_path, now=clock.now())
    assert json.loads((tmp_path / "office.open.json").read_text())["user"] == "somebody"
    held.release()
