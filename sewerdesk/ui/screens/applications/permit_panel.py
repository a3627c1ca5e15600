"""A permit on screen: what it is today and why, its clocks with their rule and section, and what happened to it."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.counter import FigureUsed, PermitEventView, PermitView
from sewerdesk.domain.permits import IssuedClock, PermitState
from sewerdesk.domain.wording import count, show_date
from sewerdesk.ui.screens.applications.specs import PERMIT_EVENT_COLUMNS
from sewerdesk.ui.screens.contractors.specs import permit_status
from sewerdesk.ui.tables import RecordTable, Status
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card, SectionTitle
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.citation import CitationLink
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.verdict_card import YesNoCard

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_SOON_DAYS = 30
_LEAST_WIDTH = 270


class ClockCard(Card):
    """One clock: what must be done by when, how the day was counted, and whether it still runs."""

    def __init__(self, clock: IssuedClock, *, status: Status, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.clock = clock
        self.status = status
        self.setMinimumWidth(_LEAST_WIDTH)
        head = QHBoxLayout()
        head.addWidget(_words(clock.title, "strong"), 1)
        head.addWidget(Chip(status.text, status.tone, icon_name=status.icon), 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        self.body.addWidget(
            _words(f"{clock.effective:%a, %B} {clock.effective.day}, {clock.effective.year}", "title")
        )
        self.body.addWidget(_words(f"{clock.rule[:1].upper()}{clock.rule[1:]}.", "secondary"))
        if clock.raw != clock.effective:
            self.body.addWidget(_words(f"The counting itself ends on {show_date(clock.raw)}.", "secondary"))
        self.body.addWidget(_words(clock.consequence, "secondary"))
        self.body.addWidget(CitationLink(clock.citation), 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        self.setAccessibleName(f"{clock.title} by {show_date(clock.effective)}: {status.text}")


class PermitPanel(QWidget):
    """Shows a ``PermitView``. ``fix_asked`` carries the action key of a line of the card on the start of the work."""

    fix_asked = Signal(str)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = context.clock.today
        self._sentence = _words("", "plain")
        self._clocks = QWidget()
        self._clock_grid = QGridLayout(self._clocks)
        self._clock_grid.setContentsMargins(0, 0, 0, 0)
        self._clock_grid.setSpacing(12)
        self._facts = KeyValueGrid(columns=2)
        self._conditions = _words("", "plain")
        self._figures = KeyValueGrid(columns=2)
        self.events: RecordTable[PermitEventView] = RecordTable(
            PERMIT_EVENT_COLUMNS,
            name="permit-events",
            title="What happened to the permit",
            store=context.views,
            empty="Nothing happened since the permit was issued.",
        )
        self.events.setMinimumHeight(180)
        self.start_card: YesNoCard | None = None
        self._start = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for part in (
            self._sentence,
            self._clocks,
            self._start,
            self._facts,
            SectionTitle("Conditions"),
            self._conditions,
            SectionTitle("Figures of the law it was issued under"),
            self._figures,
            SectionTitle("What happened"),
        ):
            if isinstance(part, QVBoxLayout):
                column.addLayout(part)
            else:
                column.addWidget(part)
        column.addWidget(self.events, 1)

    def show_permit(self, view: PermitView) -> None:
        """Show a permit."""
        standing = view.standing
        cited = f" ({standing.citation})" if standing.citation else ""
        self._sentence.setText(f"{standing.sentence}{cited}")
        self._show_clocks(view)
        self._show_start(view)
        self._facts.set_pairs(
            (
                ("Application", view.application_number),
                ("Class", view.class_name),
                ("Issued", f"{show_date(view.issued_on)} by {view.issued_by}"),
                ("Work done by", view.contractor or "The owner does the work"),
                ("Property", f"{view.location}, tax map no. {view.print_key}"),
                ("Owner", view.owner),
                *_by_law(view),
            )
        )
        lines = [f"{number}. {text}" for number, text in enumerate(view.conditions, start=1)]
        self._conditions.setText("\n".join(lines) or "None beyond those of the law.")
        self._figures.set_pairs([(_figure_name(one), _figure_words(one)) for one in view.figures])
        self.events.set_rows(view.events)

    def _show_start(self, view: PermitView) -> None:
        """Whether construction may start, while it has not."""
        if view.start is None:
            if self.start_card is not None:
                self.start_card.setVisible(False)
            return
        if self.start_card is None:
            self.start_card = YesNoCard(view.start)
            self.start_card.action_requested.connect(self.fix_asked)
            self._start.addWidget(self.start_card)
        else:
            self.start_card.set_verdict(view.start)
        self.start_card.setVisible(True)

    def clock_cards(self) -> list[ClockCard]:
        """The cards of the clocks, in the order of the law."""
        return self._clocks.findChildren(ClockCard)

    def _show_clocks(self, view: PermitView) -> None:
        while (item := self._clock_grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()  # before it is parted from the panel, else it would stay as a window of its own
                old.setParent(None)
                old.deleteLater()
        for place, clock in enumerate(view.clocks):
            status = clock_status(view, clock, self._today())
            self._clock_grid.addWidget(ClockCard(clock, status=status), place // 2, place % 2)


def clock_status(view: PermitView, clock: IssuedClock, today: date) -> Status:
    """Whether a clock runs, was stopped, or ran out, as a chip."""
    if clock in view.running:
        left = (clock.effective - today).days
        words = "Last day today" if left == 0 else f"{count(left, 'day')} left"
        return Status(words, Tone.CAUTION if left <= _SOON_DAYS else Tone.INFO, "clock")
    if (
        view.standing.state in {PermitState.LAPSED, PermitState.EXPIRED}
        and view.standing.since > clock.effective
    ):
        return Status("Ran out", Tone.BAD)
    stopped = clock.stops_with is not None and view.standing.state in {
        PermitState.IN_FORCE,
        PermitState.SUSPENDED,
        PermitState.CLOSED,
    }
    return Status("Met", Tone.GOOD) if stopped else Status("Ended with the permit", Tone.NEUTRAL)


def _by_law(view: PermitView) -> list[tuple[str, str]]:
    """What the law says of renewing the permit and of passing it to another."""
    found = []
    if view.renewal is not None:
        last = view.renewal.apply_by
        by = f" Apply by {show_date(last.effective)}." if last is not None else ""
        found.append(("Renewal", f"{_cited(view.renewal.sentence, view.renewal.citation)}{by}"))
    if view.transfer is not None:
        found.append(("New owner or user", _cited(view.transfer.sentence, view.transfer.citation)))
    return found


def _cited(sentence: str, citation: str) -> str:
    return f"{sentence} ({citation})" if citation else sentence


def permit_chips(view: PermitView) -> list[Status]:
    """The permit's state for a header."""
    return [permit_status(view.standing.state)]


def _figure_name(one: FigureUsed) -> str:
    return f"{one.subject[:1].upper()}{one.subject[1:]}"


def _figure_words(one: FigureUsed) -> str:
    confirm = "" if one.status == "law" else ", to be confirmed"
    return f"{one.value} {one.unit.replace('_', ' ')} ({one.citation}{confirm})"


def _words(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    set_role(label, role=role)
    return label
