"""The inspection beside the list: what was asked and found, its tests, the others of the permit, its papers."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.fieldwork import InspectionRow, InspectionView, JudgedTest
from sewerdesk.domain.inspections import CheckAnswer, ChecklistLine
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.wording import count, show_date
from sewerdesk.ui.screens.inspections.leak_form import outcome_pairs, verdict_of
from sewerdesk.ui.screens.inspections.specs import SIBLING_COLUMNS, stage_title, status_of
from sewerdesk.ui.screens.paper_table import paper_table
from sewerdesk.ui.tables import RecordTable, Status, row_id
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card, SectionTitle
from sewerdesk.ui.widgets.citation import CitationLink
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.tone_icon import ToneIcon
from sewerdesk.ui.widgets.verdict_card import YesNoCard

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_ANSWERS = {
    CheckAnswer.YES: ("circle-check", Tone.GOOD, "Yes"),
    CheckAnswer.NO: ("circle-x", Tone.BAD, "No"),
    CheckAnswer.NOT_APPLICABLE: ("circle-minus", Tone.NEUTRAL, "Does not apply"),
    None: ("circle", Tone.CAUTION, "Not answered"),
}


class InspectionPane(DetailPane):
    """Shows an ``InspectionView``. The signals carry the id of what was asked for."""

    inspection_asked = Signal(object)
    paper_asked = Signal(object)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose an inspection to see what was asked for and what was found.", parent)
        self._facts = KeyValueGrid(columns=2)
        self._summary = QWidget()
        column = QVBoxLayout(self._summary)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._facts)
        column.addStretch(1)
        self._found = QWidget()
        self._found_column = QVBoxLayout(self._found)
        self._found_column.setContentsMargins(0, 0, 0, 0)
        self._found_column.setSpacing(16)
        self.siblings: RecordTable[InspectionRow] = RecordTable(
            SIBLING_COLUMNS,
            name="inspections-of-permit",
            title="Inspections of the permit",
            store=context.views,
            row_key=row_id,
        )
        self.siblings.row_activated.connect(self._ask_inspection)
        self.papers = paper_table(
            context.views, name="inspection-papers", empty="The report is issued when the result is recorded."
        )
        self.papers.row_activated.connect(self._ask_paper)
        self.add_tab("summary", "Summary", self._summary, scrolls=True)
        self.add_tab("found", "What was found", self._found, scrolls=True)
        self.add_tab("permit", "All of the permit", self.siblings)
        self.add_tab("papers", "Papers", self.papers)

    def show_inspection(self, view: InspectionView) -> None:
        """Show an inspection."""
        row = view.row
        chips = [status_of(row)]
        if row.is_retest and row.is_open:
            chips.append(Status("Re-test", Tone.INFO, "rotate-ccw"))
        place = row.location or row.print_key
        self.show_header(
            f"{row.number} · {stage_title(row)}", f"{place} · {row.owner} · {row.permit_number}", chips=chips
        )
        self._facts.set_pairs(_facts(view))
        self._show_found(view)
        self.siblings.set_rows(view.siblings)
        self.papers.set_rows(view.papers)

    def _show_found(self, view: InspectionView) -> None:
        while (item := self._found_column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        result = view.inspection.result
        if result is None or view.visit is None:
            waiting = QLabel("Nothing is recorded yet. Record the result after the visit.")
            set_role(waiting, role="secondary")
            self._found_column.addWidget(waiting)
        else:
            self._found_column.addWidget(KeyValueGrid(_visit(view), columns=2))
            if result.checklist:
                self._found_column.addWidget(SectionTitle("What was looked at"))
                self._found_column.addWidget(self._checklist(result.checklist))
            for one in view.tests:
                self._found_column.addWidget(self._test(one, view))
            for title, text in (
                ("Deficiencies", result.deficiencies),
                ("Decision of the officer", result.officer_decision),
                ("Remarks", result.note),
            ):
                if text:
                    self._found_column.addWidget(KeyValueGrid(((title, text),), columns=1))
        self._found_column.addStretch(1)

    def _checklist(self, lines: tuple[ChecklistLine, ...]) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        for number, line in enumerate(lines):
            name, tone, word = _ANSWERS[line.answer]
            grid.addWidget(ToneIcon(name, tone), number, 0, Qt.AlignmentFlag.AlignTop)
            said = QLabel(word)
            sentence = QLabel(line.sentence)
            sentence.setWordWrap(True)
            for label, role in ((said, "strong"), (sentence, "plain")):
                label.setTextFormat(Qt.TextFormat.PlainText)
                set_role(label, role=role)
            grid.addWidget(said, number, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(sentence, number, 2, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(CitationLink(line.citation), number, 3, Qt.AlignmentFlag.AlignTop)
        return holder

    def _test(self, one: JudgedTest, view: InspectionView) -> QWidget:
        result = one.result
        holder = Card(f"{result.name}, {one.section}", padding=16)
        entered = ((noted.label, noted.words) for noted in result.inputs)
        holder.body.addWidget(KeyValueGrid((*outcome_pairs(result), *entered), columns=2))
        formula = QLabel(result.formula)
        formula.setWordWrap(True)
        formula.setTextFormat(Qt.TextFormat.PlainText)
        set_role(formula, role="label")
        holder.body.addWidget(formula)
        day = view.row.visited_on or view.row.requested_on
        holder.body.addWidget(YesNoCard(verdict_of(result, day)))
        return holder

    @Slot(object)
    def _ask_inspection(self, row: InspectionRow) -> None:
        self.inspection_asked.emit(row.id)

    @Slot(object)
    def _ask_paper(self, row: PaperRow) -> None:
        self.paper_asked.emit(row.id)


def _facts(view: InspectionView) -> list[tuple[str, str]]:
    row = view.row
    appointment = view.inspection.appointment
    when = ""
    if appointment is not None:
        when = " ".join(part for part in (show_date(appointment.day), appointment.time) if part)
    earlier = len(view.inspection.appointments) - 1
    if earlier > 0:
        when += f" (moved {count(earlier, 'time')})"
    failures = view.failures.get(row.stage, 0)
    cover = f"{view.notice_ends}; {view.notice_citation}" if view.notice_ends and row.is_open else ""
    return [
        ("Asked for", f"{moment_words(view.inspection.requested_at)}, {view.requested_by}"),
        ("Appointment", when),
        ("Inspector", row.inspector),
        ("Contractor", view.contractor),
        ("Permit", f"{row.permit_number} · {view.permit_state.label}"),
        ("Tax map number", row.print_key),
        ("May be covered from", cover or ("After it has passed" if row.is_open else "")),
        ("Failures at this stage", str(failures) if failures else "None"),
        *_said("Tests of the permit", tuple(chain.sentence for chain in view.chains)),
        *_said("Order of the work", view.disorder),
    ]


def _said(label: str, sentences: tuple[str, ...]) -> list[tuple[str, str]]:
    """Sentences under one label, a line each; nothing where there is none."""
    return [(label, "\n".join(sentences))] if sentences else []


def _visit(view: InspectionView) -> list[tuple[str, str]]:
    visit, row = view.visit, view.row
    assert visit is not None
    hours = " to ".join(part for part in (visit.arrived, visit.left) if part)
    day = show_date(row.visited_on) if row.visited_on else ""
    pairs = [
        ("Visited", f"{day}, {hours}" if hours else day),
        ("Inspector", ", ".join(part for part in (row.inspector, visit.inspector_title) if part)),
        ("Weather and ground", "; ".join(part for part in (visit.weather, visit.ground) if part)),
        ("Photographs", str(visit.photographs) if visit.photographs else ""),
    ]
    if visit.retest_by is not None:
        pairs.append(("Test again by", f"{show_date(visit.retest_by)}. {visit.retest_rule}"))
    return pairs
