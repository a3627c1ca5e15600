"""The contractor beside the list: may it work on a day, what is on file, its permits, and its history."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sewerdesk.domain.counter import ContractorView, CoverRow, PermitRow
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import show_date
from sewerdesk.ui.forms.date_editor import DateEditor
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec
from sewerdesk.ui.screens.contractors.specs import COVER_COLUMNS, PERMIT_COLUMNS, answer_status
from sewerdesk.ui.screens.opening import editor_context
from sewerdesk.ui.tables import RecordTable, Status, row_id
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.verdict_card import YesNoCard

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

JUDGED_FOR = FieldSpec("judged_for", "Judged for", FieldKind.DATE, required=True)
_NO_PAPERS = "Nothing is on file yet. File the bond, the insurance and the State's proofs as they come in."
_NO_PERMITS = "No permit names this contractor yet."


class ContractorPane(DetailPane):
    """Shows a ``ContractorView``. ``day_asked`` carries the day to judge for, ``fix_asked`` a line's action key."""

    day_asked = Signal(object)
    fix_asked = Signal(str)
    permit_asked = Signal(object)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose a contractor to see whether it may work, and why.", parent)
        self._context = context
        self.card: YesNoCard | None = None
        self.day_editor = DateEditor(JUDGED_FOR, editor_context(context))
        self.day_editor.changed.connect(self._ask_day)
        self._standing = QWidget()
        self._standing_column = QVBoxLayout(self._standing)
        self._standing_column.setContentsMargins(0, 0, 0, 0)
        self._standing_column.setSpacing(16)
        line = QHBoxLayout()
        line.addWidget(self.day_editor)
        line.addStretch(1)
        self._standing_column.addLayout(line)
        self._standing_column.addStretch(1)
        self.covers: RecordTable[CoverRow] = RecordTable(
            COVER_COLUMNS,
            name="contractor-papers",
            title="Papers on file",
            store=context.views,
            row_key=_cover_key,
            empty=_NO_PAPERS,
        )
        self.permits: RecordTable[PermitRow] = RecordTable(
            PERMIT_COLUMNS,
            name="contractor-permits",
            title="Permits",
            store=context.views,
            row_key=row_id,
            empty=_NO_PERMITS,
        )
        self.permits.row_activated.connect(self._open_permit)
        self._facts = KeyValueGrid(columns=2)
        self._history = KeyValueGrid(columns=1)
        self._authorized = KeyValueGrid(columns=1)
        self._authorized_title = SectionTitle("Authorizations")
        self.add_tab("standing", "May it work?", self._standing, scrolls=True)
        self.add_tab("papers", "Papers on file", self.covers)
        self.add_tab("permits", "Permits", self.permits)
        self.add_tab("details", "Details", self._details(), scrolls=True)

    def _details(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._facts)
        column.addSpacing(8)
        column.addWidget(self._authorized_title)
        column.addWidget(self._authorized)
        column.addWidget(SectionTitle("Suspensions"))
        column.addWidget(self._history)
        column.addStretch(1)
        return page

    def judged_for(self) -> date:
        """The day that the card judges for; today where the field holds no date."""
        try:
            day = self.day_editor.value()
        except UserError:
            day = None
        return day if isinstance(day, date) else self._context.clock.today()

    def show_contractor(self, view: ContractorView) -> None:
        """Show a contractor."""
        address = view.party.address.one_line
        chips = [_standing_chip(view)]
        if any(row.until is None for row in view.suspensions):
            chips.append(Status("Suspended", Tone.BAD, "ban"))
        self.show_header(
            view.party.name, " · ".join(part for part in (view.party.phone, address) if part), chips=chips
        )
        self._show_warnings(view)
        if self.day_editor.is_empty():
            with QSignalBlocker(self.day_editor):  # it is judged for that day already
                self.day_editor.set_value(view.standing.judged_on)
        self._show_card(view)
        self.covers.set_rows(view.covers)
        self.permits.set_rows(view.permits)
        self._facts.set_pairs(
            (
                ("Other names", ", ".join(view.names)),
                ("Foreman", " ".join(part for part in (view.foreman, view.cell) if part)),
                ("E-mail", view.party.email),
                ("Registered", show_date(view.registered_on)),
                ("Address", address),
                ("Note", view.note),
            )
        )
        self._history.set_pairs(_suspension_pairs(view))
        self._authorized.set_pairs(_authorization_pairs(view))
        self._authorized_title.setVisible(bool(view.authorizations))

    def _show_card(self, view: ContractorView) -> None:
        if self.card is None:
            self.card = YesNoCard(view.standing)
            self.card.action_requested.connect(self.fix_asked)
            self._standing_column.insertWidget(1, self.card)
        else:
            self.card.set_verdict(view.standing)

    def _show_warnings(self, view: ContractorView) -> None:
        self.banners.clear()
        for number, sentence in enumerate(view.duplicates):
            self.banners.set_banner(f"twice-{number}", Tone.CAUTION, sentence)
        for row in view.covers:
            if row.warning and not row.void_reason:
                self.banners.set_banner(f"warning-{row.ref.kind}-{row.ref.id}", Tone.CAUTION, row.warning)

    @Slot()
    def _ask_day(self) -> None:
        if not self.day_editor.is_empty():
            self.day_asked.emit(self.judged_for())

    @Slot(object)
    def _open_permit(self, row: PermitRow) -> None:
        self.permit_asked.emit(row.id)


def _cover_key(row: CoverRow) -> object:
    return (row.ref.kind, row.ref.id)


def _standing_chip(view: ContractorView) -> Status:
    status = answer_status(view.standing.answer)
    return Status(f"May work: {status.text.lower()}", status.tone, status.icon)


def _authorization_pairs(view: ContractorView) -> list[tuple[str, str]]:
    """The acts on whether the contractor may lay and connect, the newest first."""
    return [
        (
            f"{row.kind.label} on {show_date(row.on)}",
            f"{row.resolution}. {row.evidence}".strip() if row.evidence else row.resolution,
        )
        for row in reversed(view.authorizations)
    ]


def _suspension_pairs(view: ContractorView) -> list[tuple[str, str]]:
    if not view.suspensions:
        return [("Suspensions", "Never suspended.")]
    pairs = []
    for row in reversed(view.suspensions):
        until = f" until {show_date(row.until)}" if row.until else ", still lasts"
        pairs.append((f"From {show_date(row.start)}{until}", f"{row.reason} ({row.authority})"))
    return pairs
