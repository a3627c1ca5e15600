"""Actions: what can be done on a page, with its words, icon, key and tip in one place."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from sewerdesk.ui.theme import Ink, icon, set_role, theme


def make_action(
    parent: QObject,
    text: str,
    trigger: Callable[[], object],
    *,
    key: str = "",
    shortcut: str = "",
    icon_name: str = "",
    tip: str = "",
) -> QAction:
    """A ``QAction`` whose tool tip says what it does and which key does it.

    ``trigger`` must be a bound method or a plain function, never a lambda that captures a widget. ``text`` may
    carry a mnemonic (``&``). ``key`` is the action's object name, for tests and for ``find_action``.
    """
    action = QAction(text, parent)
    action.setObjectName(key)
    words = tip or text.replace("&", "")
    if shortcut:
        action.setShortcut(QKeySequence(shortcut))
        words = f"{words} ({QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)})"
    action.setToolTip(words)
    if icon_name:
        action.setProperty("icon_name", icon_name)
        action.setIcon(icon(icon_name, Ink.SECONDARY))
    action.triggered.connect(trigger)
    return action


def shortcut_text(action: QAction) -> str:
    """The action's keys as the clerk reads them, "Ctrl+N", several joined by "or"."""
    texts = (keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts())
    return " or ".join(text for text in texts if text)


def plain_text(action: QAction) -> str:
    """The action's words without the mnemonic mark and the dots."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def without_mnemonic(action: QAction) -> str:
    """The action's words for a button that has no underlined letter."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&&")


def actions_with_keys(widgets: Iterable[QWidget]) -> list[QAction]:
    """Every action of the widgets that has a shortcut, in order, each once."""
    found: dict[QAction, None] = {}
    for widget in widgets:
        found.update(dict.fromkeys(action for action in widget.actions() if action.shortcuts()))
    return list(found)


class ActionButton(QPushButton):
    """A button that mirrors an action: same words, state and tip; pressing it triggers the action.

    Without ``mnemonic`` it has no underlined letter: for a second button of the same action on one page.
    """

    def __init__(
        self,
        action: QAction,
        parent: QWidget | None = None,
        *,
        primary: bool = False,
        quiet: bool = False,
        mnemonic: bool = True,
    ) -> None:
        super().__init__(parent)
        self._action = action
        self._primary = primary
        self._mnemonic = mnemonic
        self.setAutoDefault(False)
        self._fit_icon()
        theme().changed.connect(self._fit_icon)
        set_role(self, primary=primary, quiet=quiet)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _fit_icon(self) -> None:
        """Wider than high: icons are drawn at the left, which leaves air before the words."""
        side = theme().sizes.icon - 2
        self.setIconSize(QSize(side + 4, side))

    @Slot()
    def _follow(self) -> None:
        action = self._action
        self.setText(action.text() if self._mnemonic else without_mnemonic(action))
        self.setToolTip(action.toolTip())
        self.setEnabled(action.isEnabled())
        if self.parent() is not None:
            self.setVisible(action.isVisible())
        self.setAccessibleDescription(action.toolTip())
        name = action.property("icon_name")
        if isinstance(name, str) and name:
            self.setIcon(icon(name, Ink.ON_ACCENT if self._primary else Ink.SECONDARY))
        else:
            self.setIcon(action.icon())


class MoreButton(QPushButton):
    """The rarer actions of a record behind one button; hidden while none of them is possible."""

    def __init__(self, actions: Iterable[QAction], parent: QWidget | None = None) -> None:
        super().__init__("More", parent)
        self._actions = tuple(actions)
        self.setAutoDefault(False)
        self.setAccessibleName("More actions")
        menu = QMenu(self)
        menu.addActions(self._actions)
        self.setMenu(menu)
        for action in self._actions:
            action.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        if self.parent() is not None:
            self.setVisible(any(action.isVisible() and action.isEnabled() for action in self._actions))


class PressedByEnter(QObject):
    """Lets Enter press the button it watches, which Qt leaves to the space bar. The button owns it."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, QPushButton)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            watched.click()
            return True
        return super().eventFilter(watched, event)


def press_by_enter(window: QWidget, event: QKeyEvent) -> bool:
    """Press the button that has the keyboard; whether Enter was meant for one.

    For ``keyPressEvent`` of a window: what nobody in it took comes there, and Qt's buttons take only the space bar.
    """
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    focused = window.focusWidget()
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not plain:
        return False
    if not isinstance(focused, QPushButton | QToolButton) or not focused.isEnabled():
        return False
    if not event.isAutoRepeat():
        focused.click()
    event.accept()
    return True
