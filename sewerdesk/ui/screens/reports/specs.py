"""A report's columns as a table of the window shows them."""

from collections.abc import Callable
from dataclasses import dataclass

from sewerdesk.domain.reports.model import Cell, CellKind, Report, ReportColumn, ReportRow
from sewerdesk.ui.tables import CellKind as Shown
from sewerdesk.ui.tables import Column, FilterChip

MOST_CHIPS = 8
_KINDS = {
    CellKind.TEXT: Shown.TEXT,
    CellKind.IDENTIFIER: Shown.TEXT,
    CellKind.MONEY: Shown.MONEY,
    CellKind.WHOLE: Shown.NUMBER,
    CellKind.QUANTITY: Shown.NUMBER,
    CellKind.DATE: Shown.DATE,
}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of a report with the group that it stands in and its place, so that the report's own order returns."""

    place: int
    group: str
    row: ReportRow


def shown_rows(report: Report) -> list[ShownRow]:
    """The report's lines in its own order."""
    found: list[ShownRow] = []
    for group in report.body.groups:
        found += [ShownRow(len(found) + n, group.title, row) for n, row in enumerate(group.rows)]
    return found


def table_columns(report: Report) -> tuple[Column[ShownRow], ...]:
    """The report's columns; where it is grouped, the group comes last but can be moved to the front."""
    used = _used(report)
    order = sorted(enumerate(report.body.columns), key=_aside)
    columns = [_column(place, column, used=used[place]) for place, column in order]
    if report.is_grouped:
        columns.append(Column(key="group", title="Group", value=_group, width=22))
    return tuple(columns)


def group_chips(report: Report) -> tuple[FilterChip[ShownRow], ...]:
    """A chip for each group, where they are few: the sums below the list are then the group's own."""
    titles = [group.title for group in report.body.groups if group.title]
    if not 1 < len(titles) <= MOST_CHIPS:
        return ()
    return tuple(FilterChip(f"group{place}", title, _InGroup(title)) for place, title in enumerate(titles))


def shape_of(report: Report) -> tuple[object, ...]:
    """Reports of one shape can be shown in one table."""
    groups = tuple(group.title for group in report.body.groups)
    chips = groups if len(groups) <= MOST_CHIPS else report.is_grouped
    return (report.key, report.body.columns, chips, _used(report))


def _used(report: Report) -> tuple[bool, ...]:
    """Which columns have anything in them; an optional one without is not shown, and no sum of nothing is."""
    rows = report.rows
    return tuple(
        not (column.optional or column.summed) or any(row.cells[place] for row in rows)
        for place, column in enumerate(report.body.columns)
    )


@dataclass(frozen=True, slots=True)
class _InGroup:
    title: str

    def __call__(self, row: ShownRow) -> bool:
        return row.group == self.title


@dataclass(frozen=True, slots=True)
class _CellOf:
    place: int
    blank_zero: bool

    def __call__(self, row: ShownRow) -> Cell:
        cell = row.row.cells[self.place]
        return None if self.blank_zero and not cell else cell


@dataclass(frozen=True, slots=True)
class _Words:
    value: Callable[[ShownRow], Cell]

    def __call__(self, row: ShownRow) -> str:
        return str(self.value(row) or "")


def _column(place: int, column: ReportColumn, *, used: bool) -> Column[ShownRow]:
    value = _CellOf(place, column.blank_zero)
    return Column(
        key=column.key,
        title=column.title,
        value=value,
        kind=_KINDS[column.kind],
        width=max(column.width, len(column.title)),
        summed=column.summed and used,
        hidden=column.optional and not used,
        tooltip=_Words(value) if column.wraps else None,
    )


def _aside(placed: tuple[int, ReportColumn]) -> bool:
    return placed[1].aside


def _group(row: ShownRow) -> str:
    return row.group
