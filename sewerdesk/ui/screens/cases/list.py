"""The page "Cases": violations from what was seen to the mailed notice, its answer and the end."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.cases import CaseForm, CaseRow, CaseView, form_errors
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.violations import CaseState
from sewerdesk.services.case_pages import case_view, list_cases
from sewerdesk.services.law import law_of
from sewerdesk.services.officers import officers
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.violations import open_case, save_case
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.screens.cases.notice import NoticeActions
from sewerdesk.ui.screens.cases.pane import CasePane
from sewerdesk.ui.screens.cases.specs import COLUMNS, case_form, chips, parcel_lookup
from sewerdesk.ui.screens.cases.steps import StepActions
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import open_form, preview_paper
from sewerdesk.ui.tables import RecordTable, row_id

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = "Violations of the sewer law are followed here, from what was seen to the closed case. Open the first one."


class CasesScreen(ListDetailScreen[CaseRow]):
    """What was seen, what was noticed, what is due."""

    watches = frozenset(
        {
            "law_act",
            "law_act_withdrawal",
            "violation_case",
            "case_citation",
            "case_event",
            "paper",
            "mailing",
            "mailing_outcome",
            "parcel",
            "parcel_role",
        }
    )
    help_topic = "cases"

    def __init__(self, context: "UiContext") -> None:
        self._new = make_action(
            context.navigator, "&Open a case", self.open_new, key="new-case", icon_name="plus"
        )
        table: RecordTable[CaseRow] = RecordTable(
            COLUMNS,
            name="cases",
            title="Cases",
            store=context.views,
            row_key=row_id,
            chips=chips(context.clock.today),
            empty=_EMPTY,
            empty_action=self._new,
        )
        self._pane = CasePane(context)
        super().__init__(
            context,
            title="Cases",
            subtitle="Violations of the sewer law: what was found, the notice, the answer.",
            table=table,
            detail=self._pane,
            new=self._new,
        )
        self._view: CaseView | None = None
        self.notice = NoticeActions(self, context, shown=self.shown)
        self.steps = StepActions(self, context, shown=self.shown)
        self._edit = make_action(
            self, "Edi&t the case…", self.edit, key="edit-case", shortcut="Ctrl+Shift+E", icon_name="pencil"
        )
        self.addAction(self._edit)
        pane_actions = [*self.notice.actions, *self.steps.actions, self._edit]
        self._pane.set_actions(pane_actions)
        self.table.set_row_actions(pane_actions)
        for action in (*self.notice.actions, *self.steps.actions):
            self.addAction(action)
        for action in self.steps.rare_actions:
            self.show_action(action, more=True)
        self._pane.paper_asked.connect(self._open_paper)
        self._pane.mail_activated.connect(self.notice.open_mail)
        self._follow()

    @property
    def pane(self) -> CasePane:
        """The case beside the list."""
        return self._pane

    def shown(self) -> CaseView | None:
        """The case shown now."""
        return self._view

    def load(self) -> Sequence[CaseRow]:
        """The cases, the newest first."""
        return list_cases(self.context.ws)

    def show_row(self, row: CaseRow | None, tab: str) -> None:
        """Show a case with what can be done in it; a tab that names a step's key opens the tab where it is done."""
        self._view = None
        if row is None:
            self._pane.show_nothing()
        else:
            self._view = case_view(self.context.ws, case_id=row.id)
            self._pane.show_case(self._view)
            self._pane.show_tab("mail" if tab in _MAIL_TABS else tab)
        self._follow()

    def _follow(self) -> None:
        self.notice.follow(self._view)
        self.steps.follow(self._view)
        state = None if self._view is None else self._view.row.state
        self._edit.setVisible(state in _EDITED)

    @Slot()
    def open_new(self) -> None:
        """Open the form for a new case."""
        officer = next((row for row in officers(self.context.ws) if row.role == "inspects"), None)
        open_form(
            self,
            self.context,
            self._form(),
            title="Open a case",
            verb="Open the case",
            save=self._save_new,
            then=self._opened,
            draft=CaseForm(
                observed_on=self.context.clock.today(),
                observed_by=officer.person if officer else "",
                observer_title=officer.title if officer else "",
            ),
            keep_as="case/new",
        )

    def _form(self) -> FormSpec[CaseForm]:
        ws = self.context.ws
        return case_form(law_of(ws), parcel_lookup(list_parcels(ws)))

    def _save_new(self, form: CaseForm) -> object:
        try:
            return open_case(self.context.ws, draft=form.draft(), note=form.note)
        except FieldErrors as problem:
            raise FieldErrors(form_errors(problem.errors)) from problem

    @Slot(object)
    def _opened(self, case_id: int) -> None:
        self.open_record(case_id, "summary")
        if self._view is not None:
            self.context.toasts.show(f"{self._view.row.number} opened. Write its notice next.")

    @Slot()
    def edit(self) -> None:
        """Open what was observed for changes."""
        view = self._view
        if view is not None:
            open_form(
                self,
                self.context,
                self._form(),
                title=f"Edit {view.row.number}",
                verb="Save",
                save=partial(_save, self.context, view),
                then=self._saved,
                draft=CaseForm.of(view.draft, note=view.note),
                keep_as=f"case/{view.row.id}",
            )

    @Slot(object)
    def _saved(self, number: str) -> None:
        self.context.toasts.show(f"{number} is saved.")

    @Slot(object)
    def _open_paper(self, paper_id: int) -> None:
        preview_paper(self, self.context, paper_id)


_EDITED = frozenset({CaseState.OPEN, CaseState.REFERRED, CaseState.COMPLIED})
_MAIL_TABS = frozenset({"case.record_mailing", "case.record_outcome", "case.serve_otherwise"})


def _save(context: "UiContext", view: CaseView, form: CaseForm) -> object:
    try:
        save_case(context.ws, case_id=view.row.id, draft=form.draft(), note=form.note, version=view.version)
    except FieldErrors as problem:
        raise FieldErrors(form_errors(problem.errors)) from problem
    return view.row.number
