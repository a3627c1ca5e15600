"""Where the program's own files lie: what it ships, and what it keeps on this machine.

An office's books are not here: an office is a folder that the clerk chooses. What lies in the data folder
(settings, logs, crash reports) may be deleted without loss of any record.
"""

import sys
from pathlib import Path

import platformdirs

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The shipped file or folder ``name``, such as ``fonts/OCRA.ttf``.

    Looked for in the frozen program's folder, in the installed package and in the source tree, in this order.
    Raises FileNotFoundError where the program was installed without it.
    """
    for folder in _resource_folders():
        path = folder / name
        if path.exists():
            return path
    raise FileNotFoundError(f"Sewerdesk was installed without its file {name}; install it again.")


def _resource_folders() -> list[Path]:
    frozen = getattr(sys, "_MEIPASS", None)
    folders = [Path(frozen) / "resources"] if isinstance(frozen, str) else []
    return [*folders, _PACKAGE / "_resources", _PACKAGE.parent / "resources"]


def data_dir(override: Path | None = None) -> Path:
    """The folder of this machine's settings and logs, made if missing; ``override`` takes its place.

    ``Sewerdesk`` under ``%LOCALAPPDATA%`` on Windows and ``~/Library/Application Support`` on macOS,
    ``$XDG_DATA_HOME/sewerdesk`` elsewhere: local to the machine, never roaming. Raises EnvironmentProblem where
    it cannot be made.
    """
    name = "sewerdesk" if sys.platform == "linux" else "Sewerdesk"
    folder = override or platformdirs.user_data_path(name, appauthor=False, roaming=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"Sewerdesk cannot make its folder {folder} for settings and logs ({error.strerror}). Free the place "
            "or name another one with --data-dir.",
        ) from error
    return folder


def settings_file(data: Path) -> Path:
    """The machine's settings."""
    return data / "settings.json"


def log_dir(data: Path) -> Path:
    """The folder of log files and crash reports."""
    return data / "logs"


def offices_dir() -> Path:
    """Where a new office is proposed: the user's documents."""
    return platformdirs.user_documents_path() / "Sewerdesk"
