"""Backups are whole, verified, thinned by age, and come back."""

import errno
import os
import sqlite3
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data import backup
from sewerdesk.data.backup_files import content_hash
from sewerdesk.data.models.party import Party
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.services.offices import OpenOffice, back_up, list_backups, open_office, restore


def add_party(office: OpenOffice, name: str) -> None:
    with office.ws.write() as session:
        session.add(Party(name=name, folded=name.lower()))


def names(office: OpenOffice) -> list[str]:
    with office.ws.read() as session:
        return list(session.scalars(select(Party.name).order_by(Party.id)))


def test_back_up_a_busy_office_holds_what_was_committed(office: OpenOffice) -> None:
    add_party(office, "Committed")
    with office.ws.read() as session:
        session.scalars(select(Party)).all()
        made = back_up(office.ws, label="asked")
    copy = sqlite3.connect(made.path)
    assert copy.execute("SELECT name FROM party").fetchall() == [("Committed",)]
    assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    copy.close()
    assert [one.label for one in list_backups(office.ws)] == ["asked"]
    assert not list((office.ws.folder / "backups").glob("*.part"))


def test_restore_brings_back_the_day_and_keeps_the_former_file(office: OpenOffice, clock: FixedClock) -> None:
    add_party(office, "Before")
    made = back_up(office.ws, label="asked")
    add_party(office, "After")
    folder = office.ws.folder
    office.close(back_up=False)
    aside = restore(folder, backup=made.path, clock=clock)
    reopened = open_office(folder, clock=clock)
    assert names(reopened) == ["Before"]
    reopened.close(back_up=False)
    former = sqlite3.connect(aside / "office.db")
    assert former.execute("SELECT count(*) FROM party").fetchone() == (2,)
    former.close()


def test_restore_while_the_office_is_open_is_refused(office: OpenOffice, clock: FixedClock) -> None:
    made = back_up(office.ws, label="asked")
    with pytest.raises(EnvironmentProblem) as caught:
        restore(office.ws.folder, backup=made.path, clock=clock)
    assert caught.value.kind is ProblemKind.IN_USE


def test_restore_refuses_a_damaged_backup_and_leaves_the_office(
    office: OpenOffice, clock: FixedClock
) -> None:
    add_party(office, "Ann")
    made = back_up(office.ws, label="asked")
    made.path.write_bytes(made.path.read_bytes()[:20_000])
    folder = office.ws.folder
    office.close(back_up=False)
    with pytest.raises(EnvironmentProblem, match="does not verify"):
        restore(folder, backup=made.path, clock=clock)
    reopened = open_office(folder, clock=clock)
    assert names(reopened) == ["Ann"]
    reopened.close(back_up=False)


def test_back_up_reports_progress_to_the_end(office: OpenOffice) -> None:
    seen: list[tuple[int, int]] = []
    back_up_path = backup.make_backup(
        office.ws.engine,
        office.ws.folder,
        now=office.ws.clock.now(),
        label="asked",
        progress=lambda done, total: seen.append((done, total)),
    )
    assert back_up_path.size > 0
    assert seen
    assert seen[-1][0] == seen[-1][1]


def test_back_up_to_a_folder_that_is_a_file(office: OpenOffice) -> None:
    (office.ws.folder / "backups").rmdir()
    (office.ws.folder / "backups").write_text("in the way")
    with pytest.raises(EnvironmentProblem, match="No backup was made"):
        back_up(office.ws, label="asked")


def test_thin_backups_keeps_the_schedule(tmp_path: Path) -> None:
    today = date(2027, 6, 30)
    folder = tmp_path / "backups"
    folder.mkdir()
    for age in range(400):
        for hour in (9, 17):
            made = datetime(2027, 6, 30, hour, tzinfo=UTC) - timedelta(days=age)
            (folder / f"{made:%Y%m%d-%H%M%S-%f}-closing.office-backup").write_bytes(b"x")
    old = datetime(2020, 1, 1, tzinfo=UTC)
    (folder / f"{old:%Y%m%d-%H%M%S-%f}-before-upgrade.office-backup").write_bytes(b"x")
    (folder / "my notes.office-backup").write_bytes(b"not ours")
    backup.thin_backups(tmp_path, today=today)
    kept = backup.list_backups(tmp_path)
    days = [one.made_at.date() for one in kept]
    assert days.count(date(2027, 6, 30)) == 2
    assert days.count(date(2027, 6, 29)) == 2
    assert days.count(date(2027, 6, 28)) == 1
    assert [day for day in days if (today - day).days <= 9] == [
        date(2027, 6, 30), date(2027, 6, 30), date(2027, 6, 29), date(2027, 6, 29),
        *[today - timedelta(days=n) for n in range(2, 10)],
    ]  # fmt: skip
    assert len({(day.year, day.month) for day in days}) == 14 + 1
    assert kept[-1].label == "before-upgrade"
    assert (folder / "my notes.office-backup").exists()


def parts(folder: Path) -> list[str]:
    return sorted(str(item.relative_to(folder)) for item in folder.rglob("*.part"))


def test_back_up_is_of_one_moment_while_others_write(
    office: OpenOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_party(office, "Before")
    monkeypatch.setattr(backup, "_PAGES_A_STEP", 5)
    seen: list[int] = []

    def write_meanwhile(done: int, _total: int) -> None:
        seen.append(done)
        if len(seen) < 200:
            add_party(office, f"Meanwhile {len(seen)}")

    made = backup.make_backup(
        office.ws.engine, office.ws.folder, now=office.ws.clock.now(), label="asked", progress=write_meanwhile
    )
    copy = sqlite3.connect(made.path)
    assert copy.execute("SELECT name FROM party").fetchall() == [("Before",)]
    copy.close()
    assert seen == sorted(set(seen)), "the copy started over"


def test_back_up_that_is_stopped_leaves_nothing(office: OpenOffice) -> None:
    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(office.ws, label="asked", progress=stop)
    assert list((office.ws.folder / "backups").iterdir()) == []


def test_back_up_clears_what_a_killed_program_left(office: OpenOffice) -> None:
    left = office.ws.folder / "backups" / "20260101-000000-000000-closing.part"
    left.write_bytes(b"half")
    back_up(office.ws, label="asked")
    assert not left.exists()


def test_back_up_of_damaged_books_keeps_the_former_ones(
    office: OpenOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = back_up(office.ws, label="asked")
    monkeypatch.setattr(backup, "_is_whole", lambda _path: False)
    with pytest.raises(EnvironmentProblem, match="The former backups are kept") as caught:
        back_up(office.ws, label="closing")
    assert caught.value.kind is ProblemKind.CORRUPT
    assert list_backups(office.ws) == (former,)
    assert parts(office.ws.folder) == []


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (errno.ENOSPC, ProblemKind.DISK_FULL, "the disk is full; free some space, then back up again"),
        (errno.EACCES, ProblemKind.READ_ONLY, "check the folder's permissions, then back up again"),
    ],
)
def test_back_up_that_the_disk_refuses(
    office: OpenOffice, monkeypatch: pytest.MonkeyPatch, number: int, kind: ProblemKind, words: str
) -> None:
    def refuse(_path: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(backup, "_sync", refuse)
    with pytest.raises(EnvironmentProblem) as caught:
        back_up(office.ws, label="asked")
    assert caught.value.kind is kind
    assert words in caught.value.message
    assert list((office.ws.folder / "backups").iterdir()) == []


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError("of SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, ProblemKind.DISK_FULL),
        (sqlite3.SQLITE_CORRUPT, ProblemKind.CORRUPT),
        (sqlite3.SQLITE_BUSY, ProblemKind.LOCKED),
        (sqlite3.SQLITE_CANTOPEN, ProblemKind.READ_ONLY),
    ],
)
def test_back_up_that_sqlite_refuses(
    office: OpenOffice, monkeypatch: pytest.MonkeyPatch, code: int, kind: ProblemKind
) -> None:
    def refuse(*_: object) -> None:
        raise sqlite_error(code)

    monkeypatch.setattr(backup, "_copy", refuse)
    with pytest.raises(EnvironmentProblem) as caught:
        back_up(office.ws, label="asked")
    assert caught.value.kind is kind


def closed(office: OpenOffice) -> Path:
    office.close(back_up=False)
    return office.ws.folder


def test_restore_of_a_backup_with_the_books_killed_in_the_middle(
    office: OpenOffice, clock: FixedClock
) -> None:
    made = back_up(office.ws, label="asked")
    folder = closed(office)
    for name in ("office.db-wal", "office.db-shm"):
        (folder / name).write_bytes(b"left by a program that was killed")
    aside = restore(folder, backup=made.path, clock=clock)
    assert sorted(item.name for item in aside.iterdir()) == ["office.db", "office.db-shm", "office.db-wal"]
    assert not (folder / "office.db-wal").exists()
    open_office(folder, clock=clock).close(back_up=False)


def test_restore_twice_in_one_second_keeps_both_former_files(office: OpenOffice, clock: FixedClock) -> None:
    made = back_up(office.ws, label="asked")
    folder = closed(office)
    first = restore(folder, backup=made.path, clock=clock)
    second = restore(folder, backup=made.path, clock=clock)
    assert first != second
    assert (first / "office.db").exists()
    assert (second / "office.db").exists()


def test_restore_where_the_database_is_gone(office: OpenOffice, clock: FixedClock) -> None:
    add_party(office, "Ann")
    made = back_up(office.ws, label="asked")
    folder = closed(office)
    (folder / "office.db").unlink()
    restore(folder, backup=made.path, clock=clock)
    reopened = open_office(folder, clock=clock)
    assert names(reopened) == ["Ann"]
    reopened.close(back_up=False)


def test_restore_refuses_a_database_that_is_no_office(
    office: OpenOffice, clock: FixedClock, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "recipes.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    folder = closed(office)
    with pytest.raises(EnvironmentProblem, match=r"recipes\.db is damaged or not a backup of an office"):
        restore(folder, backup=tmp_path / "recipes.db", clock=clock)
    open_office(folder, clock=clock).close(back_up=False)


def test_restore_on_a_full_disk_leaves_the_books(
    office: OpenOffice, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_party(office, "Ann")
    made = back_up(office.ws, label="asked")
    folder = closed(office)

    def full(_source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfile", full)
        with pytest.raises(EnvironmentProblem, match=r"Nothing was restored in .*: the disk is full"):
            restore(folder, backup=made.path, clock=clock)
    assert parts(folder) == []
    reopened = open_office(folder, clock=clock)
    assert names(reopened) == ["Ann"]
    reopened.close(back_up=False)


def test_restore_refuses_a_copy_that_came_out_wrong(
    office: OpenOffice, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = back_up(office.ws, label="asked")
    folder = closed(office)

    def short(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:20_000])

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfile", short)
        with pytest.raises(EnvironmentProblem, match="does not verify"):
            restore(folder, backup=made.path, clock=clock)
    open_office(folder, clock=clock).close(back_up=False)


def backup_of(folder: Path, made: datetime, label: str = "closing") -> Path:
    path = folder / "backups" / f"{made.astimezone(UTC):%Y%m%d-%H%M%S-%f}-{label}.office-backup"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x")
    return path


@given(
    st.lists(st.integers(min_value=0, max_value=3_000_000), min_size=1, max_size=60),
    st.dates(min_value=date(2026, 1, 1), max_value=date(2040, 1, 1)),
)
def test_thin_backups_never_deletes_the_newest(minutes: list[int], today: date) -> None:
    first = datetime(2027, 1, 1, tzinfo=UTC)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for minute in minutes:
            backup_of(folder, first + timedelta(minutes=minute))
        newest = backup.list_backups(folder)[0]
        gone = backup.thin_backups(folder, today=today)
        assert newest.path not in gone
        assert newest.path.exists()
        assert backup.thin_backups(folder, today=today) == [], "thinning twice is thinning once"


def test_thin_backups_counts_an_evening_to_its_own_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("the machine's time zone cannot be set here")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        try:
            noon = backup_of(tmp_path, datetime(2027, 1, 4, 17, 0, tzinfo=UTC))
            evening = backup_of(tmp_path, datetime(2027, 1, 5, 1, 30, tzinfo=UTC))  # 8:30 p.m. of the 4th
            next_day = backup_of(tmp_path, datetime(2027, 1, 5, 17, 0, tzinfo=UTC))
            assert backup.thin_backups(tmp_path, today=date(2027, 1, 20)) == [noon]
            assert evening.exists()
            assert next_day.exists()
        finally:
            patch.undo()
            time.tzset()


def test_thin_backups_leaves_a_file_that_is_open_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hour in (9, 10, 11):
        backup_of(tmp_path, datetime(2027, 1, 4, hour, tzinfo=UTC))

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        assert backup.thin_backups(tmp_path, today=date(2027, 6, 30)) == []
    assert len(backup.thin_backups(tmp_path, today=date(2027, 6, 30))) == 2


def test_content_hash_is_sha_256(tmp_path: Path) -> None:
    (tmp_path / "abc").write_bytes(b"abc")
    assert content_hash(tmp_path / "abc").startswith("ba7816bf8f01cfea414140de5dae2223")


def test_back_up_twice_in_one_moment_keeps_both(office: OpenOffice) -> None:
    first = back_up(office.ws, label="asked")
    add_party(office, "Ann")
    second = back_up(office.ws, label="asked")
    assert [one.path for one in list_backups(office.ws)] == [second.path, first.path]
    assert first.path.stat().st_size > 0
