"""Issuing papers: the number, the bytes and their hash in one transaction; reading them back; voiding them."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Paper, PaperEvent
from sewerdesk.data.numbers import take_number
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.files import safe_filename
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.domain.papers import PaperFile, PaperRow

VOID = "void"
SUPERSEDED = "superseded"
_ENDINGS = (("sheet", ".xlsx"), ("csv", ".csv"), ("plain", ".txt"))


def _issue_paper(
    session: Session,
    *,
    series: str,
    kind: str,
    title: str,
    subject: tuple[str, int],
    template: tuple[str, str],
    merged: Mapping[str, Any],
    draw: Callable[[str], bytes],
) -> Paper:
    """Take the next number of a series, draw the paper with it and freeze both; part of a caller's transaction."""
    clock = session.info["clock"]
    number = take_number(session, kind=series, year=clock.today().year)
    return _freeze_paper(
        session,
        number=number,
        kind=kind,
        title=title,
        subject=subject,
        template=template,
        merged=merged,
        content=draw(number),
    )


def _freeze_paper(
    session: Session,
    *,
    number: str,
    kind: str,
    title: str,
    subject: tuple[str, int],
    template: tuple[str, str],
    merged: Mapping[str, Any],
    content: bytes,
    part: str = "",
    media_type: str = "application/pdf",
) -> Paper:
    """Keep a paper's bytes under a number already taken; part of a caller's transaction."""
    clock = session.info["clock"]
    paper = Paper(
        number=number,
        part=part,
        kind=kind,
        title=title,
        subject=subject[0],
        subject_id=subject[1],
        template=template[0],
        template_version=template[1],
        merged=dict(merged),
        media_type=media_type,
        content=content,
        sha256=hashlib.sha256(content).hexdigest(),
        issued_on=clock.today(),
        issued_at=clock.now(),
        issued_by=session.info["actor"],
    )
    session.add(paper)
    session.flush()  # the caller refers to the paper by its id
    return paper


def papers_of(ws: Workspace, *, subject: str, subject_id: int) -> tuple[PaperRow, ...]:
    """The papers about a record, newest first."""
    with ws.read() as session:
        rows = session.scalars(
            select(Paper)
            .where(Paper.subject == subject, Paper.subject_id == subject_id)
            .order_by(Paper.id.desc())
        )
        return tuple(_row(paper) for paper in rows)


def paper_file(ws: Workspace, *, paper_id: int) -> PaperFile:
    """The stored bytes of a paper for preview, print and reprint.

    Raises ``EnvironmentProblem`` where the bytes no longer match the hash taken at issue.
    """
    with ws.read() as session:
        paper = session.get(Paper, paper_id)
        if paper is None:
            raise UserError("That paper is not in this office. Refresh the list (F5) and choose it again.")
        if hashlib.sha256(paper.content).hexdigest() != paper.sha256:
            raise EnvironmentProblem(
                ProblemKind.CORRUPT,
                f"The stored paper {paper.number} does not match the fingerprint taken when it was issued. "
                "Restore a backup made before the damage (Settings, Backups).",
            )
        ending = next((end for part, end in _ENDINGS if part in paper.media_type), ".pdf")
        return PaperFile(_row(paper), paper.content, safe_filename(paper.number, paper.title, suffix=ending))


def void_paper(ws: Workspace, *, paper_id: int, reason: str) -> None:
    """Void an issued paper; it keeps its number and its bytes. The reason is required."""
    with ws.write(reason=reason) as session:
        paper = session.get(Paper, paper_id)
        if paper is None:
            raise UserError("That paper is not in this office. Refresh the list (F5) and choose it again.")
        _mark_paper(session, paper, event=VOID, reason=reason)


def _mark_paper(session: Session, paper: Paper, *, event: str, reason: str) -> None:
    if not reason.strip():
        raise UserError(f"Say why {paper.number} is voided; the reason is kept with it.")
    if _state(paper)[0] != "issued":
        raise UserError(f"{paper.number} is {_state(paper)[0]} already; nothing was changed.")
    clock = session.info["clock"]
    paper.events.append(PaperEvent(event=event, on=clock.today(), reason=reason, actor=session.info["actor"]))


def _state(paper: Paper) -> tuple[str, str]:
    ended = [one for one in paper.events if one.event in (VOID, SUPERSEDED)]
    return (ended[-1].event, ended[-1].reason) if ended else ("issued", "")


def _row(paper: Paper) -> PaperRow:
    state, reason = _state(paper)
    return PaperRow(
        id=paper.id,
        number=paper.number,
        kind=paper.kind,
        title=paper.title,
        subject=paper.subject,
        subject_id=paper.subject_id,
        issued_on=paper.issued_on,
        issued_at=paper.issued_at,
        issued_by=paper.issued_by,
        template=paper.template,
        template_version=paper.template_version,
        media_type=paper.media_type,
        sha256=paper.sha256,
        state=state,
        state_reason=reason,
    )
