"""Columns of accounts, of an account's register, open items, bills and papers, and the forms of its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.accountmoney import BillRow, OpenRow, QuarterFigures, RegisterRow
from sewerdesk.domain.billlines import plain_units, plain_volume
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.registers import AccountRow, AddressFields
from sewerdesk.ui.forms.address import ADDRESS_FIELDS
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_STATUS_TONES: Mapping[str, Tone] = {"active": Tone.GOOD, "final": Tone.CAUTION, "inactive": Tone.NEUTRAL}


def status_chip(row: AccountRow) -> Status:
    """An account's status as a chip."""
    words = row.status.replace("_", " ") or "no status"
    return Status(words[:1].upper() + words[1:], _STATUS_TONES.get(row.status, Tone.INFO))


def money_chip(row: AccountRow) -> Status:
    """Overdue, owing, paid, in credit: the one word that says how the account stands."""
    if row.overdue > 0:
        return Status("Overdue", Tone.BAD)
    if row.on_hold:
        return Status("On hold", Tone.CAUTION, "circle-minus")
    if row.balance < 0:
        return Status("Credit", Tone.INFO)
    return Status("Owes", Tone.NEUTRAL) if row.balance else Status("Paid", Tone.GOOD)


ACCOUNT_COLUMNS: tuple[Column[AccountRow], ...] = (
    Column(key="number", title="Account", value=lambda row: row.number, width=11),
    Column(key="name", title="Bill goes to", value=lambda row: row.name, width=28),
    Column(key="location", title="Service address", value=lambda row: row.location, width=24),
    Column(key="print_key", title="Tax map no.", value=lambda row: row.print_key, width=15),
    Column(key="class", title="Class", value=lambda row: row.class_code, width=7),
    Column(
        key="units",
        title="EDU",
        value=lambda row: plain_units(row.units),
        sort_key=lambda row: row.units,
        width=6,
        help="Equivalent dwelling units",
    ),
    Column(key="state", title="Stands", value=money_chip, kind=CellKind.STATUS, width=12),
    Column(
        key="balance",
        title="Balance",
        value=lambda row: row.balance,
        kind=CellKind.MONEY,
        width=13,
        summed=True,
        help="The sum of the account's entries; below zero is a credit",
    ),
    Column(
        key="overdue",
        title="Overdue",
        value=lambda row: row.overdue or None,
        kind=CellKind.MONEY,
        width=12,
        summed=True,
        help="What of the balance was due before today",
    ),
    Column(key="status", title="Status", value=status_chip, kind=CellKind.STATUS, width=12, hidden=True),
)
ACCOUNT_CHIPS: tuple[FilterChip[AccountRow], ...] = (
    FilterChip("overdue", "Overdue", lambda row: row.overdue > 0),
    FilterChip("hold", "On hold", lambda row: row.on_hold),
    FilterChip("credit", "Credit", lambda row: row.balance < 0),
)


REGISTER_COLUMNS: tuple[Column[RegisterRow], ...] = (
    Column(key="on", title="Date", value=lambda row: row.on, kind=CellKind.DATE, width=11),
    Column(
        key="what",
        title="What",
        value=lambda row: row.what,
        width=30,
        tooltip=lambda row: row.explanation,
    ),
    Column(key="charge", title="Charge", value=lambda row: row.charge, kind=CellKind.MONEY, width=9),
    Column(key="payment", title="Payment", value=lambda row: row.payment, kind=CellKind.MONEY, width=9),
    Column(key="balance", title="Balance", value=lambda row: row.balance, kind=CellKind.MONEY, width=10),
)
OPEN_COLUMNS: tuple[Column[OpenRow], ...] = (
    Column(key="on", title="Billed", value=lambda row: row.on, kind=CellKind.DATE, width=11),
    Column(key="due", title="Due", value=lambda row: row.due, kind=CellKind.DATE, width=11),
    Column(key="what", title="Charge", value=lambda row: row.what, width=30, tooltip=lambda row: row.what),
    Column(key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=10),
    Column(
        key="open",
        title="Still open",
        value=lambda row: row.open_amount,
        kind=CellKind.MONEY,
        width=10,
        summed=True,
    ),
    Column(key="paid", title="Paid", value=lambda row: row.paid_by, width=20, tooltip=lambda r: r.paid_by),
)
OPEN_CHIPS: tuple[FilterChip[OpenRow], ...] = (
    FilterChip("open", "Still open", lambda row: bool(row.open_amount)),
)


def _bill_status(row: BillRow) -> Status:
    if not row.live:
        return Status("Replaced", Tone.NEUTRAL, "ban")
    return Status("Open", Tone.CAUTION) if row.open_amount else Status("Paid", Tone.GOOD)


BILL_COLUMNS: tuple[Column[BillRow], ...] = (
    Column(key="number", title="Bill", value=lambda row: row.number, width=14),
    Column(
        key="quarter", title="Quarter", value=lambda row: row.quarter, sort_key=lambda r: r.period, width=9
    ),
    Column(key="on", title="Billed", value=lambda row: row.bill_date, kind=CellKind.DATE, width=11),
    Column(key="due", title="Due", value=lambda row: row.due_date, kind=CellKind.DATE, width=11),
    Column(key="charges", title="Charges", value=lambda row: row.charges, kind=CellKind.MONEY, width=10),
    Column(
        key="total",
        title="Total due",
        value=lambda row: row.total_due,
        kind=CellKind.MONEY,
        width=10,
        help="As printed: the balance before, and the new charges",
    ),
    Column(key="state", title="State", value=_bill_status, kind=CellKind.STATUS, width=11),
    Column(
        key="use",
        title="Use",
        value=lambda row: "" if row.use is None else plain_volume(row.use),
        width=10,
        hidden=True,
    ),
)
PAPER_COLUMNS: tuple[Column[PaperRow], ...] = (
    Column(key="number", title="Paper", value=lambda row: row.number, width=15),
    Column(key="title", title="Title", value=lambda row: row.title, width=36),
    Column(key="on", title="Issued", value=lambda row: row.issued_on, kind=CellKind.DATE, width=11),
    Column(key="by", title="By", value=lambda row: row.issued_by, width=6),
    Column(key="state", title="State", value=lambda row: row.state.capitalize(), width=12),
)
QUARTER_COLUMNS: tuple[Column[QuarterFigures], ...] = (
    Column(key="quarter", title="Quarter", value=lambda r: r.label, sort_key=lambda r: r.code, width=10),
    Column(key="charges", title="Charges", value=lambda row: row.charges, kind=CellKind.MONEY, width=12),
    Column(
        key="use",
        title="Use, gallons",
        value=lambda row: None if row.use is None else int(row.use),
        kind=CellKind.NUMBER,
        width=14,
    ),
    Column(key="estimated", title="Reading", value=lambda r: "Estimated" if r.estimated else "", width=12),
)


@dataclass(frozen=True, slots=True)
class HoldForm:
    """A hold as typed; ``until`` is the first day billed again."""

    since: date | None = None
    until: date | None = None
    reason: str = ""


def _check_hold(draft: HoldForm) -> Mapping[str, str]:
    if draft.since and draft.until and draft.until <= draft.since:
        return {"until": f"The hold must end after it begins on {format_date(draft.since)}."}
    return {}


HOLD_FORM: FormSpec[HoldForm] = FormSpec(
    HoldForm,
    (
        Section(
            "",
            (
                FieldSpec("since", "Not billed from", FieldKind.DATE, required=True),
                FieldSpec(
                    "until",
                    "Billed again from",
                    FieldKind.DATE,
                    help="Leave empty while it is not known.",
                ),
                FieldSpec(
                    "reason",
                    "Reason",
                    FieldKind.NOTES,
                    required=True,
                    max_len=200,
                    rows=3,
                    help="Shown in every billing run.",
                ),
            ),
        ),
    ),
    validate=_check_hold,
    verb="hold the account",
)


@dataclass(frozen=True, slots=True)
class ReleaseForm:
    """The end of a hold as typed."""

    on: date | None = None


RELEASE_FORM: FormSpec[ReleaseForm] = FormSpec(
    ReleaseForm,
    (Section("", (FieldSpec("on", "Billed again from", FieldKind.DATE, required=True),)),),
    verb="release the hold",
)


@dataclass(frozen=True, slots=True)
class AddressForm(AddressFields):
    """A mailing address as typed, and the day from which it holds."""

    since: date | None = None


ADDRESS_FORM: FormSpec[AddressForm] = FormSpec(
    AddressForm,
    (
        Section("Where mail goes", ADDRESS_FIELDS),
        Section("", (FieldSpec("since", "From", FieldKind.DATE, required=True),)),
    ),
    verb="change the address",
)


@dataclass(frozen=True, slots=True)
class NoteForm:
    """What is noted on a record."""

    note: str = ""


NOTE_FORM: FormSpec[NoteForm] = FormSpec(
    NoteForm,
    (Section("", (FieldSpec("note", "Note", FieldKind.NOTES, max_len=20_000, rows=8),)),),
    verb="save the note",
)
