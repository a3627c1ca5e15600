"""Printing a run's bills in a chosen order, from any piece on after a paper jam, and the list of what is mailed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.bill_order import FORMS, ORDERS, BillForm, BillOrder
from sewerdesk.domain.runviews import PostedRun
from sewerdesk.services.bill_cards import bills_of_form
from sewerdesk.services.bill_files import bills_from_piece, check_bill_pieces
from sewerdesk.services.board_packets import board_packet_file
from sewerdesk.services.exports import ListFile
from sewerdesk.services.mailing_lists import mailing_list
from sewerdesk.services.office_settings import billing_settings
from sewerdesk.services.report_files import report_pdf_file
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.progress import NowAndThen
from sewerdesk.ui.screens.opening import preview_pdf
from sewerdesk.ui.screens.record_acts import RecordActs

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class PrintForm:
    """In which order, and from which piece through which; empty ones mean all."""

    form: BillForm | None = BillForm.LETTER
    order: BillOrder | None = BillOrder.ZIP
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class ListForm:
    """In which order the list is."""

    order: BillOrder | None = BillOrder.ZIP


_ORDER = FieldSpec(
    "order",
    "Order",
    FieldKind.CHOICE,
    required=True,
    choices=tuple(Choice(one, one.label) for one in ORDERS),
)
_FORM = FieldSpec(
    "form",
    "Form",
    FieldKind.CHOICE,
    required=True,
    choices=tuple(Choice(one, one.label) for one in FORMS),
    help="A postcard shows its bill to everybody and has no stub; bills that do not fit one go as letters.",
)


def _is_letter(form: PrintForm, _state: str) -> bool:
    return form.form is BillForm.LETTER


PRINT_FORM: FormSpec[PrintForm] = FormSpec(
    PrintForm,
    (
        Section("", (_FORM, _ORDER)),
        Section(
            "Pieces",
            (
                FieldSpec(
                    "first",
                    "From piece",
                    FieldKind.WHOLE,
                    minimum=1,
                    visible_when=_is_letter,
                    help="After a paper jam, the first one to print again; the mailing list numbers them. Empty prints "
                    "from the first.",
                ),
                FieldSpec(
                    "last",
                    "Through piece",
                    FieldKind.WHOLE,
                    minimum=1,
                    visible_when=_is_letter,
                    help="Empty prints to the end.",
                ),
            ),
        ),
    ),
    verb="show the bills",
)
LIST_FORM: FormSpec[ListForm] = FormSpec(ListForm, (Section("", (_ORDER,)),), verb="show the list")


@dataclass(frozen=True, slots=True)
class _Bills:
    """The job: the bills of a run in the form, the order and the pieces that were asked for."""

    ws: "Workspace"
    run_id: int
    form: PrintForm
    title: ClassVar[str] = "Making the bills"

    def __call__(self, reporter: Reporter) -> ListFile:
        form, order, progress = self.form.form, self.form.order or BillOrder.ZIP, NowAndThen(reporter)
        if form is None or form is BillForm.LETTER:
            first, last = self.form.first, self.form.last
            return bills_from_piece(
                self.ws, run_id=self.run_id, order=order, first=first, last=last, progress=progress
            )
        file = bills_of_form(self.ws, run_id=self.run_id, order=order, form=form, progress=progress)
        return ListFile(file.file_name, file.content)


@dataclass(frozen=True, slots=True)
class _List:
    """The job: the list of what a run mails."""

    ws: "Workspace"
    run_id: int
    order: BillOrder
    title: ClassVar[str] = "Making the mailing list"

    def __call__(self, reporter: Reporter) -> ListFile:
        reporter.step(0, 0, "Reading the bills …")
        report = mailing_list(self.ws, run_id=self.run_id, order=self.order)
        reporter.step(0, 0, f"Drawing {report.count_words} …")
        return report_pdf_file(self.ws, report=report, progress=reporter.step)


@dataclass(frozen=True, slots=True)
class _Packet:
    """The job: the paper for the Board about a run."""

    ws: "Workspace"
    run_id: int
    title: ClassVar[str] = "Making the board packet"

    def __call__(self, reporter: Reporter) -> ListFile:
        reporter.step(0, 0, "Adding up …")
        return board_packet_file(self.ws, run_id=self.run_id, progress=reporter.step)


class PrintActs(RecordActs[PostedRun]):
    """The actions of the run shown that print."""

    gone = "No run is chosen. Choose it in the list."

    def __init__(self, page: QWidget, context: "UiContext", shown: Callable[[], PostedRun | None]) -> None:
        super().__init__(page, context, shown=shown)
        makers = (
            ("&Print bills…", self.print_bills, "print-bills", "printer"),
            ("Mailing &list…", self.show_list, "mailing-list", "send"),
            ("B&oard packet", self.show_packet, "board-packet", "landmark"),
        )
        self.all: Sequence[QAction] = [
            self._action(text, slot, key, icon_name=picture) for text, slot, key, picture in makers
        ]

    @Slot()
    def print_bills(self) -> None:
        """Ask for the order and the pieces, then show these bills for printing."""
        run = self._shown()
        if run is None:
            return
        self._ask(
            PRINT_FORM,
            PrintForm(form=billing_settings(self._context.ws).bill_form),
            title=f"Print the bills of {run.quarter.label}",
            verb="Show the bills",
            save=self._bills,
            then=self._make,
            explanation="Bills keep their numbers and pages however often and in whatever order they are printed.",
        )

    def _bills(self, form: PrintForm) -> _Bills:
        """What is to be made; pieces that the file does not have are told in the form."""
        run_id = self._view().run_id
        if _is_letter(form, ""):
            check_bill_pieces(self._context.ws, run_id=run_id, first=form.first, last=form.last)
        return _Bills(self._context.ws, run_id, form)

    @Slot()
    def show_list(self) -> None:
        """Ask for the order, then show the list of what is mailed."""
        run = self._shown()
        if run is None:
            return
        self._ask(
            LIST_FORM,
            ListForm(),
            title=f"Mailing list of {run.quarter.label}",
            verb="Show the list",
            save=self._list,
            then=self._make,
        )

    def _list(self, form: ListForm) -> _List:
        return _List(self._context.ws, self._view().run_id, form.order or BillOrder.ZIP)

    @Slot()
    def show_packet(self) -> None:
        """Make the paper for the Board, then show it."""
        run = self._shown()
        if run is not None:
            self._make(_Packet(self._context.ws, run.run_id))

    @Slot(object)
    def _make(self, job: _Bills | _List | _Packet) -> None:
        """Make a paper off the window's thread, then show it."""
        self._context.jobs.start(job, title=job.title, receiver=self._on_file, parent=self._page.window())

    @Slot(object)
    def _on_file(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self._context.prompter, outcome.error)
        elif isinstance(outcome.result, ListFile):
            file = outcome.result
            title = file.file_name.removesuffix(".pdf")
            preview_pdf(self._page, self._context, file.content, title=title, file_name=file.file_name)
