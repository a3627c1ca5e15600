"""Taking money: one receipt or a whole batch of mailed checks, each posted with its ledger entry, and voiding one."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    Receipt,
    ReceiptReturn,
    ReceiptVoid,
    SuspenseEntry,
    TenderChange,
)
from sewerdesk.data.numbers import take_numbers
from sewerdesk.data.queries.accounts import account_rows
from sewerdesk.data.queries.entries import held_in_suspense, standing_of_lines
from sewerdesk.data.queries.receipts import fee_paid
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import AskFirst, BatchLook, PostedBatch, StubLook
from sewerdesk.domain.receipts import ReceiptBatch, ReceiptDraft, Tender, batch_problems, check_receipt
from sewerdesk.domain.scanline import is_scan_line, parse_scan_line
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.money_acts import _naming
from sewerdesk.services.payment_questions import _asks, _notes
from sewerdesk.services.periods import _late_day
from sewerdesk.services.receipt_effects import _after_loss, _after_money, _owed_before
from sewerdesk.services.receipt_journal import _journal, _journal_change, _journal_void
from sewerdesk.services.receipt_posting import (
    _add_receipt,
    _check_funds,
    _receipt,
    _refuse_gone,
    _refuse_overpaid_fees,
    _Target,
    _target,
)

SERIES = "REC"


def look_up(ws: Workspace, *, typed: str) -> StubLook:
    """What a scanned stub or a typed account number means.

    ``UserError`` says what is wrong with the stub, or that there is no such account.
    """
    with ws.read() as session:
        stub = parse_scan_line(typed) if is_scan_line(typed) else None
        account = _account_by_number(session, stub.account if stub else typed)
        [row] = account_rows(session, ws.clock.today(), where=Account.id == account.id)
        statement = select(Bill).where(Bill.account_id == account.id, Bill.live.is_(True))
        if stub is not None:
            statement = statement.where(Bill.due_date == stub.due)
        bill = session.scalars(statement.order_by(Bill.bill_date.desc(), Bill.id.desc()).limit(1)).first()
        if stub is None:
            due = None if bill is None else bill.due_date
            return StubLook(row, bill.number if bill else "", due, max(row.balance, ZERO), False, "")
        note = ""
        if row.balance != stub.amount:
            note = f"The stub says {format_money(stub.amount)}; the account owes {format_money(row.balance)} now."
        return StubLook(row, bill.number if bill else "", stub.due, stub.amount, True, note)


def look_at_batch(ws: Workspace, *, batch: ReceiptBatch) -> BatchLook:
    """What forbids posting a batch, what must be acknowledged, and what to know; nothing is written."""
    with ws.read() as session:
        problems = [*batch_problems(batch), *_unknown_targets(session, ws, batch.receipts)]
        asks = () if problems else _asks(session, ws, batch.receipts)
        notes = () if problems else _notes(session, batch.receipts)
    return BatchLook(tuple(problems), asks, notes)


def enter_receipt(ws: Workspace, *, draft: ReceiptDraft, acknowledged: Collection[str] = ()) -> PostedBatch:
    """Save one receipt and post its payment; the number is taken in the same transaction.

    ``FieldErrors`` for what is missing; ``AskFirst`` until what is odd about it is ``acknowledged``.
    """
    check_receipt(draft)
    return _post(ws, (draft,), acknowledged, batch_mark="")


def enter_batch(ws: Workspace, *, batch: ReceiptBatch, acknowledged: Collection[str] = ()) -> PostedBatch:
    """Post a batch of checks, all or nothing, once it agrees with its control total and count.

    ``RuleViolation`` says what is out of balance; ``AskFirst`` carries what is to be acknowledged.
    """
    problems = batch_problems(batch)
    if problems:
        raise RuleViolation(" ".join(problems))
    return _post(ws, batch.receipts, acknowledged, batch_mark=f"{ws.clock.now():%Y-%m-%d %H:%M:%S}")


def void_receipt(ws: Workspace, *, receipt_id: int, reason: str) -> str:
    """Void a receipt: it keeps its number, and its entries are reversed, so that the account stands as before.

    Refused once the money went to the bank. Returns a sentence where the journal could not be written.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the receipt is void; the reason is printed on it."})
    with ws.write(reason=reason) as session:
        receipt = _receipt(session, receipt_id)
        _refuse_void(session, receipt)
        clock, actor = session.info["clock"], session.info["actor"]
        session.add(
            ReceiptVoid(
                receipt_id=receipt.id,
                voided_on=clock.today(),
                voided_at=clock.now(),
                reason=reason.strip(),
                actor=actor,
            )
        )
        accounts = _take_out(session, receipt, f"{receipt.number} void: {reason.strip()}"[:200])
        _after_loss(session, accounts, f"{receipt.number} is void")
        session.info["touched"].add(("receipt", receipt.id))
    return _journal_void(ws, receipt_id)


def change_tender(
    ws: Workspace, *, receipt_id: int, tender: Tender, check_number: str = "", bank: str = "", reason: str
) -> str:
    """Correct how a receipt was paid, as a check entered as cash; what was entered first is kept beside it.

    Refused once the money was carried to the bank, since the slip lists it. Returns a sentence where the journal
    could not be written.
    """
    errors = {} if reason.strip() else {"reason": "Say why it is changed; what was entered first is kept."}
    if tender is Tender.CHECK and not check_number.strip():
        errors["check_number"] = "Enter the check's number."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        receipt = _receipt(session, receipt_id)
        _refuse_gone(receipt, returned=_returned(session, receipt.id))
        deposit = _deposit_of(session, receipt.id)
        if deposit is not None:
            raise RuleViolation(
                f"{receipt.number} is on the slip of deposit {deposit} as it was entered. Void that deposit if it has "
                "not left the office, then change the receipt."
            )
        change = TenderChange(
            receipt_id=receipt.id,
            changed_at=session.info["clock"].now(),
            tender=tender.value,
            check_number=check_number.strip(),
            bank=bank.strip(),
            reason=reason.strip(),
            actor=session.info["actor"],
        )
        session.add(change)
        session.info["touched"].add(("receipt", receipt.id))
    return _journal_change(ws, receipt_id)


def _fee_paid(session: Session, fee_line_id: int) -> Decimal:
    """What receipts that stand paid on a fee of an application."""
    return fee_paid(session, fee_line_id)


def _post(
    ws: Workspace, drafts: Sequence[ReceiptDraft], acknowledged: Collection[str], *, batch_mark: str
) -> PostedBatch:
    with ws.write(reason="receipts") as session:
        _refuse_future(ws, drafts)
        targets = [[_target(session, line) for line in draft.lines] for draft in drafts]
        owed = _owed_before(session, drafts, targets)
        asks = _asks(session, ws, drafts)
        if set(asks) - set(acknowledged):
            raise AskFirst(asks)
        _check_funds(session, ws, [target for found in targets for target in found])
        _refuse_overpaid_fees(session, drafts, targets)
        notes = _notes(session, drafts)
        year = ws.clock.today().year
        numbers = take_numbers(session, kind=SERIES, year=year, count=len(drafts))
        posted = tuple(
            _add_receipt(session, number, draft, found, batch_mark=batch_mark)
            for number, draft, found in zip(numbers, drafts, targets, strict=True)
        )
        notes = (*notes, *_after_money(session, [one.id for one in posted], owed))
        if asks:
            audit.record(
                session,
                kind="receipt",
                record_id=posted[0].id,
                action="acknowledged",
                changes={"warnings": list(asks)},
            )
    total = sum((receipt.amount for receipt in posted), ZERO)
    warning = _journal(ws, [receipt.id for receipt in posted])
    return PostedBatch(posted, total, notes, warning)


def _take_out(session: Session, receipt: Receipt, reason: str) -> set[int]:
    """Reverse today whatever of a receipt's money stands, wherever it was moved to; returns the accounts it was on.

    Where the books of the day it stands on are closed, the reversal names that day.
    """
    today, now = session.info["clock"].today(), session.info["clock"].now()
    actor = session.info["actor"]
    lines = [line.id for line in receipt.lines]
    accounts: set[int] = set()
    for entry in standing_of_lines(session, lines):
        accounts.add(entry.account_id)
        day = _late_day(session, today, about=entry.effective_on)
        session.add(
            EntryRow(
                account_id=entry.account_id,
                effective_on=day.on,
                posted_at=now,
                kind=EntryKind.REVERSAL.value,
                amount=-entry.amount,
                charge_code=entry.charge_code,
                bill_id=entry.bill_id,
                receipt_line_id=entry.receipt_line_id,
                corrects_id=entry.id,
                reason=_naming(reason, day),
                actor=actor,
            )
        )
    day = _late_day(session, today, about=receipt.received_on)
    for line_id, amount in held_in_suspense(session, lines).items():
        session.add(
            SuspenseEntry(
                receipt_line_id=line_id,
                effective_on=day.on,
                posted_at=now,
                amount=-amount,
                reason=_naming(reason, day),
                actor=actor,
            )
        )
    return accounts


def _refuse_future(ws: Workspace, drafts: Sequence[ReceiptDraft]) -> None:
    today = ws.clock.today()
    late = next((draft for draft in drafts if draft.received_on > today), None)
    if late is not None:
        raise FieldErrors(
            {
                "received_on": f"The money of {late.payer} cannot have come on {late.received_on:%m/%d/%Y}, "
                "which is still ahead. Enter today or an earlier day."
            }
        )


def _refuse_void(session: Session, receipt: Receipt) -> None:
    _refuse_gone(receipt, returned=_returned(session, receipt.id))
    deposit = _deposit_of(session, receipt.id)
    if deposit is not None:
        raise RuleViolation(
            f"{receipt.number} is in deposit {deposit}. If that deposit has not reached the bank, void the deposit "
            "first and make it again without this receipt; a check that the bank sent back is entered as a returned "
            "check, and money on the wrong account is moved."
        )


def _deposit_of(session: Session, receipt_id: int) -> str | None:
    """The number of the deposit that a receipt went to the bank with."""
    return session.scalar(
        select(Deposit.number)
        .join(DepositReceipt, DepositReceipt.deposit_id == Deposit.id)
        .where(DepositReceipt.receipt_id == receipt_id, DepositReceipt.live.is_(True))
    )


def _returned(session: Session, receipt_id: int) -> bool:
    """Whether the bank sent the receipt's check back."""
    statement = select(ReceiptReturn.id).where(
        ReceiptReturn.receipt_id == receipt_id, ReceiptReturn.live.is_(True)
    )
    return session.scalar(statement) is not None


def _unknown_targets(session: Session, ws: Workspace, drafts: Sequence[ReceiptDraft]) -> list[str]:
    problems = []
    for number, draft in enumerate(drafts, 1):
        try:
            _refuse_future(ws, [draft])
            targets: list[_Target] = [_target(session, line) for line in draft.lines]
            _check_funds(session, ws, targets)
        except UserError as error:
            problems.append(f"Receipt {number} of the batch ({draft.payer or 'no payer'}): {error.message}")
    return problems
