"""A page with a list at the left and the selected record at the right; on narrow windows one after the other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from sewerdesk.ui.actions import make_action
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.tables.columns import Row
from sewerdesk.ui.tables.following import RowFollower
from sewerdesk.ui.tables.table import RecordTable
from sewerdesk.ui.theme import Ink, icon, set_role, theme
from sewerdesk.ui.widgets.citation import LinkButton

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

LIST_SHARE = 40


class ListDetailScreen(Screen, Generic[Row]):
    """List 40 %, detail 60 %. Subclasses give ``table`` and ``detail`` and override ``load`` and ``show_row``.

    ``new`` makes a record (Ctrl+N); the table offers it, too, while it is empty.

    The table needs a ``row_key`` that is the record's id. The detail follows the keyboard a moment after it
    rests, so that running down the list does not read every record.
    """

    def __init__(
        self,
        context: "UiContext",
        *,
        title: str,
        table: RecordTable[Row],
        detail: QWidget,
        subtitle: str = "",
        new: QAction | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, title=title, subtitle=subtitle, parent=parent)
        self.table = table
        self.detail = detail
        self._narrow = False
        self._detail_open = False
        self._shown_id: int | None = None
        self._tab = ""
        self._follower = RowFollower(self, table, self._show_current)
        self._build()
        self.table.row_activated.connect(self._enter_detail)
        for text, slot, key, keys in (
            ("Previous record", self._previous, "previous-record", "Ctrl+Up"),
            ("Next record", self._next, "next-record", "Ctrl+Down"),
        ):
            self.addAction(make_action(self, text, slot, key=key, shortcut=keys))
        for action in table.actions():
            self.addAction(action)
        if new is not None:
            new.setParent(self)
            new.setShortcut("Ctrl+N")
            self.show_action(new, primary=True)

    def _build(self) -> None:
        self.back_to_list = LinkButton("Back to the list")
        self.back_to_list.setIcon(icon("arrow-left", Ink.ACCENT))
        self.back_to_list.setToolTip("Back to the list (Esc)")
        self.back_to_list.clicked.connect(self.close_detail)
        self.back_to_list.hide()
        right = QFrame()
        set_role(right, card=True)
        inside = QVBoxLayout(right)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        self._right = right
        way_back = QHBoxLayout()
        way_back.addWidget(self.back_to_list)
        way_back.addStretch(1)
        self._head.insertLayout(0, way_back)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        self.body.addWidget(self.splitter, 1)  # first, so that what it holds is moved and styled once only
        self.splitter.addWidget(right)
        inside.addWidget(self.detail, 1)
        self.splitter.insertWidget(0, self.table)
        self.splitter.setStretchFactor(0, LIST_SHARE)
        self.splitter.setStretchFactor(1, 100 - LIST_SHARE)
        self.splitter.splitterMoved.connect(self._keep_share)

    # For subclasses

    def load(self) -> Sequence[Row]:
        """The rows of the list, read through a service."""
        raise NotImplementedError

    def show_row(self, row: Row | None, tab: str) -> None:
        """Show a row's record in the detail, on a tab if one is named; ``None`` shows that nothing is selected."""
        raise NotImplementedError

    # What the window calls

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the list again, staying on the current record, and show that record anew."""
        self.table.set_rows(self.load())
        if self.table.current_row() is None:
            self.table.step(1)
        self._shown_id = None
        self._show_current()

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Select a record in the list and show it; on a narrow window its page opens."""
        self._tab = tab
        if not self.table.select_key(record_id):
            self.table.set_rows(self.load())
            self.table.select_key(record_id)
        self._shown_id = None
        self._show_current()
        self._enter_detail()

    def take_focus(self) -> None:
        """The keyboard starts in the list, or in the record where only that is shown."""
        if self._narrow and self._detail_open:
            self.back_to_list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.table.focus_rows()

    # Narrow windows

    @property
    def is_narrow(self) -> bool:
        """Whether list and detail are shown one after the other."""
        return self._narrow

    def open_overview(self) -> None:
        """Show the list; on a narrow window the record gives way to it."""
        self._detail_open = False
        self._arrange()

    @Slot()
    def close_detail(self) -> None:
        """Back from the record to the list, on a narrow window; the same step as Alt+Left where one came from it."""
        navigator, here = self.context.navigator, Route(self.key)
        if navigator.previous == here:
            navigator.back()
        else:
            navigator.note(here)
            self.open_overview()
        self.table.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _enter_detail(self) -> None:
        """Enter or double click. On a narrow window the record is a place of its own, so that Back leads here."""
        opening = self._narrow and not self._detail_open
        self._detail_open = True
        self._show_current()
        self._arrange()
        row = self.table.current_row()
        key = None if row is None else self.table.model.key_of(row)
        navigator = self.context.navigator
        if opening and isinstance(key, int):
            self.back_to_list.setFocus(Qt.FocusReason.OtherFocusReason)
            if navigator.current is None or navigator.current.record_id is None:
                navigator.open(Route(self.key, key))

    def _arrange(self) -> None:
        self.table.setVisible(not self._narrow or not self._detail_open)
        self._right.setVisible(not self._narrow or self._detail_open)
        alone = self._narrow and self._detail_open
        self.back_to_list.setVisible(alone)
        self._titles.setVisible(not alone)

    def _fit(self) -> None:
        narrow = self.window().width() < theme().narrow_below()
        if narrow != self._narrow:
            self._narrow = narrow
            self._detail_open = False
            self._arrange()
        if not narrow:
            self._take_share()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold with the window."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """The window is known now."""
        super().showEvent(event)
        self._fit()

    # The share of the list

    @property
    def _share_key(self) -> str:
        return f"splitter/{type(self).__name__}"

    def _take_share(self) -> None:
        kept = self.context.views.text(self._share_key)
        share = int(kept) if kept.isdigit() and 10 <= int(kept) <= 90 else LIST_SHARE
        width = max(self.splitter.width() - self.splitter.handleWidth(), 100)
        with QSignalBlocker(self.splitter):
            self.splitter.setSizes([width * share // 100, width - width * share // 100])

    @Slot()
    def _keep_share(self) -> None:
        left, right = self.splitter.sizes()
        if left and right:
            self.context.views.set_text(self._share_key, str(round(100 * left / (left + right))))

    # The current record

    @Slot()
    def _show_current(self) -> None:
        self._follower.rest()
        row = self.table.current_row()
        key = None if row is None else self.table.model.key_of(row)
        record_id = key if isinstance(key, int) else None
        if row is not None and record_id == self._shown_id:
            return
        self._shown_id = record_id
        self.show_row(row, self._tab)
        self._tab = ""
        if record_id is not None and not self._narrow:
            self.context.navigator.note(Route(self.key, record_id))

    @Slot()
    def _previous(self) -> None:
        self.table.step(-1)

    @Slot()
    def _next(self) -> None:
        self.table.step(1)
