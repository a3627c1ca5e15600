"""Registers of what was booked: bills, adjustments with who decided them, penalties charged and taken back."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sewerdesk.domain.carrying import CARRIED_NOTE
from sewerdesk.domain.reports.model import (
    Body,
    Cell,
    CellKind,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
)
from sewerdesk.domain.wording import count

_ID, _DATE, _MONEY = CellKind.IDENTIFIER, CellKind.DATE, CellKind.MONEY


class BillFact(NamedTuple):
    """A bill as posted; ``live`` is false once a corrected one took its place or its run was ``rolled_back``: why."""

    account_id: int
    run: str
    number: str
    account: str
    owner: str
    period: str
    bill_date: date
    due_date: date
    use: Decimal | None
    charges: Decimal
    total_due: Decimal
    live: bool
    carried: bool = False
    rolled_back: str = ""

    @property
    def note(self) -> str:
        """What is worth saying of it in a register."""
        if self.rolled_back:
            return f"Rolled back: {self.rolled_back}"
        if not self.live:
            return "Corrected by a later bill"
        return CARRIED_NOTE if self.carried else ""


class ActFact(NamedTuple):
    """One account's part in an act of money: an adjustment, a waiver, a write-off, or the undoing of one."""

    account_id: int
    number: str
    kind: str
    effective_on: date
    posted_on: date
    account: str
    owner: str
    reason: str
    authority: str
    requested_by: str
    approval: str
    actor: str
    amount: Decimal
    state: str


class PenaltyFact(NamedTuple):
    """A penalty, an interest charge or the reversal of one."""

    account_id: int
    act: str
    effective_on: date
    posted_on: date
    account: str
    owner: str
    bill: str
    what: str
    amount: Decimal


def bills_body(bills: Iterable[BillFact]) -> Body:
    """The billing register, a group for each run; what void bills charged stands apart and in no other sum."""
    groups: dict[str, list[ReportRow]] = {}
    void = 0
    for bill in bills:
        void += not bill.live
        figures: tuple[Cell, ...] = (
            bill.use,
            bill.total_due - bill.charges,
            bill.charges,
            bill.total_due,
            None,
        )
        cells: tuple[Cell, ...] = (
            bill.number,
            bill.account,
            bill.owner,
            bill.period,
            bill.bill_date,
            bill.due_date,
            *(figures if bill.live else (None, None, None, None, bill.charges)),
            bill.note,
        )
        groups.setdefault(bill.run, []).append(ReportRow(cells, bill.account_id))
    return Body(
        _BILL_COLUMNS,
        tuple(ReportGroup(run, tuple(rows)) for run, rows in groups.items()) or one_group(()),
        "bill",
        notes=_void_note(void),
        empty="No bill is dated in these days.",
    )


def _void_note(void: int) -> tuple[str, ...]:
    if not void:
        return ()
    are, they = ("is", "it") if void == 1 else ("are", "they")
    listed = f"{count(void, 'void bill')} {are} listed"
    return (f"{listed}; what {they} charged is in no total but that of the void charges.",)


_BILL_COLUMNS = (
    ReportColumn("number", "Bill", _ID, 14),
    ReportColumn("account", "Account", _ID, 10),
    ReportColumn("owner", "Owner", width=24, wraps=True),
    ReportColumn("period", "Period", _ID, 8),
    ReportColumn("bill_date", "Bill date", _DATE, 10),
    ReportColumn("due", "Due", _DATE, 10),
    ReportColumn("use", "Use", CellKind.QUANTITY, 9, summed=True),
    ReportColumn("forward", "Forward", _MONEY, 12, summed=True, blank_zero=True),
    ReportColumn("charges", "Charges", _MONEY, 12, summed=True),
    ReportColumn("total", "Total due", _MONEY, 12, summed=True),
    ReportColumn("void", "Void charges", _MONEY, 12, summed=True, blank_zero=True, optional=True),
    ReportColumn("note", "Note", width=16, wraps=True, optional=True),
)


def acts_body(acts: Iterable[ActFact]) -> Body:
    """The adjustment register by kind of act; an undoing counts against what it undid."""
    groups: dict[str, list[ReportRow]] = {}
    for act in acts:
        cells: tuple[Cell, ...] = (
            act.number,
            act.effective_on,
            act.posted_on,
            act.account,
            act.owner,
            act.reason,
            act.authority,
            act.requested_by,
            act.approval,
            act.actor,
            act.state,
            act.amount,
        )
        groups.setdefault(act.kind, []).append(ReportRow(cells, act.account_id))
    return Body(
        _ACT_COLUMNS,
        tuple(ReportGroup(kind, tuple(rows)) for kind, rows in sorted(groups.items())) or one_group(()),
        "line",
        notes=(
            "Below zero, an act lowers what the account owes. What was undone stays listed beside its undoing.",
        ),
        empty="Nothing was adjusted, waived or written off in these days.",
    )


_ACT_COLUMNS = (
    ReportColumn("number", "Number", _ID, 14),
    ReportColumn("on", "Effective", _DATE, 10),
    ReportColumn("posted", "Posted", _DATE, 10, aside=True),
    ReportColumn("account", "Account", _ID, 10),
    ReportColumn("owner", "Owner", width=20, wraps=True, aside=True),
    ReportColumn("reason", "Reason", width=24, wraps=True),
    ReportColumn("authority", "Authority", width=14, wraps=True),
    ReportColumn("requested", "Asked for by", width=12, wraps=True, optional=True),
    ReportColumn("approval", "Approval", width=12, wraps=True),
    ReportColumn("actor", "By", width=5, aside=True),
    ReportColumn("state", "State", width=14, wraps=True),
    ReportColumn("amount", "Amount", _MONEY, 12, summed=True),
)


def penalties_body(penalties: Iterable[PenaltyFact]) -> Body:
    """The penalty register, a group for each act; what was taken back counts below zero."""
    groups: dict[str, list[ReportRow]] = {}
    for one in penalties:
        cells: tuple[Cell, ...] = (
            one.effective_on,
            one.posted_on,
            one.account,
            one.owner,
            one.bill,
            one.what,
            one.amount,
        )
        groups.setdefault(one.act, []).append(ReportRow(cells, one.account_id))
    return Body(
        _PENALTY_COLUMNS,
        tuple(ReportGroup(act, tuple(rows)) for act, rows in groups.items()) or one_group(()),
        "line",
        empty="No penalty or interest was charged in these days.",
    )


_PENALTY_COLUMNS = (
    ReportColumn("on", "Effective", _DATE, 10),
    ReportColumn("posted", "Posted", _DATE, 10),
    ReportColumn("account", "Account", _ID, 10),
    ReportColumn("owner", "Owner", width=26, wraps=True),
    ReportColumn("bill", "Bill", _ID, 14),
    ReportColumn("what", "What", width=34, wraps=True),
    ReportColumn("amount", "Amount", _MONEY, 12, summed=True),
)
