"""The head of a paper: who writes, and the reference block that says what about."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.documents.pdf import fonts
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import EnvelopeProfile, Rect, window_address

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.pen import Pen

MARGIN = 1.0
REFERENCE_LEFT, REFERENCE_RIGHT = 5.5, 8.0
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


def draw_reference(
    pen: "Pen", rows: tuple[tuple[str, str], ...], *, top: float = 0.5, label_width: float = 0.95
) -> float:
    """Labels and values at the right of the head; a long value is continued. Returns the y below."""
    from sewerdesk.documents.pdf.pen import LABEL, POINTS, VALUE

    y = top + 0.08
    value_left = REFERENCE_LEFT + label_width
    for label, value in rows:
        pen.fitted(REFERENCE_LEFT, y, clean(label), LABEL, label_width - 0.05)
        for line in fonts.wrap(clean(value), VALUE.font, VALUE.size, (REFERENCE_RIGHT - value_left) * POINTS):
            pen.text(value_left, y, line, VALUE)
            y += 0.17
        y += 0.015
    return y
