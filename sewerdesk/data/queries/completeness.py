"""Parcels, permits and meters beside the accounts that should go with them."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountClass
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.inspection import Inspection, InspectionResult
from sewerdesk.data.models.meter import Meter, MeterInstallation
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.permit import Permit
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.law.types import Stage


class ParcelPlace(NamedTuple):
    """A parcel without an account."""

    parcel_id: int
    print_key: str
    location: str


class PermitPlace(NamedTuple):
    """A permit whose final inspection passed, on a parcel without an account."""

    number: str
    parcel_id: int
    print_key: str
    location: str


class MeterFact(NamedTuple):
    """A meter that is in, with what it counts by, the account's class and the use of its newest bill."""

    account_id: int
    account: str
    serial: str
    digits: int
    multiplier: Decimal
    unit: str
    role: str
    class_code: str
    use: Decimal | None


def parcels_without_account(session: Session, on: date) -> list[ParcelPlace]:
    """Parcels of the district that are on the roll on a day and have no account."""
    rows = session.scalars(
        select(Parcel)
        .where(
            Parcel.in_district.is_(True),
            Parcel.active_from <= on,
            or_(Parcel.active_to.is_(None), Parcel.active_to > on),
            Parcel.id.not_in(select(Account.parcel_id)),
        )
        .order_by(Parcel.print_key)
    )
    return [ParcelPlace(row.id, row.print_key, row.location) for row in rows]


def finished_without_account(session: Session) -> list[PermitPlace]:
    """Permits whose final inspection passed on parcels that have no account."""
    passed = (
        select(Inspection.permit_id)
        .join(InspectionResult, InspectionResult.inspection_id == Inspection.id)
        .where(
            Inspection.stage == Stage.FINAL.value,
            InspectionResult.outcome.in_([one.value for one in Outcome if one.is_pass]),
        )
    )
    rows = session.execute(
        select(Permit.number, Parcel)
        .join(Application, Application.id == Permit.application_id)
        .join(Parcel, Parcel.id == Application.parcel_id)
        .where(Permit.id.in_(passed), Parcel.id.not_in(select(Account.parcel_id)))
        .order_by(Permit.number)
    )
    return [PermitPlace(number, parcel.id, parcel.print_key, parcel.location) for number, parcel in rows]


def parcels_with_account(session: Session) -> frozenset[int]:
    """Every parcel that has an account."""
    return frozenset(session.scalars(select(Account.parcel_id)))


def all_parcels(session: Session) -> list[ParcelPlace]:
    """Every parcel with its place."""
    rows = session.scalars(select(Parcel).order_by(Parcel.print_key))
    return [ParcelPlace(row.id, row.print_key, row.location) for row in rows]


def meter_facts(session: Session, on: date, *, accounts: Collection[int] | None = None) -> list[MeterFact]:
    """Every meter that is in on a day, by account."""
    i, m, c = MeterInstallation, Meter, AccountClass
    newest = (
        select(Bill.account_id, func.max(Bill.id).label("bill_id"))
        .where(Bill.live.is_(True), Bill.usage.is_not(None))
        .group_by(Bill.account_id)
        .subquery()
    )
    statement = (
        select(
            Account.id,
            Account.number,
            m.serial,
            m.digits,
            m.multiplier,
            m.unit,
            i.role,
            c.class_code,
            Bill.usage,
        )
        .join(i, i.account_id == Account.id)
        .join(m, m.id == i.meter_id)
        .outerjoin(
            c,
            (c.account_id == Account.id) & (c.valid_from <= on) & or_(c.valid_to.is_(None), c.valid_to > on),
        )
        .outerjoin(newest, newest.c.account_id == Account.id)
        .outerjoin(Bill, Bill.id == newest.c.bill_id)
        .where(i.voided_reason == "", i.installed_on <= on)
        .where(or_(i.removed_on.is_(None), i.removed_on > on))
        .order_by(Account.number, m.serial)
    )
    if accounts is not None:
        statement = statement.where(Account.id.in_(accounts))
    return [MeterFact(*row) for row in session.execute(statement)]
