"""What accounts' charges rest on besides class and units, for a run: read in a few queries, most often empty."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.charge import AccountCharge as ChargeRow
from sewerdesk.data.models.charge import OtherBill as OtherBillRow
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.rates import AccountCharge, BasisKind, OtherBill, Place, RateBook, VolumeUnit
from sewerdesk.services.account_charges import _bases, _billed, _charge


def _with_facts(
    session: Session, accounts: Sequence[BillableAccount], *, period: BillingPeriod, rates: RateBook
) -> list[BillableAccount]:
    """The accounts with their facts, own charges, the period's other bills, and where they lie if rates ask for it."""
    bases = _bases(session)
    charges = _charges(session, period)
    others = _other_bills(session, period.label)
    places = _places(session) if any(one.district for one in rates.versions) else {}
    if not (bases or charges or others or places):
        return list(accounts)
    found = []
    for account in accounts:
        key = account.account_id
        if key not in bases and key not in charges and key not in others and key not in places:
            found.append(account)
            continue
        changed = replace(
            account,
            basis=tuple(bases.get(key, ())),
            charges=tuple(charges.get(key, ())),
            other_bills=tuple(others.get(key, ())),
        )
        segment = next((one.detail for one in changed.facts_on(BasisKind.SEGMENT, period.end)), "")
        found.append(replace(changed, place=Place(places.get(key, ""), segment)))
    return found


def _charges(session: Session, period: BillingPeriod) -> dict[int, list[AccountCharge]]:
    """Charges that may be due in the period, with how often each was billed."""
    rows = session.scalars(
        select(ChargeRow)
        .where(ChargeRow.starts_on <= period.end)
        .order_by(ChargeRow.account_id, ChargeRow.id)
    ).all()
    live = [row for row in rows if row.stops_on is None or row.stops_on > period.start]
    counted = {row.account_id for row in live if row.kind != "recurring" or row.count is not None}
    billed = _billed(session, counted) if counted else {}
    found: defaultdict[int, list[AccountCharge]] = defaultdict(list)
    for row in live:
        found[row.account_id].append(_charge(row, billed.get(row.id, ())))
    return found


def _other_bills(session: Session, period: str) -> dict[int, list[OtherBill]]:
    found: defaultdict[int, list[OtherBill]] = defaultdict(list)
    rows = session.scalars(
        select(OtherBillRow)
        .where(OtherBillRow.period == period)
        .order_by(OtherBillRow.billed_on, OtherBillRow.id)
    )
    for row in rows:
        found[row.account_id].append(
            OtherBill(
                row.id,
                row.service,
                row.period,
                row.billed_on,
                row.amount,
                row.usage,
                VolumeUnit(row.unit),
                row.source,
            )
        )
    return found


def _places(session: Session) -> dict[int, str]:
    rows = session.execute(
        select(Account.id, Parcel.district)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(Parcel.district != "")
    )
    return dict(rows.all())
