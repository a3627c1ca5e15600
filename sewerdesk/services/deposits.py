"""Carrying money to the bank: what is not deposited yet, a deposit with its slip, and voiding one made by mistake."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import FeeLine
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.office import Operator
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.rate import ChargeCode
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    DepositVoid,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    SuspenseEntry,
)
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.receipts import deposit_rows, receipt_rows, undeposited_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.pdf.deposit_slip import CashCount as CashLine
from sewerdesk.documents.pdf.deposit_slip import (
    CheckItem,
    DepositSlip,
    FundLine,
    deposit_slip_pdf,
)
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import apply_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.payments import (
    DepositDraft,
    DepositRow,
    DepositView,
    ReceiptRow,
    deposit_items,
)
from sewerdesk.domain.receipts import CashCount, Tender, deposit_problems, deposit_total, show_numbers
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.office_settings import _billing_settings, _letterhead
from sewerdesk.services.papers import VOID, _freeze_paper, _mark_paper
from sewerdesk.services.periods import _open_day, _require_open

SERIES = "DEP"
KIND = "deposit"
_TEMPLATE, _VERSION = "deposit", "1"
CREDIT_NAME = "Credit on accounts, not used yet"
UNCODED_NAME = "Fees and charges without a charge code"
_SHOWN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class MadeDeposit:
    """A deposit that was made, with its slip."""

    id: int
    number: str
    total: Decimal
    receipts: int
    paper_id: int


def undeposited(ws: Workspace) -> tuple[ReceiptRow, ...]:
    """Receipts whose money is still in the office, the longest held first."""
    with ws.read() as session:
        return undeposited_rows(session, ws.clock.today())


def make_deposit(ws: Workspace, *, draft: DepositDraft) -> MadeDeposit:
    """Make a deposit of receipts: the number, the total and the slip in one transaction.

    The total is the sum of its receipts. ``RuleViolation`` where the cash counted differs from the cash receipts
    or a receipt may not go; ``FieldErrors`` for a day that is not possible.
    """
    with ws.write(reason="deposit") as session:
        _check_day(session, ws, draft)
        rows = _chosen(session, ws, draft.receipt_ids)
        _check_received(draft, rows)
        items = deposit_items(rows)
        problems = deposit_problems(items, draft.cash)
        if problems:
            raise RuleViolation(" ".join(problems))
        settings = _billing_settings(session)
        deposit = Deposit(
            number=take_number(session, kind=SERIES, year=draft.deposited_on.year),
            deposited_on=draft.deposited_on,
            bank_account=_masked(settings.bank_account),
            total=deposit_total(items),
            actor=session.info["actor"],
        )
        session.add(deposit)
        session.flush()  # its receipts and its slip refer to it
        session.add_all(DepositReceipt(deposit_id=deposit.id, receipt_id=row.id) for row in rows)
        session.info["touched"].update(("receipt", row.id) for row in rows)
        slip = _slip(session, deposit, rows, draft.cash, settings.bank_name)
        paper = _freeze_paper(
            session,
            number=deposit.number,
            kind=KIND,
            title=f"Deposit {deposit.number}",
            subject=("deposit", deposit.id),
            template=(_TEMPLATE, _VERSION),
            merged={"receipts": [row.number for row in rows], "total": f"{deposit.total:f}"},
            content=deposit_slip_pdf(slip, letterhead=_letterhead(session)),
        )
        return MadeDeposit(deposit.id, deposit.number, deposit.total, len(rows), paper.id)


def void_deposit(ws: Workspace, *, deposit_id: int, reason: str) -> None:
    """Void a deposit that never reached the bank; it keeps number and slip, its receipts are to deposit again."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the deposit is void; the reason is kept with it."})
    with ws.write(reason=reason) as session:
        deposit = _deposit(session, deposit_id)
        if deposit.void is not None:
            raise UserError(f"{deposit.number} was voided on {deposit.void.voided_on:%m/%d/%Y} already.")
        _refuse_closed(session, deposit)
        _refuse_at_bank(session, deposit)
        session.add(
            DepositVoid(
                deposit_id=deposit.id,
                voided_on=session.info["clock"].today(),
                reason=reason.strip(),
                actor=session.info["actor"],
            )
        )
        for one in deposit.receipts:
            one.live = False
            session.info["touched"].add(("receipt", one.receipt_id))
        slip = _paper_id(session, deposit.id)
        if slip is not None:
            _mark_paper(session, session.get_one(Paper, slip), event=VOID, reason=reason)


def list_deposits(ws: Workspace) -> tuple[DepositRow, ...]:
    """Every deposit, newest first."""
    with ws.read() as session:
        return deposit_rows(session)


def deposit_view(ws: Workspace, *, deposit_id: int) -> DepositView:
    """A deposit with its receipts and its slip."""
    with ws.read() as session:
        deposit = _deposit(session, deposit_id)
        [row] = deposit_rows(session, where=Deposit.id == deposit_id)
        ids = [one.receipt_id for one in deposit.receipts]
        receipts = receipt_rows(session, ws.clock.today(), where=Receipt.id.in_(ids))
        return DepositView(row, tuple(reversed(receipts)), _paper_id(session, deposit_id))


def _check_day(session: Session, ws: Workspace, draft: DepositDraft) -> None:
    """Not ahead, and not in a closed period: what went to the bank in it was reported."""
    today = ws.clock.today()
    if draft.deposited_on > today:
        raise FieldErrors(
            {
                "deposited_on": f"The deposit cannot be made on {draft.deposited_on:%m/%d/%Y}, which is still ahead. "
                "Enter today or an earlier day."
            }
        )
    try:
        _require_open(session, draft.deposited_on, what="A deposit")
    except FieldErrors as error:
        raise FieldErrors({"deposited_on": error.errors["on"]}) from None


def _refuse_closed(session: Session, deposit: Deposit) -> None:
    """The reports of a closed period count the deposit; they would no longer agree."""
    closed = _open_day(session, deposit.deposited_on).reference
    if closed:
        raise RuleViolation(
            f"{deposit.number} is {closed}. If it never reached the bank, open that period again first, with the "
            "authority for it."
        )


def _refuse_at_bank(session: Session, deposit: Deposit) -> None:
    """A check that the bank sent back proves that the deposit reached it."""
    back = session.scalar(
        select(Receipt.number)
        .join(DepositReceipt, DepositReceipt.receipt_id == Receipt.id)
        .join(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .where(DepositReceipt.deposit_id == deposit.id)
        .order_by(Receipt.id)
        .limit(1)
    )
    if back is not None:
        raise RuleViolation(
            f"{deposit.number} reached the bank, which sent the check of {back} back. Undo that return first if it was "
            "entered by mistake."
        )


def _check_received(draft: DepositDraft, rows: Sequence[ReceiptRow]) -> None:
    """Money is not taken to the bank before it came; the deposit's year also numbers it."""
    late = next((row for row in rows if row.received_on > draft.deposited_on), None)
    if late is not None:
        sentence = (
            f"{late.number} was received on {late.received_on:%m/%d/%Y}, after the deposit's day. Enter that day or a "
            "later one, or take the receipt out."
        )
        raise FieldErrors({"deposited_on": sentence})


def _chosen(session: Session, ws: Workspace, ids: Sequence[int]) -> list[ReceiptRow]:
    found = {row.id: row for row in receipt_rows(session, ws.clock.today(), where=Receipt.id.in_(list(ids)))}
    rows = []
    for receipt_id in ids:
        row = found.get(receipt_id)
        if row is None:
            raise UserError("A chosen receipt is not in this office. Refresh the list (F5) and choose again.")
        if row.void_reason or row.deposit:
            state = "is void" if row.void_reason else f"went to the bank with {row.deposit}"
            raise RuleViolation(f"Receipt {row.number} {state}; take it out of the deposit.")
        if row.returned_on is not None:
            raise RuleViolation(
                f"The check of {row.number} came back on {row.returned_on:%m/%d/%Y}. Deposit it again from the "
                "receipt, which makes a new one."
            )
        rows.append(row)
    return sorted(rows, key=lambda row: row.id)


def _slip(
    session: Session, deposit: Deposit, rows: Sequence[ReceiptRow], cash: CashCount, bank: str
) -> DepositSlip:
    return DepositSlip(
        deposit_no=deposit.number,
        day=deposit.deposited_on,
        bank=bank,
        account=deposit.bank_account,
        receipts=show_numbers([row.number for row in rows]),
        coin=cash.coin,
        currency=tuple(
            CashLine(Decimal(face), count)
            for face, count in sorted(cash.notes.items(), reverse=True)
            if count
        ),
        checks=tuple(
            CheckItem(row.payer, row.bank, row.check_number, row.amount)
            for row in rows
            if row.tender is not Tender.CASH
        ),
        funds=_funds(session, rows),
        total=deposit.total,
        prepared_by=session.scalar(select(Operator.name).where(Operator.initials == deposit.actor))
        or deposit.actor,
    )


def _funds(session: Session, rows: Sequence[ReceiptRow]) -> tuple[FundLine, ...]:
    """What the money of the receipts went to, by fund and revenue code, as the charges stand paid today."""
    sums: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    waiting = ZERO
    numbers = {row.number for row in rows}
    accounts = _accounts_of(session, rows)
    policy = _payment_policy(session)
    today = session.info["clock"].today()
    for facts in ledger_facts(session, accounts).values():
        ours = {f.entry.entry_id for f in facts if f.entry.receipt in numbers}
        applied = apply_entries([f.entry for f in facts], as_of=today, policy=policy)
        for item in applied.items:
            for paid in item.paid_by:
                if paid.entry_id in ours:
                    sums[item.entry.charge_code] += paid.amount
        for credit in applied.unused:
            if credit.entry_id in ours:
                waiting += credit.amount
    for code, amount in _coded_sums(session, rows):
        sums[code] += amount
    lines = _fund_lines(session, sums)
    return (*lines, FundLine("", CREDIT_NAME, waiting)) if waiting else lines


def _accounts_of(session: Session, rows: Sequence[ReceiptRow]) -> list[int]:
    """The accounts on which the receipts' money stands or stood, where it was moved to as well."""
    statement = (
        select(EntryRow.account_id)
        .join(ReceiptLine, ReceiptLine.id == EntryRow.receipt_line_id)
        .where(ReceiptLine.receipt_id.in_([row.id for row in rows]))
    )
    return list(session.scalars(statement.distinct()))


def _coded_sums(session: Session, rows: Sequence[ReceiptRow]) -> list[tuple[str, Decimal]]:
    """Fees by the charge code of each, and unidentified money still held by the code that it is held under."""
    lines = ReceiptLine.receipt_id.in_([row.id for row in rows])
    fees = (
        select(FeeLine.charge_code, ReceiptLine.amount)
        .join(FeeLine, FeeLine.id == ReceiptLine.fee_line_id)
        .where(lines)
    )
    held = (
        select(ReceiptLine.charge_code, func.sum(SuspenseEntry.amount))
        .join(SuspenseEntry, SuspenseEntry.receipt_line_id == ReceiptLine.id)
        .where(lines)
        .group_by(ReceiptLine.id)
    )
    return [(code, amount) for found in (fees, held) for code, amount in session.execute(found) if amount]


def _fund_lines(session: Session, sums: dict[str, Decimal]) -> tuple[FundLine, ...]:
    codes = {code.code: code for code in session.scalars(select(ChargeCode))}
    lines = []
    for code in sorted(sums, key=lambda one: (codes[one].sort_order if one in codes else 10_000, one)):
        known = codes.get(code)
        if known is not None:
            lines.append(FundLine(f"{known.fund}-{known.revenue_code}", known.title, sums[code]))
        else:
            lines.append(FundLine("", f"Charge {code}" if code else UNCODED_NAME, sums[code]))
    return tuple(lines)


def _masked(account: str) -> str:
    """The last four digits of the bank account; a slip shows no more."""
    bare = "".join(account.split())
    return f"\u2022\u2022\u2022\u2022 {bare[-_SHOWN_DIGITS:]}" if len(bare) > _SHOWN_DIGITS else bare


def _paper_id(session: Session, deposit_id: int) -> int | None:
    """The slip; a deposit that was brought in from elsewhere has none."""
    return session.scalar(
        select(Paper.id).where(Paper.subject == "deposit", Paper.subject_id == deposit_id, Paper.kind == KIND)
    )


def _deposit(session: Session, deposit_id: int) -> Deposit:
    deposit = session.get(Deposit, deposit_id)
    if deposit is None:
        raise UserError("That deposit is not in this office. Refresh the list (F5) and choose it again.")
    return deposit
