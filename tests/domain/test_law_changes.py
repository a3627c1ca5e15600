"""The law over time: acts of the Board, by date, in any order of entry."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import FigureStatus, LawPack, LawPackError, UnknownRule
from sewerdesk.domain.law.act_checks import check_act, confirmed_value, draft_warnings
from sewerdesk.domain.law.acts import ActKind, LawAct, LawActDraft, LawChange
from sewerdesk.domain.law.changes import (
    acts_on,
    change_views,
    count_to_confirm,
    figure_on,
    figure_steps,
    rule_citation,
    section_amendments,
    unconfirmed,
)
from sewerdesk.domain.law.rules import SectionAmendment
from tests.support.packs import NAMES, pack

DAYS = "permit.file_days"
TODAY = date(2027, 7, 1)
SPRING, SUMMER = date(2027, 3, 1), date(2027, 6, 1)


def act(
    number: int, on: date, *changes: LawChange, kind: ActKind = ActKind.RESOLUTION, source: str = ""
) -> LawAct:
    """An act on file; by default "Resolution N of 2027"."""
    return LawAct(number, kind, source or f"Resolution {number} of 2027", on, changes, adopted_on=on)


def days(value: int) -> LawChange:
    """The Board sets the days to file a permit."""
    return LawChange("figure", DAYS, str(value))


def draft(*changes: LawChange, kind: ActKind = ActKind.RESOLUTION, on: date | None = SUMMER) -> LawActDraft:
    """A complete draft that takes effect on the day it is adopted."""
    return LawActDraft(
        kind,
        min(on or SUMMER, TODAY),
        on,
        changes,
        number="12 of 2027",
        source="§9" if kind is ActKind.CONFIRMATION else "",
    )


def errors(law: LawPack, entered: LawActDraft) -> dict[str, str]:
    """What is wrong with a draft, by field."""
    with pytest.raises(FieldErrors) as caught:
        check_act(law, entered, today=TODAY)
    return dict(caught.value.errors)


def test_answer_which_figure_held_and_why() -> None:
    """Hague's 60 days become 90 on June 1 by Resolution 12: May 31 still says 60, June 1 says 90."""
    law = pack("hague").with_acts([act(12, SUMMER, days(90))], TODAY)
    before, since = figure_on(law, DAYS, SUMMER - timedelta(days=1)), figure_on(law, DAYS, SUMMER)
    assert (before.value, before.act, before.until) == (Decimal(60), None, date(2027, 5, 31))
    assert (since.value, since.citation, since.since) == (Decimal(90), "Resolution 12 of 2027", SUMMER)
    assert since.act is not None
    assert since.act.number == ""
    assert "60 days until 5/31/2027, by §602B [502B]" in before.sentence
    assert "90 days from 6/1/2027, by Resolution 12 of 2027, adopted 6/1/2027." in since.sentence
    assert pack("hague").figure(DAYS, SUMMER).value == Decimal(60)


def test_history_leaves_no_gap_between_steps() -> None:
    law = pack("hague").with_acts([act(2, SUMMER, days(90)), act(1, SPRING, days(75))], TODAY)
    steps = figure_steps(law, DAYS)
    assert [step.value for step in steps] == [60, 75, 90]
    assert [(step.since, step.until) for step in steps] == [
        (None, date(2027, 2, 28)),
        (SPRING, date(2027, 5, 31)),
        (SUMMER, None),
    ]


def test_cite_a_rule_with_what_changed_its_figure() -> None:
    shipped = pack("hague")
    clock = next(row for row in shipped.permit_clocks if row.figure == DAYS)
    law = shipped.with_acts([act(12, SUMMER, days(90))], TODAY)
    assert rule_citation(law, clock, DAYS, on=SPRING) == clock.citation
    assert (
        rule_citation(law, clock, DAYS, on=SUMMER) == f"{clock.citation}, as changed by Resolution 12 of 2027"
    )
    read = shipped.with_acts([act(12, SUMMER, days(90), kind=ActKind.CONFIRMATION, source="§7")], TODAY)
    assert rule_citation(read, clock, DAYS, on=SUMMER) == "§7"


def test_apply_words_as_of_today_and_not_before_their_day() -> None:
    changes = (
        LawChange("officer", "issues", "Superintendent of Sewers"),
        LawChange("term", "lateral", "house sewer", "house sewers"),
        LawChange("name", "plant", "North Plant"),
        LawChange("text", "appeal", "Appeal to the Board within 30 days."),
    )
    entered = act(1, SUMMER, *changes)
    before, after = (pack("hague").with_acts([entered], day) for day in (SPRING, SUMMER))
    assert before.officers == pack("hague").officers
    assert (after.officer("issues").title, after.officer("issues").citation) == (
        "Superintendent of Sewers",
        "Resolution 1 of 2027",
    )
    assert (after.term("lateral").singular, after.term("lateral").plural) == ("house sewer", "house sewers")
    assert after.name("plant").name == "North Plant"
    assert (after.text("appeal").text, after.text("appeal").status) == (changes[3].value, FigureStatus.LAW)


def test_confirm_a_table_of_test_times_with_its_edition() -> None:
    row = pack("hague").test_times[0]
    confirmed = act(1, SPRING, LawChange("test_time", row.key, "UNI-B-6-98"))
    law = pack("hague").with_acts([confirmed], TODAY)
    after = law.test_times[0]
    assert (row.status, after.status, after.missing) == (FigureStatus.MODEL, FigureStatus.LAW, "")
    assert after.citation == "Resolution 1 of 2027, UNI-B-6-98"
    assert law.test_times[1:] == pack("hague").test_times[1:]


def test_refuse_two_acts_of_one_day_for_one_key() -> None:
    law = pack("hague").with_acts([act(1, SUMMER, days(90))], TODAY)
    found = errors(law, draft(days(75)))
    assert set(found) == {f"figure:{DAYS}"}
    assert "Resolution 1 of 2027 already changes" in found[f"figure:{DAYS}"]
    assert "withdraw Resolution 1 of 2027 first" in found[f"figure:{DAYS}"]
    with pytest.raises(LawPackError, match="already changes"):
        pack("hague").with_acts([act(1, SUMMER, days(90)), act(2, SUMMER, days(75))], TODAY)


def test_refuse_a_change_before_the_law_itself() -> None:
    shipped = pack("hague")
    figures = {**shipped.figures, DAYS: replace(shipped.figures[DAYS], effective=SPRING)}
    law = replace(shipped, figures=figures)
    found = errors(law, draft(days(90), on=date(2027, 2, 28)))
    assert "takes effect on 3/1/2027" in found[f"figure:{DAYS}"]
    assert "already sets" in errors(law, draft(days(90), on=SPRING))[f"figure:{DAYS}"]


def test_confirm_from_the_very_day_of_a_model_figure() -> None:
    key = next(row.key for row in pack("hague").figures.values() if row.status is FigureStatus.MODEL)
    shipped = pack("hague")
    law = replace(shipped, figures={**shipped.figures, key: replace(shipped.figures[key], effective=SPRING)})
    change = confirmed_value(law, "figure", key, SPRING)
    entered = check_act(law, draft(change, on=SPRING, kind=ActKind.CONFIRMATION), today=TODAY)
    after = law.with_acts([act(1, SPRING, *entered.changes, kind=ActKind.CONFIRMATION, source="§9")], TODAY)
    [step] = figure_steps(after, key)
    assert (step.value, step.citation, step.figure.status) == (law.figures[key].value, "§9", FigureStatus.LAW)


@pytest.mark.parametrize(
    ("key", "typed", "words"),
    [
        (DAYS, "", "Enter the value"),
        (DAYS, "ninety", "is not a number"),
        (DAYS, "1.5", "in whole days"),
        (DAYS, "0", "at least 1"),
        (DAYS, "-5", "is not a number"),
        (DAYS, "999999", "longer than a century"),
        (DAYS, "1e5", "is not a number"),
        (DAYS, "٣", "is not a number"),
        ("bond.amount", "5,000.005", "dollars and cents"),
        ("bond.amount", "50,00", "is not a number"),
        ("relevy.certify_by", "02-29", "no day of every year"),
        ("nov.response_trigger", "banana", "Choose"),
        ("nowhere.at_all", "1", "has no figure"),
    ],
)
def test_refuse_a_value_that_does_not_fit(key: str, typed: str, words: str) -> None:
    found = errors(pack("hague"), draft(LawChange("figure", key, typed)))
    assert words in found[f"figure:{key}"]


@pytest.mark.parametrize(
    ("key", "typed", "kept"),
    [
        (DAYS, " 90 ", "90"),
        ("bond.amount", "$7,500.50", "7500.50"),
        ("relevy.certify_by", "3/5", "03-05"),
        ("nov.response_trigger", "notice_served", "notice_served"),
    ],
)
def test_keep_a_value_as_its_unit_writes_it(key: str, typed: str, kept: str) -> None:
    [change] = check_act(pack("hague"), draft(LawChange("figure", key, typed)), today=TODAY).changes
    assert change.value == kept


def test_name_every_empty_field_of_an_act() -> None:
    empty = LawActDraft(ActKind.RESOLUTION, None, None, ())
    assert set(errors(pack("hague"), empty)) == {"number", "adopted_on", "effective_from", "changes"}
    read = LawActDraft(ActKind.CONFIRMATION, None, SUMMER, (days(90),))
    assert set(errors(pack("hague"), read)) == {"source"}
    late = replace(draft(days(90)), adopted_on=TODAY + timedelta(days=1), effective_from=date(202, 1, 1))
    assert set(errors(pack("hague"), late)) == {"adopted_on", "effective_from"}


def test_keep_words_on_one_line_as_they_are_printed() -> None:
    change = LawChange("officer", "issues", " Superintendent\n of  Sewers ")
    entered = replace(draft(change), source=" Resolution 12\tof 2027 ", number=" 12  of 2027")
    kept = check_act(pack("hague"), entered, today=TODAY)
    assert (kept.source, kept.number) == ("Resolution 12 of 2027", "12 of 2027")
    assert kept.changes[0].value == "Superintendent of Sewers"


def test_ask_for_both_numbers_of_a_word() -> None:
    found = errors(pack("hague"), draft(LawChange("term", "lateral", "house sewer")))
    assert found == {"term:lateral:plural": "Enter the word for more than one."}
    twice = draft(LawChange("officer", "issues", "A"), LawChange("officer", "issues", "B"))
    assert "stands here twice" in errors(pack("hague"), twice)["officer:issues"]


def test_refuse_to_confirm_what_is_read_or_has_no_words() -> None:
    """Lockport: the rule of service is not in the text; a figure that a blank rule rests on comes first."""
    law = pack("lockport")
    read = next(row for row in pack("hague").violations if row.status is FigureStatus.LAW)
    found = errors(pack("hague"), draft(LawChange("violation", read.key)))
    assert "read in the law already" in found[f"violation:{read.key}"]
    found = errors(law, draft(LawChange("time_limit", "nov_response")))
    assert found["time_limit:nov_response"].startswith("Enter the ")
    both = draft(LawChange("figure", "nov.response_days", "10"), LawChange("time_limit", "nov_response"))
    assert len(check_act(law, both, today=TODAY).changes) == 2
    with pytest.raises(FieldErrors, match="is blank; enter it"):
        confirmed_value(law, "figure", "nov.response_days", TODAY)


def test_warn_of_an_act_that_reaches_back_or_is_overtaken() -> None:
    law = pack("hague").with_acts([act(3, date(2028, 1, 1), days(120))], TODAY)
    entered = replace(draft(days(60)), adopted_on=TODAY)
    reach, issued, overtaken, same = draft_warnings(law, entered, today=TODAY)
    assert "before it was adopted" in reach
    assert "keep the figures they were issued under" in issued
    assert "changed again from 1/1/2028 by Resolution 3 of 2027" in overtaken
    assert "is 60 days already" in same
    ahead = replace(draft(days(90)), effective_from=TODAY, adopted_on=TODAY)
    assert draft_warnings(pack("hague"), ahead, today=TODAY) == ()


@pytest.mark.parametrize("name", NAMES)
def test_count_down_to_what_the_law_leaves_open(name: str) -> None:
    """Every model figure confirmed and every blank one entered leaves only rules; the pack's own count agrees."""
    law = pack(name)
    count = count_to_confirm(law, TODAY)
    assert count.blank_figures + count.model_figures == len(law.to_confirm(TODAY))
    assert len(unconfirmed(law, TODAY)) == count.total
    changes = [
        confirmed_value(law, "figure", row.key, TODAY)
        for row in law.to_confirm(TODAY)
        if row.status is FigureStatus.MODEL
    ]
    after = count_to_confirm(law.with_acts([act(1, TODAY, *changes)], TODAY), TODAY)
    assert (after.blank_figures, after.model_figures) == (count.blank_figures, 0)
    assert after.other_rows == count.other_rows


def test_show_what_an_act_made_of_the_day_before() -> None:
    first, second = act(1, SPRING, days(75)), act(2, SUMMER, days(90), LawChange("figure", "gone.key", "1"))
    changed, stray = change_views(pack("hague"), [first, second], second)
    assert (changed.before, changed.after, changed.stray) == ("75 days", "90 days", False)
    assert (stray.before, stray.after, stray.stray) == ("", "", True)
    law = pack("hague").with_acts([first, second], TODAY)
    assert [entry.id for entry, _ in acts_on(law, "figure", DAYS)] == [1, 2]


def test_keep_the_law_readable_where_the_file_dropped_a_row() -> None:
    """A newer law file may lack a figure that an old act changed; the act then has no effect."""
    strays = [
        LawChange("figure", "gone.key", "1"),
        LawChange("figure", DAYS, "banana"),
        LawChange("gone", "x"),
    ]
    law = pack("hague").with_acts([act(1, SPRING, *strays)], TODAY)
    assert law.figure(DAYS, TODAY).value == Decimal(60)
    assert law.amendments == pack("hague").amendments


def test_find_the_local_law_behind_a_section() -> None:
    row = SectionAmendment(
        key="fees", section="§150-6", by="L.L. No. 6-2003", on=date(2003, 12, 3), citation="§150-6"
    )
    part = replace(row, key="part", section="§150-6B(2)")
    law = replace(pack("lockport"), section_amendments=(row, part))
    assert section_amendments(law, "§150-6B(2)(d)") == (row, part)
    assert section_amendments(law, "§150-6C") == (row,)
    assert section_amendments(law, "§150-61") == ()
    assert section_amendments(law, "not in the text") == ()


def test_show_the_local_laws_of_lockport_as_such() -> None:
    """Lockport: what the text notes as amended in 2003, 2011 and 2015 is found from the sections it changed."""
    law = pack("lockport")
    assert {row.on.year for row in law.section_amendments if row.on} == {2003, 2011, 2015}
    for row in law.section_amendments:
        assert row in section_amendments(law, row.citation)
    [least] = section_amendments(law, law.figures["lateral.diameter_min_in"].citation)
    assert (least.by, least.on) == ("L.L. No. 2-2015", date(2015, 4, 8))
    [untouched] = {row.citation for row in law.figures.values() if row.citation == "§150-6B(2)(d)"}
    assert section_amendments(law, untouched) == ()


def test_confirm_a_rule_that_is_named_by_its_kind() -> None:
    """The permission for a road has no key of its own; it is named by whose road it is, as the list of the law does."""
    law = pack("blank")
    rows = [row for row in unconfirmed(law, TODAY) if row[0] == "highway_permission"]
    assert ("highway_permission", "highway.county") in rows
    confirmed = law.with_acts([act(1, SPRING, *(LawChange(*row) for row in rows))], TODAY)
    assert [row for row in unconfirmed(confirmed, TODAY) if row[0] == "highway_permission"] == []


_ACTS = st.lists(
    st.tuples(st.dates(date(2020, 1, 1), date(2030, 12, 31)), st.integers(1, 365)),
    max_size=8,
    unique_by=lambda pair: pair[0],
)


@given(made=_ACTS, on=st.dates(date(2019, 1, 1), date(2031, 12, 31)), order=st.randoms())
def test_answer_with_the_last_act_in_force_whatever_the_order(
    made: Sequence[tuple[date, int]], on: date, order: Random
) -> None:
    entered = [act(number, day, days(value)) for number, (day, value) in enumerate(made, 1)]
    in_force = [(day, value) for day, value in made if day <= on]
    expected = max(in_force)[1] if in_force else 60
    shuffled = list(entered)
    order.shuffle(shuffled)
    law, other = (pack("hague").with_acts(rows, TODAY) for rows in (entered, shuffled))
    assert law == other
    assert law.figure(DAYS, on).value == expected == figure_on(law, DAYS, on).value
    steps = figure_steps(law, DAYS)
    for earlier, later in itertools.pairwise(steps):
        assert earlier.until is not None
        assert later.since == earlier.until + timedelta(days=1)


@given(made=_ACTS, gone=st.integers(0, 7), on=st.dates(date(2019, 1, 1), date(2031, 12, 31)))
def test_withdraw_restores_the_earlier_answer(made: Sequence[tuple[date, int]], gone: int, on: date) -> None:
    entered = [act(number, day, days(value)) for number, (day, value) in enumerate(made, 1)]
    before = pack("hague").with_acts(entered, TODAY)
    late = act(99, date(2025, 6, 6), days(45))
    if any(row.effective_from == late.effective_from for row in entered):
        return
    entered.insert(min(gone, len(entered)), late)
    with_late = pack("hague").with_acts(entered, TODAY)
    after = pack("hague").with_acts([row for row in with_late.acts if row is not late], TODAY)
    assert figure_on(after, DAYS, on) == figure_on(before, DAYS, on)
    assert after == before


def test_refuse_to_answer_for_what_the_law_does_not_have() -> None:
    with pytest.raises(UnknownRule):
        figure_on(pack("hague"), "nowhere.at_all", TODAY)
