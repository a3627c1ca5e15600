"""The law as one list: everything is there, cited, and says where it comes from."""

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.law import Amendment, FigureStatus
from sewerdesk.domain.law.book import find_entry, law_entries
from sewerdesk.domain.law.book_parts import EntryKind
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
