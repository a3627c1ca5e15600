"""What a form consists of, as data: fields, sections and the form itself.

A screen's ``specs.py`` declares a :class:`FormSpec` for a frozen draft dataclass; the form view does the rest.
Predicates take the draft as typed so far and the state of the document ("" where it has none).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Any, Generic, TypeVar

Draft = TypeVar("Draft")
Predicate = Callable[[Any, str], bool]


class FieldKind(StrEnum):
    """Which editor a field gets, and so which Python type its value has."""

    TEXT = "text"  # str
    NOTES = "notes"  # str of several lines
    PHONE = "phone"  # str, formatted
    ZIP = "zip"  # str
    PRINT_KEY = "print_key"  # str, the tax map number in its printed form
    MONEY = "money"  # Decimal of two places, or None
    DATE = "date"  # date or None
    CHOICE = "choice"  # the value of a Choice, or None
    LOOKUP = "lookup"  # the id of an Option, or None
    YES_NO = "yes_no"  # bool or None
    WHOLE = "whole"  # int or None
    DECIMAL = "decimal"  # Decimal or None
    MEASURE = (
        "measure"  # Measured or None; the choices are the units, the first one meant where none is typed
    )
    ATTACHMENTS = "attachments"  # tuple of Path
    CHECKLIST = "checklist"  # tuple of ChecklistAnswer
    LAW = "law"  # shown only, computed from the draft; no field of the draft


class Width(IntEnum):
    """How wide a field is, by what it holds, in average characters of its font."""

    SHORT = 8
    ZIP = 12
    DATE = 14
    MONEY = 16
    PHONE = 24
    NAME = 40
    LINE = 64
    NOTES = 65


DEFAULT_WIDTHS: Mapping[FieldKind, Width] = {
    FieldKind.TEXT: Width.NAME,
    FieldKind.NOTES: Width.NOTES,
    FieldKind.PHONE: Width.PHONE,
    FieldKind.ZIP: Width.ZIP,
    FieldKind.PRINT_KEY: Width.PHONE,
    FieldKind.MONEY: Width.MONEY,
    FieldKind.DATE: Width.DATE,
    FieldKind.CHOICE: Width.NAME,
    FieldKind.LOOKUP: Width.LINE,
    FieldKind.YES_NO: Width.NAME,
    FieldKind.WHOLE: Width.SHORT,
    FieldKind.DECIMAL: Width.ZIP,
    FieldKind.MEASURE: Width.DATE,
    FieldKind.ATTACHMENTS: Width.LINE,
    FieldKind.CHECKLIST: Width.LINE,
    FieldKind.LAW: Width.LINE,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a fixed set: the value the draft holds and the words the clerk reads."""

    value: object
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One record a lookup may pick: its id, its title, and a second line that tells it from others."""

    id: object
    title: str
    detail: str = ""


class Lookup:
    """Where a lookup field finds records: ``search`` as the clerk types, ``resolve`` for one already chosen.

    ``add_new`` takes what was typed, lets the clerk record a new one and returns it (``None`` where the clerk
    thought better of it). ``noun`` is the word for one of these, such as "contractor".
    """

    def __init__(
        self,
        search: Callable[[str], Sequence[Option]],
        *,
        resolve: Callable[[object], Option | None],
        add_new: Callable[[str], Option | None] | None = None,
        noun: str = "record",
    ) -> None:
        self.search = search
        self.resolve = resolve
        self.add_new = add_new
        self.noun = noun


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field. ``name`` is the draft's field; an empty ``choices`` or ``lookup`` may be given at run time.

    ``minimum`` and ``maximum`` bound whole numbers, decimals and money; ``places`` the decimals of a decimal.
    ``error_label`` names the field in a list of problems where the label alone would be ambiguous. ``compute``
    gives the text of a law value from the draft and state; ``citation`` is the provision it opens.
    """

    name: str
    label: str
    kind: FieldKind = FieldKind.TEXT
    required: bool = False
    max_len: int | None = None
    help: str = ""
    choices: tuple[Choice, ...] = ()
    lookup: Lookup | None = None
    unit: str = ""
    width: Width | None = None
    places: int = 2
    minimum: Decimal | int | None = None
    maximum: Decimal | int | None = None
    rows: int = 4
    error_label: str = ""
    citation: str = ""
    compute: Callable[[Any, str], str] | None = None
    read_only_when: Predicate | None = None
    visible_when: Predicate | None = None
    enabled_when: Predicate | None = None

    @property
    def content_width(self) -> Width:
        """The width class: the one given, else the usual one of its kind."""
        return self.width or DEFAULT_WIDTHS[self.kind]

    @property
    def spoken_label(self) -> str:
        """What a list of problems and a screen reader call the field."""
        return self.error_label or self.label


@dataclass(frozen=True, slots=True)
class Section:
    """A titled group of at most seven fields, with an optional sentence under the title."""

    title: str
    fields: tuple[FieldSpec, ...]
    help: str = ""


def no_further_rule(draft: object) -> Mapping[str, str]:  # noqa: ARG001 - it answers to the shape of a validator
    """The validator of a form whose fields need no rule beyond their own."""
    return {}


@dataclass(frozen=True)
class FormSpec(Generic[Draft]):
    """A form for one draft dataclass; ``validate`` returns a sentence for each field that breaks a rule.

    ``blank`` makes an empty draft (the dataclass's defaults unless given). ``verb`` completes the strip "3 of
    18 still needed to ...".
    """

    draft_type: type[Draft]
    sections: tuple[Section, ...]
    validate: Callable[[Draft], Mapping[str, str]] = no_further_rule
    blank: Callable[[], Draft] | None = None
    verb: str = "save"
    fields: tuple[FieldSpec, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Check at import time that each field exists in the draft and none comes twice."""
        flat = tuple(spec for section in self.sections for spec in section.fields)
        object.__setattr__(self, "fields", flat)
        names = [spec.name for spec in flat]
        if len(set(names)) != len(names):
            raise ValueError(f"a field of {self.draft_type.__name__} comes twice in its form")
        if not is_dataclass(self.draft_type):
            raise TypeError(f"{self.draft_type.__name__} is not a dataclass")
        known = {item.name for item in fields(self.draft_type)}
        stray = [spec.name for spec in flat if spec.kind is not FieldKind.LAW and spec.name not in known]
        if stray:
            raise ValueError(f"{self.draft_type.__name__} has no field {', '.join(stray)}")

    def empty(self) -> Draft:
        """A draft with nothing typed."""
        return self.blank() if self.blank else self.draft_type()
