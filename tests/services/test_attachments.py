"""Files kept with a record: stored once, by content, and never given out when they are not what was attached."""

import errno
import os
from pathlib import Path

import pytest

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.services.attachments import attach, attachment_path, attachments_of
from sewerdesk.services.workspace import Workspace


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    path = tmp_path / "Sketch of 14 Main.png"
    path.write_bytes(b"a picture of the lateral")
    return path


def keep(ws: Workspace, source: Path, *, subject_id: int = 1) -> None:
    attach(ws, subject="inspection", subject_id=subject_id, kind="sketch", source=source)


def stored(ws: Workspace) -> list[Path]:
    return [path for path in (ws.folder / "files").rglob("*") if path.is_file()]


def test_attach_keeps_a_copy_under_its_hash(ws: Workspace, sketch: Path) -> None:
    keep(ws, sketch)
    sketch.unlink()
    [row] = attachments_of(ws, subject="inspection", subject_id=1)
    assert (row.name, row.kind, row.size) == ("Sketch of 14 Main.png", "sketch", 24)
    path = attachment_path(ws, attachment_id=row.id)
    assert path.name == row.sha256
    assert path.read_bytes() == b"a picture of the lateral"


def test_attach_the_same_content_twice_stores_it_once(ws: Workspace, sketch: Path, tmp_path: Path) -> None:
    keep(ws, sketch)
    other = tmp_path / "the same.png"
    other.write_bytes(sketch.read_bytes())
    keep(ws, other, subject_id=2)
    assert len(stored(ws)) == 1
    assert [row.name for row in attachments_of(ws, subject="inspection", subject_id=2)] == ["the same.png"]


def test_attach_again_mends_a_damaged_copy(ws: Workspace, sketch: Path) -> None:
    keep(ws, sketch)
    [row] = attachments_of(ws, subject="inspection", subject_id=1)
    stored(ws)[0].write_bytes(b"a picture of")
    with pytest.raises(
        EnvironmentProblem, match=r"Sketch of 14 Main\.png was changed after it was attached"
    ) as caught:
        attachment_path(ws, attachment_id=row.id)
    assert caught.value.kind is ProblemKind.CORRUPT
    keep(ws, sketch)
    assert attachment_path(ws, attachment_id=row.id).read_bytes() == b"a picture of the lateral"


def test_attachment_whose_copy_is_missing_is_told(ws: Workspace, sketch: Path) -> None:
    keep(ws, sketch)
    stored(ws)[0].unlink()
    with pytest.raises(
        EnvironmentProblem, match=r"Sketch of 14 Main\.png is missing from the office's files"
    ):
        attachment_path(ws, attachment_id=1)


def test_attachment_that_is_not_there(ws: Workspace) -> None:
    with pytest.raises(UserError, match="That file is not kept here"):
        attachment_path(ws, attachment_id=99)


def test_attach_a_file_that_is_gone(ws: Workspace, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"The file gone\.pdf cannot be read or copied \(No such file"):
        keep(ws, tmp_path / "gone.pdf")
    assert attachments_of(ws, subject="inspection", subject_id=1) == ()


def test_attach_on_a_full_disk_leaves_nothing(
    ws: Workspace, sketch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(UserError, match="No space left"):
            keep(ws, sketch)
    assert stored(ws) == []
    assert attachments_of(ws, subject="inspection", subject_id=1) == ()


@pytest.mark.parametrize("name", ["=1+1' OR 1=1 --.pdf", "..pdf", "Łódź & Søn.pdf", "x" * 200 + ".pdf"])
def test_attach_a_file_of_any_name(ws: Workspace, tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_bytes(name.encode())
    keep(ws, source)
    [row] = attachments_of(ws, subject="inspection", subject_id=1)
    assert row.name == name[:200]
    assert attachment_path(ws, attachment_id=row.id).is_relative_to(ws.folder / "files")
