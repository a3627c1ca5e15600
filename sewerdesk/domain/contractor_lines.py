"""One line of a contractor's standing for each requirement: what the law asks, what is on file, what is next.

Among several papers of one kind the newest that meets the requirement counts; where none does, the newest in
force, else the newest, is the one whose faults are named.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import TypeVar

from sewerdesk.domain.contractor_facts import AuthorizationKind, Bond, ContractorFacts, Exemption, Policy
from sewerdesk.domain.folding import fold
from sewerdesk.domain.law import (
    BondRequirement,
    CoverageRequirement,
    InstallerRule,
    Law,
    PolicyTerm,
    ProofForm,
    StatutoryProof,
)
from sewerdesk.domain.law.changes import rule_citation
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, join_words, show_date, show_dollars

Paper = TypeVar("Paper", Bond, Policy, Exemption, Policy | Exemption)


def authorization_line(facts: ContractorFacts, law: Law, rule: InstallerRule, *, on: date) -> VerdictLine:
    """Whether whoever alone may authorize has done so, and has not taken it back since (Dannemora 72-10)."""
    board = law.officer(rule.authorized_by).title
    act = facts.authorization_on(on)
    passed = act is not None and act.kind in {AuthorizationKind.AUTHORIZED, AuthorizationKind.REINSTATED}
    if act is None:
        said = f"No authorization by the {board} on file"
    else:
        said = f"{act.kind.label} on {show_date(act.on)} by {act.resolution}"
    word, key = ("", "") if passed else ("Record the authorization", "contractor.authorize")
    return VerdictLine(passed, rule.sentence, said, rule.citation, word, key)


def best_bond(facts: ContractorFacts, law: Law, row: BondRequirement, *, on: date) -> Bond | None:
    """The bond that answers the requirement on that day, or None where none is on file."""
    bonds = [bond for bond in facts.bonds if bond.requirement in ("", row.key)]
    return _pick(bonds, on, lambda bond: not _bond_faults(bond, law, row, on))


def bond_lines(facts: ContractorFacts, law: Law, row: BondRequirement, *, on: date) -> Iterator[VerdictLine]:
    """The bond itself, then each clause that its text must contain."""
    needed = law.figure(row.amount, on)
    officer = law.officer(row.filed_with).title
    bond = best_bond(facts, law, row, on=on)
    if needed.value is None:
        yield _unset(row.label, needed.missing, needed.citation)
    else:
        yield _line(
            requirement=f"{row.label}: {show_dollars(needed.number)}, filed with the {officer}",
            on_file=_describe_bond(bond),
            faults=["no bond on file"] if bond is None else _bond_money_faults(bond, law, row, on),
            citation=rule_citation(law, row, row.amount, on=on),
            action=("Record the bond", "contractor.record_bond"),
        )
    for clause in row.clauses:
        present = bond is not None and clause.key in bond.clauses
        missing = "no bond on file" if bond is None else "the clause is not in the bond: not acceptable"
        yield _line(
            requirement=clause.sentence,
            on_file="In the bond" if present else "",
            faults=[] if present else [missing],
            citation=row.citation,
            action=("Record the bond", "contractor.record_bond"),
        )


def best_coverage(facts: ContractorFacts, law: Law, row: CoverageRequirement, *, on: date) -> Policy | None:
    """The policy that answers the coverage on that day, or None where none is on file."""
    policies = [policy for policy in facts.policies if policy.kind == row.kind]
    return _pick(policies, on, lambda policy: not _coverage_faults(policy, facts, law, row, on))


def coverage_line(facts: ContractorFacts, law: Law, row: CoverageRequirement, *, on: date) -> VerdictLine:
    """A coverage with every limit and every hazard that it must include."""
    unset = [
        figure for figure in (law.figure(limit.figure, on) for limit in row.limits) if figure.value is None
    ]
    if unset:
        return _unset(row.label, unset[0].missing, unset[0].citation)
    limits = [f"{show_dollars(law.figure(limit.figure, on).number)} {limit.label}" for limit in row.limits]
    policy = best_coverage(facts, law, row, on=on)
    return _line(
        requirement=f"{row.label}: {', '.join(limits)}" if limits else row.label,
        on_file=_describe_policy(policy),
        faults=["no certificate on file"]
        if policy is None
        else _coverage_faults(policy, facts, law, row, on),
        citation=rule_citation(law, row, *(limit.figure for limit in row.limits), on=on),
        action=("Record the certificate", "contractor.record_policy")
        if policy is None
        else ("Write to the agent", "contractor.write_to_agent"),
    )


def policy_term_line(facts: ContractorFacts, law: Law, term: PolicyTerm, *, on: date) -> VerdictLine:
    """What every policy of the required coverages must provide; one policy without it is enough to fail."""
    figure = law.figure(term.figure, on) if term.figure else None
    if figure is not None and figure.value is None:
        return _unset(term.sentence, figure.missing, figure.citation)
    policies = [best_coverage(facts, law, row, on=on) for row in law.coverage_requirements]
    held = [policy for policy in policies if policy is not None]
    days = None if figure is None else figure.whole
    faults = [fault for policy in held if (fault := _term_fault(policy, law, term, days, on))]
    return _line(
        requirement=term.sentence,
        on_file=f"{len(held)} of {len(policies)} policies on file",
        faults=faults if held else ["no certificate on file"],
        citation=rule_citation(law, term, term.figure, on=on),
        action=("Record the approval", "contractor.record_approval")
        if term.approved_by
        else ("Write to the agent", "contractor.write_to_agent"),
    )


def best_proof(
    facts: ContractorFacts, law: Law, proof: StatutoryProof, *, on: date, job: str
) -> Policy | Exemption | None:
    """The form that proves the statutory cover on that day, or None where none is on file."""
    papers: list[Policy | Exemption] = [policy for policy in facts.policies if policy.kind == proof.key]
    papers += [exemption for exemption in facts.exemptions if proof.key in exemption.covers]
    return _pick(papers, on, lambda paper: not _proof_faults(paper, facts, law, proof, on=on, job=job))


def proof_line(facts: ContractorFacts, law: Law, proof: StatutoryProof, *, on: date, job: str) -> VerdictLine:
    """Workers' compensation or disability: one accepted form is enough, an ACORD form never is."""
    paper = best_proof(facts, law, proof, on=on, job=job)
    forms = join_words([form.code for form in proof.accepted], last="or")
    return _line(
        requirement=f"{proof.label}: form {forms}",
        on_file="" if paper is None else f"{paper.label}, {paper.term.dates}",
        faults=["no proof on file"]
        if paper is None
        else _proof_faults(paper, facts, law, proof, on=on, job=job),
        citation=proof.citation,
        action=("Record the proof", "contractor.record_proof")
        if paper is None
        else ("Write to the agent", "contractor.write_to_agent"),
    )


def _pick(papers: Sequence[Paper], on: date, meets: Callable[[Paper], bool]) -> Paper | None:
    """The newest that meets the requirement, else the newest in force, else the newest."""
    newest_first = sorted(papers, key=lambda paper: paper.term.effective, reverse=True)
    for is_wanted in (meets, lambda paper: paper.valid_on(on), lambda _: True):
        for paper in newest_first:
            if is_wanted(paper):
                return paper
    return None


def _bond_faults(bond: Bond, law: Law, row: BondRequirement, on: date) -> list[str]:
    clauses = [clause.sentence for clause in row.clauses if clause.key not in bond.clauses]
    return [*_bond_money_faults(bond, law, row, on), *clauses]


def _bond_money_faults(bond: Bond, law: Law, row: BondRequirement, on: date) -> list[str]:
    faults = [problem] if (problem := bond.term.problem_on(on)) else []
    needed = law.figure(row.amount, on)
    if needed.value is not None and bond.amount < needed.number:
        faults.append(f"{show_dollars(bond.amount)} is less than {show_dollars(needed.number)}")
    if not bond.original_on_file:
        faults.append("the original is not on file")
    return faults


def _coverage_faults(
    policy: Policy, facts: ContractorFacts, law: Law, row: CoverageRequirement, on: date
) -> list[str]:
    faults = _paper_faults(policy, facts, law, on)
    for limit in row.limits:
        needed = law.figure(limit.figure, on)
        insured = policy.limits.get(limit.figure)
        if needed.value is None:
            continue
        if insured is None:
            faults.append(f"{limit.label}: no limit on file")
        elif insured < needed.number:
            faults.append(
                f"{limit.label}: {show_dollars(insured)} is less than {show_dollars(needed.number)}"
            )
    missing = [hazard.label for hazard in row.hazards if hazard.key not in policy.hazards]
    if missing:
        faults.append(f"does not include {join_words(missing)}")
    return faults


def _term_fault(policy: Policy, law: Law, term: PolicyTerm, days: int | None, on: date) -> str:
    if days is not None:
        given = policy.cancellation_notice_days
        if given is None:
            return f"{policy.label}: no endorsement for notice on file"
        return "" if given >= days else f"{policy.label}: {count(given, 'business day')} of notice"
    if term.approved_by:
        approved = {approval.role for approval in policy.form_approvals if approval.on <= on}
        lacking = [law.officer(role).title for role in term.approved_by if role not in approved]
        return f"{policy.label}: not approved by the {join_words(lacking)}" if lacking else ""
    return "" if term.key in policy.endorsements else f"{policy.label}: not on file"


def _proof_faults(
    paper: Policy | Exemption,
    facts: ContractorFacts,
    law: Law,
    proof: StatutoryProof,
    *,
    on: date,
    job: str,
) -> list[str]:
    faults = [fault] if (fault := _form_fault(paper.form_code, proof)) else []
    faults += _paper_faults(paper, facts, law, on)
    if isinstance(paper, Exemption) and paper.job and job and fold(paper.job) != fold(job):
        faults.append(f"is for another job ({paper.job})")
    return faults


def _form_fault(code: str, proof: StatutoryProof) -> str:
    """Why a form does not prove the cover; a refused code such as ACORD refuses all its numbered forms."""
    if any(_same_form(code, form) for form in proof.accepted):
        return ""
    refused = next((form for form in proof.refused if _form_key(code).startswith(_form_key(form.code))), None)
    if refused is not None:
        return f"{code} is no proof: {refused.reason}"
    return f"{code or 'the form'} is not a form that counts"


def _same_form(code: str, form: ProofForm) -> bool:
    return _form_key(code) == _form_key(form.code)


def _form_key(code: str) -> str:
    return fold(code).replace(" ", "")


def _paper_faults(paper: Policy | Exemption, facts: ContractorFacts, law: Law, on: date) -> list[str]:
    """What any certificate must show: in force, this contractor, this municipality, seen by somebody."""
    faults = [problem] if (problem := paper.term.problem_on(on)) else []
    if not facts.goes_by(paper.insured):
        faults.append(f'names "{paper.insured}", not {facts.legal_name}')
    if f" {fold(law.municipality)} " not in f" {fold(paper.holder)} ":
        held_by = f'"{paper.holder}"' if paper.holder.strip() else "nobody"
        faults.append(f"the certificate holder is {held_by}, not the {law.municipality}")
    if not paper.verified_by.strip():
        faults.append("not yet verified")
    return faults


def _describe_bond(bond: Bond | None) -> str:
    if bond is None:
        return ""
    return f"{bond.surety}, no. {bond.number}, {show_dollars(bond.amount)}, {bond.term.dates}"


def _describe_policy(policy: Policy | None) -> str:
    return "" if policy is None else f"{policy.carrier}, no. {policy.number}, {policy.term.dates}"


def _line(
    *, requirement: str, on_file: str, faults: list[str], citation: str, action: tuple[str, str]
) -> VerdictLine:
    """A line that passes where there is no fault; the faults are part of what is on file."""
    named = "; ".join(faults)
    said = f"{on_file}: {named}" if on_file and named else on_file or f"{named[:1].upper()}{named[1:]}"
    word, key = action if faults else ("", "")
    return VerdictLine(not faults, requirement, said, citation, word, key)


def _unset(requirement: str, missing: str, citation: str) -> VerdictLine:
    """The law names the requirement but gives no figure and the office has entered none."""
    return VerdictLine(
        passed=None,
        requirement=requirement,
        on_file=f"No figure on file: {missing}",
        citation=citation,
        action="Enter the figure",
        action_key="law.enter_figure",
    )
