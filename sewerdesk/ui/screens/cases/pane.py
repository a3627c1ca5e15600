"""The case beside the list: what was seen, which sections, what the notice lacks, its steps, its mail, its papers."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.cases import METHOD_WORDS, OUTCOME_WORDS, CaseView, CopyToMail, MailingView, cited_rule
from sewerdesk.domain.mailing import MailOutcome
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.violations import CaseState, CitedViolation
from sewerdesk.domain.wording import count, join_words, show_date
from sewerdesk.ui.screens.cases.specs import status_of
from sewerdesk.ui.screens.cases.timeline import Timeline
from sewerdesk.ui.screens.paper_table import paper_table
from sewerdesk.ui.tables import CellKind, Column, RecordTable, Status
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.citation import CitationLink
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

MailRow = CopyToMail | MailingView
_OUTCOME_TONES = {
    MailOutcome.MAILED: (Tone.INFO, "mail"),
    MailOutcome.DELIVERED: (Tone.GOOD, ""),
    MailOutcome.REFUSED: (Tone.BAD, "circle-x"),
    MailOutcome.UNCLAIMED: (Tone.BAD, "circle-x"),
    MailOutcome.RETURNED: (Tone.BAD, "undo-2"),
}


def _mail_status(row: MailRow) -> Status:
    if isinstance(row, CopyToMail):
        return Status("To be mailed", Tone.CAUTION)
    if row.served_otherwise:
        return Status(f"{OUTCOME_WORDS[row.facts.outcome]}, served otherwise", Tone.NEUTRAL)
    tone, picture = _OUTCOME_TONES[row.facts.outcome]
    return Status(OUTCOME_WORDS[row.facts.outcome], tone, picture)


def _to(row: MailRow) -> str:
    return row.recipient if isinstance(row, CopyToMail) else row.facts.addressee


def _how(row: MailRow) -> str:
    return METHOD_WORDS[row.method if isinstance(row, CopyToMail) else row.facts.method]


def _number(row: MailRow) -> str:
    return row.number if isinstance(row, CopyToMail) else row.paper_number


def _article(row: MailRow) -> str:
    if isinstance(row, CopyToMail):
        return row.article
    return row.facts.article.display if row.facts.article else ""


MAIL_COLUMNS: tuple[Column[MailRow], ...] = (
    Column(key="to", title="To", value=_to, width=18),
    Column(key="state", title="Status", value=_mail_status, kind=CellKind.STATUS, width=18),
    Column(
        key="day",
        title="Mailed",
        value=lambda row: None if isinstance(row, CopyToMail) else row.facts.mailed,
        kind=CellKind.DATE,
        width=11,
    ),
    Column(key="how", title="How", value=_how, width=20),
    Column(key="article", title="Number", value=_article, width=28),
    Column(key="paper", title="Paper", value=_number, width=15, hidden=True),
)


class CasePane(DetailPane):
    """Shows a ``CaseView``."""

    paper_asked = Signal(object)
    mail_activated = Signal(object)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose a case to see what was found and what waits in it.", parent)
        self._today = context.clock.today
        self._summary = QWidget()
        self._column = QVBoxLayout(self._summary)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self.timeline = Timeline()
        self.mail: RecordTable[MailRow] = RecordTable(
            MAIL_COLUMNS,
            name="case-mail",
            title="Mail of the case",
            store=context.views,
            row_key=_mail_key,
            empty="Nothing was issued yet. Copies of the notice wait here to be mailed.",
        )
        self.mail.row_activated.connect(self.mail_activated)
        self.papers = paper_table(
            context.views, name="case-papers", empty="The notice is kept here, exactly as it was issued."
        )
        self.papers.row_activated.connect(self._ask_paper)
        self.add_tab("summary", "Summary", self._summary, scrolls=True)
        self.add_tab("steps", "Steps", self.timeline, scrolls=True)
        self.add_tab("mail", "Mail", self.mail)
        self.add_tab("papers", "Papers", self.papers)

    def show_case(self, view: CaseView) -> None:
        """Show a case."""
        row = view.row
        due = view.answer_due
        self.show_header(
            f"{row.number} · {row.location or row.print_key}",
            " · ".join(part for part in (row.owner, row.print_key, _accounts(view)) if part),
            chips=[status_of(row)],
            figure=show_date(due) if due else "",
            figure_name="Answer due" if due else "",
            figure_tone=Tone.BAD if due and due < self._today() else Tone.NEUTRAL,
        )
        self._show_banners(view)
        self._show_summary(view)
        self.timeline.show_entries(view.timeline)
        waiting = [copy for copy in view.copies if not copy.mailed]
        self.mail.set_rows((*waiting, *reversed(view.mailings)))
        self.papers.set_rows(view.papers)

    def _show_banners(self, view: CaseView) -> None:
        self.banners.clear()
        if view.row.state is CaseState.OPEN and view.missing:
            lacks = f"The notice still lacks {count(len(view.missing), 'part')}: {join_words(view.missing)}."
            self.banners.set_banner("missing", Tone.CAUTION, lacks)
        elif view.row.state is CaseState.OPEN:
            self.banners.set_banner("ready", Tone.GOOD, "The notice is complete and can be issued.")
        for copy in view.copies:
            if not copy.mailed:
                self.banners.set_banner(
                    f"mail-{copy.paper_id}",
                    Tone.CAUTION,
                    f"{copy.number} to {copy.recipient} is issued and waits to be mailed.",
                )
        for one in view.mailings:
            if one.follow_up:
                self.banners.set_banner(f"served-{one.id}", Tone.BAD, one.follow_up)

    def _show_summary(self, view: CaseView) -> None:
        while (item := self._column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if view.answer_due is not None:
            rule = cited_rule(view.answer_rule, view.answer_citation)
            self._column.addWidget(KeyValueGrid((("How the day of the answer was found", rule),), columns=1))
        draft = view.draft
        seen = show_date(draft.observed_on) if draft.observed_on else ""
        observer = ", ".join(part for part in (draft.observed_by, draft.observer_title) if part)
        self._column.addWidget(
            KeyValueGrid((("Observed", f"{seen} at {draft.observed_at}"), ("By", observer)), columns=2)
        )
        self._column.addWidget(SectionTitle("What was found"))
        facts = [
            (f"Fact {n}", fact.fact + (f" (evidence: {fact.evidence})" if fact.evidence else ""))
            for n, fact in enumerate(draft.facts, start=1)
        ]
        self._column.addWidget(KeyValueGrid(facts, columns=1))
        self._column.addWidget(SectionTitle("Sections of the law"))
        for cited in view.citations:
            self._column.addWidget(self._section(cited))
        if view.actions:
            self._column.addWidget(SectionTitle("Ordered"))
            orders = [
                (
                    f"By {show_date(line.action.due)}",
                    line.action.text
                    + (f" Done on {show_date(line.action.done_on)}." if line.action.done_on else ""),
                )
                for line in view.actions
            ]
            self._column.addWidget(KeyValueGrid(orders, columns=1))
        if view.note:
            self._column.addWidget(KeyValueGrid((("Note for the office", view.note),), columns=1))
        self._column.addStretch(1)

    def _section(self, cited: CitedViolation) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(CitationLink(cited.citation))
        for text, role in ((cited.text, "plain"), (cited.remedy, "secondary")):
            if text:
                label = QLabel(text)
                label.setWordWrap(True)
                label.setTextFormat(Qt.TextFormat.PlainText)
                set_role(label, role=role)
                column.addWidget(label)
        return holder

    @Slot(object)
    def _ask_paper(self, row: PaperRow) -> None:
        self.paper_asked.emit(row.id)


def _accounts(view: CaseView) -> str:
    return f"account {', '.join(view.account_numbers)}" if view.account_numbers else "no account"


def _mail_key(row: MailRow) -> object:
    return ("copy", row.paper_id) if isinstance(row, CopyToMail) else ("mailing", row.id)
