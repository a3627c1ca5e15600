"""The office's own table of holidays, filled from the State's rules and free to edit."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import Holiday as HolidayRow
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import (
    Holiday,
    HolidayCalendar,
    HolidayRule,
    load_holiday_rules,
    new_york_holidays,
)
from sewerdesk.paths import resource

_YEARS_BACK, _YEARS_AHEAD = 2, 8
_YEARS_WANTED_AHEAD = 3


def calendar_of(ws: Workspace) -> HolidayCalendar:
    """The office's calendar of business days, for every deadline."""
    with ws.read() as session:
        return _calendar(session)


def holidays(ws: Workspace, *, year: int) -> tuple[Holiday, ...]:
    """The rows of one year, in order."""
    with ws.read() as session:
        rows = session.scalars(
            select(HolidayRow)
            .where(HolidayRow.day.between(date(year, 1, 1), date(year, 12, 31)))
            .order_by(HolidayRow.day)
        )
        return tuple(Holiday(row.day, row.name) for row in rows)


def holiday_citation() -> str:
    """The law from whose rules the table is filled."""
    return _rules()[0].citation


def save_holiday(ws: Workspace, *, day: date, name: str) -> None:
    """Add a holiday, or give an existing one another name."""
    if not name.strip():
        raise UserError(f"Enter what is kept on {day:%m/%d/%Y}, for example Founders Day.")
    with ws.write() as session:
        # A year with this one row alone would be taken for one that was entered whole.
        _fill_years(session, [day.year])
        row = session.scalar(select(HolidayRow).where(HolidayRow.day == day))
        if row is None:
            session.add(HolidayRow(day=day, name=name.strip()))
        else:
            row.name = name.strip()


def remove_holiday(ws: Workspace, *, day: date) -> None:
    """Take a day out of the table; the office then counts it as a business day."""
    with ws.write() as session:
        row = session.scalar(select(HolidayRow).where(HolidayRow.day == day))
        if row is None:
            raise UserError(f"{day:%m/%d/%Y} is not in the table of holidays.")
        session.delete(row)


def extend_holidays(ws: Workspace) -> None:
    """Fill in the coming years where the table ends too soon; years that have rows are left alone."""
    this_year = ws.clock.today().year
    wanted = set(range(this_year, this_year + _YEARS_WANTED_AHEAD + 1))
    if not wanted <= calendar_of(ws).years:
        with ws.write(reason="holidays of the coming years") as session:
            _fill_holidays(session)


def _calendar(session: Session) -> HolidayCalendar:
    return HolidayCalendar(frozenset(session.scalars(select(HolidayRow.day))))


def _fill_holidays(session: Session) -> None:
    this_year = session.info["clock"].today().year
    _fill_years(session, range(this_year - _YEARS_BACK, this_year + _YEARS_AHEAD + 1))


def _fill_years(session: Session, years: Iterable[int]) -> None:
    """Enter the State's holidays of the years that have no row yet."""
    rules = _rules()
    known = _calendar(session).years
    for year in years:
        if year not in known:
            session.add_all(HolidayRow(day=row.day, name=row.name) for row in new_york_holidays(year, rules))


def _rules() -> tuple[HolidayRule, ...]:
    path = resource("holidays.toml")
    return load_holiday_rules(path.read_text(encoding="utf-8"), source=path.name)
