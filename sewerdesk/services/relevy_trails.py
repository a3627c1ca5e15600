"""A certificate is not undone by undoing its act: it is withdrawn as a whole before it was sent, row by row after."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.relevy import RelevyCertificate, RelevySent, RelevyWithdrawal
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.wording import show_date


def _refuse_levy_undo(session: Session, act: MoneyAct) -> None:
    """``RuleViolation`` for an act that certified, or that withdrew a certified row."""
    certified = session.scalar(select(RelevyCertificate).where(RelevyCertificate.act_id == act.id))
    if certified is not None:
        sent = session.scalar(select(RelevySent).where(RelevySent.certificate_id == certified.id))
        raise RuleViolation(
            f"{act.number} is a certificate that was not sent yet. Withdraw the certificate as a whole instead; its "
            "list stands frozen again then."
            if sent is None
            else f"{act.number} is a certificate sent on {show_date(sent.sent_on)}. Withdraw its rows instead, each "
            "with its letter."
        )
    withdrew = select(RelevyWithdrawal.id).where(RelevyWithdrawal.act_id == act.id)
    if session.scalar(withdrew) is not None:
        raise RuleViolation(
            f"{act.number} took a charge off the tax roll by letter. Certify it again in the next season instead."
        )
