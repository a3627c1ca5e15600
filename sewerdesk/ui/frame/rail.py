"""The rail at the left: the sections in words with what waits in each; icons alone where room is short."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.ui.theme import Ink, pixmap, set_role, theme

SIDE = 8
INNER = 12
FOLDED_INNER = 11
GAP = 12
STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class RailEntry:
    """A section in the rail; ``group`` entries stand together."""

    key: str
    title: str
    icon: str
    group: str
    shortcut: str


class RailButton(QPushButton):
    """One section, painted: icon, word, and how many things wait; ``stepped`` carries 1 for down, -1 for up."""

    stepped = Signal(int)

    def __init__(self, entry: RailEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = entry
        self._count = 0
        self._folded = False
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setFlat(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setObjectName(f"rail-{entry.key}")
        self._describe()

    @property
    def count(self) -> int:
        """How many things wait in the section."""
        return self._count

    def set_count(self, count: int) -> None:
        """Show how many things wait; none is not shown."""
        if count != self._count:
            self._count = count
            self._describe()
            self.update()

    def set_folded(self, folded: bool) -> None:
        """Show the icon alone, with the words as tool tip."""
        self._folded = folded
        self._describe()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As wide as the word needs, or as the icon when folded."""
        side = theme().sizes.icon
        height = theme().sizes.control + 4
        if self._folded:
            return QSize(side + 2 * FOLDED_INNER, height)
        words = QFontMetrics(self._words_font(bold=True)).horizontalAdvance(self.entry.title)
        return QSize(INNER + side + GAP + words + 44 + INNER, height)

    def minimumSizeHint(self) -> QSize:
        """The same; the rail scrolls rather than cut."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move without opening, as Qt's own groups would; Enter opens like Space."""
        if event.key() in STEPS:
            self.stepped.emit(STEPS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, icon, word, count, focus ring."""
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(QColor(tokens.rail_selected))
            painter.drawRoundedRect(box, 6, 6)
        elif self.underMouse():
            painter.setBrush(QColor(tokens.rail_hover))
            painter.drawRoundedRect(box, 6, 6)
        self._paint_icon(painter)
        if not self._folded:
            self._paint_words(painter)
        self._paint_count(painter)
        if self.hasFocus():
            ring = tokens.rail_selected_text if self.isChecked() else tokens.rail_focus
            painter.setPen(QPen(QColor(ring), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
        painter.end()

    def _paint_icon(self, painter: QPainter) -> None:
        side = theme().sizes.icon
        ink = Ink.RAIL_SELECTED if self.isChecked() else Ink.RAIL
        left = FOLDED_INNER if self._folded else INNER
        picture = pixmap(self.entry.icon, ink, side, ratio=self.devicePixelRatioF())
        painter.drawPixmap(left, (self.height() - side) // 2, picture)

    def _paint_words(self, painter: QPainter) -> None:
        tokens = theme().tokens
        painter.setFont(self._words_font(bold=self.isChecked()))
        painter.setPen(QColor(tokens.rail_selected_text if self.isChecked() else tokens.rail_text))
        box = self.rect().adjusted(INNER + theme().sizes.icon + GAP, 0, -INNER, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.entry.title)

    def _paint_count(self, painter: QPainter) -> None:
        if not self._count:
            return
        tokens = theme().tokens
        text = str(self._count) if self._count < 1000 else "999+"
        font = self._words_font(bold=True)
        font.setPointSizeF(theme().sizes.label_pt * (0.8 if self._folded else 1.0))
        metrics = QFontMetrics(font)
        height = metrics.height() + (0 if self._folded else 2)
        width = max(height, metrics.horizontalAdvance(text) + (8 if self._folded else 14))
        top = 1 if self._folded else (self.height() - height) / 2
        pill = QRectF(self.width() - width - (1 if self._folded else INNER - 2), top, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.rail_text))
        painter.drawRoundedRect(pill, height / 2, height / 2)
        painter.setFont(font)
        painter.setPen(QColor(tokens.rail))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def _words_font(self, *, bold: bool) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(theme().sizes.base_pt)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def _describe(self) -> None:
        waiting = f", {self._count} waiting" if self._count else ""
        self.setAccessibleName(f"{self.entry.title}{waiting}")
        keys = f" ({self.entry.shortcut})" if self.entry.shortcut else ""
        self.setToolTip(f"{self.entry.title}{waiting}{keys}" if self._folded or keys else "")


class Rail(QFrame):
    """All sections; ``picked`` carries the key of the one pressed. One Tab stop; arrows move inside."""

    picked = Signal(str)

    def __init__(self, entries: Sequence[RailEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, rail=True)
        self.setAccessibleName("Sections")
        self._name = QLabel("Sewerdesk")
        self._buttons: dict[str, RailButton] = {}
        self._group = QButtonGroup(self)
        self._folded = False
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(SIDE, 4, SIDE, 8)
        self._column.setSpacing(2)
        group = entries[0].group if entries else ""
        for entry in entries:
            if entry.group != group:
                self._column.addSpacing(12)
                group = entry.group
            self._add(entry)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._list)
        self._scroll.viewport().setAutoFillBackground(False)
        self._list.setAutoFillBackground(False)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._make_room)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._name.setContentsMargins(SIDE + INNER, 12, SIDE, 8)
        layout.addWidget(self._name)
        layout.addWidget(self._scroll, 1)
        theme().changed.connect(self._fit)
        self._fit()

    def _add(self, entry: RailEntry) -> None:
        button = RailButton(entry)
        self._group.addButton(button)
        self._buttons[entry.key] = button
        self._column.addWidget(button)
        button.clicked.connect(self._tell)
        button.stepped.connect(self._step)

    @property
    def folded(self) -> bool:
        """Whether only icons are shown."""
        return self._folded

    def set_folded(self, folded: bool) -> None:
        """Show icons alone, or words too."""
        if folded != self._folded:
            self._folded = folded
            self._fit()

    def select(self, key: str) -> None:
        """Mark the section one is in; a key that is not in the rail marks none."""
        self._group.setExclusive(False)
        for name, button in self._buttons.items():
            button.setChecked(name == key)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if name == key else Qt.FocusPolicy.ClickFocus)
        self._group.setExclusive(key in self._buttons)

    def set_count(self, key: str, count: int) -> None:
        """Say how many things wait in a section."""
        self._buttons[key].set_count(count)

    def button(self, key: str) -> RailButton:
        """The button of a section."""
        return self._buttons[key]

    @Slot(int)
    def _step(self, by: int) -> None:
        buttons = list(self._buttons.values())
        focused = next((place for place, button in enumerate(buttons) if button.hasFocus()), 0)
        buttons[(focused + by) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)

    @Slot()
    def _fit(self) -> None:
        self._name.setVisible(not self._folded)
        for button in self._buttons.values():
            button.set_folded(self._folded)
        widest = max((button.sizeHint().width() for button in self._buttons.values()), default=60)
        self.setFixedWidth(widest + 2 * SIDE + 4)

    @Slot(int, int)
    def _make_room(self, lowest: int, highest: int) -> None:
        """The bar of a rail that scrolls stands in the margin, so the icons stay where they were."""
        bar = self._scroll.verticalScrollBar().sizeHint().width() if highest > lowest else 0
        self._column.setContentsMargins(SIDE, 4, max(SIDE - bar, 0), 8)

    @Slot()
    def _tell(self) -> None:
        button = self.sender()
        if isinstance(button, RailButton):
            self.picked.emit(button.entry.key)
