"""Attached files beside the backups of the books.

A file is kept by the hash of its content and never changes, so one copy serves every backup: only what is new is
copied, and nothing is ever overwritten.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

_PART = ".part"


def mirror_files(source: Path, target: Path) -> int:
    """Copy every attached file that ``target`` lacks; returns how many. Both are folders of files by hash.

    A stored file whose content is not what its name says is left out: a spoiled file must not pass for a good copy.
    ``OSError`` where the disk refuses; what was copied until then is whole.
    """
    copied = 0
    for path in _stored(source):
        place = target / path.parent.name / path.name
        if place.exists() or content_hash(path) != path.name:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(place.name + _PART)
        shutil.copyfile(path, part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(place)
        copied += 1
    return copied


def stored_count(folder: Path) -> int:
    """How many files are kept in a folder of files by hash, spoiled ones among them."""
    return sum(1 for _ in _stored(folder))


def content_hash(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _stored(folder: Path) -> Iterator[Path]:
    for shelf in sorted(folder.glob("[0-9a-f][0-9a-f]")):
        yield from (path for path in sorted(shelf.iterdir()) if path.suffix != _PART)
