"""Surfaces and headings: a card with a title, a section's title, a hairline."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.ui.theme import set_role


class SectionTitle(QLabel):
    """The title of a section of a page."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        set_role(self, role="section")


class Hairline(QFrame):
    """A thin line between two things."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, line=True)


class Card(QFrame):
    """A white surface with an optional title; put things into ``body``, and buttons into ``header``."""

    def __init__(self, title: str = "", parent: QWidget | None = None, *, padding: int = 16) -> None:
        super().__init__(parent)
        set_role(self, card=True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(padding, padding, padding, padding)
        outer.setSpacing(12)
        self.header = QHBoxLayout()
        self.header.setSpacing(8)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        if title:
            self.setAccessibleName(title)
            heading = SectionTitle(title)
            self.header.addWidget(heading, 1, Qt.AlignmentFlag.AlignVCenter)
            outer.addLayout(self.header)
        outer.addLayout(self.body, 1)
