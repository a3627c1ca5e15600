"""What the list and the page of a contractor show: rows read into facts, facts judged by the law."""

from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.contractor import Contractor
from sewerdesk.data.models.contractor import Cover as CoverTable
from sewerdesk.data.models.paper import Attachment, Paper
from sewerdesk.data.queries.contractors import bond_of, contractor_facts, exemption_of, policy_of
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.domain.contractors import (
    AuthorizationKind,
    Bond,
    Exemption,
    Policy,
    WorkScope,
    cancellation_warning,
    duplicates,
    earliest_lapse,
    standing,
)
from sewerdesk.domain.counter import (
    AuthorizationRow,
    ContractorRow,
    ContractorView,
    Cover,
    CoverKind,
    CoverRef,
    CoverRow,
    PermitRow,
    SuspensionRow,
)
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.wording import join_words, show_date, show_dollars
from sewerdesk.services.papers import _row as _paper_row
from sewerdesk.services.parties import _party_view

OPEN_STATES = frozenset({PermitState.IN_FORCE, PermitState.SUSPENDED})


def _contractor_row(
    contractor: Contractor, law: Law, today: date, permits: Iterable[PermitRow]
) -> ContractorRow:
    facts, scope = contractor_facts(contractor), WorkScope.right_of_way(law)
    verdict = standing(facts, law, on=today, scope=scope)
    lapse = earliest_lapse(facts, law, on=today, scope=scope)
    faults = [line for line in verdict.lines if not line.passed]
    return ContractorRow(
        id=contractor.id,
        name=contractor.party.name,
        phone=contractor.party.phone,
        answer=verdict.answer,
        first_fault=f"{faults[0].requirement.rstrip('.')}. {faults[0].on_file}" if faults else "",
        lapses_on=lapse.last_day if lapse else None,
        lapsing_paper=lapse.paper if lapse else "",
        open_permits=sum(
            1 for permit in permits if permit.contractor_id == contractor.id and permit.state in OPEN_STATES
        ),
    )


def _contractor_view(
    session: Session,
    contractor: Contractor,
    law: Law,
    calendar: HolidayCalendar,
    *,
    today: date,
    judged_on: date,
) -> ContractorView:
    facts = contractor_facts(contractor)
    papers = session.scalars(
        select(Paper)
        .where(Paper.subject == "contractor", Paper.subject_id == contractor.id)
        .order_by(Paper.id.desc())
    )
    return ContractorView(
        id=contractor.id,
        party=_party_view(contractor.party, today),
        names=tuple(contractor.names or ()),
        foreman=contractor.foreman,
        cell=contractor.cell,
        registered_on=contractor.registered_on,
        note=contractor.note,
        facts=facts,
        standing=standing(facts, law, on=judged_on, scope=WorkScope.right_of_way(law)),
        covers=_cover_rows(session, contractor, law, calendar, today),
        suspensions=tuple(
            SuspensionRow(row.id, row.start, row.until, row.reason, row.authority)
            for row in contractor.suspensions
        ),
        authorizations=tuple(
            AuthorizationRow(row.id, AuthorizationKind(row.kind), row.on, row.resolution, row.evidence)
            for row in contractor.authorizations
        ),
        duplicates=duplicates(facts),
        permits=permit_rows(session, today, contractor_id=contractor.id),
        papers=tuple(_paper_row(paper) for paper in papers),
        version=contractor.version,
    )


def _cover_rows(
    session: Session, contractor: Contractor, law: Law, calendar: HolidayCalendar, today: date
) -> tuple[CoverRow, ...]:
    found: list[tuple[CoverRef, CoverTable, Cover]] = [
        *((CoverRef(CoverKind.BOND, row.id), row, bond_of(row)) for row in contractor.bonds),
        *((CoverRef(CoverKind.POLICY, row.id), row, policy_of(row)) for row in contractor.policies),
        *((CoverRef(CoverKind.EXEMPTION, row.id), row, exemption_of(row)) for row in contractor.exemptions),
    ]
    files = _file_counts(session, [ref for ref, _, _ in found])
    newest_first = sorted(found, key=lambda item: item[2].term.effective, reverse=True)
    return tuple(
        CoverRow(
            ref=ref,
            requirement=_requirement(cover, law),
            paper=cover.label[:1].upper() + cover.label[1:],
            dates=cover.term.dates,
            last_day=cover.term.last_day,
            problem=cover.term.problem_on(today),
            detail=_detail(cover, law),
            verified=_verified(cover),
            void_reason=row.voided_reason,
            warning=cancellation_warning(cover, law, calendar) if isinstance(cover, Policy) else "",
            files=files.get((_cover_subject(ref), ref.id), 0),
            version=row.version,
        )
        for ref, row, cover in newest_first
    )


def _cover_subject(ref: CoverRef) -> str:
    """The subject under which the files of a paper are kept."""
    return f"contractor_{ref.kind.value}"


def _file_counts(session: Session, refs: Sequence[CoverRef]) -> dict[tuple[str, int], int]:
    subjects = {_cover_subject(ref) for ref in refs}
    statement = (
        select(Attachment.subject, Attachment.subject_id, func.count())
        .where(Attachment.subject.in_(subjects), Attachment.removed_on.is_(None))
        .group_by(Attachment.subject, Attachment.subject_id)
    )
    return {(subject, one): count for subject, one, count in session.execute(statement)}


def _requirement(cover: Cover, law: Law) -> str:
    """Which requirement of the law the paper answers, in the law's words."""
    if isinstance(cover, Bond):
        rows = [row for row in law.bond_requirements if cover.requirement in ("", row.key)]
        return rows[0].label if rows else "Bond"
    proofs = {proof.key: proof.label for proof in law.statutory_proofs}
    if isinstance(cover, Exemption):
        return f"Exempt: {join_words(sorted(proofs.get(key, key) for key in cover.covers))}"
    coverages = {row.kind: row.label for row in law.coverage_requirements}
    return {**coverages, **proofs}.get(cover.kind, cover.kind)


def _detail(cover: Cover, law: Law) -> str:
    if isinstance(cover, Bond):
        original = "original on file" if cover.original_on_file else "original not on file"
        return f"{show_dollars(cover.amount)}, {original}"
    if isinstance(cover, Exemption):
        return f"For the job at {cover.job}" if cover.job else ""
    labels = {limit.figure: limit.label for row in law.coverage_requirements for limit in row.limits}
    return ", ".join(
        f"{show_dollars(amount)} {labels.get(key, key)}" for key, amount in sorted(cover.limits.items())
    )


def _verified(cover: Bond | Policy | Exemption) -> str:
    if isinstance(cover, Bond) or not cover.verified_by:
        return ""
    on = f" on {show_date(cover.verified_on)}" if cover.verified_on else ""
    return f"Verified by {cover.verified_by}{on}"
