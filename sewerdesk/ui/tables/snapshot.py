"""A table as it stands on screen, as typed values: for export to a workbook, for printing, for copying."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, runtime_checkable

from sewerdesk.ui.tables.columns import CellKind, CellValue, Status, cell_text


@dataclass(frozen=True, slots=True)
class SnapshotColumn:
    """A visible column: its title, its kind, its width in characters, and whether it is totaled."""

    key: str
    title: str
    kind: CellKind
    width: int
    summed: bool


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Visible columns and rows in their order; statuses as their words; ``note`` says what was filtered."""

    title: str
    note: str
    columns: tuple[SnapshotColumn, ...]
    rows: tuple[tuple[str | Decimal | int | bool | object, ...], ...]

    def as_tab_text(self, *, heads: bool = True) -> str:
        """Tab-separated lines that paste into a spreadsheet as one cell each; text stays text there."""
        lines = ["\t".join(_clean(column.title) for column in self.columns)] if heads else []
        lines += ["\t".join(_clean(_paste_text(value)) for value in row) for row in self.rows]
        return "\n".join(lines)


@runtime_checkable
class TakesExports(Protocol):
    """A page that saves what its lists show."""

    def export_table(self, snapshot: TableSnapshot) -> None:
        """Save what a list of the page shows, where the clerk wants it."""


def plain_value(value: CellValue) -> str | Decimal | int | bool | object:
    """The value as exported: a status as its word."""
    return value.text if isinstance(value, Status) else value


def _paste_text(value: object) -> str:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@") else value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return cell_text(value, CellKind.TEXT) if value is not None else ""  # type: ignore[arg-type]


def _clean(text: str) -> str:
    return " ".join(text.split())
