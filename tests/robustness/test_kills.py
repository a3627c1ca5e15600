"""The program is killed in the middle of its acts; nothing confirmed is lost and nothing is half there.

One kill of each act in every run of the suite; ``SEWERDESK_KILLS=600`` makes it six hundred, as a night's work.
"""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.bench.book import Size, make_book
from tests.robustness.acts import ACTS
from tests.robustness.ledger_kill_acts import LEDGER_ACTS
from tests.support.books import book_faults

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("SEWERDESK_KILLS", "0"))
SEED = 2027


#: Acts killed in one process after each other: those of the office, and those of money that is late or wrong.
LATER = ("penalties", "certify", "returned check", *LEDGER_ACTS)
GROUPS = {"office": [act for act in ACTS if act not in LATER], "money": list(LATER)}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.timeout(300 + 6 * KILLS)
@pytest.mark.parametrize("group", list(GROUPS))
def test_kill_in_the_middle_leaves_whole_books(group: str) -> None:
    acts, each = GROUPS[group], max(1, KILLS // len(ACTS))
    words = [sys.executable, "-m", "tests.robustness.kills", ",".join(acts), str(each), str(SEED)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
    killed = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(killed) == each * len(acts)
    assert [one for one in killed if not one["is_sound"]] == []
    assert (
        sum(one["hit"] for one in killed) >= each * len(acts) // 2
    )  # the rest were over before their time came


BROKEN = {
    "DELETE FROM bill_line WHERE id = 1": "The bill BIL-",
    "DELETE FROM entry WHERE id = 1": "The bill BIL-",
    "DELETE FROM run_outcome WHERE id = 1": "outcomes",
    "DELETE FROM account_units WHERE id = 1": "without units",
    "DELETE FROM receipt WHERE id = 2": "receipt number",
    "DELETE FROM audit WHERE kind = 'billing_run'": "0 audit rows",
    "UPDATE deposit SET total = total + 1": "The deposit",
    "DROP TRIGGER audit_no_update": "the guard audit_no_update is missing",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "office"
    make_book(folder, size=Size(accounts=8, quarters=2)).close(back_up=False)
    return folder / "office.db"


def test_sound_books_have_no_fault(sound: Path) -> None:
    assert book_faults(sound) == []


@pytest.mark.parametrize("broken", BROKEN)
def test_find_what_is_half_there(sound: Path, tmp_path: Path, broken: str) -> None:
    path = tmp_path / "office.db"
    path.write_bytes(sound.read_bytes())
    with closing(sqlite3.connect(path)) as database:
        guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = database.execute(guards).fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        if broken.startswith("DROP"):
            triggers = [(name, sql) for name, sql in triggers if name not in broken]
        else:
            database.execute(broken)
        for _, sql in triggers:
            database.execute(sql)
        database.commit()
    faults = book_faults(path)
    assert any(BROKEN[broken] in fault for fault in faults), faults
