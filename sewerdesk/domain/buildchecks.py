"""How a lateral, a sewer or a manhole was built, measured against the bounds that the law sets.

A line of the inspection form may carry bounds: a slope, a depth, a separation, the wall of a manhole of one size. What
was measured is judged exactly, in the unit of the law's figure; a value taken in another unit of length or slope is
converted first. Where the law has no bound for the size that was built, the officer decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import Bound, ChecklistItem, Figure, Law, Unit
from sewerdesk.domain.law.words import UNIT_WORDS
from sewerdesk.domain.measures import as_decimal
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import join_words, show

_PERCENT = Fraction(100)
_INCHES_PER_FOOT = Fraction(12)
_TO: dict[tuple[Unit, Unit], Fraction] = {
    (Unit.FEET, Unit.INCHES): _INCHES_PER_FOOT,
    (Unit.INCHES, Unit.FEET): 1 / _INCHES_PER_FOOT,
    (Unit.INCHES_PER_FOOT, Unit.PERCENT): _PERCENT / _INCHES_PER_FOOT,
    (Unit.PERCENT, Unit.INCHES_PER_FOOT): _INCHES_PER_FOOT / _PERCENT,
}
"""By what a value is multiplied to be in another unit; a slope of 1 in a foot is 1 in 12."""


@dataclass(frozen=True, slots=True)
class BuiltMeasure:
    """What was measured: the quantity as the law's line names it, its value and unit, and the size of what was built.

    ``size`` is in the unit that the bound names (inches of pipe, feet of manhole); it may be left out where the law
    does not distinguish.
    """

    quantity: str
    value: Decimal
    unit: Unit
    size: Decimal | None = None


def measured_lines(law: Law) -> tuple[ChecklistItem, ...]:
    """The lines of the inspection form that are judged by measuring."""
    return tuple(item for item in law.checklist if item.bounds)


def judge_built(
    law: Law, item_key: str, measured: Iterable[BuiltMeasure], *, on: date
) -> tuple[VerdictLine, ...]:
    """One line for each thing that was measured, by the law of a day.

    ``UserError`` where the form has no such line or the line no such quantity; ``FieldErrors`` for a value that is no
    measure or in a unit that cannot be converted.
    """
    item = next((row for row in law.checklist if row.key == item_key), None)
    if item is None:
        raise UserError(f"The inspection form of the {law.municipality} has no line “{item_key}”.")
    return tuple(_judge(law, item, one, on) for one in measured)


def _judge(law: Law, item: ChecklistItem, one: BuiltMeasure, on: date) -> VerdictLine:
    rows = [row for row in item.bounds if row.quantity == one.quantity]
    if not rows:
        raise UserError(f"The line “{item.sentence}” ({item.citation}) sets no bound for the {one.quantity}.")
    if not one.value.is_finite() or one.value < 0:
        raise FieldErrors({one.quantity: f"The {one.quantity} cannot be less than zero."})
    fitting = [row for row in rows if row.size is None or row.size == one.size]
    if not fitting:
        return _for_the_officer(item, one, rows)
    return _compare(law, item, fitting[0], one, on)


def _for_the_officer(item: ChecklistItem, one: BuiltMeasure, rows: list[Bound]) -> VerdictLine:
    sizes = ", ".join(f"{show(row.size)} {row.size_unit.value}" for row in rows if row.size is not None)
    size = f"{show(one.size)} {rows[0].size_unit.value}" if one.size is not None else "no size entered"
    return VerdictLine(
        passed=None,
        requirement=f"{_first_up(one.quantity)}: the law has bounds for {sizes} only",
        on_file=f"{show(one.value)} {UNIT_WORDS[one.unit]}, {size}",
        citation=item.citation,
        action="Let the officer decide and write down why",
        action_key="inspection.officer_decides",
    )


def _compare(law: Law, item: ChecklistItem, row: Bound, one: BuiltMeasure, on: date) -> VerdictLine:
    slack = law.figure(row.tolerance, on).number if row.tolerance else Decimal(0)
    passed, words, on_file = True, [], f"{show(one.value)} {UNIT_WORDS[one.unit]}"
    cited: list[str] = []
    for key, sign, said in ((row.at_least, -1, "at least"), (row.at_most, 1, "at most")):
        if not key:
            continue
        figure = law.figure(key, on)
        cited.append(figure.citation)
        end = Fraction(figure.number) * (_PERCENT + sign * Fraction(slack)) / _PERCENT
        value = _in_unit(one, figure)
        passed = passed and sign * value <= sign * end
        if one.unit is not figure.unit:
            converted = f"{show(as_decimal(value), 4)} {UNIT_WORDS[figure.unit]}"
            on_file = f"{show(one.value)} {UNIT_WORDS[one.unit]}, which is {converted}"
        words.append(f"{said} {show(figure.number)} {UNIT_WORDS[figure.unit]}")
    within = f", {show(slack)} percent either way" if slack else ""
    size = f" of {show(row.size)} {row.size_unit.value}" if row.size is not None else ""
    return VerdictLine(
        passed=passed,
        requirement=f"{_first_up(one.quantity)}{size}: {' and '.join(words)}{within}",
        on_file=on_file,
        citation=join_words(list(dict.fromkeys(cited))) or item.citation,
        action="" if passed else "Put it right, then measure again",
        action_key="" if passed else "inspection.measure_again",
    )


def _in_unit(one: BuiltMeasure, figure: Figure) -> Fraction:
    """The value in the unit of the figure, exact."""
    if one.unit is figure.unit:
        return Fraction(one.value)
    factor = _TO.get((one.unit, figure.unit))
    if factor is None:
        raise FieldErrors(
            {
                one.quantity: f"Enter the {one.quantity} in {UNIT_WORDS[figure.unit]}; "
                f"{UNIT_WORDS[one.unit]} cannot be compared with it ({figure.citation})."
            }
        )
    return Fraction(one.value) * factor


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]
