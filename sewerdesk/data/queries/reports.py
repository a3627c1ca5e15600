"""What reports on the ledger read: entries as plain facts, the accounts as they stood on a day, and the codes."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, case, func, literal, or_, select, type_coerce
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountClass, AccountRole
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.models.rate import ChargeCode, RateClass
from sewerdesk.data.models.receipt import ReceiptLine
from sewerdesk.data.models.relevy import RelevyCertificate, RelevyRemittance
from sewerdesk.data.queries.carried import carried_due
from sewerdesk.data.queries.money import replaced_bills
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.reports.facts import AccountFact, CodeFact, Fact

_MOST_IDS = 5_000
_FETCH = 2_000


def start_of_day(day: date) -> datetime:
    """The first instant of a day in the office's own zone."""
    return datetime.combine(day, time()).astimezone()


def end_of_day(day: date) -> datetime:
    """The first instant after a day in the office's own zone; an entry of that day was made before it."""
    return datetime.combine(day + timedelta(days=1), time()).astimezone()


def posted_day(moment: datetime) -> date:
    """The day on which something was entered, in the office's own zone."""
    return moment.astimezone().date()


def known(through: date, *, posted: bool = False, entered_by: date | None = None) -> ColumnElement[bool]:
    """The entries dated on or before a day, or entered by its end; ``entered_by`` asks for both."""
    if posted:
        return Entry.posted_at < end_of_day(through)
    term: ColumnElement[bool] = Entry.effective_on <= through
    return term if entered_by is None else term & (Entry.posted_at < end_of_day(entered_by))


def entry_facts(
    session: Session, where: ColumnElement[bool], *, opening: ColumnElement[bool] | None = None
) -> Iterator[Fact]:
    """Entries by account, date of effect and posting; ``opening`` says which of them count in the opening."""
    cents = type_coerce(Entry.amount, Integer)
    statement = (
        select(
            Entry.account_id,
            Entry.id,
            Entry.effective_on,
            Entry.kind,
            cents,
            Entry.charge_code,
            Entry.bill_id,
            Entry.corrects_id,
            literal(1) if opening is None else case((opening, 1), else_=0),
            Entry.billed_on,
            Entry.due_on,
            Entry.pays_id,
        )
        .where(where)
        .order_by(Entry.account_id, Entry.effective_on, Entry.id)
    )
    families = replaced_bills(session).families
    facts = (Fact(*row) for row in session.execute(_streamed(statement)))
    return (_of_family(fact, families) for fact in facts) if families else facts


def _of_family(fact: Fact, families: Mapping[int, str]) -> Fact:
    family = families.get(fact.bill_id or 0)
    return fact._replace(family=family) if family else fact


def _streamed(statement: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    return statement.execution_options(yield_per=_FETCH)


def cents_by_account(session: Session, where: ColumnElement[bool]) -> dict[int, int]:
    """The sum of the entries of every account that has any, in cents."""
    cents = func.sum(type_coerce(Entry.amount, Integer))
    statement = select(Entry.account_id, cents).where(where).group_by(Entry.account_id)
    return dict(session.execute(statement).all())


def total_cents(session: Session, where: ColumnElement[bool]) -> int:
    """The sum of the entries of all accounts, in cents."""
    return session.scalar(select(func.sum(type_coerce(Entry.amount, Integer))).where(where)) or 0


def accounts_owing(where: ColumnElement[bool]) -> Select[int]:
    """The accounts that owe something by these entries."""
    cents = func.sum(type_coerce(Entry.amount, Integer))
    return select(Entry.account_id).where(where).group_by(Entry.account_id).having(cents > 0)


def levied_cents(session: Session, *, through: date) -> dict[int, int]:
    """What stood on the tax roll of each account at the end of a day, less what came back; below zero.

    It stands there until the county pays the certificate over.
    """
    paid_over = (
        select(RelevyCertificate.act_id)
        .join(RelevyRemittance, RelevyRemittance.certificate_id == RelevyCertificate.id)
        .where(RelevyRemittance.received_on <= through, RelevyRemittance.live.is_(True))
    )
    levies = select(Entry.id).where(
        Entry.kind == EntryKind.LEVY.value,
        Entry.effective_on <= through,
        Entry.act_id.is_(None) | Entry.act_id.not_in(paid_over),
    )
    back = select(Entry.id).where(Entry.corrects_id.in_(levies))
    again = Entry.corrects_id.in_(back)
    where = (Entry.effective_on <= through) & or_(Entry.id.in_(levies), Entry.id.in_(back), again)
    return {account: cents for account, cents in cents_by_account(session, where).items() if cents}


def due_days(session: Session, bills: Collection[int]) -> dict[int, date]:
    """The due date of each of these bills; one that is carried falls due with the account's next bill."""
    found: dict[int, date] = {}
    for part in _parts(bills):
        rows = session.execute(select(Bill.id, Bill.due_date).where(Bill.id.in_(part)))
        found.update(rows.all())
    found.update((bill, due) for bill, due in carried_due(session).items() if bill in found)
    return found


def bill_numbers(session: Session, bills: Collection[int]) -> dict[int, str]:
    """The number of each of these bills."""
    found: dict[int, str] = {}
    for part in _parts(bills):
        rows = session.execute(select(Bill.id, Bill.number).where(Bill.id.in_(part)))
        found.update(rows.all())
    return found


def account_facts(session: Session, on: date) -> tuple[AccountFact, ...]:
    """Every account by number, with the owner of its parcel and its class on a day.

    Where the roll names no owner for that day, the one whom the bill went to stands for him.
    """
    rows = session.execute(_accounts().order_by(Account.number)).all()
    owners = owners_on(session, on)
    billed = _bill_to(session, on)
    classes = _classes(session, on)
    titles = dict(session.execute(select(RateClass.code, RateClass.title)).all())
    return tuple(
        AccountFact(
            account_id,
            number,
            owners.get(parcel_id) or billed.get(account_id, ""),
            f"{house} {street}".strip(),
            print_key,
            classes.get(account_id, ""),
            titles.get(classes.get(account_id, ""), ""),
        )
        for account_id, number, parcel_id, house, street, print_key in rows
    )


def account_fact(session: Session, account_id: int, on: date) -> AccountFact:
    """One account with its owner on a day; ``UserError`` where the office has none of that id."""
    row = session.execute(_accounts().where(Account.id == account_id)).one_or_none()
    if row is None:
        raise UserError("That account is not in this office. Refresh the page (F5) and choose it again.")
    _, number, parcel_id, house, street, print_key = row
    owner = owners_on(session, on, parcels=[parcel_id]).get(parcel_id)
    if owner is None:
        owner = _bill_to(session, on).get(account_id, "")
    return AccountFact(account_id, number, owner, f"{house} {street}".strip(), print_key)


def _accounts() -> Select[int, str, int, str, str, str]:
    return select(
        Account.id,
        Account.number,
        Account.parcel_id,
        Parcel.location_number,
        Parcel.location_street,
        Parcel.print_key,
    ).join(Parcel, Parcel.id == Account.parcel_id)


def _classes(session: Session, on: date) -> dict[int, str]:
    a = AccountClass
    statement = select(a.account_id, a.class_code).where(
        a.valid_from <= on, or_(a.valid_to.is_(None), a.valid_to > on)
    )
    return dict(session.execute(statement.order_by(a.valid_from)).all())


def _bill_to(session: Session, on: date) -> dict[int, str]:
    r = AccountRole
    statement = (
        select(r.account_id, Party.name)
        .join(Party, Party.id == r.party_id)
        .where(r.role == "bill_to", r.valid_from <= on, or_(r.valid_to.is_(None), r.valid_to > on))
    )
    return dict(session.execute(statement.order_by(r.valid_from)).all())


def code_facts(session: Session) -> tuple[CodeFact, ...]:
    """The charge codes in the office's order."""
    rows = session.execute(
        select(ChargeCode.code, ChargeCode.title, ChargeCode.fund, ChargeCode.revenue_code).order_by(
            ChargeCode.sort_order, ChargeCode.code
        )
    )
    return tuple(CodeFact(*row) for row in rows)


def act_numbers(session: Session, account_id: int) -> dict[int, str]:
    """The number of the act behind each entry of an account that has one, by entry."""
    statement = (
        select(Entry.id, MoneyAct.number)
        .join(MoneyAct, MoneyAct.id == Entry.act_id)
        .where(Entry.account_id == account_id)
    )
    return dict(session.execute(statement).all())


def receipt_entries(session: Session, receipts: Collection[int]) -> list[tuple[int, int, int, date]]:
    """The entries by which the money of receipts stands or stood on accounts: entry, receipt, account, day."""
    found: list[tuple[int, int, int, date]] = []
    for part in _parts(receipts):
        statement = (
            select(Entry.id, ReceiptLine.receipt_id, Entry.account_id, Entry.effective_on)
            .join(ReceiptLine, ReceiptLine.id == Entry.receipt_line_id)
            .where(ReceiptLine.receipt_id.in_(part), Entry.kind != EntryKind.REVERSAL.value)
        )
        found += session.execute(statement).all()
    return found


def _parts(ids: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(ids)
    return (ordered[start : start + _MOST_IDS] for start in range(0, len(ordered), _MOST_IDS))
