"""A column of PDF pages to look at: fit to width or zoomed, by keyboard, wheel and scroll bar."""

from bisect import bisect_right
from collections import OrderedDict

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from sewerdesk.ui.pdf_pages import POINTS_PER_INCH, PageRenderer, PageSize

ZOOM_STEP = 1.25
ZOOM_MIN, ZOOM_MAX = 0.25, 6.0
#: Pictures kept beside those in view; a letter page at 150 % is about 8 MB.
KEPT_PICTURES = 12


class PageView(QAbstractScrollArea):
    """Shows the pages of a renderer. Zoom 1.0 is the paper's size on a screen of its stated resolution."""

    page_changed = Signal(object)  # index of the page in view, from 0
    zoom_changed = Signal(object)  # factor

    def __init__(self, renderer: PageRenderer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._renderer = renderer
        self._sizes: tuple[PageSize, ...] = ()
        self._tops: list[int] = []
        self._zoom = 1.0
        self._fit_width = True
        self._page = 0
        self._pictures: OrderedDict[tuple[int, float], QImage] = OrderedDict()
        self._gap = self.fontMetrics().height() // 2
        self.setAccessibleName("Pages")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Mid)
        self.viewport().setAutoFillBackground(True)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        renderer.opened.connect(self._on_opened)
        renderer.rendered.connect(self._on_rendered)

    # what is shown

    @property
    def page_count(self) -> int:
        """Number of pages; 0 until the PDF was read."""
        return len(self._sizes)

    @property
    def page(self) -> int:
        """Index of the page that fills most of the view, from 0."""
        return self._page

    @property
    def zoom(self) -> float:
        """The factor in force."""
        return self._zoom

    def is_drawn(self, index: int) -> bool:
        """Whether the page's picture at the present zoom is here."""
        return (index, self._scale()) in self._pictures

    def page_rect(self, index: int) -> QRect:
        """Where the page lies in the viewport, in device-independent pixels."""
        width, height = self._extent(self._sizes[index])
        left = max(self._gap, (self.viewport().width() - width) // 2) - self.horizontalScrollBar().value()
        return QRect(left, self._tops[index] - self.verticalScrollBar().value(), width, height)

    # acts

    def go_to(self, index: int) -> None:
        """Bring the page's top edge to the top of the view."""
        if self._sizes:
            index = min(max(index, 0), len(self._sizes) - 1)
            self.verticalScrollBar().setValue(self._tops[index] - self._gap)
            self._set_page(index)

    def set_zoom(self, zoom: float) -> None:
        """Set the factor, within reason, and keep the page in view."""
        self._fit_width = False
        self._apply_zoom(zoom)

    @Slot()
    def zoom_in(self) -> None:
        """One step larger."""
        self.set_zoom(self._zoom * ZOOM_STEP)

    @Slot()
    def zoom_out(self) -> None:
        """One step smaller."""
        self.set_zoom(self._zoom / ZOOM_STEP)

    @Slot()
    def fit_width(self) -> None:
        """Make the widest page fill the width, now and whenever the window changes."""
        self._fit_width = True
        widest = max((size.width for size in self._sizes), default=0)
        if widest:
            free = self.viewport().width() - 2 * self._gap
            self._apply_zoom(free / self._points_to_pixels(widest))

    # the inside

    def _points_to_pixels(self, points: float) -> float:
        return points * self.logicalDpiX() / POINTS_PER_INCH

    def _extent(self, size: PageSize) -> tuple[int, int]:
        factor = self._zoom * self.logicalDpiX() / POINTS_PER_INCH
        return round(size.width * factor), round(size.height * factor)

    def _scale(self) -> float:
        return round(self._zoom * self.logicalDpiX() / POINTS_PER_INCH * self.devicePixelRatioF(), 4)

    def _apply_zoom(self, zoom: float) -> None:
        page = self._page
        self._zoom = min(max(zoom, ZOOM_MIN), ZOOM_MAX)
        self._lay_out()
        self.go_to(page)
        self.zoom_changed.emit(self._zoom)
        self.viewport().update()

    def _lay_out(self) -> None:
        top = self._gap
        widest = 0
        self._tops = []
        for size in self._sizes:
            self._tops.append(top)
            width, height = self._extent(size)
            widest = max(widest, width)
            top += height + self._gap
        self.verticalScrollBar().setRange(0, max(0, top - self.viewport().height()))
        self.verticalScrollBar().setPageStep(self.viewport().height())
        self.verticalScrollBar().setSingleStep(3 * self.fontMetrics().height())
        self.horizontalScrollBar().setRange(0, max(0, widest + 2 * self._gap - self.viewport().width()))
        self.horizontalScrollBar().setPageStep(self.viewport().width())

    def _in_view(self) -> tuple[int, ...]:
        top = self.verticalScrollBar().value()
        first = max(0, bisect_right(self._tops, top) - 1)
        last = bisect_right(self._tops, top + self.viewport().height())
        return tuple(range(first, last))

    def _want(self, visible: tuple[int, ...]) -> None:
        following = visible[-1] + 1 if visible else 0
        ahead = (following,) if following < len(self._sizes) else ()
        self._renderer.want((*visible, *ahead), scale=self._scale())

    def _set_page(self, index: int) -> None:
        if index != self._page:
            self._page = index
            self.page_changed.emit(index)

    @Slot(object)
    def _on_opened(self, sizes: tuple[PageSize, ...]) -> None:
        self._sizes = sizes
        if self._fit_width:
            self.fit_width()
        else:
            self._apply_zoom(self._zoom)
        self.page_changed.emit(self._page)

    @Slot(object, object, object)
    def _on_rendered(self, index: int, scale: float, picture: QImage) -> None:
        self._pictures[index, scale] = picture
        self._pictures.move_to_end((index, scale))
        while len(self._pictures) > KEPT_PICTURES + len(self._in_view()):
            (old, old_scale), _ = self._pictures.popitem(last=False)
            self._renderer.forget(old, old_scale)
        self.viewport().update()

    @Slot(int)
    def _on_scrolled(self, _value: int) -> None:
        middle = self.viewport().height() // 2
        visible = self._in_view()
        holding = [
            i for i in visible if self.page_rect(i).top() <= middle <= self.page_rect(i).bottom() + self._gap
        ]
        if holding:
            self._set_page(holding[0])
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        visible = self._in_view()
        scale = self._scale()
        for index in visible:
            target = self.page_rect(index)
            picture = self._pictures.get((index, scale))
            if picture is None:
                picture = self._any_picture(index)
            if picture is None:
                painter.fillRect(target, Qt.GlobalColor.white)  # paper is white in every theme
            else:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not self.is_drawn(index))
                painter.drawImage(target, picture)
        painter.end()
        self._want(visible)

    def _any_picture(self, index: int) -> QImage | None:
        """The page at another zoom, stretched until the right one arrives."""
        return next((picture for (page, _), picture in self._pictures.items() if page == index), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fit_width:
            self.fit_width()
        else:
            self._lay_out()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom * (ZOOM_STEP if event.angleDelta().y() > 0 else 1 / ZOOM_STEP))
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_PageDown: self._page + 1,
            Qt.Key.Key_PageUp: self._page - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self._sizes) - 1,
        }
        zooms = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_0: self.fit_width,
        }
        key = Qt.Key(event.key())
        if key in moves:
            self.go_to(moves[key])
        elif key in zooms:
            zooms[key]()
        else:
            super().keyPressEvent(event)
