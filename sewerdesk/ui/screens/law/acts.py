"""The acts of the office over its law: resolutions, local laws and confirmations, with what each changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from sewerdesk.domain.law.acts import LawActView, LawChangeView
from sewerdesk.domain.wording import count
from sewerdesk.services.attachments import AttachmentRow, attachment_path, attachments_of
from sewerdesk.services.law_acts import SUBJECT, acts, withdraw_act
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.files import open_elsewhere
from sewerdesk.ui.screens.law.specs import ACT_COLUMNS, CHANGE_COLUMNS, act_status
from sewerdesk.ui.tables import RecordTable, row_id
from sewerdesk.ui.tables.following import RowFollower
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = (
    "No resolution or local law is entered yet. Enter one with Ctrl+N when the Board changes a figure, "
    "and the law is read with it from its day on."
)
_ROW = Qt.ItemDataRole.UserRole


class ActsPanel(QWidget):
    """The list of acts beside the act that the keyboard is on."""

    def __init__(self, context: "UiContext", enter: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: LawActView | None = None
        self.table: RecordTable[LawActView] = RecordTable(
            ACT_COLUMNS,
            name="law-acts",
            title="Resolutions",
            store=context.views,
            row_key=row_id,
            empty=_EMPTY,
            empty_action=enter,
            secondary=True,
        )
        self.pane = DetailPane("Choose an act to see what it changed.")
        self.changes: RecordTable[LawChangeView] = RecordTable(
            CHANGE_COLUMNS,
            name="law-act-changes",
            title="What it changed",
            store=context.views,
            row_key=_change_key,
            empty="It changes nothing.",
            secondary=True,
        )
        self._facts = KeyValueGrid(columns=2)
        self.scans = QListWidget()
        self.scans.setAccessibleName("Scans; Enter opens one")
        self.scans.itemActivated.connect(self._open_scan)
        self.withdraw_action = make_action(
            self,
            "&Withdraw…",
            self.withdraw,
            key="withdraw-act",
            icon_name="undo-2",
            tip="Take back an act that was entered by mistake",
        )
        self._lay_out()
        self._follower = RowFollower(self, self.table, self._show_current)
        self.table.row_activated.connect(self._show_current)
        self.table.set_row_actions((self.withdraw_action,))

    def _lay_out(self) -> None:
        details = QWidget()
        inside = QVBoxLayout(details)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(16)
        inside.addWidget(self._facts)
        inside.addWidget(self.scans, 1)
        self.pane.set_actions((self.withdraw_action,))
        self.pane.add_tab("changes", "What it changed", self.changes)
        self.pane.add_tab("details", "Details and scans", details)
        right = QFrame()
        set_role(right, card=True)
        column = QVBoxLayout(right)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.pane)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        self.splitter.addWidget(self.table)
        self.splitter.addWidget(right)
        self.splitter.setSizes([500, 500])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.splitter)

    def refresh(self) -> int:
        """Read the acts again; how many count."""
        rows = acts(self._context.ws)
        self.table.set_rows(rows)
        if self.table.current_row() is None:
            self.table.step(1)
        self._show_current()
        return sum(1 for act in rows if act.withdrawn_on is None)

    @Slot()
    def withdraw(self) -> None:
        """Take back the act shown, with a reason that is kept with it."""
        act = self._shown
        if act is None or act.withdrawn_on is not None:
            return
        prompter = self._context.prompter
        reason = prompter.ask_text(
            f"Withdraw {act.citation}?",
            label="Reason",
            done="Withdraw",
            cancel="Keep it",
            detail="The law then stands as if it had never been entered. What was issued under it stays as it was.",
        )
        if reason is None:
            return
        with FailuresShown(prompter):
            withdraw_act(self._context.ws, act_id=act.id, reason=reason)
            self._context.toasts.show(f"{act.citation} is withdrawn.")

    @Slot()
    def _show_current(self) -> None:
        self._follower.rest()
        act = self.table.current_row()
        self._shown = act
        self.withdraw_action.setEnabled(act is not None and act.withdrawn_on is None)
        if act is None:
            self.pane.show_nothing()
            return
        self.pane.show_header(act.citation, _line(act), chips=[act_status(act)])
        self.changes.set_rows(act.changes)
        self._facts.set_pairs(_facts(act))
        files = attachments_of(self._context.ws, subject=SUBJECT, subject_id=act.id) if act.files else ()
        self._show_scans(files)

    def _show_scans(self, files: Sequence[AttachmentRow]) -> None:
        self.scans.clear()
        for row in files:
            item = QListWidgetItem(icon("paperclip", Ink.SECONDARY), row.name)
            item.setData(_ROW, row.id)
            self.scans.addItem(item)
        self.scans.setVisible(bool(files))

    @Slot(QListWidgetItem)
    def _open_scan(self, item: QListWidgetItem) -> None:
        with FailuresShown(self._context.prompter):
            path = attachment_path(self._context.ws, attachment_id=item.data(_ROW))
            open_elsewhere(item.text(), path.read_bytes())


def _line(act: LawActView) -> str:
    adopted = f"adopted {act.adopted_on:%m/%d/%Y} · " if act.adopted_on else ""
    return f"{act.kind.label} · {adopted}holds from {act.effective_from:%m/%d/%Y} · {count(len(act.changes), 'change')}"


def _facts(act: LawActView) -> list[tuple[str, str]]:
    facts = [
        ("Number", act.number),
        ("Cited as", act.citation),
        ("Entered", f"{act.entered_on:%m/%d/%Y} by {act.entered_by}"),
        ("Scans", str(act.files) if act.files else ""),
        ("Note", act.note),
    ]
    if act.withdrawn_on is not None:
        facts.append(("Withdrawn", f"{act.withdrawn_on:%m/%d/%Y} by {act.withdrawn_by}"))
        facts.append(("Reason", act.withdrawn_reason))
    return facts


def _change_key(change: LawChangeView) -> tuple[str, str]:
    return change.part, change.key
