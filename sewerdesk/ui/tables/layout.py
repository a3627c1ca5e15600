"""What a table remembers: which columns, in which order and width, and how it is sorted."""

import json
from dataclasses import dataclass
from typing import Any

from sewerdesk.ui.tables.model import SortBy


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """A column's place: its key, its width in characters, whether it is left out."""

    key: str
    width: float
    hidden: bool


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Columns from left to right and the order of the rows."""

    columns: tuple[ColumnPlace, ...]
    sort: tuple[SortBy, ...]

    def to_text(self) -> str:
        """The layout as kept in the store."""
        return json.dumps(
            {
                "columns": [[place.key, round(place.width, 1), place.hidden] for place in self.columns],
                "sort": [[level.column, level.descending] for level in self.sort],
            }
        )


def read_layout(text: str) -> TableLayout | None:
    """A layout from the store; ``None`` where nothing readable was kept (the defaults then hold)."""
    if not text:
        return None
    try:
        kept: Any = json.loads(text)
        columns = tuple(
            ColumnPlace(str(key), 1.0 * width, bool(hidden)) for key, width, hidden in kept["columns"]
        )
        sort = tuple(SortBy(str(key), bool(descending)) for key, descending in kept["sort"])
    except (ValueError, TypeError, KeyError):
        return None
    return TableLayout(columns, sort)
