"""Accounts of one class with one rate of any kind: the facts they are billed by, their run, the lines of its bill."""

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billcompare import line_facts
from sewerdesk.domain.billing import RunPreview, compute_run
from sewerdesk.domain.billlines import BillLine, explain
from sewerdesk.domain.billrecord import facts_from, line_from, line_record
from sewerdesk.domain.metering import Meter, Reading
from sewerdesk.domain.rates import (
    BasisKind,
    BasisSpan,
    Formula,
    RateVersion,
)
from tests.support.billing_book import OPENED, make_account, make_inputs

D = Decimal
BOARD = "Resolution 15-2025"
METER = Meter(7, "00047110", digits=6, multiplier=D(100))
READINGS = {
    7: [
        Reading(1, 7, date(2026, 3, 30), D(4875), "keyed"),
        Reading(2, 7, date(2026, 6, 29), D(5115), "keyed"),
    ]
}


def rate(formula: Formula, *, version_id: int = 50, code: str = "OM", **more: Any) -> RateVersion:
    """A rate of class X since long ago."""
    return RateVersion(version_id, "X", code, OPENED, BOARD, formula, **more)


def account(*basis: BasisSpan, **more: Any) -> BillableAccount:
    """An account of class X with facts on file."""
    return replace(make_account(class_code="X"), basis=basis, **more)


def fact(
    kind: BasisKind, quantity: str, detail: str = "", *, until: date | None = None, start: date = OPENED
) -> BasisSpan:
    """A fact on file with its source."""
    return BasisSpan(9, kind, D(quantity), start, until, detail, "survey of 2025")


def run(one: BillableAccount, *rates: RateVersion, **more: Any) -> RunPreview:
    """A run over one account."""
    return compute_run(make_inputs(one, rates=rates, readings=READINGS, **more))


def lines(preview: RunPreview) -> tuple[BillLine, ...]:
    """The lines of the only bill; each survives being kept, and explains itself the same."""
    assert [one.reason for one in preview.outcomes] == [""]
    for line in preview.bills[0].lines:
        back = line_from(json.loads(json.dumps(line_record(line))))
        assert back == line
        assert explain(back) == explain(line)
        assert facts_from(line_record(line)) == line_facts(line)
        assert sum((D(row[1]) for row in charge_rows(line)), D(0)) == line.amount
        for part in line.fixed:
            exact = part.units * part.price * part.days / (part.period_days * part.divisor)
            assert abs(exact - part.amount) < D("0.000000001")
    return preview.bills[0].lines
