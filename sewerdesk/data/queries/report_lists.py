"""What the registers and journals read: bills, receipts, deposits, acts and penalties between two days."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import FeeLine
from sewerdesk.data.models.billing import Bill, BillingRun, RunRollback
from sewerdesk.data.models.ledger import ActDecision, Entry, MoneyAct
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    DepositVoid,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
)
from sewerdesk.data.queries.receipts import TENDER, receipt_rows
from sewerdesk.data.queries.reports import end_of_day, posted_day, start_of_day
from sewerdesk.domain.adjustments import APPROVED_KINDS, NOT_APPROVED
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.payments import tender_words
from sewerdesk.domain.receipts import Tender
from sewerdesk.domain.reports.journals import DepositFact, Part, ReceiptFact, Span, TakenBack
from sewerdesk.domain.reports.registers import ActFact, BillFact, PenaltyFact

_SHOWN_DIGITS = 4


def bill_facts(session: Session, span: Span) -> list[BillFact]:
    """The bills dated in a span, by run and account; what they print besides is not read."""
    statement = (
        select(
            Bill.account_id,
            BillingRun.number,
            Bill.number,
            Account.number,
            func.coalesce(func.json_extract(Bill.printed, "$.owner"), ""),
            Bill.period,
            Bill.bill_date,
            Bill.due_date,
            Bill.usage,
            Bill.current_charges,
            Bill.total_due,
            Bill.live,
            Bill.carried,
            func.coalesce(RunRollback.reason, ""),
        )
        .join(BillingRun, BillingRun.id == Bill.run_id)
        .join(Account, Account.id == Bill.account_id)
        .outerjoin(RunRollback, RunRollback.run_id == Bill.run_id)
        .where(Bill.bill_date.between(span.since, span.through))
        .order_by(Bill.run_id, Account.number, Bill.id)
    )
    found = []
    for row in session.execute(statement):
        fact = BillFact(*row)
        label = Quarter.parse(fact.period).label
        found.append(fact._replace(period=label, run=f"{fact.run}, {label}"))
    return found


def receipt_facts(session: Session, span: Span, *, today: date) -> list[ReceiptFact]:
    """The receipts of which any date falls in a span, in their order."""
    since, through = span.since, span.through
    entered = and_(Receipt.entered_at >= start_of_day(since), Receipt.entered_at < end_of_day(through))
    in_deposit = select(DepositReceipt.receipt_id).join(Deposit, Deposit.id == DepositReceipt.deposit_id)
    voided = select(ReceiptVoid.receipt_id).where(ReceiptVoid.voided_on.between(since, through))
    returned = select(ReceiptReturn.receipt_id).where(ReceiptReturn.returned_on.between(since, through))
    where = or_(
        Receipt.received_on.between(since, through),
        entered,
        Receipt.id.in_(in_deposit.where(Deposit.deposited_on.between(since, through))),
        Receipt.id.in_(voided),
        Receipt.id.in_(returned),
    )
    rows = receipt_rows(session, today, where=where)
    ids = [row.id for row in rows]
    deposits = _deposit_days(session, ids)
    back = _taken_back(session, ids)
    return [
        ReceiptFact(
            receipt_id=row.id,
            number=row.number,
            received_on=row.received_on,
            posted_on=posted_day(row.entered_at),
            deposited_on=deposits.get(row.id),
            deposit=row.deposit,
            payer=row.payer,
            tender=tender_words(row.tender, ""),
            check_number=row.check_number,
            purpose=row.purpose,
            amount=row.amount,
            taken_back=back.get(row.id, ()),
        )
        for row in reversed(rows)
    ]


def _deposit_days(session: Session, receipts: Collection[int]) -> dict[int, date]:
    statement = (
        select(DepositReceipt.receipt_id, Deposit.deposited_on)
        .join(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .where(DepositReceipt.live.is_(True), DepositReceipt.receipt_id.in_(receipts))
    )
    return dict(session.execute(statement).all())


def _taken_back(session: Session, receipts: Collection[int]) -> dict[int, tuple[TakenBack, ...]]:
    """Voids, and checks that came back and were not given to the bank as good after all."""
    voids = select(ReceiptVoid.receipt_id, ReceiptVoid.voided_on, ReceiptVoid.reason).where(
        ReceiptVoid.receipt_id.in_(receipts)
    )
    returns = select(ReceiptReturn.receipt_id, ReceiptReturn.returned_on, ReceiptReturn.bank_reason).where(
        ReceiptReturn.receipt_id.in_(receipts), ReceiptReturn.live.is_(True)
    )
    found: dict[int, tuple[TakenBack, ...]] = {}
    for words, statement in (("Void", voids), ("Returned by the bank", returns)):
        for receipt, on, reason in session.execute(statement):
            found[receipt] = (*found.get(receipt, ()), TakenBack(on, f"{words}: {reason}"))
    return found


def fee_parts(session: Session, receipts: Collection[int]) -> list[Part]:
    """What of receipts paid fees of applications, by charge code."""
    statement = (
        select(ReceiptLine.receipt_id, FeeLine.charge_code, ReceiptLine.amount)
        .join(FeeLine, FeeLine.id == ReceiptLine.fee_line_id)
        .where(ReceiptLine.receipt_id.in_(receipts))
    )
    return [Part(receipt, code, amount) for receipt, code, amount in session.execute(statement)]


def deposit_facts(session: Session, span: Span) -> list[DepositFact]:
    """The deposits of a span in their order, with what they held by tender."""
    held = _held(session, span)
    rows = session.execute(
        select(Deposit, DepositVoid.reason)
        .outerjoin(DepositVoid, DepositVoid.deposit_id == Deposit.id)
        .where(Deposit.deposited_on.between(span.since, span.through))
        .order_by(Deposit.deposited_on, Deposit.id)
    )
    found = []
    for deposit, reason in rows:
        tenders = held.get(deposit.id, {})
        cash, checks = (tenders.get(one, (0, ZERO))[1] for one in (Tender.CASH, Tender.CHECK))
        found.append(
            DepositFact(
                number=deposit.number,
                deposited_on=deposit.deposited_on,
                bank_account=_masked(deposit.bank_account),
                receipts=sum(count for count, _ in tenders.values()),
                cash=cash,
                checks=checks,
                other=deposit.total - cash - checks,
                total=deposit.total,
                void_reason=reason or "",
                actor=deposit.actor,
            )
        )
    return found


def _held(session: Session, span: Span) -> dict[int, dict[Tender, tuple[int, Decimal]]]:
    """Count and sum of the receipts of each deposit of a span by tender."""
    statement = (
        select(DepositReceipt.deposit_id, TENDER, func.count(), func.sum(Receipt.amount))
        .join(Receipt, Receipt.id == DepositReceipt.receipt_id)
        .join(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .where(Deposit.deposited_on.between(span.since, span.through))
        .group_by(DepositReceipt.deposit_id, TENDER)
    )
    found: dict[int, dict[Tender, tuple[int, Decimal]]] = {}
    for deposit, tender, count, total in session.execute(statement):
        found.setdefault(deposit, {})[Tender(tender)] = (count, total)
    return found


def _masked(account: str) -> str:
    """The last four digits of the bank account; a list shows no more."""
    bare = "".join(account.split())
    return f"\u2022\u2022\u2022\u2022 {bare[-_SHOWN_DIGITS:]}" if len(bare) > _SHOWN_DIGITS else bare


def dated_in(span: Span, *, posted: bool) -> ColumnElement[bool]:
    """The entries of a span by date of effect, or by the day on which they were entered."""
    if posted:
        return and_(Entry.posted_at >= start_of_day(span.since), Entry.posted_at < end_of_day(span.through))
    return Entry.effective_on.between(span.since, span.through)


def act_facts(session: Session, span: Span, owners: dict[int, str], *, posted: bool) -> list[ActFact]:
    """Adjustments, waivers, write-offs and refunds of a span and what undid one, an account to a line."""
    undoing, undone = aliased(MoneyAct), aliased(MoneyAct)
    kinds = sorted(kind.value for kind in APPROVED_KINDS)
    statement = (
        select(
            MoneyAct.id,
            Entry.account_id,
            MoneyAct.number,
            func.coalesce(undone.kind, MoneyAct.kind).label("kind"),
            Entry.effective_on,
            func.min(Entry.posted_at).label("posted_at"),
            Account.number.label("account"),
            MoneyAct.reason,
            MoneyAct.authority,
            MoneyAct.facts,
            MoneyAct.actor,
            func.sum(Entry.amount).label("amount"),
            undoing.number.label("undone_by"),
            undone.number.label("undoes"),
        )
        .join(Entry, Entry.act_id == MoneyAct.id)
        .join(Account, Account.id == Entry.account_id)
        .outerjoin(undoing, undoing.undoes_id == MoneyAct.id)
        .outerjoin(undone, undone.id == MoneyAct.undoes_id)
        .where(dated_in(span, posted=posted), or_(MoneyAct.kind.in_(kinds), undone.kind.in_(kinds)))
        .group_by(MoneyAct.id, Entry.account_id, Entry.effective_on)
        .order_by(MoneyAct.id, Account.number)
    )
    rows = session.execute(statement).all()
    decisions = _decisions(session, {row.id for row in rows})
    return [_act_fact(row, owners, decisions) for row in rows]


def _act_fact(row: Row[*tuple[Any, ...]], owners: dict[int, str], decisions: dict[int, str]) -> ActFact:
    state = f"Undone by {row.undone_by}" if row.undone_by else "Stands"
    return ActFact(
        account_id=row.account_id,
        number=row.number,
        kind=ActKind(row.kind).label,
        effective_on=row.effective_on,
        posted_on=posted_day(row.posted_at),
        account=row.account,
        owner=owners.get(row.account_id, ""),
        reason=row.reason,
        authority=row.authority,
        requested_by=str(row.facts.get("requested_by", "")),
        approval=""
        if row.undoes
        else decisions.get(row.id, "" if row.undone_by else NOT_APPROVED.capitalize()),
        actor=row.actor,
        amount=row.amount,
        state=f"Undoes {row.undoes}" if row.undoes else state,
    )


def _decisions(session: Session, acts: Collection[int]) -> dict[int, str]:
    """What was decided on each act, by whom and on which day."""
    rows = session.scalars(select(ActDecision).where(ActDecision.act_id.in_(acts)))
    return {
        row.act_id: f"{'Approved' if row.approved else 'Refused'} {row.decided_on:%m/%d/%Y}, "
        + ", ".join(part for part in (row.decided_by, row.minute) if part)
        for row in rows
    }


def penalty_facts(session: Session, span: Span, owners: dict[int, str], *, posted: bool) -> list[PenaltyFact]:
    """Penalties and interest of a span, and what took one back or brought it back, in the order posted."""
    late = (EntryKind.PENALTY.value, EntryKind.INTEREST.value)
    roots = select(Entry.id).where(Entry.kind.in_(late))
    back = select(Entry.id).where(Entry.corrects_id.in_(roots))
    again = select(Entry.id).where(Entry.corrects_id.in_(back))
    corrected = aliased(Entry)
    statement = (
        select(Entry, Account.number, Bill.number, MoneyAct.number, corrected.kind)
        .join(Account, Account.id == Entry.account_id)
        .outerjoin(Bill, Bill.id == Entry.bill_id)
        .outerjoin(MoneyAct, MoneyAct.id == Entry.act_id)
        .outerjoin(corrected, corrected.id == Entry.corrects_id)
        .where(
            dated_in(span, posted=posted),
            or_(Entry.kind.in_(late), Entry.id.in_(back), Entry.id.in_(again)),
        )
        .order_by(Entry.act_id, Account.number, Entry.id)
    )
    return [
        PenaltyFact(
            account_id=entry.account_id,
            act=act or "Beside an act",
            effective_on=entry.effective_on,
            posted_on=posted_day(entry.posted_at),
            account=account,
            owner=owners.get(entry.account_id, ""),
            bill=bill or "",
            what=_late_words(entry, corrected_kind),
            amount=entry.amount,
        )
        for entry, account, bill, act, corrected_kind in session.execute(statement)
    ]


def _late_words(entry: Entry, corrected: str | None) -> str:
    if entry.kind != EntryKind.REVERSAL.value:
        return entry.reason or entry.kind.capitalize()
    words = "Brought back" if corrected == EntryKind.REVERSAL.value else "Taken back"
    return f"{words}: {entry.reason}" if entry.reason else words
