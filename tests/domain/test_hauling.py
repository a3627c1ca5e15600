"""Waste brought by truck: licenses, loads, fees and totals (H-01 to H-05)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.hauling import (
    HaulerApplication,
    HaulerLicense,
    Load,
    Period,
    StatePermit,
    Suspension,
    application_gaps,
    license_last_day,
    license_standing,
    load_gaps,
    may_dump,
    rule_of,
    total_loads,
)
from sewerdesk.domain.law import LawPack
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import CALENDAR, altamont, dannemora, hague, lockport, silent_law

D = Decimal
ISSUED = date(2027, 3, 1)
LICENSE = HaulerLicense("H-1", "Fort Ann Septic", ISSUED, StatePermit("5A-123", date(2028, 6, 30)))
LOAD = Load(
    "L-7",
    "H-1",
    date(2027, 4, 15),
    source="septic tank, 12 Lake Road",
    gallons=D(1500),
    characteristics="septage",
    fee_due=D("90.00"),
    fee_paid=D("90.00"),
    paid_on=date(2027, 4, 15),
    receipt="R-2027-0041",
    at_set_place_and_time=True,
)


def _answer(license_: HaulerLicense, on: date) -> Answer:
    return license_standing(hague(), license_, CALENDAR, on=on).answer


def test_hold_a_license_for_its_year() -> None:
    """H-02 Hague (model): one year; from 3/1/2027 its last day is 3/1/2028."""
    assert license_last_day(hague(), LICENSE, CALENDAR) == date(2028, 3, 1)
    assert _answer(LICENSE, date(2027, 2, 28)) is Answer.NO
    assert _answer(LICENSE, ISSUED) is Answer.YES
    assert _answer(LICENSE, date(2028, 3, 1)) is Answer.YES
    assert _answer(LICENSE, date(2028, 3, 2)) is Answer.NO


def test_end_a_license_at_once_with_the_state_permit() -> None:
    """H-03: invalid immediately when the 6 NYCRR Part 364 permit lapses or is revoked, its own year or not."""
    short = replace(LICENSE, state_permit=StatePermit("5A-123", date(2027, 4, 14)))
    assert _answer(short, date(2027, 4, 14)) is Answer.YES
    found = license_standing(hague(), short, CALENDAR, on=date(2027, 4, 15))
    assert found.answer is Answer.NO
    assert [line.on_file for line in found.failing] == ["State permit 5A-123 runs to 4/14/2027."]
    assert "364" in found.failing[0].requirement
    revoked = replace(LICENSE, state_permit=StatePermit("5A-123", date(2028, 6, 30), date(2027, 4, 15)))
    assert _answer(revoked, date(2027, 4, 14)) is Answer.YES
    assert _answer(revoked, date(2027, 4, 15)) is Answer.NO


def test_refuse_a_license_without_a_state_permit() -> None:
    """H-03: none on file is none; one without its last day is for the officer."""
    assert _answer(replace(LICENSE, state_permit=None), ISSUED) is Answer.NO
    assert _answer(replace(LICENSE, state_permit=StatePermit(" ", None)), ISSUED) is Answer.NO
    assert _answer(replace(LICENSE, state_permit=StatePermit("5A-123", None)), ISSUED) is Answer.OFFICER


def test_end_a_license_with_a_false_statement() -> None:
    """H-03: a false statement invalidates from the day it is found."""
    false = replace(LICENSE, false_statement_on=date(2027, 5, 1))
    assert _answer(false, date(2027, 4, 30)) is Answer.YES
    assert _answer(false, date(2027, 5, 1)) is Answer.NO


def test_keep_suspended_and_revoked_licenses_out() -> None:
    """H-03: suspended from 5/1 until 6/1 (it holds again on 6/1); revoked for good."""
    held = replace(LICENSE, suspensions=(Suspension(date(2027, 5, 1), date(2027, 6, 1), "late fees"),))
    assert [_answer(held, date(2027, 5, day)) for day in (1, 31)] == [Answer.NO, Answer.NO]
    assert _answer(held, date(2027, 6, 1)) is Answer.YES
    told = license_standing(hague(), held, CALENDAR, on=date(2027, 5, 2)).failing[0].on_file
    assert told == "Suspended since 5/1/2027: late fees."
    assert _answer(replace(LICENSE, revoked_on=date(2027, 5, 1)), date(2027, 5, 1)) is Answer.NO


def test_dump_a_paid_and_recorded_load() -> None:
    """H-04: license, set place and time, fee paid before, record complete."""
    found = may_dump(hague(), LOAD, LICENSE, CALENDAR)
    assert found.answer is Answer.YES
    assert len(found.lines) == 4


@pytest.mark.parametrize(
    ("load", "reason"),
    [
        (replace(LOAD, fee_paid=D("89.99")), "$89.99 of $90.00 paid, receipt R-2027-0041."),
        (replace(LOAD, receipt=""), "$90.00 of $90.00 paid, no receipt."),
        (replace(LOAD, paid_on=date(2027, 4, 16)), "$90.00 of $90.00 paid, receipt R-2027-0041."),
        (replace(LOAD, at_set_place_and_time=False), "Not at the set place and time."),
        (replace(LOAD, license_number="H-2"), "No such license is on file."),
        (replace(LOAD, dumped_on=date(2028, 3, 2), paid_on=ISSUED), "Runs to 3/1/2028."),
        (replace(LOAD, source=""), "Enter where the load came from."),
        (replace(LOAD, gallons=D(0)), "Enter the gallons of the load, more than zero."),
        (
            replace(LOAD, industrial=True),
            "An industrial load needs the number of its waste-tracking form.",
        ),
    ],
)
def test_refuse_a_load(load: Load, reason: str) -> None:
    """H-04: a cent short, paid the day after, unrecorded, unlicensed: not dumped, with the reason."""
    found = may_dump(hague(), load, LICENSE, CALENDAR)
    assert found.answer is Answer.NO
    assert [line.on_file for line in found.failing] == [reason]


def test_leave_what_was_not_noted_to_the_officer() -> None:
    assert (
        may_dump(hague(), replace(LOAD, at_set_place_and_time=None), LICENSE, CALENDAR).answer
        is Answer.OFFICER
    )
    assert may_dump(hague(), replace(LOAD, fee_due=None), LICENSE, CALENDAR).answer is Answer.OFFICER
    assert may_dump(hague(), LOAD, None, CALENDAR).answer is Answer.NO


def test_take_a_free_load_without_a_receipt() -> None:
    free = replace(LOAD, fee_due=D(0), fee_paid=D(0), paid_on=None, receipt="")
    assert may_dump(hague(), free, LICENSE, CALENDAR).answer is Answer.YES


def test_name_every_gap_of_an_application() -> None:
    """H-01: owner of the vehicles, vehicles, State permit, yearly volume, service area."""
    bare = HaulerApplication("Fort Ann Septic", None, ("",), "", None, " ")
    assert len(application_gaps(bare)) == 5
    whole = HaulerApplication(
        "Fort Ann Septic", True, ("Mack, 7AB-123, white",), "5A-123", D(90_000), "Warren County"
    )
    assert application_gaps(whole) == ()
    assert load_gaps(LOAD) == ()


def test_add_up_by_day_and_year() -> None:
    """H-05: 1,500 + 1,000 gal on one day, 500 gal in December, 700 gal by another hauler."""
    loads = (
        LOAD,
        replace(LOAD, number="L-8", gallons=D(1000), fee_due=D("60.00"), fee_paid=D(0)),
        replace(
            LOAD, number="L-9", dumped_on=date(2027, 12, 31), gallons=D(500), fee_due=None, fee_paid=D(0)
        ),
        replace(LOAD, number="L-1", license_number="H-0", gallons=D(700)),
    )
    years = total_loads(loads, by=Period.YEAR)
    assert [(row.license_number, row.loads, row.gallons) for row in years] == [
        ("H-0", 1, D(700)),
        ("H-1", 3, D(3000)),
    ]
    assert (years[1].fees_due, years[1].fees_paid) == (D("150.00"), D("90.00"))
    days = total_loads(loads, by=Period.DAY)
    assert [(row.first_day, row.gallons) for row in days if row.license_number == "H-1"] == [
        (date(2027, 4, 15), D(2500)),
        (date(2027, 12, 31), D(500)),
    ]
    with pytest.raises(UserError, match="Load L-7 of 4/15/2027 has no gallons"):
        total_loads([replace(LOAD, gallons=None)], by=Period.DAY)


@pytest.mark.parametrize("law", [lockport(), dannemora()], ids=lambda law: law.code)
def test_leave_licenses_to_the_officer_where_the_law_is_silent(law: LawPack) -> None:
    """H-05 Lockport and Dannemora: their texts count holding-tank waste as indirect discharge, and say no more."""
    definition = rule_of(law, "definition")
    assert definition is not None
    assert "indirect discharge" in definition.sentence
    assert license_standing(law, LICENSE, CALENDAR, on=ISSUED).answer is Answer.OFFICER
    found = may_dump(law, LOAD, LICENSE, CALENDAR)
    assert found.answer is Answer.OFFICER
    assert "does not say who may bring waste by truck" in found.lines[0].requirement


@pytest.mark.parametrize(
    ("left_out", "sure"),
    [
        ("term", False),
        ("state_permit", False),
        ("place", False),
        ("fee", False),
        ("false_statement", True),  # nothing false was found, so nothing is to decide
        ("revocation", True),
        ("load_record", True),  # the record is the office's own
    ],
)
def test_leave_a_missing_rule_to_the_officer(left_out: str, sure: bool) -> None:
    law = hague()
    bare = replace(law, hauling_rules=tuple(row for row in law.hauling_rules if row.key != left_out))
    assert may_dump(bare, LOAD, LICENSE, CALENDAR).answer is (Answer.YES if sure else Answer.OFFICER)
    false = replace(LICENSE, false_statement_on=ISSUED)
    expected = Answer.OFFICER if left_out == "false_statement" else Answer.NO
    assert license_standing(bare, false, CALENDAR, on=ISSUED).answer is expected


def test_hold_altamonts_model_rules_too() -> None:
    """H-01 to H-04 Altamont: the model's rules, to be confirmed."""
    assert may_dump(altamont(), LOAD, LICENSE, CALENDAR).answer is Answer.YES
    assert may_dump(silent_law(), LOAD, LICENSE, CALENDAR).answer is Answer.OFFICER


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 5000)), max_size=20))
def test_lose_no_gallon_in_the_totals(rows: list[tuple[int, int]]) -> None:
    loads = [
        replace(LOAD, dumped_on=date.fromordinal(ISSUED.toordinal() + day), gallons=D(gallons))
        for day, gallons in rows
    ]
    for by in Period:
        totals = total_loads(loads, by=by)
        assert sum((row.gallons for row in totals), D(0)) == sum(gallons for _, gallons in rows)
        assert sum(row.loads for row in totals) == len(rows)
