"""Whole-book checks of late payment: penalties against the ledger, certified rows against their certificate."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.penalty import PenaltyCharge, PenaltyWaiver
from sewerdesk.data.models.relevy import RelevyCertificate, RelevyFreeze, RelevyRow, RelevyWithdrawal
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.late_invariants import (
    CertificateFact,
    ChargeBooked,
    RowFact,
    certificates_agree,
    penalties_agree,
)
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.services.book_checks import Check, Tried, each_of


def _levies(_ws: Workspace, session: Session) -> Tried:
    rows = _row_facts(session)
    return Tried(len(rows), certificates_agree(_certificates(session), rows))


def _booked(session: Session) -> list[ChargeBooked]:
    statement = (
        select(PenaltyCharge, Bill.number, Account.number, Entry.amount, Entry.account_id)
        .join(Bill, Bill.id == PenaltyCharge.bill_id)
        .join(Account, Account.id == PenaltyCharge.account_id)
        .join(Entry, Entry.id == PenaltyCharge.entry_id)
        .order_by(PenaltyCharge.id)
    )
    rows = session.execute(statement).all()
    waivers = session.execute(
        select(PenaltyWaiver, Entry.amount).join(Entry, Entry.id == PenaltyWaiver.entry_id)
    ).all()
    gone = reversed_ids(session, [*(row[0].entry_id for row in rows), *(one.entry_id for one, _ in waivers)])
    waived: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    off: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for one, amount in waivers:
        waived[one.charge_id] += one.amount if one.live else ZERO
        off[one.charge_id] -= ZERO if one.entry_id in gone else amount
    return [
        ChargeBooked(
            account=account,
            bill=bill,
            rule=charge.rule,
            stage=charge.stage,
            amount=charge.amount,
            booked=amount if owner == charge.account_id else ZERO,
            live=charge.live,
            ended=charge.ended,
            reversed=charge.entry_id in gone,
            waived=waived[charge.id],
            waived_booked=off[charge.id],
        )
        for charge, bill, account, amount, owner in rows
    ]


def _certificates(session: Session) -> list[CertificateFact]:
    levied = (
        select(Entry.act_id, func.sum(Entry.amount).label("total"))
        .where(Entry.kind == EntryKind.LEVY.value)
        .group_by(Entry.act_id)
        .subquery()
    )
    statement = (
        select(
            RelevyCertificate.id,
            MoneyAct.number,
            RelevyCertificate.total,
            RelevyFreeze.total,
            levied.c.total,
        )
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .join(RelevyFreeze, RelevyFreeze.id == RelevyCertificate.freeze_id)
        .outerjoin(levied, levied.c.act_id == MoneyAct.id)
    )
    return [
        CertificateFact(certificate_id, number, total, frozen, -(levy or ZERO))
        for certificate_id, number, total, frozen, levy in session.execute(statement)
    ]


def _row_facts(session: Session) -> list[RowFact]:
    """Certified rows with what their act, and the act that withdrew them, did on their account."""
    sums = _by_act_and_account(session)
    statement = (
        select(RelevyRow, RelevyCertificate.id, RelevyCertificate.act_id, RelevyWithdrawal.act_id)
        .join(RelevyCertificate, RelevyCertificate.freeze_id == RelevyRow.freeze_id)
        .outerjoin(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
    )
    return [
        _row_fact(row, certificate_id, sums, act_id, withdrew)
        for row, certificate_id, act_id, withdrew in session.execute(statement)
    ]


def _row_fact(
    row: RelevyRow,
    certificate_id: int,
    sums: Mapping[tuple[int, int], Decimal],
    act_id: int,
    withdrew: int | None,
) -> RowFact:
    return RowFact(
        certificate_id,
        row.account,
        row.rent + row.penalty + row.interest,
        row.total,
        sums.get((act_id, row.account_id), ZERO),
        None if withdrew is None else sums.get((withdrew, row.account_id), ZERO),
    )


def _by_act_and_account(session: Session) -> dict[tuple[int, int], Decimal]:
    """What each certifying and each withdrawing act did on each account."""
    certifying = select(RelevyCertificate.act_id)
    withdrawing = select(RelevyWithdrawal.act_id)
    statement = (
        select(Entry.act_id, Entry.account_id, func.sum(Entry.amount))
        .where(Entry.act_id.in_(certifying) | Entry.act_id.in_(withdrawing))
        .group_by(Entry.act_id, Entry.account_id)
    )
    found: defaultdict[tuple[int, int], Decimal] = defaultdict(lambda: ZERO)
    for act_id, account_id, amount in session.execute(statement):
        if act_id is not None:
            found[act_id, account_id] += amount
    return dict(found)


PENALTIES = Check(
    "Penalties",
    "Each penalty stands in its account's ledger to the cent and once for its bill, rule and stage; one that was "
    "undone, corrected or waived stands there no more.",
    each_of(_booked, penalties_agree),
)
LEVIES = Check(
    "Levies on the tax roll",
    "The rows of each certificate come to its total and to what was levied; a withdrawn row stands on its account "
    "as before.",
    _levies,
)
