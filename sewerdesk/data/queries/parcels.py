"""Parcels as they are found: by owner, location, print key and SBL."""

from collections.abc import Collection, Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.data.search import SearchText, Source


def parcels_of_parties(session: Session, parties: Collection[int]) -> Collection[int]:
    """Ids of the parcels on which any of the parties has or had a role."""
    return set(session.scalars(select(ParcelRole.parcel_id).where(ParcelRole.party_id.in_(parties))))


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = (
        select(Parcel, Party.name)
        .outerjoin(ParcelRole, (ParcelRole.parcel_id == Parcel.id) & ParcelRole.valid_to.is_(None))
        .outerjoin(Party, Party.id == ParcelRole.party_id)
        .order_by(Parcel.id, ParcelRole.id)
    )
    if ids is not None:
        statement = statement.where(Parcel.id.in_(ids))
    owners: dict[int, tuple[Parcel, list[str]]] = {}
    for parcel, owner in session.execute(statement):
        owners.setdefault(parcel.id, (parcel, []))[1].append(owner or "")
    for parcel, names in owners.values():
        place = parcel.location or f"parcel {parcel.print_key}"
        yield SearchText(
            parcel.id,
            place,
            f"{parcel.print_key} · {names[0]}" if names[0] else parcel.print_key,
            " ".join([place, parcel.print_key, parcel.sbl, *names]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of_roles(session: Session, roles: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(ParcelRole.parcel_id).where(ParcelRole.id.in_(roles))))


SEARCH = Source(
    kind="parcel",
    code=2,
    touched_by={"parcel": _itself, "parcel_role": _of_roles, "party": parcels_of_parties},
    build=_search_texts,
)
