"""Everything that a billing run depends on, read in a handful of queries whatever the number of accounts."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import (
    Account,
    AccountClass,
    AccountHold,
    AccountRole,
    AccountStatus,
    AccountUnits,
)
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.domain.billaccounts import AccountStatus as Status
from sewerdesk.domain.billaccounts import BillableAccount, BillHold, ClassSpan, StatusSpan, UnitSpan
from sewerdesk.domain.billlines import BillingPeriod
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
from sewerdesk.domain.runinputs import BillingPolicy, RunInputs
from sewerdesk.services.billing_facts import _with_facts
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.posted_bills import (
    _already_billed,
    _billed_before,
    _billed_once,
    _billed_to,
    _posted_bills,
    _spans_left,
)
from sewerdesk.services.rates import _rate_book

_READINGS_KEPT_BACK = timedelta(days=500)


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


@dataclass(frozen=True, slots=True)
class OneAccount:
    """A bill of one account for a part of a quarter: the days billed, both inclusive, and whether it may be carried."""

    account_id: int
    span: tuple[date, date]
    may_carry: bool = False


def _run_inputs(session: Session, setup: RunSetup, one: OneAccount | None = None) -> RunInputs:
    """All that a run depends on; with ``one`` all that the bill of this account depends on, whatever came later."""
    quarter = setup.quarter
    only = None if one is None else one.account_id
    settings = _billing_settings(session)
    last = _posted_bills(session, quarter.previous.code, only=only)
    if one is None:
        billed_to = _billed_to(session, quarter, last)
        already, spans = _already_billed(session, quarter), _spans_left(session, quarter)
    else:
        billed_to = _billed_before(session, one.account_id, one.span[0])
        already, spans = {}, {one.account_id: one.span}
    period = BillingPeriod(quarter.code, quarter.start, quarter.end)
    rates = _rate_book(session)
    return RunInputs(
        period=period,
        bill_on=setup.bill_date,
        read_after=_read_after(session, quarter, setup.read_through if one is None else quarter.end),
        read_through=setup.read_through,
        accounts=_with_facts(session, _accounts(session, only), period=period, rates=rates),
        readings=_readings(session, setup.read_through, only),
        rates=rates,
        policy=_policy(settings, may_carry=one is None or one.may_carry),
        prior=last.bills,
        billed_to=billed_to,
        balances=balances(session, None if only is None else [only]),
        already_billed=already,
        billed_once=_billed_once(session, quarter, None if one is None else (one.account_id, one.span)),
        spans=spans,
        bill_to_since=_bill_to_since(session, setup.bill_date, only),
    )


def _bill_to_since(session: Session, on: date, only: int | None) -> dict[int, date]:
    """Since when the present owner of each account gets its bill, where there was another one before."""
    r, before = AccountRole, aliased(AccountRole)
    rows = session.execute(
        select(r.account_id, r.valid_from)
        .join(before, (before.account_id == r.account_id) & (before.valid_to == r.valid_from))
        .where(r.role == "bill_to", before.role == "bill_to", r.valid_from <= on, *_of(r.account_id, only))
        .where(r.valid_to.is_(None) | (r.valid_to > on))
    )
    return dict(rows.all())


def _policy(settings: BillingSettings, *, may_carry: bool) -> BillingPolicy:
    gone = {Status.FINAL, Status.INACTIVE}
    return BillingPolicy(
        open_statuses=frozenset(Status) - gone,
        billed_statuses=frozenset(settings.billed_statuses),
        prorate_by_days=settings.prorate_by_days,
        limits=ReadingLimits(
            settings.high_times,
            settings.days_min,
            settings.days_max,
            settings.low_times,
            settings.estimates_in_row,
        ),
        fixed_only_statuses=frozenset(settings.fixed_only_statuses),
        carry=settings.carry_rule if may_carry else None,
    )


def _read_after(session: Session, quarter: Quarter, read_through: date) -> date:
    """Where the reading window begins: where that of the last quarter ended, else as long after the quarter before.

    The first run of a quarter sets its last day; a later one of it, for bills that were on hold, may read further.
    Counted from the quarters' own ends: a quarter that is read through June 30 goes on from March 31, not 30.
    """
    last = session.scalars(
        select(BillingRun.checked)
        .where(BillingRun.period < quarter.code, is_quarterly())
        .order_by(BillingRun.period.desc(), BillingRun.id)
    ).first()
    if last is not None:
        return date.fromisoformat(last["read_through"])
    return quarter.previous.end + (read_through - quarter.end)


def _grouped(rows: Iterable[Any], make: Any) -> dict[int, list[Any]]:
    groups: defaultdict[int, list[Any]] = defaultdict(list)
    for owner, *values in rows:
        groups[owner].append(make(*values))
    return groups


def _of(column: Any, only: int | None) -> tuple[ColumnElement[bool], ...]:
    """The condition for one account alone; none where all are wanted."""
    return () if only is None else (column == only,)


def _accounts(session: Session, only: int | None = None) -> list[BillableAccount]:
    s, c, u = AccountStatus, AccountClass, AccountUnits
    statuses = _grouped(
        session.execute(
            select(s.account_id, s.status, s.valid_from, s.valid_to, s.reason)
            .where(*_of(s.account_id, only))
            .order_by(s.valid_from)
        ),
        lambda status, *rest: StatusSpan(Status(status), *rest),
    )
    classes = _grouped(
        session.execute(
            select(c.account_id, c.class_code, c.valid_from, c.valid_to)
            .where(*_of(c.account_id, only))
            .order_by(c.valid_from)
        ),
        ClassSpan,
    )
    units = _grouped(
        session.execute(
            select(u.account_id, u.units, u.valid_from, u.valid_to, u.authority)
            .where(*_of(u.account_id, only))
            .order_by(u.valid_from)
        ),
        UnitSpan,
    )
    meters, held = _installations(session, only), _holds(session, only)
    numbers = select(Account.id, Account.number).where(*_of(Account.id, only)).order_by(Account.number)
    return [
        BillableAccount(
            account_id=account_id,
            number=number,
            statuses=tuple(statuses.get(account_id, ())),
            classes=tuple(classes.get(account_id, ())),
            units=tuple(units.get(account_id, ())),
            meters=tuple(meters.get(account_id, ())),
            holds=tuple(held.get(account_id, ())),
        )
        for account_id, number in session.execute(numbers)
    ]


def _holds(session: Session, only: int | None) -> dict[int, list[BillHold]]:
    h = AccountHold
    held = select(h.account_id, h.reason, h.valid_from, h.valid_to).where(*_of(h.account_id, only))
    return _grouped(session.execute(held), BillHold)


def _installations(session: Session, only: int | None) -> dict[int, list[Installation]]:
    i, m = MeterInstallation, Meter
    rows = session.execute(
        select(
            i.account_id,
            m.id,
            m.serial,
            m.digits,
            m.multiplier,
            m.unit,
            i.installed_on,
            i.removed_on,
            i.role,
            i.share,
        )
        .join(m, m.id == i.meter_id)
        .where(i.voided_reason == "", *_of(i.account_id, only))
    )
    return _grouped(
        rows,
        lambda meter_id, serial, digits, multiplier, unit, installed, removed, role, share: Installation(
            MeterFacts(meter_id, serial, digits, multiplier, VolumeUnit(unit)),
            installed,
            removed,
            MeterRole(role),
            share,
        ),
    )


def _readings(session: Session, through: date, only: int | None = None) -> dict[int, list[Reading]]:
    """Readings of the last year and a half, and install readings: what a run may need as its base."""
    r = MeterReading
    rows = session.execute(
        select(r.meter_id, r.id, r.read_on, r.value, r.source, r.code, r.answer)
        .where(r.read_on <= through)
        .where((r.read_on > through - _READINGS_KEPT_BACK) | (r.code == ReadingCode.INSTALL.value))
        .where(*(() if only is None else (r.meter_id.in_(_meters_at(only)),)))
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


def _meters_at(account_id: int) -> Select[int]:
    """The meters that are or were at an account."""
    return select(MeterInstallation.meter_id).where(MeterInstallation.account_id == account_id)
