"""A certificate before and after it leaves the office: marked as sent, or withdrawn as a whole while it was not."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.relevy import (
    RelevyCertificate,
    RelevyFreeze,
    RelevyRemittance,
    RelevyRow,
    RelevySent,
    RelevyWithdrawal,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.relevy_views import RelevyList
from sewerdesk.domain.wording import show_date
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.offices import back_up
from sewerdesk.services.papers import VOID, _mark_paper, _state
from sewerdesk.services.relevy import _certificate, _freeze, _relevy_list, _season_row
from sewerdesk.services.relevy_certify import _back
from sewerdesk.services.relevy_papers import SUBJECT


def mark_certificate_sent(ws: Workspace, *, season_id: int, sent_on: date, how: str) -> None:
    """Record that the certificate left the office; from then on its rows are withdrawn one by one, by letter.

    ``FieldErrors`` for a day before it was certified or still ahead, and without how it was sent.
    """
    with ws.write(reason="certificate sent") as session:
        certificate, act = _standing(session, season_id)
        errors: dict[str, str] = {}
        if not certificate.certified_on <= sent_on <= ws.clock.today():
            errors["sent_on"] = f"Enter a day from {show_date(certificate.certified_on)} to today."
        if not how.strip():
            errors["how"] = "Enter how and to whom it was sent, such as by hand to the county treasurer."
        if errors:
            raise FieldErrors(errors)
        before = _sent(session, certificate)
        if before is not None:
            raise RuleViolation(
                f"{act.number} was sent on {show_date(before.sent_on)} already: {before.how}."
            )
        session.add(
            RelevySent(
                certificate_id=certificate.id, sent_on=sent_on, how=how.strip(), actor=session.info["actor"]
            )
        )


def withdraw_certificate(ws: Workspace, *, season_id: int, reason: str, authority: str = "") -> RelevyList:
    """Take a certificate back that was not sent yet: one act, and everything stands as before it was certified.

    The list is frozen again with the same rows, and may be certified anew or opened. The certificate's papers are void
    and keep their number. ``RuleViolation`` once it was sent, paid over, or a row of it was withdrawn by letter.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the certificate is withdrawn; the reason is kept with it."})
    back_up(ws, label="before-withdrawal")
    with ws.write(reason=reason[:500]) as session:
        certificate, act = _standing(session, season_id)
        _refuse_withdrawal(session, certificate, act)
        rows = session.scalars(
            select(RelevyRow).where(RelevyRow.freeze_id == certificate.freeze_id).order_by(RelevyRow.id)
        ).all()
        undo = _post_act(
            session,
            ActKind.UNDO,
            on=max(ws.clock.today(), act.effective_on),
            reason=f"{act.number} withdrawn before it was sent: {reason.strip()}"[:200],
            entries=[one for row in rows for one in _back(session, act, row, reason)],
            facts={"withdraws": act.number},
            authority=authority,
            undoes_id=act.id,
        )
        for row in rows:
            session.add(
                RelevyWithdrawal(
                    row_id=row.id,
                    act_id=undo.id,
                    withdrawn_on=ws.clock.today(),
                    reason=reason.strip(),
                    authority=authority.strip(),
                )
            )
        _freeze_again(session, certificate.freeze_id, rows)
        _void_papers(session, certificate, reason)
        return _relevy_list(session, season_id, ws.clock.today())


def _standing(session: Session, season_id: int) -> tuple[RelevyCertificate, MoneyAct]:
    _season_row(session, season_id)
    freeze = _freeze(session, season_id)
    certificate = None if freeze is None else _certificate(session, freeze.id)
    if certificate is None:
        raise UserError("That season has no certificate that stands. Refresh the list (F5).")
    return certificate, session.get_one(MoneyAct, certificate.act_id)


def _sent(session: Session, certificate: RelevyCertificate) -> RelevySent | None:
    return session.scalar(select(RelevySent).where(RelevySent.certificate_id == certificate.id))


def _refuse_withdrawal(session: Session, certificate: RelevyCertificate, act: MoneyAct) -> None:
    sent = _sent(session, certificate)
    if sent is not None:
        raise RuleViolation(
            f"{act.number} was sent on {show_date(sent.sent_on)}. Withdraw its rows instead, each with its letter."
        )
    paid = select(RelevyRemittance.id).where(
        RelevyRemittance.certificate_id == certificate.id, RelevyRemittance.live.is_(True)
    )
    if session.scalar(paid) is not None:
        raise RuleViolation(f"The county has paid {act.number} over; it is withdrawn no more.")
    told = session.scalar(
        select(RelevyRow.account)
        .join(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
        .where(RelevyRow.freeze_id == certificate.freeze_id)
        .limit(1)
    )
    if told is not None:
        raise RuleViolation(
            f"Account {told} was withdrawn from {act.number} by letter, so it was sent. Withdraw its other rows in the "
            "same way."
        )


def _freeze_again(session: Session, freeze_id: int, rows: Sequence[RelevyRow]) -> None:
    """The frozen list once more, row by row: a certificate is of one frozen list."""
    old = session.get_one(RelevyFreeze, freeze_id)
    old.live = False
    session.flush()  # one frozen list of a season stands at a time
    new = RelevyFreeze(**_columns(old, "live"))
    new.rows.extend(RelevyRow(**_columns(row, "freeze_id")) for row in rows)
    session.add(new)
    session.flush()  # the list is read again from the rows


def _columns(row: RelevyFreeze | RelevyRow, *others: str) -> dict[str, object]:
    left = {"id", *others}
    return {one.key: getattr(row, one.key) for one in row.__table__.columns if one.key not in left}


def _void_papers(session: Session, certificate: RelevyCertificate, reason: str) -> None:
    papers = session.scalars(
        select(Paper).where(Paper.subject == SUBJECT, Paper.subject_id == certificate.id)
    ).all()
    for paper in papers:
        if _state(paper)[0] == "issued":
            _mark_paper(session, paper, event=VOID, reason=reason)
