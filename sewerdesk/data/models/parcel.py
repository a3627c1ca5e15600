"""Parcels of the assessment roll and who stands to them in what role, by date."""

from datetime import date

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, numbered
from sewerdesk.data.models.party import Party


class Parcel(Versioned, Base):
    """One tax parcel; SWIS, print key and SBL are text, each kept as the county gave it, none derived."""

    __table_args__ = numbered(
        UniqueConstraint("swis", "print_key", name="uq_parcel_swis_print_key"),
        CheckConstraint("length(swis) = 6", name="swis_six"),
    )

    swis: Mapped[str] = mapped_column(String(6))
    print_key: Mapped[ShortText]
    sbl: Mapped[str] = mapped_column(String(20), default="")
    location_number: Mapped[ShortText] = mapped_column(default="")
    location_street: Mapped[str] = mapped_column(default="")
    location_city: Mapped[ShortText] = mapped_column(default="")
    location_zip: Mapped[str] = mapped_column(String(10), default="")
    property_class: Mapped[str] = mapped_column(String(3), default="")
    district: Mapped[ShortText] = mapped_column(default="")
    in_district: Mapped[bool] = mapped_column(default=True)
    active_from: Mapped[date]
    active_to: Mapped[date | None]
    note: Mapped[LongText] = mapped_column(default="")

    roles: Mapped[list["ParcelRole"]] = relationship(
        back_populates="parcel", order_by="ParcelRole.valid_from", cascade="all, delete-orphan"
    )

    @property
    def location(self) -> str:
        """House number and street in one line."""
        return f"{self.location_number} {self.location_street}".strip()


class ParcelExemption(Base):
    """What the assessment roll says of a parcel's exemption, from a day to a day, end exclusive.

    ``kind`` is "roll section", with the section as ``code``, or "exemption", with the assessor's code of it.
    """

    __table_args__ = numbered(Index("ix_parcel_exemption_parcel", "parcel_id"))

    parcel_id: Mapped[int] = mapped_column(ForeignKey("parcel.id"))
    kind: Mapped[str] = mapped_column(String(20))
    code: Mapped[str] = mapped_column(String(20))
    whole: Mapped[bool] = mapped_column(default=False)
    source: Mapped[str]
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]


class ParcelRole(Base):
    """A party's role on a parcel (owner, second owner, agent) from a date to a date, end exclusive."""

    __table_args__ = numbered(
        Index("ix_parcel_role_parcel", "parcel_id"), Index("ix_parcel_role_party", "party_id")
    )

    parcel_id: Mapped[int] = mapped_column(ForeignKey("parcel.id"))
    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    role: Mapped[str] = mapped_column(String(20))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    reason: Mapped[str] = mapped_column(default="")

    parcel: Mapped[Parcel] = relationship(back_populates="roles")
    party: Mapped[Party] = relationship()
