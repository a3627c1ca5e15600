"""The permit as a paper: a certificate, or the approved application itself, as the law has it; and its filing slip.

Each is filled from the record and frozen as drawn. The number is the permit's, whichever paper it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.application import ApprovalBlock
from sewerdesk.documents.pdf.legal import long_date, weekday_date
from sewerdesk.documents.pdf.permit import PermitLimit, PermitPaper
from sewerdesk.documents.pdf.permit_filing import FilingSlip
from sewerdesk.domain.applications import ApplicationDraft, ApplicationView, LateralUse
from sewerdesk.domain.construction import highway_line
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.law import (
    Event,
    FeeDue,
    Law,
    PermitForm,
    ProjectKind,
    RenewalMode,
    TransferMode,
    Unit,
    in_class,
    untimed_terminations,
)
from sewerdesk.domain.law.words import acting_under
from sewerdesk.domain.notices import Signer, SourcedText
from sewerdesk.domain.permit_life import renewal_answer, transfer_answer
from sewerdesk.domain.permits import IssuedClock
from sewerdesk.domain.private_systems import effect_sentence
from sewerdesk.domain.wording import count, show
from sewerdesk.services.counter_papers import (
    _applicant,
    _application_paper,
    _common_fields,
    _law_text,
    _optional_text,
    _pipe_words,
    _printed_at,
    _printed_fees,
    _title,
    _wording,
)
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _freeze_paper

FILING_PART = "filing slip"
CONNECTION = "connection"
"""The law pack's key of the form of a connection permit."""


@dataclass(frozen=True, slots=True)
class _Issued:
    """A permit at its issue: the record, its application, its clocks and the words that are merged in."""

    permit: Permit
    view: ApplicationView
    clocks: tuple[IssuedClock, ...]
    fields: dict[str, str]


def _freeze_permit(
    session: Session, permit: Permit, law: Law, view: ApplicationView, clocks: tuple[IssuedClock, ...]
) -> Paper:
    """The permit with its number, clocks and conditions as they stand at issue, in the form that the law gives it."""
    form = _form(law, permit.class_key, view.draft.project)
    fields = _permit_fields(session, permit, law)
    draw = _approved_application if form is PermitForm.APPROVED_APPLICATION else _certificate
    wording, content = draw(session, _Issued(permit, view, clocks, fields), law)
    return _freeze_paper(
        session,
        number=permit.number,
        kind="permit",
        title=wording.title,
        subject=("permit", permit.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged={**fields, "answers": permit.application.answers, "clocks": permit.clocks},
        content=content,
    )


def _form(law: Law, class_key: str, project: ProjectKind) -> PermitForm:
    """What the permit is on paper: by the row for this project or class, else by the one for connection permits."""
    forms = {row.key: row.form for row in law.permit_papers}
    key = project.value if project.value in forms else class_key
    return forms.get(key, forms.get(CONNECTION, PermitForm.CERTIFICATE))


def _permit_fields(session: Session, permit: Permit, law: Law) -> dict[str, str]:
    """The words that are merged into a permit; what the law at hand does not say of its class is left out."""
    passages = ("boundary", "permit_form")
    transfer = transfer_answer(law, class_key=permit.class_key)
    renewal = renewal_answer(law, class_key=permit.class_key, calendar=_calendar(session))
    rules = {
        "transfer": transfer if transfer.mode is not TransferMode.NOT_IN_TEXT else None,
        "renewal": renewal if renewal.mode is not RenewalMode.NOT_IN_TEXT else None,
    }
    said = {key: rule for key, rule in rules.items() if rule is not None}
    return {
        **_common_fields(law, permit.issued_on),
        **{name: text for key in passages for name, text in _optional_text(law, key).items()},
        **{key: rule.sentence for key, rule in said.items()},
        **{f"{key}_citation": rule.citation for key, rule in said.items()},
        "permit": law.term("permit").singular,
        "permit_title": _capitals(law.term("permit").singular),
        "authority": acting_under(law, law.officer("issues")),
        "phone": _letterhead(session).phone,
    }


def _certificate(session: Session, issued: _Issued, law: Law) -> tuple[Rendered, bytes]:
    from sewerdesk.documents.pdf.permit import permit_pdf

    wording = _wording("connection-permit", issued.fields)
    paper = _permit_paper(session, issued.permit, law, issued.view, clocks=issued.clocks, wording=wording)
    return wording, permit_pdf(paper, letterhead=_letterhead(session))


def _approved_application(session: Session, issued: _Issued, law: Law) -> tuple[Rendered, bytes]:
    """The approved application, which is the permit (Lockport 150-6B(2)): all its answers, and the approval."""
    from sewerdesk.documents.pdf.application import application_pdf

    permit, view = issued.permit, issued.view
    wording = _wording("approved-application", issued.fields)
    certified = _wording("connection-application", _common_fields(law, view.draft.received_on))
    approval = ApprovalBlock(
        wording=wording,
        permit_no=permit.number,
        issued_on=permit.issued_on,
        limits=tuple(
            (
                f"{clock.title.rstrip('.')} by {weekday_date(clock.effective)}",
                f"{clock.rule[:1].upper()}{clock.rule[1:]} ({clock.citation}).",
            )
            for clock in issued.clocks
        ),
        endings=tuple(
            SourcedText(row.sentence, row.citation) for row in untimed_terminations(law, permit.class_key)
        ),
        conditions=_conditions(permit, law, view),
        contractor=_contractor_words(permit),
        signer=_permit_signer(session, law, permit.issued_on),
    )
    paper = _application_paper(session, law, view, certified, approval=approval)
    return wording, application_pdf(paper, letterhead=_letterhead(session))


def _contractor_words(permit: Permit) -> str:
    contractor = permit.application.contractor
    if contractor is None:
        return "The owner does the work"
    return ", ".join(part for part in (contractor.party.name, contractor.party.phone) if part)


def _permit_signer(session: Session, law: Law, on: date) -> Signer:
    """Who signs a permit: whose signature the law asks for, else the officer of the same title who issues it."""
    signer = _signer(session, law, "signs", on)
    issuer = _signer(session, law, "issues", on)
    return issuer if not signer.name and issuer.title == signer.title else signer


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
        installer=_title(law.term("installer").singular),
        work=_work_words(draft, law),
        pipe=_pipe_words(draft),
        units=show(draft.units) if draft.units is not None else "",
        tap_location=draft.tap_kind,
        limits=tuple(
            PermitLimit(f"{clock.title} by", _deadline(clock), clock.consequence) for clock in clocks
        ),
        conditions=_conditions(permit, law, view),
        fees=tuple(_printed_fees(view.fees)),
        signer=_permit_signer(session, law, permit.issued_on),
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


def _conditions(permit: Permit, law: Law, view: ApplicationView) -> tuple[SourcedText, ...]:
    draft = view.draft
    found = [SourcedText(text, "") for text in permit.conditions]
    line = highway_line(draft, law, on=permit.issued_on)
    if line is not None and not line.passed:
        found.append(SourcedText(line.requirement.partition(": ")[2], line.citation))
    costs = _law_text(law, "subdivision_costs") if draft.project is ProjectKind.SUBDIVISION else None
    if costs is not None:
        found.append(SourcedText(*costs))
    if draft.project is ProjectKind.PRIVATE_DISPOSAL:
        effect = effect_sentence(law)
        found += [SourcedText(*effect)] if effect[0] else []
    found += [
        SourcedText(f"{line.label} must be paid before construction starts.", line.citation)
        for line in view.fees
        if line.due is FeeDue.BEFORE_CONSTRUCTION and not line.is_settled
    ]
    revocation = _law_text(law, "revocation") or _law_text(law, "permit_nature")
    if revocation is not None and _may_be_revoked(law, permit.class_key):
        found.append(SourcedText(*revocation))
    return tuple(found)


def _may_be_revoked(law: Law, class_key: str) -> bool:
    """Whether the law's grounds of revocation are for permits of this class; where it lists none they are for all."""
    grounds = law.revocation_grounds
    return not grounds or any(in_class(row, class_key) for row in grounds)


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


def _capitals(words: str) -> str:
    """A term as a title: ``Sewer Lateral Permit``."""
    return " ".join(word[:1].upper() + word[1:] for word in words.split())


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
