"""Columns of receipts and deposits, the grid of a batch, and the form of a deposit."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import ZERO
from sewerdesk.domain.payments import DepositRow, ReceiptRow, ReceiptState
from sewerdesk.domain.receipts import CashCount
from sewerdesk.ui.forms.grid_rows import CellKind as GridKind
from sewerdesk.ui.forms.grid_rows import GridColumn
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

GRID_COLUMNS = (
    GridColumn("account", "Account or stub", width=16, required=True, lookup=True),
    GridColumn("name", "Bill goes to", width=24, shown_only=True),
    GridColumn("balance", "Balance", GridKind.MONEY, width=11, shown_only=True),
    GridColumn(
        "amount", "Amount", GridKind.MONEY, width=11, required=True, total=True, minimum=Decimal("0.01")
    ),
    GridColumn("paid_by", "Check no.", width=13, required=True),
    GridColumn("payer", "Payer, if another", width=18, stops=False),
    GridColumn("bank", "Bank no.", width=12, stops=False),
)
RECEIVED_ON = FieldSpec(
    "received_on", "Received on", FieldKind.DATE, required=True, help="The day the money came."
)
POSTMARK = FieldSpec("postmark", "Postmark", FieldKind.DATE, help="Where it was mailed.")
CONTROL_COUNT = FieldSpec(
    "count", "Checks on the tape", FieldKind.WHOLE, minimum=1, maximum=9999, width=Width.SHORT
)

_STATES: Mapping[ReceiptState, Status] = {
    ReceiptState.UNDEPOSITED: Status("Not deposited", Tone.CAUTION, "wallet"),
    ReceiptState.DEPOSITED: Status("Deposited", Tone.GOOD, "landmark"),
    ReceiptState.DIRECT: Status("Bank directly", Tone.GOOD),
    ReceiptState.RETURNED: Status("Returned", Tone.BAD, "rotate-ccw"),
    ReceiptState.VOID: Status("Void", Tone.NEUTRAL, "ban"),
}


def receipt_status(row: ReceiptRow) -> Status:
    """Where a receipt's money is, as a chip."""
    return _STATES[row.state]


def deposit_status(row: DepositRow) -> Status:
    """Whether a deposit stands, as a chip."""
    return Status("Void", Tone.NEUTRAL, "ban") if row.void_reason else Status("Deposited", Tone.GOOD)


def _counted(row: ReceiptRow) -> Decimal | None:
    """The amount of a void receipt, or of one whose check came back, counts for nothing in a total."""
    return None if row.void_reason or row.returned_on else row.amount


RECEIPT_COLUMNS: tuple[Column[ReceiptRow], ...] = (
    Column(key="number", title="Receipt", value=lambda row: row.number, width=14),
    Column(
        key="received",
        title="Received",
        value=lambda row: row.received_on,
        kind=CellKind.DATE,
        width=11,
        tooltip=lambda row: f"Entered {row.entered_at.astimezone():%m/%d/%Y %I:%M %p} by {row.actor}",
    ),
    Column(key="payer", title="Payer", value=lambda row: row.payer, width=17),
    Column(key="amount", title="Amount", value=_counted, kind=CellKind.MONEY, width=11, summed=True),
    Column(
        key="state",
        title="State",
        value=receipt_status,
        kind=CellKind.STATUS,
        width=16,
        tooltip=lambda row: (
            row.void_reason or (f"Returned {row.returned_on:%m/%d/%Y}" if row.returned_on else row.deposit)
        ),
    ),
    Column(key="for", title="For", value=lambda row: row.purpose, width=22),
    Column(key="method", title="Paid by", value=lambda row: row.method, width=20),
    Column(key="deposit", title="Deposit", value=lambda row: row.deposit, width=14, hidden=True),
    Column(key="batch", title="Batch", value=lambda row: row.batch, width=18, hidden=True),
)
RECEIPT_CHIPS: tuple[FilterChip[ReceiptRow], ...] = (
    FilterChip("open", "Not deposited", lambda row: row.state is ReceiptState.UNDEPOSITED),
    FilterChip("returned", "Returned", lambda row: row.state is ReceiptState.RETURNED),
    FilterChip("void", "Void", lambda row: row.state is ReceiptState.VOID),
)
HELD_COLUMNS: tuple[Column[ReceiptRow], ...] = (
    Column(key="number", title="Receipt", value=lambda row: row.number, width=14),
    Column(
        key="held",
        title="Days held",
        value=lambda row: row.held_days,
        kind=CellKind.NUMBER,
        width=9,
        help="Since the money was received",
    ),
    Column(key="received", title="Received", value=lambda row: row.received_on, kind=CellKind.DATE, width=11),
    Column(key="payer", title="Payer", value=lambda row: row.payer, width=26),
    Column(key="method", title="Paid by", value=lambda row: row.method, width=22),
    Column(key="bank", title="Bank no.", value=lambda row: row.bank, width=14),
    Column(
        key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=12, summed=True
    ),
    Column(key="for", title="For", value=lambda row: row.purpose, width=24),
)
DEPOSIT_COLUMNS: tuple[Column[DepositRow], ...] = (
    Column(key="number", title="Deposit", value=lambda row: row.number, width=14),
    Column(key="on", title="Made on", value=lambda row: row.deposited_on, kind=CellKind.DATE, width=11),
    Column(key="receipts", title="Receipts", value=lambda row: row.receipts, kind=CellKind.NUMBER, width=9),
    Column(
        key="total",
        title="Total",
        value=lambda row: None if row.void_reason else row.total,
        kind=CellKind.MONEY,
        width=12,
        summed=True,
    ),
    Column(key="state", title="State", value=deposit_status, kind=CellKind.STATUS, width=14),
    Column(key="account", title="Account", value=lambda row: row.bank_account, width=14, hidden=True),
)


@dataclass(frozen=True, slots=True)
class DepositForm:
    """A deposit as typed: its day and the cash counted, notes by face value and coin as one amount."""

    deposited_on: date | None = None
    hundreds: int | None = None
    fifties: int | None = None
    twenties: int | None = None
    tens: int | None = None
    fives: int | None = None
    twos: int | None = None
    ones: int | None = None
    coin: Decimal | None = None

    @property
    def cash(self) -> CashCount:
        """The cash counted."""
        counts = zip(
            _FACES,
            (self.hundreds, self.fifties, self.twenties, self.tens, self.fives, self.twos, self.ones),
            strict=True,
        )
        return CashCount({face: count for face, count in counts if count}, self.coin or ZERO)


_FACES = (100, 50, 20, 10, 5, 2, 1)
_NAMES = ("hundreds", "fifties", "twenties", "tens", "fives", "twos", "ones")


DEPOSIT_FORM: FormSpec[DepositForm] = FormSpec(
    DepositForm,
    (
        Section("", (FieldSpec("deposited_on", "Day of the deposit", FieldKind.DATE, required=True),)),
        Section(
            "Cash as counted",
            (
                *(
                    FieldSpec(
                        name,
                        f"${face} bills",
                        FieldKind.WHOLE,
                        minimum=0,
                        maximum=9999,
                        width=Width.SHORT,
                    )
                    for face, name in zip(_FACES, _NAMES, strict=True)
                ),
                FieldSpec("coin", "Coin", FieldKind.MONEY, minimum=0),
            ),
        ),
    ),
    verb="make the deposit",
)
