"""The table of records that every list in the program is: grid, filter line, chips, columns, totals."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Generic

from PySide6.QtCore import QItemSelectionModel, QPoint, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.actions import make_action
from sewerdesk.ui.store import ViewStore
from sewerdesk.ui.tables.arrangement import Arrangement
from sewerdesk.ui.tables.columns import Column, Row
from sewerdesk.ui.tables.model import RecordTableModel, SortBy
from sewerdesk.ui.tables.parts import ALL_KEY, ChipBar, FilterChip, FilterLine, Footer, sum_texts
from sewerdesk.ui.tables.snapshot import SnapshotColumn, TableSnapshot, TakesExports, plain_value
from sewerdesk.ui.tables.view import GridView
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.empty_state import EmptyState

FILTER_DELAY_MS = 60
KEEP_SELECTED_LIMIT = 2000


class RecordTable(QWidget, Generic[Row]):
    """A list of frozen rows with everything a clerk expects of a list.

    ``name`` is the key under which the layout is remembered. ``current_changed`` carries the current row or
    ``None``; ``row_activated`` the row opened by Enter or double click; ``export_requested`` a
    ``TableSnapshot`` of what is shown; ``selection_changed`` nothing. A page has one main table, whose keys
    (Ctrl+F, Ctrl+E, Ctrl+Shift+C) act on the table the keyboard is in; its other tables are ``secondary``.
    """

    current_changed = Signal(object)
    row_activated = Signal(object)
    selection_changed = Signal()
    export_requested = Signal(object)

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        *,
        name: str,
        title: str,
        store: ViewStore,
        row_key: Callable[[Row], object] | None = None,
        chips: Sequence[FilterChip[Row]] = (),
        empty: str = "Nothing here yet.",
        empty_action: QAction | None = None,
        default_sort: Sequence[SortBy] = (),
        secondary: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title = title
        self._chips = {chip.key: chip for chip in chips}
        self.model: RecordTableModel[Row] = RecordTableModel(columns, self, row_key=row_key)
        self.grid = self._make_grid()
        self.arrangement = Arrangement(
            self.grid,
            self.model,
            store,
            key=f"table/{name}",
            default_sort=default_sort,
            keeping=self._keeping_place,
        )
        self.filter_line, self.footer = FilterLine(), Footer()
        self.chip_bar = ChipBar([(chip.key, chip.title) for chip in chips])
        self._row_menu_actions: list[QAction] = []
        self._timer = QTimer(self, singleShot=True, interval=FILTER_DELAY_MS)
        self._empty = EmptyState(empty, empty_action)
        self._nothing_found = self._make_nothing_found()
        self._pages = QStackedWidget()
        self._build(bool(chips))
        self._make_actions(secondary=secondary)
        self._connect()
        self.arrangement.restore()
        self._show_state()

    # Building

    def _make_nothing_found(self) -> EmptyState:
        clear = make_action(self, "Clear the filter", self.clear_filter, key="clear-filter")
        return EmptyState("Nothing in this list fits the filter.", clear)

    def _make_grid(self) -> GridView:
        grid = GridView()
        grid.setAccessibleName(self._title)
        grid.setModel(self.model)
        grid.find_line = self._find_line
        set_role(grid, bare=True)
        return grid

    def _build(self, has_chips: bool) -> None:
        self.columns_button = QToolButton()
        self.columns_button.setIcon(icon("columns-3", Ink.SECONDARY))
        self.columns_button.setAccessibleName("Choose columns")
        self.columns_button.setToolTip("Choose columns (Ctrl+Shift+C)")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(8)
        layout.addLayout(top)
        top.addWidget(self.filter_line, 1)
        top.addWidget(self.columns_button)
        layout.addWidget(self.chip_bar)
        self.chip_bar.setVisible(has_chips)
        box = QFrame()
        set_role(box, card=True)
        layout.addWidget(box, 1)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(self._pages, 1)
        # From the outside in: a widget with contents that is moved styles all of them once more.
        for page in (self.grid, self._empty, self._nothing_found):
            self._pages.addWidget(page)
        line = QFrame()
        set_role(line, line=True)
        inside.addWidget(line)
        inside.addWidget(self.footer)
        stops = (self.filter_line, self.columns_button, *self.chip_bar.buttons(), self.grid)
        for earlier, later in pairwise(stops):
            QWidget.setTabOrder(earlier, later)

    def _make_actions(self, *, secondary: bool) -> None:
        """Keys of the list; those of the main table work anywhere on the page that shows it."""
        makers = (
            ("Find in this list", self._find_here, "find", "Ctrl+F"),
            ("Choose columns…", self._choose_here, "choose-columns", "Ctrl+Shift+C"),
            ("Export this list…", self._export_here, "export", "Ctrl+E"),
        )
        for text, slot, key, keys in makers:
            self.addAction(make_action(self, text, slot, key=key, shortcut="" if secondary else keys))
        copy = make_action(self.grid, "Copy rows", self.copy, key="copy", shortcut="Ctrl+C")
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.grid.addAction(copy)

    def _connect(self) -> None:
        self.filter_line.textChanged.connect(self._timer.start)
        self._timer.timeout.connect(self._apply_filter)
        self.filter_line.left.connect(self.focus_rows)
        self.chip_bar.picked.connect(self._pick_chip)
        self.columns_button.clicked.connect(self.arrangement.choose_columns)
        self.grid.activated_line.connect(self._activate)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(self._show_row_menu)
        selection = self.grid.selectionModel()
        selection.currentRowChanged.connect(self._tell_current)
        selection.selectionChanged.connect(self._tell_selection)

    # Rows

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the current row, the selection and the scroll place stay where they can."""
        with self._keeping_place():
            self.model.set_rows(rows)
        counts = {key: sum(map(chip.accepts, rows)) for key, chip in self._chips.items()}
        self.chip_bar.set_counts({ALL_KEY: len(rows), **counts})
        self._show_state()

    def current_row(self) -> Row | None:
        """The row the keyboard is on, ``None`` if there is none."""
        index = self.grid.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def selected_rows(self) -> list[Row]:
        """The selected rows in the order shown."""
        return [self.model.row_at(line) for line in self._selected_lines()]

    def select_key(self, key: object) -> bool:
        """Make the row of an identity current, clearing the filter if it hides the row; ``False`` if unknown."""
        line = self.model.line_of(key)
        if line is None and any(self.model.key_of(row) == key for row in self.model.all_rows):
            self.clear_filter()
            line = self.model.line_of(key)
        if line is None:
            return False
        self.grid.go_to_line(line)
        return True

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) row; stays at the ends."""
        count = self.model.rowCount()
        if count:
            line = self.grid.currentIndex().row()
            self.grid.go_to_line(min(max(line + by, 0), count - 1))

    def set_row_actions(self, actions: Sequence[QAction]) -> None:
        """What the context menu of a row offers (Shift+F10)."""
        self._row_menu_actions = list(actions)

    def snapshot(self) -> TableSnapshot:
        """What is shown now, as typed values, columns from left to right."""
        return self._snapshot_of(self.model.shown_rows())

    # Filter

    def set_filter(self, query: str) -> None:
        """Filter at once by words, as if typed."""
        with QSignalBlocker(self.filter_line):
            self.filter_line.setText(query)
        self._apply_filter()

    def pick_chip(self, key: str) -> None:
        """Turn a filter chip on; empty for all."""
        self.chip_bar.pick(key)

    @Slot()
    def clear_filter(self) -> None:
        """Show all rows again."""
        self.set_filter("")
        self.chip_bar.pick(ALL_KEY)

    @Slot()
    def _apply_filter(self) -> None:
        self._timer.stop()
        with self._keeping_place():
            self.model.set_query(self.filter_line.text())
        self._show_state()

    @Slot(str)
    def _pick_chip(self, key: str) -> None:
        chip = self._chips.get(key)
        with self._keeping_place():
            self.model.set_predicate(chip.accepts if chip is not None else None)
        self._show_state()

    # Place, state, totals

    def sort_by(self, *levels: SortBy) -> None:
        """Order the rows and show it in the header."""
        self.arrangement.sort_by(*levels)

    @contextmanager
    def _keeping_place(self) -> Iterator[None]:
        """Keep current row, selection and scroll place across a reset of the model."""
        current = self.current_row()
        key = None if current is None else self.model.key_of(current)
        lines = self._selected_lines()
        chosen = {self.model.key_of(self.model.row_at(line)) for line in lines[:KEEP_SELECTED_LIMIT]}
        place = self.grid.verticalScrollBar().value()
        selection = self.grid.selectionModel()
        with QSignalBlocker(selection):
            yield
            self.grid.verticalScrollBar().setValue(place)
            self._restore(key, chosen if len(chosen) > 1 else set())
        self.grid.viewport().update()
        if key is not None and not self.grid.currentIndex().isValid():
            self.current_changed.emit(None)
        self._tell_selection()

    def _restore(self, key: object | None, chosen: set[object]) -> None:
        line = None if key is None else self.model.line_of(key)
        if line is None:
            return
        self.grid.go_to_line(line)
        add = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for place, row in enumerate(self.model.shown_rows() if chosen else ()):
            if self.model.key_of(row) in chosen:
                self.grid.selectionModel().select(self.model.index(place, 0), add)

    def _selected_lines(self) -> list[int]:
        selection = self.grid.selectionModel().selection()
        blocks = [selection.at(number) for number in range(selection.size())]
        lines = [line for block in blocks for line in range(block.top(), block.bottom() + 1)]
        return sorted(set(lines)) if len(blocks) > 1 else lines

    def _show_state(self) -> None:
        """The right page (rows, nothing found, nothing there) and the totals of what is shown."""
        shown, total = self.model.rowCount(), len(self.model.all_rows)
        page: QWidget = self.grid if shown else (self._nothing_found if total else self._empty)
        self._turn_to(page)
        sums = sum_texts(self.model.columns, self.model.totals(self.model.shown_rows()))
        self.footer.set_shown(shown, total, sums if shown else ())
        self._tell_selection()

    def _turn_to(self, page: QWidget) -> None:
        """Show a page of the list; a keyboard that was on the page before it goes along."""
        before, focused = self._pages.currentWidget(), self.window().focusWidget()
        goes_along = before is not None and before is not page and before.isAncestorOf(focused)
        self._pages.setCurrentWidget(page)
        if goes_along:
            self.focus_rows()

    @Slot()
    def _tell_selection(self) -> None:
        rows = self.selected_rows()
        sums = sum_texts(self.model.columns, self.model.totals(rows)) if len(rows) > 1 else []
        self.footer.set_selected(len(rows), sums)
        self.selection_changed.emit()

    @Slot()
    def _tell_current(self) -> None:
        self.current_changed.emit(self.current_row())

    # What the clerk does with rows

    @Slot(int)
    def _activate(self, line: int) -> None:
        self.row_activated.emit(self.model.row_at(line))

    @Slot()
    def focus_filter(self) -> None:
        """Put the keyboard in the filter line."""
        self.filter_line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_line.selectAll()

    @Slot()
    def focus_rows(self) -> None:
        """Put the keyboard on the rows, the first if none is current; on the button where there are no rows."""
        if self._timer.isActive():
            self._apply_filter()
        if not self.grid.currentIndex().isValid():
            self.step(1)
        page = self._nothing_found if self.model.all_rows else self._empty
        buttons = [] if self.model.rowCount() else page.findChildren(QPushButton)
        (buttons[0] if buttons else self.grid).setFocus(Qt.FocusReason.OtherFocusReason)

    def _with_keyboard(self) -> "RecordTable[Any]":
        """The table the keyboard is in, if it is another one on this page; otherwise this one."""
        widget = QApplication.focusWidget()
        while widget is not None:
            if isinstance(widget, RecordTable):
                return widget
            widget = widget.parentWidget()
        return self

    @Slot()
    def _find_here(self) -> None:
        self._with_keyboard().focus_filter()

    @Slot()
    def _choose_here(self) -> None:
        self._with_keyboard().arrangement.choose_columns()

    @Slot()
    def _export_here(self) -> None:
        self._with_keyboard().export()

    @Slot()
    def copy(self) -> None:
        """Copy the selected rows as tab-separated lines with their titles."""
        rows = self.selected_rows()
        if rows:
            QGuiApplication.clipboard().setText(self._snapshot_of(rows).as_tab_text())

    @Slot()
    def export(self) -> None:
        """Ask the page to export what is shown; the nearest holder that takes exports is given it."""
        snapshot = self.snapshot()
        self.export_requested.emit(snapshot)
        holder = self.parentWidget()
        while holder is not None and not isinstance(holder, TakesExports):
            holder = holder.parentWidget()
        if holder is not None:
            holder.export_table(snapshot)

    def _snapshot_of(self, rows: Sequence[Row]) -> TableSnapshot:
        columns = self.arrangement.visible_columns()
        chip = self._chips.get(self.chip_bar.current)
        query = self.filter_line.text().strip()
        notes = [chip.title if chip is not None else "", f"containing “{query}”" if query else ""]
        return TableSnapshot(
            title=self._title,
            note=", ".join(note for note in notes if note),
            columns=tuple(SnapshotColumn(c.key, c.title, c.kind, c.width, c.summed) for c in columns),
            rows=tuple(tuple(plain_value(column.value(row)) for column in columns) for row in rows),
        )

    @Slot(QPoint)
    def _show_row_menu(self, place: QPoint) -> None:
        if not self.grid.currentIndex().isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._row_menu_actions)
        if self._row_menu_actions:
            menu.addSeparator()
        menu.addActions([*self.grid.actions(), *self.actions()])
        menu.addMenu(self.arrangement.sort_menu(menu))
        menu.popup(self.grid.viewport().mapToGlobal(place))

    def _find_line(self, typed: str, start: int) -> int | None:
        columns = self.arrangement.visible_columns()
        return self.model.find_line(typed, columns[0].key, start) if columns else None
