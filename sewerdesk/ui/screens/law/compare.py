"""The office's law beside another municipality's, rule by rule, differences first."""

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.law.book_compare import ComparedRule
from sewerdesk.services.law_book import comparable_packs, compare_with, law_header
from sewerdesk.ui.exporting import export_list
from sewerdesk.ui.screens.law.specs import COMPARE_CHIPS, compare_columns, said, where_of
from sewerdesk.ui.tables import RecordTable, TableSnapshot
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.domain.law.book import LawEntry
    from sewerdesk.ui.context import UiContext

_ROOM = 48
_LINES, _FEW_LINES, _LOW = 7, 3, 30
"""Lines of text below the list, on a high and on a low window, and what low is."""


class CompareDialog(QDialog):
    """Choose a municipality, filter the list; the rule in the list is shown whole below, both laws side by side."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._choices = comparable_packs(context.ws)
        self._own = law_header(context.ws).municipality
        self.setWindowTitle("Compare two laws")
        self.setModal(True)
        self.picker = QComboBox(self)
        self.picker.addItems([choice.municipality for choice in self._choices])
        self.picker.setAccessibleName("Compare with")
        self._law_line = QLabel(self)
        self.table: RecordTable[ComparedRule] = self._make_table()
        self._here, self._there = _Side(), _Side()
        self.export_button = QPushButton("&Export…", self)
        self.close_button = QPushButton("Close", self)
        self._lay_out()
        self.picker.currentIndexChanged.connect(self._compare)
        self.export_button.clicked.connect(self.table.export)
        self.close_button.clicked.connect(self.reject)
        self._compare()

    def _make_table(self) -> RecordTable[ComparedRule]:
        table = RecordTable(
            compare_columns(self._own),
            name="law-compare",
            title="Two laws compared",
            store=self._context.views,
            row_key=_key_of,
            chips=COMPARE_CHIPS,
            empty="Neither law says anything.",
        )
        for action in table.actions():
            self.addAction(action)
        table.current_changed.connect(self._show_rule)
        return table

    def _lay_out(self) -> None:
        title = QLabel("Compare two laws", self)
        set_role(title, role="title")
        set_role(self._law_line, role="secondary")
        self._law_line.setWordWrap(True)
        below = QWidget()
        sides = QHBoxLayout(below)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(24)
        sides.addWidget(self._here, 1)
        sides.addWidget(self._there, 1)
        area = scrolled(below)
        area.setAccessibleName("The rule in both laws")
        room = (self.parentWidget() or self).size()
        lines = self.fontMetrics().lineSpacing()
        area.setFixedHeight(lines * (_LINES if room.height() > lines * _LOW else _FEW_LINES))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.export_button, self.close_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(title)
        column.addLayout(self._picking_line())
        column.addWidget(self._law_line)
        column.addWidget(self.table, 1)
        column.addWidget(area)
        column.addLayout(buttons)
        QWidget.setTabOrder(self.picker, self.table.filter_line)
        for earlier, later in pairwise((self.table.grid, area, self.export_button, self.close_button)):
            QWidget.setTabOrder(earlier, later)
        self._law_line.setVisible(room.height() > lines * _LOW)
        self.resize(max(room.width() - _ROOM, 720), max(room.height() - _ROOM, 400))

    def _picking_line(self) -> QHBoxLayout:
        """The office's own law, and the one that it is compared with."""
        label = QLabel(f"{self._own} and", self)
        label.setBuddy(self.picker)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(label)
        line.addWidget(self.picker)
        line.addStretch(1)
        return line

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard starts in the list, on the first difference."""
        super().showEvent(event)
        self.table.focus_rows()

    def export_table(self, snapshot: TableSnapshot) -> None:
        """Save what the list shows as a spreadsheet (Ctrl+E)."""
        export_list(self._context, snapshot)

    @Slot()
    def _compare(self) -> None:
        """Compare with the law chosen."""
        choice = self._choices[self.picker.currentIndex()]
        note = f"{choice.law_title}. {choice.state}" if choice.state else f"{choice.law_title}."
        self._law_line.setText(note)
        self.table.set_rows(compare_with(self._context.ws, code=choice.code))
        self.table.step(-self.table.model.rowCount())
        self._show_rule(self.table.current_row())

    @Slot(object)
    def _show_rule(self, row: object) -> None:
        rule = row if isinstance(row, ComparedRule) else None
        there = self._choices[self.picker.currentIndex()].municipality
        self._here.show_entry(self._own, rule.here if rule else None)
        self._there.show_entry(there, rule.there if rule else None)


class _Side(QWidget):
    """All that one law says of a rule, under the municipality's name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._words = QLabel(), QLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for label, role in ((self._title, "strong"), (self._words, "body")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            set_role(label, role=role)
            column.addWidget(label)
        column.addStretch(1)

    def show_entry(self, municipality: str, entry: "LawEntry | None") -> None:
        """Show a rule, or say that the law has none under this name."""
        if entry is None:
            self._title.setText(municipality)
            self._words.setText("Its law says nothing under this name.")
            return
        words = (said(entry), entry.clock, entry.sentence if entry.spoken else "")
        self._title.setText(f"{municipality} · {where_of(entry)}")
        self._words.setText("\n".join(dict.fromkeys(part for part in words if part)))


def _key_of(row: ComparedRule) -> tuple[str, str]:
    return row.shown.part, row.shown.key
