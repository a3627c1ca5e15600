"""Pages of a finished PDF as pictures, drawn by PDFium away from the window's thread.

PDFium may be used by one thread at a time in the whole process, so every call here is made under one lock.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot
from PySide6.QtGui import QImage

POINTS_PER_INCH = 72

_PDFIUM = threading.Lock()


@dataclass(frozen=True, slots=True)
class PageSize:
    """Width and height in points of 1/72 inch."""

    width: float
    height: float


class PdfPages:
    """An open PDF. Its methods may be called from any thread and wait for one another."""

    def __init__(self, pdf: bytes) -> None:
        """Open ``pdf``; raises ValueError where it is not a PDF."""
        from pypdfium2 import PdfDocument, PdfiumError

        with _PDFIUM:
            try:
                self._document = PdfDocument(pdf)
            except PdfiumError as error:
                raise ValueError("these bytes are not a PDF") from error
            sizes = [self._document.get_page_size(index) for index in range(len(self._document))]
        self._closed = False
        self.sizes = tuple(PageSize(width, height) for width, height in sizes)

    def render(self, index: int, *, scale: float) -> QImage:
        """Page ``index`` (from 0) with ``scale`` pixels to a point, on white; a null picture once closed."""
        with _PDFIUM:
            if self._closed:
                return QImage()
            page = self._document[index]
            bitmap = page.render(
                scale=scale, prefer_bgrx=True, rev_byteorder=False, fill_color=(255, 255, 255, 255)
            )
            image = QImage(
                memoryview(bitmap.buffer),
                bitmap.width,
                bitmap.height,
                bitmap.stride,
                QImage.Format.Format_RGB32,
            ).copy()
            bitmap.close()
            page.close()
        return image

    def close(self) -> None:
        """Let go of the document."""
        with _PDFIUM:
            if not self._closed:
                self._closed = True
                self._document.close()


class PageRenderer(QObject):
    """Opens one PDF and draws its pages in a thread of its own; pages no longer wanted are skipped."""

    opened = Signal(object)  # tuple[PageSize, ...]
    failed = Signal(object)  # ValueError
    rendered = Signal(object, object, object)  # index, scale, QImage

    def __init__(self, pdf: bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = _Worker(pdf)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._asked: set[tuple[int, float]] = set()  # touched in this object's thread only
        outbox = self._worker.outbox
        outbox.opened.connect(self.opened)
        outbox.failed.connect(self.failed)
        outbox.rendered.connect(self.rendered)
        outbox.skipped.connect(self._on_skipped)
        self.destroyed.connect(self._worker.close)  # also where the window goes without being closed

    def open(self) -> None:
        """Begin to read the PDF; ``opened`` or ``failed`` follows."""
        self._pool.start(_Task(self._worker.open))

    def want(self, indexes: tuple[int, ...], *, scale: float) -> None:
        """Draw these pages, in this order, at ``scale`` pixels to a point; forget those wanted before."""
        self._worker.wanted = (indexes, scale)
        for index in indexes:
            if (index, scale) not in self._asked:
                self._asked.add((index, scale))
                self._pool.start(_Task(self._worker.render, index, scale))

    def forget(self, index: int, scale: float) -> None:
        """The picture of this page was thrown away: draw it again when it is wanted."""
        self._asked.discard((index, scale))

    def close(self) -> None:
        """Draw nothing more and let go of the document."""
        self._worker.wanted = ((), 1.0)
        self._pool.clear()
        self._pool.waitForDone()
        self._worker.close()

    @Slot(object, object)
    def _on_skipped(self, index: int, scale: float) -> None:
        self._asked.discard((index, scale))
        indexes, wanted_scale = self._worker.wanted
        if index in indexes and scale == wanted_scale:
            self.want(indexes, scale=scale)  # wanted again while it was being skipped


class _Outbox(QObject):
    """Carries what the thread has to say. Tasks keep it alive even where the window went before them."""

    opened = Signal(object)
    failed = Signal(object)
    rendered = Signal(object, object, object)
    skipped = Signal(object, object)


class _Worker:
    """What happens in the thread."""

    def __init__(self, pdf: bytes) -> None:
        self.outbox = _Outbox()
        self.wanted: tuple[tuple[int, ...], float] = ((), 1.0)  # replaced whole, so read without a lock
        self._pdf = pdf
        self._pages: PdfPages | None = None
        self._closed = False

    def open(self) -> None:
        try:
            pages = PdfPages(self._pdf)
        except ValueError as error:
            self.outbox.failed.emit(error)
            return
        self._pages = pages
        if self._closed:
            pages.close()
        else:
            self.outbox.opened.emit(pages.sizes)

    def render(self, index: int, scale: float) -> None:
        indexes, wanted_scale = self.wanted
        if self._pages is None or index not in indexes or scale != wanted_scale:
            self.outbox.skipped.emit(index, scale)
        else:
            self.outbox.rendered.emit(index, scale, self._pages.render(index, scale=scale))

    def close(self) -> None:
        self._closed = True
        if self._pages is not None:
            self._pages.close()


class _Task(QRunnable):
    """A bound method and its arguments, run in the pool."""

    def __init__(self, act: Callable[..., None], *arguments: object) -> None:
        super().__init__()
        self._act = act
        self._arguments = arguments

    def run(self) -> None:
        self._act(*self._arguments)
