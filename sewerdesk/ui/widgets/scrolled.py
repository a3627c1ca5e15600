"""Room that scrolls instead of squeezing what is in it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from sewerdesk.ui.theme import set_role


def scrolled(content: QWidget) -> QScrollArea:
    """A frameless area that scrolls ``content`` up and down, by keyboard too, and keeps to its width."""
    set_role(content, page=True)
    area = QScrollArea()
    set_role(area, plain=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    area.setAccessibleName("Page, scrolls with the arrow keys")
    area.setWidget(content)
    return area


def scroll_to(widget: QWidget, *, margin: int = 48) -> None:
    """Bring a widget into view in the area it lies in; for a keyboard that was moved there without Tab."""
    holder = widget.parentWidget()
    while holder is not None:
        if isinstance(holder, QScrollArea):
            holder.ensureWidgetVisible(widget, 0, margin)
            return
        holder = holder.parentWidget()
