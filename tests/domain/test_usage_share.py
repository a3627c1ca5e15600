"""The part of the metered water that reaches the sewer (D-07)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.usage_share import SewerShare, SewerVolume, check_share, sewer_volume

D = Decimal
SHARE = SewerShare(
    "100-7",
    D(60),
    date(2027, 1, 1),
    approved_by="Town Board",
    approved_on=date(2026, 12, 8),
    reference="Resolution 41 of 2026",
    reason="goes into the product",
)


def _volume(*shares: SewerShare, metered: str = "90000") -> SewerVolume:
    return sewer_volume(
        shares,
        account="100-7",
        metered=D(metered),
        period_start=date(2027, 1, 1),
        period_end=date(2027, 3, 31),
    )


def test_bill_the_approved_part() -> None:
    """D-07: 60 percent of 90,000 gal is 54,000 gal, with the approval named."""
    found = _volume(SHARE)
    assert (found.percent, found.billed) == (D(60), D(54_000))
    assert "60 percent approved by Town Board, Resolution 41 of 2026" in found.sentence


def test_bill_everything_without_an_approval() -> None:
    """D-07: another account's percentage, or one that is over, does not count."""
    other = replace(SHARE, account="100-8")
    over = replace(SHARE, start=date(2026, 1, 1), until=date(2027, 1, 1))
    found = _volume(other, over)
    assert (found.percent, found.billed) == (D(100), D(90_000))
    assert found.sentence == "All 90,000 metered are billed; no other percentage was approved."


def test_spread_a_change_within_the_period_over_its_days() -> None:
    """D-07: January and February (59 days) whole, March (31 days) 60 percent.

    By hand: (59 x 100 + 31 x 60) / 90 = 7,760 / 90; 90,000 x 7,760 / 9,000 = 77,600 gal.
    """
    assert _volume(replace(SHARE, start=date(2027, 3, 1))).billed == D(77_600)


def test_refuse_two_percentages_for_one_day() -> None:
    with pytest.raises(RuleViolation, match="The percentage of account 100-7 has two values on 2/1/2027"):
        _volume(SHARE, replace(SHARE, start=date(2027, 2, 1), percent=D(50)))


def test_refuse_a_percentage_without_its_approval() -> None:
    bare = SewerShare("100-7", D(101), date(2027, 1, 1), " ", None, "", "", until=date(2027, 1, 2))
    with pytest.raises(FieldErrors) as caught:
        check_share(bare)
    assert set(caught.value.errors) == {"percent", "approved_by", "approved_on", "reference", "reason"}
    with pytest.raises(FieldErrors, match="must end after"):
        check_share(replace(SHARE, until=SHARE.start))
    with pytest.raises(FieldErrors):
        _volume(replace(SHARE, reference=""))


def test_refuse_a_period_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="a period has days"):
        sewer_volume(
            (), account="1", metered=D(1), period_start=date(2027, 2, 1), period_end=date(2027, 1, 1)
        )


@given(st.decimals(0, 100, places=1), st.decimals(0, 100_000, places=1), st.integers(0, 100))
def test_never_bill_more_than_the_meter_counted(percent: Decimal, metered: Decimal, day: int) -> None:
    start = date.fromordinal(date(2026, 12, 20).toordinal() + day)
    found = _volume(replace(SHARE, percent=percent, start=start), metered=str(metered))
    assert 0 <= found.billed <= metered
