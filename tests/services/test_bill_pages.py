"""The rows that a bill prints for a metered line: minimum, tiers with their rates, to the cent."""

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billlines import BillLine, MeterUse
from sewerdesk.domain.metering import Meter, MeterRole, Reading
from sewerdesk.domain.rates import ChargeCode, Metered, RateVersion, Tier
from sewerdesk.domain.rates.lines import VolumeStretch, metered_line

FORMULA = Metered(
    minimum=Decimal("62.50"),
    allowance=Decimal(5000),
    tiers=(
        Tier(Decimal(5000), Decimal(20000), Decimal("5.50")),
        Tier(Decimal(20000), Decimal(60000), Decimal("6.125")),
        Tier(Decimal(60000), None, Decimal("6.7525")),
    ),
)
VERSION = RateVersion(1, "MET", "USE", date(2020, 1, 1), "Sample Resolution 1", FORMULA)
USE = ChargeCode("USE", "Sewer use", "SS", "2120", 1)
METER = Meter(1, "48-1107", 7, Decimal(1))


def line_for(gallons: int) -> BillLine:
    previous = Reading(1, 1, date(2026, 9, 30), Decimal(0), "test")
    present = Reading(2, 1, date(2026, 12, 30), Decimal(gallons), "test")
    used = MeterUse(METER, MeterRole.MAIN, previous, present, Decimal(gallons))
    stretch = VolumeStretch(VERSION, Decimal(1), Decimal(gallons), days=1)
    return metered_line(USE, [stretch], meters=[used], period_days=1)


def test_print_each_tier_with_its_rate() -> None:
    # 15,000 gal x 5.50 = 82.50; 1,650 gal x 6.125 = 10.10625, the line 62.50 + 82.50 + 10.11
    assert charge_rows(line_for(21650)) == [
        ["Sewer use, minimum", "62.50", "5,000 gal included", ""],
        ["Sewer use, over 5,000 gal", "82.50", "15,000 gal", "5.50 per 1,000"],
        ["Sewer use, over 20,000 gal", "10.11", "1,650 gal", "6.125 per 1,000"],
    ]


def test_print_the_minimum_alone_for_no_use() -> None:
    assert charge_rows(line_for(0)) == [["Sewer use, minimum", "62.50", "5,000 gal included", ""]]


@given(st.integers(min_value=0, max_value=400_000))
def test_rows_come_to_the_line_for_every_use(gallons: int) -> None:
    line = line_for(gallons)
    assert sum((Decimal(row[1]) for row in charge_rows(line)), Decimal(0)) == line.amount
