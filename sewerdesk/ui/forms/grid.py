"""Batch entry (payments, readings): a grid that the numeric keypad can fill, checked against a control total."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money
from sewerdesk.ui.forms.codec import decode, encode
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.grid_model import EntryGridModel
from sewerdesk.ui.forms.grid_rows import EntryRow, GridColumn, RowLookup
from sewerdesk.ui.forms.grid_view import EntryGridView
from sewerdesk.ui.forms.line_editors import MoneyEditor
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec
from sewerdesk.ui.theme import Ink, pixmap, set_role, theme
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.elided import ElidedLabel

_CONTROL = FieldSpec(
    "control",
    "Control total",
    FieldKind.MONEY,
    required=True,
    help="The total on the adding-machine tape of the batch.",
)


@dataclass(frozen=True, slots=True)
class GridDraft:
    """What stands in an entry grid, as typed; kept against a crash."""

    control: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


class EntryGrid(QWidget):
    """The control total, the grid, and the running count and total. ``changed`` is emitted at every change.

    ``noun`` is the word for one row ("payment"). Without a money column that totals there is no control total.
    """

    changed = Signal()

    def __init__(
        self,
        columns: Sequence[GridColumn],
        context: EditorContext,
        *,
        lookup: RowLookup | None = None,
        noun: str = "row",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._noun = noun
        self.model = EntryGridModel(columns, today=context.today, lookup=lookup, parent=self)
        self.control = MoneyEditor(_CONTROL, context, self)
        self.view = EntryGridView(self.model, self)
        self.view.setAccessibleName(f"{noun.capitalize()}s of this batch")
        self._message = ElidedLabel(parent=self)
        self._icon = QLabel(self)
        self._figures = QLabel(self)
        self._verdict = QLabel(self)
        self._has_total = any(column.total for column in columns)
        self._lay_out()
        self.model.edited.connect(self._on_changed)
        self.view.selectionModel().currentChanged.connect(self._on_moved)
        self.control.changed.connect(self._on_changed)
        self.control.advance.connect(self.view.begin)
        self.view.row_deleted.connect(self._on_deleted)
        self.view.row_restored.connect(self._on_restored)
        self._show_totals()

    # ------------------------------------------------------------ what it comes to
    def count(self) -> int:
        """How many rows were entered."""
        return self.model.count()

    def total(self) -> Decimal:
        """Their money, in dollars."""
        return self.model.total()

    def control_total(self) -> Decimal | None:
        """The control total typed; ``None`` while it is missing or cannot be read."""
        try:
            value = self.control.value()
        except UserError:
            return None
        return value if isinstance(value, Decimal) else None

    def difference(self) -> Decimal | None:
        """Entered minus control total, in dollars; ``None`` without a control total."""
        control = self.control_total()
        return None if control is None else self.total() - control

    def is_balanced(self) -> bool:
        """Whether there are rows, none is wrong, and they come to the control total."""
        return (
            self.count() > 0 and not self.model.problems() and (not self._has_total or self.difference() == 0)
        )

    def rows(self) -> tuple[EntryRow, ...]:
        """The rows to post; ``FieldErrors`` where a cell is wrong. Out of balance is for ``check`` to refuse."""
        return self.model.entry_rows()

    def check(self) -> tuple[EntryRow, ...] | None:
        """The rows if they may be posted; otherwise show what is wrong, go there, and return ``None``."""
        self.control.finish()
        wrong = self.model.problems()
        if wrong:
            row, column = next(iter(wrong))
            self.view.go_to(row, column)
            self.view.setFocus()
            self.say(f"Row {row + 1}, {self.model.columns[column].title}: {wrong[row, column]}")
            return None
        if not self.count():
            self.view.begin()
            self.say(f"Enter at least one {self._noun}.")
            return None
        if self._has_total and self.difference() != 0:
            self._refuse_balance()
            return None
        return self.rows()

    # ------------------------------------------------------------ drafts
    def typed(self) -> GridDraft:
        """What stands in the grid, for keeping."""
        return GridDraft(self.control.typed_text(), self.model.typed_rows())

    def restore(self, draft: GridDraft) -> None:
        """Put back what ``typed`` returned; lookups are made again."""
        self.control.restore_text(draft.control)
        self.control.finish()
        self.model.load(draft.rows)

    def pack(self) -> str:
        """All that was typed, as JSON text."""
        return encode(self.typed())

    def restore_packed(self, payload: str) -> None:
        """Put back what :meth:`pack` returned; ``DraftUnreadable`` where it is none."""
        self.restore(decode(GridDraft, payload))

    def clear(self) -> None:
        """Begin a new batch."""
        self.restore(GridDraft())
        self.say("")

    def is_dirty(self) -> bool:
        """Whether anything was typed."""
        return self.typed() != GridDraft()

    def begin(self) -> None:
        """Put the keyboard where a batch begins: at the control total, then in the grid."""
        if self._has_total and self.control_total() is None:
            self.control.focus()
        else:
            self.view.begin()

    def say(self, sentence: str) -> None:
        """A sentence under the grid, read out."""
        self._message.setText(sentence)
        self._message.setToolTip(sentence)
        if sentence:
            announce(self, sentence)

    def message(self) -> str:
        """The sentence under the grid."""
        return self._message.text()

    def figures(self) -> str:
        """The running count and total, and how they stand to the control total."""
        return " · ".join(part for part in (self._figures.text(), self._verdict.text()) if part)

    # ------------------------------------------------------------ inside
    def _lay_out(self) -> None:
        for label in (self._message, self._figures, self._verdict):
            label.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._message, role="secondary")
        set_role(self._figures, role="strong")
        set_role(self._verdict, role="strong")
        footer = QHBoxLayout()
        footer.setSpacing(8)
        footer.addWidget(self._message, 1)
        footer.addWidget(self._figures)
        footer.addSpacing(16)
        footer.addWidget(self._icon)
        footer.addWidget(self._verdict)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.control)
        column.addWidget(self.view, 1)
        column.addLayout(footer)
        self.control.setVisible(self._has_total)
        QWidget.setTabOrder(self.control.primary, self.view)

    def _refuse_balance(self) -> None:
        difference = self.difference()
        if difference is None:
            self.control.set_error("Enter the control total.")
            self.say("Enter the control total.")
            self.control.focus()
            return
        self.say(
            f"The batch is out by {format_money(difference)}: entered {format_money(self.total())}, "
            f"control total {format_money(self.total() - difference)}."
        )
        self.view.setFocus()

    @Slot()
    def _on_changed(self) -> None:
        self.control.set_error("")
        self._show_words()
        self._show_totals()
        self.changed.emit()

    @Slot(QModelIndex, QModelIndex)
    def _on_moved(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.row() != previous.row():
            self._show_words()

    def _show_words(self) -> None:
        """The whole sentence about the current row, which its last cell may cut short."""
        index = self.view.currentIndex()
        words = self.model.index(index.row(), len(self.model.columns)) if index.isValid() else QModelIndex()
        self.say(str(words.data() or ""))

    def _show_totals(self) -> None:
        count = self.count()
        entered = f"{count:,} {self._noun}{'' if count == 1 else 's'}"
        self._figures.setText(f"{entered} · {format_money(self.total())}" if self._has_total else entered)
        difference = self.difference() if self._has_total else None
        self._icon.setVisible(difference is not None)
        self._verdict.setVisible(difference is not None)
        if difference is None:
            self._verdict.setText("")
            return
        balanced = difference == 0
        self._verdict.setText("In balance" if balanced else f"Out by {format_money(difference)}")
        name, ink = ("circle-check", Ink.GOOD) if balanced else ("triangle-alert", Ink.CAUTION)
        self._icon.setPixmap(pixmap(name, ink, theme().sizes.icon, ratio=self.devicePixelRatioF()))

    @Slot(int)
    def _on_deleted(self, row: int) -> None:
        self.say(f"Row {row + 1} deleted. Undo with Ctrl+Z.")

    @Slot(int)
    def _on_restored(self, row: int) -> None:
        self.say(f"Row {row + 1} is back.")
