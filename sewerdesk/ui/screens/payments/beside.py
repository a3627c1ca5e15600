"""A list with its record at the right, and the small dialog that asks why something is voided."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from sewerdesk.ui.theme import set_role

if TYPE_CHECKING:
    pass

REASON_LENGTH = 200
_SHARE = 1_000


class Beside(QWidget):
    """A list at the left and the selected record at the right, in the shares asked for."""

    def __init__(
        self, table: QWidget, pane: QWidget, shares: tuple[int, int], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 12, 0, 0)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        outer.addWidget(self.splitter)
        right = QFrame()
        set_role(right, card=True)
        self.splitter.addWidget(table)
        self.splitter.addWidget(right)
        inside = QVBoxLayout(right)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(pane)
        self.splitter.setStretchFactor(0, shares[0])
        self.splitter.setStretchFactor(1, shares[1])
        self.splitter.setSizes(
            [share * _SHARE for share in shares]
        )  # not by how much room the right side asks for
