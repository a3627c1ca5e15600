"""What can go wrong, sorted by who can help: the clerk, the machine's owner, or us.

The message of each of these is the very sentence that the clerk reads; it names the record and says what to
do. Anything that is not a ``SewerdeskError`` is a fault of the program.
"""

from collections.abc import Mapping
from enum import StrEnum


class SewerdeskError(Exception):
    """Base of all expected failures. ``message`` is a sentence for the clerk."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UserError(SewerdeskError):
    """Something the clerk can put right on the screen where it happened."""


class FieldErrors(UserError):
    """One or more fields of a form that must be put right; ``errors`` maps field name to sentence."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        if not errors:
            raise ValueError("FieldErrors needs at least one field")
        super().__init__(" ".join(errors.values()))
        self.errors: Mapping[str, str] = dict(errors)


class RuleViolation(UserError):
    """A rule of the municipality's law or of the books forbids the act; ``citation`` says which."""

    def __init__(self, message: str, *, citation: str = "") -> None:
        super().__init__(message)
        self.citation = citation


class StaleRecord(UserError):
    """Somebody saved the record after it was opened here; nothing was written."""


class ProblemKind(StrEnum):
    """What is wrong with the machine, the disk or the file, not with what was typed."""

    LOCKED = "locked"
    READ_ONLY = "read_only"
    DISK_FULL = "disk_full"
    CORRUPT = "corrupt"
    CANNOT_OPEN = "cannot_open"
    NOT_AN_OFFICE = "not_an_office"
    NEWER_OFFICE = "newer_office"
    IN_USE = "in_use"
    FILE_OPEN_ELSEWHERE = "file_open_elsewhere"
    UNSAFE_PLACE = "unsafe_place"
    INPUT_OUTPUT = "input_output"


class EnvironmentProblem(SewerdeskError):
    """The disk, a file or a lock stands in the way; the books are as they were before the act."""

    def __init__(self, kind: ProblemKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
