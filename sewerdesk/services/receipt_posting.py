"""What posting a receipt comes down to: its number, its lines, and the ledger entry or held money of each line."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, SuspenseEntry
from sewerdesk.data.queries.receipts import fee_paid
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import PostedReceipt
from sewerdesk.domain.receipts import Purpose, ReceiptDraft
from sewerdesk.domain.receipts import ReceiptLine as DraftLine
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.fee_funds import _refuse_wrong_fund
from sewerdesk.services.law import _law
from sewerdesk.services.payment_settings import _payment_settings
from sewerdesk.services.periods import _open_day

UNIDENTIFIED = "Money not identified yet"


@dataclass(frozen=True, slots=True)
class _Target:
    """What a line of a draft is for, found in the books."""

    account: Account | None = None
    fee: FeeLine | None = None
    bill_id: int | None = None
    label: str = ""
    charge_code: str = ""

    @property
    def suspense(self) -> bool:
        """Whether nobody knows yet what it is for."""
        return self.account is None and self.fee is None


def _add_receipt(
    session: Session,
    number: str,
    draft: ReceiptDraft,
    targets: Sequence[_Target],
    *,
    batch_mark: str = "",
    redeposits_id: int | None = None,
) -> PostedReceipt:
    """Write a receipt with its lines and what each does in the books."""
    receipt = Receipt(
        number=number,
        received_on=draft.received_on,
        postmark=draft.postmark,
        entered_at=session.info["clock"].now(),
        tender=draft.tender.value,
        check_number=draft.check_number.strip(),
        bank=draft.bank.strip(),
        payer=draft.payer.strip(),
        amount=draft.amount,
        batch=batch_mark,
        redeposits_id=redeposits_id,
        actor=session.info["actor"],
    )
    receipt.lines += [
        _line(line_no, line.amount, target)
        for line_no, (line, target) in enumerate(zip(draft.lines, targets, strict=True), 1)
    ]
    session.add(receipt)
    session.flush()  # entries name the lines they come from
    for row, target in zip(receipt.lines, targets, strict=True):
        if target.account is not None:
            session.add(_payment(session, receipt, row, target))
        elif target.suspense:
            session.add(_held(session, receipt, row))
    return PostedReceipt(receipt.id, number, receipt.payer, receipt.amount)


def _line(line_no: int, amount: Decimal, target: _Target) -> ReceiptLine:
    return ReceiptLine(
        line_no=line_no,
        account_id=target.account.id if target.account else None,
        fee_line_id=target.fee.id if target.fee else None,
        suspense=target.suspense,
        charge_code=target.charge_code,
        text=target.label,
        amount=amount,
    )


def _payment(session: Session, receipt: Receipt, line: ReceiptLine, target: _Target) -> EntryRow:
    """The entry of a payment; money received in a closed period takes effect on the first open day and says so."""
    day = _open_day(session, receipt.received_on)
    return EntryRow(
        account_id=line.account_id,
        effective_on=day.on,
        posted_at=receipt.entered_at,
        kind=EntryKind.PAYMENT.value,
        amount=-line.amount,
        bill_id=target.bill_id,
        receipt_line_id=line.id,
        reason=f"Payment {receipt.number} {day.reference}".strip(),
        actor=session.info["actor"],
    )


def _held(session: Session, receipt: Receipt, line: ReceiptLine) -> SuspenseEntry:
    day = _open_day(session, receipt.received_on)
    return SuspenseEntry(
        receipt_line_id=line.id,
        effective_on=day.on,
        posted_at=receipt.entered_at,
        amount=line.amount,
        reason=f"{UNIDENTIFIED}, {receipt.number} {day.reference}".strip(),
        actor=session.info["actor"],
    )


def _target(session: Session, line: DraftLine) -> _Target:
    """The account or fee of a line; ``UserError`` names what is not there."""
    if line.purpose is Purpose.SUSPENSE:
        return _suspense_target(session, line)
    if line.purpose is Purpose.FEE:
        return _fee_target(session, line.reference)
    account = _account_by_number(session, line.reference)
    if not line.bill:
        place = account.parcel.location
        return _Target(account=account, label=f"Sewer charges, {place}"[:200] if place else "Sewer charges")
    return _Target(account=account, bill_id=_bill_id(session, account, line.bill), label=f"Bill {line.bill}")


def _bill_id(session: Session, account: Account, number: str) -> int:
    bill = session.scalar(
        select(Bill.id).where(Bill.number == number, Bill.account_id == account.id, Bill.live.is_(True))
    )
    if bill is None:
        raise UserError(
            f"Account {account.number} has no bill {number}. Correct the bill's number, or leave it empty."
        )
    return bill


def _suspense_target(session: Session, line: DraftLine) -> _Target:
    code = _payment_settings(session).suspense_code
    if not code:
        raise UserError(
            f"{format_money(line.amount)} names no account. Find the account of the payer, or send the check back; "
            "this office keeps no suspense account."
        )
    return _Target(label=UNIDENTIFIED, charge_code=code)


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
    return _Target(fee=fee, label=f"{fee.label}, application {number}"[:200], charge_code=fee.charge_code)


def _check_funds(session: Session, ws: Workspace, targets: Sequence[_Target]) -> None:
    """Money that the law gives one use only is not taken into the fund of anything else."""
    for target in targets:
        if target.fee is not None:
            _refuse_wrong_fund(
                session, _law(session, ws), fee_key=target.fee.fee_key, charge_code=target.fee.charge_code
            )


def _refuse_overpaid_fees(
    session: Session, drafts: Sequence[ReceiptDraft], targets: Sequence[Sequence[_Target]]
) -> None:
    """A fee is paid only as far as it is owed; what is above is given back at the counter."""
    asked: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    fees: dict[int, FeeLine] = {}
    for draft, found in zip(drafts, targets, strict=True):
        for line, target in zip(draft.lines, found, strict=True):
            if target.fee is not None:
                asked[target.fee.id] += line.amount
                fees[target.fee.id] = target.fee
    for fee_id, amount in asked.items():
        owed = (fees[fee_id].amount or ZERO) - fee_paid(session, fee_id)
        if amount > owed:
            raise UserError(
                f"The fee {fees[fee_id].label} still owes {format_money(owed)}; {format_money(amount)} is too much. "
                "Receipt what is owed and give the rest back."
            )


def _receipt(session: Session, receipt_id: int) -> Receipt:
    receipt = session.get(Receipt, receipt_id)
    if receipt is None:
        raise UserError("That receipt is not in this office. Refresh the list (F5) and choose it again.")
    return receipt


def _refuse_gone(receipt: Receipt, *, returned: bool) -> None:
    """``RuleViolation`` for a receipt whose money is not there any more."""
    if receipt.void is not None:
        raise RuleViolation(
            f"{receipt.number} was voided on {receipt.void.voided_on:%m/%d/%Y} already: {receipt.void.reason}"
        )
    if returned:
        raise RuleViolation(f"The check of {receipt.number} came back; its money is not there any more.")
