"""Saving a paper or a sheet: whole or not at all, under a name that every system takes."""

import contextlib
import errno
import os
import re
import unicodedata
from pathlib import Path

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

LONGEST_NAME = 100
_RESERVED = frozenset(
    {
        "CON",
        "PRN",
        "AUX",
        "NUL",
        *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789\u00b9\u00b2\u00b3"),
    }
)
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_WINDOWS_DISK_FULL = 112
_WINDOWS_SHARING = frozenset({32, 33})


def save_bytes(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part of either.

    ``EnvironmentProblem`` says what stands in the way: the file is open in another program, the disk is full,
    the folder is missing or may not be written to. What was there before is then unchanged.
    """
    part = path.with_name(f".{path.name[:LONGEST_NAME]}.part")
    try:
        with part.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # a leftover part does no harm; the failure above is what counts
            part.unlink(missing_ok=True)
        raise _problem(path, error) from error


def _problem(path: Path, error: OSError) -> EnvironmentProblem:
    windows_code = getattr(error, "winerror", None)
    if error.errno in _FULL or windows_code == _WINDOWS_DISK_FULL:
        return EnvironmentProblem(
            ProblemKind.DISK_FULL,
            f"The disk is full, so {path.name} was not saved. Free some space or save to another disk.",
        )
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return EnvironmentProblem(
            ProblemKind.CANNOT_OPEN,
            f"The folder {path.parent} is not there, so {path.name} was not saved. Choose another folder.",
        )
    if error.errno == errno.EROFS:
        return EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"The disk of {path.parent} is write-protected, so {path.name} was not saved. Choose another folder.",
        )
    if isinstance(error, PermissionError) or windows_code in _WINDOWS_SHARING:
        return _refused(path)
    return EnvironmentProblem(
        ProblemKind.INPUT_OUTPUT,
        f"{path.name} could not be saved: {error.strerror or error}. Try another folder.",
    )


def _refused(path: Path) -> EnvironmentProblem:
    """A refusal: an existing file is most likely open in another program, a new one in a forbidden folder."""
    if path.exists():
        return EnvironmentProblem(
            ProblemKind.FILE_OPEN_ELSEWHERE,
            f"Close {path.name} in Excel or your PDF viewer and try again, or save under another name.",
        )
    return EnvironmentProblem(
        ProblemKind.READ_ONLY,
        f"You may not save into the folder {path.parent}, so {path.name} was not saved. Choose another folder.",
    )


def safe_filename(number: str, slug: str = "", *, suffix: str = ".pdf") -> str:
    """A file name from a document's number and a few words, such as ``BIL-2026-0143-smith-main-street.pdf``.

    At most 100 characters, ASCII letters, digits, dots, hyphens and underscores only, never a path and never
    a name that Windows keeps for itself.
    """
    words = "-".join(part for part in (_ascii(number), _ascii(slug).lower()) if part) or "document"
    if words.split(".")[0].upper() in _RESERVED:
        words = f"file-{words}"
    return words[: LONGEST_NAME - len(suffix)].rstrip(".-_ ") + suffix


def _ascii(text: str) -> str:
    """Letters without accents, anything else a hyphen."""
    bare = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in bare if not unicodedata.combining(char))
    return re.sub(r"-{2,}", "-", _UNSAFE.sub("-", bare)).strip(".-_ ")


def another_name(path: Path) -> Path:
    """The first free name beside a taken one: ``Register (2).xlsx``, ``Register (3).xlsx``, and so on."""
    number = 2
    while True:
        candidate = path.with_name(f"{path.stem} ({number}){path.suffix}")
        if not candidate.exists():
            return candidate
        number += 1
