"""Test gauges, and each calibration with its certificate."""

from datetime import date
from decimal import Decimal

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, ShortText, Versioned, append_only, numbered
from sewerdesk.data.models.paper import Attachment
from sewerdesk.data.types import Exact


class Gauge(Versioned, Base):
    """A gauge by the serial number on its dial; ``reads_to`` is the end of the dial in its own unit."""

    __table_args__ = numbered(UniqueConstraint("serial"))

    serial: Mapped[ShortText]
    #: "psi" or "in_hg".
    kind: Mapped[str] = mapped_column(String(10))
    reads_to: Mapped[Decimal | None] = mapped_column(Exact)
    maker: Mapped[ShortText] = mapped_column(default="")
    #: The first day on which it is no longer used.
    retired_on: Mapped[date | None]

    calibrations: Mapped[list["GaugeCalibration"]] = relationship(
        back_populates="gauge", order_by="GaugeCalibration.calibrated_on, GaugeCalibration.id"
    )


class GaugeCalibration(Base):
    """A calibration of a gauge; a new one adds a row, the earlier ones stay for the tests made on them."""

    __table_args__ = append_only(Index("ix_gauge_calibration_gauge", "gauge_id"))

    gauge_id: Mapped[int] = mapped_column(ForeignKey("gauge.id"))
    calibrated_on: Mapped[date]
    certificate: Mapped[ShortText]
    by_whom: Mapped[str] = mapped_column(default="")
    attachment_id: Mapped[int | None] = mapped_column(ForeignKey("attachment.id"))
    actor: Mapped[str] = mapped_column(String(40))

    gauge: Mapped[Gauge] = relationship(back_populates="calibrations")
    attachment: Mapped[Attachment | None] = relationship()
