"""Fees of an application: by schedule and day, paid by receipt, never silently zero (fault 121)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.fees import FeeLine, FeeRate, changed_fees, expected_fees, total_open
from sewerdesk.domain.law import Amendment, LawPack, ProjectKind
from tests.domain.counter_examples import hague

DAY = date(2027, 4, 12)
TAP_2025 = FeeRate("connection", Decimal(1500), date(2025, 1, 1), "Resolution 9 of 2025", date(2027, 4, 12))
TAP_2027 = FeeRate("connection", Decimal(1750), date(2027, 4, 12), "Resolution 21 of 2027")
TAP_INDUSTRIAL = replace(TAP_2027, class_key="industrial", amount=Decimal(4000))
INSPECTION = FeeRate("inspection", Decimal("75.50"), date(2020, 1, 1), "Resolution 3 of 2020")
SCHEDULE = (TAP_2025, TAP_2027, TAP_INDUSTRIAL, INSPECTION)


@pytest.fixture(scope="module")
def law() -> LawPack:
    return hague()


def fees(
    law: LawPack, schedule: tuple[FeeRate, ...], on: date = DAY, class_key: str = "standard"
) -> dict[str, FeeLine]:
    lines = expected_fees(law, schedule, project=ProjectKind.LATERAL, class_key=class_key, on=on)
    return {line.fee_key: line for line in lines}


def test_charge_what_the_schedule_says_on_the_day(law: LawPack) -> None:
    assert fees(law, SCHEDULE, date(2027, 4, 11))["connection"].amount == Decimal(1500)
    tap = fees(law, SCHEDULE)["connection"]
    assert (tap.amount, tap.authority) == (Decimal(1750), "Resolution 21 of 2027, from 4/12/2027")
    assert tap.citation == "§§201, 502"
    assert tap.sentence == "Connection charge (tap fee): $1,750 of $1,750 is unpaid."


def test_charge_the_class_its_own_fee(law: LawPack) -> None:
    industrial = fees(law, SCHEDULE, class_key="industrial")
    assert industrial["connection"].amount == Decimal(4000)
    assert industrial["inspection"].amount == Decimal("75.50")


def test_leave_a_fee_without_schedule_open_fault_121(law: LawPack) -> None:
    tap = fees(law, (INSPECTION,))["connection"]
    assert tap.amount is None
    assert not tap.is_settled
    assert tap.sentence == "Connection charge (tap fee): the fee schedule has no amount."


def test_take_the_amount_that_a_resolution_puts_into_the_law(law: LawPack) -> None:
    amended = law.with_amendments(
        [Amendment("fee.connection", date(2027, 1, 1), Decimal(1600), "Resolution 2 of 2027")]
    )
    tap = fees(amended, ())["connection"]
    assert (tap.amount, tap.authority) == (Decimal(1600), "Resolution 2 of 2027")


def test_settle_a_line_when_receipts_reach_its_amount(law: LawPack) -> None:
    tap = replace(fees(law, SCHEDULE)["connection"], paid=Decimal(1000), receipts=("REC-2027-0007",))
    assert (tap.open_amount, tap.is_settled) == (Decimal(750), False)
    paid = replace(tap, paid=Decimal(1750), receipts=("REC-2027-0007", "REC-2027-0009"))
    assert paid.is_settled
    assert paid.sentence == (
        "Connection charge (tap fee): $1,750 paid, receipt REC-2027-0007, REC-2027-0009."
    )


def test_owe_nothing_on_a_waived_line(law: LawPack) -> None:
    waived = replace(fees(law, SCHEDULE)["connection"], waived_reason="Resolution 30 of 2027")
    assert (waived.is_settled, waived.open_amount) == (True, Decimal(0))
    assert total_open([waived, fees(law, SCHEDULE)["inspection"]]) == Decimal("75.50")


def test_show_what_changes_when_the_class_changes(law: LawPack) -> None:
    old = [replace(line, paid=Decimal(1750)) for line in fees(law, SCHEDULE).values()]
    new = fees(law, SCHEDULE, class_key="industrial").values()
    assert changed_fees(old, new) == (
        "Connection charge (tap fee): $1,750 becomes $4,000; $1,750 is already paid.",
    )
