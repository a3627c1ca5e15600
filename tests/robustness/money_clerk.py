"""A clerk who does anything with money, guided by dice, and who knows how to undo what was done last.

Each act is one verb of the services on whatever the books offer at that moment. A verb may refuse with a sentence;
then nothing may have changed. What can be undone is put on a pile with the state before it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import cast

from sewerdesk.clock import FixedClock
from sewerdesk.domain.accountmoney import AccountMoney
from sewerdesk.domain.adjustments import AdjustmentDraft, RefundDraft, WriteOffDraft
from sewerdesk.domain.payments import DepositDraft, ReceiptRow, ReceiptState
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_bills, account_money
from sewerdesk.services.adjustments import post_adjustment, refund_credit, write_off
from sewerdesk.services.deposits import list_deposits, make_deposit, void_deposit
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.receipt_pages import list_receipts, receipt_view
from sewerdesk.services.receipts import enter_receipt, look_at_batch, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.relevy_money import levied
from sewerdesk.services.returned_checks import cash_only_accounts, return_check
from sewerdesk.services.workspace import Workspace
from tests.robustness.money_office import NUMBERS

D = Decimal
Undo = Callable[[], object]
Snapshot = tuple[object, ...]
#: Balance, credit, and of each charge its days, what it is for, its amount, what is open of it and what paid it.
AccountState = tuple[Decimal, Decimal, tuple[tuple[date, date, str, Decimal, Decimal, str], ...]]
#: What is written on an entry whose own day is closed.
LATE = re.compile(r" \(of [0-9/]+; the books are closed through [0-9/]+\)")


def all_money(ws: Workspace) -> tuple[AccountMoney, ...]:
    """The money of each account, as its page shows it."""
    return tuple(account_money(ws, account_id=number) for number in range(1, len(NUMBERS) + 1))


def snapshot(ws: Workspace, accounts_money: tuple[AccountMoney, ...]) -> Snapshot:
    """All that money is: charges with what paid them, credit, held money, receipts, warnings, what is on the roll."""
    accounts = []
    for money in accounts_money:
        items = sorted(
            (item.on, item.due, item.what, item.amount, item.open_amount, item.paid_by)
            for item in money.items
        )
        accounts.append((money.balance, money.credit, tuple(items)))
    receipts = tuple((row.number, row.state, row.purpose) for row in list_receipts(ws) if not row.void_reason)
    on_roll = tuple((row.account, row.amount, row.settled) for row in levied(ws))
    return (*accounts, held_money(ws), receipts, tuple(cash_only_accounts(ws)), on_roll)


def without_late_days(state: Snapshot, other: Snapshot) -> Snapshot:
    """The same without what a closing changes for good, on accounts that differ from the other state.

    A penalty taken off and charged again is dated on the first open day and says so, and money between the two days
    may pay another charge of the account than before.
    """
    kept: list[object] = []
    pairs = zip(cast(tuple[AccountState, ...], state), cast(tuple[AccountState, ...], other), strict=True)
    for one, beside in [*pairs][: len(NUMBERS)]:
        if one == beside or not any(LATE.search(item[2]) for item in (*one[2], *beside[2])):
            kept.append(one)
        else:
            kept.append(
                (*one[:2], sorted((due, LATE.sub("", what), sum_) for _, due, what, sum_, *_ in one[2]))
            )
    return (*kept, *state[len(NUMBERS) :])


@dataclass
class Clerk:
    """The office, the pile of what can be undone, and the dice from which each choice of an act is made."""

    ws: Workspace
    dice: Random = field(default_factory=lambda: Random(0))
    checks: int = 0
    pile: list[tuple[str, Undo, Snapshot]] = field(default_factory=list)

    def pick(self, count: int) -> int:
        """A number below ``count``."""
        return self.dice.randrange(count)

    def account(self) -> str:
        """Any account's number."""
        return NUMBERS[self.pick(len(NUMBERS))]

    def day(self, back: int) -> date:
        """Today or a day up to so many days ago."""
        return self.today - timedelta(days=self.pick(back + 1))

    @property
    def today(self) -> date:
        """The office's day."""
        return self.ws.clock.today()

    def amount(self, number: str) -> Decimal:
        """What is owed to the cent, half of it, a cent, much more, or any amount."""
        balance = account_money(self.ws, account_id=NUMBERS.index(number) + 1).balance
        owed = balance if balance > 0 else D("10.00")
        cents = D(self.pick(30_000) + 1) / 100
        return (owed, (owed / 2).quantize(D("0.01")), D("0.01"), owed + cents, cents)[self.pick(5)]

    def stub(self, number: str) -> str:
        """Mostly no bill in particular; else one that stands on the account."""
        if self.pick(4):
            return ""
        rows = account_bills(self.ws, account_id=NUMBERS.index(number) + 1)
        found = [row.number for row in rows if row.live]
        return found[self.pick(len(found))] if found else ""

    def keep(self, name: str, undo: object, *, before: Snapshot, now: Snapshot) -> None:
        """Keep how to undo what was done, or forget the pile where something was done for good."""
        if callable(undo):
            self.pile.append((name, undo, before))
        elif now != before:
            self.pile.clear()

    def undo_of(self, act_id: int) -> Undo:
        """How to undo an act."""
        return lambda: undo_act(self.ws, act_id=act_id, reason="Tried", authority="Sample Resolution 12")

    def rows(self, *states: ReceiptState) -> list[ReceiptRow]:
        """The receipts in these states."""
        return [row for row in list_receipts(self.ws) if row.state in states]

    # -------------------------------------------------------------- money taken

    def pay(self) -> Undo | None:
        """One check or cash, for one account, two, or nobody known; today, days ago, or by a postmark."""
        self.checks += 1
        parts = {self.account(): D(0)} if self.pick(3) else {self.account(): D(0), self.account(): D(0)}
        lines = [
            ReceiptLine(Purpose.ACCOUNT, number, self.amount(number), self.stub(number)) for number in parts
        ]
        if self.pick(8) == 0:
            lines = [ReceiptLine(Purpose.SUSPENSE, "", D(self.pick(20_000) + 1) / 100)]
        received = self.day(50) if self.pick(2) else self.today
        postmark = received - timedelta(days=self.pick(6)) if self.pick(4) == 0 else None
        cash = self.pick(4) == 0
        total = sum((line.amount for line in lines), D(0))
        draft = ReceiptDraft(
            "John Q Smith",
            received,
            Tender.CASH if cash else Tender.CHECK,
            total,
            tuple(lines),
            "" if cash else f"{9000 + self.checks}",
            postmark=postmark,
        )
        asks = look_at_batch(self.ws, batch=ReceiptBatch(total, (draft,))).asks
        receipt = enter_receipt(self.ws, draft=draft, acknowledged=asks).receipts[0]
        return lambda: void_receipt(self.ws, receipt_id=receipt.id, reason="Tried")

    def void(self) -> None:
        """Void any receipt, not only the last."""
        rows = self.rows(ReceiptState.UNDEPOSITED)
        if rows:
            void_receipt(self.ws, receipt_id=rows[self.pick(len(rows))].id, reason="Entered twice")

    def move(self) -> Undo | None:
        """Move a line of any receipt that stands to some account."""
        rows = self.rows(ReceiptState.UNDEPOSITED, ReceiptState.DEPOSITED)
        if not rows:
            return None
        row = rows[self.pick(len(rows))]
        lines = receipt_view(self.ws, receipt_id=row.id).lines
        line = lines[self.pick(len(lines))]
        act = move_payment(
            self.ws,
            receipt_id=row.id,
            to_account=self.account(),
            reason="Stub",
            line_id=line.line_id,
            from_account=line.reference if line.account_id is not None else "",
        )
        return self.undo_of(act.id)

    def identify(self) -> Undo | None:
        """Apply some of the money that nobody could place."""
        held = held_money(self.ws)
        if not held:
            return None
        row = held[self.pick(len(held))]
        part = ApplyTo(self.account(), min(row.held, D(self.pick(20_000) + 1) / 100))
        return self.undo_of(apply_held(self.ws, line_id=row.line_id, parts=(part,), reason="Found").id)

    def deposit(self) -> Undo | None:
        """Carry one check to the bank."""
        rows = [row for row in self.rows(ReceiptState.UNDEPOSITED) if row.tender is Tender.CHECK]
        if not rows:
            return None
        row = rows[self.pick(len(rows))]
        made = make_deposit(self.ws, draft=DepositDraft((row.id,), CashCount(), self.today))
        return lambda: void_deposit(self.ws, deposit_id=made.id, reason="Tried")

    def bounce(self) -> Undo | None:
        """The bank sends a check back."""
        rows = self.rows(ReceiptState.DEPOSITED)
        if not rows:
            return None
        row = rows[self.pick(len(rows))]
        draft = ReturnDraft(
            row.id, self.today, "Insufficient funds", charge_fee=self.pick(3) > 0, fee_account=self.account()
        )
        return self.undo_of(return_check(self.ws, draft=draft).act_id)

    def redeposit(self) -> Undo | None:
        """Take a returned check to the bank once more."""
        rows = self.rows(ReceiptState.RETURNED)
        if not rows:
            return None
        again = redeposit_check(self.ws, receipt_id=rows[self.pick(len(rows))].id, received_on=self.today)
        return lambda: void_receipt(self.ws, receipt_id=again.id, reason="Tried")

    def lose_deposit(self) -> None:
        """Void any deposit."""
        rows = list_deposits(self.ws)
        if rows:
            void_deposit(self.ws, deposit_id=rows[self.pick(len(rows))].id, reason="Left on the desk")

    # -------------------------------------------------------------- acts of the Board and the clerk

    def adjust(self) -> Undo | None:
        """Add to an account or lower it; sometimes as a waiver, which names its resolution."""
        number = self.account()
        amount = self.amount(number) * (1 if self.pick(2) else -1)
        waiver = amount < 0 and self.pick(3) == 0
        draft = AdjustmentDraft(
            number,
            amount,
            "Leak",
            "Mary Bell",
            self.day(20),
            waiver=waiver,
            minute="Sample Resolution 1" if waiver else "",
            charge_code="OM" if self.pick(2) else "",
        )
        return self.undo_of(post_adjustment(self.ws, draft=draft).id)

    def forgive(self) -> Undo | None:
        """Write off what is open, or some of it."""
        number = self.account()
        amount = None if self.pick(2) else self.amount(number)
        draft = WriteOffDraft(number, "Gone", "Mary Bell", "Board", "Resolution 1", self.today, amount)
        return self.undo_of(write_off(self.ws, draft=draft).id)

    def refund(self) -> Undo | None:
        """Pay a credit back, whole or in part."""
        number = self.account()
        credit = account_money(self.ws, account_id=NUMBERS.index(number) + 1).credit
        amount = credit if self.pick(2) else max(credit / 2, D("0.01")).quantize(D("0.01"))
        draft = RefundDraft(
            number, amount, "Smith", "Twice", "Mary Bell", "Board", "Resolution 2", self.today
        )
        return self.undo_of(refund_credit(self.ws, draft=draft).id)

    def undo_any(self) -> None:
        """Undo any act, in any order; the books refuse where that is not possible."""
        acts = money_acts(self.ws)
        if acts:
            self.undo_of(acts[self.pick(len(acts))].id)()

    def wait(self) -> None:
        """Let days pass."""
        self.ws.clock = FixedClock(self.today + timedelta(days=1 + self.pick(45)))
