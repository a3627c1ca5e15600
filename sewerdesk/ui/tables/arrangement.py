"""The arrangement of a table: columns shown, their order and width, the order of rows, all remembered."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Generic

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from sewerdesk.ui.store import ViewStore
from sewerdesk.ui.tables.chooser import ColumnChooser
from sewerdesk.ui.tables.columns import CellKind, Column, Row
from sewerdesk.ui.tables.layout import ColumnPlace, TableLayout, read_layout
from sewerdesk.ui.tables.model import RecordTableModel, SortBy
from sewerdesk.ui.tables.view import GridView
from sewerdesk.ui.theme import theme

SAVE_DELAY_MS = 400

_LEAST_WORDS = 20
"""In characters: below this the widest column of words gives nothing more, and the table scrolls sideways."""


class Arrangement(QObject, Generic[Row]):
    """Keeps the header of a grid, the order of its model and what the store remembers in step.

    ``keeping`` is the table's context manager that holds current row and selection across a reordering.
    """

    def __init__(
        self,
        grid: GridView,
        model: RecordTableModel[Row],
        store: ViewStore,
        *,
        key: str,
        default_sort: Sequence[SortBy],
        keeping: Callable[[], AbstractContextManager[None]],
    ) -> None:
        super().__init__(grid)
        self._grid, self._model, self._store = grid, model, store
        self._key = key
        self._default_sort = tuple(default_sort)
        self._keeping = keeping
        self._spreading = False
        self._widths: dict[str, float] = {column.key: column.width for column in model.columns}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_DELAY_MS)
        self._timer.timeout.connect(self.save)
        header = grid.horizontalHeader()
        header.sectionClicked.connect(self._click_header)
        header.customContextMenuRequested.connect(self._choose_columns_at)
        header.sectionResized.connect(self._resized)
        header.sectionMoved.connect(self._timer.start)
        grid.resized.connect(self._spread)
        theme().changed.connect(self._spread)

    def visible_columns(self) -> list[Column[Row]]:
        """The columns shown, from left to right."""
        header = self._grid.horizontalHeader()
        sections = (header.logicalIndex(place) for place in range(header.count()))
        return [self._model.columns[section] for section in sections if not header.isSectionHidden(section)]

    def now(self) -> TableLayout:
        """Columns from left to right and the order of rows, as they are now."""
        header = self._grid.horizontalHeader()
        sections = [header.logicalIndex(place) for place in range(header.count())]
        keys = [(self._model.columns[section].key, header.isSectionHidden(section)) for section in sections]
        places = tuple(ColumnPlace(key, self._widths[key], hidden) for key, hidden in keys)
        return TableLayout(places, self._model.sort_order)

    def restore(self) -> None:
        """Take the layout from the store, or the defaults."""
        self._apply(read_layout(self._store.text(self._key)))

    @Slot()
    def save(self) -> None:
        """Remember the layout as it is now."""
        self._timer.stop()
        self._store.set_text(self._key, self.now().to_text())

    @Slot()
    def reset(self) -> None:
        """Back to the columns, widths and order the table came with."""
        self._store.set_text(self._key, "")
        self._apply(None)

    def sort_by(self, *levels: SortBy) -> None:
        """Order the rows and show it in the header."""
        with self._keeping():
            self._model.set_sort(*levels)
        self._show_order()

    def sort_menu(self, parent: QWidget) -> QMenu:
        """A menu of the columns shown, for sorting by keyboard; the same column again turns the order around."""
        menu = QMenu("Sort by", parent)
        for column in self.visible_columns():
            action = menu.addAction(column.title)
            action.setData(column.key)
            action.triggered.connect(self._sort_by_action)
        return menu

    @Slot()
    def _sort_by_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._toggle(str(action.data()), second=False)

    @Slot()
    def choose_columns(self) -> None:
        """Open the column chooser under the header."""
        self._choose_columns_at(QPoint(12, self._grid.horizontalHeader().height()))

    @Slot(QPoint)
    def _choose_columns_at(self, place: QPoint) -> None:
        titles = {column.key: column.title for column in self._model.columns}
        places = self.now().columns
        chooser = ColumnChooser([(p.key, titles[p.key], not p.hidden) for p in places], self._grid)
        chooser.setObjectName("column-chooser")
        chooser.chosen.connect(self._take_choice)
        chooser.reset_requested.connect(self.reset)
        chooser.pop_up(self._grid.horizontalHeader().mapToGlobal(place))

    @Slot(object)
    def _take_choice(self, choice: list[tuple[str, bool]]) -> None:
        if not any(shown for _, shown in choice):
            return
        widths = {place.key: place.width for place in self.now().columns}
        places = tuple(ColumnPlace(key, widths[key], not shown) for key, shown in choice)
        self._apply(TableLayout(places, self._model.sort_order))
        self.save()

    @Slot(int)
    def _click_header(self, section: int) -> None:
        second = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._toggle(self._model.columns[section].key, second=second)

    def _toggle(self, key: str, *, second: bool) -> None:
        with self._keeping():
            self._model.toggle_sort(key, second=second)
        self._show_order()
        self.save()

    def _show_order(self) -> None:
        header = self._grid.horizontalHeader()
        order = self._model.sort_order
        header.setSortIndicatorShown(bool(order))
        if order:
            keys = [column.key for column in self._model.columns]
            way = Qt.SortOrder.DescendingOrder if order[0].descending else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(keys.index(order[0].column), way)

    def _apply(self, kept: TableLayout | None) -> None:
        defaults = [ColumnPlace(column.key, column.width, column.hidden) for column in self._model.columns]
        known = {place.key for place in defaults}
        places = [place for place in kept.columns if place.key in known] if kept is not None else []
        places += [place for place in defaults if place.key not in {p.key for p in places}]
        header = self._grid.horizontalHeader()
        sections = {column.key: section for section, column in enumerate(self._model.columns)}
        for visual, place in enumerate(places):
            section = sections[place.key]
            header.moveSection(header.visualIndex(section), visual)
            header.setSectionHidden(section, place.hidden)
        self._widths = {place.key: place.width for place in places}
        self._spread()
        self._timer.stop()
        self.sort_by(*(kept.sort if kept is not None else self._default_sort))

    @Slot()
    def _spread(self) -> None:
        """Give each column its width; the widest column of words takes the room left over, and gives what is short."""
        header = self._grid.horizontalHeader()
        shown = self.visible_columns()
        widths = {
            column.key: self._grid.characters(self._widths[column.key]) + _extra(column) for column in shown
        }
        words = [column for column in shown if column.kind is CellKind.TEXT] or shown
        if words:
            widest = max(words, key=lambda column: self._widths[column.key])
            left_over = self._grid.viewport().width() - sum(widths.values())
            floor = min(widths[widest.key], self._grid.characters(_LEAST_WORDS))
            widths[widest.key] = max(widths[widest.key] + left_over, floor)
        self._spreading = True
        for section, column in enumerate(self._model.columns):
            if column.key in widths:
                header.resizeSection(section, widths[column.key])
        self._spreading = False

    @Slot(int, int, int)
    def _resized(self, section: int, _old: int, new: int) -> None:
        """The clerk dragged a column's edge; widths given by ``_spread`` are not the clerk's."""
        if new and not self._spreading:
            column = self._model.columns[section]
            self._widths[column.key] = self._grid.in_characters(new - _extra(column))
            self._timer.start()


def _extra(column: Column[Row]) -> int:
    """Room in pixels beside the characters: a state has an icon."""
    return theme().sizes.icon if column.kind is CellKind.STATUS else 0
