"""The command line: one row of ``VERBS`` for each verb. Nothing heavy is imported before a verb needs it."""

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from sewerdesk import __version__
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


def _add_office(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "office", type=Path, nargs="?", help="the office's folder; by default the one open last"
    )


VERBS: tuple[Verb, ...] = (Verb("open", "open the window on an office", _open, _add_office),)
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
