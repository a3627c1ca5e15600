"""A group of the first page and its rows: what, who or where, by when, and the button that acts."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.domain.due_work import DueGroup, DueItem
from sewerdesk.domain.wording import count, show_date
from sewerdesk.ui.theme import set_role, theme
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Hairline, SectionTitle
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.tone_label import ToneLabel

_DAY_CHARS, _BUTTON_CHARS = 17, 17
_RING, _CORNER = 2, 6
SHOWN = 15
"""Rows of a group on the first page; the rest are on the group's own page."""


class ElidedLabel(QLabel):
    """One line that is cut with an ellipsis where it finds no room; the whole text is its tool tip."""

    def __init__(self, text: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._whole = text
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_role(self, role=role)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width()))

    def minimumSizeHint(self) -> QSize:
        """It may shrink to nothing."""
        return QSize(0, self.fontMetrics().height())


class DueRow(QFrame):
    """One thing that waits. Enter or the button acts; F1 or the mouse tells the rule behind the day."""

    acted = Signal(object)
    rule_asked = Signal(object)

    def __init__(self, item: DueItem, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._marked = False
        words, tone = due_words(item, today)
        self.setAccessibleName(f"{item.what}, {item.who_where}, {words}. {item.action}")
        self.setAccessibleDescription(item.rule)
        self.setToolTip(item.rule)
        grid = QGridLayout(self)
        grid.setContentsMargins(14, 7, 10, 7)
        grid.setHorizontalSpacing(16)
        character = self.fontMetrics().averageCharWidth()
        self._day = ToneLabel(words, tone)
        self._day.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._day, role="strong" if tone is not Tone.NEUTRAL else "plain")
        self._day.setFixedWidth(character * _DAY_CHARS)
        self.button = QPushButton(item.action)
        self.button.setAutoDefault(False)
        self.button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.button.setAccessibleName(f"{item.action}: {item.what}")
        self.button.setMinimumWidth(character * _BUTTON_CHARS)
        set_role(self.button, quiet=True)
        self.button.clicked.connect(self._act)
        grid.addWidget(ElidedLabel(item.what, "strong"), 0, 0)
        grid.addWidget(ElidedLabel(item.who_where, "secondary"), 0, 1)
        grid.addWidget(self._day, 0, 2)
        grid.addWidget(self.button, 0, 3)
        grid.setColumnStretch(0, 8)
        grid.setColumnStretch(1, 6)

    @Slot()
    def _act(self) -> None:
        self.acted.emit(self.item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._act()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(key == Qt.Key.Key_Down)
        elif key == Qt.Key.Key_F1:
            self.rule_asked.emit(self.item)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """F1 on a row tells its rule instead of opening the page's help."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_F1
        ):
            event.accept()
            return True
        return super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._act()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._mark(on=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._mark(on=self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._mark(on=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._mark(on=False)

    def _mark(self, *, on: bool) -> None:
        """The row under the keyboard or the mouse stands out softly."""
        self._marked = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Drawn here: a style sheet for each row would take longer than all the rest of the page."""
        super().paintEvent(event)
        if not self._marked:
            return
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(tokens.accent_soft if self.hasFocus() else tokens.raised))
        painter.setPen(QPen(QColor(tokens.accent), _RING) if self.hasFocus() else Qt.PenStyle.NoPen)
        inside = QRectF(self.rect()).adjusted(_RING / 2, _RING / 2, -_RING / 2, -_RING / 2)
        painter.drawRoundedRect(inside, _CORNER, _CORNER)
        painter.end()


class GroupCard(QFrame):
    """A heading with its count over rows; ``more_asked`` carries the page where the rest is listed."""

    more_asked = Signal(str)

    def __init__(
        self,
        group: DueGroup,
        today: date,
        *,
        act: Callable[[DueItem], None],
        tell: Callable[[DueItem], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, card=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 12, 8, 8)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, 12, 8)
        head.setSpacing(8)
        head.addWidget(SectionTitle(group.title))
        number = QLabel(str(len(group.items)))
        set_role(number, role="label")
        head.addWidget(number)
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(Hairline())
        self.rows: list[DueRow] = []
        for item in group.items[:SHOWN]:
            row = DueRow(item, today)
            row.acted.connect(act)
            row.rule_asked.connect(tell)
            column.addWidget(row)
            self.rows.append(row)
        self._page = group.page
        more = len(group.items) - SHOWN
        if more > 0:
            link = LinkButton(f"{more:,} more, the oldest are shown")
            link.clicked.connect(self._ask_more)
            column.addWidget(link)
        self.setAccessibleName(f"{group.title}, {len(group.items)}")

    @Slot()
    def _ask_more(self) -> None:
        self.more_asked.emit(self._page)


def due_words(item: DueItem, today: date) -> tuple[str, Tone]:
    """The day in words: how late, today, or the date; with the tone that goes with it."""
    if item.due is None:
        if item.since is None:
            return "", Tone.NEUTRAL
        waited = (today - item.since).days
        if item.ended:
            return (f"{count(waited, 'day')} ago" if waited > 0 else "since today"), Tone.CAUTION
        return (f"waits {count(waited, 'day')}" if waited > 0 else "came in today"), Tone.NEUTRAL
    late = (today - item.due).days
    if late > 0:
        return f"{count(late, 'day')} late", Tone.BAD
    if late == 0:
        return "due today", Tone.CAUTION
    return f"{show_date(item.due)}", Tone.NEUTRAL
