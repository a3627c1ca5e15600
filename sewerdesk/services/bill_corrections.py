"""Correcting a bill: the wrong one is reversed and stays on record, a new one takes its place and says so.

Where the correction ends at another reading than the wrong bill did, the later bills of the account, which begin there,
are made again with it, so that no use is lost and none is billed twice.

A correction makes no debt younger. As much as the wrong bill charged stays due when that one was, for aging, reminders,
penalties and the tax roll alike; only what the new bill charges more gets a due date of its own (``bill_ages``). A
penalty on the wrong bill comes off, and is charged on the new one as though that had been the bill all along: none of
what was charged too much, none yet of what is new, and none that was waived.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.queries.carried import carried_due
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.bill_ages import Age, AgedAmount
from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billrecord import line_from, readings_from
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import NOT_DUE_YET, EntryKind
from sewerdesk.domain.metering import LowerAnswer
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.readings import AnswerDraft, ReadingDraft
from sewerdesk.domain.singlebills import CorrectedBill, SingleBill
from sewerdesk.services.accounts import _account
from sewerdesk.services.bill_dates import _due
from sewerdesk.services.bill_posting import Replaced
from sewerdesk.services.billing_inputs import OneAccount, RunSetup, _run_inputs
from sewerdesk.services.offices import back_up
from sewerdesk.services.penalty_corrections import _put_penalties_right
from sewerdesk.services.periods import _require_open
from sewerdesk.services.readings import _answer, _enter
from sewerdesk.services.run_rollback import CORRECTION
from sewerdesk.services.single_bills import OFF_CYCLE, BillDates, BillRequest, _issue, _request
from sewerdesk.services.taken_back import _take_back

Ends = dict[int, tuple[date, Decimal]]
"""The day and the dial at which a bill ends, by meter."""


@dataclass(frozen=True, slots=True)
class ReadingFor:
    """A reading to enter with a correction."""

    meter_id: int
    draft: ReadingDraft


@dataclass(frozen=True, slots=True)
class CorrectFacts:
    """What was wrong about the readings; other facts (units, class, status) are put right on the account before."""

    answers: tuple[AnswerDraft, ...] = ()
    readings: tuple[ReadingFor, ...] = ()


@dataclass(frozen=True, slots=True)
class BilledReading:
    """The reading at which a bill ends."""

    reading_id: int
    meter_id: int
    serial: str
    digits: int
    read_on: date
    value: Decimal


_AS_IT_STANDS = CorrectFacts()


def correct_bill(
    ws: Workspace, *, bill_id: int, reason: str, dates: BillDates, facts: CorrectFacts = _AS_IT_STANDS
) -> CorrectedBill:
    """Reverse a bill and make it again from what is known now; both stay, linked to each other.

    The new bill is dated as given. The due date, without one the office's own days to pay, is that of what the new bill
    charges more; the rest stays due when the wrong bill was. Readings are put right in the same transaction.
    ``RuleViolation`` where the bill was corrected before, its run was rolled back, or a question about a meter stands.
    """
    _require_reason(reason)
    back_up(ws, label="before-bill")
    with ws.write(reason=reason[:500]) as session:
        bill = _live_bill(session, bill_id)
        _enter_facts(session, bill.account_id, facts)
        chain = [bill]
        if _ends_now(session, bill) != _ends_of(bill):
            chain += _later_bills(session, bill.account_id, bill.period_from)
        return _reissue(session, chain, reason.strip(), dates)


def correctable_reading(ws: Workspace, *, bill_id: int) -> BilledReading | None:
    """The last reading of a bill's meter, where it has one meter; ``None`` for others, whose readings are answered."""
    with ws.read() as session:
        bill = _live_bill(session, bill_id)
        uses = [
            use
            for line in bill.lines
            if "metered" in line.inputs
            for use in line_from(line.inputs).volumes[-1].meters
        ]
        meters = {use.meter.meter_id: use for use in uses}
        if len(meters) != 1:
            return None
        [use] = meters.values()
        return BilledReading(
            use.present.reading_id,
            use.meter.meter_id,
            use.meter.serial,
            use.meter.digits,
            use.present.read_on,
            use.present.value,
        )


def put_right(reading: BilledReading, value: Decimal, *, reason: str) -> CorrectFacts:
    """The facts of a correction where the bill's last reading was wrong: a misread, and what the dial showed."""
    return CorrectFacts(
        answers=(AnswerDraft(reading.reading_id, LowerAnswer.MISREAD, reason),),
        readings=(ReadingFor(reading.meter_id, ReadingDraft(reading.read_on, value, note=reason)),),
    )


def bill_past_quarter(
    ws: Workspace,
    *,
    account_id: int,
    quarter: Quarter,
    read_through: date,
    reason: str,
    dates: BillDates,
    facts: CorrectFacts = _AS_IT_STANDS,
) -> CorrectedBill:
    """Bill an older quarter that was left out although later ones are billed: those that took its use are made again.

    ``read_through`` is the last day whose readings belong to the older quarter.
    """
    _require_reason(reason)
    back_up(ws, label="before-bill")
    with ws.write(reason=reason[:500]) as session:
        account = _account(session, account_id)
        _enter_facts(session, account_id, facts)
        request = _request(session, account, OFF_CYCLE, quarter.end, dates, read_through=read_through)
        later = [bill for bill in _later_bills(session, account_id, quarter.end) if bill.usage is not None]
        return _reissue(session, later, reason.strip(), dates, first=request)


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise FieldErrors({"reason": "Say what was wrong; the reason is printed on the new bill."})


def _live_bill(session: Session, bill_id: int) -> Bill:
    bill = session.get(Bill, bill_id)
    if bill is None:
        raise UserError("That bill is not in this office. Refresh the page (F5) and choose it again.")
    if bill.live:
        return bill
    successor = session.scalar(select(Bill.number).where(Bill.replaces_id == bill.id))
    why = f"{successor} took its place" if successor else "its run was rolled back"
    raise RuleViolation(f"{bill.number} is void: {why}. Correct the bill that stands.")


def _enter_facts(session: Session, account_id: int, facts: CorrectFacts) -> None:
    for answer in facts.answers:
        _answer(session, account_id, answer, billed=True)
    for one in facts.readings:
        _enter(session, account_id, one.meter_id, one.draft)
    session.flush()  # the new bill is worked out from them


def _later_bills(session: Session, account_id: int, after: date) -> list[Bill]:
    return list(
        session.scalars(
            select(Bill)
            .where(Bill.account_id == account_id, Bill.live.is_(True), Bill.period_from > after)
            .order_by(Bill.period_from, Bill.id)
        )
    )


def _ends_of(bill: Bill) -> Ends:
    readings = [one for line in bill.lines for one in readings_from(line.inputs)]
    return {one.meter_id: (one.read_on, one.value) for one in readings}


def _ends_now(session: Session, bill: Bill) -> Ends:
    """Where the bill would end by what is known now; nothing where it cannot be worked out."""
    one = OneAccount(bill.account_id, (bill.period_from, bill.period_to))
    setup = RunSetup(Quarter.parse(bill.period), bill.bill_date, bill.due_date, _read_through(session, bill))
    found: Ends = {}
    for draft in compute_run(_run_inputs(session, setup, one)).bills:
        for line in draft.lines:
            for part in line.volumes:
                found |= {use.meter.meter_id: (use.present.read_on, use.present.value) for use in part.meters}
    return found


def _read_through(session: Session, bill: Bill) -> date:
    return date.fromisoformat(session.get_one(BillingRun, bill.run_id).checked["read_through"])


def _reissue(
    session: Session,
    wrong: Sequence[Bill],
    reason: str,
    dates: BillDates,
    *,
    first: BillRequest | None = None,
) -> CorrectedBill:
    """Take the wrong bills back by one act and make them again in order, after ``first`` where one was left out."""
    _require_open(session, dates.bill_date, what="The corrected bill")
    _refuse_earlier(wrong, dates.bill_date)
    numbers = tuple(bill.number for bill in wrong)
    before = sum((bill.current_charges for bill in wrong), ZERO)
    requests = [] if first is None else [first]
    requests += [_again(session, bill, reason, dates) for bill in wrong]
    act = _take_back(
        session,
        ActKind.CORRECTION,
        [bill.id for bill in wrong],
        reason=f"{', '.join(numbers)} corrected: {reason}" if numbers else reason,
        facts={"bills": list(numbers)},
        on=dates.bill_date,  # the day of the bills in their place: no day has both, and none has neither
    )
    made: list[SingleBill] = []
    for request in requests:
        made.append(_issue(session, request))
        session.flush()  # the next bill goes on from this one
    account_id = requests[0].account_id
    _put_penalties_right(session, [account_id], because=reason, restore=True)
    after = sum((one.total for one in made), ZERO)
    return CorrectedBill(numbers[0] if numbers else "", tuple(made), numbers, after - before, act.number)


def _refuse_earlier(wrong: Sequence[Bill], on: date) -> None:
    """A bill takes the place of one that was there before it."""
    later = next((bill for bill in wrong if bill.bill_date > on), None)
    if later is not None:
        raise FieldErrors(
            {
                "bill_date": f"{later.number} is dated {later.bill_date:%m/%d/%Y}. Date the corrected bill that day or "
                "later."
            }
        )


def _again(session: Session, bill: Bill, reason: str, dates: BillDates) -> BillRequest:
    carried = carried_due(session, [bill.account_id]).get(bill.id)
    due = dates.due_date
    if due is None and bill.due_date >= dates.bill_date and _due(session, dates.bill_date) is None:
        due = bill.due_date
    return BillRequest(
        account_id=bill.account_id,
        kind=bill.kind,
        span=(bill.period_from, bill.period_to),
        dates=BillDates(dates.bill_date, due),
        read_through=_read_through(session, bill),
        replaces=Replaced(bill.id, bill.number, reason, _ages(session, bill, carried or bill.due_date)),
        mailed_on=bill.period_to if bill.kind == "final" else None,
        run_kind=CORRECTION,
        may_carry=carried == NOT_DUE_YET,
    )


def _ages(session: Session, bill: Bill, due: date) -> tuple[AgedAmount, ...]:
    """What a bill charged with the age of each part; nothing where it waits for a bill that is still to come."""
    if due == NOT_DUE_YET:
        return ()
    e = EntryRow
    rows = session.execute(
        select(e.charge_code, e.amount, e.due_on, e.billed_on)
        .where(e.bill_id == bill.id, e.kind == EntryKind.CHARGE.value)
        .order_by(e.id)
    )
    return tuple(
        AgedAmount(code, amount, Age(due_on or due, billed_on or bill.bill_date))
        for code, amount, due_on, billed_on in rows
    )
