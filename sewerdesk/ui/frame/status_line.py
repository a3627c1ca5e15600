"""The line under the pages: saved, backed up, what waits, who works."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from sewerdesk.ui.navigation import Route
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.tone_icon import ToneIcon


@dataclass(frozen=True, slots=True)
class StatusSegment:
    """One fact of the line: its words, an icon, and where it leads if it leads anywhere."""

    text: str
    icon: str = ""
    tone: Tone = Tone.NEUTRAL
    route: Route | None = None


class StatusLine(QFrame):
    """Facts from left to right, the last at the right edge; ``route_picked`` carries the route of a link."""

    route_picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, statusline=True)
        self.setAccessibleName("Status")
        self._segments: tuple[StatusSegment, ...] = ()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(24, 4, 24, 4)
        self._layout.setSpacing(6)
        self.set_segments((StatusSegment(""),))

    @property
    def segments(self) -> tuple[StatusSegment, ...]:
        """What the line says."""
        return self._segments

    def set_segments(self, segments: Sequence[StatusSegment]) -> None:
        """Show these facts; the last one stands at the right edge if there are several."""
        if tuple(segments) == self._segments:
            return
        self._segments = tuple(segments)
        while (item := self._layout.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for number, segment in enumerate(self._segments):
            if number and number == len(self._segments) - 1:
                self._layout.addStretch(1)
            elif number:
                self._layout.addSpacing(16)
            self._add(segment, number)
        if len(self._segments) == 1:
            self._layout.addStretch(1)

    def _add(self, segment: StatusSegment, number: int) -> None:
        if segment.icon:
            self._layout.addWidget(ToneIcon(segment.icon, segment.tone, scale=0.8))
        if segment.route is None:
            label = QLabel(segment.text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumHeight(24)
            self._layout.addWidget(label)
            return
        link = LinkButton(segment.text, small=True)
        link.setProperty("segment", number)
        link.clicked.connect(self._go)
        self._layout.addWidget(link)

    @Slot()
    def _go(self) -> None:
        number = self.sender().property("segment")
        self.route_picked.emit(self._segments[int(number)].route)
