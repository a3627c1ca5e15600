"""The account beside the payment that is typed: its alerts, and what the money would pay before it is saved.

It follows the row of the batch a moment after the keys rest, so that typing never waits for it.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payment_beside import AccountAlert, BesidePayment
from sewerdesk.domain.payment_preview import AccountPreview
from sewerdesk.domain.receipts import ReceiptDraft
from sewerdesk.services.payment_beside import beside_payment
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import TONE_ICONS, Tone
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.tone_icon import ToneIcon

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

REST_MS = 120
"""How long the keys rest before the account is looked at."""
WIDTH = 36
"""In characters, beside the batch."""
HEIGHT = 9
"""In lines of text, below it."""
LOWEST = 6
"""In lines, where the window is too low for more; the rest scrolls."""
_ANY = 16_777_215
"""Qt's word for no limit of width or height."""
NOTHING = "Type an account number or scan a stub to see what is to be known of the account."

Asked = tuple[int, tuple[ReceiptDraft, ...]]


class AccountBeside(QFrame):
    """Shows one account; ``ask`` tells which, with the payments typed so far, or nothing."""

    def __init__(
        self, context: "UiContext", ask: Callable[[], Asked | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._ask = ask
        self.view: BesidePayment | None = None
        self.below: bool | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self.look)
        set_role(self, card=True)
        self.setAccessibleName("Account of this payment")
        self.title = SectionTitle("")
        self.who = _words()
        self.warnings, self.facts = AlertList(), AlertList()
        self._alerts: tuple[AccountAlert, ...] = ()
        self.pays_title = SectionTitle("What it pays")
        self.pays = _words()
        self.order = _words(muted=True)
        self._lay_out()
        self._show(None)

    def _lay_out(self) -> None:
        inside = QWidget()
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, inside)
        self._parts.setContentsMargins(16, 12, 16, 12)
        self._parts.setSpacing(12)
        who = (self.title, self.who, self.warnings)
        for widgets in (who, (self.pays_title, self.pays, self.order), (self.facts,)):
            column = QVBoxLayout()
            column.setSpacing(4)
            for widget in widgets:
                column.addWidget(widget)
            column.addStretch(1)
            self._parts.addLayout(column, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        self.area = scrolled(inside)
        self.area.setAccessibleName("Account of this payment, scrolls with the arrow keys")
        outer.addWidget(self.area)

    def fit(self, *, below: bool) -> None:
        """Take a column's width beside the batch, or a strip's height below it."""
        self.below = below
        flow = QBoxLayout.Direction.LeftToRight if below else QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(flow)
        for place in range(self._parts.count()):
            self._parts.setStretch(place, 1 if below else 0)
        self._parts.setStretch(2, 1)
        unit = self.fontMetrics()
        wide, high = unit.averageCharWidth() * WIDTH, unit.height() * HEIGHT
        self.setMinimumWidth(0 if below else wide)
        self.setMaximumWidth(_ANY if below else wide)
        self.setMinimumHeight(unit.height() * LOWEST if below else 0)
        self.setMaximumHeight(high if below else _ANY)

    @Slot()
    def follow(self) -> None:
        """Look at the account of the row once the keys rest."""
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Look at the account of the row now."""
        self._timer.stop()
        asked = self._ask()
        if asked is None:
            self._show(None)
            return
        account_id, drafts = asked
        try:
            view = beside_payment(self._context.ws, account_id=account_id, drafts=drafts)
        except UserError:
            # The row itself says what is wrong with it, where the clerk is typing.
            view = None
        self._show(view)

    def sentences(self) -> tuple[str, ...]:
        """All that is shown, in the order in which it is read."""
        who = (self.title.text(), self.who.text(), *self.warnings.sentences())
        shown = (*who, self.pays.text(), self.order.text(), *self.facts.sentences())
        return tuple(text for text in shown if text)

    def _show(self, view: BesidePayment | None) -> None:
        if view == self.view and self.title.text():
            return
        alerts = () if view is None else view.alerts
        if alerts != self._alerts:
            self._alerts = alerts
            self.warnings.set_alerts([one for one in alerts if one.grave])
            self.facts.set_alerts([one for one in alerts if not one.grave])
            self._announce(alerts)
        self.view = view
        self.title.setText(view.account if view else "No account yet")
        self.who.setText(_who(view) if view else NOTHING)
        preview = view.preview if view else None
        for widget in (self.pays_title, self.pays, self.order):
            widget.setVisible(preview is not None)
        self.pays.setText(_pays(preview) if preview else "")
        self.order.setText(f"{preview.order}." if preview else "")
        self.setAccessibleDescription(" ".join(self.sentences()))

    def _announce(self, alerts: tuple[AccountAlert, ...]) -> None:
        """Read the grave ones out; the rest is read by whoever goes there."""
        grave = " ".join(alert.sentence for alert in alerts if alert.grave)
        if grave:
            announce(self, grave)


class AlertList(QWidget):
    """Alerts one below the other, each with its icon; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[tuple[QWidget, str]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 0)
        self._column.setSpacing(4)
        self.hide()

    def set_alerts(self, alerts: Sequence[AccountAlert]) -> None:
        """Show these instead."""
        for line, _ in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [(self._line(alert), alert.sentence) for alert in alerts]
        for line, _ in self._lines:
            self._column.addWidget(line)
        self.setVisible(bool(self._lines))

    def sentences(self) -> tuple[str, ...]:
        """What the alerts say, in their order."""
        return tuple(sentence for _, sentence in self._lines)

    def _line(self, alert: AccountAlert) -> QWidget:
        line = QWidget(self)
        line.setAccessibleName(alert.sentence)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        tone = Tone.CAUTION if alert.grave else Tone.INFO
        row.addWidget(ToneIcon(TONE_ICONS[tone], tone), 0, Qt.AlignmentFlag.AlignTop)
        words = _words()
        words.setText(alert.sentence)
        if alert.grave:
            set_role(words, role="strong")
        row.addWidget(words, 1)
        return line


def _who(view: BesidePayment) -> str:
    """Name, place and what is owed, in two lines."""
    owes = f"owes {format_money(view.balance)}" if view.balance > 0 else _credit(view)
    place = f"{view.location} · {owes}" if view.location else owes.capitalize()
    return f"{view.name}\n{place}" if view.name else place


def _credit(view: BesidePayment) -> str:
    return f"has a credit of {format_money(-view.balance)}" if view.balance else "owes nothing"


def _pays(preview: AccountPreview) -> str:
    """One line a charge, with what stays open of it; then what no charge uses, and the balance afterwards."""
    lines = [
        f"{format_money(line.pays)} on {line.what}"
        + (f"; {format_money(line.left)} stays open" if line.left else "")
        for line in preview.lines
    ]
    if preview.credit:
        lines.append(f"{format_money(preview.credit)} waits as a credit")
    lines.append(f"Balance afterwards: {format_money(preview.balance_after)}")
    return "\n".join(lines)


def _words(*, muted: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if muted:
        set_role(label, role="secondary")
    return label
