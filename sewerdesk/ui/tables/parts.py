"""The lines around a grid: filter chips with counts above it, counts and totals below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from sewerdesk.domain.money import format_money
from sewerdesk.ui.tables.columns import CellKind, Column, Row
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.elided import ElidedLabel
from sewerdesk.ui.widgets.flow import FlowLayout

ALL_KEY = ""


@dataclass(frozen=True, slots=True)
class FilterChip(Generic[Row]):
    """A ready filter: its key, its word, and what rows it keeps. The chip "All" is always there."""

    key: str
    title: str
    accepts: Callable[[Row], bool]


class ChipBar(QWidget):
    """Filter chips of which one is on; ``picked`` carries its key, empty for "All"."""

    picked = Signal(str)

    def __init__(self, chips: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, QPushButton] = {}
        layout = FlowLayout(self)
        for key, title in ((ALL_KEY, "All"), *chips):
            button = QPushButton(title)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setProperty("chip_title", title)
            button.setObjectName(f"chip-{key or 'all'}")
            set_role(button, chip=True)
            self._group.addButton(button)
            self._buttons[key] = button
            layout.addWidget(button)
        self._buttons[ALL_KEY].setChecked(True)
        self._group.buttonClicked.connect(self._tell)

    @property
    def current(self) -> str:
        """Key of the chip that is on."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), ALL_KEY)

    def set_counts(self, counts: dict[str, int]) -> None:
        """Write the number of rows behind each word."""
        for key, count in counts.items():
            button = self._buttons[key]
            button.setText(f"{button.property('chip_title')}  {count:,}")
            button.setAccessibleName(f"{button.property('chip_title')}, {count:,}")

    def pick(self, key: str) -> None:
        """Turn a chip on as if it had been pressed; an unknown key turns "All" on."""
        self._buttons.get(key, self._buttons[ALL_KEY]).setChecked(True)
        self._tell()

    def buttons(self) -> list[QPushButton]:
        """The chips from left to right; arrow keys go from one to the next within their group."""
        return list(self._buttons.values())

    @Slot()
    def _tell(self) -> None:
        self.picked.emit(self.current)


class FilterLine(QLineEdit):
    """The quick filter: Escape clears it, Down and Enter go to the rows."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Filter this list (Ctrl+F)")
        self.setAccessibleName("Filter this list")
        self.setClearButtonEnabled(True)
        self.addAction(icon("search", Ink.SECONDARY), QLineEdit.ActionPosition.LeadingPosition)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears or leaves, Down and Enter leave."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Footer(QWidget):
    """How many rows are shown and what they sum to; the same for the rows selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ElidedLabel()
        self._selected = QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 6)
        layout.setSpacing(16)
        for label in (self._shown, self._selected):
            set_role(label, role="label")
            layout.addWidget(label, 1 if label is self._shown else 0)

    @property
    def shown_text(self) -> str:
        """What is said of the rows shown."""
        return self._shown.text()

    @property
    def selected_text(self) -> str:
        """What is said of the rows selected; empty for fewer than two."""
        return self._selected.text()

    def set_shown(self, shown: int, total: int, sums: Sequence[str]) -> None:
        """Say how many of all rows are shown, with their totals."""
        count = f"{shown:,} shown" if shown == total else f"{shown:,} of {total:,} shown"
        self._shown.setText(" · ".join((count, *sums)))
        self._shown.setToolTip(self._shown.text())

    def set_selected(self, count: int, sums: Sequence[str]) -> None:
        """Say how many rows are selected, with their totals; one row alone is not worth a word."""
        self._selected.setText(" · ".join((f"{count:,} selected", *sums)) if count > 1 else "")


def sum_texts(columns: Sequence[Column[Row]], totals: dict[str, Decimal]) -> list[str]:
    """The title and sum of each summed column, "Balance 18,204.50"; empty without one."""
    return [f"{column.title} {_sum_text(column, totals[column.key])}" for column in columns if column.summed]


def _sum_text(column: Column[Row], total: Decimal) -> str:
    return format_money(total) if column.kind is CellKind.MONEY else f"{total:,}"
