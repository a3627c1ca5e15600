"""Numbers without gaps: taken inside the transaction that issues, given back if it rolls back."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import NumberSeries
from sewerdesk.domain.numbering import SeriesKind, SeriesNumber


def take_number(session: Session, *, kind: str, year: int) -> str:
    """The next number of a kind and year, such as ``PER-2027-0001``; only inside ``Workspace.write``.

    ``kind`` is the value of a ``SeriesKind``; ``ValueError`` for any other.
    """
    return take_numbers(session, kind=kind, year=year, count=1)[0]


def take_numbers(session: Session, *, kind: str, year: int, count: int) -> list[str]:
    """The next ``count`` numbers of a kind and year, in order."""
    prefix = SeriesKind(kind)
    series = session.scalar(
        select(NumberSeries).where(NumberSeries.kind == prefix.value, NumberSeries.year == year)
    )
    if series is None:
        series = NumberSeries(kind=prefix.value, year=year, next_number=1)
        session.add(series)
    first = series.next_number
    series.next_number = first + count
    return [str(SeriesNumber(prefix, year, number)) for number in range(first, first + count)]
