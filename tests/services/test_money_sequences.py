"""Random weeks of the counter: whatever was done is undone last first, and each undoing restores the exact state."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft, RefundDraft, WriteOffDraft
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft, ReceiptState
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.adjustments import post_adjustment, refund_credit, write_off
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit, void_deposit
from sewerdesk.services.money_acts import _post_act, undo_act
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt, look_at_batch, void_receipt
from sewerdesk.services.returned_checks import cash_only_accounts, return_check
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, bill_three_accounts

D = Decimal
NUMBERS = ("00001042", "00001043", "00001044")
LATER = date(2027, 2, 10)
SETTINGS = PaymentSettings(
    suspense_code="SUSP",
    returned_fee=D("20.00"),
    returned_fee_code="SUSP",
    returned_fee_authority="Resolution 9",
    cash_only_months=6,
    cash_only_authority="Resolution 10",
)


@dataclass
class Week:
    """What was done, each with how to undo it; ``dice`` are the numbers from which every choice is made."""

    ws: Workspace
    ids: dict[str, int]
    dice: int
    checks: int = 0
    undos: list[Callable[[], object]] = field(default_factory=list)

    def pick(self, count: int) -> int:
        self.dice, found = divmod(self.dice, count)
        return found

    def account(self) -> str:
        return NUMBERS[self.pick(len(NUMBERS))]

    def cents(self) -> Decimal:
        return D(self.pick(30_000) + 1) / 100


def snapshot(ws: Workspace, ids: dict[str, int]) -> tuple[object, ...]:
    """All that money is: open items and credit of every account, held money, receipts where they stand."""
    accounts = []
    for account_id in ids.values():
        money = account_money(ws, account_id=account_id)
        items = tuple((item.key, item.amount, item.open_amount, item.paid_by) for item in money.open_items)
        accounts.append((money.balance, money.credit, items))
    receipts = tuple((row.number, row.state, row.purpose) for row in list_receipts(ws) if not row.void_reason)
    return (*accounts, held_money(ws), receipts, cash_only_accounts(ws))


def pay(week: Week) -> None:
    amount = week.cents()
    week.checks += 1
    line = ReceiptLine(Purpose.ACCOUNT, week.account(), amount)
    if week.pick(3) == 0:
        line = ReceiptLine(Purpose.SUSPENSE, "", amount)
    on = MAIL_DAY if week.pick(2) else LATER
    draft = ReceiptDraft("John Q Smith", on, Tender.CHECK, amount, (line,), f"{9000 + week.checks}")
    asks = look_at_batch(week.ws, batch=ReceiptBatch(amount, (draft,))).asks
    receipt = enter_receipt(week.ws, draft=draft, acknowledged=asks).receipts[0]
    week.undos.append(lambda: void_receipt(week.ws, receipt_id=receipt.id, reason="Tried"))


def penalize(week: Week) -> None:
    entry = ActEntry(week.ids[week.account()], EntryKind.PENALTY, week.cents(), "OM")
    with week.ws.write(reason="penalty") as session:
        act = _post_act(session, ActKind.PENALTY, on=LATER, reason="Late", entries=[entry], facts={}).id
    week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def adjust(week: Week) -> None:
    amount = week.cents() * (1 if week.pick(2) else -1)
    draft = AdjustmentDraft(week.account(), amount, "Leak", "Mary Bell", LATER)
    act = post_adjustment(week.ws, draft=draft).id
    week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def forgive(week: Week) -> None:
    amount = week.cents() if week.pick(2) else None
    draft = WriteOffDraft(week.account(), "Gone", "Mary Bell", "Board", "Resolution 1", LATER, amount)
    act = write_off(week.ws, draft=draft).id
    week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def refund(week: Week) -> None:
    number = week.account()
    credit = account_money(week.ws, account_id=week.ids[number]).credit
    draft = RefundDraft(number, credit, "Smith", "Twice", "Mary Bell", "Board", "Resolution 2", LATER)
    act = refund_credit(week.ws, draft=draft).id
    week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def move(week: Week) -> None:
    rows = [row for row in list_receipts(week.ws) if not row.void_reason]
    if rows:
        row = rows[week.pick(len(rows))]
        act = move_payment(week.ws, receipt_id=row.id, to_account=week.account(), reason="Stub").id
        week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def identify(week: Week) -> None:
    held = held_money(week.ws)
    if held:
        row = held[week.pick(len(held))]
        part = ApplyTo(week.account(), min(row.held, week.cents()))
        act = apply_held(week.ws, line_id=row.line_id, parts=(part,), reason="Found").id
        week.undos.append(lambda: undo_act(week.ws, act_id=act, reason="Tried"))


def bounce(week: Week) -> None:
    """Deposited, then returned: undone in the same two steps."""
    rows = [row for row in list_receipts(week.ws) if row.state is ReceiptState.UNDEPOSITED]
    if rows:
        row = rows[week.pick(len(rows))]
        made = make_deposit(week.ws, draft=DepositDraft((row.id,), CashCount(), LATER))
        back = return_check(week.ws, draft=ReturnDraft(row.id, LATER, "Insufficient funds"))

        def put_back() -> None:
            undo_act(week.ws, act_id=back.act_id, reason="Tried")
            void_deposit(week.ws, deposit_id=made.id, reason="Tried")

        week.undos.append(put_back)


STEPS: tuple[Callable[[Week], None], ...] = (
    pay,
    pay,
    penalize,
    adjust,
    forgive,
    refund,
    move,
    identify,
    bounce,
)


def start(ws: Workspace) -> dict[str, int]:
    """Three billed accounts, once for all examples: each example undoes all that it did."""
    if not ws.kept.get("week"):
        ids = bill_three_accounts(ws)
        save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
        save_payment_settings(ws, settings=replace(SETTINGS))
        ws.kept["week"] = ids
        ws.clock = FixedClock(LATER)
    found: dict[str, int] = ws.kept["week"]
    return found


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 10**12)), min_size=3, max_size=9)
)
def test_undo_of_anything_restores_the_exact_earlier_state(
    ws: Workspace, steps: list[tuple[int, int]]
) -> None:
    """Faults b4/77, features F8: pays, voids, moves, returns, penalties, adjustments, refunds in any order."""
    ids = start(ws)
    before: list[tuple[object, ...]] = []
    week = Week(ws, ids, 0, checks=len(list_receipts(ws)))
    for kind, dice in steps:
        week.dice, done = dice, len(week.undos)
        state = snapshot(ws, ids)
        try:
            STEPS[kind](week)
        except UserError:
            assert snapshot(ws, ids) == state  # what is refused changes nothing
            continue
        if len(week.undos) > done:
            before.append(state)
    report = check_books(ws)
    assert report.is_clean, report.findings
    assert rebuild_check(ws).findings == ()
    while week.undos:
        week.undos.pop()()
        assert snapshot(ws, ids) == before.pop()
    assert check_books(ws).is_clean
    assert rebuild_check(ws).findings == ()
