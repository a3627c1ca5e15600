"""The approvals by others that a project needs: which they are for its kind, and which of them are on file.

Source: Hague 309, 401, 402A, 502; Altamont 300-21, 300-22A; Lockport 150-6A, B; Dannemora 72-10, 72-12, 72-13.
"""

from collections.abc import Iterable
from datetime import date

from sewerdesk.domain.applications import ApplicationApproval, ApplicationDraft
from sewerdesk.domain.law import Approval, Law, ProjectKind, approvals_for
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show_date


def approvals_needed(law: Law, draft: ApplicationDraft) -> tuple[Approval, ...]:
    """The approvals of the law for this project, in the order of the law.

    A sewer that is built outside the district needs those of a user outside it, too.
    """
    rows = approvals_for(law, draft.project)
    if draft.in_district or draft.project is ProjectKind.OUTSIDE_USER:
        return rows
    outside = tuple(row for row in law.approvals if row.project is ProjectKind.OUTSIDE_USER)
    return (*rows, *outside)


def approval_lines(
    law: Law, draft: ApplicationDraft, given: Iterable[ApplicationApproval], *, on: date
) -> tuple[VerdictLine, ...]:
    """Each approval that the project needs, and whether it was given on or before a day."""
    on_file = {row.key: row for row in given}
    return tuple(_line(row, on_file.get(row.key), on) for row in approvals_needed(law, draft))


def _line(rule: Approval, row: ApplicationApproval | None, on: date) -> VerdictLine:
    is_given = row is not None and row.given_by(on)
    return VerdictLine(
        passed=is_given,
        requirement=f"{rule.authority}: {rule.sentence}",
        on_file=_on_file(row, on),
        citation=rule.citation,
        action="" if is_given else "Record the approval",
        action_key="" if is_given else "approval.record",
    )


def _on_file(row: ApplicationApproval | None, on: date) -> str:
    if row is None or (row.approved_on is None and row.submitted_on is None):
        return "Not on record"
    if row.approved_on is None:
        assert row.submitted_on is not None
        return f"Asked for on {show_date(row.submitted_on)}, not given yet"
    if row.approved_on > on:
        return f"Given only on {show_date(row.approved_on)}"
    return f"Given on {show_date(row.approved_on)}" + (f", {row.reference}" if row.reference else "")
