"""The mail of a quarter: envelopes opened against the tape, and the money carried to the bank."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.payments import DepositDraft, PostedBatch
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.registers import AccountRow
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.deposits import make_deposit, undeposited
from sewerdesk.services.papers import paper_file
from sewerdesk.services.receipts import enter_batch, look_at_batch
from sewerdesk.services.returned_checks import cash_only_accounts
from sewerdesk.services.workspace import Workspace

MORE = Decimal("25.00")


def owing(ws: Workspace) -> list[AccountRow]:
    """The accounts that owe something and of which checks are taken, in their order."""
    refused = cash_only_accounts(ws)
    return [row for row in list_accounts(ws) if row.balance > 0 and row.number not in refused]


def take_envelopes(
    stage: Stage, rows: Sequence[AccountRow], *, received_on: date, unpaid: int, first_check: int
) -> PostedBatch:
    """A check for two accounts, one that pays a half, one that pays too much, the others in full; ``unpaid`` do not.

    All are one batch under its control total; what the entry asks about is looked at and acknowledged.
    """
    ws = stage.ws
    pair, part, over, rest = rows[:2], rows[2], rows[3], rows[4:-unpaid]
    envelopes = [
        [(row, row.balance) for row in pair],
        [(part, round_cents(part.balance / 2))],
        [(over, over.balance + MORE)],
        *[[(row, row.balance)] for row in rest],
    ]
    drafts = tuple(
        _check(received_on, parts, number) for number, parts in enumerate(envelopes, start=first_check)
    )
    tape = sum((draft.amount for draft in drafts), Decimal(0))
    batch = ReceiptBatch(tape, drafts, control_count=len(drafts))
    asks = look_at_batch(ws, batch=batch).asks
    posted = enter_batch(ws, batch=batch, acknowledged=asks)
    stage.say(
        f"Receipts {posted.receipts[0].number} to {posted.receipts[-1].number}: {len(drafts)} checks for "
        f"{format_money(posted.total)}, as the tape says; one for two accounts, one for a half, one for "
        f"{format_money(MORE)} too much; {len(asks)} questions looked at"
    )
    return posted


def _check(received_on: date, parts: Sequence[tuple[AccountRow, Decimal]], number: int) -> ReceiptDraft:
    return ReceiptDraft(
        payer=parts[0][0].name,
        received_on=received_on,
        tender=Tender.CHECK,
        amount=sum((paid for _, paid in parts), Decimal(0)),
        lines=tuple(ReceiptLine(Purpose.ACCOUNT, row.number, paid) for row, paid in parts),
        check_number=str(number),
        bank="Sample National Bank",
    )


def carry_to_bank(stage: Stage) -> None:
    """Deposit whatever is in the office, and keep the slip."""
    ws = stage.ws
    ids = tuple(row.id for row in undeposited(ws))
    made = make_deposit(ws, draft=DepositDraft(ids, CashCount(), ws.clock.today()))
    stage.keep(
        f"{made.number} deposit slip.pdf",
        paper_file(ws, paper_id=made.paper_id).content,
        f"Deposit {made.number}: {made.receipts} receipts, {format_money(made.total)}",
    )
