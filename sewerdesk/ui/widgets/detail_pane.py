"""The record beside or below a list: who it is, its state, its main figure, its actions, and its tabs."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.actions import ActionButton, MoreButton
from sewerdesk.ui.tables.columns import Status
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.empty_state import EmptyState
from sewerdesk.ui.widgets.flow import FlowLayout
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.tone_label import ToneLabel


class DetailPane(QWidget):
    """Header and tabs of a record; before a record is shown it says so. ``tab_changed`` carries a tab's key."""

    tab_changed = Signal(str)

    def __init__(self, nothing_selected: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        self._line = QLabel()
        self._figure_name = QLabel()
        self._figure = ToneLabel()
        self.banners = BannerArea()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Parts of the record")
        self.tabs.tabBar().setAccessibleName("Parts of the record")
        self.tabs.setUsesScrollButtons(True)
        self._tab_keys: list[str] = []
        self._names = QWidget()
        self._name_flow = FlowLayout(self._names)
        self._name_flow.addWidget(self._title)
        self._buttons = QWidget()
        self._button_flow = FlowLayout(self._buttons)
        self._pages = QStackedWidget(self)
        self._empty = EmptyState(nothing_selected)
        self._record = QWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._record)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        self._lay_out()
        self.tabs.currentChanged.connect(self._tell_tab)

    def _lay_out(self) -> None:
        for label, role in (
            (self._title, "section"),
            (self._line, "secondary"),
            (self._figure_name, "label"),
        ):
            label.setTextFormat(Qt.TextFormat.PlainText)
            set_role(label, role=role)
        self._line.setWordWrap(True)
        set_role(self._figure, role="figure")
        right = Qt.AlignmentFlag.AlignRight
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self._names)
        names.addWidget(self._line)
        figures = QVBoxLayout()
        figures.setSpacing(0)
        figures.addWidget(self._figure_name, 0, right)
        figures.addWidget(self._figure, 0, right)
        figures.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addLayout(names, 1)
        head.addLayout(figures)
        top = QVBoxLayout()
        top.setContentsMargins(20, 16, 20, 0)
        top.setSpacing(8)
        top.addLayout(head)
        for part in (self.banners, self._buttons):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            top.addWidget(part)
        layout = QVBoxLayout(self._record)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self.tabs, 1)

    def show_header(
        self,
        title: str,
        line: str = "",
        *,
        chips: Sequence[Status] = (),
        figure: str = "",
        figure_name: str = "",
        figure_tone: Tone = Tone.NEUTRAL,
    ) -> None:
        """Show a record's name, key facts, states, and its main figure at the right ("Balance 214.50")."""
        self._title.setText(title)
        self._line.setText(line)
        self._line.setVisible(bool(line))
        self._figure_name.setText(figure_name)
        self._figure.setText(figure)
        self._figure.set_tone(figure_tone)
        self._figure.setAccessibleName(f"{figure_name}: {figure}")
        while (item := self._name_flow.takeAt(1)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for status in chips:
            self._name_flow.addWidget(Chip(status.text, status.tone, icon_name=status.icon))
        self._names.updateGeometry()
        self.setAccessibleName(title)
        self._pages.setCurrentWidget(self._record)

    def show_nothing(self) -> None:
        """Say that nothing is selected."""
        self._pages.setCurrentWidget(self._empty)

    def set_actions(self, actions: Sequence[QAction], *, more: Sequence[QAction] = ()) -> None:
        """Buttons of the record, under its header; ``more`` are the rarer ones, behind one button."""
        for action in actions:
            self._button_flow.addWidget(ActionButton(action, self._buttons))
        if more:
            self._button_flow.addWidget(MoreButton(more, self._buttons))
        self._buttons.setVisible(bool(actions or more))

    def add_tab(
        self, key: str, title: str, page: QWidget, *, padded: bool = True, scrolls: bool = False
    ) -> None:
        """Add a tab; padded pages get the pane's margins, scrolling ones never squeeze what is on them."""
        holder = QWidget() if padded else page
        self._tab_keys.append(key)
        self.tabs.addTab(scrolled(holder) if scrolls else holder, title)
        if padded:  # the page last, so that its contents are moved and styled once only
            inside = QVBoxLayout(holder)
            inside.setContentsMargins(20, 16, 20, 16)
            inside.addWidget(page)

    def show_tab(self, key: str) -> None:
        """Turn to a tab; an unknown key changes nothing."""
        if key in self._tab_keys:
            self.tabs.setCurrentIndex(self._tab_keys.index(key))

    @property
    def current_tab(self) -> str:
        """Key of the tab shown, empty if there is none."""
        place = self.tabs.currentIndex()
        return self._tab_keys[place] if 0 <= place < len(self._tab_keys) else ""

    @Slot(int)
    def _tell_tab(self, place: int) -> None:
        if 0 <= place < len(self._tab_keys):
            self.tab_changed.emit(self._tab_keys[place])
