"""Persons and firms, and where mail reaches them."""

from datetime import date

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, numbered


class MailingColumns:
    """A mailing address, its lines kept as typed."""

    care_of: Mapped[str] = mapped_column(default="")
    street: Mapped[str] = mapped_column(default="")
    unit: Mapped[ShortText] = mapped_column(default="")
    po_box: Mapped[ShortText] = mapped_column(default="")
    city: Mapped[ShortText] = mapped_column(default="")
    state: Mapped[str] = mapped_column(String(2), default="")
    zip_code: Mapped[str] = mapped_column(String(10), default="")


class Party(Versioned, Base):
    """A person or a firm, with the name as it is written on papers."""

    __table_args__ = numbered(Index("ix_party_folded", "folded"))

    name: Mapped[str]
    #: The name folded for search and sorting (no accents, no punctuation, lower case).
    folded: Mapped[str]
    is_firm: Mapped[bool] = mapped_column(default=False)
    phone: Mapped[ShortText] = mapped_column(default="")
    email: Mapped[str] = mapped_column(default="")
    note: Mapped[LongText] = mapped_column(default="")

    addresses: Mapped[list["PartyAddress"]] = relationship(
        back_populates="party", order_by="PartyAddress.valid_from", cascade="all, delete-orphan"
    )


class PartyAddress(MailingColumns, Base):
    """A mailing address of a party from a date on; lines are kept as typed."""

    __table_args__ = numbered(Index("ix_party_address_party", "party_id"))

    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]

    party: Mapped[Party] = relationship(back_populates="addresses")
