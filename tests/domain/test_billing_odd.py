"""Runs over odd quarters: a class changed, use that no bill charged yet, and halves of a cent from shares of days."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import ClassSpan
from sewerdesk.domain.billing import OutcomeKind, compute_run
from sewerdesk.domain.metering import Installation, ReadingCode
from sewerdesk.domain.rates import Flat, Metered, PerUnit, RateVersion, Tier, metered_amount
from tests.support.billing_book import (
    JUNE,
    MARCH,
    METER,
    OPENED,
    POLICY,
    amounts,
    make_account,
    make_inputs,
    read_on,
)

D = Decimal


def test_bill_each_class_its_own_days_after_a_change_from_metered_to_flat() -> None:
    # The meter counted 19,000 gal over the whole allowance share; 46 of 91 days were metered, 45 were not.
    # OM 62.50 in both classes; DS 15.00 in both; USE: allowance 5,000 x 46 / 91 = 2,527.472… gal,
    # (24,000 - 2,527.472…) x 5.50 / 1,000 = 118.0989… -> 118.10.
    day = date(2026, 5, 17)
    account = replace(
        make_account(class_code="MET", meters=(METER,)),
        classes=(ClassSpan("MET", OPENED, day), ClassSpan("RES", day)),
    )
    run = compute_run(make_inputs(account, readings={7: [MARCH, JUNE]}))
    assert amounts(run) == {"OM": "62.50", "USE": "118.10", "DS": "15.00"}
    assert run.bills[0].class_code == "RES"
    assert "left class MET, which is billed by meter, after 05/16/2026" in run.findings[0].sentence


def test_bill_the_minimum_only_for_days_in_the_metered_class() -> None:
    # Flat 48.125 for 46 of 91 days = 24.3269… -> 24.33, then metered: minimum 40.00 x 45 / 91 = 19.78021… and
    # 5,000 x 45 / 91 = 2,472.527… gal included, (24,000 - 2,472.527…) x 5.50 / 1,000 = 118.4010… -> 138.18.
    formula = Metered(D("40.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
    rates = (
        RateVersion(4, "MET", "USE", OPENED, "Resolution 15-2025", formula),
        RateVersion(6, "FLAT", "OM", OPENED, "Resolution 16-2025", Flat(D("48.125"))),
    )
    day = date(2026, 5, 17)
    account = replace(
        make_account(meters=(METER,)), classes=(ClassSpan("FLAT", OPENED, day), ClassSpan("MET", day))
    )
    inputs = make_inputs(account, readings={7: [MARCH, JUNE]}, rates=rates)
    assert amounts(compute_run(inputs)) == {"OM": "24.33", "USE": "138.18"}
    whole = compute_run(replace(inputs, policy=replace(POLICY, prorate_by_days=False)))
    assert amounts(whole) == {"USE": "144.50"}  # 40.00 + 19,000 gal x 5.50 / 1,000


def test_round_half_up_what_parts_of_a_quarter_come_to() -> None:
    # 62.505 for 1, 29 and 61 of 91 days is 62.505, which goes up, whatever the last digits of the three parts are.
    first, second = date(2026, 4, 2), date(2026, 5, 1)
    rates = (
        RateVersion(1, "RES", "OM", OPENED, "Resolution 1-2020", PerUnit(D("62.505")), first),
        RateVersion(2, "RES", "OM", first, "Resolution 2-2026", PerUnit(D("62.505")), second),
        RateVersion(3, "RES", "OM", second, "Resolution 3-2026", PerUnit(D("62.505"))),
    )
    assert amounts(compute_run(make_inputs(make_account(), rates=rates))) == {"OM": "62.51"}


def test_round_half_up_a_minimum_for_one_day() -> None:
    # One of 90 days of 4.95 is 0.055.
    formula = Metered(D("4.95"), D(0), (Tier(D(0), None, D(1)),))
    share = metered_amount(formula, use=D(0), units=D(1), days=1, period_days=90)
    assert share.total == D("0.055")


def test_say_the_units_of_the_account_where_the_last_charge_is_flat() -> None:
    (bill,) = compute_run(make_inputs(make_account(class_code="FLAT", units="2.50"))).bills
    assert bill.lines[-1].units == D(1)
    assert bill.units == D("2.50")


def test_go_on_from_the_reading_that_was_billed_not_from_one_entered_late() -> None:
    # Billed through 4875 of April 1; the dial's 4880 of April 5 came in after that bill was posted.
    late = read_on(5, date(2026, 4, 5), "004880")
    inputs = make_inputs(make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, late, JUNE]})
    run = compute_run(replace(inputs, billed_to={(1, 7): MARCH}))
    metered = run.bills[0].lines[1].metered
    assert metered is not None
    assert (metered.meters[0].previous, metered.use) == (MARCH, D(24000))


def test_bill_a_meter_that_was_taken_out_while_its_account_was_on_hold() -> None:
    # Last billed 4600 on January 2; replaced on March 20 at 4700 while on hold; the new meter stood at 150 in June.
    winter = read_on(1, date(2026, 1, 2), "004600")
    new = replace(METER, meter_id=8, serial="00099")
    changed = date(2026, 3, 20)
    account = replace(
        make_account(class_code="MET"),
        meters=(Installation(METER, OPENED, changed), Installation(new, changed)),
    )
    readings = {
        7: [winter, read_on(2, changed, "004700", code=ReadingCode.REMOVAL)],
        8: [
            read_on(3, changed, "0", meter=8, code=ReadingCode.INSTALL),
            read_on(4, date(2026, 6, 29), "150", meter=8),
        ],
    }
    run = compute_run(replace(make_inputs(account, readings=readings), billed_to={(1, 7): winter}))
    metered = run.bills[0].lines[1].metered
    assert metered is not None
    assert metered.use == D(25000)  # 10,000 on the old dial and 15,000 on the new


def test_hold_a_bill_whose_use_a_later_quarter_has_charged() -> None:
    september = read_on(9, date(2026, 9, 29), "005300")
    inputs = make_inputs(
        make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, JUNE, september]}
    )
    (outcome,) = compute_run(replace(inputs, billed_to={(1, 7): september})).outcomes
    assert outcome.kind is OutcomeKind.HELD
    assert "use through 09/29/2026 is on a bill already" in outcome.reason


def test_bill_a_new_minimum_only_from_the_day_it_was_adopted() -> None:
    # Adopted for 46 of 91 days: 40.00 x 46 / 91 = 20.2197…; of the use 24,000 x 46 / 91 = 12,131.868… gal, of which
    # 5,000 x 46 / 91 = 2,527.472… are included: 9,604.395… x 5.50 / 1,000 = 52.8241… -> 73.04.
    formula = Metered(D("40.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
    rates = (RateVersion(4, "MET", "USE", date(2026, 5, 16), "Resolution 15-2026", formula),)
    inputs = make_inputs(
        make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, JUNE]}, rates=rates
    )
    assert amounts(compute_run(inputs)) == {"USE": "73.04"}
