"""Adjustments from the command line: asked for, approved or refused by somebody else; and any act undone."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sewerdesk.cli.verb import DONE, FOUND, add_clerk, add_out, amount, columns, day, keep, opened, say
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import count

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace


def run_adjust(options: argparse.Namespace) -> int:
    """Change what an account owes, with the slip that says why; it waits for approval."""
    from sewerdesk.domain.adjustments import AdjustmentDraft
    from sewerdesk.services.adjustments import post_adjustment

    with opened(options) as ws:
        draft = AdjustmentDraft(
            account=options.account,
            amount=options.amount,
            reason=options.reason,
            requested_by=options.requested_by,
            on=options.on or ws.clock.today(),
            note=options.note,
            charge_code=options.code,
            bill=options.bill,
            waiver=options.waiver,
            minute=options.minute,
            files=tuple(options.paper),
        )
        act = post_adjustment(ws, draft=draft)
        say(f"{act.number}: {act.total:,.2f} on account {options.account}; it waits for approval.")
        if options.out is not None:
            _write_slip(ws, act.id, options)
    return DONE


def add_adjust(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``adjust``."""
    add_clerk(parser)
    parser.add_argument("--account", required=True, metavar="NUMBER", help="the account")
    parser.add_argument(
        "--amount",
        required=True,
        type=amount,
        help="above zero adds to what is owed: --amount=-12.50 lowers it",
    )
    parser.add_argument("--reason", required=True, help="one of the office's list of reasons")
    parser.add_argument("--requested-by", required=True, metavar="NAME", help="who asks for it")
    parser.add_argument("--note", default="", help="more about the reason")
    parser.add_argument("--on", type=day, metavar="DAY", help="when it takes effect; by default today")
    parser.add_argument("--code", default="", help="the charge code that it is about")
    parser.add_argument("--bill", default="", metavar="NUMBER", help="the bill that it is about")
    parser.add_argument("--waiver", action="store_true", help="public money is given up; needs --minute")
    parser.add_argument("--minute", default="", help="the Board's resolution with its date")
    parser.add_argument("--paper", type=Path, action="append", default=[], help="a file to keep with it")
    add_out(parser)


def run_approve(options: argparse.Namespace) -> int:
    """List what nobody approved yet; with an act approve it, or refuse it, which reverses it."""
    from sewerdesk.services.adjustments import decide_act, unapproved_acts

    refused = options.refuse is not None
    with opened(options) as ws:
        waiting = unapproved_acts(ws)
        if not options.act:
            for row in waiting:
                say(
                    columns(
                        (row.number, -16), (row.accounts, 12), (f"{row.amount:,.2f}", 10), (row.reason, -1)
                    )
                )
            say(f"To approve: {count(len(waiting), 'adjustment')}.")
            return FOUND if waiting else DONE
        found = [row for row in waiting if row.number == options.act]
        if not found:
            raise UserError(f"{options.act} does not wait for approval in this office.")
        act = decide_act(
            ws,
            act_id=found[0].act_id,
            approved=not refused,
            decided_by=options.decided_by,
            minute=options.minute,
            note=options.refuse or "",
        )
        say(f"{act.number}: {'refused and reversed' if refused else 'approved'} by {options.decided_by}.")
        if options.out is not None:
            _write_slip(ws, act.id, options)
    return DONE


def add_approve(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``approve``."""
    add_clerk(parser)
    parser.add_argument("--act", default="", metavar="NUMBER", help="the adjustment that is decided")
    parser.add_argument("--decided-by", default="", metavar="NAME", help="who decides; not who asked for it")
    parser.add_argument("--minute", default="", help="the Board's resolution with its date")
    parser.add_argument("--refuse", metavar="WHY", help="refuse it, and say why")
    add_out(parser)


def run_undo(options: argparse.Namespace) -> int:
    """List the acts of money that stand; with one undo it, so that the books are as though it had not been."""
    from sewerdesk.services.money_acts import money_acts, undo_act

    with opened(options) as ws:
        standing = [row for row in money_acts(ws) if not row.undone_by and not row.undoes]
        if not options.act:
            for row in standing:
                cells = [(row.number, -16), (f"{row.effective_on:%m/%d/%Y}", -10), (row.kind.label, -20)]
                say(columns(*cells, (f"{row.total:,.2f}", 12), (row.reason, -1)))
            say(f"{count(len(standing), 'act')} can be looked at; name one with --act to undo it.")
            return DONE
        found = [row for row in standing if row.number == options.act]
        if not found:
            raise UserError(f"No act {options.act} stands in this office. Without --act its acts are listed.")
        undone = undo_act(ws, act_id=found[0].id, reason=options.reason, authority=options.authority)
        say(f"{undone.number}: {options.act} is undone.")
        for note in undone.notes:
            say(note)
    return DONE


def add_undo(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``undo``."""
    add_clerk(parser)
    parser.add_argument("--act", default="", metavar="NUMBER", help="the act to undo, such as RET-2027-0001")
    parser.add_argument("--reason", default="", help="why it is undone")
    parser.add_argument("--authority", default="", help="the Board's resolution, where the act had one")


def _write_slip(ws: "Workspace", act_id: int, options: argparse.Namespace) -> None:
    from sewerdesk.services.act_slips import slip_file

    file = slip_file(ws, act_id=act_id)
    keep(options.out, file.file_name, file.content)
