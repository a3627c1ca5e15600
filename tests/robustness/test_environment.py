"""What the machine does wrong gets one plain sentence, and nothing is lost by it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.documents.files import save_bytes
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.services.accounts import account_view, list_accounts
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.offices import OpenOffice, back_up, list_backups, open_office
from sewerdesk.services.workspace import Workspace
from tests.bench.book import NEXT, Size, make_book, setup_of
from tests.robustness.acts import opened
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.books import book_faults
from tests.support.offices import made_office, new_office

ROOT = Path(__file__).resolve().parents[2]
NOT_ROOT_ON_LINUX = sys.platform != "linux" or os.geteuid() != 0


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed office with two posted quarters, to be copied."""
    folder = tmp_path_factory.mktemp("book") / "office"
    make_book(folder, size=Size(accounts=60, quarters=2)).close(back_up=False)
    return folder


def is_one_sentence_that_helps(problem: EnvironmentProblem) -> bool:
    """Plain text, no name of an exception or a library in it, and more than the mere fact."""
    told = problem.message
    foreign = ("Error", "errno", "sqlite3", "sqlalchemy", "Traceback", "[Errno")
    return told.endswith(".") and len(told.split()) > 8 and not any(word in told for word in foreign)


# A full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with little room on it."""
    if NOT_ROOT_ON_LINUX:
        pytest.skip("only root on Linux can make a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", place], check=False).returncode:
        pytest.skip("this machine does not allow a small disk to be made")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path, *, leave: int) -> Path:
    filler = disk / "filler"
    with filler.open("wb") as out:
        out.truncate(0)
        free = shutil.disk_usage(disk).free - leave
        out.write(b"\0" * max(free, 0))
    return filler


def test_full_disk_stops_a_run_and_loses_nothing(book: Path, small_disk: Path) -> None:
    folder = small_disk / "office"
    shutil.copytree(book, folder)
    office = opened(folder)
    setup = setup_of(NEXT)
    expected = preview_run(office.ws, setup=setup)
    filler = fill(small_disk, leave=40_000)
    with pytest.raises(EnvironmentProblem) as caught:
        post_run(office.ws, setup=setup, expected=expected)
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert is_one_sentence_that_helps(caught.value)
    assert len(list_accounts(office.ws)) == 60  # the list can still be looked at
    filler.unlink()
    assert post_run(office.ws, setup=setup, expected=expected).billed == 60
    office.close(back_up=False)
    assert book_faults(folder / "office.db") == []


def test_full_disk_in_the_middle_of_writing_loses_nothing(book: Path, small_disk: Path) -> None:
    folder = small_disk / "office"
    shutil.copytree(book, folder)
    office = opened(folder)
    fill(small_disk, leave=12_000)
    with pytest.raises(EnvironmentProblem) as caught:
        for number in range(400):
            open_account(
                office.ws,
                number=f"9{number:07d}",
                name="Ana Peña",
                print_key=f"99.9-{number}",
                house=str(number),
            )
    assert caught.value.kind is ProblemKind.DISK_FULL
    kept = len(list_accounts(office.ws))
    (small_disk / "filler").unlink()
    office.close(back_up=False)
    assert book_faults(folder / "office.db") == []
    office = opened(folder)
    assert len(list_accounts(office.ws)) == kept
    office.close(back_up=False)


def test_full_disk_makes_no_half_backup(book: Path, small_disk: Path) -> None:
    folder = small_disk / "office"
    shutil.copytree(book, folder)
    office = opened(folder)
    filler = fill(small_disk, leave=60_000)
    with pytest.raises(EnvironmentProblem) as caught:
        back_up(office.ws, label="asked")
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert is_one_sentence_that_helps(caught.value)
    assert list((folder / "backups").iterdir()) == []
    filler.unlink()
    assert list_backups(office.ws) == () and back_up(office.ws, label="asked").size > 0  # noqa: PT018
    office.close(back_up=False)


def test_full_disk_keeps_the_file_that_was_there(small_disk: Path) -> None:
    path = small_disk / "register.xlsx"
    save_bytes(path, b"the register of last quarter")
    fill(small_disk, leave=4096)
    with pytest.raises(EnvironmentProblem) as caught:
        save_bytes(path, b"x" * 1_000_000)
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert path.read_bytes() == b"the register of last quarter"
    assert sorted(item.name for item in small_disk.iterdir()) == ["filler", "register.xlsx"]


def test_full_disk_leaves_no_half_made_office(small_disk: Path) -> None:
    filler = fill(small_disk, leave=100_000)
    with pytest.raises(EnvironmentProblem) as caught:
        made_office(small_disk / "office")
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert is_one_sentence_that_helps(caught.value)
    filler.unlink()
    made_office(small_disk / "office").close(back_up=False)


# A folder that may only be read


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody may look into; the test's own lies where only its user may go."""
    folder = Path(tempfile.mkdtemp(prefix="sewerdesk-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for path in (folder, *folder.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter on Windows")
@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("open", ProblemKind.READ_ONLY),
        ("make", ProblemKind.READ_ONLY),
        ("save", ProblemKind.READ_ONLY),
        ("back up", ProblemKind.READ_ONLY),
    ],
)
def test_read_only_folder_is_said_in_a_sentence(shelf: Path, act: str, kind: ProblemKind) -> None:
    folder = shelf / "office"
    new_office(folder).close(back_up=False)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    words = [sys.executable, "-m", "tests.robustness.as_nobody", act, str(folder)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
    found, message = json.loads(done.stdout or '["", "nothing was refused"]')
    assert (found, is_one_sentence_that_helps(EnvironmentProblem(kind, message))) == (str(kind), True), (
        message
    )
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert after == before


# A file that is not what it should be


def _text(path: Path) -> None:
    path.write_text("a shopping list, quite long enough to be looked at by SQLite " * 20)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE songs (title TEXT)")
        database.commit()


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()


def _cut_off(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _overwritten(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = b"\x5a" * (len(content) // 2 - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "kinds"),
    [
        (_text, {ProblemKind.NOT_AN_OFFICE}),
        (_empty, {ProblemKind.NOT_AN_OFFICE}),
        (_of_another_program, {ProblemKind.NOT_AN_OFFICE}),
        (_newer, {ProblemKind.NEWER_OFFICE}),
        (_cut_off, {ProblemKind.CORRUPT}),
        (_overwritten, {ProblemKind.CORRUPT}),
    ],
)
def test_spoiled_office_is_said_in_a_sentence(
    book: Path, tmp_path: Path, clock: FixedClock, spoil: object, kinds: set[ProblemKind]
) -> None:
    folder = tmp_path / "office"
    shutil.copytree(book, folder)
    assert callable(spoil)
    spoil(folder / "office.db")
    before = (folder / "office.db").read_bytes()
    with pytest.raises(EnvironmentProblem) as caught:
        look_through(folder, clock)
    assert caught.value.kind in kinds
    assert is_one_sentence_that_helps(caught.value)
    assert (folder / "office.db").read_bytes() == before


def look_through(folder: Path, clock: FixedClock) -> None:
    """Open an office and look at all of its accounts."""
    office = open_office(folder, clock=clock, operator="MB")
    try:
        for row in list_accounts(office.ws):
            account_view(office.ws, account_id=row.id)
        preview_run(office.ws, setup=setup_of(NEXT))
    finally:
        office.close(back_up=False)


# Another program

_HOLD = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
database.execute("ROLLBACK")
"""


def test_database_held_by_another_program_is_said_in_a_sentence(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    with ws.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=100")  # the program waits longer, the test need not
    words = [sys.executable, "-c", _HOLD, str(ws.folder / "office.db")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(EnvironmentProblem) as caught:
            open_account(ws, number="00001042", name="Ana Peña", print_key="12.13-2-15.1")
        assert list_accounts(ws) == ()  # looking is possible meanwhile
        holder.communicate("")
    assert caught.value.kind is ProblemKind.LOCKED
    assert is_one_sentence_that_helps(caught.value)
    open_account(ws, number="00001042", name="Ana Peña", print_key="12.13-2-15.1")
    assert [row.number for row in list_accounts(ws)] == ["00001042"]


def test_second_program_on_the_same_office_is_told_who_has_it(office: OpenOffice, clock: FixedClock) -> None:
    with pytest.raises(EnvironmentProblem) as caught:
        open_office(office.ws.folder, clock=clock)
    assert caught.value.kind is ProblemKind.IN_USE
    assert is_one_sentence_that_helps(caught.value)


def test_output_that_stands_in_the_way_is_kept(tmp_path: Path) -> None:
    taken = tmp_path / "bills.pdf"
    taken.mkdir()
    (taken / "mine.txt").write_text("mine")
    with pytest.raises(EnvironmentProblem) as caught:
        save_bytes(taken, b"%PDF-1.7")
    assert is_one_sentence_that_helps(caught.value)
    assert (taken / "mine.txt").read_text() == "mine"
    assert [item.name for item in tmp_path.iterdir()] == ["bills.pdf"]


def test_output_folder_that_went_away_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem) as caught:
        save_bytes(tmp_path / "memory stick" / "bills.pdf", b"%PDF-1.7")
    assert is_one_sentence_that_helps(caught.value)
    assert "memory stick" in caught.value.message
