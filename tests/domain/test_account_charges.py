"""Reduced rates of an account and its own charges: when they begin and end, and what is left to pay."""

from dataclasses import replace
from datetime import date
from typing import Any

from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import line_text
from sewerdesk.domain.rates import (
    AccountCharge,
    AccountChargeKind,
    BasisKind,
    Credit,
)
from tests.support.billing_book import RATES
from tests.support.rate_kinds import D, account, fact, lines, rate, run


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
