"""The grid of a rate: its tiers, its fixtures with their prices, or its multiples by month."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.billlines import plain, plain_volume
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rateforms import FormulaKind, Row
from sewerdesk.ui.forms.grid_model import EntryGridModel
from sewerdesk.ui.forms.grid_view import EntryGridView
from sewerdesk.ui.screens.rates.form import GRIDS
from sewerdesk.ui.theme import set_role, theme
from sewerdesk.ui.widgets.card import SectionTitle

_SHOWN = 8  # rows, with the head: five tiers, the open one and the next


class RowsGrid(QWidget):
    """One grid for each way of charging that has rows; ``changed`` is emitted at every change of the one shown."""

    changed = Signal()

    def __init__(self, today: Callable[[], date], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: FormulaKind | None = None
        self._models: dict[FormulaKind, EntryGridModel] = {}
        self.views: dict[FormulaKind, EntryGridView] = {}
        self._title = SectionTitle("")
        self._error = QLabel()
        self._error.setWordWrap(True)
        set_role(self._error, role="error")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._error)
        for kind, (title, columns) in GRIDS.items():
            model = EntryGridModel(columns, today=today, parent=self)
            view = EntryGridView(model, self)
            view.setAccessibleName(title)
            model.edited.connect(self.changed)
            view.setFixedHeight((theme().sizes.row + 2) * _SHOWN)
            self._models[kind], self.views[kind] = model, view
            column.addWidget(view)
        self._error.hide()
        self.show_kind(None)

    def show_kind(self, kind: FormulaKind | None) -> None:
        """Show the grid of a way of charging; none for one without rows."""
        self._kind = kind
        for key, view in self.views.items():
            view.setVisible(key is kind)
        if kind in GRIDS:
            self._title.setText(GRIDS[kind][0])
        self.setVisible(kind in GRIDS)

    def load(self, kind: FormulaKind | None, rows: tuple[Row, ...]) -> None:
        """Put rows into the grid of a kind."""
        if kind in self._models:
            self._models[kind].load([[_shown(cell) for cell in row] for row in rows])

    def rows(self) -> tuple[Row, ...]:
        """The rows of the grid shown; ``UserError`` for a cell that is wrong."""
        if self._kind not in self._models:
            return ()
        model = self._models[self._kind]
        problems = model.problems()
        if problems:
            (row, column), sentence = next(iter(problems.items()))
            raise UserError(f"Row {row + 1}, {model.columns[column].title}: {sentence}")
        names = [column.name for column in model.columns]
        return tuple(
            (_cell(row.values.get(names[0])), _cell(row.values.get(names[1]))) for row in model.entry_rows()
        )

    def say(self, sentence: str) -> None:
        """Show what is wrong with the rows; empty takes it away."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def problem(self) -> str:
        """What is said to be wrong."""
        return "" if self._error.isHidden() else self._error.text()

    def lock(self) -> None:
        """Let the rows only be looked at."""
        for view in self.views.values():
            view.setEditTriggers(EntryGridView.EditTrigger.NoEditTriggers)


def _cell(value: object) -> str | Decimal | int | None:
    return value if isinstance(value, str | Decimal | int) else None


def _shown(value: str | Decimal | int | None) -> str:
    if isinstance(value, Decimal):
        return plain_volume(value) if value == value.to_integral_value() else plain(value)
    return "" if value is None else str(value)
