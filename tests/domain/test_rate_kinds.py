"""Every kind of sewer rent, with amounts worked by hand, and the sentence that explains each line."""

import json
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billaccounts import BillableAccount, UnitSpan
from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billcompare import line_facts
from sewerdesk.domain.billing import OutcomeKind, RunPreview, compute_run
from sewerdesk.domain.billlines import BillingPeriod, BillLine, LineKind, explain
from sewerdesk.domain.billrecord import facts_from, line_from, line_record, line_text
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import Meter, Reading
from sewerdesk.domain.money import to_cents
from sewerdesk.domain.rates import (
    AccountCharge,
    AccountChargeKind,
    BasisKind,
    BasisSpan,
    BillShare,
    Credit,
    FixturePrice,
    Flat,
    Formula,
    FromWorksheet,
    Metered,
    MonthFactor,
    OtherBill,
    PerFixture,
    PerPerson,
    PerUnit,
    Place,
    RateBook,
    RateVersion,
    SeasonKind,
    SeasonRule,
    Tier,
    metered_amount,
)
from tests.support.billing_book import OPENED, RATES, make_account, make_inputs

D = Decimal
BOARD = "Resolution 15-2025"
METER = Meter(7, "00047110", digits=6, multiplier=D(100))
READINGS = {
    7: [
        Reading(1, 7, date(2026, 3, 30), D(4875), "keyed"),
        Reading(2, 7, date(2026, 6, 29), D(5115), "keyed"),
    ]
}


def rate(formula: Formula, *, version_id: int = 50, code: str = "OM", **more: Any) -> RateVersion:
    """A rate of class X since long ago."""
    return RateVersion(version_id, "X", code, OPENED, BOARD, formula, **more)


def account(*basis: BasisSpan, **more: Any) -> BillableAccount:
    """An account of class X with facts on file."""
    return replace(make_account(class_code="X"), basis=basis, **more)


def fact(
    kind: BasisKind, quantity: str, detail: str = "", *, until: date | None = None, start: date = OPENED
) -> BasisSpan:
    """A fact on file with its source."""
    return BasisSpan(9, kind, D(quantity), start, until, detail, "survey of 2025")


def run(one: BillableAccount, *rates: RateVersion, **more: Any) -> RunPreview:
    """A run over one account."""
    return compute_run(make_inputs(one, rates=rates, readings=READINGS, **more))


def lines(preview: RunPreview) -> tuple[BillLine, ...]:
    """The lines of the only bill; each survives being kept, and explains itself the same."""
    assert [one.reason for one in preview.outcomes] == [""]
    for line in preview.bills[0].lines:
        back = line_from(json.loads(json.dumps(line_record(line))))
        assert back == line
        assert explain(back) == explain(line)
        assert facts_from(line_record(line)) == line_facts(line)
        assert sum((D(row[1]) for row in charge_rows(line)), D(0)) == line.amount
        for part in line.fixed:
            exact = part.units * part.price * part.days / (part.period_days * part.divisor)
            assert abs(exact - part.amount) < D("0.000000001")
    return preview.bills[0].lines


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


def test_bill_by_persons_that_changed_in_the_quarter() -> None:
    # 3 persons for 61 of 91 days and 5 for 30: 12.50 x (3 x 61 + 5 x 30) / 91 = 45.7417… -> 45.74.
    change = date(2026, 6, 1)
    basis = (fact(BasisKind.PERSONS, "3", until=change), fact(BasisKind.PERSONS, "5", start=change))
    [line] = lines(run(account(*basis), rate(PerPerson(D("12.50")))))
    assert line.amount == D("45.74")
    assert "3 persons (survey of 2025) × 12.50 × 61 of 91 days" in explain(line)
    assert explain(line).endswith("The days are those of the period, with the first and the last.")


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


def test_take_off_a_reduced_rate_while_it_is_eligible() -> None:
    # 15 percent of 77.50 = 11.625 -> 11.63 off (half-up away from zero); of 62.50 alone 9.375 -> 9.38.
    base = (replace(RATES[0], class_code="X"), replace(RATES[1], class_code="X"))
    one = account(fact(BasisKind.ELIGIBLE, "1", "Senior", until=date(2027, 1, 1)))
    found = lines(run(one, *base, rate(Credit("senior", D(15)), code="USE")))
    assert [str(line.amount) for line in found] == ["62.50", "15.00", "-11.63"]
    assert explain(found[2]) == (
        "Sewer use: senior, eligible through 12/31/2026 (survey of 2025), 15 percent of 77.50 off, 04/01/2026 to "
        "06/30/2026, under Resolution 15-2025, which is -11.63."
    )
    found = lines(run(one, *base, rate(Credit("senior", D(15), off=("OM",)), code="USE")))
    assert found[2].amount == D("-9.38")
    assert run(one, *base, rate(Credit("senior", D(15)), code="USE")).total == D("65.87")


def test_end_a_reduced_rate_with_its_eligibility() -> None:
    # Eligible for 61 of 91 days: 77.50 x 15 percent x 61 / 91 = 7.7925… -> 7.79.
    base = (replace(RATES[0], class_code="X"), replace(RATES[1], class_code="X"))
    one = account(fact(BasisKind.ELIGIBLE, "1", "Senior", until=date(2026, 6, 1)))
    found = lines(run(one, *base, rate(Credit("senior", D(15)), code="USE")))
    assert found[2].amount == D("-7.79")
    gone = account(fact(BasisKind.ELIGIBLE, "1", "Senior", until=date(2026, 3, 31)))
    assert len(lines(run(gone, *base, rate(Credit("senior", D(15)), code="USE")))) == 2


def test_never_credit_more_than_the_charges() -> None:
    base = replace(RATES[1], class_code="X")  # 15.00
    one = account(fact(BasisKind.ELIGIBLE, "1", "Senior"))
    found = lines(run(one, base, rate(Credit("senior", amount=D(20)), code="USE")))
    assert [str(line.amount) for line in found] == ["15.00", "-15.00"]
    found = lines(run(one, base, rate(Credit("senior", amount=D("6.00")), code="USE")))
    assert found[1].amount == D("-6.00")


def charge(kind: AccountChargeKind, amount: str, **more: Any) -> AccountCharge:
    """A connection charge of the account."""
    start = date(2026, 4, 15)
    return AccountCharge(
        77, "DS", "Connection charge", kind, D(amount), start, authority="Agreement of 2026", **more
    )


def test_bill_installments_that_sum_to_the_whole() -> None:
    # 1,000.00 in 3: 333.34, 333.33, 333.33.
    base = replace(RATES[0], class_code="X")
    found = []
    for billed in range(4):
        one = account(charges=(charge(AccountChargeKind.INSTALLMENTS, "1000.00", count=3, billed=billed),))
        found.append(lines(run(one, base))[1:])
    assert [[str(line.amount) for line in part] for part in found] == [["333.34"], ["333.33"], ["333.33"], []]
    assert explain(found[1][0]) == (
        "Debt service: Connection charge, part 2 of 3, 333.33, under Agreement of 2026, which is 333.33."
    )
    assert found[0][0].version_ids == ()
    assert line_text(found[0][0]) == "Debt service, Connection charge, part 1 of 3"


def test_bill_a_charge_once_and_another_until_it_stops() -> None:
    base = replace(RATES[0], class_code="X")
    once = charge(AccountChargeKind.ONE_TIME, "45.00")
    monthly = replace(charge(AccountChargeKind.RECURRING, "10.00"), charge_id=78)
    stopped = replace(monthly, charge_id=79, until=date(2026, 4, 1))
    later = replace(monthly, charge_id=80, start=date(2026, 7, 1))
    found = lines(run(account(charges=(once, monthly, stopped, later)), base))
    assert [str(line.amount) for line in found] == ["62.50", "45.00", "10.00"]
    found = lines(run(account(charges=(replace(once, billed=1), replace(monthly, billed=9))), base))
    assert [str(line.amount) for line in found] == ["62.50", "10.00"]


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


@given(
    use=st.integers(0, 90_000),
    more=st.integers(0, 20_000),
    kind=st.sampled_from(SeasonKind),
    percent=st.sampled_from(["100", "125"]),
    average=st.integers(0, 40_000),
)
def test_the_bill_never_falls_when_use_rises_in_season(
    use: int, more: int, kind: SeasonKind, percent: str, average: int
) -> None:
    rule = SeasonRule(kind, (4,), D(percent))
    assert rule.billed(D(use), D(average)) <= rule.billed(D(use + more), D(average))


@given(
    change=st.integers(1, 90),
    units=st.decimals("0.25", 8, places=2),
    price=st.decimals(0, 500, places=3),
)
def test_parts_by_days_are_the_whole_for_every_kind(change: int, units: Decimal, price: Decimal) -> None:
    """faults b1/28: days above and below come from the same period, so a change that changes nothing costs nothing."""
    day = date(2026, 4, 1).fromordinal(date(2026, 4, 1).toordinal() + change)
    versions = (
        rate(PerPerson(price), effective_to=day),
        RateVersion(51, "X", "OM", day, BOARD, PerPerson(price)),
    )
    one = account(fact(BasisKind.PERSONS, str(units)))
    [split] = lines(run(one, *versions))
    [whole] = lines(run(one, rate(PerPerson(price))))
    assert split.amount == whole.amount
    assert to_cents(split.amount) >= 0


def test_fixed_and_volume_lines_know_which_they_are() -> None:
    """faults b1/29."""
    volume = {kind for kind in LineKind if kind.by_volume}
    assert volume == {LineKind.METERED}


def test_never_bill_a_rate_that_is_not_found_as_zero() -> None:
    """faults b1/2: no rate is an error that names the account, never 0."""
    preview = run(account(), replace(rate(Flat(D(9))), effective_to=date(2026, 1, 1)))
    assert preview.total == 0
    assert not preview.may_post
    assert "Account 00001042: no rate is in force for class X" in preview.blocking[0].sentence


def test_block_a_run_while_a_charge_code_that_ended_is_in_use() -> None:
    """faults b1/23: ending a code in use is said, not silently left off the bills."""
    inputs = make_inputs(make_account())
    codes = tuple(
        replace(code, ended_on=date(2026, 5, 31)) if code.code == "DS" else code
        for code in inputs.rates.charge_codes
    )
    preview = compute_run(replace(inputs, rates=RateBook(inputs.rates.versions, codes)))
    assert (
        "Charge code DS ended on 05/31/2026, but class RES still pays a rate" in preview.blocking[0].sentence
    )


def test_every_day_of_a_leap_year_splits_its_quarter_into_parts_that_are_the_whole() -> None:
    """faults b1/28: 366 days, quarters of 91 and 92 days; the same price on both sides costs what one price costs."""
    checked = 0
    for number in range(1, 5):
        quarter = Quarter(2028, number)
        period = BillingPeriod(quarter.code, quarter.start, quarter.end)
        whole = lines(run(account(), rate(PerUnit(D("62.505"))), period=period))[0]
        for step in range(quarter.days):
            day = quarter.start + timedelta(days=step)
            versions = (
                rate(PerUnit(D("62.505")), effective_to=day),
                RateVersion(51, "X", "OM", day, BOARD, PerUnit(D("62.505"))),
            )
            [line] = compute_run(make_inputs(account(), rates=versions, period=period)).bills[0].lines
            assert line.amount == whole.amount == D("62.51")
            assert sum(part.days for part in line.fixed) == quarter.days
            checked += 1
    assert checked == 366


@st.composite
def ladders(draw: st.DrawFn) -> Metered:
    """Tiers whose prices do not fall, of any bounds."""
    allowance = draw(st.integers(0, 9_000))
    bounds = sorted(draw(st.sets(st.integers(9_001, 90_000), max_size=4)))
    prices = sorted(draw(st.lists(st.decimals(0, 40, places=4), min_size=5, max_size=5)))
    floors = [D(allowance), *(D(bound) for bound in bounds)]
    tops: list[Decimal | None] = [D(bound) for bound in bounds]
    tiers = tuple(
        Tier(floor, top, price) for floor, top, price in zip(floors, [*tops, None], prices, strict=False)
    )
    return Metered(draw(st.decimals(0, 90, places=2)), D(allowance), tiers, times_units=draw(st.booleans()))


@given(ladder=ladders(), units=st.decimals("0.25", 6, places=2), days=st.integers(1, 92))
def test_the_charge_never_falls_at_just_under_and_just_over_every_bound(
    ladder: Metered, units: Decimal, days: int
) -> None:
    """faults b1/1 and b1/7: marginal tiers; nothing above the highest bound goes unbilled; decimals are kept."""
    times = units if ladder.times_units else D(1)
    bounds = {tier.over for tier in ladder.tiers} | {D(0), D(250_000)}
    marks = [bound * times * days / 92 for bound in bounds]
    near = (mark + step for mark in marks for step in (D("-0.1"), D(0), D("0.1")))
    uses = sorted(use for use in near if use >= 0)
    amounts = [metered_amount(ladder, use=use, units=units, days=days, period_days=92) for use in uses]
    assert all(low.total <= high.total for low, high in pairwise(amounts))
    for use, found in zip(uses, amounts, strict=True):
        priced = sum((tier.quantity for tier in found.tiers), D(0))
        assert abs(priced - max(D(0), use - found.allowance)) < D("1e-12")


@pytest.mark.parametrize(("price", "dollars"), [("0.004", "0.00"), ("0.005", "0.01"), ("62.505", "62.51")])
def test_round_half_up_to_the_cent_once_a_line(price: str, dollars: str) -> None:
    """faults b1/4."""
    preview = run(account(), rate(Flat(D(price))), rate(Flat(D(price)), version_id=51, code="DS"))
    assert [str(line.amount) for line in lines(preview)] == [dollars, dollars]
    assert preview.total == D(dollars) * 2
