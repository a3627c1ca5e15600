"""The office's law as the database has it: its code and name, the state of its acts, and the acts."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from sewerdesk.data.models.law import LawAct as ActRow
from sewerdesk.data.models.law import LawActWithdrawal
from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.domain.law.acts import ActKind, LawAct, LawChange


class LawState(NamedTuple):
    """What the law of an office depends on; the acts are append-only, so their last ids tell whether any is new."""

    code: str
    municipality: str
    county: str
    last_act: int
    last_withdrawal: int


_STATE = select(
    OfficeProfile.law_code,
    OfficeProfile.municipality,
    OfficeProfile.county,
    select(func.coalesce(func.max(ActRow.id), 0)).scalar_subquery(),
    select(func.coalesce(func.max(LawActWithdrawal.id), 0)).scalar_subquery(),
)


def law_state(session: Session) -> LawState:
    """Whose law it is, and up to which act."""
    return LawState(*session.execute(_STATE).one())


def acts_in_force(session: Session) -> tuple[LawAct, ...]:
    """The acts that were not withdrawn, in the order of entry."""
    return tuple(act_of(row) for row in act_rows(session) if row.withdrawal is None)


def act_rows(session: Session) -> Sequence[ActRow]:
    """Every act, in the order of entry."""
    statement = (
        select(ActRow)
        .options(selectinload(ActRow.changes), selectinload(ActRow.withdrawal))
        .order_by(ActRow.id)
    )
    return session.scalars(statement).all()


def act_of(row: ActRow) -> LawAct:
    """An act as the rules read it."""
    return LawAct(
        id=row.id,
        kind=ActKind(row.kind),
        citation=row.source,
        effective_from=row.effective_from,
        changes=tuple(LawChange(one.part, one.key, one.value, one.plural) for one in row.changes),
        adopted_on=row.adopted_on,
        number=row.number,
        note=row.note,
    )
