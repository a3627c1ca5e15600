"""Every row of every table as plain text, for whoever must read the books without this program.

Each table becomes a CSV file (RFC 4180, UTF-8): money in dollars and cents, days as 2027-01-04, instants in UTC, what
is not known empty. Text that a spreadsheet would take for a formula has an apostrophe before it.
"""

import base64
import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from sewerdesk.data.models import Base

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table that was written: its file, its columns, how many rows."""

    name: str
    file: Path
    columns: tuple[str, ...]
    rows: int


def export_tables(session: Session, folder: Path) -> Iterator[ExportedTable]:
    """Write each table of the office into a folder that is there, one after the other, rows in their order."""
    for table in sorted(Base.metadata.tables.values(), key=lambda one: one.name):
        yield _export(session, table, folder / f"{table.name}.csv")


def _export(session: Session, table: Table, path: Path) -> ExportedTable:
    names = tuple(column.name for column in table.columns)
    rows = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        found = session.execute(
            select(table).order_by(*table.primary_key.columns), execution_options={"yield_per": _ROWS_AT_ONCE}
        )
        for row in found:
            writer.writerow([plain(cell) for cell in row])
            rows += 1
    return ExportedTable(table.name, path, names, rows)


def plain(cell: Any) -> str:
    """A value of the books as text that any program reads, and that no spreadsheet runs."""
    if cell is None or isinstance(cell, bool):
        return {None: "", True: "yes", False: "no"}[cell]
    if isinstance(cell, int | Decimal):
        return format(cell, "f" if isinstance(cell, Decimal) else "d")
    if isinstance(cell, date | datetime):
        return cell.isoformat()
    if isinstance(cell, bytes):
        return base64.b64encode(cell).decode("ascii")
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, sort_keys=True)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
