"""What the rates page does beside rates: charge codes, classes, fees, other services' bills, off-season averages."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.otherbills import OtherBillRow
from sewerdesk.domain.rateforms import FeeForm, RateClassForm
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.wording import count
from sewerdesk.services.law import law_of
from sewerdesk.services.other_bills import remove_other_bill
from sewerdesk.services.rates import RateClassView, rate_book
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.screens.opening import open_form, show_dialog
from sewerdesk.ui.screens.rates.basis_tab import (
    IMPORT_FORM,
    LISTS,
    SEASON_FORM,
    ImportForm,
    ImportList,
    MadeSheet,
    MakeSheet,
    SeasonDialog,
)
from sewerdesk.ui.screens.rates.other_bills import PutRight, PutRightForm, put_right_form
from sewerdesk.ui.screens.rates.saving import AdoptFee, SaveCharge, SaveClass
from sewerdesk.ui.screens.rates.specs import CLASS_FORM, ChargeForm, charge_form, fee_form

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class RateActs(QObject):
    """Opens the forms over ``page``; ``saved`` is emitted when the page is to be read again."""

    saved = Signal()

    def __init__(self, context: "UiContext", page: QWidget) -> None:
        super().__init__(page)
        self.context, self.page = context, page
        self.season: SeasonDialog | None = None

    @Slot()
    def new_charge(self) -> None:
        """Enter a charge code."""
        order = max((one.order for one in rate_book(self.context.ws).charge_codes), default=0) + 1
        self._charge_dialog(ChargeForm(order=order), is_new=True)

    @Slot(object)
    def edit_charge(self, row: ChargeCode) -> None:
        """Change a charge code, or end it."""
        self._charge_dialog(
            ChargeForm(row.code, row.title, row.fund, row.revenue_code, row.order, row.purpose, row.ended_on),
            is_new=False,
        )

    def _charge_dialog(self, draft: ChargeForm, *, is_new: bool) -> None:
        open_form(
            self.page,
            self.context,
            charge_form(is_new=is_new),
            title="New charge code" if is_new else f"Charge code {draft.code}",
            verb="Save",
            save=SaveCharge(self.context.ws),
            then=self.on_saved,
            draft=draft,
            explanation="Bills already posted keep the fund and revenue code they were booked to.",
        )

    @Slot()
    def new_class(self) -> None:
        """Enter a rate class."""
        self._class_dialog(RateClassForm())

    @Slot(object)
    def edit_class(self, row: RateClassView) -> None:
        """Give a rate class another title."""
        self._class_dialog(RateClassForm(row.code, row.title))

    def _class_dialog(self, draft: RateClassForm) -> None:
        open_form(
            self.page,
            self.context,
            CLASS_FORM,
            title=f"Rate class {draft.code}" if draft.code else "New rate class",
            verb="Save",
            save=SaveClass(self.context.ws),
            then=self.on_saved,
            draft=draft,
        )

    @Slot()
    def adopt_fee(self) -> None:
        """Adopt a one-time fee."""
        law = law_of(self.context.ws)
        classes = {one.key: one.name for one in law.permit_classes}
        codes = rate_book(self.context.ws).charge_codes
        open_form(
            self.page,
            self.context,
            fee_form(law.fee_kinds, codes, classes),
            title="Adopt a fee",
            verb="Adopt fee",
            save=AdoptFee(self.context),
            then=self.on_saved,
            draft=FeeForm(class_key=""),
            explanation="The same fee from before ends on the day on which this one begins.",
        )

    @Slot(object)
    def on_saved(self, _result: object) -> None:
        """Something was saved."""
        self.saved.emit()

    @Slot()
    def import_list(self) -> None:
        """Enter another service's bills from a list."""
        path = self.context.prompter.choose_file("Choose the list of bills", kinds=LISTS)
        if path is None:
            return
        open_form(
            self.page,
            self.context,
            IMPORT_FORM,
            title=f"Bills of {path.name}",
            verb="Enter bills",
            save=ImportList(self.context.ws, path),
            then=self._on_list,
            draft=ImportForm(period=Quarter.of(self.context.clock.today()).code),
            explanation="All rows are entered or none. A bill that was entered before is replaced.",
        )

    @Slot(object)
    def _on_list(self, entered: object) -> None:
        if isinstance(entered, int):
            self.context.toasts.show(f"{count(entered, 'bill')} entered.")
        self.saved.emit()

    @Slot(object)
    def put_right(self, row: OtherBillRow) -> None:
        """Put the amount or the volume of another service's bill right."""
        open_form(
            self.page,
            self.context,
            put_right_form(row.unit),
            title=f"The {row.service} bill of {row.billed_on:%m/%d/%Y}, account {row.account}",
            verb="Put right",
            save=PutRight(self.context.ws, row),
            then=self._on_put_right,
            draft=PutRightForm(row.amount, row.use),
            explanation="Bills that were posted keep the amount that they were made from until they are corrected.",
        )

    @Slot(object)
    def _on_put_right(self, told: object) -> None:
        if isinstance(told, str):
            self.context.toasts.show(told)
        self.saved.emit()

    def take_out(self, row: OtherBillRow) -> None:
        """Take out another service's bill that was entered by mistake."""
        reason = self.context.prompter.ask_text(
            f"Take out the {row.service} bill of {row.billed_on:%m/%d/%Y}, account {row.account}?",
            label="Reason",
            done="Take out",
            cancel="Keep it",
            detail="A bill that was made from it stops this.",
        )
        if reason is None:
            return
        try:
            remove_other_bill(self.context.ws, bill_id=row.bill_id, reason=reason)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        self.saved.emit()

    @Slot()
    def make_sheet(self) -> None:
        """Make the worksheet of off-season averages, to review it."""
        open_form(
            self.page,
            self.context,
            SEASON_FORM,
            title="Off-season averages",
            verb="Make worksheet",
            save=MakeSheet(self.context.ws, self.context.clock.today()),
            then=self._on_sheet,
            explanation="From posted bills; nothing is kept until the worksheet was reviewed.",
        )

    @Slot(object)
    def _on_sheet(self, sheet: object) -> None:
        if isinstance(sheet, MadeSheet):
            self.season = SeasonDialog(self.context, sheet, self.page.window())
            show_dialog(self.season)
