"""Reading the picture of the seal that papers print."""

from pathlib import Path

from PySide6.QtGui import QPixmap

from sewerdesk.domain.errors import UserError

SEAL_LIMIT = 2_000_000
"""Bytes that a picture of the seal may have."""


def read_seal(path: Path) -> bytes:
    """The picture's bytes; ``UserError`` where it cannot be read or is no picture that can be printed."""
    try:
        picture = path.read_bytes()
    except OSError as error:
        raise UserError(
            f"The picture {path.name} cannot be read ({error.strerror}). Choose it again."
        ) from error
    if len(picture) > SEAL_LIMIT:
        raise UserError(f"The picture {path.name} is larger than 2 MB. Choose a smaller one.")
    if QPixmap(str(path)).isNull():
        raise UserError(f"{path.name} is no PNG or JPEG picture. Choose another file.")
    return picture
