"""Reports from the command line: their sums and proofs told, the whole as a PDF or a workbook."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sewerdesk.cli.verb import DONE, FOUND, add_clerk, add_pairs, day, keep, opened, say
from sewerdesk.domain.errors import UserError

if TYPE_CHECKING:
    from sewerdesk.domain.reports.catalog import ReportRequest
    from sewerdesk.services.workspace import Workspace


def run_report(options: argparse.Namespace) -> int:
    """Run a report and tell its sums and proofs; without a name list the reports that there are."""
    from sewerdesk.domain.reports.catalog import REPORTS
    from sewerdesk.services.report_files import report_pdf_file, report_workbook_file
    from sewerdesk.services.reports import run_report as run

    if not options.name:
        for kind in REPORTS:
            say(f"{kind.key:<14}{kind.title}: {kind.about}")
            for option in kind.options:
                say(f"{'':<14}--choose {option.key}={'|'.join(value for value, _, _ in option.values)}")
        return DONE
    writers = {".pdf": report_pdf_file, ".xlsx": report_workbook_file}
    out: Path | None = options.file
    if out is not None and out.suffix.casefold() not in writers:
        raise UserError(f"{out.name} is neither a .pdf nor a .xlsx file; name one of them.")
    with opened(options) as ws:
        report = run(ws, request=_request(ws, options))
        say(f"{report.title}. {report.scope}")
        say(f"    {report.totals_words}")
        for group in report.body.groups if report.is_grouped else ():
            say(f"    {group.title}: {len(group.rows):,}")
        for proof in report.body.proofs:
            say(f"{'ok' if proof.agrees else 'FAULT':>8}  {proof.sentence}")
        say(f"    {report.stamp.text}")
        if out is not None:
            keep(out.parent, out.name, writers[out.suffix.casefold()](ws, report=report).content)
    return FOUND if report.faults else DONE


def add_report(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``report``."""
    add_clerk(parser)
    parser.add_argument("name", nargs="?", default="", help="such as aged; without one they are listed")
    parser.add_argument(
        "--as-of", type=day, metavar="DAY", help="the day of a report as of one; by default today"
    )
    parser.add_argument("--from", dest="since", type=day, metavar="DAY", help="the first day of the others")
    parser.add_argument("--to", type=day, metavar="DAY", help="their last day; by default today")
    parser.add_argument("--account", default="", metavar="NUMBER", help="of a report about one account")
    add_pairs(parser, "--choose", metavar="CHOICE=VALUE", meant="a choice of the report; may be repeated")
    parser.add_argument(
        "--out", dest="file", type=Path, metavar="FILE", help="write it as this .pdf or .xlsx file"
    )


def _request(ws: "Workspace", options: argparse.Namespace) -> "ReportRequest":
    """The report asked for; ``UserError`` for a choice or a value that it does not have."""
    from sewerdesk.domain.reports.catalog import ReportRequest, report_kind
    from sewerdesk.services.accounts import account_by_number

    kind = report_kind(options.name)
    known = {option.key: {value for value, _, _ in option.values} for option in kind.options}
    for key, value in options.choose:
        if value not in known.get(key, set()):
            raise UserError(
                f"“{key}={value}” is no choice of the report {kind.key}; report without a name lists them."
            )
    account_id = account_by_number(ws, number=options.account).id if options.account else None
    through = (options.as_of if kind.is_as_of else options.to) or ws.clock.today()
    return ReportRequest(kind.key, through, options.since, tuple(options.choose), account_id)
