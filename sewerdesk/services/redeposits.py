"""The second deposit of a check that came back: a new receipt for the same money, asked all that any receipt is."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, ReceiptReturn, ReceiptVoid
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.receipts import receipt_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.payments import PostedReceipt
from sewerdesk.domain.receipts import Purpose, ReceiptDraft
from sewerdesk.domain.receipts import ReceiptLine as DraftLine
from sewerdesk.services.receipt_effects import _after_money, _owed_before
from sewerdesk.services.receipt_journal import _journal
from sewerdesk.services.receipt_posting import (
    _add_receipt,
    _check_funds,
    _fee_target,
    _receipt,
    _refuse_overpaid_fees,
    _Target,
)
from sewerdesk.services.receipts import SERIES


def redeposit_check(ws: Workspace, *, receipt_id: int, received_on: date) -> PostedReceipt:
    """Take a returned check to the bank once more: a new receipt for the same money, which names the first one.

    ``RuleViolation`` where the check did not come back or was deposited again before.
    """
    with ws.write(reason="check deposited again") as session:
        first = _receipt(session, receipt_id)
        [row] = receipt_rows(session, ws.clock.today(), where=Receipt.id == first.id)
        if row.returned_on is None:
            raise RuleViolation(f"The check of {row.number} did not come back.")
        again = session.scalar(
            select(Receipt.number)
            .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
            .where(Receipt.redeposits_id == first.id, ReceiptVoid.id.is_(None))
        )
        if again is not None:
            raise RuleViolation(f"The check of {row.number} was deposited again as {again} already.")
        if received_on < row.returned_on or received_on > ws.clock.today():
            raise FieldErrors(
                {"received_on": f"Enter a day from {row.returned_on:%m/%d/%Y}, when it came back, to today."}
            )
        parts = [part for line in first.lines for part in _again(session, line)]
        draft = ReceiptDraft(
            payer=row.payer,
            received_on=received_on,
            tender=row.tender,
            amount=row.amount,
            lines=tuple(DraftLine(Purpose.SUSPENSE, "", amount) for amount, _ in parts),
            check_number=row.check_number,
            bank=row.bank,
        )
        targets = [target for _, target in parts]
        owed = _owed_before(session, [draft], [targets])
        _check_funds(session, ws, targets)
        _refuse_overpaid_fees(session, [draft], [targets])
        number = take_number(session, kind=SERIES, year=ws.clock.today().year)
        posted = _add_receipt(session, number, draft, targets, redeposits_id=first.id)
        notes = _after_money(session, [posted.id], owed)
        session.info["touched"].add(("receipt", first.id))
    warning = _journal(ws, [posted.id])
    return replace(posted, notes=(*notes, warning) if warning else notes)


def _again(session: Session, line: ReceiptLine) -> list[tuple[Decimal, _Target]]:
    """What a line of the returned check was for where its money stood when it came back, with the amounts."""
    if line.fee_line_id is not None:
        return [(line.amount, _fee_target(session, str(line.fee_line_id)))]
    back = session.scalars(
        select(ReceiptReturn).where(ReceiptReturn.receipt_id == line.receipt_id, ReceiptReturn.live.is_(True))
    ).one()
    taken = session.scalars(
        select(EntryRow)
        .where(EntryRow.act_id == back.act_id, EntryRow.receipt_line_id == line.id)
        .order_by(EntryRow.id)
    )
    parts = [
        (
            entry.amount,
            _Target(
                account=session.get_one(Account, entry.account_id), bill_id=entry.bill_id, label=line.text
            ),
        )
        for entry in taken
    ]
    left = line.amount - sum((amount for amount, _ in parts), ZERO)
    if left:
        parts.append((left, _Target(label=line.text, charge_code=line.charge_code)))
    return parts
