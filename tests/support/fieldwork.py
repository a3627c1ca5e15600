"""Permits and inspections for tests: a permit as the counter issues it, and the days of the work under it."""

from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.data.answers import answers_to_json
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.figures import figure_to_json
from sewerdesk.data.queries.permits import clock_to_json
from sewerdesk.domain.applications import ApplicationDraft, ApplicationState, WorkType
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.fieldwork import RequestDraft, ResultDraft
from sewerdesk.domain.inspections import NOTICE_FIGURE, Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestKind
from sewerdesk.domain.measures import Measured, MeasureUnit
from sewerdesk.domain.permits import issue_clocks
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.inspection_results import RecordedResult, checklist_of, record_result
from sewerdesk.services.inspections import request_inspection
from sewerdesk.services.law import law_of
from sewerdesk.services.parties import _new_party
from sewerdesk.services.workspace import Workspace

LONG_AGO = date(2020, 1, 1)


def add_parcel(
    ws: Workspace, *, print_key: str = "12.13-2-15.1", owner: str = "Ann O'Brien", house: str = "12"
) -> int:
    """A parcel on Main St with its owner of record; returns its id."""
    draft = PartyDraft(name=owner, street=f"{house} Main St", city="Hague", state="NY", zip_code="12836")
    with ws.write() as session:
        party = _new_party(session, draft, since=LONG_AGO)
        parcel = Parcel(
            swis="523400",
            print_key=print_key,
            location_number=house,
            location_street="Main St",
            active_from=LONG_AGO,
        )
        parcel.roles.append(ParcelRole(party=party, role="owner", valid_from=LONG_AGO))
        session.add(parcel)
        session.flush()
        return parcel.id


def issue_sample_permit(
    ws: Workspace,
    *,
    parcel_id: int,
    issued_on: date | None = None,
    work: WorkType = WorkType.NEW_CONNECTION,
    units: str = "1",
) -> int:
    """A permit in force for a lateral on a parcel, its clocks by the office's law; returns its id."""
    day = issued_on or ws.clock.today()
    law, calendar = law_of(ws), calendar_of(ws)
    with ws.write() as session:
        parcel = session.get_one(Parcel, parcel_id)
        [role] = parcel.roles
        draft = ApplicationDraft(
            received_on=day,
            permit_class=law.permit_classes[0].key,
            work_type=work,
            parcel_id=parcel_id,
            print_key=parcel.print_key,
            location=parcel.location,
            owner_party_id=role.party_id,
            owner_name=role.party.name,
            contractor_name="O'Brien & Sons <Plumbing>",
            account_class="R",
            units=Decimal(units),
        )
        application = Application(
            number=take_number(session, kind="APP", year=day.year),
            parcel_id=parcel_id,
            received_on=day,
            state=ApplicationState.PERMIT_ISSUED.value,
            answers=answers_to_json(draft),
        )
        session.add(application)
        session.flush()
        clocks = issue_clocks(law, issued_on=day, class_key=draft.permit_class, calendar=calendar)
        permit = Permit(
            number=take_number(session, kind="PER", year=day.year),
            application_id=application.id,
            issued_on=day,
            class_key=draft.permit_class,
            clocks=[clock_to_json(one) for one in clocks],
            conditions=[],
            figures=[figure_to_json(law.figure(NOTICE_FIGURE, day))] if law.has_figure(NOTICE_FIGURE) else [],
            actor=session.info["actor"],
        )
        session.add(permit)
        session.flush()
        return permit.id


def ask(ws: Workspace, permit_id: int, stage: Stage) -> int:
    """A call for an inspection."""
    draft = RequestDraft(permit_id=permit_id, stage=stage, requested_by="O'Brien & Sons <Plumbing>")
    return request_inspection(ws, draft=draft)


def all_yes(ws: Workspace, inspection_id: int) -> tuple[ChecklistAnswer, ...]:
    """Every line of the stage answered yes."""
    lines = checklist_of(ws, inspection_id=inspection_id)
    return tuple(ChecklistAnswer(line.key, Answer.YES) for line in lines)


def all_no(ws: Workspace, inspection_id: int) -> tuple[ChecklistAnswer, ...]:
    """Every line of the stage answered no."""
    return tuple(ChecklistAnswer(one.key, Answer.NO) for one in all_yes(ws, inspection_id))


def passed(ws: Workspace, inspection_id: int, *tests: LeakTestDraft) -> RecordedResult:
    """The visit of today at which everything was in order."""
    draft = ResultDraft(
        outcome=Outcome.PASSED,
        visited_on=ws.clock.today(),
        inspector="R. Field",
        checklist=all_yes(ws, inspection_id),
        tests=tests,
    )
    return record_result(ws, inspection_id=inspection_id, draft=draft)


def exfiltration(*, gallons: str, day: date) -> LeakTestDraft:
    """Law T4: 8 inches, 1,000 feet, 2 manholes, measured for 24 hours; every condition met."""
    answers = ("head", "soak", "air", "lamped", "deflection")
    return LeakTestDraft(
        kind=LeakTestKind.EXFILTRATION,
        section="Manhole 14 to manhole 16",
        diameter_1=Measured(Decimal(8), MeasureUnit.INCHES),
        length_1=Measured(Decimal(1000), MeasureUnit.FEET),
        manholes=2,
        water=Measured(Decimal(gallons), MeasureUnit.GALLONS),
        duration=Measured(Decimal(24), MeasureUnit.HOURS),
        head=Measured(Decimal(6), MeasureUnit.FEET),
        groundwater=Measured(Decimal(-2), MeasureUnit.FEET),
        downstream_head=Measured(Decimal(9), MeasureUnit.FEET),
        freeboard=Measured(Decimal(12), MeasureUnit.INCHES),
        filled_on=day,
        filled_at="8:00 AM",
        measured_on=day + timedelta(days=1),
        measured_at="8:00 AM",
        answers=tuple(ChecklistAnswer(key, Answer.YES) for key in answers),
        supervised_by="R. Field",
        approval_reference="Letter of approval 7",
        approved_on=LONG_AGO,
        device="Standing rule 2",
    )
