"""The first window where no office is open: set one up, open one, or try the sample."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from sewerdesk.clock import Clock
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office, sample_files_folder
from sewerdesk.ui.actions import press_by_enter
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.first_run.opener import OfficeOpener
from sewerdesk.ui.first_run.wizard import FirstRunWizard
from sewerdesk.ui.jobs import JobRunner, Outcome, OutcomeKind, Reporter
from sewerdesk.ui.prompter import Prompter
from sewerdesk.ui.theme import Ink, pixmap, set_role, theme
from sewerdesk.ui.widgets.card import Card

START_SIZE = (1040, 700)
_OFFICE, _SAMPLE = "Sewer office", "Sample office"


class ChoiceCard(Card):
    """One way to begin: what it is, a sentence about it, and its button."""

    def __init__(self, icon_name: str, title: str, sentence: str, button: QPushButton) -> None:
        super().__init__(padding=24)
        picture = QLabel()
        picture.setPixmap(pixmap(icon_name, Ink.ACCENT, theme().sizes.icon * 2))
        heading = QLabel(title)
        set_role(heading, role="section")
        text = QLabel(sentence)
        text.setWordWrap(True)
        set_role(text, role="secondary")
        for part in (picture, heading, text):
            self.body.addWidget(part)
        self.body.addStretch(1)
        self.body.addSpacing(8)
        self.body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)


class StartWindow(QWidget):
    """``opened`` carries the office that was made or opened; the caller shows its window and closes this one."""

    opened = Signal(object)

    def __init__(
        self,
        *,
        clock: Clock,
        prompter: Prompter,
        jobs: JobRunner,
        offices: Path,
        recent: tuple[str, ...] = (),
        operator: str = "",
    ) -> None:
        super().__init__()
        self._clock = clock
        self._prompter = prompter
        self._jobs = jobs
        self._offices = offices
        self._opener = OfficeOpener(clock, prompter, operator)
        self._wizard: FirstRunWizard | None = None
        self.setWindowTitle("Sewerdesk")
        set_role(self, page=True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.new_button = QPushButton("&Set up this office")
        set_role(self.new_button, primary=True)
        self.open_button = QPushButton("&Open an office…")
        self.sample_button = QPushButton("&Try the sample office")
        self._stack = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self._stack.addWidget(self._start_page(recent))
        self._connect()
        self.resize(*START_SIZE)

    def _start_page(self, recent: tuple[str, ...]) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(48, 40, 48, 32)
        column.setSpacing(8)
        title = QLabel("Sewerdesk")
        set_role(title, role="title")
        about = QLabel("The desk of the sewer clerk: permits, inspections, bills, payments and notices.")
        set_role(about, role="secondary")
        column.addWidget(title)
        column.addWidget(about)
        column.addSpacing(24)
        column.addLayout(self._cards())
        column.addSpacing(24)
        column.addLayout(self._recent(recent))
        column.addStretch(1)
        return page

    def _cards(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(16)
        for card in (
            ChoiceCard(
                "building-2",
                "A new office",
                "Choose your municipality and its sewer law, the office's folder, the letterhead, and who works here. "
                "It takes two minutes.",
                self.new_button,
            ),
            ChoiceCard(
                "folder-open",
                "An office on this computer",
                "Open the folder of an office that was made before, or one that was copied from another computer.",
                self.open_button,
            ),
            ChoiceCard(
                "circle-play",
                "A sample to try things in",
                "A made-up office with 436 parcels and 401 accounts. Nothing you do there can harm a real one.",
                self.sample_button,
            ),
        ):
            row.addWidget(card, 1)
        return row

    def _recent(self, recent: tuple[str, ...]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        here = [Path(name) for name in recent if (Path(name) / "office.db").exists()]
        if not here:
            return column
        heading = QLabel("Opened before")
        set_role(heading, role="section")
        column.addWidget(heading)
        for folder in here[:5]:
            button = QPushButton(
                f"{folder.name.replace('&', '&&')} — {str(folder.parent).replace('&', '&&')}"
            )
            button.setAutoDefault(False)
            button.setProperty("folder", str(folder))
            set_role(button, link=True)
            button.clicked.connect(self._open_recent)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return column

    def _connect(self) -> None:
        for button in (self.new_button, self.open_button, self.sample_button):
            button.setAutoDefault(False)
        self.new_button.clicked.connect(self.set_up)
        self.open_button.clicked.connect(self.choose_office)
        self.sample_button.clicked.connect(self.try_sample)

    @property
    def wizard(self) -> FirstRunWizard | None:
        """The wizard while it is in view."""
        return self._wizard

    @Slot()
    def set_up(self) -> None:
        """Show the wizard."""
        self._wizard = FirstRunWizard(
            clock=self._clock,
            prompter=self._prompter,
            jobs=self._jobs,
            proposed=self._free_folder(_OFFICE),
            parent=self,
        )
        self._wizard.made.connect(self.opened)
        self._wizard.given_up.connect(self._back_to_start)
        self._stack.addWidget(self._wizard.wizard)
        self._stack.setCurrentWidget(self._wizard.wizard)
        self._wizard.start()

    @Slot()
    def _back_to_start(self) -> None:
        if self._wizard is not None:
            page = self._wizard.wizard
            self._stack.removeWidget(page)
            page.deleteLater()
            self._wizard.deleteLater()
            self._wizard = None
        self.new_button.setFocus()

    @Slot()
    def choose_office(self) -> None:
        """Choose an office's folder and open it."""
        folder = self._prompter.choose_folder("Choose the office's folder", folder=self._offices)
        if folder is not None:
            self.open_folder(folder)

    @Slot()
    def _open_recent(self) -> None:
        self.open_folder(Path(str(self.sender().property("folder"))))

    def open_folder(self, folder: Path) -> None:
        """Open an office; a refusal is told and the window stays."""
        office = self._opener.open(folder)
        if office is not None:
            self.opened.emit(office)

    @Slot()
    def try_sample(self) -> None:
        """Make the sample office, filled or as on its first day."""
        fill = self._prompter.ask(
            "Shall the sample office be filled for you?",
            yes="Fill it",
            no="Leave it empty",
            detail="Filled, it has its parcels, accounts and readings. Left empty, you import them yourself from the "
            "spreadsheets that are put into its folder.",
        )
        folder, clock = self._free_folder(_SAMPLE), self._clock

        def job(reporter: Reporter) -> OpenOffice:
            reporter.step(0, len(FILES) + 1, "Making the office's folder …")
            office = make_sample_office(folder, clock=clock)
            try:
                sample_files_folder(office.ws)
                for done, (name, _kind) in enumerate(FILES if fill else (), 1):
                    reporter.step(done, len(FILES) + 1, f"Importing {name} …")
                    import_sample_file(office.ws, name=name)
            except BaseException:
                office.close(back_up=False)  # or nobody could open it until the program ends
                raise
            return office

        self._jobs.start(
            job, title="Making the sample office", receiver=self._on_sample, parent=self, can_stop=False
        )

    @Slot(object)
    def _on_sample(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self._prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK and isinstance(outcome.result, OpenOffice):
            self.opened.emit(outcome.result)

    def _free_folder(self, name: str) -> Path:
        folder, number = self._offices / name, 2
        while folder.exists():
            folder, number = self._offices / f"{name} {number}", number + 1
        return folder

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard."""
        if not press_by_enter(self, event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """An office that is being made is finished first."""
        if self._jobs.is_busy():
            event.ignore()
            return
        event.accept()
