"""The law as one list: everything is there, cited, and says where it comes from."""

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.law import Amendment, FigureStatus
from sewerdesk.domain.law.book import LawEntry, find_entry, law_entries, open_entries
from sewerdesk.domain.law.book_compare import Difference, compare_entries
from sewerdesk.domain.law.book_parts import EntryKind, SubjectGroup, headline, rest_of
from sewerdesk.domain.law.schema import NAMED, SECTIONS
from sewerdesk.domain.law.words import figure_words
from sewerdesk.services.law import pack_choices, read_pack

DAY = date(2027, 1, 4)
CODES = [choice.code for choice in pack_choices()]


@pytest.mark.parametrize("code", CODES)
def test_list_everything_that_a_pack_holds(code: str) -> None:
    law = read_pack(code)
    entries = law_entries(law, DAY)
    blocks = {
        **{part: row[0] for part, row in NAMED.items()},
        **{part: row[0] for part, row in SECTIONS.items()},
    }
    assert Counter(entry.part for entry in entries) == Counter(
        {part: len(getattr(law, name)) for part, name in blocks.items() if getattr(law, name)}
    )
    assert [entry.id for entry in entries] == list(range(1, len(entries) + 1))
    assert len({(entry.part, entry.key) for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.subject, entry
        assert entry.citation, entry
        assert entry.is_confirmed or entry.missing, entry


@pytest.mark.parametrize("code", CODES)
def test_show_a_blank_figure_as_not_set(code: str) -> None:
    law = read_pack(code)
    blank = {key for key, figure in law.figures.items() if figure.status is FigureStatus.BLANK}
    shown = {
        entry.key for entry in law_entries(law, DAY) if entry.kind is EntryKind.FIGURE and not entry.value
    }
    assert shown == blank
    assert {figure_words(law.figures[key]) for key in blank} == {"not set"}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("permit.file_days", "60 days"),
        ("permit.expiry_years", "2 years"),
        ("acceptance.guarantee_years", "1 year"),
        ("bond.amount", "$5,000"),
        ("insurance.cancellation_business_days", "5 business days"),
        ("trench.bedding_stone_max_in", "0.5 inches"),
        ("acceptance.as_built_copies", "4"),
    ],
)
def test_read_a_figure_of_hague_in_words(key: str, words: str) -> None:
    assert figure_words(read_pack("hague").figures[key]) == words


def test_find_by_key_then_by_citation() -> None:
    entries = law_entries(read_pack("hague"), DAY)
    by_key = find_entry(entries, "bond.amount")
    assert by_key is not None
    assert by_key.subject == "The contractor's bond"
    by_citation = find_entry(entries, "§408(1)")
    assert by_citation is not None
    assert "§408(1)" in by_citation.citation
    assert by_citation.subject == "The contractor's bond"
    assert find_entry(entries, "§9999") is None
    assert find_entry(entries, "") is None


def test_find_the_first_of_several_sections_and_the_section_of_a_paragraph() -> None:
    entries = law_entries(read_pack("altamont"), DAY)
    of_two = find_entry(entries, "§9999, §300-25")
    paragraph = find_entry(entries, "§300-25G(5)")
    assert of_two is not None
    assert paragraph is not None
    assert "§300-25" in of_two.citation
    assert "§300-25G" in paragraph.citation


def test_show_an_amended_figure_with_its_history() -> None:
    law = read_pack("hague")
    later = Amendment("bond.amount", date(2026, 6, 1), Decimal(7500), "Resolution 9 of 2026")
    entry = find_entry(law_entries(law.with_amendments([later]), DAY), "bond.amount")
    assert entry is not None
    assert (entry.value, entry.citation, entry.authority) == ("$7,500", "§408(1)", "Resolution 9 of 2026")
    assert entry.effective == date(2026, 6, 1)
    assert entry.history == ("$5,000 (§408(1))", "$7,500 from 06/01/2026 (Resolution 9 of 2026)")
    before = find_entry(law_entries(law.with_amendments([later]), date(2026, 5, 31)), "bond.amount")
    assert before is not None
    assert before.value == "$5,000"


def test_use_the_amended_figure_in_the_rules_that_name_it() -> None:
    law = read_pack("hague")
    later = Amendment("bond.amount", date(2026, 6, 1), Decimal(7500), "Resolution 9 of 2026")
    [bond] = [
        entry
        for entry in law_entries(law.with_amendments([later]), DAY)
        if entry.subject == "Highway work bond"
    ]
    assert bond.value == "$7,500"


def test_write_a_day_of_the_year_in_words() -> None:
    law = read_pack("altamont")
    figure = law.figures["relevy.certify_by"]
    assert figure_words(figure) == "March 15"
    assert figure_words(replace(figure, value=None)) == "not set"


def entries_of(code: str) -> tuple[LawEntry, ...]:
    return law_entries(read_pack(code), DAY)


def one(entries: tuple[LawEntry, ...], part: str, key: str) -> LawEntry:
    return next(entry for entry in entries if (entry.part, entry.key) == (part, key))


@pytest.mark.parametrize("code", CODES)
def test_read_by_subject_in_a_fixed_order(code: str) -> None:
    order = list(SubjectGroup)
    places = [order.index(entry.group) for entry in entries_of(code)]
    assert places == sorted(places)


@pytest.mark.parametrize("code", CODES)
def test_put_every_figure_under_a_subject_of_its_own(code: str) -> None:
    stray = [
        entry.key
        for entry in entries_of(code)
        if entry.is_figure and entry.group is SubjectGroup.OFFICERS_AND_WORDS
    ]
    assert stray == []


@pytest.mark.parametrize("code", CODES)
def test_say_of_every_time_how_it_runs(code: str) -> None:
    """Every clock names its trigger, its unit and what a weekend or holiday does."""
    clocks = [entry for entry in entries_of(code) if entry.part in ("permit_clock", "time_limit")]
    assert clocks or code == "blank"
    for clock in clocks:
        assert clock.clock.endswith("."), clock
        assert any(word in clock.clock for word in ("holiday", "not extended", "is not set")), clock


@pytest.mark.parametrize(
    ("code", "key", "words"),
    [
        (
            "hague",
            "file",
            (
                "60 days from the day the permit is issued; a weekend or holiday goes on to the next business day "
                "(Gen. Constr. Law §25-a). It stops with the day the permit is filed."
            ),
        ),
        (
            "dannemora",
            "permit_renewal",
            (
                "180 days before the day the permit expires, counted back; where that falls on a weekend or holiday, "
                "the last business day before it."
            ),
        ),
        (
            "dannemora",
            "permit_revision",
            "9 months from the day the standard is promulgated; it is the office's own time, which is not extended.",
        ),
        (
            "dannemora",
            "private_inspection",
            "48 hours from the notice that the work is ready; hours run on through weekends and holidays.",
        ),
        (
            "dannemora",
            "periodic_report",
            (
                "In June and December of every year; a weekend or holiday goes on to the next business day "
                "(Gen. Constr. Law §25-a)."
            ),
        ),
    ],
)
def test_show_trigger_unit_and_roll_rule_of_a_time(code: str, key: str, words: str) -> None:
    """A-11 Hague; A-15, A-25, E-05 and E-06 Dannemora."""
    entry = next(
        entry
        for entry in entries_of(code)
        if entry.key == key and entry.part in ("permit_clock", "time_limit")
    )
    assert entry.clock.startswith(words)


def test_show_a_citation_as_printed_and_as_meant() -> None:
    """A-11 Hague: the misnumbered section stands as printed, the one that is meant in brackets."""
    entries = entries_of("hague")
    assert one(entries, "figure", "permit.file_days").citation.startswith("§602B [502B]")
    errors = [entry for entry in entries if entry.group is SubjectGroup.ERRORS]
    assert len(errors) == len(read_pack("hague").misprints)
    assert any("602B" in entry.subject and "502B" in entry.value for entry in errors)
    filed = one(entries, "figure", "permit.file_days")
    assert any("602B" in line and "502B" in line for line in filed.printed)
    assert all(entry.printed == () for entry in errors)


def test_show_later_local_laws_as_such() -> None:
    """Lockport: the amendments of 2003, 2011 and 2015 stand in the list and in the history of their sections."""
    entries = entries_of("lockport")
    years = {
        entry.effective.year for entry in entries if entry.part == "section_amendment" and entry.effective
    }
    assert years == {2003, 2011, 2015}
    charge = next(entry for entry in entries if entry.citation == "§150-6F" and entry.part == "charge")
    assert charge.effective == date(2015, 4, 8)
    assert any("2-2015" in line for line in charge.history)
    untouched = next(entry for entry in entries if entry.citation == "§150-6G")
    assert (untouched.effective, untouched.history) == (None, ())


def test_count_what_is_open_once() -> None:
    """A rule that rests on a blank figure is open, too, but it is the figure that is entered."""
    entries = entries_of("hague")
    left = open_entries(entries)
    assert len({(entry.part, entry.key) for entry in left}) == len(left)
    resting = [entry for entry in entries if not entry.is_confirmed and not entry.is_own]
    assert all(entry.figures and entry.missing for entry in resting)
    assert set(left).isdisjoint(resting)


def test_carry_the_worse_of_a_rule_and_its_figures() -> None:
    law = read_pack("hague")
    blank = replace(law.figures["bond.amount"], value=None, status=FigureStatus.BLANK, missing="not at hand")
    changed = replace(law, figures={**law.figures, "bond.amount": blank})
    bond = next(entry for entry in law_entries(changed, DAY) if entry.part == "bond")
    assert (bond.status, bond.value, bond.is_own) == (FigureStatus.BLANK, "not set", False)
    assert bond.missing == "the contractor's bond: not at hand"


def test_number_every_figure_that_is_one() -> None:
    entries = entries_of("hague")
    assert one(entries, "figure", "bond.amount").number == Decimal(5000)
    assert one(entries, "figure", "relevy.certify_by").number is None


def test_compare_two_laws_differences_first() -> None:
    here, there = entries_of("hague"), entries_of("lockport")
    rows = compare_entries(here, there)
    order = list(Difference)
    assert [order.index(row.difference) for row in rows] == sorted(
        order.index(row.difference) for row in rows
    )
    filing = next(row for row in rows if row.shown.key == "permit.file_days")
    assert filing.difference is Difference.ONLY_HERE
    assert all(row.difference is Difference.SAME for row in compare_entries(here, here))
    named = {(row.shown.part, row.shown.key) for row in rows}
    assert len(named) == len(rows)
    assert not {part for part, _ in named} & {"misprint", "section_amendment"}


@given(st.text(max_size=300))
def test_cut_a_heading_at_a_word(sentence: str) -> None:
    head = headline(sentence)
    assert len(head) <= 113
    assert rest_of(sentence) == ("" if head == sentence.strip().rstrip(".") else sentence)


def test_tell_of_a_rule_what_changed_its_figure() -> None:
    later = Amendment("bond.amount", date(2026, 6, 1), Decimal(7500), "Resolution 9 of 2026")
    entries = law_entries(read_pack("hague").with_amendments([later]), DAY)
    bond = next(entry for entry in entries if entry.part == "bond")
    assert bond.effective == date(2026, 6, 1)
    assert (bond.citation, bond.authority) == ("§408(1)", "Resolution 9 of 2026")
    cited = find_entry(entries, "§408(1), as changed by Resolution 9 of 2026")
    assert cited is not None
    assert cited.citation == "§408(1)"
    assert bond.history == (
        "the contractor's bond: $5,000 (§408(1))",
        "the contractor's bond: $7,500 from 06/01/2026 (Resolution 9 of 2026)",
    )
