"""A small link that names a section of the law and opens it."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from sewerdesk.ui.theme import set_role


class LinkButton(QPushButton):
    """Words that are pressed like a button and look like a link."""

    def __init__(self, text: str, parent: QWidget | None = None, *, small: bool = False) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        set_role(self, link=True, small=small)


class CitationLink(LinkButton):
    """A citation; ``activated`` carries the key under which the rule is found."""

    activated = Signal(str)

    def __init__(self, citation: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(citation, parent, small=True)
        self._key = key or citation
        self.setToolTip("Show this rule")
        self.setAccessibleName(f"Rule {citation}")
        self.clicked.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        self.activated.emit(self._key)
