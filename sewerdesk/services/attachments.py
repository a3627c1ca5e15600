"""Files kept with a record: stored once by the hash of their content, never by the name somebody gave them."""

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

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
    """Where the stored copy lies, for opening it; checks that it is still what was attached."""
    with ws.read() as session:
        row = session.get(Attachment, attachment_id)
        if row is None:
            raise UserError("That file is not kept here. Refresh the page (F5) and choose it again.")
        path = _place(ws.folder, row.sha256)
    if not path.exists():
        raise EnvironmentProblem(
            ProblemKind.CORRUPT,
            f"The stored file {row.name} is missing from the office's files folder. Restore it from a backup.",
        )
    return path


def lost_files(ws: Workspace) -> tuple[str, ...]:
    """Names of files whose stored copy is missing."""
    with ws.read() as session:
        rows = session.execute(select(Attachment.name, Attachment.sha256)).all()
    return tuple(name for name, sha256 in rows if not _place(ws.folder, sha256).exists())


def _attach_all(
    session: Session, folder: Path, *, subject: str, subject_id: int, kind: str, sources: Iterable[Path]
) -> None:
    for source in sources:
        _attach(session, folder, subject=subject, subject_id=subject_id, kind=kind, source=source)


def _attach(
    session: Session, folder: Path, *, subject: str, subject_id: int, kind: str, source: Path
) -> None:
    # The copy is made before the row is committed: a crash in between leaves a spare file, never a lost one.
    try:
        with source.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        target = _place(folder, sha256)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_suffix(".part")
            shutil.copyfile(source, part)
            part.replace(target)
    except OSError as error:
        raise UserError(
            f"The file {source.name} cannot be read or copied ({error.strerror}). Check that it still exists and that "
            "the disk has room, then attach it again."
        ) from error
    session.add(
        Attachment(
            subject=subject,
            subject_id=subject_id,
            name=source.name[:200],
            kind=kind,
            sha256=sha256,
            size=target.stat().st_size,
            added_on=session.info["clock"].today(),
            actor=session.info["actor"],
        )
    )


def _place(folder: Path, sha256: str) -> Path:
    return folder / "files" / sha256[:2] / sha256
