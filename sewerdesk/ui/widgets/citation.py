"""A small link that names a section of the law and opens it."""

from typing import Protocol, runtime_checkable

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


@runtime_checkable
class LawReader(Protocol):
    """The window that shows what a citation says; every link in it is answered there, and nowhere else."""

    def read_law(self, citation: str, asked_by: QWidget) -> None:
        """Show a rule by its key or citation; ``asked_by`` is the link that asks."""


class CitationLink(LinkButton):
    """A citation; ``activated`` carries the key under which the rule is found.

    The link asks the window around it to show the rule, so that no page has to pass the question on.
    """

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
        around = self.parentWidget()
        while around is not None and not isinstance(around, LawReader):
            around = around.parentWidget()
        if around is not None:
            around.read_law(self._key, self)
