"""The choice of a subject, which narrows the list of rules."""

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QWidget

from sewerdesk.domain.law.book import LawEntry, SubjectGroup

_WIDTH = 17
"""In characters."""


class SubjectPicker(QComboBox):
    """All subjects, or one of them, each with the number of its rules."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Subject")
        self.setToolTip("Show one subject (Alt+S)")
        self.setMaxVisibleItems(len(SubjectGroup) + 1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_WIDTH)

    @property
    def group(self) -> str:
        """The subject chosen; empty for all."""
        return str(self.currentData() or "")

    def choose_all(self) -> None:
        """Show all subjects."""
        self.setCurrentIndex(0)

    def set_entries(self, entries: Iterable[LawEntry]) -> None:
        """Offer the subjects that some rules have; the one chosen stays where it still has rules."""
        chosen = self.group
        counts = Counter(entry.group for entry in entries)
        with QSignalBlocker(self):
            self.clear()
            self.addItem(f"All subjects ({counts.total():,})", "")
            for group in SubjectGroup:
                if counts[group]:
                    self.addItem(f"{group.value} ({counts[group]:,})", group.value)
            self.setCurrentIndex(max(self.findData(chosen), 0))
        widest = max(self.fontMetrics().horizontalAdvance(self.itemText(row)) for row in range(self.count()))
        self.view().setMinimumWidth(widest + 48)

    def narrowed(self, entries: Iterable[LawEntry]) -> list[LawEntry]:
        """The rules of the subject chosen."""
        group = self.group
        return [entry for entry in entries if not group or entry.group.value == group]
