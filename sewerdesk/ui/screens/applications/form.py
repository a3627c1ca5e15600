"""The application form as typed, and how it becomes the draft that the rules read, and back."""

from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sewerdesk.domain.application_checks import AUTHORIZATION
from sewerdesk.domain.application_items import has_field, item_field
from sewerdesk.domain.applications import (
    ApplicationAnswers,
    ApplicationDraft,
    ItemAnswer,
    Paper,
)
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import Law, ProjectKind


@dataclass(frozen=True, slots=True)
class ApplicationForm(ApplicationAnswers):
    """The form as it stands on screen: the answers, and what is chosen, listed or ticked there."""

    permit_class: str | None = None
    account_class: str | None = None
    outside: bool | None = None
    owner_works: bool | None = None
    road_answers: tuple[ChecklistAnswer, ...] = ()
    papers_in: tuple[ChecklistAnswer, ...] = ()
    industrial_papers_in: tuple[ChecklistAnswer, ...] = ()
    sewer_papers_in: tuple[ChecklistAnswer, ...] = ()
    private_papers_in: tuple[ChecklistAnswer, ...] = ()
    files: tuple[Path, ...] = ()
    condition_lines: str = ""


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


_SHARED = (*(one.name for one in fields(ApplicationAnswers)), "permit_class", "account_class")


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
