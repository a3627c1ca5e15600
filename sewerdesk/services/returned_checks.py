"""A returned check as one dated action: payments out, fee on, no checks for a time.

Late penalties are judged on the entries that stand, so a check that came back has paid nothing: what it saved in a
quarter whose penalties were posted is charged with the return, the rest with the next posting.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import FeeLine
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.rate import FeeVersion
from sewerdesk.data.models.receipt import (
    CashOnly,
    Deposit,
    DepositReceipt,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    SuspenseEntry,
)
from sewerdesk.data.queries.entries import held_in_suspense, standing_of_lines
from sewerdesk.data.queries.receipts import receipt_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.fees import RETURNED_CHECK_FEE
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.returnfiles import ReturnRow
from sewerdesk.domain.returns import (
    ReturnDraft,
    ReturnedRow,
    ReturnFee,
    ReturnPosted,
    cash_only_until,
    check_return,
)
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.payment_settings import _payment_settings
from sewerdesk.services.receipt_journal import _journal_act
from sewerdesk.services.receipt_posting import (
    _receipt,
)

FEE_LABEL = "Returned check fee"
NOBODY_OWES = (
    "No fee was charged: none of the check's money was identified, so nobody is known to owe it. Charge it by an "
    "adjustment once you know whose check it was."
)


def return_check(ws: Workspace, *, draft: ReturnDraft) -> ReturnPosted:
    """Record that the bank sent a check back: everything that follows from it in one act, dated on the return.

    The payments are taken out again, the fee is charged, and checks from the accounts are refused for the time that
    the office adopted. ``RuleViolation`` for a receipt that cannot come back or came back before.
    """
    with ws.write(reason="returned check") as session:
        posted = _return_check(session, draft)
    return replace(posted, warning=_journal_act(ws, posted.act_id))


def _write_returns(session: Session, rows: Sequence[ReturnRow]) -> list[int]:
    """Return every check of a bank's list; the acts that it made. ``UserError`` names the row that cannot be."""
    acts = []
    for row in rows:
        draft = ReturnDraft(row.receipt_id, row.returned_on, row.bank_reason)
        try:
            acts.append(_return_check(session, draft).act_id)
        except UserError as error:
            raise RuleViolation(
                f"Row {row.line}, check {row.check_number} of {row.receipt}: {error.message}"
            ) from error
    return acts


def _return_check(session: Session, draft: ReturnDraft) -> ReturnPosted:
    """A check that came back, within the transaction of whoever records it; the journal is written afterwards."""
    today = session.info["clock"].today()
    receipt = _receipt(session, draft.receipt_id)
    [row] = receipt_rows(session, today, where=Receipt.id == receipt.id)
    check_return(row, draft, deposited_on=_deposited_on(session, receipt.id), today=today)
    fee = _fee_on(session, draft.returned_on) if draft.charge_fee else None
    standing = standing_of_lines(session, [line.id for line in receipt.lines])
    accounts = list(dict.fromkeys(entry.account_id for entry in standing))
    fee_account = _fee_account(session, draft, accounts)
    unowed = fee is not None and fee_account is None and _paid_fee(receipt) is None
    if unowed:
        fee = None  # the letter asks for what the act says was charged
    entries = [_taken_out(entry, receipt, draft) for entry in standing]
    if fee is not None and fee_account is not None:
        entries.append(ActEntry(fee_account, EntryKind.CHARGE, fee.amount, fee.charge_code, reason=FEE_LABEL))
    act = _post_act(
        session,
        ActKind.RETURNED_CHECK,
        on=draft.returned_on,
        about=draft.returned_on,
        reason=draft.bank_reason,
        entries=entries,
        authority=fee.authority if fee else "",
        facts=_facts(receipt, draft, fee),
    )
    _keep_return(session, receipt, draft, act, fee if fee_account is None else None)
    until = _flag(session, accounts, act, draft.returned_on)
    session.flush()
    charged = fee.amount if fee else ZERO
    return ReturnPosted(act.id, act.number, charged, until, fee_note=NOBODY_OWES if unowed else "")


def _taken_out(entry: EntryRow, receipt: Receipt, draft: ReturnDraft) -> ActEntry:
    """The reversal of a payment whose check came back; never before the payment itself takes effect."""
    return ActEntry(
        entry.account_id,
        EntryKind.REVERSAL,
        -entry.amount,
        entry.charge_code,
        entry.bill_id,
        entry.id,
        f"Check of {receipt.number} returned: {draft.bank_reason.strip()}"[:200],
        receipt_line_id=entry.receipt_line_id,
        on=entry.effective_on if entry.effective_on > draft.returned_on else None,
    )


def _keep_return(
    session: Session, receipt: Receipt, draft: ReturnDraft, act: MoneyAct, fee: ReturnFee | None
) -> None:
    """What the return leaves beside the ledger: itself, held money gone, and a fee that is on no account."""
    session.add(
        ReceiptReturn(
            receipt_id=receipt.id,
            act_id=act.id,
            returned_on=draft.returned_on,
            bank_reason=draft.bank_reason.strip(),
            fee_line_id=None if fee is None else _fee_on_application(session, receipt, fee),
        )
    )
    _release_held(session, receipt, act)
    session.info["touched"].add(("receipt", receipt.id))


def end_cash_only(ws: Workspace, *, account_id: int, reason: str) -> None:
    """Take checks from an account again before its time is over."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why checks are taken again; it is kept on record."})
    today = ws.clock.today()
    with ws.write(reason=reason) as session:
        flags = session.scalars(
            select(CashOnly).where(
                CashOnly.account_id == account_id, CashOnly.until > today, CashOnly.ended_on.is_(None)
            )
        ).all()
        if not flags:
            raise UserError("Checks are taken from this account; there is nothing to end.")
        for flag in flags:
            flag.ended_on, flag.ended_reason = today, reason.strip()


def cash_only_accounts(ws: Workspace) -> dict[str, date]:
    """The accounts from which no check is taken now, by number, each with the first day on which one is again."""
    today = ws.clock.today()
    with ws.read() as session:
        statement = (
            select(Account.number, CashOnly.until)
            .join(Account, Account.id == CashOnly.account_id)
            .where(CashOnly.since <= today, CashOnly.until > today, CashOnly.ended_on.is_(None))
            .order_by(CashOnly.until)
        )
        return dict(session.execute(statement).all())


def returned_checks(ws: Workspace, *, account_id: int | None = None) -> tuple[ReturnedRow, ...]:
    """The checks that came back, newest first, all or those that had paid on one account."""
    with ws.read() as session:
        again = (
            select(Receipt.redeposits_id, Receipt.number)
            .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
            .where(Receipt.redeposits_id.is_not(None), ReceiptVoid.id.is_(None))
        )
        redeposits = dict(session.execute(again).all())
        statement = (
            select(ReceiptReturn, Receipt, MoneyAct)
            .join(Receipt, Receipt.id == ReceiptReturn.receipt_id)
            .join(MoneyAct, MoneyAct.id == ReceiptReturn.act_id)
            .where(ReceiptReturn.live.is_(True))
            .order_by(ReceiptReturn.id.desc())
        )
        if account_id is not None:
            lines = select(ReceiptLine.receipt_id).where(ReceiptLine.account_id == account_id)
            statement = statement.where(Receipt.id.in_(lines))
        found = session.execute(statement).all()
        times = Counter(receipt.payer.casefold() for _, receipt, _ in found)
        return tuple(
            ReturnedRow(
                receipt_id=receipt.id,
                receipt=receipt.number,
                act_id=act.id,
                act=act.number,
                returned_on=back.returned_on,
                payer=receipt.payer,
                amount=receipt.amount,
                bank_reason=back.bank_reason,
                fee=_fee_of(act),
                times=times[receipt.payer.casefold()],
                redeposited_as=redeposits.get(receipt.id, ""),
            )
            for back, receipt, act in found
        )


def return_fee(ws: Workspace, *, on: date) -> ReturnFee | None:
    """What a check that comes back on a day costs its payer; ``None`` where the office charges nothing."""
    with ws.read() as session:
        return _fee_on(session, on)


def _fee_on(session: Session, on: date) -> ReturnFee | None:
    """The fee of the schedule as it stood on a day, else the one of the settings."""
    version = session.scalars(
        select(FeeVersion)
        .where(
            FeeVersion.fee_key == RETURNED_CHECK_FEE,
            FeeVersion.effective_from <= on,
            or_(FeeVersion.effective_to.is_(None), FeeVersion.effective_to > on),
        )
        .order_by(FeeVersion.effective_from.desc())
    ).first()
    if version is not None:
        return ReturnFee(version.amount, version.charge_code, version.authority) if version.amount else None
    settings = _payment_settings(session)
    if not settings.returned_fee:
        return None
    return ReturnFee(settings.returned_fee, settings.returned_fee_code, settings.returned_fee_authority)


def _fee_account(session: Session, draft: ReturnDraft, accounts: list[int]) -> int | None:
    """The account that bears the fee: the one named, else the first that the check had paid."""
    if not draft.fee_account:
        return accounts[0] if accounts else None
    account = _account_by_number(session, draft.fee_account)
    if account.id not in accounts:
        raise FieldErrors(
            {"fee_account": f"The check did not pay account {account.number}; choose one it paid."}
        )
    return account.id


def _fee_on_application(session: Session, receipt: Receipt, fee: ReturnFee) -> int | None:
    """Charge the fee on the application whose fees the check had paid, where it is collected with the others."""
    paid = _paid_fee(receipt)
    if paid is None:
        return None
    first = session.get_one(FeeLine, paid)
    line = FeeLine(
        application_id=first.application_id,
        fee_key=RETURNED_CHECK_FEE,
        label=f"{FEE_LABEL}, {receipt.number}",
        due=first.due,
        amount=fee.amount,
        charge_code=fee.charge_code,
        authority=fee.authority,
        citation=fee.authority,
    )
    session.add(line)
    session.flush()
    return line.id


def _paid_fee(receipt: Receipt) -> int | None:
    """The first fee of an application that the receipt paid."""
    return next((line.fee_line_id for line in receipt.lines if line.fee_line_id is not None), None)


def _release_held(session: Session, receipt: Receipt, act: MoneyAct) -> None:
    """Unidentified money of the check is not there any more either."""
    for line_id, amount in held_in_suspense(session, [line.id for line in receipt.lines]).items():
        session.add(
            SuspenseEntry(
                receipt_line_id=line_id,
                effective_on=act.effective_on,
                posted_at=act.posted_at,
                amount=-amount,
                act_id=act.id,
                reason=f"Check of {receipt.number} returned",
                actor=act.actor,
            )
        )


def _flag(session: Session, accounts: list[int], act: MoneyAct, returned_on: date) -> date | None:
    until = cash_only_until(returned_on, _payment_settings(session).cash_only_months)
    if until is None or not accounts:
        return None
    session.add_all(
        CashOnly(account_id=account, act_id=act.id, since=returned_on, until=until, actor=act.actor)
        for account in accounts
    )
    return until


def _deposited_on(session: Session, receipt_id: int) -> date | None:
    return session.scalar(
        select(Deposit.deposited_on)
        .join(DepositReceipt, DepositReceipt.deposit_id == Deposit.id)
        .where(DepositReceipt.receipt_id == receipt_id, DepositReceipt.live.is_(True))
    )


def _facts(receipt: Receipt, draft: ReturnDraft, fee: ReturnFee | None) -> dict[str, object]:
    return {
        "receipt": receipt.number,
        "payer": receipt.payer,
        "amount": f"{receipt.amount:f}",
        "returned_on": draft.returned_on.isoformat(),
        "bank_reason": draft.bank_reason.strip(),
        "fee": f"{fee.amount:f}" if fee else "",
        "fee_code": fee.charge_code if fee else "",
    }


def _fee_of(act: MoneyAct) -> Decimal:
    return Decimal(act.facts.get("fee") or "0.00")
