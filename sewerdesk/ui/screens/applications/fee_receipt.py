"""The fees of an application, receipted at the counter: one receipt for all that is open, or for a part of it."""

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.applications import FeeLine
from sewerdesk.domain.counter import ApplicationPage
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import PostedBatch
from sewerdesk.domain.receipts import Purpose, ReceiptLine
from sewerdesk.services.receipt_pages import receipt_file
from sewerdesk.ui.screens.applications.acts import Acts
from sewerdesk.ui.screens.opening import preview_paper
from sewerdesk.ui.screens.payments.counter import PAYMENT_FORM, PaymentForm, receipt_of, say_taken, take

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class FeeReceipt(Acts):
    """Takes the fees of the application shown (F8)."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ApplicationPage | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self.action = self._action(
            "Receip&t the fees…", self.receipt, "receipt-fees", shortcut="F8", icon_name="wallet"
        )
        self.follow(None)

    def follow(self, page: ApplicationPage | None) -> None:
        """Offer it while a fee is unpaid."""
        self.action.setVisible(page is not None and bool(_open_fees(page)))

    @Slot()
    def receipt(self) -> None:
        """Open the form with what is unpaid."""
        page = self._shown()
        if page is None or not _open_fees(page):
            return
        fees = _open_fees(page)
        listed = "; ".join(f"{fee.label} {format_money(fee.open_amount)}" for fee in fees)
        self._ask(
            PAYMENT_FORM,
            PaymentForm(
                amount=_total(fees),
                payer=page.view.draft.applicant_name or page.view.draft.owner_name,
                received_on=self._context.clock.today(),
            ),
            title=f"Fees of {self._name()}",
            verb="Receipt the fees",
            save=self._take,
            then=self._taken,
            explanation=f"{listed}. A receipt is numbered and posted at once.",
        )

    def _take(self, form: PaymentForm) -> object:
        page = self._shown()
        lines = spread(_open_fees(page) if page is not None else (), form.amount or ZERO)
        return take(self._context, receipt_of(form, lines, today=self._context.clock.today()))

    @Slot(object)
    def _taken(self, posted: PostedBatch) -> None:
        say_taken(self._context, posted)
        with self._failures_shown():
            paper = receipt_file(self._context.ws, receipt_id=posted.receipts[0].id)
            preview_paper(self._page, self._context, paper.row.id)


def spread(fees: tuple[FeeLine, ...], amount: Decimal) -> tuple[ReceiptLine, ...]:
    """The lines of a receipt: the fees in their order until the money is used up.

    ``FieldErrors`` where more is paid than the fees come to: a fee has no credit that the rest could go to.
    """
    if amount > _total(fees):
        raise FieldErrors(
            {"amount": f"The fees come to {format_money(_total(fees))}. Receipt no more than that."}
        )
    lines, rest = [], amount
    for fee in fees:
        part = min(rest, fee.open_amount)
        if part > 0:
            lines.append(ReceiptLine(Purpose.FEE, str(fee.line_id), part))
            rest -= part
    return tuple(lines)


def _open_fees(page: ApplicationPage) -> tuple[FeeLine, ...]:
    return tuple(fee for fee in page.view.fees if fee.line_id is not None and fee.open_amount > 0)


def _total(fees: tuple[FeeLine, ...]) -> Decimal:
    return sum((fee.open_amount for fee in fees), ZERO)
