"""A figure of the day as a link: large number, what it counts, and a line about it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.tone_label import ToneLabel

_MEASURED_ANEW = frozenset(
    {QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.LayoutRequest}
)


class StatFigure(QPushButton):
    """A large figure over its label; pressing it (``clicked``) goes to what it counts."""

    def __init__(self, label: str, figure: str = "", detail: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self.setAutoDefault(False)
        set_role(self, stat=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = QLabel(label)
        set_role(self._name, role="label")
        self._figure = ToneLabel(figure)
        set_role(self._figure, role="figure")
        self._detail = QLabel(detail)
        set_role(self._detail, role="label")
        layout = QVBoxLayout(self)
        self._lines = layout
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(0)
        for part in (self._name, self._figure, self._detail):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(part)
        self.set_figure(figure, detail)

    def set_figure(self, figure: str, detail: str = "", *, tone: Tone = Tone.NEUTRAL) -> None:
        """Show another figure; the tone colors it, the words beside it say why."""
        self._figure.setText(figure)
        self._figure.set_tone(tone)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(": ".join(part for part in (self._label, figure, detail) if part))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as its three lines."""
        return self._lines.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Never so small that a line is cut."""
        return self._lines.minimumSize()

    def event(self, event: QEvent) -> bool:
        """Ask layouts for the height of the lines: a style sheet's own least height counts more than the hints."""
        done = super().event(event)
        if event.type() in _MEASURED_ANEW and self.layout() is not None:
            self.setMinimumHeight(self._lines.minimumSize().height())
        return done
