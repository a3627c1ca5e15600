"""Money that the law gives one use only: its fees go to a fund of their own, never to that of the sewer rents."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.rate import ChargeCode, FeeVersion, RateVersion
from sewerdesk.data.queries.rates import is_adopted
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.law import Law


def _refuse_wrong_fund(session: Session, law: Law, *, fee_key: str, charge_code: str) -> None:
    """``RuleViolation`` where a fee with a restricted use would go to a fund that something else goes to."""
    sentence = wrong_fund(session, law, fee_key=fee_key, charge_code=charge_code)
    if sentence:
        raise RuleViolation(sentence)


def wrong_fund(session: Session, law: Law, *, fee_key: str, charge_code: str) -> str:
    """Why the fund of a charge code may not take a fee, in one sentence; empty where it may."""
    kind = next((one for one in law.fee_kinds if one.key == fee_key), None)
    if kind is None or not kind.restricted_fund:
        return ""
    use = kind.restricted_fund.rstrip(".")
    only = f"The money of {kind.label} may be used only for: {use} ({kind.citation})."
    fund = session.scalar(select(ChargeCode.fund).where(ChargeCode.code == charge_code))
    if not fund:
        return f"{only} Give it a charge code with a fund of its own before it is taken."
    rents = session.scalar(
        select(RateVersion.charge_code)
        .join(ChargeCode, ChargeCode.code == RateVersion.charge_code)
        .where(ChargeCode.fund == fund, is_adopted())
        .limit(1)
    )
    other = rents or _other_fee(session, law, fund=fund, fee_key=fee_key)
    if other is not None:
        return f"{only} Its charge code {charge_code} books to fund {fund}, as {other} does; choose another."
    return ""


def _other_fee(session: Session, law: Law, *, fund: str, fee_key: str) -> str | None:
    """A charge code of the fund under which another fee, whose use is not restricted, is charged."""
    restricted = [one.key for one in law.fee_kinds if one.restricted_fund]
    return session.scalar(
        select(FeeVersion.charge_code)
        .join(ChargeCode, ChargeCode.code == FeeVersion.charge_code)
        .where(ChargeCode.fund == fund, FeeVersion.fee_key.not_in([*restricted, fee_key]))
        .limit(1)
    )
