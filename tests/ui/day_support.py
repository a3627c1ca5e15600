"""A clerk with a keyboard and no mouse: every key goes to where the keyboard is, as a desktop would send it."""

import os
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.app import Program
from sewerdesk.clock import FixedClock
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.office_window import OfficeWindow
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.tables.view import GridView
from tests.ui.support import RecordingPrompter

Page = TypeVar("Page", bound=Screen)

MOST_TABS = 150
BUTTON_PAUSE = 120
"""Milliseconds that a button stays down when its underlined letter is pressed."""
LIST_PAUSE = 60
"""Milliseconds after which the record beside a list follows the keyboard."""
PICTURES = os.environ.get("SEWERDESK_DAY_PICTURES", "")
"""Folder that gets a picture of each step; none are taken where it is empty."""


class OfficeDay:
    """The office's clock: it stands still until the story goes on to another day."""

    def __init__(self, day: date) -> None:
        self.clock = FixedClock(day)

    def today(self) -> date:
        """The day of the story."""
        return self.clock.today()

    def now(self) -> datetime:
        """Its afternoon."""
        return self.clock.now()


def spoken(widget: QWidget) -> str:
    """What a screen reader calls a widget; on some systems Qt itself would call a list by its choice."""
    return widget.accessibleName() or QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def settle() -> None:
    """Let the window do what the last key asked for."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@dataclass(slots=True)
class Clerk:
    """Presses keys, types, goes to fields by their spoken names, and looks at the window."""

    window: QWidget
    pictures: int = 0

    @property
    def front(self) -> QWidget:
        """The window that has the keyboard: the dialog on top, else the main window."""
        return QApplication.activeModalWidget() or self.window

    @property
    def focused(self) -> QWidget:
        """Where the keyboard is; nowhere is a fault of the page."""
        front = self.front
        if QApplication.activeWindow() is not front:
            front.activateWindow()  # without a desktop nobody else gives the keyboard back
            settle()
        popup = QApplication.activePopupWidget()
        found = popup or QApplication.focusWidget()
        assert found is not None, f"the keyboard is nowhere in {type(front).__name__} “{front.windowTitle()}”"
        return found

    @property
    def place(self) -> str:
        """The spoken name of what has the keyboard."""
        return spoken(self.focused)

    def press(self, keys: str, *, times: int = 1) -> None:
        """Press keys as menus write them: "Ctrl+N", "Tab", "Alt+Left"."""
        combination = QKeySequence(keys)[0]  # type: ignore[index]  # it can be indexed, Qt's types do not say so
        for _ in range(times):
            target = self.focused
            QTest.keyClick(target, combination.key(), combination.keyboardModifiers())
            if combination.keyboardModifiers() == Qt.KeyboardModifier.AltModifier:
                QTest.qWait(BUTTON_PAUSE)
            elif isinstance(target, GridView):
                QTest.qWait(LIST_PAUSE)
            settle()

    def write(self, text: str) -> None:
        """Type a text of any script, where the keyboard is."""
        for mark in text:
            target = self.focused
            if mark.isascii():
                QTest.keyClicks(target, mark)
            else:
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    QApplication.sendEvent(
                        target,
                        QKeyEvent(kind, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, mark),
                    )
        settle()

    def tab_to(self, name: str, *, back: bool = False) -> QWidget:
        """Go with Tab to what is called so; it fails once Tab came round without finding it."""
        passed: list[str] = []
        start = self.focused
        for step in range(MOST_TABS):
            here = self.focused
            if name in spoken(here):
                return here
            if step and here is start:
                break
            passed.append(f"{spoken(here)} ({type(here).__name__})")
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab does not come to “{name}”; it passed {'; '.join(passed)}")

    def enter(self, field: str, value: str) -> None:
        """Tab to a field and put a text in place of what it holds."""
        self.tab_to(field)
        self.press("Ctrl+A")
        self.write(value)

    def fill(self, *entries: tuple[str, str]) -> None:
        """Fill in fields one after the other, in the order of the form."""
        for field, value in entries:
            self.enter(field, value)

    def choose(self, field: str, words: str) -> None:
        """In a list of choices, go down until the words are shown."""
        combo = self.tab_to(field)
        assert isinstance(combo, QComboBox), f"{field} is no list of choices"
        self.press("Home")
        for _ in range(combo.count()):
            if words in combo.currentText():
                return
            self.press("Down")
        raise AssertionError(f"“{words}” is not offered for {field}")

    def pick(self, words: str) -> None:
        """In the menu that is open, go down to the line that begins so, and take it."""
        menu = self.focused
        assert isinstance(menu, QMenu), "no menu is open"
        for _ in menu.actions():
            self.press("Down")
            if menu.activeAction().text().startswith(words):
                self.press("Return")
                return
        raise AssertionError(f"the menu has no “{words}”")

    def find(self, field: str, typed: str) -> None:
        """In a field that searches, type a part and take the first that is found."""
        self.enter(field, typed)
        self.press("Return")

    def answer(self, field: str, letters: str) -> None:
        """Answer questions with Y, N or A."""
        self.tab_to(field)
        for letter in letters:
            self.press(letter)

    def answer_all(self, letter: str) -> None:
        """Answer one question after the other, until the keyboard stays where it is."""
        before: QWidget | None = None
        while self.focused is not before:
            before = self.focused
            assert isinstance(before, QRadioButton), f"{spoken(before)} is no question"
            self.press(letter)

    def save(self) -> None:
        """Ctrl+Enter, which saves every form."""
        self.press("Ctrl+Return")

    def look(self, name: str) -> None:
        """Take a picture of the window, where a folder is named for them."""
        if not PICTURES:
            return
        settle()
        self.pictures += 1
        front, target = self.front, Path(PICTURES)
        target.mkdir(parents=True, exist_ok=True)
        shot = self.window.grab()
        if front is not self.window:
            _paint_over(shot, front, self.window)
        shot.save(str(target / f"{self.pictures:02d}-{name}.png"))


def _paint_over(shot: QPixmap, front: QWidget, window: QWidget) -> None:
    """Show a dialog over its window, in the middle, as a desktop does."""
    painter = QPainter(shot)
    painter.fillRect(shot.rect(), QColor(0, 0, 0, 60))
    x, y = (window.width() - front.width()) // 2, (window.height() - front.height()) // 2
    painter.drawPixmap(max(x, 0), max(y, 0), front.grab())
    painter.end()


@dataclass(slots=True)
class Day:
    """The story: the program, its clock, the clerk at its window, and what she is asked on the way."""

    program: Program
    clock: OfficeDay
    prompter: RecordingPrompter
    folder: Path
    qtbot: QtBot
    clerk: Clerk

    @property
    def desk(self) -> OfficeWindow:
        """The open office's window."""
        assert self.program.office_window is not None, "no office is open"
        return self.program.office_window

    @property
    def ws(self) -> Workspace:
        """Its books, to read back what was done."""
        return self.desk.office.ws

    def go_to(self, day: date) -> None:
        """The story goes on another day; the window notices as it does overnight."""
        self.clock.clock = FixedClock(day)
        self.desk.look_at_calendar()
        settle()

    def screen(self, kind: type[Page]) -> Page:
        """The page in view, which must be of this kind."""
        shown = self.desk.window.current_screen
        assert isinstance(shown, kind), f"{type(shown).__name__} is in view"
        return shown

    def read_paper(self, title: str, *, then: str = "Esc") -> None:
        """A paper is on the screen: wait until its pages are drawn, look, and close it."""
        front = self.clerk.front
        assert isinstance(front, PreviewDialog), f"no paper is shown but {front.windowTitle()}"
        assert title in front.windowTitle()
        self.qtbot.waitUntil(lambda: front.view.page_count > 0)
        self.clerk.look(title.replace(" ", "-").lower())
        self.clerk.press(then)


def take_program(
    folder: Path, *, day: date, prompter: RecordingPrompter, qtbot: QtBot, last_office: Path | None = None
) -> Day:
    """Start the program as on a computer where it was never used, or where an office was open last."""
    settings = SettingsStore.open(folder / "settings.json")
    if last_office is not None:
        settings.save(settings.current.with_office(last_office))
    clock = OfficeDay(day)
    program = Program(clock=clock, settings=settings, prompter=prompter, jobs=InlineJobRunner())
    program.begin(None)
    shown = program.start_window or (program.office_window.window if program.office_window else None)
    assert shown is not None
    qtbot.waitExposed(shown)
    return Day(program, clock, prompter, folder, qtbot, Clerk(shown))


def sit_down(day: Day) -> None:
    """The office is open: go on at its window, at the size of a small laptop's screen."""
    window = day.desk.window
    window.resize(1366, 768)
    settle()
    day.clerk.window = window
