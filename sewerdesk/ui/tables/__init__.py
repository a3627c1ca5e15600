"""Tables of records: columns described as data, a model that sorts and filters, and the widget around them."""

from sewerdesk.ui.tables.columns import CellKind, CellValue, Column, Status, row_id
from sewerdesk.ui.tables.model import RecordTableModel, SortBy
from sewerdesk.ui.tables.parts import FilterChip
from sewerdesk.ui.tables.snapshot import SnapshotColumn, TableSnapshot
from sewerdesk.ui.tables.table import RecordTable

__all__ = [
    "CellKind",
    "CellValue",
    "Column",
    "FilterChip",
    "RecordTable",
    "RecordTableModel",
    "SnapshotColumn",
    "SortBy",
    "Status",
    "TableSnapshot",
    "row_id",
]
