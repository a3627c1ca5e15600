"""The command line: one row of ``VERBS`` for each verb. Nothing heavy is imported before a verb needs it."""

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from sewerdesk import __version__
from sewerdesk.cli_late import add_penalties, add_relevy, run_penalties, run_relevy
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, SewerdeskError


@dataclass(frozen=True, slots=True)
class Verb:
    """A word after ``sewerdesk``: what it is for, what it takes, and what it does (returning the exit code)."""

    name: str
    help: str
    run: Callable[[argparse.Namespace], int]
    add_arguments: Callable[[argparse.ArgumentParser], None] | None = None


def _open(options: argparse.Namespace) -> int:
    """Open the window on an office."""
    check_qt()
    from sewerdesk.app import run

    folder: Path | None = getattr(options, "office", None)
    return run(sys.argv[:1], data_dir=options.data_dir, folder=folder)


def _demo(options: argparse.Namespace) -> int:
    """Do one office day without a screen; with one, open the window on its office."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.paths import offices_dir
    from sewerdesk.services.demo import Told, run_day

    def tell(told: Told) -> None:
        print(f"{told.what}" + (f"\n    {told.path}" if told.path else ""), flush=True)

    folder: Path = options.out or free_folder(offices_dir(), "Demo")
    day = run_day(folder.absolute(), clock=SystemClock(), tell=tell, law_code=options.law)
    print(f"Done: {len(day.papers)} papers and the office are in {folder.absolute()}.")
    if options.no_window or not has_screen():
        return 0
    check_qt()
    from sewerdesk.app import run

    return run(sys.argv[:1], data_dir=options.data_dir, folder=day.office)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder for the office and its papers")
    parser.add_argument("--law", default="", metavar="NAME", help="the law to work under, such as hague")
    parser.add_argument("--no-window", action="store_true", help="do not open the window afterwards")


def _check(options: argparse.Namespace) -> int:
    """Check an office's books from the command line."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.books import check_books
    from sewerdesk.services.offices import open_office

    office = open_office(options.office, clock=SystemClock())
    try:
        report = check_books(office.ws)
    finally:
        office.close(back_up=False)
    for check in report.checks:
        print(
            f"{'ok' if check.passed else 'FAULT':5}  {check.name}: {check.what_it_checked} ({check.records:,} records)"
        )
        for finding in check.findings:
            print(f"       {finding.sentence}")
    return 1 if report.findings else 0


def _journal(options: argparse.Namespace) -> int:
    """Prove an office's receipts by their journal alone, from the command line."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.domain.money import format_money
    from sewerdesk.services.offices import open_office
    from sewerdesk.services.receipt_journal import rebuild_check

    office = open_office(options.office, clock=SystemClock())
    try:
        report = rebuild_check(office.ws)
    finally:
        office.close(back_up=False)
    for finding in report.findings:
        print(f"FAULT  {finding}")
    if report.agrees:
        print(
            f"ok     The journal alone gives the same {report.receipts:,} receipts and the same payments, "
            f"{format_money(report.total)} in {report.accounts:,} places."
        )
    return 0 if report.agrees else 1


def _back_up(options: argparse.Namespace) -> int:
    """Make a verified backup of an office from the command line."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.offices import back_up, open_office

    office = open_office(options.office, clock=SystemClock())
    try:
        made = back_up(office.ws, label="asked")
    finally:
        office.close(back_up=False)
    print(f"A backup was made and verified: {made.path}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of an office's database; the former one is kept aside."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services.offices import restore

    aside = restore(options.office, backup=options.backup, clock=SystemClock())
    print(f"Restored. The former database was moved to {aside}.")
    return 0


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("office", type=Path, help="the office's folder")


def _add_restore(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("backup", type=Path, help="the backup file")


def has_screen() -> bool:
    """Whether a window can be shown: Windows and macOS have a screen, elsewhere a display server says so."""
    if os.environ.get("QT_QPA_PLATFORM", "") in ("offscreen", "minimal"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def free_folder(parent: Path, name: str) -> Path:
    """A folder of that name, or with a number, that does not exist yet."""
    folder, number = parent / name, 2
    while folder.exists():
        folder, number = parent / f"{name} {number}", number + 1
    return folder


def _add_office(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "office", type=Path, nargs="?", help="the office's folder; by default the one open last"
    )


VERBS: tuple[Verb, ...] = (
    Verb("open", "open the window on an office", _open, _add_office),
    Verb("demo", "one whole office day on a sample office", _demo, _add_demo),
    Verb("check", "check an office's books", _check, _add_folder),
    Verb("journal", "prove an office's receipts by their journal alone", _journal, _add_folder),
    Verb("penalties", "rehearse, post or prove the penalties of an office", run_penalties, add_penalties),
    Verb("relevy", "list, freeze or certify unpaid charges for the tax roll", run_relevy, add_relevy),
    Verb("backup", "make a verified backup of an office", _back_up, _add_folder),
    Verb("restore", "put a backup in the place of an office's database", _restore, _add_restore),
)
#: What is done where no verb is named.
DEFAULT_VERB = "open"


def qt_misfit(qt: str, python: tuple[int, int]) -> str:
    """The sentence that refuses a PySide6 that cannot run on this Python; empty where they go together.

    From 6.12 on PySide6 drops a reference to None or True at every call, which ends the process on a Python
    before 3.12, where these two are counted.
    """
    release = tuple(int(part) for part in qt.split(".")[:2])
    if release < (6, 12) or python >= (3, 12):
        return ""
    return (
        f"PySide6 {qt} cannot run on Python {python[0]}.{python[1]}. Start Sewerdesk with python3 run.py, which "
        "installs the right one, or use Python 3.12 or newer."
    )


def check_qt() -> None:
    """Raise EnvironmentProblem where the installed PySide6 and this Python would end in a crash."""
    sentence = qt_misfit(metadata.version("PySide6-Essentials"), sys.version_info[:2])
    if sentence:
        raise EnvironmentProblem(ProblemKind.CANNOT_OPEN, sentence)


def make_parser(verbs: Sequence[Verb] = VERBS) -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="sewerdesk",
        description="The desk of the sewer clerk of a small New York town or village.",
        epilog="Without a verb the program opens the office that was open last.",
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
    """Run the command line; returns the exit code: 0 done, 1 refused with a sentence, 2 not understood."""
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
        print(problem.message, file=sys.stderr)
        return 1


def self_check() -> int:
    """Check the installation, one printed line for each thing checked."""
    check_qt()
    from sewerdesk.selfcheck import run_checks

    logging.getLogger().addHandler(logging.NullHandler())  # what matters is printed below
    faults = 0
    for name, fault in run_checks():
        print(f"{'FAULT' if fault else 'ok':5}  {name}{': ' + fault if fault else ''}")
        faults += bool(fault)
    print(f"Sewerdesk {__version__}: {'nothing is missing' if not faults else f'{faults} faults'}.")
    return 1 if faults else 0


def speak_any_alphabet() -> None:
    """Let a name that the terminal's alphabet lacks print as a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
