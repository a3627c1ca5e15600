"""Charges of one account over holds, rate changes, rolled-back runs and corrected bills: no part twice, none lost."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.domain.accountcharges import ChargeDraft
from sewerdesk.domain.billlines import LineKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.rates import AccountChargeKind, PerUnit
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.services.account_charges import account_charges, add_account_charge
from sewerdesk.services.accounts import hold_account
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.rates import adopt_rates
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.single_bills import BillDates, final_bill, off_cycle_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

D = Decimal
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 10))
FALL = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2027, 1, 4))


@pytest.fixture
def account_id(ws: Workspace) -> int:
    """An account of class R that pays 100.00 in three installments from April on."""
    adopt_sample_rates(ws)
    key = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    draft = ChargeDraft(
        key,
        "DEBT",
        "Connection charge",
        AccountChargeKind.INSTALLMENTS,
        D("100.00"),
        date(2026, 4, 1),
        "Agreement",
        count=3,
    )
    add_account_charge(ws, draft=draft)
    return key


def post(ws: Workspace, setup: RunSetup) -> int:
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def billed(ws: Workspace) -> list[tuple[str, Decimal, str]]:
    """Quarter, amount and text of each installment on live bills."""
    with ws.read() as session:
        rows = session.execute(
            select(Bill.period, BillLine.amount, BillLine.inputs)
            .join(BillLine, BillLine.bill_id == Bill.id)
            .where(Bill.live.is_(True))
            .order_by(Bill.period)
        )
        return [
            (period, amount, inputs["fixed"][0]["what"])
            for period, amount, inputs in rows
            if inputs["kind"] == LineKind.CHARGE.value
        ]


def bill_of(ws: Workspace, period: str) -> int:
    with ws.read() as session:
        return session.scalars(select(Bill.id).where(Bill.period == period, Bill.live.is_(True))).one()


PARTS = [
    ("2026-Q2", D("33.34"), "Connection charge, part 1 of 3"),
    ("2026-Q3", D("33.33"), "Connection charge, part 2 of 3"),
    ("2026-Q4", D("33.33"), "Connection charge, part 3 of 3"),
]


def test_bill_the_same_part_again_after_a_run_was_rolled_back(ws: Workspace, account_id: int) -> None:
    run = post(ws, SPRING)
    roll_back_run(ws, run_id=run, reason="wrong due date")
    assert account_charges(ws, account_id=account_id)[0].charge.billed == 0
    post(ws, SPRING)
    assert billed(ws) == PARTS[:1]


def test_bill_each_part_once_where_an_earlier_bill_is_corrected(ws: Workspace, account_id: int) -> None:
    """Part 1 is made again as part 1, at its own 33.34, although part 2 is billed already: the whole is 100.00."""
    post(ws, SPRING)
    post(ws, SUMMER)
    correct_bill(
        ws,
        bill_id=bill_of(ws, "2026-Q2"),
        reason="units were wrong",
        dates=BillDates(date(2026, 12, 1), date(2027, 1, 2)),
    )
    assert billed(ws) == PARTS[:2]
    post(ws, FALL)
    assert billed(ws) == PARTS
    assert account_charges(ws, account_id=account_id)[0].left == 0


def test_bill_a_part_whole_through_a_change_of_rate(ws: Workspace, account_id: int) -> None:
    """A charge of the account is due with the period; only the rent counts days: 95.00 to 100.00 on May 16.

    (95.00 x 45 + 100.00 x 46) / 91 = 97.5274… -> 97.53.
    """
    draft = RateDraft("R", "OM", date(2026, 5, 16), "Resolution 9 of 2026", PerUnit(D("100.00")))
    adopt_rates(ws, drafts=[draft])
    lines = preview_run(ws, setup=SPRING).bills[0].lines
    assert [line.amount for line in lines] == [D("97.53"), D("15.00"), D("33.34")]


def off_cycle(ws: Workspace, account_id: int, through: date) -> int:
    dates = BillDates(through, date(2026, 6, 20))
    return off_cycle_bill(ws, account_id=account_id, through=through, dates=dates).bill_id


def test_bill_one_part_in_a_quarter_of_two_bills(ws: Workspace, account_id: int) -> None:
    """Part 1 is on the bill through May 15; the quarter's bill has none, the summer's has part 2."""
    first = off_cycle(ws, account_id, date(2026, 5, 15))
    post(ws, SPRING)
    assert billed(ws) == PARTS[:1]
    correct_bill(ws, bill_id=first, reason="address was wrong", dates=BillDates(date(2026, 12, 1)))
    assert billed(ws) == PARTS[:1]
    post(ws, SUMMER)
    assert billed(ws) == PARTS[:2]


@pytest.mark.parametrize(
    ("starts", "through"),
    [
        (date(2026, 6, 1), date(2026, 5, 15)),
        (date(2026, 5, 1), date(2026, 4, 10)),
        (SPRING.quarter.start, None),
    ],
)
def test_bill_a_charge_of_every_quarter_once_in_a_quarter_of_two_bills(
    ws: Workspace, starts: date, through: date | None
) -> None:
    """10.00 a quarter, on the bill whose days it reaches first, also where it is entered after the first bill."""
    adopt_sample_rates(ws)
    key = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    if through is not None:
        off_cycle(ws, key, through)
    draft = ChargeDraft(key, "DEBT", "Trunk", AccountChargeKind.RECURRING, D("10.00"), starts, "Agreement")
    add_account_charge(ws, draft=draft)
    if through is None:
        off_cycle(ws, key, date(2026, 5, 15))
    post(ws, SPRING)
    assert billed(ws) == [("2026-Q2", D("10.00"), "Trunk")]


def test_bill_no_charge_of_june_to_an_owner_who_left_in_may(ws: Workspace) -> None:
    """From June 1 on 10.00 a quarter: the last bill, through May 15, has none of it."""
    adopt_sample_rates(ws)
    key = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    draft = ChargeDraft(
        key, "DEBT", "Trunk", AccountChargeKind.RECURRING, D("10.00"), date(2026, 6, 1), "Agreement"
    )
    add_account_charge(ws, draft=draft)
    dates = BillDates(date(2026, 5, 16), date(2026, 6, 20))
    final_bill(ws, account_id=key, through=date(2026, 5, 15), dates=dates, reason="sold")
    assert billed(ws) == []


def test_count_no_part_for_a_quarter_on_hold(ws: Workspace, account_id: int) -> None:
    """Held in the spring, the first part is billed in the summer: a part counts where a bill holds it."""
    open_account(ws, number="00001043", name="Bo Ray", print_key="12.13-2-16")
    hold_account(
        ws, account_id=account_id, reason="in dispute", since=date(2026, 6, 1), until=date(2026, 9, 1)
    )
    post(ws, SPRING)
    assert billed(ws) == []
    post(ws, SUMMER)
    assert billed(ws) == [("2026-Q3", D("33.34"), "Connection charge, part 1 of 3")]
