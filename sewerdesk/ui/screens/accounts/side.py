"""The panel beside an account's register: what is owed, who gets the mail, the meter, permits, cases, notes."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.accountmoney import AccountMoney
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.metering import Meter, format_dial
from sewerdesk.domain.money import format_money
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.registers import AccountView, MeterView, RoleView
from sewerdesk.services.account_money import ParcelWork
from sewerdesk.ui.screens.accounts.specs import money_chip
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.tone_label import ToneLabel

LINKS_SHOWN = 4


class SidePanel(QWidget):
    """Shows an account's surroundings. ``link_picked`` carries a kind of record, as searches name it, and an id."""

    link_picked = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ToneLabel()
        set_role(self._figure, role="figure")
        self._chip = Chip("Paid", Tone.GOOD)
        self._money_line = _words()
        self._contacts = KeyValueGrid(columns=1)
        self._meter = KeyValueGrid(columns=1)
        self._links = QVBoxLayout()
        self._links.setSpacing(4)
        self._note = _words()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._money_card())
        self._note_card = self._card("Note", self._note)
        self._meter_card = self._card("Meter", self._meter)
        works = Card("At this parcel", padding=12)
        works.body.addLayout(self._links)
        contacts = self._card("Contacts", self._contacts)
        for card in (self._note_card, contacts, works, self._meter_card):
            column.addWidget(card)
        column.addStretch(1)

    def _money_card(self) -> Card:
        card = Card(padding=12)
        top = QHBoxLayout()
        name = QLabel("Balance")
        set_role(name, role="label")
        top.addWidget(name)
        top.addStretch(1)
        top.addWidget(self._chip)
        card.body.addLayout(top)
        card.body.addWidget(self._figure)
        card.body.addWidget(self._money_line)
        card.body.setSpacing(2)
        return card

    @staticmethod
    def _card(title: str, content: QWidget) -> Card:
        card = Card(title, padding=12)
        card.body.addWidget(content)
        return card

    def show_account(self, view: AccountView, money: AccountMoney, work: ParcelWork) -> None:
        """Show an account's surroundings."""
        self._figure.setText(format_money(money.balance))
        self._figure.set_tone(Tone.BAD if money.overdue else Tone.NEUTRAL)
        self._figure.setAccessibleName(f"Balance {format_money(money.balance)} dollars")
        self._chip.set_status(money_chip(view.row))
        self._money_line.setText(_money_sentence(money))
        self._contacts.set_pairs(_contacts(view))
        meters = [meter for meter in view.meters if meter.removed_on is None]
        self._meter_card.setVisible(bool(meters))
        self._meter.set_pairs([(f"No. {meter.serial}", _meter_words(meter)) for meter in meters])
        self._note_card.setVisible(bool(view.note))
        self._note.setText(view.note)
        self._show_links(view, work)

    def _show_links(self, view: AccountView, work: ParcelWork) -> None:
        while (item := self._links.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self._add_link(f"Parcel {view.row.print_key}", "parcel", view.row.parcel_id)
        for permit in work.permits[:LINKS_SHOWN]:
            self._add_link(f"{permit.number} · {permit.state.label}", "permit", permit.id)
        for case in [one for one in work.cases if one.is_open][:LINKS_SHOWN]:
            self._add_link(f"{case.number} · {case.sections}", "violation_case", case.id)

    def _add_link(self, text: str, kind: str, record_id: int) -> None:
        link = LinkButton(text)
        link.setProperty("kind", kind)
        link.setProperty("record", record_id)
        link.clicked.connect(self._pick)
        self._links.addWidget(link)

    @Slot()
    def _pick(self) -> None:
        link = self.sender()
        self.link_picked.emit(str(link.property("kind")), link.property("record"))


def _words() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    set_role(label, role="secondary")
    return label


def _money_sentence(money: AccountMoney) -> str:
    if money.overdue and money.overdue_since is not None:
        return f"{format_money(money.overdue)} overdue since {format_date(money.overdue_since)}."
    due = min((item.due for item in money.open_items if item.due), default=None)
    if due is not None:
        return f"Due {format_date(due)}."
    if money.credit:
        return f"{format_money(money.credit)} waits as a credit for the next bill."
    return "Nothing is owed."


def _contacts(view: AccountView) -> list[tuple[str, str]]:
    bill_to = [role for role in view.bill_to if role.until is None]
    pairs = [("Bill goes to", _person(role)) for role in bill_to[-1:]]
    owner = view.owner
    if owner is not None and not any(owner.party.id == role.party.id for role in bill_to):
        pairs.append(("Owner", _person(owner)))
    return pairs or [("Bill goes to", "")]


def _person(role: RoleView) -> str:
    party = role.party
    return "\n".join(part for part in (party.name, party.address.one_line, party.phone, party.email) if part)


def _meter_words(meter: MeterView) -> str:
    if meter.last_read_on is None or meter.last_value is None:
        return "No reading yet"
    dial = Meter(meter.id, meter.serial, meter.digits, meter.multiplier, VolumeUnit(meter.unit))
    times = f", × {meter.multiplier:f} {meter.unit}" if meter.multiplier != 1 else f" {meter.unit}"
    return f"{format_dial(meter.last_value, dial)} on {format_date(meter.last_read_on)}{times}"
