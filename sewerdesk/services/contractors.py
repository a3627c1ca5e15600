"""Contractors: registered once, their papers filed as they come, and whether they may work on a day."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from sewerdesk.data.models.contractor import (
    Contractor,
    ContractorBond,
    ContractorExemption,
    ContractorPolicy,
    ContractorSuspension,
)
from sewerdesk.data.queries.contractors import all_contractors, contractor_facts
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.contractors import (
    Bond,
    CancellationNotice,
    CoverTerm,
    Exemption,
    Policy,
    WorkScope,
    check_term,
    standing,
)
from sewerdesk.domain.counter import (
    ContractorDraft,
    ContractorRow,
    ContractorView,
    CoverKind,
    CoverRef,
)
from sewerdesk.domain.errors import FieldErrors, StaleRecord, UserError
from sewerdesk.domain.folding import fold
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.domain.verdicts import Verdict
from sewerdesk.services.attachments import _attach_all
from sewerdesk.services.contractor_pages import _contractor_row, _contractor_view, _cover_subject
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.law import law_of
from sewerdesk.services.parties import _address_on, _address_row, _new_party

CoverTable = ContractorBond | ContractorPolicy | ContractorExemption
_TABLES: dict[CoverKind, type[Any]] = {
    CoverKind.BOND: ContractorBond,
    CoverKind.POLICY: ContractorPolicy,
    CoverKind.EXEMPTION: ContractorExemption,
}


def register_contractor(ws: Workspace, *, draft: ContractorDraft) -> int:
    """Enter a contractor; returns the id. ``FieldErrors`` where the name is missing or already registered."""
    with ws.write(reason="contractor registered") as session:
        _refuse_second(session, draft)
        party = _new_party(session, _party_draft(draft), since=ws.clock.today())
        contractor = Contractor(party=party, registered_on=ws.clock.today(), names=[])
        _take_details(contractor, draft)
        session.add(contractor)
        session.flush()  # the id is the answer
        return contractor.id


def save_contractor(
    ws: Workspace, *, contractor_id: int, draft: ContractorDraft, expected_version: int
) -> None:
    """Save changed details; a changed address holds from today, the former one stays in the history."""
    if not draft.name.strip():
        raise FieldErrors({"name": "Enter the contractor's legal name."})
    today = ws.clock.today()
    with ws.write() as session:
        contractor = _contractor(session, contractor_id)
        if contractor.version != expected_version:
            raise StaleRecord(
                f"{contractor.party.name} was changed elsewhere after you opened it. Reload it and make your "
                "change again."
            )
        party = contractor.party
        party.name, party.folded = draft.name.strip(), fold(draft.name)
        party.phone, party.email = draft.phone, draft.email
        if _address_on(party, today) != draft.address:
            for row in [row for row in party.addresses if row.valid_from == today]:
                party.addresses.remove(row)  # corrected on the day it was entered
            for row in party.addresses:
                row.valid_to = today if row.valid_to is None else row.valid_to
            party.addresses.append(_address_row(draft.address, today))
        _take_details(contractor, draft)


def contractor_draft(ws: Workspace, *, contractor_id: int) -> tuple[ContractorDraft, int]:
    """The details for the form, and the version they were read at."""
    with ws.read() as session:
        contractor = _contractor(session, contractor_id)
        party, address = contractor.party, _address_on(contractor.party, ws.clock.today())
        draft = ContractorDraft(
            name=party.name,
            other_names="\n".join(contractor.names or ()),
            phone=party.phone,
            email=party.email,
            **asdict(address),
            foreman=contractor.foreman,
            cell=contractor.cell,
            note=contractor.note,
        )
        return draft, contractor.version


def file_bond(ws: Workspace, *, contractor_id: int, bond: Bond, files: Sequence[Path] = ()) -> CoverRef:
    """File a surety bond as it was handed in; whether it is enough is said by the standing."""
    errors = {} if bond.surety.strip() else {"surety": "Enter the surety that gives the bond."}
    if not bond.number.strip():
        errors["number"] = "Enter the bond's number."
    if bond.amount <= 0:
        errors["amount"] = "Enter the amount of the bond, more than zero."
    _check(bond.term, errors)
    with ws.write(reason="bond filed") as session:
        row = ContractorBond(
            contractor_id=_contractor(session, contractor_id).id,
            requirement=bond.requirement,
            surety=bond.surety.strip(),
            number=bond.number.strip(),
            amount=bond.amount,
            clauses=sorted(bond.clauses),
            original_on_file=bond.original_on_file,
            **_term_columns(bond.term),
        )
        return _file(session, ws, CoverKind.BOND, row, files)


def file_policy(ws: Workspace, *, contractor_id: int, policy: Policy, files: Sequence[Path] = ()) -> CoverRef:
    """File a policy or a statutory proof as its certificate shows it."""
    errors = {} if policy.kind.strip() else {"kind": "Choose what the certificate proves."}
    if not policy.form_code.strip():
        errors["form_code"] = "Enter the form's code as printed on it, such as ACORD 25 or C-105.2."
    if not policy.carrier.strip():
        errors["carrier"] = "Enter the insurer."
    if not policy.number.strip():
        errors["number"] = "Enter the policy's number."
    _check(policy.term, errors)
    with ws.write(reason="certificate filed") as session:
        row = ContractorPolicy(
            contractor_id=_contractor(session, contractor_id).id,
            kind=policy.kind,
            form_code=policy.form_code.strip(),
            carrier=policy.carrier.strip(),
            number=policy.number.strip(),
            insured=policy.insured.strip(),
            holder=policy.holder.strip(),
            limits={key: format(amount, "f") for key, amount in policy.limits.items()},
            hazards=sorted(policy.hazards),
            cancellation_notice_days=policy.cancellation_notice_days,
            endorsements=sorted(policy.endorsements),
            form_approvals=[
                {"role": one.role, "on": one.on.isoformat(), "reference": one.reference}
                for one in policy.form_approvals
            ],
            verified_by=policy.verified_by,
            verified_on=policy.verified_on,
            **_term_columns(policy.term),
        )
        return _file(session, ws, CoverKind.POLICY, row, files)


def file_exemption(
    ws: Workspace, *, contractor_id: int, exemption: Exemption, files: Sequence[Path] = ()
) -> CoverRef:
    """File a certificate of attestation of exemption."""
    errors = {} if exemption.covers else {"covers": "Say from which coverage the contractor is exempt."}
    if not exemption.number.strip():
        errors["number"] = "Enter the certificate's number."
    _check(exemption.term, errors)
    with ws.write(reason="exemption filed") as session:
        row = ContractorExemption(
            contractor_id=_contractor(session, contractor_id).id,
            form_code=exemption.form_code,
            number=exemption.number.strip(),
            covers=sorted(exemption.covers),
            insured=exemption.insured.strip(),
            holder=exemption.holder.strip(),
            job=exemption.job.strip(),
            verified_by=exemption.verified_by,
            verified_on=exemption.verified_on,
            **_term_columns(exemption.term),
        )
        return _file(session, ws, CoverKind.EXEMPTION, row, files)


def record_cancellation(ws: Workspace, *, cover: CoverRef, received: date, effective: date) -> None:
    """Record a notice that a bond or policy ends; the cover is not in force from ``effective`` on."""
    with ws.write(reason="cancellation notice") as session:
        row = _cover(session, cover)
        check_term(
            CoverTerm(row.effective, row.expires, row.continuous, CancellationNotice(received, effective))
        )
        row.cancel_received, row.cancel_effective = received, effective


def void_cover(ws: Workspace, *, cover: CoverRef, reason: str) -> None:
    """Mark a paper as entered by mistake: it stays on file with the reason and proves nothing."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why this paper is voided; the reason is kept with it."})
    with ws.write(reason=reason) as session:
        row = _cover(session, cover)
        if row.voided_reason:
            raise UserError("This paper was voided before; nothing was changed.")
        row.voided_reason = reason.strip()


def suspend_contractor(
    ws: Workspace, *, contractor_id: int, start: date, reason: str, authority: str, until: date | None = None
) -> None:
    """Suspend a contractor from a day on, until another (that day excluded) where one is set."""
    errors = {} if reason.strip() else {"reason": "Say why the contractor is suspended."}
    if not authority.strip():
        errors["authority"] = (
            "Enter the resolution, order or section under which the contractor is suspended."
        )
    if until is not None and until <= start:
        errors["until"] = "The suspension must end after the day on which it starts."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        contractor = _contractor(session, contractor_id)
        contractor.suspensions.append(
            ContractorSuspension(start=start, until=until, reason=reason.strip(), authority=authority.strip())
        )


def lift_suspension(ws: Workspace, *, contractor_id: int, on: date, reason: str) -> None:
    """End every suspension that lasts on a day; the contractor may work again from that day."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the suspension is lifted."})
    with ws.write(reason=reason) as session:
        contractor = _contractor(session, contractor_id)
        lasting = [
            row for row in contractor.suspensions if row.start <= on and (row.until is None or row.until > on)
        ]
        if not lasting:
            raise UserError(f"{contractor.party.name} is not suspended on {on:%m/%d/%Y}.")
        for row in lasting:
            row.until = on


def list_contractors(ws: Workspace) -> tuple[ContractorRow, ...]:
    """Every contractor: may work in a right-of-way today or not, what lapses first, how many permits are open."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        permits = permit_rows(session, today)
        return tuple(_contractor_row(row, law, today, permits) for row in all_contractors(session))


def contractor_view(ws: Workspace, *, contractor_id: int, on: date | None = None) -> ContractorView:
    """A contractor's page; its standing is judged for ``on``, by default today."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        contractor = _contractor(session, contractor_id)
        return _contractor_view(
            session, contractor, law, _calendar(session), today=today, judged_on=on or today
        )


def contractor_standing(
    ws: Workspace, contractor_id: int, on: date, scope: WorkScope | None = None
) -> Verdict:
    """May this contractor work on a day? Without a scope: in a highway right-of-way."""
    law = law_of(ws)
    with ws.read() as session:
        facts = contractor_facts(_contractor(session, contractor_id))
    return standing(facts, law, on=on, scope=scope or WorkScope.right_of_way(law))


def _contractor(session: Session, contractor_id: int) -> Contractor:
    contractor = session.get(Contractor, contractor_id)
    if contractor is None:
        raise UserError("That contractor is not in this office. Refresh the list (F5) and choose it again.")
    return contractor


def _cover(session: Session, cover: CoverRef) -> CoverTable:
    row: CoverTable | None = session.get(_TABLES[cover.kind], cover.id)
    if row is None:
        raise UserError("That paper is not on file here. Refresh the page (F5) and choose it again.")
    return row


def _refuse_second(session: Session, draft: ContractorDraft) -> None:
    if not draft.name.strip():
        raise FieldErrors({"name": "Enter the contractor's legal name."})
    for known in all_contractors(session):
        if contractor_facts(known).goes_by(draft.name):
            raise FieldErrors({"name": f"{known.party.name} is already registered. Open it instead."})


def _party_draft(draft: ContractorDraft) -> PartyDraft:
    return replace(draft.party, is_firm=True)


def _take_details(contractor: Contractor, draft: ContractorDraft) -> None:
    contractor.names = list(draft.names)
    contractor.foreman, contractor.cell, contractor.note = draft.foreman, draft.cell, draft.note


def _check(term: CoverTerm, errors: dict[str, str]) -> None:
    try:
        check_term(term)
    except FieldErrors as problem:
        raise FieldErrors({**errors, **problem.errors}) from problem
    if errors:
        raise FieldErrors(errors)


def _term_columns(term: CoverTerm) -> dict[str, object]:
    notice = term.cancellation
    return {
        "effective": term.effective,
        "expires": term.expires,
        "continuous": term.continuous,
        "cancel_received": notice.received if notice else None,
        "cancel_effective": notice.effective if notice else None,
    }


def _file(
    session: Session,
    ws: Workspace,
    kind: CoverKind,
    row: CoverTable,
    files: Iterable[Path],
) -> CoverRef:
    session.add(row)
    session.flush()  # the files refer to the paper by its id
    ref = CoverRef(kind, row.id)
    _attach_all(
        session, ws.folder, subject=_cover_subject(ref), subject_id=row.id, kind="certificate", sources=files
    )
    return ref
