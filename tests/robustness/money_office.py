"""The office in which random money is tried: three accounts, a meter read for years ahead, each act allowed."""

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.meter import MeterReading
from sewerdesk.domain.ledger import PaymentOrder
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.penalties import InterestPer, PenaltyPolicy, Repeat
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.offices import OpenOffice, open_office
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.penalty_policies import adopt_penalty_policy
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY, new_office
from tests.support.payments import bill_three_accounts

D = Decimal
NUMBERS = ("00001042", "00001043", "00001044")
METERED = "00001042"
#: What the meter of the first account shows at each quarter's end after the ones that are billed already.
DIALS = {
    date(2027 + place // 4, (3, 6, 9, 12)[place % 4], (31, 30, 30, 31)[place % 4]): 5355 + 240 * place
    for place in range(16)
}
CODES = {"PEN": "Penalties", "FEE": "Fees", "SUSP": "Unidentified money"}
PAYMENTS = PaymentSettings(
    ask_back_days=500,
    suspense_code="SUSP",
    returned_fee=D("20.00"),
    returned_fee_code="FEE",
    returned_fee_authority="Sample Resolution 9",
    cash_only_months=6,
    cash_only_authority="Sample Resolution 10",
)
BILLING = BillingSettings(
    due_days=30,
    due_authority="Sample Local Law 2 of 2020, §4",
    penalty_percent=D(10),
    penalty_authority="Sample Local Law 2 of 2020, §5",
    payee="Town of Hague",
)
#: Ten percent once; a flat amount on what each quarter leaves; a percent with capped interest and days of grace.
POLICIES = (
    PenaltyPolicy(percent=D(10), charge_code="PEN"),
    PenaltyPolicy(fixed=D("7.50"), repeat=Repeat.EACH_QUARTER, max_times=2, charge_code="PEN"),
    PenaltyPolicy(
        percent=D(5),
        interest_percent=D(1),
        interest_per=InterestPer.MONTH,
        cap_percent=D(3),
        grace=10,
        charge_code="PEN",
    ),
)
VARIANTS = tuple(itertools.product(range(len(POLICIES)), PaymentOrder))


def make_template(folder: Path) -> Path:
    """A closed office that is billed for the fourth quarter of 2026 and has every setting that an act asks for."""
    office = new_office(folder)
    ws = office.ws
    bill_three_accounts(ws)
    for place, (code, title) in enumerate(CODES.items()):
        fund = "TA" if code == "SUSP" else "SS"
        save_charge_code(ws, code=ChargeCode(code, title, fund, f"212{7 + place}", 20 + place))
    save_payment_settings(ws, settings=PAYMENTS)
    with ws.write() as session:
        for day, dial in DIALS.items():
            session.add(MeterReading(meter_id=1, read_on=day, value=D(dial), source="test", code="actual"))
    office.close(back_up=False)
    return folder


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A folder for one sequence, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() else None
    with TemporaryDirectory(prefix="sewerdesk-money-", dir=place) as folder:
        yield Path(folder)


def open_copy(template: Path, folder: Path) -> OpenOffice:
    """A copy of the template, open on the first working day of 2027."""
    shutil.copytree(template, folder)
    return open_office(folder, clock=FixedClock(OPENING_DAY), operator="MB")


def choose_rules(ws: Workspace, variant: int) -> PaymentOrder:
    """Adopt one of the penalty policies and one order of payment; returns the order."""
    place, order = VARIANTS[variant % len(VARIANTS)]
    adopt_penalty_policy(
        ws,
        policy=POLICIES[place],
        effective_from=date(2020, 1, 1),
        authority="Sample Local Law 2 of 2020, §5",
    )
    save_billing_settings(
        ws,
        settings=replace(
            BILLING, payment_order=order, payment_order_authority="Sample Resolution 11", code_order=("DEBT",)
        ),
    )
    return order
