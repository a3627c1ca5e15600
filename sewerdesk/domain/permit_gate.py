"""May this permit be issued? Everything that stands in the way, each with its citation and what to do.

The gate is computed anew from the facts each time, so that a receipt, a certificate or an approval opens it at
once. What it names is also what the letter to the applicant asks for.
"""

from collections.abc import Iterator
from datetime import date

from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.approvals import approval_lines
from sewerdesk.domain.construction import highway_line
from sewerdesk.domain.contractors import ContractorFacts, WorkScope, earliest_lapse, standing
from sewerdesk.domain.fees import FeeLine
from sewerdesk.domain.laterals import reuse_line, shared_lateral_line
from sewerdesk.domain.law import FeeDue, Law, fees_for
from sewerdesk.domain.permit_facts import Hindrance, Hold, IssueFacts, Severity
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import show_date

__all__ = ["Hindrance", "Hold", "IssueFacts", "Severity", "hindrances", "may_issue", "readiness"]
_AT_ISSUE = frozenset({FeeDue.WITH_APPLICATION, FeeDue.BEFORE_ISSUE})
"""When a fee must be paid before the permit; one due before construction is settled before the work starts."""


def hindrances(facts: IssueFacts, law: Law, *, on: date) -> tuple[Hindrance, ...]:
    """Everything that stands in the way of issuing the permit on a day; blocks come first."""
    found = [
        *_state_hindrances(facts, law),
        *_missing_hindrances(facts, law),
        *_fee_hindrances(facts, law),
        *_approval_hindrances(facts, law, on),
        *_contractor_hindrances(facts, law, on),
        *_pipe_hindrances(facts, law, on),
        *_work_hindrances(facts, law),
        *_road_hindrances(facts, law, on),
        *(Hindrance(hold.sentence, hold.citation, hold.severity, hold.action_key) for hold in facts.holds),
    ]
    return tuple(sorted(found, key=lambda row: row.severity is Severity.WARNING))


def may_issue(facts: IssueFacts, law: Law, *, on: date) -> bool:
    """Whether nothing blocks the permit on that day."""
    return not any(row.severity is Severity.BLOCK for row in hindrances(facts, law, on=on))


def readiness(facts: IssueFacts, law: Law, *, on: date) -> Verdict:
    """The same answer as a yes-or-no card: "May this permit be issued?"."""
    found = hindrances(facts, law, on=on)
    lines = tuple(
        VerdictLine(
            passed=row.severity is Severity.WARNING,
            requirement=row.sentence,
            on_file="Warning" if row.severity is Severity.WARNING else "",
            citation=row.citation,
            action=_ACTIONS.get(row.action_key, "Open"),
            action_key=row.action_key,
        )
        for row in found
    )
    answer = Answer.YES if may_issue(facts, law, on=on) else Answer.NO
    return Verdict(answer, on, "May this permit be issued on this date?", lines)


_ACTIONS = {
    "application.approve": "Record the decision",
    "application.complete": "Complete the form",
    "fee.receipt": "Receipt the fee",
    "fee.confirm_zero": "Confirm that nothing is owed",
    "fee.schedule": "Charge by the schedule",
    "fee.refund": "Open the fees",
    "approval.record": "Record the approval",
    "contractor.name": "Choose the contractor",
    "contractor.open": "Open the contractor",
    "contractor.write_to_agent": "Write to the agent",
    "case.open": "Open a case",
    "inspection.uncover": "Order it uncovered",
    "road.record": "Record the highway permit",
    "hold.open": "Open the hold",
}


def _block(sentence: str, citation: str, action_key: str) -> Hindrance:
    return Hindrance(sentence, citation, Severity.BLOCK, action_key)


def _state_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    if facts.state is not ApplicationState.APPROVED:
        now = facts.state.label.lower()
        yield _block(
            f"The application is {now}; it must be approved before a permit is issued.",
            law.officer("issues").citation,
            "application.approve",
        )


def _missing_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    for item in completeness(facts.draft, law).missing:
        yield _block(item.sentence, item.citation, "application.complete")


def _fee_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    """Unpaid fees block; so does a fee that was never computed, until a person says that nothing is owed."""
    confirmed = bool(facts.zero_fee_confirmed_by.strip())
    charged = {line.fee_key for line in facts.fees}
    owed = fees_for(law, facts.draft.project, facts.draft.permit_class)
    expected = [kind for kind in owed if kind.due is not FeeDue.ON_INSPECTION]
    for kind in expected:
        if kind.key not in charged and not confirmed:
            yield _fee(f"{kind.label}: no amount was charged.", kind.citation, kind.due, "fee.schedule")
    for line in facts.fees:
        if line.due is not FeeDue.ON_INSPECTION and not line.is_settled:
            yield from _unsettled(line, confirmed=confirmed)
    for difference in facts.differences:
        if difference.is_short:
            yield _block(difference.sentence, difference.citation, "fee.schedule")
        else:
            yield Hindrance(difference.sentence, difference.citation, Severity.WARNING, "fee.refund")
    asks_later = bool(owed) and not expected
    if not any(line.amount for line in facts.fees) and not confirmed and not asks_later:
        yield _block(
            "No fee is charged at all. Confirm that nothing is owed, or charge the fee.",
            expected[0].citation if expected else "",
            "fee.confirm_zero",
        )


def _unsettled(line: FeeLine, *, confirmed: bool) -> Iterator[Hindrance]:
    if line.amount is not None:
        yield _fee(line.sentence, line.citation, line.due, "fee.receipt")
    elif not confirmed:
        yield _fee(line.sentence, line.citation, line.due, "fee.schedule")


def _fee(sentence: str, citation: str, due: FeeDue, action_key: str) -> Hindrance:
    """A fee that the law wants before the permit blocks it; one that it wants before the work is a warning."""
    if due in _AT_ISSUE:
        return _block(sentence, citation, action_key)
    later = f"{sentence.rstrip('.')}; it must be settled before construction starts."
    return Hindrance(later, citation, Severity.WARNING, action_key)


def _approval_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    for line in approval_lines(law, facts.draft, facts.approvals, on=on):
        if not line.passed:
            authority, _, sentence = line.requirement.partition(": ")
            said = line.on_file[:1].lower() + line.on_file[1:]
            yield _block(f"{authority}, {said}: {sentence}", line.citation, line.action_key)


def _contractor_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    if facts.contractor is None:
        yield from _nobody_hindrances(facts, law)
        return
    scope = WorkScope(facts.draft.triggers, facts.draft.planned_end, facts.draft.job)
    verdict = standing(facts.contractor, law, on=on, scope=scope)
    for line in verdict.lines:
        if not line.passed:
            yield _block(_contractor_sentence(facts.contractor, line), line.citation, "contractor.open")
    lapse = earliest_lapse(facts.contractor, law, on=on, scope=scope)
    if lapse is not None and scope.through is not None and lapse.last_day < scope.through:
        yield Hindrance(
            f"{lapse.sentence} The work is planned to end on {show_date(scope.through)}.",
            "",
            Severity.WARNING,
            "contractor.write_to_agent",
        )


def _nobody_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    """No contractor is named: the owner may do the work, unless the law lets only others do it."""
    installer = law.term("installer").singular
    if not facts.owner_does_the_work:
        owner = "" if law.installer_rules else ", or record that the owner does the work"
        yield _block(
            f"No {installer} is named. Choose one{owner}.", law.officer("issues").citation, "contractor.name"
        )
        return
    for rule in law.installer_rules:
        yield _block(f"The owner is to do the work. {rule.sentence}", rule.citation, "contractor.name")
    triggered = [row for row in law.right_of_way if row.key in facts.draft.triggers]
    if triggered:
        bonds = law.bond_requirements or law.coverage_requirements
        what = "bond and insurance are" if law.bond_requirements else "insurance is"
        yield _block(
            f"The owner is to do work for which a {installer}'s {what} needed ({triggered[0].question})",
            bonds[0].citation if bonds else triggered[0].citation,
            "contractor.name",
        )


def _contractor_sentence(contractor: ContractorFacts, line: VerdictLine) -> str:
    return f"{contractor.legal_name}: {line.requirement.rstrip('.')}. {line.on_file.rstrip('.')}."


def _pipe_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    """One pipe for several buildings, and a pipe that is used again: a no blocks, what the officer decides warns."""
    for line in (shared_lateral_line(facts.draft, law), reuse_line(facts.draft, law, on=on)):
        if line is not None and not line.passed:
            severity = Severity.BLOCK if line.passed is False else Severity.WARNING
            sentence = f"{line.requirement.rstrip('.')}. {line.on_file.rstrip('.')}."
            yield Hindrance(sentence, line.citation, severity, line.action_key)


def _work_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    """Work found done before its time. No text bars a permit for it: the officer decides, and a case is opened."""
    if facts.connected_on is not None:
        yield Hindrance(
            f"Unpermitted connection: it was made on {show_date(facts.connected_on)}, before any permit. The officer "
            "decides.",
            next((row.citation for row in law.violations if row.key == "no_permit"), ""),
            Severity.WARNING,
            "case.open",
        )
    if facts.covered_on is not None:
        yield Hindrance(
            f"The work was covered on {show_date(facts.covered_on)}, before it was inspected. The officer decides.",
            next(
                (row.citation for row in law.violations if row.key == "covered"),
                next((row.citation for row in law.checklist if row.key == "uncovered"), ""),
            ),
            Severity.WARNING,
            "inspection.uncover",
        )


def _road_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    """The highway's own permission is needed before the road is opened, not before the permit is issued."""
    line = highway_line(facts.draft, law, on=on)
    if line is not None and not line.passed:
        authority, _, sentence = line.requirement.partition(": ")
        fault = line.on_file[:1].lower() + line.on_file[1:]
        yield Hindrance(f"{authority}: {fault}. {sentence}", line.citation, Severity.WARNING, line.action_key)
