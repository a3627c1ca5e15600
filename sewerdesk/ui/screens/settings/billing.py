"""How the office bills: each figure that a law or resolution sets is asked together with its authority."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.services.law import law_of
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.settings.billing_form import BillingDraft, billing_form, draft_of, settings_of
from sewerdesk.ui.screens.settings.section import FormSection

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class BillingSection(FormSection[BillingDraft]):
    """Days to pay, penalty, tax roll, payments, readings, and what every bill says."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            key="billing",
            title="Billing",
            sentence="What a law or resolution sets stays empty until you enter it with its authority. "
            "Bills already posted keep what they were printed with.",
            spec=billing_form(law_of(context.ws), context.clock.today()),
            read=self._read_settings,
            save=self._save_settings,
            saved_words="The billing settings were saved; the next run uses them.",
        )
        self.add_action(
            "Ra&tes and fees",
            self.open_rates,
            key="rates",
            icon_name="scale",
            tip="What is charged: rate classes, their rates, and the fee schedule",
        )

    @Slot()
    def open_rates(self) -> None:
        """Go to the rates and the fee schedule."""
        self.context.navigator.open(Route("rates"))

    def _read_settings(self) -> BillingDraft:
        return draft_of(billing_settings(self.context.ws))

    def _save_settings(self, draft: BillingDraft) -> object:
        # What is not asked here, such as the envelope chosen under Printing, stays as it is saved now.
        settings = settings_of(draft, billing_settings(self.context.ws))
        save_billing_settings(self.context.ws, settings=settings)
        return settings
