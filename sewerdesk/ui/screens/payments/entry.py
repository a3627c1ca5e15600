"""Entering a batch: the tape's total first, then one line a check, checked against the tape before it is posted."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import BATCH_DRAFT, BatchLook, PostedBatch, join_checks, read_tender
from sewerdesk.domain.receipts import Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine
from sewerdesk.services.receipts import enter_batch, look_at_batch, look_up
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.codec import DraftUnreadable
from sewerdesk.ui.forms.drafts import DraftKeeper, DraftOffer
from sewerdesk.ui.forms.factory import make_editor
from sewerdesk.ui.forms.grid import EntryGrid
from sewerdesk.ui.forms.grid_rows import EntryRow, RowInfo
from sewerdesk.ui.forms.office_drafts import OfficeDraftStore
from sewerdesk.ui.screens.opening import editor_context
from sewerdesk.ui.screens.payments.account_beside import AccountBeside, Asked
from sewerdesk.ui.screens.payments.specs import CONTROL_COUNT, GRID_COLUMNS, POSTMARK, RECEIVED_ON
from sewerdesk.ui.theme import theme

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

DRAFT_KEY = BATCH_DRAFT
CONTROL_WIDTH = 44
"""In characters: as wide as the line that says where the total comes from."""

_LINES_BELOW = 22
"""Lines of text the batch needs to be seen with the account below it."""


class BatchEntry(QWidget):
    """The entry of a batch. ``changed`` is emitted at every change, ``posted`` carries what was posted."""

    changed = Signal()
    posted = Signal(object)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        editors = editor_context(context)
        self.count_editor = make_editor(CONTROL_COUNT, editors, self)
        self.day_editor = make_editor(RECEIVED_ON, editors, self)
        self.day_editor.set_value(context.clock.today())
        self.mark_editor = make_editor(POSTMARK, editors, self)
        self.grid = EntryGrid(GRID_COLUMNS, editors, lookup=self._look_up, noun="payment", parent=self)
        self.beside = AccountBeside(context, self._asked, self)
        self.offer = DraftOffer(self)
        self._keeper = DraftKeeper(self, OfficeDraftStore(context.ws), key=DRAFT_KEY, clock=context.clock)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.grid.control.setMinimumWidth(self.fontMetrics().averageCharWidth() * CONTROL_WIDTH)
        head = QHBoxLayout()
        head.setSpacing(24)
        for editor in (self.grid.control, self.count_editor, self.day_editor, self.mark_editor):
            head.addWidget(editor, 0, Qt.AlignmentFlag.AlignTop)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.offer)
        column.addLayout(head)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(12)
        self._body.addWidget(self.grid, 1)
        self._body.addWidget(self.beside)
        column.addLayout(self._body, 1)
        self._fit()
        stops = (
            self.grid.control.primary,
            self.count_editor.primary,
            self.day_editor.primary,
            self.mark_editor.primary,
            self.grid.view,
            self.beside.area,
        )
        for earlier, later in pairwise(stops):
            QWidget.setTabOrder(earlier, later)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The account stands beside the batch, or below it where the window is narrow and high enough."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        high = self.height() >= _LINES_BELOW * self.fontMetrics().lineSpacing()
        below = self.window().width() < theme().narrow_below() and high
        direction = QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight
        if self._body.direction() != direction or self.beside.below is not below:
            self._body.setDirection(direction)
            self.beside.fit(below=below)

    def _connect(self) -> None:
        self.grid.changed.connect(self.changed)
        self.grid.changed.connect(self.beside.follow)
        self.day_editor.changed.connect(self.beside.follow)
        self.grid.view.selectionModel().currentRowChanged.connect(self.beside.follow)
        self.count_editor.changed.connect(self.changed)
        self.day_editor.changed.connect(self.changed)
        self.mark_editor.changed.connect(self.changed)
        self.count_editor.advance.connect(self.grid.view.begin)
        self.day_editor.advance.connect(self.grid.view.begin)
        self.mark_editor.advance.connect(self.grid.view.begin)
        self.offer.restore_asked.connect(self._restore)
        self.offer.discard_asked.connect(self._discard)

    # What is kept against a crash

    def is_dirty(self) -> bool:
        """Whether anything was typed that is worth keeping."""
        return self.grid.is_dirty()

    def pack(self) -> str:
        """All that was typed, as JSON text."""
        day = self.day_editor.typed_text() or _iso(self._value(self.day_editor.value))
        mark = self.mark_editor.typed_text() or _iso(self._value(self.mark_editor.value))
        return json.dumps({"grid": self.grid.pack(), "count": self._count(), "day": day, "postmark": mark})

    def restore_packed(self, payload: str) -> None:
        """Put back what :meth:`pack` returned; ``DraftUnreadable`` where it does not fit any more."""
        try:
            kept = json.loads(payload)
            grid, count, day = str(kept["grid"]), kept["count"], str(kept["day"])
            mark = str(kept["postmark"])
        except (ValueError, KeyError, TypeError) as error:
            raise DraftUnreadable("The batch that was kept cannot be read. Enter it again.") from error
        self.grid.restore_packed(grid)
        self.count_editor.set_value(count if isinstance(count, int) else None)
        self.day_editor.set_value(_day_of(day) or self.context.clock.today())
        self.mark_editor.set_value(_day_of(mark))

    def offer_draft(self) -> None:
        """Offer the batch that was being typed when the program ended."""
        stored = self._keeper.waiting()
        if stored is not None:
            self.offer.offer(stored, clock=self.context.clock)

    @Slot()
    def _restore(self) -> None:
        self.offer.hide()
        try:
            self._keeper.restore()
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
        self.begin()

    @Slot()
    def _discard(self) -> None:
        self.offer.hide()
        self._keeper.discard()
        self._keeper.keep()
        self.begin()

    # The batch

    @Slot()
    def begin(self) -> None:
        """Put the keyboard where the batch goes on."""
        if self.offer.isVisible():
            self.offer.restore_button.setFocus()
        else:
            self.grid.begin()

    @property
    def receipts(self) -> int:
        """How many receipts the rows make; rows of one check are one."""
        return len(self._drafts(self._readable_rows()))

    @property
    def act(self) -> str:
        """The name of the act: "Post 3 receipts for 546.00"."""
        count = self.receipts
        if not count:
            return "Post receipts"
        noun = "receipt" if count == 1 else "receipts"
        return f"Post {count:,} {noun} for {format_money(self.grid.total())}"

    @Slot()
    def post(self) -> None:
        """Check the batch against the tape and post it, asking first where something is odd."""
        rows = self.grid.check()
        if rows is None:
            return
        batch = self._batch(rows)
        if batch is None:
            return
        look = look_at_batch(self.context.ws, batch=batch)
        if look.problems:
            self.grid.say(look.problems[0])
            self.grid.view.setFocus()
            return
        if (look.asks or look.notes) and not self._agreed(look):
            self.grid.view.setFocus()
            return
        try:
            done = enter_batch(self.context.ws, batch=batch, acknowledged=look.asks)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        self._finish(done)

    def _finish(self, done: PostedBatch) -> None:
        self.grid.clear()
        self.count_editor.set_value(None)
        self.mark_editor.set_value(None)
        self._keeper.discard()
        self.changed.emit()
        self.posted.emit(done)
        if done.warning:
            self.context.prompter.tell(done.warning, problem=True)
        self.begin()

    def _agreed(self, look: BatchLook) -> bool:
        question = f"{self.act}?"
        if look.asks:
            question = "Please look at this first. Post the batch all the same?"
        return self.context.prompter.ask(
            question,
            yes=self.act,
            no="Go back to the batch",
            detail="\n\n".join((*look.asks, *look.notes)),
            danger=bool(look.asks),
        )

    def _batch(self, rows: tuple[EntryRow, ...]) -> ReceiptBatch | None:
        control = self.grid.control_total()
        if control is None:
            return None
        for editor in (self.day_editor, self.mark_editor, self.count_editor):
            try:
                editor.value()
            except UserError as problem:
                editor.set_error(problem.message)
                editor.focus()
                return None
        drafts = []
        for row in rows:
            try:
                drafts.append(self._draft(row))
            except UserError as problem:
                self.grid.view.go_to(row.number - 1, _column("paid_by"))
                self.grid.view.setFocus()
                self.grid.say(f"Row {row.number}: {problem.message}")
                return None
        return ReceiptBatch(control, join_checks(drafts), self._count())

    def _drafts(self, rows: tuple[EntryRow, ...]) -> tuple[ReceiptDraft, ...]:
        drafts = []
        for row in rows:
            try:
                drafts.append(self._draft(row))
            except UserError:
                # The row is not done yet; it counts as one until it says otherwise, when it is posted.
                drafts.append(self._draft(EntryRow(row.number, row.key, {**row.values, "paid_by": "cash"})))
        return join_checks(drafts)

    def _readable_rows(self) -> tuple[EntryRow, ...]:
        model = self.grid.model
        rows = (model.row(number) for number in range(model.blank_row() + 1))
        return tuple(
            EntryRow(number + 1, row.info.key if row.info else None, dict(row.values))
            for number, row in enumerate(rows)
            if not row.is_blank
        )

    def _draft(self, row: EntryRow) -> ReceiptDraft:
        values = row.values
        read = read_tender(str(values.get("paid_by", "")))
        amount = values.get("amount")
        money = amount if isinstance(amount, Decimal) else Decimal("0.00")
        line = ReceiptLine(Purpose.ACCOUNT, str(values.get("account", "")), money)
        return ReceiptDraft(
            payer=str(values.get("payer") or values.get("name") or ""),
            received_on=self._day(),
            tender=read.tender,
            amount=money,
            lines=(line,),
            check_number=read.check_number,
            bank=str(values.get("bank", "")),
            postmark=self._postmark(),
        )

    def _asked(self) -> Asked | None:
        """The account of the row where the keyboard is, with all payments of the batch as far as they are typed."""
        current, model = self.grid.view.currentIndex(), self.grid.model
        info = model.row(current.row()).info if current.isValid() else None
        if info is None or not isinstance(info.key, int):
            return None
        return info.key, self._drafts(self._readable_rows())

    def _look_up(self, typed: str) -> RowInfo:
        found = look_up(self.context.ws, typed=typed)
        row = found.account
        values: dict[str, object] = {
            "account": row.number,
            "name": row.name,
            "balance": row.balance,
            "amount": found.amount if found.amount > 0 else None,
        }
        if found.note:
            note = found.note
        elif row.balance <= 0:
            note = "Nothing is owed; what is paid waits as a credit."
        else:
            note = row.location
        return RowInfo(row.id, values, note=note)

    def _day(self) -> date:
        day = self._value(self.day_editor.value)
        return day if isinstance(day, date) else self.context.clock.today()

    def _postmark(self) -> date | None:
        day = self._value(self.mark_editor.value)
        return day if isinstance(day, date) else None

    def _count(self) -> int | None:
        count = self._value(self.count_editor.value)
        return count if isinstance(count, int) else None

    @staticmethod
    def _value(read: Callable[[], object]) -> object:
        """What a field holds; nothing while its text is no value."""
        try:
            return read()
        except UserError:
            return None


def _column(name: str) -> int:
    return next(number for number, column in enumerate(GRID_COLUMNS) if column.name == name)


def _iso(day: object) -> str:
    return day.isoformat() if isinstance(day, date) else ""


def _day_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
