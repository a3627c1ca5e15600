"""The leaf modules: where files lie, the run's log, and what the machine remembers."""

import json
import logging
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sewerdesk.domain.errors import EnvironmentProblem
from sewerdesk.logs import KEPT_RUNS, start_log
from sewerdesk.paths import data_dir, resource
from sewerdesk.settings import Settings, SettingsStore, ThemeChoice

NOON = datetime(2027, 3, 31, 16, 0, tzinfo=UTC)


def test_resource_finds_a_shipped_font() -> None:
    assert resource("fonts/OCRA.ttf").read_bytes()[:4] in {b"\0\1\0\0", b"OTTO", b"true"}


def test_resource_refuses_a_missing_file_by_name() -> None:
    with pytest.raises(FileNotFoundError, match=r"fonts/none\.ttf"):
        resource("fonts/none.ttf")


def test_resource_prefers_the_frozen_programs_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "mark.txt").write_text("frozen", "utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource("mark.txt").read_text("utf-8") == "frozen"


def test_data_dir_follows_the_override_and_is_made(tmp_path: Path) -> None:
    wanted = tmp_path / "training copy" / "Łódź"
    assert data_dir(wanted) == wanted
    assert wanted.is_dir()


def test_data_dir_in_the_way_of_a_file_names_it(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    with pytest.raises(EnvironmentProblem, match=r"taken.*--data-dir"):
        data_dir(tmp_path / "taken")


@pytest.mark.skipif(sys.platform != "linux", reason="XDG is Linux's")
def test_data_dir_is_local_to_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_dir() == tmp_path / "sewerdesk"


def test_log_holds_what_was_said_with_utc_time(tmp_path: Path) -> None:
    log = start_log(tmp_path, now=NOON)
    logging.getLogger("sewerdesk.test").info("permit %d issued", 7)
    log.close()
    text = log.file.read_text("utf-8")
    assert text.endswith("INFO MainThread sewerdesk.test: permit 7 issued\n")
    assert log.last_crash == ""
    assert list(tmp_path.glob("*.crash")) == []


def test_crash_of_the_last_run_is_shown_once(tmp_path: Path) -> None:
    code = (
        "import faulthandler, sys; from datetime import UTC, datetime; from pathlib import Path; "
        "from sewerdesk.logs import start_log; "
        f"start_log(Path({str(tmp_path)!r}), now=datetime(2027, 3, 30, tzinfo=UTC)); faulthandler._sigabrt()"
    )
    subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[1])
    first = start_log(tmp_path, now=NOON)
    first.close()
    second = start_log(tmp_path, now=NOON)
    second.close()
    assert "Fatal Python error: Aborted" in first.last_crash
    assert second.last_crash == ""


def test_log_forgets_old_runs(tmp_path: Path) -> None:
    for day in range(1, 29):
        start_log(tmp_path, now=NOON.replace(day=day)).close()
    names = sorted(path.name for path in tmp_path.glob("*.log"))
    assert len(names) == KEPT_RUNS
    assert names[-1].startswith("sewerdesk-20270328-")


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "settings.json")
    settings = (
        Settings(text_size=13, theme=ThemeChoice.DARK, operator="Ann Peña")
        .with_office(tmp_path / "Hague")
        .with_view("permits", {"sort": ["expires", "up"], "hidden": ["zip"]})
        .with_printer("bill", "Office laser")
    )
    store.save(settings)
    assert SettingsStore.open(tmp_path / "settings.json").current == settings
    assert not (tmp_path / "settings.part").exists()


def test_settings_put_the_office_opened_last_first(tmp_path: Path) -> None:
    settings = Settings()
    for name in ("a", "b", "a"):
        settings = settings.with_office(tmp_path / name)
    assert settings.recent_offices == (str(tmp_path / "a"), str(tmp_path / "b"))
    assert settings.last_office == str(tmp_path / "a")


def test_settings_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"text_size": 13', "utf-8")
    assert SettingsStore.open(tmp_path / "settings.json").current == Settings()
    assert (tmp_path / "settings.damaged").read_text("utf-8") == '{"text_size": 13'


def test_settings_wrong_values_fall_back_one_by_one(tmp_path: Path) -> None:
    wrong = {
        "text_size": 400,
        "theme": ["dark"],
        "views": "none",
        "recent_offices": [1],
        "operator": "Ann",
        "printers": {"bill": 3},
        "unknown": 1,
    }
    (tmp_path / "settings.json").write_text(json.dumps(wrong), "utf-8")
    assert SettingsStore.open(tmp_path / "settings.json").current == Settings(operator="Ann")


def test_settings_change_sets_one_field(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "settings.json")
    store.change(text_size=16)
    store.change(operator="Ann")
    assert SettingsStore.open(store.path).current == Settings(text_size=16, operator="Ann")


def test_settings_that_cannot_be_written_say_so(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "gone" / "settings.json")
    with pytest.raises(EnvironmentProblem, match="could not be saved"):
        store.change(text_size=16)
    assert store.current == Settings()
