"""Is there room for this wastewater? Capacity less what is used and what the Board has promised to others.

Source: Hague 401 and Altamont 300-21 (the application must be denied), Hague 310 (moratorium). All flows are gallons
per day. Where the text of a law has no such rule, the officer decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.law import Law, LawText
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import count, show, show_date


@dataclass(frozen=True, slots=True)
class Commitment:
    """Flow that the Board has promised to somebody and that is not used yet."""

    gpd: Decimal
    resolution: str
    on: date


@dataclass(frozen=True, slots=True)
class Segment:
    """A sewer that would carry the wastewater, or the plant that would treat it; ``None`` is not known."""

    name: str
    capacity_gpd: Decimal | None
    present_gpd: Decimal | None
    commitments: tuple[Commitment, ...] = ()

    def committed(self, on: date) -> Decimal:
        """What the Board had promised to others by a day."""
        return sum((row.gpd for row in self.commitments if row.on <= on), Decimal(0))

    def remaining(self, on: date) -> Decimal | None:
        """Capacity less present use and promised use, as of a day; ``None`` where a figure is not known."""
        if self.capacity_gpd is None or self.present_gpd is None:
            return None
        return self.capacity_gpd - self.present_gpd - self.committed(on)


@dataclass(frozen=True, slots=True)
class Moratorium:
    """The Board lets nothing new be connected to a segment from ``start`` until ``until`` (that day excluded)."""

    segment: str
    start: date
    resolution: str
    until: date | None = None

    def holds_on(self, on: date) -> bool:
        """Whether it holds on that day."""
        return self.start <= on and (self.until is None or on < self.until)


def capacity_verdict(
    law: Law,
    segments: Iterable[Segment],
    *,
    gpd: Decimal,
    on: date,
    moratoria: Iterable[Moratorium] = (),
) -> Verdict:
    """May so many gallons a day be added? NO where a segment would be over its capacity or is closed by the Board.

    ``moratoria`` are those of the segments and districts that would take the wastewater; others do not belong here.
    """
    if gpd < 0:
        raise ValueError("a flow that is added cannot be less than zero")
    rule = law.words("capacity_denial")
    closed = [row for row in moratoria if row.holds_on(on)]
    lines = [_segment_line(row, gpd, on, rule) for row in segments]
    lines += [_moratorium_line(row, law) for row in closed]
    if any(line.passed is False for line in lines):
        answer = Answer.NO
    else:
        is_known = bool(lines) and all(line.passed for line in lines)
        answer = Answer.YES if is_known else Answer.OFFICER
    return Verdict(answer, on, "Is there capacity for this wastewater?", tuple(lines))


def denial_sentence(verdict: Verdict) -> str:
    """What the applicant is told where the application must be denied; empty where it need not be."""
    if verdict.answer is not Answer.NO:
        return ""
    reasons = [
        f"{line.on_file} ({line.citation})" if line.citation else line.on_file for line in verdict.failing
    ]
    return f"The application must be denied. {'. '.join(reasons)}."


def _segment_line(row: Segment, gpd: Decimal, on: date, rule: LawText | None) -> VerdictLine:
    requirement = f"{row.name} has capacity for {count(gpd, 'gallon')} a day"
    citation = rule.citation if rule is not None else ""
    remaining = row.remaining(on)
    if remaining is None:
        return VerdictLine(None, requirement, f"{row.name}: its capacity or its use is not known", citation)
    assert row.capacity_gpd is not None
    assert row.present_gpd is not None
    said = (
        f"{row.name}: capacity {show(row.capacity_gpd)} less {show(row.present_gpd)} used and "
        f"{show(row.committed(on))} promised to others leaves {count(remaining, 'gallon')} a day"
    )
    if remaining >= gpd:
        return VerdictLine(True, requirement, said, citation)
    return VerdictLine(False if rule is not None else None, requirement, said, citation)


def _moratorium_line(row: Moratorium, law: Law) -> VerdictLine:
    rule = law.words("moratorium")
    until = f" until {show_date(row.until)}" if row.until else ""
    return VerdictLine(
        passed=False,
        requirement=f"{row.segment} is open to new connections",
        on_file=f"{row.segment}: closed from {show_date(row.start)}{until} by {row.resolution}",
        citation=rule.citation if rule is not None else row.resolution,
    )
