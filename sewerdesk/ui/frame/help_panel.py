"""Help beside the page: how the page is used, and the keys that work on it now.

Help pages are Markdown in ``resources/help``. A link to another topic shows it here, with a way back; a link
``page:KEY`` goes to a page of the program.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from sewerdesk.paths import resource
from sewerdesk.services.help_words import fill_help
from sewerdesk.ui.actions import actions_with_keys, plain_text, shortcut_text
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.theme import Ink, icon, set_role, theme

WIDTH = 340
BACK = "back"


def shipped_help(topic: str) -> str:
    """The help page of a topic in Markdown; empty where none is shipped."""
    try:
        return resource(f"help/{topic}.md").read_text("utf-8")
    except FileNotFoundError:
        return ""


class HelpPanel(QFrame):
    """One page of help at the right of the window; ``closed`` when the clerk closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None, *, read: Callable[[str], str] = shipped_help) -> None:
        super().__init__(parent)
        self._read = read
        self._screen: Screen | None = None
        self._title = ""
        set_role(self, sidepanel=True)
        self.setAccessibleName("Help")
        title = QLabel("Help")
        set_role(title, role="section")
        close = QToolButton()
        close.setIcon(icon("x", Ink.SECONDARY))
        close.setAccessibleName("Close help")
        close.setToolTip("Close help (Esc or F1)")
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 8, 0)
        head.addWidget(title, 1)
        head.addWidget(close)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Help text")
        self.text.setOpenExternalLinks(False)
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(12)
        self.text.anchorClicked.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        theme().changed.connect(self._fit)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        self.setFixedWidth(WIDTH * theme().text_size.value // 11)

    def show_page(self, screen: Screen, title: str) -> None:
        """Show the help of a page, and the keys alive on it."""
        self._screen, self._title = screen, title
        own = self._read(screen.help_topic or screen.key)
        head = fill_help(screen.context.ws, own) if own else f"## {title}\n\n{screen.subtitle}\n"
        self.text.setMarkdown(f"{head}\n\n{keys_markdown(screen)}")

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        """A link was pressed, by mouse or with Enter."""
        if self._screen is None:
            return
        target = link.toString()
        if target == BACK:
            self.show_page(self._screen, self._title)
        elif link.scheme() == "page":
            self._screen.context.navigator.open(Route(link.path()))
        else:
            page = fill_help(self._screen.context.ws, self._read(target))
            self.text.setMarkdown(f"[Back to {self._title}]({BACK})\n\n{page}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def keys_markdown(screen: QWidget) -> str:
    """The keys of a page, one a line."""
    lines = [f"**{shortcut_text(action)}** {plain_text(action)}" for action in actions_with_keys([screen])]
    return "### Keys on this page\n\n" + "\n\n".join(lines) if lines else ""
