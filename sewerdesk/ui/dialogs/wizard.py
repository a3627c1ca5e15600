"""A piece of work in steps: the steps at the left with ticks, one of them in the body, totals and buttons below."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.theme import Ink, icon, set_role, theme
from sewerdesk.ui.widgets.announce import announce

Draft = TypeVar("Draft")


class WizardStep(QWidget):
    """One step. Subclasses lay out their widgets and say when the step is ready.

    ``ready_changed`` makes the wizard ask ``is_ready`` again. A step is kept while the wizard lives, so going
    back and forth loses nothing.
    """

    ready_changed = Signal()

    def __init__(self, title: str, *, help_text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.help_text = help_text

    def is_ready(self) -> bool:
        """Whether one may go on."""
        return True

    def on_enter(self) -> None:
        """Called each time the step comes into view."""

    def complete(self) -> bool:
        """Called on going on; ``False`` stays, and the step then shows why."""
        return self.is_ready()

    def first_focus(self) -> None:
        """Put the keyboard where the step begins."""
        for child in self.findChildren(QWidget):
            if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible() and child.isEnabled():
                child.setFocus()
                return


class FormStep(WizardStep, Generic[Draft]):
    """A step that is a form; it is complete when the form has no problem."""

    def __init__(
        self, title: str, spec: FormSpec[Draft], context: EditorContext, *, help_text: str = ""
    ) -> None:
        super().__init__(title, help_text=help_text)
        self.view: FormView[Draft] = FormView(spec, context, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.view.changed.connect(self.ready_changed)

    def complete(self) -> bool:
        """Whether the form has no problem; those it has are shown."""
        return self.view.check() is not None

    def first_focus(self) -> None:
        self.view.focus_first()


class Wizard(QWidget):
    """The frame. ``act_asked`` says that the last button, which carries the act's name, was pressed.

    ``left`` says that the clerk closes it for now; the caller keeps ``place()`` and gives it back to ``start``.
    """

    act_asked = Signal()
    left = Signal()
    step_changed = Signal(object)

    def __init__(
        self, steps: Sequence[WizardStep], *, title: str, act: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        if not steps:
            raise ValueError("a wizard needs at least one step")
        self._steps = tuple(steps)
        self._act = act
        self._at = 0
        self._furthest = 0
        self._list = QListWidget(self)
        self._stack = QStackedWidget(self)
        self._step_title = QLabel(self)
        self._step_help = QLabel(self)
        self._totals = QLabel(self)
        self.back_button = QPushButton("&Back", self)
        self.next_button = QPushButton("&Next", self)
        self.leave_button = QPushButton("Finish later", self)
        set_role(self, page=True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._build(title)
        self._connect()
        self._show()

    # ------------------------------------------------------------ for the caller
    def start(self, place: int = 0) -> None:
        """Begin, or go on where one left off; steps before ``place`` count as done."""
        self._furthest = max(self._furthest, min(place, len(self._steps) - 1))
        self._enter(self._furthest if place else 0)

    def restart(self) -> None:
        """Begin anew: no step counts as done."""
        self._furthest = 0
        self._enter(0)

    def place(self) -> int:
        """The number of the step in view, from 0."""
        return self._at

    def step(self) -> WizardStep:
        """The step in view."""
        return self._steps[self._at]

    def set_totals(self, text: str) -> None:
        """The running totals at the foot."""
        self._totals.setText(text)

    def set_act(self, act: str) -> None:
        """Name the act on the last button, with its figures: "Post 412 bills"."""
        self._act = act
        self._show_buttons()

    def steps_done(self) -> tuple[bool, ...]:
        """Which steps are ticked."""
        return tuple(number < self._furthest for number in range(len(self._steps)))

    @Slot()
    def go_back(self) -> None:
        """One step back; nothing typed is lost."""
        if self._at:
            self._enter(self._at - 1)

    @Slot()
    def go_on(self) -> None:
        """One step on if this one is complete; from the last one, ask for the act."""
        if not self.step().complete():
            self._show_buttons()
            return
        if self._at == len(self._steps) - 1:
            self.act_asked.emit()
            return
        self._furthest = max(self._furthest, self._at + 1)
        self._enter(self._at + 1)

    # ------------------------------------------------------------ inside
    def _build(self, title: str) -> None:
        heading = QLabel(title, self)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        set_role(heading, role="title")
        for label, role in ((self._step_title, "section"), (self._step_help, "secondary")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
        set_role(self._totals, role="strong")
        self._fill_list()
        for step in self._steps:
            self._add_scrolled(step)
        body = QVBoxLayout()
        body.setSpacing(8)
        body.addWidget(self._step_title)
        body.addWidget(self._step_help)
        body.addWidget(self._stack, 1)
        middle = QHBoxLayout()
        middle.setSpacing(24)
        middle.addWidget(self._list)
        middle.addLayout(body, 1)
        rule = QFrame(self)
        set_role(rule, line=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(16)
        column.addWidget(heading)
        column.addLayout(middle, 1)
        column.addWidget(rule)
        column.addLayout(self._footer())

    def _footer(self) -> QHBoxLayout:
        footer = QHBoxLayout()
        footer.setSpacing(8)
        footer.addWidget(self._totals)
        footer.addStretch(1)
        set_role(self.leave_button, quiet=True)
        set_role(self.next_button, primary=True)
        for button in (self.leave_button, self.back_button, self.next_button):
            button.setAutoDefault(False)
            footer.addWidget(button)
        return footer

    def _add_scrolled(self, step: WizardStep) -> None:
        """Forms scroll by themselves; other steps get a scroll area."""
        if isinstance(step, FormStep):
            self._stack.addWidget(step)
            return
        area = QScrollArea()
        self._stack.addWidget(area)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_role(step, page=True)
        area.setWidget(step)

    def _fill_list(self) -> None:
        self._list.setAccessibleName("Steps")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setIconSize(QSize(theme().sizes.icon, theme().sizes.icon))
        set_role(self._list, bare=True)
        for step in self._steps:
            self._list.addItem(QListWidgetItem(step.title))
        self._list.setFixedWidth(self._list.sizeHintForColumn(0) + 48)

    def _connect(self) -> None:
        self.back_button.clicked.connect(self.go_back)
        self.next_button.clicked.connect(self.go_on)
        self.leave_button.clicked.connect(self.left)
        self._list.itemActivated.connect(self._on_item)
        self._list.itemClicked.connect(self._on_item)
        for step in self._steps:
            step.ready_changed.connect(self._show_buttons)

    @Slot(QListWidgetItem)
    def _on_item(self, item: QListWidgetItem) -> None:
        row = self._list.row(item)
        if row <= self._furthest and row != self._at:
            self._enter(row)
        else:
            self._list.setCurrentRow(self._at)

    def _enter(self, number: int) -> None:
        self._at = number
        step = self.step()
        step.on_enter()
        self._show()
        self.next_button.setFocus()
        step.first_focus()
        announce(self, f"Step {number + 1} of {len(self._steps)}: {step.title}")
        self.step_changed.emit(number)

    def _show(self) -> None:
        step = self.step()
        self._stack.setCurrentIndex(self._at)
        self._step_title.setText(step.title)
        self._step_help.setText(step.help_text)
        self._step_help.setVisible(bool(step.help_text))
        for row, each in enumerate(self._steps):
            item = self._list.item(row)
            item.setFlags(self._flags(reachable=row <= self._furthest))
            name, ink, word = self._mark(row)
            item.setIcon(icon(name, ink))
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole,
                f"Step {row + 1} of {len(self._steps)}, {each.title}, {word}",
            )
        self._list.setCurrentRow(self._at)
        self._show_buttons()

    @staticmethod
    def _flags(*, reachable: bool) -> Qt.ItemFlag:
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if reachable else Qt.ItemFlag.NoItemFlags
        )

    def _mark(self, row: int) -> tuple[str, Ink, str]:
        if row == self._at:
            return "circle-play", Ink.ACCENT, "in view"
        if row < self._furthest:
            return "circle-check", Ink.GOOD, "done"
        return (
            ("circle", Ink.SECONDARY, "open")
            if row == self._furthest
            else ("circle", Ink.DISABLED, "to come")
        )

    @Slot()
    def _show_buttons(self) -> None:
        last = self._at == len(self._steps) - 1
        self.back_button.setEnabled(self._at > 0)
        self.next_button.setText(self._act.replace("&", "&&") if last else "&Next")
        self.next_button.setEnabled(self.step().is_ready())
