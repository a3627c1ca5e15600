"""The file that the county gets: a layout of columns as data, written as text and read back to prove its totals.

No layout is fixed for the whole State; each county says what it takes. A number that identifies a parcel is never cut,
and an amount never rounded; only names and places are cut to their width, which the control sheet says.
"""

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money import ZERO, format_money, to_cents
from sewerdesk.domain.relevy import ParcelLine
from sewerdesk.domain.wording import count

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class FileKind(StrEnum):
    """The form of the file."""

    CSV = "CSV"
    FIXED = "fixed width"
    XLSX = "Excel"


class CountyField(StrEnum):
    """What a column holds."""

    SWIS = "SWIS"
    PRINT_KEY = "print key"
    SBL = "SBL"
    DISTRICT_CODE = "district code"
    AMOUNT = "amount"
    RENT = "rent"
    PENALTY = "penalty"
    FEE = "fee"
    OWNER = "owner"
    LOCATION = "location"
    ACCOUNT = "account"
    TAX_YEAR = "tax year"
    CONSTANT = "constant"


MONEY_FIELDS = frozenset({CountyField.AMOUNT, CountyField.RENT, CountyField.PENALTY, CountyField.FEE})
_MAY_BE_CUT = frozenset({CountyField.OWNER, CountyField.LOCATION, CountyField.ACCOUNT})


@dataclass(frozen=True, slots=True)
class CountyColumn:
    """A column: what it holds, its heading, its width in a fixed file, and ``text`` for a constant."""

    field: CountyField
    title: str
    width: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class CountyLayout:
    """A county's layout under a name.

    ``implied_decimals`` writes 400.20 as 40020; ``zero_filled`` fills amounts with zeros, else blanks; ``header`` and
    ``trailer`` (count and total) are lines of their own.
    """

    name: str
    kind: FileKind
    columns: tuple[CountyColumn, ...]
    implied_decimals: bool = False
    zero_filled: bool = False
    header: bool = True
    trailer: bool = False


DEFAULT_COLUMNS = (
    CountyColumn(CountyField.SWIS, "SWIS", 6),
    CountyColumn(CountyField.PRINT_KEY, "PRINT_KEY", 25),
    CountyColumn(CountyField.SBL, "SBL", 20),
    CountyColumn(CountyField.DISTRICT_CODE, "SD_CODE", 5),
    CountyColumn(CountyField.AMOUNT, "AMOUNT", 12),
    CountyColumn(CountyField.OWNER, "OWNER", 40),
    CountyColumn(CountyField.LOCATION, "LOC", 40),
    CountyColumn(CountyField.TAX_YEAR, "TAX_YEAR", 4),
)


@dataclass(frozen=True, slots=True)
class ControlTotals:
    """What the file holds: its lines, its sum, and what was cut to a column's width."""

    lines: int
    total: Decimal
    cut: tuple[str, ...] = ()


def check_layout(layout: CountyLayout) -> None:
    """``FieldErrors`` where a layout lacks what the county needs or a column has no room."""
    errors: dict[str, str] = {}
    held = [column.field for column in layout.columns]
    if not layout.name.strip():
        errors["name"] = "Give the layout a name, such as the county's."
    if CountyField.AMOUNT not in held:
        errors["columns"] = "The file needs a column with the amount."
    elif not {CountyField.PRINT_KEY, CountyField.SBL} & set(held):
        errors["columns"] = "The file needs the print key or the SBL, or the county cannot place the amounts."
    elif any(column.width < 1 for column in layout.columns):
        errors["columns"] = "Each column needs a width of at least one character."
    if errors:
        raise FieldErrors(errors)


def county_text(lines: Sequence[ParcelLine], layout: CountyLayout, *, tax_year: int) -> str:
    """The file as text, with Windows line ends; ``RuleViolation`` names a parcel whose number or amount has no room."""
    check_layout(layout)
    rows = [[_cell(line, column, layout, tax_year) for column in layout.columns] for line in lines]
    titles = [column.title for column in layout.columns]
    if layout.kind is FileKind.CSV:
        return _csv([titles, *rows] if layout.header else rows, layout, lines)
    text = [
        "".join(_padded(cell, column, layout) for cell, column in zip(row, layout.columns, strict=True))
        for row in rows
    ]
    if layout.header:
        text.insert(0, "".join(one.title[: one.width].ljust(one.width) for one in layout.columns))
    if layout.trailer:
        text.append(",".join(_trailer(lines)))
    return "".join(f"{row}\r\n" for row in text)


def control_totals(lines: Sequence[ParcelLine], layout: CountyLayout) -> ControlTotals:
    """Count and sum of the lines, and which names or places are cut; measured as written, shown as on the roll."""
    cut = [
        f"{line.print_key}: {_value(line, column, 0)}"
        for line in lines
        for column in layout.columns
        if column.field in _MAY_BE_CUT and len(_cell(line, column, layout, 0)) > column.width
    ]
    total = sum((line.total for line in lines), ZERO)
    return ControlTotals(len(lines), total, tuple(cut) if layout.kind is FileKind.FIXED else ())


def read_back(text: str, layout: CountyLayout) -> ControlTotals:
    """Count and sum as a reader of the file finds them; ``UserError`` names a line that cannot be read."""
    rows = [row for row in text.split("\r\n") if row]
    rows = rows[layout.header : len(rows) - layout.trailer]
    place = [column.field for column in layout.columns].index(CountyField.AMOUNT)
    start = sum(column.width for column in layout.columns[:place])
    total = ZERO
    for number, row in enumerate(rows, 1):
        cell = row[start : start + layout.columns[place].width]
        if layout.kind is FileKind.CSV:
            cell = next(csv.reader([row]))[place]
        try:
            amount = Decimal(cell.strip())
        except InvalidOperation:
            raise UserError(f"Line {number} of the county's file has no amount: {row[:80]}") from None
        total += amount.scaleb(-2) if layout.implied_decimals else amount
    return ControlTotals(len(rows), total)


def _csv(rows: Sequence[Sequence[str]], layout: CountyLayout, lines: Sequence[ParcelLine]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    if layout.trailer:
        writer.writerow(_trailer(lines))
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A name that a spreadsheet would take for a formula is written with an apostrophe before it."""
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def _trailer(lines: Sequence[ParcelLine]) -> list[str]:
    return [str(len(lines)), format(sum((line.total for line in lines), ZERO), "f")]


def _cell(line: ParcelLine, column: CountyColumn, layout: CountyLayout, tax_year: int) -> str:
    value = money_of(line, column.field)
    if value is None:
        shown = "".join(
            ch if unicodedata.category(ch)[0] != "C" else " " for ch in _value(line, column, tax_year)
        )
        plain = " ".join(shown.split())
        return _ascii(plain) if layout.kind is FileKind.FIXED else plain
    return str(to_cents(value)) if layout.implied_decimals else format(value, "f")


def _ascii(text: str) -> str:
    """Text of one byte a character, so that the columns of a fixed file stand where their reader counts bytes.

    Accents are left off (Peña is written Pena); what has no plain letter becomes a question mark.
    """
    parts = (ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return "".join(ch if ch.isascii() else "?" for ch in parts)


def money_of(line: ParcelLine, field: CountyField) -> Decimal | None:
    """The amount of a field of money; ``None`` for any other. Interest goes with the penalties, what is added too."""
    amounts = line.amounts
    return {
        CountyField.AMOUNT: amounts.total,
        CountyField.RENT: amounts.rent,
        CountyField.PENALTY: amounts.penalty + amounts.interest + amounts.added,
        CountyField.FEE: amounts.fee,
    }.get(field)


def _value(line: ParcelLine, column: CountyColumn, tax_year: int) -> str:
    values = {
        CountyField.SWIS: line.swis,
        CountyField.PRINT_KEY: line.print_key,
        CountyField.SBL: line.sbl,
        CountyField.DISTRICT_CODE: line.district_code,
        CountyField.OWNER: line.owner,
        CountyField.LOCATION: line.location,
        CountyField.ACCOUNT: " ".join(line.accounts),
        CountyField.TAX_YEAR: str(tax_year),
        CountyField.CONSTANT: column.text,
    }
    return values.get(column.field, "")


def text_of(line: ParcelLine, column: CountyColumn, tax_year: int) -> str:
    """The words of a column that holds no money, for a sheet."""
    return _value(line, column, tax_year)


def _padded(cell: str, column: CountyColumn, layout: CountyLayout) -> str:
    if len(cell) > column.width:
        if column.field not in _MAY_BE_CUT:
            raise RuleViolation(
                f"“{cell}” has no room in the column {column.title} of {column.width} characters. Make the column "
                "wider as the county allows."
            )
        cell = cell[: column.width]
    if column.field in MONEY_FIELDS:
        return cell.rjust(column.width, "0" if layout.zero_filled and cell[:1].isdigit() else " ")
    return cell.ljust(column.width)


def layout_to_json(layout: CountyLayout) -> dict[str, Any]:
    """Plain values for storing."""
    return {
        "name": layout.name,
        "kind": layout.kind.value,
        "columns": [[one.field.value, one.title, one.width, one.text] for one in layout.columns],
        "implied_decimals": layout.implied_decimals,
        "zero_filled": layout.zero_filled,
        "header": layout.header,
        "trailer": layout.trailer,
    }


def layout_from_json(stored: Mapping[str, Any]) -> CountyLayout:
    """A layout as stored; ``UserError`` where it cannot be read."""
    try:
        return CountyLayout(
            stored["name"],
            FileKind(stored["kind"]),
            tuple(
                CountyColumn(CountyField(field), title, width, text)
                for field, title, width, text in stored["columns"]
            ),
            implied_decimals=bool(stored["implied_decimals"]),
            zero_filled=bool(stored["zero_filled"]),
            header=bool(stored["header"]),
            trailer=bool(stored["trailer"]),
        )
    except (KeyError, ValueError) as error:
        raise UserError(f"The county's layout cannot be read: {error}. Enter it again.") from error


def prove(text: str, layout: CountyLayout, *, expected: ControlTotals) -> None:
    """``RuleViolation`` unless the file, read again, holds the certificate's lines and its total to the cent."""
    found = read_back(text, layout)
    if (found.lines, found.total) != (expected.lines, expected.total):
        raise RuleViolation(
            f"The county's file holds {count(found.lines, 'line')} for {format_money(found.total)}, the certificate "
            f"{expected.lines} for {format_money(expected.total)}; nothing was written."
        )
