"""The papers that belong to a record, as a table beside it."""

from sewerdesk.domain.papers import PaperRow
from sewerdesk.ui.store import ViewStore
from sewerdesk.ui.tables import CellKind, Column, RecordTable, row_id

_COLUMNS: tuple[Column[PaperRow], ...] = (
    Column(key="number", title="Paper", value=lambda row: row.number, width=15),
    Column(key="title", title="What", value=lambda row: row.title, width=34),
    Column(key="issued", title="Issued", value=lambda row: row.issued_on, kind=CellKind.DATE, width=12),
)


def paper_table(store: ViewStore, *, name: str, empty: str) -> RecordTable[PaperRow]:
    """The table; ``name`` is the key of its layout, ``empty`` what stands there before a paper is issued."""
    return RecordTable(_COLUMNS, name=name, title="Papers", store=store, row_key=row_id, empty=empty)
