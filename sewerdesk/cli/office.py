"""An office as a whole: the sample office, files imported, the books and the journal audited, backups."""

import argparse
from pathlib import Path

from sewerdesk.cli.verb import DONE, FOUND, add_clerk, add_office, day, opened, say
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import count


def run_sample(options: argparse.Namespace) -> int:
    """Make the sample office with its parcels, accounts and readings imported, and nothing billed yet."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office

    office = make_sample_office(options.office, clock=SystemClock(), law_code=options.law)
    try:
        for name, kind in FILES:
            made = import_sample_file(office.ws, name=name)
            say(f"Imported {made.rows} {kind.value} from {name}, {made.rejected} rejected.")
        say(f"The sample office is in {office.ws.folder}; its day is {office.ws.clock.today():%m/%d/%Y}.")
    finally:
        office.close(back_up=False)
    return DONE


def add_sample(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``sample``."""
    parser.add_argument("office", type=Path, help="a new folder for the office")
    parser.add_argument(
        "--law", default="", metavar="NAME", help="the law to work under, by the name of its file"
    )


def run_day(options: argparse.Namespace) -> int:
    """Let a sample office's calendar go on to a later day."""
    from sewerdesk.services.offices import never_before, sample_day

    with opened(options) as ws:
        if sample_day(ws) is None:
            raise UserError(
                "This is no sample office: its day is this computer's, and no command sets another one."
            )
        if options.to < ws.clock.today():
            raise UserError(
                f"The office stands on {ws.clock.today():%m/%d/%Y}; its calendar does not go back."
            )
        never_before(ws, day=options.to)
    say(f"The sample office stands on {options.to:%m/%d/%Y}.")
    return DONE


def add_day(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``day``."""
    add_office(parser)
    parser.add_argument("to", type=day, metavar="DAY", help="the day, such as 2027-02-10")


def run_import(options: argparse.Namespace) -> int:
    """Import a file by the columns that are recognized; rejected rows are left out."""
    from sewerdesk.domain.importfields import ImportKind
    from sewerdesk.services.imports import import_file, open_file

    kinds = [kind.value for kind in ImportKind]
    if options.kind and options.kind not in kinds:
        raise UserError(f"A file holds {', '.join(kinds)}, not “{options.kind}”.")
    with opened(options) as ws:
        look = open_file(ws, path=options.file, kind=ImportKind(options.kind) if options.kind else None)
        if look.kind is None:
            raise UserError(
                f"The columns of {options.file.name} are not recognized; say what it holds with --kind."
            )
        made = import_file(ws, table=look.table, kind=look.kind, mapping=look.mapping)
    say(f"Imported {made.rows:,} {made.kind.value} from {options.file.name}, {made.rejected:,} rejected.")
    if made.warning:
        say(made.warning)
    return FOUND if made.rejected else DONE


def add_import(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``import``."""
    add_clerk(parser)
    parser.add_argument("file", type=Path, help="a spreadsheet, a text file or a meter reader's file")
    parser.add_argument("--kind", default="", metavar="KIND", help="parcels, accounts, readings or returns")


def run_check(options: argparse.Namespace) -> int:
    """Check an office's books."""
    from sewerdesk.services.books import check_books

    with opened(options) as ws:
        report = check_books(ws)
    for check in report.checks:
        say(
            f"{'ok' if check.passed else 'FAULT':5}  {check.name}: {check.what_it_checked} "
            f"({count(check.records, 'record')})"
        )
        for finding in check.findings:
            say(f"       {finding.sentence}")
    return FOUND if report.findings else DONE


def run_journal(options: argparse.Namespace) -> int:
    """Prove an office's receipts by their journal alone."""
    from sewerdesk.domain.money import format_money
    from sewerdesk.services.receipt_journal import rebuild_check

    with opened(options) as ws:
        report = rebuild_check(ws)
    for finding in report.findings:
        say(f"FAULT  {finding}")
    if report.agrees:
        say(
            f"ok     The journal alone gives the same {count(report.receipts, 'receipt')} and the same payments, "
            f"{format_money(report.total)} in {count(report.accounts, 'place')}."
        )
    return DONE if report.agrees else FOUND


def run_backup(options: argparse.Namespace) -> int:
    """Make a verified backup of an office."""
    from sewerdesk.services.offices import back_up

    with opened(options) as ws:
        made = back_up(ws, label="asked")
    say(f"A backup was made and verified: {made.path}")
    return DONE


def run_rehearse(options: argparse.Namespace) -> int:
    """Try a backup: restored beside the office, opened, checked and removed again."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.rehearsals import rehearse_restore

    _refuse_no_backup(options.backup)
    rehearsed = rehearse_restore(options.backup, clock=SystemClock())
    say(rehearsed.sentence)
    say(rehearsed.contents)
    for finding in rehearsed.report.findings:
        say(f"FAULT  {finding.check}: {finding.sentence}")
    return DONE if rehearsed.report.is_clean else FOUND


def add_rehearse(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``rehearse``."""
    parser.add_argument("backup", type=Path, help="the backup file, in the office or on another disk")


def run_export(options: argparse.Namespace) -> int:
    """Write everything that the office holds as plain files, for whoever must read it without this program."""
    from sewerdesk.services.open_export import export_office

    with opened(options) as ws:
        made = export_office(ws, folder=options.folder)
    say(
        f"Exported {count(made.tables, 'table')} with {count(made.rows, 'row')} and {count(made.files, 'kept file')} "
        f"to {made.folder}."
    )
    if made.spoiled:
        say(
            f"{made.spoiled:,} kept files are spoiled and were left out. A backup from before may hold them whole."
        )
    return FOUND if made.spoiled else DONE


def add_export(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``export``."""
    add_office(parser)
    parser.add_argument("folder", type=Path, help="a new folder for the export")


def run_restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of an office's database; the former one is kept aside."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.offices import restore

    if not options.office.is_dir():
        raise UserError(f"There is no folder {options.office}. Name the folder of the office to restore.")
    _refuse_no_backup(options.backup)
    aside = restore(options.office, backup=options.backup, clock=SystemClock())
    say(f"Restored. The former database was moved to {aside}.")
    return DONE


def _refuse_no_backup(backup: Path) -> None:
    if not backup.is_file():
        raise UserError(f"There is no backup {backup}. Name a file of the office's folder backups.")


def add_restore(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``restore``."""
    add_office(parser)
    parser.add_argument("backup", type=Path, help="the backup file")
