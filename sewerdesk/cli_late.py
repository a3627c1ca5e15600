"""The verbs of late payment on the command line: penalties rehearsed, posted and proved; the list for the tax roll."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from sewerdesk.domain.errors import UserError

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace


def run_penalties(options: argparse.Namespace) -> int:
    """Rehearse penalties; with ``--post`` charge them, with ``--proof`` show due less charged less waived."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.offices import open_office
    from sewerdesk.services.penalties import post_penalties, rehearse_penalties
    from sewerdesk.services.penalty_lists import penalty_proof

    office = open_office(options.office, clock=SystemClock())
    try:
        if options.proof:
            proof = penalty_proof(office.ws, period=options.period, as_of=options.as_of)
            _say(proof.sentence)
            for row in proof.faults:
                _say(
                    f"  {row.account}  {row.name}: due {row.due}, charged {row.charged}, waived {row.waived}"
                )
            return 1 if proof.faults else 0
        seen = rehearse_penalties(office.ws, period=options.period, as_of=options.as_of)
        for due in seen.due:
            _say(f"{due.account:>12}  {due.line.amount:>10,.2f}  {due.name}: {due.line.sentence}")
        for spared in seen.spared:
            _say(f"{spared.account:>12}  {'':>10}  {spared.name}, {spared.bill}: {spared.sentence}")
        for wrong in seen.wrong:
            _say(f"{'WRONG':>12}  {wrong.sentence}")
        _say(seen.sentence)
        if options.post:
            posted = post_penalties(office.ws, expected=seen)
            _say(f"Posted as {posted.number}." if posted.number else "Nothing was to be posted.")
    finally:
        office.close(back_up=False)
    return 0


def add_penalties(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``penalties``."""
    parser.add_argument("office", type=Path, help="the office's folder")
    parser.add_argument(
        "--period", default="", metavar="QUARTER", help="bills of one quarter, such as 2026-Q4"
    )
    parser.add_argument(
        "--as-of", type=_day, metavar="DAY", help="the day, such as 2027-02-02; by default today"
    )
    parser.add_argument("--post", action="store_true", help="charge what was rehearsed")
    parser.add_argument("--proof", action="store_true", help="show due less charged less waived instead")


def run_relevy(options: argparse.Namespace) -> int:
    """Show the list for a tax year; freeze it, certify it, and write the certificate's papers."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.offices import open_office
    from sewerdesk.services.relevy import freeze_list, relevy_list, seasons
    from sewerdesk.services.relevy_certify import issue_certificate

    office = open_office(options.office, clock=SystemClock())
    try:
        found = [season for season, _ in seasons(office.ws) if season.tax_year == options.year]
        if not found:
            raise UserError(
                f"No season was begun for the {options.year} tax roll. Begin it in the window first."
            )
        shown = relevy_list(office.ws, season_id=found[0].id)
        for row in shown.rows:
            state = f"  withdrawn: {row.withdrawn}" if row.withdrawn else ""
            _say(f"{row.swis} {row.print_key:<26}{row.account:>12}  {row.total:>10,.2f}  {row.owner}{state}")
        for left in shown.left_out:
            _say(f"{'left out':>33}{left.account:>12}  {left.amount:>10,.2f}  {left.owner}: {left.why}")
        for finding in shown.findings:
            _say(f"{'BLOCKS' if finding.blocking else 'look at':>8}  {finding.sentence}")
        _say(f"The list is {shown.state.value}: {shown.totals.count:,} parcels, {shown.total:,.2f}.")
        if options.freeze:
            accepted = [one.sentence for one in shown.warnings] if options.accept else []
            freeze_list(office.ws, season_id=found[0].id, acknowledged=accepted)
            _say("Frozen.")
        if options.certify:
            view = issue_certificate(office.ws, season_id=found[0].id, resolution=options.certify)
            _say(f"Certified as {view.number}: {view.count:,} parcels, {view.total:,.2f}.")
        if options.out is not None:
            _write_papers(office.ws, found[0].id, options.out)
    finally:
        office.close(back_up=False)
    return 0


def add_relevy(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``relevy``."""
    parser.add_argument("office", type=Path, help="the office's folder")
    parser.add_argument("--year", type=int, required=True, help="the year of the tax roll")
    parser.add_argument("--freeze", action="store_true", help="freeze the list")
    parser.add_argument("--accept", action="store_true", help="acknowledge every warning when freezing")
    parser.add_argument("--certify", default="", metavar="RESOLUTION", help="certify under this resolution")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write the certificate's papers into a folder"
    )


def _write_papers(ws: "Workspace", season_id: int, folder: Path) -> None:
    from sewerdesk.documents.files import save_bytes
    from sewerdesk.services.papers import paper_file, papers_of
    from sewerdesk.services.relevy_certify import certificates
    from sewerdesk.services.relevy_papers import SUBJECT

    folder.mkdir(parents=True, exist_ok=True)
    for view in certificates(ws):
        if view.season_id == season_id:
            for row in papers_of(ws, subject=SUBJECT, subject_id=view.id):
                file = paper_file(ws, paper_id=row.id)
                save_bytes(folder / file.file_name, file.content)
                _say(f"    {folder / file.file_name}")


def _day(text: str) -> date:
    """A day typed as 2027-02-02; ``argparse`` says what it could not read."""
    return date.fromisoformat(text)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
