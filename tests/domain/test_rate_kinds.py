"""Every kind of sewer rent, with amounts worked by hand, and the sentence that explains each line."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.domain.billaccounts import UnitSpan
from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billlines import BillingPeriod, LineKind, explain
from sewerdesk.domain.billrecord import line_text
from sewerdesk.domain.rates import (
    BasisKind,
    BillShare,
    Credit,
    FixturePrice,
    Formula,
    FromWorksheet,
    Metered,
    MonthFactor,
    OtherBill,
    PerFixture,
    PerPerson,
    PerUnit,
    Place,
    RateVersion,
    SeasonKind,
    SeasonRule,
    Tier,
)
from tests.support.billing_book import OPENED, POLICY, make_account
from tests.support.rate_kinds import METER, D, account, fact, lines, rate, run


def test_bill_by_persons() -> None:
    [line] = lines(run(account(fact(BasisKind.PERSONS, "3")), rate(PerPerson(D("12.50")))))
    assert (line.amount, line.kind, line_text(line)) == (
        D("37.50"),
        LineKind.PER_PERSON,
        "Operation and maintenance, 3 persons",
    )
    assert explain(line) == (
        "Operation and maintenance: 3 persons (survey of 2025) × 12.50, 04/01/2026 to 06/30/2026, under "
        "Resolution 15-2025, which is 37.50."
    )


def test_bill_one_person_as_one() -> None:
    [line] = lines(run(account(fact(BasisKind.PERSONS, "1")), rate(PerPerson(D("12.50")))))
    assert line_text(line) == "Operation and maintenance, 1 person"
    assert explain(line).startswith("Operation and maintenance: 1 person (survey of 2025) × 12.50, ")
    assert charge_rows(line) == [["Operation and maintenance", "12.50", "1 person", "12.50"]]


def test_bill_by_persons_that_changed_in_the_quarter() -> None:
    # 3 persons for 61 of 91 days and 5 for 30: 12.50 x (3 x 61 + 5 x 30) / 91 = 45.7417… -> 45.74.
    change = date(2026, 6, 1)
    basis = (fact(BasisKind.PERSONS, "3", until=change), fact(BasisKind.PERSONS, "5", start=change))
    [line] = lines(run(account(*basis), rate(PerPerson(D("12.50")))))
    assert line.amount == D("45.74")
    assert "3 persons (survey of 2025) × 12.50 × 61 of 91 days" in explain(line)
    assert explain(line).endswith("The days are those of the period, with the first and the last.")


def test_bill_by_persons_of_the_last_day_without_proration() -> None:
    """3 persons until May 16 and 5 from then on are 5 x 10.00; an account opened on May 1 with 2 is 2 x 10.00.

    Who lost its reduced rate on May 16 has none of it for the quarter: 50.00 whole.
    """
    change, whole = date(2026, 5, 16), replace(POLICY, prorate_by_days=False)
    basis = (
        fact(BasisKind.PERSONS, "3", until=change),
        fact(BasisKind.PERSONS, "5", start=change),
        fact(BasisKind.ELIGIBLE, "1", "seniors", until=change),
    )
    rates = (rate(PerPerson(D(10))), rate(Credit("seniors", percent=D(50)), version_id=51, code="DS"))
    [line] = lines(run(account(*basis), *rates, policy=whole))
    assert line.amount == D("50.00")
    opened = date(2026, 5, 1)
    late = replace(
        make_account(class_code="X", since=opened), basis=(fact(BasisKind.PERSONS, "2", start=opened),)
    )
    [line] = lines(run(late, *rates, policy=whole))
    assert line.amount == D("20.00")


def test_bill_by_plumbing_fixtures() -> None:
    # 2 x 9.25 + 3 x 4.10 + 1 x 0 (hose bib priced at zero) = 30.80.
    prices = PerFixture(
        (
            FixturePrice("Water closet", D("9.25")),
            FixturePrice("Lavatory", D("4.10")),
            FixturePrice("Hose bib", D(0)),
        )
    )
    basis = (
        fact(BasisKind.FIXTURES, "2", "water closet"),
        fact(BasisKind.FIXTURES, "3", "Lavatory"),
        fact(BasisKind.FIXTURES, "1", "hose bib"),
    )
    [line] = lines(run(account(*basis), rate(prices)))
    assert line.amount == D("30.80")
    assert "2 water closet (survey of 2025) × 9.25" in explain(line)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (PerPerson(D(12)), "the number of persons served"),
        (PerFixture((FixturePrice("Lavatory", D(4)),)), "its plumbing fixtures"),
        (FromWorksheet(), "a surcharge worksheet"),
        (BillShare("water", D("0.85")), "none is entered for 2026 Q2"),
    ],
)
def test_refuse_to_bill_without_the_fact_and_name_the_account(formula: Formula, words: str) -> None:
    preview = run(account(), rate(formula))
    assert not preview.may_post
    [finding] = preview.blocking
    assert "00001042" in finding.sentence
    assert words in finding.sentence


def test_refuse_a_fixture_without_a_price() -> None:
    preview = run(
        account(fact(BasisKind.FIXTURES, "1", "urinal")), rate(PerFixture((FixturePrice("Lavatory", D(4)),)))
    )
    assert "Account 00001042 has the fixture “urinal”" in preview.blocking[0].sentence


def water(amount: str, on: date, use: str | None = None) -> OtherBill:
    """A water bill of the period."""
    return OtherBill(
        3, "water", "2026 Q2", on, D(amount), None if use is None else D(use), source="water office list"
    )


APRIL_OCTOBER = BillShare("water", by_month=(MonthFactor(4, D("1.8")), MonthFactor(10, D("1.5"))))


@pytest.mark.parametrize(("amount", "dollars"), [("52.40", "94.32"), ("0.00", "0.00"), ("41.03", "73.85")])
def test_bill_a_multiple_of_the_april_water_bill(amount: str, dollars: str) -> None:
    # 52.40 x 1.8 = 94.32; 41.03 x 1.8 = 73.854.
    [line] = lines(run(account(other_bills=(water(amount, date(2026, 4, 3)),)), rate(APRIL_OCTOBER)))
    assert line.amount == D(dollars)
    assert f"water bill of 04/03/2026: {amount} (water office list) × 1.8" in explain(line)


def test_bill_the_multiple_of_october_in_october_and_nothing_in_between() -> None:
    fall = BillingPeriod("2026 Q4", date(2026, 10, 1), date(2026, 12, 31))
    one = account(other_bills=(replace(water("52.40", date(2026, 10, 2)), period="2026 Q4"),))
    [line] = lines(run(one, rate(APRIL_OCTOBER), period=fall))
    assert line.amount == D("78.60")


def test_skip_an_account_for_which_nothing_is_due_in_the_quarter() -> None:
    summer = BillingPeriod("2026 Q3", date(2026, 7, 1), date(2026, 9, 30))
    adder = rate(PerUnit(D("100.00")), version_id=51, code="DS", months=(4, 10))
    preview = run(account(), rate(APRIL_OCTOBER), adder, period=summer)
    assert [(one.kind, one.reason) for one in preview.outcomes] == [
        (OutcomeKind.SKIPPED, "Its rates are billed in other months; nothing is due in 2026 Q3.")
    ]
    found = lines(run(account(other_bills=(water("52.40", date(2026, 4, 3)),)), rate(APRIL_OCTOBER), adder))
    assert [str(line.amount) for line in found] == ["94.32", "100.00"]


@pytest.mark.parametrize(("use", "dollars"), [("4999", "26.20"), ("5000", "26.20"), ("5001", "44.54")])
def test_bill_low_users_another_percent(use: str, dollars: str) -> None:
    # 85 percent of 52.40 = 44.54; through 5,000 gal 50 percent = 26.20.
    formula = BillShare("water", D("0.85"), low_use=D(5000), low_factor=D("0.5"))
    [line] = lines(run(account(other_bills=(water("52.40", date(2026, 6, 30), use),)), rate(formula)))
    assert line.amount == D(dollars)


def test_bill_at_least_the_minimum_of_a_share() -> None:
    formula = BillShare("water", D("0.85"), minimum=D("20.00"))
    [line] = lines(run(account(other_bills=(water("0.00", date(2026, 6, 30)),)), rate(formula)))
    assert line.amount == D("20.00")
    assert "the minimum of 20.00" in explain(line)


def test_refuse_a_water_bill_of_a_month_without_a_factor() -> None:
    preview = run(account(other_bills=(water("52.40", date(2026, 5, 3)),)), rate(APRIL_OCTOBER))
    assert "Account 00001042: the water bill of 05/03/2026 falls in a month" in preview.blocking[0].sentence


def test_bill_a_quarter_of_the_yearly_surcharge() -> None:
    # 1,234.57 / 4 = 308.6425.
    [line] = lines(run(account(fact(BasisKind.WORKSHEET, "1234.57", "surcharge")), rate(FromWorksheet())))
    assert line.amount == D("308.64")
    assert "1,234.57 a year by the worksheet (survey of 2025) ÷ 4" in explain(line)


def season(kind: SeasonKind, percent: str = "100") -> Metered:
    """5.50 per 1,000 gal over 5,000; quarters that begin in April or July are in season."""
    return Metered(
        D(0), D(5000), (Tier(D(5000), None, D("5.50")),), season=SeasonRule(kind, (4, 7), D(percent))
    )


@pytest.mark.parametrize(
    ("kind", "percent", "average", "dollars"),
    [
        (SeasonKind.CAP, "100", "20000", "82.50"),  # 24,000 used, 20,000 billed: 15,000 over x 5.50
        (SeasonKind.CAP, "110", "20000", "93.50"),  # 22,000 billed
        (SeasonKind.CAP, "100", "30000", "104.50"),  # less used than the average: 24,000 billed
        (SeasonKind.AVERAGE, "100", "30000", "137.50"),  # the average counts, whatever was used
    ],
)
def test_bill_the_off_season_average(kind: SeasonKind, percent: str, average: str, dollars: str) -> None:
    one = account(fact(BasisKind.OFF_SEASON, average), meters=make_account(meters=(METER,)).meters)
    [line] = lines(run(one, rate(season(kind, percent))))
    assert line.amount == D(dollars)
    assert line.use == D(24000)
    assert ("off-season average" in explain(line)) is (dollars != "104.50")


def test_bill_the_metered_use_out_of_season_and_ask_for_the_average_in_it() -> None:
    one = account(meters=make_account(meters=(METER,)).meters)
    out = replace(season(SeasonKind.CAP), season=SeasonRule(SeasonKind.CAP, (7,)))
    [line] = lines(run(one, rate(out)))
    assert line.amount == D("104.50")
    preview = run(one, rate(season(SeasonKind.CAP)))
    assert "Account 00001042 is billed by its off-season use" in preview.blocking[0].sentence


def test_share_the_use_by_days_where_the_metered_rate_changes() -> None:
    # 24,000 gal over 91 days; 45 days by the old rate: use 11,868.13…, allowance 2,472.53…, 9,395.60… x 5.50 = 51.6758…
    # 46 days by the new one: use 12,131.87…, allowance 2,527.47…, 9,604.40… x 6.00 = 57.6264… Sum 109.3022… -> 109.30.
    change = date(2026, 5, 16)
    old = Metered(D(0), D(5000), (Tier(D(5000), None, D("5.50")),))
    new = Metered(D(0), D(5000), (Tier(D(5000), None, D("6.00")),))
    one = account(meters=make_account(meters=(METER,)).meters)
    versions = (
        rate(old, effective_to=change),
        RateVersion(51, "X", "OM", change, "Resolution 3-2026", new),
    )
    [line] = lines(run(one, *versions))
    assert line.amount == D("109.30")
    assert line.use == D(24000)
    assert [part.days for part in line.volumes] == [45, 46]
    assert sum((part.use for part in line.volumes), D(0)) == D(24000)
    assert line.version_ids == (50, 51)
    assert "The use is shared by days." in explain(line)
    # The same rate on both sides is the whole quarter's charge.
    same = (versions[0], replace(versions[1], formula=old))
    assert lines(run(one, *same))[0].amount == D("104.50")


def test_multiply_tiers_by_units_that_changed_in_the_quarter() -> None:
    # 1 unit for 61 days, 2 for 30: allowance (5,000 x 61 + 10,000 x 30) / 91 = 6,648.35… of 24,000 gal, by days:
    # 61 days: 16,087.91… - 3,351.65… = 12,736.26…; 30 days: 7,912.09… - 3,296.70… = 4,615.38…; x 5.50 = 95.4341…
    formula = Metered(D(0), D(5000), (Tier(D(5000), None, D("5.50")),), times_units=True)
    change = date(2026, 6, 1)
    one = account(
        meters=make_account(meters=(METER,)).meters,
        units=(UnitSpan(D(1), OPENED, change), UnitSpan(D(2), change)),
    )
    [line] = lines(run(one, rate(formula)))
    assert line.amount == D("95.43")
    assert line.units == D(2)


@pytest.mark.parametrize("code", ["OM", "USE"])
def test_ask_about_an_active_account_with_no_units(code: str) -> None:
    """An active account with 0 units asks instead of billing 0.00."""
    metered = Metered(D(40), D(5000), (Tier(D(5000), None, D("5.50")),), times_units=True)
    formula: Formula = PerUnit(D("62.50")) if code == "OM" else metered
    one = account(units=(UnitSpan(D(0), OPENED),), meters=make_account(meters=(METER,)).meters)
    preview = run(one, rate(formula, code=code))
    [outcome] = preview.outcomes
    assert outcome.kind is OutcomeKind.HELD
    assert "has 0 units on 04/01/2026" in outcome.reason
    assert not preview.blocking


def test_prefer_the_rate_of_the_segment_then_of_the_district() -> None:
    general = rate(PerUnit(D("60.00")))
    district = rate(PerUnit(D("70.00")), version_id=51, district="Sewer District 2")
    segment = replace(
        rate(PerUnit(D("80.00")), version_id=52, segment="North pump station"),
        effective_from=date(2026, 5, 16),
    )
    rates = (general, district, segment)
    assert lines(run(account(), *rates))[0].amount == D("60.00")
    there = account(place=Place("Sewer District 2"))
    assert lines(run(there, *rates))[0].amount == D("70.00")
    # 45 days at 70.00 until the segment's rate begins, 46 at 80.00: 75.0549… -> 75.05.
    both = account(place=Place("Sewer District 2", "North pump station"))
    line = lines(run(both, *rates))[0]
    assert (line.amount, line.version_ids) == (D("75.05"), (51, 52))
