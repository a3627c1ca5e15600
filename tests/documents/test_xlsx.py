import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.documents.xlsx.billing_register import RegisterRow, billing_register
from sewerdesk.documents.xlsx.cells import LONGEST_TEXT, CellValue, ColumnKind, SheetColumn, cell_text
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes
from sewerdesk.documents.xlsx.rejects import RejectedValue, rejects_workbook
from sewerdesk.documents.xlsx.table_export import export_table

ABOUT = About(
    title="Unpaid accounts",
    municipality="Town of Elm Creek & Sons",
    as_of=date(2026, 7, 31),
    run_at="07/31/2026 9:15 AM",
    filters=(("Status", "Unpaid"), ("District", "=SS1")),
)
TRAPS = [
    "=cmd|' /C calc'!A0", "=1+1", "+1", "-5", "@x", "\t=1", "007", "12345678901234567890", "10-12", "3-4", "1E5",
    "#N/A", "#REF!", "TRUE", "01/02/2026", "line one\nline two", "  spaced  ", "'quoted", "<b>&amp;", "=",
]  # fmt: skip
ROW = RegisterRow(
    account="00001042",
    owner="=HYPERLINK(1)",
    service_address="10-12 Main Street",
    tax_map_no="12.13-2-15.1",
    district="SS1",
    rate_class="Residential",
    units=Decimal("1.00"),
    bill_no="BIL-2026-0143",
    due_date=date(2026, 7, 31),
    previous_read="004875",
    present_read="005115",
    estimated=False,
    usage=Decimal(24000),
    previous_balance=Decimal("125.00"),
    payments=Decimal("125.00"),
    adjustments=Decimal("-0.10"),
    fixed_charges=Decimal("62.50"),
    usage_charges=Decimal("104.50"),
    debt_charges=Decimal("15.00"),
    other_charges=Decimal("0.00"),
    current_charges=Decimal("182.00"),
    total_due=Decimal("182.00"),
)


def table(kind: ColumnKind, values: Sequence[CellValue], *, total: bool = False) -> bytes:
    return export_table(
        [SheetColumn("Value", kind, total=total)], [(value,) for value in values], about=ABOUT
    )


def formulas(data: bytes) -> list[str]:
    book = openpyxl.load_workbook(io.BytesIO(data))
    return [
        str(cell.value)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]


def first_sheet(data: bytes) -> list[tuple[object, ...]]:
    return list(openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True))


@pytest.mark.parametrize("kind", [ColumnKind.TEXT, ColumnKind.IDENTIFIER])
def test_keep_every_text_as_typed(kind: ColumnKind) -> None:
    data = table(kind, TRAPS)
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    for row, trap in enumerate(TRAPS, 2):
        cell = sheet.cell(row, 1)
        assert cell.value == trap
        assert cell.data_type in {"s", "inlineStr"}
        assert cell.number_format == "@"
    assert formulas(data) == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=30), min_size=1, max_size=8))
def test_never_write_a_formula_for_any_text(values: list[str]) -> None:
    data = table(ColumnKind.TEXT, values)
    assert formulas(data) == []
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


def test_strip_control_characters_and_cut_at_the_limit() -> None:
    assert cell_text("a\x00b\x07c\x1fd\r\ne\rf\tg") == "abcd\ne\nf\tg"
    assert len(cell_text("x" * 40_000)) == LONGEST_TEXT
    assert len(cell_text("x " * 40_000)) == LONGEST_TEXT
    assert cell_text("\ud800\ufffe") == ""
    assert cell_text("_x0041_") == "_x005F_x0041_"


def test_write_money_dates_and_numbers_as_what_they_are() -> None:
    columns = [
        SheetColumn("Money", ColumnKind.MONEY),
        SheetColumn("Day", ColumnKind.DATE),
        SheetColumn("Feet", ColumnKind.QUANTITY),
        SheetColumn("Count", ColumnKind.WHOLE),
        SheetColumn("Paid", ColumnKind.YES_NO),
    ]
    data = export_table(
        columns, [(Decimal("-1234.50"), date(2026, 7, 31), Decimal("12.25"), 3, True)], about=ABOUT
    )
    row = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0][2]
    assert [cell.value for cell in row] == [-1234.5, datetime(2026, 7, 31), 12.25, 3, "Yes"]  # noqa: DTZ001
    assert [cell.number_format for cell in row][:2] == ["#,##0.00;[Red]-#,##0.00", "mm/dd/yyyy"]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (ColumnKind.MONEY, "12.00"),
        (ColumnKind.MONEY, True),
        (ColumnKind.DATE, "07/31/2026"),
        (ColumnKind.DATE, datetime(2026, 7, 31)),  # noqa: DTZ001
        (ColumnKind.TEXT, Decimal(1)),
    ],
)
def test_refuse_value_of_another_kind(kind: ColumnKind, value: CellValue) -> None:
    with pytest.raises(TypeError, match="cannot hold"):
        table(kind, [value])


def test_refuse_sum_of_a_text_column_and_ragged_rows() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        SheetColumn("Name", total=True)
    with pytest.raises(ValueError, match="longer"):
        export_table([SheetColumn("A")], [("1", "2")], about=ABOUT)


def test_total_the_register_and_check_it_by_formula() -> None:
    data = billing_register([ROW, replace(ROW, account="00001043"), replace(ROW, usage=None)], about=ABOUT)
    rows = first_sheet(data)
    total = dict(zip(rows[0], rows[4], strict=True))
    assert total["Account"] == "Total"
    assert total["Total due"] == 546
    assert total["Usage"] == 48000
    assert total["Adjustments"] == pytest.approx(-0.3)
    written = formulas(data)
    assert len(written) == 11
    assert all(text.startswith("=SUBTOTAL(109,") for text in written)
    assert "=SUBTOTAL(109,V2:V4)" in written


def test_set_up_the_register_for_screen_and_paper() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(billing_register([ROW], about=ABOUT))).worksheets[0]
    assert sheet.title == "Billing register"
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:W2"
    assert sheet["A1"].font.bold
    assert sheet.row_dimensions[1].height == 30  # "Tax map number" takes two lines
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.sheet_properties.pageSetUpPr is not None
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.oddHeader is not None
    assert "Elm Creek && Sons: Billing register" in str(sheet.oddHeader.left.text)
    assert sheet.oddFooter is not None
    assert "Run 07/31/2026" in str(sheet.oddFooter.left.text)
    assert sheet.column_dimensions["B"].width == len("=HYPERLINK(1)") + 3


def test_widen_columns_for_content_but_not_past_forty() -> None:
    columns = [SheetColumn("A"), SheetColumn("B", ColumnKind.MONEY), SheetColumn("C", ColumnKind.DATE)]
    rows: list[tuple[CellValue, ...]] = [("x" * 300, Decimal("1.00"), date(2026, 1, 1))] * 600
    rows.append(("y", Decimal("-123456789.00"), date(2026, 1, 1)))
    sheet = openpyxl.load_workbook(io.BytesIO(export_table(columns, rows, about=ABOUT))).worksheets[0]
    assert [sheet.column_dimensions[letter].width for letter in "ABC"] == [40, 18, 13]


def test_say_on_the_last_sheet_what_the_list_is() -> None:
    book = openpyxl.load_workbook(io.BytesIO(table(ColumnKind.TEXT, ["a"])))
    facts = {row[0]: row[1] for row in book["About"].iter_rows(values_only=True)}
    assert facts["Title"] == "Unpaid accounts"
    assert facts["As of"] == datetime(2026, 7, 31)  # noqa: DTZ001
    assert facts["District"] == "=SS1"
    assert book.properties.title == "Unpaid accounts"


def test_make_sheet_titles_that_excel_takes() -> None:
    sheets = [
        Sheet(title, [SheetColumn("A")], []) for title in ("a/b:c*?[d]", "x" * 50, "X" * 50, "about", "")
    ]
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(sheets, about=ABOUT)))
    assert book.sheetnames == ["a-b-c---d-", "x" * 31, "X" * 27 + " (2)", "about", "Sheet", "About (2)"]


def test_export_list_without_rows() -> None:
    assert first_sheet(table(ColumnKind.MONEY, [], total=True))[0] == ("Value",)


def test_give_refused_rows_back_with_reasons() -> None:
    data = rejects_workbook(
        [RejectedValue(12, "Meter", "007", "There is no meter 007.")],
        about=replace(ABOUT, title="Readings that were not imported"),
        headings=("Account", "Meter", "Reading"),
        rows=[("00001042", "007", "=5115"), ("00001043",)],
    )
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert list(book["What is wrong"].iter_rows(values_only=True))[1] == (
        12,
        "Meter",
        "007",
        "There is no meter 007.",
    )
    assert list(book["Rows to correct"].iter_rows(values_only=True)) == [
        ("Account", "Meter", "Reading"),
        ("00001042", "007", "=5115"),
        ("00001043", None, None),
    ]
    assert formulas(data) == []


def test_load_no_spreadsheet_library_with_the_data_classes() -> None:
    code = (
        "import sys, sewerdesk.documents.xlsx.billing_register, sewerdesk.documents.xlsx.rejects, "
        "sewerdesk.documents.xlsx.table_export; print('openpyxl' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not installed; this check is optional"
)
def test_open_register_in_libreoffice(tmp_path: Path) -> None:
    source = tmp_path / "register.xlsx"
    traps = [replace(ROW, owner=trap) for trap in TRAPS if "\n" not in trap]
    source.write_bytes(billing_register(traps, about=ABOUT))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "csv",
        "--outdir",
        str(tmp_path),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=55)
    lines = (tmp_path / "register.csv").read_text("utf-8").splitlines()
    assert len(lines) == len(traps) + 3
    assert lines[1].startswith("00001042,=cmd|' /C calc'!A0,10-12 Main Street,12.13-2-15.1,")
    total, check = lines[-2].split(","), lines[-1].split(",")
    assert total[0] == "Total"
    assert total[5:] == check[5:]
