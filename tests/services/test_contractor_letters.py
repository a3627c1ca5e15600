"""The letter to a contractor: what fails today, else what lapses next, with sections and open permits."""

import io
from datetime import date

import pytest
from pypdf import PdfReader

from sewerdesk.domain.contractors import CoverTerm
from sewerdesk.domain.errors import UserError
from sewerdesk.services.contractor_letters import write_insurance_notice
from sewerdesk.services.contractors import register_contractor
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.workspace import Workspace
from tests.support.counter import contractor_draft, good_contractor


def words(ws: Workspace, paper_id: int) -> str:
    content = paper_file(ws, paper_id=paper_id).content
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages)


def test_write_insurance_notice_lists_what_is_missing_with_its_section(ws: Workspace) -> None:
    contractor_id = register_contractor(ws, draft=contractor_draft())
    text = words(ws, write_insurance_notice(ws, contractor_id=contractor_id))
    for said in (
        "INX-2027-0001",
        "ADIRONDACK LATERAL WORKS LLC",
        "Highway work bond: $5,000, filed with the Town Clerk",
        "No bond on file",
        "§408(2)(e)",
        "with the Town Clerk at once (§408(1)",
        "Workers' compensation: form C-105.2, U-26.3, SI-12, GSI-105.2 or CE-200.",
        "Disability and paid family leave: form DB-120.1, DB-155 or CE-200.",
        # the bond and the insurance of 408 are for work in a highway's right-of-way, not for all work in the town
        "From January 4, 2027, until it is restored, you may do none of the work for which the law asks for it",
    ):
        assert said in text
    [paper] = papers_of(ws, subject="contractor", subject_id=contractor_id)
    assert (paper.number, paper.kind) == ("INX-2027-0001", "insurance_notice")


def test_write_insurance_notice_to_one_in_good_standing_names_what_lapses_next(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    text = words(ws, write_insurance_notice(ws, contractor_id=contractor_id))
    assert "with the Town Clerk by December 31, 2027" in text
    assert "From January 1, 2028, until it is restored, you may do none of the work" in text
    assert "Highway work bond" not in text


def test_write_insurance_notice_is_refused_where_nothing_ends(ws: Workspace) -> None:
    contractor_id = good_contractor(ws, term=CoverTerm(date(2027, 1, 1), continuous=True))
    with pytest.raises(UserError, match="there is nothing to write about"):
        write_insurance_notice(ws, contractor_id=contractor_id)
