"""Eight quarters as small bars, painted from the palette, with the same figures as a table one key away."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sewerdesk.domain.accountmoney import QuarterFigures
from sewerdesk.domain.money import format_money
from sewerdesk.ui.theme import theme

GAP_SHARE = 0.42
ROUNDING = 3
ESTIMATED_ALPHA = 110


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value or ``None`` where there is nothing, its words, and fewer for a narrow bar."""

    label: str
    value: Decimal | None
    words: str
    short: str = ""
    estimated: bool = False


def charge_bars(quarters: Sequence[QuarterFigures]) -> tuple[Bar, ...]:
    """What each quarter was billed."""
    return tuple(Bar(one.label, one.charges, *_dollars(one.charges)) for one in quarters)


def use_bars(quarters: Sequence[QuarterFigures]) -> tuple[Bar, ...]:
    """What each quarter used."""
    return tuple(Bar(one.label, one.use, *_gallons(one.use), estimated=one.estimated) for one in quarters)


class QuarterChart(QWidget):
    """A row of bars with the value above and the quarter below; an estimated one is paler and says "est."."""

    def __init__(self, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._unit = title, unit
        self._bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Show these bars, oldest first; they are also read out."""
        self._bars = tuple(bars)
        told = "; ".join(
            f"{bar.label} {bar.words or 'none'}{' estimated' if bar.estimated else ''}" for bar in bars
        )
        self.setAccessibleName(f"{self._title}, {self._unit}: {told}")
        self.setToolTip(told.replace("; ", "\n"))
        self.update()

    def sizeHint(self) -> QSize:
        """A line of title, a line of values, the bars, a line of quarters."""
        line = self.fontMetrics().height()
        return QSize(line * 16, round(line * 6.2))

    def minimumSizeHint(self) -> QSize:
        """The same height at any width."""
        return QSize(self.fontMetrics().height() * 10, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Title, bars, values, quarters."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPointSizeF(theme().sizes.label_pt)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        line = metrics.height()
        painter.setPen(QColor(theme().tokens.secondary))
        painter.drawText(
            QRectF(0, 0, self.width(), line), Qt.AlignmentFlag.AlignLeft, f"{self._title}, {self._unit}"
        )
        self._draw_bars(painter, metrics, QRectF(0, 2.3 * line, self.width(), self.height() - 3.5 * line))
        painter.end()

    def _draw_bars(self, painter: QPainter, metrics: QFontMetricsF, room: QRectF) -> None:
        tokens = theme().tokens
        line = metrics.height()
        painter.setPen(QPen(QColor(tokens.hairline), 1))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        highest = max((bar.value for bar in self._bars if bar.value is not None), default=Decimal(0))
        slot = room.width() / max(len(self._bars), 1)
        for place, bar in enumerate(self._bars):
            left = room.left() + place * slot
            height = room.height() * float(bar.value / highest) if bar.value and highest > 0 else 0.0
            box = QRectF(left + slot * GAP_SHARE / 2, room.bottom() - height, slot * (1 - GAP_SHARE), height)
            color = QColor(tokens.accent)
            color.setAlpha(ESTIMATED_ALPHA if bar.estimated else 255)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(box, ROUNDING, ROUNDING)
            painter.setPen(QColor(tokens.text))
            words = (f"{bar.words} est.", bar.words) if bar.estimated else (bar.words,)
            above = QRectF(left, box.top() - line, slot, line)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, _fitting(metrics, slot, *words, bar.short))
            painter.setPen(QColor(tokens.secondary))
            below = QRectF(left, room.bottom() + 2, slot, line)
            label = _fitting(metrics, slot - 4, bar.label, bar.label.partition(" ")[0])
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, label)


def _dollars(amount: Decimal | None) -> tuple[str, str]:
    return ("", "") if amount is None else (format_money(amount), f"{round(amount):,}")


def _gallons(use: Decimal | None) -> tuple[str, str]:
    return ("", "") if use is None else (f"{int(use):,}", f"{round(use / 1000):,}k")


def _fitting(metrics: QFontMetricsF, width: float, *choices: str) -> str:
    """The first of the words that fit over their bar."""
    return next((words for words in choices if metrics.horizontalAdvance(words) <= width), "")
