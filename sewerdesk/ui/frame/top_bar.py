"""The bar over the pages: back and forward, "Go to anything", and whose books are open."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from sewerdesk.ui.theme import Ink, icon, set_role, theme
from sewerdesk.ui.widgets.tone_icon import ToneIcon

GOTO_WIDTH = 420


class GotoButton(QPushButton):
    """Looks like a search field, opens the go-to-anything panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Go to anything…", parent)
        set_role(self, goto=True)
        self.setAutoDefault(False)
        self.setIcon(icon("search", Ink.SECONDARY))
        self.setAccessibleName("Go to anything")
        self.setToolTip("Find an account, permit, contractor, case or command (Ctrl+K)")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(GOTO_WIDTH)
        self._fit_icon()
        theme().changed.connect(self._fit_icon)
        keys = QLabel("Ctrl+K", self)
        keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        set_role(keys, role="label")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 12, 0)
        layout.addStretch(1)
        layout.addWidget(keys)

    @Slot()
    def _fit_icon(self) -> None:
        side = theme().sizes.icon - 2
        self.setIconSize(QSize(side + 4, side))

    def sizeHint(self) -> QSize:
        """Wide enough to invite."""
        return QSize(GOTO_WIDTH, theme().sizes.control)

    def minimumSizeHint(self) -> QSize:
        """It may shrink with the window."""
        return QSize(180, theme().sizes.control)


class TopBar(QFrame):
    """Back, forward, go to anything, the office's name."""

    def __init__(self, office: str, *, back: QAction, forward: QAction, goto: QAction) -> None:
        super().__init__()
        set_role(self, topbar=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 24, 8)
        layout.setSpacing(4)
        for action, name in ((back, "arrow-left"), (forward, "arrow-right")):
            button = QToolButton()
            button.setDefaultAction(action)
            button.setIcon(icon(name, Ink.SECONDARY))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAccessibleName(action.text().replace("&", ""))
            layout.addWidget(button)
        layout.addSpacing(8)
        self.goto = GotoButton()
        self.goto.clicked.connect(goto.trigger)
        layout.addWidget(self.goto, 3)
        layout.addStretch(1)
        layout.addWidget(ToneIcon("landmark", Ink.SECONDARY))
        layout.addSpacing(4)
        self._office = QLabel(office)
        self._office.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._office, role="strong")
        layout.addWidget(self._office)

    def set_office(self, name: str) -> None:
        """Show another office's name."""
        self._office.setText(name)
