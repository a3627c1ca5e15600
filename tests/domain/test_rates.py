"""Rates: right amounts at, just under and just over every bound, and rates that must be refused."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates import (
    ChargeCode,
    Flat,
    Metered,
    NoRate,
    PerUnit,
    RateBook,
    RateVersion,
    Tier,
    metered_amount,
    validate_rates,
)

D = Decimal

# Minimum 40.00 with 5,000 gal; then 5.50 to 15,000 gal, 6.25 to 40,000 gal, 7.125 above, per 1,000 gal.
LADDER = Metered(
    minimum=D("40.00"),
    allowance=D(5000),
    tiers=(
        Tier(D(5000), D(15000), D("5.50")),
        Tier(D(15000), D(40000), D("6.25")),
        Tier(D(40000), None, D("7.125")),
    ),
)


def _version(
    version_id: int,
    formula: PerUnit | Flat | Metered,
    *,
    start: date,
    end: date | None = None,
    code: str = "OM",
) -> RateVersion:
    return RateVersion(version_id, "RES", code, start, f"Resolution {version_id}-2025", formula, end)


@pytest.mark.parametrize(
    ("gallons", "dollars"),
    [
        ("0", "40"),
        ("4999", "40"),
        ("5000", "40"),
        ("5001", "40.0055"),
        ("14999", "94.9945"),
        ("15000", "95"),
        ("15001", "95.00625"),
        ("39999", "251.24375"),
        ("40000", "251.25"),
        ("40001", "251.257125"),
        ("100000", "678.75"),
    ],
)
def test_price_metered_at_and_around_each_bound(gallons: str, dollars: str) -> None:
    assert metered_amount(LADDER, use=D(gallons), units=D(1)).total == D(dollars)


@pytest.mark.parametrize(("use", "dollars"), [(0, 0), (10, 20), (25, 85), (31, 137), (40, 245), (41, 260)])
def test_price_tiers_that_a_public_program_got_wrong(use: int, dollars: int) -> None:
    tiers = (
        Tier(D(0), D(10), D("2")),
        Tier(D(10), D(20), D("2.5")),
        Tier(D(20), D(30), D("8")),
        Tier(D(30), D(40), D("12")),
        Tier(D(40), None, D("15")),
    )
    formula = Metered(D(0), D(0), tiers, per=D(1))
    assert metered_amount(formula, use=D(use), units=D(1)).total == D(dollars)


def test_multiply_minimum_allowance_and_bounds_by_units() -> None:
    formula = Metered(D("40.00"), D(5000), LADDER.tiers, times_units=True)
    # Three units: minimum 120.00 with 15,000 gal, first tier to 45,000 gal: 1,000 gal x 5.50 = 5.50.
    amount = metered_amount(formula, use=D(16000), units=D(3))
    assert amount.allowance == D(15000)
    assert amount.total == D("125.50")


def test_sum_of_tier_parts_is_the_total() -> None:
    amount = metered_amount(LADDER, use=D(50000), units=D(1))
    assert [tier.quantity for tier in amount.tiers] == [D(10000), D(25000), D(10000)]
    assert [tier.amount for tier in amount.tiers] == [D("55.00"), D("156.25"), D("71.25")]
    assert amount.total == D("322.50")


def test_refuse_negative_use() -> None:
    with pytest.raises(ValueError, match="zero or more"):
        metered_amount(LADDER, use=D(-1), units=D(1))


@given(
    use=st.decimals(0, 500_000, places=1),
    more=st.decimals(0, 100_000, places=1),
    units=st.decimals("0.25", 12, places=2),
    by_units=st.booleans(),
)
def test_bill_never_falls_when_use_rises(use: Decimal, more: Decimal, units: Decimal, by_units: bool) -> None:
    formula = Metered(LADDER.minimum, LADDER.allowance, LADDER.tiers, times_units=by_units)
    low = metered_amount(formula, use=use, units=units)
    high = metered_amount(formula, use=use + more, units=units)
    assert low.minimum <= low.total <= high.total
    assert sum((t.quantity for t in high.tiers), D(0)) == max(D(0), use + more - high.allowance)


def test_find_the_rate_in_force_on_a_day() -> None:
    old = _version(1, PerUnit(D("60.00")), start=date(2025, 1, 1), end=date(2026, 7, 1))
    new = _version(2, PerUnit(D("62.50")), start=date(2026, 7, 1))
    book = RateBook((new, old), (ChargeCode("OM", "Operation and maintenance", "SS", "2120"),))
    assert book.rate_on(date(2026, 6, 30), class_code="RES", charge_code="OM") is old
    assert book.rate_on(date(2026, 7, 1), class_code="RES", charge_code="OM") is new


def test_no_rate_names_account_class_and_day() -> None:
    book = RateBook((_version(1, PerUnit(D(60)), start=date(2025, 1, 1)),), ())
    with pytest.raises(NoRate) as failure:
        book.rates_on(date(2024, 12, 31), class_code="RES", account="00001042")
    assert "00001042" in failure.value.message
    assert "class RES" in failure.value.message
    assert "12/31/2024" in failure.value.message
    with pytest.raises(NoRate, match="COM"):
        book.rate_on(date(2026, 1, 1), class_code="COM", charge_code="OM")


def test_refuse_a_charge_code_without_fund() -> None:
    with pytest.raises(UserError, match="DS"):
        RateBook((), ()).charge_code("DS")


def test_list_lines_in_order_of_application() -> None:
    codes = (ChargeCode("DS", "Debt service", "V", "2122", 2), ChargeCode("OM", "Operation", "SS", "2120", 1))
    versions = (
        _version(1, PerUnit(D(15)), start=date(2025, 1, 1), code="DS"),
        _version(2, PerUnit(D(60)), start=date(2025, 1, 1)),
    )
    book = RateBook(versions, codes)
    assert book.codes_of("RES") == ("OM", "DS")
    assert [v.version_id for v in book.rates_on(date(2026, 1, 1), class_code="RES")] == [2, 1]


def test_accept_sound_rates() -> None:
    assert not validate_rates(
        [
            _version(1, LADDER, start=date(2025, 1, 1), end=date(2026, 1, 1)),
            _version(2, LADDER, start=date(2026, 1, 1)),
            _version(3, Flat(D("4.5625")), start=date(2026, 1, 1), code="DS"),
        ]
    )


@pytest.mark.parametrize(
    ("tiers", "words"),
    [
        ((), "no tier"),
        ((Tier(D(5000), D(9000), D(5)),), "last tier stops at 9,000"),
        ((Tier(D(6000), None, D(5)),), "gap before tier 1"),
        ((Tier(D(4000), None, D(5)),), "tier 1 overlaps"),
        ((Tier(D(5000), D(9000), D(5)), Tier(D(9500), None, D(6))), "gap before tier 2"),
        ((Tier(D(5000), D(9000), D(5)), Tier(D(8500), None, D(6))), "tier 2 overlaps"),
        ((Tier(D(5000), D(4000), D(5)), Tier(D(4000), None, D(6))), "not above its start"),
        ((Tier(D(5000), None, D(5)), Tier(D(5000), None, D(6))), "not the last"),
        ((Tier(D(5000), None, D(-5)),), "price below zero"),
    ],
)
def test_refuse_unsound_tiers(tiers: tuple[Tier, ...], words: str) -> None:
    problems = validate_rates([_version(1, Metered(D(40), D(5000), tiers), start=date(2026, 1, 1))])
    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("first_end", "second_start", "words"),
    [
        (None, date(2026, 7, 1), "overlaps"),
        (date(2026, 7, 2), date(2026, 7, 1), "overlaps"),
        (date(2026, 6, 30), date(2026, 7, 1), "gap"),
        (date(2024, 1, 1), date(2026, 7, 1), "ends on or before"),
    ],
)
def test_refuse_versions_that_overlap_or_leave_gaps(
    first_end: date | None, second_start: date, words: str
) -> None:
    first = _version(1, PerUnit(D(60)), start=date(2025, 1, 1), end=first_end)
    problems = validate_rates([first, _version(2, PerUnit(D(62)), start=second_start)])
    assert any(words in problem for problem in problems)


def test_refuse_rate_without_authority_or_below_zero() -> None:
    bad = RateVersion(1, "RES", "OM", date(2026, 1, 1), " ", PerUnit(D(-1)))
    assert len(validate_rates([bad])) == 2


def test_refuse_bad_metered_figures() -> None:
    formula = Metered(D(-1), D(5000), (Tier(D(5000), None, D(5)),), per=D(0))
    assert len(validate_rates([_version(1, formula, start=date(2026, 1, 1))])) == 2
