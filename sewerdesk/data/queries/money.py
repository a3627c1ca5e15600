"""What an account's money page is worked out from: its entries with what made them, and its billed quarters."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.data.queries.carried import carried_due
from sewerdesk.data.queries.receipts import CHECK_NUMBER, TENDER
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.accountmoney import BilledQuarter, LedgerFact
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import line_from
from sewerdesk.domain.ledger import Entry, EntryKind
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import tender_words
from sewerdesk.domain.receipts import Tender


def ledger_facts(
    session: Session, accounts: Collection[int], *, explained: bool = False
) -> dict[int, tuple[LedgerFact, ...]]:
    """Every entry of the accounts with its bill and receipt, in one statement.

    ``explained`` also rebuilds for every charge the sentence that says how it was worked out.
    """
    sentences = _explanations(session, accounts) if explained else {}
    replaced, carried = replaced_bills(session, accounts), carried_due(session, accounts)
    found: defaultdict[int, list[LedgerFact]] = defaultdict(list)
    for row, bill, period, due, receipt_id, receipt, tender, check, act_kind in session.execute(
        _fact_rows(accounts)
    ):
        paid_for = replaced.standing.get(bill or "") if row.amount < 0 else None
        entry = _entry(
            row, paid_for or bill or "", receipt or "", replaced.families.get(row.bill_id or 0, "")
        )
        is_charge = entry.kind is EntryKind.CHARGE and row.bill_id is not None
        found[row.account_id].append(
            LedgerFact(
                entry=entry,
                bill_id=row.bill_id,
                period=period or "",
                bill_due=row.due_on or carried.get(row.bill_id or 0, due),
                receipt_id=receipt_id,
                tender=_method(tender, check),
                posted_on=row.posted_at.astimezone().date(),
                actor=row.actor,
                line_text=sentences.get((row.bill_id or 0, row.charge_code), "") if is_charge else "",
                act_kind=act_kind or "",
            )
        )
    return {account: tuple(facts) for account, facts in found.items()}


_FactRows = Select[EntryRow, str, str, date, int, str, str, str, str]


def _fact_rows(accounts: Collection[int]) -> _FactRows:
    """Every entry of the accounts with its bill, its receipt and the kind of its act, by date of effect."""
    return (
        select(
            EntryRow,
            Bill.number,
            Bill.period,
            Bill.due_date,
            Receipt.id,
            Receipt.number,
            TENDER,
            CHECK_NUMBER,
            MoneyAct.kind,
        )
        .outerjoin(Bill, Bill.id == EntryRow.bill_id)
        .outerjoin(ReceiptLine, ReceiptLine.id == EntryRow.receipt_line_id)
        .outerjoin(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .outerjoin(MoneyAct, MoneyAct.id == EntryRow.act_id)
        .where(EntryRow.account_id.in_(accounts))
        .order_by(EntryRow.effective_on, EntryRow.id)
    )


@dataclass(frozen=True, slots=True)
class Replaced:
    """The bills that took another's place by correction.

    ``standing`` names by its number the bill that stands in the place of each corrected one: money directed to the
    wrong bill pays its successor. ``families`` names by its id the family of each bill that took part.
    """

    standing: dict[str, str]
    families: dict[int, str]


def replaced_bills(session: Session, accounts: Collection[int] | None = None) -> Replaced:
    """Which bills took each other's place, of some accounts or of all."""
    wrong, right = aliased(Bill), aliased(Bill)
    statement = (
        select(wrong.id, wrong.number, wrong.live, right.id, right.number)
        .join(right, right.replaces_id == wrong.id)
        .order_by(right.id)
    )
    if accounts is not None:
        statement = statement.where(wrong.account_id.in_(accounts))
    rows = session.execute(statement).all()
    families: dict[int, str] = {}
    for wrong_id, _, _, right_id, _ in rows:  # the older first: a chain keeps the name of its first
        families[right_id] = families.setdefault(wrong_id, str(wrong_id))
    standing: dict[str, str] = {}
    for _, old, live, _, new in reversed(rows):  # the newest first: a bill corrected twice leads to the last
        if not live:
            standing[old] = standing.get(new, new)
    return Replaced(standing, families)


def _explanations(session: Session, accounts: Collection[int]) -> dict[tuple[int, str], str]:
    """How each line of the accounts' bills was worked out, by bill and charge code."""
    statement = (
        select(BillLine.bill_id, BillLine.charge_code, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.account_id.in_(accounts))
    )
    found: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for bill_id, code, inputs in session.execute(statement):
        found[bill_id, code].append(explain(line_from(inputs)))
    return {key: " ".join(sentences) for key, sentences in found.items()}


def _entry(row: EntryRow, bill: str, receipt: str, family: str) -> Entry:
    return Entry(
        entry_id=row.id,
        account_id=row.account_id,
        on=row.effective_on,
        kind=EntryKind(row.kind),
        amount=row.amount,
        charge_code=row.charge_code,
        bill=bill,
        receipt=receipt,
        corrects_id=row.corrects_id,
        pays_id=row.pays_id,
        reason=row.reason,
        due_on=row.due_on,
        since=row.billed_on,
        family=family,
    )


def _method(tender: str | None, check: str | None) -> str:
    return tender_words(Tender(tender), check or "").lower() if tender else ""


def billed_quarters(session: Session, account_id: int, *, count: int) -> tuple[BilledQuarter, ...]:
    """The account's newest live bills, as many as ``count``; nothing of what they print is read."""
    statement = (
        select(Bill.period, Bill.current_charges, Bill.usage, Bill.estimated)
        .where(Bill.account_id == account_id, Bill.live.is_(True))
        .order_by(Bill.bill_date.desc(), Bill.id.desc())
        .limit(count)
    )
    return tuple(BilledQuarter(*row) for row in session.execute(statement))


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Bill.id, Bill.number, Bill.bill_date, Bill.total_due, Account.number).join(
        Account, Account.id == Bill.account_id
    )
    if ids is not None:
        statement = statement.where(Bill.id.in_(ids))
    for bill_id, number, day, total, account in session.execute(statement):
        yield SearchText(
            bill_id, f"{number} · {format_money(total)}", f"Account {account} · {day:%m/%d/%Y}", number
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of_runs(session: Session, runs: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(Bill.id).where(Bill.run_id.in_(runs))))


SEARCH = Source(
    kind="bill", code=8, touched_by={"bill": _itself, "billing_run": _of_runs}, build=_search_texts
)
