"""Handing a finished file to the system's own program."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.services.saving import save_file
from sewerdesk.ui.preview import viewer_folder


def open_elsewhere(file_name: str, content: bytes) -> None:
    """Open a copy in the program that this computer has for such files.

    Raises ``EnvironmentProblem`` where there is none.
    """
    path = viewer_folder() / file_name
    save_file(path, content)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        raise EnvironmentProblem(
            ProblemKind.CANNOT_OPEN,
            f"This computer has no program for {path.suffix} files. Save the file and open it on another one.",
        )
