"""The program's own date field: typed dates with the key conventions, a calendar, and an empty value.

Qt's date field has no empty value, ignores the keys that clerks know and misreads short years.
"""

from datetime import date

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QFrame, QLabel, QToolButton, QVBoxLayout, QWidget

from sewerdesk.domain.entry import DATE_KEYS, describe_date, format_date, parse_date, step_date
from sewerdesk.domain.errors import UserError
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.line_editors import LineEditor
from sewerdesk.ui.forms.spec import FieldSpec
from sewerdesk.ui.forms.style import calendar_stylesheet
from sewerdesk.ui.theme import Ink, icon, set_role, theme

_LETTER_KEYS = frozenset("TMHYRWK")
_STEP_KEYS = frozenset(DATE_KEYS) - _LETTER_KEYS
_SEPARATOR = "-"


class CalendarPopup(QFrame):
    """A month to pick from: arrows move, PgUp and PgDn change the month, T is today, Enter picks, Esc closes."""

    picked = Signal(object)

    def __init__(self, day: date, today: date, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._today = today
        set_role(self, popup=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        self.calendar = QCalendarWidget(self)
        self.calendar.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        self.calendar.setFirstDayOfWeek(Qt.DayOfWeek.Sunday)
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.calendar.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.ShortDayNames)
        self.calendar.setSelectedDate(QDate(day.year, day.month, day.day))
        self.calendar.setAccessibleName("Calendar")
        self._dress()
        layout.addWidget(self.calendar)
        metrics = self.fontMetrics()
        self.calendar.setMinimumSize(metrics.averageCharWidth() * 46, metrics.height() * 15)
        self.calendar.activated.connect(self._on_activated)
        self.calendar.clicked.connect(self._on_activated)
        for child in self.calendar.findChildren(QWidget):
            child.installEventFilter(self)
        self.setFocusProxy(self.calendar)

    def _dress(self) -> None:
        current = theme()
        self.calendar.setStyleSheet(calendar_stylesheet(current.tokens, current.sizes))
        plain = QTextCharFormat()
        plain.setForeground(current.color(Ink.TEXT))
        for weekday in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.calendar.setWeekdayTextFormat(weekday, plain)
        head = QTextCharFormat()
        head.setForeground(current.color(Ink.SECONDARY))
        self.calendar.setHeaderTextFormat(head)
        now = QTextCharFormat()
        now.setForeground(current.color(Ink.ACCENT))
        now.setFontWeight(700)
        now.setFontUnderline(True)
        self.calendar.setDateTextFormat(QDate(self._today.year, self._today.month, self._today.day), now)
        arrows = (
            ("qt_calendar_prevmonth", "chevron-left", "Month before"),
            ("qt_calendar_nextmonth", "chevron-right", "Month after"),
        )
        for object_name, icon_name, name in arrows:
            button = self.calendar.findChild(QToolButton, object_name)
            if button is not None:
                button.setIcon(icon(icon_name, Ink.SECONDARY))
                button.setAccessibleName(name)

    @Slot(QDate)
    def _on_activated(self, day: QDate) -> None:
        self.picked.emit(date(day.year(), day.month(), day.day()))
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F4):
                self.close()
                return True
            if event.key() == Qt.Key.Key_T:
                self.calendar.setSelectedDate(QDate(self._today.year, self._today.month, self._today.day))
                return True
        return super().eventFilter(watched, event)


class DateEditor(LineEditor):
    """A date or none; beside it stand the weekday and how far off it is.

    Keys: ``+ - [ ]`` step by days and months, T M H Y R W K jump while the field is empty or all selected,
    Ctrl+; is today, F4 or Alt+Down opens the calendar.
    """

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self._after_key = ""
        self._popup: CalendarPopup | None = None
        self._calendar_button = self._tool("calendar", "Calendar (F4)")
        self._calendar_button.clicked.connect(self.open_calendar)
        self._clear_button = self._tool("x", "Clear")
        self._clear_button.clicked.connect(self.clear)
        self._beside = QLabel(self)
        self._beside.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._beside, role="secondary")
        self._add_tools(self._calendar_button, self._clear_button)
        self.body.insertWidget(2, self._beside)
        self._show_beside()

    def set_value(self, value: object) -> None:
        super().set_value(value)
        self._show_beside()

    def set_read_only(self, read_only: bool) -> None:
        super().set_read_only(read_only)
        self._show_beside()

    def beside(self) -> str:
        """The words beside the field, such as "Fri, in 16 days"."""
        return self._beside.text()

    def calendar_popup(self) -> CalendarPopup | None:
        """The open calendar, if one is open."""
        return self._popup

    @Slot()
    def open_calendar(self) -> None:
        """Drop down the calendar at the date shown, or at today."""
        if self.edit.isReadOnly() or self._popup is not None:
            return
        today = self.context.today()
        popup = CalendarPopup(self._readable_day() or today, today, self)
        popup.picked.connect(self._on_picked)
        popup.destroyed.connect(self._on_popup_gone)
        self._popup = popup
        popup.adjustSize()
        popup.move(self._popup_place(popup))
        popup.show()
        popup.calendar.setFocus()

    @Slot()
    def clear(self) -> None:
        """Take the date away."""
        self.edit.clear()
        self.edit.setFocus()

    @Slot(object)
    def _on_picked(self, day: object) -> None:
        if isinstance(day, date):
            self._put(day)
        self.edit.setFocus()

    @Slot()
    def _on_popup_gone(self) -> None:
        self._popup = None

    def _popup_place(self, popup: QWidget) -> QPoint:
        below = self.edit.mapToGlobal(QPoint(0, self.edit.height() + 2))
        room = self.screen().availableGeometry()
        if below.y() + popup.height() > room.bottom():
            below = self.edit.mapToGlobal(QPoint(0, -popup.height() - 2))
        return QPoint(
            max(room.left(), min(below.x(), room.right() - popup.width())), max(room.top(), below.y())
        )

    def _blank(self) -> object:
        return None

    def _parse(self, typed: str) -> object:
        return parse_date(typed, today=self.context.today())

    def _show(self, value: object) -> str:
        return format_date(value) if isinstance(value, date) else ""

    def _format_hint(self) -> str:
        return "month/day/year"

    def _on_text_changed(self, text: str) -> None:
        super()._on_text_changed(text)
        self._show_beside()

    def _show_beside(self) -> None:
        day = self._readable_day()
        self._beside.setText(describe_date(day, today=self.context.today()) if day else "")
        editable = not self.edit.isReadOnly()
        self._calendar_button.setVisible(editable)
        self._clear_button.setVisible(editable and not self.spec.required and bool(self.edit.text()))

    def _readable_day(self) -> date | None:
        try:
            value = self.value()
        except UserError:
            return None
        return value if isinstance(value, date) else None

    def _put(self, day: date) -> None:
        self.edit.setText(format_date(day))
        self.edit.selectAll()

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers()
        alt_down = key == Qt.Key.Key_Down and bool(modifiers & Qt.KeyboardModifier.AltModifier)
        if (key == Qt.Key.Key_F4 and not modifiers) or alt_down:
            self.open_calendar()
            return True
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if control and key == Qt.Key.Key_Semicolon:
            self._put(self.context.today())
            return True
        if control or modifiers & Qt.KeyboardModifier.AltModifier or self.edit.isReadOnly():
            return super()._handle_key(watched, event)
        if event.text() and self._typed_mark(event.text()):
            return True
        return super()._handle_key(watched, event)

    def _typed_mark(self, mark: str) -> bool:
        """Answer a typed character that steps or jumps, or that goes on from one that did."""
        before, self._after_key = self._after_key, ""
        whole = not self.edit.text() or self.edit.selectedText() == self.edit.text()
        if before and whole and self._goes_on(before, mark):
            self.edit.setText(before + mark)
            return True
        letter = mark.upper()
        if not (letter in _LETTER_KEYS and whole) and not (
            mark in _STEP_KEYS and self._steps(mark, whole=whole)
        ):
            return False
        try:
            self._put(step_date(self._readable_day(), letter, today=self.context.today()))
        except UserError as problem:
            self.set_note(problem.message)
        if letter == "M" or mark in ("+", "-"):
            self._after_key = mark
        return True

    @staticmethod
    def _goes_on(before: str, mark: str) -> bool:
        """After M a letter begins a month's name (Mar, May); after a sign a digit counts days (+30)."""
        return mark.isalpha() if before.upper() == "M" else mark.isdigit()

    def _steps(self, mark: str, *, whole: bool) -> bool:
        """Whether a sign steps the date; a hyphen inside 7-4-26 is part of the date."""
        if whole:
            return True
        if self._readable_day() is None:
            return False
        return mark != _SEPARATOR or "/" in self.edit.text()
