"""A restore rehearsal: the backup alone brings the office back, and the office itself is not touched."""

import tempfile
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.domain.errors import EnvironmentProblem
from sewerdesk.services.attachments import attach
from sewerdesk.services.backup_copies import copy_backup
from sewerdesk.services.offices import back_up
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.rehearsals import rehearse_restore
from sewerdesk.services.workspace import Workspace
from tests.support.books import damage
from tests.support.payments import bill_three_accounts, check

D = Decimal


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this computer keeps what lives for a moment; empty."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.fixture
def paid(ws: Workspace, tmp_path: Path) -> Workspace:
    """Three accounts that owed 182.00, 220.00 and 110.00; the first paid, and a scan is kept with it."""
    accounts = bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}))
    scan = tmp_path / "agreement.pdf"
    scan.write_bytes(b"%PDF-1.7 an agreement")
    attach(ws, subject="account", subject_id=accounts["00001042"], kind="agreement", source=scan)
    return ws


def all_files(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_rehearsal_says_what_stands_in_the_backup_and_touches_nothing(
    paid: Workspace, elsewhere: Path
) -> None:
    made = back_up(paid, label="asked")
    before = all_files(paid.folder)
    found = rehearse_restore(made.path, clock=paid.clock)
    assert found.sentence.startswith("The backup can be relied on")
    assert found.report.is_clean
    assert (found.accounts, found.owed, found.receipts) == (3, D("330.00"), 1)
    assert found.contents == (
        "In it stand 3 accounts owing 330.00 together, 1 receipt, the last REC-2027-0001 of 01/04/2027, and "
        "1 kept file."
    )
    assert all_files(paid.folder) == before
    assert list(elsewhere.iterdir()) == [], "the rehearsal is removed again"


def test_rehearse_a_copy_on_a_stick_alone_as_on_a_new_computer(
    paid: Workspace, elsewhere: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = copy_backup(paid, backup=back_up(paid, label="asked").path, folder=stick)
    assert rehearse_restore(copy, clock=paid.clock).report.is_clean
    for path in (stick / "files").rglob("*"):
        if path.is_file():
            path.unlink()
    lost = rehearse_restore(copy, clock=paid.clock)
    assert lost.sentence.startswith("The backup opens, but its books are not in order.")
    assert {one.check for one in lost.report.findings} == {"Attached files"}
    assert list(elsewhere.iterdir()) == []


def test_rehearsal_finds_books_that_do_not_agree(paid: Workspace, elsewhere: Path) -> None:
    damage(paid, "UPDATE receipt_line SET amount = 1 WHERE id = 1")
    made = back_up(paid, label="asked").path
    found = rehearse_restore(made, clock=paid.clock)
    assert not found.report.is_clean
    assert "not in order" in found.sentence
    assert list(elsewhere.iterdir()) == []


def test_refuse_a_damaged_backup_and_a_full_disk_in_plain_words(
    paid: Workspace, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = back_up(paid, label="asked").path
    damaged = made.with_name("20270104-120000-000000-asked.office-backup")
    damaged.write_bytes(made.read_bytes()[:5000])
    with pytest.raises(EnvironmentProblem, match=r"is damaged or not a backup of an office.*Choose another"):
        rehearse_restore(damaged, clock=paid.clock)
    assert list(elsewhere.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere / "gone"))
    with pytest.raises(
        EnvironmentProblem, match=r"was not tried: no folder .* Nothing in the office was changed"
    ):
        rehearse_restore(made, clock=paid.clock)


def test_rehearsal_can_be_stopped_and_leaves_nothing(paid: Workspace, elsewhere: Path) -> None:
    made = back_up(paid, label="asked").path

    def stop(done: int, _total: int, _text: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rehearse_restore(made, clock=paid.clock, progress=stop)
    assert list(elsewhere.iterdir()) == []
