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
from sewerdesk.domain.law import Law, ProjectKind, RoadJurisdiction
from sewerdesk.domain.money import format_money
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Lookup, Predicate, Section, Width
from sewerdesk.ui.screens.applications.form import ApplicationForm, draft_of_form, paper_keys, yes_keys

_NO_PIPE = frozenset({WorkType.DISCONNECT, WorkType.CHANGE_OF_USE})
_BY_ANOTHER = frozenset({Capacity.AGENT, Capacity.CONTRACTOR})
_CAPACITIES = (
    Choice(Capacity.OWNER, "The owner"),
    Choice(Capacity.AGENT, "An agent of the owner"),
    Choice(Capacity.CONTRACTOR, "The contractor for the owner"),
)
_USES = (Choice(LateralUse.NEW, "A new one is laid"), Choice(LateralUse.EXISTING, "An existing one is used"))
_ROADS = (
    Choice(RoadJurisdiction.LOCAL, "The municipality's"),
    Choice(RoadJurisdiction.COUNTY, "The county's"),
    Choice(RoadJurisdiction.STATE, "The State's"),
)


_CERTIFIED = (
    FieldSpec("certified_by", "Signed by", required=True, max_len=200, error_label="Name of the signer"),
    FieldSpec("certified_on", "Signed on", FieldKind.DATE, required=True, error_label="Day of the signature"),
)
_OFFICE = (
    FieldSpec("planned_start", "Work planned from", FieldKind.DATE),
    FieldSpec("planned_end", "Work planned to end", FieldKind.DATE),
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


def application_form(source: FormSource) -> FormSpec[ApplicationForm]:
    """The whole form, in the order in which it is asked at the counter."""
    law = source.law
    sections = (
        _basics(source),
        _property(source),
        _owner(),
        _applicant(),
        _contractor(source),
        _building(),
        _flow(source),
        _pipe(law),
        _depths(),
        _road(law),
        _papers_section(law),
        Section("Certification", _CERTIFIED, help=" ".join(source.certification)),
        Section("For the office", _OFFICE),
    )
    return FormSpec(ApplicationForm, sections, verb="submit")


def _basics(source: FormSource) -> Section:
    law = source.law
    classes = tuple(Choice(row.key, row.name, f"{row.scope} ({row.citation})") for row in law.permit_classes)
    works = tuple(Choice(one, one.label) for one in WorkType)
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


def _applicant() -> Section:
    another: Predicate = lambda draft, _: draft.capacity in _BY_ANOTHER  # noqa: E731
    return Section(
        "Applicant",
        (
            FieldSpec(
                "capacity",
                "Who applies",
                FieldKind.CHOICE,
                required=True,
                choices=_CAPACITIES,
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
            FieldSpec(
                "authorization_received_on",
                "Owner's written authorization came in on",
                FieldKind.DATE,
                required=True,
                error_label="Day on which the authorization came in",
                visible_when=another,
            ),
            FieldSpec("authorization_reference", "What it is", max_len=200, visible_when=another),
        ),
    )


def _contractor(source: FormSource) -> Section:
    return Section(
        "Who does the work",
        (
            FieldSpec("owner_works", "Does the owner do the work?", FieldKind.YES_NO, required=True),
            FieldSpec(
                "contractor_id",
                "Contractor",
                FieldKind.LOOKUP,
                required=True,
                lookup=source.contractors,
                help="Ctrl+N registers a new one.",
                visible_when=lambda draft, _: draft.owner_works is False,
            ),
            FieldSpec("utility_ticket", "811 ticket", max_len=60, width=Width.PHONE),
            FieldSpec("utility_called_on", "811 called on", FieldKind.DATE),
        ),
    )


def _building() -> Section:
    return Section(
        "Building",
        (
            FieldSpec("building_use", "Use", max_len=200),
            FieldSpec(
                "dwelling_units", "Dwelling units", FieldKind.WHOLE, required=True, minimum=0, maximum=9999
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
            ),
            FieldSpec("units_reason", "How they were found", max_len=200),
            FieldSpec(
                "account_class", "Rate class of the account", FieldKind.CHOICE, choices=source.account_classes
            ),
            FieldSpec("water_source", "Water comes from", max_len=200),
        ),
    )


def _lays(draft: ApplicationForm, _state: str) -> bool:
    return draft.work_type not in _NO_PIPE


def _sloped(draft: ApplicationForm, state: str) -> bool:
    return _lays(draft, state) and draft.work_type is not WorkType.GRINDER_PUMP


def _measured(name: str, label: str, unit: str) -> FieldSpec:
    """A measure of the pipe that is laid."""
    return FieldSpec(name, label, FieldKind.DECIMAL, required=True, unit=unit, minimum=0, visible_when=_lays)


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
                visible_when=_lays,
            ),
            _measured("lateral_diameter_in", "Diameter", "inches"),
            FieldSpec("lateral_material", "Pipe material", required=True, max_len=60, visible_when=_lays),
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
            FieldSpec("tap_kind", "Connection at", max_len=200, width=Width.LINE, visible_when=_lays),
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


def _road(law: Law) -> Section:
    in_road: Predicate = lambda draft, _: bool(yes_keys(draft.road_answers))  # noqa: E731
    questions = tuple(Choice(row.key, f"{row.question} ({row.citation})") for row in law.right_of_way)
    return Section(
        "Road",
        (
            FieldSpec(
                "road_answers", "Work in the road", FieldKind.CHECKLIST, required=True, choices=questions
            ),
            FieldSpec(
                "road_jurisdiction",
                "Whose highway is opened",
                FieldKind.CHOICE,
                required=True,
                error_label="Keeper of the highway",
                choices=_ROADS,
                visible_when=in_road,
            ),
            FieldSpec(
                "highway_permit_no", "Highway permit", max_len=60, width=Width.PHONE, visible_when=in_road
            ),
            FieldSpec("highway_permit_on", "Given on", FieldKind.DATE, visible_when=in_road),
        ),
    )


def _papers_section(law: Law) -> Section:
    def choices(project: ProjectKind) -> tuple[Choice, ...]:
        keys = paper_keys(law, project)
        return tuple(
            Choice(row.key, f"{row.label} ({row.citation})") for row in law.attachments if row.key in keys
        )

    found = []
    for name, project, shown in (
        ("papers_in", ProjectKind.LATERAL, lambda draft, _: draft.work_type is not WorkType.MAIN_EXTENSION),
        (
            "sewer_papers_in",
            ProjectKind.NEW_SEWER,
            lambda draft, _: draft.work_type is WorkType.MAIN_EXTENSION,
        ),
    ):
        if choices(project):
            found.append(
                FieldSpec(
                    name,
                    "Papers that came in with the application",
                    FieldKind.CHECKLIST,
                    choices=choices(project),
                    visible_when=shown,
                )
            )
    files = FieldSpec("files", "Files to attach", FieldKind.ATTACHMENTS)
    return Section("Papers", (*found, files))
