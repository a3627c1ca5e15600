"""What a form says of a required field that is empty."""

from sewerdesk.ui.forms.spec import FieldKind, FieldSpec


def missing_sentence(spec: FieldSpec) -> str:
    """What to do about a required field that is empty."""
    label = spec.spoken_label
    words = label if label[:2].isupper() else label[:1].lower() + label[1:]
    if spec.kind in (FieldKind.CHOICE, FieldKind.LOOKUP):
        return f"Choose the {words}."
    if spec.kind is FieldKind.YES_NO:
        return f"Answer yes or no: {label}" if label.endswith("?") else f"Answer yes or no: {label}."
    if spec.kind is FieldKind.CHECKLIST:
        return f"Answer every item: {label}."
    if spec.kind is FieldKind.ATTACHMENTS:
        return f"Attach the {words}."
    return f"Enter the {words}."
