"""An upgrade happens whole or not at all, keeps every guard, and leaves a backup of what was before."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data import migrate
from sewerdesk.data.backup import list_backups
from sewerdesk.services.offices import open_office
from tests.bench.book import Size, make_book
from tests.robustness.later_step import FAIL, REBUILD, STEP, later_step
from tests.support.books import book_faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed office with two posted quarters."""
    made = tmp_path / "office"
    make_book(made, size=Size(accounts=12, quarters=2)).close(back_up=False)
    return made


def dump(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        return list(database.iterdump())


def rows(folder: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        return database.execute(statement).fetchall()


@pytest.fixture
def rebuilt(folder: Path, tmp_path: Path) -> Iterator[None]:
    assert folder.exists()  # made by the step before
    with later_step(tmp_path / "scripts", REBUILD):
        yield


def test_upgrade_that_fails_half_way_changes_nothing(folder: Path, clock: FixedClock, tmp_path: Path) -> None:
    before = dump(folder)
    with (
        later_step(tmp_path / "scripts", REBUILD + FAIL),
        pytest.raises(Exception, match="a_table_that_is_not_there"),
    ):
        open_office(folder, clock=clock)
    assert dump(folder) == before
    assert book_faults(folder / "office.db") == []
    opened = open_office(folder, clock=clock)  # the program before the upgrade goes on with it
    opened.close(back_up=False)


@pytest.mark.usefixtures("rebuilt")
def test_upgrade_keeps_every_row_and_every_guard(folder: Path, clock: FixedClock) -> None:
    bills = rows(folder, "SELECT id, number, total_due FROM bill ORDER BY id")
    triggers = rows(folder, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    indexes = rows(folder, "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")
    office = open_office(folder, clock=clock)
    office.close(back_up=False)
    assert rows(folder, "SELECT version_num FROM alembic_version") == [(STEP,)]
    assert rows(folder, "SELECT id, number, total_due FROM bill ORDER BY id") == bills
    assert rows(folder, "SELECT DISTINCT test_note FROM bill") == [("kept",)]
    assert (
        rows(folder, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name") == triggers
    )
    after = rows(folder, "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")
    assert [name for name, _ in after] == [name for name, _ in indexes]
    assert book_faults(folder / "office.db") == []
    with closing(sqlite3.connect(folder / "office.db")) as database, pytest.raises(sqlite3.IntegrityError):
        database.execute("UPDATE bill SET total_due = 0")


@pytest.mark.usefixtures("rebuilt")
def test_upgrade_makes_a_backup_of_what_was_before(folder: Path, clock: FixedClock) -> None:
    before = dump(folder)
    open_office(folder, clock=clock).close(back_up=False)
    [backup] = list_backups(folder)
    assert backup.label == "before-upgrade"
    with closing(sqlite3.connect(backup.path)) as database:
        assert list(database.iterdump()) == before


@pytest.mark.usefixtures("rebuilt")
def test_upgrade_once_only(folder: Path, clock: FixedClock) -> None:
    for _ in range(2):
        open_office(folder, clock=clock).close(back_up=False)
    assert len(list_backups(folder)) == 1


def test_upgraded_office_is_refused_by_the_program_before(
    folder: Path, clock: FixedClock, tmp_path: Path
) -> None:
    with later_step(tmp_path / "scripts", REBUILD):
        open_office(folder, clock=clock).close(back_up=False)
    with pytest.raises(Exception, match="made by a newer Sewerdesk"):
        open_office(folder, clock=clock)
    assert migrate.HEAD != STEP
