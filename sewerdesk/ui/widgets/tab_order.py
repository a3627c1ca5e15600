"""Tab in reading order: pages change while they are shown, and Qt puts every new field at the end."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QWidget,
)


def order_tabs(root: QWidget) -> None:
    """Let Tab go through what is shown in ``root`` as it is read: by its layouts, from the top, from the left."""
    for tabs in root.findChildren(QTabWidget):
        # A tab widget hands the keyboard to its bar from where it was built, out of order; the bar has its own place.
        tabs.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes none here, its types do not say so
        tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for earlier, later in pairwise(tuple(in_reading_order(root))):
        QWidget.setTabOrder(earlier, later)


def in_reading_order(widget: QWidget) -> Iterator[QWidget]:
    """What Tab can reach in a widget, itself first; hidden parts and pages not in view are left out."""
    if widget.isHidden():
        return
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    for part in _parts(widget):
        yield from in_reading_order(part)


def _parts(widget: QWidget) -> Iterator[QWidget]:
    if isinstance(widget, QTabWidget):
        yield widget.tabBar()
        yield from _known(widget.currentWidget())
    elif isinstance(widget, QStackedWidget):
        yield from _known(widget.currentWidget())
    elif isinstance(widget, QScrollArea):
        yield from _known(widget.widget())
    elif isinstance(widget, QSplitter):
        for number in range(widget.count()):
            yield from _known(widget.widget(number))
    elif not isinstance(widget, QAbstractScrollArea):
        layout = widget.layout()
        if layout is not None:
            yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item is None:
            continue
        inner = item.layout()
        if inner is not None:
            yield from _laid_out(inner)
        else:
            yield from _known(item.widget())


def _known(widget: QWidget | None) -> Iterator[QWidget]:
    if widget is not None:
        yield widget
