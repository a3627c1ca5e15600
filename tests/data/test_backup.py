"""Backups are whole, verified, thinned by age, and come back."""

import sqlite3
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data import backup
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
