"""A certificate is not undone by undoing its act: its rows are withdrawn one by one, and the county is told."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.relevy import RelevyCertificate, RelevyWithdrawal
from sewerdesk.domain.errors import RuleViolation


def _refuse_levy_undo(session: Session, act: MoneyAct) -> None:
    """``RuleViolation`` for an act that certified, or that withdrew a certified row."""
    certified = select(RelevyCertificate.id).where(RelevyCertificate.act_id == act.id)
    if session.scalar(certified) is not None:
        raise RuleViolation(
            f"{act.number} is a certificate that the county has. Withdraw its rows instead, each with its letter."
        )
    withdrew = select(RelevyWithdrawal.id).where(RelevyWithdrawal.act_id == act.id)
    if session.scalar(withdrew) is not None:
        raise RuleViolation(
            f"{act.number} took a charge off the tax roll by letter. Certify it again in the next season instead."
        )
