"""Rate versions: which of them hold on some day, which a run names, and how one ended before the next was adopted.

A version that a posted run was made by is never changed or deleted. Where that run was rolled back, a wrong version is
closed on its first day: it stays on file for the void bills, and holds on no day.
"""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.audit import Audit
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.rate import RateVersion
from sewerdesk.data.queries.runs import is_standing

_END = "effective_to"


def is_adopted() -> ColumnElement[bool]:
    """That a version holds on some day, so was not taken back."""
    return or_(RateVersion.effective_to.is_(None), RateVersion.effective_to > RateVersion.effective_from)


def used_rates(session: Session) -> frozenset[int]:
    """The versions that runs which stand were made by."""
    return _named(session.scalars(select(BillingRun.checked).where(is_standing())))


def named_rates(session: Session) -> frozenset[int]:
    """The versions that any run was made by, rolled-back ones too."""
    return _named(session.scalars(select(BillingRun.checked)))


def _named(checked: Iterable[dict[str, list[int]]]) -> frozenset[int]:
    return frozenset(key for one in checked for key in one["rates"])


def end_before(session: Session, former: RateVersion, successor: RateVersion) -> date | None:
    """The day on which a version ended when the next of its line was not adopted yet; ``None`` for an open end.

    The row holds the end as it is now; what it was is in the audit trail, where the adoption of the successor is
    written before the end that it set.
    """
    own = select(Audit.id, Audit.changes).where(Audit.kind == RateVersion.__tablename__).order_by(Audit.id)
    adopted = session.scalar(
        own.where(Audit.record_id == successor.id, Audit.action == "added").with_only_columns(Audit.id)
    )
    for _, changes in session.execute(
        own.where(Audit.record_id == former.id, Audit.action == "changed", Audit.id > (adopted or 0))
    ):
        if _END in changes:
            end = changes[_END][0]
            return None if end is None else date.fromisoformat(end)
    return former.effective_to
