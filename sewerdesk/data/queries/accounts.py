"""Accounts as they are found: by number, bill-to, owner and service address."""

from collections.abc import Collection, Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountRole
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.search import SearchText, Source


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
)
