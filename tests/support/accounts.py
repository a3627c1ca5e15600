"""Accounts, rates and readings for tests, entered through the services as a clerk would."""

from datetime import date
from decimal import Decimal

from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.rates import ChargeCode, Metered, PerUnit, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.accounts import _open_account
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.parties import _new_party
from sewerdesk.services.rates import adopt_rates, save_charge_code, save_rate_class
from sewerdesk.services.workspace import Workspace

LONG_AGO = date(2020, 1, 1)
SAMPLE = "Sample Resolution 1 of 2020"


def adopt_sample_rates(ws: Workspace) -> None:
    """Class M: 62.50 per EDU, use over 5,000 gallons at 5.50 per 1,000, debt 15.00 per EDU. Class R: no meter."""
    save_charge_code(ws, code=ChargeCode("OM", "Operation and maintenance", "SS", "2120", 1))
    save_charge_code(ws, code=ChargeCode("USE", "Usage", "SS", "2122", 2))
    save_charge_code(ws, code=ChargeCode("DEBT", "Debt service", "SS", "2120D", 3))
    save_rate_class(ws, code="M", title="Metered")
    save_rate_class(ws, code="R", title="Per unit")
    metered = Metered(
        minimum=Decimal(0),
        allowance=Decimal(5000),
        tiers=(Tier(Decimal(5000), None, Decimal("5.50")),),
    )
    adopt_rates(
        ws,
        drafts=[
            RateDraft("M", "OM", LONG_AGO, SAMPLE, PerUnit(Decimal("62.50"))),
            RateDraft("M", "USE", LONG_AGO, SAMPLE, metered),
            RateDraft("M", "DEBT", LONG_AGO, SAMPLE, PerUnit(Decimal("15.00"))),
            RateDraft("R", "OM", LONG_AGO, SAMPLE, PerUnit(Decimal("95.00"))),
            RateDraft("R", "DEBT", LONG_AGO, SAMPLE, PerUnit(Decimal("15.00"))),
        ],
    )
    save_billing_settings(
        ws,
        settings=BillingSettings(
            due_days=30,
            penalty_percent=Decimal(10),
            penalty_authority="Sample Local Law 2 of 2020, §5",
            payee="Town of Hague",
        ),
    )


def open_account(
    ws: Workspace,
    *,
    number: str,
    name: str,
    print_key: str,
    class_code: str = "R",
    units: str = "1",
    since: date = LONG_AGO,
    street: str = "Main St",
    house: str = "12",
) -> int:
    """An account on a new parcel, billed to its owner at the property; returns the account's id."""
    draft = PartyDraft(name=name, street=f"{house} {street}", city="Hague", state="NY", zip_code="12836")
    with ws.write() as session:
        party = _new_party(session, draft, since=since)
        parcel = Parcel(
            swis="523400",
            print_key=print_key,
            location_number=house,
            location_street=street,
            active_from=since,
        )
        parcel.roles.append(ParcelRole(party=party, role="owner", valid_from=since))
        session.add(parcel)
        account = _open_account(
            session,
            parcel=parcel,
            bill_to=party,
            class_code=class_code,
            units=Decimal(units),
            since=since,
            basis="Sample",
            authority=SAMPLE,
            number=number,
        )
        session.flush()
        return account.id


def install_meter(
    ws: Workspace,
    *,
    account_id: int,
    serial: str,
    readings: dict[date, str],
    digits: int = 6,
    times: str = "100",
) -> int:
    """A meter at an account with what its dial showed; the first reading is the install reading."""
    first = min(readings)
    with ws.write() as session:
        meter = Meter(serial=serial, digits=digits, multiplier=Decimal(times), unit="gal")
        session.add(meter)
        session.flush()
        session.add(
            MeterInstallation(meter_id=meter.id, account_id=account_id, role="main", installed_on=first)
        )
        for day, value in readings.items():
            code = "install" if day == first else "actual"
            session.add(
                MeterReading(meter_id=meter.id, read_on=day, value=Decimal(value), source="test", code=code)
            )
        return meter.id
