"""The sections of the application form, made from the law, in the order in which they are asked at the counter."""

from collections.abc import Callable
from dataclasses import dataclass

from sewerdesk.domain.applications import (
    ApplicationDraft,
    Capacity,
    FeeRate,
    LateralUse,
    WorkType,
    expected_fees,
)
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, ProjectKind
from sewerdesk.domain.money import format_money
from sewerdesk.domain.private_systems import permits_private_systems
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Lookup, Predicate, Section, Width
from sewerdesk.ui.screens.applications.form import ApplicationForm, draft_of_form, form_type
from sewerdesk.ui.screens.applications.form_law_sections import (
    builds_sewer,
    design_section,
    lays_lateral,
    papers_section,
    question_sections,
    renewal_sections,
    reuse_sections,
    road_section,
    sharing_sections,
    start_section,
)

_BY_ANOTHER = frozenset({Capacity.AGENT, Capacity.CONTRACTOR})
_USES = (Choice(LateralUse.NEW, "A new one is laid"), Choice(LateralUse.EXISTING, "An existing one is used"))
_CERTIFIED = (
    FieldSpec("certified_by", "Signed by", required=True, max_len=200, error_label="Name of the signer"),
    FieldSpec("certified_on", "Signed on", FieldKind.DATE, required=True, error_label="Day of the signature"),
)
_OFFICE = (
    FieldSpec(
        "condition_lines",
        "Conditions of the permit",
        FieldKind.NOTES,
        max_len=5000,
        rows=3,
        help="One a line.",
    ),
    FieldSpec("notes", "Notes", FieldKind.NOTES, max_len=20_000, rows=3),
)


@dataclass(frozen=True, slots=True)
class FormSource:
    """What the form needs from the office: records to choose from, the schedule, the words that are signed."""

    law: Law
    parcels: Lookup
    contractors: Lookup
    account_classes: tuple[Choice, ...]
    rates: tuple[FeeRate, ...]
    certification: tuple[str, ...]
    calendar: HolidayCalendar


def application_form(source: FormSource) -> FormSpec[ApplicationForm]:
    """The whole form, in the order in which it is asked at the counter."""
    law = source.law
    sections = (
        _basics(source),
        *renewal_sections(law),
        _property(source),
        _owner(),
        _applicant(law),
        _contractor(source),
        _building(),
        *sharing_sections(law),
        _flow(source),
        *question_sections(law),
        _pipe(law),
        *reuse_sections(law),
        _depths(),
        design_section(law),
        road_section(law),
        papers_section(law),
        Section("Certification", _CERTIFIED, help=" ".join(source.certification)),
        start_section(law, source.calendar),
        Section("For the office", _OFFICE),
    )
    return FormSpec(form_type(law), sections, verb="submit")


def _basics(source: FormSource) -> Section:
    law = source.law
    classes = tuple(Choice(row.key, row.name, f"{row.scope} ({row.citation})") for row in law.permit_classes)
    private = permits_private_systems(law)
    works = tuple(Choice(one, one.label) for one in WorkType if private or one is not WorkType.PRIVATE_SYSTEM)
    return Section(
        "Application",
        (
            FieldSpec(
                "received_on", "Received on", FieldKind.DATE, required=True, error_label="Day of receipt"
            ),
            FieldSpec("permit_class", "Class of permit", FieldKind.CHOICE, required=True, choices=classes),
            FieldSpec("work_type", "Kind of work", FieldKind.CHOICE, required=True, choices=works),
            FieldSpec(
                "fees",
                "Fees by the schedule of that day",
                FieldKind.LAW,
                compute=_fee_words(law, source.rates),
                citation=", ".join(dict.fromkeys(row.citation for row in law.fee_kinds)),
            ),
        ),
    )


def _fee_words(law: Law, rates: tuple[FeeRate, ...]) -> Callable[[ApplicationForm, str], str]:
    def compute(form: ApplicationForm, _state: str) -> str:
        if form.received_on is None or not form.permit_class:
            return "Enter the day and the class."
        project = draft_of_form(form, ApplicationDraft()).project
        lines = expected_fees(law, rates, project=project, class_key=form.permit_class, on=form.received_on)
        said = [
            f"{line.label} ${format_money(line.amount)}"
            if line.amount is not None
            else f"{line.label}: no amount in the schedule"
            for line in lines
        ]
        return "; ".join(said) or "The law names no fee for this."

    return compute


def _property(source: FormSource) -> Section:
    return Section(
        "Property",
        (
            FieldSpec(
                "parcel_id",
                "Parcel",
                FieldKind.LOOKUP,
                required=True,
                lookup=source.parcels,
                help="Type the tax map number, the address or the owner; the fields below are filled in.",
            ),
            FieldSpec("print_key", "Tax map number", FieldKind.PRINT_KEY, required=True),
            FieldSpec("location", "Street address", required=True, max_len=200),
            FieldSpec("outside", "Is it outside the sewer district?", FieldKind.YES_NO),
            FieldSpec(
                "agreement",
                "Agreement for service outside",
                max_len=200,
                help="Number and day of the agreement.",
                visible_when=lambda draft, _: draft.outside is True,
            ),
        ),
    )


def _owner() -> Section:
    return Section(
        "Owner",
        (
            FieldSpec("owner_name", "Name", required=True, max_len=200, error_label="Owner's name"),
            FieldSpec(
                "owner_mailing",
                "Mailing address",
                required=True,
                max_len=200,
                width=Width.LINE,
                error_label="Owner's mailing address",
            ),
            FieldSpec(
                "owner_phone", "Telephone", FieldKind.PHONE, required=True, error_label="Owner's telephone"
            ),
            FieldSpec("owner_email", "E-mail", max_len=200),
        ),
    )


def _applicant(law: Law) -> Section:
    capacities = (
        Choice(Capacity.OWNER, "The owner"),
        Choice(Capacity.AGENT, "An agent of the owner"),
        Choice(Capacity.CONTRACTOR, f"The {law.term('installer').singular} for the owner"),
    )
    another: Predicate = lambda draft, _: draft.capacity in _BY_ANOTHER  # noqa: E731
    return Section(
        "Applicant",
        (
            FieldSpec(
                "capacity",
                "Who applies",
                FieldKind.CHOICE,
                required=True,
                choices=capacities,
                error_label="Capacity of the applicant",
            ),
            FieldSpec(
                "applicant_name",
                "Name",
                required=True,
                max_len=200,
                visible_when=another,
                error_label="Applicant's name",
            ),
            FieldSpec(
                "applicant_mailing", "Mailing address", max_len=200, visible_when=another, width=Width.LINE
            ),
            FieldSpec("applicant_phone", "Telephone", FieldKind.PHONE, visible_when=another),
            *_authorization(another),
        ),
    )


def _authorization(another: Predicate) -> tuple[FieldSpec, ...]:
    """The owner's written word for who applies in his place."""
    return (
        FieldSpec(
            "authorization_received_on",
            "Owner's written authorization came in on",
            FieldKind.DATE,
            required=True,
            error_label="Day on which the authorization came in",
            visible_when=another,
        ),
        FieldSpec("authorization_reference", "What it is", max_len=200, visible_when=another),
    )


def _contractor(source: FormSource) -> Section:
    """Who does the work; where the law lets only authorized ones do it, the owner is not asked whether he does."""
    law = source.law
    word = law.term("installer").singular
    owner = FieldSpec("owner_works", "Does the owner do the work?", FieldKind.YES_NO, required=True)
    by_another: Predicate = lambda draft, _: draft.owner_works is False  # noqa: E731
    contractor = FieldSpec(
        "contractor_id",
        f"{word[:1].upper()}{word[1:]}",
        FieldKind.LOOKUP,
        required=True,
        lookup=source.contractors,
        help="Ctrl+N registers a new one.",
        visible_when=None if law.installer_rules else by_another,
    )
    return Section("Who does the work", (contractor,) if law.installer_rules else (owner, contractor))


def _building() -> Section:
    return Section(
        "Building",
        (
            FieldSpec("building_use", "Use", max_len=200),
            FieldSpec(
                "dwelling_units",
                "Dwelling units",
                FieldKind.WHOLE,
                required=True,
                minimum=0,
                maximum=9999,
                visible_when=_has_dwellings,
            ),
            FieldSpec("bedrooms", "Bedrooms", FieldKind.WHOLE, minimum=0, maximum=9999),
            FieldSpec("existing_building", "Does the building stand already?", FieldKind.YES_NO),
            FieldSpec("building_permit_no", "Building permit", max_len=60, width=Width.PHONE),
        ),
    )


def _flow(source: FormSource) -> Section:
    return Section(
        "Flow and units",
        (
            FieldSpec(
                "estimated_gpd",
                "Estimated flow",
                FieldKind.DECIMAL,
                required=True,
                unit="gallons a day",
                places=1,
                minimum=0,
            ),
            FieldSpec(
                "units",
                "Units to be billed",
                FieldKind.DECIMAL,
                required=True,
                unit="EDU",
                places=2,
                minimum=0,
                visible_when=_is_billed,
            ),
            FieldSpec("units_reason", "How they were found", max_len=200),
            FieldSpec(
                "account_class", "Rate class of the account", FieldKind.CHOICE, choices=source.account_classes
            ),
            FieldSpec("water_source", "Water comes from", max_len=200),
        ),
    )


def _sloped(draft: ApplicationForm, state: str) -> bool:
    return lays_lateral(draft, state) and draft.work_type is not WorkType.GRINDER_PUMP


def _has_dwellings(draft: ApplicationForm, state: str) -> bool:
    return not builds_sewer(draft, state)


def _is_billed(draft: ApplicationForm, _state: str) -> bool:
    return draft.work_type is None or draft.work_type.project is ProjectKind.LATERAL


def _measured(name: str, label: str, unit: str) -> FieldSpec:
    """A measure of the pipe that is laid."""
    return FieldSpec(
        name, label, FieldKind.DECIMAL, required=True, unit=unit, minimum=0, visible_when=lays_lateral
    )


def _pipe(law: Law) -> Section:
    term = law.term("lateral").singular
    return Section(
        f"{term[:1].upper()}{term[1:]}",
        (
            FieldSpec(
                "lateral_use",
                f"Which {term}",
                FieldKind.CHOICE,
                required=True,
                error_label=f"Kind of {term}",
                choices=_USES,
                visible_when=lays_lateral,
            ),
            _measured("lateral_diameter_in", "Diameter", "inches"),
            FieldSpec(
                "lateral_material", "Pipe material", required=True, max_len=60, visible_when=lays_lateral
            ),
            _measured("lateral_length_ft", "Length", "feet"),
            FieldSpec(
                "lateral_slope_in_per_ft",
                "Slope",
                FieldKind.DECIMAL,
                required=True,
                unit="inches per foot",
                places=4,
                minimum=0,
                visible_when=_sloped,
            ),
            FieldSpec("tap_kind", "Connection at", max_len=200, width=Width.LINE, visible_when=lays_lateral),
        ),
    )


def _depths() -> Section:
    return Section(
        "Depths and septic system",
        (
            FieldSpec("depth_at_main_ft", "Depth at the main", FieldKind.DECIMAL, unit="feet", minimum=0),
            FieldSpec(
                "depth_at_house_ft", "Depth at the building", FieldKind.DECIMAL, unit="feet", minimum=0
            ),
            FieldSpec("septic_method", "How the septic system is given up", max_len=200, width=Width.LINE),
        ),
    )
