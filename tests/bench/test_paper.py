"""How fast a run of bills becomes paper, against the same engine's own flowing layout."""

import io
from dataclasses import replace
from time import perf_counter

import pytest
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table

from sewerdesk.documents.pdf import pen, tables
from sewerdesk.documents.pdf.bill import bills_pdf
from tests.documents.bills import BILL, SETTINGS
from tests.documents.pdf_text import text_runs

BILLS = 1_000
FLOWED = 100


@pytest.mark.slow
def test_print_bills_at_least_three_times_as_fast_as_flowing_text() -> None:
    pages = [replace(BILL, account=f"{n:08d}", bill_no=f"BIL-2026-{n:04d}") for n in range(BILLS)]
    bills_pdf(pages[:10], settings=SETTINGS)
    start = perf_counter()
    data = bills_pdf(pages, settings=SETTINGS)
    drawn = BILLS / (perf_counter() - start)
    flowed = _flowed_rate([run.text for run in text_runs(data)])
    print(
        f"bills: {drawn:,.0f} pages a second, {len(data) / BILLS / 1024:.1f} KB each; flowing: {flowed:,.0f}"
    )
    assert drawn >= 3 * flowed


def _flowed_rate(texts: list[str]) -> float:
    """Pages a second of the same words as paragraphs in a table of four columns."""
    start = perf_counter()
    story: list[Flowable] = []
    for _ in range(FLOWED):
        cells: list[Paragraph | str] = [tables.paragraph(text, pen.FOOT) for text in texts]
        cells += [""] * (-len(cells) % 4)
        story += [Table([cells[n : n + 4] for n in range(0, len(cells), 4)]), PageBreak()]
    SimpleDocTemplate(io.BytesIO(), topMargin=20, bottomMargin=20).build(story)
    return FLOWED / (perf_counter() - start)
