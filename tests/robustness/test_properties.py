"""What must hold for any book, tried on made-up ones through the services: Hypothesis picks, the books must agree."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill, BillLine, RunOutcome
from sewerdesk.data.models.ledger import Entry
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.accounts import hold_account, list_accounts
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.books import book_faults
from tests.support.offices import copied_office

FIRST = Quarter(2026, 2)
SLOW = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)


@dataclass(frozen=True, slots=True)
class MadeAccount:
    """An account as Hypothesis wants it: dial after each quarter, if metered; a hold; when it was opened."""

    metered: bool
    units: Decimal
    opened: date
    dials: tuple[int | None, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class MadePayment:
    """A payment on one of the accounts in one of the quarters, and whether it is voided after."""

    account: int
    quarter: int
    cents: int
    void: bool


ACCOUNTS = st.lists(
    st.builds(
        MadeAccount,
        metered=st.booleans(),
        units=st.sampled_from(["0.25", "1.00", "1.375", "2.50", "40.00"]).map(Decimal),
        opened=st.dates(date(2025, 1, 1), date(2026, 12, 31)),
        dials=st.tuples(*[st.none() | st.integers(0, 400)] * 3),
        held=st.booleans(),
    ),
    min_size=1,
    max_size=6,
)
PAYMENTS = st.lists(
    st.builds(
        MadePayment,
        account=st.integers(0, 5),
        quarter=st.integers(0, 2),
        cents=st.integers(1, 99_999),
        void=st.booleans(),
    ),
    max_size=8,
)


def setup_of(quarter: Quarter) -> RunSetup:
    billed = quarter.end + timedelta(days=1)
    return RunSetup(quarter, billed, billed + timedelta(days=30), billed + timedelta(days=9))


@contextmanager
def made_office(template: Path, accounts: list[MadeAccount]) -> Iterator[OpenOffice]:
    """A fresh office with these accounts, open on the first quarter's bill date."""
    clock = FixedClock(date(2026, 1, 2))
    with (
        TemporaryDirectory() as folder,
        copied_office(template, Path(folder) / "office", clock=clock) as office,
    ):
        adopt_sample_rates(office.ws)
        for number, made in enumerate(accounts):
            add(office.ws, number, made)
        yield office


def add(ws: Workspace, number: int, made: MadeAccount) -> None:
    account = open_account(
        ws,
        number=f"{number:08d}",
        name=f"Owner {number}",
        print_key=f"1-{number}",
        class_code="M" if made.metered else "R",
        units=str(made.units),
        since=made.opened,
    )
    if made.metered:
        dial, readings = 1000, {made.opened: "1000"}
        quarter = FIRST
        for turned in made.dials:
            day = quarter.end + timedelta(days=3)
            if turned is not None and day > made.opened:
                dial += turned
                readings[day] = str(dial)
            quarter = quarter.next
        install_meter(ws, account_id=account, serial=f"S-{number}", readings=readings)
    if made.held:
        hold_account(ws, account_id=account, reason="In court", since=date(2026, 9, 1), until=None)


def work(ws: Workspace, payments: list[MadePayment]) -> None:
    """Three quarters: each billed if anybody can be billed, then paid, and some payments voided."""
    quarter = FIRST
    for place in range(3):
        setup = setup_of(quarter)
        ws.clock = FixedClock(setup.bill_date)
        preview = preview_run(ws, setup=setup)
        if preview.may_post:
            posted = post_run(ws, setup=setup, expected=preview)
            assert (posted.billed, posted.total) == (len(preview.bills), preview.total)
        for payment in payments:
            if payment.quarter == place and payment.account < len(list_accounts(ws)):
                pay(ws, payment)
        quarter = quarter.next


def pay(ws: Workspace, payment: MadePayment) -> None:
    amount = Decimal(payment.cents).scaleb(-2)
    posted = enter_receipt(
        ws,
        draft=ReceiptDraft(
            payer="Somebody",
            received_on=ws.clock.today(),
            tender=Tender.CASH,
            amount=amount,
            lines=(ReceiptLine(Purpose.ACCOUNT, f"{payment.account:08d}", amount),),
        ),
    )
    if payment.void:
        void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Entered twice")


@SLOW
@given(accounts=ACCOUNTS, payments=PAYMENTS)
def test_balance_is_the_sum_of_the_entries(
    office_template: Path, accounts: list[MadeAccount], payments: list[MadePayment]
) -> None:
    with made_office(office_template, accounts) as office:
        work(office.ws, payments)
        shown = {row.id: row.balance for row in list_accounts(office.ws)}
        with office.ws.read() as session:
            sums: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
            for account, amount in session.execute(select(Entry.account_id, Entry.amount)):
                sums[account] += amount
            newest: dict[int, Bill] = {}
            for bill in session.scalars(select(Bill).order_by(Bill.id)):
                newest[bill.account_id] = bill
            for account, bill in newest.items():  # what a bill says is owed is what was booked until then
                entries = select(Entry.amount).where(
                    Entry.account_id == account, Entry.id <= bill.printed_through
                )
                assert sum(session.scalars(entries), ZERO) == bill.total_due
        assert shown == {account: sums[account] for account in shown}
        assert book_faults(office.ws.folder / "office.db") == []


@SLOW
@given(accounts=ACCOUNTS)
def test_every_open_account_is_billed_held_or_skipped(
    office_template: Path, accounts: list[MadeAccount]
) -> None:
    with made_office(office_template, accounts) as office:
        setup = setup_of(FIRST.next)
        office.ws.clock = FixedClock(setup.bill_date)
        preview = preview_run(office.ws, setup=setup)
        open_then = {f"{n:08d}" for n, made in enumerate(accounts) if made.opened <= setup.quarter.end}
        assert sorted(one.account for one in preview.outcomes) == sorted(open_then)
        assert preview.not_open == len(accounts) - len(open_then)
        kinds = [preview.of_kind(kind) for kind in OutcomeKind]
        assert sum(len(found) for found in kinds) == len(open_then)
        assert all(one.reason for one in preview.outcomes if one.kind is not OutcomeKind.BILLED)
        if preview.may_post:
            post_run(office.ws, setup=setup, expected=preview)
            with office.ws.read() as session:
                kept = session.execute(select(RunOutcome.account_id, RunOutcome.outcome)).all()
            assert sorted(kept) == sorted((one.account_id, one.kind.value) for one in preview.outcomes)


@SLOW
@given(accounts=ACCOUNTS)
def test_lines_of_a_bill_sum_to_the_bill(office_template: Path, accounts: list[MadeAccount]) -> None:
    with made_office(office_template, accounts) as office:
        work(office.ws, [])
        with office.ws.read() as session:
            for bill in session.scalars(select(Bill)):
                lines = session.scalars(select(BillLine.amount).where(BillLine.bill_id == bill.id)).all()
                charged = session.scalars(select(Entry.amount).where(Entry.bill_id == bill.id)).all()
                assert sum(lines, ZERO) == bill.current_charges == sum(charged, ZERO)
                assert all(amount == amount.quantize(Decimal("0.01")) for amount in lines)
