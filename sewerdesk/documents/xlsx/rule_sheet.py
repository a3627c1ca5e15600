"""The office's rules as a workbook: one row a rule, numbers as numbers and days as days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.xlsx.cells import CellValue, ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule; ``number`` is its value where that is a number, in ``unit``."""

    group: str
    subject: str
    value: str
    number: Decimal | None
    unit: str
    citation: str
    status: str
    since: date | None
    authority: str
    missing: str
    clock: str
    sentence: str
    history: str
    kind: str
    key: str


_COLUMNS = (
    SheetColumn("Subject group"),
    SheetColumn("Subject"),
    SheetColumn("Value"),
    SheetColumn("Number", ColumnKind.QUANTITY),
    SheetColumn("Unit"),
    SheetColumn("Citation", ColumnKind.IDENTIFIER),
    SheetColumn("Status"),
    SheetColumn("Since", ColumnKind.DATE),
    SheetColumn("Authority"),
    SheetColumn("What is missing"),
    SheetColumn("How its time runs"),
    SheetColumn("What the law says"),
    SheetColumn("History"),
    SheetColumn("Kind"),
    SheetColumn("Name in the law file", ColumnKind.IDENTIFIER),
)


def rule_workbook(rows: Sequence[RuleRow], *, about: About) -> bytes:
    """The workbook of the rules; text stays text, whatever it begins with."""
    return workbook_bytes([Sheet("Rules", _COLUMNS, [_values(row) for row in rows])], about=about)


def _values(row: RuleRow) -> tuple[CellValue, ...]:
    return (
        row.group,
        row.subject,
        row.value,
        row.number,
        row.unit,
        row.citation,
        row.status,
        row.since,
        row.authority,
        row.missing,
        row.clock,
        row.sentence,
        row.history,
        row.kind,
        row.key,
    )
