"""Money taken as lists and pages show it: receipts, deposits, and what a typed account or scanned stub means."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.receipts import CashCount, DepositItem, ReceiptDraft, Tender
from sewerdesk.domain.registers import AccountRow

CARRIED = frozenset({Tender.CASH, Tender.CHECK, Tender.MONEY_ORDER})
"""What is carried to the bank; the rest arrives there by itself."""

BATCH_DRAFT = "payments/batch"
"""Under which a batch that is being typed is kept; a day is not closed while there is one."""

_WORDS: dict[str, Tender] = {
    "cash": Tender.CASH,
    "card": Tender.CARD,
    "ach": Tender.ACH,
    "online": Tender.ONLINE,
}
_ORDER_WORDS = ("money order", "mo")
_OTHERS = "cash, card, ACH, online or MO and a number"


class AskFirst(UserError):
    """Something about a payment is to be looked at first; posting goes on once ``warnings`` were acknowledged."""

    def __init__(self, warnings: Sequence[str]) -> None:
        super().__init__(" ".join(warnings))
        self.warnings = tuple(warnings)


class ReceiptState(StrEnum):
    """Where the money of a receipt is now, computed from its deposit and its void."""

    UNDEPOSITED = "not deposited"
    DEPOSITED = "deposited"
    DIRECT = "paid to the bank directly"
    RETURNED = "returned by the bank"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class TenderRead:
    """How money came in, with the check's number where it has one."""

    tender: Tender
    check_number: str = ""


def read_tender(typed: str) -> TenderRead:
    """What a clerk types for the tender: a check's number, or cash, card, ACH, online, "MO 123" (money order).

    ``UserError`` where nothing was typed, a money order has no number, or a word is none of these: a slip such as
    "csah" would be carried to the bank as a check.
    """
    text = " ".join(typed.split())
    folded = text.casefold()
    if not text:
        raise UserError(f"Enter the check's number, or type {_OTHERS}.")
    if folded in _WORDS:
        return TenderRead(_WORDS[folded])
    for word in _ORDER_WORDS:
        rest = text[len(word) :].strip(" .#") if folded.startswith(word) else None
        if rest is not None and (not rest or rest[0].isdigit()):
            if not rest:
                raise UserError("Enter the money order's number after MO, for example MO 20417.")
            return TenderRead(Tender.MONEY_ORDER, rest)
    if not any(letter.isdecimal() for letter in text):
        raise UserError(f"“{text}” is no check's number. Enter the number, or type {_OTHERS}.")
    return TenderRead(Tender.CHECK, text.removeprefix("#").strip())


def tender_words(tender: Tender, check_number: str) -> str:
    """A tender as papers name it: "Check no. 1042", "Cash"."""
    words = str(tender)[:1].upper() + str(tender)[1:]
    return f"{words} no. {check_number}" if check_number else words


@dataclass(frozen=True, slots=True)
class StubLook:
    """What a scanned stub or a typed number means: the account as it stands, and the bill asked about.

    ``amount`` is what a payment would be by default: the bill's amount from a stub, else the balance.
    """

    account: AccountRow
    bill_number: str
    due: date | None
    amount: Decimal
    scanned: bool
    note: str


@dataclass(frozen=True, slots=True)
class PostedReceipt:
    """A receipt that was saved; ``notes`` are sentences worth reading."""

    id: int
    number: str
    payer: str
    amount: Decimal
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PostedBatch:
    """Receipts posted together; ``notes`` are sentences worth reading, ``warning`` what the disk refused."""

    receipts: tuple[PostedReceipt, ...]
    total: Decimal
    notes: tuple[str, ...] = ()
    warning: str = ""


@dataclass(frozen=True, slots=True)
class BatchLook:
    """A batch looked at before posting: what forbids it, what to acknowledge (``asks``), what to know."""

    problems: tuple[str, ...]
    asks: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """One line of the list of receipts."""

    id: int
    number: str
    received_on: date
    entered_at: datetime
    payer: str
    tender: Tender
    check_number: str
    bank: str
    amount: Decimal
    purpose: str
    batch: str
    deposit: str
    void_reason: str
    actor: str
    held_days: int
    postmark: date | None = None
    returned_on: date | None = None
    moved: bool = False
    tender_changed: bool = False
    redeposits: str = ""

    @property
    def state(self) -> ReceiptState:
        """Where its money is."""
        if self.void_reason:
            return ReceiptState.VOID
        if self.returned_on is not None:
            return ReceiptState.RETURNED
        if self.tender not in CARRIED:
            return ReceiptState.DIRECT
        return ReceiptState.DEPOSITED if self.deposit else ReceiptState.UNDEPOSITED

    @property
    def method(self) -> str:
        """The tender in words."""
        return tender_words(self.tender, self.check_number)


@dataclass(frozen=True, slots=True)
class ReceiptLineView:
    """A part of a receipt: the account or fee it is for; ``moved_from`` is where its money came to first."""

    account_id: int | None
    reference: str
    text: str
    amount: Decimal
    line_id: int = 0
    moved_from: str = ""
    unidentified: bool = False

    @property
    def part(self) -> tuple[int, int | None]:
        """What tells it from the receipt's other parts: one line's money may stand on several accounts."""
        return self.line_id, self.account_id


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """A receipt's page."""

    row: ReceiptRow
    lines: tuple[ReceiptLineView, ...]
    note: str
    voided_on: date | None
    deposit_id: int | None
    returned: str = ""
    redeposited_as: str = ""
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DepositRow:
    """One line of the list of deposits; ``void_reason`` is empty for one that went to the bank."""

    id: int
    number: str
    deposited_on: date
    bank_account: str
    total: Decimal
    receipts: int
    actor: str
    void_reason: str


@dataclass(frozen=True, slots=True)
class DepositView:
    """A deposit's page: its receipts and the slip as it was printed; a deposit brought in from elsewhere has none."""

    row: DepositRow
    receipts: tuple[ReceiptRow, ...]
    paper_id: int | None


@dataclass(frozen=True, slots=True)
class DepositDraft:
    """A deposit before its number: the receipts chosen and the cash as counted."""

    receipt_ids: tuple[int, ...]
    cash: CashCount
    deposited_on: date


def deposit_items(rows: Sequence[ReceiptRow]) -> tuple[DepositItem, ...]:
    """Receipts as the deposit's rules read them."""
    return tuple(
        DepositItem(row.number, row.tender, row.amount, row.payer, row.check_number, row.bank) for row in rows
    )


def overpayment_note(account: str, paid: Decimal, balance: Decimal) -> str:
    """A sentence where a payment exceeds what an account owes; empty otherwise."""
    owed = max(balance, ZERO)
    if paid <= owed:
        return ""
    return (
        f"Account {account} owes {format_money(owed)}; the other {format_money(paid - owed)} "
        "waits on it as a credit for its next bill."
    )


def join_checks(parts: Sequence[ReceiptDraft]) -> tuple[ReceiptDraft, ...]:
    """Neighbors with the same check, bank and payer are one check for several accounts.

    Only checks and money orders join, and only one beside the other, so that two checks that happen to bear the
    same number stay two.
    """
    joined: list[ReceiptDraft] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last is not None and part.check_number and _check_of(last) == _check_of(part):
            joined[-1] = ReceiptDraft(
                payer=last.payer,
                received_on=last.received_on,
                tender=last.tender,
                amount=last.amount + part.amount,
                lines=(*last.lines, *part.lines),
                check_number=last.check_number,
                bank=last.bank,
                postmark=last.postmark,
            )
        else:
            joined.append(part)
    return tuple(joined)


def _check_of(draft: ReceiptDraft) -> tuple[object, ...]:
    return (
        draft.tender,
        draft.check_number,
        draft.bank.casefold(),
        draft.payer.casefold(),
        draft.received_on,
        draft.postmark,
    )
