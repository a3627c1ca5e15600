"""Contractors as the rules read them, and as they are found: what is on file as facts, voided papers left out."""

from collections.abc import Collection, Iterable
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from sewerdesk.data.models.contractor import (
    Contractor,
    ContractorBond,
    ContractorExemption,
    ContractorPolicy,
    Cover,
)
from sewerdesk.data.models.party import Party
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.contractor_facts import (
    Authorization,
    AuthorizationKind,
    Bond,
    CancellationNotice,
    ContractorFacts,
    CoverTerm,
    Exemption,
    FormApproval,
    Policy,
    Suspension,
)


def all_contractors(session: Session) -> Iterable[Contractor]:
    """Every contractor with all that is on file, by name, in a handful of statements."""
    return session.scalars(
        select(Contractor)
        .join(Party, Party.id == Contractor.party_id)
        .options(
            selectinload(Contractor.party),
            selectinload(Contractor.bonds),
            selectinload(Contractor.policies),
            selectinload(Contractor.exemptions),
            selectinload(Contractor.suspensions),
            selectinload(Contractor.authorizations),
        )
        .order_by(Party.folded, Contractor.id)
    )


def contractor_facts(contractor: Contractor) -> ContractorFacts:
    """What is on file of a contractor; papers entered by mistake prove nothing and are left out."""
    return ContractorFacts(
        legal_name=contractor.party.name,
        names=tuple(contractor.names or ()),
        bonds=tuple(bond_of(row) for row in contractor.bonds if not row.voided_reason),
        policies=tuple(policy_of(row) for row in contractor.policies if not row.voided_reason),
        exemptions=tuple(exemption_of(row) for row in contractor.exemptions if not row.voided_reason),
        suspensions=tuple(
            Suspension(row.start, row.reason, row.until, row.authority) for row in contractor.suspensions
        ),
        authorizations=tuple(
            Authorization(AuthorizationKind(row.kind), row.on, row.resolution, row.evidence)
            for row in contractor.authorizations
        ),
    )


def term_of(row: Cover) -> CoverTerm:
    """The days of a paper."""
    notice = None
    if row.cancel_received is not None and row.cancel_effective is not None:
        notice = CancellationNotice(row.cancel_received, row.cancel_effective)
    return CoverTerm(row.effective, row.expires, row.continuous, notice)


def bond_of(row: ContractorBond) -> Bond:
    """A bond as the rules read it."""
    return Bond(
        surety=row.surety,
        number=row.number,
        amount=row.amount,
        term=term_of(row),
        clauses=frozenset(row.clauses or ()),
        original_on_file=row.original_on_file,
        requirement=row.requirement,
    )


def policy_of(row: ContractorPolicy) -> Policy:
    """A policy, or a proof of one, as the rules read it."""
    return Policy(
        kind=row.kind,
        form_code=row.form_code,
        carrier=row.carrier,
        number=row.number,
        term=term_of(row),
        insured=row.insured,
        holder=row.holder,
        limits={key: Decimal(amount) for key, amount in (row.limits or {}).items()},
        hazards=frozenset(row.hazards or ()),
        cancellation_notice_days=row.cancellation_notice_days,
        endorsements=frozenset(row.endorsements or ()),
        form_approvals=tuple(
            FormApproval(one["role"], date.fromisoformat(one["on"]), one["reference"])
            for one in row.form_approvals or ()
        ),
        verified_by=row.verified_by,
        verified_on=row.verified_on,
    )


def exemption_of(row: ContractorExemption) -> Exemption:
    """An attestation of exemption as the rules read it."""
    return Exemption(
        number=row.number,
        covers=frozenset(row.covers or ()),
        term=term_of(row),
        insured=row.insured,
        holder=row.holder,
        job=row.job,
        form_code=row.form_code,
        verified_by=row.verified_by,
        verified_on=row.verified_on,
    )


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Contractor).options(
        selectinload(Contractor.party), selectinload(Contractor.bonds), selectinload(Contractor.policies)
    )
    if ids is not None:
        statement = statement.where(Contractor.id.in_(ids))
    for contractor in session.scalars(statement):
        party = contractor.party
        names = list(contractor.names or ())
        numbers = [row.number for row in contractor.bonds] + [row.number for row in contractor.policies]
        yield SearchText(
            contractor.id,
            party.name,
            " · ".join(part for part in (party.phone, contractor.foreman) if part) or "Contractor",
            " ".join([party.name, *names, party.phone, contractor.foreman, *numbers]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of_parties(session: Session, parties: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(Contractor.id).where(Contractor.party_id.in_(parties))))


def _of_bonds(session: Session, bonds: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(ContractorBond.contractor_id).where(ContractorBond.id.in_(bonds))))


def _of_policies(session: Session, policies: Collection[int]) -> Collection[int]:
    owner = ContractorPolicy.contractor_id
    return set(session.scalars(select(owner).where(ContractorPolicy.id.in_(policies))))


SEARCH = Source(
    kind="contractor",
    code=5,
    touched_by={
        "contractor": _itself,
        "party": _of_parties,
        "contractor_bond": _of_bonds,
        "contractor_policy": _of_policies,
    },
    build=_search_texts,
    newest_first=False,
)
