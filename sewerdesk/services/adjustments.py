"""Adjustments, waivers, write-offs and refunds: posted with their slip, approved or refused, listed until then."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import ActDecision, MoneyAct
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.queries.penalties import ChargeFact
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.adjustments import (
    APPROVED_KINDS,
    AdjustmentDraft,
    RefundDraft,
    WaitingAct,
    WriteOffDraft,
    check_adjustment,
    check_decider,
    check_given_up,
)
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import Applied, EntryKind
from sewerdesk.domain.ledger import Entry as LedgerEntry
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.money_acts import ActEntry, ActKind, ActRow
from sewerdesk.services.act_days import (
    _account_open_on,
    _applied_at_last,
    _refuse_before_credit,
    _refuse_before_items,
)
from sewerdesk.services.act_slips import _freeze_slip
from sewerdesk.services.attachments import _attach_all
from sewerdesk.services.money_acts import _act_rows, _post_act, _undo_act
from sewerdesk.services.payment_settings import _payment_settings
from sewerdesk.services.penalty_waivers import WaiverWhy, _keep_given_up, _penalties_named, _waive_up_to
from sewerdesk.services.people import _operators
from sewerdesk.services.receipt_posting import _bill_id

FILE_KIND = "adjustment paper"


def post_adjustment(ws: Workspace, *, draft: AdjustmentDraft) -> ActRow:
    """Change what an account owes, with the slip that says why; it is listed until it is approved.

    ``FieldErrors`` for what is missing; a waiver needs the Board's resolution at once.
    """
    with ws.write(reason=draft.said) as session:
        check_adjustment(draft, _payment_settings(session).adjustment_reasons, _operators(session))
        account = _account_open_on(session, draft.account, draft.on)
        code = draft.charge_code.strip()
        if code and code not in charge_order(session):
            raise FieldErrors({"charge_code": f"{code} is no charge code of this office."})
        bill_id = _bill_id(session, account, draft.bill) if draft.bill else None
        penalties = _penalties_meant(session, account, draft, bill_id) if draft.waiver else []
        if not draft.waiver:
            _refuse_penalty(session, account, draft, bill_id)
        act = _adjust(session, account, draft, bill_id, penalties)
        _attach_all(
            session, ws.folder, subject="money_act", subject_id=act.id, kind=FILE_KIND, sources=draft.files
        )
        return _finish(session, act, approved_by=draft.approved_by, minute=draft.minute)


def write_off(ws: Workspace, *, draft: WriteOffDraft) -> ActRow:
    """Give up open charges as not to be collected, oldest first, by resolution of the Board.

    ``FieldErrors`` where more is given up than is open, or before it was owed. Put back with :func:`reinstate`.
    """
    with ws.write(reason=draft.reason) as session:
        check_given_up(draft, _operators(session))
        account = _account_open_on(session, draft.account, draft.on)
        applied = _applied_at_last(session, account.id, ws.clock.today())
        amount = applied.balance if draft.amount is None else draft.amount
        if amount <= 0 or amount > applied.balance:
            raise FieldErrors(
                {
                    "amount": f"Account {account.number} owes {format_money(max(applied.balance, ZERO))}; no more "
                    "than that can be written off."
                }
            )
        parts = _oldest(applied, amount)
        _refuse_before_items([entry for entry, _ in parts], draft.on, ws.clock.today())
        act = _post_act(
            session,
            ActKind.WRITE_OFF,
            on=draft.on,
            reason=draft.reason,
            entries=_given_up(session, account.id, parts, draft.reason),
            authority=draft.minute,
            facts={"requested_by": draft.requested_by.strip(), "amount": f"{amount:f}"},
        )
        _keep_given_up(session, act, account.id)
        return _finish(session, act, approved_by=draft.approved_by, minute=draft.minute)


def reinstate(ws: Workspace, *, act_id: int, reason: str, authority: str) -> ActRow:
    """Put back what was written off, by resolution of the Board; the charges are owed again as they were."""
    if not authority.strip():
        raise FieldErrors({"authority": "Enter the Board's resolution that puts the charges back."})
    with ws.write(reason=reason) as session:
        act = _act(session, act_id)
        if act.kind != ActKind.WRITE_OFF:
            raise RuleViolation(f"{act.number} wrote nothing off; undo it where it is listed.")
        undo = _undo_act(session, act_id, on=ws.clock.today(), reason=reason, authority=authority)
        [row] = _act_rows(session, ids=(undo.id,))
        return row


def refund_credit(ws: Workspace, *, draft: RefundDraft) -> ActRow:
    """Pay a credit back, with the voucher that the municipality pays by; never more than the account has.

    ``FieldErrors`` for what is missing or too much, or before the credit stood.
    """
    with ws.write(reason=draft.reason) as session:
        check_given_up(draft, _operators(session))
        if not draft.payee.strip():
            raise FieldErrors({"payee": "Enter to whom the refund is paid."})
        account = _account_open_on(session, draft.account, draft.on)
        credit = _applied_at_last(session, account.id, ws.clock.today()).unused_credit
        if draft.amount > credit:
            raise FieldErrors(
                {
                    "amount": f"Account {account.number} has a credit of {format_money(credit)}; no more than that "
                    "can be paid back."
                }
            )
        _refuse_before_credit(session, account, draft.amount, draft.on, ws.clock.today())
        act = _post_act(
            session,
            ActKind.REFUND,
            on=draft.on,
            reason=draft.reason,
            entries=[
                ActEntry(account.id, EntryKind.REFUND, draft.amount, reason=f"Refund to {draft.payee}"[:200])
            ],
            authority=draft.minute,
            facts={"requested_by": draft.requested_by.strip(), "payee": draft.payee.strip()},
        )
        return _finish(session, act, approved_by=draft.approved_by, minute=draft.minute)


def decide_act(
    ws: Workspace, *, act_id: int, approved: bool, decided_by: str, minute: str = "", note: str = ""
) -> ActRow:
    """Approve an adjustment, or refuse it, which reverses it; decided once, by another person than who asked for it."""
    with ws.write(reason="decision on an adjustment") as session:
        act = _act(session, act_id)
        if ActKind(act.kind) not in APPROVED_KINDS:
            raise RuleViolation(f"{act.number} is no adjustment; there is nothing to approve.")
        [row] = _act_rows(session, ids=(act.id,))
        if row.undone_by:
            raise RuleViolation(f"{act.number} was undone by {row.undone_by}; there is nothing to approve.")
        check_decider(str(act.facts.get("requested_by", "")), decided_by, _operators(session))
        if not approved and not note.strip():
            raise FieldErrors({"note": "Say why it is refused; the reason is printed."})
        _decide(session, act, approved=approved, decided_by=decided_by, minute=minute, note=note)
        if not approved:
            _undo_act(
                session,
                act.id,
                on=ws.clock.today(),
                reason=f"Refused by {decided_by.strip()}: {note.strip()}",
            )
        _freeze_slip(session, act, part="decided")
        [row] = _act_rows(session, ids=(act.id,))
        return row


def unapproved_acts(ws: Workspace) -> tuple[WaitingAct, ...]:
    """The adjustments that stand and that nobody approved yet, the oldest first."""
    with ws.read() as session:
        undoing = aliased(MoneyAct)
        acts = session.scalars(
            select(MoneyAct)
            .outerjoin(ActDecision, ActDecision.act_id == MoneyAct.id)
            .outerjoin(undoing, undoing.undoes_id == MoneyAct.id)
            .where(
                MoneyAct.kind.in_([kind.value for kind in APPROVED_KINDS]),
                ActDecision.id.is_(None),
                undoing.id.is_(None),
            )
            .order_by(MoneyAct.effective_on, MoneyAct.id)
        ).all()
        ids = [act.id for act in acts]
        rows = {row.id: row for row in _act_rows(session, ids=ids)} if ids else {}
        accounts = _accounts_of(session, ids)
        return tuple(_waiting(act, rows[act.id], accounts.get(act.id, "")) for act in acts)


def _penalties_meant(
    session: Session, account: Account, draft: AdjustmentDraft, bill_id: int | None
) -> list[ChargeFact]:
    """The penalties that a waiver takes off; none where it gives up another charge.

    They are waived as such, since what later facts make of a penalty must know of it: else it came off twice.
    """
    code = draft.charge_code.strip()
    named = _penalties_named(session, account.id, charge_code=code, bill_id=bill_id)
    standing = [fact for fact in named if fact.stands]
    total = sum((fact.net for fact in standing), ZERO)
    if not code:
        if standing:
            raise FieldErrors(
                {
                    "charge_code": f"Penalties of {format_money(total)} stand on account {account.number}. Choose the "
                    "charge code that is waived, so that it is clear whether they are meant."
                }
            )
        return []
    items = _applied_at_last(session, account.id, draft.on).open_items
    if not standing and (not named or any(item.entry.charge_code == code for item in items)):
        return []
    if -draft.amount > total:
        where = f"on {draft.bill.strip()}" if draft.bill else f"on account {account.number}"
        raise FieldErrors(
            {
                "amount": f"The penalties of {code} {where} come to {format_money(total)}; no more than that can be "
                "waived of them."
            }
        )
    return standing


def _refuse_penalty(session: Session, account: Account, draft: AdjustmentDraft, bill_id: int | None) -> None:
    """A penalty is waived or undone as such; an adjustment may lower the other charges of its code."""
    code = draft.charge_code.strip()
    if draft.amount >= 0 or not code:
        return
    named = _penalties_named(session, account.id, charge_code=code, bill_id=bill_id)
    standing = {fact.entry_id for fact in named if fact.stands}
    if not standing:
        return
    items = _applied_at_last(session, account.id, draft.on).open_items
    others = (one for one in items if one.entry.charge_code == code and one.entry.entry_id not in standing)
    if sum((one.open_amount for one in others), ZERO) < -draft.amount:
        raise FieldErrors(
            {
                "charge_code": f"{code} stands for penalties on account {account.number}. Waive them with the Board's "
                "resolution, or undo those that were charged wrongly."
            }
        )


def _adjust(
    session: Session,
    account: Account,
    draft: AdjustmentDraft,
    bill_id: int | None,
    penalties: Sequence[ChargeFact],
) -> MoneyAct:
    """Write the act of an adjustment: off the penalties that are waived, or as an entry of its own."""
    reason = draft.said[:200]
    facts = {"requested_by": draft.requested_by.strip(), "reason": draft.reason.strip()}
    if penalties:
        why = WaiverWhy(draft.on, reason, draft.minute, facts)
        return _waive_up_to(session, penalties, -draft.amount, why)
    code = draft.charge_code.strip()
    return _post_act(
        session,
        ActKind.WAIVER if draft.waiver else ActKind.ADJUSTMENT,
        on=draft.on,
        reason=reason,
        entries=[ActEntry(account.id, EntryKind.ADJUSTMENT, draft.amount, code, bill_id, reason=reason)],
        authority=draft.minute,
        facts=facts,
    )


def _finish(session: Session, act: MoneyAct, *, approved_by: str, minute: str) -> ActRow:
    if approved_by.strip():
        _decide(session, act, approved=True, decided_by=approved_by, minute=minute, note="")
    _freeze_slip(session, act)
    [row] = _act_rows(session, ids=(act.id,))
    return row


def _decide(
    session: Session, act: MoneyAct, *, approved: bool, decided_by: str, minute: str, note: str
) -> None:
    earlier = session.scalar(select(ActDecision).where(ActDecision.act_id == act.id))
    if earlier is not None:
        word = "approved" if earlier.approved else "refused"
        raise RuleViolation(
            f"{act.number} was {word} by {earlier.decided_by} on {earlier.decided_on:%m/%d/%Y} already."
        )
    clock = session.info["clock"]
    session.add(
        ActDecision(
            act_id=act.id,
            approved=approved,
            decided_on=clock.today(),
            decided_at=clock.now(),
            decided_by=decided_by.strip(),
            minute=minute.strip(),
            note=note.strip(),
            actor=session.info["actor"],
        )
    )
    session.flush()  # the slip prints it


def _act(session: Session, act_id: int) -> MoneyAct:
    act = session.get(MoneyAct, act_id)
    if act is None:
        raise UserError("That act is not in this office. Refresh the list (F5) and choose it again.")
    return act


def _given_up(
    session: Session, account_id: int, parts: Sequence[tuple[LedgerEntry, Decimal]], reason: str
) -> Sequence[ActEntry]:
    """The write-off of charges, each by its part and for that charge alone."""
    bills = dict(session.execute(select(Bill.number, Bill.id).where(Bill.account_id == account_id)).all())
    return [
        ActEntry(
            account_id,
            EntryKind.WRITE_OFF,
            -part,
            entry.charge_code,
            bills.get(entry.bill),
            reason=f"Written off: {reason}"[:200],
            pays_id=entry.entry_id,
        )
        for entry, part in parts
    ]


def _oldest(applied: Applied, amount: Decimal) -> list[tuple[LedgerEntry, Decimal]]:
    """What is given up of each open item, the oldest first, until the amount is reached."""
    parts, left = [], amount
    for item in applied.open_items:
        part = min(left, item.open_amount)
        if part <= 0:
            break
        left -= part
        parts.append((item.entry, part))
    return parts


def _waiting(act: MoneyAct, row: ActRow, accounts: str) -> WaitingAct:
    return WaitingAct(
        act_id=act.id,
        number=act.number,
        kind=ActKind(act.kind),
        on=act.effective_on,
        posted_at=act.posted_at,
        accounts=accounts,
        amount=row.total,
        reason=act.reason,
        requested_by=str(act.facts.get("requested_by", "")),
        minute=act.authority,
        actor=act.actor,
    )


def _accounts_of(session: Session, acts: Collection[int]) -> dict[int, str]:
    statement = (
        select(EntryRow.act_id, Account.number)
        .join(Account, Account.id == EntryRow.account_id)
        .where(EntryRow.act_id.in_(acts))
        .distinct()
        .order_by(Account.number)
    )
    found: dict[int, list[str]] = {}
    for act_id, number in session.execute(statement):
        found.setdefault(act_id or 0, []).append(number)
    return {act_id: ", ".join(numbers) for act_id, numbers in found.items()}
