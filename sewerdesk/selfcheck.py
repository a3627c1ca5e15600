"""Does this installation hold all it needs? Tried by doing a little of everything in a folder thrown away."""

import io
import logging
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from sewerdesk.clock import SystemClock
from sewerdesk.paths import resource

LIBRARIES = (
    "PySide6.QtWidgets",
    "sqlalchemy.orm",
    "alembic.command",
    "reportlab.pdfgen",
    "openpyxl",
    "pypdfium2",
)
FONTS = ("SourceSans3-Regular", "SourceSans3-SemiBold", "SourceSans3-Bold", "OCRA")


def run_checks() -> Iterator[tuple[str, str]]:
    """What was checked and what is wrong with it (empty where nothing is), one pair after the other."""
    checks: tuple[tuple[str, Callable[[], None]], ...] = (
        ("libraries", _import_libraries),
        ("fonts, icons, laws and letters", _read_resources),
        ("a new office from nothing", _make_office),
        ("a page with the program's fonts", _check_pdf),
        ("a spreadsheet", _check_sheet),
        ("a window with a preview of the page", _open_window),
    )
    for name, check in checks:
        try:
            check()
        except Exception as error:
            logging.getLogger(__name__).exception("self-check: %s", name)
            yield name, f"{type(error).__name__}: {error}"
        else:
            yield name, ""


def _import_libraries() -> None:
    for name in LIBRARIES:
        import_module(name)


def _read_resources() -> None:
    for name in FONTS:
        resource(f"fonts/{name}.ttf").read_bytes()
    for folder, pattern in (("icons", "*.svg"), ("laws", "*.toml"), ("letters", "*.toml")):
        files = sorted(resource(folder).glob(pattern))
        if not files:
            raise FileNotFoundError(f"the folder {folder} is empty")
        for file in files:
            text = file.read_text("utf-8")
            if pattern == "*.toml":
                tomllib.loads(text)


def _make_office() -> None:
    from sewerdesk.data.migrate import verify
    from sewerdesk.data.office import create_office

    with tempfile.TemporaryDirectory(prefix="sewerdesk-check-") as scratch:
        office = create_office(Path(scratch) / "office", clock=SystemClock(), actor="self-check")
        try:
            faults = verify(office.workspace.engine)
        finally:
            office.close()
    if faults:
        raise RuntimeError("; ".join(faults))


def _page() -> bytes:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(612, 792), invariant=1)
    for line, name in enumerate(FONTS):
        pdfmetrics.registerFont(TTFont(name, str(resource(f"fonts/{name}.ttf"))))
        canvas.setFont(name, 14)
        canvas.drawString(72, 700 - 24 * line, "Sewerdesk 0123456789")
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def _check_pdf() -> None:
    from pypdfium2 import PdfDocument

    document = PdfDocument(_page())
    text = document[0].get_textpage().get_text_range()
    document.close()
    if text.count("Sewerdesk 0123456789") != len(FONTS):
        raise RuntimeError("the page's text does not read back")


def _check_sheet() -> None:
    from openpyxl import Workbook, load_workbook

    target = io.BytesIO()
    book = Workbook(write_only=True)
    book.create_sheet("Bills").append(["0042", 12])
    book.save(target)
    rows = list(load_workbook(target, read_only=True)["Bills"].iter_rows(values_only=True))
    if rows != [("0042", 12)]:
        raise RuntimeError(f"the sheet reads back as {rows}")


def _open_window() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from sewerdesk.ui.selfcheck import show_page

    show_page(_page())
