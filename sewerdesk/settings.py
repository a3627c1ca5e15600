"""What this machine remembers between runs. Nothing here belongs to the books of an office."""

import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

TEXT_SIZES = (9, 11, 13, 16)
RECENT_OFFICES = 8
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class ThemeChoice(StrEnum):
    """Which colors the window uses."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The remembered choices of this machine.

    ``text_size`` is in points. ``geometry`` is the window's place as base64. ``views`` maps a table's name to
    its saved views as plain JSON; ``printers`` maps a kind of document to a printer's name.
    """

    last_office: str = ""
    recent_offices: tuple[str, ...] = ()
    operator: str = ""
    text_size: int = 11
    theme: ThemeChoice = ThemeChoice.SYSTEM
    geometry: str = ""
    views: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    printers: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def with_office(self, folder: Path) -> "Settings":
        """These settings with ``folder`` as the office opened last."""
        name = str(folder)
        others = tuple(each for each in self.recent_offices if each != name)
        return replace(self, last_office=name, recent_offices=(name, *others)[:RECENT_OFFICES])

    def with_view(self, table: str, view: Any) -> "Settings":
        """These settings with ``view``, any JSON value, remembered for ``table``."""
        return replace(self, views=MappingProxyType({**self.views, table: view}))

    def with_printer(self, document: str, printer: str) -> "Settings":
        """These settings with ``printer`` remembered for this kind of document."""
        return replace(self, printers=MappingProxyType({**self.printers, document: printer}))


@dataclass(slots=True)
class SettingsStore:
    """The settings file of this machine and what it holds now."""

    path: Path
    current: Settings

    @classmethod
    def open(cls, path: Path) -> "SettingsStore":
        """Read ``path``. A damaged file is set aside and a value of the wrong kind is left at its default."""
        return cls(path, _read(path))

    def save(self, settings: Settings) -> None:
        """Remember ``settings``: whole or not at all. Raises EnvironmentProblem where they cannot be written."""
        part = self.path.with_suffix(".part")
        try:
            with part.open("w", encoding="utf-8") as handle:
                json.dump(_plain(settings), handle, ensure_ascii=False, indent=1, sort_keys=True)
                handle.flush()
                os.fsync(handle.fileno())
            part.replace(self.path)
        except OSError as error:
            raise EnvironmentProblem(
                ProblemKind.READ_ONLY,
                f"The settings could not be saved to {self.path} ({error.strerror}). Your work is not affected.",
            ) from error
        self.current = settings

    def change(self, **values: Any) -> Settings:
        """Set some fields and save; returns the new settings."""
        self.save(replace(self.current, **values))
        return self.current


def _plain(settings: Settings) -> dict[str, Any]:
    values = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def _read(path: Path) -> Settings:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        logging.getLogger(__name__).warning("settings set aside: %s", type(error).__name__)
        if path.is_file():
            path.replace(path.with_suffix(".damaged"))
        return Settings()
    if not isinstance(found, dict):
        return Settings()
    good = {name: _READERS[name](value) for name, value in found.items() if name in _READERS}
    return Settings(**{name: value for name, value in good.items() if value is not None})


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else None


def _text_size(value: Any) -> int | None:
    return value if type(value) is int and value in TEXT_SIZES else None


def _theme(value: Any) -> ThemeChoice | None:
    return ThemeChoice(value) if isinstance(value, str) and value in set(ThemeChoice) else None


def _mapping(value: Any) -> Mapping[str, Any] | None:
    return MappingProxyType(value) if isinstance(value, dict) else None


def _text_mapping(value: Any) -> Mapping[str, str] | None:
    if not isinstance(value, dict):
        return None
    return MappingProxyType({name: each for name, each in value.items() if isinstance(each, str)})


_READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "last_office": _text,
        "recent_offices": _texts,
        "operator": _text,
        "text_size": _text_size,
        "theme": _theme,
        "geometry": _text,
        "views": _mapping,
        "printers": _text_mapping,
    }
)
