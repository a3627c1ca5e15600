"""Another service's bill put right: its amount and volume with the reason, and which bills rest on it."""

from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.otherbills import OtherBillRow
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.wording import join_words
from sewerdesk.services.other_bills import correct_other_bill
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width


@dataclass(frozen=True, slots=True)
class PutRightForm:
    """The amount in dollars, the volume in the bill's own unit or none, and why."""

    amount: Decimal | None = None
    use: Decimal | None = None
    reason: str = ""


def put_right_form(unit: str) -> FormSpec[PutRightForm]:
    """The form; the volume is in the bill's unit."""
    return FormSpec(
        PutRightForm,
        (
            Section(
                "",
                (
                    FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, minimum=0),
                    FieldSpec("use", "Volume", FieldKind.DECIMAL, unit=unit, minimum=0),
                    FieldSpec("reason", "Why", required=True, max_len=120, width=Width.LINE),
                ),
            ),
        ),
        verb="put the bill right",
    )


@dataclass(frozen=True, slots=True)
class PutRight:
    """Puts one bill right; the sentence about the bills that were made by the old amount, or nothing."""

    ws: Workspace
    row: OtherBillRow

    def __call__(self, form: PutRightForm) -> str:
        """Save it."""
        assert form.amount is not None
        bills = correct_other_bill(
            self.ws,
            bill_id=self.row.bill_id,
            amount=form.amount,
            use=form.use,
            unit=VolumeUnit(self.row.unit),
            reason=form.reason,
        )
        if not bills:
            return f"The {self.row.service} bill of account {self.row.account} was put right."
        return f"{join_words(bills)} was made by the old amount. Correct it on the account's page."
