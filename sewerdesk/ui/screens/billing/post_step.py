"""Last step: exactly what posting will do, in figures."""

from PySide6.QtWidgets import QVBoxLayout

from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billtotals import ChargeTotal
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import RunLook
from sewerdesk.domain.wording import count
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.screens.billing.review_step import secondary
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.key_values import KeyValueGrid


class PostStep(WizardStep):
    """Nothing to enter: the act is on the button."""

    def __init__(self) -> None:
        super().__init__("Post")
        self.banners = BannerArea()
        self.facts = KeyValueGrid(columns=3)
        self.charges = KeyValueGrid(columns=3)
        card = Card("This is what will be posted")
        card.body.addWidget(self.facts)
        by_charge = Card("By charge, for the journal")
        by_charge.body.addWidget(self.charges)
        words = (
            "A verified backup is made first. Then all bills, their lines and the ledger's entries are written "
            "together, or none of them. Posted bills are never changed; a mistake is corrected by another entry. The "
            "bills are printed on the next page."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self.banners)
        column.addWidget(card)
        column.addWidget(by_charge)
        column.addWidget(secondary(words))
        column.addStretch(1)

    def first_focus(self) -> None:
        """The keyboard stays on the wizard's button, which posts."""

    def show_run(self, setup: RunSetup, look: RunLook) -> None:
        """Show what will be posted."""
        preview = look.preview
        held, skipped = preview.of_kind(OutcomeKind.HELD), preview.of_kind(OutcomeKind.SKIPPED)
        warnings = len(preview.findings)
        self.facts.set_pairs(
            (
                (
                    "Quarter",
                    f"{setup.quarter.label}, {setup.quarter.start:%m/%d/%Y} to {setup.quarter.end:%m/%d/%Y}",
                ),
                ("Bill date", f"{setup.bill_date:%m/%d/%Y}"),
                ("Due date", f"{setup.due_date:%m/%d/%Y}"),
                ("Bills", f"{len(preview.bills):,}"),
                ("Total of this quarter", format_money(preview.total)),
                ("Readings through", f"{setup.read_through:%m/%d/%Y}"),
                ("Held", f"{len(held):,}"),
                ("Skipped", f"{len(skipped):,}"),
                ("Warnings read", f"{warnings:,}"),
            )
        )
        self.charges.set_pairs(tuple((total.title, _charge_words(total)) for total in preview.by_charge))


def _charge_words(total: ChargeTotal) -> str:
    where = f"fund {total.fund}, revenue code {total.revenue_code}"
    return f"{format_money(total.amount)} on {count(total.count, 'bill')}, {where}"
