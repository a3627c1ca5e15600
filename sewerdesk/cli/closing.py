"""Closing a period from the command line."""

import argparse

from sewerdesk.cli.verb import DONE, FOUND, add_clerk, add_pairs, day, opened, say
from sewerdesk.domain.errors import UserError


def run_close(options: argparse.Namespace) -> int:
    """Show the checklist of a close; with ``--post`` close the books, each open item answered."""
    from sewerdesk.services.closing import close_checklist, close_period

    with opened(options) as ws:
        items = close_checklist(ws, through=options.through)
        for item in items:
            sum_of = f", {item.amount:,.2f}" if item.amount else ""
            named = f" ({', '.join(item.examples)})" if item.examples else ""
            say(f"{'ok' if item.is_clear else item.count:>8}  {item.key}: {item.title}{sum_of}{named}")
            if not item.is_clear:
                say(f"{'':>8}  {item.advice}")
        open_items = [item for item in items if not item.is_clear]
        if not options.post:
            return FOUND if open_items else DONE
        answers = dict(options.answer)
        unknown = sorted(set(answers) - {item.key for item in items})
        if unknown:
            raise UserError(f"“{unknown[0]}” is no item of the checklist above.")
        closed = close_period(ws, through=options.through, answers=answers)
        say(f"The books are closed through {closed.through:%m/%d/%Y} by {closed.actor}.")
    return DONE


def add_close(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``close``."""
    add_clerk(parser)
    parser.add_argument("--through", required=True, type=day, metavar="DAY", help="the last day to close")
    parser.add_argument("--post", action="store_true", help="close the books, not only show the checklist")
    add_pairs(
        parser, "--answer", metavar="ITEM=TEXT", meant="what is to be said of an open item; may be repeated"
    )
