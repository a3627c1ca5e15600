"""Significant non-compliance: the tests of the law over their windows, user by user and pollutant by pollutant.

Chronic violations count the measurements that exceed a limit by any magnitude; the technical review counts those that
equal or exceed the daily maximum times a factor (one for conventional pollutants, one for all others). A share is
reached by "so many percent or more", compared in whole numbers (count x 100 against percent x total), never divided.
pH has no part in the review, because no multiple of a pH means anything. Any other test looks at dated facts.

Where results below a high detection limit leave a count open, the share is worked out both ways; the officer decides
only if the two ways differ. Sources: Hague 201 (Significant Non-Compliance); Dannemora 72-6F(2).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.law import (
    BlankFigure,
    Comparison,
    Figure,
    FigureStatus,
    Law,
    NoncomplianceKind,
    NoncomplianceRule,
    ProperName,
)
from sewerdesk.domain.pretreatment.answers import Finding, any_of, figure_note, months_of, silent
from sewerdesk.domain.pretreatment.monitoring import UserRecord, Window, in_window
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import count, join_words, show, show_date

PUBLICATION = "publication"
_ALL = Decimal(100)
_MONTHS_PER_YEAR = 12
_MEASURED = frozenset({NoncomplianceKind.CHRONIC, NoncomplianceKind.REVIEW})
_FEWEST_FOR_A_PATTERN = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """A count of measurements: ``counted`` of ``total`` for certain, and ``unclear`` that the results do not tell."""

    total: int
    counted: int
    unclear: int = 0

    @property
    def percent(self) -> Decimal | None:
        """The certain share in percent, for show only; None without a measurement."""
        return None if self.total == 0 else Decimal(self.counted) * _ALL / self.total

    def reaches(self, share: Decimal) -> Finding:
        """Whether the share (percent) or more of all measurements are counted, compared without dividing."""
        if self.total == 0:
            return Finding.NOT_MET
        if self.counted * _ALL >= share * self.total:
            return Finding.MET
        possible = (self.counted + self.unclear) * _ALL >= share * self.total
        return Finding.NOT_KNOWN if possible else Finding.NOT_MET


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """One test of the law for one user: how it came out and why; ``pollutant`` and ``tally`` where it counts."""

    rule: str
    kind: NoncomplianceKind
    finding: Finding
    requirement: str
    reason: str
    citation: str
    status: FigureStatus
    window: Window
    pollutant: str = ""
    tally: Tally | None = None


@dataclass(frozen=True, slots=True)
class NoncomplianceVerdict:
    """Whether a user is in significant non-compliance as of a day, with every test."""

    name: str
    ending: date
    answer: Answer
    findings: tuple[RuleFinding, ...]
    sentence: str

    @property
    def met(self) -> tuple[RuleFinding, ...]:
        """The tests that are met."""
        return tuple(row for row in self.findings if row.finding is Finding.MET)


@dataclass(frozen=True, slots=True)
class PublicationList:
    """The yearly list for the newspaper: who is on it and why, and on whom the officer must still decide."""

    newspaper: ProperName
    year: Window
    named: tuple[NoncomplianceVerdict, ...]
    undecided: tuple[NoncomplianceVerdict, ...]
    sentence: str


def judge_user(
    law: Law, record: UserRecord, *, ending: date, since: date | None = None
) -> NoncomplianceVerdict:
    """Judge one user as of a day.

    Measurements are counted over the rule's own window that ends on the day. A test without a window of its own looks
    at the days from ``since`` on (by default a year that ends on the day). A rule whose figure the office has not
    entered is not known, and its reason says what to enter.
    """
    year = Window.months_ending(_MONTHS_PER_YEAR, ending)
    span = year if since is None else Window(since, ending)
    findings = tuple(row for rule in law.noncompliance_rules for row in _judge(law, rule, record, span))
    return _verdict(law, record.name, ending, findings)


def judge_quarter(law: Law, record: UserRecord, quarter: Quarter) -> NoncomplianceVerdict:
    """Judge one user at the end of a quarter: windows of six months roll from quarter to quarter."""
    return judge_user(law, record, ending=quarter.end)


def yearly_list(law: Law, records: tuple[UserRecord, ...], *, ending: date) -> PublicationList:
    """The list of the users that were in significant non-compliance in the months that end on a day.

    The months are those of the law's time ``publication``, else the 12 of a year. Counted tests are judged at the end
    of every quarter of them and on their last day, all others over the whole of them. The newspaper is the one that
    the law names; ``newspaper.missing`` says what it lacks.
    """
    months = _MONTHS_PER_YEAR
    if law.has_time_limit(PUBLICATION):
        months = months_of(law.figure(law.time_limit(PUBLICATION).figure, ending))
    year = Window.months_ending(months, ending)
    verdicts = [
        _of_year(law, record, year) for record in sorted(records, key=lambda row: row.name.casefold())
    ]
    named = tuple(row for row in verdicts if row.answer is Answer.YES)
    undecided = tuple(row for row in verdicts if row.answer is Answer.OFFICER)
    paper = law.name("newspaper")
    where = paper.name or f"the newspaper ({paper.missing})"
    sentence = (
        f"{count(len(named), 'user')} to publish in {where} for {show_date(year.first)} to {show_date(year.last)}."
        if law.noncompliance_rules
        else silent(law, "which non-compliance is significant")
    )
    return PublicationList(paper, year, named, undecided, sentence)


def _of_year(law: Law, record: UserRecord, year: Window) -> NoncomplianceVerdict:
    ends = sorted({*_quarter_ends(year), year.last})
    findings: list[RuleFinding] = []
    for day in ends:
        verdict = judge_user(law, record, ending=day, since=year.first)
        last = day == year.last
        findings += [row for row in verdict.findings if last or row.kind in _MEASURED]
    return _verdict(law, record.name, year.last, tuple(findings))


def _quarter_ends(year: Window) -> list[date]:
    ends, quarter = [], Quarter.of(year.first)
    while quarter.end <= year.last:
        ends.append(quarter.end)
        quarter = quarter.next
    return ends


def _verdict(law: Law, name: str, ending: date, findings: tuple[RuleFinding, ...]) -> NoncomplianceVerdict:
    if not law.noncompliance_rules:
        sentence = silent(law, "which non-compliance is significant")
        return NoncomplianceVerdict(name, ending, Answer.OFFICER, (), sentence)
    answer = any_of([row.finding for row in findings] or [Finding.NOT_MET])
    if answer is Answer.YES:
        reasons = join_words([row.reason.rstrip(".") for row in findings if row.finding is Finding.MET])
        sentence = f"{name} is in significant non-compliance as of {show_date(ending)}: {reasons}."
    elif answer is Answer.NO:
        sentence = f"{name} is not in significant non-compliance as of {show_date(ending)}."
    else:
        open_ = join_words([row.reason.rstrip(".") for row in findings if row.finding is Finding.NOT_KNOWN])
        sentence = f"Not known of {name} as of {show_date(ending)}: {open_}. The officer decides."
    return NoncomplianceVerdict(name, ending, answer, findings, sentence)


@dataclass(frozen=True, slots=True)
class _Case:
    """One test of the law for one user over the days that it looks at."""

    law: Law
    rule: NoncomplianceRule
    record: UserRecord
    window: Window

    @property
    def days(self) -> str:
        return f"{show_date(self.window.first)} to {show_date(self.window.last)}"

    def figure(self, key: str) -> Figure:
        return self.law.figure(key, self.window.last)

    def row(self, finding: Finding, reason: str) -> RuleFinding:
        rule = self.rule
        keys = [key for key in (rule.share, rule.window, rule.period, *rule.factors) if key]
        known = [rule.status, *(self.figure(key).status for key in keys)]
        status = next((row for row in known if row is not FigureStatus.LAW), FigureStatus.LAW)
        return RuleFinding(
            rule.key, rule.kind, finding, rule.sentence, reason, rule.citation, status, self.window
        )


def _judge(law: Law, rule: NoncomplianceRule, record: UserRecord, span: Window) -> list[RuleFinding]:
    case = _Case(law, rule, record, span)
    try:
        return _judged(case)
    except BlankFigure as blank:
        return [case.row(Finding.NOT_KNOWN, blank.message)]


def _judged(case: _Case) -> list[RuleFinding]:
    rule = case.rule
    if rule.window:
        months = case.figure(rule.window).whole
        case = replace(case, window=Window.months_ending(months, case.window.last))
    if rule.kind not in _MEASURED:
        return [case.row(*_JUDGES.get(rule.kind, _event)(case))]
    if not rule.share or (rule.kind is NoncomplianceKind.REVIEW and not rule.factors):
        return [case.row(Finding.NOT_KNOWN, silent(case.law, "from what share or multiple of a limit on"))]
    names = dict.fromkeys(row.pollutant for row in case.record.measurements)
    return [_measured(case, name) for name in names]


def _measured(case: _Case, pollutant: str) -> RuleFinding:
    every = [row for row in case.record.measurements if row.pollutant == pollutant]
    name = next((row.name for row in case.law.pollutants if row.key == pollutant), pollutant)
    rows, comparison = in_window(every, case.window, pollutant), case.rule.comparison
    verb = _VERBS[comparison]
    if case.rule.kind is NoncomplianceKind.CHRONIC:
        tally, what = _tally([row.is_over(comparison) for row in rows]), f"{verb} the limit"
    elif any(row.in_ph for row in every):
        reason = f"{name}: pH has no part in the review, because no multiple of a pH is a limit."
        return replace(case.row(Finding.NOT_MET, reason), pollutant=pollutant)
    else:
        factor = _factor(case, pollutant).number
        tally = _tally([row.is_over_multiple(factor, comparison) for row in rows])
        what = f"{verb} {show(factor)} times the daily maximum"
    share = case.figure(case.rule.share)
    found = case.row(tally.reaches(share.number), _counted(case, name, tally, what, share))
    return replace(found, pollutant=pollutant, tally=tally)


_VERBS = {Comparison.EXCEEDS: "exceed", Comparison.REACHES: "equal or exceed"}


def _tally(facts: list[bool | None]) -> Tally:
    return Tally(len(facts), facts.count(True), facts.count(None))


def _counted(case: _Case, name: str, tally: Tally, what: str, share: Figure) -> str:
    if tally.percent is None:
        return f"{name}: no measurement from {case.days}."
    unclear = f", {tally.unclear} not clear" if tally.unclear else ""
    return (
        f"{name}: {tally.counted} of {count(tally.total, 'measurement')} from {case.days} {what}{unclear} "
        f"({show(tally.percent, 2)} percent; significant at {figure_note(share)})."
    )


def _factor(case: _Case, pollutant: str) -> Figure:
    """The conventional pollutants' factor or that of all others, which stand in this order."""
    conventional = any(row.key == pollutant and row.conventional for row in case.law.pollutants)
    return case.figure(case.rule.factors[0 if conventional else -1])


Judged = tuple[Finding, str]


def _late(case: _Case) -> Judged:
    milestone = case.rule.kind is NoncomplianceKind.MILESTONE_LATE
    days = {
        row.name: row.days_late(case.window.last)
        for row in (case.record.milestones if milestone else case.record.reports)
        if row.due <= case.window.last and (row.done_on is None or row.done_on >= case.window.first)
    }
    return _over(case, days, "late")


def _uncorrected(case: _Case) -> Judged:
    days = {
        row.name: row.days_uncorrected(case.window.last)
        for row in case.record.violations
        if row.notified_on <= case.window.last
        and (row.corrected_on is None or row.corrected_on >= case.window.first)
    }
    return _over(case, days, "uncorrected after the notice")


def _over(case: _Case, days: Mapping[str, int], what: str) -> Judged:
    if not case.rule.period:
        return Finding.NOT_KNOWN, silent(case.law, f"how long {what} is significant")
    period = case.figure(case.rule.period)
    limit, exceeds = period.whole, case.rule.comparison is Comparison.EXCEEDS
    over = {name: late for name, late in days.items() if (late > limit if exceeds else late >= limit)}
    if not over:
        return Finding.NOT_MET, f"Nothing was {what} for {figure_note(period)}."
    named = join_words([f"{name} {count(late, 'day')} {what}" for name, late in over.items()])
    return Finding.MET, f"{named}, significant after {figure_note(period)}."


def _pattern(case: _Case) -> Judged:
    found = [row.name for row in case.record.violations if row.notified_on in case.window]
    if len(found) < _FEWEST_FOR_A_PATTERN:
        many = count(len(found), "violation")
        return Finding.NOT_MET, f"{many} on file from {case.days}; fewer than two are no pattern."
    if case.record.pattern is None:
        return Finding.NOT_KNOWN, f"Decide whether {join_words(found)} from {case.days} form a pattern."
    verb = "form" if case.record.pattern else "do not form"
    reason = f"The officer found that {join_words(found)} {verb} a pattern."
    return Finding.of(fact=case.record.pattern), reason


def _event(case: _Case) -> Judged:
    found = [row for row in case.record.events if row.rule == case.rule.key and row.on in case.window]
    if not found:
        return Finding.NOT_MET, "No such event is on file."
    told = [f"{show_date(row.on)}{f' ({row.note})' if row.note else ''}" for row in found]
    return Finding.MET, f"{case.rule.sentence.rstrip('.')}, on {join_words(told)}."


_JUDGES: Mapping[NoncomplianceKind, Callable[[_Case], Judged]] = {
    NoncomplianceKind.MILESTONE_LATE: _late,
    NoncomplianceKind.REPORT_LATE: _late,
    NoncomplianceKind.UNCORRECTED: _uncorrected,
    NoncomplianceKind.PATTERN: _pattern,
}
