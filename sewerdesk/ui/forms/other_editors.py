"""Editors of attached files and of values that the law sets and nobody types."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.spec import FieldSpec, Width
from sewerdesk.ui.theme import Ink, icon, set_role, theme
from sewerdesk.ui.widgets.citation import CitationLink

_PATH_ROLE = Qt.ItemDataRole.UserRole
_UNITS = ((1024 * 1024, "MB"), (1024, "KB"))


def file_size_words(size: int) -> str:
    """A file's size as people read it: ``340 bytes``, ``12 KB``, ``3.4 MB``."""
    for unit, word in _UNITS:
        if size >= unit:
            tenths = size * 10 // unit
            return f"{tenths // 10}.{tenths % 10} {word}" if tenths < 100 else f"{tenths // 10:,} {word}"
    return "1 byte" if size == 1 else f"{size} bytes"


class AttachmentsEditor(FieldEditor):
    """A list of files by path. Insert or the button adds, Delete removes, files may be dropped on it."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self._paths: tuple[Path, ...] = ()
        self.list = QListWidget(self)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.label.setBuddy(self.list)
        self._adopt(self.list)
        self.add_button = QPushButton(icon("paperclip", Ink.TEXT), "Add files…", self)
        side = theme().sizes.icon - 2
        self.add_button.setIconSize(QSize(side + 4, side))  # wider than high: air before the words
        self.add_button.setAutoDefault(False)
        self._adopt(self.add_button, name=f"Add files: {spec.spoken_label}", sized=False)
        self.add_button.setVisible(context.pick_files is not None)
        self.add_button.clicked.connect(self.pick)
        self.remove_button = QPushButton("Remove", self)
        self.remove_button.setAutoDefault(False)
        set_role(self.remove_button, quiet=True)
        self.remove_button.setAccessibleName(f"Remove the chosen files: {spec.spoken_label}")
        self.remove_button.clicked.connect(self.remove_chosen)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.list)
        column.addLayout(buttons)
        self.body.addLayout(column, 1000)
        self.body.addStretch(1)
        self.setAcceptDrops(True)
        self._show()

    @property
    def primary(self) -> QWidget:
        return self.list if self._paths or self.add_button.isHidden() else self.add_button

    def value(self) -> object:
        return self._paths

    def set_value(self, value: object) -> None:
        items = value if isinstance(value, Iterable) and not isinstance(value, str) else ()
        self._paths = tuple(Path(item) for item in items)
        self._show()

    def add(self, paths: Iterable[Path]) -> None:
        """Add files that are not on the list yet; folders are left out with a note."""
        new = [path for path in dict.fromkeys(paths) if path not in self._paths]
        files = [path for path in new if path.is_file()]
        self._paths = (*self._paths, *files)
        self._show()
        refused = [path.name for path in new if path not in files]
        self.set_note(f"Not a file that can be read: {', '.join(refused)}." if refused else "")
        if files:
            self.changed.emit()

    @Slot()
    def pick(self) -> None:
        """Ask the clerk for files."""
        if self.context.pick_files is not None:
            self.add(self.context.pick_files())

    @Slot()
    def remove_chosen(self) -> None:
        """Take the chosen files off the list; the files themselves stay where they are."""
        chosen = {Path(str(item.data(_PATH_ROLE))) for item in self.list.selectedItems()}
        if not chosen:
            return
        self._paths = tuple(path for path in self._paths if path not in chosen)
        self._show()
        self.changed.emit()

    def set_read_only(self, read_only: bool) -> None:
        self.add_button.setEnabled(not read_only)
        self.remove_button.setEnabled(not read_only)
        self.setAcceptDrops(not read_only)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())
        event.acceptProposedAction()

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        if self.acceptDrops() and event.key() == Qt.Key.Key_Delete:
            self.remove_chosen()
            return True
        if self.acceptDrops() and event.key() == Qt.Key.Key_Insert:
            self.pick()
            return True
        if watched is self.add_button and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pick()
            return True
        return super()._handle_key(watched, event)

    def _show(self) -> None:
        self.list.clear()
        for path in self._paths:
            there = path.is_file()
            size = file_size_words(path.stat().st_size) if there else "the file is not there any more"
            item = QListWidgetItem(
                icon("file-text", Ink.SECONDARY) if there else icon("triangle-alert", Ink.CAUTION),
                f"{path.name}   {size}",
            )
            item.setData(_PATH_ROLE, str(path))
            item.setToolTip(str(path))
            self.list.addItem(item)
        self.list.setVisible(bool(self._paths))
        self.remove_button.setVisible(bool(self._paths))
        rows = min(len(self._paths), 4)
        self.list.setFixedHeight(max(rows, 1) * max(self.list.sizeHintForRow(0), 24) + 10)


class LawEditor(FieldEditor):
    """A value that the law sets: shown, never typed, with the provision as a link."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self._value_label = QLabel(self)
        self._value_label.setTextFormat(Qt.TextFormat.PlainText)
        self._value_label.setWordWrap(True)
        self._value_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_role(self._value_label, role="strong")
        self._citation_button = CitationLink(spec.citation, parent=self)
        self._citation_button.setAccessibleName(f"{spec.label}: open {spec.citation}")
        self._citation_button.setVisible(bool(spec.citation))
        self.body.addWidget(self._value_label, 1000)
        self.body.addWidget(self._citation_button)
        self.body.addStretch(1)

    @property
    def primary(self) -> QWidget:
        return self._citation_button

    def value(self) -> object:
        return self._value_label.text()

    def set_value(self, value: object) -> None:
        text = "" if value is None else str(value)
        self._value_label.setText(text)
        # Room for the words, but no wider than a line of a form; a wrapped label alone would ask for far less.
        self._value_label.ensurePolished()
        metrics = self._value_label.fontMetrics()
        line = metrics.averageCharWidth() * int(Width.LINE)
        self._value_label.setMaximumWidth(min(metrics.horizontalAdvance(text) + 8, line))

    def is_empty(self) -> bool:
        return False
