"""Which editor a kind of field gets."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from sewerdesk.ui.forms.choice_editors import COMBO_LIMIT, ChecklistEditor, ComboEditor, YesNoEditor
from sewerdesk.ui.forms.date_editor import DateEditor
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.line_editors import (
    LineEditor,
    MoneyEditor,
    NotesEditor,
    decimal_editor,
    phone_editor,
    print_key_editor,
    whole_editor,
    zip_editor,
)
from sewerdesk.ui.forms.lookup_editor import LookupEditor, lookup_of_choices
from sewerdesk.ui.forms.measure_editor import MeasureEditor
from sewerdesk.ui.forms.other_editors import AttachmentsEditor, LawEditor
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec

EditorMaker = Callable[[FieldSpec, EditorContext, QWidget | None], FieldEditor]


def _choice_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None) -> FieldEditor:
    if len(spec.choices) < COMBO_LIMIT:
        return ComboEditor(spec, context, parent)
    return LookupEditor(
        spec, context, parent, lookup=lookup_of_choices(spec.choices, noun=spec.label.lower())
    )


_MAKERS: Mapping[FieldKind, EditorMaker] = {
    FieldKind.TEXT: LineEditor,
    FieldKind.NOTES: NotesEditor,
    FieldKind.PHONE: phone_editor,
    FieldKind.ZIP: zip_editor,
    FieldKind.PRINT_KEY: print_key_editor,
    FieldKind.MONEY: MoneyEditor,
    FieldKind.DATE: DateEditor,
    FieldKind.CHOICE: _choice_editor,
    FieldKind.LOOKUP: LookupEditor,
    FieldKind.YES_NO: YesNoEditor,
    FieldKind.WHOLE: whole_editor,
    FieldKind.DECIMAL: decimal_editor,
    FieldKind.MEASURE: MeasureEditor,
    FieldKind.ATTACHMENTS: AttachmentsEditor,
    FieldKind.CHECKLIST: ChecklistEditor,
    FieldKind.LAW: LawEditor,
}


def make_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """The editor of a field."""
    return _MAKERS[spec.kind](spec, context, parent)
