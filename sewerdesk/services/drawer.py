"""The drawer counted at the close of a day: what should be in it, what is over or short, what is not posted yet."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.office import Draft
from sewerdesk.data.queries.receipts import undeposited_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.drawer import DrawerLook, DrawerRow, cash_of, check_count
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.money import ZERO, from_cents, to_cents
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.payments import BATCH_DRAFT
from sewerdesk.domain.receipts import CashCount
from sewerdesk.services.money_acts import _act_rows, _post_act
from sewerdesk.services.payment_settings import _payment_settings
from sewerdesk.services.receipt_journal import missing_lines

COUNTED_RIGHT = "Drawer counted; it agrees"


def look_at_drawer(ws: Workspace) -> DrawerLook:
    """What should be in the drawer now, and what of the day is not posted yet."""
    missing = missing_lines(ws)
    with ws.read() as session:
        return _look(session, ws, len(missing))


def close_drawer(ws: Workspace, *, cash: CashCount, reason: str = "") -> DrawerRow:
    """Close the day: the drawer as counted, with what is over or short as an act with its reason.

    ``RuleViolation`` names what is not posted yet, or that the day was closed before; ``FieldErrors`` asks for the
    reason of a difference.
    """
    missing = missing_lines(ws)
    with ws.write(reason="drawer counted") as session:
        look = _look(session, ws, len(missing))
        if look.open_sources:
            raise RuleViolation(f"The day cannot be closed yet. {' '.join(look.open_sources)}")
        earlier = next((row for row in _rows(session) if row.day == look.day and row.stands), None)
        if earlier is not None:
            raise RuleViolation(
                f"{look.day:%m/%d/%Y} was closed by {earlier.number} already. Undo that count to count again."
            )
        check_count(look, cash, reason=reason)
        settings = _payment_settings(session)
        difference = cash.total - look.expected
        if difference and not settings.over_short_code:
            raise FieldErrors(
                {"reason": "Choose in the settings the charge code to which money over or short is booked."}
            )
        act = _post_act(
            session,
            ActKind.DRAWER,
            on=look.day,
            reason=reason if difference else COUNTED_RIGHT,
            entries=(),
            facts={
                "expected": to_cents(look.expected),
                "counted": to_cents(cash.total),
                "float": to_cents(look.float_amount),
                "receipts": look.receipts,
                "notes": {str(face): count for face, count in cash.notes.items()},
                "coin": to_cents(cash.coin),
                "code": settings.over_short_code if difference else "",
            },
        )
        [row] = [one for one in _rows(session) if one.act_id == act.id]
        return row


def drawer_counts(ws: Workspace) -> tuple[DrawerRow, ...]:
    """The drawers that were counted, newest first."""
    with ws.read() as session:
        return _rows(session)


def _look(session: Session, ws: Workspace, missing: int) -> DrawerLook:
    cash, count = cash_of(undeposited_rows(session, ws.clock.today()))
    return DrawerLook(
        ws.clock.today(),
        _payment_settings(session).drawer_float,
        cash,
        count,
        _open_sources(session, missing),
        sum((row.difference for row in _rows(session) if row.stands), ZERO),
    )


def _open_sources(session: Session, missing: int) -> tuple[str, ...]:
    """What of the day is not in the books or not in the journal yet, one sentence each."""
    found = []
    typed = _unposted_batch(session)
    if typed:
        found.append(f"A batch of payments typed on {typed} is not posted; post it or discard it.")
    if missing:
        noun = "line is" if missing == 1 else "lines are"
        found.append(
            f"{missing:,} {noun} missing from the receipts journal; make room on the disk and start again."
        )
    return tuple(found)


def _unposted_batch(session: Session) -> str:
    """When the batch of payments that is not posted yet was typed; empty where there is none."""
    saved = session.scalar(select(Draft.saved_at).where(Draft.key == BATCH_DRAFT))
    return f"{saved.astimezone():%m/%d/%Y at %I:%M %p}" if saved is not None else ""


def _rows(session: Session) -> tuple[DrawerRow, ...]:
    acts = {
        act.id: act for act in session.scalars(select(MoneyAct).where(MoneyAct.kind == ActKind.DRAWER.value))
    }
    return tuple(
        DrawerRow(
            act_id=row.id,
            number=row.number,
            day=row.effective_on,
            counted_at=row.posted_at,
            expected=from_cents(acts[row.id].facts["expected"]),
            counted=from_cents(acts[row.id].facts["counted"]),
            reason=row.reason,
            actor=row.actor,
            stands=row.stands,
        )
        for row in _act_rows(session, kinds=(ActKind.DRAWER,))
    )


def last_closed(ws: Workspace) -> date | None:
    """The last day whose drawer was counted; ``None`` where none was."""
    return next((row.day for row in drawer_counts(ws) if row.stands), None)
