"""What a report is cut by: its days, quickly chosen or typed, its choices, and the account of a statement."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.reports.catalog import (
    Option,
    QuickRange,
    ReportKind,
    ReportRequest,
    check_request,
    quick_days,
    quick_ranges,
)
from sewerdesk.services.report_settings import report_settings
from sewerdesk.services.statements import first_entry_day
from sewerdesk.ui.forms.date_editor import DateEditor
from sewerdesk.ui.forms.editor import FieldEditor, WheelGuard
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec
from sewerdesk.ui.screens.opening import editor_context
from sewerdesk.ui.screens.reports.lookups import AccountFinder
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.flow import FlowLayout

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

TYPED, EVERYTHING = "The days typed", "Everything"
_DATE_CHARACTERS, _ACCOUNT_CHARACTERS = 21, 52


class DayField(DateEditor):
    """A day in a row of fields: without the words beside it, for which there is no room."""

    def _show_beside(self) -> None:
        super()._show_beside()
        self._beside.hide()


class ChoiceField(QWidget):
    """A short list of choices under its label; ``chosen`` when the clerk chose."""

    chosen = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(title, self)
        set_role(self.label, role="label")
        self.combo = QComboBox(self)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.combo.setAccessibleName(title)
        self._guard = WheelGuard(self)
        self.combo.installEventFilter(self._guard)
        self.label.setBuddy(self.combo)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.label)
        column.addWidget(self.combo)
        self.combo.activated.connect(self._tell)

    def offer(self, titles: list[str], *, chosen: int = 0) -> None:
        """Offer these, one of them chosen."""
        with QSignalBlocker(self.combo):
            self.combo.clear()
            self.combo.addItems(titles)
            self.combo.setCurrentIndex(chosen)

    @Slot()
    def _tell(self) -> None:
        self.chosen.emit()


@dataclass(slots=True)
class _Kept:
    """What was chosen last for a kind of report, so that going back finds it again."""

    quick: int = 0
    since: date | None = None
    through: date | None = None
    choices: tuple[tuple[str, str], ...] = ()


class Parameters(QWidget):
    """The fields of the report chosen; ``run_asked`` when Enter is pressed in the last of them."""

    run_asked = Signal()

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._kind: ReportKind | None = None
        self._ranges: tuple[QuickRange, ...] = ()
        self._kept: dict[str, _Kept] = {}
        self.account = self._account_field()
        self.quick = ChoiceField("Days")
        self.since = self._date("since", "From")
        self.through = self._date("through", "Through")
        self.options = [ChoiceField(""), ChoiceField("")]
        row = QWidget(self)
        self._flow = FlowLayout(row, spacing=16)
        for field in (self.quick, self.since, self.through, *self.options):
            self._flow.addWidget(field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.account)
        column.addWidget(row)
        self.quick.chosen.connect(self._take_quick)
        for editor in (self.since, self.through):
            editor.edit.textEdited.connect(self._forget_quick)
            editor.advance.connect(self._advance)
        self.account.advance.connect(self._advance)

    def _account_field(self) -> LookupEditor:
        spec = FieldSpec(
            "account",
            "Account",
            FieldKind.LOOKUP,
            required=True,
            lookup=AccountFinder(self._context.ws).lookup(),
        )
        editor = LookupEditor(spec, editor_context(self._context), self)
        editor.setMaximumWidth(self.fontMetrics().averageCharWidth() * _ACCOUNT_CHARACTERS)
        return editor

    def _date(self, name: str, label: str) -> DateEditor:
        spec = FieldSpec(name, label, FieldKind.DATE, required=True)
        editor = DayField(spec, editor_context(self._context), self)
        editor.setFixedWidth(self.fontMetrics().averageCharWidth() * _DATE_CHARACTERS)
        return editor

    # What is asked

    def show_kind(self, kind: ReportKind) -> None:
        """Offer the fields of a report, as they were left or as is usual for it."""
        self._keep()
        self._kind = kind
        settings, today = report_settings(self._context.ws), self._context.clock.today()
        self._ranges = quick_days(today, settings) if kind.is_as_of else quick_ranges(today, settings)
        kept = self._kept.get(kind.key)
        titles = [span.title for span in self._ranges]
        extra = [EVERYTHING] if kind.of_account else []
        usual = 0 if kind.is_as_of else [span.key for span in self._ranges].index("year")
        self.quick.offer([*titles, *extra, TYPED], chosen=kept.quick if kept else usual)
        self.quick.label.setText("Day" if kind.is_as_of else "Days")
        self.account.setVisible(kind.of_account)
        self.since.setVisible(not kind.is_as_of)
        self.through.label.setText("As of" if kind.is_as_of else "Through")
        if kept is not None:
            self.since.set_value(kept.since)
            self.through.set_value(kept.through)
        else:
            self._take_quick()
        self._offer_options(kind.options, dict(kept.choices) if kept else {})
        self.show_errors({})
        self._flow.invalidate()
        self.updateGeometry()

    def _offer_options(self, options: tuple[Option, ...], chosen: dict[str, str]) -> None:
        for place, field in enumerate(self.options):
            field.setVisible(place < len(options))
            if place < len(options):
                option = options[place]
                keys = [key for key, _, _ in option.values]
                field.label.setText(option.title)
                field.combo.setAccessibleName(option.title)
                now = keys.index(chosen.get(option.key, option.usual))
                field.offer([title for _, title, _ in option.values], chosen=now)

    def _keep(self) -> None:
        if self._kind is None:
            return
        try:
            since, through = _day(self.since), _day(self.through)
        except UserError:
            return
        self._kept[self._kind.key] = _Kept(self.quick.combo.currentIndex(), since, through, self._choices())

    def _choices(self) -> tuple[tuple[str, str], ...]:
        options = self._kind.options if self._kind is not None else ()
        return tuple(
            (option.key, option.values[max(field.combo.currentIndex(), 0)][0])
            for option, field in zip(options, self.options, strict=False)
        )

    def request(self) -> ReportRequest | None:
        """The report asked for; ``None`` where a field is wrong, which then says so."""
        if self._kind is None:
            return None
        errors: dict[str, str] = {}
        values: dict[str, object] = {}
        for name, editor in self._editors().items():
            if editor.isHidden():
                continue
            try:
                values[name] = editor.value()
            except UserError as problem:
                errors[name] = problem.message
            else:
                if values[name] is None:
                    errors[name] = "Choose the account." if name == "account" else "Enter a day."
        if not errors:
            request = self._made(values)
            try:
                check_request(request)
            except FieldErrors as problem:
                errors = dict(problem.errors)
        self.show_errors(errors)
        return None if errors else request

    def _made(self, values: dict[str, object]) -> ReportRequest:
        assert self._kind is not None
        since, through, account = (values.get(name) for name in ("since", "through", "account"))
        assert isinstance(through, date)
        return ReportRequest(
            self._kind.key,
            through,
            since if isinstance(since, date) else None,
            self._choices(),
            account if isinstance(account, int) else None,
        )

    def _editors(self) -> dict[str, FieldEditor]:
        return {"account": self.account, "since": self.since, "through": self.through}

    def show_errors(self, errors: dict[str, str]) -> None:
        """Say at each field what is wrong with it; the keyboard goes to the first."""
        editors = self._editors()
        for name, editor in editors.items():
            editor.set_error(errors.get(name, ""))
        first = next((editors[name] for name in editors if name in errors), None)
        if first is not None:
            first.focus()

    def show_account(self, account_id: int) -> None:
        """Choose the account of a statement; ready days are taken anew, for the whole history differs."""
        self.account.set_value(account_id)
        if self.quick.combo.currentText() != TYPED:
            self._take_quick()

    def take_focus(self) -> None:
        """The keyboard begins in the first field that is still empty, else with the days."""
        if not self.account.isHidden() and self.account.is_empty():
            self.account.focus()
        else:
            self.quick.combo.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _take_quick(self) -> None:
        place = self.quick.combo.currentIndex()
        words = self.quick.combo.currentText()
        if 0 <= place < len(self._ranges):
            span = self._ranges[place]
            self.since.set_value(span.since)
            self.through.set_value(span.through)
        elif words == EVERYTHING:
            self._take_everything()
        elif self.isVisible():
            (self.through if self.since.isHidden() else self.since).focus()

    def _take_everything(self) -> None:
        """From the account's first entry through today."""
        try:
            account = self.account.value()
        except UserError:
            account = None
        if isinstance(account, int):
            self.since.set_value(first_entry_day(self._context.ws, account_id=account))
        self.through.set_value(self._context.clock.today())

    @Slot()
    def _forget_quick(self) -> None:
        self.quick.combo.setCurrentIndex(self.quick.combo.count() - 1)

    @Slot()
    def _advance(self) -> None:
        """Enter goes on from the account and the first day, and runs the report from the last."""
        editor = self.sender()
        if editor is self.account:
            self._take_quick()
            (self.since if self.since.isVisible() else self.through).focus()
        elif editor is self.since:
            self.through.focus()
        else:
            self.run_asked.emit()


def _day(editor: DateEditor) -> date | None:
    value = editor.value()
    return value if isinstance(value, date) else None
