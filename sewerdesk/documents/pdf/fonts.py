"""The bundled type: Source Sans 3 in three weights and OCR-A, embedded in every file, checked before use."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sewerdesk.domain.errors import UserError
from sewerdesk.paths import resource

REGULAR = "SourceSans3"
SEMIBOLD = "SourceSans3-SemiBold"
BOLD = "SourceSans3-Bold"
OCR_A = "OCRA"

_FILES = (
    (REGULAR, "fonts/SourceSans3-Regular.ttf"),
    (SEMIBOLD, "fonts/SourceSans3-SemiBold.ttf"),
    (BOLD, "fonts/SourceSans3-Bold.ttf"),
    (OCR_A, "fonts/OCRA.ttf"),
)

OCR_SIZE = 7.2 / 0.715
"""Type size at which the bundled OCR-A, whose characters are 0.715 em wide, sets ten to the inch (size I)."""

CAP_HEIGHT = 0.66
"""Height of a capital of Source Sans 3, in parts of the type size."""

DESCENT = 0.22
"""Depth below the baseline of the deepest common letters of Source Sans 3, in parts of the type size."""


@lru_cache(maxsize=1)
def register_fonts() -> None:
    """Make the bundled fonts known to the PDF engine; a second call does nothing."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    known = set(pdfmetrics.getRegisteredFontNames())
    for name, path in _FILES:
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(resource(path))))
    if REGULAR not in known:
        pdfmetrics.registerFontFamily(
            REGULAR, normal=REGULAR, bold=SEMIBOLD, italic=REGULAR, boldItalic=SEMIBOLD
        )


def text_width(text: str, font: str, size: float) -> float:
    """Width of a line in points."""
    from reportlab.pdfbase import pdfmetrics

    register_fonts()
    return float(pdfmetrics.stringWidth(text, font, size))


@lru_cache(maxsize=8)
def printable(font: str = REGULAR) -> frozenset[str]:
    """Every character that a font has a glyph for."""
    from reportlab.pdfbase import pdfmetrics

    register_fonts()
    face: Any = vars(pdfmetrics.getFont(font))["face"]
    return frozenset(chr(code) for code in face.charToGlyph)


def check_glyphs(texts: Iterable[str], *, record: str, font: str = REGULAR) -> None:
    """Refuse text that would print as empty boxes.

    ``record`` names the paper or record in the clerk's words ("the bill of account 00001042"). Pass the
    text as cleaned. ``UserError`` lists the offending characters and the first line that has them.
    """
    lines = texts if isinstance(texts, list | tuple) else list(texts)
    known = printable(font)
    missing = set("".join(lines)) - known - {"\n"}
    if not missing:
        return
    shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in sorted(missing)[:5])
    where = next(line for line in lines if missing & set(line))
    raise UserError(
        f"The printer's type has no sign for {shown} in {record}: \u201c{where}\u201d. "
        "Correct the text and print again."
    )


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Break a line at blanks so that each part is at most ``width`` points; a word too long is broken too."""
    return list(_wrapped(text, font, size, width))


@lru_cache(maxsize=1024)
def _wrapped(text: str, font: str, size: float, width: float) -> tuple[str, ...]:
    if text_width(text, font, size) <= width:
        return (text,)
    lines: list[str] = []
    current = ""
    for word in text.split():
        trial = f"{current} {word}" if current else word
        if text_width(trial, font, size) <= width:
            current = trial
            continue
        if current:
            lines.append(current)
        *full, current = _break_word(word, font, size, width)
        lines.extend(full)
    return (*lines, current) if current else tuple(lines) or ("",)


def _break_word(word: str, font: str, size: float, width: float) -> list[str]:
    """Pieces of a word, each at most ``width`` points and at least one character."""
    pieces: list[str] = []
    piece = ""
    for char in word:
        if piece and text_width(piece + char, font, size) > width:
            pieces.append(piece)
            piece = char
        else:
            piece += char
    return [*pieces, piece]


def fit_size(text: str, font: str, *, size: float, smallest: float, width: float) -> float:
    """The largest type size from ``size`` down to ``smallest`` that keeps a line within ``width`` points."""
    natural = text_width(text, font, size)
    if natural <= width:
        return size
    return max(smallest, int(size * width / natural * 20) / 20)


def elide(text: str, font: str, size: float, width: float) -> str:
    """A line cut to at most ``width`` points, the cut marked with an ellipsis; whole if it fits."""
    if text_width(text, font, size) <= width + 0.01:
        return text
    kept = text
    while kept and text_width(f"{kept}\u2026", font, size) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}\u2026"
