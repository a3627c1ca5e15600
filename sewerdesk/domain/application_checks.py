"""What an application still lacks, and what on it cannot be: one sentence a field, for the counter.

Source: Hague 502 and its kin for class, fee and papers; the rest is what every office needs to find the property,
the people and the pipe.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.applications import ApplicationDraft, Capacity, WorkType
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Attachment, Law, Needed, UnknownRule, holds_for
from sewerdesk.domain.wording import show_date

AUTHORIZATION = "agent"
"""The law pack's key of the owner's authorization."""


@dataclass(frozen=True, slots=True)
class MissingItem:
    """Something that must still come in: the field to go to, and what to bring."""

    field: str
    sentence: str
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Completeness:
    """How far the form is: how many things it needs, and which of them are missing."""

    needed: int
    missing: tuple[MissingItem, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the application can be submitted."""
        return not self.missing

    @property
    def sentence(self) -> str:
        """The strip on top of the form."""
        if self.is_complete:
            return "Everything needed to submit is there."
        return f"{len(self.missing)} of {self.needed} still needed to submit"


@dataclass(frozen=True, slots=True)
class _Need:
    field: str
    sentence: str
    is_there: Callable[[ApplicationDraft], bool]
    applies: Callable[[ApplicationDraft], bool] = lambda _: True


def _lays_pipe(draft: ApplicationDraft) -> bool:
    return draft.work_type not in {WorkType.DISCONNECT, WorkType.CHANGE_OF_USE}


def _by_another(draft: ApplicationDraft) -> bool:
    return draft.capacity in {Capacity.AGENT, Capacity.CONTRACTOR}


_NEEDS: tuple[_Need, ...] = (
    _Need(
        "received_on", "Enter the day on which the application was received.", lambda d: bool(d.received_on)
    ),
    _Need("permit_class", "Choose the class of permit.", lambda d: bool(d.permit_class)),
    _Need("work_type", "Choose what the application is for.", lambda d: d.work_type is not None),
    _Need("print_key", "Choose the parcel by its tax map number.", lambda d: d.parcel_id is not None),
    _Need("location", "Enter the street address of the property.", lambda d: bool(d.location.strip())),
    _Need("owner_name", "Enter the owner's name.", lambda d: bool(d.owner_name.strip())),
    _Need("owner_mailing", "Enter the owner's mailing address.", lambda d: bool(d.owner_mailing.strip())),
    _Need("owner_phone", "Enter the owner's telephone number.", lambda d: bool(d.owner_phone.strip())),
    _Need(
        "capacity", "Say whether the owner, an agent or the contractor applies.", lambda d: bool(d.capacity)
    ),
    _Need(
        "applicant_name", "Enter the applicant's name.", lambda d: bool(d.applicant_name.strip()), _by_another
    ),
    _Need(
        "authorization_received_on",
        "Ask for the owner's written authorization of the applicant.",
        lambda d: d.authorization_received_on is not None,
        _by_another,
    ),
    _Need("dwelling_units", "Enter the number of dwelling units.", lambda d: d.dwelling_units is not None),
    _Need(
        "estimated_gpd", "Enter the estimated flow in gallons per day.", lambda d: d.estimated_gpd is not None
    ),
    _Need("units", "Enter the units (EDU) to be billed.", lambda d: d.units is not None),
    _Need(
        "lateral_use",
        "Say whether the lateral is new or existing.",
        lambda d: bool(d.lateral_use),
        _lays_pipe,
    ),
    _Need(
        "lateral_diameter_in",
        "Enter the diameter of the pipe in inches.",
        lambda d: d.lateral_diameter_in is not None,
        _lays_pipe,
    ),
    _Need(
        "lateral_material", "Enter the pipe material.", lambda d: bool(d.lateral_material.strip()), _lays_pipe
    ),
    _Need(
        "lateral_length_ft",
        "Enter the length of the lateral in feet.",
        lambda d: d.lateral_length_ft is not None,
        _lays_pipe,
    ),
    _Need(
        "lateral_slope_in_per_ft",
        "Enter the slope of the lateral in inches per foot.",
        lambda d: d.lateral_slope_in_per_ft is not None,
        lambda d: _lays_pipe(d) and d.work_type is not WorkType.GRINDER_PUMP,
    ),
    _Need(
        "road_jurisdiction",
        "Say whose highway is opened: the municipality's, the county's or the state's.",
        lambda d: d.road_jurisdiction is not None,
        lambda d: bool(d.triggers),
    ),
    _Need(
        "certified_by", "Ask the applicant to sign the certification.", lambda d: bool(d.certified_by.strip())
    ),
    _Need("certified_on", "Enter the day of the signature.", lambda d: d.certified_on is not None),
)


def completeness(draft: ApplicationDraft, law: Law) -> Completeness:
    """What must still come in before the application can be submitted."""
    needs = [need for need in _NEEDS if need.applies(draft)]
    items = [MissingItem(need.field, need.sentence) for need in needs if not need.is_there(draft)]
    if not draft.triggers_answered:
        items += [MissingItem("triggers", row.question, row.citation) for row in law.right_of_way]
    papers = required_papers(draft, law)
    items += missing_papers(draft, law)
    return Completeness(needed=len(needs) + len(law.right_of_way) + len(papers), missing=tuple(items))


def required_papers(draft: ApplicationDraft, law: Law) -> tuple[Attachment, ...]:
    """The papers that this application must have: always, when asked for, or when the case applies."""
    return tuple(row for row in law.attachments if _is_required(row, draft))


def missing_papers(draft: ApplicationDraft, law: Law) -> list[MissingItem]:
    """The papers that are required and have not come in."""
    return [
        MissingItem("papers", f"Ask for: {row.label}.", row.citation)
        for row in required_papers(draft, law)
        if draft.paper(row.key).received_on is None
    ]


def _is_required(row: Attachment, draft: ApplicationDraft) -> bool:
    if not holds_for(row.project, draft.project) or (row.classes and draft.permit_class not in row.classes):
        return False
    if row.key == AUTHORIZATION:
        return False  # it has fields of its own on the form, checked there
    paper = draft.paper(row.key)
    return (
        row.needed is Needed.ALWAYS
        or paper.requested
        or (row.needed is Needed.WHEN_IT_APPLIES and paper.applies)
    )


def check_draft(draft: ApplicationDraft, law: Law, *, today: date) -> None:
    """Refuse what cannot be on any application, as ``FieldErrors``; a blank field is never refused here."""
    errors = dict(_field_errors(draft, law, today))
    if not (draft.print_key.strip() or draft.location.strip() or draft.owner_name.strip()):
        errors["print_key"] = "Enter the property or the owner, so that the draft can be found again."
    if errors:
        raise FieldErrors(errors)


def _field_errors(draft: ApplicationDraft, law: Law, today: date) -> Iterator[tuple[str, str]]:
    for field, day, what in (
        ("received_on", draft.received_on, "The application cannot have been received"),
        ("certified_on", draft.certified_on, "The certification cannot have been signed"),
        (
            "authorization_received_on",
            draft.authorization_received_on,
            "The authorization cannot have come in",
        ),
    ):
        if day is not None and day > today:
            yield field, f"{what} on {show_date(day)}; today is {show_date(today)}."
    if draft.permit_class and draft.permit_class not in {row.key for row in law.permit_classes}:
        yield "permit_class", f"The {law.municipality} has no class of permit named {draft.permit_class}."
    unknown = draft.triggers - {row.key for row in law.right_of_way}
    if unknown:
        raise UnknownRule(f'The law file of the {law.municipality} asks no question "{min(unknown)}".')
    if draft.dwelling_units is not None and draft.dwelling_units < 0:
        yield "dwelling_units", "The number of dwelling units cannot be less than zero."
    yield from _measure_errors(draft)
    if draft.planned_start and draft.planned_end and draft.planned_end < draft.planned_start:
        yield (
            "planned_end",
            (
                f"The work cannot end on {show_date(draft.planned_end)}, before it starts on "
                f"{show_date(draft.planned_start)}."
            ),
        )


def _measure_errors(draft: ApplicationDraft) -> Iterator[tuple[str, str]]:
    measures: tuple[tuple[str, Decimal | None, str], ...] = (
        ("estimated_gpd", draft.estimated_gpd, "The estimated flow"),
        ("units", draft.units, "The number of units"),
        ("lateral_diameter_in", draft.lateral_diameter_in, "The diameter"),
        ("lateral_length_ft", draft.lateral_length_ft, "The length"),
        ("lateral_slope_in_per_ft", draft.lateral_slope_in_per_ft, "The slope"),
        ("depth_at_main_ft", draft.depth_at_main_ft, "The depth at the main"),
        ("depth_at_house_ft", draft.depth_at_house_ft, "The depth at the house"),
    )
    for field, number, what in measures:
        if number is not None and not (number.is_finite() and number > 0):
            yield field, f"{what} must be more than zero."
