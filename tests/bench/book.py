"""A big office for measuring: thousands of accounts with ten years of posted quarters, always the same.

Accounts, readings and payments are inserted in bulk; every bill is computed and written by the functions that post a
real run, so the book holds the very rows that ten years of work would have left.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.clock import FixedClock
from sewerdesk.data.bulk import insert_rows, uncollected
from sewerdesk.data.models.account import Account, AccountClass, AccountRole, AccountStatus, AccountUnits
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.party import Party, PartyAddress
from sewerdesk.data.models.receipt import Deposit, DepositReceipt, Receipt, ReceiptLine
from sewerdesk.data.numbers import take_number, take_numbers
from sewerdesk.data.queries.accounts import balances
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.folding import fold
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, round_cents
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.rates import ChargeCode, Formula, Metered, PerUnit, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.services.billing import _computed, _write_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.rates import adopt_rates, save_charge_code, save_rate_class
from sewerdesk.services.searching import rebuild_search
from sewerdesk.services.workspace import Workspace
from tests.support.offices import new_office
from tests.support.sample_names import FAMILY_NAMES, GIVEN_NAMES, ROADS

SEED = 2027
ACCOUNTS, QUARTERS = 3_000, 40
#: The quarter that is next to be billed; the posted ones lie before it.
NEXT = Quarter(2027, 1)
#: For how many quarters from the next one on the meters are read already.
AHEAD = 8
AUTHORITY = "Sample Resolution 1 of 2016"
SINCE = date(2016, 1, 1)
PENALTY = Decimal("0.10")


@dataclass(frozen=True, slots=True)
class Size:
    """How big the office is made."""

    accounts: int = ACCOUNTS
    quarters: int = QUARTERS


def setup_of(quarter: Quarter) -> RunSetup:
    """The run of a quarter: billed on the day after it, due in thirty days, read within ten."""
    billed = quarter.end + timedelta(days=1)
    return RunSetup(quarter, billed, billed + timedelta(days=30), billed + timedelta(days=9))


def make_book(folder: Path, *, size: Size | None = None) -> OpenOffice:
    """Make the office in a new folder and leave it open, on the day after the next quarter's end."""
    size = size or Size()
    rng = random.Random(SEED)
    office = new_office(folder, day=SINCE)
    quarters = list(_quarters(size.quarters))
    _adopt_rates(office.ws)
    with office.ws.write(reason="the book for measuring") as session:
        _add_accounts(session, rng, size.accounts)
        _add_readings(session, rng, size.accounts, [*quarters, *quarters_ahead()])
    for quarter in quarters:
        with uncollected():
            _bill_quarter(office.ws, rng, quarter)
    go_to(office.ws, setup_of(NEXT).bill_date)
    rebuild_search(office.ws)
    return office


def quarters_ahead() -> list[Quarter]:
    """The quarters whose readings are in and that are not billed yet."""
    found = [NEXT]
    while len(found) < AHEAD:
        found.append(found[-1].next)
    return found


def posted_runs(ws: Workspace) -> list[tuple[int, Quarter]]:
    """Id and quarter of every posted run, newest first."""
    with ws.read() as session:
        rows = session.execute(select(BillingRun.id, BillingRun.period).order_by(BillingRun.id.desc()))
        return [(run_id, Quarter.parse(period)) for run_id, period in rows]


def entry_count(ws: Workspace) -> int:
    """How many entries the ledger holds."""
    with ws.read() as session:
        return session.scalar(select(func.count()).select_from(Entry)) or 0


def _quarters(count: int) -> Iterator[Quarter]:
    found = [NEXT.previous]
    while len(found) < count:
        found.append(found[-1].previous)
    return reversed(found)


def go_to(ws: Workspace, day: date) -> None:
    """Let the office stand on another day."""
    ws.clock = FixedClock(day)


def _adopt_rates(ws: Workspace) -> None:
    for order, (code, title) in enumerate(
        [
            ("OM", "Operation and maintenance"),
            ("USE", "Sewer use"),
            ("DEBT", "Debt service"),
            ("CAP", "Capital reserve"),
        ]
    ):
        save_charge_code(ws, code=ChargeCode(code, title, "SS", f"212{order}", order))
    save_rate_class(ws, code="R", title="Residential, by unit")
    save_rate_class(ws, code="M", title="Metered")
    tiers = (
        Tier(Decimal(5000), Decimal(20000), Decimal("5.50")),
        Tier(Decimal(20000), None, Decimal("6.125")),
    )
    use = Metered(minimum=Decimal("12.00"), allowance=Decimal(5000), tiers=tiers)
    formulas: list[tuple[str, str, Formula]] = [
        ("R", "OM", PerUnit(Decimal("95.00"))),
        ("R", "DEBT", PerUnit(Decimal("15.00"))),
        ("R", "CAP", PerUnit(Decimal("4.375"))),
        ("M", "OM", PerUnit(Decimal("62.50"))),
        ("M", "USE", use),
        ("M", "DEBT", PerUnit(Decimal("15.00"))),
    ]
    drafts = [RateDraft(class_, code, SINCE, AUTHORITY, formula) for class_, code, formula in formulas]
    adopt_rates(ws, drafts=drafts)
    settings = BillingSettings(
        due_days=30,
        penalty_percent=PENALTY * 100,
        penalty_authority="Sample Local Law 2 of 2016, §5",
        relevy_sentence="Charges unpaid on October 1 are added to the town tax bill",
        relevy_authority="Sample Local Law 2 of 2016, §6",
        payee="Town of Hague",
        payment_options=("By mail in the return envelope", "At the Town Hall, Mon-Fri 8:30-3:30"),
    )
    save_billing_settings(ws, settings=settings)


def _add_accounts(session: Session, rng: random.Random, count: int) -> None:
    """Parties, parcels and accounts with one id each; the odd ones are billed per unit, the even ones by meter."""
    rows: dict[Any, list[dict[str, Any]]] = {}
    for number in range(1, count + 1):
        for table, row in _account_rows(rng, number):
            rows.setdefault(table, []).append(row)
    for table, found in rows.items():
        insert_rows(session, table, found)


def _account_rows(rng: random.Random, number: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    name = f"{rng.choice(GIVEN_NAMES)} {rng.choice('ABCDEJLM')} {rng.choice(FAMILY_NAMES)}"
    road, house = rng.choice(ROADS), str(2 + number % 480)
    block = f"{9 + number // 400}.{10 + number // 60 % 10}-{1 + number // 20 % 9}-{number % 20 + 1}"
    span: dict[str, Any] = {"valid_from": SINCE, "valid_to": None}
    yield Party, {"id": number, "name": name, "folded": fold(name), "version": 1}
    place = {
        "street": f"{house} {road}",
        "city": "Hague",
        "state": "NY",
        "zip_code": f"128{number % 90 + 10}",
    }
    yield PartyAddress, {"party_id": number, **place, **span}
    parcel = {"swis": "523400", "print_key": f"{block}.{number}", "location_number": house}
    yield (
        Parcel,
        {"id": number, **parcel, "location_street": road, "active_from": SINCE, "version": 1},
    )
    yield ParcelRole, {"parcel_id": number, "party_id": number, "role": "owner", **span}
    account = {"number": f"{1000 + number:08d}", "parcel_id": number, "opened_on": SINCE, "version": 1}
    yield Account, {"id": number, **account}
    yield AccountStatus, {"account_id": number, "status": "active", **span}
    metered = number % 2 == 0
    yield AccountClass, {"account_id": number, "class_code": "M" if metered else "R", **span}
    units = Decimal(rng.choice(["1.00", "1.00", "1.00", "1.50", "2.00", "3.25"]))
    yield AccountUnits, {"account_id": number, "units": units, "authority": AUTHORITY, **span}
    yield AccountRole, {"account_id": number, "party_id": number, "role": "bill_to", **span}
    if metered:
        meter = {"serial": f"{40 + number % 9}-{number:05d}", "digits": 7, "multiplier": Decimal(100)}
        yield Meter, {"id": number, **meter, "unit": "gal", "version": 1}
        yield (
            MeterInstallation,
            {"meter_id": number, "account_id": number, "role": "main", "installed_on": SINCE},
        )


def _add_readings(session: Session, rng: random.Random, count: int, quarters: list[Quarter]) -> None:
    rows = []
    for meter in range(2, count + 1, 2):
        dial = rng.randint(0, 9000)
        usual = rng.randint(20, 240)
        first = setup_of(quarters[0].previous).bill_date + timedelta(days=3)
        rows.append(_reading(meter, first, dial, "install"))
        for quarter in quarters:
            dial += max(0, usual + rng.randint(-40, 40))
            rows.append(_reading(meter, setup_of(quarter).bill_date + timedelta(days=3), dial, "actual"))
    insert_rows(session, MeterReading, rows)


def _reading(meter: int, day: date, dial: int, code: str) -> dict[str, Any]:
    return {"meter_id": meter, "read_on": day, "value": Decimal(dial), "source": "reading list", "code": code}


def _bill_quarter(ws: Workspace, rng: random.Random, quarter: Quarter) -> None:
    """Post a quarter, take the payments of the month after, and charge a penalty to who paid nothing."""
    setup = setup_of(quarter)
    go_to(ws, setup.bill_date)
    with ws.write(reason=f"billing run {quarter.code}") as session:
        _write_run(session, setup, *_computed(session, setup))
    go_to(ws, setup.due_date)
    with ws.write(reason=f"payments of {quarter.code}") as session:
        owed = {account: due for account, due in balances(session).items() if due > 0}
        late = {account for account in owed if rng.random() < 0.08}
        _take_payments(session, setup, {a: due for a, due in owed.items() if a not in late})
        _charge_penalties(session, setup, {a: owed[a] for a in sorted(late)})


def _take_payments(session: Session, setup: RunSetup, paid: dict[int, Decimal]) -> None:
    """A check for all that is owed from each account, receipted one by one and carried to the bank together."""
    first = (session.scalar(select(func.max(Receipt.id))) or 0) + 1
    year = setup.due_date.year
    numbers = take_numbers(session, kind="REC", year=year, count=len(paid))
    stamp = {"actor": session.info["actor"], "entered_at": session.info["clock"].now()}
    receipts, lines, entries, carried = [], [], [], []
    deposit = Deposit(
        number=take_number(session, kind="DEP", year=year),
        deposited_on=setup.due_date,
        total=sum(paid.values(), ZERO),
        actor=session.info["actor"],
    )
    session.add(deposit)
    session.flush()  # its id is on every receipt's row
    for index, (account, due) in enumerate(paid.items()):
        key = first + index
        day = setup.bill_date + timedelta(days=5 + account % 25)
        receipts.append(
            {
                "id": key,
                "number": numbers[index],
                "received_on": day,
                "tender": "check",
                "check_number": str(1000 + key % 9000),
                "payer": f"Owner of account {account}",
                "amount": due,
                "batch": setup.quarter.code,
                **stamp,
            }
        )
        lines.append({"id": key, "receipt_id": key, "line_no": 1, "account_id": account, "amount": due})
        entries.append(_entry(session, account, day, EntryKind.PAYMENT, -due, receipt_line_id=key))
        carried.append({"deposit_id": deposit.id, "receipt_id": key})
    for table, rows in (
        (Receipt, receipts),
        (ReceiptLine, lines),
        (Entry, entries),
        (DepositReceipt, carried),
    ):
        insert_rows(session, table, rows)


def _charge_penalties(session: Session, setup: RunSetup, owed: dict[int, Decimal]) -> None:
    last = dict(
        session.execute(
            select(Bill.account_id, Bill.id).where(Bill.period == setup.quarter.code, Bill.live.is_(True))
        ).all()
    )
    rows = []
    for account, due in owed.items():
        amount = round_cents(due * PENALTY)
        day = setup.due_date + timedelta(days=1)
        rows.append(
            {
                **_entry(session, account, day, EntryKind.PENALTY, amount),
                "bill_id": last[account],
                "reason": f"Penalty, {setup.quarter.code}",
            }
        )
    insert_rows(session, Entry, rows)


def _entry(
    session: Session, account: int, day: date, kind: EntryKind, amount: Decimal, **more: Any
) -> dict[str, Any]:
    return {
        "account_id": account,
        "effective_on": day,
        "posted_at": session.info["clock"].now(),
        "kind": kind.value,
        "amount": amount,
        "actor": session.info["actor"],
        **more,
    }
