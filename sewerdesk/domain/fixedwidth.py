"""Files of fixed positions, as meter readers' programs give back: read by a layout that is data, into a plain table.

Everything after that (which column is what, what is refused, what came before) is the import's own work.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.sheettable import EMPTY_CELL, Cell, SheetRow, SheetTable

_DATES = {"MMDD": (0, 2), "MMDDYY": (0, 2), "MMDDYYYY": (0, 2), "YYYYMMDD": (4, 6)}
_LOOKED_AT = 5
_YEARS_BACK = 4
"""A leap day lies no farther back, but for the turn of a century."""


@dataclass(frozen=True, slots=True)
class FixedField:
    """A field: the column it becomes, its first position counted from 1, its length, and how its date is written."""

    name: str
    at: int
    length: int
    date_form: str = ""

    def text(self, line: str) -> str:
        """What stands there, without the blanks around it."""
        return line[self.at - 1 : self.at - 1 + self.length].strip()


@dataclass(frozen=True, slots=True)
class FixedRecord:
    """A kind of line: ``starts`` are the letters at a position that tell it; ``emits`` where it ends a reading."""

    fields: tuple[FixedField, ...]
    starts: tuple[int, str] | None = None
    emits: bool = False

    def fits(self, line: str) -> bool:
        """Whether a line is of this kind."""
        if self.starts is None:
            return True
        at, text = self.starts
        return line[at - 1 : at - 1 + len(text)] == text


@dataclass(frozen=True, slots=True)
class FixedLayout:
    """A layout by name; ``lengths`` are the lengths its lines have, empty where they vary."""

    key: str
    title: str
    source: str
    lengths: tuple[int, ...]
    records: tuple[FixedRecord, ...]

    def record_of(self, line: str) -> FixedRecord | None:
        """The kind of a line."""
        return next((record for record in self.records if record.fits(line)), None)

    def fits(self, lines: Sequence[str]) -> bool:
        """Whether a file's first lines are of this layout."""
        looked_at = lines[:_LOOKED_AT]
        right_length = not self.lengths or all(len(line) in self.lengths for line in looked_at)
        return bool(looked_at) and right_length and all(self.record_of(line) for line in looked_at)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table it makes."""
        return tuple(dict.fromkeys(field.name for record in self.records for field in record.fields))


def load_layouts(text: str) -> tuple[FixedLayout, ...]:
    """The layouts of a TOML file; ``ValueError`` where one is not well formed."""
    return tuple(_layout(one) for one in tomllib.loads(text)["layout"])


def _layout(one: Mapping[str, Any]) -> FixedLayout:
    return FixedLayout(
        key=one["key"],
        title=one["title"],
        source=one["source"],
        lengths=tuple(one["lengths"]),
        records=tuple(_record(record) for record in one["record"]),
    )


def _record(record: Mapping[str, Any]) -> FixedRecord:
    starts = record.get("starts")
    fields = tuple(_field(field) for field in record["fields"])
    return FixedRecord(
        fields, None if starts is None else (starts["at"], starts["text"]), record.get("emits", False)
    )


def _field(field: Mapping[str, Any]) -> FixedField:
    form = field.get("date", "")
    if form and form not in _DATES:
        raise ValueError(f"{form} is no form of a date: {', '.join(_DATES)}")
    return FixedField(field["name"], field["at"], field["length"], form)


def layout_of(lines: Sequence[str], layouts: Sequence[FixedLayout]) -> FixedLayout | None:
    """The layout of a file by its first lines; ``None`` for any other file."""
    return next((layout for layout in layouts if layout.fits(lines)), None)


def fixed_table(
    lines: Sequence[str], layout: FixedLayout, *, name: str, sha256: str, today: date
) -> SheetTable:
    """The readings of a file as a table; a heading's fields stand in every row below it, until the next such heading.

    What a record below it said (the day on which one meter was read) ends with that heading. ``UserError`` names the
    first line that is of no record of the layout.
    """
    columns = layout.columns
    carried: dict[int, dict[str, str]] = {}
    rows: list[SheetRow] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = layout.record_of(line)
        if record is None or (layout.lengths and len(line) not in layout.lengths):
            raise UserError(
                f"Line {number} of {name} is no record of the layout {layout.title}. Ask for the file again, or for "
                "the vendor's layout."
            )
        level = layout.records.index(record)
        carried = {above: kept for above, kept in carried.items() if above < level}
        carried[level] = {field.name: _read(field, line, today) for field in record.fields}
        if record.emits:
            told = {name: text for above in sorted(carried) for name, text in carried[above].items() if text}
            cells = tuple(Cell(told[one]) if one in told else EMPTY_CELL for one in columns)
            rows.append(SheetRow(number, cells))
    return SheetTable(name, columns, tuple(rows), sha256, (f"Read as {layout.title}.",))


def _read(field: FixedField, line: str, today: date) -> str:
    text = field.text(line)
    return _date_text(text, field.date_form, today) if field.date_form and text else text


def _date_text(text: str, form: str, today: date) -> str:
    """A date in ISO form; what is no date stays as it is, so that the import refuses it by name.

    A file without a year is of the last year in which that day is not more than one day ahead.
    """
    month_at, day_at = _DATES[form]
    year = {"MMDDYY": f"20{text[4:6]}", "MMDDYYYY": text[4:8], "YYYYMMDD": text[:4]}.get(form, "")
    years = [year] if year else [str(one) for one in range(today.year + 1, today.year - _YEARS_BACK, -1)]
    for one in years:
        try:
            found = date(int(one), int(text[month_at : month_at + 2]), int(text[day_at : day_at + 2]))
        except ValueError:
            continue  # February 29 is a day of some years only; what is none of any year stays as it is
        if year or found <= today + timedelta(days=1):
            return found.isoformat()
    return text
