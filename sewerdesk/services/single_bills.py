"""Bills beside the quarters' runs: opening, final and off-cycle bills, each a posting of one account."""

from dataclasses import dataclass, field, replace
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountStatus
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billaccounts import AccountStatus as Status
from sewerdesk.domain.billing import OutcomeKind, RunPreview, compute_run
from sewerdesk.domain.billlines import ONE_DAY
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.singlebills import SingleBill
from sewerdesk.services.accounts import _account
from sewerdesk.services.bill_dates import _due
from sewerdesk.services.bill_mail_checks import _mail_findings
from sewerdesk.services.bill_pages import _mailed
from sewerdesk.services.bill_posting import Posting, Replaced
from sewerdesk.services.billing import _check_setup, _write_run
from sewerdesk.services.billing_inputs import OneAccount, RunSetup, _meters_at, _run_inputs
from sewerdesk.services.hand_overs import _refuse_unbilled
from sewerdesk.services.offices import back_up

OPENING, FINAL, OFF_CYCLE = "opening", "final", "off-cycle"


@dataclass(frozen=True, slots=True)
class BillDates:
    """When a bill is dated and due; without a due date the office's own days to pay are counted."""

    bill_date: date
    due_date: date | None = None


@dataclass(frozen=True, slots=True)
class BillRequest:
    """One bill to make: the days billed, both inclusive, of one quarter, and readings through a day."""

    account_id: int
    kind: str
    span: tuple[date, date]
    dates: BillDates
    read_through: date
    message: str = ""
    replaces: Replaced | None = None
    mailed_on: date | None = None
    run_kind: str = ""
    may_carry: bool = False
    warnings: tuple[str, ...] = field(default=())

    @property
    def quarter(self) -> Quarter:
        """The quarter that the days lie in."""
        return Quarter.of(self.span[0])


def opening_bill(ws: Workspace, *, account_id: int, through: date, dates: BillDates) -> SingleBill:
    """Bill a new account or a new owner for the first time, from the first day not billed through a day.

    ``RuleViolation`` where a question about a meter stands, nothing is left to bill, or the use of these days is on a
    later bill or still to come on an earlier one.
    """
    return _single(ws, account_id=account_id, kind=OPENING, through=through, dates=dates)


def off_cycle_bill(ws: Workspace, *, account_id: int, through: date, dates: BillDates) -> SingleBill:
    """Bill one account outside the quarter's run, from the first day not billed through a day."""
    return _single(ws, account_id=account_id, kind=OFF_CYCLE, through=through, dates=dates)


def final_bill(ws: Workspace, *, account_id: int, through: date, dates: BillDates, reason: str) -> SingleBill:
    """Bill an account for the last time through a day and end it: from the next day it is final.

    The closing readings are entered before, dated that day or the next. ``FieldErrors`` where the day is still ahead,
    ``RuleViolation`` where later days are billed already or the quarter before is not.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the account ends; the reason stays with it."})
    if through > ws.clock.today():
        raise FieldErrors(
            {"through": f"{through:%m/%d/%Y} is still ahead. Post the last bill on that day or later."}
        )
    back_up(ws, label="before-bill")
    with ws.write(reason=reason) as session:
        account = _account(session, account_id)
        _refuse_billed_after(session, account, through, what="its last day")
        _refuse_unbilled(
            session, account, through + ONE_DAY, harm="would come after its last bill", then="end the account"
        )
        found = _issue(
            session, _request(session, account, FINAL, through, dates, read_through=through + ONE_DAY)
        )
        _set_status(account, Status.FINAL, since=through + ONE_DAY, reason=reason.strip())
        return found


def _single(ws: Workspace, *, account_id: int, kind: str, through: date, dates: BillDates) -> SingleBill:
    back_up(ws, label="before-bill")
    with ws.write(reason=f"{kind} bill") as session:
        account = _account(session, account_id)
        request = _request(session, account, kind, through, dates)
        # Fixed charges go by their days in any order; use goes from reading to reading, one bill after the other.
        if session.scalar(_meters_at(account.id).limit(1)) is not None:
            _refuse_taken(session, account, through)
            _refuse_unbilled(
                session,
                account,
                through + ONE_DAY,
                harm="its use would go on this bill",
                then="the days after it",
            )
        return _issue(session, request)


def _refuse_taken(session: Session, account: Account, through: date) -> None:
    """``RuleViolation`` where a bill of later days charged the use of these too, from the last reading before."""
    later = session.scalar(
        select(Bill.number)
        .where(Bill.account_id == account.id, Bill.live.is_(True), Bill.usage.is_not(None))
        .where(Bill.period_from > through)
        .order_by(Bill.period_from, Bill.id)
        .limit(1)
    )
    if later is None:
        return
    quarter = Quarter.of(through)
    raise RuleViolation(
        f"{later} is for later days and charged the use before them too; this bill would charge it again. Bill "
        f"{quarter.label} by “python3 run.py bill OFFICE --past-quarter {quarter.code} --account {account.number} "
        "--reason WHY --post”: the later bills are then made again without that use."
    )


def _refuse_billed_after(session: Session, account: Account, through: date, *, what: str) -> None:
    """``RuleViolation`` where a bill that stands reaches beyond the last day of an account or of its owner."""
    later = session.execute(
        select(Bill.number, Bill.period_to)
        .where(Bill.account_id == account.id, Bill.live.is_(True), Bill.period_to > through)
        .order_by(Bill.period_to.desc(), Bill.id.desc())
        .limit(1)
    ).first()
    if later is not None:
        number, billed = later
        raise RuleViolation(
            f"Account {account.number} is billed through {billed:%m/%d/%Y} by {number}, after {what}. Choose "
            f"{billed + ONE_DAY:%m/%d/%Y} or a later day."
        )


def _request(
    session: Session,
    account: Account,
    kind: str,
    through: date,
    dates: BillDates,
    *,
    read_through: date | None = None,
) -> BillRequest:
    """What is left to bill of an account in the quarter of ``through``."""
    quarter = Quarter.of(through)
    first = max(_first_unbilled(session, account, quarter), account.opened_on)
    if first > through:
        raise RuleViolation(
            f"Account {account.number} is billed through {first - ONE_DAY:%m/%d/%Y} already; nothing is left to bill "
            f"through {through:%m/%d/%Y}."
        )
    return BillRequest(account.id, kind, (first, through), dates, read_through or through)


def _first_unbilled(session: Session, account: Account, quarter: Quarter) -> date:
    """The first day of a quarter that no live bill of the account covers."""
    through = session.scalar(
        select(func.max(Bill.period_to)).where(
            Bill.account_id == account.id, Bill.live.is_(True), Bill.period == quarter.code
        )
    )
    return quarter.start if through is None else through + ONE_DAY


def _issue(session: Session, request: BillRequest) -> SingleBill:
    """Work out and write one bill; part of a caller's transaction.

    ``RuleViolation`` where a question about a meter stands or nothing is billed.
    """
    setup = _setup(session, request)
    _check_setup(setup, session.info["clock"].today())
    one = OneAccount(request.account_id, request.span, request.may_carry)
    preview = compute_run(_run_inputs(session, setup, one))
    mailed = _mailed(session, request.mailed_on or setup.bill_date)
    preview = replace(preview, findings=(*preview.findings, *_mail_findings(preview.mailed, mailed)))
    _require_billed(session, request, preview)
    replaces = {} if request.replaces is None else {request.account_id: request.replaces}
    posting = Posting(request.kind, {request.account_id: request.span}, replaces)
    run = _write_run(session, setup, preview, mailed, kind=request.run_kind or request.kind, posting=posting)
    bill = session.scalars(select(Bill).where(Bill.run_id == run.run_id)).one()
    return SingleBill(
        bill_id=bill.id,
        number=bill.number,
        kind=bill.kind,
        period_from=bill.period_from,
        period_to=bill.period_to,
        due_date=bill.due_date,
        total=bill.current_charges,
        total_due=bill.total_due,
        run=run.number,
        warnings=tuple(finding.sentence for finding in preview.findings if not finding.blocking),
    )


def _setup(session: Session, request: BillRequest) -> RunSetup:
    due = request.dates.due_date
    if due is None:
        found = _due(session, request.dates.bill_date)
        if found is None:
            raise FieldErrors(
                {"due_date": "Enter the due date; the office has no days to pay in its settings."}
            )
        due = found.effective
    return RunSetup(request.quarter, request.dates.bill_date, due, request.read_through, request.message)


def _require_billed(session: Session, request: BillRequest, preview: RunPreview) -> None:
    """``RuleViolation`` with the reason where no bill came of it."""
    if preview.blocking:
        raise RuleViolation(f"The bill cannot be posted: {preview.blocking[0].sentence}")
    [outcome] = preview.outcomes or (None,)
    if outcome is None:
        number = _account(session, request.account_id).number
        first, last = request.span
        raise RuleViolation(
            f"Account {number} is not on the books from {first:%m/%d/%Y} to {last:%m/%d/%Y}; there is nothing to bill."
        )
    if outcome.kind is not OutcomeKind.BILLED:
        raise RuleViolation(f"The bill cannot be posted: {outcome.reason}")


def _open_again(session: Session, bill: Bill) -> None:
    """Take back that a final bill ended its account: the status before it holds on, as though there had been no end.

    A status entered since stays, and the one before it then reaches to its first day.
    """
    account, since = _account(session, bill.account_id), bill.period_to + ONE_DAY
    for ended in [one for one in account.statuses if (one.status, one.valid_from) == (Status.FINAL, since)]:
        for before in account.statuses:
            if before.valid_to == since:
                before.valid_to = ended.valid_to
        account.statuses.remove(ended)


def _set_status(account: Account, status: Status, *, since: date, reason: str, authority: str = "") -> None:
    """Give an account another status from a day on; what held before ends there."""
    later = [one for one in account.statuses if one.valid_from >= since]
    if later:
        raise UserError(
            f"Account {account.number} is {later[0].status} from {later[0].valid_from:%m/%d/%Y} on already. Correct "
            "that status first."
        )
    for one in account.statuses:
        if one.valid_to is None or one.valid_to > since:
            one.valid_to = since
    account.statuses.append(
        AccountStatus(status=status.value, valid_from=since, reason=reason, authority=authority)
    )
