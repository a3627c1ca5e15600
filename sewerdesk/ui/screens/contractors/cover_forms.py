"""Forms for a contractor's papers, made from the law: what it asks for is what the form asks for."""

from collections.abc import Iterator, Mapping
from dataclasses import make_dataclass
from datetime import date
from decimal import Decimal
from typing import cast

from sewerdesk.domain.contractors import CoverTerm, Exemption
from sewerdesk.domain.law import Law, PolicyTerm
from sewerdesk.domain.wording import count, show_dollars
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width
from sewerdesk.ui.screens.contractors.cover_drafts import BondForm, ExemptionForm, PolicyForm, limit_slots

CONTINUOUS_HELP = "A continuous bond has no last day; it ends when the surety cancels it."


def bond_form(law: Law, on: date) -> FormSpec[BondForm]:
    """The form for a bond, with the law's amount and the clauses that its text must contain."""
    asked = ", ".join(_amount_words(law, row.amount, on) for row in law.bond_requirements)
    fields = (
        _which_bond(law),
        FieldSpec("surety", "Surety", required=True, max_len=200),
        FieldSpec("number", "Bond number", required=True, max_len=60, width=Width.PHONE),
        FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, help=f"The law asks for {asked}."),
        FieldSpec(
            "effective", "In force from", FieldKind.DATE, required=True, error_label="First day in force"
        ),
        FieldSpec(
            "is_continuous", "Is it continuous?", FieldKind.YES_NO, required=True, help=CONTINUOUS_HELP
        ),
        FieldSpec(
            "expires",
            "Last day",
            FieldKind.DATE,
            required=True,
            visible_when=lambda draft, _: draft.is_continuous is False,
        ),
    )
    papers = (
        *_bond_clauses(law),
        FieldSpec("original", "Is the original on file?", FieldKind.YES_NO, required=True),
        FieldSpec("files", "Scan of the bond", FieldKind.ATTACHMENTS),
    )
    return FormSpec(BondForm, (Section("", fields), Section("What is in it", papers)), verb="file it")


def _which_bond(law: Law) -> FieldSpec:
    return FieldSpec(
        "requirement",
        "Which bond",
        FieldKind.CHOICE,
        required=True,
        error_label="Bond that it is",
        choices=tuple(Choice(row.key, row.label, row.purpose) for row in law.bond_requirements),
        width=Width.LINE,
    )


def _bond_clauses(law: Law) -> tuple[FieldSpec, ...]:
    """The question for the clauses that the law wants in a bond's text; none where it names none."""
    rows = law.bond_requirements
    clauses = tuple(Choice(one.key, one.sentence) for row in rows for one in row.clauses)
    if not clauses:
        return ()
    return (
        FieldSpec(
            "clauses",
            "Does the bond's text say this?",
            FieldKind.CHECKLIST,
            required=True,
            choices=clauses,
            citation=rows[0].citation,
        ),
    )


def policy_form(law: Law, on: date) -> FormSpec[PolicyForm]:
    """The form for a certificate of liability insurance, with every limit that the law asks for."""
    slots = limit_slots(law)
    draft_type = _with_limits(slots)
    kinds = tuple(Choice(row.kind, row.label, row.note) for row in law.coverage_requirements)
    basics = (
        FieldSpec("kind", "Coverage", FieldKind.CHOICE, required=True, choices=kinds, width=Width.LINE),
        FieldSpec(
            "form_code",
            "Form",
            required=True,
            max_len=60,
            width=Width.PHONE,
            help="As printed on the certificate, such as ACORD 25.",
        ),
        FieldSpec("carrier", "Insurer", required=True, max_len=200),
        FieldSpec("number", "Policy number", required=True, max_len=60, width=Width.PHONE),
        *_days(),
    )
    limits = tuple(
        FieldSpec(
            name,
            f"{limit.label[:1].upper()}{limit.label[1:]}",
            FieldKind.MONEY,
            required=True,
            minimum=0,
            help=f"The law asks for {_amount_words(law, limit.figure, on)} ({row.citation}).",
            error_label=f"{row.label}, {limit.label}",
            visible_when=_kind_is(row.kind),
        )
        for name, (row, limit) in slots.items()
    )
    sections = (
        Section("The certificate", basics),
        *((Section("Limits", limits),) if limits else ()),
        Section("What the policy includes", tuple(_included(law, on))),
        Section("Made out to whom, and seen by whom", _names_and_check()),
    )
    return cast("FormSpec[PolicyForm]", FormSpec(draft_type, sections, verb="file it"))


def proof_form(law: Law) -> FormSpec[PolicyForm]:
    """The form for proof of workers' compensation or disability; forms that prove nothing say why."""
    forms: dict[str, Choice] = {}
    for proof in law.statutory_proofs:
        for form in proof.accepted:
            forms.setdefault(form.code, Choice(form.code, form.code, form.title))
    for proof in law.statutory_proofs:
        for form in proof.refused:
            forms.setdefault(form.code, Choice(form.code, f"{form.code} (proves nothing)", form.reason))
    forms.pop(_exemption_code(), None)  # it has a form of its own
    kinds = tuple(Choice(row.key, row.label, row.sentence) for row in law.statutory_proofs)
    basics = (
        FieldSpec("kind", "Coverage", FieldKind.CHOICE, required=True, choices=kinds, width=Width.LINE),
        FieldSpec("proof_form", "Form", FieldKind.CHOICE, required=True, choices=tuple(forms.values())),
        FieldSpec("carrier", "Insurer", required=True, max_len=200),
        FieldSpec("number", "Policy number", required=True, max_len=60, width=Width.PHONE),
        *_days(),
    )
    return FormSpec(
        PolicyForm,
        (Section("The proof", basics), Section("Made out to whom, and seen by whom", _names_and_check())),
        verb="file it",
    )


def exemption_form(law: Law) -> FormSpec[ExemptionForm]:
    """The form for an attestation of exemption."""
    covers = tuple(Choice(row.key, row.label) for row in law.statutory_proofs)
    basics = (
        FieldSpec("number", "Certificate number", required=True, max_len=60, width=Width.PHONE),
        FieldSpec("covers", "Exempt from", FieldKind.CHECKLIST, required=True, choices=covers),
        FieldSpec(
            "job",
            "Job it was made out for",
            max_len=200,
            help="As on the certificate; empty if for every job.",
        ),
        *_days(),
    )
    return FormSpec(
        ExemptionForm,
        (
            Section("The certificate", basics),
            Section("Made out to whom, and seen by whom", _names_and_check()),
        ),
        verb="file it",
    )


def _with_limits(slots: Mapping[str, object]) -> type[PolicyForm]:
    fields = [(name, Decimal | None, None) for name in slots]
    made = make_dataclass("PolicyFormOfLaw", fields, bases=(PolicyForm,), frozen=True)
    return cast("type[PolicyForm]", made)


def _included(law: Law, on: date) -> list[FieldSpec]:
    """Hazards, notice of cancellation, other endorsements, and the approval of the policy's form."""
    found = [*_hazards(law)]
    for term in law.policy_terms:
        if term.figure:
            days = law.figure(term.figure, on)
            asked = f" At least {count(days.whole, 'business day')} ({days.citation})." if days.value else ""
            found.append(
                FieldSpec(
                    "notice_days",
                    "Business days of notice before cancellation",
                    FieldKind.WHOLE,
                    minimum=0,
                    maximum=365,
                    help=f"From the endorsement; the certificate does not show it.{asked}",
                )
            )
    proven = tuple(Choice(one.key, one.sentence) for one in law.policy_terms if _needs_endorsement(one))
    if proven:
        found.append(
            FieldSpec("endorsements", "Proved by an endorsement", FieldKind.CHECKLIST, choices=proven)
        )
    return [*found, *_form_approval(law)]


def _hazards(law: Law) -> Iterator[FieldSpec]:
    hazards = {
        one.key: Choice(one.key, one.label) for row in law.coverage_requirements for one in row.hazards
    }
    with_hazards = frozenset(row.kind for row in law.coverage_requirements if row.hazards)
    if hazards:
        yield FieldSpec(
            "hazards",
            "Hazards included",
            FieldKind.CHECKLIST,
            required=True,
            choices=tuple(hazards.values()),
            visible_when=lambda draft, _: draft.kind in with_hazards,
        )


def _form_approval(law: Law) -> Iterator[FieldSpec]:
    """Who must approve the policy's form, where the law asks for that."""
    approvers = [law.officer(role).title for term in law.policy_terms for role in term.approved_by]
    if approvers:
        yield FieldSpec("approved_on", f"Form approved by the {approvers[0]} on", FieldKind.DATE)
        yield FieldSpec(
            "approved_reference",
            "Resolution or minute of the approval",
            max_len=200,
            required=True,
            visible_when=lambda draft, _: draft.approved_on is not None,
        )


def _needs_endorsement(term: PolicyTerm) -> bool:
    """Whether the term is proved by an endorsement alone: no figure and nobody's approval."""
    return not term.figure and not term.approved_by


def _exemption_code() -> str:
    """The code of the form of exemption."""
    return Exemption("", frozenset(), CoverTerm(date.min), "", "").form_code


def _days() -> tuple[FieldSpec, ...]:
    return (
        FieldSpec(
            "effective", "In force from", FieldKind.DATE, required=True, error_label="First day in force"
        ),
        FieldSpec(
            "expires", "Last day", FieldKind.DATE, required=True, help="That day still counts to its end."
        ),
    )


def _names_and_check() -> tuple[FieldSpec, ...]:
    return (
        FieldSpec(
            "insured",
            "Insured, as printed",
            error_label="Name of the insured",
            required=True,
            max_len=200,
            width=Width.LINE,
        ),
        FieldSpec(
            "holder",
            "Certificate holder, as printed",
            error_label="Certificate holder",
            required=True,
            max_len=200,
            width=Width.LINE,
        ),
        FieldSpec("verified_by", "Seen and verified by", max_len=60, width=Width.PHONE),
        FieldSpec("verified_on", "Verified on", FieldKind.DATE),
        FieldSpec("files", "Scan of the certificate", FieldKind.ATTACHMENTS),
    )


def _kind_is(kind: str) -> Predicate:
    def shown(draft: PolicyForm, _state: str) -> bool:
        return draft.kind == kind

    return shown


def _amount_words(law: Law, figure_key: str, on: date) -> str:
    figure = law.figure(figure_key, on)
    return show_dollars(figure.number) if figure.value is not None else "an amount that is not on file yet"
