"""Posted runs: what they came to, what became of each account, why bills differ, and the register."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine, RunOutcome, RunRollback
from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.queries.runs import REGULAR
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billcompare import compare_facts, group_by_cause
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billrecord import line_from
from sewerdesk.domain.billtotals import ChargeTotal, ClassTotal
from sewerdesk.domain.carrying import CARRIED_NOTE
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.rates import ChargePurpose
from sewerdesk.domain.runviews import DifferenceRow, Names, OutcomeRow, PostedRun, RunView, difference_rows
from sewerdesk.domain.wording import count
from sewerdesk.services.billing_inputs import _account_names
from sewerdesk.services.papers import _freeze_paper, paper_file
from sewerdesk.services.posted_bills import _posted_bills

REGISTER = "billing_register"
_PART = "register"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_RUN_COLUMNS = (
    BillingRun.id,
    BillingRun.number,
    BillingRun.period,
    BillingRun.bill_date,
    BillingRun.due_date,
    BillingRun.billed,
    BillingRun.held,
    BillingRun.skipped,
    BillingRun.total,
    BillingRun.posted_at,
    BillingRun.posted_by,
)


def list_runs(ws: Workspace) -> tuple[PostedRun, ...]:
    """All quarters' runs as posted, newest first; bills of single accounts are on the accounts' own pages."""
    with ws.read() as session:
        statement = (
            select(*_RUN_COLUMNS, func.coalesce(RunRollback.reason, ""))
            .outerjoin(RunRollback, RunRollback.run_id == BillingRun.id)
            .where(BillingRun.kind == REGULAR)
            .order_by(BillingRun.id.desc())
        )
        rows = session.execute(statement)
        return tuple(_posted(*row) for row in rows)


def run_view(ws: Workspace, *, run_id: int) -> RunView:
    """A posted run as it stands in the books."""
    with ws.read() as session:
        run = _run(session, run_id)
        checked = run.checked
        return RunView(
            run=replace(_posted_run(run), rolled_back=_why_rolled_back(session, run_id)),
            read_through=date.fromisoformat(checked["read_through"]),
            by_charge=tuple(
                ChargeTotal(code, title, fund, revenue, count, Decimal(amount))
                for code, title, fund, revenue, count, amount in checked["by_charge"]
            ),
            by_class=tuple(ClassTotal(code, n, Decimal(amount)) for code, n, amount in checked["by_class"]),
            outcomes=tuple(_outcomes(session, run_id, _account_names(session))),
            acknowledged=tuple(checked["warnings"]),
        )


def run_differences(ws: Workspace, *, run_id: int) -> tuple[DifferenceRow, ...]:
    """The bills of a posted run against those of the quarter before, the unexplained first."""
    with ws.read() as session:
        run = _run(session, run_id)
        quarter = Quarter.parse(run.period)
        now = _posted_bills(session, run.period, run_id=run_id).bills
        last = _posted_bills(session, quarter.previous.code).bills
        others = session.scalars(
            select(RunOutcome.account_id).where(
                RunOutcome.run_id == run_id, RunOutcome.outcome != OutcomeKind.BILLED.value
            )
        )
        found = compare_facts(
            {key: (bill.account, bill.lines) for key, bill in now.items()},
            last=last,
            not_billed=set(others),
            classes={key: bill.class_code for key, bill in now.items()},
        )
        return difference_rows(group_by_cause(found), _account_names(session))


def explain_posted_bill(ws: Workspace, *, bill_id: int) -> str:
    """Why a posted bill is what it is: each line in a sentence, rebuilt from what was kept with it."""
    with ws.read() as session:
        bill = session.get(Bill, bill_id)
        if bill is None:
            raise UserError("That bill is not in this office. Refresh the page (F5) and choose it again.")
        lines = [explain(line_from(line.inputs)) for line in bill.lines]
        lines.append(f"This quarter: {format_money(bill.current_charges)}.")
        if bill.total_due != bill.current_charges:
            before = bill.total_due - bill.current_charges
            lines.append(f"Balance before: {format_money(before)}; total due {format_money(bill.total_due)}.")
        return "\n\n".join(lines)


def billing_register_file(ws: Workspace, *, run_id: int) -> PaperFile:
    """The register of a run as a workbook; the first call makes and keeps it, later ones give the same bytes."""
    with ws.read() as session:
        run = _run(session, run_id)
        kept = session.scalar(select(Paper.id).where(Paper.number == run.number, Paper.part == _PART))
        content = b"" if kept else _register(session, run)
        number, title, bills = run.number, f"Billing register {Quarter.parse(run.period).label}", run.billed
    if kept is None:
        with ws.write(reason=title) as session:
            kept = _freeze_paper(
                session,
                number=number,
                part=_PART,
                kind=REGISTER,
                title=title,
                subject=("billing_run", run_id),
                template=(REGISTER, "1"),
                merged={"bills": bills},
                content=content,
                media_type=_XLSX,
            ).id
    return paper_file(ws, paper_id=kept)


def _register(session: Session, run: BillingRun) -> bytes:
    from sewerdesk.documents.xlsx.billing_register import RegisterRow, billing_register
    from sewerdesk.documents.xlsx.kit import About

    lines: dict[int, list[Any]] = {}
    for bill_id, inputs in session.execute(
        select(BillLine.bill_id, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.run_id == run.id)
        .order_by(BillLine.bill_id, BillLine.line_no)
    ):
        lines.setdefault(bill_id, []).append(inputs)
    bills = session.execute(
        select(Bill, Account.number)
        .join(Account, Account.id == Bill.account_id)
        .where(Bill.run_id == run.id)
        .order_by(Account.number)
    )
    quarter = Quarter.parse(run.period)
    rows = [RegisterRow(**_register_row(bill, account, lines[bill.id])) for bill, account in bills]
    about = About(
        title=f"Billing register {quarter.label}",
        municipality=session.scalars(select(OfficeProfile.municipality)).one(),
        as_of=run.bill_date,
        run_at=f"{run.posted_at.astimezone():%m/%d/%Y %I:%M %p} by {run.posted_by}",
        filters=(("Run", run.number), ("Period", f"{quarter.start:%m/%d/%Y} to {quarter.end:%m/%d/%Y}")),
        notes=[
            f"{code} {title}, fund {fund}, revenue code {revenue}: {count(lines, 'line')}, "
            f"{format_money(Decimal(amount))}"
            for code, title, fund, revenue, lines, amount in run.checked["by_charge"]
        ],
    )
    return billing_register(rows, about=about)


def _register_row(bill: Bill, account: str, records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    printed = bill.printed
    by_purpose = dict.fromkeys(ChargePurpose, ZERO)
    for record in records:
        by_purpose[_column_of(record)] += Decimal(record["amount"])
    return {
        "account": account,
        "owner": printed["owner"],
        "service_address": printed["service_address"],
        "tax_map_no": printed["tax_map_no"],
        "district": printed["district"],
        "rate_class": printed["class"],
        "units": Decimal(printed["edu"]),
        "bill_no": bill.number,
        "due_date": bill.due_date,
        "previous_read": " / ".join(read[1] for read in printed["reads"]),
        "present_read": " / ".join(read[3] for read in printed["reads"]),
        "estimated": bill.estimated,
        "usage": bill.usage,
        "previous_balance": Decimal(printed["previous_balance"]),
        "payments": sum((Decimal(amount) for _, _, amount in printed["payments"]), ZERO),
        "adjustments": sum((Decimal(amount) for _, _, amount in printed["adjustments"]), ZERO),
        "fixed_charges": by_purpose[ChargePurpose.OPERATION],
        "usage_charges": by_purpose[ChargePurpose.USE],
        "debt_charges": by_purpose[ChargePurpose.DEBT],
        "other_charges": by_purpose[ChargePurpose.OTHER],
        "current_charges": bill.current_charges,
        "total_due": bill.total_due,
        "note": CARRIED_NOTE if bill.carried else "",
    }


def _column_of(record: dict[str, Any]) -> ChargePurpose:
    """A line by volume is usage whatever its code is for; every other line goes by its code's purpose."""
    return ChargePurpose.USE if "metered" in record else ChargePurpose(record["charge"][5])


def _outcomes(session: Session, run_id: int, names: Names) -> list[OutcomeRow]:
    # Two statements: joined, all bills of the run would be looked through for each of its outcomes.
    columns = (
        Bill.account_id,
        Bill.id,
        Bill.number,
        Bill.current_charges,
        Bill.total_due,
        Bill.carried,
        Bill.printed,
    )
    bills = {row.account_id: row for row in session.execute(select(*columns).where(Bill.run_id == run_id))}
    rows = session.execute(
        select(RunOutcome.account_id, Account.number, RunOutcome.outcome, RunOutcome.reason)
        .join(Account, Account.id == RunOutcome.account_id)
        .where(RunOutcome.run_id == run_id)
        .order_by(Account.number)
    )
    found = []
    for account_id, account, kind, reason in rows:
        bill = bills.get(account_id)
        name, location = names.get(account_id, ("", ""))
        found.append(
            OutcomeRow(
                account_id=account_id,
                account=account,
                name=bill.printed["owner"] if bill else name,
                location=location,
                class_code=bill.printed["class"] if bill else "",
                kind=OutcomeKind(kind),
                reason=reason,
                amount=bill.current_charges if bill else None,
                total_due=bill.total_due if bill else None,
                bill_no=bill.number if bill else "",
                bill_id=bill.id if bill else None,
                carried=bool(bill and bill.carried),
            )
        )
    return found


def _run(session: Session, run_id: int) -> BillingRun:
    run = session.get(BillingRun, run_id)
    if run is None:
        raise UserError("That billing run is not in this office. Refresh the list (F5) and choose it again.")
    return run


def _why_rolled_back(session: Session, run_id: int) -> str:
    """The reason of a roll-back; empty while the run stands."""
    return session.scalar(select(RunRollback.reason).where(RunRollback.run_id == run_id)) or ""


def _posted(run_id: int, number: str, period: str, *rest: Any) -> PostedRun:
    return PostedRun(run_id, number, Quarter.parse(period), *rest)


def _posted_run(run: BillingRun) -> PostedRun:
    return _posted(*(getattr(run, column.key) for column in _RUN_COLUMNS))
