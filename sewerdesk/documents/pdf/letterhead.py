"""The head of a paper: who writes, and the reference block that says what about."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sewerdesk.documents.pdf import fonts
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import EnvelopeProfile, Rect, window_address

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.pen import Pen, Style

MARGIN = 1.0
REFERENCE_LEFT, REFERENCE_RIGHT = 5.5, 8.0
REFERENCE_EDGE = 7.5
"""Where the reference block ends: at the right margin of a letter's text."""
LABEL_WIDTH = 0.95
REFERENCE_RISE, REFERENCE_STEP, REFERENCE_GAP = 0.08, 0.17, 0.015
REFERENCE_SMALLEST = 8.5
HEAD_WIDTH = 4.2
SENDER_LINES = 3


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The sender: municipality, department, street and city lines, how to reach it, and its seal if any.

    ``seal`` is the bytes of a PNG or JPEG picture. Empty texts are left out.
    """

    municipality: str
    department: str = ""
    address: tuple[str, ...] = ()
    phone: str = ""
    fax: str = ""
    email: str = ""
    hours: str = ""
    seal: bytes | None = None

    @property
    def reach(self) -> str:
        """Phone, fax and e-mail in one line."""
        fax = f"Fax {self.fax}" if self.fax else ""
        return " \u00b7 ".join(clean(part) for part in (self.phone, fax, self.email) if part)

    def texts(self) -> tuple[str, ...]:
        """All that is printed, cleaned, for the glyph check."""
        return tuple(
            clean(t) for t in (self.municipality, self.department, *self.address, self.reach, self.hours)
        )


def draw_letterhead(
    pen: "Pen",
    head: Letterhead,
    profile: EnvelopeProfile | None,
    *,
    left: float = MARGIN,
    contacts: bool = True,
) -> float:
    """Draw the head; returns the y where the reference block may begin.

    With a double window only the sender's name and address stand at the left, inside the upper window; how to
    reach the office moves to the right of both windows, or is left to the caller unless ``contacts``.
    """
    if profile is not None and profile.sender is not None:
        return _draw_in_window(pen, head, profile, contacts=contacts)
    from sewerdesk.documents.pdf.pen import LABEL, SMALL, Style

    if head.seal:
        pen.image(head.seal, Rect(0.27, 0.4, left - 0.09, 1.4))
    width = HEAD_WIDTH - left + 0.6
    name = Style(fonts.SEMIBOLD, 14, 16)
    pen.fitted(left, 0.56, clean(head.municipality), name, width)
    y = 0.56
    if head.department:
        y += 0.19
        pen.fitted(left, y, clean(head.department), Style(fonts.REGULAR, 10.5, 13), width)
    y += 0.19
    address = " \u00b7 ".join(clean(line) for line in head.address)
    for text, style in ((address, SMALL), (head.reach, SMALL), (clean(head.hours), LABEL)):
        if text:
            pen.fitted(left, y, text, style, width)
            y += 0.145
    return 0.5


def _draw_in_window(pen: "Pen", head: Letterhead, profile: EnvelopeProfile, *, contacts: bool) -> float:
    from sewerdesk.documents.pdf.pen import LABEL, SMALL

    assert profile.sender is not None
    lines = [head.municipality, *head.address]
    while len(lines) > SENDER_LINES:
        lines[1:3] = [f"{lines[1]}, {lines[2]}"]
    placed = window_address(lines, profile.sender, record="the letterhead")
    pen.address(placed)
    y = 0.5
    if not contacts:
        return y
    for text, style in ((clean(head.department), SMALL), (head.reach, LABEL), (clean(head.hours), LABEL)):
        if text:
            pen.fitted(REFERENCE_LEFT, y, text, style, REFERENCE_RIGHT - REFERENCE_LEFT)
            y += 0.14
    return y + 0.12


def draw_reference(pen: "Pen", rows: tuple[tuple[str, str], ...], *, top: float = 0.5) -> float:
    """Labels and values at the right of the head, within the margin of the text below. Returns the y below.

    A value that is too long for its line is set smaller, and where that is not enough it is continued.
    """
    from sewerdesk.documents.pdf.pen import LABEL

    y = top + REFERENCE_RISE
    value_left = REFERENCE_LEFT + LABEL_WIDTH
    for label, value in rows:
        pen.fitted(REFERENCE_LEFT, y, clean(label), LABEL, LABEL_WIDTH - 0.05)
        lines, style = _reference_value(value)
        for line in lines:
            pen.text(value_left, y, line, style)
            y += REFERENCE_STEP
        y += REFERENCE_GAP
    return y


def reference_height(rows: tuple[tuple[str, str], ...]) -> float:
    """How far down the reference block reaches from its top, in inches."""
    lines = sum(len(_reference_value(value)[0]) for _, value in rows)
    return REFERENCE_RISE + REFERENCE_STEP * lines + REFERENCE_GAP * len(rows)


def _reference_value(value: str) -> tuple[list[str], "Style"]:
    from sewerdesk.documents.pdf.pen import POINTS, VALUE

    text, width = clean(value), (REFERENCE_EDGE - REFERENCE_LEFT - LABEL_WIDTH) * POINTS
    size = fonts.fit_size(text, VALUE.font, size=VALUE.size, smallest=REFERENCE_SMALLEST, width=width)
    return fonts.wrap(text, VALUE.font, size, width), replace(VALUE, size=size)
