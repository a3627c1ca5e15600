"""Any report as a paper and as a workbook: heads on every page, sums, run stamp, text that stays text."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from openpyxl import load_workbook

from sewerdesk.documents.pdf.report import report_pdf
from sewerdesk.documents.pdf.report_layout import lay_out
from sewerdesk.documents.xlsx.report import report_workbook
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.reports.model import (
    Body,
    Cell,
    CellKind,
    Proof,
    Report,
    ReportColumn,
    ReportGroup,
    ReportRow,
    RunStamp,
)
from tests.documents.pdf_text import pages_text

D = Decimal
COLUMNS = (
    ReportColumn("account", "Account", CellKind.IDENTIFIER, 10),
    ReportColumn("owner", "Owner", width=24, wraps=True),
    ReportColumn("due", "Due", CellKind.DATE, 10),
    ReportColumn("bills", "Bills", CellKind.WHOLE, 6, summed=True),
    ReportColumn("late", "Past due", CellKind.MONEY, 10, summed=True, blank_zero=True, optional=True),
    ReportColumn("balance", "Balance", CellKind.MONEY, 12, summed=True),
)
STAMP = RunStamp(datetime(2027, 1, 4, 15, tzinfo=UTC), "MB", "0.1.0")


def _row(number: int, amount: str, owner: str = "Ana Peña", late: str = "0.00") -> ReportRow:
    cells: tuple[Cell, ...] = (f"{number:08d}", owner, date(2027, 2, 1), 1, D(late), D(amount))
    return ReportRow(cells, number)


def _report(*groups: ReportGroup, proofs: tuple[Proof, ...] = ()) -> Report:
    body = Body(COLUMNS, groups, "account", ("Days run from the due date.",), proofs, "Nobody owed anything.")
    return Report("aged", "Aged receivables", "As of 01/04/2027.", date(2027, 1, 4), body, STAMP)


def _two_classes() -> Report:
    agreed = Proof("The buckets come to", D("158.50"), "the ledger to", D("158.50"))
    return _report(
        ReportGroup("M Metered", (_row(42, "182.00"), _row(43, "-30.00", "O'Brien & Sons <Plumbing>"))),
        ReportGroup("R Per unit", (_row(44, "6.50"),)),
        proofs=(agreed,),
    )


def _text(report: Report) -> list[str]:
    return pages_text(report_pdf(report, municipality="Town of Hague"))


def test_print_groups_sums_count_and_stamp() -> None:
    """Features H15: count, sum, scope and run stamp on every report."""
    (text,) = _text(_two_classes())
    for words in (
        "Town of Hague", "Aged receivables", "As of 01/04/2027.", "Account Owner Due Bills Balance", "M Metered",
        "00000042 Ana Peña 02/01/2027 1 182.00", "00000043 O'Brien & Sons <Plumbing> 02/01/2027 1 -30.00",
        "M Metered: 2 2 152.00", "R Per unit: 1 1 6.50", "Total: 3 accounts 3 158.50",
        "Nothing in Past due; this column is left out.", "Days run from the due date.",
        "The buckets come to 158.50, the ledger to 158.50: they agree.", "by MB, Sewerdesk 0.1.0",
        "report-aged · page 1 of 1",
    ):  # fmt: skip
        assert words in text, words


def test_repeat_heads_and_scope_on_every_page() -> None:
    rows = tuple(_row(number, "10.00", late="1.00") for number in range(1, 131))
    pages = _text(_report(ReportGroup("", rows)))
    assert len(pages) == 3
    for number, text in enumerate(pages, 1):
        assert "Account Owner Due Bills Past due Balance" in text
        assert "As of 01/04/2027." in text
        assert f"page {number} of 3" in text
    assert "Total: 130 accounts 130 130.00 1,300.00" in pages[-1]
    assert "Total" not in pages[0]


def test_never_part_a_sum_from_its_last_row() -> None:
    for count in range(40, 60):
        pages = _text(_report(ReportGroup("M Metered", tuple(_row(n, "1.00") for n in range(1, count + 1)))))
        assert f"{count:08d}" in pages[-1], "the last row stands with the sum and the notes"
        assert "Days run from the due date." in pages[-1]


def test_say_that_nothing_falls_in() -> None:
    (text,) = _text(_report(ReportGroup("", ())))
    assert "Nobody owed anything." in text
    assert "Total" not in text


def test_print_in_bold_what_does_not_agree() -> None:
    wrong = Proof("The buckets come to", D("1.00"), "the ledger to", D("2.00"))
    (text,) = _text(_report(ReportGroup("", (_row(1, "1.00"),)), proofs=(wrong,)))
    assert "but the ledger to 2.00: -1.00 apart. Check the books before you use it." in text


def test_turn_the_page_for_many_columns() -> None:
    few = lay_out(_two_classes())
    assert few.page_height > few.page_width
    columns = tuple(ReportColumn(f"m{n}", f"Month {n}", CellKind.MONEY, summed=True) for n in range(12))
    row = ReportRow(tuple(D("-123456.78") for _ in columns))
    body = Body(columns, (ReportGroup("", (row,)),), "line")
    wide = lay_out(Report("wide", "Wide", "All.", date(2027, 1, 4), body, STAMP))
    assert wide.page_width > wide.page_height
    right = wide.left + wide.width + 0.01
    assert all(one.edge <= right for one in wide.columns)


def test_name_the_report_with_a_sign_that_cannot_be_printed() -> None:
    with pytest.raises(UserError, match="the report Aged receivables"):
        _text(_report(ReportGroup("", (_row(1, "1.00", "名前"),))))


def test_draw_the_same_bytes_for_the_same_report() -> None:
    assert report_pdf(_two_classes(), municipality="T") == report_pdf(_two_classes(), municipality="T")


def test_stop_drawing_when_told_to() -> None:
    class Stopped(Exception):
        pass

    def told(_done: int, _total: int, _text: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        report_pdf(_two_classes(), municipality="T", progress=told)


def test_export_real_numbers_dates_and_identifiers_as_text() -> None:
    """Features H7: identifiers stay text with their zeros, text is never a formula, sums are checked by one."""
    report = _report(
        ReportGroup("M", (_row(42, "182.00", "=1+1 LLC"),)), ReportGroup("R", (_row(43, "-30.00"),))
    )
    book = load_workbook(io.BytesIO(report_workbook(report, municipality="Town of Hague")))
    sheet = book["Aged receivables"]
    assert [cell.value for cell in sheet[1]] == [
        "Group", "Account", "Owner", "Due", "Bills", "Past due", "Balance",
    ]  # fmt: skip
    first = sheet[2]
    assert (first[1].value, first[1].data_type) == ("00000042", "s")
    assert (first[2].value, first[2].data_type) == ("=1+1 LLC", "s")
    assert (first[3].data_type, f"{first[3].value:%m/%d/%Y}") == ("d", "02/01/2027")
    assert (first[6].value, sheet[4][6].value) == (182, 152)
    assert sheet[5][6].value == "=SUBTOTAL(109,G2:G3)"
    about = {row[0].value: row[1].value for row in book["About"].iter_rows()}
    assert about["Scope"] == "As of 01/04/2027."
    assert about["Lines"] == "2 accounts"
    assert str(about["Run"]).endswith("by MB, Sewerdesk 0.1.0")
