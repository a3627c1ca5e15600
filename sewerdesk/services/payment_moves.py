"""Money put where it belongs: a payment moved to the right account, and unidentified money applied to one.

The receipt keeps its number and its day: the move takes effect on the day the money came, so nobody is late by it,
or on the first open day where the books of that day are closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, SuspenseEntry
from sewerdesk.data.queries.entries import held_in_suspense, standing_of_lines
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.money_acts import ActEntry, ActKind, ActRow
from sewerdesk.domain.wording import join_words
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.money_acts import _noted_row, _post_act, _with_journal
from sewerdesk.services.receipt_posting import _bill_id, _receipt, _refuse_gone
from sewerdesk.services.receipts import _returned


@dataclass(frozen=True, slots=True)
class ApplyTo:
    """A part of unidentified money and the account, and the bill if any, that it is for."""

    account: str
    amount: Decimal
    bill: str = ""


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Money that is held because nobody knows yet what it is for."""

    line_id: int
    receipt_id: int
    receipt: str
    payer: str
    received_on: date
    amount: Decimal
    held: Decimal


def held_money(ws: Workspace) -> tuple[HeldRow, ...]:
    """What is held unidentified, the longest held first."""
    with ws.read() as session:
        held = held_in_suspense(session)
        statement = (
            select(ReceiptLine, Receipt)
            .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
            .where(ReceiptLine.id.in_(held))
            .order_by(Receipt.received_on, ReceiptLine.id)
        )
        return tuple(
            HeldRow(
                line.id,
                receipt.id,
                receipt.number,
                receipt.payer,
                receipt.received_on,
                line.amount,
                held[line.id],
            )
            for line, receipt in session.execute(statement)
        )


def move_payment(
    ws: Workspace,
    *,
    receipt_id: int,
    to_account: str,
    reason: str,
    line_id: int | None = None,
    from_account: str = "",
    bill: str = "",
) -> ActRow:
    """Move a receipt's payment to the right account; ``line_id`` names the line where there are several.

    ``from_account`` names the account to move it from where a line's money stands on several.

    Two entries of one act: the payment is taken out of the account where it stands and put on the other one, both on
    the day the money came. ``RuleViolation`` for a receipt that is void or returned.
    """
    with ws.write(reason=reason) as session:
        receipt = _receipt(session, receipt_id)
        _refuse_gone(receipt, returned=_returned(session, receipt.id))
        line = _movable(receipt, line_id)
        standing = _standing_part(session, receipt, line, from_account)
        target = _account_by_number(session, to_account)
        if all(entry.account_id == target.id for entry in standing):
            raise FieldErrors({"to_account": f"{receipt.number} is on account {target.number} already."})
        moved = [entry for entry in standing if entry.account_id != target.id]
        bill_id = _bill_id(session, target, bill) if bill else None
        act = _post_act(
            session,
            ActKind.TRANSFER,
            on=max(entry.effective_on for entry in moved),
            about=receipt.received_on,
            reason=reason,
            entries=[*(_out(entry, receipt) for entry in moved), _in(moved, target, receipt, line, bill_id)],
            facts=_facts(session, receipt, moved, target),
        )
        session.info["touched"].add(("receipt", receipt.id))
        row = _noted_row(session, act)
    return _with_journal(ws, row)


def apply_held(ws: Workspace, *, line_id: int, parts: Sequence[ApplyTo], reason: str) -> ActRow:
    """Apply money that was held unidentified to the accounts it turned out to be for, on the day it came.

    What is not applied stays held. ``FieldErrors`` where the parts are more than what is held.
    """
    with ws.write(reason=reason) as session:
        line = session.get(ReceiptLine, line_id)
        if line is None or not line.suspense:
            raise UserError("That money is not held here. Refresh the list (F5) and choose it again.")
        receipt = line.receipt
        _refuse_gone(receipt, returned=_returned(session, receipt.id))
        held = held_in_suspense(session, [line.id]).get(line.id, ZERO)
        total = _check_parts(parts, held, receipt.number)
        entries = [_applied(session, part, receipt, line) for part in parts]
        act = _post_act(
            session,
            ActKind.TRANSFER,
            on=max(receipt.received_on, _held_since(session, line)),
            about=receipt.received_on,
            reason=reason,
            entries=entries,
            facts={"receipt": receipt.number, "held": f"{held:f}", "applied": f"{total:f}"},
        )
        session.add(_released(act, line, total, receipt.number))
        session.info["touched"].add(("receipt", receipt.id))
        session.flush()
        row = _noted_row(session, act)
    return _with_journal(ws, row)


def _held_since(session: Session, line: ReceiptLine) -> date:
    """The day from which the books hold the money: the day it came, or the first open one where that was closed.

    What was applied before and came back is held from the day it did: it is on no two accounts as of a day between.
    """
    return session.scalars(
        select(func.max(SuspenseEntry.effective_on)).where(
            SuspenseEntry.receipt_line_id == line.id, SuspenseEntry.amount > ZERO
        )
    ).one()


def _movable(receipt: Receipt, line_id: int | None) -> ReceiptLine:
    """The line to move; a fee of an application is not on an account and is not moved."""
    lines = [line for line in receipt.lines if line_id is None or line.id == line_id]
    if not lines:
        raise UserError(f"That line is not on {receipt.number}. Refresh the page (F5) and choose it again.")
    on_accounts = [line for line in lines if line.fee_line_id is None]
    if not on_accounts:
        raise RuleViolation(
            f"{receipt.number} pays a fee of an application. Void it and receipt the money for what it was meant, or, "
            "once it is deposited, refund it."
        )
    if len(on_accounts) > 1:
        raise FieldErrors({"line_id": f"{receipt.number} pays several accounts; choose the line to move."})
    return on_accounts[0]


def _standing_part(
    session: Session, receipt: Receipt, line: ReceiptLine, from_account: str
) -> list[EntryRow]:
    """What of the line stands on the account it is moved from; nothing that was identified for another one."""
    standing = standing_of_lines(session, [line.id])
    if not standing:
        raise RuleViolation(f"Nothing of this line of {receipt.number} stands on an account; apply it first.")
    accounts = sorted({session.get_one(Account, entry.account_id).number for entry in standing})
    if not from_account:
        if len(accounts) > 1:
            raise FieldErrors(
                {
                    "from_account": f"{receipt.number} stands on accounts {join_words(accounts)}; choose the one to "
                    "move it from."
                }
            )
        return standing
    source = _account_by_number(session, from_account)
    part = [entry for entry in standing if entry.account_id == source.id]
    if not part:
        raise FieldErrors(
            {
                "from_account": f"Nothing of {receipt.number} stands on account {source.number}; it is on "
                f"{join_words(accounts)}."
            }
        )
    return part


def _out(entry: EntryRow, receipt: Receipt) -> ActEntry:
    return ActEntry(
        entry.account_id,
        EntryKind.REVERSAL,
        -entry.amount,
        entry.charge_code,
        entry.bill_id,
        entry.id,
        f"Payment {receipt.number} moved",
        receipt_line_id=entry.receipt_line_id,
    )


def _in(
    moved: Sequence[EntryRow], target: Account, receipt: Receipt, line: ReceiptLine, bill_id: int | None
) -> ActEntry:
    return ActEntry(
        target.id,
        EntryKind.TRANSFER,
        sum((entry.amount for entry in moved), ZERO),
        bill_id=bill_id,
        reason=f"Payment {receipt.number} moved here",
        receipt_line_id=line.id,
    )


def _facts(
    session: Session, receipt: Receipt, moved: Sequence[EntryRow], target: Account
) -> dict[str, object]:
    sources = [session.get_one(Account, entry.account_id).number for entry in moved]
    return {
        "receipt": receipt.number,
        "from": sorted(set(sources)),
        "to": target.number,
        "amount": f"{-sum((entry.amount for entry in moved), ZERO):f}",
    }


def _check_parts(parts: Sequence[ApplyTo], held: Decimal, number: str) -> Decimal:
    total = sum((part.amount for part in parts), ZERO)
    if not parts or any(part.amount <= 0 or part.amount != round_cents(part.amount) for part in parts):
        raise FieldErrors({"amount": "Enter for each account an amount above zero, in dollars and cents."})
    if total > held:
        raise FieldErrors(
            {
                "amount": f"{format_money(total)} is more than the {format_money(held)} of {number} that is held; "
                "apply less."
            }
        )
    return total


def _applied(session: Session, part: ApplyTo, receipt: Receipt, line: ReceiptLine) -> ActEntry:
    account = _account_by_number(session, part.account)
    return ActEntry(
        account.id,
        EntryKind.TRANSFER,
        -part.amount,
        bill_id=_bill_id(session, account, part.bill) if part.bill else None,
        reason=f"Payment {receipt.number}, identified",
        receipt_line_id=line.id,
    )


def _released(act: MoneyAct, line: ReceiptLine, total: Decimal, number: str) -> SuspenseEntry:
    return SuspenseEntry(
        receipt_line_id=line.id,
        effective_on=act.effective_on,
        posted_at=act.posted_at,
        amount=-total,
        act_id=act.id,
        reason=f"{number} identified, {act.number}",
        actor=act.actor,
    )
