"""Attached files go with the backups: copied once, put back when lost, never a spoiled one for a good one."""

import shutil
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data.backup_files import mirror_files
from sewerdesk.services.attachments import attach, attachment_path, attachments_of
from sewerdesk.services.backup_copies import copy_backup
from sewerdesk.services.offices import OpenOffice, back_up, open_office, restore


@pytest.fixture
def plan(office: OpenOffice, tmp_path: Path) -> Path:
    """A plan attached to application 1."""
    source = tmp_path / "plan.pdf"
    source.write_bytes(b"%PDF-1.4 a plan of the lateral")
    attach(office.ws, subject="application", subject_id=1, kind="plan", source=source)
    [row] = attachments_of(office.ws, subject="application", subject_id=1)
    return attachment_path(office.ws, attachment_id=row.id)


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "backups" / "files").rglob("*") if path.is_file())


def test_back_up_keeps_each_file_once(office: OpenOffice, plan: Path) -> None:
    back_up(office.ws, label="asked")
    back_up(office.ws, label="asked")
    assert kept(office.ws.folder) == [plan.name]


def test_restore_puts_back_a_file_that_was_lost(office: OpenOffice, plan: Path, clock: FixedClock) -> None:
    made = back_up(office.ws, label="asked")
    content = plan.read_bytes()
    folder = office.ws.folder
    office.close(back_up=False)
    shutil.rmtree(folder / "files")
    restore(folder, backup=made.path, clock=clock)
    reopened = open_office(folder, clock=clock)
    [row] = attachments_of(reopened.ws, subject="application", subject_id=1)
    assert attachment_path(reopened.ws, attachment_id=row.id).read_bytes() == content
    reopened.close(back_up=False)


def test_copy_on_another_disk_carries_the_files(office: OpenOffice, plan: Path, tmp_path: Path) -> None:
    made = back_up(office.ws, label="asked")
    stick = tmp_path / "stick"
    stick.mkdir()
    copy_backup(office.ws, backup=made.path, folder=stick)
    assert (stick / "files" / plan.name[:2] / plan.name).read_bytes() == plan.read_bytes()


def test_spoiled_file_does_not_pass_for_a_copy(tmp_path: Path) -> None:
    shelf = tmp_path / "files" / "ab"
    shelf.mkdir(parents=True)
    (shelf / f"ab{'0' * 62}").write_bytes(b"not what the name says")
    assert mirror_files(tmp_path / "files", tmp_path / "copy") == 0
    assert not (tmp_path / "copy").exists()


def test_mirror_of_an_office_without_files_is_empty(tmp_path: Path) -> None:
    assert mirror_files(tmp_path / "nothing", tmp_path / "copy") == 0
