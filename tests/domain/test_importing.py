"""Imports: columns recognized, cells typed or refused with a reason that says how to mend them."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importaccounts import AccountRow
from sewerdesk.domain.importfields import ImportKind, guess_kind, suggest_mapping
from sewerdesk.domain.importing import (
    ImportContext,
    ImportPreview,
    ParcelRow,
    ReadingRow,
    read_accounts,
    read_parcels,
    read_readings,
    read_rows,
    rejected_sheet,
)
from sewerdesk.domain.metering import ReadingCode
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.sheettable import EMPTY_CELL, Cell, CellKind, SheetRow, SheetTable

D = Decimal
ANY = ImportContext()
PARCEL_HEADERS = [
    "SWIS",
    "PRINT_KEY",
    "SBL",
    "PRIMARY_OWNER",
    "ADD_OWNER",
    "LOC_ST_NBR",
    "LOC_STREET",
    "MAIL_ADDR",
    "PO_BOX",
    "MAIL_CITY",
    "MAIL_STATE",
    "MAIL_ZIP",
    "PROP_CLASS",
]
PARCEL = [
    "523400",
    "12.13-2-15.1",
    "01201300020150010000",
    "Peña, Rosa",
    "C/O O'Brien & Sons <Plumbing>",
    "0012",
    "Lake Path",
    "",
    "42",
    "Hague",
    "NY",
    "128360042",
    "210",
]
ACCOUNT_HEADERS = [
    "ACCOUNT",
    "PRINT_KEY",
    "CLASS",
    "EDU",
    "METER_SERIAL",
    "DIGITS",
    "MULTIPLIER",
    "STATUS",
    "START",
    "OPENING_READING",
    "OPENING_DATE",
]
ACCOUNT = [
    "00001042",
    "12.13-2-15.1",
    "MET",
    "0.375",
    "00047110",
    "6",
    "100",
    "Seasonal",
    "7/4/2026",
    "004875",
    "2026-06-29",
]
READING_HEADERS = ["account", "meter", "read_date", "reading", "read_code", "units", "note"]
READING = ["00001042", "00047110", "12/28/2026", "005115", "E", "CCF", "dog in yard"]

Value = str | Cell


def _table(headers: Sequence[str], *rows: Sequence[Value]) -> SheetTable:
    def cell(value: Value) -> Cell:
        return value if isinstance(value, Cell) else Cell(value) if value else EMPTY_CELL

    body = tuple(SheetRow(n, tuple(cell(v) for v in row)) for n, row in enumerate(rows, start=2))
    return SheetTable("list.xlsx", tuple(headers), body, "ab" * 32)


def _parcels(*rows: Sequence[Value], context: ImportContext = ANY) -> ImportPreview[ParcelRow]:
    mapping = suggest_mapping(PARCEL_HEADERS, kind=ImportKind.PARCELS)
    return read_parcels(_table(PARCEL_HEADERS, *rows), mapping, context=context)


def _accounts(*rows: Sequence[Value], context: ImportContext = ANY) -> ImportPreview[AccountRow]:
    mapping = suggest_mapping(ACCOUNT_HEADERS, kind=ImportKind.ACCOUNTS)
    return read_accounts(_table(ACCOUNT_HEADERS, *rows), mapping, context=context)


def _readings(*rows: Sequence[Value], context: ImportContext = ANY) -> ImportPreview[ReadingRow]:
    mapping = suggest_mapping(READING_HEADERS, kind=ImportKind.READINGS)
    return read_readings(_table(READING_HEADERS, *rows), mapping, context=context)


def _with(row: Sequence[Value], place: int, value: Value) -> list[Value]:
    return [*row[:place], value, *row[place + 1 :]]


def test_recognize_columns_however_they_are_spelled() -> None:
    mapping = suggest_mapping(
        ["Print Key", "Swis Code", "Owner Name", "loc-street", "Shoe Size"], kind=ImportKind.PARCELS
    )
    assert mapping == {
        "swis": "Swis Code",
        "print_key": "Print Key",
        "owner": "Owner Name",
        "location_street": "loc-street",
    }


def test_guess_what_a_file_is() -> None:
    assert guess_kind(PARCEL_HEADERS) is ImportKind.PARCELS
    assert guess_kind(ACCOUNT_HEADERS) is ImportKind.ACCOUNTS
    assert guess_kind(READING_HEADERS) is ImportKind.READINGS
    assert guess_kind(["Shoe Size"]) is None


def test_read_parcel_with_everything_kept() -> None:
    preview = _parcels(PARCEL)
    assert not preview.rejects
    assert not preview.notes
    (row,) = preview.rows
    assert (row.swis, row.print_key, row.sbl) == ("523400", "12.13-2-15.1", "01201300020150010000")
    assert (row.owner, row.second_owner, row.care_of) == ("Peña, Rosa", "", "C/O O'Brien & Sons <Plumbing>")
    assert row.location == "0012 Lake Path"
    assert row.mail_lines == ("PO Box 42",)
    assert row.mail_zip == "12836-0042"


def test_read_account_with_units_meter_and_dates() -> None:
    (row,) = _accounts(ACCOUNT).rows
    assert (row.account, row.units, row.status) == ("00001042", D("0.375"), AccountStatus.SEASONAL)
    assert (row.start, row.opening_date) == (date(2026, 7, 4), date(2026, 6, 29))
    assert (row.meter_serial, row.digits, row.multiplier, row.opening_reading) == (
        "00047110",
        6,
        D(100),
        D(4875),
    )
    assert row.meter_unit is VolumeUnit.GALLON


def test_read_reading_with_code_and_unit() -> None:
    preview = read_rows(
        _table(READING_HEADERS, READING),
        suggest_mapping(READING_HEADERS, kind=ImportKind.READINGS),
        ImportKind.READINGS,
        context=ANY,
    )
    (row,) = preview.rows
    assert isinstance(row, ReadingRow)
    assert (row.reading, row.code, row.unit, row.multiple) == (
        D(5115),
        ReadingCode.ESTIMATED,
        VolumeUnit.CUBIC_FOOT,
        D(100),
    )
    assert row.read_date == date(2026, 12, 28)


def test_dispatch_each_kind() -> None:
    parcels = _table(PARCEL_HEADERS, PARCEL)
    accounts = _table(ACCOUNT_HEADERS, ACCOUNT)
    for table, kind in ((parcels, ImportKind.PARCELS), (accounts, ImportKind.ACCOUNTS)):
        preview = read_rows(table, suggest_mapping(table.headers, kind=kind), kind, context=ANY)
        assert (preview.kind, len(preview.rows)) == (kind, 1)


@pytest.mark.parametrize(
    ("place", "cell", "words"),
    [
        (0, "52340", "six digits"),
        (1, Cell("2015-12-13", CellKind.DATE), "turned into a date"),
        (1, "12/13/2015", "no tax map number"),
        (1, Cell("1213", CellKind.NUMBER), "zeros in front are lost"),
        (2, Cell("1201300020150010000", CellKind.NUMBER), "zeros in front are lost"),
        (2, "1201300020150010000", "has 19: zeros in front are lost"),
        (2, "012-013", "20 digits or letters"),
        (3, "", "owner is needed"),
        (3, Cell("=A1", CellKind.FORMULA), "paste it as values"),
        (3, Cell("Peña", CellKind.TEXT, merged=True), "unmerge"),
        (3, Cell("#N/A", CellKind.ERROR), "error of the spreadsheet"),
        (3, "Pe\x00ña", "cannot be printed"),
        (3, "x" * 10_000, "10,000 characters long"),
        (5, Cell("2026-10-12", CellKind.DATE), "turned into a date"),
        (11, Cell("1236", CellKind.NUMBER), "lost a zero"),
        (11, "ABCDE", "five digits"),
    ],
)
def test_refuse_parcel_cell_with_its_reason(place: int, cell: Value, words: str) -> None:
    preview = _parcels(PARCEL, _with(_with(PARCEL, 1, "12.13-2-16"), place, cell))
    assert len(preview.rows) == 1
    assert preview.rejected_rows == 1
    reasons = [reject for reject in preview.rejects if words in reject.reason]
    assert reasons, preview.rejects
    assert (reasons[0].row, reasons[0].column) == (3, PARCEL_HEADERS[place])


@pytest.mark.parametrize(
    ("place", "cell", "words"),
    [
        (0, Cell("1042", CellKind.NUMBER), "zeros in front are lost"),
        (3, "one", "not a number"),
        (3, "-1", "zero or more"),
        (3, "0,375", "not a number"),
        (4, Cell("47110", CellKind.NUMBER), "zeros in front are lost"),
        (4, "", "no serial number"),
        (5, "4.5", "not a whole number"),
        (5, "2", "3 to 10"),
        (3, "99999999999999999999", "No account has more than 99,999 units"),
        (6, "", "0.0001 to 1,000,000"),
        (6, "99999999999999999", "0.0001 to 1,000,000"),
        (6, "0.0000001", "0.0001 to 1,000,000"),
        (7, "asleep", "use one of active"),
        (8, "2/29/2027", "not a day of the calendar"),
        (8, "7/4/26", "four digits for the year"),
        (8, Cell("4", CellKind.NUMBER), "not a date"),
        (9, "1000000", "does not fit a dial of 6"),
        (10, "", "needs its date"),
    ],
)
def test_refuse_account_cell_with_its_reason(place: int, cell: Value, words: str) -> None:
    preview = _accounts(_with(ACCOUNT, place, cell))
    assert not preview.rows
    assert any(words in reject.reason for reject in preview.rejects), preview.rejects


def test_refuse_an_account_whose_year_is_a_slip() -> None:
    """On 01/04/2027 no dial was read in 2031, and no account begins in 2030; one begins on 04/01/2027."""
    context = ImportContext(today=date(2027, 1, 4))
    found = _accounts(
        _with(ACCOUNT, 10, "12/31/2031"),
        _with(_with(_with(ACCOUNT, 0, "00001043"), 4, "00047111"), 8, "6/1/2030"),
        _with(_with(_with(ACCOUNT, 0, "00001044"), 4, "00047112"), 8, "4/1/2027"),
        context=context,
    )
    assert [(one.row, one.column) for one in found.rejects] == [(2, "OPENING_DATE"), (3, "START")]
    assert [one.account for one in found.rows] == ["00001044"]


@pytest.mark.parametrize(
    ("place", "cell", "words"),
    [
        (2, "12/28/2027", "in the future"),
        (2, "", "reading date is needed"),
        (3, "005115x", "not a number"),
        (4, "Z", "A for actual"),
        (5, "firkin", "not a unit of volume"),
    ],
)
def test_refuse_reading_cell_with_its_reason(place: int, cell: Value, words: str) -> None:
    preview = _readings(_with(READING, place, cell), context=ImportContext(today=date(2027, 1, 4)))
    assert not preview.rows
    assert any(words in reject.reason for reject in preview.rejects), preview.rejects


def test_take_date_cells_and_day_numbers() -> None:
    rows = [
        _with(READING, 2, Cell("2026-12-28", CellKind.DATE)),
        _with(READING, 2, Cell("46385", CellKind.NUMBER)),
        _with(READING, 2, "2026-12-30"),
    ]
    assert [row.read_date.day for row in _readings(*rows).rows] == [28, 29, 30]


def test_refuse_all_slashed_dates_of_a_column_with_the_day_first() -> None:
    rows = [_with(READING, 2, "28/12/2026"), _with(READING, 2, "03/04/2026"), _with(READING, 2, "2026-04-03")]
    preview = _readings(*rows)
    assert [row.line for row in preview.rows] == [4]
    assert all("read two ways" in reject.reason for reject in preview.rejects)


def test_refuse_duplicates_within_the_file() -> None:
    (parcel, sbl) = _parcels(PARCEL, PARCEL).rejects
    assert "already in row 2" in parcel.reason
    assert sbl.column == "SBL"
    assert {r.column for r in _accounts(ACCOUNT, ACCOUNT).rejects} == {"ACCOUNT", "METER_SERIAL"}
    assert [r.row for r in _readings(READING, READING, _with(READING, 2, "12/29/2026")).rejects] == [3]


def test_check_against_what_the_office_holds() -> None:
    context = ImportContext(
        print_keys=frozenset({"12.13-2-99"}),
        classes=frozenset({"RES"}),
        existing_accounts=frozenset({"00001042"}),
        existing_parcels=frozenset({("523400", "12.13-2-15.1")}),
        meters=frozenset({("00001042", "00047111")}),
    )
    assert {r.column for r in _accounts(ACCOUNT, context=context).rejects} == {
        "ACCOUNT",
        "PRINT_KEY",
        "CLASS",
    }
    assert "already in the office" in _parcels(PARCEL, context=context).rejects[0].reason
    assert "not installed at account 00001042" in _readings(READING, context=context).rejects[0].reason


def test_note_sbl_that_does_not_match_its_print_key() -> None:
    preview = _parcels(_with(PARCEL, 2, "01201300020160010000"))
    assert len(preview.rows) == 1
    assert "compare both" in preview.notes[0]


def test_reject_row_with_more_cells_than_headings() -> None:
    table = SheetTable(
        "list.csv", tuple(READING_HEADERS), (SheetRow(7, tuple(Cell(v) for v in READING), 1),), ""
    )
    preview = read_readings(table, suggest_mapping(READING_HEADERS, kind=ImportKind.READINGS), context=ANY)
    assert [(r.row, "quotation marks" in r.reason) for r in preview.rejects] == [(7, True)]


def test_name_the_columns_that_are_missing() -> None:
    headers = ["Name", "Shoe Size"]
    with pytest.raises(UserError, match=r"(?s)list\.xlsx.*SWIS.*PRINT_KEY.*Its columns are Name, Shoe Size"):
        read_parcels(_table(headers, ["a", "b"]), {"owner": "Name"}, context=ANY)


@pytest.mark.parametrize(
    ("headers", "mapping", "words"),
    [
        (["A"], {"hat": "A"}, "not a field"),
        (["A"], {"owner": "B"}, "no column “B”"),
        (["A", "A"], {"owner": "A"}, "two columns “A”"),
        (["A"], {"owner": "A", "swis": "A"}, "chosen twice"),
    ],
)
def test_refuse_unusable_mapping(headers: list[str], mapping: dict[str, str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        read_parcels(_table(headers, ["x"] * len(headers)), mapping, context=ANY)


def test_list_rejected_rows_as_a_sheet() -> None:
    table = _table(PARCEL_HEADERS, PARCEL, _with(PARCEL, 0, "52"))
    preview = read_parcels(table, suggest_mapping(PARCEL_HEADERS, kind=ImportKind.PARCELS), context=ANY)
    headings, rows = rejected_sheet(table, preview.rejects)
    assert headings[:3] == ("Row", "Why it was rejected", "SWIS")
    ((number, why, swis, *_),) = rows
    assert (number, swis) == ("3", "52")
    assert why.startswith("SWIS: A SWIS code has six digits.")
