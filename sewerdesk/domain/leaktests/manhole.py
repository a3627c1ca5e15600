"""The vacuum test of a manhole by depth and diameter (Hague 405G, Altamont 300-25G; law.md T7a).

The law's table stands in the pack as figures whose keys name the end of each row: ``...seconds_to_10ft`` is the time of
the row up to 10 ft, ``...add_seconds_5ft`` what a manhole of 5 ft adds. A depth at which one row ends and the next
begins stands in both; the first row says "or less", everywhere else the stricter row holds and the reason says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.leaktests.conditions import gauge_problems, line, reading_problems
from sewerdesk.domain.leaktests.model import FieldTest, Finding, GaugeKind, LeakTestKind, Noted, Quantity
from sewerdesk.domain.leaktests.plausible import DEPTH_FEET, MANHOLE_FEET, around, asked, positive
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.leaktests.timed import drop_finding, drop_problems, noted_drop
from sewerdesk.domain.measures import Measured, MeasureUnit, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import join_words

_ROOT = "leaktest.vacuum.manhole"
START = f"{_ROOT}.start_in_hg"
END = f"{_ROOT}.end_in_hg"
DIAMETER = f"{_ROOT}.diameter_ft"
_DEPTH_ROW = re.compile(rf"{re.escape(_ROOT)}\.seconds_to_([0-9]+)ft")
_ADDER = re.compile(rf"{re.escape(_ROOT)}\.add_seconds_([0-9]+)ft")
_UNIT, _FEET = MeasureUnit.INCHES_OF_MERCURY, MeasureUnit.FEET


@dataclass(frozen=True, slots=True)
class ManholeTime:
    """The needed seconds with the words that lead to them; ``seconds`` is ``None`` where nothing is tabulated."""

    seconds: Fraction | None
    words: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManholeVacuumTest(FieldTest):
    """A manhole's depth and inside diameter, two readings and the time between."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.VACUUM_MANHOLE

    depth: Measured
    diameter: Measured
    start: Measured
    end: Measured
    duration: Measured

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a reading that did not fall, a gauge that cannot be used, another unit's number."""
        yield from gauge_problems(self, rule)
        yield from reading_problems(self, rule, GaugeKind.VACUUM, (("start", self.start), ("end", self.end)))
        found = [
            *positive("depth", "depth of the manhole", self.depth),
            *positive("manhole_diameter", "diameter of the manhole", self.diameter),
            *drop_problems(self.start, self.end, self.duration, _UNIT),
        ]
        yield from found
        if not found and not self.units_are_right:
            yield from asked("depth", "depth", self.depth, unit=_FEET, band=DEPTH_FEET)
            yield from asked(
                "manhole_diameter", "diameter of the manhole", self.diameter, unit=_FEET, band=MANHOLE_FEET
            )
            band = around(rule.number(START))
            yield from asked("start", "reading at the start", self.start, unit=_UNIT, band=band)

    def needed(self, rule: LeakRule) -> ManholeTime:
        """The tabulated time for this depth and diameter."""
        return manhole_time(rule, depth=self.depth.amount(_FEET), diameter=self.diameter.amount(_FEET))

    def finding(self, rule: LeakRule) -> Finding:
        """The time of the drop against the table."""
        needed = self.needed(rule)
        took = self.duration.amount(MeasureUnit.SECONDS)
        if needed.seconds is None:
            return Finding(
                within=None,
                formula=needed.words,
                allowable=None,
                measured=Quantity.of("Time taken", took, "s", 1, tidy=True),
                good="the rest is in order",
                open_sentence=f"{needed.words}: no tabulated time, the officer decides.",
            )
        law_drop = rule.number(START) - rule.number(END)
        formula = needed.words + (f" ({needed.note})" if needed.note else "")
        found = drop_finding(
            self.start, self.end, took, unit=_UNIT, law_drop=law_drop, needed=needed.seconds, formula=formula
        )
        return found if not needed.note else _with_note(found, needed.note)

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield Noted("Depth of the manhole", self.depth.words_in(_FEET))
        yield Noted("Diameter of the manhole", self.diameter.words_in(_FEET))
        yield from noted_drop(self.start, self.end, self.duration, _UNIT)

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The reading at the start."""
        figure = rule.figure(START)
        yield line(
            figure,
            f"Timed from at least {round_words(Fraction(figure.number))} {_UNIT.value}",
            passed=self.start.amount(_UNIT) >= Fraction(figure.number),
            on_file=self.start.words_in(_UNIT),
        )


def manhole_time(rule: LeakRule, *, depth: Fraction, diameter: Fraction) -> ManholeTime:
    """The seconds for a manhole of so many feet; none beyond the deepest row or for a diameter not tabulated."""
    rows = _rows(rule, _DEPTH_ROW)
    deepest = rows[-1][0]
    shown = f"{round_words(depth)} ft deep, {round_words(diameter)} ft wide"
    if depth > deepest:
        return ManholeTime(None, f"{shown}: deeper than {round_words(deepest)} ft")
    adders = dict(_rows(rule, _ADDER))
    plain = rule.number(DIAMETER)
    if diameter != plain and diameter not in adders:
        widths = join_words([f"{round_words(one)} ft" for one in sorted({plain, *adders})])
        return ManholeTime(None, f"{shown}: the law has times for {widths} manholes")
    place = next(number for number, (end, _seconds) in enumerate(rows) if depth <= end)
    note = ""
    if 0 < place < len(rows) - 1 and depth == rows[place][0]:
        place += 1
        note = f"exactly {round_words(depth)} ft stands in two rows; the stricter holds"
    seconds = rows[place][1]
    words = f"{shown}: {round_words(seconds)} s"
    if diameter != plain:
        added = adders[diameter]
        words += (
            f" + {round_words(added)} s for {round_words(diameter)} ft = {round_words(seconds + added)} s"
        )
        seconds += added
    return ManholeTime(seconds, words, note)


def _rows(rule: LeakRule, pattern: re.Pattern[str]) -> list[tuple[Fraction, Fraction]]:
    """The rows whose figures match, each with the feet that its key names and its seconds, in order of the feet."""
    found = ((pattern.fullmatch(key), key) for key in rule.figures)
    return sorted((Fraction(match[1]), rule.number(key)) for match, key in found if match is not None)


def _with_note(found: Finding, note: str) -> Finding:
    said = f" ({note})"
    return replace(
        found,
        over_sentence=found.over_sentence.removesuffix(".") + f"{said}.",
        pass_sentence=found.pass_sentence.removesuffix(".") + f"{said}.",
        open_sentence=found.open_sentence.removesuffix(".") + f"{said}.",
    )
