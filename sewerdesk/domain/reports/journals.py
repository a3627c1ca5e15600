"""Money in: the receipts journal by its three dates, and the list of deposits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sewerdesk.domain.ledger import PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.facts import CodeFact, Fact, entry_of, unsettled
from sewerdesk.domain.reports.model import (
    Body,
    CellKind,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
)

WAITING = "Money no charge has used yet"
TAKEN_BACK = "Voided or returned"
UNIDENTIFIED = "Not identified"
UNCODED = "No charge code"
_ID, _DATE, _MONEY = CellKind.IDENTIFIER, CellKind.DATE, CellKind.MONEY


class TakenBack(NamedTuple):
    """That a receipt was voided, or its check came back: the day and the words for it."""

    on: date
    words: str


class ReceiptFact(NamedTuple):
    """A receipt with its three dates and what took it back."""

    receipt_id: int
    number: str
    received_on: date
    posted_on: date
    deposited_on: date | None
    deposit: str
    payer: str
    tender: str
    check_number: str
    purpose: str
    amount: Decimal
    taken_back: tuple[TakenBack, ...] = ()


class Part(NamedTuple):
    """What of a receipt went to a charge code; an empty code is a charge without one, ``None`` a waiting credit."""

    receipt_id: int
    code: str | None
    amount: Decimal


class Line(NamedTuple):
    """A line of the journal: a receipt, or what took one back with its amount below zero."""

    receipt: ReceiptFact
    amount: Decimal
    back: TakenBack | None = None


class DepositFact(NamedTuple):
    """A deposit with what it held; ``void_reason`` where it never reached the bank."""

    number: str
    deposited_on: date
    bank_account: str
    receipts: int
    cash: Decimal
    checks: Decimal
    other: Decimal
    total: Decimal
    void_reason: str
    actor: str


@dataclass(frozen=True, slots=True)
class Span:
    """From one day through another, both included."""

    since: date
    through: date

    def __contains__(self, day: date | None) -> bool:
        return day is not None and self.since <= day <= self.through


def journal_lines(receipts: Iterable[ReceiptFact], *, span: Span, dates: str) -> list[Line]:
    """The lines of a span by the ``received``, ``posted`` or ``deposited`` date.

    A void or a returned check counts on its own day; among deposits only the check that the bank sent back does.
    """
    lines = []
    for receipt in receipts:
        days = {"posted": receipt.posted_on, "deposited": receipt.deposited_on}
        if days.get(dates, receipt.received_on) in span:
            lines.append(Line(receipt, receipt.amount))
        if dates != "deposited" or receipt.deposited_on is not None:
            lines += [Line(receipt, -receipt.amount, back) for back in receipt.taken_back if back.on in span]
    return lines


def receipts_body(
    lines: Sequence[Line],
    *,
    by: str,
    parts: Iterable[Part] = (),
    codes: Sequence[CodeFact] = (),
) -> Body:
    """The journal grouped by ``tender``, ``code`` or ``fund``, or as it came (``none``)."""
    groups: dict[str, list[ReportRow]] = {}
    if by in ("code", "fund"):
        titles = _code_titles(codes, by=by)
        split: dict[int, list[Part]] = {}
        for part in parts:
            split.setdefault(part.receipt_id, []).append(part)
        order = [*dict.fromkeys(titles.values()), UNCODED, WAITING, UNIDENTIFIED, TAKEN_BACK]
        for line in lines:
            for title, amount in _shares(line, split.get(line.receipt.receipt_id, []), titles):
                groups.setdefault(title, []).append(_receipt_row(line, amount))
        groups = {title: groups[title] for title in sorted(groups, key=_place_in(order))}
    else:
        for line in lines:
            groups.setdefault(line.receipt.tender if by == "tender" else "", []).append(
                _receipt_row(line, line.amount)
            )
        groups = dict(sorted(groups.items()))
    return Body(
        columns=_RECEIPT_COLUMNS,
        groups=tuple(ReportGroup(title, tuple(rows)) for title, rows in groups.items()) or one_group(()),
        noun="line" if by in ("code", "fund") else "receipt",
        notes=(
            "A voided receipt or a returned check keeps its line; what took it back is a line of its own, below zero.",
        ),
        empty="No receipt has its date in these days.",
    )


def _place_in(order: Sequence[str]) -> Callable[[str], tuple[int, str]]:
    places = {title: place for place, title in enumerate(order)}

    def place(title: str) -> tuple[int, str]:
        return places.get(title, len(places)), title

    return place


def _code_titles(codes: Sequence[CodeFact], *, by: str) -> dict[str, str]:
    if by == "fund":
        return {code.code: f"Fund {code.fund}" for code in codes}
    return {code.code: f"{code.fund}-{code.revenue_code} {code.title}" for code in codes}


def _shares(line: Line, parts: Sequence[Part], titles: Mapping[str, str]) -> list[tuple[str, Decimal]]:
    """What of a line goes under which heading; what the parts leave out was taken back, or nobody knows its place."""
    shares: dict[str, Decimal] = {}
    left = line.amount
    for part in () if line.back else parts:
        title = WAITING if part.code is None else titles.get(part.code, part.code or UNCODED)
        shares[title] = shares.get(title, ZERO) + part.amount
        left -= part.amount
    if left:
        shares[TAKEN_BACK if line.receipt.taken_back else UNIDENTIFIED] = left
    return list(shares.items())


def _receipt_row(line: Line, amount: Decimal) -> ReportRow:
    receipt, back = line.receipt, line.back
    return ReportRow(
        (
            receipt.number,
            receipt.received_on,
            back.on if back else receipt.posted_on,
            receipt.deposited_on,
            receipt.deposit,
            receipt.payer,
            receipt.tender,
            receipt.check_number,
            back.words if back else receipt.purpose,
            amount,
        )
    )


_RECEIPT_COLUMNS = (
    ReportColumn("number", "Receipt", _ID, 14),
    ReportColumn("received", "Received", _DATE, 10),
    ReportColumn("posted", "Posted", _DATE, 10),
    ReportColumn("deposited", "Deposited", _DATE, 10),
    ReportColumn("deposit", "Deposit", _ID, 14, aside=True),
    ReportColumn("payer", "From", width=22, wraps=True),
    ReportColumn("tender", "Tender", width=11),
    ReportColumn("check", "Check no.", _ID, 9, aside=True),
    ReportColumn("purpose", "For", width=22, wraps=True, aside=True),
    ReportColumn("amount", "Amount", _MONEY, 12, summed=True),
)


def split_receipts(
    accounts: Iterable[Sequence[Fact]], *, receipt_of: Mapping[int, int], policy: PaymentPolicy
) -> list[Part]:
    """What each receipt paid by charge code, as the accounts' facts have it; ``receipt_of`` is by entry."""
    parts: list[Part] = []
    for facts in accounts:
        kept = unsettled(facts)
        until = max((fact.on for fact in kept), default=date.min)
        applied = apply_entries((entry_of(fact) for fact in kept), as_of=until, policy=policy)
        for item in applied.items:
            parts += [
                Part(receipt_of[paid.entry_id], item.entry.charge_code, paid.amount)
                for paid in item.paid_by
                if paid.entry_id in receipt_of
            ]
        parts += [
            Part(receipt_of[credit.entry_id], None, credit.amount)
            for credit in applied.unused
            if credit.entry_id in receipt_of
        ]
    return parts


def deposits_body(deposits: Iterable[DepositFact]) -> Body:
    """Deposits by day; one that never reached the bank keeps its line and counts nothing."""
    rows = []
    for one in deposits:
        counts = not one.void_reason
        money = (one.cash, one.checks, one.other, one.total) if counts else (ZERO, ZERO, ZERO, ZERO)
        note = "" if counts else f"Void, held {one.total:,.2f}: {one.void_reason}"
        receipts = one.receipts if counts else 0
        rows.append(
            ReportRow((one.number, one.deposited_on, one.bank_account, receipts, *money, one.actor, note))
        )
    return Body(_DEPOSIT_COLUMNS, one_group(rows), "deposit", empty="No deposit was made in these days.")


_DEPOSIT_COLUMNS = (
    ReportColumn("number", "Deposit", _ID, 14),
    ReportColumn("on", "Deposited", _DATE, 10),
    ReportColumn("bank", "Bank account", _ID, 16),
    ReportColumn("receipts", "Receipts", CellKind.WHOLE, 8, summed=True),
    ReportColumn("cash", "Cash", _MONEY, 12, summed=True, blank_zero=True),
    ReportColumn("checks", "Checks", _MONEY, 12, summed=True, blank_zero=True),
    ReportColumn("other", "Other", _MONEY, 12, summed=True, blank_zero=True),
    ReportColumn("total", "Total", _MONEY, 12, summed=True),
    ReportColumn("actor", "By", width=5),
    ReportColumn("note", "Note", width=24, wraps=True, optional=True),
)
