"""The office's penalty policies by date, the proposal of the law's figures, and the accounts spared for a time."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.penalty import PenaltyCharge
from sewerdesk.data.models.penalty import PenaltyHold as HoldRow
from sewerdesk.data.models.penalty import PenaltyPolicy as PolicyTable
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.queries.penalties import hold_rows, policy_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import Figure, FigureStatus
from sewerdesk.domain.law.types import Unit
from sewerdesk.domain.money import format_money
from sewerdesk.domain.penalties import (
    GraceUnit,
    HoldKind,
    PenaltyHold,
    PenaltyPolicy,
    PolicyRow,
    RunsFrom,
    check_policy,
    policy_to_json,
)
from sewerdesk.domain.penalty_views import PolicyProposal
from sewerdesk.domain.wording import join_words, show_date
from sewerdesk.services.accounts import _account
from sewerdesk.services.law import law_of

_DAYS_KEYS = ("billing.delinquent_days", "billing.due_days")


def penalty_policies(ws: Workspace) -> tuple[PolicyRow, ...]:
    """The policies that stand, oldest first; each holds for bills dated from its day until the next one's."""
    with ws.read() as session:
        return policy_rows(session)


def propose_penalty_policy(ws: Workspace) -> PolicyProposal:
    """A policy out of the law's figures as they stand today; what the law leaves open stays empty and is named.

    Nothing is taken for granted: a figure of a model law is proposed with its status for the Board to adopt.
    """
    law, today = law_of(ws), ws.clock.today()
    figures = {
        key: law.figure(key, today)
        for key in ("billing.penalty_percent", "billing.interest_percent_per_month", *_DAYS_KEYS)
        if law.has_figure(key)
    }
    policy = PenaltyPolicy(
        percent=_number(figures.get("billing.penalty_percent")),
        interest_percent=_number(figures.get("billing.interest_percent_per_month")),
    )
    days = figures.get("billing.delinquent_days")
    if days is not None and days.value is not None:
        business = days.unit is Unit.BUSINESS_DAYS
        policy = replace(
            policy,
            runs_from=RunsFrom.BILL_DATE,
            grace=days.whole,
            grace_unit=GraceUnit.BUSINESS_DAYS if business else GraceUnit.DAYS,
        )
    notes = tuple(_note(figure) for figure in figures.values() if figure.status is not FigureStatus.LAW)
    return PolicyProposal(policy, tuple(figures.values()), notes)


def _number(figure: Figure | None) -> Decimal:
    return Decimal(0) if figure is None or figure.value is None else figure.number


def _note(figure: Figure) -> str:
    state = "is not in the law's text" if figure.status is FigureStatus.BLANK else "comes from a model law"
    return f"{figure.subject[:1].upper()}{figure.subject[1:]} ({figure.citation}) {state}: {figure.missing}."


def adopt_penalty_policy(
    ws: Workspace, *, policy: PenaltyPolicy, effective_from: date, authority: str
) -> PolicyRow:
    """Enter a policy for bills dated on or after a day; earlier bills keep theirs.

    ``FieldErrors`` for what is missing or impossible, for a charge code that the office does not have, and for a day
    from which a penalty was already charged under another policy.
    """
    check_policy(policy, authority=authority)
    with ws.write(reason=f"penalty policy, {authority}"[:500]) as session:
        codes = charge_order(session)
        if policy.charge_code not in codes:
            listed = (
                f"Its codes are {join_words(codes)}." if codes else "Enter it under Rates and fees first."
            )
            sentence = f"{policy.charge_code} is no charge code of this office. {listed}"
            raise FieldErrors({"charge_code": sentence})
        _check_day(session, effective_from)
        row = PolicyTable(
            effective_from=effective_from,
            authority=authority.strip(),
            settings=policy_to_json(policy),
            entered_at=ws.clock.now(),
            actor=session.info["actor"],
        )
        session.add(row)
        session.flush()  # the caller gets its id
        [found] = [one for one in policy_rows(session) if one.id == row.id]
        return found


def _check_day(session: Session, day: date) -> None:
    rows = policy_rows(session)
    if any(row.effective_from == day for row in rows):
        sentence = f"A policy takes effect on {show_date(day)} already; withdraw it or choose another day."
        raise FieldErrors({"effective_from": sentence})
    before = [row for row in rows if row.effective_from < day]
    replaced = max(before, key=lambda row: row.effective_from, default=None)
    if replaced is None or not replaced.used:
        return
    statement = (
        select(Bill.number, Bill.bill_date, PenaltyCharge.amount)
        .join(Bill, Bill.id == PenaltyCharge.bill_id)
        .where(PenaltyCharge.policy_id == replaced.id, Bill.bill_date >= day, PenaltyCharge.live.is_(True))
        .order_by(Bill.bill_date.desc())
        .limit(1)
    )
    charged = session.execute(statement).first()
    if charged is not None:
        number, bill_date, amount = charged
        sentence = (
            f"{format_money(amount)} was charged on {number} of {show_date(bill_date)} under the present policy. "
            f"Choose {show_date(bill_date + timedelta(days=1))} or later."
        )
        raise FieldErrors({"effective_from": sentence})


def withdraw_penalty_policy(ws: Workspace, *, policy_id: int, reason: str) -> None:
    """Take out a policy that was entered by mistake and never used; ``RuleViolation`` once a penalty rests on it."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why it is taken out; the reason is kept with it."})
    with ws.write(reason=reason[:500]) as session:
        row = session.get(PolicyTable, policy_id)
        if row is None or not row.live:
            raise UserError("That policy is not in force. Refresh the list (F5) and choose it again.")
        used = session.scalar(select(PenaltyCharge.id).where(PenaltyCharge.policy_id == policy_id).limit(1))
        if used is not None:
            raise RuleViolation(
                f"The policy from {show_date(row.effective_from)} was used; it stays as it is. Adopt another one "
                "from a later day."
            )
        row.live = False


def hold_penalties(
    ws: Workspace,
    *,
    account_id: int,
    kind: HoldKind,
    since: date,
    until: date | None,
    reason: str,
    authority: str = "",
) -> int:
    """Spare an account for a time: exempt, in dispute, bankrupt or under a plan; returns the hold's id.

    ``until`` is the first day on which it bears penalties again. An exemption needs an end and its authority: giving up
    public money is the Board's to decide. ``FieldErrors`` for what is missing.
    """
    errors: dict[str, str] = {}
    if not reason.strip():
        errors["reason"] = "Enter why the account bears no penalty; the list of the spared says it."
    if kind is HoldKind.EXEMPT and not authority.strip():
        errors["authority"] = "Enter the Board's resolution with its number and date."
    if kind is HoldKind.EXEMPT and until is None:
        errors["until"] = "Enter when the exemption ends; it is asked for again then."
    if until is not None and until <= since:
        errors["until"] = f"It must end after it begins on {show_date(since)}."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason[:500]) as session:
        account = _account(session, account_id)
        for one in hold_rows(session, [account_id]).get(account_id, ()):
            if (one.until is None or since < one.until) and (until is None or one.since < until):
                raise FieldErrors(
                    {"since": f"Account {account.number} is spared at that time already. {one.sentence}"}
                )
        row = HoldRow(
            account_id=account_id,
            kind=kind.value,
            reason=reason.strip(),
            authority=authority.strip(),
            valid_from=since,
            valid_to=until,
        )
        session.add(row)
        session.flush()  # the caller gets its id
        return row.id


def end_penalty_hold(ws: Workspace, *, hold_id: int, on: date, reason: str) -> None:
    """End a hold: from ``on`` the account bears penalties again, and bills that fall late from then on."""
    with ws.write(reason=reason[:500]) as session:
        row = session.get(HoldRow, hold_id)
        if row is None:
            raise UserError("That hold is not in this office. Refresh the list (F5) and choose it again.")
        if on < row.valid_from or (row.valid_to is not None and on > row.valid_to):
            raise FieldErrors(
                {"on": f"Choose a day from {show_date(row.valid_from)} to the day on which it ends."}
            )
        row.valid_to = on


def penalty_holds(ws: Workspace, *, account_id: int) -> tuple[PenaltyHold, ...]:
    """The times in which an account bears no penalty, past ones among them."""
    with ws.read() as session:
        return tuple(hold_rows(session, [account_id]).get(account_id, ()))
