"""The window from the command line: opening it, and the demonstration that may end in it."""

import argparse
import os
import sys
from importlib import metadata
from pathlib import Path

from sewerdesk.cli.verb import say
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind


def run_open(options: argparse.Namespace) -> int:
    """Open the window on an office."""
    check_qt()
    from sewerdesk.app import run

    folder: Path | None = getattr(options, "office", None)
    return run(sys.argv[:1], data_dir=options.data_dir, folder=folder)


def add_open(parser: argparse.ArgumentParser) -> None:
    """The argument of ``open``."""
    parser.add_argument(
        "office", type=Path, nargs="?", help="the office's folder; by default the one open last"
    )


def run_demo(options: argparse.Namespace) -> int:
    """Do one office day and the quarter after it without a screen; with one, open the window on its office."""
    from sewerdesk.clock import SystemClock
    from sewerdesk.paths import offices_dir
    from sewerdesk.services.demo import Told, run_day, run_quarter

    def tell(told: Told) -> None:
        say(f"{told.what}" + (f"\n    {told.path}" if told.path else ""))

    folder: Path = options.out or free_folder(offices_dir(), "Demo")
    day = run_day(folder.absolute(), clock=SystemClock(), tell=tell, law_code=options.law)
    papers = len(day.papers)
    if not options.day_only:
        papers += len(run_quarter(day.office, folder.absolute(), clock=SystemClock(), tell=tell).papers)
    say(f"Done: {papers} papers and the office are in {folder.absolute()}.")
    if options.no_window or not has_screen():
        return 0
    check_qt()
    from sewerdesk.app import run

    return run(sys.argv[:1], data_dir=options.data_dir, folder=day.office)


def add_demo(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``demo``."""
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder for the office and its papers")
    parser.add_argument(
        "--law", default="", metavar="NAME", help="the law to work under, by the name of its file"
    )
    parser.add_argument(
        "--day-only", action="store_true", help="stop after the day, before the quarter's work"
    )
    parser.add_argument("--no-window", action="store_true", help="do not open the window afterwards")


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
