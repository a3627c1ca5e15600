"""A contractor's papers as typed, and how each becomes the paper that the rules read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from sewerdesk.domain.contractors import Bond, CoverTerm, Exemption, FormApproval, Policy
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import CoverageLimit, CoverageRequirement, Law
from sewerdesk.domain.money import ZERO

Answers = tuple[ChecklistAnswer, ...]


@dataclass(frozen=True)
class BondForm:
    """A bond as typed."""

    requirement: str | None = None
    surety: str = ""
    number: str = ""
    amount: Decimal | None = None
    effective: date | None = None
    is_continuous: bool | None = None
    expires: date | None = None
    clauses: Answers = ()
    original: bool | None = None
    files: tuple[Path, ...] = ()

    @property
    def bond(self) -> Bond:
        """The bond as the rules read it."""
        return Bond(
            surety=self.surety,
            number=self.number,
            amount=self.amount if self.amount is not None else ZERO,
            term=CoverTerm(_day(self.effective), self.expires, self.is_continuous is True),
            clauses=yes_keys(self.clauses),
            original_on_file=self.original is True,
            requirement=self.requirement or "",
        )


@dataclass(frozen=True)
class PolicyForm:
    """A certificate as typed; its limits are fields of their own, one for each figure of the law."""

    kind: str | None = None
    form_code: str = ""
    proof_form: str | None = None
    carrier: str = ""
    number: str = ""
    effective: date | None = None
    expires: date | None = None
    insured: str = ""
    holder: str = ""
    hazards: Answers = ()
    notice_days: int | None = None
    endorsements: Answers = ()
    approved_on: date | None = None
    approved_reference: str = ""
    verified_by: str = ""
    verified_on: date | None = None
    files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class ExemptionForm:
    """An attestation of exemption as typed."""

    number: str = ""
    covers: Answers = ()
    effective: date | None = None
    expires: date | None = None
    insured: str = ""
    holder: str = ""
    job: str = ""
    verified_by: str = ""
    verified_on: date | None = None
    files: tuple[Path, ...] = ()

    @property
    def exemption(self) -> Exemption:
        """The exemption as the rules read it."""
        return Exemption(
            number=self.number,
            covers=yes_keys(self.covers),
            term=CoverTerm(_day(self.effective), self.expires),
            insured=self.insured,
            holder=self.holder,
            job=self.job,
            verified_by=self.verified_by,
            verified_on=self.verified_on,
        )


def yes_keys(answers: Answers) -> frozenset[str]:
    """The keys of the items that were answered yes."""
    return frozenset(one.key for one in answers if one.answer is Answer.YES)


def policy_of_form(form: PolicyForm, law: Law) -> Policy:
    """The policy as the rules read it: only the limits of its own kind count."""
    limits: dict[str, Decimal] = {}
    for name, (row, limit) in limit_slots(law).items():
        amount = getattr(form, name, None)
        if row.kind == form.kind and amount is not None:
            limits[limit.figure] = amount
    approvals: tuple[FormApproval, ...] = ()
    if form.approved_on is not None:
        roles = [role for term in law.policy_terms for role in term.approved_by]
        approvals = tuple(
            FormApproval(role, form.approved_on, form.approved_reference) for role in dict.fromkeys(roles)
        )
    return Policy(
        kind=form.kind or "",
        form_code=form.proof_form or form.form_code,
        carrier=form.carrier,
        number=form.number,
        term=CoverTerm(_day(form.effective), form.expires),
        insured=form.insured,
        holder=form.holder,
        limits=limits,
        hazards=yes_keys(form.hazards) & _hazards_of(law, form.kind),
        cancellation_notice_days=form.notice_days,
        endorsements=yes_keys(form.endorsements),
        form_approvals=approvals,
        verified_by=form.verified_by,
        verified_on=form.verified_on,
    )


def limit_slots(law: Law) -> Mapping[str, tuple[CoverageRequirement, CoverageLimit]]:
    """A name for each limit of the law, in its order: the fields of the form."""
    limits = [(row, limit) for row in law.coverage_requirements for limit in row.limits]
    return {f"limit_{number}": one for number, one in enumerate(limits)}


def with_values(form: PolicyForm, values: Mapping[str, object]) -> PolicyForm:
    """A form of the same kind as ``form`` with some fields filled in."""
    known: dict[str, Any] = {**form.__dict__, **values}
    return type(form)(**known)


def _hazards_of(law: Law, kind: str | None) -> frozenset[str]:
    rows = [row for row in law.coverage_requirements if row.kind == kind]
    return frozenset(one.key for row in rows for one in row.hazards)


def _day(day: date | None) -> date:
    """The day of a required date field; the form does not save without it."""
    if day is None:
        raise ValueError("the form was saved without its first day")
    return day
