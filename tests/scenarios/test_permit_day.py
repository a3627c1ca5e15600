"""A story: from the contractor's papers to a filed permit, with Hague's figures worked by hand.

The Town asks for a bond of $5,000 (408(1)) and the insurance of 408(2); the permit lapses 60 days after issue
unless filed, and ends after two years (602B, read as 502B). Issued on Monday, January 4, 2027, sixty days end on
Friday, March 5, 2027, and two years on Thursday, January 4, 2029. Issued a day later, sixty days end on Saturday,
March 6, and the permit may be filed until Monday, March 8.
"""

import io
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.domain.contractors import CoverTerm
from sewerdesk.domain.counter import CounterStage, Filing
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.applications import (
    application_page,
    approve_application,
    list_applications,
    record_approval,
)
from sewerdesk.services.contractors import contractor_standing, list_contractors
from sewerdesk.services.papers import paper_file
from sewerdesk.services.permits import PermitRefused, issue_permit, permit_view, record_filed
from tests.support.counter import (
    fee_schedule,
    good_contractor,
    pay_fees,
    taken_application,
)
from tests.support.offices import copied_office


def test_a_contractor_is_judged_an_application_taken_and_the_permit_filed(
    office_template: Path, tmp_path: Path
) -> None:
    with copied_office(office_template, tmp_path / "office", clock=FixedClock(date(2027, 1, 4))) as office:
        ws = office.ws
        # The contractor brings everything but a workers' compensation form that counts.
        contractor_id = good_contractor(ws, term=CoverTerm(date(2026, 1, 1), date(2027, 12, 31)))
        assert contractor_standing(ws, contractor_id, date(2027, 12, 31)).answer is Answer.YES
        assert contractor_standing(ws, contractor_id, date(2028, 1, 1)).answer is Answer.NO
        assert list_contractors(ws)[0].answer is Answer.YES

        # The owner applies; the fees are those of the schedule: 1,750.00 and 75.00.
        fee_schedule(ws)
        application_id = taken_application(ws, contractor_id=contractor_id)
        page = application_page(ws, application_id=application_id)
        assert sum((line.open_amount for line in page.view.fees), Decimal(0)) == Decimal("1825.00")
        assert page.readiness.answer is Answer.NO

        # Nothing is issued while the connection fee is unpaid or an approval is missing; the inspection fee of §402A
        # is due before construction, so it is a warning.
        with pytest.raises(PermitRefused) as refused:
            issue_permit(ws, application_id=application_id)
        assert {one.citation for one in refused.value.hindrances} == {
            "§501A",
            "§§201, 502",
            "§502",
            "§§501A, 502",
        }
        record_approval(
            ws,
            application_id=application_id,
            key="zoning_intake",
            approved_on=date(2027, 1, 4),
            reference="Stamp 7",
        )
        approve_application(
            ws, application_id=application_id, role="issues", person="J. Peña", on=date(2027, 1, 4)
        )
        pay_fees(ws, application_id)
        assert application_page(ws, application_id=application_id).readiness.answer is Answer.YES

        # Issued on January 4, 2027: 60 days end on Friday, March 5, 2027; two years on Thursday, January 4, 2029.
        permit_id = issue_permit(ws, application_id=application_id)
        permit = permit_view(ws, permit_id=permit_id)
        assert permit.number == "PER-2027-0001"
        assert [clock.effective for clock in permit.clocks] == [date(2027, 3, 5), date(2029, 1, 4)]
        file = paper_file(ws, paper_id=permit.papers[0].id)
        text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.content)).pages)
        for words in (
            "PER-2027-0001",
            "Friday, March 5, 2027",
            "Thursday, January 4, 2029",
            "O'Brien & Sons <Plumbing>",
        ):
            assert words in text

        # Filed in the Town Clerk's office on January 20: only the second clock still runs.
        ws.clock = FixedClock(date(2027, 1, 21))
        record_filed(
            ws, permit_id=permit_id, filing=Filing(date(2027, 1, 20), "Book 12, page 34", "T. Clerk")
        )
        after = permit_view(ws, permit_id=permit_id, on=date(2027, 6, 1))
        assert after.standing.state is PermitState.IN_FORCE
        assert [clock.key for clock in after.running] == ["expire"]
        assert list_applications(ws)[0].stage is CounterStage.IN_FORCE


def test_a_permit_whose_sixty_days_end_on_a_saturday_may_be_filed_on_monday(
    office_template: Path, tmp_path: Path
) -> None:
    day = date(2027, 1, 5)
    with copied_office(office_template, tmp_path / "office", clock=FixedClock(day)) as office:
        ws = office.ws
        # Every policy ends today; today it still counts.
        contractor_id = good_contractor(ws, term=CoverTerm(date(2026, 1, 6), day))
        fee_schedule(ws)
        application_id = taken_application(ws, contractor_id=contractor_id, planned_end=None)
        record_approval(
            ws, application_id=application_id, key="zoning_intake", approved_on=day, reference="S 1"
        )
        approve_application(ws, application_id=application_id, role="issues", person="J. Peña", on=day)
        pay_fees(ws, application_id)
        permit = permit_view(ws, permit_id=issue_permit(ws, application_id=application_id))
        assert (permit.clocks[0].raw, permit.clocks[0].effective) == (date(2027, 3, 6), date(2027, 3, 8))
        assert permit.clocks[0].rule == (
            "60 days from 1/5/2027 is Saturday 3/6/2027; next business day Monday 3/8/2027 "
            "(Gen. Constr. Law §25-a)"
        )
        assert (
            permit_view(ws, permit_id=permit.id, on=date(2027, 3, 8)).standing.state is PermitState.IN_FORCE
        )
        assert permit_view(ws, permit_id=permit.id, on=date(2027, 3, 9)).standing.state is PermitState.LAPSED

        # Tomorrow the contractor may not work any more.
        ws.clock = FixedClock(date(2027, 1, 6))
        assert list_contractors(ws)[0].answer is Answer.NO
