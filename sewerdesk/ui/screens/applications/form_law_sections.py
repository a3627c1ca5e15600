"""The sections of the application form that a law makes: its questions, shared pipes, design, road, papers, start."""

from sewerdesk.domain.application_checks import COMPLEX_PLANS
from sewerdesk.domain.application_items import applies_to, has_field, item_field
from sewerdesk.domain.applications import ApplicationDraft, LateralUse
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.laterals import REUSE
from sewerdesk.domain.law import (
    ApplicationItem,
    FigureStatus,
    Law,
    Needed,
    ProjectKind,
    RenewalMode,
    RoadJurisdiction,
)
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, Predicate, Section, Width
from sewerdesk.ui.screens.applications.form import (
    PAPER_FIELDS,
    ApplicationForm,
    draft_of_form,
    paper_keys,
    yes_keys,
)
from sewerdesk.ui.screens.applications.permit_forms import call_fields, notice_fields

_MOST_FIELDS = 7
_ROADS = (
    Choice(RoadJurisdiction.LOCAL, "The municipality's"),
    Choice(RoadJurisdiction.COUNTY, "The county's"),
    Choice(RoadJurisdiction.STATE, "The State's"),
)


def lays_lateral(form: ApplicationForm, _state: str) -> bool:
    """Whether the work lays, mends or uses a pipe from a building to the sewer."""
    return form.work_type is None or form.work_type.lays_lateral


def builds_sewer(form: ApplicationForm, _state: str) -> bool:
    """Whether the work builds a sewer that is to become the municipality's."""
    return form.work_type is not None and form.work_type.builds_sewer


def _is_existing(form: ApplicationForm, state: str) -> bool:
    return lays_lateral(form, state) and form.lateral_use is LateralUse.EXISTING


def renewal_sections(law: Law) -> tuple[Section, ...]:
    """What a renewal states, where the law renews permits by a form that says what has varied."""
    rule = next((row for row in law.renewal_rules if row.mode is RenewalMode.RENEWAL_FORM), None)
    if rule is None:
        return ()
    renews: Predicate = lambda draft, _: bool(draft.renews)  # noqa: E731
    field = FieldSpec(
        "what_varied",
        "What has varied since the permit was issued",
        FieldKind.NOTES,
        required=True,
        max_len=2000,
        rows=3,
        help=f"Or that nothing has ({rule.citation}).",
        visible_when=renews,
        error_label="What has varied",
    )
    number = FieldSpec(
        "renews_law",
        "Renews",
        FieldKind.LAW,
        compute=_renewed_number,
        citation=rule.citation,
        visible_when=renews,
    )
    return (Section("Renewal", (number, field)),)


def _renewed_number(form: ApplicationForm, _state: str) -> str:
    return form.renews


def sharing_sections(law: Law) -> tuple[Section, ...]:
    """Whether one pipe is to serve several buildings, by the law's rule and its exception."""
    lateral = law.term("lateral").singular
    rule = next(iter(law.lateral_rules), None)
    asked = any(row.key == "buildings" and row.needed is Needed.ALWAYS for row in law.application_items)
    shared: Predicate = lambda draft, state: lays_lateral(draft, state) and draft.shares_lateral is True  # noqa: E731
    fields = [
        FieldSpec(
            "shares_lateral",
            f"Does the {lateral} serve more than one building?",
            FieldKind.YES_NO,
            required=asked,
            visible_when=lays_lateral,
            help=f"{rule.sentence} ({rule.citation})" if rule and rule.status is FigureStatus.LAW else "",
        ),
        FieldSpec(
            "shared_reason", "Why, and which buildings", max_len=500, width=Width.LINE, visible_when=shared
        ),
    ]
    if rule is not None and rule.exception_by:
        board = law.officer(rule.exception_by).title
        fields.append(
            FieldSpec(
                "shared_act", f"Act of the {board}", max_len=200, visible_when=shared, help=rule.citation
            )
        )
    if any(row.key == COMPLEX_PLANS for row in law.attachments):
        fields.append(
            FieldSpec(
                "serves_complex",
                "Does it serve a complex of buildings?",
                FieldKind.YES_NO,
                visible_when=lays_lateral,
                help="Then plans by special design are needed, and the connection is made through a manhole.",
            )
        )
    return (Section("Buildings served", tuple(fields)),)


def question_sections(law: Law) -> tuple[Section, ...]:
    """The law's questions that have no field of their own; each shows where the class and the work call for it."""
    rows = [row for row in law.application_items if not has_field(row)]
    parts = [rows[start : start + _MOST_FIELDS] for start in range(0, len(rows), _MOST_FIELDS)]
    titles = ["Asked by the law", *["Asked by the law, continued"] * len(parts)]
    return tuple(
        Section(title, tuple(_question(row) for row in part))
        for title, part in zip(titles, parts, strict=False)
    )


def _question(row: ApplicationItem) -> FieldSpec:
    return FieldSpec(
        item_field(row),
        row.question,
        FieldKind.NOTES,
        required=row.needed is Needed.ALWAYS,
        max_len=1000,
        rows=2,
        help=row.citation,
        visible_when=_applies(row),
    )


def _applies(row: ApplicationItem) -> Predicate:
    def applies(form: ApplicationForm, _state: str) -> bool:
        return applies_to(row, draft_of_form(form, ApplicationDraft()))

    return applies


def reuse_sections(law: Law) -> tuple[Section, ...]:
    """The examination and test of a pipe that lies there and is used again, where the law asks for it."""
    rule = next((row for row in law.checklist if row.key in REUSE), None)
    if rule is None:
        return ()
    lateral = law.term("lateral").singular
    fields = (
        FieldSpec("reuse_tested_on", "Tested on", FieldKind.DATE, visible_when=_is_existing),
        FieldSpec("reuse_passed", "Did it pass?", FieldKind.YES_NO, visible_when=_is_existing),
        FieldSpec(
            "reuse_reference",
            "Report of the test",
            max_len=200,
            visible_when=_is_existing,
            help=f"{rule.sentence} ({rule.citation}).",
        ),
    )
    return (Section(f"Existing {lateral}", fields),)


def design_section(law: Law) -> Section:
    """Who designed a sewer, and by which plans."""
    rule = next((row for row in law.attachments if row.key == "sewer_plans"), None)
    fields = (
        FieldSpec("designer", "Designed by", required=True, max_len=200, visible_when=builds_sewer),
        FieldSpec(
            "designer_license",
            "New York license no.",
            required=True,
            max_len=60,
            width=Width.PHONE,
            visible_when=builds_sewer,
        ),
        FieldSpec(
            "plan_set",
            "Set of plans",
            required=True,
            max_len=200,
            visible_when=builds_sewer,
            help="Date and revision" + (f" ({rule.citation})." if rule is not None else "."),
        ),
    )
    return Section("Design of the sewer", fields)


def road_section(law: Law) -> Section:
    """Whether the work is of the kind for which a contractor must be insured, and whose highway is opened."""
    is_open: Predicate = lambda draft, _: draft.road_jurisdiction is not None  # noqa: E731
    in_road: Predicate = lambda draft, _: bool(yes_keys(draft.road_answers)) or not law.right_of_way  # noqa: E731
    questions = tuple(Choice(row.key, f"{row.question} ({row.citation})") for row in law.right_of_way)
    asked = FieldSpec(
        "road_answers", "Work in the road", FieldKind.CHECKLIST, required=True, choices=questions
    )
    keeper = FieldSpec(
        "road_jurisdiction",
        "Whose highway is opened",
        FieldKind.CHOICE,
        required=bool(law.right_of_way),
        error_label="Keeper of the highway",
        choices=_ROADS,
        visible_when=in_road,
    )
    permission = (
        FieldSpec("highway_permit_no", "Highway permit", max_len=60, width=Width.PHONE, visible_when=is_open),
        FieldSpec("highway_permit_on", "Given on", FieldKind.DATE, visible_when=is_open),
        FieldSpec("highway_permit_until", "Ends on", FieldKind.DATE, visible_when=is_open),
        FieldSpec("highway_security", "Deposit or bond for it", FieldKind.MONEY, visible_when=is_open),
    )
    return Section("Road", (*((asked,) if questions else ()), keeper, *permission))


def papers_section(law: Law) -> Section:
    """The papers that the law names for each kind of work and class, and files."""
    found = []
    for name, projects, industrial in PAPER_FIELDS:
        keys = paper_keys(law, projects, industrial=industrial)
        choices = tuple(
            Choice(row.key, f"{row.label} ({row.citation})") for row in law.attachments if row.key in keys
        )
        if choices:
            found.append(
                FieldSpec(
                    name,
                    "Papers that came in with the application",
                    FieldKind.CHECKLIST,
                    choices=choices,
                    visible_when=_papers_for(law, projects, industrial=industrial),
                )
            )
    files = FieldSpec("files", "Files to attach", FieldKind.ATTACHMENTS)
    return Section("Papers", (*found, files))


def _papers_for(law: Law, projects: frozenset[ProjectKind], *, industrial: bool) -> Predicate:
    classes = {row.key for row in law.permit_classes if row.industrial}

    def shown(form: ApplicationForm, _state: str) -> bool:
        project = ProjectKind.LATERAL if form.work_type is None else form.work_type.project
        return project in projects and (not industrial or form.permit_class in classes)

    return shown


def start_section(law: Law, calendar: HolidayCalendar) -> Section:
    """The planned work, the notice before construction and the call to 811, with the days that follow from them."""
    notice = "Notice of construction came in on"
    fields = (
        FieldSpec("planned_start", "Work planned from", FieldKind.DATE),
        FieldSpec("planned_end", "Work planned to end", FieldKind.DATE),
        *notice_fields(law, calendar, "construction_notice_on", notice, visible_when=builds_sewer),
        *call_fields(law, calendar, ticket="utility_ticket", called_on="utility_called_on"),
    )
    return Section("Before construction", fields)
