"""Everything that a billing run depends on, read in a handful of queries whatever the number of accounts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import (
    Account,
    AccountClass,
    AccountHold,
    AccountRole,
    AccountStatus,
    AccountUnits,
)
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine
from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.queries.accounts import balances
from sewerdesk.domain.billaccounts import AccountStatus as Status
from sewerdesk.domain.billaccounts import BillableAccount, BillHold, ClassSpan, StatusSpan, UnitSpan
from sewerdesk.domain.billcompare import LineFacts, PriorBill
from sewerdesk.domain.billing import BillingPolicy, RunInputs
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.billrecord import facts_from, readings_from
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import (
    Installation,
    LowerAnswer,
    MeterRole,
    Reading,
    ReadingCode,
    ReadingLimits,
)
from sewerdesk.domain.metering import Meter as MeterFacts
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.rates import _rate_book

SERVICE = "sewer"
REGULAR = "regular"
_READINGS_KEPT_BACK = timedelta(days=500)
_ASKED_AT_ONCE = 500

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class RunSetup:
    """What the clerk chooses for a run; ``read_through`` is the last day whose readings belong to it."""

    quarter: Quarter
    bill_date: date
    due_date: date
    read_through: date
    message: str = ""


def _account_names(session: Session) -> dict[int, tuple[str, str]]:
    """Who gets the bill of each account now, and where it is served."""
    rows = session.execute(
        select(Account.id, Party.name, Parcel.location_number, Parcel.location_street)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .outerjoin(
            AccountRole,
            (AccountRole.account_id == Account.id)
            & (AccountRole.role == "bill_to")
            & AccountRole.valid_to.is_(None),
        )
        .outerjoin(Party, Party.id == AccountRole.party_id)
    )
    return {account_id: (name or "", f"{house} {street}".strip()) for account_id, name, house, street in rows}


def _run_inputs(session: Session, setup: RunSetup) -> RunInputs:
    quarter = setup.quarter
    settings = _billing_settings(session)
    last = _posted_bills(session, quarter.previous.code)
    return RunInputs(
        period=BillingPeriod(quarter.code, quarter.start, quarter.end),
        bill_on=setup.bill_date,
        read_after=_read_after(session, setup),
        read_through=setup.read_through,
        accounts=_accounts(session),
        readings=_readings(session, setup.read_through),
        rates=_rate_book(session),
        policy=_policy(settings),
        prior=last.bills,
        billed_to=_billed_to(session, quarter, last),
        balances=balances(session),
        already_billed=_already_billed(session, quarter.code),
    )


def _policy(settings: BillingSettings) -> BillingPolicy:
    gone = {Status.FINAL, Status.INACTIVE}
    return BillingPolicy(
        open_statuses=frozenset(Status) - gone,
        billed_statuses=frozenset(settings.billed_statuses),
        prorate_by_days=settings.prorate_by_days,
        limits=ReadingLimits(settings.high_times, settings.days_min, settings.days_max),
    )


def _read_after(session: Session, setup: RunSetup) -> date:
    """Where the reading window begins: where that of the last quarter ended, else as long after the quarter before.

    The first run of a quarter sets its last day; a later one of it, for bills that were on hold, may read further.
    Counted from the quarters' own ends: a quarter that is read through June 30 goes on from March 31, not 30.
    """
    last = session.scalars(
        select(BillingRun.checked)
        .where(BillingRun.period < setup.quarter.code)
        .order_by(BillingRun.period.desc(), BillingRun.id)
    ).first()
    if last is not None:
        return date.fromisoformat(last["read_through"])
    return setup.quarter.previous.end + (setup.read_through - setup.quarter.end)


def _grouped(rows: Iterable[Any], make: Any) -> dict[int, list[Any]]:
    groups: defaultdict[int, list[Any]] = defaultdict(list)
    for owner, *values in rows:
        groups[owner].append(make(*values))
    return groups


def _accounts(session: Session) -> list[BillableAccount]:
    s, c, u, h = AccountStatus, AccountClass, AccountUnits, AccountHold
    statuses = _grouped(
        session.execute(
            select(s.account_id, s.status, s.valid_from, s.valid_to, s.reason).order_by(s.valid_from)
        ),
        lambda status, *rest: StatusSpan(Status(status), *rest),
    )
    classes = _grouped(
        session.execute(select(c.account_id, c.class_code, c.valid_from, c.valid_to).order_by(c.valid_from)),
        ClassSpan,
    )
    units = _grouped(
        session.execute(
            select(u.account_id, u.units, u.valid_from, u.valid_to, u.authority).order_by(u.valid_from)
        ),
        UnitSpan,
    )
    holds = _grouped(session.execute(select(h.account_id, h.reason, h.valid_from, h.valid_to)), BillHold)
    meters = _installations(session)
    return [
        BillableAccount(
            account_id=account_id,
            number=number,
            statuses=tuple(statuses.get(account_id, ())),
            classes=tuple(classes.get(account_id, ())),
            units=tuple(units.get(account_id, ())),
            meters=tuple(meters.get(account_id, ())),
            holds=tuple(holds.get(account_id, ())),
        )
        for account_id, number in session.execute(select(Account.id, Account.number).order_by(Account.number))
    ]


def _installations(session: Session) -> dict[int, list[Installation]]:
    i, m = MeterInstallation, Meter
    rows = session.execute(
        select(
            i.account_id, m.id, m.serial, m.digits, m.multiplier, m.unit, i.installed_on, i.removed_on, i.role
        ).join(m, m.id == i.meter_id)
    )
    return _grouped(
        rows,
        lambda meter_id, serial, digits, multiplier, unit, installed, removed, role: Installation(
            MeterFacts(meter_id, serial, digits, multiplier, VolumeUnit(unit)),
            installed,
            removed,
            MeterRole(role),
        ),
    )


def _readings(session: Session, through: date) -> dict[int, list[Reading]]:
    """Readings of the last year and a half, and install readings: what a run may need as its base."""
    r = MeterReading
    rows = session.execute(
        select(r.meter_id, r.id, r.read_on, r.value, r.source, r.code, r.answer)
        .where(r.read_on <= through)
        .where((r.read_on > through - _READINGS_KEPT_BACK) | (r.code == ReadingCode.INSTALL.value))
        .order_by(r.read_on, r.id)
    )
    groups: defaultdict[int, list[Reading]] = defaultdict(list)
    for meter_id, reading_id, read_on, value, source, code, answer in rows:
        groups[meter_id].append(
            Reading(
                reading_id,
                meter_id,
                read_on,
                value,
                source,
                ReadingCode(code),
                LowerAnswer(answer) if answer else None,
            )
        )
    return groups


@dataclass(frozen=True, slots=True)
class PostedBills:
    """The live regular bills of a quarter, and the last reading of each meter that they charged."""

    bills: Mapping[int, PriorBill]
    readings: Mapping[int, Reading]


def _posted_bills(session: Session, period: str, *, run_id: int | None = None) -> PostedBills:
    """Bills of a quarter as posted, of one run where ``run_id`` is given."""
    b, line, a = Bill, BillLine, Account
    chosen = (b.period == period, b.kind == REGULAR, b.live.is_(True))
    rows = session.execute(
        select(b.account_id, a.number, b.number, line.inputs)
        .join(b, b.id == line.bill_id)
        .join(a, a.id == b.account_id)
        .where(*chosen, *(() if run_id is None else (b.run_id == run_id,)))
        .order_by(line.bill_id, line.line_no)
    )
    found: dict[int, tuple[str, str, list[LineFacts]]] = {}
    readings: dict[int, Reading] = {}
    for account_id, account, number, inputs in rows:
        found.setdefault(account_id, (account, number, []))[2].append(facts_from(inputs))
        _note_latest(readings, readings_from(inputs))
    bills = {
        account_id: PriorBill(account_id, account, number, tuple(lines))
        for account_id, (account, number, lines) in found.items()
    }
    return PostedBills(bills, readings)


def _billed_to(session: Session, quarter: Quarter, last: PostedBills) -> dict[int, Reading]:
    """The last reading of each meter that a live bill charged, whatever quarter the bill was for.

    Nearly all come from the quarter before. Meters whose account was not billed then are looked up in its older
    bills, and where later quarters were billed already all their bills are looked at.
    """
    found = dict(last.readings)
    later = select(BillingRun.period).where(BillingRun.period > quarter.code).distinct()
    for period in session.scalars(later).all():
        _note_latest(found, _posted_bills(session, period).readings.values())
    installed = session.execute(select(MeterInstallation.account_id, MeterInstallation.meter_id))
    others = sorted({account_id for account_id, meter_id in installed if meter_id not in found})
    for start in range(0, len(others), _ASKED_AT_ONCE):
        lines = session.scalars(
            select(BillLine.inputs)
            .join(Bill, Bill.id == BillLine.bill_id)
            .where(Bill.account_id.in_(others[start : start + _ASKED_AT_ONCE]))
            .where(Bill.live.is_(True), Bill.usage.is_not(None), Bill.period != quarter.code)
        )
        for inputs in lines:
            _note_latest(found, readings_from(inputs))
    return found


def _note_latest(found: dict[int, Reading], readings: Iterable[Reading]) -> None:
    for reading in readings:
        known = found.get(reading.meter_id)
        if known is None or (reading.read_on, reading.reading_id) > (known.read_on, known.reading_id):
            found[reading.meter_id] = reading


def _already_billed(session: Session, period: str) -> dict[int, str]:
    rows = session.execute(
        select(Bill.account_id, Bill.number).where(
            Bill.period == period, Bill.kind == REGULAR, Bill.service == SERVICE, Bill.live.is_(True)
        )
    )
    return dict(rows.all())
