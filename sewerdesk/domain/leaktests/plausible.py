"""Numbers that look like another unit's: told before a test is judged by them."""

from collections.abc import Iterator
from fractions import Fraction

from sewerdesk.domain.measures import Measured, MeasureUnit

ASK = "Type the unit with the number, or answer that the units are right."
_ZERO = Fraction(0)


def positive(field: str, label: str, measured: Measured | None) -> Iterator[tuple[str, str]]:
    """A quantity that must be more than zero."""
    if measured is None or not measured.value.is_finite() or measured.value <= 0:
        yield field, f"The {label} must be more than zero."


def not_below_zero(field: str, label: str, measured: Measured | None) -> Iterator[tuple[str, str]]:
    """A quantity that may be zero but not less."""
    if measured is not None and (not measured.value.is_finite() or measured.value < 0):
        yield field, f"The {label} cannot be less than zero."


def meant_unit(label: str, measured: Measured, *, unit: MeasureUnit, low: Fraction, high: Fraction) -> str:
    """The question whether another unit was meant; empty where the number is plausible or no unit makes it so.

    ``low`` and ``high`` bound what is plausible, in ``unit``.
    """
    if not measured.value.is_finite() or measured.value <= 0 or low <= measured.amount(unit) <= high:
        return ""
    for other in MeasureUnit:
        if other.dimension is not unit.dimension or other is measured.unit:
            continue
        meant = measured.same_number_in(other)
        if low <= meant.amount(unit) <= high:
            return (
                f"The {label} of {measured.words} is not plausible here. "
                f"Did you mean {meant.words_in(unit)}? {ASK}"
            )
    return ""


def around(expected: Fraction) -> tuple[Fraction, Fraction]:
    """What is plausible where the law names the number: from six tenths of it to sixteen tenths.

    Wide enough for careless work, narrow enough to tell psi from inches of mercury, which differ by two.
    """
    return expected * Fraction(6, 10), expected * Fraction(16, 10)


PIPE_INCHES = (Fraction(1, 2), Fraction(72))
"""Nominal diameters of sewers, from a pressure lateral's to an interceptor's."""
MANHOLE_FEET = (Fraction(2), Fraction(15))
DEPTH_FEET = (Fraction(1), Fraction(60))
WATER_FEET = (Fraction(0), Fraction(40))
"""How high water stands above a pipe; deeper than that, inches were typed."""
FREEBOARD_INCHES = (Fraction(3), Fraction(360))
"""From the water to the top of a manhole; less than that, feet were typed."""
LENGTH_FEET = (Fraction(1), Fraction(5280))


def asked(
    field: str,
    label: str,
    measured: Measured | None,
    *,
    unit: MeasureUnit,
    band: tuple[Fraction, Fraction],
) -> Iterator[tuple[str, str]]:
    """The question as a problem of a field, where there is one."""
    if measured is not None:
        question = meant_unit(label, measured, unit=unit, low=band[0], high=band[1])
        if question:
            yield field, question


def asked_water(water: Measured, allowed: Fraction) -> Iterator[tuple[str, str]]:
    """Whether gallons were meant: cubic feet far over what is allowed, of which the same number of gallons is not."""
    band = (Fraction(0), allowed * 2)
    yield from asked("water", "measured water", water, unit=MeasureUnit.GALLONS, band=band)


def duration_band(expected: Fraction) -> tuple[Fraction, Fraction]:
    """What is plausible for how long something was watched: from a tenth of the law's time to thirty times it."""
    return max(_ZERO, expected / 10), expected * 30
