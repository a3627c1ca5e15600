"""What an act changes: a search over the law, and for each row found the value now beside the new one."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.folding import fold
from sewerdesk.domain.law import Law
from sewerdesk.domain.law.act_rows import row_of, row_words
from sewerdesk.domain.law.acts import FIGURE, NAME, OFFICER, TERM, TEXT, LawChange
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.book_parts import CHANGEABLE
from sewerdesk.domain.law.values import choices_for
from sewerdesk.domain.law.words import figure_words
from sewerdesk.services.law import law_of
from sewerdesk.services.law_book import law_book
from sewerdesk.ui.forms.codec import DraftUnreadable
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.factory import make_editor
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, Lookup, Option, Width
from sewerdesk.ui.screens.law.specs import value_with_unit, where_of
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.scrolled import scroll_to, scrolled

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace

_SHOWN = 60
_NOTHING = "Nothing is chosen yet. Search above for a figure, an officer or a word, by name or section."


def may_change(entry: LawEntry) -> bool:
    """Whether an act can change an entry, or confirm it."""
    return entry.part in CHANGEABLE or (entry.is_own and not entry.is_confirmed)


def field_of(entry: LawEntry) -> str:
    """How the change of an entry is named in the errors of an act."""
    return LawChange(entry.part, entry.key).field


class ChangeCard(QFrame):
    """One row of the law: what it is, what holds now, and what the act makes of it."""

    changed = Signal()
    advance = Signal()
    removed = Signal(object)

    def __init__(self, entry: LawEntry, law: Law, context: EditorContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self._law = law
        self._now = QLabel(self)
        self._error = QLabel(self)
        self.editors: dict[str, FieldEditor] = {}
        for spec in _specs(entry, law):
            editor = make_editor(spec, context, self)
            editor.changed.connect(self.changed)
            editor.advance.connect(self.advance)
            self.editors[spec.name] = editor
        self._lay_out()
        self.show_errors({})

    def _lay_out(self) -> None:
        set_role(self, card=True)
        title = QLabel(self.entry.subject, self)
        for label, role in ((title, "strong"), (self._now, "secondary"), (self._error, "error")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
        self.remove_button = QToolButton(self)
        self.remove_button.setIcon(icon("x", Ink.SECONDARY))
        self.remove_button.setAccessibleName(f"Leave out: {self.entry.subject}")
        self.remove_button.setToolTip("Leave this out")
        self.remove_button.clicked.connect(self._remove)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 10, 12)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._now)
        for editor in self.editors.values():
            column.addWidget(editor)
        column.addWidget(self._error)

    def show_now(self, on: date) -> None:
        """Say what holds on a day, just before the act."""
        part, key = self.entry.part, self.entry.key
        row = None if part == FIGURE else row_of(self._law, part, key)
        held = row_words(part, row) if row is not None else _figure_on(self._law, key, on)
        self._now.setText(f"Now: {held} · {where_of(self.entry)}")

    def now_words(self) -> str:
        """What is said to hold now."""
        return self._now.text()

    def change(self) -> LawChange:
        """What was typed, as the office takes it."""
        value = self._text("value") or self._text("edition")
        return LawChange(self.entry.part, self.entry.key, value, self._text("plural"))

    def is_dirty(self) -> bool:
        """Whether anything was typed."""
        return any(self._text(name) for name in self.editors)

    def restore(self, change: LawChange) -> None:
        """Put back what was typed."""
        for name, text in (("value", change.value), ("edition", change.value), ("plural", change.plural)):
            if name in self.editors:
                self.editors[name].set_value(text or None if name == "value" and self._is_choice else text)

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show what is wrong with this change, beside its field."""
        field = field_of(self.entry)
        own = errors.get(field, "")
        first = next(iter(self.editors.values()), None)
        if first is not None:
            first.set_error(own)
        if "plural" in self.editors:
            self.editors["plural"].set_error(errors.get(f"{field}:plural", ""))
        self._error.setText("" if first is not None else own)
        self._error.setVisible(first is None and bool(own))

    def is_wrong(self) -> bool:
        """Whether some sentence says what is wrong with it."""
        return bool(self._error.text()) or any(editor.error() for editor in self.editors.values())

    def focus(self) -> None:
        """Put the keyboard into its first field."""
        first = next(iter(self.editors.values()), None)
        if first is not None:
            first.focus()
        else:
            self.remove_button.setFocus(Qt.FocusReason.OtherFocusReason)
        scroll_to(self)

    @property
    def _is_choice(self) -> bool:
        return self.editors["value"].spec.kind is FieldKind.CHOICE

    def _text(self, name: str) -> str:
        editor = self.editors.get(name)
        if editor is None:
            return ""
        try:
            value = editor.value()
        except UserError:
            return editor.typed_text()
        return "" if value is None else str(value)

    @Slot()
    def _remove(self) -> None:
        self.removed.emit(self)


class ChangesPanel(QWidget):
    """The rows that an act changes.

    ``changed`` is emitted at every change by the clerk, ``rows_changed`` where a row was added.
    """

    changed = Signal()
    rows_changed = Signal()

    def __init__(self, ws: "Workspace", context: EditorContext, *, today: date, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._law = law_of(ws)
        self._entries = {field_of(entry): entry for entry in law_book(ws) if may_change(entry)}
        self._hay = {name: _hay(entry) for name, entry in self._entries.items()}
        self._on = today
        self.cards: list[ChangeCard] = []
        spec = FieldSpec("row", "What it changes", FieldKind.LOOKUP, help="A name, a figure or a section.")
        lookup = Lookup(self._search, resolve=self._resolve, noun="figure or row")
        self.search = LookupEditor(spec, context, self, lookup=lookup)
        self.search.label.setText("What it changes")
        self.search.picked.connect(self._on_picked)
        self._holder = QWidget()
        self._column = QVBoxLayout(self._holder)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(12)
        self._hint = QLabel(_NOTHING)
        self._hint.setWordWrap(True)
        set_role(self._hint, role="secondary")
        self._column.addWidget(self._hint)
        self._column.addStretch(1)
        self._area: QScrollArea = scrolled(self._holder)
        self._area.setAccessibleName("What the act changes")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.search)
        column.addWidget(self._area, 1)

    def add(self, part: str, key: str) -> ChangeCard | None:
        """Add a row; one that is there already is given back. ``None`` where this law has no such row to change."""
        name = LawChange(part, key).field
        for card in self.cards:
            if field_of(card.entry) == name:
                return card
        entry = self._entries.get(name)
        if entry is None:
            return None
        card = ChangeCard(entry, self._law, self._context, self._holder)
        card.show_now(self._on)
        card.changed.connect(self.changed)
        card.advance.connect(self._next_field)
        card.removed.connect(self._remove)
        self.cards.append(card)
        self._column.insertWidget(self._column.count() - 1, card)
        self._hint.hide()
        self.rows_changed.emit()
        return card

    def stops(self) -> list[QWidget]:
        """Where Tab stops here, as it is read: the search, then each row with its fields before the cross."""
        found: list[QWidget] = [self.search.primary, self._area]
        for card in self.cards:
            found += [editor.primary for editor in card.editors.values()]
            found.append(card.remove_button)
        return found

    def set_day(self, on: date) -> None:
        """Show beside each new value what holds on another day."""
        self._on = on
        for card in self.cards:
            card.show_now(on)

    def changes(self) -> tuple[LawChange, ...]:
        """What was typed, in the order in which it was chosen."""
        return tuple(card.change() for card in self.cards)

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show each sentence beside its row."""
        for card in self.cards:
            card.show_errors(errors)

    def focus_first_error(self) -> None:
        """Put the keyboard into the first field that is wrong."""
        for card in self.cards:
            if card.is_wrong():
                card.focus()
                return

    def knows(self, name: str) -> bool:
        """Whether an error is shown beside a row here."""
        return any(name in (field_of(card.entry), f"{field_of(card.entry)}:plural") for card in self.cards)

    def is_dirty(self) -> bool:
        """Whether anything was typed."""
        return any(card.is_dirty() for card in self.cards)

    def pack(self) -> str:
        """All that stands here, as JSON text."""
        return json.dumps([[one.part, one.key, one.value, one.plural] for one in self.changes()])

    def restore_packed(self, payload: str) -> None:
        """Put back what :meth:`pack` returned; rows that the law no longer has are left out."""
        try:
            kept = [LawChange(*map(str, row)) for row in json.loads(payload)]
        except (ValueError, TypeError) as error:
            raise DraftUnreadable("What the act changes cannot be read any more. Enter it again.") from error
        for change in kept:
            card = self.add(change.part, change.key)
            if card is not None:
                card.restore(change)

    def _search(self, text: str) -> Sequence[Option]:
        words = fold(text).split()
        chosen = {field_of(card.entry) for card in self.cards}
        found = (name for name, hay in self._hay.items() if all(word in hay for word in words))
        return [self._option(name) for name in found if name not in chosen][:_SHOWN]

    def _option(self, name: str) -> Option:
        entry = self._entries[name]
        said = value_with_unit(entry) or entry.kind.value.lower()
        return Option(name, entry.subject, f"{said} · {where_of(entry)}")

    def _resolve(self, value: object) -> Option | None:
        return self._option(value) if isinstance(value, str) and value in self._entries else None

    @Slot(object)
    def _on_picked(self, option: object) -> None:
        if not isinstance(option, Option):
            return
        part, _, key = str(option.id).partition(":")
        card = self.add(part, key)
        self.search.set_value(None)
        self.changed.emit()
        if card is not None:
            card.focus()

    @Slot()
    def _next_field(self) -> None:
        """Enter in a card goes to its next field, the next card, then back to the search."""
        editors = [editor for card in self.cards for editor in card.editors.values()]
        here = next(
            (place for place, editor in enumerate(editors) if editor.isAncestorOf(self.focusWidget())), -1
        )
        if 0 <= here < len(editors) - 1:
            editors[here + 1].focus()
            scroll_to(editors[here + 1])
        else:
            self.search.focus()

    @Slot(object)
    def _remove(self, card: object) -> None:
        if not isinstance(card, ChangeCard) or card not in self.cards:
            return
        self.cards.remove(card)
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()
        self._hint.setVisible(not self.cards)
        self.search.focus()
        self.changed.emit()


def _specs(entry: LawEntry, law: Law) -> tuple[FieldSpec, ...]:
    """The fields in which the new value is typed; none for a rule that is confirmed as it stands."""
    name = f"New value of {entry.subject}"
    if entry.part == FIGURE:
        return (_figure_field(entry, law, name),)
    if entry.part == TERM:
        more = f"More than one of {entry.subject}"
        return (
            _field("value", "The word for one", name),
            _field("plural", "The word for more than one", more),
        )
    if entry.part == "test_time":
        return (FieldSpec("edition", "Edition of the table", error_label=f"Edition: {entry.subject}"),)
    labels = {OFFICER: "New title", NAME: "New name", TEXT: "New text"}
    if entry.part not in labels:
        return ()
    kind = FieldKind.NOTES if entry.part == TEXT else FieldKind.TEXT
    return (_field("value", labels[entry.part], name, kind=kind),)


def _figure_field(entry: LawEntry, law: Law, name: str) -> FieldSpec:
    choices = choices_for(law.figures[entry.key])
    if not choices:
        return _field("value", "New value", name, unit=entry.unit)
    offered = tuple(Choice(word, word.replace("_", " ")) for word in choices)
    return _field("value", "New value", name, kind=FieldKind.CHOICE, choices=offered)


def _field(
    name: str,
    label: str,
    spoken: str,
    *,
    kind: FieldKind = FieldKind.TEXT,
    choices: tuple[Choice, ...] = (),
    unit: str = "",
) -> FieldSpec:
    wide = Width.PHONE if unit else Width.NAME
    return FieldSpec(
        name,
        label,
        kind,
        required=True,
        error_label=spoken,
        choices=choices,
        unit=unit,
        width=wide,
        rows=4,
    )


def _figure_on(law: Law, key: str, on: date) -> str:
    try:
        return figure_words(law.figure(key, on))
    except UserError:  # the law's own figure takes effect later
        return figure_words(law.figures[key])


def _hay(entry: LawEntry) -> str:
    return fold(
        f"{entry.subject} {entry.value} {entry.citation} {entry.authority} {entry.key} {entry.group.value}"
    )
