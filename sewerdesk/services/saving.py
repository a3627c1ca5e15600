"""Saving a finished sheet or paper where the clerk wants it."""

from pathlib import Path


def save_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; ``EnvironmentProblem`` says what stands in the way."""
    from sewerdesk.documents.files import save_bytes

    save_bytes(path, content)
