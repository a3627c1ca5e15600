"""Significant non-compliance over rolling six months (E-10 Hague), and the law-by-law tests (E-11 Dannemora)."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.law import FigureStatus, LawPack, NoncomplianceKind
from sewerdesk.domain.pretreatment.answers import Finding
from sewerdesk.domain.pretreatment.monitoring import (
    Duty,
    Measurement,
    NoncomplianceEvent,
    NoticedViolation,
    UserRecord,
    Window,
    days_over_average,
)
from sewerdesk.domain.pretreatment.noncompliance import (
    RuleFinding,
    Tally,
    judge_quarter,
    judge_user,
    yearly_list,
)
from sewerdesk.domain.pretreatment.results import NOT_TESTED, LabResult
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import dannemora, hague, lockport, silent_law

D = Decimal
END = date(2027, 6, 30)
FIRST = date(2027, 1, 1)


def _copper(*values: str, limit: str = "1", start: date = FIRST) -> tuple[Measurement, ...]:
    """One measurement a day from the start, each against the daily maximum."""
    return tuple(
        Measurement("copper", start + timedelta(days=day), LabResult.of(D(value)), daily_maximum=D(limit))
        for day, value in enumerate(values)
    )


def _finding(record: UserRecord, rule: str, ending: date = END) -> RuleFinding:
    return next(row for row in judge_user(hague(), record, ending=ending).findings if row.rule == rule)


def test_take_six_months_to_the_day() -> None:
    """E-10: six months that end on a day begin on the day after the same day six months before."""
    assert Window.months_ending(6, date(2027, 6, 30)) == Window(date(2027, 1, 1), date(2027, 6, 30))
    assert Window.months_ending(6, date(2027, 12, 31)) == Window(date(2027, 7, 1), date(2027, 12, 31))
    assert Window.months_ending(6, date(2027, 2, 28)) == Window(date(2026, 9, 1), date(2027, 2, 28))
    assert Window.months_ending(6, date(2028, 2, 29)) == Window(date(2027, 9, 1), date(2028, 2, 29))
    assert Window.months_ending(12, date(2027, 4, 15)) == Window(date(2026, 4, 16), date(2027, 4, 15))


def test_list_the_days_over_the_average_flow() -> None:
    """E-06 Dannemora: the periodic report records the daily flows above the average; the average itself is not."""
    flows = {date(2027, 3, 2): D(1200), date(2027, 2, 1): D("1000.1"), date(2027, 2, 2): D(1000)}
    window = Window.months_ending(6, date(2027, 6, 30))
    found = days_over_average(flows, average=D(1000), window=window)
    assert found == (date(2027, 2, 1), date(2027, 3, 2))
    assert days_over_average({date(2026, 12, 31): D(9999)}, average=D(1000), window=window) == ()


@pytest.mark.parametrize(
    ("over", "total", "finding"),
    [
        (66, 100, Finding.MET),  # exactly 66 percent
        (65, 100, Finding.NOT_MET),
        (33, 50, Finding.MET),  # exactly 66 percent
        (2, 3, Finding.MET),  # 66.67 percent
        (19, 29, Finding.NOT_MET),  # 65.52 percent
        (0, 0, Finding.NOT_MET),
    ],
)
def test_reach_66_percent_without_dividing(over: int, total: int, finding: Finding) -> None:
    """E-10 Hague: sixty-six percent or more of all measurements."""
    assert Tally(total, over).reaches(D(66)) is finding


@pytest.mark.parametrize(
    ("over", "total", "finding"), [(33, 100, Finding.MET), (1, 3, Finding.MET), (32, 97, Finding.NOT_MET)]
)
def test_reach_33_percent_without_dividing(over: int, total: int, finding: Finding) -> None:
    """E-10 Hague: thirty-three percent or more; 1 of 3 is 33.3, 32 of 97 is 32.99."""
    assert Tally(total, over).reaches(D(33)) is finding


def test_count_any_magnitude_as_chronic_and_not_the_limit_itself() -> None:
    """E-10 Hague: chronic "exceeds by any magnitude": 1.001 counts against 1, exactly 1 does not.

    By hand: 2 of 3 exceed, 66.7 percent, chronic; none reaches 1.2 x 1, so no review.
    """
    record = UserRecord("Plater", _copper("1.001", "1.001", "1"))
    chronic, review = _finding(record, "chronic"), _finding(record, "review")
    assert (chronic.finding, chronic.tally) == (Finding.MET, Tally(3, 2))
    assert (review.finding, review.tally) == (Finding.NOT_MET, Tally(3, 0))
    assert (
        "copper: 2 of 3 measurements from 1/1/2027 to 6/30/2027 exceed the limit (66.67 percent"
        in chronic.reason
    )
    at_the_limit = UserRecord("Plater", _copper("1", "1", "1"))
    assert _finding(at_the_limit, "chronic").finding is Finding.NOT_MET


def test_count_exactly_the_multiple_in_the_review() -> None:
    """E-10 Hague: review "equals or exceeds": exactly 1.2 x the daily maximum counts, 1.1999 does not.

    By hand: 1 of 3 is 33.3 percent, reviewed; also 1 of 3 exceeds, far from chronic.
    """
    record = UserRecord("Plater", _copper("1.2", "0.5", "0.5"))
    assert _finding(record, "review").finding is Finding.MET
    assert _finding(record, "chronic").finding is Finding.NOT_MET
    below = UserRecord("Plater", _copper("1.1999", "0.5", "0.5"))
    assert _finding(below, "review").finding is Finding.NOT_MET


def test_not_review_nothing_against_a_limit_of_zero() -> None:
    """A substance that must not be found and was not found is no violation, though 0 equals 1.2 x 0."""
    assert _finding(UserRecord("Plater", _copper("0", limit="0")), "review").finding is Finding.NOT_MET
    assert _finding(UserRecord("Plater", _copper("0.1", limit="0")), "review").finding is Finding.MET


@pytest.mark.parametrize(("pollutant", "factor"), [("bod", "1.4"), ("oil_grease", "1.4"), ("ammonia", "1.2")])
def test_take_the_factor_of_the_pollutant(pollutant: str, factor: str) -> None:
    """E-10 Hague: 1.4 for BOD, TSS, fats, oil and grease, 1.2 for all others; limit 250 mg/l."""
    value = D(250) * D(factor)
    exact = Measurement(pollutant, FIRST, LabResult.of(value), daily_maximum=D(250))
    under = replace(exact, result=LabResult.of(value - D("0.01")))
    assert _finding(UserRecord("Dairy", (exact,)), "review").finding is Finding.MET
    assert _finding(UserRecord("Dairy", (under,)), "review").finding is Finding.NOT_MET


def test_count_an_average_against_the_average_limit() -> None:
    """E-10 Hague: the daily maximum or the average limit for chronic; the review knows the daily maximum only."""
    average = Measurement("copper", FIRST, LabResult.of(D(2)), average_limit=D(1))
    record = UserRecord("Plater", (average,))
    assert _finding(record, "chronic").finding is Finding.MET
    assert _finding(record, "review").finding is Finding.NOT_MET


def test_leave_ph_out_of_the_review() -> None:
    """E-10: a pH of 4 against at least 5.5 is a chronic violation and has no part in the review."""
    acid = Measurement("ph", FIRST, LabResult.of(D(4)), daily_maximum=D("9.5"), least=D("5.5"), in_ph=True)
    lye = replace(acid, result=LabResult.of(D(12)))
    record = UserRecord("Plater", (acid, lye))
    assert _finding(record, "chronic").tally == Tally(2, 2)
    review = _finding(record, "review")
    assert (review.finding, review.tally) == (Finding.NOT_MET, None)
    assert "pH has no part in the review" in review.reason


def test_judge_each_pollutant_by_itself() -> None:
    """E-10: per pollutant parameter; 3 of 3 of copper are not thinned by 9 good ones of zinc."""
    zinc = tuple(replace(row, pollutant="zinc") for row in _copper(*["0.1"] * 9))
    found = judge_user(hague(), UserRecord("Plater", (*_copper("2", "2", "2"), *zinc)), ending=END)
    assert {(row.rule, row.pollutant) for row in found.met} == {("chronic", "copper"), ("review", "copper")}


def test_roll_the_window_from_quarter_to_quarter() -> None:
    """E-10: bad results of January count at the end of June and no longer at the end of September."""
    record = UserRecord("Plater", _copper("2", "2", "2", start=date(2027, 1, 1)))
    assert judge_quarter(hague(), record, Quarter(2027, 2)).answer is Answer.YES
    assert judge_quarter(hague(), record, Quarter(2027, 3)).answer is Answer.NO
    on_the_edge = UserRecord("Plater", _copper("2", start=date(2026, 12, 31)))
    assert _finding(on_the_edge, "chronic").tally == Tally(0, 0)


def test_leave_untested_and_unlimited_measurements_out_of_the_count() -> None:
    rows = (
        *_copper("2"),
        replace(_copper("2")[0], result=NOT_TESTED),
        replace(_copper("2")[0], daily_maximum=None),
    )
    assert _finding(UserRecord("Plater", rows), "chronic").tally == Tally(1, 1)


def test_decide_unclear_results_only_where_they_matter() -> None:
    """ "< 2" does not tell whether 1 was exceeded.

    By hand: 1 sure of 3 and 1 unclear: between 33 and 66.7 percent, so the officer decides on chronic; 2 sure of 3
    are chronic whatever the third is.
    """
    unclear = replace(_copper("1")[0], result=LabResult.below(D(2)), taken_on=date(2027, 3, 1))
    open_case = UserRecord("Plater", (*_copper("1.1", "0.5"), unclear))
    assert _finding(open_case, "chronic").tally == Tally(3, 1, 1)
    assert _finding(open_case, "chronic").finding is Finding.NOT_KNOWN
    assert judge_user(hague(), open_case, ending=END).answer is Answer.OFFICER
    sure = UserRecord("Plater", (*_copper("1.1", "1.1"), unclear))
    assert _finding(sure, "chronic").finding is Finding.MET


def test_mark_the_lost_part_of_hagues_list_as_model() -> None:
    """E-10 Hague: chronic and review are read in the text, the rest of the list is to be confirmed."""
    status = {
        row.rule: row.status
        for row in judge_user(hague(), UserRecord("X", _copper("1")), ending=END).findings
    }
    assert (status["chronic"], status["review"]) == (FigureStatus.LAW, FigureStatus.LAW)
    assert status["milestone_late"] is FigureStatus.MODEL


def test_judge_late_milestones_and_reports() -> None:
    """E-10 model: a milestone 90 days late, a report more than 45 days late.

    By hand: April 1 to June 30 is 90 days, April 2 to June 30 is 89; May 16 to June 30 is 45 days, May 15 is 46.
    """
    late = UserRecord("Plater", milestones=(Duty("Contract", date(2027, 4, 1)),))
    assert _finding(late, "milestone_late").finding is Finding.MET
    nearly = UserRecord("Plater", milestones=(Duty("Contract", date(2027, 4, 2)),))
    assert _finding(nearly, "milestone_late").finding is Finding.NOT_MET
    report = UserRecord("Plater", reports=(Duty("June report", date(2027, 5, 15)),))
    assert _finding(report, "report_late").finding is Finding.MET
    nearly = UserRecord("Plater", reports=(Duty("June report", date(2027, 5, 16)),))
    assert _finding(nearly, "report_late").finding is Finding.NOT_MET
    done = UserRecord("Plater", milestones=(Duty("Contract", date(2027, 4, 1), done_on=date(2027, 6, 29)),))
    assert _finding(done, "milestone_late").finding is Finding.NOT_MET


@pytest.mark.parametrize(
    ("corrected", "answer"),
    [(date(2027, 4, 15), Answer.YES), (date(2027, 4, 14), Answer.NO), (None, Answer.YES)],
)
def test_count_dannemoras_45_days_uncorrected(corrected: date | None, answer: Answer) -> None:
    """E-11 Dannemora: uncorrected 45 days after notification. By hand: March 1 + 45 days = April 15."""
    notice = NoticedViolation("NOV-2027-0001", date(2027, 3, 1), corrected)
    assert judge_user(dannemora(), UserRecord("Laundry", violations=(notice,)), ending=END).answer is answer


def test_leave_dannemoras_pattern_to_the_officer() -> None:
    """E-11 Dannemora: part of a pattern over 12 months; one violation is none, two are for the officer."""
    first = NoticedViolation("NOV-1", date(2026, 8, 1), date(2026, 8, 5))
    second = NoticedViolation("NOV-2", date(2027, 3, 1), date(2027, 3, 5))
    one = UserRecord("Laundry", violations=(first,))
    two = UserRecord("Laundry", violations=(first, second))
    law = dannemora()
    assert judge_user(law, one, ending=END).answer is Answer.NO
    assert judge_user(law, two, ending=END).answer is Answer.OFFICER
    assert judge_user(law, replace(two, pattern=True), ending=END).answer is Answer.YES
    assert judge_user(law, replace(two, pattern=False), ending=END).answer is Answer.NO
    # a year later both lie outside the 12 months
    assert judge_user(law, replace(two, pattern=True), ending=date(2028, 6, 30)).answer is Answer.NO


@pytest.mark.parametrize("rule", ["inaccurate", "emergency"])
def test_count_dannemoras_recorded_events(rule: str) -> None:
    """E-11 Dannemora: failure to report accurately, or emergency authority used."""
    record = UserRecord("Laundry", events=(NoncomplianceEvent(rule, date(2027, 5, 3), "see report"),))
    found = judge_user(dannemora(), record, ending=END)
    assert [row.rule for row in found.met] == [rule]
    assert "on 5/3/2027 (see report)" in found.sentence
    assert judge_user(dannemora(), record, ending=date(2028, 5, 3)).answer is Answer.NO


def test_count_no_percentages_in_dannemora() -> None:
    """E-11 Dannemora: its significant violation is another thing than Hague's; no share of measurements counts."""
    record = UserRecord("Plater", _copper("9", "9", "9"))
    found = judge_user(dannemora(), record, ending=END)
    assert found.answer is Answer.NO
    assert NoncomplianceKind.CHRONIC not in {row.kind for row in found.findings}


def test_list_the_year_for_the_newspaper_that_the_law_names() -> None:
    """E-11 and F-13 Dannemora: the users of the last 12 months, for the Plattsburgh Press Republican."""
    bad = UserRecord("Zinc Works", events=(NoncomplianceEvent("emergency", date(2026, 7, 1)),))
    earlier = UserRecord("Old Mill", events=(NoncomplianceEvent("emergency", date(2026, 6, 30)),))
    twice = UserRecord(
        "Laundry",
        violations=(
            NoticedViolation("NOV-1", date(2027, 1, 4), date(2027, 1, 9)),
            NoticedViolation("NOV-2", date(2027, 2, 4), date(2027, 2, 9)),
        ),
    )
    found = yearly_list(dannemora(), (bad, earlier, twice), ending=END)
    assert found.newspaper.name == "Plattsburgh Press Republican"
    assert found.year == Window(date(2026, 7, 1), END)
    assert [row.name for row in found.named] == ["Zinc Works"]
    assert [row.name for row in found.undecided] == ["Laundry"]
    assert found.sentence == "1 user to publish in Plattsburgh Press Republican for 7/1/2026 to 6/30/2027."


def test_judge_every_quarter_of_the_year_for_the_list() -> None:
    """E-10: chronic at the end of September, forgotten by next June, and still on the list of the year."""
    record = UserRecord("Plater", _copper("2", "2", "2", start=date(2026, 8, 1)))
    assert judge_user(hague(), record, ending=END).answer is Answer.NO
    found = yearly_list(hague(), (record,), ending=END)
    assert [row.name for row in found.named] == ["Plater"]
    assert "the official newspaper" in found.sentence or found.newspaper.name


@pytest.mark.parametrize("law", [lockport(), silent_law()], ids=["lockport", "silent"])
def test_leave_it_to_the_officer_where_the_law_is_silent(law: LawPack) -> None:
    """E-10 Lockport: the text at hand has no test for significant non-compliance."""
    found = judge_user(law, UserRecord("X"), ending=END)
    assert found.answer is Answer.OFFICER
    assert "does not say which non-compliance is significant; the officer decides" in found.sentence


def test_say_what_to_enter_where_a_figure_is_blank() -> None:
    law = hague()
    blank = replace(
        law.figures["snc.chronic_percent"], value=None, status=FigureStatus.BLANK, missing="the share"
    )
    bare = replace(law, figures={**law.figures, blank.key: blank})
    found = judge_user(bare, UserRecord("Plater", _copper("2")), ending=END)
    chronic = next(row for row in found.findings if row.rule == "chronic")
    assert chronic.finding is Finding.NOT_KNOWN
    assert chronic.reason.startswith("There is no figure on file for")


VALUES = st.lists(st.decimals("0", "3", places=2), max_size=40)


@given(VALUES, st.decimals("0", "1", places=2))
def test_never_raise_the_share_by_a_compliant_measurement(values: list[Decimal], good: Decimal) -> None:
    before = UserRecord("Plater", _copper(*map(str, values)))
    after = UserRecord("Plater", _copper(*map(str, [*values, good])))
    for rule in ("chronic", "review"):
        first = next(
            (r.tally for r in judge_user(hague(), before, ending=END).findings if r.rule == rule), None
        )
        then = _finding(after, rule).tally
        assert then is not None
        if first is not None and first.total:
            assert then.counted * first.total <= first.counted * then.total
        else:
            assert then.counted == 0


@given(VALUES)
def test_never_review_what_does_not_exceed(values: list[Decimal]) -> None:
    """Whatever reaches 1.2 times a limit above zero also exceeds it."""
    record = UserRecord("Plater", _copper("0", *map(str, values)))
    chronic, review = _finding(record, "chronic").tally, _finding(record, "review").tally
    assert chronic is not None
    assert review is not None
    assert review.counted <= chronic.counted <= chronic.total == review.total
