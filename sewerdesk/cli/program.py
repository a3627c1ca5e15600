"""The program's command line as a whole: one row of ``VERBS`` for each verb, its parser, and refusals in a sentence."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from sewerdesk import __version__
from sewerdesk.cli import adjusting, billing, closing, late, office, payments, reports, window
from sewerdesk.cli.verb import REFUSED, Verb, add_office, say
from sewerdesk.cli.window import check_qt, qt_misfit
from sewerdesk.domain.errors import SewerdeskError

__all__ = ["DEFAULT_VERB", "VERBS", "Verb", "check_qt", "main", "make_parser", "qt_misfit", "self_check"]

VERBS: tuple[Verb, ...] = (
    Verb("open", "open the window on an office", window.run_open, window.add_open),
    Verb("demo", "an office day and a quarter on a sample office", window.run_demo, window.add_demo),
    Verb("sample", "make the sample office, with nothing billed yet", office.run_sample, office.add_sample),
    Verb("day", "let a sample office's calendar go on", office.run_day, office.add_day),
    Verb("import", "import parcels, accounts or readings", office.run_import, office.add_import),
    Verb("bill", "draft a quarter's bills, or post them", billing.run_bill, billing.add_bill),
    Verb("answer", "say what an odd meter reading is", billing.run_answer, billing.add_answer),
    Verb("pay", "take a payment, or a batch from a file", payments.run_pay, payments.add_pay),
    Verb("deposit", "carry the money in the office to the bank", payments.run_deposit, payments.add_deposit),
    Verb("return-check", "enter a check that the bank sent back", payments.run_return, payments.add_return),
    Verb("adjust", "change what an account owes", adjusting.run_adjust, adjusting.add_adjust),
    Verb("approve", "list, approve or refuse adjustments", adjusting.run_approve, adjusting.add_approve),
    Verb("undo", "list the acts of money, or undo one", adjusting.run_undo, adjusting.add_undo),
    Verb("policy", "show or adopt the penalty policy", late.run_policy, late.add_policy),
    Verb("penalties", "rehearse, post or prove the penalties", late.run_penalties, late.add_penalties),
    Verb("relevy", "list, freeze or certify charges for the tax roll", late.run_relevy, late.add_relevy),
    Verb("close", "show the checklist of a period, or close it", closing.run_close, closing.add_close),
    Verb("report", "run a report, on paper or as a workbook", reports.run_report, reports.add_report),
    Verb("check", "check an office's books", office.run_check, add_office),
    Verb("journal", "prove an office's receipts by their journal alone", office.run_journal, add_office),
    Verb("export", "write all of an office as plain files", office.run_export, office.add_export),
    Verb("backup", "make a verified backup of an office", office.run_backup, add_office),
    Verb("rehearse", "try a backup without touching the office", office.run_rehearse, office.add_rehearse),
    Verb(
        "restore", "put a backup in the place of an office's database", office.run_restore, office.add_restore
    ),
)
#: What is done where no verb is named.
DEFAULT_VERB = "open"


def make_parser(verbs: Sequence[Verb] = VERBS) -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="sewerdesk",
        description="The desk of the sewer clerk of a small New York town or village.",
        epilog="Without a verb the program opens the office that was open last. Exit codes: 0 done, 1 done and "
        "something was found, 2 refused.",
    )
    parser.add_argument("--version", action="version", version=f"Sewerdesk {__version__}")
    parser.add_argument(
        "--self-check", action="store_true", help="check this installation and say what was checked"
    )
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder for settings and logs in place of the user's own"
    )
    if verbs:
        rows = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
        for verb in verbs:
            row = rows.add_parser(verb.name, help=verb.help, description=verb.help)
            if verb.add_arguments is not None:
                verb.add_arguments(row)
    return parser


def main(arguments: Sequence[str] | None = None, *, verbs: Sequence[Verb] = VERBS) -> int:
    """Run the command line; returns the exit code: 0 done, 1 something was found, 2 refused or not understood."""
    speak_any_alphabet()
    parser = make_parser(verbs)
    options = parser.parse_args(arguments)
    chosen = {verb.name: verb for verb in verbs}
    try:
        if options.self_check:
            return self_check()
        verb = getattr(options, "verb", None) or DEFAULT_VERB
        if verb not in chosen:
            parser.error("name a verb")
        return chosen[verb].run(options)
    except SewerdeskError as problem:
        sys.stderr.write(f"{problem.message}\n")
        return REFUSED


def self_check() -> int:
    """Check the installation, one printed line for each thing checked."""
    check_qt()
    from sewerdesk.selfcheck import run_checks

    logging.getLogger().addHandler(logging.NullHandler())  # what matters is printed below
    faults = 0
    for name, fault in run_checks():
        say(f"{'FAULT' if fault else 'ok':5}  {name}{': ' + fault if fault else ''}")
        faults += bool(fault)
    say(f"Sewerdesk {__version__}: {'nothing is missing' if not faults else f'{faults} faults'}.")
    return 1 if faults else 0


def speak_any_alphabet() -> None:
    """Let a name that the terminal's alphabet lacks print as a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
