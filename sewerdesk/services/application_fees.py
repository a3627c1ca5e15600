"""The fees of applications: what is open, charging by the schedule again, waiving, and confirming that none is owed."""

from sqlalchemy import select

from sewerdesk.data.models.application import FeeLine as FeeRow
from sewerdesk.data.queries.applications import fee_lines
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.applications import FeeLine, FeeRate
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.services.application_pages import _application, _schedule
from sewerdesk.services.applications import _charge, _open_fee_lines
from sewerdesk.services.law import law_of


def open_fees(ws: Workspace, *, application_id: int) -> tuple[FeeLine, ...]:
    """The fees of an application on which something is still to pay."""
    with ws.read() as session:
        return _open_fee_lines(session, application_id)


def fee_rates(ws: Workspace) -> tuple[FeeRate, ...]:
    """The whole fee schedule, for showing what an application would owe while its form is being typed."""
    with ws.read() as session:
        return _schedule(session)


def charge_fees(ws: Workspace, *, application_id: int) -> None:
    """Charge an application again by the schedule of the day it was received, once the schedule has an amount."""
    law = law_of(ws)
    with ws.write(reason="fees charged") as session:
        _charge(session, _application(session, application_id), law)


def waive_fee(ws: Workspace, *, line_id: int, reason: str, reference: str) -> None:
    """Record that the Board waived a fee: why, and by which resolution."""
    errors = {} if reason.strip() else {"reason": "Say why the fee is waived."}
    if not reference.strip():
        errors["reference"] = "Enter the Board's resolution or minute by which the fee is waived."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        row = session.get(FeeRow, line_id)
        if row is None:
            raise UserError("That fee is not charged here. Refresh the page (F5) and choose it again.")
        lines = fee_lines(session, [row.application_id])[row.application_id]
        line = next((one for one in lines if one.line_id == line_id), None)
        if line is None or line.waived_reason:
            raise UserError(f"{row.label} was waived or charged anew before; nothing was changed.")
        if line.paid:
            raise UserError(
                f"{row.label} has receipts on it ({', '.join(line.receipts)}). Void them or refund the money first."
            )
        row.waived_reason = f"{reason.strip().rstrip('.')} ({reference.strip()})"


def confirm_no_fee(ws: Workspace, *, application_id: int, reference: str) -> None:
    """Confirm that nothing is owed for an application, by a resolution or section that says so."""
    if not reference.strip():
        raise FieldErrors({"reference": "Enter the resolution or section by which nothing is owed."})
    with ws.write(reason=reference) as session:
        application = _application(session, application_id)
        statement = select(FeeRow).where(FeeRow.application_id == application_id, FeeRow.replaced.is_(False))
        priced = [row.label for row in session.scalars(statement) if row.amount and not row.waived_reason]
        if priced:
            raise UserError(f"{priced[0]} is charged on {application.number}. Receipt it or have it waived.")
        application.no_fee_confirmed_by = session.info["actor"]
        application.no_fee_reference = reference.strip()
