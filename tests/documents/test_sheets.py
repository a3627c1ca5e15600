"""Reading files as they come: character sets, delimiters, workbooks with types, formulas and merged cells."""

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from sewerdesk.documents.sheets import read_sheet, read_sheet_bytes
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.domain.sheettable import CellKind, SheetTable

LINES = 'account,name\r\n00001042,Peña\r\n\r\n00001043,"O\'Brien, Ann"\r\n'


def _texts(table: SheetTable) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def _book(fill: Callable[[Workbook], None]) -> bytes:
    book = Workbook()
    fill(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "warned"),
    [
        (LINES.encode(), False),
        (b"\xef\xbb\xbf" + LINES.encode(), False),
        (b"\xff\xfe" + LINES.encode("utf-16-le"), False),
        (b"\xfe\xff" + LINES.encode("utf-16-be"), False),
        (LINES.encode("cp1252"), True),
        (LINES.replace("\r\n", "\n").encode(), False),
        (LINES.replace("\r\n", "\r").encode(), False),
        (LINES.replace(",name", ";name").replace("42,", "42;").replace("43,", "43;").encode(), False),
        (LINES.replace(",name", "\tname").replace("42,", "42\t").replace("43,", "43\t").encode(), False),
        (LINES.replace(",name", "|name").replace("42,", "42|").replace("43,", "43|").encode(), False),
    ],
)
def test_read_text_in_any_usual_form(data: bytes, warned: bool) -> None:
    table = read_sheet_bytes(data, name="list.csv")
    assert table.headers == ("account", "name")
    assert _texts(table) == [["00001042", "Peña"], ["00001043", "O'Brien, Ann"]]
    assert [row.number for row in table.rows] == [2, 4]
    assert bool(table.warnings) is warned
    assert all(cell.kind is CellKind.TEXT for row in table.rows for cell in row.cells)


def test_keep_line_numbers_after_a_cell_of_several_lines() -> None:
    table = read_sheet_bytes(b'a,b\n1,"two\nlines"\n3,4\n', name="list.csv")
    assert [row.number for row in table.rows] == [2, 4]
    assert table.rows[0].cells[1].text == "two\nlines"


def test_pad_short_rows_drop_trailing_commas_and_count_extra_cells() -> None:
    table = read_sheet_bytes(b"a,b,c,,\n1,2,3,,\n4\n1,2,3,,9\n", name="list.csv")
    assert table.headers == ("a", "b", "c")
    assert _texts(table)[1] == ["4", "", ""]
    assert [row.extra for row in table.rows] == [0, 0, 1]


def test_strip_no_break_spaces_and_name_blank_headings() -> None:
    table = read_sheet_bytes("a,,c\n\u00a01\u00a0,2,3\n".encode(), name="list.csv")
    assert table.headers == ("a", "(column 2)", "c")
    assert table.rows[0].cells[0].text == "1"


def test_leave_out_title_above_the_headings() -> None:
    table = read_sheet_bytes(b"Readings of December\n\na,b\n1,2\n", name="list.csv")
    assert (table.headers, table.rows[0].number) == (("a", "b"), 4)
    assert "above the headings" in table.warnings[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\n\n , ,\n", "no rows"),
        (b"a,b\n", "no rows below"),
        (b'a,b\n1,"open\n2,3\n', "quotation mark is not closed"),
        (b"a,b\n1," + b"x" * 200_000 + b"\n", "too long"),
        (b"\xd0\xcf\x11\xe0rest", "old Excel file or has a password"),
        (b"\x00\x01\x02\x03", "not a text file"),
        (b"\x81\x8d\x8f", "not a text file"),
        (b"\xe9\x00", "not a text file"),
        (b"PK\x03\x04 torn", "damaged"),
    ],
)
def test_refuse_unusable_bytes_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(UserError, match=words) as failure:
        read_sheet_bytes(data, name="list.csv")
    assert failure.value.message.startswith("list.csv")


def test_refuse_other_package_and_broken_workbook() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        package.writestr("content.xml", "<x/>")
    with pytest.raises(UserError, match="not an Excel workbook"):
        read_sheet_bytes(stream.getvalue(), name="list.ods")
    with zipfile.ZipFile(stream, "a") as package:
        package.writestr("xl/workbook.xml", "<x")
    with pytest.raises(UserError, match="save it again"):
        read_sheet_bytes(stream.getvalue(), name="list.xlsx")


def test_keep_type_of_each_workbook_cell() -> None:
    def fill(book: Workbook) -> None:
        sheet = book.worksheets[0]
        sheet.append(["key", "number", "fraction", "day", "sum", "yes", "text", "bad"])
        sheet.append(["00042", 1042, 0.375, date(2026, 12, 28), "=B2*2", True, "x", "#N/A"])
        sheet["G2"].value = "=1+1 LLC"
        sheet["G2"].data_type = "s"
        sheet["H2"].data_type = "e"
        sheet.append([])
        sheet.append(
            [" a\u00a0b ", 12836.0, 0.1 + 0.2, datetime.fromisoformat("2026-07-04T10:30:00"), None, False]
        )

    table = read_sheet_bytes(_book(fill), name="list.xlsx")
    first, second = table.rows
    assert [(cell.text, cell.kind.name) for cell in first.cells] == [
        ("00042", "TEXT"),
        ("1042", "NUMBER"),
        ("0.375", "NUMBER"),
        ("2026-12-28", "DATE"),
        ("=B2*2", "FORMULA"),
        ("TRUE", "BOOLEAN"),
        ("=1+1 LLC", "TEXT"),
        ("#N/A", "ERROR"),
    ]
    assert second.number == 4
    assert [cell.text for cell in second.cells] == ["a b", "12836", "0.3", "2026-07-04", "", "FALSE", "", ""]


def test_mark_merged_cells() -> None:
    def fill(book: Workbook) -> None:
        sheet = book.worksheets[0]
        for row in (["key", "owner"], ["1", "Roe"], ["2", ""], ["3", "Doe"]):
            sheet.append(row)
        sheet.merge_cells("B2:B3")

    table = read_sheet_bytes(_book(fill), name="list.xlsx")
    assert [[cell.merged for cell in row.cells] for row in table.rows] == [
        [False, True],
        [False, True],
        [False, False],
    ]


def test_read_first_filled_sheet_and_say_so() -> None:
    def fill(book: Workbook) -> None:
        book.create_sheet("Parcels").append(["a", "b"])
        book["Parcels"].append(["1", "2"])
        book.create_sheet("Notes").append(["private"])
        book.create_sheet("Blank")

    table = read_sheet_bytes(_book(fill), name="list.xlsx")
    assert _texts(table) == [["1", "2"]]
    assert table.warnings == ("list.xlsx: only the sheet “Parcels” is read; “Notes” is left out.",)


def test_read_rows_beyond_a_wrong_stated_size() -> None:
    def fill(book: Workbook) -> None:
        for n in range(5):
            book.worksheets[0].append([f"a{n}", f"b{n}"])

    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_book(fill))) as source, zipfile.ZipFile(stream, "w") as target:
        for member in source.namelist():
            body = source.read(member)
            target.writestr(member, body.replace(b'<dimension ref="A1:B5"', b'<dimension ref="A1"'))
    assert len(read_sheet_bytes(stream.getvalue(), name="list.xlsx").rows) == 4


def test_read_file_from_disk_with_its_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"a,b\n1,2\n")
    table = read_sheet(path)
    assert (table.name, len(table.sha256)) == ("list.csv", 64)
    assert table.sha256 == read_sheet_bytes(b"a,b\n1,2\n", name="other.csv").sha256


def test_refuse_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no longer there"):
        read_sheet(tmp_path / "gone.csv")
    with pytest.raises(UserError, match="is a folder"):
        read_sheet(tmp_path)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PermissionError(13, "locked"), ProblemKind.FILE_OPEN_ELSEWHERE),
        (OSError(5, "I/O error"), ProblemKind.INPUT_OUTPUT),
    ],
)
def test_tell_what_keeps_a_file_from_being_read(
    error: OSError, kind: ProblemKind, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_: Path) -> bytes:
        raise error

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(EnvironmentProblem) as failure:
        read_sheet(tmp_path / "list.csv")
    assert failure.value.kind is kind
    assert "list.csv" in failure.value.message
