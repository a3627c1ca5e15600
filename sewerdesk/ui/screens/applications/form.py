"""The application form as typed, and how it becomes the draft that the rules read, and back."""

from dataclasses import dataclass, field, fields, make_dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from sewerdesk.domain.application_checks import AUTHORIZATION
from sewerdesk.domain.application_items import has_field, item_field
from sewerdesk.domain.applications import (
    ApplicationDraft,
    Capacity,
    ItemAnswer,
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
    renews: str = ""
    what_varied: str = ""
    parcel_id: int | None = None
    print_key: str = ""
    location: str = ""
    outside: bool | None = None
    agreement: str = ""
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
    shares_lateral: bool | None = None
    shared_reason: str = ""
    shared_act: str = ""
    serves_complex: bool | None = None
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
    reuse_tested_on: date | None = None
    reuse_passed: bool | None = None
    reuse_reference: str = ""
    designer: str = ""
    designer_license: str = ""
    plan_set: str = ""
    depth_at_main_ft: Decimal | None = None
    depth_at_house_ft: Decimal | None = None
    septic_method: str = ""
    road_answers: tuple[ChecklistAnswer, ...] = ()
    road_jurisdiction: RoadJurisdiction | None = None
    highway_permit_no: str = ""
    highway_permit_on: date | None = None
    highway_permit_until: date | None = None
    highway_security: Decimal | None = None
    papers_in: tuple[ChecklistAnswer, ...] = ()
    industrial_papers_in: tuple[ChecklistAnswer, ...] = ()
    sewer_papers_in: tuple[ChecklistAnswer, ...] = ()
    private_papers_in: tuple[ChecklistAnswer, ...] = ()
    files: tuple[Path, ...] = ()
    certified_by: str = ""
    certified_on: date | None = None
    planned_start: date | None = None
    planned_end: date | None = None
    construction_notice_on: date | None = None
    condition_lines: str = ""
    notes: str = ""


_QUESTION = "item_"
#: The fields for papers, each with the projects whose papers it lists; the industrial ones go with their class.
PAPER_FIELDS: tuple[tuple[str, frozenset[ProjectKind], bool], ...] = (
    ("papers_in", frozenset({ProjectKind.LATERAL, ProjectKind.OUTSIDE_USER}), False),
    ("industrial_papers_in", frozenset({ProjectKind.LATERAL}), True),
    ("sewer_papers_in", frozenset({ProjectKind.NEW_SEWER, ProjectKind.SUBDIVISION}), False),
    ("private_papers_in", frozenset({ProjectKind.PRIVATE_DISPOSAL}), False),
)


def form_type(law: Law) -> type[ApplicationForm]:
    """The form with a field for each question of this law that has no field of its own."""
    return _form_type(tuple(item_field(row) for row in law.application_items if not has_field(row)))


@lru_cache(maxsize=8)
def _form_type(names: tuple[str, ...]) -> type[ApplicationForm]:
    added = [(name, str, field(default="")) for name in names]
    made: type[ApplicationForm] = make_dataclass(
        "ApplicationFormOfLaw", added, bases=(ApplicationForm,), frozen=True, slots=True
    )
    return made


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
        law_answers=_law_answers(form) or base.law_answers,
        papers=_papers(form, base),
        conditions=tuple(line.strip() for line in form.condition_lines.splitlines() if line.strip()),
    )


def form_of_draft(draft: ApplicationDraft, law: Law) -> ApplicationForm:
    """The form that shows a draft."""
    shape = form_type(law)
    asked = draft.triggers_answered
    values: dict[str, Any] = {name: getattr(draft, name) for name in _SHARED}
    for name in ("permit_class", "account_class"):
        values[name] = values[name] or None
    questions = {one.name for one in fields(shape) if one.name.startswith(_QUESTION)}
    answers = {f"{_QUESTION}{one.key}": one.text for one in draft.law_answers}
    values |= {name: text for name, text in answers.items() if name in questions}
    values |= _paper_answers(draft, law)
    values["outside"] = not draft.in_district
    if draft.owner_does_the_work or draft.contractor_id:
        values["owner_works"] = draft.owner_does_the_work
    values["road_answers"] = tuple(
        ChecklistAnswer(row.key, _answer(row.key in draft.triggers) if asked else None)
        for row in law.right_of_way
    )
    values["condition_lines"] = "\n".join(draft.conditions)
    return shape(**values)


def _paper_answers(draft: ApplicationDraft, law: Law) -> dict[str, tuple[ChecklistAnswer, ...]]:
    """Which papers have come in, by the fields that list them."""
    received = frozenset(paper.key for paper in draft.papers if paper.received_on is not None)
    return {
        name: tuple(
            ChecklistAnswer(one, Answer.YES if one in received else None)
            for one in paper_keys(law, projects, industrial=industrial)
        )
        for name, projects, industrial in PAPER_FIELDS
    }


def paper_keys(law: Law, projects: frozenset[ProjectKind], *, industrial: bool = False) -> tuple[str, ...]:
    """The law's papers for projects, those of one class apart; the authorization has fields of its own."""
    return tuple(
        row.key
        for row in law.attachments
        if row.project in projects and row.key != AUTHORIZATION and bool(row.classes) is industrial
    )


def _law_answers(form: ApplicationForm) -> tuple[ItemAnswer, ...]:
    """What was typed to the law's questions."""
    names = [one.name for one in fields(form) if one.name.startswith(_QUESTION)]
    typed = [(name.removeprefix(_QUESTION), str(getattr(form, name)).strip()) for name in names]
    return tuple(ItemAnswer(key, text) for key, text in typed if text)


def _papers(form: ApplicationForm, base: ApplicationDraft) -> tuple[Paper, ...]:
    """The papers with those ticked as received; what was asked for before stays asked for."""
    ticked = yes_keys(tuple(one for name, _, _ in PAPER_FIELDS for one in getattr(form, name)))
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
