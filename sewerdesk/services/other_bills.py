"""Other services' bills: listed, and imported from a list with its name as the source, all rows or none."""

from pathlib import Path

from sqlalchemy import select

from sewerdesk.data.models.account import Account, AccountRole
from sewerdesk.data.models.charge import OtherBill
from sewerdesk.data.models.party import Party
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.otherbills import OtherBillRow, read_other_bills, refused_words
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.services.account_charges import enter_other_bills

_PERIODS_SHOWN = 4


def other_bills(ws: Workspace) -> tuple[OtherBillRow, ...]:
    """The bills of the newest four quarters, newest first, by account."""
    b = OtherBill
    with ws.read() as session:
        periods = session.scalars(
            select(b.period).distinct().order_by(b.period.desc()).limit(_PERIODS_SHOWN)
        ).all()
        rows = session.execute(
            select(b, Account.number, Party.name)
            .join(Account, Account.id == b.account_id)
            .outerjoin(
                AccountRole,
                (AccountRole.account_id == Account.id)
                & (AccountRole.role == "bill_to")
                & AccountRole.valid_to.is_(None),
            )
            .outerjoin(Party, Party.id == AccountRole.party_id)
            .where(b.period.in_(periods))
            .order_by(b.period.desc(), Account.number, b.billed_on)
        )
        return tuple(
            OtherBillRow(
                row.id,
                number,
                name or "",
                row.service,
                row.period,
                row.billed_on,
                row.amount,
                row.usage,
                row.unit,
                row.source,
            )
            for row, number, name in rows
        )


def import_other_bills(ws: Workspace, *, path: Path, service: str, period: str, source: str) -> int:
    """Enter a list (CSV or workbook) of another service's bills for a quarter; how many.

    The source is kept with each bill, with the file's name. ``FieldErrors`` for what is missing, ``UserError`` where
    the file cannot be read, lacks a column or has a row that is refused: nothing is entered then.
    """
    from sewerdesk.documents.sheets import read_sheet

    errors = {}
    if not service.strip():
        errors["service"] = "Name the service, as the rate does, such as water."
    if not source.strip():
        errors["source"] = "Say who gave the list and when."
    if errors:
        raise FieldErrors(errors)
    quarter = Quarter.parse(period)
    table = read_sheet(path)
    with ws.read() as session:
        known = frozenset(fold_identifier(number) for number in session.scalars(select(Account.number)))
    look = read_other_bills(table, service=service.strip(), period=quarter.code, accounts=known)
    if look.rejects:
        raise UserError(refused_words(look.rejects, name=table.name))
    if not look.drafts:
        raise UserError(f"{table.name} holds no bill. Choose the right list.")
    return enter_other_bills(ws, drafts=look.drafts, source=f"{source.strip()}, {table.name}")
