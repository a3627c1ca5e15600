"""What every page is: a title, a line about it, its actions, its banners, and room for the rest."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import Banner, BannerArea
from sewerdesk.ui.widgets.elided import ElidedLabel
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.tab_order import in_reading_order, order_tabs

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext
    from sewerdesk.ui.tables.snapshot import TableSnapshot

PAGE_MARGINS = (24, 16, 24, 16)


class Screen(QWidget):
    """A page of the program. Subclasses fill ``body`` and override what they need.

    ``key`` is the page's name in routes, set by the window from its ``ScreenSpec``; ``watches`` are the kinds
    of record whose change makes the page refresh; ``help_topic`` names its help page.
    """

    watches: frozenset[str] = frozenset()
    help_topic: str = ""

    def __init__(
        self,
        context: "UiContext",
        *,
        title: str,
        subtitle: str = "",
        scrolls: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``scrolls`` lets the body scroll under the title; a page that is one table does not need it."""
        super().__init__(parent if parent is not None else context.navigator.room)
        self.context = context
        self.key = ""
        set_role(self, page=True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel(title)
        set_role(self._title, role="title")
        self._subtitle = QLabel(subtitle)
        self._subtitle.setTextFormat(Qt.TextFormat.PlainText)
        self._subtitle.setWordWrap(True)
        set_role(self._subtitle, role="secondary")
        self.banners = BannerArea()
        self._room = QWidget()
        self.body = QVBoxLayout(self._room)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(12)
        self._scrolls = scrolls
        self._head = QHBoxLayout()
        self._buttons = QHBoxLayout()
        self._more_menu = QMenu(self)
        self._more = QToolButton()
        self._lay_out()
        self.set_title(title, subtitle)

    def _lay_out(self) -> None:
        self._more.setIcon(icon("ellipsis", Ink.SECONDARY))
        self._more.setAccessibleName("More actions")
        self._more.setToolTip("More actions")
        self._more.setMenu(self._more_menu)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.hide()
        self._titles = QWidget()
        titles = QVBoxLayout(self._titles)
        titles.setContentsMargins(0, 0, 0, 0)
        titles.setSpacing(0)
        titles.addWidget(self._title)
        titles.addWidget(self._subtitle)
        self._buttons.setSpacing(8)
        self._head.setSpacing(8)
        self._head.addWidget(self._titles, 1)
        self._head.addLayout(self._buttons)
        self._head.addWidget(self._more, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*PAGE_MARGINS)
        layout.setSpacing(12)
        layout.addLayout(self._head)
        layout.addWidget(self.banners)
        layout.addWidget(scrolled(self._room) if self._scrolls else self._room, 1)

    # Title and actions

    @property
    def title(self) -> str:
        """The page's title."""
        return self._title.text()

    @property
    def subtitle(self) -> str:
        """The line under the title."""
        return self._subtitle.text()

    def set_title(self, title: str, subtitle: str = "") -> None:
        """Show another title and line; without a line its room is given back."""
        self._title.setText(title)
        self._title.setToolTip(title)
        self._subtitle.setText(subtitle)
        self._subtitle.setVisible(bool(subtitle))
        self.setAccessibleName(title)

    def add_page_action(
        self,
        text: str,
        trigger: Callable[[], object],
        *,
        key: str,
        shortcut: str = "",
        icon_name: str = "",
        tip: str = "",
        primary: bool = False,
        more: bool = False,
    ) -> QAction:
        """An action of this page, with a button in the title line (or in the "more" menu), live while shown.

        At most one action is ``primary``. Every action is found by ``action(key)`` and listed by ``actions()``.
        """
        action = make_action(self, text, trigger, key=key, shortcut=shortcut, icon_name=icon_name, tip=tip)
        self.show_action(action, primary=primary, more=more)
        return action

    def show_action(self, action: QAction, *, primary: bool = False, more: bool = False) -> None:
        """Give an action a button in the title line, the primary one first, or an entry in the "more" menu."""
        self.addAction(action)
        if more:
            self._more_menu.addAction(action)
            self._more.show()
            return
        button = ActionButton(action, self, primary=primary)
        place = 0 if primary else self._buttons.count()
        self._buttons.insertWidget(place, button, 0, Qt.AlignmentFlag.AlignTop)

    def action(self, key: str) -> QAction:
        """The page's action of a key; ``KeyError`` if it has none."""
        for action in self.actions():
            if action.objectName() == key:
                return action
        raise KeyError(key)

    def show_banner(self, key: str, tone: Tone, sentence: str, action: QAction | None = None) -> Banner:
        """Show a banner under the title, replacing the one with the same key."""
        return self.banners.set_banner(key, tone, sentence, action)

    # What the window calls

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show a record, and a tab of it. A page without records has nothing to do."""

    def open_overview(self) -> None:
        """The page was opened without a record: show it as it is, the list rather than a record alone."""

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read again what the page shows; ``changes`` is ``None`` when the clerk asked (F5) or on first showing."""

    def take_focus(self) -> None:
        """Put the keyboard where work on the page begins: by default its first field or button in the body."""
        for widget in in_reading_order(self._room):
            if widget.isEnabled() and not isinstance(widget, QScrollArea):
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def focusNextPrevChild(self, forward: bool, /) -> bool:
        """Tab goes as the page reads now, whatever was added to it since it was built."""
        order_tabs(self)
        return super().focusNextPrevChild(forward)

    def may_leave(self) -> bool:
        """Whether the page may be left now; a page with unsaved work asks the clerk."""
        return True

    def export_table(self, snapshot: "TableSnapshot") -> None:
        """Save what a list of this page shows as a spreadsheet (Ctrl+E)."""
        from sewerdesk.ui.exporting import export_list

        export_list(self.context, snapshot)

    def concerns(self, changes: "Changes") -> bool:
        """Whether a change touches what the page shows."""
        return bool(self.watches & changes.kinds())


class RecordPage(Screen):
    """A record as a whole page, with a way back to where one came from."""

    def __init__(
        self,
        context: "UiContext",
        *,
        title: str,
        subtitle: str = "",
        scrolls: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, title=title, subtitle=subtitle, scrolls=scrolls, parent=parent)
        self.back_button = QToolButton()
        self.back_button.setIcon(icon("arrow-left", Ink.SECONDARY))
        self.back_button.setAccessibleName("Back")
        self.back_button.setToolTip("Back (Alt+Left)")
        self.back_button.clicked.connect(context.navigator.back)
        self._head.insertWidget(0, self.back_button, 0, Qt.AlignmentFlag.AlignTop)

    def take_focus(self) -> None:
        """A record that scrolls is read with the arrow keys at once; another begins as every page does."""
        for widget in in_reading_order(self._room):
            if isinstance(widget, QScrollArea):
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        super().take_focus()
