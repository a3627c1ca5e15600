"""The form on screen: one column of fields that builds a frozen draft and says what is wrong with it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.factory import make_editor
from sewerdesk.ui.forms.missing import missing_sentence
from sewerdesk.ui.forms.packing import Typed, pack, unpack
from sewerdesk.ui.forms.panels import CompletenessStrip, ProblemPanel
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.theme import set_role

Draft = TypeVar("Draft")
SAVE_KEYS = ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter", "F10")


class _SectionBox(QWidget):
    """A section title with the fields under it."""

    def __init__(self, section: Section, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(16)
        head = QVBoxLayout()
        head.setSpacing(2)
        for text, role in ((section.title, "section"), (section.help, "secondary")):
            if text:
                label = QLabel(text, self)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                set_role(label, role=role)
                head.addWidget(label)
        if head.count():
            self.column.addLayout(head)


class FormView(QWidget, Generic[Draft]):
    """Shows a :class:`FormSpec`. ``draft()`` is what the clerk typed; ``load()`` puts a draft on screen.

    ``changed`` is emitted at every change by the clerk, ``save_requested`` by Ctrl+S, Ctrl+Enter and F10.
    """

    changed = Signal()
    save_requested = Signal()

    def __init__(
        self,
        spec: FormSpec[Draft],
        context: EditorContext,
        parent: QWidget | None = None,
        *,
        save_keys: Sequence[str] = SAVE_KEYS,
    ) -> None:
        super().__init__(parent)
        self.spec = spec
        self._state = ""
        self._read_only = False
        self._loading = True
        self._enter_moves = True
        self._errors: dict[str, str] = {}
        self._locked: dict[str, bool] = {}
        self._loaded: Draft = spec.empty()
        self._editors: dict[str, FieldEditor] = {}
        self._sections: list[tuple[_SectionBox, tuple[str, ...]]] = []
        self._panel = ProblemPanel(self)
        self._strip = CompletenessStrip(spec.verb, self)
        self._panel.asked.connect(self.go_to)
        self._strip.asked.connect(self.go_to)
        self._build(context)
        self._add_shortcuts(save_keys)
        self._baseline: Typed[Draft] = Typed(self._loaded, {})
        self.load(self._loaded)

    # drafts
    def load(self, draft: Draft) -> None:
        """Show a draft; it is then what "unchanged" means."""
        self._loading = True
        self._loaded = draft
        for name, editor in self._editors.items():
            if editor.spec.kind is not FieldKind.LAW:
                editor.set_value(getattr(draft, name))
        self._loading = False
        self.show_errors({})
        self._baseline = self.typed()

    def draft(self) -> Draft:
        """The draft as typed; ``FieldErrors`` names each field whose text is no value. Nothing typed is lost."""
        typed = self.typed()
        if typed.unreadable:
            raise FieldErrors(self._unreadable_sentences())
        return typed.draft

    def typed(self) -> Typed[Draft]:
        """All that stands in the form, readable or not: what is kept against a crash."""
        values, unreadable = self._values()
        return Typed(self._with_values(values, shown_only=True), unreadable)

    def restore(self, typed: Typed[Draft]) -> None:
        """Put back what :meth:`typed` returned, on top of what is loaded; the form is then dirty."""
        self._loading = True
        for name, editor in self._editors.items():
            if editor.spec.kind is not FieldKind.LAW:
                editor.set_value(getattr(typed.draft, name))
            if name in typed.unreadable:
                editor.restore_text(typed.unreadable[name])
        self._loading = False
        self._refresh()
        self.changed.emit()

    def pack(self) -> str:
        """All that stands in the form, as JSON text."""
        return pack(self.typed())

    def restore_packed(self, payload: str) -> None:
        """Put back what :meth:`pack` returned; ``DraftUnreadable`` where it does not fit any more."""
        self.restore(unpack(self.spec.draft_type, payload))

    def is_dirty(self) -> bool:
        """Whether anything differs from what was loaded."""
        return self.typed() != self._baseline

    def mark_saved(self) -> None:
        """Take what stands in the form as saved."""
        self._loaded = self.typed().draft
        self._baseline = self.typed()

    # problems
    def check(self) -> Draft | None:
        """The draft if nothing is wrong with it; otherwise show what is and return ``None``."""
        for editor in self._editors.values():
            editor.finish()
        found = self.problems()
        self.show_errors(found)
        return None if found else self.draft()

    def problems(self) -> Mapping[str, str]:
        """What would be wrong now, by field: unreadable text, missing fields, then the form's own rules."""
        found = dict(self._unreadable_sentences())
        for editor in self._needed():
            found[editor.spec.name] = missing_sentence(editor.spec)
        if not found:
            found.update(self.spec.validate(self.typed().draft))
        return self._in_form_order(found)

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show sentences by field name on top and beside each field; an empty mapping takes them away."""
        ordered = self._in_form_order(errors)
        self._errors = dict(ordered)
        for name, editor in self._editors.items():
            editor.set_error(ordered.get(name, ""))
        stray = [sentence for name, sentence in ordered.items() if name not in self._editors]
        linked = {name: sentence for name, sentence in ordered.items() if name in self._editors}
        self._panel.show_problems({**({"": " ".join(stray)} if stray else {}), **linked})
        self._refresh()
        if ordered:
            self._panel.setFocus()

    def errors(self) -> Mapping[str, str]:
        """The sentences shown now."""
        return dict(self._errors)

    @Slot()
    def next_problem(self) -> None:
        """Go to the next field in error after the one with the focus (F6)."""
        names = [name for name in self._errors if name in self._editors]
        if not names:
            return
        here = self._focused_name()
        order = list(self._editors)
        later = [name for name in names if here and order.index(name) > order.index(here)]
        self.go_to((later or names)[0])

    # getting about
    @Slot(str)
    def go_to(self, name: str) -> None:
        """Put the keyboard into a field and scroll it into view."""
        editor = self._editors.get(name)
        if editor is None:
            return
        self._scroll.ensureWidgetVisible(editor, 0, 48)
        editor.focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the field with the keyboard in view, whole, while the form finds its size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)  # when the fields have found their places

    @Slot()
    def _reveal(self) -> None:
        name = self._focused_name()
        if name:
            self._scroll.ensureWidgetVisible(self._editors[name], 0, 48)

    def focus_first(self) -> None:
        """Put the keyboard into the first field still needed, else the first field."""
        waiting = self._needed() or [item for item in self._editors.values() if self._is_live(item)]
        if waiting:
            self.go_to(waiting[0].spec.name)

    def editor(self, name: str) -> FieldEditor:
        """The editor of a field; ``KeyError`` where the form has no such field."""
        return self._editors[name]

    def set_state(self, state: str, *, read_only: bool = False) -> None:
        """Tell the predicates the document's state; ``read_only`` locks every field."""
        self._state = state
        self._read_only = read_only
        self._refresh()

    def set_enter_moves(self, moves: bool) -> None:
        """Whether Enter goes to the next field (a setting)."""
        self._enter_moves = moves

    def missing(self) -> tuple[str, ...]:
        """The required fields still empty."""
        return tuple(editor.spec.name for editor in self._needed())

    def completeness(self) -> str:
        """The words of the strip, "" when it is hidden."""
        return "" if self._strip.isHidden() else self._strip.text()

    def height_lacking(self) -> int:
        """How much taller than its usual height the view must be for no field to be scrolled."""
        content = self._scroll.widget()
        return content.sizeHint().height() - self._scroll.sizeHint().height() if content is not None else 0

    def problem_panel(self) -> ProblemPanel:
        """The panel on top that lists the problems."""
        return self._panel

    def _build(self, context: EditorContext) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(12)
        outer.addWidget(self._panel)
        outer.addWidget(self._strip)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        set_role(content, page=True)
        self._scroll.setWidget(
            content
        )  # before it is filled: to move it afterwards would style every field anew
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 4, 16, 24)
        column.setSpacing(32)
        for section in self.spec.sections:
            box = _SectionBox(section, content)
            for spec in section.fields:
                box.column.addWidget(self._make(spec, context, box))
            self._sections.append((box, tuple(spec.name for spec in section.fields)))
            column.addWidget(box)
        column.addStretch(1)
        outer.addWidget(self._scroll, 1)

    def _make(self, spec: FieldSpec, context: EditorContext, box: QWidget) -> FieldEditor:
        editor = make_editor(spec, context, box)
        editor.changed.connect(self._on_changed)
        editor.advance.connect(self._on_advance)
        self._editors[spec.name] = editor
        return editor

    def _add_shortcuts(self, save_keys: Sequence[str]) -> None:
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for keys in save_keys:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(within)
            shortcut.activated.connect(self.save_requested)
        following = QShortcut(QKeySequence("F6"), self)
        following.setContext(within)
        following.activated.connect(self.next_problem)

    def _values(self) -> tuple[dict[str, object], dict[str, str]]:
        values: dict[str, object] = {}
        unreadable: dict[str, str] = {}
        for name, editor in self._editors.items():
            if editor.spec.kind is FieldKind.LAW:
                continue
            try:
                values[name] = editor.value()
            except UserError:
                unreadable[name] = editor.typed_text()
        return values, unreadable

    def _with_values(self, values: Mapping[str, object], *, shown_only: bool) -> Draft:
        """The loaded draft with the typed values; hidden fields hold what an empty form holds."""
        kept = dict(values)
        if shown_only:
            blank = self.spec.empty()
            for name in kept:
                if self._editors[name].isHidden():
                    kept[name] = getattr(blank, name)
        return cast("Draft", replace(cast("Any", self._loaded), **kept))

    def _unreadable_sentences(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, editor in self._editors.items():
            if not self._is_live(editor):
                continue
            try:
                editor.value()
            except UserError as problem:
                found[name] = problem.message
        return found

    def _needed(self) -> list[FieldEditor]:
        return [
            item
            for item in self._editors.values()
            if item.spec.required and self._is_live(item) and item.is_empty()
        ]

    @staticmethod
    def _is_live(editor: FieldEditor) -> bool:
        return not editor.isHidden() and editor.isEnabled()

    def _in_form_order(self, errors: Mapping[str, str]) -> dict[str, str]:
        stray = {name: sentence for name, sentence in errors.items() if name not in self._editors}
        return {**stray, **{name: errors[name] for name in self._editors if errors.get(name)}}

    def _focused_name(self) -> str:
        focused = cast("QWidget | None", self.focusWidget())
        for name, editor in self._editors.items():
            if focused is not None and (focused is editor or editor.isAncestorOf(focused)):
                return name
        return ""

    def _refresh(self) -> None:
        """Let the predicates decide what is shown and open, fill in law values, count what is missing."""
        values, _ = self._values()
        draft = self._with_values(values, shown_only=False)
        for editor in self._editors.values():
            spec = editor.spec
            if spec.visible_when is not None:
                editor.setVisible(spec.visible_when(draft, self._state))
            if spec.enabled_when is not None:
                editor.setEnabled(spec.enabled_when(draft, self._state))
            locked = self._read_only or (
                spec.read_only_when is not None and spec.read_only_when(draft, self._state)
            )
            if self._locked.get(spec.name, False) != locked:
                self._locked[spec.name] = locked
                editor.set_read_only(locked)
            if spec.compute is not None:
                editor.set_value(_computed(spec.compute, draft, self._state))
        for box, names in self._sections:
            box.setVisible(any(not self._editors[name].isHidden() for name in names))
        required = [item for item in self._editors.values() if item.spec.required and self._is_live(item)]
        needed = [] if self._read_only or self._errors else self._needed()
        self._strip.show_missing(
            [(item.spec.name, item.spec.spoken_label) for item in needed], of=len(required)
        )

    @Slot()
    def _on_changed(self) -> None:
        if self._loading:
            return
        editor = self.sender()
        if isinstance(editor, FieldEditor) and editor.error():
            editor.set_error("")
        self._refresh()
        self.changed.emit()

    @Slot()
    def _on_advance(self) -> None:
        editor = self.sender()
        if not self._enter_moves or not isinstance(editor, FieldEditor):
            return
        order = [
            item
            for item in self._editors.values()
            if self._is_live(item) and item.spec.kind is not FieldKind.LAW
        ]
        position = order.index(editor) + 1 if editor in order else 0
        if position < len(order):
            self.go_to(order[position].spec.name)
        else:
            self.focusNextChild()


def _computed(compute: Callable[[Any, str], str], draft: object, state: str) -> str:
    """The text of a value that follows from the draft; where the law leaves it open, the sentence that says so."""
    try:
        return compute(draft, state)
    except UserError as problem:
        return problem.message
