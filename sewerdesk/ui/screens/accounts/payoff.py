"""The payoff letter of the account shown: the form of the request, and the letter shown as soon as it is issued."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.money import format_money
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.payoff import PayoffRequest
from sewerdesk.domain.registers import AccountView
from sewerdesk.services.payoffs import issue_payoff
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.accounts.acting import AccountActing
from sewerdesk.ui.screens.opening import preview_paper

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class PayoffForm:
    """A request as typed."""

    requested_by: str = ""
    address: str = ""
    file_no: str = ""
    good_through: date | None = None
    closing_on: date | None = None
    seller: str = ""
    buyer: str = ""

    @property
    def request(self) -> PayoffRequest:
        """The request, its address line by line."""
        return PayoffRequest(
            requested_by=self.requested_by,
            good_through=self.good_through,
            address=tuple(self.address.splitlines()),
            file_no=self.file_no,
            closing_on=self.closing_on,
            seller=self.seller,
            buyer=self.buyer,
        )


PAYOFF_FORM = FormSpec(
    PayoffForm,
    (
        Section(
            "Who asks",
            (
                FieldSpec("requested_by", "Requested by", required=True, max_len=80),
                FieldSpec(
                    "address",
                    "Address",
                    FieldKind.NOTES,
                    max_len=200,
                    rows=3,
                    help="Street, city, state and ZIP.",
                ),
                FieldSpec("file_no", "Their file no.", max_len=40, width=Width.PHONE),
            ),
        ),
        Section(
            "The closing",
            (
                FieldSpec(
                    "good_through",
                    "Good through",
                    FieldKind.DATE,
                    required=True,
                    help="The last day on which the figure must be good.",
                ),
                FieldSpec("closing_on", "Closing on", FieldKind.DATE),
                FieldSpec("seller", "Seller", max_len=80),
                FieldSpec("buyer", "Buyer", max_len=80),
            ),
        ),
    ),
    verb="issue it",
)


class AccountPayoff(AccountActing):
    """The action of writing a payoff letter on the account shown; ``done`` is emitted after it."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], AccountView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self.letter = self._action(
            "Payoff letter…",
            self.open_form,
            "payoff",
            shortcut="Ctrl+Shift+Y",
            icon_name="landmark",
            tip="What is owed through a day, for a title search or a closing",
        )

    @Slot()
    def open_form(self) -> None:
        """Ask who asks and through which day the figure must be good."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            PAYOFF_FORM,
            title=f"Payoff letter for {view.row.number}",
            verb="Issue the letter",
            save=self._issue,
            then=self._issued,
            draft=PayoffForm(seller=view.row.name),
            explanation=f"The account owes {format_money(view.row.balance)} today. The letter adds what late payment "
            "adds until then, and names what is open on the parcel.",
            keep_as=f"account/{view.row.id}/payoff",
        )

    def _issue(self, form: PayoffForm) -> object:
        view = self._view()
        return issue_payoff(self._context.ws, account_id=view.row.id, request=form.request)

    @Slot(object)
    def _issued(self, paper: PaperRow) -> None:
        self.done.emit()
        self._context.toasts.show(f"{paper.number} is issued.")
        preview_paper(self._page, self._context, paper.id)
