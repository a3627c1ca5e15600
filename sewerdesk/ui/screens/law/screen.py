"""The law: every rule of the office by subject, with its citation, its state and its history, and the Board's acts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from sewerdesk.domain.law.book import LawEntry, find_entry, open_entries
from sewerdesk.services.law_book import law_book, law_header
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.screens.law.acts import ActsPanel
from sewerdesk.ui.screens.law.history import HistoryView
from sewerdesk.ui.screens.law.rule import RuleView
from sewerdesk.ui.screens.law.rule_acts import RuleActs
from sewerdesk.ui.screens.law.specs import CHIPS, COLUMNS, countdown, status_of, value_of, where_of
from sewerdesk.ui.screens.law.subjects import SubjectPicker
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.tables import RecordTable, row_id
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.detail_pane import DetailPane

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext
    from sewerdesk.ui.tables import TableSnapshot

LIST_SHARE = 54
LOW_IN_LINES = 24
"""A page of fewer lines of text has no room for more than the list itself."""
ACTS = "acts"
"""``Route("law", tab="acts")`` opens the list of resolutions."""
_TITLE = "The law"
_SHORT = 12
_RULES_TAB, _ACTS_TAB = 0, 1


class LawScreen(ListDetailScreen[LawEntry]):
    """Two tabs: the rules, and the resolutions. ``Route("law", tab=KEY)`` shows the entry of a key or citation."""

    watches = frozenset({"office_profile", "law_act", "law_change", "law_act_withdrawal"})
    help_topic = "law"

    def __init__(self, context: "UiContext") -> None:
        header = law_header(context.ws)
        self.pane = DetailPane("Select a line to read what the law says.")
        self._entries: tuple[LawEntry, ...] = ()
        self._wanted = ""
        self.group_picker = SubjectPicker()
        self.acts: ActsPanel | None = None
        self._state_words = header.state
        self._is_low = False
        table = RecordTable(
            COLUMNS,
            name="law",
            title=_TITLE,
            store=context.views,
            row_key=row_id,
            chips=CHIPS,
            empty="The law file of this office is empty.",
        )
        named = header.source in header.law_title  # a law that is not yet entered says so once
        self._law_words = header.law_title if named else f"{header.law_title} · {header.source}"
        super().__init__(
            context,
            title=_TITLE,
            subtitle=self._law_words,
            table=table,
            detail=self.pane,
        )
        if not context.views.text(self._share_key):  # five columns need more than the usual share
            context.views.set_text(self._share_key, str(LIST_SHARE))
        self._rule = RuleView()
        self.history = HistoryView(context)
        self.pane.add_tab("rule", "Rule", self._rule, scrolls=True)
        self.pane.add_tab("history", "History", self.history, scrolls=True)
        self._make_actions()
        self.rule_acts = RuleActs(self, context, table=self.table)
        self.pane.set_actions(self.rule_acts.actions)
        for action in self.rule_acts.actions:
            self.addAction(action)
        self._add_group_picker()
        self._add_tabs()

    # ------------------------------------------------------------ building
    def _make_actions(self) -> None:
        self.enter_action = self.add_page_action(
            "Enter a resolution…",
            self.enter_act,
            key="enter-act",
            shortcut="Ctrl+N",
            icon_name="plus",
            tip="Enter a resolution or local law of the Board",
            primary=True,
        )
        self.print_action = self.add_page_action(
            "Print…",
            self.print_rules,
            key="print-rules",
            shortcut="Ctrl+P",
            icon_name="printer",
            tip="The rule sheet of what is listed",
        )
        self.compare_action = self.add_page_action(
            "Compare…",
            self.compare,
            key="compare-laws",
            icon_name="scale",
            tip="Beside another municipality's law",
        )
        self._make_more_actions()

    def _make_more_actions(self) -> None:
        self.export_action = self.add_page_action(
            "Export the rules…",
            self.table.export,
            key="export-rules",
            icon_name="file-spreadsheet",
            more=True,
        )
        self.walk_action = self.add_page_action(
            "Go thro&ugh them…",
            self.walk,
            key="walk",
            shortcut="F9",
            icon_name="clipboard-check",
            tip="Enter or confirm one after the other what is open",
            more=True,
        )

    def _add_group_picker(self) -> None:
        """The subjects, before the filter of the list that they narrow."""
        self.addAction(
            make_action(self, "Choose a subject", self.choose_group, key="choose-subject", shortcut="Alt+S")
        )
        column = self.table.layout()
        line = column.itemAt(0) if column is not None else None
        top = line.layout() if line is not None else None
        assert isinstance(top, QHBoxLayout)
        top.insertWidget(0, self.group_picker)
        QWidget.setTabOrder(self.group_picker, self.table.filter_line)
        self.group_picker.currentIndexChanged.connect(self._pick_group)

    @Slot()
    def choose_group(self) -> None:
        """Put the keyboard on the subjects and list them."""
        self.open_rules()
        self.group_picker.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.group_picker.showPopup()

    def _add_tabs(self) -> None:
        self.tab_bar = QTabBar()
        self.tab_bar.setDrawBase(False)
        self.tab_bar.setExpanding(False)
        self.tab_bar.setAccessibleName("Rules and resolutions")
        for number, (title, slot) in enumerate(
            (("Rules", self.open_rules), ("Resolutions", self.open_acts)), 1
        ):
            self.tab_bar.addTab(title)
            self.tab_bar.setTabToolTip(number - 1, f"{title} (Alt+{number})")
            self.addAction(make_action(self, title, slot, key=f"tab-{number}", shortcut=f"Alt+{number}"))
        self.body.insertWidget(0, self.tab_bar, 0, Qt.AlignmentFlag.AlignLeft)
        self.tab_bar.currentChanged.connect(self._turn)

    # ------------------------------------------------------------ reading
    def load(self) -> Sequence[LawEntry]:
        """Everything that the law says today, of the subject that is chosen."""
        self._entries = law_book(self.context.ws)
        self.group_picker.set_entries(self._entries)
        return self.group_picker.narrowed(self._entries)

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the law again; what the route names is remembered, because showing a row takes its place."""
        self._remember_route()
        super().refresh(changes)
        if self.acts is not None:
            self._show_act_count(self.acts.refresh())
        self._show_open()

    def _show_open(self) -> None:
        """The countdown: how much is left to confirm or to enter; on a low window the chip of the list says it."""
        left = open_entries(self._entries)
        if left and not self._is_low:
            said = f"{countdown(left)} {self._state_words}".strip()
            self.show_banner("open", Tone.CAUTION, said, self.walk_action)
        else:
            self.banners.remove("open")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list its room on a low window."""
        super().resizeEvent(event)
        is_low = event.size().height() < self.fontMetrics().lineSpacing() * LOW_IN_LINES
        if is_low != self._is_low:
            self._is_low = is_low
            self.set_title(_TITLE, "" if is_low else self._law_words)
            self._show_open()

    @Slot()
    def _pick_group(self) -> None:
        self.table.set_rows(self.group_picker.narrowed(self._entries))
        if self.table.current_row() is None:
            self.table.step(1)
        self._show_current()

    def open_overview(self) -> None:
        """Show the list, or the entry that the route names."""
        self._remember_route()
        super().open_overview()
        wanted, self._wanted = self._wanted, ""
        if wanted == ACTS:
            self.open_acts()
        elif wanted:
            self.show_rule(wanted)

    def _remember_route(self) -> None:
        route = self.context.navigator.current
        if route is not None and route.screen == self.key and route.record_id is None and route.tab:
            self._wanted = route.tab

    def show_rule(self, wanted: str) -> None:
        """Show the entry of a key, else of a citation; where the law has neither, filter the list by the words."""
        entry = find_entry(self._entries or self.load(), wanted)
        if entry is None:
            self.table.set_filter(wanted)
        else:
            self.open_record(entry.id)

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show an entry by its place in the list; a subject that would hide it is given up."""
        self.tab_bar.setCurrentIndex(_RULES_TAB)
        if all(entry.id != record_id for entry in self.group_picker.narrowed(self._entries)):
            self.group_picker.choose_all()
        super().open_record(record_id, tab)

    def show_row(self, row: LawEntry | None, tab: str) -> None:
        """Show one entry: what it says, where it stands, what is missing, and how it came to stand so."""
        self.rule_acts.follow()
        if row is None:
            self.pane.show_nothing()
            return
        value = value_of(row)
        self.pane.show_header(
            row.subject,
            where_of(row),
            chips=[status_of(row)],
            figure=value if len(value) < _SHORT else "",
            figure_name=row.unit if len(value) < _SHORT else "",
            figure_tone=Tone.NEUTRAL if row.value else Tone.BAD,
        )
        by_key = {entry.key: entry for entry in self._entries if entry.is_figure}
        self._rule.show_entry(row, rests_on=[by_key[key] for key in row.figures if key in by_key])
        self.history.show_entry(row)
        if tab:
            self.pane.show_tab(tab)

    # ------------------------------------------------------------ the tabs
    @Slot()
    def open_rules(self) -> None:
        """Turn to the rules."""
        self.tab_bar.setCurrentIndex(_RULES_TAB)
        self.table.focus_rows()

    @Slot()
    def open_acts(self) -> None:
        """Turn to the resolutions."""
        self.tab_bar.setCurrentIndex(_ACTS_TAB)
        self._acts_panel().table.focus_rows()

    def _acts_panel(self) -> ActsPanel:
        """The panel of the acts, made when it is first asked for."""
        if self.acts is None:
            self.acts = ActsPanel(self.context, self.enter_action)
            self.addAction(self.acts.withdraw_action)
            self.body.addWidget(self.acts, 1)
            self._show_act_count(self.acts.refresh())
        return self.acts

    def _show_act_count(self, number: int) -> None:
        self.tab_bar.setTabText(_ACTS_TAB, f"Resolutions ({number:,})" if number else "Resolutions")

    @Slot(int)
    def _turn(self, place: int) -> None:
        acts = self._acts_panel() if place == _ACTS_TAB else self.acts
        if place == _ACTS_TAB:
            super().open_overview()  # on a narrow window a rule that is open alone gives way
        self.splitter.setVisible(place == _RULES_TAB)
        if acts is not None:
            acts.setVisible(place == _ACTS_TAB)

    def take_focus(self) -> None:
        """The keyboard starts in the list that is shown."""
        if self.acts is not None and self.tab_bar.currentIndex() == _ACTS_TAB:
            self.acts.table.focus_rows()
        else:
            super().take_focus()

    # ------------------------------------------------------------ acting
    @Slot()
    def enter_act(self) -> None:
        """Enter an act of the Board."""
        from sewerdesk.ui.screens.law.act_dialog import enter_rows

        enter_rows(self, self.context)

    @Slot()
    def walk(self) -> None:
        """Go through all that is open."""
        from sewerdesk.ui.screens.law.confirm import walk_through

        if walk_through(self, self.context) is None:
            self.context.prompter.tell(
                "Nothing is left to confirm: every rule was read in the law or set by an act."
            )

    @Slot()
    def compare(self) -> None:
        """Lay another municipality's law beside the office's."""
        from sewerdesk.ui.screens.law.compare import CompareDialog
        from sewerdesk.ui.screens.opening import show_dialog

        show_dialog(CompareDialog(self.context, self.window()))

    @Slot()
    def print_rules(self) -> None:
        """The rule sheet of what the list shows."""
        from sewerdesk.ui.screens.law.papers import preview_rules

        preview_rules(self, self.context, self.table.model.shown_rows(), self._shown_note())

    def export_table(self, snapshot: "TableSnapshot") -> None:
        """Save the rules that are listed as a workbook, one row a rule (Ctrl+E); other lists as they are shown."""
        from sewerdesk.ui.screens.law.papers import export_rules

        if snapshot.title != _TITLE:
            super().export_table(snapshot)
            return
        export_rules(self.context, self.table.model.shown_rows(), self._shown_note())

    def _shown_note(self) -> str:
        """Which part of the law is listed; empty for all of it."""
        return ", ".join(part for part in (self.group_picker.group, self.table.snapshot().note) if part)
