"""A finished paper on the screen, to be printed, saved or opened elsewhere. Nothing here changes its bytes."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt, QTemporaryDir, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, SewerdeskError
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.jobs import JobRunner, Outcome, OutcomeKind, Reporter
from sewerdesk.ui.page_view import PageView
from sewerdesk.ui.pdf_pages import PageRenderer
from sewerdesk.ui.printing import PageRange, print_pages, save_pdf
from sewerdesk.ui.prompter import Prompter
from sewerdesk.ui.theme import Ink, icon, set_role, theme

ChoosePrinter = Callable[[QPrinter, int, QWidget], bool]
"""Lets the clerk set up a printer for a number of pages; False when she turned back."""


def ask_for_printer(printer: QPrinter, pages: int, parent: QWidget) -> bool:
    """The system's print dialog."""
    dialog = QPrintDialog(printer, parent)
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=pages > 1)
    dialog.setMinMax(1, pages)
    dialog.setFromTo(1, pages)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


def chosen_pages(printer: QPrinter, pages: int) -> PageRange:
    """Which of ``pages`` the clerk chose in the print dialog."""
    if printer.printRange() != QPrinter.PrintRange.PageRange or not printer.fromPage():
        return PageRange(0, pages - 1)
    first = min(max(printer.fromPage(), 1), pages)
    last = min(max(printer.toPage(), first), pages)
    return PageRange(first - 1, last - 1)


class PreviewDialog(QDialog):
    """Shows ``pdf``. ``printed`` tells the printer's name, so that it can be proposed for the next of its kind."""

    printed = Signal(str)
    saved = Signal(object)  # Path

    def __init__(
        self,
        pdf: bytes,
        *,
        title: str,
        file_name: str,
        prompter: Prompter,
        jobs: JobRunner,
        folder: Path | None = None,
        printer: str = "",
        choose_printer: ChoosePrinter = ask_for_printer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._pdf = pdf
        self._file_name = Path(file_name).name
        self._prompter = prompter
        self._jobs = jobs
        self._folder = folder or Path.home()
        self._printer_name = printer
        self._choose_printer = choose_printer
        self._renderer = PageRenderer(pdf, self)
        self.view = PageView(self._renderer)
        self.page_label = QLabel("Reading …")
        self._zoom_label = QLabel()
        self.print_button = self._button("&Print", "printer", self.print_paper)
        self.save_button = self._button("&Save PDF…", "save", self.save_copy)
        self.viewer_button = self._button("&Open in viewer", "external-link", self.open_in_viewer)
        self.close_button = self._button("&Close", "x", self.reject)
        set_role(self.print_button, primary=True)
        self.print_button.setDefault(True)
        self._lay_out()
        self._connect()
        self._set_ready(ready=False)
        self.view.setFocus()
        self._renderer.open()

    def _button(self, text: str, picture: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(icon(picture, Ink.ON_ACCENT if picture == "printer" else Ink.TEXT), text)
        side = theme().sizes.icon - 2
        button.setIconSize(QSize(side + 4, side))  # wider than high: air before the words
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def _tool(self, picture: str, name: str, act: Callable[[], None]) -> QToolButton:
        tool = QToolButton()
        tool.setIcon(icon(picture))
        tool.setToolTip(name)
        tool.setAccessibleName(name)
        tool.clicked.connect(act)
        return tool

    def _lay_out(self) -> None:
        unit = self.fontMetrics().height()
        bar = QHBoxLayout()
        bar.setContentsMargins(unit, unit // 2, unit, unit // 2)
        bar.setSpacing(unit // 2)
        bar.addWidget(self.page_label)
        bar.addSpacing(unit)
        bar.addWidget(self._tool("zoom-out", "Smaller (−)", self.view.zoom_out))
        bar.addWidget(self._zoom_label)
        bar.addWidget(self._tool("zoom-in", "Larger (+)", self.view.zoom_in))
        fit = QPushButton("Fit width")
        fit.setAutoDefault(False)
        fit.clicked.connect(self.view.fit_width)
        set_role(fit, quiet=True)
        bar.addWidget(fit)
        bar.addStretch(1)
        for button in (self.close_button, self.viewer_button, self.save_button, self.print_button):
            bar.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        self.resize(self.fontMetrics().averageCharWidth() * 150, unit * 36)

    def _connect(self) -> None:
        self._renderer.opened.connect(self._on_opened)
        self._renderer.failed.connect(self._on_failed)
        self.view.page_changed.connect(self._show_page)
        self.view.zoom_changed.connect(self._show_zoom)
        for keys, act in (("Ctrl+P", self.print_paper), ("Ctrl+S", self.save_copy)):
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    def _set_ready(self, *, ready: bool) -> None:
        for button in (self.print_button, self.save_button, self.viewer_button):
            button.setEnabled(ready)

    @Slot(object)
    def _on_opened(self, _sizes: object) -> None:
        self._set_ready(ready=True)

    @Slot(object)
    def _on_failed(self, _error: ValueError) -> None:
        self.page_label.setText("This paper cannot be shown.")
        self._prompter.tell(
            f"{self._file_name} cannot be shown: its stored copy is damaged. Run “Check the books” and restore it "
            "from a backup.",
            problem=True,
        )

    @Slot(object)
    def _show_page(self, index: int) -> None:
        self.page_label.setText(f"Page {index + 1:,} of {self.view.page_count:,}")

    @Slot(object)
    def _show_zoom(self, zoom: float) -> None:
        self._zoom_label.setText(f"{round(zoom * 100)} %")

    def _attempt(self, act: Callable[[], None]) -> None:
        try:
            act()
        except SewerdeskError as error:
            show_failure(self._prompter, error)

    @Slot()
    def print_paper(self) -> None:
        """Ask for the printer, then print at actual size while the window stays alive."""
        if not self.print_button.isEnabled():
            return
        info = QPrinterInfo.printerInfo(self._printer_name) if self._printer_name else QPrinterInfo()
        mode = QPrinter.PrinterMode.HighResolution
        printer = QPrinter(mode) if info.isNull() else QPrinter(info, mode)
        printer.setDocName(self._file_name)
        if not self._choose_printer(printer, self.view.page_count, self):
            return
        pages = chosen_pages(printer, self.view.page_count)
        pdf = self._pdf
        self._printer_name = printer.printerName()
        self.print_button.setEnabled(False)

        def work(reporter: Reporter) -> object:
            return print_pages(pdf, printer, pages, reporter)

        self._jobs.start(work, title=f"Printing {self._file_name}", receiver=self._on_printed, parent=self)

    @Slot(object)
    def _on_printed(self, outcome: Outcome) -> None:
        self.print_button.setEnabled(True)
        if outcome.error is not None:
            show_failure(self._prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK:
            self.printed.emit(self._printer_name)

    @Slot()
    def save_copy(self) -> None:
        """Ask where, then write the very bytes that are shown."""
        if self.save_button.isEnabled():
            self._attempt(self._save)

    def _save(self) -> None:
        proposed = self._folder / self._file_name
        path = self._prompter.save_file("Save PDF", proposed=proposed, kinds="PDF (*.pdf)")
        if path is not None:
            save_pdf(path, self._pdf)
            self._folder = path.parent
            self.saved.emit(path)

    @Slot()
    def open_in_viewer(self) -> None:
        """Hand a copy to the system's PDF program."""
        self._attempt(self._open_elsewhere)

    def _open_elsewhere(self) -> None:
        path = viewer_folder() / self._file_name
        save_pdf(path, self._pdf)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            raise EnvironmentProblem(
                ProblemKind.CANNOT_OPEN,
                "This computer has no program for PDF files. Save the PDF and open it on another one.",
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not self._on_other_button():
            self.print_paper()
            return
        super().keyPressEvent(event)

    def _on_other_button(self) -> bool:
        return isinstance(self.focusWidget(), QPushButton | QToolButton)

    def done(self, result: int) -> None:
        self._renderer.close()
        super().done(result)


class _ViewerFolder(QObject):
    """A private folder for copies given to the viewer; it goes with the program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("sewerdesk-viewer-folder")
        self.folder = QTemporaryDir(str(Path(tempfile.gettempdir()) / "sewerdesk-XXXXXX"))


def viewer_folder() -> Path:
    """The folder of copies given to the viewer, made once for this run and readable by this user only."""
    app = QCoreApplication.instance()
    if app is None:
        raise RuntimeError("the viewer's folder needs a running application")
    found = app.findChild(_ViewerFolder, "sewerdesk-viewer-folder")
    holder = found if found is not None else _ViewerFolder(app)
    return Path(holder.folder.path())
