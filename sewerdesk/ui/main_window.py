"""The window: rail, bar, pages, status line, and the keys that work everywhere."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from sewerdesk.domain.errors import EnvironmentProblem
from sewerdesk.domain.search import Hit
from sewerdesk.ui.actions import press_by_enter
from sewerdesk.ui.bridge import Changes
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.frame.counting import RailCounts
from sewerdesk.ui.frame.help_panel import HelpPanel
from sewerdesk.ui.frame.rail import Rail, RailEntry
from sewerdesk.ui.frame.status_line import StatusLine
from sewerdesk.ui.frame.top_bar import TopBar
from sewerdesk.ui.jobs import JobRunner
from sewerdesk.ui.law_reading import LawReading
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.palette import CommandPalette, HitPlace
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.registry import ScreenSpec
from sewerdesk.ui.theme import apply_theme, set_role, theme
from sewerdesk.ui.theme_tokens import Scheme, TextSize, Tone
from sewerdesk.ui.window_actions import Command, MenuSpec, build_menus

START_SIZE = (1280, 760)
SMALLEST = (800, 480)
HELP_KEYS = "F1"


class MainWindow(QMainWindow):
    """The frame around the pages.

    ``screens`` are shown in the rail in their order and built on first visit. ``search`` answers the
    go-to-anything panel. The file menu asks its owner by signals: ``open_office_requested``,
    ``backup_requested``, ``check_requested``. Connect ``Bridge.changed`` to ``take_changes``.
    """

    open_office_requested = Signal()
    backup_requested = Signal()
    check_requested = Signal()
    screen_shown = Signal(object)

    def __init__(
        self,
        context: UiContext,
        screens: Sequence[ScreenSpec],
        *,
        office: str,
        search: Callable[[str], Sequence[Hit]],
        search_runner: JobRunner | None = None,
    ) -> None:
        super().__init__()
        self.context = context
        self._specs = {spec.key: spec for spec in screens}
        self._screens: dict[str, Screen] = {}
        self._stale: set[str] = set()
        self._pages = QStackedWidget()
        self._law = LawReading(self, context)
        self.setWindowTitle(f"{office} – Sewerdesk")
        self.setMinimumSize(*SMALLEST)
        self.actions_by_key = build_menus(self, self._menus())
        self.rail = Rail(
            [RailEntry(s.key, s.title, s.icon, s.group.value, s.shortcut) for s in screens if s.in_rail]
        )
        keys = self.actions_by_key
        self.top_bar = TopBar(office, back=keys["back"], forward=keys["forward"], goto=keys["goto"])
        self.status = StatusLine()
        self.help_panel = HelpPanel()
        self.help_panel.hide()
        self._counts = RailCounts(self.rail, screens, context)
        self._lay_out()
        self.palette_panel = CommandPalette(
            self,
            search=search,
            commands=self.commands,
            places=self._places(),
            store=context.views,
            runner=search_runner,
        )
        self._connect()
        self._restore_place()

    # Building

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._pages, 1)
        middle.addWidget(self.help_panel)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.top_bar)
        right.addLayout(middle, 1)
        right.addWidget(self.status)
        center = QWidget()
        set_role(center, page=True)
        outer = QHBoxLayout(center)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.rail)
        outer.addLayout(right, 1)
        self.setCentralWidget(center)

    def _connect(self) -> None:
        context = self.context
        context.toasts.attach(self)
        context.navigator.room = self._pages
        context.navigator.set_guard(self._may_leave)
        context.navigator.navigated.connect(self._show)
        context.navigator.history_changed.connect(self._follow_history)
        self.rail.picked.connect(self.go_to)
        self.status.route_picked.connect(context.navigator.open)
        self.palette_panel.route_picked.connect(context.navigator.open)
        self.help_panel.closed.connect(self.close_help)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._follow_history()

    def _menus(self) -> tuple[MenuSpec, ...]:
        navigator = self.context.navigator
        sections = tuple(
            Command(f"go-{spec.key}", spec.title, self._go_by_action, spec.shortcut, spec.icon)
            for spec in self._specs.values()
            if spec.in_rail
        )
        file = (
            Command("open-office", "&Open office…", self.open_office_requested.emit, icon="folder-open"),
            Command("back-up", "&Back up now", self.backup_requested.emit, icon="database-backup"),
            Command("check-books", "&Check the books", self.check_requested.emit, icon="badge-check"),
            None,
            Command("exit", "E&xit", self.close, "Ctrl+Shift+Q", "log-out"),
        )
        edit = (Command("undo", "&Undo what was just done", self.undo_last, "Ctrl+Z", "undo-2"),)
        go = (
            Command("goto", "&Go to anything…", self.open_palette, "Ctrl+K", "search"),
            Command("back", "&Back", navigator.back, "Alt+Left", "arrow-left"),
            Command("forward", "&Forward", navigator.forward, "Alt+Right", "arrow-right"),
            None,
            *sections,
        )
        view = (
            Command("refresh", "&Refresh", self.refresh_screen, "F5", "refresh-cw"),
            None,
            Command("larger", "&Larger text", self.larger_text, "Ctrl++", "zoom-in", ("Ctrl+=",)),
            Command("smaller", "&Smaller text", self.smaller_text, "Ctrl+-", "zoom-out"),
            Command("normal-size", "&Normal text", self.normal_text, "Ctrl+0", "a-large-small"),
            None,
            Command("theme", "Light or &dark", self.toggle_theme, "Ctrl+Shift+L", "sun-moon"),
        )
        help_ = (
            Command("help", "&Help on this page", self.toggle_help, HELP_KEYS, "circle-help"),
            Command("go-keys", "&Keyboard map", self._go_by_action, icon="keyboard"),
        )
        named = (("&File", file), ("&Edit", edit), ("&Go", go), ("&View", view), ("&Help", help_))
        return tuple(MenuSpec(title, commands) for title, commands in named)

    def _places(self) -> dict[str, HitPlace]:
        return {
            kind: HitPlace(spec.key, spec.title, spec.icon)
            for spec in self._specs.values()
            for kind in sorted(spec.kinds)
        }

    # Pages

    @Slot(str)
    def go_to(self, key: str) -> None:
        """Go to a section."""
        self.context.navigator.open(Route(key))

    @Slot()
    def _go_by_action(self) -> None:
        """The menu entry of a section is named after it."""
        self.go_to(self.sender().objectName().removeprefix("go-"))

    @property
    def current_screen(self) -> Screen | None:
        """The page shown, ``None`` before the first."""
        shown = self._pages.currentWidget()
        return shown if isinstance(shown, Screen) else None

    def screen_of(self, key: str) -> Screen:
        """The page of a key, built now if it was never visited; ``KeyError`` for an unknown key."""
        if key not in self._screens:
            screen = self._specs[key].factory(self.context)
            screen.key = key
            self._screens[key] = screen
            self._stale.add(key)
            self._pages.addWidget(screen)
        return self._screens[key]

    @Slot(object)
    def _show(self, route: Route) -> None:
        screen = self.screen_of(route.screen)
        self._pages.setCurrentWidget(screen)
        self._refresh_if_stale(screen)
        link = self._law.came_back(route)
        if link is not None:
            link.setFocus(Qt.FocusReason.OtherFocusReason)
        elif route.record_id is not None:
            screen.open_record(route.record_id, route.tab)
        else:
            screen.open_overview()
        self.rail.select(route.screen)
        self._follow_help()
        self._counts.ask()
        if link is None and not self.palette_panel.isVisible():
            screen.take_focus()
        self.screen_shown.emit(screen)
        self.context.toasts.follow()

    def read_law(self, citation: str, asked_by: QWidget) -> None:
        """Show what a citation says; the links on the pages and in the dialogs over them ask for it."""
        self._law.read(citation, asked_by)

    def _refresh_if_stale(self, screen: Screen) -> None:
        if screen.key in self._stale:
            self._stale.discard(screen.key)
            screen.refresh(None)

    def _may_leave(self) -> bool:
        screen = self.current_screen
        return screen is None or screen.may_leave()

    @Slot(object)
    def take_changes(self, changes: Changes) -> None:
        """Something was committed: the page shown refreshes at once, the others when they are next shown."""
        for key, screen in self._screens.items():
            if screen.concerns(changes):
                if screen is self.current_screen:
                    screen.refresh(changes)
                else:
                    self._stale.add(key)
        self._counts.ask_anew()

    @Slot()
    def begin_day(self) -> None:
        """Another day has begun: what is due, late or in force is read again, here now and elsewhere when shown."""
        self._stale.update(self._screens)
        screen = self.current_screen
        if screen is not None:
            self._refresh_if_stale(screen)
        self._counts.ask_anew()

    @Slot()
    def refresh_screen(self) -> None:
        """Read the page shown again (F5)."""
        screen = self.current_screen
        if screen is not None:
            screen.refresh(None)
            self._counts.ask_anew()

    @Slot()
    def _follow_history(self) -> None:
        self.actions_by_key["back"].setEnabled(self.context.navigator.can_go_back)
        self.actions_by_key["forward"].setEnabled(self.context.navigator.can_go_forward)

    # Commands

    def commands(self) -> list[QAction]:
        """What the go-to-anything panel offers beside records: the page's actions, then the window's."""
        screen = self.current_screen
        own = screen.actions() if screen is not None else []
        return [*own, *(action for key, action in self.actions_by_key.items() if key != "goto")]

    @Slot()
    def open_palette(self) -> None:
        """Open "Go to anything"."""
        self.palette_panel.open()

    @Slot()
    def undo_last(self) -> None:
        """Undo what the newest message offers to undo."""
        self.context.toasts.undo_last()

    @Slot()
    def toggle_help(self) -> None:
        """Show the help beside the page, or close it."""
        if self.help_panel.isVisible():
            self.close_help()
            return
        self.help_panel.show()
        self._follow_help()
        self.help_panel.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def close_help(self) -> None:
        """Close the help; the keyboard goes back to the page."""
        self.help_panel.hide()
        screen = self.current_screen
        if screen is not None:
            screen.take_focus()

    def _follow_help(self) -> None:
        screen = self.current_screen
        if screen is not None and self.help_panel.isVisible():
            self.help_panel.show_page(screen, screen.title)

    # Look

    @Slot()
    def larger_text(self) -> None:
        """The next larger text size."""
        sizes = list(TextSize)
        self._set_look(text_size=sizes[min(sizes.index(theme().text_size) + 1, len(sizes) - 1)])

    @Slot()
    def smaller_text(self) -> None:
        """The next smaller text size."""
        sizes = list(TextSize)
        self._set_look(text_size=sizes[max(sizes.index(theme().text_size) - 1, 0)])

    @Slot()
    def normal_text(self) -> None:
        """The text size the program came with."""
        self._set_look(text_size=TextSize.NORMAL)

    @Slot()
    def toggle_theme(self) -> None:
        """From light to dark and back."""
        self._set_look(scheme=Scheme.LIGHT if theme().tokens.dark else Scheme.DARK)

    def _set_look(self, *, scheme: Scheme | None = None, text_size: TextSize | None = None) -> None:
        new_scheme = theme().scheme if scheme is None else scheme
        new_size = theme().text_size if text_size is None else text_size
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, new_scheme, new_size)
        self._fold()
        try:
            self.context.settings.change(theme=new_scheme, text_size=int(new_size))
        except EnvironmentProblem as problem:
            self.context.toasts.show(problem.message, tone=Tone.CAUTION)

    @Slot()
    def _follow_system(self) -> None:
        app = QApplication.instance()
        if theme().scheme is Scheme.SYSTEM and isinstance(app, QApplication):
            apply_theme(app, Scheme.SYSTEM, theme().text_size)

    def _fold(self) -> None:
        self.rail.set_folded(self.width() < theme().narrow_below())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard, as the space bar does."""
        if not press_by_enter(self, event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The rail folds on narrow windows."""
        super().resizeEvent(event)
        self._fold()

    # Place on the desktop, and leaving

    def _restore_place(self) -> None:
        self.resize(*START_SIZE)
        kept = self.context.settings.current.geometry
        if kept:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(kept.encode("ascii", "ignore"))))
        self._fold()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave only when the page may be left and no job runs; remember the window's place."""
        if not self._may_leave():
            event.ignore()
            return
        if self.context.jobs.is_busy():
            self.context.prompter.tell(
                "A job is still running. Wait until it has ended, or stop it, then close."
            )
            event.ignore()
            return
        self.palette_panel.runner.finish()
        try:
            self.context.settings.change(
                geometry=bytes(self.saveGeometry().toBase64().data()).decode("ascii")
            )
        except EnvironmentProblem as problem:
            self.context.prompter.tell(problem.message)
        event.accept()
