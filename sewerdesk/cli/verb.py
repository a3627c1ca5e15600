"""What every verb of the command line is made of: its row, its words for days and dollars, and the open office.

Exit codes: 0 done, 1 done or looked at and something was found, 2 refused with a sentence. Nothing heavy is imported
before a verb needs it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from sewerdesk.domain.errors import UserError

if TYPE_CHECKING:
    from sewerdesk.domain.dates import Quarter
    from sewerdesk.services.offices import OpenOffice
    from sewerdesk.services.workspace import Workspace

DONE, FOUND, REFUSED = 0, 1, 2

_FIRST_YEAR, _YEARS_AHEAD = 1900, 100


@dataclass(frozen=True, slots=True)
class Verb:
    """A word after ``sewerdesk``: what it is for, what it takes, and what it does (returning the exit code)."""

    name: str
    help: str
    run: Callable[[argparse.Namespace], int]
    add_arguments: Callable[[argparse.ArgumentParser], None] | None = None


def say(line: str) -> None:
    """Print a line at once, so that a long act is heard of while it goes on.

    Where nobody reads any more, as behind ``| head``, the act goes on to its end unheard.
    """
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def add_office(parser: argparse.ArgumentParser) -> None:
    """The office's folder."""
    parser.add_argument("office", type=Path, help="the office's folder")


def add_clerk(parser: argparse.ArgumentParser) -> None:
    """The office's folder and who works: for verbs that write under somebody's initials."""
    add_office(parser)
    parser.add_argument(
        "--by", default="", metavar="INITIALS", help="who works; by default the office's first operator"
    )


def add_out(parser: argparse.ArgumentParser) -> None:
    """Where papers go."""
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the papers into a folder")


@contextmanager
def opened(options: argparse.Namespace) -> Iterator["Workspace"]:
    """The office of the command, open until the verb is done; says what opening it had to say.

    A folder for papers is made before anything is posted. ``UserError`` where it cannot be.
    """
    office = open_office(options)
    try:
        if getattr(options, "out", None) is not None:
            make_folder(options.out)
        yield office.ws
    finally:
        office.close(back_up=False)


def open_office(options: argparse.Namespace) -> "OpenOffice":
    """Open the office of the command. ``UserError`` where somebody works who does not work there."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.services import offices

    wanted: str = getattr(options, "by", "")
    office = offices.open_office(options.office, clock=SystemClock(), operator=wanted)
    if wanted and office.ws.actor != wanted:
        office.close(back_up=False)
        raise UserError(f"Nobody with the initials {wanted} works in this office today.")
    if office.warning:
        say(office.warning)
    return office


def make_folder(folder: Path) -> None:
    """Make a folder for papers where it is missing. ``UserError`` where it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UserError(f"{folder} is a file; name a folder for the papers.") from None
    except OSError as error:
        raise UserError(
            f"The folder {folder} could not be made: {error.strerror}. Name another folder for the papers."
        ) from error


def keep(folder: Path, name: str, content: bytes) -> Path:
    """Write a paper into a folder, made where it is missing, and say where it lies."""
    from sewerdesk.documents.files import save_bytes

    make_folder(folder)
    save_bytes(folder / name, content)
    say(f"    {folder / name}")
    return folder / name


def day(text: str) -> date:
    """A day typed as 2027-02-02; ``argparse`` says what it could not read.

    A year that no office can mean is not understood: days are counted from a day, and the calendar ends.
    """
    try:
        read = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is no day; type it as 2027-02-02") from None
    _refuse_year(text, read.year)
    return read


def _refuse_year(text: str, year: int) -> None:
    from sewerdesk.clock import SystemClock

    last = SystemClock().today().year + _YEARS_AHEAD
    if not _FIRST_YEAR <= year <= last:
        raise argparse.ArgumentTypeError(
            f"“{text}” cannot be meant; type a year from {_FIRST_YEAR} to {last}"
        )


def amount(text: str) -> Decimal:
    """Dollars and cents as a clerk types them; ``argparse`` says what it could not read."""
    from sewerdesk.domain.entry_money import parse_amount

    try:
        return parse_amount(text)
    except UserError as error:
        raise argparse.ArgumentTypeError(error.message) from None


def quarter(text: str) -> "Quarter":
    """A quarter typed as 2027-Q1; ``argparse`` says what it could not read."""
    from sewerdesk.domain.dates import Quarter

    try:
        read = Quarter.parse(text)
    except (UserError, ValueError):
        raise argparse.ArgumentTypeError(f"“{text}” is no quarter; type it as 2027-Q1") from None
    _refuse_year(text, read.year)
    return read


def pair(text: str) -> tuple[str, str]:
    """A name and what belongs to it, typed as NAME=TEXT."""
    name, equals, rest = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"“{text}” has no name before an equals sign; type NAME=TEXT")
    return name.strip(), rest.strip()


def add_pairs(parser: argparse.ArgumentParser, flag: str, *, metavar: str, meant: str) -> None:
    """An option that may be given several times, each a NAME=TEXT."""
    parser.add_argument(flag, type=pair, action="append", default=[], metavar=metavar, help=meant)


def columns(*cells: tuple[str, int]) -> str:
    """Cells side by side: each with its width, flush right where the width is above zero, left below."""
    return "  ".join(
        f"{text:>{width}}" if width > 0 else f"{text:<{-width}}" for text, width in cells
    ).rstrip()


def said(sentences: Sequence[str], *, word: str) -> None:
    """Sentences one below the other, each under a word."""
    for sentence in sentences:
        say(f"{word:>8}  {sentence}")
