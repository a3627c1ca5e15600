"""Columns and chips of the page "Permits", and of the tables beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sewerdesk.domain.applications import ApplicationEvent, FeeLine
from sewerdesk.domain.counter import ApplicationRow, ApprovalLine, CounterStage, PermitEventView
from sewerdesk.ui.screens.contractors.specs import permit_status
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

SOON = timedelta(days=30)
"""How long ahead the end of a clock is worth a chip; the office's habit, no rule of law."""

_TONES: Mapping[CounterStage, Tone] = {
    CounterStage.DRAFT: Tone.NEUTRAL,
    CounterStage.WAITING: Tone.INFO,
    CounterStage.INCOMPLETE: Tone.CAUTION,
    CounterStage.APPROVED: Tone.GOOD,
    CounterStage.ENDED: Tone.NEUTRAL,
}


def row_status(row: ApplicationRow) -> Status:
    """The state that governs now, as a chip."""
    if row.permit is not None:
        return permit_status(row.permit.state)
    return Status(row.state.label, _TONES.get(row.stage, Tone.NEUTRAL))


COLUMNS: tuple[Column[ApplicationRow], ...] = (
    Column(key="number", title="Number", value=lambda row: row.shown_number, width=16),
    Column(key="owner", title="Owner", value=lambda row: row.owner, width=24),
    Column(key="state", title="State", value=row_status, kind=CellKind.STATUS, width=18),
    Column(
        key="next",
        title="Next day",
        value=lambda row: row.permit.next_day if row.permit else None,
        kind=CellKind.DATE,
        width=12,
        tooltip=lambda row: row.permit.next_what if row.permit else "",
        help="The end of the permit's clock that runs out first.",
    ),
    Column(key="location", title="Property", value=lambda row: row.location, width=22),
    Column(
        key="unpaid", title="Unpaid fees", value=lambda row: row.unpaid or None, kind=CellKind.MONEY, width=12
    ),
    Column(key="received", title="Received", value=lambda row: row.received_on, kind=CellKind.DATE, width=12),
    Column(key="application", title="Application", value=lambda row: row.number, width=16, hidden=True),
    Column(key="print_key", title="Tax map no.", value=lambda row: row.print_key, width=16, hidden=True),
    Column(key="work", title="Work", value=lambda row: row.work, width=18, hidden=True),
    Column(key="contractor", title="Contractor", value=lambda row: row.contractor, width=24, hidden=True),
)


def chips(today: Callable[[], date]) -> tuple[FilterChip[ApplicationRow], ...]:
    """What waits for somebody, what is in force, what runs out within the month, what is over."""
    waiting = {CounterStage.WAITING, CounterStage.INCOMPLETE}
    return (
        FilterChip("waiting", "Applications waiting", lambda row: row.stage in waiting),
        FilterChip("approved", "To issue", lambda row: row.stage is CounterStage.APPROVED),
        FilterChip("in_force", "Permits in force", lambda row: row.stage is CounterStage.IN_FORCE),
        FilterChip(
            "soon",
            "Lapsing soon",
            lambda row: (
                row.permit is not None
                and row.permit.next_day is not None
                and row.permit.next_day <= today() + SOON
            ),
        ),
        FilterChip("draft", "Drafts", lambda row: row.stage is CounterStage.DRAFT),
        FilterChip("ended", "Ended", lambda row: row.stage is CounterStage.ENDED),
    )


def fee_status(line: FeeLine) -> Status:
    """Whether a fee is settled, as a chip."""
    if line.waived_reason:
        return Status("Waived", Tone.NEUTRAL, "ban")
    if line.amount is None:
        return Status("No amount", Tone.CAUTION)
    return Status("Paid", Tone.GOOD) if line.is_settled else Status("Unpaid", Tone.BAD)


FEE_COLUMNS: tuple[Column[FeeLine], ...] = (
    Column(key="label", title="Fee", value=lambda line: line.label, width=26),
    Column(
        key="state",
        title="State",
        value=fee_status,
        kind=CellKind.STATUS,
        width=14,
        tooltip=lambda line: line.sentence,
    ),
    Column(
        key="amount",
        title="Amount",
        value=lambda line: line.amount,
        kind=CellKind.MONEY,
        width=11,
        summed=True,
    ),
    Column(
        key="open",
        title="Unpaid",
        value=lambda line: line.open_amount,
        kind=CellKind.MONEY,
        width=11,
        summed=True,
    ),
    Column(key="receipts", title="Receipts", value=lambda line: ", ".join(line.receipts), width=16),
    Column(key="citation", title="Section", value=lambda line: line.citation, width=14),
    Column(key="authority", title="Schedule", value=lambda line: line.authority, width=34),
)


def approval_status(line: ApprovalLine) -> Status:
    """Whether an approval is on file, as a chip."""
    if line.approved_on is not None:
        return Status("On file", Tone.GOOD)
    return Status("Asked for", Tone.INFO) if line.submitted_on else Status("Missing", Tone.BAD)


APPROVAL_COLUMNS: tuple[Column[ApprovalLine], ...] = (
    Column(
        key="authority",
        title="Approval by",
        value=lambda line: line.rule.authority,
        width=30,
        tooltip=lambda line: line.rule.sentence,
    ),
    Column(key="state", title="State", value=approval_status, kind=CellKind.STATUS, width=14),
    Column(key="on", title="Given on", value=lambda line: line.approved_on, kind=CellKind.DATE, width=12),
    Column(key="reference", title="Letter or minute", value=lambda line: line.reference, width=24),
    Column(key="before", title="Needed before", value=lambda line: line.rule.before, width=22),
    Column(key="citation", title="Section", value=lambda line: line.rule.citation, width=14),
)


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A paper of an application: asked for, kept as a file, or issued by the office."""

    key: str
    title: str
    status: Status
    on: date | None
    detail: str
    citation: str = ""


DOCUMENT_COLUMNS: tuple[Column[DocumentRow], ...] = (
    Column(key="title", title="Paper", value=lambda row: row.title, width=36),
    Column(key="state", title="State", value=lambda row: row.status, kind=CellKind.STATUS, width=15),
    Column(key="on", title="Date", value=lambda row: row.on, kind=CellKind.DATE, width=12),
    Column(key="detail", title="What", value=lambda row: row.detail, width=30),
    Column(key="citation", title="Section", value=lambda row: row.citation, width=14),
)
EVENT_COLUMNS: tuple[Column[ApplicationEvent], ...] = (
    Column(key="on", title="Date", value=lambda row: row.on, kind=CellKind.DATE, width=12),
    Column(key="event", title="What happened", value=lambda row: row.event.label, width=18),
    Column(key="note", title="Note", value=lambda row: row.note, width=60),
    Column(key="actor", title="By", value=lambda row: row.actor, width=8),
)
PERMIT_EVENT_COLUMNS: tuple[Column[PermitEventView], ...] = (
    Column(key="on", title="Date", value=lambda row: row.event.on, kind=CellKind.DATE, width=12),
    Column(key="event", title="What happened", value=lambda row: row.event.kind.label, width=16),
    Column(
        key="reference", title="Where or why", value=lambda row: row.reference or row.event.note, width=40
    ),
    Column(key="person", title="By whom", value=lambda row: row.person, width=18),
    Column(key="citation", title="Section", value=lambda row: row.event.citation, width=12),
    Column(key="actor", title="Entered by", value=lambda row: row.actor, width=11),
)
