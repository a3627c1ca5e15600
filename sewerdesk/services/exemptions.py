"""What the assessment roll says of parcels' exemptions: imported with the roll, entered, ended."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.parcel import ParcelExemption
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.exemptions import Exemption, ExemptionKind, check_exemption
from sewerdesk.domain.wording import show_date
from sewerdesk.services.parcels import _parcel


def exemptions_of(ws: Workspace, *, parcel_id: int) -> tuple[Exemption, ...]:
    """Roll sections and exemptions of a parcel, past ones among them, by their days."""
    with ws.read() as session:
        return _exemptions(session, [parcel_id]).get(parcel_id, ())


def record_exemption(
    ws: Workspace,
    *,
    parcel_id: int,
    kind: ExemptionKind,
    code: str,
    since: date,
    until: date | None,
    source: str,
    whole: bool = False,
) -> int:
    """Enter a roll section or an exemption of a parcel; returns its id.

    A new section ends the one before it. ``FieldErrors`` for what is missing; an exemption needs its end.
    """
    draft = Exemption(kind, code.strip(), since, until, source.strip(), whole)
    with ws.write(reason=source[:500]) as session:
        _parcel(session, parcel_id)
        known = _exemptions(session, [parcel_id]).get(parcel_id, ())
        if kind is ExemptionKind.ROLL_SECTION:
            known = _end_section(session, known, since)
        check_exemption(draft, known)
        row = ParcelExemption(
            parcel_id=parcel_id,
            kind=kind.value,
            code=draft.code,
            whole=whole,
            source=draft.source,
            valid_from=since,
            valid_to=until,
        )
        session.add(row)
        session.flush()  # the caller gets its id
        session.info["touched"].add(("parcel", parcel_id))
        return row.id


def end_exemption(ws: Workspace, *, exemption_id: int, on: date, reason: str) -> None:
    """End a section or an exemption: from ``on`` it no longer holds."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why it ends, such as the roll of the year."})
    with ws.write(reason=reason[:500]) as session:
        row = session.get(ParcelExemption, exemption_id)
        if row is None:
            raise UserError(
                "That exemption is not in this office. Refresh the list (F5) and choose it again."
            )
        if on < row.valid_from or (row.valid_to is not None and on > row.valid_to):
            raise FieldErrors({"on": f"Choose a day from {show_date(row.valid_from)} to the day it ends."})
        row.valid_to = on
        session.info["touched"].add(("parcel", row.parcel_id))


def _end_section(session: Session, known: tuple[Exemption, ...], since: date) -> tuple[Exemption, ...]:
    """The facts that stay once the open section before a day has ended on it."""
    for one in known:
        if one.kind is ExemptionKind.ROLL_SECTION and one.until is None and one.since < since:
            session.get_one(ParcelExemption, one.id).valid_to = since
            return tuple(other for other in known if other is not one)
    return known


def _exemptions(session: Session, parcels: Collection[int] | None = None) -> dict[int, tuple[Exemption, ...]]:
    """The facts of parcels, of all of them by default."""
    statement = select(ParcelExemption).order_by(ParcelExemption.valid_from, ParcelExemption.id)
    if parcels is not None:
        statement = statement.where(ParcelExemption.parcel_id.in_(parcels))
    found: defaultdict[int, list[Exemption]] = defaultdict(list)
    for row in session.scalars(statement):
        fact = Exemption(
            ExemptionKind(row.kind), row.code, row.valid_from, row.valid_to, row.source, row.whole, row.id
        )
        found[row.parcel_id].append(fact)
    return {parcel_id: tuple(facts) for parcel_id, facts in found.items()}
