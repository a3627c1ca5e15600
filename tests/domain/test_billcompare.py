"""The difference from the last quarter: each cause by itself, several together, the unexplained first."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import BillHold
from sewerdesk.domain.billcompare import Cause, LineFacts, PriorBill, group_by_cause, line_facts
from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.metering import Reading
from tests.support.billing_book import METER, make_account, make_inputs

D = Decimal
READINGS = {
    7: [
        Reading(1, 7, date(2026, 3, 30), D("4875"), "keyed"),
        Reading(2, 7, date(2026, 6, 29), D("5115"), "keyed"),
    ]
}


def _prior(account_id: int, *lines: LineFacts) -> PriorBill:
    return PriorBill(account_id, f"{1041 + account_id:08d}", f"B-{account_id}", lines)


def _om(amount: str, *, units: str = "1.00", version: int = 1) -> LineFacts:
    return LineFacts("OM", D(amount), D(units), (version,), None, (90, 90))


DS = LineFacts("DS", D("15.00"), D("1.00"), (2,), None, (90, 90))


def test_find_no_difference_between_equal_bills() -> None:
    assert not compute_run(make_inputs(make_account(), prior={1: _prior(1, _om("62.50"), DS)})).differences


def test_group_by_cause_with_the_unexplained_first() -> None:
    prior = {
        1: _prior(1, _om("60.00", version=0), DS),
        2: _prior(2, _om("125.00", units="2.00"), DS),
        4: _prior(4, _om("62.50"), DS),
        5: _prior(5, _om("61.00"), DS),
        6: _prior(6, replace(_om("31.25"), days=(45, 90)), replace(DS, amount=D("7.50"), days=(45, 90))),
        7: _prior(7, _om("62.50")),
        8: _prior(8, _om("62.50"), DS),
    }
    accounts = [make_account(n) for n in (1, 2, 3, 5, 6, 7)]
    accounts.append(make_account(8, holds=(BillHold("Dispute before the Board", date(2026, 6, 1)),)))
    groups = group_by_cause(compute_run(make_inputs(*accounts, prior=prior)).differences)
    assert [(g.cause, [d.account_id for d in g.differences], g.change) for g in groups] == [
        (Cause.UNEXPLAINED, [5], D("1.50")),
        (Cause.RATE_CHANGED, [7, 1], D("17.50")),
        (Cause.UNITS_CHANGED, [2], D("-62.50")),
        (Cause.DAYS_CHANGED, [6], D("38.75")),
        (Cause.NEW_ACCOUNT, [3], D("77.50")),
        (Cause.NOT_BILLED, [8], D("-77.50")),
        (Cause.ACCOUNT_GONE, [4], D("-77.50")),
    ]


def test_name_every_cause_of_one_account() -> None:
    account = make_account(class_code="MET", meters=(METER,))
    run = compute_run(make_inputs(account, readings=READINGS))
    facts = [line_facts(line) for line in run.bills[0].lines]
    assert facts[1].use == D(24000)
    changed = (
        replace(facts[0], amount=D("31.25"), units=D("0.50")),
        replace(facts[1], amount=D("49.50"), use=D(14000)),
        facts[2],
    )
    (difference,) = compute_run(
        make_inputs(account, readings=READINGS, prior={1: _prior(1, *changed)})
    ).differences
    assert difference.causes == (Cause.UNITS_CHANGED, Cause.USE_CHANGED)
    assert (difference.last, difference.now, difference.change) == (D("95.75"), D("182.00"), D("86.25"))
