"""Kept lines and formulas read back as they were, through JSON."""

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.billcompare import line_facts
from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import (
    facts_from,
    line_from,
    line_record,
    line_text,
)
from sewerdesk.domain.metering import LowerAnswer, Meter, Reading, ReadingCode
from sewerdesk.domain.rates import Flat, Formula, Metered, PerUnit, Tier
from sewerdesk.domain.rates.records import formula_from, formula_record
from tests.support.billing_book import make_account, make_inputs

D = Decimal
LADDER = Metered(D("40.00"), D(5000), (Tier(D(5000), D(9000), D("5.5025")), Tier(D(9000), None, D(6))))


@pytest.mark.parametrize("formula", [PerUnit(D("62.5000")), Flat(D("48.125")), LADDER])
def test_read_back_formula(formula: Formula) -> None:
    assert formula_from(json.loads(json.dumps(formula_record(formula)))) == formula


def test_refuse_unknown_formula() -> None:
    with pytest.raises(ValueError, match="by the moon"):
        formula_from({"kind": "by the moon"})


def test_read_back_every_line_and_its_sentence() -> None:
    meter = Meter(7, "00047110", digits=4, multiplier=D(100))
    before = Reading(1, 7, date(2026, 3, 30), D("9875.5"), "readings.csv")
    after = Reading(2, 7, date(2026, 6, 29), D("0115"), "keyed", ReadingCode.ESTIMATED, LowerAnswer.ROLLOVER)
    accounts = (
        make_account(1, class_code="MET", meters=(meter,)),
        make_account(2, class_code="FLAT"),
        make_account(3, units="0.375", since=date(2026, 5, 5)),
    )
    run = compute_run(make_inputs(*accounts, readings={7: [before, after]}))
    lines = [line for bill in run.bills for line in bill.lines]
    assert len(lines) == 6
    for line in lines:
        back = line_from(json.loads(json.dumps(line_record(line))))
        assert back == line
        assert explain(back) == explain(line)
        assert facts_from(line_record(line)) == line_facts(line)


def test_print_charge_with_its_units_or_use() -> None:
    meter = Meter(7, "00047110", digits=6, multiplier=D(100))
    readings = [
        Reading(1, 7, date(2026, 3, 30), D("4875"), "keyed"),
        Reading(2, 7, date(2026, 6, 29), D("5115"), "keyed"),
    ]
    account = make_account(class_code="MET", meters=(meter,))
    run = compute_run(make_inputs(account, make_account(2, class_code="FLAT"), readings={7: readings}))
    assert [line_text(line) for bill in run.bills for line in bill.lines] == [
        "Operation and maintenance, 1.00 EDU",
        "Sewer use, 24,000 gal",
        "Debt service, 1.00 EDU",
        "Operation and maintenance",
    ]
    estimated = [readings[0], replace(readings[1], code=ReadingCode.ESTIMATED)]
    run = compute_run(make_inputs(account, readings={7: estimated}))
    assert line_text(run.bills[0].lines[1]) == "Sewer use, 24,000 gal, estimated"
