"""Second step: what the file holds and which of its columns is which, beside its first rows."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import FIELDS, ImportKind, check_mapping, suggest_mapping
from sewerdesk.domain.sheettable import SheetRow
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.forms.editor import WheelGuard
from sewerdesk.ui.screens.imports.specs import KINDS, TYPE_HINTS, label_of, sheet_columns
from sewerdesk.ui.screens.imports.state import ImportState
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

PREVIEW_ROWS = 20
_NOT_USED = "(not in this file)"


class ColumnsStep(WizardStep):
    """Kind and columns; a choice that cannot be is said at once."""

    def __init__(self, context: "UiContext", state: ImportState) -> None:
        super().__init__(
            "Columns",
            help_text="Recognized columns are chosen already. Compare them with the first rows of the file.",
        )
        self._context = context
        self._state = state
        self._guard = WheelGuard(self)
        self.banners = BannerArea()
        self.kind_box = QComboBox()
        self.combos: dict[str, QComboBox] = {}
        self._fields = QWidget()
        self._table: RecordTable[SheetRow] | None = None
        self._filling = False
        self._shown: object = None
        self._lay_out()

    def _lay_out(self) -> None:
        self.kind_box.setAccessibleName("What the file holds")
        self.kind_box.installEventFilter(self._guard)
        for kind, words in KINDS.items():
            self.kind_box.addItem(words, kind)
        self.kind_box.setCurrentIndex(-1)
        self.kind_box.currentIndexChanged.connect(self._on_kind)
        label = QLabel("What the file holds")
        set_role(label, role="label")
        label.setBuddy(self.kind_box)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(label)
        top.addWidget(self.kind_box)
        top.addStretch(1)
        self._grid = QGridLayout(self._fields)
        self._grid.setContentsMargins(2, 2, 8, 2)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self._area = scrolled(self._fields)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._right = QVBoxLayout()
        self._right.setSpacing(8)
        self._right.addWidget(SectionTitle(f"The first {PREVIEW_ROWS} rows"))
        middle = QHBoxLayout()
        middle.setSpacing(24)
        middle.addWidget(self._area, 4)
        middle.addLayout(self._right, 5)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self.banners)
        column.addLayout(middle, 1)

    def on_enter(self) -> None:
        """Show the columns of the file chosen, as they were chosen."""
        look = self._state.look
        if look is None or look is self._shown:
            return
        self._shown = look
        self._filling = True
        self.kind_box.setCurrentIndex(
            -1 if self._state.kind is None else self.kind_box.findData(self._state.kind)
        )
        self._filling = False
        self._show_rows()
        self._show_fields()

    def first_focus(self) -> None:
        """The kind where it is not known, else the first column."""
        first = next(iter(self.combos.values()), self.kind_box)
        (self.kind_box if self._state.kind is None else first).setFocus()
        self._area.verticalScrollBar().setValue(0)

    def is_ready(self) -> bool:
        """Whether every column that is needed is chosen once."""
        return self._problem() == "" and self._state.kind is not None

    def _problem(self) -> str:
        look, kind = self._state.look, self._state.kind
        if look is None or kind is None:
            return "Choose what the file holds."
        try:
            check_mapping(look.table.headers, self._state.mapping, kind=kind, name=look.table.name)
        except UserError as problem:
            return problem.message
        return ""

    @Slot(int)
    def _on_kind(self, row: int) -> None:
        kind = self.kind_box.itemData(row)
        if self._filling or kind is None or self._state.look is None:
            return
        self._state.kind = ImportKind(kind)
        self._state.mapping = suggest_mapping(self._state.look.table.headers, kind=self._state.kind)
        self._state.preview = None
        self._show_fields()

    def _show_fields(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.combos = {}
        look, kind = self._state.look, self._state.kind
        if look is not None and kind is not None:
            for row, target in enumerate(FIELDS[kind]):
                self._add_field(row, target.name, look.table.headers)
            self._grid.setRowStretch(len(FIELDS[kind]), 1)
        self._area.setMinimumWidth(self._fields.minimumSizeHint().width() + 20)
        self._show_problem()

    def _add_field(self, row: int, name: str, headers: tuple[str, ...]) -> None:
        assert self._state.kind is not None
        target = next(one for one in FIELDS[self._state.kind] if one.name == name)
        label = QLabel(label_of(target) if target.required else f"{label_of(target)} (optional)")
        set_role(label, role="strong" if target.required else "secondary")
        combo = QComboBox()
        combo.setObjectName(f"column-{name}")
        combo.setAccessibleName(label_of(target))
        combo.setToolTip(TYPE_HINTS.get(target.type, "text"))
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(12)
        combo.installEventFilter(self._guard)
        combo.addItems([_NOT_USED, *headers])
        chosen = self._state.mapping.get(name)
        combo.setCurrentIndex(0 if chosen is None else headers.index(chosen) + 1)
        combo.currentIndexChanged.connect(self._on_column)
        label.setBuddy(combo)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(combo, row, 1)
        combo.show()  # now, so that it can take the keyboard before the next turn of the event loop
        self.combos[name] = combo

    @Slot()
    def _on_column(self) -> None:
        self._state.mapping = {
            name: combo.currentText() for name, combo in self.combos.items() if combo.currentIndex() > 0
        }
        self._state.preview = None
        self._show_problem()

    def _show_problem(self) -> None:
        problem = self._problem()
        if problem:
            self.banners.set_banner("columns", Tone.CAUTION, problem)
        else:
            self.banners.remove("columns")
        self.ready_changed.emit()

    def _show_rows(self) -> None:
        look = self._state.look
        if look is None:
            return
        if self._table is not None:
            self._right.removeWidget(self._table)
            self._table.hide()
            self._table.deleteLater()
        self._table = RecordTable(
            sheet_columns(look.table),
            name=f"import-preview-{look.table.sha256[:12]}",
            title="First rows of the file",
            store=self._context.views,
        )
        self._table.filter_line.hide()
        self._table.columns_button.hide()
        self._table.set_rows(look.table.rows[:PREVIEW_ROWS])
        self._right.addWidget(self._table, 1)
