"""What posted bills say to the next run: what was charged, which days and which readings are billed already."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine
from sewerdesk.data.models.meter import MeterInstallation
from sewerdesk.data.queries.runs import REGULAR, is_quarterly
from sewerdesk.domain.billcompare import LineFacts, PriorBill
from sewerdesk.domain.billlines import ONE_DAY, LineRefs
from sewerdesk.domain.billrecord import dials_from, facts_from, readings_from, refs_from
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import Reading

SERVICE = "sewer"
_ASKED_AT_ONCE = 500

BilledTo = dict[tuple[int, int], Reading]
"""The last reading that a live bill charged, by account and meter."""


@dataclass(frozen=True, slots=True)
class PostedBills:
    """The live regular bills of a quarter, and the last reading of each meter that they charged."""

    bills: Mapping[int, PriorBill]
    readings: BilledTo


def _is_single() -> ColumnElement[bool]:
    """That a bill is no quarter's own; the literal lets the database use the index of these few."""
    return Bill.kind != literal_column("'regular'")


def _posted_bills(
    session: Session, period: str, *, run_id: int | None = None, only: int | None = None
) -> PostedBills:
    """Bills of a quarter as posted, of one run or one account where these are given."""
    b, line, a = Bill, BillLine, Account
    chosen = (b.period == period, b.kind == REGULAR, b.live.is_(True))
    rows = session.execute(
        select(b.account_id, a.number, b.number, b.class_code, line.inputs)
        .join(b, b.id == line.bill_id)
        .join(a, a.id == b.account_id)
        .where(*chosen, *(() if run_id is None else (b.run_id == run_id,)))
        .where(*(() if only is None else (b.account_id == only,)))
        .order_by(line.bill_id, line.line_no)
    )
    heads: dict[int, tuple[Any, ...]] = {}
    lines: dict[int, list[LineFacts]] = {}
    dials: dict[int, dict[int, tuple[str, str]]] = {}
    readings: BilledTo = {}
    for account_id, account, number, class_code, inputs in rows:
        heads.setdefault(account_id, (account, number, class_code))
        lines.setdefault(account_id, []).append(facts_from(inputs))
        if "metered" in inputs:
            dials.setdefault(account_id, {}).update(dials_from(inputs))
            _note_latest(readings, account_id, readings_from(inputs))
    bills = {
        account_id: PriorBill(
            account_id, account, number, tuple(lines[account_id]), class_code, dials.get(account_id, {})
        )
        for account_id, (account, number, class_code) in heads.items()
    }
    return PostedBills(bills, readings)


def _billed_to(session: Session, quarter: Quarter, last: PostedBills) -> BilledTo:
    """The last reading of each meter that a live bill charged, whatever quarter the bill was for.

    Nearly all come from the quarter before, a few from bills beside the runs. Meters whose account was not billed then
    are looked up in its older bills, and where later quarters were billed already all their bills are looked at.
    """
    found = dict(last.readings)
    later = select(BillingRun.period).where(BillingRun.period > quarter.code, is_quarterly()).distinct()
    for period in session.scalars(later).all():
        _note_all(found, _posted_bills(session, period).readings)
    installed = session.execute(select(MeterInstallation.account_id, MeterInstallation.meter_id))
    # Told before the bills beside the runs are noted: an old one of these must not hide a newer regular bill.
    others = sorted({account_id for account_id, meter_id in installed if (account_id, meter_id) not in found})
    _note_lines(session, found, _is_single())
    for start in range(0, len(others), _ASKED_AT_ONCE):
        asked = Bill.account_id.in_(others[start : start + _ASKED_AT_ONCE])
        _note_lines(session, found, asked & (Bill.period != quarter.code))
    return found


def _billed_before(session: Session, account_id: int, day: date) -> BilledTo:
    """The last reading of each meter of an account that live bills of days before ``day`` charged."""
    found: BilledTo = {}
    _note_lines(session, found, (Bill.account_id == account_id) & (Bill.period_from < day))
    return found


def _note_lines(session: Session, found: BilledTo, condition: ColumnElement[bool]) -> None:
    rows = session.execute(
        select(Bill.account_id, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.live.is_(True), Bill.usage.is_not(None), condition)
    )
    for account_id, inputs in rows:
        _note_latest(found, account_id, readings_from(inputs))


def _note_latest(found: BilledTo, account_id: int, readings: Iterable[Reading]) -> None:
    for reading in readings:
        known = found.get((account_id, reading.meter_id))
        if known is None or (reading.read_on, reading.reading_id) > (known.read_on, known.reading_id):
            found[account_id, reading.meter_id] = reading


def _note_all(found: BilledTo, others: BilledTo) -> None:
    for (account_id, _), reading in others.items():
        _note_latest(found, account_id, (reading,))


def _already_billed(session: Session, quarter: Quarter) -> dict[int, str]:
    """The bill of each account for which nothing of a quarter is left to bill."""
    rows = session.execute(
        select(Bill.account_id, Bill.number).where(
            Bill.period == quarter.code, Bill.kind == REGULAR, Bill.service == SERVICE, Bill.live.is_(True)
        )
    )
    whole = dict(rows.all())
    singles = session.execute(
        select(Bill.account_id, Bill.number).where(
            _is_single(), Bill.live.is_(True), Bill.period == quarter.code, Bill.period_to >= quarter.end
        )
    )
    return whole | dict(singles.all())


def _billed_once(
    session: Session, quarter: Quarter, one: tuple[int, tuple[date, date]] | None = None
) -> dict[int, LineRefs]:
    """What live bills of a quarter that is billed in parts hold of charges that a quarter bills once, by account.

    Of one account and its days, both inclusive, the bills of other days: a bill that is made again bills its own.
    """
    if one is None:
        chosen: tuple[ColumnElement[bool], ...] = (_is_single(),)
    else:
        account_id, (first, last) = one
        chosen = (Bill.account_id == account_id, (Bill.period_to < first) | (Bill.period_from > last))
    rows = session.execute(
        select(Bill.account_id, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.live.is_(True), Bill.period == quarter.code, *chosen)
    )
    found: dict[int, LineRefs] = {}
    for account_id, inputs in rows:
        found[account_id] = found.get(account_id, frozenset()) | refs_from(inputs)
    return found


def _spans_left(session: Session, quarter: Quarter) -> dict[int, tuple[date, date]]:
    """The days left to bill of accounts that an opening, final or off-cycle bill billed for a part of a quarter."""
    billed = session.execute(
        select(Bill.account_id, func.max(Bill.period_to))
        .where(_is_single(), Bill.live.is_(True), Bill.period == quarter.code)
        .group_by(Bill.account_id)
    )
    return {
        account_id: (through + ONE_DAY, quarter.end)
        for account_id, through in billed
        if through < quarter.end
    }
