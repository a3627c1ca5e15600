"""Payment plans: agreed for what an account owes, tested by date against the ledger, called off with a reason."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.plan import PaymentPlan, PlanEnd, PlanInstallment
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.accounts import account_rows, balances
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountmoney import LedgerFact
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.plans import (
    Installment,
    PlanDraft,
    PlanState,
    PlanView,
    check_plan,
    plan_letter_fields,
    plan_standing,
)
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.law import law_of
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.payment_settings import _payment_settings

_OVER = frozenset({PlanState.ENDED, PlanState.PAID})


def agree_plan(ws: Workspace, *, draft: PlanDraft) -> PlanView:
    """Put a plan on record for all that an account owes; ``RuleViolation`` where another one still runs."""
    with ws.write(reason="payment plan") as session:
        account = _account_by_number(session, draft.account)
        check_plan(draft, owed=balances(session, [account.id]).get(account.id, ZERO))
        if draft.agreed_on > ws.clock.today():
            raise FieldErrors({"agreed_on": "Enter today or an earlier day."})
        running = [
            view for view in _views(session, ws, account_id=account.id) if view.standing.state not in _OVER
        ]
        if running:
            raise RuleViolation(
                f"{running[0].number} of account {account.number} still runs. Call it off first."
            )
        plan = PaymentPlan(
            number=take_number(session, kind=SeriesKind.PAYMENT_PLAN.value, year=ws.clock.today().year),
            account_id=account.id,
            agreed_on=draft.agreed_on,
            agreed_with=draft.agreed_with.strip(),
            total=draft.total,
            grace_days=draft.grace_days,
            authority=draft.authority.strip(),
            entries_through=session.scalar(select(func.max(Entry.id)).where(Entry.account_id == account.id))
            or 0,
            posted_at=ws.clock.now(),
            actor=session.info["actor"],
        )
        plan.installments = [
            PlanInstallment(due_on=one.due_on, amount=one.amount) for one in draft.installments
        ]
        session.add(plan)
        session.flush()
        [view] = _views(session, ws, plan_id=plan.id)
        return view


def proposed_grace(ws: Workspace) -> tuple[int, str]:
    """The days of grace and the authority that the office adopted for plans; 0 and empty where it adopted none."""
    with ws.read() as session:
        settings = _payment_settings(session)
        return settings.plan_grace_days or 0, settings.plan_authority


def end_plan(ws: Workspace, *, plan_id: int, reason: str) -> None:
    """Call a plan off, as after a default; what is owed stays owed."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the plan is called off; it is kept on record."})
    with ws.write(reason=reason) as session:
        plan = session.get(PaymentPlan, plan_id)
        if plan is None:
            raise UserError("That plan is not in this office. Refresh the list (F5) and choose it again.")
        if plan.end is not None:
            raise RuleViolation(f"{plan.number} was called off on {plan.end.ended_on:%m/%d/%Y} already.")
        plan.end = PlanEnd(ended_on=ws.clock.today(), reason=reason.strip(), actor=session.info["actor"])


def payment_plans(ws: Workspace, *, account_id: int | None = None) -> tuple[PlanView, ...]:
    """The plans on record as they stand today, newest first, all or those of one account."""
    with ws.read() as session:
        return _views(session, ws, account_id=account_id)


def plan_letter(ws: Workspace, *, plan_id: int) -> dict[str, str]:
    """The fields of a letter about a plan, as they stand today."""
    with ws.read() as session:
        found = _views(session, ws, plan_id=plan_id)
        if not found:
            raise UserError("That plan is not in this office. Refresh the list (F5) and choose it again.")
        phone = _letterhead(session).phone
    return plan_letter_fields(found[0], municipality=law_of(ws).municipality, phone=phone)


def _views(
    session: Session, ws: Workspace, *, account_id: int | None = None, plan_id: int | None = None
) -> tuple[PlanView, ...]:
    statement = select(PaymentPlan).order_by(PaymentPlan.id.desc())
    if account_id is not None:
        statement = statement.where(PaymentPlan.account_id == account_id)
    if plan_id is not None:
        statement = statement.where(PaymentPlan.id == plan_id)
    plans = session.scalars(statement).all()
    ids = sorted({plan.account_id for plan in plans})
    facts = ledger_facts(session, ids)
    today = ws.clock.today()
    names = {
        row.id: (row.number, row.name) for row in account_rows(session, today, where=Account.id.in_(ids))
    }
    return tuple(_view(plan, names[plan.account_id], facts.get(plan.account_id, ()), today) for plan in plans)


def _view(plan: PaymentPlan, account: tuple[str, str], facts: Sequence[LedgerFact], today: date) -> PlanView:
    parts = tuple(Installment(one.due_on, one.amount) for one in plan.installments)
    number, name = account
    return PlanView(
        id=plan.id,
        number=plan.number,
        account_id=plan.account_id,
        account=number,
        name=name,
        agreed_on=plan.agreed_on,
        agreed_with=plan.agreed_with,
        installments=parts,
        authority=plan.authority,
        grace_days=plan.grace_days,
        standing=plan_standing(
            installments=parts,
            agreed_on=plan.agreed_on,
            grace_days=plan.grace_days,
            entries=[fact.entry for fact in facts],
            as_of=today,
            entries_through=plan.entries_through,
            ended=plan.end is not None,
        ),
        ended_on=plan.end.ended_on if plan.end else None,
        ended_reason=plan.end.reason if plan.end else "",
    )
