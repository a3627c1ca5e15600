"""Accounts as they are listed and found: by number, bill-to, owner and service address."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import (
    Account,
    AccountClass,
    AccountHold,
    AccountRole,
    AccountStatus,
    AccountUnits,
)
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.queries.carried import carried_due
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.accountmoney import overdue_amount
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.registers import AccountRow


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = (
        select(Account, Parcel, Party.name)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .outerjoin(AccountRole, (AccountRole.account_id == Account.id) & AccountRole.valid_to.is_(None))
        .outerjoin(Party, Party.id == AccountRole.party_id)
        .order_by(Account.id, AccountRole.id)
    )
    if ids is not None:
        statement = statement.where(Account.id.in_(ids))
    found: dict[int, tuple[Account, Parcel, list[str]]] = {}
    for account, parcel, name in session.execute(statement):
        found.setdefault(account.id, (account, parcel, []))[2].append(name or "")
    for account, parcel, names in found.values():
        yield SearchText(
            account.id,
            f"{account.number} · {names[0]}" if names[0] else account.number,
            f"{parcel.location} · {parcel.print_key}",
            " ".join([account.number, account.old_number, parcel.location, parcel.print_key, *names]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of_roles(session: Session, roles: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(AccountRole.account_id).where(AccountRole.id.in_(roles))))


def _of_parcels(session: Session, parcels: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(Account.id).where(Account.parcel_id.in_(parcels))))


def _of_parties(session: Session, parties: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(AccountRole.account_id).where(AccountRole.party_id.in_(parties))))


SEARCH = Source(
    kind="account",
    code=1,
    touched_by={"account": _itself, "account_role": _of_roles, "parcel": _of_parcels, "party": _of_parties},
    build=_search_texts,
    newest_first=False,
)


def account_rows(
    session: Session, on: date, *, where: ColumnElement[bool] | None = None
) -> tuple[AccountRow, ...]:
    """The list of accounts as they stand on a day, each with the sum of its entries, by number."""
    statement = (
        select(Account.id, Account.number, Parcel.location_number, Parcel.location_street, Parcel.print_key)
        .add_columns(Account.parcel_id)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .order_by(Account.number)
    )
    if where is not None:
        statement = statement.where(where)
    found = session.execute(statement).all()
    only = None if where is None else [row[0] for row in found]
    names = _values_on(session, AccountRole, Party.name, on, only, role="bill_to")
    statuses = _values_on(session, AccountStatus, AccountStatus.status, on, only)
    classes = _values_on(session, AccountClass, AccountClass.class_code, on, only)
    units = _values_on(session, AccountUnits, AccountUnits.units, on, only)
    holds = _values_on(session, AccountHold, AccountHold.reason, on, only)
    money = balances(session, only)
    waiting = not_yet_due(session, on, only)
    return tuple(
        AccountRow(
            id=account_id,
            number=number,
            name=names.get(account_id, ""),
            location=f"{house} {street}".strip(),
            print_key=print_key,
            class_code=classes.get(account_id, ""),
            units=units.get(account_id, Decimal(0)),
            status=statuses.get(account_id, ""),
            balance=money.get(account_id, ZERO),
            on_hold=account_id in holds,
            parcel_id=parcel_id,
            overdue=overdue_amount(money.get(account_id, ZERO), waiting.get(account_id, ZERO)),
        )
        for account_id, number, house, street, print_key, parcel_id in found
    )


@dataclass(frozen=True, slots=True)
class AccountHead:
    """Who an account is, what it owes and what is noted of it; ``holds`` are the reasons why it is not billed."""

    number: str
    name: str
    location: str
    status: str
    balance: Decimal
    note: str
    holds: tuple[str, ...]


def account_head(session: Session, on: date, account_id: int) -> AccountHead | None:
    """The head of one account as it stands on a day, with few questions to the database; ``None`` for no account."""
    found = session.execute(
        select(Account.number, Account.note, Parcel.location_number, Parcel.location_street)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(Account.id == account_id)
    ).first()
    if found is None:
        return None
    number, note, house, street = found
    only = [account_id]
    holds = session.scalars(
        select(AccountHold.reason)
        .where(AccountHold.account_id == account_id, AccountHold.valid_from <= on)
        .where(AccountHold.valid_to.is_(None) | (AccountHold.valid_to > on))
        .order_by(AccountHold.id)
    )
    return AccountHead(
        number,
        _values_on(session, AccountRole, Party.name, on, only, role="bill_to").get(account_id, ""),
        f"{house} {street}".strip(),
        _values_on(session, AccountStatus, AccountStatus.status, on, only).get(account_id, ""),
        balances(session, only).get(account_id, ZERO),
        note,
        tuple(holds),
    )


def balances(session: Session, accounts: Collection[int] | None = None) -> dict[int, Decimal]:
    """The sum of entries of every account that has any, read from the covering index alone."""
    statement = select(Entry.account_id, func.sum(Entry.amount)).group_by(Entry.account_id)
    if accounts is not None:
        statement = statement.where(Entry.account_id.in_(accounts))
    return dict(session.execute(statement).all())


def not_yet_due(session: Session, on: date, accounts: Collection[int] | None = None) -> dict[int, Decimal]:
    """For each account the charges of its live bills that fall due on ``on`` or later."""
    # Only the bills of the last runs are read, and added up here: grouped by account in the database, all bills ever
    # made would be gone through, each with everything that it prints.
    runs = session.scalars(select(BillingRun.id).where(BillingRun.due_date >= on)).all()
    statement = select(Bill.account_id, Bill.current_charges).where(
        Bill.run_id.in_(runs), Bill.live.is_(True)
    )
    if accounts is not None:
        statement = statement.where(Bill.account_id.in_(accounts))
    due: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for account_id, charges in session.execute(statement) if runs else ():
        due[account_id] += charges
    for account_id, amount in _not_due_by_themselves(session, on, runs, accounts):
        due[account_id] += amount
    return dict(due)


def _not_due_by_themselves(
    session: Session, on: date, runs: Sequence[int], accounts: Collection[int] | None
) -> Iterator[tuple[int, Decimal]]:
    """By how much the due dates of carried bills and of parts of corrected ones differ from those of their runs."""
    late = select(Entry.account_id, Entry.amount, Bill.run_id, Entry.due_on)
    late = late.join(Bill, Bill.id == Entry.bill_id).where(
        Entry.due_on.is_not(None), Entry.kind == "charge", Bill.live.is_(True)
    )
    for account_id, amount, run_id, due_on in session.execute(late):
        waits = due_on is not None and due_on >= on
        if (accounts is None or account_id in accounts) and waits != (run_id in runs):
            yield account_id, amount if waits else -amount
    waiting = [bill for bill, day in carried_due(session, accounts).items() if day >= on]
    carried = select(Bill.account_id, Bill.current_charges).where(
        Bill.id.in_(waiting), Bill.run_id.not_in(runs)
    )
    if waiting:
        for account_id, charges in session.execute(carried):
            yield account_id, charges


def _values_on(
    session: Session, table: Any, value: Any, on: date, only: Collection[int] | None, *, role: str = ""
) -> dict[int, Any]:
    statement = select(table.account_id, value).where(
        table.valid_from <= on, or_(table.valid_to.is_(None), table.valid_to > on)
    )
    if only is not None:
        statement = statement.where(table.account_id.in_(only))
    if role:
        statement = statement.join(Party, Party.id == table.party_id).where(table.role == role)
    return dict(session.execute(statement.order_by(table.valid_from)).all())
