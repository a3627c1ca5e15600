"""One-time fees: adopted with their authority as rates are, succeeded by date, listed as they stand."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.rate import ChargeCode as ChargeCodeRow
from sewerdesk.data.models.rate import FeeVersion
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.adoption import Adoption
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.rates.questions import Change, RateQuestions, change_question, of_last_year
from sewerdesk.services.fee_funds import _refuse_wrong_fund
from sewerdesk.services.law import _law
from sewerdesk.services.rates import _act_of, _check_charge_code, _end_former, _keep_act, _limit


@dataclass(frozen=True, slots=True)
class FeeDraft:
    """A one-time fee as the Board adopted it; ``fee_key`` is the law pack's fee kind, ``class_key`` may be empty.

    ``authority`` is the act as receipts cite it; ``adoption`` are its steps as far as known, as of a rate. The scan of
    the act is attached to the version.
    """

    fee_key: str
    label: str
    amount: Decimal
    charge_code: str
    effective_from: date
    authority: str
    class_key: str = ""
    adoption: Adoption | None = None


@dataclass(frozen=True, slots=True)
class FeeView:
    """A line of the fee schedule with the days on which it holds and the act that adopted it."""

    id: int
    fee_key: str
    class_key: str
    label: str
    amount: Decimal
    charge_code: str
    effective_from: date
    effective_to: date | None
    authority: str
    adoption: Adoption | None = None


def adopt_fees(
    ws: Workspace, *, drafts: Sequence[FeeDraft], confirmed: Collection[str] = ()
) -> tuple[int, ...]:
    """Enter fees of the schedule; each ends the one it succeeds on the day it takes effect. The ids of the versions.

    Raises ``FieldErrors`` for a fee below zero, without its authority or before the act that adopts it, ``UserError``
    for a charge code that is not entered or a day that is not after the fee before; nothing is saved then.
    ``RateQuestions`` where a fee changes by more than the office's percent and the question is not among
    ``confirmed``.
    """
    with ws.write(reason="fees adopted") as session:
        known = set(session.scalars(select(ChargeCodeRow.code)))
        rows = []
        asked = [one for one in _fee_questions(session, drafts) if one not in confirmed]
        for draft in drafts:
            _check_charge_code(draft.charge_code, known)
            _refuse_wrong_fund(
                session, _law(session, ws), fee_key=draft.fee_key, charge_code=draft.charge_code
            )
            rows.append(_succeed_fee(session, draft))
        if asked:
            raise RateQuestions(asked)
        session.flush()
        return tuple(row.id for row in rows)


def fee_schedule(ws: Workspace, *, on: date | None = None) -> tuple[FeeView, ...]:
    """The fee schedule, whole or as it stands on a day."""
    with ws.read() as session:
        rows = session.scalars(select(FeeVersion).order_by(FeeVersion.fee_key, FeeVersion.effective_from))
        views = [_fee_view(row) for row in rows]
    if on is None:
        return tuple(views)
    return tuple(
        fee
        for fee in views
        if fee.effective_from <= on and (fee.effective_to is None or on < fee.effective_to)
    )


def _fee_questions(session: Session, drafts: Sequence[FeeDraft]) -> list[str]:
    limit = _limit(session)
    asked = []
    for draft in drafts:
        former = of_last_year(session.scalars(_fee_line(draft)).all(), draft.effective_from)
        if former is not None and draft.amount >= 0:
            found = [Change("", former.amount, draft.amount)]
            asked.append(change_question(f"The fee “{draft.label}”", found, limit))
    return [one for one in asked if one]


def _succeed_fee(session: Session, draft: FeeDraft) -> FeeVersion:
    errors: dict[str, str] = {}
    if draft.amount < 0:
        errors["amount"] = f"The fee “{draft.label}” must be zero or more."
    if not draft.authority.strip():
        errors["authority"] = f"Enter the resolution or local law that set the fee “{draft.label}”."
    on = draft.adoption.adopted_on if draft.adoption else None
    if on is not None and on > draft.effective_from:
        errors["effective_from"] = (
            f"The fee “{draft.label}” cannot hold before {on:%m/%d/%Y}, when it was adopted. Enter that day or a "
            "later one."
        )
    if errors:
        raise FieldErrors(errors)
    last = session.scalars(_fee_line(draft)).first()
    _end_former(last, draft.effective_from, name=f"The fee “{draft.label}”")
    row = FeeVersion(
        fee_key=draft.fee_key,
        class_key=draft.class_key,
        label=draft.label,
        amount=draft.amount,
        charge_code=draft.charge_code,
        effective_from=draft.effective_from,
        authority=draft.authority,
    )
    _keep_act(row, draft.adoption)
    session.add(row)
    return row


def _fee_line(draft: FeeDraft) -> Select[FeeVersion]:
    """The versions of a fee, newest first."""
    row = FeeVersion
    chosen = (row.fee_key == draft.fee_key, row.class_key == draft.class_key)
    return select(row).where(*chosen).order_by(row.effective_from.desc())


def _fee_view(row: FeeVersion) -> FeeView:
    return FeeView(
        row.id,
        row.fee_key,
        row.class_key,
        row.label,
        row.amount,
        row.charge_code,
        row.effective_from,
        row.effective_to,
        row.authority,
        _act_of(row),
    )
