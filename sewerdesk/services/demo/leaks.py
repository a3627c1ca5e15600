"""The leakage tests of the demonstration: one that the law offers for a lateral, failed first and passed when repeated.

What was measured is made up; every limit it is judged by is the law's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from types import MappingProxyType

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import Law, ProjectKind
from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestKind, offered_tests
from sewerdesk.domain.measures import Measured, MeasureUnit
from sewerdesk.services.demo.story import OPERATOR


@dataclass(frozen=True, slots=True)
class Occasion:
    """When a test is made and whether it is to pass."""

    law: Law
    on: date
    approved_on: date
    passes: bool


Maker = Callable[[Occasion], LeakTestDraft]


def lateral_test(occasion: Occasion) -> LeakTestDraft | None:
    """A test for a lateral by the office's law; ``None`` where the law offers none of those told here."""
    offered = {row.method for row in offered_tests(occasion.law, ProjectKind.LATERAL)}
    kind = next((kind for kind in _MAKERS if kind.value in offered), None)
    return None if kind is None else _MAKERS[kind](occasion)


def _exfiltration(occasion: Occasion) -> LeakTestDraft:
    """Eight inches, 1,000 feet and two manholes, measured for 24 hours under every condition of the law."""
    filled_on = occasion.on - timedelta(days=1)
    return LeakTestDraft(
        kind=LeakTestKind.EXFILTRATION,
        section="Manhole 14 to manhole 16",
        diameter_1=_measured("8", MeasureUnit.INCHES),
        length_1=_measured("1000", MeasureUnit.FEET),
        manholes=2,
        water=_measured("38.5" if occasion.passes else "40.1", MeasureUnit.GALLONS),
        duration=_measured("24", MeasureUnit.HOURS),
        head=_measured("6", MeasureUnit.FEET),
        groundwater=_measured("-2", MeasureUnit.FEET),
        downstream_head=_measured("9", MeasureUnit.FEET),
        freeboard=_measured("12", MeasureUnit.INCHES),
        filled_on=filled_on,
        filled_at="8:00 AM",
        measured_on=occasion.on,
        measured_at="8:00 AM",
        answers=_yes(occasion.law, LeakTestKind.EXFILTRATION),
        supervised_by=OPERATOR,
        approval_reference="Letter of approval 7",
        approved_on=occasion.approved_on,
    )


def _air_loss(occasion: Occasion) -> LeakTestDraft:
    """Four pounds of air in a building sewer, read again after ten minutes."""
    return LeakTestDraft(
        kind=LeakTestKind.AIR_LOSS,
        section="Trap and vent to the building plumbing",
        start=_measured("4.0", MeasureUnit.PSI),
        end=_measured("3.7" if occasion.passes else "3.4", MeasureUnit.PSI),
        duration=_measured("10", MeasureUnit.MINUTES),
        measured_on=occasion.on,
        measured_at="10:15 AM",
        answers=_yes(occasion.law, LeakTestKind.AIR_LOSS),
    )


def _measured(number: str, unit: MeasureUnit) -> Measured:
    return Measured(Decimal(number), unit)


def _yes(law: Law, kind: LeakTestKind) -> tuple[ChecklistAnswer, ...]:
    row = next(row for row in law.leak_tests if row.method == kind.value)
    return tuple(ChecklistAnswer(one.key, Answer.YES) for one in row.preconditions)


_MAKERS: Mapping[LeakTestKind, Maker] = MappingProxyType(
    {LeakTestKind.EXFILTRATION: _exfiltration, LeakTestKind.AIR_LOSS: _air_loss}
)
