"""Words and columns of the import pages."""

from collections.abc import Callable, Mapping
from functools import partial

from sewerdesk.domain.importcells import Reject
from sewerdesk.domain.importfields import FieldType, ImportField, ImportKind
from sewerdesk.domain.sheettable import SheetRow, SheetTable
from sewerdesk.services.imports import ImportRow
from sewerdesk.ui.tables import CellKind, Column

KINDS: Mapping[ImportKind, str] = {
    ImportKind.PARCELS: "Parcels of the assessment roll",
    ImportKind.ACCOUNTS: "Sewer accounts",
    ImportKind.READINGS: "Meter readings",
    ImportKind.RETURNS: "Checks that the bank returned",
}
NOUNS: Mapping[ImportKind, tuple[str, str]] = {
    ImportKind.PARCELS: ("parcel", "parcels"),
    ImportKind.ACCOUNTS: ("account", "accounts"),
    ImportKind.READINGS: ("reading", "readings"),
    ImportKind.RETURNS: ("returned check", "returned checks"),
}
TYPE_HINTS: Mapping[FieldType, str] = {
    FieldType.IDENTIFIER: "text, zeros in front kept",
    FieldType.SWIS: "six digits",
    FieldType.SBL: "20 digits as text",
    FieldType.PRINT_KEY: "such as 12.13-2-15.1",
    FieldType.ZIP: "five digits or ZIP+4",
    FieldType.NUMBER: "a number",
    FieldType.MONEY: "dollars and cents",
    FieldType.WHOLE: "a whole number",
    FieldType.DATE: "month/day/year",
    FieldType.STATUS: "active, vacant, seasonal …",
    FieldType.READ_CODE: "A actual, E estimated",
    FieldType.UNIT: "gal, CCF, m3 …",
}


def counted(kind: ImportKind, count: int) -> str:
    """``436 parcels``, ``1 parcel``."""
    one, many = NOUNS[kind]
    return f"{count:,} {one if count == 1 else many}"


def label_of(target: ImportField) -> str:
    """A field's label as a sentence begins."""
    return target.label[:1].upper() + target.label[1:]


REJECT_COLUMNS: tuple[Column[Reject], ...] = (
    Column(key="row", title="Row", value=lambda row: row.row, kind=CellKind.NUMBER, width=6),
    Column(key="column", title="Column", value=lambda row: row.column, width=13),
    Column(key="value", title="Value", value=lambda row: row.value, width=14),
    Column(
        key="reason",
        title="What is wrong",
        value=lambda row: row.reason,
        width=48,
        tooltip=lambda row: row.reason,
    ),
)

IMPORT_COLUMNS: tuple[Column[ImportRow], ...] = (
    Column(
        key="at",
        title="Imported",
        value=lambda row: f"{row.imported_at.astimezone():%m/%d/%Y %I:%M %p}",
        width=20,
        sort_key=lambda row: row.id,
    ),
    Column(key="file", title="File", value=lambda row: row.file_name, width=34),
    Column(key="kind", title="What", value=lambda row: KINDS[row.kind], width=28),
    Column(key="rows", title="Rows", value=lambda row: row.rows, kind=CellKind.NUMBER, width=8),
    Column(key="rejected", title="Rejected", value=lambda row: row.rejected, kind=CellKind.NUMBER, width=9),
    Column(key="who", title="By", value=lambda row: row.actor, width=6),
)


def sheet_columns(table: SheetTable, limit: int = 40) -> tuple[Column[SheetRow], ...]:
    """The file's own columns, as read, with the row number first."""
    number: Column[SheetRow] = Column(
        key="#row", title="Row", value=_row_number, kind=CellKind.NUMBER, width=6
    )
    return (
        number,
        *(
            Column(key=f"{place}", title=header, value=_cell(place), width=_width(table, place))
            for place, header in enumerate(table.headers[:limit])
        ),
    )


def _row_number(row: SheetRow) -> int:
    return row.number


def _cell(place: int) -> Callable[[SheetRow], str]:
    return partial(_text_at, place)


def _text_at(place: int, row: SheetRow) -> str:
    return row.cells[place].text


def _width(table: SheetTable, place: int) -> int:
    longest = max((len(row.cells[place].text) for row in table.rows[:50]), default=0)
    return min(max(longest, len(table.headers[place]) + 3, 7), 30)
