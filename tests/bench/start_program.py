"""Starts the program on an office as its icon would, and ends as soon as its window can be used.

``python -m tests.bench.start_program OFFICE DATA_FOLDER`` prints the number of widgets at that moment.
"""

import os
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from sewerdesk import app


class Started(QApplication):
    """An application whose event loop ends the process when it has nothing left to do for the first time."""

    def exec(self) -> int:  # type: ignore[override]
        """Handle what is waiting, say how many widgets there are, and go without any closing."""
        settle(self)
        print(len(QApplication.allWidgets()), flush=True)
        os._exit(0)


def settle(application: QApplication) -> None:
    """Handle events until the shown window is painted and nothing is waiting."""
    for _ in range(5):
        application.processEvents()
        application.sendPostedEvents()


if __name__ == "__main__":
    app.QApplication = Started  # type: ignore[attr-defined]
    app.run(["sewerdesk"], data_dir=Path(sys.argv[2]), folder=Path(sys.argv[1]))
