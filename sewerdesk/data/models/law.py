"""What the Board did to the law: acts, the rows that each changed, and acts that were entered by mistake."""

from datetime import date

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, append_only


class LawAct(Base):
    """A resolution, a local law, or the confirmation of what was read in the text; holds from ``effective_from``."""

    __table_args__ = append_only()

    kind: Mapped[str] = mapped_column(String(20))
    number: Mapped[ShortText] = mapped_column(default="")
    adopted_on: Mapped[date | None]
    effective_from: Mapped[date]
    #: How papers cite it.
    source: Mapped[str]
    note: Mapped[LongText] = mapped_column(default="")
    entered_on: Mapped[date]
    actor: Mapped[str] = mapped_column(String(40))

    changes: Mapped[list["LawChange"]] = relationship(order_by="LawChange.id")
    withdrawal: Mapped["LawActWithdrawal | None"] = relationship(back_populates="act")


class LawChange(Base):
    """One row of the law that an act changes or confirms; ``part`` is its block in the law file."""

    __table_args__ = append_only(
        UniqueConstraint("law_act_id", "part", "key"), Index("ix_law_change_key", "part", "key")
    )

    law_act_id: Mapped[int] = mapped_column(ForeignKey("law_act.id"))
    part: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(120))
    #: As typed, in the figure's unit; the edition where a row was only confirmed.
    value: Mapped[LongText] = mapped_column(default="")
    plural: Mapped[str] = mapped_column(default="")


class LawActWithdrawal(Base):
    """An act was entered by mistake: the law stands as if it had not been entered."""

    __table_args__ = append_only(UniqueConstraint("law_act_id"))

    law_act_id: Mapped[int] = mapped_column(ForeignKey("law_act.id"))
    on: Mapped[date]
    reason: Mapped[LongText]
    actor: Mapped[str] = mapped_column(String(40))

    act: Mapped[LawAct] = relationship(back_populates="withdrawal")
