"""Toasts: what was just done, at the lower right, with Undo while it can still be undone."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from sewerdesk.ui.theme import Ink, icon, set_role, theme
from sewerdesk.ui.theme_tokens import TONE_ICONS, Tone
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.toast_place import MARGIN, action_rects, free_place
from sewerdesk.ui.widgets.tone_icon import ToneIcon

SHOWN_MS = 12_000
#: By then a page that was just shown has found its layout.
SETTLE_MS = 20
AT_MOST = 3


@dataclass(frozen=True, slots=True)
class ToastAction:
    """The button of a toast, "Undo" as a rule, and what it does."""

    text: str
    run: Callable[[], object]


class Toast(QFrame):
    """One toast. It stays while the mouse or the keyboard is on it; Escape closes it."""

    closed = Signal(object)

    def __init__(self, sentence: str, tone: Tone, action: ToastAction | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = sentence
        self._action = action
        self._gone = False
        set_role(self, toast=True)
        self.setAccessibleName(sentence)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.dismiss)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(24)
        shadow.setOffset(0, 4)
        color = QColor(theme().tokens.shadow)
        color.setAlpha(70)
        shadow.setColor(color)
        self.setGraphicsEffect(shadow)
        self._build(tone)
        self.adjustSize()
        self._timer.start()

    @property
    def remaining_ms(self) -> int:
        """How long it still stays."""
        return self._timer.remainingTime()

    def _build(self, tone: Tone) -> None:
        words = QLabel(self.sentence)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(len(self.sentence) > 70)
        close = QToolButton()
        close.setIcon(icon("x", Ink.SECONDARY))
        close.setAccessibleName("Close this message")
        close.setToolTip("Close (Esc)")
        close.clicked.connect(self.dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(12)
        layout.addWidget(ToneIcon(TONE_ICONS[tone], tone))
        layout.addWidget(words, 1)
        self.button: QPushButton | None = None
        if self._action is not None:
            self.button = QPushButton(self._action.text)
            self.button.setAutoDefault(False)
            set_role(self.button, quiet=True)
            self.button.clicked.connect(self._run)
            layout.addWidget(self.button)
        layout.addWidget(close)

    @Slot()
    def dismiss(self) -> None:
        """Take the toast away."""
        if not self._gone:
            self._gone = True
            self._timer.stop()
            self.hide()
            self.closed.emit(self)
            self.deleteLater()

    @Slot()
    def _run(self) -> None:
        action = self._action
        self.dismiss()
        if action is not None:
            action.run()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """It waits while the mouse is on it."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The time starts anew when the mouse leaves."""
        if not self._gone:
            self._timer.start()
        super().leaveEvent(event)


class Toasts(QObject):
    """Shows toasts in the window it is attached to; the newest lies lowest, at most three at a time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window: QWidget | None = None
        self._shown: list[Toast] = []
        self._settling = QTimer(self)  # its own, so that it ends with it
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLE_MS)
        self._settling.timeout.connect(self._place)

    def attach(self, window: QWidget) -> None:
        """Show toasts in this window from now on."""
        self._window = window
        window.installEventFilter(self)

    def show(
        self, sentence: str, *, tone: Tone = Tone.GOOD, undo: Callable[[], object] | None = None
    ) -> Toast | None:
        """Confirm what was done, with "Undo" where it can be undone. ``None`` while there is no window."""
        action = ToastAction("Undo", undo) if undo is not None else None
        return self.show_action(sentence, tone=tone, action=action)

    def show_action(self, sentence: str, *, tone: Tone, action: ToastAction | None) -> Toast | None:
        """Confirm what was done, with any action ("Open the file")."""
        if self._window is None:
            return None
        toast = Toast(sentence, tone, action, self._window)
        toast.closed.connect(self._forget)
        self._shown.append(toast)
        for extra in self._shown[:-AT_MOST]:
            extra.dismiss()
        self._place()
        self.follow()
        toast.show()
        announce(toast, sentence)
        return toast

    def shown(self) -> list[Toast]:
        """The toasts on screen, oldest first."""
        return list(self._shown)

    @Slot()
    def follow(self) -> None:
        """Another page is shown, or the window has another size: find a place off its buttons once it is laid out."""
        if self._shown and self._window is not None:
            self._settling.start()

    def undo_last(self) -> bool:
        """Press the button of the newest toast that has one (Ctrl+Z); ``False`` if there is none."""
        for toast in reversed(self._shown):
            if toast.button is not None:
                toast.button.click()
                return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The toasts follow the window's corner."""
        if event.type() == QEvent.Type.Resize:
            self._place()
            self.follow()
        return False

    @Slot(object)
    def _forget(self, toast: Toast) -> None:
        self._shown = [other for other in self._shown if other is not toast]
        self._place()

    @Slot()
    def _place(self) -> None:
        window = self._window
        if window is None or not isValid(window) or not self._shown:
            return
        bottom = window.height() - MARGIN - theme().sizes.row
        keep_off = action_rects(window, self._shown)
        for toast in reversed(self._shown):
            toast.setMaximumWidth(max(window.width() - 2 * MARGIN, 200))
            toast.adjustSize()
            toast.move(free_place(window.size(), toast.size(), bottom=bottom, keep_off=keep_off))
            toast.raise_()
            keep_off.append(toast.geometry())
