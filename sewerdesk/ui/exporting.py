"""Saving what a list shows as a spreadsheet (Ctrl+E), for every page in the same way."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.services.exports import ListColumn, ListFile, ListKind, ListValue, list_file
from sewerdesk.services.saving import save_file
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.tables.columns import CellKind
from sewerdesk.ui.tables.snapshot import SnapshotColumn, TableSnapshot

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.context import UiContext

_KINDS = {
    CellKind.TEXT: ListKind.TEXT,
    CellKind.STATUS: ListKind.TEXT,
    CellKind.MONEY: ListKind.MONEY,
    CellKind.DATE: ListKind.DATE,
    CellKind.YESNO: ListKind.YES_NO,
}
_SHEETS = "Spreadsheets (*.xlsx)"


def export_list(context: "UiContext", snapshot: TableSnapshot) -> Path | None:
    """Ask where to save the list and save it; ``None`` when the clerk turned back or it could not be written."""
    try:
        made = snapshot_file(context.ws, snapshot)
        path = context.prompter.save_file(
            f"Export {snapshot.title}", proposed=Path.home() / made.file_name, kinds=_SHEETS
        )
        if path is None:
            return None
        save_file(path, made.content)
    except SewerdeskError as problem:
        show_failure(context.prompter, problem)
        return None
    lines = len(snapshot.rows)
    context.toasts.show(f"{lines:,} {'line' if lines == 1 else 'lines'} saved as {path.name}.")
    return path


def snapshot_file(ws: "Workspace", snapshot: TableSnapshot) -> ListFile:
    """The workbook of what a list shows."""
    columns = [_column(column, place, snapshot) for place, column in enumerate(snapshot.columns)]
    rows = [
        [_value(value, column.kind) for value, column in zip(row, columns, strict=True)]
        for row in snapshot.rows
    ]
    return list_file(ws, title=snapshot.title, note=snapshot.note, columns=columns, rows=rows)


def _column(column: SnapshotColumn, place: int, snapshot: TableSnapshot) -> ListColumn:
    if column.kind is CellKind.NUMBER:
        whole = all(not isinstance(row[place], Decimal) for row in snapshot.rows)
        return ListColumn(column.title, ListKind.WHOLE if whole else ListKind.QUANTITY, column.summed)
    return ListColumn(column.title, _KINDS[column.kind], column.summed)


def _value(value: object, kind: ListKind) -> ListValue:
    """A number where numbers stand; an empty text in such a column is an empty cell."""
    if value == "" and kind is not ListKind.TEXT:
        return None
    if kind in (ListKind.MONEY, ListKind.QUANTITY) and isinstance(value, int):
        return Decimal(value)
    return cast("ListValue", value)
