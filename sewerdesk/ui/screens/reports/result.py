"""A report that was run: its scope and stamp above, its lines, and below them what was proved."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from sewerdesk.domain.reports.model import Report
from sewerdesk.ui.screens.reports.specs import ShownRow, group_chips, shape_of, shown_rows, table_columns
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.empty_state import EmptyState
from sewerdesk.ui.widgets.scrolled import scroll_to

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

# The lowest room for filter, chips, head and some rows; in a lower window the page scrolls.
_LINES = 15


class ResultView(QWidget):
    """Shows one report. ``account_asked`` carries the id of the account of a line on which Enter was pressed."""

    account_asked = Signal(object)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.report: Report | None = None
        self.table: RecordTable[ShownRow] | None = None
        self._shape: tuple[object, ...] = ()
        self._waiting = EmptyState("", icon_name="chart-column")
        self.scope = _words("secondary")
        self.proofs = _words("label")
        self.notes = _words("label")
        self._places = QStackedWidget()
        self._places.addWidget(self._waiting)
        self._places.setMinimumHeight(_LINES * self.fontMetrics().lineSpacing())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.scope)
        column.addWidget(self._places, 1)
        column.addWidget(self.proofs)
        column.addWidget(self.notes)
        self.show_waiting("")

    def show_waiting(self, sentence: str) -> None:
        """Nothing was run yet: say what will be here."""
        self.report = None
        self._waiting.set_sentence(sentence)
        self._places.setCurrentWidget(self._waiting)
        for label in (self.scope, self.proofs, self.notes):
            label.hide()

    def show_report(self, report: Report) -> None:
        """Show a report in its own order."""
        self.report = report
        table = self._table_for(report)
        table.set_rows(shown_rows(report))
        self._places.setCurrentWidget(table)
        self.scope.setText(f"{report.scope} {report.stamp.text}.")
        self.scope.show()
        proofs = [proof.sentence for proof in report.body.proofs if proof.agrees and report.rows]
        self.proofs.setText(f"Proved: {' '.join(proofs[-1:])}" if proofs else "")
        self.proofs.setToolTip("\n".join(proofs))
        self.proofs.setVisible(bool(proofs))
        self.notes.setText(" ".join(report.body.notes))
        self.notes.setVisible(bool(self.notes.text()))

    def _table_for(self, report: Report) -> RecordTable[ShownRow]:
        """The table shown, where the report has its shape; else a new one in its place."""
        shape = shape_of(report)
        if self.table is not None and shape == self._shape:
            return self.table
        former = self.table
        table: RecordTable[ShownRow] = RecordTable(
            table_columns(report),
            name=f"report-{report.key}",
            title=report.title,
            store=self._context.views,
            row_key=_place,
            chips=group_chips(report),
            empty=report.body.empty,
        )
        table.row_activated.connect(self._open)
        self.table, self._shape = table, shape
        self._places.addWidget(table)
        self._places.setCurrentWidget(table)
        if former is not None:
            self._places.removeWidget(former)
            former.deleteLater()
        return table

    def focus_rows(self) -> None:
        """Put the keyboard on the first line."""
        if self.table is not None and self.report is not None:
            self.table.focus_rows()
            scroll_to(self.table)

    @Slot(object)
    def _open(self, row: ShownRow) -> None:
        if row.row.account_id is not None:
            self.account_asked.emit(row.row.account_id)


def _place(row: ShownRow) -> object:
    return row.place


def _words(role: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    set_role(label, role=role)
    return label
