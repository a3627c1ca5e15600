"""The numbered slips of adjustments and refunds: drawn as they are posted and decided, kept as drawn."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import ActDecision, MoneyAct
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.office import Operator
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.pdf.act_slip import ActSlip, SlipLine, act_slip_pdf
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.wording import show_date
from sewerdesk.services.counter_papers import _printed_at
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.papers import _freeze_paper, paper_file

SUBJECT = "money_act"
_TEMPLATE, _VERSION = "act-slip", "1"
_TITLES = {
    ActKind.ADJUSTMENT: "Adjustment of an Account",
    ActKind.WAIVER: "Waiver of Charges",
    ActKind.WRITE_OFF: "Write-off of Charges",
    ActKind.REFUND: "Refund Voucher",
}
_LEADS = {
    ActKind.ADJUSTMENT: "The amount that this account owes is changed as follows.",
    ActKind.WAIVER: "The following is given up by resolution of the Board.",
    ActKind.WRITE_OFF: "The following charges are given up as not to be collected, by resolution of the Board.",
    ActKind.REFUND: "The following credit is to be paid back.",
}
_BLANKS = ("Requested by", "Date", "Approved by", "Date")
_VOUCHER_BLANKS = ("Claim approved by", "Date", "Check no.", "Paid on")


def slip_file(ws: Workspace, *, act_id: int) -> PaperFile:
    """The slip of an act as it stands: the one with the decision where there is one.

    ``UserError`` for an act that has none.
    """
    with ws.read() as session:
        paper = session.scalar(
            select(Paper.id)
            .where(Paper.subject == SUBJECT, Paper.subject_id == act_id)
            .order_by(Paper.id.desc())
            .limit(1)
        )
    if paper is None:
        raise UserError("That act has no slip.")
    return paper_file(ws, paper_id=paper)


def _freeze_slip(session: Session, act: MoneyAct, *, part: str = "") -> Paper:
    """Draw the slip of an act and keep it; ``part`` names the one drawn after the decision."""
    slip = _slip(session, act)
    return _freeze_paper(
        session,
        number=act.number,
        part=part,
        kind="refund_voucher" if act.kind == ActKind.REFUND else "adjustment_slip",
        title=f"{slip.title} {act.number}",
        subject=(SUBJECT, act.id),
        template=(_TEMPLATE, _VERSION),
        merged={"reason": act.reason, "authority": act.authority, "total": f"{slip.total:f}"},
        content=act_slip_pdf(slip, letterhead=_letterhead(session)),
    )


def _slip(session: Session, act: MoneyAct) -> ActSlip:
    kind = ActKind(act.kind)
    decision = session.scalar(select(ActDecision).where(ActDecision.act_id == act.id))
    refused = decision is not None and not decision.approved
    return ActSlip(
        title=_TITLES[kind],
        number=act.number,
        dated=act.effective_on,
        lead=_LEADS[kind],
        pairs=tuple(pair for pair in _pairs(session, act, decision) if pair[1]),
        lines=_lines(session, act),
        blanks=_VOUCHER_BLANKS if kind is ActKind.REFUND else () if decision is not None else _BLANKS,
        template=_TEMPLATE,
        version=f"v{_VERSION}",
        printed=_printed_at(session),
        mark="REFUSED" if refused else "",
    )


def _pairs(session: Session, act: MoneyAct, decision: ActDecision | None) -> list[tuple[str, str]]:
    entered = session.scalar(select(Operator.name).where(Operator.initials == act.actor)) or act.actor
    pairs = [
        ("Reason", act.reason),
        ("Pay to", str(act.facts.get("payee", ""))),
        ("Requested by", str(act.facts.get("requested_by", ""))),
        ("Entered by", f"{entered}, {show_date(act.posted_at.astimezone().date())}"),
        ("Board", act.authority),
    ]
    if decision is None:
        return [*pairs, ("Approval", "Not approved yet")]
    word = "Approved" if decision.approved else "Refused and reversed"
    pairs.append(("Approval", f"{word} by {decision.decided_by}, {show_date(decision.decided_on)}"))
    if decision.minute and decision.minute != act.authority:
        pairs.append(("Minute", decision.minute))
    return [*pairs, ("Note", decision.note)]


def _lines(session: Session, act: MoneyAct) -> tuple[SlipLine, ...]:
    statement = (
        select(EntryRow, Account.number, Bill.number)
        .join(Account, Account.id == EntryRow.account_id)
        .outerjoin(Bill, Bill.id == EntryRow.bill_id)
        .where(EntryRow.act_id == act.id)
        .order_by(EntryRow.id)
    )
    return tuple(
        SlipLine(account, _what(entry, bill or ""), entry.charge_code, entry.amount)
        for entry, account, bill in session.execute(statement)
    )


def _what(entry: EntryRow, bill: str) -> str:
    words = entry.reason or EntryKind(entry.kind).replace("_", " ").capitalize()
    return f"{words} (bill {bill})" if bill else words
