"""Facts of a record: the label above, the value below, ready to be selected and copied."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from sewerdesk.ui.theme import set_role

NONE_TEXT = "—"


class KeyValueGrid(QWidget):
    """Pairs of label and value in as many columns as asked for."""

    def __init__(
        self, pairs: Sequence[tuple[str, str]] = (), parent: QWidget | None = None, *, columns: int = 2
    ) -> None:
        super().__init__(parent)
        self._columns = columns
        self._labels: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(0)
        for column in range(columns):
            self._grid.setColumnStretch(column, 1)
        self.set_pairs(pairs)

    def set_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these pairs instead; an empty value shows a dash."""
        if [name for name, _ in pairs] != list(self._labels):
            self._rebuild([name for name, _ in pairs])
        for name, value in pairs:
            label = self._labels[name]
            label.setText(value or NONE_TEXT)
            label.setAccessibleName(f"{name}: {value or 'none'}")

    def value(self, name: str) -> str:
        """What is shown under a label."""
        return self._labels[name].text()

    def _rebuild(self, names: Sequence[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self._labels = {}
        for number, name in enumerate(names):
            line, column = divmod(number, self._columns)
            self._add(name, 3 * line, column)

    def _add(self, name: str, line: int, column: int) -> None:
        title = QLabel(name)
        set_role(title, role="label")
        value = QLabel()
        value.setTextFormat(Qt.TextFormat.PlainText)
        value.setWordWrap(True)
        value.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        value.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        value.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        title.setContentsMargins(0, 12 if line else 0, 0, 0)
        self._grid.addWidget(title, line, column)
        self._grid.addWidget(value, line + 1, column)
        self._labels[name] = value
