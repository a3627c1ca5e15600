"""The first page: four figures, what waits in each part of the office, and the quarter at the right."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.due_work import DueItem, DueWork
from sewerdesk.domain.wording import count, show_date
from sewerdesk.services.due_work import due_work, today_pdf
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.today.calendar_strip import QuarterStrip
from sewerdesk.ui.screens.today.rows import DueRow, GroupCard
from sewerdesk.ui.theme import theme
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.empty_state import EmptyState
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.stat import StatFigure

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

_STRIP_CHARS = 34


class TodayScreen(Screen):
    """What is due today and late, what waits, what comes."""

    help_topic = "today"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Today", subtitle="")
        self._work: DueWork | None = None
        self.rows: list[DueRow] = []
        self.add_page_action(
            "&Print this list", self.print_list, key="print-today", shortcut="Ctrl+P", icon_name="printer"
        )
        self.due_today = StatFigure("Due today", "0")
        self.overdue = StatFigure("Overdue", "0")
        self.undeposited = StatFigure("Not deposited", "0")
        self.to_mail = StatFigure("To mail", "0")
        self._figures = QWidget()
        self._figure_grid = QGridLayout(self._figures)
        self._figure_grid.setContentsMargins(0, 0, 0, 0)
        self._figure_grid.setSpacing(12)
        self.due_today.clicked.connect(self._to_due)
        self.overdue.clicked.connect(self._to_overdue)
        self.undeposited.clicked.connect(self._to_money)
        self.to_mail.clicked.connect(self._to_mail_rows)
        self._groups = QWidget()
        self._group_column = QVBoxLayout(self._groups)
        self._group_column.setContentsMargins(0, 0, 4, 0)
        self._group_column.setSpacing(12)
        self.strip = QuarterStrip()
        self._calendar = Card("The quarter")
        self._calendar.body.addWidget(scrolled(self.strip), 1)
        self._area: QScrollArea = scrolled(self._groups)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(self._area, 1)
        below.addWidget(self._calendar)
        self.body.addWidget(self._figures)
        self.body.addLayout(below, 1)
        self._across = 0
        self._fit()

    def concerns(self, changes: "Changes") -> bool:
        """Nearly everything that is done changes what waits."""
        return bool(changes.records)

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read again what waits; the keyboard stays on the row it was on, or near it."""
        kept = self._focused()
        self._work = due_work(self.context.ws)
        work = self._work
        day = work.today
        self.set_title("Today", work.day_words)
        self._show_figures(work)
        self._show_groups(work)
        self.strip.show_days(work.milestones, day)
        if kept is not None:
            self._focus_row(kept)

    def take_focus(self) -> None:
        """The keyboard starts on what has waited longest."""
        if self.rows:
            self.rows[0].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.due_today.setFocus(Qt.FocusReason.OtherFocusReason)

    # Showing

    def _show_figures(self, work: DueWork) -> None:
        today, late = work.due_today, work.overdue
        self.due_today.set_figure(
            str(today), "by the end of the day", tone=Tone.CAUTION if today else Tone.NEUTRAL
        )
        self.overdue.set_figure(
            str(late), "past their day" if late else "nothing is late", tone=Tone.BAD if late else Tone.GOOD
        )
        held = (
            f"the oldest held {count(work.undeposited_days, 'day')}"
            if work.undeposited_receipts
            else "all is in the bank"
        )
        self.undeposited.set_figure(str(work.undeposited_receipts), held)
        self.to_mail.set_figure(
            str(work.to_mail), "issued, not yet mailed" if work.to_mail else "nothing to mail"
        )

    def _show_groups(self, work: DueWork) -> None:
        while (item := self._group_column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.rows = []
        for group in work.groups:
            card = GroupCard(group, work.today, act=self._act, tell=self._tell)
            card.more_asked.connect(self._open_page)
            self._group_column.addWidget(card)
            self.rows += card.rows
        if not work.groups:
            self._group_column.addWidget(EmptyState(self._nothing(work), icon_name="calendar-check"))
        self._group_column.addStretch(1)

    def _nothing(self, work: DueWork) -> str:
        coming = [one for one in work.milestones if one.on > work.today]
        after = f" Next in the calendar: {coming[0].what}, {show_date(coming[0].on)}." if coming else ""
        return f"Nothing is due today. Answers, inspections, permits, mail and money that wait are listed here.{after}"

    def _fit(self) -> None:
        """Four figures in a row, or two by two; the quarter only where there is room beside the list."""
        narrow = self.width() < theme().narrow_below() - 100
        across = 2 if self.width() < theme().narrow_below() // 2 else 4
        self._calendar.setVisible(not narrow)
        self._calendar.setFixedWidth(self.fontMetrics().averageCharWidth() * _STRIP_CHARS)
        if across != self._across:
            self._across = across
            for place, figure in enumerate((self.due_today, self.overdue, self.undeposited, self.to_mail)):
                self._figure_grid.addWidget(figure, place // across, place % across)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # Acting

    @Slot(object)
    def _act(self, item: DueItem) -> None:
        record = item.record_id or None
        self.context.navigator.open(Route(item.route_screen, record, item.route_tab))

    @Slot(str)
    def _open_page(self, screen: str) -> None:
        self.context.navigator.open(Route(screen))

    @Slot(object)
    def _tell(self, item: DueItem) -> None:
        self.context.prompter.tell(item.what, detail=item.rule or "No rule sets a day for it.")

    @Slot()
    def print_list(self) -> None:
        """Show the list as one page, to print and carry along."""
        # Not on the way to the first window, which is this page.
        from sewerdesk.ui.screens.opening import preview_pdf

        file_name = f"today-{self.context.clock.today().isoformat()}.pdf"
        preview_pdf(self, self.context, today_pdf(self.context.ws), title="Today", file_name=file_name)

    @Slot()
    def _to_due(self) -> None:
        self._go([row for row in self.rows if row.item.due == self.context.clock.today()])

    @Slot()
    def _to_overdue(self) -> None:
        self._go([row for row in self.rows if row.item.is_overdue(self.context.clock.today())])

    @Slot()
    def _to_money(self) -> None:
        self.context.navigator.open(Route("payments"))

    @Slot()
    def _to_mail_rows(self) -> None:
        self._go([row for row in self.rows if row.item.kind == "mail_notice"])

    def _go(self, rows: list[DueRow]) -> None:
        if rows:
            rows[0].setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(rows[0], 0, 24)

    def _focused(self) -> int | None:
        return next((place for place, row in enumerate(self.rows) if row.hasFocus()), None)

    def _focus_row(self, place: int) -> None:
        if self.rows:
            self.rows[min(place, len(self.rows) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
