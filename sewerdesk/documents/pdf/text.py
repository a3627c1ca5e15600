"""The one gate through which text from outside reaches a page.

Everything printed passes :func:`clean`; everything that becomes a flowing paragraph passes :func:`markup`,
which escapes it, so that a name such as ``J&C <Smith>`` prints as typed and is never read as markup.
"""

import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape
from typing import TypeAlias

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Span:
    """A run of words inside a paragraph; ``bold`` is the only emphasis that the house style knows."""

    text: str
    bold: bool = False


Rich: TypeAlias = str | tuple[str | Span, ...]
"""Plain text, or plain text in parts of which some are bold. Never markup."""


def bold(text: str) -> Span:
    """A bold run, for use inside a tuple of ``Rich``."""
    return Span(text, bold=True)


def clean(text: str, *, keep_lines: bool = False) -> str:
    """Text as it is printed: NFKC, no control or invisible format characters, every blank a plain space.

    Line ends and tabs become one space, or a line feed where ``keep_lines``. Nothing else is lost.
    """
    if text.isascii() and text.isprintable():
        return text
    if keep_lines:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return "\n".join(clean(line) for line in lines)
    return _cleaned(text)


@lru_cache(maxsize=4096)
def _cleaned(text: str) -> str:
    kept: list[str] = []
    for char in text:
        category = unicodedata.category(char)
        if char in "\t\n\r\v\f" or category in _SPACES:
            kept.append(" ")
        elif category not in _DROPPED:
            kept.append(char)
    return unicodedata.normalize("NFKC", "".join(kept))


_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def long_date(day: date) -> str:
    """A date in words, whatever the machine's language: July 31, 2026."""
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def short_date(day: date) -> str:
    """A date in figures: 07/31/2026."""
    return f"{day.month:02d}/{day.day:02d}/{day.year}"


def plain(text: Rich) -> str:
    """The words of a rich text without emphasis."""
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else part.text for part in text)


def markup(text: Rich) -> str:
    """Rich text as the paragraph engine's markup, every outside character escaped; line ends kept."""
    if isinstance(text, str):
        return _escaped(text)
    return "".join(_span(part) for part in text)


def _span(part: str | Span) -> str:
    if isinstance(part, str):
        return _escaped(part)
    return f"<b>{_escaped(part.text)}</b>" if part.bold else _escaped(part.text)


def _escaped(text: str) -> str:
    quoted = escape(clean(text, keep_lines=True), quote=False).replace('"', "&quot;").replace("'", "&#39;")
    return quoted.replace("\n", "<br/>")
