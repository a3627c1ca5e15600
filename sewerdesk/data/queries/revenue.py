"""What was charged and taken back by charge code, added up in one statement."""

from collections import defaultdict
from decimal import Decimal

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.queries.reports import end_of_day
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.journals import Span
from sewerdesk.domain.reports.revenue import RevenueFact

_MADE = (EntryKind.CHARGE, EntryKind.PENALTY, EntryKind.INTEREST)
_NAMES = {kind.value: kind for kind in _MADE}


def within(span: Span, *, posted: bool) -> ColumnElement[bool]:
    """The entries of the days, by date of effect or by the day on which they were entered."""
    if posted:
        return (Entry.posted_at >= end_of_day(span.since - span.since.resolution)) & (
            Entry.posted_at < end_of_day(span.through)
        )
    return Entry.effective_on.between(span.since, span.through)


def of_run(run_id: int) -> ColumnElement[bool]:
    """The entries on the bills of a run."""
    return Entry.bill_id.in_(select(Bill.id).where(Bill.run_id == run_id))


def revenue_facts(session: Session, where: ColumnElement[bool]) -> list[RevenueFact]:
    """Charges, penalties and interest by charge code; a reversal counts against what it takes back."""
    corrected, before = aliased(Entry), aliased(Entry)
    rows = session.execute(
        select(
            Entry.charge_code,
            Entry.kind,
            corrected.kind,
            before.kind,
            func.count(Entry.id),
            func.sum(Entry.amount),
        )
        .outerjoin(corrected, corrected.id == Entry.corrects_id)
        .outerjoin(before, before.id == corrected.corrects_id)
        .where(where)
        .group_by(Entry.charge_code, Entry.kind, corrected.kind, before.kind)
    )
    made: defaultdict[tuple[str, EntryKind], list[Decimal | int]] = defaultdict(lambda: [0, ZERO, ZERO])
    for code, kind, first, second, count, total in rows:
        found = _NAMES.get(second or first or kind)
        if found is None:
            continue
        sums = made[code, found]
        if kind == found.value:
            sums[0] += count
            sums[1] += total
        else:
            sums[2] += total
    return [
        RevenueFact(code, kind, int(count), Decimal(charged), Decimal(back))
        for (code, kind), (count, charged, back) in made.items()
    ]
