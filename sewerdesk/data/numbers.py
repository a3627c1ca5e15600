"""Numbers without gaps: taken inside the transaction that issues, given back if it rolls back."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import NumberSeries


def take_number(session: Session, *, kind: str, year: int) -> str:
    """The next number of a kind and year, such as ``PER-2027-0001``; only inside ``Workspace.write``."""
    return take_numbers(session, kind=kind, year=year, count=1)[0]


def take_numbers(session: Session, *, kind: str, year: int, count: int) -> list[str]:
    """The next ``count`` numbers of a kind and year, in order."""
    series = session.scalar(
        select(NumberSeries).where(NumberSeries.kind == kind, NumberSeries.year == year).with_for_update()
    )
    if series is None:
        series = NumberSeries(kind=kind, year=year, next_number=1)
        session.add(series)
    first = series.next_number
    series.next_number = first + count
    return [format_number(kind, year, number) for number in range(first, first + count)]


def format_number(kind: str, year: int, number: int) -> str:
    """``PER`` 2027, 1 is ``PER-2027-0001``; more than 9,999 a year take a fifth digit."""
    return f"{kind}-{year}-{number:04d}"
