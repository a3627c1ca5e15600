"""Measured quantities with their unit, changed into other units exactly.

A measured number is kept as it was read, with the unit that it was read in. Other units are worked out as fractions,
so that nothing is rounded before it is shown: a cubic foot is 1,728 cubic inches and a US gallon is 231.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from fractions import Fraction

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import show

_PRECISION = 50
_PASCALS_PER_PSI = Fraction("4.4482216152605") / Fraction("0.0254") ** 2
"""Pound-force in newtons over a square inch in square meters, both exact by definition (NIST SP 811, appendix B)."""
_PASCALS_PER_INCH_OF_MERCURY = Fraction("3386.389")
"""The conventional inch of mercury (NIST SP 811, appendix B)."""
PSI_PER_FOOT_OF_WATER = Decimal("0.433")
"""Pressure under a foot of water: 62.4 pounds per cubic foot over 144 square inches, as field practice rounds it."""


class Dimension(StrEnum):
    """What is measured."""

    LENGTH = "length"
    VOLUME = "volume"
    PRESSURE = "pressure"
    TIME = "time"


class MeasureUnit(StrEnum):
    """The units that a measured number may have; the value is what the clerk types and reads."""

    INCHES = "in"
    FEET = "ft"
    GALLONS = "gal"
    CUBIC_FEET = "cu ft"
    PSI = "psi"
    INCHES_OF_MERCURY = "in Hg"
    SECONDS = "s"
    MINUTES = "min"
    HOURS = "h"

    @property
    def dimension(self) -> Dimension:
        """What the unit measures."""
        return _SIZES[self][0]

    @property
    def size(self) -> Fraction:
        """How many of its dimension's smallest unit here it holds."""
        return _SIZES[self][1]


_SIZES: dict[MeasureUnit, tuple[Dimension, Fraction]] = {
    MeasureUnit.INCHES: (Dimension.LENGTH, Fraction(1)),
    MeasureUnit.FEET: (Dimension.LENGTH, Fraction(12)),
    MeasureUnit.GALLONS: (Dimension.VOLUME, Fraction(231)),
    MeasureUnit.CUBIC_FEET: (Dimension.VOLUME, Fraction(1728)),
    MeasureUnit.PSI: (Dimension.PRESSURE, _PASCALS_PER_PSI),
    MeasureUnit.INCHES_OF_MERCURY: (Dimension.PRESSURE, _PASCALS_PER_INCH_OF_MERCURY),
    MeasureUnit.SECONDS: (Dimension.TIME, Fraction(1)),
    MeasureUnit.MINUTES: (Dimension.TIME, Fraction(60)),
    MeasureUnit.HOURS: (Dimension.TIME, Fraction(3600)),
}
_SPELLINGS: dict[str, MeasureUnit] = {
    "in": MeasureUnit.INCHES,
    "inch": MeasureUnit.INCHES,
    "inches": MeasureUnit.INCHES,
    '"': MeasureUnit.INCHES,
    "ft": MeasureUnit.FEET,
    "foot": MeasureUnit.FEET,
    "feet": MeasureUnit.FEET,
    "'": MeasureUnit.FEET,
    "gal": MeasureUnit.GALLONS,
    "gallon": MeasureUnit.GALLONS,
    "gallons": MeasureUnit.GALLONS,
    "cuft": MeasureUnit.CUBIC_FEET,
    "cf": MeasureUnit.CUBIC_FEET,
    "ft3": MeasureUnit.CUBIC_FEET,
    "psi": MeasureUnit.PSI,
    "psig": MeasureUnit.PSI,
    "inhg": MeasureUnit.INCHES_OF_MERCURY,
    "hg": MeasureUnit.INCHES_OF_MERCURY,
    "s": MeasureUnit.SECONDS,
    "sec": MeasureUnit.SECONDS,
    "seconds": MeasureUnit.SECONDS,
    "min": MeasureUnit.MINUTES,
    "minutes": MeasureUnit.MINUTES,
    "h": MeasureUnit.HOURS,
    "hr": MeasureUnit.HOURS,
    "hours": MeasureUnit.HOURS,
}
_MEASURE = re.compile(r"(?P<number>-?[0-9,]*(?:\.[0-9]*)?)\s*(?P<unit>[^0-9].*)?")


@dataclass(frozen=True, slots=True)
class Measured:
    """A number as it was read, with its unit; below zero only where the thing itself can be (a level)."""

    value: Decimal
    unit: MeasureUnit

    def amount(self, unit: MeasureUnit) -> Fraction:
        """The exact amount in another unit of the same dimension; ``ValueError`` for another dimension."""
        if unit.dimension is not self.unit.dimension:
            raise ValueError(f"{self.words} cannot be given in {unit.value}")
        if not self.value.is_finite():
            raise ValueError(f"{self.value} is no measured number")
        return Fraction(self.value) * self.unit.size / unit.size

    def same_number_in(self, unit: MeasureUnit) -> "Measured":
        """The same number read in another unit: what was perhaps meant."""
        return Measured(self.value, unit)

    @property
    def words(self) -> str:
        """As printed: ``1,000 ft``."""
        return f"{show(self.value)} {self.unit.value}"

    def words_in(self, unit: MeasureUnit) -> str:
        """As printed, with the amount in the law's unit where it was read in another one."""
        if unit is self.unit:
            return self.words
        return f"{self.words} ({round_words(self.amount(unit))} {unit.value})"


def as_decimal(number: Fraction) -> Decimal:
    """A fraction as a decimal number of 50 digits, for showing and keeping; comparisons use the fraction."""
    with localcontext() as context:
        context.prec = _PRECISION
        return Decimal(number.numerator) / Decimal(number.denominator)


def square_root(number: Fraction) -> Decimal:
    """The square root to 50 digits, for showing; a comparison squares the other side instead."""
    with localcontext() as context:
        context.prec = _PRECISION
        return as_decimal(number).sqrt()


def round_words(number: Fraction | Decimal, places: int = 3) -> str:
    """A number half-up to ``places``, without tail zeros."""
    exact = as_decimal(number) if isinstance(number, Fraction) else number
    return show(Decimal(show(exact, places).replace(",", "")))


def exact(number: Decimal) -> Fraction:
    """A decimal number as the fraction that it is."""
    return Fraction(number)


def parse_measured(text: str, units: Sequence[MeasureUnit], *, places: int = 4) -> Measured:
    """What was typed, such as ``8``, ``36 in`` or ``3.5 psi``; without a unit the first of ``units`` is meant.

    ``UserError`` names the units that can be chosen where the text is none.
    """
    offered = " or ".join(unit.value for unit in units)
    found = _MEASURE.fullmatch(text.replace("\N{MINUS SIGN}", "-").strip())
    digits = found["number"].replace(",", "") if found else ""
    if found is None or not any(mark.isdigit() for mark in digits):
        raise UserError(f"Type a number and its unit, for example 12.5 {units[0].value}.")
    unit = _unit_of(found["unit"] or "", units)
    if unit is None:
        raise UserError(f"“{(found['unit'] or '').strip()}” is no unit here. Type the number with {offered}.")
    if len(digits.partition(".")[2]) > places:
        raise UserError(f"Type at most {places} decimals.")
    if len(digits) > 15:
        raise UserError("The number is too long. Check what was typed.")
    return Measured(Decimal(digits), unit)


def _unit_of(typed: str, units: Sequence[MeasureUnit]) -> MeasureUnit | None:
    plain = "".join(mark for mark in typed.lower() if mark not in " .")
    if not plain:
        return units[0]
    unit = _SPELLINGS.get(plain)
    return unit if unit in units else None
