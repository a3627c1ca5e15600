"""Part of ``sewerdesk --self-check``: a window opens and a page is drawn in it."""

from PySide6.QtCore import QDeadlineTimer, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from sewerdesk.ui.errors import on_qt_message
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.prompter import QtPrompter
from sewerdesk.ui.theme import Scheme, apply_theme

PATIENCE = 20_000  # milliseconds


def show_page(pdf: bytes) -> None:
    """Open the preview of ``pdf`` and wait until its first page is drawn; raises TimeoutError if it never is."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([])
    qInstallMessageHandler(on_qt_message)
    apply_theme(app, Scheme.LIGHT)
    dialog = PreviewDialog(
        pdf, title="Self-check", file_name="check.pdf", prompter=QtPrompter(), jobs=InlineJobRunner()
    )
    dialog.show()
    deadline = QDeadlineTimer(PATIENCE)
    while not dialog.view.is_drawn(0):
        app.processEvents()
        if deadline.hasExpired():
            raise TimeoutError("the page was not drawn in time")
    dialog.reject()
    dialog.deleteLater()
