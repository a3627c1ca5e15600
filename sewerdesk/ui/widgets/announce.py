"""Saying things to screen readers that only appear on screen."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader say words on behalf of a widget; nothing happens where none listens."""
    if words:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
