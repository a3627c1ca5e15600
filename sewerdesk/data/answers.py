"""The application form as JSON and back, field by field of the draft; decimals and dates travel as text.

A field that a newer program dropped is passed over, one that an older program did not know takes its default.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from sewerdesk.domain.applications import ApplicationDraft, Capacity, ItemAnswer, LateralUse, Paper, WorkType
from sewerdesk.domain.law import RoadJurisdiction

_Reader = Callable[[Any], Any]


def _day(value: Any) -> date | None:
    return None if value is None else date.fromisoformat(value)


def _paper(value: Mapping[str, Any]) -> Paper:
    return Paper(**{**value, "received_on": _day(value.get("received_on"))})


def _papers(value: Any) -> tuple[Paper, ...]:
    return tuple(_paper(one) for one in value)


def _item_answers(value: Any) -> tuple[ItemAnswer, ...]:
    return tuple(ItemAnswer(**one) for one in value)


_DAYS = (
    "received_on",
    "authorization_received_on",
    "utility_called_on",
    "highway_permit_on",
    "highway_permit_until",
    "reuse_tested_on",
    "construction_notice_on",
    "certified_on",
    "planned_start",
    "planned_end",
)
_NUMBERS = (
    "estimated_gpd",
    "units",
    "lateral_diameter_in",
    "lateral_length_ft",
    "lateral_slope_in_per_ft",
    "depth_at_main_ft",
    "depth_at_house_ft",
    "highway_security",
)
_READERS: Mapping[str, _Reader] = MappingProxyType(
    {
        **dict.fromkeys(_DAYS, date.fromisoformat),
        **dict.fromkeys(_NUMBERS, Decimal),
        "work_type": WorkType,
        "capacity": Capacity,
        "lateral_use": LateralUse,
        "road_jurisdiction": RoadJurisdiction,
        "triggers": frozenset,
        "papers": _papers,
        "law_answers": _item_answers,
        "conditions": tuple,
    }
)


def answers_to_json(draft: ApplicationDraft) -> dict[str, Any]:
    """What is kept of the form; fields that hold what an empty form holds are left out."""
    blank = ApplicationDraft()
    return {
        field.name: _plain(getattr(draft, field.name))
        for field in fields(draft)
        if getattr(draft, field.name) != getattr(blank, field.name)
    }


def answers_from_json(stored: Mapping[str, Any]) -> ApplicationDraft:
    """The form as it was kept."""
    known = {field.name for field in fields(ApplicationDraft)}
    values: dict[str, Any] = {}
    for name, value in stored.items():
        reader = _READERS.get(name)
        if name in known:
            values[name] = value if reader is None or value is None else reader(value)
    return ApplicationDraft(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Paper | ItemAnswer):
        return {name: _plain(one) for name, one in asdict(value).items()}
    if isinstance(value, frozenset | tuple):
        return [_plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return _text(value) if isinstance(value, StrEnum | Decimal | date) else value


def _text(value: StrEnum | Decimal | date) -> str:
    if isinstance(value, StrEnum):
        return value.value
    return format(value, "f") if isinstance(value, Decimal) else value.isoformat()
