"""Issued papers: one number, the very bytes, and an end that is told but never erased."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from sewerdesk.data.models.paper import Paper
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.services.papers import SUPERSEDED, _issue_paper, _mark_paper, paper_file, papers_of, void_paper
from sewerdesk.services.workspace import Workspace

DRAWN = b"%PDF-1.7 the permit as it was handed out"


def issue(ws: Workspace) -> int:
    with ws.write() as session:
        paper = _issue_paper(
            session,
            series="PER",
            kind="permit",
            title="Permit for 14 Main St",
            subject=("permit", 1),
            template=("permit", "1"),
            merged={"owner": "Jane Doe"},
            draw=lambda number: DRAWN + number.encode(),
        )
        return paper.id


def test_issue_freezes_number_and_bytes(ws: Workspace) -> None:
    paper = paper_file(ws, paper_id=issue(ws))
    assert paper.content == DRAWN + b"PER-2027-0001"
    assert (paper.row.number, paper.row.state, paper.row.issued_by) == ("PER-2027-0001", "issued", "MB")
    assert paper.file_name == "PER-2027-0001-permit-for-14-main-st.pdf"


def test_issue_that_cannot_be_drawn_takes_no_number(ws: Workspace) -> None:
    def fail(_number: str) -> bytes:
        raise UserError("The permit names no owner. Enter the owner.")

    with pytest.raises(UserError, match="names no owner"), ws.write() as session:
        _issue_paper(
            session,
            series="PER",
            kind="permit",
            title="Permit",
            subject=("permit", 1),
            template=("permit", "1"),
            merged={},
            draw=fail,
        )
    assert papers_of(ws, subject="permit", subject_id=1) == ()
    assert paper_file(ws, paper_id=issue(ws)).row.number == "PER-2027-0001"


def test_void_keeps_number_and_bytes(ws: Workspace) -> None:
    first, second = issue(ws), issue(ws)
    before = paper_file(ws, paper_id=first).content
    void_paper(ws, paper_id=first, reason="Wrong parcel")
    after = paper_file(ws, paper_id=first)
    assert (after.content, after.row.state, after.row.state_reason) == (before, "void", "Wrong parcel")
    assert [row.state for row in papers_of(ws, subject="permit", subject_id=1)] == ["issued", "void"]
    assert paper_file(ws, paper_id=second).row.number == "PER-2027-0002"


def test_void_twice_or_without_a_reason(ws: Workspace) -> None:
    paper_id = issue(ws)
    with pytest.raises(UserError, match="Say why PER-2027-0001 is voided"):
        void_paper(ws, paper_id=paper_id, reason="  ")
    void_paper(ws, paper_id=paper_id, reason="Wrong parcel")
    with pytest.raises(UserError, match="PER-2027-0001 is void already; nothing was changed"):
        void_paper(ws, paper_id=paper_id, reason="again")


def test_superseded_paper_is_not_voided(ws: Workspace) -> None:
    paper_id = issue(ws)
    with ws.write() as session:
        _mark_paper(session, session.get_one(Paper, paper_id), event=SUPERSEDED, reason="Bill run again")
    with pytest.raises(UserError, match="PER-2027-0001 is superseded already"):
        void_paper(ws, paper_id=paper_id, reason="mistake")


def test_a_paper_that_is_not_there(ws: Workspace) -> None:
    with pytest.raises(UserError, match="That paper is not in this office"):
        paper_file(ws, paper_id=99)
    with pytest.raises(UserError, match="That paper is not in this office"):
        void_paper(ws, paper_id=99, reason="why")


@pytest.mark.parametrize("sql", ["UPDATE paper SET content = x'00'", "DELETE FROM paper"])
def test_refuse_to_change_a_paper_even_by_sql(ws: Workspace, sql: str) -> None:
    paper_id = issue(ws)
    with pytest.raises(IntegrityError, match="never changed or deleted"), ws.write() as session:
        session.execute(text(sql))
    assert paper_file(ws, paper_id=paper_id).content.startswith(DRAWN)


def test_refuse_a_paper_whose_bytes_somebody_changed(ws: Workspace) -> None:
    paper_id = issue(ws)
    with ws.write() as session:
        session.execute(text("DROP TRIGGER paper_no_update"))
        session.execute(text("UPDATE paper SET content = x'255044462d312e37'"))
    with pytest.raises(EnvironmentProblem, match="PER-2027-0001 does not match the fingerprint") as caught:
        paper_file(ws, paper_id=paper_id)
    assert caught.value.kind is ProblemKind.CORRUPT
