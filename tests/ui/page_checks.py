"""What every page must hold: spoken names, unique mnemonics, room, and a tab order that leaves nothing out."""

from collections import defaultdict
from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QTextEdit,
    QWidget,
)

from sewerdesk.ui.forms.grid_view import EntryGridView
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.screens.base import Screen

INPUTS = (
    QLineEdit,
    QAbstractButton,
    QComboBox,
    QAbstractSpinBox,
    QTextEdit,
    QPlainTextEdit,
    QAbstractItemView,
    QTabBar,
)
MOST_TABS = 400


def inputs_of(page: QWidget) -> list[QWidget]:
    """Everything on the page that the keyboard can reach with Tab now."""
    found: list[QWidget] = []
    for widget in page.findChildren(QWidget):
        reachable = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (
            isinstance(widget, INPUTS)
            and not isinstance(widget, QHeaderView)
            and reachable
            and widget.isEnabled()
            and widget.isVisible()
            and widget.focusProxy() is None
        ):
            found.append(widget)
    return found


def describe(widget: QWidget) -> str:
    """The widget in a failure's sentence."""
    text = widget.text() if isinstance(widget, (QAbstractButton, QLineEdit, QLabel)) else ""
    holder = widget.parentWidget()
    place = type(holder).__name__ if holder is not None else "no parent"
    return f"{type(widget).__name__} “{text or widget.objectName()}” in {place}"


def nameless(page: QWidget) -> list[str]:
    """The inputs that a screen reader could not name."""
    return [describe(widget) for widget in inputs_of(page) if not spoken_name(widget)]


def spoken_name(widget: QWidget) -> str:
    """What a screen reader calls the widget."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def shared_mnemonics(window: MainWindow) -> list[str]:
    """Letters that two visible things of the window answer to with Alt."""
    owners: dict[str, list[str]] = defaultdict(list)
    for text in _texts_with_mnemonics(window):
        key = QKeySequence.mnemonic(text)
        if key.toString():
            owners[key.toString()].append(text)
    return [f"{key}: {', '.join(texts)}" for key, texts in sorted(owners.items()) if len(texts) > 1]


def _texts_with_mnemonics(window: MainWindow) -> Iterator[str]:
    for action in window.menuBar().actions():
        yield action.text()
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            yield button.text()
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.buddy() is not None:
            yield label.text()
    for bar in window.findChildren(QTabBar):
        if bar.isVisible():
            yield from (bar.tabText(place) for place in range(bar.count()))


def out_of_room(window: MainWindow, page: Screen) -> list[str]:
    """Visible widgets of the page that stick out of the window and cannot be scrolled to."""
    sticking = []
    edge = window.rect()
    for widget in page.findChildren(QWidget):
        if not widget.isVisible() or _scrolls(widget, page):
            continue
        corner = widget.mapTo(window, QPoint(widget.width(), widget.height()))
        if corner.x() > edge.width() or corner.y() > edge.height():
            sticking.append(f"{describe(widget)} ends at {corner.x()}, {corner.y()}")
    return sticking


def _scrolls(widget: QWidget, page: QWidget) -> bool:
    """Whether the widget lies in something that scrolls to it, or is itself drawn by a view."""
    holder = widget.parentWidget()
    while holder is not None and holder is not page:
        if isinstance(holder, QAbstractScrollArea) and (
            not isinstance(holder, QScrollArea) or _scrolls_both_ways(holder)
        ):
            return True
        holder = holder.parentWidget()
    return False


def _scrolls_both_ways(area: QScrollArea) -> bool:
    """An area whose sideways bar is off must be as wide as what it holds."""
    off = area.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    content = area.widget()
    return not off or content is None or content.minimumSizeHint().width() <= area.viewport().width()


def cut_off(page: QWidget) -> list[str]:
    """Buttons whose words do not fit into them."""
    return [
        describe(button)
        for button in page.findChildren(QAbstractButton)
        if button.isVisible() and button.text() and button.width() < button.minimumSizeHint().width() - 2
    ]


def not_reached(page: Screen) -> list[str]:
    """Inputs of the page that Tab does not come to, starting where the page puts the keyboard."""
    page.take_focus()
    QApplication.processEvents()
    reached: list[QWidget] = []
    for _ in range(MOST_TABS):
        focused = QApplication.focusWidget()
        if focused is None or focused in reached:
            break
        reached.append(focused)
        # In a grid that is typed into, Tab goes from cell to cell; Ctrl+Tab is the way out.
        within = isinstance(focused, EntryGridView)
        leave = Qt.KeyboardModifier.ControlModifier if within else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(focused, Qt.Key.Key_Tab, leave)
    return [describe(widget) for widget in inputs_of(page) if not _is_reached(widget, reached)]


def _is_reached(widget: QWidget, reached: list[QWidget]) -> bool:
    if widget in reached or any(widget.isAncestorOf(one) for one in reached):
        return True
    # In a group of which one is chosen, Tab comes to the chosen one and the arrow keys to the others.
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    if group is not None and group.exclusive():
        return any(one in reached for one in group.buttons())
    if isinstance(widget, QAbstractButton) and widget.autoExclusive():
        return any(
            isinstance(one, QAbstractButton) and one.parentWidget() is widget.parentWidget()
            for one in reached
        )
    return False
