"""Go to anything: one line in which records and commands are found while typing."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QColor, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsDropShadowEffect,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.domain.search import Hit, haystacks, matches, terms
from sewerdesk.ui.actions import plain_text, shortcut_text
from sewerdesk.ui.jobs import JobRunner, Outcome, OutcomeKind, Reporter
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.palette_list import Entry, EntryDelegate, EntryModel
from sewerdesk.ui.store import ViewStore
from sewerdesk.ui.theme import set_role, theme
from sewerdesk.ui.widgets.announce import announce

DELAY_MS = 50
PER_GROUP = 5
REMEMBERED = 10
RECENT_KEY = "palette/recent"
WIDTH = 640
NOT_OFFERED = frozenset({"exit", "undo", "back", "forward", "larger", "smaller", "normal-size"})
LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class HitPlace:
    """Where hits of a kind open, and how their group is called and drawn."""

    screen: str
    title: str
    icon: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought, with the words it was made for."""

    query: str
    hits: tuple[Hit, ...]


class CommandPalette(QFrame):
    """The panel. ``route_picked`` carries a ``Route``; commands are triggered by the panel itself.

    ``search`` is called in a thread of its own; what arrives after the words changed is dropped. ``commands``
    gives the actions alive now; ``places`` says where each kind of hit opens.
    """

    route_picked = Signal(object)

    def __init__(
        self,
        window: QWidget,
        *,
        search: Callable[[str], Sequence[Hit]],
        commands: Callable[[], Sequence[QAction]],
        places: Mapping[str, HitPlace],
        store: ViewStore,
        runner: JobRunner | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._search, self._commands, self._places, self._store = search, commands, dict(places), store
        self.runner = runner if runner is not None else JobRunner(self)
        self._actions: list[QAction] = []
        self._found = Found("", ())
        self._searching = ""
        self._enter_waits = False
        self._before: QWidget | None = None
        self.line = QLineEdit()
        self.model = EntryModel(self)
        self.list = QListView()
        self.hint = QLabel("↑ ↓ choose    Enter open    Esc close")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._build()
        self._timer.timeout.connect(self._look)
        self.line.textChanged.connect(self._typed)
        self.list.clicked.connect(self._open_index)
        window.installEventFilter(self)
        self.line.installEventFilter(self)
        self.hide()

    def _build(self) -> None:
        set_role(self, popup=True)
        self.setAccessibleName("Go to anything")
        self.line.setPlaceholderText("Name, address, tax map number, permit, or command")
        self.line.setAccessibleName("Go to anything")
        self.list.setModel(self.model)
        self.list.setItemDelegate(EntryDelegate(self.list))
        self.list.setAccessibleName("Found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_role(self.hint, role="label")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 8)
        layout.setSpacing(4)
        layout.addWidget(self.line)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.hint)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(40)
        shadow.setOffset(0, 8)
        color = QColor(theme().tokens.shadow)
        color.setAlpha(90)
        shadow.setColor(color)
        self.setGraphicsEffect(shadow)

    # Opening and closing

    @Slot()
    def open(self) -> None:
        """Show the panel over the window, empty, with the keyboard in its line."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._actions = [action for action in self._commands() if action.isEnabled() and action.text()]
        self.line.clear()
        self._fill()
        self._place()
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def dismiss(self) -> None:
        """Close the panel; the keyboard goes back to where it was."""
        self.hide()
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        window = self._window
        width = min(WIDTH * theme().text_size.value // 11, window.width() - 48)
        rows = self.model.height_in_rows()
        height = min(int(rows * theme().sizes.row) + 2 * theme().sizes.control + 32, window.height() - 120)
        self.setGeometry((window.width() - width) // 2, 56, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size; send arrows from the line to the list; close when the line loses the keyboard."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_key(event)
        if watched is self.line and event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._before = None
            self.hide()
        if watched is not self.line and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        elif key in LIST_KEYS:
            far = PER_GROUP if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) else 1
            self.move_choice(far if key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown) else -far)
        else:
            return False
        return True

    # Looking

    @Slot()
    def _typed(self) -> None:
        """Commands answer at once; records follow a moment later."""
        self._enter_waits = False
        self._fill()
        self._timer.start()

    @Slot()
    def _look(self) -> None:
        query = self.line.text().strip()
        if not query or self._searching or query == self._found.query:
            return
        self._searching = query
        search = self._search

        def job(_reporter: Reporter) -> Found:
            return Found(query, tuple(search(query)))

        self.runner.start(job, title="Searching", receiver=self._take)

    @Slot(object)
    def _take(self, outcome: Outcome) -> None:
        self._searching = ""
        if outcome.kind is OutcomeKind.OK and isinstance(outcome.result, Found):
            self._found = outcome.result
        elif outcome.error is not None:
            self._found = Found(self.line.text().strip(), ())
            self.hint.setText("The search did not answer. Commands still work.")
        if self.isVisible():
            self._fill()
            if self.line.text().strip() != self._found.query:
                self._look()
            elif self._enter_waits:
                self._open_current()

    def _fill(self) -> None:
        query = self.line.text().strip()
        entries = self._matching_hits(query) + self._matching_commands(query) if query else self._opening()
        chosen = self.model.set_entries(entries)
        if chosen is not None:
            self.list.setCurrentIndex(self.model.index(chosen, 0))
        self._place()
        if query and query == self._found.query:
            announce(self.line, f"{len(entries)} found" if entries else "Nothing found")

    def _matching_hits(self, query: str) -> list[Entry]:
        """Hits of the words searched last; while the next search runs, those that still fit are kept."""
        needles = terms(query)
        entries: list[Entry] = []
        for place in dict.fromkeys(self._places.values()):
            kinds = {kind for kind, each in self._places.items() if each == place}
            hits = [hit for hit in self._found.hits if hit.kind in kinds]
            if query != self._found.query:
                hays = haystacks([hit.title, hit.detail] for hit in hits)
                hits = [hit for hit, hay in zip(hits, hays, strict=True) if matches(hay, needles)]
            entries += [self._hit_entry(hit, place) for hit in hits[:PER_GROUP]]
        return entries

    def _hit_entry(self, hit: Hit, place: HitPlace) -> Entry:
        return Entry(place.title, hit.title, hit.detail, place.icon, "", hit)

    def _matching_commands(self, query: str) -> list[Entry]:
        needles = terms(query)
        hays = haystacks([plain_text(action)] for action in self._actions)
        found = [action for action, hay in zip(self._actions, hays, strict=True) if matches(hay, needles)]
        return [self._command_entry(action) for action in found[:PER_GROUP]]

    def _command_entry(self, action: QAction, group: str = "Commands") -> Entry:
        name = action.property("icon_name")
        picture = name if isinstance(name, str) and name else "circle-play"
        return Entry(group, plain_text(action), "", picture, shortcut_text(action), action)

    # Remembering

    def _opening(self) -> list[Entry]:
        """Before anything is typed: what was opened last, then some commands with keys."""
        recent = [entry for entry in map(self._recent_entry, self._recent()) if entry is not None]
        with_keys = [action for action in self._actions if action.shortcuts() and _is_offered(action)]
        return recent + [self._command_entry(action) for action in with_keys[: 2 * PER_GROUP]]

    def _recent(self) -> list[dict[str, Any]]:
        try:
            kept = json.loads(self._store.text(RECENT_KEY) or "[]")
        except ValueError:
            return []
        return [each for each in kept if isinstance(each, dict)] if isinstance(kept, list) else []

    def _recent_entry(self, kept: dict[str, Any]) -> Entry | None:
        if "command" in kept:
            action = next((each for each in self._actions if each.objectName() == kept["command"]), None)
            return self._command_entry(action, "Recent") if action is not None else None
        place = self._places.get(str(kept.get("kind")))
        record_id = kept.get("id")
        if place is None or not isinstance(record_id, int):
            return None
        hit = Hit(str(kept["kind"]), record_id, str(kept.get("title", "")), str(kept.get("detail", "")))
        return Entry("Recent", hit.title, hit.detail, place.icon, place.title, hit)

    def _remember(self, what: Hit | QAction) -> None:
        if isinstance(what, Hit):
            new: dict[str, Any] = {"kind": what.kind, "id": what.record_id}
            same = [each for each in self._recent() if new.items() - each.items()]
            new |= {"title": what.title, "detail": what.detail}
            same = [
                each
                for each in self._recent()
                if (each.get("kind"), each.get("id")) != (what.kind, what.record_id)
            ]
        elif what.objectName():
            new = {"command": what.objectName()}
            same = [each for each in self._recent() if each != new]
        else:
            return
        self._store.set_text(RECENT_KEY, json.dumps([new, *same][:REMEMBERED], ensure_ascii=False))

    # Choosing

    def move_choice(self, by: int) -> None:
        """Move to another entry, over the group titles, around the ends."""
        line = self.model.step_from(self.list.currentIndex().row(), by)
        if line is not None:
            self.list.setCurrentIndex(self.model.index(line, 0))
            self.list.scrollTo(self.model.index(max(line - 1, 0), 0))
            self.list.scrollTo(self.model.index(line, 0))
            announce(self.line, self.model.spoken(line))

    @Slot(QModelIndex)
    def _open_index(self, index: QModelIndex) -> None:
        self.list.setCurrentIndex(index)
        self._open_current()

    def _open_current(self) -> None:
        entry = self.model.entry(self.list.currentIndex().row())
        query = self.line.text().strip()
        # Somebody who types a number and Enter in one go means what is about to be found.
        self._enter_waits = bool(query) and entry is None and query != self._found.query
        if entry is None:
            return
        self._remember(entry.target)
        self.dismiss()
        if isinstance(entry.target, QAction):
            entry.target.trigger()
        else:
            self.route_picked.emit(Route(self._places[entry.target.kind].screen, entry.target.record_id))


def _is_offered(action: QAction) -> bool:
    """Worth showing unasked: acts and sections, which have an icon, but not the plain steps of every page."""
    return bool(action.property("icon_name")) and action.objectName() not in NOT_OFFERED
