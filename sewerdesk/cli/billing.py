"""A quarter's bills from the command line: readings answered, the run drafted, posted and printed."""

import argparse
from datetime import date
from typing import TYPE_CHECKING

from sewerdesk.cli.verb import (
    DONE,
    FOUND,
    add_clerk,
    add_out,
    columns,
    day,
    keep,
    opened,
    quarter,
    said,
    say,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import count

if TYPE_CHECKING:
    from sewerdesk.domain.runviews import PostedRun, RunLook
    from sewerdesk.services.billing_inputs import RunSetup
    from sewerdesk.services.workspace import Workspace


def run_bill(options: argparse.Namespace) -> int:
    """Draft a quarter's run and show it whole; with ``--post`` post it and write its papers.

    With ``--past-quarter`` one account's older quarter is billed in place of a run, with ``--take-back`` the bill of
    one account is taken back.
    """
    from sewerdesk.services.billing import look_at_run, post_run

    with opened(options) as ws:
        if options.take_back:
            return _take_back(ws, options)
        if options.past_quarter is not None:
            return _bill_past_quarter(ws, options)
        setup = _setup(ws, options)
        look = look_at_run(ws, setup=setup)
        _show(look, setup, full=options.all)
        warnings = [found.sentence for found in look.preview.findings if not found.blocking]
        if not options.post:
            return FOUND if look.preview.findings else DONE
        if warnings and not options.acknowledge and not look.preview.blocking:
            raise UserError(
                f"Nothing was posted. Read the {count(len(warnings), 'warning')} above and add --acknowledge."
            )
        posted = post_run(ws, setup=setup, expected=look.preview)
        say(
            f"Posted as {posted.number}: {count(posted.billed, 'bill')}, {posted.total:,.2f}, "
            f"due {posted.due_date:%m/%d/%Y}; {posted.held:,} held, {posted.skipped:,} skipped."
        )
        if options.out is not None:
            _write_papers(ws, posted, options)
    return DONE


def add_bill(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``bill``."""
    add_clerk(parser)
    parser.add_argument(
        "--quarter", type=quarter, help="the quarter, such as 2027-Q1; by default the one that comes next"
    )
    parser.add_argument("--bill-date", type=day, metavar="DAY", help="by default the office's proposal")
    parser.add_argument("--due-date", type=day, metavar="DAY", help="by default by the office's days to pay")
    parser.add_argument("--read-through", type=day, metavar="DAY", help="the last day of its readings")
    parser.add_argument("--all", action="store_true", help="show every bill, not only what needs a look")
    parser.add_argument("--post", action="store_true", help="post what is shown")
    parser.add_argument("--acknowledge", action="store_true", help="the warnings were read")
    parser.add_argument("--sent", action="store_true", help="mark bills, register and journal as sent")
    parser.add_argument(
        "--past-quarter",
        type=quarter,
        metavar="QUARTER",
        help="bill one account's older quarter that was left out, although later ones are billed",
    )
    parser.add_argument("--account", default="", metavar="NUMBER", help="the account of --past-quarter")
    parser.add_argument(
        "--take-back",
        default="",
        metavar="BILL",
        help="take back an opening, final or off-cycle bill that should not have been made",
    )
    parser.add_argument(
        "--reason", default="", metavar="WHY", help="why a past quarter is billed or a bill taken back"
    )
    add_out(parser)


def _bill_past_quarter(ws: "Workspace", options: argparse.Namespace) -> int:
    """Bill a quarter that was left out of an account's bills; later bills that took its use are made again."""
    from sewerdesk.services.accounts import account_by_number
    from sewerdesk.services.bill_corrections import bill_past_quarter
    from sewerdesk.services.bill_dates import propose_run
    from sewerdesk.services.single_bills import BillDates

    account = account_by_number(ws, number=options.account)
    proposal = propose_run(ws, quarter=options.past_quarter)
    if not options.post:
        raise UserError(
            f"Nothing was posted. Add --post to bill {proposal.quarter.label} of account {account.number}, dated "
            f"{options.bill_date or proposal.bill_date:%m/%d/%Y}."
        )
    made = bill_past_quarter(
        ws,
        account_id=account.id,
        quarter=proposal.quarter,
        read_through=options.read_through or proposal.read_through,
        reason=options.reason,
        dates=BillDates(options.bill_date or proposal.bill_date, options.due_date),
    )
    for bill in made.bills:
        say(
            f"Posted {bill.number}: {bill.period_from:%m/%d/%Y} to {bill.period_to:%m/%d/%Y}, {bill.total:,.2f}, "
            f"due {bill.due_date:%m/%d/%Y}."
        )
        said(bill.warnings, word="look at")
    for number in made.replaced:
        say(f"{number} is void; a new bill took its place.")
    say(f"Account {account.number} owes {made.difference:,.2f} more than before.")
    return DONE


def _take_back(ws: "Workspace", options: argparse.Namespace) -> int:
    """Take back an opening, final or off-cycle bill; an account that it ended is open again."""
    from sewerdesk.services.run_rollback import take_back_bill

    done = take_back_bill(ws, number=options.take_back, reason=options.reason)
    say(f"{options.take_back} was taken back by {done.act}: {done.total:,.2f}.")
    return DONE


def _setup(ws: "Workspace", options: argparse.Namespace) -> "RunSetup":
    from sewerdesk.services.bill_dates import propose_run, proposed_due
    from sewerdesk.services.billing_inputs import RunSetup

    proposal = propose_run(ws, quarter=options.quarter)
    bill_date: date = options.bill_date or proposal.bill_date
    due_date: date | None = options.due_date
    if due_date is None:
        due = proposed_due(ws, bill_date=bill_date)
        if due is None:
            raise UserError("This office has not said how many days it gives to pay; add --due-date.")
        due_date = due.effective
    return RunSetup(proposal.quarter, bill_date, due_date, options.read_through or proposal.read_through)


def _show(look: "RunLook", setup: "RunSetup", *, full: bool) -> None:
    from sewerdesk.domain.billing import OutcomeKind

    preview = look.preview
    billed = look.of_kind(OutcomeKind.BILLED)
    for row in billed if full else ():
        say(
            columns(
                (row.account, 12), (f"{row.amount:,.2f}", 10), (f"{row.total_due:,.2f}", 10), (row.name, -30)
            )
        )
    for kind in (OutcomeKind.HELD, OutcomeKind.SKIPPED):
        for row in look.of_kind(kind):
            say(columns((row.account, 12), (kind.value, 10), (f"{row.name}: {row.reason}", -1)))
    said([found.sentence for found in preview.blocking], word="BLOCKS")
    said([found.sentence for found in preview.findings if not found.blocking], word="look at")
    for group in look.groups:
        say(f"{len(group.differences):>8}  differ by {group.change:,.2f} in all: {group.cause.value}")
    for total in preview.by_charge:
        say(f"{total.count:>8}  {total.code:<6}{total.amount:>14,.2f}  {total.title}")
    say(
        f"Draft of {setup.quarter.label}: {len(billed):,} to bill, {preview.total:,.2f}, dated "
        f"{setup.bill_date:%m/%d/%Y}, due {setup.due_date:%m/%d/%Y}; "
        f"{len(look.of_kind(OutcomeKind.HELD)):,} held, {len(look.of_kind(OutcomeKind.SKIPPED)):,} skipped."
    )


def _write_papers(ws: "Workspace", posted: "PostedRun", options: argparse.Namespace) -> None:
    from sewerdesk.domain.run_outputs import RUN_OUTPUTS
    from sewerdesk.services.bill_files import BillOrder, bills_file
    from sewerdesk.services.report_files import report_pdf_file
    from sewerdesk.services.run_journal import mark_output, run_journal
    from sewerdesk.services.runs import billing_register_file

    code = posted.quarter.code
    keep(
        options.out,
        f"Sewer bills {code}.pdf",
        bills_file(ws, run_id=posted.run_id, order=BillOrder.ZIP).content,
    )
    keep(
        options.out,
        f"Billing register {code}.xlsx",
        billing_register_file(ws, run_id=posted.run_id).content,
    )
    journal = report_pdf_file(ws, report=run_journal(ws, run_id=posted.run_id))
    keep(options.out, f"Revenue journal {code}.pdf", journal.content)
    if options.sent:
        for output in RUN_OUTPUTS:
            mark_output(ws, run_id=posted.run_id, output=output)
        say("Marked: bills mailed, register kept, journal given to the bookkeeper.")


def run_answer(options: argparse.Namespace) -> int:
    """List the readings that ask something; with an account answer its reading."""
    from sewerdesk.domain.metering import LowerAnswer
    from sewerdesk.domain.readings import AnswerDraft
    from sewerdesk.services.bill_dates import propose_run
    from sewerdesk.services.billing_inputs import RunSetup
    from sewerdesk.services.readings import answer_reading, run_readings

    with opened(options) as ws:
        proposal = propose_run(ws, quarter=options.quarter)
        setup = RunSetup(
            proposal.quarter,
            proposal.bill_date,
            proposal.due.effective if proposal.due else proposal.bill_date,  # no question depends on it
            options.read_through or proposal.read_through,
        )
        asked = [row for row in run_readings(ws, setup=setup) if row.questions]
        if not options.account:
            for row in asked:
                said([one.sentence for one in row.questions], word="look at")
            say(f"{count(len(asked), 'reading')} of {proposal.quarter.label} to look at.")
            return FOUND if asked else DONE
        found = [row for row in asked if row.account == options.account and row.state.present is not None]
        if not found:
            raise UserError(
                f"Account {options.account} has no reading of {proposal.quarter.label} to answer."
            )
        present = found[0].state.present
        assert present is not None
        draft = AnswerDraft(present.reading_id, LowerAnswer(options.answer), options.reason)
        answer_reading(ws, account_id=found[0].account_id, draft=draft)
        say(f"Answered as {options.answer}: {found[0].questions[0].sentence}")
    return DONE


def add_answer(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``answer``."""
    add_clerk(parser)
    parser.add_argument("--quarter", type=quarter, help="the quarter; by default the one that comes next")
    parser.add_argument("--read-through", type=day, metavar="DAY", help="the last day of its readings")
    parser.add_argument("--account", default="", help="the account whose reading is answered")
    parser.add_argument(
        "--answer",
        default="confirmed",
        choices=("rollover", "misread", "change-out", "reversed", "confirmed"),
        help="what the reading is",
    )
    parser.add_argument("--reason", default="", help="how that is known")
