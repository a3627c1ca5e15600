"""The papers of the counter, filled from the record: application, permit, filing slip. Each is frozen as drawn."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import Rendered, load_template, render
from sewerdesk.documents.pdf.application import (
    ApplicationPaper,
    AttachmentLine,
    FormSection,
)
from sewerdesk.documents.pdf.application import (
    FeeLine as PrintedFee,
)
from sewerdesk.documents.pdf.legal import long_date, weekday_date
from sewerdesk.documents.pdf.permit import PermitLimit, PermitPaper
from sewerdesk.documents.pdf.permit_filing import FilingSlip
from sewerdesk.domain.applications import ApplicationDraft, ApplicationView, FeeLine, LateralUse
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.law import Event, Law, RoadJurisdiction, Unit, UnknownRule, highway_permission
from sewerdesk.domain.law.words import acting_under
from sewerdesk.domain.notices import SourcedText
from sewerdesk.domain.permits import IssuedClock
from sewerdesk.domain.wording import count, show, show_date, show_dollars
from sewerdesk.services.law import law_of
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _freeze_paper

FILING_PART = "filing slip"
_NOTICE_FIGURE = "inspection.notice_hours"
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


def _freeze_permit(
    session: Session, permit: Permit, law: Law, view: ApplicationView, clocks: tuple[IssuedClock, ...]
) -> Paper:
    """The permit with its number, clocks and conditions as they stand at issue."""
    from sewerdesk.documents.pdf.permit import permit_pdf

    letterhead = _letterhead(session)
    fields = {
        **_common_fields(law, permit.issued_on),
        **_optional_text(law, "boundary"),
        **_optional_text(law, "transfer"),
        "authority": acting_under(law, law.officer("issues")),
        "phone": letterhead.phone,
    }
    wording = _wording("connection-permit", fields)
    paper = _permit_paper(session, permit, law, view, clocks=clocks, wording=wording)
    return _freeze_paper(
        session,
        number=permit.number,
        kind="permit",
        title=wording.title,
        subject=("permit", permit.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged={**fields, "answers": permit.application.answers, "clocks": permit.clocks},
        content=permit_pdf(paper, letterhead=letterhead),
    )


def _permit_paper(
    session: Session,
    permit: Permit,
    law: Law,
    view: ApplicationView,
    *,
    clocks: tuple[IssuedClock, ...],
    wording: Rendered,
) -> PermitPaper:
    draft, contractor = view.draft, permit.application.contractor
    classes = {row.key: row.name for row in law.permit_classes}
    return PermitPaper(
        number=permit.number,
        wording=wording,
        permit_class=classes.get(permit.class_key, permit.class_key),
        issued_on=permit.issued_on,
        property_address=draft.location,
        print_key=draft.print_key,
        owner=draft.owner_name,
        contractor=contractor.party.name if contractor else "The owner does the work",
        contractor_phone=contractor.party.phone if contractor else "",
        work=_work_words(draft, law),
        pipe=_pipe_words(draft),
        units=show(draft.units) if draft.units is not None else "",
        tap_location=draft.tap_kind,
        limits=tuple(
            PermitLimit(f"{clock.title} by", _deadline(clock), clock.consequence) for clock in clocks
        ),
        conditions=_conditions(permit, law, draft),
        fees=tuple(_printed_fees(view.fees)),
        signer=_signer(session, law, "issues", permit.issued_on),
        printed=_printed_at(session),
    )


def _freeze_filing_slip(
    session: Session, permit: Permit, law: Law, view: ApplicationView, clocks: Iterable[IssuedClock]
) -> Paper | None:
    """The slip for the municipal clerk's office, where the law lets a permit lapse unless it is filed."""
    from sewerdesk.documents.pdf.permit_filing import filing_slip_pdf

    clock = next((one for one in clocks if one.stops_with is Event.PERMIT_FILED), None)
    if clock is None:
        return None
    draft, clerk = view.draft, law.officer("clerk").title
    fields = _filing_fields(permit, clock, clerk, draft)
    wording = _wording("permit-filing-slip", fields)
    slip = FilingSlip(
        number=permit.number,
        wording=wording,
        permit_no=permit.number,
        issued_on=permit.issued_on,
        file_by=clock.effective,
        clerk_office=f"{clerk}'s Office",
        property_address=draft.location,
        print_key=draft.print_key,
        owner=draft.owner_name,
        applicant=_applicant(draft),
        printed=_printed_at(session),
    )
    return _freeze_paper(
        session,
        number=permit.number,
        part=FILING_PART,
        kind="filing_slip",
        title=wording.title,
        subject=("permit", permit.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged=fields,
        content=filing_slip_pdf(slip, letterhead=_letterhead(session)),
    )


def _filing_fields(permit: Permit, clock: IssuedClock, clerk: str, draft: ApplicationDraft) -> dict[str, str]:
    return {
        "permit_no": permit.number,
        "issued_on": long_date(permit.issued_on),
        "clerk_title": clerk,
        "file_by": weekday_date(clock.effective),
        "file_rule": f"{clock.rule[:1].upper()}{clock.rule[1:]}.",
        "citation": clock.citation,
        "plans": _filed_plans(draft),
    }


def _filed_plans(draft: ApplicationDraft) -> str:
    """Which plans go with the slip; it never says that plans came in where none did."""
    plans = draft.paper("plans")
    if plans.received_on is None:
        return "No plans came in with the application; the applicant files them together with the permit."
    return f"Plans: {plans.note}" if plans.note else "Plans as they were submitted with the application."


def _application_paper(
    session: Session, law: Law, view: ApplicationView, wording: Rendered
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
    )


def _sections(draft: ApplicationDraft, law: Law) -> Iterable[FormSection]:
    yield FormSection(
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
        ),
    )
    yield FormSection(
        "Pipe",
        (
            (_title(law.term("lateral").singular), _pipe_words(draft)),
            ("Depth at the main", _measure(draft.depth_at_main_ft, "ft")),
            ("Depth at the building", _measure(draft.depth_at_house_ft, "ft")),
            ("Connection", draft.tap_kind),
            ("Septic system given up", draft.septic_method),
        ),
    )
    yield _road_section(draft, law)


def _road_section(draft: ApplicationDraft, law: Law) -> FormSection:
    yes_no = {True: "yes", False: "no"}
    roads = tuple((row.question, yes_no[row.key in draft.triggers]) for row in law.right_of_way)
    contractor = draft.contractor_name or ("the owner" if draft.owner_does_the_work else "")
    since = show_date(draft.highway_permit_on) if draft.highway_permit_on else ""
    highway = ", ".join(part for part in (draft.highway_permit_no, since) if part)
    road = draft.road_jurisdiction
    keeper = law.kind if road is RoadJurisdiction.LOCAL else str(road or "")
    return FormSection(
        "Contractor and road",
        (
            ("Work done by", contractor),
            ("Foreman", draft.foreman),
            ("811 ticket", draft.utility_ticket),
            *roads,
            ("Highway of", f"the {keeper}" if keeper else ""),
            ("Highway permit", highway),
        ),
    )


def _conditions(permit: Permit, law: Law, draft: ApplicationDraft) -> tuple[SourcedText, ...]:
    found = [SourcedText(text, "") for text in permit.conditions]
    if draft.road_jurisdiction is not None and not draft.highway_permit_no.strip():
        row = highway_permission(law, draft.road_jurisdiction)
        if row is not None:
            found.append(SourcedText(row.sentence, row.citation))
    revocation = _law_text(law, "revocation") or _law_text(law, "permit_nature")
    if revocation is not None:
        found.append(SourcedText(*revocation))
    return tuple(found)


def _work_words(draft: ApplicationDraft, law: Law) -> str:
    """What is permitted, in a sentence: the work, the pipe on private land, and its length."""
    lateral = law.term("lateral").singular
    work = draft.work_type.label if draft.work_type else ""
    if draft.lateral_use is None or draft.lateral_length_ft is None:
        return f"{work}."
    length = count(draft.lateral_length_ft, "foot").replace("foots", "feet")
    if draft.lateral_use is LateralUse.EXISTING:
        return f"{work}: use the existing {lateral} of {length}."
    return f"{work}: lay a new {lateral} of {length} and connect it to the {law.term('sewer').singular}."


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
    if on is not None and law.has_figure(_NOTICE_FIGURE):
        figure = law.figure(_NOTICE_FIGURE, on)
        unit = "hour" if figure.unit is Unit.HOURS else str(figure.unit.value).replace("_", " ").rstrip("s")
        fields["notice_time"] = count(figure.number, unit)
    return fields


def _optional_text(law: Law, key: str) -> dict[str, str]:
    text = _law_text(law, key)
    return {} if text is None else {key: text[0], f"{key}_citation": text[1]}


def _law_text(law: Law, key: str) -> tuple[str, str] | None:
    """A passage of the law and its citation, or None where the pack lacks it or holds it blank."""
    try:
        text = law.text(key)
    except UnknownRule:
        return None
    return (text.text, text.citation) if text.text else None


def _wording(template: str, fields: Mapping[str, str]) -> Rendered:
    loaded = load_template(template)
    return render(loaded, {name: text for name, text in fields.items() if name in loaded.fields})


def _deadline(clock: IssuedClock) -> Deadline:
    """The clock as papers print it: its days counted, as they were at issue."""
    return Deadline(
        event=clock.title,
        start=clock.start,
        count=(clock.raw - clock.start).days,
        unit=Unit.DAYS,
        raw=clock.raw,
        effective=clock.effective,
        sentence=clock.rule,
        citation=clock.citation,
    )


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
