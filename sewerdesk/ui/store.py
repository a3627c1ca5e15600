"""Where views remember their layout between sessions: small texts by key."""

import logging
from typing import Protocol

from sewerdesk.domain.errors import EnvironmentProblem
from sewerdesk.settings import SettingsStore


class ViewStore(Protocol):
    """Remembers small texts by key (column layouts, splitter places, recent searches)."""

    def text(self, key: str) -> str:
        """The text kept under a key, empty if there is none."""

    def set_text(self, key: str, value: str) -> None:
        """Keep a text under a key."""


class MemoryStore:
    """A store that forgets when the program ends: for tests, pictures and the training office."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def text(self, key: str) -> str:
        """The text kept under a key, empty if there is none."""
        return self._texts.get(key, "")

    def set_text(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        self._texts[key] = value


class SettingsViewStore:
    """Keeps the texts in this machine's settings file; where it cannot be written they last for the run."""

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings
        self._unsaved: dict[str, str] = {}

    def text(self, key: str) -> str:
        """The text kept under a key, empty if there is none."""
        kept = self._unsaved.get(key, self._settings.current.views.get(key, ""))
        return kept if isinstance(kept, str) else ""

    def set_text(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        if self.text(key) == value:
            return
        try:
            self._settings.save(self._settings.current.with_view(key, value))
        except EnvironmentProblem as problem:
            self._unsaved[key] = value
            logging.getLogger(__name__).warning("a layout was not remembered: %s", problem.kind)
