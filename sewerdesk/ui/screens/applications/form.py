"""The application form as typed, and how it becomes the draft that the rules read, and back."""

from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from sewerdesk.domain.application_checks import AUTHORIZATION
from sewerdesk.domain.applications import (
    ApplicationDraft,
    Capacity,
    LateralUse,
    Paper,
    WorkType,
)
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import Law, ProjectKind, RoadJurisdiction


@dataclass(frozen=True, slots=True)
class ApplicationForm:
    """The form as it stands on screen; the fields are those of ``ApplicationDraft`` where they have its names."""

    received_on: date | None = None
    received_by: str = ""
    permit_class: str | None = None
    work_type: WorkType | None = None
    parcel_id: int | None = None
    print_key: str = ""
    location: str = ""
    outside: bool | None = None
    owner_name: str = ""
    owner_mailing: str = ""
    owner_phone: str = ""
    owner_email: str = ""
    capacity: Capacity | None = None
    applicant_name: str = ""
    applicant_mailing: str = ""
    applicant_phone: str = ""
    authorization_reference: str = ""
    authorization_received_on: date | None = None
    owner_works: bool | None = None
    contractor_id: int | None = None
    utility_ticket: str = ""
    utility_called_on: date | None = None
    building_use: str = ""
    dwelling_units: int | None = None
    bedrooms: int | None = None
    existing_building: bool | None = None
    building_permit_no: str = ""
    estimated_gpd: Decimal | None = None
    units: Decimal | None = None
    units_reason: str = ""
    account_class: str | None = None
    water_source: str = ""
    lateral_use: LateralUse | None = None
    lateral_diameter_in: Decimal | None = None
    lateral_material: str = ""
    lateral_length_ft: Decimal | None = None
    lateral_slope_in_per_ft: Decimal | None = None
    tap_kind: str = ""
    depth_at_main_ft: Decimal | None = None
    depth_at_house_ft: Decimal | None = None
    septic_method: str = ""
    road_answers: tuple[ChecklistAnswer, ...] = ()
    road_jurisdiction: RoadJurisdiction | None = None
    highway_permit_no: str = ""
    highway_permit_on: date | None = None
    papers_in: tuple[ChecklistAnswer, ...] = ()
    sewer_papers_in: tuple[ChecklistAnswer, ...] = ()
    files: tuple[Path, ...] = ()
    certified_by: str = ""
    certified_on: date | None = None
    planned_start: date | None = None
    planned_end: date | None = None
    condition_lines: str = ""
    notes: str = ""


_SHARED = tuple(
    sorted({one.name for one in fields(ApplicationForm)} & {one.name for one in fields(ApplicationDraft)})
)


def draft_of_form(form: ApplicationForm, base: ApplicationDraft) -> ApplicationDraft:
    """The draft that the rules read; what the form does not ask stays as in ``base``."""
    values = {name: getattr(form, name) for name in _SHARED}
    for name in ("permit_class", "account_class"):
        values[name] = values[name] or ""
    answered = all(one.answer is not None for one in form.road_answers)
    return replace(
        base,
        **values,
        in_district=form.outside is not True,
        owner_does_the_work=form.owner_works is True,
        contractor_name="",
        triggers=yes_keys(form.road_answers),
        triggers_answered=answered,
        papers=_papers(form, base),
        conditions=tuple(line.strip() for line in form.condition_lines.splitlines() if line.strip()),
    )


def form_of_draft(draft: ApplicationDraft, law: Law) -> ApplicationForm:
    """The form that shows a draft."""
    values = {name: getattr(draft, name) for name in _SHARED}
    for name in ("permit_class", "account_class"):
        values[name] = values[name] or None
    asked = draft.triggers_answered
    received = frozenset(paper.key for paper in draft.papers if paper.received_on is not None)
    return ApplicationForm(
        **values,
        outside=not draft.in_district,
        owner_works=draft.owner_does_the_work if draft.owner_does_the_work or draft.contractor_id else None,
        road_answers=tuple(
            ChecklistAnswer(row.key, _answer(row.key in draft.triggers) if asked else None)
            for row in law.right_of_way
        ),
        papers_in=tuple(
            ChecklistAnswer(one, Answer.YES if one in received else None)
            for one in paper_keys(law, ProjectKind.LATERAL)
        ),
        sewer_papers_in=tuple(
            ChecklistAnswer(one, Answer.YES if one in received else None)
            for one in paper_keys(law, ProjectKind.NEW_SEWER)
        ),
        condition_lines="\n".join(draft.conditions),
    )


def paper_keys(law: Law, project: ProjectKind) -> tuple[str, ...]:
    """The law's papers for a project, without the authorization, which has fields of its own."""
    rows = [row for row in law.attachments if row.project is project and row.key != AUTHORIZATION]
    return tuple(row.key for row in rows)


def _papers(form: ApplicationForm, base: ApplicationDraft) -> tuple[Paper, ...]:
    """The papers with those ticked as received; what was asked for before stays asked for."""
    ticked = yes_keys((*form.papers_in, *form.sewer_papers_in))
    known = {paper.key: paper for paper in base.papers}
    for key in ticked:
        paper = known.get(key, Paper(key))
        if paper.received_on is None:
            known[key] = replace(paper, received_on=form.received_on, applies=True)
    for key in set(known) - ticked:
        if known[key].received_on is not None:
            known[key] = replace(known[key], received_on=None)
    return tuple(known[key] for key in sorted(known))


def yes_keys(answers: tuple[ChecklistAnswer, ...]) -> frozenset[str]:
    """The keys of the items that were answered yes."""
    return frozenset(one.key for one in answers if one.answer is Answer.YES)


def _answer(is_yes: bool) -> Answer:
    return Answer.YES if is_yes else Answer.NO
