"""The law: every figure, officer, word and requirement of the office's law, with its citation and its state."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sewerdesk.domain.law.book import LawEntry, find_entry
from sewerdesk.services.law_book import law_book, law_header
from sewerdesk.ui.screens.law.rule import RuleView
from sewerdesk.ui.screens.law.specs import CHIPS, COLUMNS, status_of, value_of
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.detail_pane import DetailPane

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext


LIST_SHARE = 52


class LawScreen(ListDetailScreen[LawEntry]):
    """Read-only. ``Route("law", tab=KEY)`` shows the entry of a key or of a citation."""

    watches = frozenset({"office_profile"})
    help_topic = "law"

    def __init__(self, context: "UiContext") -> None:
        header = law_header(context.ws)
        self.pane = DetailPane("Select a line to read what the law says.")
        self._entries: tuple[LawEntry, ...] = ()
        self._wanted = ""
        table = RecordTable(
            COLUMNS,
            name="law",
            title="The law",
            store=context.views,
            row_key=_id_of,
            chips=CHIPS,
            empty="The law file of this office is empty.",
        )
        super().__init__(
            context,
            title="The law",
            subtitle=f"{header.law_title}, {header.source}.",
            table=table,
            detail=self.pane,
        )
        if not context.views.text(self._share_key):  # five columns need more than the usual share
            context.views.set_text(self._share_key, str(LIST_SHARE))
        self._rule = RuleView()
        self.pane.add_tab("rule", "Rule", self._rule, scrolls=True)
        if header.state:
            self.show_banner("pack", Tone.CAUTION, header.state)

    def load(self) -> Sequence[LawEntry]:
        """Everything that the law says today."""
        self._entries = law_book(self.context.ws)
        return self._entries

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the law again; what the route names is remembered, because showing a row takes its place."""
        self._remember_route()
        super().refresh(changes)

    def open_overview(self) -> None:
        """Show the list, or the entry that the route names."""
        self._remember_route()
        super().open_overview()
        wanted, self._wanted = self._wanted, ""
        if wanted:
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

    def show_row(self, row: LawEntry | None, tab: str) -> None:
        """Show one entry: what it says, where it stands, and what is missing."""
        if row is None:
            self.pane.show_nothing()
            return
        self.pane.show_header(
            row.subject,
            row.citation,
            chips=[status_of(row)],
            figure=value_of(row) if len(value_of(row)) < 12 else "",
            figure_name=row.unit if len(value_of(row)) < 12 else "",
            figure_tone=Tone.NEUTRAL if row.value else Tone.BAD,
        )
        self._rule.show_entry(row)


def _id_of(entry: LawEntry) -> int:
    return entry.id
