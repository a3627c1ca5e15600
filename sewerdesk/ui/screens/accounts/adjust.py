"""Adjusting what an account owes: the form, and its slip shown as soon as it is posted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.money_acts import ActRow
from sewerdesk.domain.registers import AccountView
from sewerdesk.services.act_slips import slip_file
from sewerdesk.services.adjustments import post_adjustment
from sewerdesk.services.payment_settings import payment_settings
from sewerdesk.services.people import people
from sewerdesk.services.rates import rate_book
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.accounts.acting import AccountActing
from sewerdesk.ui.screens.opening import preview_paper

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

LOWER, RAISE, WAIVE = "lower", "raise", "waive"
_WAYS = (
    Choice(LOWER, "Lower what is owed"),
    Choice(RAISE, "Add to what is owed"),
    Choice(WAIVE, "Waive a charge or penalty", "Needs the Board's resolution"),
)


@dataclass(frozen=True, slots=True)
class AdjustForm:
    """An adjustment as typed."""

    way: str | None = LOWER
    amount: Decimal | None = None
    reason: str | None = None
    note: str = ""
    charge_code: str | None = None
    bill: str = ""
    on: date | None = None
    requested_by: str = ""
    approved_by: str = ""
    minute: str = ""
    files: tuple[Path, ...] = ()

    def draft(self, account: str, today: date) -> AdjustmentDraft:
        """The adjustment with its sign."""
        amount = self.amount or ZERO
        return AdjustmentDraft(
            account=account,
            amount=amount if self.way == RAISE else -amount,
            reason=self.reason or "",
            requested_by=self.requested_by,
            on=self.on or today,
            note=self.note,
            charge_code=self.charge_code or "",
            bill=self.bill.strip(),
            waiver=self.way == WAIVE,
            approved_by=self.approved_by,
            minute=self.minute,
            files=self.files,
        )


def adjust_form(reasons: Sequence[str], codes: Sequence[tuple[str, str]]) -> FormSpec[AdjustForm]:
    """The form with the office's reasons and charge codes."""
    what = (
        FieldSpec("way", "What to do", FieldKind.CHOICE, required=True, choices=_WAYS),
        FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, minimum=Decimal("0.01")),
        FieldSpec(
            "reason",
            "Reason",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(reason, reason) for reason in reasons),
        ),
        FieldSpec("note", "More about it", FieldKind.NOTES, max_len=150, rows=2),
        FieldSpec(
            "charge_code",
            "Charge code",
            FieldKind.CHOICE,
            choices=tuple(Choice(code, f"{code} {title}") for code, title in codes),
            help="A credit goes to charges of this code first; a waiver of a penalty needs its code.",
        ),
        FieldSpec("bill", "Bill", max_len=30, width=Width.PHONE),
        FieldSpec("on", "Date of effect", FieldKind.DATE, required=True),
    )
    who = (
        FieldSpec("requested_by", "Requested by", required=True, max_len=80),
        FieldSpec(
            "approved_by",
            "Approved by",
            max_len=80,
            help="Left empty, it is listed until somebody else approves it.",
        ),
        FieldSpec("minute", "Board resolution or minute", max_len=120, help="A waiver needs it."),
        FieldSpec("files", "Papers", FieldKind.ATTACHMENTS),
    )
    return FormSpec(AdjustForm, (Section("Adjustment", what), Section("Who decided", who)), verb="post it")


class AccountAdjusting(AccountActing):
    """The action of adjusting the account shown; ``done`` is emitted after it."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], AccountView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self.adjust = self._action("Adjust…", self.open_form, "adjust", icon_name="scale")

    @Slot()
    def open_form(self) -> None:
        """Ask what is to be changed and why."""
        view = self._shown()
        if view is None:
            return
        ws = self._context.ws
        codes = [(code.code, code.title) for code in rate_book(ws).charge_codes]
        acting = next((person.name for person in people(ws) if person.works_now), "")
        self._ask(
            adjust_form(payment_settings(ws).adjustment_reasons, codes),
            title=f"Adjust {view.row.number}",
            verb="Post the adjustment",
            save=self._post,
            then=self._posted,
            draft=AdjustForm(on=self._context.clock.today(), requested_by=acting),
            explanation=f"The account owes {format_money(view.row.balance)}. A numbered slip is made at once.",
        )

    def _post(self, form: AdjustForm) -> object:
        view = self._view()
        draft = form.draft(view.row.number, self._context.clock.today())
        return post_adjustment(self._context.ws, draft=draft)

    @Slot(object)
    def _posted(self, act: ActRow) -> None:
        self.done.emit()
        self._context.toasts.show(f"{act.number} for {format_money(act.total)} is posted.")
        preview_paper(self._page, self._context, slip_file(self._context.ws, act_id=act.id).row.id)
