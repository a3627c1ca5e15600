"""May this contractor work on this day? Every requirement of the law against what is on file, with what is next.

Source: Hague 408(1) to (4) and its kin; Workers' Compensation Law 57 and 220(8) for the statutory proofs. The
amounts, forms and officers come from the law pack; the answer is computed anew each time it is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

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
    check_term,
    duplicates,
)
from sewerdesk.domain.contractor_lines import (
    authorization_line,
    best_bond,
    best_coverage,
    best_proof,
    bond_lines,
    coverage_line,
    policy_term_line,
    proof_line,
)
from sewerdesk.domain.dates import deadline, law_rule
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Event, Law
from sewerdesk.domain.verdicts import Verdict, VerdictLine, answer_of
from sewerdesk.domain.wording import show_date

__all__ = [
    "Authorization",
    "AuthorizationKind",
    "Bond",
    "CancellationNotice",
    "ContractorFacts",
    "CoverTerm",
    "Exemption",
    "FormApproval",
    "Lapse",
    "Policy",
    "Suspension",
    "WorkScope",
    "cancellation_warning",
    "check_term",
    "duplicates",
    "earliest_lapse",
    "standing",
]


@dataclass(frozen=True, slots=True)
class WorkScope:
    """What the contractor is to do: the law's triggers that hold, the planned end, and the job in words.

    Where no trigger holds, the bond and the insurance of the law are not asked for; the statutory proofs are, for
    any permit.
    """

    triggers: frozenset[str] = frozenset()
    through: date | None = None
    job: str = ""

    @classmethod
    def right_of_way(cls, law: Law, *, through: date | None = None, job: str = "") -> "WorkScope":
        """Work of the kind that makes all of the contractor's requirements apply."""
        return cls(triggers=frozenset(row.key for row in law.right_of_way), through=through, job=job)


@dataclass(frozen=True, slots=True)
class Lapse:
    """The first paper to run out: its last valid day and its name."""

    last_day: date
    paper: str

    @property
    def sentence(self) -> str:
        """The lapse as a sentence for cards and letters."""
        return f"{self.paper[:1].upper()}{self.paper[1:]} is in force through {show_date(self.last_day)}."


def standing(facts: ContractorFacts, law: Law, *, on: date, scope: WorkScope) -> Verdict:
    """Judge every requirement on a day: NO where one fails, OFFICER where one cannot be judged, else YES."""
    lines = (_suspension_line(facts, on), *_requirement_lines(facts, law, on=on, scope=scope))
    lapse = earliest_lapse(facts, law, on=on, scope=scope)
    if lapse is not None and not any(line.passed is False for line in lines):
        lines = (*lines, _lapse_line(lapse, scope))
    return Verdict(answer=answer_of(lines), judged_on=on, question=_question(law, scope), lines=lines)


def earliest_lapse(facts: ContractorFacts, law: Law, *, on: date, scope: WorkScope) -> Lapse | None:
    """The paper, among those that standing relies on that day, that runs out first; None where none ends."""
    papers = [paper for paper in _relied_on(facts, law, on=on, scope=scope) if paper.valid_on(on)]
    lapses = [Lapse(paper.term.last_day, paper.label) for paper in papers if paper.term.last_day is not None]
    return min(lapses, key=lambda lapse: lapse.last_day, default=None)


def cancellation_warning(paper: Policy, law: Law, calendar: HolidayCalendar) -> str:
    """A sentence where a notice of cancellation came later than the law allows; empty where it was in time.

    The cancellation may take effect at the earliest the law's number of business days after the notice
    (Hague 408(2)(f), which speaks of policies, not of bonds). The cover is still treated as cancelled from its own
    day: the office asks, it does not rely.
    """
    notice = paper.term.cancellation
    clock = next((row for row in law.time_limits if row.event is Event.CANCELLATION_NOTICE), None)
    if notice is None or clock is None:
        return ""
    rule = law_rule(law, clock.figure, event=clock.title, on=notice.received)
    first = deadline(rule, notice.received, calendar, whose=clock.whose)
    if notice.effective >= first.effective:
        return ""
    return (
        f"The cancellation of {paper.label} takes effect on {show_date(notice.effective)}, less than "
        f"{rule.period} after the notice of {show_date(notice.received)} ({clock.citation}). "
        "Write to the agent, and review the open permits."
    )


def _relied_on(
    facts: ContractorFacts, law: Law, *, on: date, scope: WorkScope
) -> Iterator[Bond | Policy | Exemption]:
    papers: list[Bond | Policy | Exemption | None] = [
        best_proof(facts, law, proof, on=on, job=scope.job) for proof in law.statutory_proofs
    ]
    if _is_triggered(law, scope):
        papers += [best_bond(facts, law, row, on=on) for row in law.bond_requirements]
        papers += [best_coverage(facts, law, row, on=on) for row in law.coverage_requirements]
    return (paper for paper in papers if paper is not None)


def _requirement_lines(
    facts: ContractorFacts, law: Law, *, on: date, scope: WorkScope
) -> Iterator[VerdictLine]:
    for rule in law.installer_rules:
        yield authorization_line(facts, law, rule, on=on)
    if _is_triggered(law, scope):
        for bond in law.bond_requirements:
            yield from bond_lines(facts, law, bond, on=on)
        for coverage in law.coverage_requirements:
            yield coverage_line(facts, law, coverage, on=on)
        for term in law.policy_terms:
            yield policy_term_line(facts, law, term, on=on)
    for proof in law.statutory_proofs:
        yield proof_line(facts, law, proof, on=on, job=scope.job)


def _is_triggered(law: Law, scope: WorkScope) -> bool:
    return any(trigger.key in scope.triggers for trigger in law.right_of_way)


def _suspension_line(facts: ContractorFacts, on: date) -> VerdictLine:
    current = [row for row in facts.suspensions if row.valid_on(on)]
    if not current:
        return VerdictLine(True, "Not suspended", "No suspension on this date", "")
    newest = max(current, key=lambda row: row.start)
    until = f" until {show_date(newest.until)}" if newest.until else ""
    return VerdictLine(
        passed=False,
        requirement="Not suspended",
        on_file=f"Suspended from {show_date(newest.start)}{until}: {newest.reason}",
        citation=newest.authority,
        action="Open the suspension",
        action_key="contractor.open_suspension",
    )


def _lapse_line(lapse: Lapse, scope: WorkScope) -> VerdictLine:
    """The next lapse: never a no for the day asked, but a letter to write when it comes before the work ends."""
    if scope.through is not None and lapse.last_day < scope.through:
        return VerdictLine(
            passed=True,
            requirement=f"Next to lapse; the work is planned to end on {show_date(scope.through)}",
            on_file=f"{lapse.sentence} Ask for the renewal.",
            citation="",
            action="Write to the agent",
            action_key="contractor.write_to_agent",
        )
    return VerdictLine(True, "Next to lapse", lapse.sentence, "")


def _question(law: Law, scope: WorkScope) -> str:
    """The question in the law's own word; where several kinds of work trigger its requirements, of all of them."""
    who = law.term("installer").singular
    if not _is_triggered(law, scope):
        return f"May this {who} work under a permit on this date?"
    if len(law.right_of_way) > 1:
        return f"May this {who} do the work for which the law asks for insurance, on this date?"
    return f"May this {who} work in a highway right-of-way on this date?"
