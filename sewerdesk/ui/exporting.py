"""Saving what a list shows as a spreadsheet (Ctrl+E), for every page in the same way."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from sewerdesk.domain.wording import count
from sewerdesk.services.exports import ListColumn, ListFile, ListKind, ListValue, list_file
from sewerdesk.services.saving import save_file
from sewerdesk.ui.errors import FailuresShown
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
SHEETS = "Spreadsheets (*.xlsx)"


def export_list(context: "UiContext", snapshot: TableSnapshot) -> Path | None:
    """Ask where to save the list and save it; ``None`` when the clerk turned back or it could not be written."""
    with FailuresShown(context.prompter):
        made = snapshot_file(context.ws, snapshot)
        return save_made(
            context,
            made,
            title=f"Export {snapshot.title}",
            kinds=SHEETS,
            said=f"{count(len(snapshot.rows), 'line')} saved",
        )
    return None


class MadeFile(Protocol):
    """A file that is not on the disk yet."""

    @property
    def file_name(self) -> str:
        """The name to propose."""

    @property
    def content(self) -> bytes:
        """Its bytes."""


def save_made(context: "UiContext", made: MadeFile, *, title: str, kinds: str, said: str) -> Path | None:
    """Ask where to save a file that was made, save it and say so (``said`` as in "3 lines saved").

    ``None`` where the clerk turned back or it could not be written, which is then shown.
    """
    with FailuresShown(context.prompter):
        path = context.prompter.save_file(title, proposed=Path.home() / made.file_name, kinds=kinds)
        if path is None:
            return None
        save_file(path, made.content)
        context.toasts.show(f"{said} as {path.name}.")
        return path
    return None


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
