"""Writing a posted run: its bills, their lines with all that made them, and the ledger's entries, in bulk."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from sewerdesk.data.bulk import insert_rows, next_id
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.billing import BillLine as BillLineRow
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.numbers import take_numbers
from sewerdesk.data.queries.runs import REGULAR
from sewerdesk.domain.billing import DraftBill
from sewerdesk.domain.billlines import BillLine
from sewerdesk.domain.billrecord import line_record, line_text
from sewerdesk.domain.ledger import BalanceFace, Entry, EntryKind, balance_face
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.services.bill_pages import Mailed, Usage, _printed, _usage_history
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.penalty_policies import _printed_penalty
from sewerdesk.services.posted_bills import SERVICE

_ASKED_AT_ONCE = 500
HEADINGS = {"opening": "Opening", "final": "Final", "off-cycle": "Off-cycle"}
"""What a bill beside the quarters' runs is called where it is printed."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The bill that a corrected one takes the place of, and why."""

    bill_id: int
    number: str
    reason: str


@dataclass(frozen=True, slots=True)
class Posting:
    """What the bills of one posting are.

    ``spans`` are the days billed, both inclusive, by account, of those that are not billed for the whole quarter.
    """

    kind: str = REGULAR
    spans: Mapping[int, tuple[date, date]] = field(default_factory=dict)
    replaces: Mapping[int, Replaced] = field(default_factory=dict)


_WHOLE_QUARTER = Posting()


@dataclass(frozen=True, slots=True)
class _Since:
    """What an account's last bill left, and the entries since."""

    total: Decimal
    printed_through: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Book:
    """All that the bills of one run are printed from, read once."""

    run: BillingRun
    setup: RunSetup
    settings: BillingSettings
    mailed: Mapping[int, Mailed]
    history: Mapping[int, Mapping[str, Usage]]
    since: Mapping[int, _Since]
    printed_through: int
    posting: Posting


@dataclass(slots=True)
class _Rows:
    """The rows to insert, with ids reserved under the write lock."""

    next_bill: int
    next_entry: int
    bills: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)


def _add_bills(
    session: Session,
    run: BillingRun,
    setup: RunSetup,
    drafts: Sequence[DraftBill],
    *,
    mailed: Mapping[int, Mailed],
    posting: Posting = _WHOLE_QUARTER,
) -> None:
    """Insert bills, lines and entries in bulk; ids are reserved under the write lock."""
    rows = _Rows(next_id(session, Bill), next_id(session, EntryRow))
    entry_count = sum(1 for draft in drafts for line in draft.lines if line.amount)
    book = _Book(
        run=run,
        setup=setup,
        settings=_printed_penalty(
            session, _billing_settings(session), bill_date=run.bill_date, due_date=run.due_date
        ),
        mailed=mailed,
        history=_usage_history(session, setup.quarter),
        since=_since_last_bill(session, [draft.account_id for draft in drafts]),
        printed_through=rows.next_entry + entry_count - 1,
        posting=posting,
    )
    numbers = take_numbers(session, kind="BIL", year=setup.bill_date.year, count=len(drafts))
    for number, draft in zip(numbers, drafts, strict=True):
        _add_bill(rows, book, draft, number)
    insert_rows(session, Bill, rows.bills)
    insert_rows(session, BillLineRow, rows.lines)
    insert_rows(session, EntryRow, rows.entries)


def _add_bill(rows: _Rows, book: _Book, draft: DraftBill, number: str) -> None:
    face, adjustments = _face(draft, book.since.get(draft.account_id))
    printed = _printed(
        draft,
        face=face,
        mailed=book.mailed[draft.account_id],
        history=book.history.get(draft.account_id, {}),
        quarter=book.setup.quarter,
        due=book.setup.due_date,
        settings=book.settings,
        messages=(*_first_words(book, draft), book.setup.message or book.settings.message),
        adjustments=adjustments,
        heading=_heading(book, draft),
    )
    bill_id = rows.next_bill + len(rows.bills)
    ids = {"id": bill_id, "number": number, "printed_through": book.printed_through}
    rows.bills.append(_bill_row(book, draft, face, printed, ids))
    for line_no, line in enumerate(draft.lines, 1):
        rows.lines.append(_line_row(bill_id, line_no, line))
        if line.amount:
            keys = {"id": rows.next_entry + len(rows.entries), "bill_id": bill_id}
            rows.entries.append(_entry_row(book.run, draft.account_id, line, keys))


def _heading(book: _Book, draft: DraftBill) -> str:
    """What the bill is, where it is not a quarter's own."""
    if draft.account_id in book.posting.replaces:
        return "Corrected"
    return HEADINGS.get(book.posting.kind, "")


def _first_words(book: _Book, draft: DraftBill) -> tuple[str, ...]:
    """What a corrected bill says first."""
    found = book.posting.replaces.get(draft.account_id)
    return () if found is None else (f"This bill takes the place of {found.number}: {found.reason}",)


def _bill_row(
    book: _Book, draft: DraftBill, face: BalanceFace, printed: dict[str, Any], ids: dict[str, Any]
) -> dict[str, Any]:
    run, metered = book.run, next((line for line in draft.lines if line.metered), None)
    first, last = book.posting.spans.get(draft.account_id, (run.period_from, run.period_to))
    replaced = book.posting.replaces.get(draft.account_id)
    return {
        **ids,
        "run_id": run.id,
        "account_id": draft.account_id,
        "service": SERVICE,
        "period": run.period,
        "kind": book.posting.kind,
        "class_code": draft.class_code,
        "period_from": first,
        "period_to": last,
        "replaces_id": None if replaced is None else replaced.bill_id,
        "live": True,
        "bill_date": run.bill_date,
        "due_date": run.due_date,
        "current_charges": draft.total,
        "total_due": face.total,
        "usage": metered.use if metered else None,
        "estimated": any(found.estimated for part in metered.volumes for found in part.meters)
        if metered
        else False,
        "printed": printed,
    }


def _line_row(bill_id: int, line_no: int, line: BillLine) -> dict[str, Any]:
    return {
        "bill_id": bill_id,
        "line_no": line_no,
        "charge_code": line.charge.code,
        "text": line_text(line),
        "amount": line.amount,
        "inputs": line_record(line),
    }


def _entry_row(run: BillingRun, account_id: int, line: BillLine, ids: dict[str, Any]) -> dict[str, Any]:
    return {
        **ids,
        "account_id": account_id,
        "effective_on": run.bill_date,
        "posted_at": run.posted_at,
        "kind": EntryKind.CHARGE.value,
        "amount": line.amount,
        "charge_code": line.charge.code,
        "reason": f"{line.charge.title}, {run.period}",
        "authority": "",
        "actor": run.posted_by,
    }


def _since_last_bill(session: Session, accounts: Collection[int]) -> dict[int, _Since]:
    """For each of the accounts that has any: the total of its last live bill and the entries posted after it."""
    last = _last_bills(session)
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    # Nearly all accounts were billed together last, so that the ledger's end holds what came since; the few others
    # are looked up one by one.
    latest = max((through for _, through in last.values()), default=0)
    others = [one for one in accounts if last.get(one, (ZERO, 0))[1] != latest]
    for row in _entries(session, EntryRow.id > latest):
        entries[row.account_id].append(row)
    for start in range(0, len(others), _ASKED_AT_ONCE):
        asked = EntryRow.account_id.in_(others[start : start + _ASKED_AT_ONCE])
        for row in _entries(session, asked & (EntryRow.id <= latest)):
            if row.entry_id > last.get(row.account_id, (ZERO, 0))[1]:
                entries[row.account_id].append(row)
    return {
        account_id: _Since(
            *last.get(account_id, (ZERO, 0)),
            entries=tuple(sorted(entries.get(account_id, ()), key=lambda entry: entry.entry_id)),
        )
        for account_id in accounts
        if account_id in last or account_id in entries
    }


def _last_bills(session: Session) -> dict[int, tuple[Decimal, int]]:
    """Total due of the newest live bill of each account, and the last entry that it includes."""
    newest = select(func.max(Bill.id)).where(Bill.live.is_(True)).group_by(Bill.account_id)
    rows = session.execute(
        select(Bill.account_id, Bill.total_due, Bill.printed_through).where(Bill.id.in_(newest))
    )
    return {account_id: (total, through) for account_id, total, through in rows}


def _entries(session: Session, condition: ColumnElement[bool]) -> Iterator[Entry]:
    statement = select(
        EntryRow.id,
        EntryRow.account_id,
        EntryRow.effective_on,
        EntryRow.kind,
        EntryRow.amount,
        EntryRow.corrects_id,
        EntryRow.reason,
    )
    for entry_id, account_id, on, kind, amount, corrects_id, reason in session.execute(
        statement.where(condition).order_by(EntryRow.id)
    ):
        yield Entry(entry_id, account_id, on, EntryKind(kind), amount, corrects_id=corrects_id, reason=reason)


def _face(draft: DraftBill, since: _Since | None) -> tuple[BalanceFace, list[tuple[date, str, Decimal]]]:
    """The balance-forward block, and its adjustments and late charges one by one."""
    if since is None:
        return BalanceFace(ZERO, (), ZERO, ZERO, draft.total), []
    face = balance_face(since.entries, printed_through=0, bill="the bill to come")
    face = replace(face, previous_balance=since.total, current_charges=draft.total)
    paid = {entry.entry_id for entry in since.entries if entry.kind is EntryKind.PAYMENT}
    gone = _taken_back(since.entries)
    others = [
        (entry.on, entry.reason or str(entry.kind).capitalize(), entry.amount)
        for entry in since.entries
        if entry.kind is not EntryKind.PAYMENT
        and entry.corrects_id not in paid
        and entry.entry_id not in gone
    ]
    return face, others


def _taken_back(entries: Sequence[Entry]) -> set[int]:
    """Charges of bills that were taken back before anybody saw them on another bill, with their reversals."""
    charges = {entry.entry_id for entry in entries if entry.kind is EntryKind.CHARGE}
    pairs = [(entry.entry_id, entry.corrects_id) for entry in entries if entry.corrects_id in charges]
    return {one for pair in pairs for one in pair if one}
