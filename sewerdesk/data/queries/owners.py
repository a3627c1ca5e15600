"""Who owns which parcel on a day: one query for a whole list."""

from collections.abc import Collection
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.parcel import ParcelRole
from sewerdesk.data.models.party import Party


def owners_on(session: Session, on: date, *, parcels: Collection[int] | None = None) -> dict[int, str]:
    """The owner of record of each parcel on a day, the first entered where there are several."""
    statement = (
        select(ParcelRole.parcel_id, Party.name)
        .join(Party, Party.id == ParcelRole.party_id)
        .where(
            ParcelRole.role == "owner",
            ParcelRole.valid_from <= on,
            or_(ParcelRole.valid_to.is_(None), ParcelRole.valid_to > on),
        )
        .order_by(ParcelRole.id.desc())
    )
    if parcels is not None:
        statement = statement.where(ParcelRole.parcel_id.in_(parcels))
    return dict(session.execute(statement).all())
