"""What is told of a law file that cannot be used: one sentence with the file, the block and the reason."""

import pytest

from sewerdesk.domain.law import LawPack, LawPackError, load_law_pack
from sewerdesk.domain.law.schema import NEEDED_NAMES
from tests.domain.test_law import AMENDED, BLANK, BOND, DAYS, NAMES, ON, bad_figure, read
from tests.support.packs import SMALLEST


def time_limit(key: str, **changes: str) -> str:
    rows = {"title": '"T"', "event": '"hearing"', "sentence": '"S."', "citation": '"§1"'}
    rows |= {"figure": '"permit.file_days"'} | changes
    return f'[[time_limit]]\nkey = "{key}"\n' + "".join(f"{name} = {value}\n" for name, value in rows.items())


def months(value: str) -> str:
    return bad_figure(unit='"months_of_year"', value=f'"{value}"')


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (
            bad_figure(colour='"red"'),
            'The law file test.toml cannot be used: figure "x" has the unknown key "colour".',
        ),
        (bad_figure(citation=""), 'The law file test.toml cannot be used: figure "x" gives no citation.'),
        (
            time_limit("a", figure='"bond.amount"'),
            (
                'The law file test.toml cannot be used: time_limit "a" needs a figure in days, business_days, hours, '
                'months, years, months_of_year, but "bond.amount" is in the wrong unit USD.'
            ),
        ),
        (
            AMENDED + AMENDED,
            (
                'The amendment of "bond.amount" from 03/01/2027 (test.toml) takes effect on a day that already has a '
                "value for this figure."
            ),
        ),
        (
            time_limit("a", follows='"b"') + time_limit("b", follows='"c"') + time_limit("c", follows='"b"'),
            'The law file test.toml cannot be used: time_limit "a" follows itself in a circle.',
        ),
        (
            time_limit("a", follows='"a"'),
            'The law file test.toml cannot be used: time_limit "a" follows itself in a circle.',
        ),
        (
            time_limit("a", follows='"dawn"'),
            (
                'The law file test.toml cannot be used: time_limit "a" names the time_limit "dawn", which the file '
                "does not have."
            ),
        ),
        *(
            (
                months(value),
                (
                    f'The law file test.toml cannot be used: figure "x" has the value "{value}", which are no months '
                    'of the year such as "6, 12".'
                ),
            )
            for value in ("6, 13", "12, 6", "6, 6", "June", "")
        ),
    ],
)
def test_tell_the_file_the_block_and_the_reason(extra: str, sentence: str) -> None:
    with pytest.raises(LawPackError) as error:
        read(extra)
    assert error.value.message == sentence


def test_take_months_of_the_year_in_their_order() -> None:
    assert read(months("6, 12")).figure("x", ON).text == "6, 12"


def including(shared: str | None) -> LawPack:
    """The pack with an included file of this text; without one it is not at hand."""
    text = SMALLEST.replace("[pack]", '[pack]\nincludes = ["shared.toml"]') + NAMES + BOND + DAYS + BLANK
    return load_law_pack(
        text, source="test.toml", included=None if shared is None else {"shared.toml": shared}.__getitem__
    )


def test_add_the_rows_of_an_included_file() -> None:
    assert including(bad_figure()).figure("x", ON).whole == 1


@pytest.mark.parametrize(
    ("shared", "sentence"),
    [
        (None, "The law file test.toml includes shared.toml, which is not at hand."),
        (BOND, 'The law file test.toml cannot be used: figure "bond.amount" is there twice.'),
        (
            bad_figure(colour='"red"'),
            'The law file shared.toml cannot be used: figure "x" has the unknown key "colour".',
        ),
    ],
)
def test_refuse_an_included_file_with_one_sentence(shared: str | None, sentence: str) -> None:
    with pytest.raises(LawPackError) as error:
        including(shared)
    assert error.value.message == sentence


@pytest.mark.parametrize("key", NEEDED_NAMES)
def test_refuse_a_file_without_a_name(key: str) -> None:
    with pytest.raises(LawPackError) as error:
        read(names=NAMES.replace(f'[[name]]\nkey = "{key}"', '[[name]]\nkey = "other"'))
    assert error.value.message == f'The law file test.toml cannot be used: name "{key}" is missing.'
