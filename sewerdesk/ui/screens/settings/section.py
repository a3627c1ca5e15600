"""What every section of the settings is: a title, a sentence, its actions, and room for a form or a list."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QVBoxLayout, QWidget

from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.forms.view import SAVE_KEYS
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.opening import draft_home, editor_context, open_form
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.flow import FlowLayout

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

Draft = TypeVar("Draft")
Row = TypeVar("Row")


class SettingsSection(QWidget):
    """A section; ``leave_allowed`` answers ``may_leave`` once the clerk said what becomes of unsaved typing."""

    leave_allowed = Signal()

    def __init__(self, context: "UiContext", *, key: str, title: str, sentence: str) -> None:
        super().__init__()
        self.context = context
        self.key = key
        self.title = title
        self.setAccessibleName(title)
        words = QLabel(sentence)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        set_role(words, role="secondary")
        self.sentence = words
        self._buttons = QWidget()
        self._button_flow = FlowLayout(self._buttons)
        self._buttons.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._buttons.hide()
        self.body = QVBoxLayout()
        self.body.setSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionTitle(title))
        column.addWidget(words)
        column.addWidget(self._buttons)
        column.addSpacing(4)
        column.addLayout(self.body, 1)

    def add_action(
        self,
        text: str,
        trigger: Callable[[], object],
        *,
        key: str,
        shortcut: str = "",
        icon_name: str = "",
        tip: str = "",
        primary: bool = False,
    ) -> QAction:
        """An act of this section, with a button under its sentence; its keys work while the section is shown."""
        action = make_action(self, text, trigger, key=key, shortcut=shortcut, icon_name=icon_name, tip=tip)
        self.addAction(action)
        self._button_flow.addWidget(ActionButton(action, self._buttons, primary=primary))
        self._buttons.show()
        return action

    def action(self, key: str) -> QAction:
        """The section's action of a key; ``KeyError`` if it has none."""
        for action in self.actions():
            if action.objectName() == key:
                return action
        raise KeyError(key)

    # What the page calls

    def show_section(self) -> None:
        """The section was chosen: read anew what it shows."""
        self.refresh()

    def refresh(self) -> None:
        """Read again what the section shows, losing nothing that is being typed."""

    def take_focus(self) -> None:
        """Put the keyboard where the section's work begins."""

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; a form with unsaved typing asks."""
        return True

    @Slot(str)
    def open_rule(self, citation: str) -> None:
        """Show a rule of the law by its key or citation."""
        self.context.navigator.open(Route("law", tab=citation))


class FormSection(SettingsSection, Generic[Draft]):
    """A section that is one form. ``read`` gives what is saved now, ``save`` saves and is told in a message."""

    def __init__(
        self,
        context: "UiContext",
        *,
        key: str,
        title: str,
        sentence: str,
        spec: FormSpec[Draft],
        read: Callable[[], Draft],
        save: Callable[[Draft], object],
        saved_words: str,
    ) -> None:
        super().__init__(context, key=key, title=title, sentence=sentence)
        self._read = read
        self._saved_words = saved_words
        others = tuple(keys for keys in SAVE_KEYS if keys != "Ctrl+S")
        self.frame: FormFrame[Draft] = FormFrame(
            spec,
            editor_context(context),
            saving=Saving(save=save, reload=read),
            drafts=draft_home(context, f"settings/{key}"),
            save_keys=others,
            parent=self,
        )
        self.body.addWidget(self.frame, 1)
        self.add_action(
            "&Save", self.frame.save, key="save", shortcut="Ctrl+S", icon_name="save", primary=True
        )
        self.frame.saved.connect(self._on_saved)
        self.frame.leave_allowed.connect(self.leave_allowed)

    def show_section(self) -> None:
        """Show what is saved, and offer what was typed before and not saved; the keyboard stays where it is."""
        here = QApplication.focusWidget()
        self.frame.open(self._read())
        if here is not None and not self.isAncestorOf(here):
            here.setFocus()

    def refresh(self) -> None:
        """Read the saved values again, unless something is being typed."""
        if not self.frame.view.is_dirty():
            self.frame.view.load(self._read())

    def take_focus(self) -> None:
        """The first field."""
        self.frame.view.focus_first()

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost."""
        return self.frame.may_leave()

    @Slot(object)
    def _on_saved(self, _result: object) -> None:
        self.context.toasts.show(self._saved_words)
        self.refresh()


class TableSection(SettingsSection, Generic[Row]):
    """A section that is one list; subclasses give the rows."""

    def __init__(
        self, context: "UiContext", *, key: str, title: str, sentence: str, table: RecordTable[Row]
    ) -> None:
        super().__init__(context, key=key, title=title, sentence=sentence)
        self.table = table
        self.body.addWidget(table, 1)
        table.current_changed.connect(self._follow_row)

    def ask(
        self,
        form: FormSpec[Draft],
        *,
        title: str,
        verb: str,
        save: Callable[[Draft], object],
        draft: Draft | None = None,
        explanation: str = "",
    ) -> None:
        """Put a small form over the window; after saving the list is read anew."""
        open_form(
            self,
            self.context,
            form,
            title=title,
            verb=verb,
            save=save,
            then=self._on_dialog_saved,
            draft=draft,
            explanation=explanation,
        )

    def load(self) -> tuple[Row, ...]:
        """The rows, read through a service."""
        raise NotImplementedError

    def follow(self, row: Row | None) -> None:
        """Offer what can be done with the current row."""

    def refresh(self) -> None:
        """Read the rows again, staying on the current one."""
        self.table.set_rows(self.load())
        if self.table.current_row() is None:
            self.table.step(1)
        self._follow_row()

    def take_focus(self) -> None:
        """The keyboard starts on the rows."""
        self.table.focus_rows()

    @Slot(object)
    def _on_dialog_saved(self, _result: object) -> None:
        self.refresh()

    @Slot()
    def _follow_row(self) -> None:
        self.follow(self.table.current_row())
