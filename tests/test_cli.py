"""The command line: verbs, refusals, and the self-check."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from sewerdesk import __version__
from sewerdesk.cli import Verb, check_qt, main, qt_misfit
from sewerdesk.domain.errors import UserError
from sewerdesk.selfcheck import run_checks

ROOT = Path(__file__).parents[1]


def count(options: argparse.Namespace) -> int:
    sys.stdout.write(f"counted {options.office}\n")
    return 0


def refuse(_options: argparse.Namespace) -> int:
    raise UserError("There is no office in /srv/none. Choose another folder.")


def add_office(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("office", type=Path)


VERBS = (
    Verb("count", "count the bills of an office", count, add_office),
    Verb("refuse", "always refuse", refuse),
)


def test_verb_runs_with_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "/srv/Hague"], verbs=VERBS) == 0
    assert capsys.readouterr().out == f"counted {Path('/srv/Hague')}\n"


def test_verb_goes_on_unheard_where_nobody_reads(tmp_path: Path) -> None:
    """As behind ``| head``: what was begun is done to its end, with its own exit code and no traceback."""
    done = tmp_path / "done"
    code = (
        "import sys\nfrom pathlib import Path\nfrom sewerdesk.cli.verb import say\n"
        "for line in range(5000): say('x' * 100)\n"
        f"Path({str(done)!r}).touch()\nsys.exit(1)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as verb:
        assert verb.stdout is not None
        assert verb.stderr is not None
        verb.stdout.close()
        said = verb.stderr.read()
    assert (verb.returncode, said, done.exists()) == (1, b"", True)


def test_refusal_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["refuse"], verbs=VERBS) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "There is no office in /srv/none. Choose another folder.\n")


def test_unknown_verb_is_not_understood(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["pay"], verbs=VERBS)
    assert caught.value.code == 2
    assert "pay" in capsys.readouterr().err


def test_no_verb_opens_the_office_of_last_time(capsys: pytest.CaptureFixture[str]) -> None:
    def open_last(options: argparse.Namespace) -> int:
        sys.stdout.write(f"opened with settings in {options.data_dir}\n")
        return 0

    assert main(["--data-dir", "here"], verbs=[*VERBS, Verb("open", "open an office", open_last)]) == 0
    assert capsys.readouterr().out == "opened with settings in here\n"


def test_no_verb_without_a_window_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([], verbs=VERBS)
    assert caught.value.code == 2
    assert "name a verb" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("qt", "python", "refused"),
    [
        ("6.12.0", (3, 11), True),
        ("6.12.1", (3, 11), True),
        ("7.0", (3, 11), True),
        ("6.11.3", (3, 11), False),
        ("6.12.0", (3, 12), False),
        ("6.12.0", (3, 14), False),
    ],
)
def test_qt_that_would_crash_is_refused(qt: str, python: tuple[int, int], refused: bool) -> None:
    assert bool(qt_misfit(qt, python)) == refused
    if refused:
        assert f"PySide6 {qt} cannot run on Python 3.11" in qt_misfit(qt, python)


def test_installed_qt_fits_this_python() -> None:
    check_qt()


def test_version_imports_nothing_heavy() -> None:
    code = (
        "import sys, sewerdesk.cli\n"
        "try: sewerdesk.cli.main(['--version'])\n"
        "except SystemExit: pass\n"
        "heavy = {'PySide6', 'sqlalchemy', 'reportlab', 'openpyxl', 'alembic', 'pypdfium2', 'holidays', 'num2words'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines() == [f"Sewerdesk {__version__}", "[]"]


def test_ui_kit_imports_no_heavy_library() -> None:
    code = (
        "import sys, sewerdesk.ui.preview, sewerdesk.ui.errors, sewerdesk.ui.bridge\n"
        "heavy = {'sqlalchemy', 'reportlab', 'openpyxl', 'alembic', 'pypdfium2', 'holidays', 'num2words'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_self_check_finds_nothing_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sewerdesk", "--self-check"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"Sewerdesk {__version__}: nothing is missing.\n")


def test_self_check_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(name: str) -> Path:
        raise FileNotFoundError(f"Sewerdesk was installed without its file {name}; install it again.")

    monkeypatch.setattr("sewerdesk.selfcheck.resource", lost)
    monkeypatch.setattr("sewerdesk.selfcheck._open_window", lambda: None)
    faults = dict(run_checks())
    assert "fonts/SourceSans3-Regular.ttf" in faults["fonts, icons, laws and letters"]
    assert faults["a spreadsheet"] == ""
