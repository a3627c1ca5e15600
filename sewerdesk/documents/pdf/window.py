"""Envelope windows: which part of a folded page always shows, which part may show, where the address goes.

Lengths are inches; ``y`` runs down from the top of the page (or of the stub). The insert shifts inside its
envelope "to its full limits in each direction" (USPS Quick Service Guide 201a), so with an envelope
``W x H``, a window at ``left``, ``bottom`` of ``width x height`` and a top panel of height ``panel``:

* always visible: x from left to left + width - (W - 8.5); y from H - bottom - height to panel - bottom
* may show, so kept clear: x from left - (W - 8.5) to left + width;
  y from panel - bottom - height to H - bottom
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sewerdesk.documents.pdf.fonts import CAP_HEIGHT, DESCENT, REGULAR, check_glyphs, wrap
from sewerdesk.documents.pdf.text import clean
from sewerdesk.domain.errors import UserError

PAGE_WIDTH = 8.5
PAGE_HEIGHT = 11.0
CLEARANCE = 0.125
"""Least distance of an address from the left and right edge of its window, inches (USPS QSG 201a)."""

MAX_ADDRESS_LINES = 5
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
_LOOSE, _TIGHT = 1.17, 1.05
_VERTICAL_CLEARANCE = 0.02


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in inches from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, other: "Rect", *, slack: float = 0.0) -> bool:
        """Whether another rectangle lies wholly inside."""
        return (
            other.left >= self.left - slack
            and other.right <= self.right + slack
            and other.top >= self.top - slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: "Rect") -> bool:
        """Whether the two share any area."""
        return (
            other.left < self.right
            and other.right > self.left
            and other.top < self.bottom
            and other.bottom > self.top
        )


@dataclass(frozen=True, slots=True)
class WindowProfile:
    """One window of one envelope with one fold; ``top`` moves the rectangles to where the insert begins."""

    key: str
    name: str
    envelope_width: float
    envelope_height: float
    left: float
    bottom: float
    width: float
    height: float
    panel: float
    top: float = 0.0

    @property
    def always_visible(self) -> Rect:
        """What shows however the insert has slipped."""
        play = self.envelope_width - PAGE_WIDTH
        return Rect(
            self.left,
            self.top + self.envelope_height - self.bottom - self.height,
            self.left + self.width - play,
            self.top + self.panel - self.bottom,
        )

    @property
    def keep_out(self) -> Rect:
        """What may show for some position of the insert; only the address may print here."""
        play = self.envelope_width - PAGE_WIDTH
        return Rect(
            max(0.0, self.left - play),
            self.top + self.panel - self.bottom - self.height,
            self.left + self.width,
            self.top + self.envelope_height - self.bottom,
        )

    def moved(self, top: float) -> "WindowProfile":
        """The same window for an insert that begins ``top`` inches down the page (a remittance stub)."""
        return replace(self, top=top)


@dataclass(frozen=True, slots=True)
class EnvelopeProfile:
    """An envelope as the office buys it: the address window and, in a double window, the sender's."""

    key: str
    name: str
    address: WindowProfile
    sender: WindowProfile | None = None

    @property
    def fold(self) -> float:
        """Where the page is folded, inches from the top."""
        return self.address.panel


class _Opening(NamedTuple):
    left: float
    bottom: float
    width: float
    height: float


def _number_ten(
    key: str, name: str, panel: float, address: _Opening, sender: _Opening | None = None
) -> EnvelopeProfile:
    lower = WindowProfile(key, name, 9.5, 4.125, *address, panel=panel)
    upper = WindowProfile(key, name, 9.5, 4.125, *sender, panel=panel) if sender else None
    return EnvelopeProfile(key, name, lower, upper)


FOLD_AT_TICK, FOLD_IN_THIRDS = 3.875, 3.667
_ONE = _Opening(0.875, 0.5, 4.5, 1.125)
_LOWER_A, _UPPER_A = _Opening(0.625, 1.0, 4.0, 1.0), _Opening(0.625, 2.375, 3.25, 0.875)
_LOWER_B, _UPPER_B = _Opening(0.5, 0.625, 4.0, 1.0), _Opening(0.5, 2.4375, 3.5, 0.875)

STANDARD = _number_ten("W10-STD", "No. 10 with one window, folded at the ticks", FOLD_AT_TICK, _ONE)
ENVELOPES: tuple[EnvelopeProfile, ...] = (
    STANDARD,
    _number_ten("W10-STD-3667", "No. 10 with one window, folded in thirds", FOLD_IN_THIRDS, _ONE),
    _number_ten(
        "W10-DBL-A", "No. 10 with two windows, kind A, folded at the ticks", FOLD_AT_TICK, _LOWER_A, _UPPER_A
    ),
    _number_ten(
        "W10-DBL-A-3667",
        "No. 10 with two windows, kind A, folded in thirds",
        FOLD_IN_THIRDS,
        _LOWER_A,
        _UPPER_A,
    ),
    _number_ten(
        "W10-DBL-B", "No. 10 with two windows, kind B, folded at the ticks", FOLD_AT_TICK, _LOWER_B, _UPPER_B
    ),
    _number_ten(
        "W10-DBL-B-3667",
        "No. 10 with two windows, kind B, folded in thirds",
        FOLD_IN_THIRDS,
        _LOWER_B,
        _UPPER_B,
    ),
)

RETURN_WINDOW = WindowProfile(
    "W9-RET",
    "No. 9 return envelope",
    8.875,
    3.875,
    left=0.875,
    bottom=0.5,
    width=4.5,
    height=1.125,
    panel=3.667,
)


def envelope(key: str) -> EnvelopeProfile:
    """The envelope of a key; ``UserError`` if there is none such."""
    for profile in ENVELOPES:
        if profile.key == key:
            return profile
    raise UserError(f"There is no envelope \u201c{key}\u201d; choose one of the list in Settings, Printing.")


@dataclass(frozen=True, slots=True)
class PlacedAddress:
    """An address ready to draw: lines, type size and leading in points, first baseline in inches."""

    lines: tuple[str, ...]
    size: float
    leading: float
    x: float
    baseline: float


def window_address(
    lines: Sequence[str], profile: WindowProfile, *, record: str = "this paper", font: str = REGULAR
) -> PlacedAddress:
    """Place an address of up to five lines inside what a window always shows.

    10 point wherever it fits; a long line is first continued on the next, then the type gets smaller, so that
    nothing is cut off. ``UserError`` names the record if there are more than five lines or no size fits.
    """
    wanted = [clean(line).strip() for line in lines]
    wanted = [line for line in wanted if line]
    check_glyphs(wanted, record=record)
    if len(wanted) > MAX_ADDRESS_LINES:
        raise UserError(
            f"The address on {record} has {len(wanted)} lines; an envelope window shows "
            f"{MAX_ADDRESS_LINES}. Shorten the mailing address."
        )
    visible = profile.always_visible
    width = (visible.right - visible.left - 2 * CLEARANCE) * 72
    height = (visible.bottom - visible.top - 2 * _VERTICAL_CLEARANCE) * 72
    for size in _SIZES:
        broken = [part for line in wanted for part in wrap(line, font, size, width)]
        leading = _leading(len(broken), size, height)
        if leading is not None:
            top = visible.top + _VERTICAL_CLEARANCE + size * CAP_HEIGHT / 72
            return PlacedAddress(tuple(broken), size, leading, visible.left + CLEARANCE, top + 0.01)
    raise UserError(
        f"The address on {record} is too long for the envelope's window: \u201c{', '.join(wanted)}\u201d. "
        "Shorten the mailing address."
    )


def _leading(count: int, size: float, height: float) -> float | None:
    """Leading in points that fits ``count`` lines into ``height`` points, or None."""
    if count <= 1:
        return size * _LOOSE
    room = (height - 1.5 - size * (CAP_HEIGHT + DESCENT)) / (count - 1)
    if room < size * _TIGHT:
        return None
    return min(room, size * _LOOSE)
