"""Plain rows for the whole-book checks, each read in one statement whatever the number of records."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine, RunOutcome
from sewerdesk.data.models.contractor import ContractorBond, ContractorPolicy
from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.office import NumberSeries
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.plan import PaymentPlan
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
)
from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.domain.invariants import (
    BilledTotal,
    BillRow,
    DatedRow,
    OutcomeRow,
    PartRow,
    ReceiptPartRow,
    ReceiptRow,
    ReversalRow,
    TotalRow,
)
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO


@dataclass(frozen=True, slots=True)
class RunCounts:
    """What a run says of itself: how many it billed, held and skipped."""

    number: str
    billed: int
    held: int
    skipped: int


def bill_rows(session: Session) -> list[BillRow]:
    """Every bill with its current charges as its total; nothing of what it prints."""
    statement = (
        select(
            Bill.number,
            Account.number,
            Bill.service,
            Bill.period,
            Bill.kind,
            Bill.live,
            Bill.current_charges,
            BillingRun.number,
        )
        .join(Account, Account.id == Bill.account_id)
        .join(BillingRun, BillingRun.id == Bill.run_id)
    )
    return [BillRow(*row) for row in session.execute(statement)]


def bill_parts(session: Session) -> list[PartRow]:
    """The sum of each bill's lines."""
    statement = (
        select(Bill.number, func.sum(BillLine.amount))
        .join(Bill, Bill.id == BillLine.bill_id)
        .group_by(BillLine.bill_id)
    )
    return [PartRow(number, amount) for number, amount in session.execute(statement)]


def bill_entries(session: Session) -> list[PartRow]:
    """The sum of the charges that the ledger holds for each bill."""
    statement = (
        select(Bill.number, func.sum(Entry.amount))
        .join(Bill, Bill.id == Entry.bill_id)
        .where(Entry.kind == EntryKind.CHARGE.value)
        .group_by(Entry.bill_id)
    )
    return [PartRow(number, amount) for number, amount in session.execute(statement)]


def bill_totals(session: Session) -> Iterator[BilledTotal]:
    """Every bill's total due beside its account's entries through the last one it includes, in one walk over both."""
    bills = session.execute(
        select(Bill.account_id, Bill.printed_through, Bill.number, Bill.total_due).order_by(
            Bill.account_id, Bill.printed_through
        )
    )
    statement = select(Entry.account_id, Entry.id, Entry.amount).order_by(Entry.account_id, Entry.id)
    entries = iter(session.execute(statement.execution_options(yield_per=20_000)))
    account, booked, entry = None, ZERO, next(entries, None)
    for account_id, through, number, total_due in bills:
        if account_id != account:
            account, booked = account_id, ZERO
        while entry is not None and (entry[0], entry[1]) <= (account_id, through):
            booked += entry[2] if entry[0] == account_id else ZERO
            entry = next(entries, None)
        yield BilledTotal(number, total_due, booked)


def balance_rows(session: Session) -> list[TotalRow]:
    """Every account's balance as lists show it."""
    money = balances(session)
    return [
        TotalRow(number, money.get(account_id, ZERO))
        for account_id, number in session.execute(select(Account.id, Account.number))
    ]


def entry_parts(session: Session) -> Iterator[PartRow]:
    """Every single entry, for adding up apart from the database."""
    numbers = dict(session.execute(select(Account.id, Account.number)).all())
    statement = select(Entry.account_id, Entry.amount).execution_options(yield_per=20_000)
    for account_id, amount in session.execute(statement):
        yield PartRow(numbers.get(account_id, ""), amount)


def run_rows(session: Session) -> tuple[list[TotalRow], list[RunCounts]]:
    """Every run with its total and its counts."""
    runs = session.scalars(select(BillingRun)).all()
    totals = [TotalRow(run.number, run.total) for run in runs]
    return totals, [RunCounts(run.number, run.billed, run.held, run.skipped) for run in runs]


def outcome_rows(session: Session) -> list[OutcomeRow]:
    """What each run did with each account."""
    statement = (
        select(BillingRun.number, Account.number, RunOutcome.outcome)
        .join(BillingRun, BillingRun.id == RunOutcome.run_id)
        .join(Account, Account.id == RunOutcome.account_id)
    )
    return [OutcomeRow(*row) for row in session.execute(statement)]


def receipt_rows(session: Session) -> list[ReceiptRow]:
    """Every receipt with the deposit that stands."""
    statement = (
        select(Receipt.number, Receipt.amount, Deposit.number, ReceiptVoid.id)
        .outerjoin(DepositReceipt, (DepositReceipt.receipt_id == Receipt.id) & DepositReceipt.live.is_(True))
        .outerjoin(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
    )
    return [
        ReceiptRow(number, amount, deposit or "", void is not None)
        for number, amount, deposit, void in session.execute(statement)
    ]


def receipt_parts(session: Session) -> list[PartRow]:
    """Every line of every receipt."""
    statement = select(Receipt.number, ReceiptLine.amount).join(Receipt, Receipt.id == ReceiptLine.receipt_id)
    return [PartRow(*row) for row in session.execute(statement)]


def deposit_totals(session: Session) -> list[TotalRow]:
    """Every deposit with its total."""
    return [TotalRow(*row) for row in session.execute(select(Deposit.number, Deposit.total))]


def deposit_members(session: Session) -> list[tuple[ReceiptRow, bool]]:
    """Every receipt of every deposit, and whether that deposit stands."""
    statement = (
        select(Receipt.number, Receipt.amount, Deposit.number, DepositReceipt.live)
        .join(Receipt, Receipt.id == DepositReceipt.receipt_id)
        .join(Deposit, Deposit.id == DepositReceipt.deposit_id)
    )
    return [
        (ReceiptRow(number, amount, deposit), live)
        for number, amount, deposit, live in session.execute(statement)
    ]


def receipt_postings(session: Session) -> list[ReceiptPartRow]:
    """Every receipt line on an account with the sum of the entries made for it, wherever its money was moved."""
    statement = (
        select(
            Receipt.number,
            Account.number,
            ReceiptLine.amount,
            func.sum(Entry.amount),
            func.count(Entry.id),
            ReceiptVoid.id,
            ReceiptReturn.id,
        )
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .join(Account, Account.id == ReceiptLine.account_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .outerjoin(Entry, Entry.receipt_line_id == ReceiptLine.id)
        .group_by(ReceiptLine.id)
    )
    return [
        ReceiptPartRow(number, account, amount, posted or ZERO, count, any(one is not None for one in gone))
        for number, account, amount, posted, count, *gone in session.execute(statement)
    ]


def reversal_rows(session: Session) -> list[ReversalRow]:
    """Every reversal beside the entry it names; a second standing reversal of one entry stands alone."""
    corrected = aliased(Entry)
    statement = (
        select(
            Entry.id,
            Account.number,
            Entry.amount,
            corrected.amount,
            corrected.account_id == Entry.account_id,
            Entry.corrects_id,
        )
        .join(Account, Account.id == Entry.account_id)
        .outerjoin(corrected, corrected.id == Entry.corrects_id)
        .where(Entry.kind == EntryKind.REVERSAL.value)
        .order_by(Entry.id)
    )
    found = session.execute(statement).all()
    undone = reversed_ids(session, [row[0] for row in found])
    seen: set[int | None] = set()
    rows = []
    for entry_id, account, amount, of, same, corrects in found:
        rows.append(ReversalRow(entry_id, account, amount, None if corrects in seen else of, bool(same)))
        if entry_id not in undone:  # a reversal that was itself undone leaves its entry to be reversed again
            seen.add(corrects)
    return rows


def numbers_in_use(session: Session) -> dict[str, list[str]]:
    """Every number on record, by prefix; a number that several papers share counts once."""
    columns = (
        Application.number,
        Permit.number,
        Inspection.number,
        ViolationCase.number,
        Bill.number,
        BillingRun.number,
        Receipt.number,
        Deposit.number,
        MoneyAct.number,
        PaymentPlan.number,
    )
    own: defaultdict[str, list[str]] = defaultdict(list)
    for column in columns:
        for number in session.scalars(select(column)):
            if number is not None:  # an application that was not submitted has none yet
                own[_prefix(number)].append(number)
    papers: defaultdict[str, list[str]] = defaultdict(list)
    for number in session.scalars(select(Paper.number).distinct()):
        papers[_prefix(number)].append(number)
    return {**papers, **own}


def _prefix(number: str) -> str:
    return number.partition("-")[0]


def series_counters(session: Session) -> dict[tuple[str, int], int]:
    """The last number that each series gave out."""
    rows = session.execute(select(NumberSeries.kind, NumberSeries.year, NumberSeries.next_number))
    return {(kind, year): following - 1 for kind, year, following in rows}


def dated_rows(session: Session) -> Iterable[DatedRow]:
    """Bonds and policies that count, with their dates."""
    for bond in session.scalars(select(ContractorBond).where(ContractorBond.voided_reason == "")):
        yield DatedRow("bond", bond.number, bond.effective, bond.expires, bond.cancel_effective)
    for policy in session.scalars(select(ContractorPolicy).where(ContractorPolicy.voided_reason == "")):
        yield DatedRow("policy", policy.number, policy.effective, policy.expires, policy.cancel_effective)


def paper_ids(session: Session) -> list[int]:
    """The ids of all stored papers."""
    return list(session.scalars(select(Paper.id).order_by(Paper.id)))
