"""The questions that the law puts to an application, and which of them fields of the form answer already.

Source: Hague 502 and 503A, Lockport 150-6B, Altamont 300-21 and 300-22A, Dannemora 72-6B(2). A question that has a
field of its own on the form (who applies, the class, the road) is not asked twice.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sewerdesk.domain.applications import ApplicationDraft
from sewerdesk.domain.law import ApplicationItem, Law, Needed, concerns, in_class
from sewerdesk.domain.wording import count

FIELD = "item_"
"""What the form's fields for the law's questions begin with."""


def _shared(draft: ApplicationDraft) -> str:
    if draft.shares_lateral is None:
        return ""
    return draft.shared_reason.strip() or "More than one" if draft.shares_lateral else "This building alone"


def _yes(draft: ApplicationDraft) -> str:
    return {True: "Yes", False: "No", None: ""}[draft.serves_complex]


_BY_FIELD: Mapping[str, tuple[str, Callable[[ApplicationDraft], str]]] = MappingProxyType(
    {
        "applicant": ("capacity", lambda draft: "" if draft.capacity is None else draft.capacity.value),
        "service_class": ("permit_class", lambda draft: draft.permit_class),
        "place": ("in_district", lambda draft: "Inside" if draft.in_district else "Outside"),
        "buildings": ("shares_lateral", _shared),
        "complex": ("serves_complex", _yes),
        "old_lateral": ("lateral_use", lambda draft: draft.lateral_use or ""),
        "right_of_way": ("triggers", lambda draft: "Yes" if draft.triggers_answered else ""),
        "road": ("road_jurisdiction", lambda draft: draft.road_jurisdiction or ""),
        "designer": ("designer", lambda draft: draft.designer.strip()),
        "waste_quantity": (
            "estimated_gpd",
            lambda draft: (
                "" if draft.estimated_gpd is None else f"{count(draft.estimated_gpd, 'gallon')} a day"
            ),
        ),
        "renewal_changes": ("what_varied", lambda draft: draft.what_varied.strip()),
    }
)
"""The law packs' keys of questions that a field of the form answers: its name, and the answer that it gives."""


def has_field(item: ApplicationItem) -> bool:
    """Whether the form has a field of its own for the question."""
    return item.key in _BY_FIELD


def item_field(item: ApplicationItem) -> str:
    """The form's name of the field that answers a question of the law."""
    return _BY_FIELD[item.key][0] if has_field(item) else f"{FIELD}{item.key}"


def item_answer(draft: ApplicationDraft, item: ApplicationItem) -> str:
    """What the application answers to a question of the law; empty where it does not."""
    return _BY_FIELD[item.key][1](draft) if has_field(item) else draft.answer(item.key)


def items_for(draft: ApplicationDraft, law: Law) -> tuple[ApplicationItem, ...]:
    """The questions that the law puts to an application of this class and project, needed or not."""
    return tuple(row for row in law.application_items if applies_to(row, draft))


def applies_to(item: ApplicationItem, draft: ApplicationDraft) -> bool:
    """Whether the law puts a question to an application of this class and project."""
    return in_class(item, draft.permit_class) and concerns(item.project, draft.project)


def required_items(draft: ApplicationDraft, law: Law) -> tuple[ApplicationItem, ...]:
    """The questions of the law that this application must answer."""
    return tuple(row for row in items_for(draft, law) if row.needed is Needed.ALWAYS)
