"""Reads a law file: every key, unit, reference and date is checked before the office may rely on it.

The dataclasses of ``lawtypes`` and ``lawrules`` are the schema: a key that is no field of theirs is unknown,
a field without a default is required, and the metadata of a field says which row it names. A file that fails
gets one sentence with the file, the row and the reason.
"""

import dataclasses
import tomllib
import types
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from sewerdesk.domain import lawrules as rules
from sewerdesk.domain.lawpack import LawPack, PackHeader, check_amendments
from sewerdesk.domain.lawtypes import (
    TEXT_UNITS,
    Amendment,
    Figure,
    FigureStatus,
    LawPackError,
    LawText,
    Officer,
    Term,
    Unit,
)

SECTIONS: Mapping[str, tuple[str, type[Any]]] = {
    "permit_class": ("permit_classes", rules.PermitClass),
    "permit_clock": ("permit_clocks", rules.PermitClock),
    "automatic_termination": ("automatic_terminations", rules.AutomaticTermination),
    "right_of_way": ("right_of_way", rules.WorkTrigger),
    "bond": ("bond_requirements", rules.BondRequirement),
    "coverage": ("coverage_requirements", rules.CoverageRequirement),
    "policy_term": ("policy_terms", rules.PolicyTerm),
    "statutory_proof": ("statutory_proofs", rules.StatutoryProof),
    "highway_permission": ("highway_permissions", rules.HighwayPermission),
    "approval": ("approvals", rules.Approval),
    "attachment": ("attachments", rules.Attachment),
    "fee": ("fee_kinds", rules.FeeKind),
    "checklist": ("checklist", rules.ChecklistItem),
    "leak_test": ("leak_tests", rules.LeakTest),
    "test_time": ("test_times", rules.TimeRow),
    "siu_criterion": ("siu_criteria", rules.SiuCriterion),
    "violation": ("violations", rules.Violation),
    "service": ("service_rules", rules.ServiceRule),
    "response_clock": ("response_clocks", rules.ResponseClock),
}
NAMED: Mapping[str, tuple[str, type[Any], str]] = {
    "figure": ("figures", Figure, "key"),
    "officer": ("officers", Officer, "role"),
    "term": ("terms", Term, "key"),
    "text": ("texts", LawText, "key"),
}
NEEDED_OFFICERS = (
    "receives",
    "issues",
    "inspects",
    "enforces",
    "clerk",
    "board",
    "highways",
    "attorney",
    "health",
)
NEEDED_TERMS = ("lateral", "street_lateral", "permit", "installer", "sewer")
Built = TypeVar("Built")
_Schema: TypeAlias = tuple[dict[str, dataclasses.Field[Any]], dict[str, Any]]


def load_law_pack(text: str, *, source: str) -> LawPack:
    """The law pack in the text of a TOML file; ``source`` is the file's name for messages.

    Raises ``LawPackError`` with one sentence where a key is unknown, missing or there twice, a citation is
    missing, a unit or a status is not one of the known ones, a reference leads nowhere or two dates clash.
    """
    return _Reader(source).read(text)


class _Reader:
    """One reading of one file."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.schemas: dict[type[Any], _Schema] = {}

    def fail(self, place: str, reason: str) -> LawPackError:
        """The error for one row of the file."""
        return LawPackError(f"The law file {self.source} cannot be used: {place} {reason}.")

    def read(self, text: str) -> LawPack:
        """Parse, build every row, then check the rows against each other."""
        try:
            document = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise LawPackError(f"The law file {self.source} cannot be read as TOML: {error}.") from error
        known = {"pack", "amendment", *NAMED, *SECTIONS}
        for name in document:
            if name not in known:
                raise self.fail(f'"{name}"', "is not a section that a law file may have")
        header = document.get("pack")
        if not isinstance(header, dict):
            raise self.fail("the section [pack]", "is missing")
        named = {name: self.named(document, name) for name in NAMED}
        amendments = self.rows(document, "amendment", Amendment, "key")
        parts: dict[str, Any] = {attribute: named[name] for name, (attribute, _, _) in NAMED.items()}
        parts |= {
            attribute: self.rows(document, name, kind, _key_field(kind))
            for name, (attribute, kind) in SECTIONS.items()
        }
        figures: Mapping[str, Figure] = named["figure"]
        for figure in figures.values():
            self.check_figure(figure)
        for row in amendments:
            if row.key in figures:
                self.check_value(figures[row.key].unit, row.value, f"the amendment of {row.key}")
        pack = LawPack(
            header=self.build(PackHeader, header, "the section [pack]"),
            amendments=check_amendments(figures, amendments, self.source),
            **parts,
        )
        self.check_pack(pack)
        return pack

    def named(self, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """The rows of one section by their key."""
        _, kind, key = NAMED[name]
        rows = self.rows(document, name, kind, key)
        return types.MappingProxyType({getattr(row, key): row for row in rows})

    def rows(self, document: Mapping[str, Any], name: str, kind: type[Built], key: str) -> tuple[Built, ...]:
        """The rows of one section in their order, no key twice (an amendment may come again by date)."""
        tables = document.get(name, [])
        if not isinstance(tables, list):
            raise self.fail(f'"{name}"', f"must be written [[{name}]], one block for each row")
        built: list[Built] = []
        seen: set[str] = set()
        for number, table in enumerate(tables, start=1):
            label = str(table.get(key, "")) if isinstance(table, dict) else ""
            place = f'{name} "{label}"' if label else f"{name} number {number}"
            built.append(self.build(kind, table, place))
            if label in seen and name != "amendment":
                raise self.fail(place, "is there twice")
            seen.add(label)
        return tuple(built)

    def build(self, kind: type[Built], table: Any, place: str) -> Built:
        """One dataclass from one table."""
        if not isinstance(table, dict):
            raise self.fail(place, "must be a table of keys and values")
        fields, hints = self.schema(kind)
        for name in table:
            if name not in fields:
                raise self.fail(place, f'has the unknown key "{name}"')
        values: dict[str, Any] = {}
        for name, row in fields.items():
            if name in table:
                values[name] = self.convert(hints[name], table[name], place, name)
                if name == "citation" and not values[name]:
                    raise self.fail(place, "gives no citation")
            elif row.default is dataclasses.MISSING:
                raise self.fail(
                    place, "gives no citation" if name == "citation" else f'lacks the key "{name}"'
                )
        return kind(**values)

    def schema(self, kind: type[Any]) -> "_Schema":
        """The fields of a dataclass and their types, looked up once for each kind of row."""
        if kind not in self.schemas:
            fields = {row.name: row for row in dataclasses.fields(kind)}
            self.schemas[kind] = (fields, get_type_hints(kind))
        return self.schemas[kind]

    def convert(self, hint: Any, value: Any, place: str, name: str) -> Any:
        """A TOML value as the type that the field asks for."""
        if isinstance(hint, types.UnionType):
            return self.convert_union(hint, value, place, name)
        if get_origin(hint) is tuple:
            return self.convert_list(get_args(hint)[0], value, place, name)
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return self.convert_choice(hint, value, place, name)
        if (
            hint is Decimal
            and isinstance(value, (int, Decimal))
            and not isinstance(value, bool)
            and value >= 0
        ):
            return Decimal(value)
        if hint is date and isinstance(value, date) and not isinstance(value, datetime):
            return value
        if (hint is bool and isinstance(value, bool)) or (hint is str and isinstance(value, str)):
            return value.strip() if isinstance(value, str) else value
        raise self.fail(place, f'has a wrong kind of value for "{name}": {value}')

    def convert_union(self, hint: Any, value: Any, place: str, name: str) -> Any:
        """A figure's value (a number or words) or an optional date."""
        options = get_args(hint)
        if Decimal in options and isinstance(value, (int, Decimal)) and not isinstance(value, bool):
            return Decimal(value)
        if str in options and isinstance(value, str):
            return value.strip()
        return self.convert(date if date in options else None, value, place, name)

    def convert_list(self, item: Any, value: Any, place: str, name: str) -> tuple[Any, ...]:
        """A list of words or of inner tables."""
        if not isinstance(value, list):
            raise self.fail(place, f'must give a list for "{name}"')
        if dataclasses.is_dataclass(item) and isinstance(item, type):
            return tuple(
                self.build(item, part, f'{place}, "{name}" number {n}') for n, part in enumerate(value, 1)
            )
        return tuple(self.convert(item, part, place, name) for part in value)

    def convert_choice(self, hint: type[StrEnum], value: Any, place: str, name: str) -> StrEnum:
        """One of the words of an enumeration."""
        try:
            return hint(value)
        except ValueError:
            allowed = ", ".join(member.value for member in hint)
            raise self.fail(place, f'has the {name} "{value}", which is not one of {allowed}') from None

    def check_figure(self, figure: Figure) -> None:
        """A blank figure says what is missing and has no value; every other one has a value of its unit."""
        place = f'figure "{figure.key}"'
        if figure.status is FigureStatus.BLANK:
            if figure.value is not None:
                raise self.fail(place, "is blank and yet has a value")
            if not figure.missing:
                raise self.fail(place, 'is blank and does not say what is missing (key "missing")')
            return
        if figure.value is None:
            raise self.fail(place, f"has the status {figure.status} and no value")
        if figure.status is FigureStatus.MODEL and not figure.missing:
            raise self.fail(place, 'comes from a model law and does not say what to confirm (key "missing")')
        self.check_value(figure.unit, figure.value, place)

    def check_value(self, unit: Unit, value: Decimal | str, place: str) -> None:
        """Words for a unit of words, a number that is not negative for every other unit."""
        if isinstance(value, str) is not (unit in TEXT_UNITS):
            raise self.fail(place, f"has a value that does not fit its unit {unit}")
        if unit is Unit.MONTH_DAY and not _is_month_day(str(value)):
            raise self.fail(place, f'has the value "{value}", which is no day of the year such as "12-15"')
        if isinstance(value, Decimal) and value < 0:
            raise self.fail(place, "has a value below zero")

    def check_pack(self, pack: LawPack) -> None:
        """Every role and word that the program needs is there and every reference leads somewhere."""
        for role in NEEDED_OFFICERS:
            if role not in pack.officers:
                raise self.fail(f'officer "{role}"', "is missing")
        for key in NEEDED_TERMS:
            if key not in pack.terms:
                raise self.fail(f'term "{key}"', "is missing")
        for row in pack.texts.values():
            if (row.status is FigureStatus.BLANK) is bool(row.text) or (not row.text and not row.missing):
                raise self.fail(
                    f'text "{row.key}"', "must either have words or be blank and say what is missing"
                )
        for name, (attribute, kind) in SECTIONS.items():
            for row in getattr(pack, attribute):
                self.check_references(pack, row, f'{name} "{getattr(row, _key_field(kind))}"')

    def check_references(self, pack: LawPack, row: Any, place: str) -> None:
        """The rows that one row names, and those of its inner tables."""
        for spec in dataclasses.fields(row):
            value = getattr(row, spec.name)
            parts = value if isinstance(value, tuple) else (value,)
            for part in parts:
                if dataclasses.is_dataclass(part):
                    self.check_references(pack, part, place)
                elif "ref" in spec.metadata and part:
                    self.check_reference(pack, spec.metadata, part, place)

    def check_reference(self, pack: LawPack, metadata: Mapping[str, Any], key: str, place: str) -> None:
        """One named row, and the unit of a named figure."""
        tables: Mapping[str, Mapping[str, Any]] = {
            "figure": pack.figures,
            "officer": pack.officers,
            "permit_class": {row.key: row for row in pack.permit_classes},
            "leak_test": {row.key: row for row in pack.leak_tests},
        }
        kind = metadata["ref"]
        if key not in tables[kind]:
            raise self.fail(place, f'names the {kind} "{key}", which the file does not have')
        units: tuple[Unit, ...] = metadata["units"]
        if kind == "figure" and units and pack.figures[key].unit not in units:
            allowed = ", ".join(units)
            raise self.fail(
                place,
                f'needs a figure in {allowed}, but "{key}" is in the wrong unit {pack.figures[key].unit}',
            )


def _key_field(kind: type[Any]) -> str:
    """The field by which a row of this kind is named in messages and kept unique."""
    names = [row.name for row in dataclasses.fields(kind)]
    return next(name for name in ("key", "kind", "jurisdiction") if name in names)


def _is_month_day(text: str) -> bool:
    """Whether the text is a day of every year, such as ``12-15`` (February 29 is not of every year)."""
    try:
        date.fromisoformat(f"2001-{text}")
    except ValueError:
        return False
    return len(text) == len("12-15")
