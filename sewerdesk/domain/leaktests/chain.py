"""Tests over time: what stands after repairs and re-tests, and whether the work was done in its order.

A failed test is repaired and repeated until it passes; the last one decides (Hague 405B, 405G, 406B; law.md C-11). Pipe
is flushed, then lamped and tested for deflection, then for leakage; manhole inverts come last (Hague 405D, 405E and
404(14); law.md C-13).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sewerdesk.domain.leaktests.conditions import day_of, is_later
from sewerdesk.domain.leaktests.draft import LeakTestDraft
from sewerdesk.domain.leaktests.model import LeakTestKind, LeakVerdict
from sewerdesk.domain.wording import count, show_date


@dataclass(frozen=True, slots=True)
class TestRecord:
    """A test on file: where, which, when, in which inspection, and what came of it."""

    __test__ = False  # no test of the program's, whatever its name looks like to the test runner

    section: str
    kind: LeakTestKind
    name: str
    on: date
    number: str
    verdict: LeakVerdict


@dataclass(frozen=True, slots=True)
class RetestChain:
    """All tests of one kind on one section, the oldest first; never empty."""

    records: tuple[TestRecord, ...]

    @property
    def last(self) -> TestRecord:
        """The test that decides."""
        return self.records[-1]

    @property
    def standing(self) -> LeakVerdict:
        """What the section stands at: the verdict of the last test."""
        return self.last.verdict

    @property
    def failures(self) -> int:
        """How often it failed."""
        return sum(1 for one in self.records if one.verdict is LeakVerdict.FAILED)

    @property
    def needs_retest(self) -> bool:
        """Whether it waits for repair and another test."""
        return self.standing is LeakVerdict.FAILED

    @property
    def sentence(self) -> str:
        """Where it stands, for the page and the list of things to do."""
        last = self.last
        where = f"{last.name}, {last.section}"
        day = show_date(last.on)
        if self.needs_retest:
            return (
                f"{where}: failed {count(self.failures, 'time')}, last on {day} ({last.number}); repair it and test "
                "again."
            )
        again = f" after {count(self.failures, 'failure')}" if self.failures else ""
        came = "passed" if self.standing is LeakVerdict.PASSED else "left to the officer"
        return f"{where}: {came} on {day} ({last.number}){again}."


def retest_chains(records: Iterable[TestRecord]) -> tuple[RetestChain, ...]:
    """The tests sorted by section and kind; the same section is known by its words, whatever their case."""
    chains: dict[tuple[str, LeakTestKind], list[TestRecord]] = {}
    for record in records:
        key = (" ".join(record.section.casefold().split()), record.kind)
        chains.setdefault(key, []).append(record)
    ordered = (tuple(sorted(rows, key=lambda row: row.on)) for rows in chains.values())
    return tuple(RetestChain(rows) for rows in ordered)


class WorkStep(StrEnum):
    """What is done to a section around its tests, in the order of the law."""

    FLUSHED = "flushed"
    LAMPED = "lamped"
    DEFLECTION = "tested for deflection"
    LEAKAGE = "tested for leakage"
    INVERTS = "given its manhole inverts and benches"


def steps_of(draft: LeakTestDraft, on: date) -> tuple[tuple[WorkStep, datetime | date], ...]:
    """What a test on file says was done when: itself, and the steps around it that were noted. ``on`` is its day."""
    kinds = {LeakTestKind.LAMPING: WorkStep.LAMPED, LeakTestKind.DEFLECTION: WorkStep.DEFLECTION}
    itself = WorkStep.LEAKAGE if draft.kind is None else kinds.get(draft.kind, WorkStep.LEAKAGE)
    noted = (
        (itself, draft.moment("measured") or on),
        (WorkStep.FLUSHED, draft.moment("flushed")),
        (WorkStep.LAMPED, draft.moment("lamped")),
        (WorkStep.DEFLECTION, draft.moment("deflection")),
        (WorkStep.INVERTS, draft.moment("inverts")),
    )
    return tuple((step, moment) for step, moment in noted if moment is not None)


_NOUNS = {
    WorkStep.FLUSHED: "flushing",
    WorkStep.LAMPED: "lamping",
    WorkStep.DEFLECTION: "the deflection test",
    WorkStep.LEAKAGE: "the leakage test",
}
_BEFORE: tuple[tuple[WorkStep, WorkStep], ...] = (
    (WorkStep.FLUSHED, WorkStep.DEFLECTION),
    (WorkStep.FLUSHED, WorkStep.LEAKAGE),
    (WorkStep.LAMPED, WorkStep.LEAKAGE),
    (WorkStep.DEFLECTION, WorkStep.LEAKAGE),
    (WorkStep.LEAKAGE, WorkStep.INVERTS),
)


def order_findings(done: Iterable[tuple[WorkStep, datetime | date]]) -> tuple[str, ...]:
    """A sentence for each pair of steps in the wrong order; on one day only times can tell.

    A step done more than once counts by its last time: inverts placed before the last leakage test hide what it was
    to show.
    """
    last: dict[WorkStep, datetime | date] = {}
    for step, moment in done:
        if step not in last or is_later(moment, last[step]):
            last[step] = moment
    return tuple(
        f"The section was {first.value} on {show_date(day_of(last[first]))}, after it was {then.value} on "
        f"{show_date(day_of(last[then]))}; {_NOUNS[first]} comes first."
        for first, then in _BEFORE
        if first in last and then in last and is_later(last[first], last[then])
    )
