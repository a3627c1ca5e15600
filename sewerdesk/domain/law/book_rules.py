"""What a law pack requires of whom, each rule as one item of the list that can be read and searched."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from sewerdesk.domain.law import (
    Approval,
    Attachment,
    AutomaticTermination,
    BondRequirement,
    ChecklistItem,
    CoverageRequirement,
    FeeKind,
    FigureStatus,
    HighwayPermission,
    LawPack,
    LeakTest,
    PermitClass,
    PermitClock,
    PolicyTerm,
    ServiceRule,
    SiuCriterion,
    StatutoryProof,
    TimeLimit,
    TimeRow,
    Violation,
    WorkTrigger,
)
from sewerdesk.domain.law.words import figure_unit, figure_value, figure_words
from sewerdesk.domain.wording import count, join_words, show


class EntryKind(StrEnum):
    """What an entry of the law is."""

    FIGURE = "Figure"
    OFFICER = "Officer"
    WORD = "Word"
    TEXT = "Text"
    PERMIT = "Permit"
    CONTRACTOR = "Contractor"
    APPROVAL = "Approval"
    FEE = "Fee"
    INSPECTION = "Inspection"
    TEST = "Test"
    VIOLATION = "Violation"
    NOTICE = "Notice"
    INDUSTRY = "Industry"


@dataclass(frozen=True, slots=True)
class LawItem:
    """An entry before it has its place."""

    key: str
    kind: EntryKind
    subject: str
    citation: str
    value: str = ""
    unit: str = ""
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""
    sentence: str = ""
    effective: date | None = None
    history: tuple[str, ...] = ()


def rule_items(law: LawPack) -> Iterator[LawItem]:
    """Every rule of the pack, in its order; figures are shown as the pack has them."""
    groups: tuple[tuple[Iterable[Any], Callable[[Any, LawPack], LawItem]], ...] = (
        (law.permit_classes, _permit_class),
        (law.permit_clocks, _permit_clock),
        (law.automatic_terminations, _termination),
        (law.right_of_way, _work_trigger),
        (law.bond_requirements, _bond),
        (law.coverage_requirements, _coverage),
        (law.policy_terms, _policy_term),
        (law.statutory_proofs, _proof),
        (law.highway_permissions, _highway),
        (law.approvals, _approval),
        (law.attachments, _attachment),
        (law.fee_kinds, _fee),
        (law.checklist, _checklist),
        (law.leak_tests, _leak_test),
        (law.test_times, _test_time),
        (law.violations, _violation),
        (law.service_rules, _service),
        (law.time_limits, _response),
        (law.siu_criteria, _siu),
    )
    for rows, make in groups:
        for row in rows:
            yield make(row, law)


def _words(law: LawPack, *keys: str) -> str:
    return join_words([figure_words(law.figures[key]) for key in keys if key])


def _titles(law: LawPack, *roles: str) -> str:
    return join_words([law.officers[role].title for role in roles if role])


def _permit_class(row: PermitClass, _law: LawPack) -> LawItem:
    return LawItem(
        row.key,
        EntryKind.PERMIT,
        f"the class {row.name}",
        row.citation,
        "",
        "",
        row.status,
        "",
        row.scope,
    )


def _permit_clock(row: PermitClock, law: LawPack) -> LawItem:
    value = _words(law, row.figure)
    return LawItem(row.key, EntryKind.PERMIT, row.title, row.citation, value, sentence=row.consequence)


def _termination(row: AutomaticTermination, law: LawPack) -> LawItem:
    value = _words(law, row.figure)
    why = "This ends a permit by itself."
    return LawItem(row.key, EntryKind.PERMIT, row.sentence, row.citation, value, sentence=why)


def _work_trigger(row: WorkTrigger, _law: LawPack) -> LawItem:
    why = "A yes makes the contractor's requirements apply."
    return LawItem(row.key, EntryKind.CONTRACTOR, row.question, row.citation, sentence=why)


def _bond(row: BondRequirement, law: LawPack) -> LawItem:
    clauses = " ".join(clause.sentence for clause in row.clauses)
    words = f"{row.purpose} Filed with the {_titles(law, row.filed_with)}. {clauses}".strip()
    return LawItem(
        row.key, EntryKind.CONTRACTOR, row.label, row.citation, _words(law, row.amount), sentence=words
    )


def _coverage(row: CoverageRequirement, law: LawPack) -> LawItem:
    limits = "; ".join(f"{limit.label} {_words(law, limit.figure)}" for limit in row.limits)
    hazards = join_words([hazard.label for hazard in row.hazards])
    words = f"It covers {hazards}. {row.note}" if hazards else row.note
    return LawItem(row.kind, EntryKind.CONTRACTOR, row.label, row.citation, limits, sentence=words.strip())


def _policy_term(row: PolicyTerm, law: LawPack) -> LawItem:
    value = _words(law, row.figure) or _titles(law, *row.approved_by)
    why = "Every policy provides this; it is proved by endorsement."
    return LawItem(row.key, EntryKind.CONTRACTOR, row.sentence, row.citation, value, sentence=why)


def _proof(row: StatutoryProof, _law: LawPack) -> LawItem:
    accepted = join_words([form.code for form in row.accepted], last="or")
    refused = " ".join(f"{form.code} is refused: {form.reason}" for form in row.refused)
    words = f"{row.sentence} {refused}".strip()
    return LawItem(row.key, EntryKind.CONTRACTOR, row.label, row.citation, accepted, sentence=words)


def _highway(row: HighwayPermission, _law: LawPack) -> LawItem:
    subject = f"opening a {row.jurisdiction.value} road"
    key = f"highway.{row.jurisdiction.value}"
    return LawItem(key, EntryKind.APPROVAL, subject, row.citation, row.authority, sentence=row.sentence)


def _approval(row: Approval, _law: LawPack) -> LawItem:
    why = f"Needed for a {_project(row.project.value)}, before {row.before}."
    return LawItem(row.key, EntryKind.APPROVAL, row.sentence, row.citation, row.authority, sentence=why)


def _attachment(row: Attachment, _law: LawPack) -> LawItem:
    why = f"A paper with the application for a {_project(row.project.value)}."
    needed = row.needed.value.replace("_", " ")
    return LawItem(row.key, EntryKind.PERMIT, row.label, row.citation, needed, "", row.status, "", why)


def _fee(row: FeeKind, law: LawPack) -> LawItem:
    figure = law.figures[row.amount]
    words = " ".join(part for part in (row.sentence, row.exemption) if part)
    return LawItem(
        row.key,
        EntryKind.FEE,
        row.label,
        row.citation,
        figure_value(figure),
        figure_unit(figure),
        figure.status,
        figure.missing,
        words,
    )


def _checklist(row: ChecklistItem, law: LawPack) -> LawItem:
    why = f"A line of the inspection form, stage “{row.stage.value}”."
    value = _words(law, *row.figures)
    return LawItem(row.key, EntryKind.INSPECTION, row.sentence, row.citation, value, "", row.status, "", why)


def _leak_test(row: LeakTest, law: LawPack) -> LawItem:
    limits = "; ".join(f"{law.figures[key].subject}: {figure_words(law.figures[key])}" for key in row.figures)
    before = " ".join(item.sentence for item in row.preconditions)
    words = f"{row.sentence} {before}".strip()
    return LawItem(row.key, EntryKind.TEST, row.name, row.citation, limits, sentence=words)


def _test_time(row: TimeRow, law: LawPack) -> LawItem:
    test = next(one for one in law.leak_tests if one.key == row.test)
    subject = f"{test.name}: the time for {show(row.diameter_in)} in pipe"
    value = f"{count(row.seconds, 'second')} up to {show(row.up_to_ft)} ft, then {show(row.seconds_per_ft)} a foot"
    return LawItem(row.key, EntryKind.TEST, subject, row.citation, value, "", row.status, row.missing)


def _violation(row: Violation, law: LawPack) -> LawItem:
    limits = join_words(
        [f"{law.figures[key].subject}: {figure_words(law.figures[key])}" for key in row.penalties]
    )
    return LawItem(row.key, EntryKind.VIOLATION, row.title, row.cited, limits, "", row.status, "", row.remedy)


def _service(row: ServiceRule, _law: LawPack) -> LawItem:
    methods = join_words(list(row.methods), last="or").replace("_", " ")
    subject = f"how a paper is served: {row.key.replace('_', ' ')}"
    return LawItem(
        row.key, EntryKind.NOTICE, subject, row.citation, methods, "", row.status, "", row.sentence
    )


def _response(row: TimeLimit, law: LawPack) -> LawItem:
    figure = law.figures[row.figure]
    worse = figure.status if figure.status is not FigureStatus.LAW else row.status
    return LawItem(
        row.key,
        EntryKind.NOTICE,
        row.title,
        row.citation,
        figure_value(figure),
        figure_unit(figure),
        worse,
        figure.missing,
        row.sentence,
    )


def _siu(row: SiuCriterion, law: LawPack) -> LawItem:
    why = "Any one of these makes a significant industrial user."
    value = _words(law, row.figure)
    return LawItem(row.key, EntryKind.INDUSTRY, row.sentence, row.citation, value, "", row.status, "", why)


def _project(value: str) -> str:
    return {"lateral": "connection"}.get(value, value.replace("_", " "))
