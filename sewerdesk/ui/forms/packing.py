"""What stands in a form, readable or not, as one JSON text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sewerdesk.ui.forms.codec import DraftUnreadable, decode, encode

Draft = TypeVar("Draft")


@dataclass(frozen=True, slots=True)
class Typed(Generic[Draft]):
    """What stands in the form: the draft as far as it can be read, and the text of fields that cannot."""

    draft: Draft
    unreadable: Mapping[str, str]


def pack(typed: Typed[Any]) -> str:
    """All that stands in a form as JSON text."""
    return json.dumps(
        {"draft": json.loads(encode(typed.draft)), "unreadable": dict(typed.unreadable)}, ensure_ascii=False
    )


def unpack(draft_type: type[Draft], payload: str) -> Typed[Draft]:
    """What :func:`pack` wrote; ``DraftUnreadable`` where it does not fit the form any more."""
    try:
        content = json.loads(payload)
        draft_text, unreadable = json.dumps(content["draft"]), content["unreadable"]
        texts = {str(name): str(text) for name, text in unreadable.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise DraftUnreadable(
            "What was kept of this form cannot be read any more. Please type it again."
        ) from problem
    return Typed(decode(draft_type, draft_text), texts)
