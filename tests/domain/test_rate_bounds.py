"""Rates at their bounds: every day of a year, every tier, the half cent, and rates or codes that are not there."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billlines import BillingPeriod, LineKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.money import to_cents
from sewerdesk.domain.rates import (
    BasisKind,
    Flat,
    Metered,
    PerPerson,
    PerUnit,
    RateBook,
    RateVersion,
    SeasonKind,
    SeasonRule,
    Tier,
    metered_amount,
)
from tests.support.billing_book import make_account, make_inputs
from tests.support.rate_kinds import BOARD, D, account, fact, lines, rate, run


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
