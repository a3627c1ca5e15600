"""Billing runs: amounts worked by hand, one outcome for each open account, and a reason for each line."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billaccounts import AccountStatus, BillHold, StatusSpan
from sewerdesk.domain.billing import OutcomeKind, compute_run
from sewerdesk.domain.billlines import BillingPeriod, explain
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import (
    Installation,
    LowerAnswer,
    MeterRole,
    ReadingCode,
    ReadingIssue,
)
from sewerdesk.domain.money import to_cents
from sewerdesk.domain.rates import Metered, RateVersion, Tier, VolumeUnit
from tests.support.billing_book import (
    JUNE,
    MARCH,
    METER,
    OPENED,
    POLICY,
    RATES,
    amounts,
    make_account,
    make_inputs,
    read_on,
)

D = Decimal


def test_bill_the_worked_example() -> None:
    run = compute_run(
        make_inputs(make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, JUNE]})
    )
    assert amounts(run) == {"OM": "62.50", "USE": "104.50", "DS": "15.00"}
    (bill,) = run.bills
    assert bill.account == "00001042"
    assert bill.total == D("182.00")
    assert run.total == D("182.00")
    assert run.may_post
    metered = bill.lines[1].metered
    assert metered is not None
    assert metered.use == D(24000)
    assert [found.previous.reading_id for found in metered.meters] == [1]
    assert [found.present.reading_id for found in metered.meters] == [2]


def test_explain_each_line_of_the_worked_example() -> None:
    run = compute_run(
        make_inputs(make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, JUNE]})
    )
    (bill,) = run.bills
    assert [explain(line) for line in bill.lines] == [
        (
            "Operation and maintenance: 1.00 EDU × 62.50, 04/01/2026 to 06/30/2026, under "
            "Resolution 14-2025, which is "
            "62.50."
        ),
        (
            "Sewer use: meter 00047110 from 004875 on 03/30/2026 to 005115 on 06/29/2026 × 100, "
            "use 24,000 gal; minimum "
            "charge 0.00 including 5,000 gal, 19,000 gal × 5.50 per 1,000 gal = 104.50, under "
            "Resolution 15-2025, which "
            "is 104.50."
        ),
        "Debt service: 1.00 EDU × 15.00, 04/01/2026 to 06/30/2026, under Resolution 14-2025, which is 15.00.",
    ]


def test_refuse_period_that_ends_before_it_starts() -> None:
    with pytest.raises(UserError, match="2026 Q2"):
        BillingPeriod("2026 Q2", date(2026, 6, 30), date(2026, 4, 1))


def test_bill_minimum_for_zero_use() -> None:
    formula = Metered(D("40.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
    rates = (RateVersion(4, "MET", "USE", OPENED, "Resolution 15-2025", formula),)
    same = read_on(2, date(2026, 6, 29), "004875")
    run = compute_run(
        make_inputs(make_account(class_code="MET", meters=(METER,)), readings={7: [MARCH, same]}, rates=rates)
    )
    assert run.total == D("40.00")
    assert [finding.issue for finding in run.findings] == [ReadingIssue.ZERO]
    assert run.may_post


def test_hold_account_whose_reading_is_missing_or_lower() -> None:
    account = make_account(class_code="MET", meters=(METER,))
    missing = compute_run(make_inputs(account, readings={7: [MARCH]}))
    lower = compute_run(make_inputs(account, readings={7: [MARCH, read_on(2, date(2026, 6, 29), "000012")]}))
    unbased = compute_run(make_inputs(account, readings={7: [JUNE]}))
    for run, words in (
        (missing, "no reading from"),
        (lower, "is lower than"),
        (unbased, "no reading before"),
    ):
        (outcome,) = run.outcomes
        assert outcome.kind is OutcomeKind.HELD
        assert words in outcome.reason
        assert "00001042" in outcome.reason
        assert not run.blocking
        assert not run.may_post


def test_hold_account_with_two_readings_on_the_day() -> None:
    twin = read_on(3, JUNE.read_on, "005200")
    account = make_account(class_code="MET", meters=(METER,))
    (outcome,) = compute_run(make_inputs(account, readings={7: [MARCH, JUNE, twin]})).outcomes
    assert outcome.kind is OutcomeKind.HELD
    same = replace(twin, value=JUNE.value)
    assert compute_run(make_inputs(account, readings={7: [MARCH, JUNE, same]})).total == D("182.00")


def test_bill_rollover_once_answered() -> None:
    dial = replace(METER, digits=4)
    rolled = replace(read_on(2, date(2026, 6, 29), "0042"), answer=LowerAnswer.ROLLOVER)
    before = read_on(1, date(2026, 3, 30), "9987")
    account = make_account(class_code="MET", meters=(dial,))
    run = compute_run(make_inputs(account, readings={7: [before, rolled]}))
    # 55 counts = 5,500 gal; 500 gal over the allowance x 5.50 = 2.75.
    assert amounts(run)["USE"] == "2.75"
    assert "past its top" in explain(run.bills[0].lines[1])


def test_add_both_meters_after_change_out_and_take_off_deduct_meter() -> None:
    new, garden = replace(METER, meter_id=8, serial="00099"), replace(METER, meter_id=9, serial="D-1")
    account = replace(
        make_account(class_code="MET"),
        meters=(
            Installation(METER, OPENED, date(2026, 5, 4)),
            Installation(new, date(2026, 5, 4)),
            Installation(garden, OPENED, role=MeterRole.DEDUCT),
        ),
    )
    readings = {
        7: [MARCH, read_on(2, date(2026, 5, 4), "004975", code=ReadingCode.REMOVAL)],
        8: [
            read_on(3, date(2026, 5, 4), "0", meter=8, code=ReadingCode.INSTALL),
            read_on(4, date(2026, 6, 29), "150", meter=8),
        ],
        9: [read_on(5, date(2026, 3, 30), "10", meter=9), read_on(6, date(2026, 6, 29), "20", meter=9)],
    }
    run = compute_run(make_inputs(account, readings=readings))
    metered = run.bills[0].lines[1].metered
    assert metered is not None
    assert metered.use == D(24000)  # 10,000 old + 15,000 new - 1,000 garden
    del readings[9]
    (outcome,) = compute_run(make_inputs(account, readings=readings)).outcomes
    assert outcome.kind is OutcomeKind.HELD


def test_block_run_when_an_account_has_no_rate_units_class_or_meter() -> None:
    accounts = (
        make_account(1, class_code="MISSING"),
        make_account(2, unit_spans=()),
        replace(make_account(3), classes=()),
        make_account(4, class_code="MET"),
        replace(
            make_account(5, class_code="MET"),
            meters=(Installation(replace(METER, unit=VolumeUnit.CUBIC_FOOT), OPENED),),
        ),
        make_account(6),
    )
    run = compute_run(make_inputs(*accounts, readings={7: [MARCH, JUNE]}))
    assert [o.kind for o in run.outcomes] == [OutcomeKind.HELD] * 5 + [OutcomeKind.BILLED]
    assert len(run.blocking) == 5
    assert not run.may_post
    for account, finding in zip(accounts, run.blocking, strict=False):
        assert account.number in finding.sentence


def test_block_run_with_unsound_rates_and_warn_of_ended_charge() -> None:
    ended = replace(RATES[1], effective_to=date(2026, 5, 1))
    run = compute_run(make_inputs(make_account(), rates=(RATES[0], ended)))
    assert [finding.sentence for finding in run.findings if not finding.blocking] == [
        (
            "Charge DS of class RES ended on 05/01/2026 and is not billed after that day; enter "
            "the next rate if it was "
            "ended by mistake."
        )
    ]
    doubled = compute_run(make_inputs(make_account(), rates=(RATES[0], replace(RATES[0], version_id=8))))
    assert not doubled.may_post


def test_hold_skip_and_leave_out_with_reasons() -> None:
    seasonal = (StatusSpan(AccountStatus.SEASONAL, OPENED, None, "closed until May by request"),)
    gone = (StatusSpan(AccountStatus.INACTIVE, OPENED),)
    accounts = (
        make_account(1, holds=(BillHold("Dispute before the Board", date(2026, 6, 1)),)),
        make_account(2, holds=(BillHold("Old dispute", date(2026, 1, 1), date(2026, 6, 1)),)),
        make_account(3, statuses=seasonal),
        make_account(4, statuses=gone),
        make_account(5),
        make_account(6, since=date(2026, 7, 1)),
    )
    run = compute_run(make_inputs(*accounts, already_billed={5: "B-2026-0007"}))
    assert [(o.account_id, o.kind, o.reason) for o in run.outcomes] == [
        (1, OutcomeKind.HELD, "Dispute before the Board"),
        (2, OutcomeKind.BILLED, ""),
        (3, OutcomeKind.SKIPPED, "Not billed while seasonal: closed until May by request."),
        (5, OutcomeKind.SKIPPED, "Already billed for 2026 Q2 on bill B-2026-0007."),
    ]
    assert run.not_open == 2


def test_bill_only_days_after_opening() -> None:
    # Opened June 1: 30 of 91 days x 62.50 = 20.6044, x 15.00 = 4.9451.
    run = compute_run(make_inputs(make_account(since=date(2026, 6, 1))))
    assert amounts(run) == {"OM": "20.60", "DS": "4.95"}


def test_total_by_charge_code_and_class() -> None:
    accounts = (make_account(1), make_account(2, units="2.5"), make_account(3, class_code="FLAT"))
    run = compute_run(make_inputs(*accounts, balances={1: D("-10.00")}))
    assert [(t.code, t.fund, t.count, t.amount) for t in run.by_charge] == [
        ("OM", "SS", 3, D("266.88")),
        ("DS", "V", 2, D("52.50")),
    ]
    assert [(t.class_code, t.count, t.amount) for t in run.by_class] == [
        ("FLAT", 1, D("48.13")),
        ("RES", 2, D("271.25")),
    ]
    assert run.total == D("319.38")
    assert run.bills[0].total_due == D("67.50")


_DAYS = st.dates(date(2026, 2, 1), date(2026, 9, 1))


@given(
    facts=st.lists(
        st.tuples(
            st.sampled_from(list(AccountStatus)),
            _DAYS,
            st.decimals("0", 20, places=3),
            st.sampled_from(["RES", "MET", "FLAT", "NONE"]),
            st.booleans(),
        ),
        max_size=8,
    ),
    prorate=st.booleans(),
)
def test_give_each_open_account_exactly_one_outcome(
    facts: list[tuple[AccountStatus, date, Decimal, str, bool]], prorate: bool
) -> None:
    accounts = [
        make_account(
            number,
            class_code=class_code,
            units=str(units),
            statuses=(StatusSpan(status, OPENED, change), StatusSpan(AccountStatus.ACTIVE, change)),
            holds=(BillHold("hold", OPENED),) if held else (),
            meters=(replace(METER, meter_id=number),),
        )
        for number, (status, change, units, class_code, held) in enumerate(facts, start=1)
    ]
    policy = replace(POLICY, prorate_by_days=prorate)
    run = compute_run(make_inputs(*accounts, policy=policy))
    billed, held, skipped = (len(run.of_kind(kind)) for kind in OutcomeKind)
    assert billed + held + skipped + run.not_open == len(accounts)
    assert len({o.account_id for o in run.outcomes}) == len(run.outcomes)
    assert all(o.reason for o in run.outcomes if o.kind is not OutcomeKind.BILLED)
    assert all((o.bill is not None) == (o.kind is OutcomeKind.BILLED) for o in run.outcomes)
    for bill in run.bills:
        assert bill.total == sum((line.amount for line in bill.lines), D(0))
        assert all(to_cents(line.amount) >= 0 for line in bill.lines)
    assert run.total == sum((t.amount for t in run.by_charge), D(0))
    assert run.total == sum((t.amount for t in run.by_class), D(0))


def test_compute_three_thousand_accounts() -> None:
    accounts = [
        make_account(n, class_code="MET" if n % 3 == 0 else "RES", meters=(replace(METER, meter_id=n),))
        for n in range(1, 3001)
    ]
    readings = {n: [replace(MARCH, meter_id=n), replace(JUNE, meter_id=n)] for n in range(1, 3001)}
    inputs = make_inputs(*accounts, readings=readings)
    run = compute_run(inputs)
    assert len(run.bills) == 3000
    assert run.total == D("77.50") * 2000 + D("182.00") * 1000


def test_block_account_whose_only_rates_have_ended() -> None:
    run = compute_run(make_inputs(make_account(), rates=(replace(RATES[0], effective_to=date(2026, 1, 1)),)))
    assert "no rate is in force for class RES" in run.blocking[0].sentence
    assert run.outcomes[0].kind is OutcomeKind.HELD


def test_hold_account_whose_deduct_meter_used_more_than_the_main() -> None:
    garden = replace(METER, meter_id=9, serial="D-1")
    account = replace(
        make_account(class_code="MET"),
        meters=(Installation(METER, OPENED), Installation(garden, OPENED, role=MeterRole.DEDUCT)),
    )
    readings = {
        7: [MARCH, JUNE],
        9: [read_on(5, date(2026, 3, 30), "10", meter=9), read_on(6, date(2026, 6, 29), "900", meter=9)],
    }
    (outcome,) = compute_run(make_inputs(account, readings=readings)).outcomes
    assert outcome.kind is OutcomeKind.HELD
    assert "deduct meter used more" in outcome.reason
