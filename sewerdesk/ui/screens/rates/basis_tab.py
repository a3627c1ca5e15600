"""What rates rest on outside the rate itself: other services' bills, and the worksheet of off-season averages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.billlines import plain_volume
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.entry import parse_decimal
from sewerdesk.domain.errors import FieldErrors, SewerdeskError, UserError
from sewerdesk.domain.otherbills import OtherBillRow
from sewerdesk.domain.rates.seasons import SeasonRow, set_by_hand
from sewerdesk.domain.wording import count
from sewerdesk.services.other_bills import import_other_bills
from sewerdesk.services.seasons import keep_averages, season_worksheet
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme import set_role

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

LISTS = "Lists (*.csv *.xlsx *.txt);;All files (*)"


def _volume(row: OtherBillRow) -> str:
    return "" if row.use is None else f"{plain_volume(row.use)} {row.unit}"


def _uses(row: SeasonRow) -> str:
    return "; ".join(
        f"{one.period} {'none' if one.use is None else plain_volume(one.use)}" for one in row.uses
    )


OTHER_BILL_COLUMNS: tuple[Column[OtherBillRow], ...] = (
    Column(key="account", title="Account", value=lambda row: row.account, width=12),
    Column(key="name", title="Name", value=lambda row: row.name, width=20),
    Column(key="service", title="Bill", value=lambda row: row.service, width=8),
    Column(key="period", title="Quarter", value=lambda row: row.period, width=10),
    Column(key="billed", title="Dated", value=lambda row: row.billed_on, kind=CellKind.DATE, width=11),
    Column(key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=12),
    Column(key="use", title="Volume", value=_volume, width=14),
    Column(
        key="source", title="Source", value=lambda row: row.source, width=36, tooltip=lambda row: row.source
    ),
)

SEASON_COLUMNS: tuple[Column[SeasonRow], ...] = (
    Column(key="account", title="Account", value=lambda row: row.account, width=12),
    Column(key="name", title="Name", value=lambda row: row.name, width=24),
    Column(key="uses", title="Off-season use", value=_uses, width=36),
    Column(key="average", title="Average", value=lambda row: row.average, kind=CellKind.NUMBER, width=12),
    Column(key="note", title="Look at", value=lambda row: row.reason or row.note, width=36),
)


@dataclass(frozen=True, slots=True)
class ImportForm:
    """For which service and quarter a list is, and who gave it."""

    service: str = "water"
    period: str = ""
    source: str = ""


IMPORT_FORM: FormSpec[ImportForm] = FormSpec(
    ImportForm,
    (
        Section(
            "",
            (
                FieldSpec("service", "Which bill", required=True, max_len=40, width=Width.PHONE),
                FieldSpec(
                    "period", "Quarter", required=True, max_len=10, width=Width.DATE, help="Such as 2027-Q2."
                ),
                FieldSpec(
                    "source",
                    "Who gave the list, and when",
                    required=True,
                    max_len=120,
                    width=Width.LINE,
                    help="It stands in the explanation of every bill line that rests on it.",
                ),
            ),
        ),
    ),
    verb="enter the list",
)


@dataclass(frozen=True, slots=True)
class ImportList:
    """Enters a list of other bills."""

    ws: Workspace
    path: Path

    def __call__(self, form: ImportForm) -> int:
        """How many bills were entered; a wrong quarter is told at its field."""
        try:
            Quarter.parse(form.period)
        except UserError as problem:
            raise FieldErrors({"period": problem.message}) from None
        return import_other_bills(
            self.ws, path=self.path, service=form.service, period=form.period, source=form.source
        )


@dataclass(frozen=True, slots=True)
class SeasonForm:
    """Which quarters make the average, for which days it counts, and its source."""

    quarters: str = ""
    since: date | None = None
    until: date | None = None
    source: str = ""


SEASON_FORM: FormSpec[SeasonForm] = FormSpec(
    SeasonForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "quarters",
                    "Off-season quarters",
                    required=True,
                    max_len=60,
                    help="Such as 2026-Q4, 2027-Q1; the average is of those that were billed.",
                ),
                FieldSpec("since", "Counts from", FieldKind.DATE, required=True),
                FieldSpec(
                    "until",
                    "Until",
                    FieldKind.DATE,
                    required=True,
                    help="The first day on which it no longer counts.",
                ),
                FieldSpec(
                    "source",
                    "Source",
                    required=True,
                    max_len=120,
                    width=Width.LINE,
                    help="Such as Worksheet of 2027.",
                ),
            ),
        ),
    ),
    verb="make the worksheet",
)


@dataclass(frozen=True, slots=True)
class MadeSheet:
    """A worksheet to review, with the form that it was made from."""

    form: SeasonForm
    rows: tuple[SeasonRow, ...]


@dataclass(frozen=True, slots=True)
class MakeSheet:
    """Makes the worksheet; nothing is kept yet."""

    ws: Workspace
    today: date

    def __call__(self, form: SeasonForm) -> MadeSheet:
        """The worksheet's lines; a wrong quarter or day is told at its field."""
        try:
            quarters = [Quarter.parse(code) for code in form.quarters.replace(",", " ").split()]
        except UserError as problem:
            raise FieldErrors({"quarters": problem.message}) from None
        if form.since and form.until and form.until <= form.since:
            raise FieldErrors({"until": "Choose a day after the first."})
        return MadeSheet(form, season_worksheet(self.ws, quarters=quarters, on=form.since or self.today))


class SeasonDialog(QDialog):
    """The worksheet to review: Enter on a line sets another average with its reason; then all are kept."""

    kept = Signal()

    def __init__(self, context: "UiContext", sheet: MadeSheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._form = context, sheet.form
        self.setWindowTitle("Off-season averages")
        self.setModal(True)
        self.table: RecordTable[SeasonRow] = RecordTable(
            SEASON_COLUMNS,
            name="season-worksheet",
            title="Off-season averages",
            store=context.views,
            row_key=_account_id,
            empty="No account is in a class that is billed by its off-season use.",
        )
        self.table.set_rows(sheet.rows)
        self.table.row_activated.connect(self.set_average)
        self.keep_button, self.cancel_button = QPushButton("&Keep the averages"), QPushButton("Cancel")
        self.keep_button.clicked.connect(self.keep)
        self.cancel_button.clicked.connect(self.reject)
        self._lay_out()
        self.table.focus_rows()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        told = (
            "Look at each line; Enter sets another average with its reason. Accounts without an average are asked "
            "about when they are billed."
        )
        for text, role in (("Off-season averages", "title"), (told, "secondary")):
            label = QLabel(text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
            column.addWidget(label)
        column.addWidget(self.table, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel_button, self.keep_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        set_role(self.keep_button, primary=True)
        column.addLayout(buttons)
        room = self.screen().availableGeometry()
        self.resize(min(1040, room.width() - 48), min(620, room.height() - 48))

    def rows(self) -> Sequence[SeasonRow]:
        """The lines as they stand."""
        return self.table.model.all_rows

    @Slot(object)
    def set_average(self, row: SeasonRow) -> None:
        """Ask for another average and why."""
        prompter = self._context.prompter
        typed = prompter.ask_text(
            f"Average use a quarter of account {row.account}", label="Average", done="Go on", detail=row.note
        )
        if typed is None:
            return
        try:
            average = parse_decimal(typed, places=3, minimum=0)
        except UserError as problem:
            show_failure(prompter, problem)
            return
        reason = prompter.ask_text(
            "Why is it not the average of the bills?", label="Reason", done="Set average"
        )
        if reason:
            changed = set_by_hand(row, average, reason)
            self.table.set_rows([changed if one is row else one for one in self.rows()])

    @Slot()
    def keep(self) -> None:
        """Keep all averages with their worksheets."""
        form = self._form
        assert form.since
        assert form.until
        try:
            number = keep_averages(
                self._context.ws, rows=self.rows(), since=form.since, until=form.until, source=form.source
            )
        except SewerdeskError as problem:
            show_failure(self._context.prompter, problem)
            return
        self._context.toasts.show(f"{count(number, 'average')} kept for {form.since:%m/%d/%Y} on.")
        self.kept.emit()
        self.accept()


def _account_id(row: SeasonRow) -> int:
    return row.account_id
