"""The colors of the program in light and dark, by role; the pairs that must stay legible are listed here.

Nothing else in the program names a color. Ratios are WCAG 2.2 contrast ratios.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType

from sewerdesk.settings import ThemeChoice as Scheme

__all__ = [
    "DARK",
    "LIGHT",
    "TONE_ICONS",
    "Ink",
    "Scheme",
    "TextSize",
    "Tokens",
    "Tone",
    "ToneColors",
    "contrast",
]


class TextSize(IntEnum):
    """The base text size in points; every other size follows from it."""

    SMALL = 9
    NORMAL = 11
    LARGE = 13
    EXTRA = 16


class Tone(StrEnum):
    """What a chip, banner or cell says about a record, always beside a word or an icon."""

    GOOD = "good"
    CAUTION = "caution"
    BAD = "bad"
    INFO = "info"
    NEUTRAL = "neutral"


TONE_ICONS: Mapping[Tone, str] = MappingProxyType(
    {
        Tone.GOOD: "circle-check",
        Tone.CAUTION: "triangle-alert",
        Tone.BAD: "circle-alert",
        Tone.INFO: "info",
        Tone.NEUTRAL: "circle",
    }
)
"""The icon that stands beside a word of each tone."""


class Ink(StrEnum):
    """The color an icon is drawn in."""

    TEXT = "text"
    SECONDARY = "secondary"
    ACCENT = "accent"
    ON_ACCENT = "on_accent"
    RAIL = "rail_text"
    RAIL_SELECTED = "rail_selected_text"
    ON_SELECTION = "on_selection"
    DISABLED = "disabled"
    GOOD = "good"
    CAUTION = "caution"
    BAD = "bad"


#: The color of an icon that stands for a tone.
TONE_INKS: Mapping[Tone, Ink] = {
    Tone.GOOD: Ink.GOOD,
    Tone.CAUTION: Ink.CAUTION,
    Tone.BAD: Ink.BAD,
    Tone.INFO: Ink.ACCENT,
    Tone.NEUTRAL: Ink.SECONDARY,
}


@dataclass(frozen=True, slots=True)
class ToneColors:
    """Text and icon color, the soft fill it stands on, and the hairline around the fill."""

    ink: str
    fill: str
    edge: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colors by role, as ``#RRGGBB``."""

    dark: bool
    window: str
    surface: str
    raised: str
    pressed: str
    hairline: str
    border: str
    text: str
    secondary: str
    disabled: str
    accent: str
    accent_hover: str
    accent_pressed: str
    on_accent: str
    accent_soft: str
    on_accent_soft: str
    on_selection: str
    info_soft: str
    accent_edge: str
    good: str
    good_soft: str
    good_edge: str
    caution: str
    caution_soft: str
    caution_edge: str
    bad: str
    bad_soft: str
    bad_edge: str
    rail: str
    rail_hover: str
    rail_text: str
    rail_selected: str
    rail_selected_text: str
    rail_focus: str
    shadow: str

    def tone(self, tone: Tone) -> ToneColors:
        """The three colors of a tone."""
        if tone is Tone.GOOD:
            return ToneColors(self.good, self.good_soft, self.good_edge)
        if tone is Tone.CAUTION:
            return ToneColors(self.caution, self.caution_soft, self.caution_edge)
        if tone is Tone.BAD:
            return ToneColors(self.bad, self.bad_soft, self.bad_edge)
        if tone is Tone.INFO:
            return ToneColors(self.accent, self.info_soft, self.accent_edge)
        return ToneColors(self.secondary, self.raised, self.hairline)

    def text_pairs(self) -> tuple[tuple[str, str, str], ...]:
        """(what, ink, ground) of every text that appears; each needs 4.5 to 1."""
        grounds = (("window", self.window), ("surface", self.surface), ("raised", self.raised))
        plain = tuple(
            (f"{name} on {ground_name}", ink, ground)
            for name, ink in (("text", self.text), ("secondary", self.secondary), ("accent", self.accent))
            for ground_name, ground in grounds
        )
        tones = tuple((f"{tone} chip", self.tone(tone).ink, self.tone(tone).fill) for tone in Tone)
        on_surface = tuple((f"{tone} on surface", self.tone(tone).ink, self.surface) for tone in Tone)
        return (
            *plain,
            *tones,
            *on_surface,
            ("text on selection", self.on_selection, self.accent_soft),
            ("selection", self.on_accent_soft, self.accent_soft),
            ("primary button", self.on_accent, self.accent),
            ("primary button, hover", self.on_accent, self.accent_hover),
            ("primary button, pressed", self.on_accent, self.accent_pressed),
            ("text on pressed", self.text, self.pressed),
            ("danger button, hover", self.bad, self.bad_soft),
            ("rail", self.rail_text, self.rail),
            ("rail, hover", self.rail_text, self.rail_hover),
            ("rail, selected", self.rail_selected_text, self.rail_selected),
        )

    def edge_pairs(self) -> tuple[tuple[str, str, str], ...]:
        """(what, line, ground) of every control border and focus ring; each needs 3 to 1."""
        return (
            ("control border on surface", self.border, self.surface),
            ("control border on window", self.border, self.window),
            ("focus ring on surface", self.accent, self.surface),
            ("focus ring on window", self.accent, self.window),
            ("focus ring on raised", self.accent, self.raised),
            ("focus ring in primary button", self.on_accent, self.accent),
            ("focus ring on rail", self.rail_focus, self.rail),
            ("focus ring on selected rail entry", self.rail_selected_text, self.rail_selected),
        )


LIGHT = Tokens(
    dark=False,
    window="#F5F6F8",
    surface="#FFFFFF",
    raised="#EEF1F5",
    pressed="#E2E7ED",
    hairline="#DFE3E9",
    border="#7F8894",
    text="#1A1F26",
    secondary="#55606E",
    disabled="#9AA3AE",
    accent="#0B57A4",
    accent_hover="#0A4C90",
    accent_pressed="#083F78",
    on_accent="#FFFFFF",
    accent_soft="#E3EEF9",
    on_accent_soft="#0B57A4",
    on_selection="#1A1F26",
    info_soft="#E3EEF9",
    accent_edge="#BFD6EE",
    good="#0B6B2E",
    good_soft="#E6F4EA",
    good_edge="#BFE0CA",
    caution="#7A4F00",
    caution_soft="#FFF4D6",
    caution_edge="#EBD9A4",
    bad="#B00020",
    bad_soft="#FDECEE",
    bad_edge="#F3C4CB",
    rail="#14314F",
    rail_hover="#1D3F63",
    rail_text="#DCE7F3",
    rail_selected="#0B57A4",
    rail_selected_text="#FFFFFF",
    rail_focus="#9CC8F5",
    shadow="#1A1F26",
)

DARK = Tokens(
    dark=True,
    window="#14181D",
    surface="#1C2229",
    raised="#252C35",
    pressed="#2E3742",
    hairline="#323B46",
    border="#7C8794",
    text="#E8ECF1",
    secondary="#A9B4C0",
    disabled="#6B7683",
    accent="#7CBBFF",
    accent_hover="#96C8FF",
    accent_pressed="#5FA9F5",
    on_accent="#0B1A2A",
    accent_soft="#17324D",
    on_accent_soft="#7CBBFF",
    on_selection="#E8ECF1",
    info_soft="#17324D",
    accent_edge="#28527C",
    good="#7CD79A",
    good_soft="#12301F",
    good_edge="#23573A",
    caution="#FFCF70",
    caution_soft="#3A2C0A",
    caution_edge="#665019",
    bad="#FF9AA5",
    bad_soft="#3E151B",
    bad_edge="#6E2831",
    rail="#0F1418",
    rail_hover="#1B232B",
    rail_text="#C9D6E4",
    rail_selected="#17324D",
    rail_selected_text="#FFFFFF",
    rail_focus="#7CBBFF",
    shadow="#000000",
)


def luminance(color: str) -> float:
    """Relative luminance of ``#RRGGBB`` as WCAG 2.2 defines it (0 black to 1 white)."""
    channels = []
    for start in (1, 3, 5):
        value = int(color[start : start + 2], 16) / 255
        channels.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(ink: str, ground: str) -> float:
    """WCAG 2.2 contrast ratio of two colors, 1 to 21."""
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
