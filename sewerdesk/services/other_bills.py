"""Other services' bills: listed, and imported from a list with its name as the source, all rows or none."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountRole
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.models.charge import OtherBill
from sewerdesk.data.models.party import Party
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billlines import LineKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.entry_money import LARGEST_AMOUNT
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.otherbills import OtherBillRow, read_other_bills, refused_words
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.wording import join_words
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


def correct_other_bill(
    ws: Workspace,
    *,
    bill_id: int,
    amount: Decimal,
    use: Decimal | None,
    unit: VolumeUnit | None,
    reason: str,
) -> tuple[str, ...]:
    """Put the amount or the volume of another service's bill right; the live bills that rest on it, to be corrected.

    Posted bills keep the amount that they were made from. ``FieldErrors`` for what cannot be.
    """
    errors = {}
    if not 0 <= amount <= LARGEST_AMOUNT or amount != round_cents(amount):
        errors["amount"] = f"Enter dollars and cents, from zero to {format_money(LARGEST_AMOUNT)}."
    if use is not None and use < 0:
        errors["use"] = "Enter the volume, zero or more, or leave it empty."
    if not reason.strip():
        errors["reason"] = "Say why it is put right; it is kept on record."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        row = _other_bill(session, bill_id)
        row.amount, row.usage = amount, use
        row.unit = row.unit if unit is None else unit.value
        row.source = f"{row.source}; put right: {reason.strip()}"
        return tuple(_resting(session, row))


def remove_other_bill(ws: Workspace, *, bill_id: int, reason: str) -> None:
    """Take out another service's bill that was entered by mistake; ``RuleViolation`` where a live bill rests on it."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why it is taken out; it is kept on record."})
    with ws.write(reason=reason) as session:
        row = _other_bill(session, bill_id)
        bills = list(_resting(session, row))
        if bills:
            verb = "rests" if len(bills) == 1 else "rest"
            raise RuleViolation(
                f"{join_words(bills)} {verb} on it. Put its amount right instead, then correct the bill."
            )
        session.delete(row)


def _other_bill(session: Session, bill_id: int) -> OtherBill:
    row = session.get(OtherBill, bill_id)
    if row is None:
        raise UserError("That bill is not in this office. Refresh the list (F5) and choose it again.")
    return row


def _resting(session: Session, row: OtherBill) -> Iterator[str]:
    """The live bills whose charge was worked out from this one."""
    lines = session.execute(
        select(Bill.number, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.account_id == row.account_id, Bill.period == row.period, Bill.live.is_(True))
    )
    for number, inputs in lines:
        if inputs["kind"] == LineKind.SHARE.value and row.id in {one["ref"] for one in inputs["fixed"]}:
            yield number
