"""The quarter: readings answered, bills posted and printed, the mail's checks entered, the deposit made."""

from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import LowerAnswer, ReadingIssue
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.readings import AnswerDraft
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.runviews import PostedRun
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.bill_dates import proposed_due
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.deposits import make_deposit, undeposited
from sewerdesk.services.papers import paper_file
from sewerdesk.services.readings import answer_reading, run_readings
from sewerdesk.services.receipts import enter_batch, look_up
from sewerdesk.services.runs import billing_register_file

LAST, THIS = Quarter(2026, 3), Quarter(2026, 4)


def bill_last_quarter(stage: Stage) -> None:
    """Post the quarter before, so that there is something to compare with."""
    posted = _post(stage, setup_of(stage, LAST, LAST.next.start))
    stage.say(f"Run {posted.number} for {LAST.label}: {posted.billed} bills, {format_money(posted.total)}")


def bill_this_quarter(stage: Stage) -> PostedRun:
    """Answer the meter that rolled over, look at the run, post it, print bills and register."""
    ws = stage.ws
    setup = setup_of(stage, THIS, ws.clock.today())
    _answer_rollovers(stage, setup)
    preview = preview_run(ws, setup=setup)
    before = sum((found.last for found in preview.differences), Decimal(0))
    now = sum((found.now for found in preview.differences), Decimal(0))
    held = [f"{one.account}: {one.reason}" for one in preview.of_kind(OutcomeKind.HELD)]
    stage.say(
        f"Draft run {THIS.label}: {len(preview.bills)} to bill, {len(held)} held ({'; '.join(held)}), "
        f"{len(preview.of_kind(OutcomeKind.SKIPPED))} skipped, total {format_money(preview.total)}; "
        f"{len(preview.differences)} accounts differ from {LAST.label} by {format_money(now - before)}"
    )
    posted = post_run(ws, setup=setup, expected=preview)
    bills = bills_file(ws, run_id=posted.run_id, order=BillOrder.ZIP)
    stage.keep(
        f"Sewer bills {THIS.code}.pdf",
        bills.content,
        f"Run {posted.number}: {posted.billed} bills, {format_money(posted.total)}, due {posted.due_date:%m/%d/%Y}",
    )
    register = billing_register_file(ws, run_id=posted.run_id)
    stage.keep(f"Billing register {THIS.code}.xlsx", register.content, f"Billing register of {posted.number}")
    return posted


def take_mail(stage: Stage) -> None:
    """Enter three checks against a control total and carry all money to the bank."""
    ws = stage.ws
    owing = [row for row in list_accounts(ws) if row.balance > 0][:3]
    looks = [look_up(ws, typed=row.number) for row in owing]
    drafts = tuple(
        ReceiptDraft(
            payer=look.account.name,
            received_on=ws.clock.today(),
            tender=Tender.CHECK,
            amount=look.account.balance,
            lines=(ReceiptLine(Purpose.ACCOUNT, look.account.number, look.account.balance),),
            check_number=f"{100 + number}",
            bank="Sample National Bank",
        )
        for number, look in enumerate(looks)
    )
    control = sum((row.balance for row in owing), Decimal(0))
    posted = enter_batch(ws, batch=ReceiptBatch(control, drafts, control_count=len(drafts)))
    numbers = f"{posted.receipts[0].number} to {posted.receipts[-1].number}"
    stage.say(
        f"Receipts {numbers}: {len(posted.receipts)} checks for {format_money(posted.total)}, as the tape says"
    )
    rows = undeposited(ws)
    made = make_deposit(ws, draft=DepositDraft(tuple(row.id for row in rows), CashCount(), ws.clock.today()))
    stage.keep(
        f"{made.number} deposit slip.pdf",
        paper_file(ws, paper_id=made.paper_id).content,
        f"Deposit {made.number}: {made.receipts} receipts, {format_money(made.total)}",
    )


def setup_of(stage: Stage, quarter: Quarter, bill_date: date) -> RunSetup:
    """The run of a quarter dated on a day, due by the office's rule."""
    due = proposed_due(stage.ws, bill_date=bill_date)
    last_day = due.effective if due else bill_date + timedelta(days=30)
    return RunSetup(quarter, bill_date, last_day, quarter.end)


def _post(stage: Stage, setup: RunSetup) -> PostedRun:
    return post_run(stage.ws, setup=setup, expected=preview_run(stage.ws, setup=setup))


def _answer_rollovers(stage: Stage, setup: RunSetup) -> None:
    for row in run_readings(stage.ws, setup=setup):
        lower = [one for one in row.questions if one.issue is ReadingIssue.LOWER]
        if lower and row.state.present is not None:
            draft = AnswerDraft(
                reading_id=row.state.present.reading_id,
                answer=LowerAnswer.ROLLOVER,
                reason="The dial went past its top; the owner read it with us.",
            )
            answer_reading(stage.ws, account_id=row.account_id, draft=draft)
            stage.say(f"Reading answered as a rollover: {lower[0].sentence}")
