"""Another service's bills from a list: which columns it takes, and its rows read or refused with the reason."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.accountcharges import OtherBillDraft
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importcells import Reject, RowReader
from sewerdesk.domain.importfields import FieldType, ImportField, plain_header
from sewerdesk.domain.money import round_cents
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.sheettable import SheetTable
from sewerdesk.domain.wording import count, join_words

FIELDS: tuple[ImportField, ...] = (
    ImportField(
        "account",
        "account number",
        ("ACCOUNT", "ACCOUNT_NO", "ACCOUNT_NUMBER", "ACCT", "ACCT_NO", "SEWER_ACCOUNT"),
        FieldType.IDENTIFIER,
        required=True,
        longest=20,
    ),
    ImportField(
        "billed_on", "bill date", ("BILL_DATE", "BILLED", "BILLED_ON", "DATE"), FieldType.DATE, required=True
    ),
    ImportField(
        "amount",
        "amount",
        ("AMOUNT", "BILL_AMOUNT", "CHARGE", "WATER_CHARGE", "TOTAL"),
        FieldType.NUMBER,
        required=True,
    ),
    ImportField("use", "volume", ("USE", "USAGE", "CONSUMPTION", "VOLUME"), FieldType.NUMBER),
    ImportField("unit", "unit of volume", ("UNIT", "UOM", "UNITS"), FieldType.UNIT),
)


@dataclass(frozen=True, slots=True)
class OtherBillsLook:
    """What a list holds: bills to enter, and the rows that are refused with the reason."""

    drafts: tuple[OtherBillDraft, ...]
    rejects: tuple[Reject, ...]


@dataclass(frozen=True, slots=True)
class OtherBillRow:
    """A bill as listed."""

    bill_id: int
    account: str
    name: str
    service: str
    period: str
    billed_on: date
    amount: Decimal
    use: Decimal | None
    unit: str
    source: str


def read_other_bills(
    table: SheetTable, *, service: str, period: str, accounts: AbstractSet[str]
) -> OtherBillsLook:
    """The bills of a list for a quarter; ``accounts`` are the office's numbers, folded.

    A volume in hundreds or thousands is converted here and nowhere else. ``UserError`` where a column is missing.
    """
    mapping = _mapping(table)
    drafts: list[OtherBillDraft] = []
    rejects: list[Reject] = []
    seen: dict[tuple[str, date], int] = {}
    for reader in RowReader.over(table, mapping, FIELDS):
        draft = _draft(reader, service, period, accounts)
        if draft is not None:
            first = seen.setdefault((fold_identifier(draft.account), draft.billed_on), reader.line)
            if first != reader.line:
                reader.reject(
                    "account", draft.account, f"The same account and day is in row {first}; remove one."
                )
        rejects.extend(reader.rejects)
        if draft is not None and not reader.rejected:
            drafts.append(draft)
    return OtherBillsLook(tuple(drafts), tuple(rejects))


def refused_words(rejects: Sequence[Reject], *, name: str) -> str:
    """Why a list was not entered: the first reason by its row, and how many more."""
    first = rejects[0]
    where = f"row {first.row}" + (f", {first.column}" if first.column else "")
    others = count(len(rejects) - 1, "more row has", "more rows have")
    more = f" {others} something against {'it' if len(rejects) == 2 else 'them'}." if len(rejects) > 1 else ""
    return f"{name}, {where}: {first.reason}{more} Nothing was entered."


def _mapping(table: SheetTable) -> dict[str, str]:
    known = {plain_header(header): header for header in reversed(table.headers)}
    mapping = {}
    for target in FIELDS:
        found = next((known[alias] for alias in target.aliases if alias in known), None)
        if found is not None:
            mapping[target.name] = found
    missing = [
        f"{one.label} ({one.aliases[0]})" for one in FIELDS if one.required and one.name not in mapping
    ]
    if missing:
        raise UserError(
            f"{table.name} has no column for {join_words(missing)}. Its columns are {join_words(list(table.headers))}. "
            "Name the columns so, or ask for the list again."
        )
    return mapping


def _draft(reader: RowReader, service: str, period: str, accounts: AbstractSet[str]) -> OtherBillDraft | None:
    account, billed_on, amount = reader.text("account"), reader.day("billed_on"), reader.number("amount")
    use, (unit, multiple) = reader.number("use"), reader.unit("unit")
    if account and fold_identifier(account) not in accounts:
        reader.reject("account", account, "There is no such account in the office; correct the number.")
    if amount is not None and amount != round_cents(amount):
        reader.reject("amount", reader.raw("amount"), "The amount has a fraction of a cent; correct it.")
    if reader.rejected or billed_on is None or amount is None:
        return None
    volume = None if use is None else use * (multiple or 1)
    return OtherBillDraft(
        account, service, period, billed_on, round_cents(amount), volume, unit or VolumeUnit.GALLON
    )
