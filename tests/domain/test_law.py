"""Reading a law file: what is taken, what is refused, and what the clerk is told."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.law import (
    Amendment,
    BlankFigure,
    FigureStatus,
    Law,
    LawPack,
    LawPackError,
    Unit,
    UnknownRule,
    load_law_pack,
)
from sewerdesk.domain.law.schema import NEEDED_NAMES, NEEDED_OFFICERS, NEEDED_TERMS
from tests.support.packs import SMALLEST

ON = date(2027, 1, 13)
NAMES = (
    "".join(f'[[officer]]\nrole = "{role}"\ntitle = "T"\ncitation = "§1"\n' for role in NEEDED_OFFICERS)
    + "".join(
        f'[[term]]\nkey = "{key}"\nsingular = "s"\nplural = "p"\ncitation = "§1"\n' for key in NEEDED_TERMS
    )
    + "".join(f'[[name]]\nkey = "{key}"\nname = "n"\ncitation = "§1"\n' for key in NEEDED_NAMES)
)
BOND = """
[[figure]]
key = "bond.amount"
subject = "the contractor's bond"
value = 5000
unit = "USD"
citation = "§408(1)"
status = "law"
"""
DAYS = """
[[figure]]
key = "permit.file_days"
subject = "filing the permit"
value = 60
unit = "days"
citation = "§602B [502B]"
status = "law"
effective = 2005-06-01
"""
BLANK = """
[[figure]]
key = "fee.connection"
subject = "the connection charge"
unit = "USD"
citation = "§502"
status = "blank"
missing = "the Town Board sets it"
"""
AMENDED = """
[[amendment]]
key = "bond.amount"
effective = 2027-03-01
value = 10000
citation = "Resolution 12 of 2027"
"""


def read(extra: str = "", *, names: str = NAMES) -> LawPack:
    return load_law_pack(SMALLEST + names + BOND + DAYS + BLANK + extra, source="test.toml")


def test_read_a_figure_exactly() -> None:
    law: Law = read()
    figure = law.figure("bond.amount", ON)
    assert (figure.number, figure.whole) == (Decimal(5000), 5000)
    assert (figure.unit, figure.citation) == (Unit.USD, "§408(1)")
    assert figure.status is FigureStatus.LAW
    assert law.has_figure("fee.connection")
    assert not law.has_figure("fee.moon")


def test_keep_decimals_exact() -> None:
    law = read(
        '[[figure]]\nkey = "x"\nsubject = "x"\nvalue = 1.1\nunit = "gal/day"\ncitation = "§405B"\nstatus = "law"\n'
    )
    assert law.figure("x", ON).number == Decimal("1.1")
    with pytest.raises(UserError, match=r"x \(§405B\) must be a whole number"):
        _ = law.figure("x", ON).whole


def test_name_a_blank_figure_and_its_citation() -> None:
    with pytest.raises(BlankFigure) as error:
        _ = read().figure("fee.connection", ON).number
    assert error.value.message == (
        "There is no figure on file for the connection charge (§502): the Town Board sets it. "
        "Enter it with the local law or resolution that sets it."
    )
    assert error.value.citation == "§502"
    assert isinstance(error.value, RuleViolation)


def test_refuse_words_where_a_number_is_asked() -> None:
    law = read(
        '[[figure]]\nkey = "x"\nsubject = "the trigger"\nvalue = "mailed"\nunit = "text"\ncitation = "§1"\n'
        'status = "law"\n'
    )
    assert law.figure("x", ON).text == "mailed"
    with pytest.raises(UserError, match="is words, not a number"):
        _ = law.figure("x", ON).number


def test_say_which_rule_is_unknown() -> None:
    law = read()
    with pytest.raises(UnknownRule, match=r'Town of Testing has no figure named "bond\.moon"'):
        law.figure("bond.moon", ON)
    with pytest.raises(UnknownRule, match='no officer for the role "king"'):
        law.officer("king")
    with pytest.raises(UnknownRule, match='no word for "moat"'):
        law.term("moat")
    with pytest.raises(UnknownRule, match='no text named "song"'):
        law.text("song")


def test_take_effect_on_its_day_and_not_before() -> None:
    law = read()
    assert law.figure("permit.file_days", date(2005, 6, 1)).whole == 60
    with pytest.raises(UnknownRule, match=r"takes effect on 06/01/2005, after 05/31/2005\."):
        law.figure("permit.file_days", date(2005, 5, 31))


def test_leave_the_old_figure_to_the_old_days() -> None:
    law = read(AMENDED)
    assert law.figure("bond.amount", date(2027, 2, 28)).whole == 5000
    changed = law.figure("bond.amount", date(2027, 3, 1))
    assert (changed.whole, changed.citation) == (10000, "Resolution 12 of 2027")


def test_fill_a_blank_by_resolution() -> None:
    fee = Amendment("fee.connection", date(2027, 1, 1), Decimal("750.00"), "Resolution 3 of 2027")
    law = read().with_amendments([fee])
    figure = law.figure("fee.connection", ON)
    assert (figure.number, figure.status) == (Decimal("750.00"), FigureStatus.LAW)
    with pytest.raises(BlankFigure):
        _ = law.figure("fee.connection", date(2026, 12, 31)).number


def test_take_the_latest_of_several_resolutions() -> None:
    rows = [
        Amendment("bond.amount", date(year, 1, 1), Decimal(amount), f"Resolution of {year}")
        for year, amount in ((2029, 9000), (2027, 7000), (2028, 8000))
    ]
    law = read().with_amendments(rows)
    assert [law.figure("bond.amount", date(year, 6, 1)).whole for year in (2026, 2027, 2028, 2029, 2035)] == [
        5000,
        7000,
        8000,
        9000,
        9000,
    ]


def test_tell_the_history_of_a_figure() -> None:
    rows = read(AMENDED).history("bond.amount")
    assert [(row.whole, row.citation) for row in rows] == [
        (5000, "§408(1)"),
        (10000, "Resolution 12 of 2027"),
    ]
    with pytest.raises(UnknownRule, match="no figure named"):
        read().history("bond.moon")


def test_count_down_the_figures_to_confirm() -> None:
    fee = Amendment("fee.connection", ON, Decimal(750), "Resolution 3 of 2027")
    law = read().with_amendments([fee])
    assert [row.key for row in law.to_confirm(date(2027, 1, 12))] == ["fee.connection"]
    assert not law.to_confirm(ON)


def test_refuse_two_resolutions_for_one_day() -> None:
    row = Amendment("bond.amount", date(2027, 3, 1), Decimal(7000), "Resolution 13")
    with pytest.raises(LawPackError, match="on a day that already has a value"):
        read(AMENDED).with_amendments([row])


def test_give_the_blank_law_another_name() -> None:
    law = read().for_municipality(municipality="Village of Lake", kind="village", county="Essex")
    assert (law.municipality, law.kind, law.county) == ("Village of Lake", "village", "Essex")
    assert law.figure("bond.amount", ON).whole == 5000


def bad_figure(**changes: str) -> str:
    rows = {
        "key": '"x"',
        "subject": '"x"',
        "value": "1",
        "unit": '"days"',
        "citation": '"§1"',
        "status": '"law"',
    }
    rows |= changes
    return "[[figure]]\n" + "".join(f"{key} = {value}\n" for key, value in rows.items() if value)


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("[[figure]", "cannot be read as TOML"),
        (bad_figure(colour='"red"'), 'figure "x" has the unknown key "colour"'),
        (bad_figure(citation=""), 'figure "x" gives no citation'),
        (bad_figure(citation='"  "'), 'figure "x" gives no citation'),
        (bad_figure(unit='"fortnights"'), 'figure "x" has the unit "fortnights", which is not one of days'),
        (bad_figure(status='"maybe"'), 'has the status "maybe", which is not one of law, model, blank'),
        (bad_figure(key='"bond.amount"'), 'figure "bond.amount" is there twice'),
        (bad_figure(subject=""), 'figure "x" lacks the key "subject"'),
        (bad_figure(value='"many"'), "has a value that does not fit its unit days"),
        (bad_figure(value="-1"), 'the value "-1", which is below zero'),
        (bad_figure(value="true"), 'the value "True", which must be a number or words in quotes'),
        (bad_figure(value=""), "has the status law and no value"),
        (bad_figure(status='"blank"'), "is blank and yet has a value"),
        (bad_figure(status='"blank"', value=""), "does not say what is missing"),
        (bad_figure(status='"model"'), "does not say what to confirm"),
        (bad_figure(unit='"month_day"', value='"02-30"'), "no day of the year"),
        (bad_figure(unit='"text"'), "does not fit its unit text"),
        (bad_figure(effective='"soon"'), 'the effective "soon", which must be a date such as 2027-01-31'),
        ('[[sonnet]]\nkey = "x"', '"sonnet" is not a section'),
        (AMENDED + AMENDED, "on a day that already has a value"),
        (AMENDED.replace("bond.amount", "bond.moon"), "names a figure that the law file does not have"),
        (AMENDED.replace("10000", '"many"'), "does not fit its unit USD"),
        (
            AMENDED.replace("bond.amount", "permit.file_days").replace("2027-03-01", "2005-06-01"),
            "on a day that already has a value",
        ),
        (
            AMENDED.replace("bond.amount", "permit.file_days").replace("2027-03-01", "2001-01-01"),
            "before the law itself does",
        ),
        (
            (
                '[[bond]]\nkey = "b"\nlabel = "B"\npurpose = "p"\ncitation = "§1"\namount = "permit.file_days"\n'
                'filed_with = "clerk"'
            ),
            'bond "b" needs a figure in USD, but "permit.file_days" is in the wrong unit days',
        ),
        (
            (
                '[[bond]]\nkey = "b"\nlabel = "B"\npurpose = "p"\ncitation = "§1"\namount = "bond.moon"\n'
                'filed_with = "clerk"'
            ),
            'names the figure "bond.moon", which the file does not have',
        ),
        (
            (
                '[[bond]]\nkey = "b"\nlabel = "B"\npurpose = "p"\ncitation = "§1"\namount = "bond.amount"\n'
                'filed_with = "king"'
            ),
            'names the officer "king"',
        ),
        (
            (
                '[[coverage]]\nkind = "c"\nlabel = "C"\ncitation = "§1"\nfiled_with = "clerk"\n'
                'limits = [{ label = "each", figure = "permit.file_days" }]'
            ),
            'coverage "c" needs a figure in USD',
        ),
        (
            (
                '[[coverage]]\nkind = "c"\nlabel = "C"\ncitation = "§1"\nfiled_with = "clerk"\n'
                'limits = [{ label = "each" }]'
            ),
            '"limits" number 1 lacks the key "figure"',
        ),
        (
            '[[attachment]]\nkey = "a"\nlabel = "A"\nneeded = "always"\ncitation = "§1"\nclasses = ["gold"]',
            'names the permit_class "gold"',
        ),
        (
            '[[attachment]]\nkey = "a"\nlabel = "A"\nneeded = "always"\ncitation = "§1"\nclasses = "gold"',
            'the classes "gold", which must be a list',
        ),
        (
            '[[text]]\nkey = "t"\ncitation = "§1"\nstatus = "law"',
            'text "t" must either have words or be blank',
        ),
        (
            '[[text]]\nkey = "t"\ncitation = "§1"\nstatus = "blank"\ntext = "words"\nmissing = "m"',
            'text "t" must either have words or be blank',
        ),
    ],
)
def test_refuse_a_file_with_one_sentence(extra: str, reason: str) -> None:
    with pytest.raises(LawPackError) as error:
        read(extra)
    assert reason in error.value.message
    assert "test.toml" in error.value.message


def test_refuse_a_section_written_as_one_table() -> None:
    with pytest.raises(LawPackError, match=r"must be written \[\[bond\]\]"):
        read('[bond]\nkey = "b"')
    with pytest.raises(LawPackError, match="must be a table"):
        load_law_pack(SMALLEST.replace("[pack]", "figure = [1]\n[pack]"), source="test.toml")


@pytest.mark.parametrize("role", NEEDED_OFFICERS)
def test_refuse_a_file_without_an_officer(role: str) -> None:
    names = NAMES.replace(f'role = "{role}"', 'role = "other"')
    with pytest.raises(LawPackError, match=f'officer "{role}" is missing'):
        read(names=names)


@pytest.mark.parametrize("key", NEEDED_TERMS)
def test_refuse_a_file_without_a_word(key: str) -> None:
    names = NAMES.replace(f'key = "{key}"', 'key = "other"')
    with pytest.raises(LawPackError, match=f'term "{key}" is missing'):
        read(names=names)


def test_refuse_a_file_without_its_head() -> None:
    with pytest.raises(LawPackError, match=r"the section \[pack\] is missing"):
        load_law_pack(BOND, source="test.toml")
