"""May this permit be issued? Everything that stands in the way, each with its citation and what to do.

The gate is computed anew from the facts each time, so that a receipt, a certificate or an approval opens it at
once. What it names is also what the letter to the applicant asks for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import ApplicationApproval, ApplicationDraft, ApplicationState, WorkType
from sewerdesk.domain.contractors import ContractorFacts, WorkScope, earliest_lapse, standing
from sewerdesk.domain.fees import FeeLine
from sewerdesk.domain.law import FeeDue, Law, approvals_for, fees_for, highway_permission
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import show_date


class Severity(StrEnum):
    """A block stops the act; a warning is shown and kept with it."""

    BLOCK = "block"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One thing in the way: the sentence, the section of law, and what the button does about it."""

    sentence: str
    citation: str
    severity: Severity
    action_key: str


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold that somebody put on the application or its parcel (an open case, unpaid rents)."""

    sentence: str
    severity: Severity
    citation: str = ""


@dataclass(frozen=True, slots=True)
class IssueFacts:
    """What is on file when a permit is to be issued.

    ``zero_fee_confirmed_by`` names who confirmed that nothing is owed. ``owner_does_the_work`` says that no
    contractor is used. ``connected_on`` and ``covered_on`` are set where work was found done before its time.
    """

    state: ApplicationState
    draft: ApplicationDraft
    fees: tuple[FeeLine, ...] = ()
    approvals: tuple[ApplicationApproval, ...] = ()
    contractor: ContractorFacts | None = None
    owner_does_the_work: bool = False
    zero_fee_confirmed_by: str = ""
    connected_on: date | None = None
    covered_on: date | None = None
    holds: tuple[Hold, ...] = ()


def hindrances(facts: IssueFacts, law: Law, *, on: date) -> tuple[Hindrance, ...]:
    """Everything that stands in the way of issuing the permit on a day; blocks come first."""
    found = [
        *_state_hindrances(facts, law),
        *_missing_hindrances(facts, law),
        *_fee_hindrances(facts, law),
        *_approval_hindrances(facts, law, on),
        *_contractor_hindrances(facts, law, on),
        *_work_hindrances(facts, law),
        *_road_hindrances(facts, law, on),
        *(Hindrance(hold.sentence, hold.citation, hold.severity, "hold.open") for hold in facts.holds),
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
    "fee.schedule": "Open the fee schedule",
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
    charged = {line.fee_key for line in facts.fees}
    confirmed = bool(facts.zero_fee_confirmed_by.strip())
    expected = fees_for(law, facts.draft.project)
    for kind in expected:
        if kind.key not in charged and kind.due is not FeeDue.ON_INSPECTION and not confirmed:
            yield _block(f"{kind.label}: no amount was charged.", kind.citation, "fee.schedule")
    for line in facts.fees:
        if line.due is FeeDue.ON_INSPECTION or line.is_settled:
            continue
        if line.amount is None:
            if not confirmed:
                yield _block(line.sentence, line.citation, "fee.schedule")
        else:
            yield _block(line.sentence, line.citation, "fee.receipt")
    if not any(line.amount for line in facts.fees) and not confirmed:
        citation = expected[0].citation if expected else ""
        yield _block(
            "No fee is charged at all. Confirm that nothing is owed, or charge the fee.",
            citation,
            "fee.confirm_zero",
        )


def _approval_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    given = {approval.key for approval in facts.approvals if approval.given_by(on)}
    for row in approvals_for(law, facts.draft.project):
        if row.key not in given:
            yield _block(f"{row.authority}, not on record: {row.sentence}", row.citation, "approval.record")


def _contractor_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    if facts.contractor is None:
        if not facts.owner_does_the_work:
            yield _block(
                "No contractor is named. Choose one, or record that the owner does the work.",
                law.officer("issues").citation,
                "contractor.name",
            )
        elif facts.draft.triggers:
            bonds = law.bond_requirements
            yield _block(
                "The work is in a highway right-of-way, for which a contractor with bond and insurance is needed.",
                bonds[0].citation if bonds else "",
                "contractor.name",
            )
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


def _contractor_sentence(contractor: ContractorFacts, line: VerdictLine) -> str:
    return f"{contractor.legal_name}: {line.requirement.rstrip('.')}. {line.on_file.rstrip('.')}."


def _work_hindrances(facts: IssueFacts, law: Law) -> Iterator[Hindrance]:
    """Work found done before its time: the connection needs a case, the trench needs an order to uncover it."""
    if facts.connected_on is not None:
        yield _block(
            f"The connection was made on {show_date(facts.connected_on)}, before any permit.",
            next((row.citation for row in law.violations if row.key == "no_permit"), ""),
            "case.open",
        )
    if facts.covered_on is not None:
        yield _block(
            f"The work was covered on {show_date(facts.covered_on)}, before it was inspected.",
            next((row.citation for row in law.checklist if row.key == "uncovered"), ""),
            "inspection.uncover",
        )


def _road_hindrances(facts: IssueFacts, law: Law, on: date) -> Iterator[Hindrance]:
    """The highway's own permission is needed before the road is opened, not before the permit is issued."""
    jurisdiction = facts.draft.road_jurisdiction
    if jurisdiction is None or facts.draft.work_type is WorkType.CHANGE_OF_USE:
        return
    row = highway_permission(law, jurisdiction)
    permitted = facts.draft.highway_permit_on
    if row is not None and not (
        facts.draft.highway_permit_no.strip() and permitted is not None and permitted <= on
    ):
        yield Hindrance(
            f"{row.authority}: no highway permit on file. {row.sentence}",
            row.citation,
            Severity.WARNING,
            "road.record",
        )
