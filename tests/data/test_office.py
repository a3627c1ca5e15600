"""Opening an office: what is refused, and in which words."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data import migrate
from sewerdesk.data.engine import open_engine, read_only_uri
from sewerdesk.data.places import sync_folder
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.services.offices import OpenOffice, list_backups, office_profile, open_office
from tests.support.offices import made_office, new_office


def problem(folder: Path, clock: FixedClock) -> EnvironmentProblem:
    with pytest.raises(EnvironmentProblem) as caught:
        open_office(folder, clock=clock)
    return caught.value


def test_open_a_second_time_names_who_has_it(office: OpenOffice, clock: FixedClock) -> None:
    found = problem(office.ws.folder, clock)
    assert found.kind is ProblemKind.IN_USE
    assert "already open by" in found.message
    assert "Close it there first" in found.message


def test_open_after_a_kill_needs_no_repair(office_template: Path, tmp_path: Path, clock: FixedClock) -> None:
    program = (
        "import sys, os, datetime; from pathlib import Path\n"
        "from sewerdesk.clock import FixedClock\n"
        "from sewerdesk.services.offices import open_office\n"
        "open_office(Path(sys.argv[1]), clock=FixedClock(datetime.date(2027, 1, 4)))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    folder = tmp_path / "office"
    folder.mkdir()
    for item in office_template.iterdir():
        if item.is_file():
            (folder / item.name).write_bytes(item.read_bytes())
    subprocess.run([sys.executable, "-c", program, str(folder)], check=False)
    office = open_office(folder, clock=clock)
    assert migrate.verify(office.ws.engine) == []
    office.close(back_up=False)


_ODD_NAMES = ["Sewer office", "a#b", "100%25", "a%20b", "Fløy é 水", "a&b;c'd", "%"]
_NOT_ON_WINDOWS = ["what?mode=ro", '"quoted"', "a:b"]


@pytest.mark.parametrize("name", _ODD_NAMES + (_NOT_ON_WINDOWS if os.name != "nt" else []))
def test_open_an_office_in_a_folder_of_any_name(tmp_path: Path, clock: FixedClock, name: str) -> None:
    folder = tmp_path / name
    new_office(folder).close()
    office = open_office(folder, clock=clock)
    assert office_profile(office.ws).municipality == "Town of Hague"
    office.close()
    assert (folder / "office.db").stat().st_size > 0
    assert [item.name for item in tmp_path.iterdir()] == [name]


def test_open_folder_without_an_office(tmp_path: Path, clock: FixedClock) -> None:
    found = problem(tmp_path, clock)
    assert found.kind is ProblemKind.CANNOT_OPEN
    assert str(tmp_path) in found.message


def test_open_file_that_is_not_a_database(tmp_path: Path, clock: FixedClock) -> None:
    (tmp_path / "office.db").write_text("a shopping list, quite long enough to be looked at by SQLite " * 20)
    assert problem(tmp_path, clock).kind is ProblemKind.NOT_AN_OFFICE


def test_open_somebody_elses_database(tmp_path: Path, clock: FixedClock) -> None:
    other = sqlite3.connect(tmp_path / "office.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    found = problem(tmp_path, clock)
    assert found.kind is ProblemKind.NOT_AN_OFFICE
    assert "is not a Sewerdesk office" in found.message


def test_open_office_of_a_newer_program(tmp_path: Path, clock: FixedClock) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    database = sqlite3.connect(tmp_path / "office" / "office.db")
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    found = problem(tmp_path / "office", clock)
    assert found.kind is ProblemKind.NEWER_OFFICE
    assert "newer Sewerdesk" in found.message


def test_open_damaged_office(tmp_path: Path, clock: FixedClock) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    path = tmp_path / "office" / "office.db"
    content = bytearray(path.read_bytes())
    content[100:4000] = b"\x00" * 3900
    path.write_bytes(content)
    assert problem(tmp_path / "office", clock).kind in (ProblemKind.CORRUPT, ProblemKind.NOT_AN_OFFICE)


def test_make_office_in_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        made_office(tmp_path)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["letter.txt"]


@pytest.mark.parametrize(
    ("folder", "named"),
    [("C:/Users/ann/OneDrive - Town/office", "OneDrive - Town"), ("/home/ann/Dropbox/office", "Dropbox")],
)
def test_warn_of_a_folder_that_a_cloud_program_syncs(folder: str, named: str) -> None:
    assert sync_folder(Path(folder)) == named


def test_no_warning_in_a_plain_folder() -> None:
    assert sync_folder(Path("/home/ann/Documents/office")) == ""


def test_head_names_the_newest_migration() -> None:
    assert {migrate.HEAD} <= migrate._known_steps()
    assert len([step for step in migrate._known_steps() if step > migrate.HEAD]) == 0


def test_models_and_migrations_agree(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sewerdesk.data.models import Base

    engine = open_engine(tmp_path / "office.db")
    migrate.upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = [
            one for one in compare_metadata(context, Base.metadata) if "search_index" not in str(one)
        ]
    engine.dispose()
    assert differences == []


def test_somebody_elses_database_is_left_as_it_was(tmp_path: Path, clock: FixedClock) -> None:
    other = sqlite3.connect(tmp_path / "office.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = (tmp_path / "office.db").read_bytes()
    assert problem(tmp_path, clock).kind is ProblemKind.NOT_AN_OFFICE
    assert (tmp_path / "office.db").read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["office.db"]


def test_open_puts_missing_guards_back_and_says_so(tmp_path: Path, clock: FixedClock) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    database = sqlite3.connect(tmp_path / "office" / "office.db")
    database.execute("DROP TRIGGER audit_no_delete")
    database.execute("DROP TRIGGER paper_no_update")
    database.commit()
    database.close()
    office = open_office(tmp_path / "office", clock=clock)
    assert office.warning.startswith("2 of the guards")
    assert "check the books" in office.warning
    assert migrate.verify(office.ws.engine) == []
    office.close(back_up=False)
    again = open_office(tmp_path / "office", clock=clock)
    assert again.warning == ""
    again.close(back_up=False)


def test_make_office_leaves_the_folder_free_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_engine: object) -> None:
        raise sqlite3.OperationalError("stopped")

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "upgrade", fails)
        with pytest.raises(sqlite3.OperationalError):
            made_office(tmp_path / "office")
    made_office(tmp_path / "office").close(back_up=False)


def test_make_office_leaves_the_folder_free_where_its_first_rows_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_session: object) -> None:
        raise RuntimeError("no holidays")

    with monkeypatch.context() as patch:
        patch.setattr("sewerdesk.services.offices._fill_holidays", fails)
        with pytest.raises(RuntimeError, match="no holidays"):
            made_office(tmp_path / "office")
    assert list((tmp_path / "office").iterdir()) == []
    made_office(tmp_path / "office").close(back_up=False)


def test_make_office_where_a_file_lies(tmp_path: Path) -> None:
    (tmp_path / "office").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        made_office(tmp_path / "office")


def test_make_office_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(EnvironmentProblem, match=r"cannot be made\. Choose a folder"):
        made_office(tmp_path / "letter.txt" / "office")


def test_open_an_office_on_a_share_is_refused(clock: FixedClock) -> None:
    share = Path("\\\\townhall\\clerk\\office")
    found = problem(share, clock)
    assert found.kind is ProblemKind.UNSAFE_PLACE
    assert "let its backups go to the share" in found.message


def test_warn_when_opening_in_a_folder_that_a_cloud_program_syncs(tmp_path: Path) -> None:
    office = new_office(tmp_path / "Dropbox" / "office")
    assert office.warning.startswith("This office lies in Dropbox")
    office.close(back_up=False)


def test_open_an_older_office_backs_it_up_and_upgrades_it(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    monkeypatch.setattr(migrate, "HEAD", "0002")  # as a later program would have it
    office = open_office(tmp_path / "office", clock=clock)
    assert [one.label for one in list_backups(office.ws)] == ["before-upgrade"]
    office.close(back_up=False)


def test_open_an_older_office_that_does_not_verify(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    database = sqlite3.connect(tmp_path / "office" / "office.db")
    database.execute("INSERT INTO party_address (party_id, care_of, street, unit, po_box, city, state, zip_code, "
                     "valid_from) VALUES (9, '', '', '', '', '', '', '', '2027-01-01')")  # fmt: skip
    database.commit()
    database.close()
    monkeypatch.setattr(migrate, "HEAD", "0002")
    found = problem(tmp_path / "office", clock)
    assert found.kind is ProblemKind.CORRUPT


def test_read_only_uri_of_disks_and_shares() -> None:
    assert (
        read_only_uri(PureWindowsPath("C:/Town & Co/a#b.db")) == "file:///C:/Town%20%26%20Co/a%23b.db?mode=ro"
    )
    assert read_only_uri(PureWindowsPath(r"\\hall\clerk\a.db")) == "file:////hall/clerk/a.db?mode=ro"
    assert read_only_uri(PurePosixPath("/srv/50%/é.db")) == "file:///srv/50%25/%C3%A9.db?mode=ro"


def test_make_office_in_a_folder_that_may_not_be_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(EnvironmentProblem, match="may not be opened"):
        made_office(tmp_path)


def test_open_office_that_fails_inside_is_free_again(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_workspace: object) -> None:
        raise RuntimeError("inside")

    new_office(tmp_path / "office").close(back_up=False)
    with monkeypatch.context() as patch:
        patch.setattr("sewerdesk.services.offices.extend_holidays", fails)
        with pytest.raises(RuntimeError, match="inside"):
            open_office(tmp_path / "office", clock=clock)
    open_office(tmp_path / "office", clock=clock).close(back_up=False)


def test_open_office_on_a_failing_disk(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_database: Path) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    new_office(tmp_path / "office").close(back_up=False)
    monkeypatch.setattr(migrate, "refuse_others", fails)
    assert problem(tmp_path / "office", clock).kind is ProblemKind.INPUT_OUTPUT
