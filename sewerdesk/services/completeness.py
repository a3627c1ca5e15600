"""What should have an account and has none, and the list of meters by which multipliers and units are audited."""

from collections.abc import Sequence
from decimal import Decimal

from sewerdesk.data.queries.completeness import (
    MeterFact,
    all_parcels,
    finished_without_account,
    meter_facts,
    parcels_with_account,
    parcels_without_account,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountchanges import GapKind, MissingAccount, WaterCustomer
from sewerdesk.domain.folding import fold
from sewerdesk.domain.meteraudit import AuditedMeter, MeterToAudit, audit_meters
from sewerdesk.domain.parcels import fold_identifier


def missing_accounts(ws: Workspace, *, water: Sequence[WaterCustomer] = ()) -> tuple[MissingAccount, ...]:
    """Parcels in the district, finished permits and water customers (a list that is given) without a sewer account.

    A water customer is found by print key, else by the address as it is written.
    """
    with ws.read() as session:
        found = [
            MissingAccount(
                GapKind.PERMIT,
                permit.number,
                permit.location,
                f"The final inspection of {permit.number} passed, but parcel {permit.print_key} has no account. Open "
                "it from the permit.",
                permit.parcel_id,
            )
            for permit in finished_without_account(session)
        ]
        told = {one.parcel_id for one in found}
        found += [
            MissingAccount(
                GapKind.PARCEL,
                parcel.print_key,
                parcel.location,
                f"Parcel {parcel.print_key} lies in the district and has no account. Open one, or note that it is not "
                "connected.",
                parcel.parcel_id,
            )
            for parcel in parcels_without_account(session, ws.clock.today())
            if parcel.parcel_id not in told
        ]
        if water:
            parcels = all_parcels(session)
            keys = {fold_identifier(one.print_key): one.parcel_id for one in parcels}
            places = {fold(one.location): one.parcel_id for one in parcels if one.location}
            with_account = parcels_with_account(session)
            for customer in water:
                parcel_id = keys.get(fold_identifier(customer.print_key)) or places.get(
                    fold(customer.location)
                )
                if parcel_id is None or parcel_id not in with_account:
                    found.append(_without_sewer(customer, parcel_id))
        return tuple(found)


def _without_sewer(customer: WaterCustomer, parcel_id: int | None) -> MissingAccount:
    why = "whose parcel is not found here" if parcel_id is None else "whose parcel has no sewer account"
    return MissingAccount(
        GapKind.WATER,
        customer.number,
        customer.location,
        f"Water customer {customer.number}, {customer.name}, {customer.location}: {why}. Find out whether the house "
        "is on the sewer.",
        parcel_id,
    )


def meter_audit(ws: Workspace) -> tuple[AuditedMeter, ...]:
    """Every meter that is in with what it counts by, those that do not fit the others of their class first."""
    with ws.read() as session:
        return audit_meters([_to_audit(fact) for fact in meter_facts(session, ws.clock.today())])


def _to_audit(fact: MeterFact) -> MeterToAudit:
    return MeterToAudit(
        account_id=fact.account_id,
        account=fact.account,
        serial=fact.serial,
        digits=fact.digits,
        multiplier=Decimal(fact.multiplier),
        unit=fact.unit,
        role=fact.role,
        class_code=fact.class_code or "",
        use=fact.use,
    )
