"""What is odd about a payment and must be acknowledged before it is posted, and what is worth knowing of it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.receipt import CashOnly, Receipt, ReceiptReturn, ReceiptVoid
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.data.queries.receipts import BANK, CHECK_NUMBER, TENDER, payments_between
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import overpayment_note
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, Tender, duplicate_checks, same_bank
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.payment_settings import _payment_settings

SAME_PAYMENT_DAYS = timedelta(days=31)
"""How long an equal payment before is remembered: a bill is paid twice within its month, by mail and on line."""


def _asks(session: Session, ws: Workspace, drafts: Sequence[ReceiptDraft]) -> tuple[str, ...]:
    """Sentences that must be acknowledged: a check or a payment that came before, a day far back, no checks taken."""
    accounts = _accounts(session, drafts)
    found = [
        *duplicate_checks(drafts),
        *_posted_before(session, drafts),
        *_paid_before(session, drafts, accounts),
        *_long_ago(session, ws, drafts),
        *_cash_only(session, ws, drafts, accounts),
    ]
    return tuple(dict.fromkeys(found))


def _notes(session: Session, drafts: Sequence[ReceiptDraft]) -> tuple[str, ...]:
    """A sentence for every account that gets more than it owes, or so little less that it waits for the next bill."""
    accounts = _accounts(session, drafts)
    settings = _payment_settings(session)
    paid = _paid(drafts, accounts)
    names = {account.id: account.number for account in accounts.values()}
    owed = balances(session, list(paid))
    notes = []
    for one, amount in paid.items():
        balance = owed.get(one, ZERO)
        notes.append(overpayment_note(names[one], amount, balance))
        left = balance - amount
        if left > 0 and settings.is_small(left):
            notes.append(
                f"Account {names[one]} is {format_money(left)} short; so small a difference waits for the next bill "
                f"({settings.tolerance_authority})."
            )
    return tuple(note for note in notes if note)


def _accounts(session: Session, drafts: Sequence[ReceiptDraft]) -> dict[str, Account]:
    """The accounts that drafts name, by what was typed."""
    typed = {line.reference for draft in drafts for line in draft.lines if line.purpose is Purpose.ACCOUNT}
    return {reference: _account_by_number(session, reference) for reference in sorted(typed)}


def _paid(drafts: Sequence[ReceiptDraft], accounts: dict[str, Account]) -> dict[int, Decimal]:
    paid: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for draft in drafts:
        for line in draft.lines:
            if line.purpose is Purpose.ACCOUNT:
                paid[accounts[line.reference].id] += line.amount
    return dict(paid)


def _posted_before(session: Session, drafts: Sequence[ReceiptDraft]) -> Iterator[str]:
    """A check of that number, amount and bank that stands on a receipt already."""
    numbers = {_bare(draft.check_number) for draft in drafts} - {""}
    if not numbers:
        return
    statement = (
        select(Receipt, TENDER, CHECK_NUMBER, BANK)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .where(
            func.ltrim(CHECK_NUMBER, "0").in_(numbers), ReceiptVoid.id.is_(None), ReceiptReturn.id.is_(None)
        )
    )
    posted: defaultdict[tuple[object, ...], list[tuple[Receipt, str]]] = defaultdict(list)
    for row, tender, number, bank in session.execute(statement.order_by(Receipt.id.desc())):
        posted[_check_key(tender, number, row.amount)].append((row, bank))
    seen: set[str] = set()
    for draft in drafts:
        rows = posted.get(_check_key(draft.tender, draft.check_number, draft.amount), [])
        found = next((row for row, bank in rows if same_bank(bank, draft.bank)), None)
        if found is not None and _bare(draft.check_number) and found.number not in seen:
            seen.add(found.number)
            yield (
                f"Check {draft.check_number} for {format_money(draft.amount)} was posted before as {found.number} "
                f"from {found.payer} on {found.received_on:%m/%d/%Y}; make sure that this is another check."
            )


def _paid_before(
    session: Session, drafts: Sequence[ReceiptDraft], accounts: dict[str, Account]
) -> Iterator[str]:
    """An equal payment of the last month on an account that does not owe so much any more: paid twice, perhaps."""
    ids = [account.id for account in accounts.values()]
    if not ids:
        return
    owed = balances(session, ids)
    first = min(draft.received_on for draft in drafts) - SAME_PAYMENT_DAYS
    last = max(draft.received_on for draft in drafts) + SAME_PAYMENT_DAYS
    rows = payments_between(session, ids, first, last)
    gone = reversed_ids(session, [row.entry_id for row in rows])
    for draft in drafts:
        for line in draft.lines:
            account = accounts.get(line.reference) if line.purpose is Purpose.ACCOUNT else None
            if account is None or line.amount <= owed.get(account.id, ZERO):
                continue
            same = (
                row
                for row in rows
                if (row.account_id, row.amount) == (account.id, line.amount) and row.entry_id not in gone
            )
            before = next(same, None)
            if before is not None:
                yield (
                    f"Account {account.number} got {format_money(line.amount)} on {before.received_on:%m/%d/%Y} "
                    f"already ({before.receipt}) and owes {format_money(max(owed.get(account.id, ZERO), ZERO))}; "
                    "make sure that it is not paid twice."
                )


def _long_ago(session: Session, ws: Workspace, drafts: Sequence[ReceiptDraft]) -> Iterator[str]:
    limit = ws.clock.today() - timedelta(days=_payment_settings(session).ask_back_days)
    for draft in drafts:
        day = (
            draft.postmark or draft.received_on
        )  # the postmark is never later, and it decides about penalties
        if day < limit:
            came = "have been mailed" if draft.postmark else "have come"
            yield (
                f"The money of {draft.payer} is to {came} on {day:%m/%d/%Y}, {(ws.clock.today() - day).days:,} days "
                "ago. It counts from that day, also for penalties; make sure that the year is right."
            )


def _cash_only(
    session: Session, ws: Workspace, drafts: Sequence[ReceiptDraft], accounts: dict[str, Account]
) -> Iterator[str]:
    """A check on an account from which none is taken for a time after one came back."""
    today = ws.clock.today()
    flags = {
        flag.account_id: flag
        for flag in session.scalars(
            select(CashOnly).where(
                CashOnly.account_id.in_([account.id for account in accounts.values()]),
                CashOnly.since <= today,
                CashOnly.until > today,
                CashOnly.ended_on.is_(None),
            )
        )
    }
    for draft in drafts:
        if draft.tender is not Tender.CHECK:
            continue
        for line in draft.lines:
            account = accounts.get(line.reference) if line.purpose is Purpose.ACCOUNT else None
            flag = flags.get(account.id) if account is not None else None
            if account is not None and flag is not None:
                yield (
                    f"A check on account {account.number} came back; until {flag.until:%m/%d/%Y} it pays by cash, "
                    "money order or card. Take this check only if you may."
                )


def _check_key(tender: str, number: str, amount: Decimal) -> tuple[object, ...]:
    return str(Tender(tender)), _bare(number), amount


def _bare(check_number: str) -> str:
    return check_number.strip().lstrip("0")
