"""What an application still lacks, and what on it cannot be: one sentence a field, for the counter.

Source: Hague 502 and its kin for class, fee, questions and papers; the rest is what every office needs to find the
property, the people and the pipe.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.application_items import item_answer, item_field, required_items
from sewerdesk.domain.applications import ApplicationDraft, Capacity, WorkType
from sewerdesk.domain.billaccounts import LARGEST_UNITS
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import (
    Attachment,
    Law,
    Needed,
    ProjectKind,
    RenewalMode,
    UnknownRule,
    attachments_for,
)
from sewerdesk.domain.wording import show_date

AUTHORIZATION = "agent"
"""The law pack's key of the owner's authorization."""
COMPLEX_PLANS = "complex_plans"
"""The law pack's key of the plans for one pipe that serves a complex of buildings."""


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
    """A field that must be filled in; ``{lateral}`` in its sentence is the law's word for the pipe on private land."""

    field: str
    sentence: str
    is_there: Callable[[ApplicationDraft], bool]
    applies: Callable[[ApplicationDraft], bool] = lambda _: True


def _lays_lateral(draft: ApplicationDraft) -> bool:
    return draft.work_type is None or draft.work_type.lays_lateral


def _builds_sewer(draft: ApplicationDraft) -> bool:
    return draft.work_type is not None and draft.work_type.builds_sewer


def _is_billed(draft: ApplicationDraft) -> bool:
    return draft.project in {ProjectKind.LATERAL, ProjectKind.OUTSIDE_USER}


def _has_dwellings(draft: ApplicationDraft) -> bool:
    return not _builds_sewer(draft)


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
        "capacity", "Say whether the owner, an agent or the {installer} applies.", lambda d: bool(d.capacity)
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
    _Need(
        "dwelling_units",
        "Enter the number of dwelling units.",
        lambda d: d.dwelling_units is not None,
        _has_dwellings,
    ),
    _Need(
        "estimated_gpd", "Enter the estimated flow in gallons per day.", lambda d: d.estimated_gpd is not None
    ),
    _Need("units", "Enter the units (EDU) to be billed.", lambda d: d.units is not None, _is_billed),
    _Need(
        "lateral_use",
        "Say whether the {lateral} is new or existing.",
        lambda d: bool(d.lateral_use),
        _lays_lateral,
    ),
    _Need(
        "lateral_diameter_in",
        "Enter the diameter of the pipe in inches.",
        lambda d: d.lateral_diameter_in is not None,
        _lays_lateral,
    ),
    _Need(
        "lateral_material",
        "Enter the pipe material.",
        lambda d: bool(d.lateral_material.strip()),
        _lays_lateral,
    ),
    _Need(
        "lateral_length_ft",
        "Enter the length of the {lateral} in feet.",
        lambda d: d.lateral_length_ft is not None,
        _lays_lateral,
    ),
    _Need(
        "lateral_slope_in_per_ft",
        "Enter the slope of the {lateral} in inches per foot.",
        lambda d: d.lateral_slope_in_per_ft is not None,
        lambda d: _lays_lateral(d) and d.work_type is not WorkType.GRINDER_PUMP,
    ),
    _Need("designer", "Enter who designed the sewer.", lambda d: bool(d.designer.strip()), _builds_sewer),
    _Need(
        "designer_license",
        "Enter the number of the designer's New York license.",
        lambda d: bool(d.designer_license.strip()),
        _builds_sewer,
    ),
    _Need(
        "plan_set",
        "Enter the date or number of the set of plans.",
        lambda d: bool(d.plan_set.strip()),
        _builds_sewer,
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
    """What must still come in before the application can be submitted, in the law's own words."""
    words = {key: law.term(key).singular for key in ("lateral", "installer")}
    needs = [need for need in _NEEDS if need.applies(draft)]
    items = [
        MissingItem(need.field, need.sentence.format_map(words)) for need in needs if not need.is_there(draft)
    ]
    asked = {"triggers", *(item.field for item in items)}
    questions, papers = required_items(draft, law), required_papers(draft, law)
    needed = len(needs) + len(questions) + len(law.right_of_way) + len(papers)
    items += [
        MissingItem(item_field(row), row.question, row.citation)
        for row in questions
        if not item_answer(draft, row) and item_field(row) not in asked
    ]
    renewal = _missing_of_renewal(draft, law)
    if renewal is not None:
        needed += 1
        items += [] if draft.what_varied.strip() else [renewal]
    if not draft.triggers_answered:
        items += [MissingItem("triggers", row.question, row.citation) for row in law.right_of_way]
    items += missing_papers(draft, law)
    return Completeness(needed=needed, missing=tuple(items))


def required_papers(draft: ApplicationDraft, law: Law) -> tuple[Attachment, ...]:
    """The papers that this application must have: always, when asked for, or when the case applies."""
    rows = attachments_for(law, draft.project, draft.permit_class)
    return tuple(row for row in rows if _is_required(row, draft))


def missing_papers(draft: ApplicationDraft, law: Law) -> list[MissingItem]:
    """The papers that are required and have not come in."""
    return [
        MissingItem("papers", f"Ask for: {row.label}.", row.citation)
        for row in required_papers(draft, law)
        if draft.paper(row.key).received_on is None
    ]


def _missing_of_renewal(draft: ApplicationDraft, law: Law) -> MissingItem | None:
    """What a renewal must state where the law renews a permit by a form that says what has varied."""
    rule = next((row for row in law.renewal_rules if row.mode is RenewalMode.RENEWAL_FORM), None)
    if not draft.renews or rule is None:
        return None
    return MissingItem(
        "what_varied",
        f"State what has varied since {draft.renews} was issued, or that nothing has.",
        rule.citation,
    )


def _is_required(row: Attachment, draft: ApplicationDraft) -> bool:
    if row.key == AUTHORIZATION:
        return False  # it has fields of its own on the form, checked there
    paper = draft.paper(row.key)
    applies = paper.applies or (row.key == COMPLEX_PLANS and draft.serves_complex is True)
    return (
        row.needed is Needed.ALWAYS or paper.requested or (row.needed is Needed.WHEN_IT_APPLIES and applies)
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
        (
            "construction_notice_on",
            draft.construction_notice_on,
            "The notice of construction cannot have come in",
        ),
        ("reuse_tested_on", draft.reuse_tested_on, "The old pipe cannot have been tested"),
        ("utility_called_on", draft.utility_called_on, "The utilities cannot have been called"),
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
    yield from _highway_errors(draft)
    if draft.planned_start and draft.planned_end and draft.planned_end < draft.planned_start:
        yield (
            "planned_end",
            (
                f"The work cannot end on {show_date(draft.planned_end)}, before it starts on "
                f"{show_date(draft.planned_start)}."
            ),
        )


def _highway_errors(draft: ApplicationDraft) -> Iterator[tuple[str, str]]:
    given, until = draft.highway_permit_on, draft.highway_permit_until
    if given is not None and until is not None and until < given:
        yield "highway_permit_until", "The highway permit cannot end before the day on which it was given."


def _measure_errors(draft: ApplicationDraft) -> Iterator[tuple[str, str]]:
    measures: tuple[tuple[str, Decimal | None, str], ...] = (
        ("estimated_gpd", draft.estimated_gpd, "The estimated flow"),
        ("units", draft.units, "The number of units"),
        ("lateral_diameter_in", draft.lateral_diameter_in, "The diameter"),
        ("lateral_length_ft", draft.lateral_length_ft, "The length"),
        ("lateral_slope_in_per_ft", draft.lateral_slope_in_per_ft, "The slope"),
        ("depth_at_main_ft", draft.depth_at_main_ft, "The depth at the main"),
        ("depth_at_house_ft", draft.depth_at_house_ft, "The depth at the building"),
        ("highway_security", draft.highway_security, "The deposit or bond of the highway permit"),
    )
    for field, number, what in measures:
        if number is not None and not (number.is_finite() and number > 0):
            yield field, f"{what} must be more than zero."
    if draft.units is not None and draft.units.is_finite() and draft.units > LARGEST_UNITS:
        yield (
            "units",
            f"An account has at most {LARGEST_UNITS:,f} units. Look at the number again and correct it.",
        )
