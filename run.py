"""Starts Sewerdesk from a plain Python: makes ``.venv`` beside this file, installs what is missing, and runs.

Only the standard library is used. ``python3 run.py --help`` lists the commands. A second start finds the
stamp of the lock file in ``.venv`` and installs nothing.
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit(
        "Sewerdesk needs Python 3.11 or newer, and this is Python %d.%d: install a newer one from your "
        "system or python.org and start again with it." % sys.version_info[:2]
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "sewerdesk-installed.txt"
UNFINISHED = VENV / "sewerdesk-unfinished.txt"
RUNTIME_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"

HELP = """\
Sewerdesk, the desk of the sewer clerk.

  python3 run.py                  open the program (the office that was open last)
  python3 run.py open FOLDER      open the office in FOLDER
  python3 run.py demo             an office day and a quarter on a sample office, without a screen
  python3 run.py test [...]       install the test tools and run the tests (more words go to pytest)
  python3 run.py test --nightly   hours of random money and of kills in the middle of its acts
  python3 run.py bench [...]      measure speed
  python3 run.py check            run the gates: format, lint, types, imports, wheel
  python3 run.py VERB ...         any other verb of the program, for example: check OFFICE, backup OFFICE
  python3 run.py program --help   the program's own verbs and options

The first start makes the folder .venv beside this file and downloads about 100 MB of packages into it.
"""

# How much a night tries, and where: sequences of acts and their length, and kills over all acts together.
NIGHTLY = {"SEWERDESK_MONEY_SEQUENCES": "2000", "SEWERDESK_MONEY_STEPS": "30", "SEWERDESK_KILLS": "600"}
NIGHT_TESTS = ("tests/robustness/test_money_model.py", "tests/robustness/test_kills.py")

# The library that the dynamic linker must find, and the Debian packages that bring it, newest name first.
QT_LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "libGL.so.1": ("libgl1",),
    "libEGL.so.1": ("libegl1",),
    "libxkbcommon.so.0": ("libxkbcommon0",),
    "libdbus-1.so.3": ("libdbus-1-3",),
    "libfontconfig.so.1": ("libfontconfig1",),
    "libglib-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
}
SCREEN_LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "libxcb-cursor.so.0": ("libxcb-cursor0",),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
    "libxcb-icccm.so.4": ("libxcb-icccm4",),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
    "libxcb-shape.so.0": ("libxcb-shape0",),
}


class CannotStart(Exception):
    """The sentence that tells the person at the keyboard what is missing and what to do."""


# ---------------------------------------------------------------- the machine


def has_screen(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window can be shown: always on Windows and macOS, by the display variables elsewhere."""
    if platform in {"win32", "darwin"}:
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def opens_window(arguments: Sequence[str]) -> bool:
    """Whether the program's arguments ask for its window rather than for a verb that only prints."""
    words = list(arguments)
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in {"-h", "--help", "--version", "--self-check"}:
            return False
        if option == "--data-dir" and words:
            words.pop(0)
    return not words or words[0] == "open"


def missing_libraries(
    known_to_linker: str | None, wanted: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Those of ``wanted`` that the text of ``ldconfig -p`` does not list; none without such a text."""
    if known_to_linker is None:
        return {}
    found = {line.split()[0] for line in known_to_linker.splitlines() if "=>" in line}
    return {soname: packages for soname, packages in wanted.items() if soname not in found}


def linker_cache() -> str | None:
    """What ``ldconfig -p`` prints, or None on a machine without it."""
    tool = shutil.which("ldconfig", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"]))
    if tool is None:
        return None
    result = subprocess.run([tool, "-p"], capture_output=True, text=True, check=False)
    return result.stdout if result.returncode == 0 else None


def may_install() -> bool:
    """Whether Debian's package tool is here and we are allowed to use it."""
    return sys.platform == "linux" and shutil.which("apt-get") is not None and os.geteuid() == 0


def known_package(candidates: Sequence[str]) -> str:
    """The first candidate that apt can install; the last one where apt knows none or is not here."""
    if shutil.which("apt-cache") is not None:
        for name in candidates:
            found = subprocess.run(["apt-cache", "show", name], capture_output=True, check=False)
            if found.returncode == 0 and found.stdout:
                return name
    return candidates[-1]


def apt_get(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Debian's package tool without questions; its output is kept for the sentence of a failure."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", *words], env=environment, check=False, capture_output=True, text=True)


def provide_packages(choices: Sequence[tuple[str, ...]], *, reason: str) -> None:
    """Install one Debian package of each choice; raises CannotStart naming them where we may not."""
    if not may_install():
        wanted = " ".join(known_package(candidates) for candidates in choices)
        raise CannotStart(f"{reason} Ask whoever looks after this machine to run: apt-get install {wanted}")
    print("Installing what the system lacks …", flush=True)
    apt_get("update", "-q")  # an outdated list is no hindrance, so its failure shows only in the install
    names = [known_package(candidates) for candidates in choices]
    result = apt_get("install", "-y", "-q", "--no-install-recommends", *names)
    if result.returncode != 0:
        last = (result.stderr.strip() or result.stdout.strip()).splitlines()[-1:]
        raise CannotStart(f"{reason} apt-get could not install {' '.join(names)}: {' '.join(last)}")


def provide_libraries(*, on_screen: bool, required: bool) -> None:
    """See that Qt finds its system libraries. Where they cannot be had and are not ``required``, go on."""
    if sys.platform != "linux":
        return
    wanted = dict(QT_LIBRARIES)
    if on_screen and os.environ.get("DISPLAY"):
        wanted.update(SCREEN_LIBRARIES)
    missing = missing_libraries(linker_cache(), wanted)
    if not missing or not (required or may_install()):
        return
    reason = f"The window needs system libraries that are not here ({', '.join(missing)})."
    provide_packages(list(missing.values()), reason=reason)


# ---------------------------------------------------------------- the environment beside this file


def venv_python(venv: Path = VENV) -> Path:
    """The environment's interpreter."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def fingerprint(lock: Path) -> str:
    """One line that says which lock file was installed for which Python."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{lock.name} {digest} {sys.version_info.major}.{sys.version_info.minor}"


def installed(lock: Path) -> bool:
    """Whether the environment was completely installed from exactly this lock file."""
    return (
        STAMP.is_file()
        and not UNFINISHED.exists()
        and venv_python().exists()
        and fingerprint(lock) in STAMP.read_text("utf-8").splitlines()
    )


def usable() -> bool:
    """Whether the environment's interpreter runs, is ours in version, and has pip."""
    if UNFINISHED.exists() or not venv_python().exists():
        return False
    question = f"import sys, pip; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])!r})"
    return subprocess.run([venv_python(), "-c", question], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    """A fresh environment in place of whatever half-made one is there."""
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        provide_packages([(package,)], reason="This Python cannot make environments.")
    if VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    UNFINISHED.write_text("The installation was interrupted; the next start begins it again.\n", "utf-8")
    if subprocess.run([sys.executable, "-m", "venv", VENV], check=False).returncode != 0:
        raise CannotStart(f"Python could not make its environment in {VENV}; the lines above say why.")


def install(lock: Path) -> None:
    """Install every package of the lock file, each checked against its hash, and stamp the environment."""
    print("Installing Sewerdesk's packages into .venv (once) …", flush=True)
    UNFINISHED.write_text("The installation was interrupted; the next start begins it again.\n", "utf-8")
    STAMP.unlink(missing_ok=True)
    command: list[str | Path] = [venv_python(), "-m", "pip", "install", "--quiet", "--no-input"]
    command += [
        "--disable-pip-version-check",
        "--require-hashes",
        "--no-deps",
        "--only-binary",
        ":all:",
        "-r",
        lock,
    ]
    if subprocess.run(command, check=False).returncode != 0:
        raise CannotStart(
            "The packages could not be installed; the lines above say why. Check the connection to the "
            "Internet and start again."
        )
    done = [lock] if lock == RUNTIME_LOCK else [lock, RUNTIME_LOCK]  # the test lock holds all of the other
    STAMP.write_text("\n".join(fingerprint(each) for each in done) + "\n", "utf-8")
    UNFINISHED.unlink()


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep a second start from touching an environment that a first start is still making."""
    folder = ROOT / ".run"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("a+") as handle:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(
                    OSError
                ):  # it gives up after ten seconds; the other start may need more
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield  # closing the file lets go of the lock, and so does the end of the process


def prepare(lock: Path) -> None:
    """Make the environment hold what ``lock`` names; does nothing where it already does."""
    if installed(lock):
        return
    with one_at_a_time():
        if installed(lock):
            return
        if not usable():
            make_venv()
        install(lock)


# ---------------------------------------------------------------- the commands


def run_python(arguments: Sequence[str | Path], *, offscreen: bool = False, cwd: Path | None = None) -> int:
    """Run the environment's Python with the project importable; returns its exit code."""
    environment = dict(os.environ)
    paths = [str(ROOT), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    if offscreen:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    sys.stdout.flush()
    return subprocess.run([venv_python(), *arguments], env=environment, cwd=cwd, check=False).returncode


def run_program(arguments: Sequence[str]) -> int:
    """The program itself, with a window or without."""
    window = opens_window(arguments)
    screen = has_screen(os.environ)
    if window and not screen:
        raise CannotStart("There is no screen here; for an office day without one run: python3 run.py demo")
    provide_libraries(on_screen=screen, required=window or "--self-check" in arguments)
    prepare(RUNTIME_LOCK)
    return run_python(["-m", "sewerdesk", *arguments])


def run_tests(arguments: Sequence[str]) -> int:
    """The whole suite on all cores, or what ``arguments`` pick from it, without a screen."""
    provide_libraries(on_screen=False, required=True)
    prepare(TEST_LOCK)
    # A file's tests stay together, since some share an office that takes seconds to make; slow files begin first.
    if "--nightly" in arguments:
        os.environ.update(NIGHTLY)
        arguments = [*NIGHT_TESTS, "-n", "2", *(word for word in arguments if word != "--nightly")]
    words = arguments or ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    return run_python(["-m", "pytest", *words], offscreen=True, cwd=ROOT)


def run_bench(arguments: Sequence[str]) -> int:
    """The measurements."""
    provide_libraries(on_screen=False, required=True)
    prepare(TEST_LOCK)
    return run_python(["-m", "tests.bench", *arguments], offscreen=True, cwd=ROOT)


def try_the_wheel() -> int:
    """Build the wheel, install it in a fresh environment and let it check itself there."""
    with tempfile.TemporaryDirectory(prefix="sewerdesk-wheel-") as scratch:
        folder = Path(scratch)
        build: list[str | Path] = ["-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
        if code := run_python(build):
            return code
        wheel = next(folder.glob("*.whl"))
        fresh = folder / "fresh"
        python = venv_python(fresh)
        pip: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        scripts = python.parent / ("sewerdesk.exe" if sys.platform == "win32" else "sewerdesk")
        steps: list[list[str | Path]] = [
            [sys.executable, "-m", "venv", fresh],
            [*pip, "--require-hashes", "--only-binary", ":all:", "-r", RUNTIME_LOCK],
            [*pip, wheel],
            [scripts, "--self-check"],
        ]
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment["QT_QPA_PLATFORM"] = "offscreen"
        for step in steps:
            if code := subprocess.run(step, env=environment, cwd=folder, check=False).returncode:
                return code
    return 0


def run_gates(arguments: Sequence[str]) -> int:
    """Every gate but the tests, cheapest first; goes on after a failure and says which failed."""
    if arguments:
        return run_program(
            ["check", *arguments]
        )  # "check OFFICE" is the program's verb for an office's books
    provide_libraries(on_screen=False, required=True)
    prepare(TEST_LOCK)
    gates: list[tuple[str, list[str | Path]]] = [
        ("format", ["-m", "ruff", "format", "--check", "."]),
        ("lint", ["-m", "ruff", "check", "."]),
        ("types", ["-m", "mypy", "--strict", "sewerdesk", "tests"]),
        ("imports", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    ]
    failed: list[str] = []
    for name, command in gates:
        print(f"--- {name}", flush=True)
        if run_python(command, offscreen=True, cwd=ROOT):
            failed.append(name)
    print("--- wheel", flush=True)
    if try_the_wheel():
        failed.append("wheel")
    if failed:
        print(f"These gates failed: {', '.join(failed)}.")
    print(f"gates: {len(gates) + 1 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


COMMANDS = {"test": run_tests, "bench": run_bench, "check": run_gates}


def main(arguments: Sequence[str]) -> int:
    """Do what the first word says; returns the exit code."""
    if arguments and arguments[0] in {"-h", "--help", "help"}:
        print(HELP, end="")
        return 0
    try:
        if arguments and arguments[0] in COMMANDS:
            return COMMANDS[arguments[0]](arguments[1:])
        if arguments and arguments[0] == "program":
            return run_program(arguments[1:])
        return run_program(arguments)
    except CannotStart as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
