"""Lamping and the deflection of plastic pipe (Hague 405D and 405E, Altamont 300-25D and E; law.md T5a and T5b)."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.leaktests.conditions import line
from sewerdesk.domain.leaktests.model import FieldTest, Finding, LeakTestKind, Noted, Quantity
from sewerdesk.domain.leaktests.plausible import PIPE_INCHES, asked, positive
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import Measured, MeasureUnit, as_decimal, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show

MANDREL = "leaktest.deflection.mandrel_percent"
DEFLECTION_MAX = "leaktest.deflection.max_percent"
_INCHES = MeasureUnit.INCHES
_LEAST_PLACES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LampingTest(FieldTest):
    """How many lengths of pipe were looked through, how many were out of line, and which."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.LAMPING

    lengths: int
    out_of_line: int
    which: str = ""

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Nothing looked at, or more out of line than were looked at."""
        if self.lengths <= 0:
            yield "lengths_lamped", "Enter how many lengths of pipe were lamped; it must be more than zero."
        if self.out_of_line < 0:
            yield "lengths_out", "The lengths out of line cannot be less than zero."
        elif self.out_of_line > self.lengths:
            yield (
                "lengths_out",
                "More lengths are out of line than were lamped. Check both numbers.",
            )

    def finding(self, rule: LeakRule) -> Finding:
        """No length may be out of straight alignment."""
        out = count(self.out_of_line, "length")
        which = f" ({self.which.strip()})" if self.which.strip() else ""
        return Finding(
            within=self.out_of_line == 0,
            formula=f"{count(self.lengths, 'length')} lamped, {out} out of line",
            allowable=Quantity("Allowed out of line", Decimal(0), "lengths", 0),
            measured=Quantity(
                "Out of line", Decimal(self.out_of_line), "length" if self.out_of_line == 1 else "lengths", 0
            ),
            over_sentence=f"{out} of pipe out of line{which}: realign and lamp again.",
            good="the pipe is in line",
            pass_sentence=f"{count(self.lengths, 'length')} lamped, none out of line: passed.",
        )

    def noted(self) -> Iterator[Noted]:
        """The counts as entered."""
        yield Noted("Lengths lamped", str(self.lengths))
        yield Noted("Lengths out of line", str(self.out_of_line))
        yield Noted("Which", self.which.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class DeflectionTest(FieldTest):
    """A ball or mandrel pulled through plastic pipe; ``deflection`` in percent where it was measured besides."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.DEFLECTION

    inside_diameter: Measured
    mandrel: Measured
    went_through: bool | None
    deflection: Decimal | None = None

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a mandrel wider than the pipe, another unit's number."""
        found = [
            *positive("inside_diameter", "inside diameter", self.inside_diameter),
            *positive("mandrel", "diameter of the ball or mandrel", self.mandrel),
        ]
        if not found and self.mandrel.amount(_INCHES) > self.inside_diameter.amount(_INCHES):
            found.append(
                ("mandrel", "The ball or mandrel is wider than the pipe. Check both diameters and units.")
            )
        if self.deflection is not None and not 0 <= self.deflection <= 100:
            found.append(("deflection_percent", "The deflection must be between 0 and 100 percent."))
        if not found and not self.units_are_right:
            pipe = self.inside_diameter
            found += asked("inside_diameter", "inside diameter", pipe, unit=_INCHES, band=PIPE_INCHES)
        yield from found

    def _needed(self, rule: LeakRule) -> Fraction:
        return self.inside_diameter.amount(_INCHES) * rule.number(MANDREL) / 100

    def _is_wide_enough(self, rule: LeakRule) -> bool:
        """A mandrel is turned to the decimals it is known by; the law's percentage is taken to the same decimals."""
        exponent = self.mandrel.value.as_tuple().exponent
        places = max(_LEAST_PLACES, -exponent if isinstance(exponent, int) else 0)
        step = Decimal(1).scaleb(-places)
        needed = as_decimal(self._needed(rule)).quantize(step, rounding=ROUND_HALF_UP)
        return self.mandrel.amount(_INCHES) >= min(self._needed(rule), Fraction(needed))

    def finding(self, rule: LeakRule) -> Finding:
        """It went through, and no deflection above the law's was measured."""
        limit = rule.figure(DEFLECTION_MAX)
        share = self.mandrel.amount(_INCHES) / self.inside_diameter.amount(_INCHES) * 100
        measured = None if self.deflection is None else Quantity("Measured", self.deflection, "%", tidy=True)
        too_much = self.deflection is not None and self.deflection > limit.number
        passes = f"The ball or mandrel of {self.mandrel.words_in(_INCHES)}"
        return Finding(
            within=False if too_much else self._went_through(rule),
            formula=(
                f"{self.mandrel.words_in(_INCHES)} ÷ {self.inside_diameter.words_in(_INCHES)} = "
                f"{round_words(share, 2)}% of the inside diameter"
            ),
            allowable=Quantity("Deflection, at most", limit.number, "%", tidy=True),
            measured=measured,
            over_sentence=(
                f"The pipe is deflected more than {show(limit.number)}%: replace each such length and test again."
            ),
            good="the pipe holds its shape",
            pass_sentence=f"{passes} went through: passed.",
            open_sentence=(
                f"{passes} does not show whether the deflection is more than {show(limit.number)}%: the officer "
                "decides."
            ),
        )

    def _went_through(self, rule: LeakRule) -> bool | None:
        if self.went_through is not False:
            return self.went_through
        wider = self.mandrel.amount(_INCHES) > self._needed(rule)
        known = self.deflection is not None
        return None if wider or known else False

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield Noted("Inside diameter of the pipe", self.inside_diameter.words_in(_INCHES))
        yield Noted("Ball or mandrel", self.mandrel.words_in(_INCHES))
        went = {True: "Yes", False: "No", None: "Not recorded"}[self.went_through]
        yield Noted("Went through", went)

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The size of the mandrel."""
        figure = rule.figure(MANDREL)
        yield line(
            figure,
            f"Ball or mandrel of {show(figure.number)}% of the inside diameter = "
            f"{round_words(self._needed(rule))} in",
            passed=self._is_wide_enough(rule),
            on_file=self.mandrel.words_in(_INCHES),
            remedy="Take a ball or mandrel of the right size, then test again",
        )
