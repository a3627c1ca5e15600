"""The application as a paper, filled from the record and frozen as drawn; and what its papers have in common."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import Rendered, load_template, render
from sewerdesk.documents.pdf.application import ApplicationPaper, ApprovalBlock, AttachmentLine, FormSection
from sewerdesk.documents.pdf.application import FeeLine as PrintedFee
from sewerdesk.domain.application_items import has_field, item_answer, items_for
from sewerdesk.domain.applications import ApplicationDraft, ApplicationView, FeeLine
from sewerdesk.domain.inspections import NOTICE_FIGURE
from sewerdesk.domain.law import Law, RoadJurisdiction
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.wording import show, show_date, show_dollars
from sewerdesk.services.law import law_of
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.papers import _freeze_paper

_CAPACITY_WORDS = {"owner": "owner", "agent": "agent of the owner", "contractor": "contractor for the owner"}


def certification(ws: Workspace) -> tuple[str, ...]:
    """The sentences that the applicant signs, as they are printed on the application."""
    law = law_of(ws)
    wording = _wording("connection-application", _common_fields(law, ws.clock.today()))
    return tuple(one.text for one in wording.paragraphs if one.part != "request")


def _freeze_application(session: Session, application: Application, law: Law, view: ApplicationView) -> Paper:
    """The application as it was taken; one that comes in anew gets another part under its number."""
    from sewerdesk.documents.pdf.application import application_pdf

    wording = _wording("connection-application", _common_fields(law, view.draft.received_on))
    earlier = session.scalar(
        select(func.count()).where(Paper.number == view.number, Paper.kind == "application")
    )
    paper = _application_paper(session, law, view, wording)
    return _freeze_paper(
        session,
        number=view.number,
        part=f"{earlier + 1}" if earlier else "",
        kind="application",
        title=wording.title,
        subject=("application", application.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged={"answers": application.answers},
        content=application_pdf(paper, letterhead=_letterhead(session)),
    )


def _application_paper(
    session: Session,
    law: Law,
    view: ApplicationView,
    wording: Rendered,
    *,
    approval: ApprovalBlock | None = None,
) -> ApplicationPaper:
    draft = view.draft
    classes = {row.key: row.name for row in law.permit_classes}
    labels = {row.key: row.label for row in law.attachments}
    unpriced = "; ".join(line.label for line in view.fees if line.amount is None)
    sections = list(_sections(draft, law))
    if unpriced:
        sections.append(FormSection("Fees without an amount in the schedule", (("To be settled", unpriced),)))
    return ApplicationPaper(
        number=view.number,
        wording=wording,
        received_on=draft.received_on or session.info["clock"].today(),
        received_by=f"{draft.received_by or session.info['actor']}, for the {law.officer('receives').title}",
        permit_class=classes.get(draft.permit_class, draft.permit_class),
        work_type=draft.work_type.label if draft.work_type else "",
        property_address=draft.location,
        print_key=draft.print_key,
        owner=draft.owner_name,
        applicant=draft.applicant_name or draft.owner_name,
        capacity=_CAPACITY_WORDS.get(draft.capacity or "owner", ""),
        sections=tuple(sections),
        fees=tuple(_printed_fees(view.fees)),
        attachments=tuple(
            AttachmentLine(
                labels.get(one.key, one.key), show_date(one.received_on) if one.received_on else ""
            )
            for one in draft.papers
            if one.received_on or one.requested or one.applies
        ),
        printed=_printed_at(session),
        certified=_certified_words(draft),
        approval=approval,
    )


def _certified_words(draft: ApplicationDraft) -> str:
    """Who signed the application and when, for a paper that is printed after it was signed."""
    if not draft.certified_by or draft.certified_on is None:
        return ""
    return f"Signed by {draft.certified_by} on {show_date(draft.certified_on)}"


def _sections(draft: ApplicationDraft, law: Law) -> Iterable[FormSection]:
    yield _people_section(draft)
    yield FormSection(
        "Building and use",
        (
            ("Use", draft.building_use),
            ("Dwelling units", _whole(draft.dwelling_units)),
            ("Bedrooms", _whole(draft.bedrooms)),
            ("Estimated flow", _measure(draft.estimated_gpd, "gallons a day")),
            ("Units (EDU)", _measure(draft.units, "")),
            ("How the units were found", draft.units_reason),
            ("Water source", draft.water_source),
            ("Building permit", draft.building_permit_no),
            ("Outside the district", draft.agreement if not draft.in_district else ""),
        ),
    )
    yield FormSection(
        "Asked by the law",
        tuple(
            (f"{row.question} ({row.citation})", item_answer(draft, row))
            for row in items_for(draft, law)
            if not has_field(row)
        ),
    )
    if draft.renews:
        yield FormSection("Renewal", (("Renews", draft.renews), ("What has varied", draft.what_varied)))
    yield FormSection(
        "Pipe",
        (
            (_title(law.term("lateral").singular), _pipe_words(draft)),
            *_lateral_rows(draft),
            ("Depth at the main", _measure(draft.depth_at_main_ft, "ft")),
            ("Depth at the building", _measure(draft.depth_at_house_ft, "ft")),
            ("Connection", draft.tap_kind),
            ("Septic system given up", draft.septic_method),
        ),
    )
    yield _road_section(draft, law)


def _people_section(draft: ApplicationDraft) -> FormSection:
    return FormSection(
        "Owner and applicant",
        (
            ("Mailing address", draft.owner_mailing),
            ("Telephone", draft.owner_phone),
            ("E-mail", draft.owner_email),
            ("Applicant's address", draft.applicant_mailing),
            ("Applicant's telephone", draft.applicant_phone),
            ("Authorization", draft.authorization_reference),
        ),
    )


def _lateral_rows(draft: ApplicationDraft) -> Iterable[tuple[str, str]]:
    """How buildings and the pipe belong together, the test of one that is used again, and who designed a sewer."""
    if draft.shares_lateral:
        said = (draft.shared_reason.strip(), draft.shared_act.strip())
        yield "Serves more than one building", ", ".join(part for part in said if part) or "yes"
    if draft.serves_complex:
        yield "Serves a complex of buildings", "yes, by special design"
    if draft.reuse_tested_on is not None:
        result = {True: "passed", False: "failed", None: "no result"}[draft.reuse_passed]
        reference = f", {draft.reuse_reference}" if draft.reuse_reference else ""
        yield "Test of the old pipe", f"{show_date(draft.reuse_tested_on)}, {result}{reference}"
    if draft.designer:
        yield (
            "Designed by",
            ", ".join(part for part in (draft.designer, draft.designer_license, draft.plan_set) if part),
        )


def _road_section(draft: ApplicationDraft, law: Law) -> FormSection:
    yes_no = {True: "yes", False: "no"}
    roads = tuple((row.question, yes_no[row.key in draft.triggers]) for row in law.right_of_way)
    contractor = draft.contractor_name or ("the owner" if draft.owner_does_the_work else "")
    days = [show_date(day) for day in (draft.highway_permit_on, draft.highway_permit_until) if day]
    secured = f"{show_dollars(draft.highway_security)} secured" if draft.highway_security else ""
    highway = ", ".join(part for part in (draft.highway_permit_no, " to ".join(days), secured) if part)
    called = f", called {show_date(draft.utility_called_on)}" if draft.utility_called_on else ""
    road = draft.road_jurisdiction
    keeper = law.kind if road is RoadJurisdiction.LOCAL else str(road or "")
    return FormSection(
        f"{_title(law.term('installer').singular)} and road",
        (
            ("Work done by", contractor),
            ("Foreman", draft.foreman),
            (
                "811 ticket",
                f"{draft.utility_ticket}{called}" if draft.utility_ticket else called.lstrip(", "),
            ),
            *roads,
            ("Highway of", f"the {keeper}" if keeper else ""),
            ("Highway permit", highway),
        ),
    )


def _pipe_words(draft: ApplicationDraft) -> str:
    parts = (
        _measure(draft.lateral_diameter_in, "in"),
        draft.lateral_material,
        _measure(draft.lateral_length_ft, "ft"),
        f"slope {show(draft.lateral_slope_in_per_ft)} in per ft" if draft.lateral_slope_in_per_ft else "",
    )
    return ", ".join(part for part in parts if part)


def _printed_fees(fees: Iterable[FeeLine]) -> Iterable[PrintedFee]:
    for line in fees:
        if line.waived_reason:
            yield PrintedFee(line.label, Decimal("0.00"), f"waived: {line.waived_reason}")
        elif line.amount is not None:
            receipt = ", ".join(line.receipts) if line.is_settled else ""
            partly = f"{show_dollars(line.paid)} paid ({', '.join(line.receipts)})" if line.paid else ""
            yield PrintedFee(line.label, line.amount, receipt or partly)


def _common_fields(law: Law, on: date | None) -> dict[str, str]:
    fields = {
        "municipality": law.municipality,
        "law_title": f"the {law.header.law_title}",
        "lateral": law.term("lateral").singular,
        **_optional_text(law, "falsification"),
    }
    fields["ahead"] = _ahead(law, on)
    return fields


def _ahead(law: Law, on: date | None) -> str:
    """How long before covering an inspection is asked for; a law without a figure says only that it must be."""
    figure = law.figure(NOTICE_FIGURE, on) if on is not None and law.has_figure(NOTICE_FIGURE) else None
    if figure is None or figure.value is None:
        return "in good time"
    return f"at least {figure_words(figure)}"


def _optional_text(law: Law, key: str) -> dict[str, str]:
    text = _law_text(law, key)
    return {} if text is None else {key: text[0], f"{key}_citation": text[1]}


def _law_text(law: Law, key: str) -> tuple[str, str] | None:
    """A passage of the law and its citation, or None where the pack lacks it or holds it blank."""
    passage = law.words(key)
    return None if passage is None else (passage.text, passage.citation)


def _wording(template: str, fields: Mapping[str, str]) -> Rendered:
    loaded = load_template(template)
    return render(loaded, {name: text for name, text in fields.items() if name in loaded.fields})


def _applicant(draft: ApplicationDraft) -> str:
    name = draft.applicant_name or draft.owner_name
    return f"{name}, {_CAPACITY_WORDS.get(draft.capacity or 'owner', '')}".rstrip(", ")


def _printed_at(session: Session) -> str:
    """When a paper was printed, in the machine's time, for its footer."""
    local: datetime = session.info["clock"].now().astimezone()
    half = "AM" if local.hour < 12 else "PM"
    return f"{show_date(local.date())} {local.hour % 12 or 12}:{local.minute:02d} {half}"


def _title(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _measure(number: Decimal | None, unit: str) -> str:
    return "" if number is None else f"{show(number)} {unit}".strip()


def _whole(number: int | None) -> str:
    return "" if number is None else str(number)
