"""Files kept with a record: stored once by the hash of their content, never by the name somebody gave them."""

import os
import shutil
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.backup_files import content_hash
from sewerdesk.data.models.paper import Attachment
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError


@dataclass(frozen=True, slots=True)
class AttachmentRow:
    """One file kept with a record."""

    id: int
    name: str
    kind: str
    size: int
    sha256: str


def attachments_of(ws: Workspace, *, subject: str, subject_id: int) -> tuple[AttachmentRow, ...]:
    """The files kept with a record, in the order they were added."""
    with ws.read() as session:
        rows = session.scalars(
            select(Attachment)
            .where(
                Attachment.subject == subject,
                Attachment.subject_id == subject_id,
                Attachment.removed_on.is_(None),
            )
            .order_by(Attachment.id)
        )
        return tuple(AttachmentRow(row.id, row.name, row.kind, row.size, row.sha256) for row in rows)


def attach(ws: Workspace, *, subject: str, subject_id: int, kind: str, source: Path) -> None:
    """Keep a copy of a file with a record."""
    with ws.write() as session:
        _attach(session, ws.folder, subject=subject, subject_id=subject_id, kind=kind, source=source)


def attachment_path(ws: Workspace, *, attachment_id: int) -> Path:
    """Where the stored copy lies, for opening it.

    Raises ``EnvironmentProblem`` where the copy is gone or is no longer what was attached.
    """
    with ws.read() as session:
        row = session.get(Attachment, attachment_id)
        if row is None:
            raise UserError("That file is not kept here. Refresh the page (F5) and choose it again.")
        name, sha256 = row.name, row.sha256
    path = _place(ws.folder, sha256)
    if not path.exists():
        raise EnvironmentProblem(
            ProblemKind.CORRUPT,
            f"The stored file {name} is missing from the office's files folder. Attach it again.",
        )
    if content_hash(path) != sha256:
        raise EnvironmentProblem(
            ProblemKind.CORRUPT,
            f"The stored file {name} was changed after it was attached. Attach the right one again.",
        )
    return path


def _attach_all(
    session: Session, folder: Path, *, subject: str, subject_id: int, kind: str, sources: Iterable[Path]
) -> None:
    for source in sources:
        _attach(session, folder, subject=subject, subject_id=subject_id, kind=kind, source=source)


def _attach(
    session: Session, folder: Path, *, subject: str, subject_id: int, kind: str, source: Path
) -> None:
    try:
        sha256, size = _store(folder, source)
    except OSError as error:
        raise UserError(
            f"The file {source.name} cannot be read or copied ({error.strerror or error}). Check that it still exists "
            "and that the disk has room, then attach it again."
        ) from error
    session.add(
        Attachment(
            subject=subject,
            subject_id=subject_id,
            name=source.name[:200],
            kind=kind,
            sha256=sha256,
            size=size,
            added_on=session.info["clock"].today(),
            actor=session.info["actor"],
        )
    )


def _store(folder: Path, source: Path) -> tuple[str, int]:
    """Copy a file in and return its SHA-256 and size.

    The copy is on the disk before the row is committed: a crash in between leaves a spare file, never a lost one. The
    hash is the copy's, since the source may change while it is read.
    """
    part = folder / "files" / f"{uuid.uuid4().hex}.part"
    try:
        part.parent.mkdir(exist_ok=True)
        shutil.copyfile(source, part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        sha256, size = content_hash(part), part.stat().st_size
        target = _place(folder, sha256)
        if not target.exists() or content_hash(target) != sha256:
            target.parent.mkdir(exist_ok=True)
            part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return sha256, size


def _place(folder: Path, sha256: str) -> Path:
    return folder / "files" / sha256[:2] / sha256
