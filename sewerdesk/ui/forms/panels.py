"""What stands above the fields: the list of problems, and the strip of what is still needed."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.forms.style import problem_stylesheet
from sewerdesk.ui.theme import Ink, pixmap, set_role, theme
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.flow import FlowLayout

_NAME = "field_name"
_LINKS_SHOWN = 5
_WORTH_COUNTING = 3
_TALLEST_LIST = 132


class FieldLink(LinkButton):
    """A link that knows the field it leads to."""

    asked = Signal(str)

    def __init__(self, text: str, field: str, parent: QWidget) -> None:
        super().__init__(text.replace("&", "&&"), parent)
        self.setProperty(_NAME, field)
        self.setAccessibleName(text)
        self.clicked.connect(self._on_clicked)

    @property
    def field(self) -> str:
        """The name of the field."""
        return str(self.property(_NAME))

    @Slot()
    def _on_clicked(self) -> None:
        self.asked.emit(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
            return
        super().keyPressEvent(event)


class ProblemLink(FieldLink):
    """A link whose sentence wraps instead of being cut off."""

    def __init__(self, sentence: str, field: str, parent: QWidget) -> None:
        super().__init__("", field, parent)
        self.setAccessibleName(sentence)
        self._sentence = QLabel(sentence, self)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setWordWrap(True)
        self._sentence.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(4, 1, 4, 1)
        inside.addWidget(self._sentence)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        return self._sentence.sizeHint() + QSize(8, 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._sentence.fontMetrics().height() + 6)

    def heightForWidth(self, arg__1: int) -> int:
        return max(24, self._sentence.heightForWidth(max(1, arg__1 - 12)) + 6)


class ProblemPanel(QFrame):
    """What is wrong with the form: one link for each field in error, in the order of the form."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, banner="bad")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 12, 16, 12)
        outer.setSpacing(12)
        self._icon = QLabel(self)
        outer.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(4)
        self._title = QLabel("There is a problem", self)
        set_role(self._title, role="strong")
        column.addWidget(self._title)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self._scroll)
        outer.addLayout(column, 1)
        self._links: list[FieldLink] = []
        self._sentences: dict[str, str] = {}
        self.setVisible(False)

    def show_problems(self, sentences: Mapping[str, str]) -> None:
        """List the problems; none hides the panel. A name "" stands for the form as a whole."""
        self._links = []
        self._sentences = dict(sentences)
        self.setVisible(bool(sentences))
        if not sentences:
            return
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for field, sentence in sentences.items():
            column.addWidget(self._line(field, sentence, content))
        column.addStretch(1)
        set_role(content, page=True)
        self.setStyleSheet(problem_stylesheet(theme().tokens))
        self._scroll.setWidget(content)
        self._fit_list()
        self._icon.setPixmap(
            pixmap("triangle-alert", Ink.BAD, theme().sizes.icon, ratio=self.devicePixelRatioF())
        )
        self._title.setText(
            "There is a problem" if len(sentences) == 1 else f"There are {len(sentences)} problems"
        )
        spoken = f"{self._title.text()}. {' '.join(sentences.values())}"
        self.setAccessibleName(spoken)
        announce(self, spoken)

    def fields(self) -> tuple[str, ...]:
        """The fields in error, in order."""
        return tuple(link.field for link in self._links)

    def title(self) -> str:
        """The words on top of the panel."""
        return self._title.text()

    def _fit_list(self) -> None:
        """As tall as the sentences need at this width, up to a limit beyond which the list scrolls."""
        content = self._scroll.widget()
        layout = content.layout() if content is not None and self._sentences else None
        if layout is not None:
            tall = layout.heightForWidth(max(160, self._scroll.viewport().width()))
            self._scroll.setFixedHeight(min(max(tall, layout.minimumSize().height()) + 4, _TALLEST_LIST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_list()

    def _line(self, field: str, sentence: str, parent: QWidget) -> QWidget:
        if not field:
            label = QLabel(sentence, parent)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            return label
        link = ProblemLink(sentence, field, parent)
        link.asked.connect(self.asked)
        self._links.append(link)
        return link

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._links:
            self._links[0].click()
            return
        super().keyPressEvent(event)


class CompletenessStrip(QFrame):
    """How many required fields are still empty, each a link; hidden when nothing is missing."""

    asked = Signal(str)

    def __init__(self, verb: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verb = verb
        self._shown: tuple[tuple[str, str], ...] = ()
        set_role(self, banner="info")
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 8, 16, 8)
        outer.setSpacing(12)
        self._count = QLabel(self)
        set_role(self._count, role="strong")
        self._count.setContentsMargins(0, 2, 4, 0)
        self._flow_host = QWidget(self)
        self._flow = FlowLayout(self._flow_host, spacing=8)
        self._flow.addWidget(self._count)  # with the links, so that these go on under it where it is narrow
        outer.addWidget(self._flow_host, 1)
        self.setVisible(False)

    def show_missing(self, missing: Sequence[tuple[str, str]], *, of: int) -> None:
        """Name the fields (name, label) still needed out of ``of`` required ones."""
        now = tuple(missing)
        self._count.setText(f"{len(now)} of {of} still needed to {self._verb}")
        self.setVisible(bool(now) and of >= _WORTH_COUNTING)
        if now == self._shown:
            return
        self._shown = now
        while self._flow.count() > 1:
            item = self._flow.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for name, label in now[:_LINKS_SHOWN]:
            self._add(label, name, spoken=f"Go to {label}")
        if len(now) > _LINKS_SHOWN:
            rest = len(now) - _LINKS_SHOWN
            self._add(
                f"and {rest} more",
                now[_LINKS_SHOWN][0],
                spoken=f"Go to {now[_LINKS_SHOWN][1]} and {rest} more",
            )

    def text(self) -> str:
        """The count in words."""
        return self._count.text()

    def missing(self) -> tuple[str, ...]:
        """The names of the fields still needed."""
        return tuple(name for name, _ in self._shown)

    def _add(self, text: str, name: str, *, spoken: str) -> None:
        link = FieldLink(text, name, self._flow_host)
        link.setAccessibleName(spoken)
        link.asked.connect(self.asked)
        self._flow.addWidget(link)
        link.show()
