"""Cells of an import read as what their column should hold, or refused with the reason and the remedy."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Self

from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import FieldType, ImportField
from sewerdesk.domain.metering import ReadingCode, named_unit
from sewerdesk.domain.parcels import SBL_LENGTH, sbl_key
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.sheettable import EMPTY_CELL, Cell, CellKind, SheetRow, SheetTable

_NUMBER = re.compile(r"-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: [\d:.]+(?: ?[AP]M)?)?", re.ASCII | re.IGNORECASE)
_ZIP = re.compile(r"\d{5}(?:-?\d{4})?", re.ASCII)
_SBL = re.compile(rf"[0-9A-Z]{{{SBL_LENGTH}}}", re.ASCII)
_SERIAL_EPOCH = date(1899, 12, 30)
_SERIALS = range(20000, 80000)

_STATUSES = {status.value.upper(): status for status in AccountStatus} | {"A": AccountStatus.ACTIVE}
_READ_CODES = {
    # How a vendor's file says that it was read: by radio, over a network, or by hand.
    **dict.fromkeys(("AMR", "FIXED", "MANUAL", "NETWORK", "N/A"), ReadingCode.ACTUAL),
    "A": ReadingCode.ACTUAL,
    "ACTUAL": ReadingCode.ACTUAL,
    "E": ReadingCode.ESTIMATED,
    "EST": ReadingCode.ESTIMATED,
    "ESTIMATED": ReadingCode.ESTIMATED,
}

_AS_TEXT = (
    "is stored as a number, so zeros in front are lost; in the sheet format the column as Text and enter the "
    "values again, or ask for the file with text columns."
)
_AS_DATE = "was turned into a date by the spreadsheet; format the column as Text and type it again."


@dataclass(frozen=True, slots=True)
class Reject:
    """Why a row is not imported: row number in the file, column heading, the cell's text, and the reason."""

    row: int
    column: str
    value: str
    reason: str


class CellRefused(UserError):
    """A cell cannot be what its column should hold; the message is the reason and the remedy."""


def clean(text: str) -> str:
    """Composed letters, single spaces, no outer space; no-break spaces and line ends count as spaces."""
    return " ".join(unicodedata.normalize("NFC", text).replace("\ufeff", "").split())


def has_day_first(texts: Sequence[str]) -> bool:
    """Whether some slashed date of a column can only be read with the day first (25/12/2026)."""
    found = (_SLASHED.fullmatch(text) for text in texts)
    return any(match is not None and int(match[1]) > 12 >= int(match[2]) for match in found)


def read_cell(cell: Cell, target: ImportField) -> str:
    """The cell's text if it may stand in the column at all; ``CellRefused`` otherwise. Empty cells are ''."""
    if cell.merged:
        raise CellRefused("The cell is part of merged cells; unmerge them and fill in every row.")
    if cell.kind is CellKind.FORMULA:
        raise CellRefused("The cell holds a formula; copy the column and paste it as values.")
    if cell.kind is CellKind.ERROR:
        raise CellRefused("The cell shows an error of the spreadsheet; enter the value itself.")
    text = clean(cell.text)
    if any(unicodedata.category(mark) == "Cc" for mark in text):
        raise CellRefused("The cell holds a character that cannot be printed; type it again.")
    if not text:
        if target.required:
            raise CellRefused(f"Nothing is entered; {target.label} is needed.")
        return ""
    if len(text) > target.longest:
        raise CellRefused(
            f"{target.label.capitalize()} is {len(text):,} characters long; at most {target.longest} fit."
        )
    return _typed(text, cell.kind, target)


def _typed(text: str, kind: CellKind, target: ImportField) -> str:
    if kind is CellKind.DATE and target.type is not FieldType.DATE:
        raise CellRefused(f"{target.label.capitalize()} {_AS_DATE}")
    if kind is CellKind.NUMBER and target.type in {FieldType.IDENTIFIER, FieldType.PRINT_KEY, FieldType.SBL}:
        raise CellRefused(f"{target.label.capitalize()} {_AS_TEXT}")
    if target.type is FieldType.SBL:
        return _sbl(text)
    if target.type is FieldType.ZIP:
        return _zip(text)
    if target.type is FieldType.PRINT_KEY:
        wrong = "This is no tax map number; it looks like 12.13-2-15.1 (section, block, lot)."
        return _require(text, sbl_key(text), wrong)
    return _figures(text, target.type)


def _figures(text: str, kind: FieldType) -> str:
    match kind:
        case FieldType.SWIS:
            return _require(text, re.fullmatch(r"\d{6}", text, re.ASCII), "A SWIS code has six digits.")
        case FieldType.NUMBER:
            return _require(text, _NUMBER.fullmatch(text), "This is not a number.").replace(",", "")
        case FieldType.MONEY:
            bare = re.sub(r"\((.*)\)", r"-\1", text.replace("$", "").replace(" ", ""))
            return _require(bare, _NUMBER.fullmatch(bare), "This is no amount of money.").replace(",", "")
        case FieldType.WHOLE:
            whole = re.sub(r"\.0+$", "", text)
            return _require(whole, re.fullmatch(r"\d{1,9}", whole, re.ASCII), "This is not a whole number.")
        case _:
            return text


def _require(text: str, fits: object, reason: str) -> str:
    if not fits:
        raise CellRefused(reason)
    return text


def _sbl(text: str) -> str:
    compact = text.upper()
    if compact.isdigit() and len(compact) < SBL_LENGTH:
        raise CellRefused(
            f"An SBL has {SBL_LENGTH} characters and this has {len(compact)}: zeros in "
            f"front are lost; format the "
            f"column as Text and enter the values again."
        )
    return _require(
        compact, _SBL.fullmatch(compact), f"An SBL has {SBL_LENGTH} digits or letters without punctuation."
    )


def _zip(text: str) -> str:
    if text.isdigit() and len(text) in {3, 4, 7, 8}:
        raise CellRefused(
            "The ZIP code has lost a zero in front; format the column as Text and enter it again."
        )
    _require(text, _ZIP.fullmatch(text), "A ZIP code has five digits, or nine as 12836-1234.")
    digits = text.replace("-", "")
    return digits if len(digits) == 5 else f"{digits[:5]}-{digits[5:]}"


def read_date(text: str, kind: CellKind, *, day_first: bool) -> date:
    """A date cell, a day number of the 1900 system, an ISO date or month/day/year; ``CellRefused`` otherwise.

    In a column where some date can only be day-first, slashed dates are ambiguous and are all refused.
    """
    iso = _ISO.fullmatch(text)
    if iso:
        return _day(int(iso[1]), int(iso[2]), int(iso[3]), text)
    if kind is CellKind.NUMBER:
        if text.isdigit() and int(text) in _SERIALS:
            return _SERIAL_EPOCH + timedelta(days=int(text))
        raise CellRefused("This number is not a date; enter the date as month/day/year.")
    slashed = _SLASHED.fullmatch(text)
    if slashed is None:
        raise CellRefused("This is no full date; enter it as month/day/year with four digits for the year.")
    if day_first:
        raise CellRefused(
            "Some dates of this column have the day first, so this one can be read two "
            "ways; enter all of them as "
            "year-month-day, for example 2026-12-28."
        )
    return _day(int(slashed[3]), int(slashed[1]), int(slashed[2]), text)


def _day(year: int, month: int, day: int, text: str) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise CellRefused(f"{text} is not a day of the calendar; correct it.") from None


@dataclass(slots=True)
class RowReader:
    """One row being read: every field's text, typed readers for the rest, and what was refused."""

    line: int
    _values: dict[str, str]
    _cells: Mapping[str, Cell]
    _headers: Mapping[str, str]
    _day_first: frozenset[str]
    rejects: list[Reject] = field(default_factory=list)

    @classmethod
    def over(
        cls, table: SheetTable, mapping: Mapping[str, str], fields: Sequence[ImportField]
    ) -> Iterator[Self]:
        """A reader for each row of a table, with all its cells already read or refused."""
        places = {name: table.headers.index(header) for name, header in mapping.items()}
        dates = [t.name for t in fields if t.type is FieldType.DATE and t.name in places]
        day_first = frozenset(
            name
            for name in dates
            if has_day_first([clean(row.cells[places[name]].text) for row in table.rows])
        )
        for row in table.rows:
            cells = {name: row.cells[place] for name, place in places.items()}
            reader = cls(row.number, {}, cells, mapping, day_first)
            reader._read_all(row, [t for t in fields if t.name in places])
            yield reader

    def _read_all(self, row: SheetRow, fields: Sequence[ImportField]) -> None:
        if row.extra:
            reason = (
                "The row has more cells than there are headings; a comma inside a name needs quotation marks."
            )
            self.rejects.append(Reject(self.line, "", "", reason))
        for target in fields:
            try:
                self._values[target.name] = read_cell(self._cells[target.name], target)
            except CellRefused as refused:
                self.reject(target.name, self.raw(target.name), refused.message)

    @property
    def rejected(self) -> bool:
        """Whether anything was refused in this row."""
        return bool(self.rejects)

    def reject(self, name: str, value: str, reason: str) -> None:
        """Refuse the row because of one field."""
        self.rejects.append(Reject(self.line, self._headers.get(name, name), value, reason))

    def raw(self, name: str) -> str:
        """The cell's text as it stands in the file."""
        return self._cells.get(name, EMPTY_CELL).text

    def text(self, name: str) -> str:
        """The field's text; '' when empty, refused or not mapped."""
        return self._values.get(name, "")

    def number(self, name: str) -> Decimal | None:
        """The field as a number of zero or more; ``None`` when empty or refused."""
        text = self.text(name)
        if not text:
            return None
        value = Decimal(text)
        if value < 0:
            self._values[name] = ""
            self.reject(name, text, "The number must be zero or more.")
            return None
        return value

    def day(self, name: str) -> date | None:
        """The field as a date; ``None`` when empty or refused."""
        text = self.text(name)
        if not text:
            return None
        try:
            return read_date(text, self._cells[name].kind, day_first=name in self._day_first)
        except CellRefused as refused:
            self._values[name] = ""
            self.reject(name, text, refused.message)
            return None

    def unit(self, name: str) -> tuple[VolumeUnit | None, Decimal | None]:
        """The field as a unit of volume and its multiple; both ``None`` when empty or refused."""
        text = self.text(name)
        if not text:
            return None, None
        try:
            return named_unit(text)
        except UserError as error:
            self._values[name] = ""
            self.reject(name, text, error.message)
            return None, None

    def status(self, name: str) -> AccountStatus:
        """The field as an account's status; active when empty."""
        text = self.text(name)
        found = _STATUSES.get(text.upper()) if text else AccountStatus.ACTIVE
        if found is None:
            known = ", ".join(status.value for status in AccountStatus)
            self.reject(name, text, f"This status is not known; use one of {known}.")
            return AccountStatus.ACTIVE
        return found

    def read_code(self, name: str) -> ReadingCode:
        """The field as a reading's code; actual when empty."""
        text = self.text(name)
        found = _READ_CODES.get(text.upper()) if text else ReadingCode.ACTUAL
        if found is None:
            self.reject(name, text, "This reading code is not known; use A for actual or E for estimated.")
            return ReadingCode.ACTUAL
        return found
