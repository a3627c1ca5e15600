"""A list as it stands on screen, as a workbook."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from sewerdesk.data.workspace import Workspace
from sewerdesk.services.offices import office_profile

ListValue: TypeAlias = str | Decimal | int | date | bool | None


class ListKind(StrEnum):
    """What a column of a list holds; the words are those of the file format's columns."""

    TEXT = "text"
    MONEY = "money"
    WHOLE = "whole"
    QUANTITY = "quantity"
    DATE = "date"
    YES_NO = "yes_no"


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list: its heading, what it holds, and whether it is summed."""

    title: str
    kind: ListKind = ListKind.TEXT
    summed: bool = False


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file and the name proposed for it."""

    file_name: str
    content: bytes


def list_file(
    ws: Workspace,
    *,
    title: str,
    note: str,
    columns: Sequence[ListColumn],
    rows: Sequence[Sequence[ListValue]],
) -> ListFile:
    """The workbook of a list; ``note`` says how it was filtered. Text stays text, whatever it begins with."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.xlsx.cells import ColumnKind, SheetColumn
    from sewerdesk.documents.xlsx.kit import About
    from sewerdesk.documents.xlsx.table_export import export_table

    today = ws.clock.today()
    about = About(
        title=title,
        municipality=office_profile(ws).municipality,
        as_of=today,
        run_at=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p}",
        filters=(("Shown", note),) if note else (),
    )
    sheet = [SheetColumn(one.title, ColumnKind(one.kind.value), one.summed) for one in columns]
    name = safe_filename(f"{title} {today:%Y-%m-%d}", suffix=".xlsx")
    return ListFile(name, export_table(sheet, rows, about=about))
