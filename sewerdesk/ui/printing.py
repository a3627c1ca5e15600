"""Finished PDF pages on paper and in files: printed at actual size, saved whole or not at all."""

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.ui.jobs import Reporter
from sewerdesk.ui.pdf_pages import POINTS_PER_INCH, PageSize, PdfPages

#: Dots per inch above which a page's picture only costs memory: 100 MB for a letter page at 600.
FINEST = 600


@dataclass(frozen=True, slots=True)
class PageRange:
    """Pages to print, counted from 0; ``last`` is included."""

    first: int
    last: int


def prepare_printer(printer: QPrinter, size: PageSize) -> None:
    """Set the paper to the page's own size, upright or across, without margins of the printer's."""
    upright = size.height >= size.width
    short, long = sorted((size.width, size.height))
    paper = QPageSize(QSizeF(short, long), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    orientation = QPageLayout.Orientation.Portrait if upright else QPageLayout.Orientation.Landscape
    printer.setFullPage(True)
    printer.setPageLayout(QPageLayout(paper, orientation, QMarginsF(0, 0, 0, 0)))


def print_pages(pdf: bytes, printer: QPrinter, pages: PageRange, reporter: Reporter) -> int:
    """Print the pages at actual size, never scaled; returns how many. Runs as a job.

    Raises EnvironmentProblem where the printer does not take them, and JobCancelled after a page when stopped.
    """
    source = PdfPages(pdf)
    try:
        prepare_printer(printer, source.sizes[pages.first])
        painter = QPainter()
        if not painter.begin(printer):
            raise _refused(printer)
        try:
            for index in range(pages.first, pages.last + 1):
                done = index - pages.first
                reporter.step(done, pages.last - pages.first + 1, f"Page {index + 1}")
                if done:
                    _next_page(printer, source.sizes[index - 1], source.sizes[index])
                _draw(source, index, printer, painter)
        finally:
            painter.end()
    finally:
        source.close()
    return pages.last - pages.first + 1


def _next_page(printer: QPrinter, size: PageSize, following: PageSize) -> None:
    if following != size:
        prepare_printer(printer, following)
    if not printer.newPage():
        raise _refused(printer)


def _draw(source: PdfPages, index: int, printer: QPrinter, painter: QPainter) -> None:
    size = source.sizes[index]
    dots = printer.resolution() / POINTS_PER_INCH  # device dots to a point
    picture = source.render(index, scale=min(printer.resolution(), FINEST) / POINTS_PER_INCH)
    painter.drawImage(QRectF(0, 0, size.width * dots, size.height * dots), picture, QRectF(picture.rect()))


def _refused(printer: QPrinter) -> EnvironmentProblem:
    name = printer.printerName() or "The printer"
    return EnvironmentProblem(
        ProblemKind.INPUT_OUTPUT,
        f"{name} does not take the pages. Check that it is on and has paper, or open the PDF in the viewer and "
        "print it from there.",
    )


def save_pdf(path: Path, pdf: bytes) -> None:
    """Write the file beside its place and move it there in one step.

    Raises EnvironmentProblem where another program has the file open or the folder cannot be written; what was
    there before is then still there.
    """
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as handle:
            handle.write(pdf)
            handle.flush()
            os.fsync(handle.fileno())
        part.replace(path)
    except PermissionError as error:
        part.unlink(missing_ok=True)
        raise EnvironmentProblem(
            ProblemKind.FILE_OPEN_ELSEWHERE,
            f"{path.name} could not be written. Close the file {path.name} if it is open in another program and "
            "try again, or choose another folder.",
        ) from error
    except OSError as error:
        part.unlink(missing_ok=True)
        raise EnvironmentProblem(
            ProblemKind.INPUT_OUTPUT,
            f"{path.name} could not be written to {path.parent} ({error.strerror}). Choose another folder.",
        ) from error
