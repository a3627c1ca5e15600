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
from sewerdesk.domain.bill_ages import AgedAmount, BillParts, Part, bill_parts
from sewerdesk.domain.billing import DraftBill
from sewerdesk.domain.billlines import BillLine
from sewerdesk.domain.billrecord import line_record, line_text
from sewerdesk.domain.carrying import CARRIED_HEADING
from sewerdesk.domain.ledger import BalanceFace, Entry, EntryKind, balance_face
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.penalty_lines import LateBill
from sewerdesk.services.bill_pages import Mailed, Usage, _own_words, _printed, _usage_history
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.penalty_outlooks import NEW_ENTRY, LateWords, NewBill, _late_words
from sewerdesk.services.posted_bills import SERVICE

_ASKED_AT_ONCE = 500
HEADINGS = {"opening": "Opening", "final": "Final", "off-cycle": "Off-cycle"}
"""What a bill beside the quarters' runs is called where it is printed."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The bill that a corrected one takes the place of, why, and how old what it charged is."""

    bill_id: int
    number: str
    reason: str
    ages: tuple[AgedAmount, ...] = ()


@dataclass(frozen=True, slots=True)
class Posting:
    """What the bills of one posting are.

    ``spans`` are the days billed, both inclusive, by account, of those that are not billed for the whole quarter.
    """

    kind: str = REGULAR
    spans: Mapping[int, tuple[date, date]] = field(default_factory=dict)
    replaces: Mapping[int, Replaced] = field(default_factory=dict)

    def parts_of(self, draft: DraftBill) -> BillParts:
        """The parts of each line of a bill by age; but for a corrected bill every line is new as a whole."""
        replaced = self.replaces.get(draft.account_id)
        return bill_parts(
            [(line.charge.code, line.amount) for line in draft.lines],
            () if replaced is None else replaced.ages,
        )


_WHOLE_QUARTER = Posting()


@dataclass(frozen=True, slots=True)
class _Since:
    """What an account's last bill left, and the entries since."""

    total: Decimal
    printed_through: int
    entries: tuple[Entry, ...]


_Face = tuple[BalanceFace, list[tuple[date, str, Decimal]]]
"""The balance-forward block of a bill, and its adjustments and late charges one by one."""


@dataclass(frozen=True, slots=True)
class _Book:
    """All that the bills of one run are printed from, read once."""

    run: BillingRun
    setup: RunSetup
    settings: BillingSettings
    mailed: Mapping[int, Mailed]
    history: Mapping[int, Mapping[str, Usage]]
    faces: Mapping[int, _Face]
    late: Mapping[int, LateWords | None] | None
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
    parts = [posting.parts_of(draft) for draft in drafts]
    entry_count = sum(one.count for one in parts)
    since = _since_last_bill(session, [draft.account_id for draft in drafts])
    faces = {draft.account_id: _face(draft, since.get(draft.account_id)) for draft in drafts}
    numbers = take_numbers(session, kind="BIL", year=setup.bill_date.year, count=len(drafts))
    new = [
        _new_bill(run, draft, found, faces[draft.account_id][0].total, (rows.next_bill + place, number))
        for place, (number, draft, found) in enumerate(zip(numbers, drafts, parts, strict=True))
    ]
    book = _Book(
        run=run,
        setup=setup,
        settings=_billing_settings(session),
        mailed=mailed,
        history=_usage_history(session, setup.quarter),
        faces=faces,
        late=_late_words(session, new, bill_date=run.bill_date),
        printed_through=rows.next_entry + entry_count - 1,
        posting=posting,
    )
    for number, draft, found in zip(numbers, drafts, parts, strict=True):
        _add_bill(rows, book, draft, number, found)
    insert_rows(session, Bill, rows.bills)
    insert_rows(session, BillLineRow, rows.lines)
    insert_rows(session, EntryRow, rows.entries)


def _new_bill(
    run: BillingRun, draft: DraftBill, parts: BillParts, total: Decimal, ids: tuple[int, str]
) -> NewBill:
    """The bill as the penalty policy judges it."""
    bill = LateBill(*ids, draft.account_id, run.period, run.bill_date, run.due_date, draft.total)
    kept = parts.kept
    if kept and parts.new:
        bill = replace(bill, charges=parts.new)
    elif kept:
        age = max(kept)
        bill = replace(bill, bill_date=age.billed_on, due_date=age.due_on, charges=kept[age], part=age.due_on)
    charges = [
        (line.charge.code, part)
        for line, found in zip(draft.lines, parts.lines, strict=True)
        for part in found
    ]
    entries = tuple(
        Entry(
            NEW_ENTRY + place,
            draft.account_id,
            run.bill_date if part.age is None else part.age.billed_on,
            EntryKind.CHARGE,
            part.amount,
            code,
            bill=bill.number,
            due_on=None if part.age is None else part.age.due_on,
        )
        for place, (code, part) in enumerate(charges)
    )
    return NewBill(bill, entries, total)


def _add_bill(rows: _Rows, book: _Book, draft: DraftBill, number: str, parts: BillParts) -> None:
    face, adjustments = book.faces[draft.account_id]
    due = parts.due_date(book.run.due_date)
    printed = _printed(
        draft,
        face=face,
        mailed=book.mailed[draft.account_id],
        history=book.history.get(draft.account_id, {}),
        quarter=book.setup.quarter,
        settings=book.settings,
        late=_late(book, draft, parts, due),
        messages=(*_first_words(book, draft, parts, due), book.setup.message or book.settings.message),
        adjustments=adjustments,
        heading=_heading(book, draft),
    )
    bill_id = rows.next_bill + len(rows.bills)
    ids = {"id": bill_id, "number": number, "printed_through": book.printed_through, "due_date": due}
    rows.bills.append(_bill_row(book, draft, face, printed, ids))
    for line_no, (line, found) in enumerate(zip(draft.lines, parts.lines, strict=True), 1):
        rows.lines.append(_line_row(bill_id, line_no, line))
        for part in found:
            keys = {"id": rows.next_entry + len(rows.entries), "bill_id": bill_id}
            rows.entries.append(_entry_row(book.run, draft.account_id, line, part, keys))


def _late(book: _Book, draft: DraftBill, parts: BillParts, due: date) -> LateWords | None:
    """What the bill says of being late: by the policy in force, else in the office's own words."""
    if draft.carried:
        return None
    if book.late is not None:
        return book.late[draft.account_id]
    may_be_late = parts.may_be_late(draft.total, bill_date=book.run.bill_date, due_date=due)
    return _own_words(book.faces[draft.account_id][0], due, book.settings, may_be_late=may_be_late)


def _heading(book: _Book, draft: DraftBill) -> str:
    """What the bill is, where it is not a quarter's own."""
    if draft.carried:
        return CARRIED_HEADING
    if draft.account_id in book.posting.replaces:
        return "Corrected"
    return HEADINGS.get(book.posting.kind, "")


def _first_words(book: _Book, draft: DraftBill, parts: BillParts, due: date) -> tuple[str, ...]:
    """What a corrected bill says first, and how old what it charges is; and that a carried one asks for nothing."""
    carried = (draft.carried,) if draft.carried else ()
    found = book.posting.replaces.get(draft.account_id)
    if found is None:
        return carried
    first = f"This bill takes the place of {found.number}: {found.reason}"
    return (first, *carried) if draft.carried else (first, parts.words(due))


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
        "carried": bool(draft.carried),
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


def _entry_row(
    run: BillingRun, account_id: int, line: BillLine, part: Part, ids: dict[str, Any]
) -> dict[str, Any]:
    return {
        **ids,
        "account_id": account_id,
        "effective_on": run.bill_date,
        "posted_at": run.posted_at,
        "kind": EntryKind.CHARGE.value,
        "amount": part.amount,
        "charge_code": line.charge.code,
        "billed_on": None if part.age is None else part.age.billed_on,
        "due_on": None if part.age is None else part.age.due_on,
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


def _face(draft: DraftBill, since: _Since | None) -> _Face:
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
