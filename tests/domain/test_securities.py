"""Guarantees of accepted sewers and the security of an industrial user (law.md B-08, B-09)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.contractor_facts import CoverTerm
from sewerdesk.domain.securities import Security, guarantee, guarantee_line, industrial_security_line
from tests.domain.counter_examples import new_york_calendar
from tests.support.packs import pack

CALENDAR = new_york_calendar()
ACCEPTED = date(2027, 5, 10)
BOND = Security(
    "Bond",
    "Lake Surety",
    "M-7",
    Decimal(25_000),
    CoverTerm(ACCEPTED, date(2028, 5, 10)),
    approved_on=date(2027, 5, 10),
    approved_by="Resolution 21 of 2027",
)


@pytest.mark.parametrize(("name", "section"), [("hague", "§407"), ("altamont", "§300-27")])
def test_b08_guarantee_an_accepted_sewer_for_a_year(name: str, section: str) -> None:
    """B-08 Hague 407, Altamont 300-27: accepted May 10, 2027, guaranteed to May 10, 2028; reminded 60 days before."""
    found = guarantee(pack(name), ACCEPTED, CALENDAR)
    assert found is not None
    assert (found.ends.raw, found.ends.citation) == (date(2028, 5, 10), section)
    assert found.remind_from == date(2028, 3, 11)
    assert found.is_running(date(2028, 5, 10))
    assert not found.is_running(date(2028, 5, 11))
    assert not found.is_to_remind(date(2028, 3, 10))
    assert found.is_to_remind(date(2028, 3, 11))


def test_b08_hague_accepted_on_leap_day() -> None:
    """B-08 Hague: accepted on February 29, 2028 the guarantee ends on February 28, 2029."""
    found = guarantee(pack("hague"), date(2028, 2, 29), CALENDAR)
    assert found is not None
    assert found.ends.raw == date(2029, 2, 28)


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_b08_ask_for_no_guarantee_where_the_text_has_none(name: str) -> None:
    """B-08 Lockport, Dannemora: no guarantee is in the text."""
    assert guarantee(pack(name), ACCEPTED, CALENDAR) is None


@pytest.mark.parametrize(
    ("security", "said"),
    [
        (BOND, "Bond M-7 of Lake Surety, $25,000"),
        (None, "No bond or other security is on file"),
        (replace(BOND, approved_by=" "), "Bond M-7 of Lake Surety, $25,000: not approved by the Town Board"),
        (
            replace(BOND, term=CoverTerm(ACCEPTED, date(2028, 5, 9))),
            "Bond M-7 of Lake Surety, $25,000: ends on 5/9/2028, before the guarantee does on 5/10/2028",
        ),
        (
            replace(BOND, released_on=date(2028, 5, 1)),
            "Bond M-7 of Lake Surety, $25,000: released on 5/1/2028, before the guarantee ends on 5/10/2028",
        ),
    ],
)
def test_b08_hague_secures_the_whole_guarantee(security: Security | None, said: str) -> None:
    """B-08 Hague 407: a bond or other security that the Town Board approves, to the last day."""
    line = guarantee_line(
        pack("hague"), security, accepted_on=ACCEPTED, calendar=CALENDAR, on=date(2027, 6, 1)
    )
    assert line is not None
    assert (line.passed, line.on_file, line.citation) == (security is BOND, said, "§407")


def test_b08_hague_needs_no_security_once_the_guarantee_is_over() -> None:
    """B-08 Hague: after the last day the bond may be given back."""
    line = guarantee_line(pack("hague"), None, accepted_on=ACCEPTED, calendar=CALENDAR, on=date(2028, 5, 11))
    assert line is not None
    assert (line.passed, line.on_file) == (True, "The guarantee ended on 5/10/2028")


def test_b09_ask_for_industrial_security_only_where_the_officer_did() -> None:
    """B-09 (model, Hague 1119 and 1120 by title): optional; where it is asked for its amount and days count."""
    cite = pack("hague").text("industrial_security").citation
    on = date(2027, 6, 1)
    assert industrial_security_line(None, required=None, citation=cite, on=on) is None
    none = industrial_security_line(None, required=Decimal(10_000), citation=cite, on=on)
    good = industrial_security_line(BOND, required=Decimal(25_000), citation=cite, on=on)
    small = industrial_security_line(BOND, required=Decimal("25000.01"), citation=cite, on=on)
    over = industrial_security_line(BOND, required=Decimal(1), citation=cite, on=date(2028, 5, 11))
    assert none is not None
    assert good is not None
    assert small is not None
    assert over is not None
    assert [line.passed for line in (none, good, small, over)] == [False, True, False, False]
    assert small.on_file.endswith("$25,000 is less than $25,000.01")
    assert over.on_file.endswith("expired on 5/10/2028")
