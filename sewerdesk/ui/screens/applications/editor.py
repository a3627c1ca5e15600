"""The page on which an application is typed: saved as a draft at any time, submitted when nothing is missing."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.applications import ApplicationDraft, ApplicationState
from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.errors import FieldErrors, SewerdeskError
from sewerdesk.services.application_fees import fee_rates
from sewerdesk.services.applications import application_view, save_application_draft, submit_application
from sewerdesk.services.contractors import register_contractor
from sewerdesk.services.counter_papers import certification
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.services.parcels import parcel_view
from sewerdesk.services.rates import rate_classes
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.office_drafts import OfficeDraftStore
from sewerdesk.ui.forms.spec import Choice, Option
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.form import ApplicationForm, draft_of_form, form_of_draft
from sewerdesk.ui.screens.applications.form_sections import FormSource, application_form
from sewerdesk.ui.screens.applications.lookups import ContractorFinder, ParcelFinder
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.contractors.specs import CONTRACTOR_FORM
from sewerdesk.ui.screens.opening import draft_home, editor_context, open_form

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

NEW = 0
"""The record id under which this page begins a new application."""

#: Names of the rules' fields on the form, where the form has others.
_FIELD_NAMES = {
    "triggers": "road_answers",
    "papers": "papers_in",
    "contractor_name": "contractor_id",
    "in_district": "outside",
    "law_answers": "",
}
_MAY_SUBMIT = frozenset({ApplicationState.DRAFT, ApplicationState.INCOMPLETE})


class ApplicationFormPage(RecordPage):
    """Takes a new application (record ``NEW``) or goes on with one that is not decided yet."""

    help_topic = "applications"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="New application", subtitle="")
        self.frame: FormFrame[ApplicationForm] | None = None
        self._id: int | None = None
        self._version = 0
        self._base = ApplicationDraft()
        self._may_submit = True
        self._parcels = ParcelFinder(context.ws)
        self._contractors = ContractorFinder(context.ws)
        self._lookups = (self._parcels.lookup(), self._contractors.lookup(self._add_contractor))
        self._source: FormSource | None = None
        self._asking: FormDialog[ContractorDraft] | None = None
        self.submit_action = self.add_page_action(
            "S&ubmit application",
            self.submit,
            key="submit",
            icon_name="check",
            primary=True,
            tip="Submit the application (Ctrl+Enter)",
        )
        self.save_action = self.add_page_action(
            "&Save draft", self.save_draft, key="save-draft", shortcut="Ctrl+S", icon_name="save"
        )

    # What the window calls

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Begin a new application, or show the form of one."""
        wanted = None if record_id == NEW else record_id
        if self.frame is not None and self._id == wanted and self.frame.view.is_dirty():
            return  # what is typed stays; going back and forth loses nothing
        self._id = wanted
        self._read()
        self._show()

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; otherwise the page asks."""
        return self.frame is None or self.frame.may_leave()

    def take_focus(self) -> None:
        """The keyboard starts in the first field that is still needed."""
        if self.frame is not None and not self.frame.offer.isVisible():
            self.frame.view.focus_first()

    # Building

    def _read(self) -> None:
        context = self.context
        if self._id is None:
            self._base = ApplicationDraft(received_on=context.clock.today(), received_by=context.ws.actor)
            self._version, self._may_submit = 0, True
            self.set_title("New application", "Only a property or an owner is needed to save a draft.")
        else:
            view = application_view(context.ws, application_id=self._id)
            self._base, self._version = view.draft, view.version
            self._may_submit = view.state in _MAY_SUBMIT
            self.set_title(view.number or "Draft application", f"{view.state.label} · {view.draft.location}")
        self.submit_action.setVisible(self._may_submit)
        self.save_action.setText("&Save draft" if self._id is None or self._may_submit else "&Save changes")
        self._parcels.read()
        self._contractors.read()

    def _show(self) -> None:
        """Show what was read. The form is built anew only where the law, the classes or the fees have changed."""
        source = self._form_source()
        form = form_of_draft(self._base, source.law)
        if self.frame is not None and source == self._source:
            self.frame.go_to_record(form, draft_key=self._draft_key())
            return
        self._source = source
        self.frame = self._build(source)
        self.frame.open(form)

    def _form_source(self) -> FormSource:
        ws = self.context.ws
        parcels, contractors = self._lookups
        return FormSource(
            law=law_of(ws),
            parcels=parcels,
            contractors=contractors,
            account_classes=tuple(Choice(row.code, row.title, row.code) for row in rate_classes(ws)),
            rates=fee_rates(ws),
            certification=certification(ws),
            calendar=calendar_of(ws),
        )

    def _build(self, source: FormSource) -> FormFrame[ApplicationForm]:
        context = self.context
        if self.frame is not None:
            self.body.removeWidget(self.frame)
            self.frame.hide()
            self.frame.deleteLater()
        frame = FormFrame(
            application_form(source),
            editor_context(context),
            saving=Saving(save=self._save_shown, reload=self._reload),
            drafts=draft_home(context, self._draft_key()),
            save_keys=("Ctrl+Return", "Ctrl+Enter", "F10"),
            parent=self.body.parentWidget(),
        )
        frame.saved.connect(self._done)
        frame.leave_allowed.connect(context.navigator.back)
        parcel = frame.view.editor("parcel_id")
        if isinstance(parcel, LookupEditor):
            parcel.picked.connect(self._take_parcel)
        self.body.addWidget(frame, 1)
        return frame

    def _draft_key(self) -> str:
        return f"application/{'new' if self._id is None else self._id}"

    # Saving

    @Slot()
    def submit(self) -> None:
        """Submit the application if nothing is missing; else say what is."""
        if self.frame is not None:
            self.frame.save()

    @Slot()
    def save_draft(self) -> None:
        """Keep what is typed as far as it can be read, complete or not."""
        frame = self.frame
        if frame is None:
            return
        try:
            self._save_form(frame.view.draft())
        except FieldErrors as problem:
            frame.view.show_errors(_on_form(problem.errors))
            return
        except SewerdeskError as problem:
            frame.view.show_errors({"": problem.message})
            return
        frame.view.mark_saved()
        OfficeDraftStore(self.context.ws).delete(self._draft_key())
        self._done(self._id)

    def _save_shown(self, form: ApplicationForm) -> object:
        """Submit what is not decided yet; of what is submitted already, save the changes."""
        return self._submit_form(form) if self._may_submit else self._save_form(form)

    def _submit_form(self, form: ApplicationForm) -> object:
        self._id = self._naming(submit_application, form)
        return self._id

    def _save_form(self, form: ApplicationForm) -> object:
        key = self._draft_key()
        self._id = self._naming(save_application_draft, form)
        if key != self._draft_key():
            OfficeDraftStore(self.context.ws).delete(key)
        return self._id

    def _naming(self, save: Callable[..., int], form: ApplicationForm) -> int:
        """Save through a service; what it finds missing is said under the form's own names."""
        try:
            return save(
                self.context.ws,
                draft=draft_of_form(form, self._base),
                application_id=self._id,
                expected_version=self._version if self._id is not None else None,
                files=form.files,
            )
        except FieldErrors as problem:
            raise FieldErrors(_on_form(problem.errors)) from problem

    def _reload(self) -> ApplicationForm:
        self._read()
        return form_of_draft(self._base, law_of(self.context.ws))

    @Slot(object)
    def _done(self, application_id: int | None) -> None:
        if application_id is None:
            return
        view = application_view(self.context.ws, application_id=application_id)
        self.context.toasts.show(
            f"Saved {view.number or 'the draft'} for {view.draft.owner_name or view.draft.location}."
        )
        self.context.navigator.open(Route("permits", application_id))

    # Filling in

    @Slot(object)
    def _take_parcel(self, option: Option) -> None:
        """Fill in the property and the owner of record from the parcel picked."""
        row = self._parcels.row(option.id)
        if row is None or self.frame is None:
            return
        parcel = parcel_view(self.context.ws, parcel_id=row.id)
        owner = parcel.owner.party if parcel.owner else None
        values: dict[str, object] = {
            "print_key": row.print_key,
            "location": row.location,
            "outside": not row.in_district,
        }
        if owner is not None:
            values |= {
                "owner_name": owner.name,
                "owner_mailing": owner.address.one_line,
                "owner_phone": owner.phone,
                "owner_email": owner.email,
            }
        for name, value in values.items():
            self.frame.view.editor(name).set_value(value)
        self.frame.view.changed.emit()

    def _add_contractor(self, typed: str) -> Option | None:
        """Let the clerk register a contractor; it is picked when the form over this one is saved."""
        self._asking = open_form(
            self,
            self.context,
            CONTRACTOR_FORM,
            title="New contractor",
            verb="Register contractor",
            save=self._register,
            then=self._pick_contractor,
            draft=ContractorDraft(name=typed),
        )
        return None

    def _register(self, draft: ContractorDraft) -> object:
        return register_contractor(self.context.ws, draft=draft)

    @Slot(object)
    def _pick_contractor(self, contractor_id: int) -> None:
        self._asking = None
        self._contractors.read()
        if self.frame is not None:
            editor = self.frame.view.editor("contractor_id")
            editor.set_value(contractor_id)
            editor.changed.emit()
            editor.focus()


def _on_form(errors: Mapping[str, str]) -> dict[str, str]:
    """The same sentences under the names that the form has for the fields."""
    return {_FIELD_NAMES.get(name, name): sentence for name, sentence in errors.items()}
