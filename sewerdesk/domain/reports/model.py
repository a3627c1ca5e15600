"""What every report is: its scope in a sentence, typed columns, rows in groups, count, sums and the run stamp.

One sign convention holds for all: what an account owes is above zero, what it is owed is below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.wording import show

Cell: TypeAlias = str | Decimal | int | date | None


class CellKind(StrEnum):
    """What a column holds; it says how the column is set, sorted and stored in a workbook."""

    TEXT = "text"
    IDENTIFIER = "identifier"
    MONEY = "money"
    WHOLE = "whole"
    QUANTITY = "quantity"
    DATE = "date"

    @property
    def is_number(self) -> bool:
        """Whether it is set flush right."""
        return self in (CellKind.MONEY, CellKind.WHOLE, CellKind.QUANTITY)


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column; ``width`` in characters, ``summed`` where its sum means something, ``wraps`` for long words.

    ``blank_zero`` shows a zero as nothing, ``optional`` leaves the column off the paper where nothing is in it,
    ``aside`` sets it last on the screen, where figures have the first claim to the room.
    """

    key: str
    title: str
    kind: CellKind = CellKind.TEXT
    width: int = 12
    summed: bool = False
    wraps: bool = False
    blank_zero: bool = False
    optional: bool = False
    aside: bool = False

    def words(self, cell: "Cell") -> str:
        """A cell of a row as it is shown."""
        return "" if self.blank_zero and not cell else cell_words(cell, self.kind)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line: a cell for each column, and the account it is about, if one."""

    cells: tuple[Cell, ...]
    account_id: int | None = None


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """Lines that are summed together, such as those of a class; one group without a title is no grouping."""

    title: str
    rows: tuple[ReportRow, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Two figures that must be the same, found in different ways."""

    what: str
    here: Decimal
    there_name: str
    there: Decimal

    @property
    def agrees(self) -> bool:
        """Whether they are the same to the cent."""
        return self.here == self.there

    @property
    def sentence(self) -> str:
        """What was compared, with both figures."""
        here, there = format_money(self.here), format_money(self.there)
        if self.agrees:
            return f"{self.what} {here}, {self.there_name} {there}: they agree."
        apart = format_money(self.here - self.there)
        return f"{self.what} {here}, but {self.there_name} {there}: {apart} apart. Check the books before you use it."


@dataclass(frozen=True, slots=True)
class RunStamp:
    """When a report was run, by whom, and by which version of the program."""

    at: datetime
    by: str
    version: str

    @property
    def text(self) -> str:
        """As printed."""
        return f"Run {moment_words(self.at)} by {self.by}, Sewerdesk {self.version}"


@dataclass(frozen=True, slots=True)
class Body:
    """What a report's own rules work out: columns, groups, what a row is called, notes and proofs.

    ``about`` names what the whole report is about, where that is one record.
    """

    columns: tuple[ReportColumn, ...]
    groups: tuple[ReportGroup, ...]
    noun: str
    notes: tuple[str, ...] = ()
    proofs: tuple[Proof, ...] = ()
    empty: str = "Nothing falls in this report."
    about: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A report that was run: its body with title, scope and stamp. ``as_of`` is the last day of its facts."""

    key: str
    title: str
    scope: str
    as_of: date
    body: Body
    stamp: RunStamp

    @property
    def rows(self) -> tuple[ReportRow, ...]:
        """All lines, group after group."""
        return tuple(row for group in self.body.groups for row in group.rows)

    @property
    def count(self) -> int:
        """How many lines it has."""
        return sum(len(group.rows) for group in self.body.groups)

    @property
    def count_words(self) -> str:
        """The count with the word for its lines."""
        noun = self.body.noun
        return f"1 {noun}" if self.count == 1 else f"{self.count:,} {plural(noun)}"

    @property
    def totals(self) -> tuple[Cell, ...]:
        """The sum of each summed column, ``None`` for the others."""
        return sums(self.body.columns, self.rows)

    @property
    def totals_words(self) -> str:
        """Count and sums in one line."""
        parts = [self.count_words]
        for column, total in zip(self.body.columns, self.totals, strict=True):
            if total is not None and total != 0:
                parts.append(f"{column.title} {cell_words(total, column.kind)}")
        return " \u00b7 ".join(parts)

    @property
    def is_grouped(self) -> bool:
        """Whether its groups have titles and sums of their own."""
        return any(group.title for group in self.body.groups)

    @property
    def faults(self) -> tuple[str, ...]:
        """The proofs that failed, in words."""
        return tuple(proof.sentence for proof in self.body.proofs if not proof.agrees)


def plural(noun: str) -> str:
    """The word for several: *bill* becomes *bills*, *entry* becomes *entries*."""
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def sums(columns: Sequence[ReportColumn], rows: Sequence[ReportRow]) -> tuple[Cell, ...]:
    """The sum of each summed column over the rows."""
    return tuple(
        _sum(column, [row.cells[place] for row in rows]) if column.summed else None
        for place, column in enumerate(columns)
    )


def _sum(column: ReportColumn, cells: Sequence[Cell]) -> Decimal | int:
    if column.kind is CellKind.WHOLE:
        return sum(cell for cell in cells if isinstance(cell, int))
    return sum((cell for cell in cells if isinstance(cell, Decimal)), ZERO)


def cell_words(cell: Cell, kind: CellKind) -> str:
    """A cell as it is printed: dates as 01/04/2027, money with its cents and its sign."""
    if cell is None:
        return ""
    if isinstance(cell, date):
        return f"{cell:%m/%d/%Y}"
    if isinstance(cell, Decimal):
        return format_money(cell) if kind is CellKind.MONEY else show(cell)
    return f"{cell:,}" if isinstance(cell, int) else cell


def one_group(rows: Sequence[ReportRow]) -> tuple[ReportGroup, ...]:
    """The rows without grouping."""
    return (ReportGroup("", tuple(rows)),)
