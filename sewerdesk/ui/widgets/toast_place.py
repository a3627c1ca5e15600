"""Where a message may lie: at the lower right, but never on a button that one wants to press."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QPushButton, QWidget

from sewerdesk.ui.widgets.citation import LinkButton

MARGIN = 24
GAP = 8


def action_rects(window: QWidget, but_in: Sequence[QWidget]) -> list[QRect]:
    """What can be seen of the window's buttons, links apart; those inside ``but_in`` do not count."""
    return [
        QRect(button.mapTo(window, seen.topLeft()), seen.size())
        for button in window.findChildren(QPushButton)
        if button.isVisible()
        and button.window() is window
        and not isinstance(button, LinkButton)
        and not any(outer.isAncestorOf(button) for outer in but_in)
        and not (seen := button.visibleRegion().boundingRect()).isEmpty()
    ]


def free_place(room: QSize, size: QSize, *, bottom: int, keep_off: Sequence[QRect]) -> QPoint:
    """The upper left corner for a message of a size whose lower edge is at ``bottom`` or above it.

    At the right as low as it goes without lying on what is kept off, in the lower half of the room; else at the
    left; where neither is free, at the lower right all the same, for it goes away by itself.
    """
    right, left = room.width() - size.width() - MARGIN, MARGIN
    lowest = QPoint(right, bottom - size.height())
    for x in (right, left):
        for top in _tops(size, bottom, keep_off, x):
            if top < room.height() // 2 - size.height():
                break
            spot = QRect(QPoint(x, top), size)
            if not any(spot.intersects(each.adjusted(-GAP, -GAP, GAP, GAP)) for each in keep_off):
                return spot.topLeft()
    return lowest


def _tops(size: QSize, bottom: int, keep_off: Sequence[QRect], x: int) -> Iterator[int]:
    """Upper edges to try, from the lowest up: just above each thing in the way."""
    yield bottom - size.height()
    in_column = [
        each for each in keep_off if each.right() >= x - GAP and each.left() <= x + size.width() + GAP
    ]
    for each in sorted(in_column, key=QRect.top, reverse=True):
        if each.top() - 2 * GAP < bottom:
            yield each.top() - 2 * GAP - size.height()
