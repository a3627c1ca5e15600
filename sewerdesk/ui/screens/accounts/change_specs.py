"""Forms of what changes an account or makes a bill of it: owner, status, an address for a time, a single bill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.accountchanges import (
    AlternateDraft,
    ClosingReading,
    LeftBalance,
    OwnerDraft,
    StatusDraft,
    UnitsDraft,
)
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.registers import AddressFields, MeterView, PartyDraft
from sewerdesk.ui.forms.address import ADDRESS_FIELDS
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width

MOST_METERS = 3
"""So many closing readings the form of a sale takes; an account with more is changed meter by meter."""
_DATES = (
    FieldSpec("bill_date", "Bill date", FieldKind.DATE, required=True),
    FieldSpec(
        "due_date", "Due date", FieldKind.DATE, help="Left empty, the office's own days to pay are counted."
    ),
)
_REASON = FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=300, rows=3)


@dataclass(frozen=True, slots=True)
class OwnerForm(PartyDraft):
    """A sale as typed; closing readings in the order of the account's meters."""

    on: date | None = None
    closing_1: Decimal | None = None
    closing_2: Decimal | None = None
    closing_3: Decimal | None = None
    estimated: bool = False
    bill_date: date | None = None
    due_date: date | None = None
    reason: str = ""
    left: LeftBalance | None = LeftBalance.STAYS
    move_to: str = ""
    move_authority: str = ""

    def draft(self, meters: Sequence[MeterView]) -> OwnerDraft:
        """The sale with a closing reading for each meter."""
        values = (self.closing_1, self.closing_2, self.closing_3)
        closing = tuple(
            ClosingReading(meter.id, value, self.estimated)
            for meter, value in zip(meters, values, strict=False)
            if value is not None
        )
        left = self.left or LeftBalance.STAYS
        return OwnerDraft(self.on, self.party, closing, self.reason, left, self.move_to, self.move_authority)


def _is_moved(form: OwnerForm, _state: str) -> bool:
    return form.left is LeftBalance.MOVED


_LEFT_BALANCE = Section(
    "What the seller leaves unpaid, or as a credit",
    (
        FieldSpec(
            "left",
            "The balance",
            FieldKind.CHOICE,
            required=True,
            choices=(
                Choice(LeftBalance.STAYS, "Stays with the property"),
                Choice(LeftBalance.MOVED, "Goes to another account of the seller"),
            ),
            help="Sewer rents are a lien on the property (General Municipal Law 452).",
        ),
        FieldSpec(
            "move_to", "To account", required=True, max_len=20, width=Width.MONEY, visible_when=_is_moved
        ),
        FieldSpec(
            "move_authority",
            "The Board's resolution",
            required=True,
            max_len=120,
            width=Width.LINE,
            visible_when=_is_moved,
            help="Its number and date: off the property the debt is no lien on it.",
        ),
    ),
)


def owner_form(meters: Sequence[MeterView]) -> FormSpec[OwnerForm]:
    """The form of a sale, with a closing reading for each meter that is in."""
    closing = tuple(
        FieldSpec(
            f"closing_{number}",
            f"Meter {meter.serial} showed",
            FieldKind.DECIMAL,
            required=True,
            minimum=0,
            maximum=Decimal(10) ** meter.digits - 1,
            width=Width.MONEY,
            help="On the day of the hand-over. Seller and buyer share this reading.",
        )
        for number, meter in enumerate(meters[:MOST_METERS], 1)
    )
    estimated = FieldSpec("estimated", "Is it an estimate?", FieldKind.YES_NO, required=True)
    readings = (Section("Closing reading", (*closing, estimated)),) if closing else ()
    sections = (
        Section(
            "",
            (
                FieldSpec(
                    "on",
                    "Hand-over",
                    FieldKind.DATE,
                    required=True,
                    help="The buyer pays from this day, the seller through the day before.",
                ),
            ),
        ),
        *readings,
        Section("The buyer", (FieldSpec("name", "Name", required=True, max_len=200), *ADDRESS_FIELDS)),
        Section("The seller's final bill", (*_DATES, _REASON)),
        _LEFT_BALANCE,
    )
    return FormSpec(OwnerForm, sections, verb="change the owner")


@dataclass(frozen=True, slots=True)
class StatusForm:
    """A status as typed."""

    status: AccountStatus | None = None
    since: date | None = None
    until: date | None = None
    authority: str = ""
    reason: str = ""

    @property
    def draft(self) -> StatusDraft:
        """As the service takes it."""
        return StatusDraft(self.status, self.since, self.until, self.reason, self.authority)


def _is_exempt(form: StatusForm, _state: str) -> bool:
    return form.status is AccountStatus.EXEMPT


STATUS_FORM: FormSpec[StatusForm] = FormSpec(
    StatusForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "status",
                    "The account is",
                    FieldKind.CHOICE,
                    required=True,
                    choices=tuple(Choice(one, one.value.capitalize()) for one in AccountStatus),
                    help="What a status means for billing is set in Settings, Billing.",
                ),
                FieldSpec("since", "From", FieldKind.DATE, required=True),
                FieldSpec(
                    "until",
                    "Active again from",
                    FieldKind.DATE,
                    help="Leave empty where it has no end. An exemption always ends.",
                ),
                FieldSpec(
                    "authority",
                    "On whose authority",
                    required=True,
                    max_len=200,
                    visible_when=_is_exempt,
                ),
                _REASON,
            ),
        ),
    ),
    verb="change the status",
)


UNITS_FORM: FormSpec[UnitsDraft] = FormSpec(
    UnitsDraft,
    (
        Section(
            "",
            (
                FieldSpec("units", "Units (EDU)", FieldKind.DECIMAL, required=True, minimum=0, places=4),
                FieldSpec("since", "From", FieldKind.DATE, required=True),
                FieldSpec(
                    "basis",
                    "What they rest on",
                    required=True,
                    max_len=200,
                    help="Such as two apartments and a shop.",
                ),
                FieldSpec("authority", "Who set them", required=True, max_len=200),
            ),
        ),
    ),
    verb="change the units",
)


@dataclass(frozen=True, slots=True)
class ClassForm:
    """A rate class as chosen."""

    class_code: str | None = None
    since: date | None = None
    reason: str = ""


def class_form(classes: Sequence[tuple[str, str]]) -> FormSpec[ClassForm]:
    """The form of another rate class; ``classes`` are codes with their titles."""
    fields = (
        FieldSpec(
            "class_code",
            "Rate class",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(code, f"{code}, {title}") for code, title in classes),
        ),
        FieldSpec("since", "From", FieldKind.DATE, required=True),
        _REASON,
    )
    return FormSpec(ClassForm, (Section("", fields),), verb="change the class")


@dataclass(frozen=True, slots=True)
class AwayForm(AddressFields):
    """An address for a time as typed."""

    since: date | None = None
    until: date | None = None
    reason: str = ""

    @property
    def draft(self) -> AlternateDraft:
        """As the service takes it."""
        return AlternateDraft(self.address, self.since, self.until, self.reason)


AWAY_FORM: FormSpec[AwayForm] = FormSpec(
    AwayForm,
    (
        Section("Where bills go", ADDRESS_FIELDS),
        Section(
            "",
            (
                FieldSpec("since", "From", FieldKind.DATE, required=True),
                FieldSpec("until", "To the usual address again from", FieldKind.DATE, required=True),
                FieldSpec("reason", "Note", max_len=200),
            ),
        ),
    ),
    verb="keep the address",
)


@dataclass(frozen=True, slots=True)
class BillForm:
    """A bill beside the run as typed; ``kind`` is opening, final or off-cycle."""

    kind: str | None = None
    through: date | None = None
    bill_date: date | None = None
    due_date: date | None = None
    reason: str = ""


def _is_final(form: BillForm, _state: str) -> bool:
    return form.kind == "final"


def _check_bill(form: BillForm) -> Mapping[str, str]:
    if form.bill_date and form.due_date and form.due_date < form.bill_date:
        return {"due_date": "The due date lies before the bill date. Correct one of them."}
    return {}


BILL_FORM: FormSpec[BillForm] = FormSpec(
    BillForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "kind",
                    "Which bill",
                    FieldKind.CHOICE,
                    required=True,
                    choices=(
                        Choice(
                            "off-cycle",
                            "Off-cycle bill",
                            "What is not billed yet, outside the quarter's run.",
                        ),
                        Choice("opening", "Opening bill", "The first bill of a new account or owner."),
                        Choice("final", "Final bill", "The last bill; the account ends after it."),
                    ),
                ),
                FieldSpec(
                    "through",
                    "Bill through",
                    FieldKind.DATE,
                    required=True,
                    help="Billed from the first day of that quarter that is on no bill yet.",
                ),
                *_DATES,
                FieldSpec(
                    "reason",
                    "Why the account ends",
                    FieldKind.NOTES,
                    required=True,
                    max_len=200,
                    rows=2,
                    visible_when=_is_final,
                ),
            ),
        ),
    ),
    validate=_check_bill,
    verb="post the bill",
)


@dataclass(frozen=True, slots=True)
class CorrectForm:
    """A correction as typed; ``right`` is what the dial really showed, where the reading was wrong."""

    right: Decimal | None = None
    reason: str = ""
    bill_date: date | None = None
    due_date: date | None = None


def correct_form(reading: str, digits: int | None) -> FormSpec[CorrectForm]:
    """The form of a correction; ``reading`` says which reading of the bill may be put right, empty for none."""
    right = FieldSpec(
        "right",
        "The dial really showed",
        FieldKind.DECIMAL,
        minimum=0,
        maximum=Decimal(10) ** (digits or 1) - 1,
        width=Width.MONEY,
        help=f"Leave empty where {reading} is right.",
    )
    due = FieldSpec(
        "due_date",
        "Due date",
        FieldKind.DATE,
        help="Of what the new bill charges more; the rest stays due as before. Left empty, the office's own days to "
        "pay are counted.",
    )
    fields = (
        *((right,) if reading else ()),
        FieldSpec(
            "reason",
            "What was wrong",
            FieldKind.NOTES,
            required=True,
            max_len=200,
            rows=2,
            help="Printed on the new bill.",
        ),
        FieldSpec("bill_date", "Date of the new bill", FieldKind.DATE, required=True),
        due,
    )
    return FormSpec(CorrectForm, (Section("", fields),), verb="correct the bill")
