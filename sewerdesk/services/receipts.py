"""Taking money: one receipt or a whole batch of mailed checks, each posted with its ledger entry, and voiding one."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.receipt import Deposit, DepositReceipt, Receipt, ReceiptLine, ReceiptVoid
from sewerdesk.data.numbers import take_numbers
from sewerdesk.data.queries.accounts import account_rows, balances
from sewerdesk.data.queries.receipts import fee_paid
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import (
    BatchLook,
    DuplicateChecks,
    PostedBatch,
    PostedReceipt,
    StubLook,
    overpayment_note,
)
from sewerdesk.domain.receipts import (
    Purpose,
    ReceiptBatch,
    ReceiptDraft,
    Tender,
    batch_problems,
    check_receipt,
    duplicate_checks,
    same_bank,
)
from sewerdesk.domain.receipts import ReceiptLine as DraftLine
from sewerdesk.domain.scanline import is_scan_line, parse_scan_line
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.receipt_journal import _journal, _journal_void

SERIES = "REC"


@dataclass(frozen=True, slots=True)
class _Target:
    """What a line of a draft is for, found in the books."""

    account: Account | None = None
    fee: FeeLine | None = None
    bill_id: int | None = None
    label: str = ""


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
        duplicates = _duplicates(session, batch.receipts)
        notes = () if problems else _notes(session, batch.receipts)
    return BatchLook(tuple(problems), tuple(duplicates), notes)


def enter_receipt(ws: Workspace, *, draft: ReceiptDraft, acknowledged: Collection[str] = ()) -> PostedBatch:
    """Save one receipt and post its payment; the number is taken in the same transaction.

    ``FieldErrors`` for what is missing; ``DuplicateChecks`` until its warnings are ``acknowledged``.
    """
    check_receipt(draft)
    return _post(ws, (draft,), acknowledged, batch_mark="")


def enter_batch(ws: Workspace, *, batch: ReceiptBatch, acknowledged: Collection[str] = ()) -> PostedBatch:
    """Post a batch of checks, all or nothing, once it agrees with its control total and count.

    ``RuleViolation`` says what is out of balance; ``DuplicateChecks`` carries warnings to acknowledge.
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
        today, now = session.info["clock"].today(), session.info["clock"].now()
        actor = session.info["actor"]
        session.add(ReceiptVoid(receipt_id=receipt.id, voided_on=today, reason=reason.strip(), actor=actor))
        lines = [line.id for line in receipt.lines]
        for entry in session.scalars(select(EntryRow).where(EntryRow.receipt_line_id.in_(lines))).all():
            session.add(
                EntryRow(
                    account_id=entry.account_id,
                    effective_on=today,
                    posted_at=now,
                    kind=EntryKind.REVERSAL.value,
                    amount=-entry.amount,
                    charge_code=entry.charge_code,
                    bill_id=entry.bill_id,
                    receipt_line_id=entry.receipt_line_id,
                    corrects_id=entry.id,
                    reason=f"{receipt.number} void: {reason.strip()}"[:200],
                    actor=actor,
                )
            )
        session.info["touched"].add(("receipt", receipt.id))
    return _journal_void(ws, receipt_id, reason.strip())


def _fee_paid(session: Session, fee_line_id: int) -> Decimal:
    """What receipts that were not voided paid on a fee of an application."""
    return fee_paid(session, fee_line_id)


def _post(
    ws: Workspace, drafts: Sequence[ReceiptDraft], acknowledged: Collection[str], *, batch_mark: str
) -> PostedBatch:
    with ws.write(reason="receipts") as session:
        _refuse_future(ws, drafts)
        warnings = _duplicates(session, drafts)
        if set(warnings) - set(acknowledged):
            raise DuplicateChecks(warnings)
        targets = [[_target(session, line) for line in draft.lines] for draft in drafts]
        _refuse_overpaid_fees(session, drafts, targets)
        notes = _notes(session, drafts)
        year = ws.clock.today().year
        numbers = take_numbers(session, kind=SERIES, year=year, count=len(drafts))
        posted = tuple(
            _add_receipt(session, number, draft, found, batch_mark)
            for number, draft, found in zip(numbers, drafts, targets, strict=True)
        )
        if warnings:
            audit.record(
                session,
                kind="receipt",
                record_id=posted[0].id,
                action="duplicates acknowledged",
                changes={"warnings": list(warnings)},
            )
    total = sum((receipt.amount for receipt in posted), ZERO)
    warning = _journal(ws, [receipt.id for receipt in posted])
    return PostedBatch(posted, total, notes, warning)


def _add_receipt(
    session: Session, number: str, draft: ReceiptDraft, targets: Sequence[_Target], batch_mark: str
) -> PostedReceipt:
    clock = session.info["clock"]
    receipt = Receipt(
        number=number,
        received_on=draft.received_on,
        entered_at=clock.now(),
        tender=draft.tender.value,
        check_number=draft.check_number.strip(),
        bank=draft.bank.strip(),
        payer=draft.payer.strip(),
        amount=draft.amount,
        batch=batch_mark,
        actor=session.info["actor"],
    )
    for line_no, (line, target) in enumerate(zip(draft.lines, targets, strict=True), 1):
        receipt.lines.append(
            ReceiptLine(
                line_no=line_no,
                account_id=target.account.id if target.account else None,
                fee_line_id=target.fee.id if target.fee else None,
                charge_code=target.fee.charge_code if target.fee else "",
                text=target.label,
                amount=line.amount,
            )
        )
    session.add(receipt)
    session.flush()  # entries name the lines they come from
    for line_row, target in zip(receipt.lines, targets, strict=True):
        if target.account is not None:
            session.add(_payment(session, receipt, line_row, target))
    return PostedReceipt(receipt.id, number, receipt.payer, receipt.amount)


def _payment(session: Session, receipt: Receipt, line: ReceiptLine, target: _Target) -> EntryRow:
    return EntryRow(
        account_id=line.account_id,
        effective_on=receipt.received_on,
        posted_at=receipt.entered_at,
        kind=EntryKind.PAYMENT.value,
        amount=-line.amount,
        bill_id=target.bill_id,
        receipt_line_id=line.id,
        reason=f"Payment {receipt.number}",
        actor=session.info["actor"],
    )


def _target(session: Session, line: DraftLine) -> _Target:
    """The account or fee of a line; ``UserError`` names what is not there."""
    if line.purpose is Purpose.SUSPENSE:
        raise UserError(
            f"{format_money(line.amount)} names no account. Find the account of the payer, or send the check back; "
            "this office keeps no suspense account."
        )
    if line.purpose is Purpose.FEE:
        return _fee_target(session, line.reference)
    account = _account_by_number(session, line.reference)
    if not line.bill:
        place = account.parcel.location
        return _Target(account=account, label=f"Sewer charges, {place}"[:200] if place else "Sewer charges")
    bill = session.scalar(
        select(Bill.id).where(Bill.number == line.bill, Bill.account_id == account.id, Bill.live.is_(True))
    )
    if bill is None:
        raise UserError(
            f"Account {account.number} has no bill {line.bill}. Correct the bill's number, or leave it empty."
        )
    return _Target(account=account, bill_id=bill, label=f"Bill {line.bill}")


def _fee_target(session: Session, reference: str) -> _Target:
    fee = session.get(FeeLine, int(reference)) if reference.isdecimal() else None
    if fee is None:
        raise UserError("That fee is not charged here. Open the application and choose its fee again.")
    number = session.get_one(Application, fee.application_id).number or "a draft"
    if fee.amount is None or fee.waived_reason or fee.replaced:
        state = "has no amount yet" if fee.amount is None else "is not owed any more"
        raise UserError(
            f"The fee {fee.label} of application {number} {state}; look at the application first."
        )
    return _Target(fee=fee, label=f"{fee.label}, application {number}"[:200])


def _refuse_overpaid_fees(
    session: Session, drafts: Sequence[ReceiptDraft], targets: Sequence[Sequence[_Target]]
) -> None:
    asked: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    fees: dict[int, FeeLine] = {}
    for draft, found in zip(drafts, targets, strict=True):
        for line, target in zip(draft.lines, found, strict=True):
            if target.fee is not None:
                asked[target.fee.id] += line.amount
                fees[target.fee.id] = target.fee
    for fee_id, amount in asked.items():
        owed = (fees[fee_id].amount or ZERO) - _fee_paid(session, fee_id)
        if amount > owed:
            raise UserError(
                f"The fee {fees[fee_id].label} still owes {format_money(owed)}; {format_money(amount)} is too much. "
                "Receipt what is owed and give the rest back."
            )


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
    if receipt.void is not None:
        raise UserError(
            f"{receipt.number} was voided on {receipt.void.voided_on:%m/%d/%Y} already: {receipt.void.reason}"
        )
    deposit = session.scalar(
        select(Deposit.number)
        .join(DepositReceipt, DepositReceipt.deposit_id == Deposit.id)
        .where(DepositReceipt.receipt_id == receipt.id, DepositReceipt.live.is_(True))
    )
    if deposit is not None:
        raise RuleViolation(
            f"{receipt.number} is in deposit {deposit}. If that deposit has not reached the bank, void the deposit "
            "first and make it again without this receipt; money that is in the bank is put right by an adjustment "
            "on the account, not by voiding."
        )


def _duplicates(session: Session, drafts: Sequence[ReceiptDraft]) -> list[str]:
    """Warnings for a check entered twice here, or posted before."""
    warnings = duplicate_checks(drafts)
    seen: set[str] = set()
    numbers = {_bare(draft.check_number) for draft in drafts} - {""}
    if not numbers:
        return warnings
    statement = (
        select(Receipt)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .where(func.ltrim(Receipt.check_number, "0").in_(numbers), ReceiptVoid.id.is_(None))
    )
    posted: defaultdict[tuple[object, ...], list[Receipt]] = defaultdict(list)
    for row in session.scalars(statement.order_by(Receipt.id.desc())):
        posted[_check_key(row.tender, row.check_number, row.amount)].append(row)
    for draft in drafts:
        rows = posted.get(_check_key(draft.tender, draft.check_number, draft.amount), [])
        found = next((row for row in rows if same_bank(row.bank, draft.bank)), None)
        if found is not None and _bare(draft.check_number) and found.number not in seen:
            seen.add(found.number)
            warnings.append(
                f"Check {draft.check_number} for {format_money(draft.amount)} was posted before as {found.number} "
                f"from {found.payer} on {found.received_on:%m/%d/%Y}; make sure that this is another check."
            )
    return warnings


def _check_key(tender: str, number: str, amount: Decimal) -> tuple[object, ...]:
    return str(Tender(tender)), _bare(number), amount


def _bare(check_number: str) -> str:
    return check_number.strip().lstrip("0")


def _unknown_targets(session: Session, ws: Workspace, drafts: Sequence[ReceiptDraft]) -> list[str]:
    problems = []
    for number, draft in enumerate(drafts, 1):
        try:
            _refuse_future(ws, [draft])
            for line in draft.lines:
                _target(session, line)
        except UserError as error:
            problems.append(f"Receipt {number} of the batch ({draft.payer or 'no payer'}): {error.message}")
    return problems


def _notes(session: Session, drafts: Sequence[ReceiptDraft]) -> tuple[str, ...]:
    """A sentence for every account that gets more than it owes."""
    paid: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    names: dict[int, str] = {}
    for draft in drafts:
        for line in draft.lines:
            if line.purpose is Purpose.ACCOUNT:
                account = _account_by_number(session, line.reference)
                paid[account.id] += line.amount
                names[account.id] = account.number
    owed = balances(session, list(paid))
    found = (overpayment_note(names[one], paid[one], owed.get(one, ZERO)) for one in paid)
    return tuple(note for note in found if note)


def _receipt(session: Session, receipt_id: int) -> Receipt:
    receipt = session.get(Receipt, receipt_id)
    if receipt is None:
        raise UserError("That receipt is not in this office. Refresh the list (F5) and choose it again.")
    return receipt
