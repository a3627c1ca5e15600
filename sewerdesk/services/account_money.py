"""The money of an account, worked out from its entries each time it is asked for; its bills, papers and works."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.rate import ChargeCode
from sewerdesk.data.models.receipt import ReceiptLine
from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.data.queries.carried import carried_due
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.queries.money import billed_quarters, ledger_facts
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.data.queries.violations import case_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountmoney import (
    QUARTERS_SHOWN,
    AccountMoney,
    BillLineView,
    BillRow,
    BillView,
    shown_due,
)
from sewerdesk.domain.accountmoney import account_money as work_out
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import line_from
from sewerdesk.domain.cases import CaseRow
from sewerdesk.domain.counter import PermitRow
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.papers import PaperRow
from sewerdesk.services.accounts import _account
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.papers import _row


@dataclass(frozen=True, slots=True)
class ParcelWork:
    """What goes on at a parcel: its permits and its cases, newest first."""

    permits: tuple[PermitRow, ...]
    cases: tuple[CaseRow, ...]


def account_money(ws: Workspace, *, account_id: int) -> AccountMoney:
    """The register, the open items with what paid them, and eight quarters of an account."""
    with ws.read() as session:
        return work_out(
            account_id,
            ledger_facts(session, [account_id], explained=True).get(account_id, ()),
            as_of=ws.clock.today(),
            policy=_payment_policy(session),
            bills=billed_quarters(session, account_id, count=2 * QUARTERS_SHOWN),
        )


def account_bills(ws: Workspace, *, account_id: int) -> tuple[BillRow, ...]:
    """The bills of an account, newest first, each with what of its own charges is still unpaid."""
    with ws.read() as session:
        return _bill_rows(session, ws, account_id)


def bill_view(ws: Workspace, *, bill_id: int) -> BillView:
    """A bill's page: its lines with what made them, and what of it is still open."""
    with ws.read() as session:
        bill = session.get(Bill, bill_id)
        if bill is None:
            raise UserError("That bill is not in this office. Refresh the page (F5) and choose it again.")
        account = _account(session, bill.account_id)
        codes = dict(session.execute(select(ChargeCode.code, ChargeCode.title)).all())
        [row] = [one for one in _bill_rows(session, ws, account.id) if one.id == bill_id]
        return BillView(
            row=row,
            account_id=account.id,
            account=account.number,
            name=bill.printed["owner"],
            run=session.get_one(BillingRun, bill.run_id).number,
            lines=tuple(
                BillLineView(
                    codes.get(line.charge_code, line.charge_code),
                    explain(line_from(line.inputs)),
                    line.amount,
                )
                for line in bill.lines
            ),
        )


def account_papers(ws: Workspace, *, account_id: int) -> tuple[PaperRow, ...]:
    """Papers about an account: its own, its receipts', and those of its parcel's permits and cases; newest first."""
    with ws.read() as session:
        parcel_id = _account(session, account_id).parcel_id
        receipts = select(ReceiptLine.receipt_id).where(ReceiptLine.account_id == account_id)
        return _papers_where(session, parcel_id, ("account", [account_id]), ("receipt", receipts))


def parcel_papers(ws: Workspace, *, parcel_id: int) -> tuple[PaperRow, ...]:
    """Papers about a parcel: of its applications, permits and cases; newest first."""
    with ws.read() as session:
        return _papers_where(session, parcel_id)


def parcel_work(ws: Workspace, *, parcel_id: int) -> ParcelWork:
    """The permits and the cases of a parcel."""
    today = ws.clock.today()
    with ws.read() as session:
        applications = list(session.scalars(select(Application.id).where(Application.parcel_id == parcel_id)))
        permits = permit_rows(session, today, applications=applications) if applications else ()
        return ParcelWork(permits, case_rows(session, today, where=ViolationCase.parcel_id == parcel_id))


def save_account_note(ws: Workspace, *, account_id: int, note: str) -> None:
    """Save what is noted on an account; the former note stays in the history of changes."""
    with ws.write(reason="account note") as session:
        _account(session, account_id).note = note.strip()


def _bill_rows(session: Session, ws: Workspace, account_id: int) -> tuple[BillRow, ...]:
    open_of = _open_by_bill(session, ws, account_id)
    carried = carried_due(session, [account_id])
    columns = (
        Bill.id,
        Bill.number,
        Bill.period,
        Bill.bill_date,
        Bill.due_date,
        Bill.current_charges,
        Bill.total_due,
        Bill.usage,
        Bill.estimated,
        Bill.live,
        Bill.carried,
    )
    statement = select(*columns).where(Bill.account_id == account_id).order_by(Bill.id.desc())
    return tuple(
        BillRow(
            id=row.id,
            number=row.number,
            period=row.period,
            bill_date=row.bill_date,
            due_date=shown_due(carried.get(row.id, row.due_date)),
            charges=row.current_charges,
            total_due=row.total_due,
            open_amount=open_of.get(row.number, ZERO),
            use=row.usage,
            estimated=row.estimated,
            live=row.live,
            carried=row.carried,
        )
        for row in session.execute(statement)
    )


def _open_by_bill(session: Session, ws: Workspace, account_id: int) -> dict[str, Decimal]:
    entries = [fact.entry for fact in ledger_facts(session, [account_id]).get(account_id, ())]
    until = max([ws.clock.today(), *(entry.on for entry in entries)])
    applied = apply_entries(entries, as_of=until, policy=_payment_policy(session))
    sums: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for item in applied.items:
        sums[item.entry.bill] += item.open_amount
    return sums


def _payment_policy(session: Session) -> PaymentPolicy:
    """The order in which payments are applied, as the office adopted it.

    The charge codes that its order names come first, the others after them as they are listed.
    """
    settings = _billing_settings(session)
    codes = tuple(dict.fromkeys((*settings.code_order, *charge_order(session))))
    return PaymentPolicy(settings.payment_order, codes)


def _papers_where(session: Session, parcel_id: int, *more: tuple[str, Any]) -> tuple[PaperRow, ...]:
    applications = select(Application.id).where(Application.parcel_id == parcel_id)
    subjects: list[tuple[str, Any]] = [
        ("application", applications),
        ("permit", select(Permit.id).where(Permit.application_id.in_(applications))),
        ("violation_case", select(ViolationCase.id).where(ViolationCase.parcel_id == parcel_id)),
        *more,
    ]
    terms = [and_(Paper.subject == kind, Paper.subject_id.in_(ids)) for kind, ids in subjects]
    rows = session.scalars(select(Paper).where(or_(*terms)).order_by(Paper.id.desc()))
    return tuple(_row(paper) for paper in rows)
