"""Rows of relevy seasons: what stands on the tax roll of which account, and what the roll says of parcels now."""

from collections.abc import Collection
from decimal import Decimal

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.data.models.relevy import (
    RelevyCertificate,
    RelevyFreeze,
    RelevyMoney,
    RelevyRemittance,
    RelevyRow,
    RelevySeason,
    RelevyWithdrawal,
)
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.relevy import Breakdown, CertifiedItem, ListRow, Season, settings_from_json
from sewerdesk.domain.relevy_checks import RollParcel
from sewerdesk.domain.relevy_views import CertificateView, LeviedRow, MarkedMoney


def season_of(row: RelevySeason) -> Season:
    """The season with its settings."""
    return Season(
        row.id, row.tax_year, row.cut_off, row.certify_by, row.authority, settings_from_json(row.settings)
    )


def roll_parcels(session: Session) -> tuple[RollParcel, ...]:
    """Every parcel as the roll has it now, retired ones among them."""
    return tuple(
        RollParcel(
            row.id,
            row.swis,
            row.print_key,
            row.sbl,
            row.location,
            row.district,
            row.in_district,
            row.property_class,
            row.active_to,
        )
        for row in session.scalars(select(Parcel))
    )


def frozen_rows(session: Session, freeze_id: int) -> tuple[ListRow, ...]:
    """The rows of a frozen list with what was withdrawn of them since."""
    statement = (
        select(RelevyRow, RelevyWithdrawal.reason)
        .outerjoin(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
        .where(RelevyRow.freeze_id == freeze_id)
        .order_by(RelevyRow.swis, RelevyRow.print_key, RelevyRow.account)
    )
    return tuple(list_row(row, reason or "") for row, reason in session.execute(statement))


def list_row(row: RelevyRow, withdrawn: str = "") -> ListRow:
    """A row as lists and papers take it."""
    items = tuple(
        CertifiedItem(entry_id, EntryKind(kind), bill, code, _money(amount))
        for entry_id, kind, bill, code, amount in row.items
    )
    return ListRow(
        row.account_id,
        row.account,
        row.parcel_id,
        row.swis,
        row.print_key,
        row.sbl,
        row.district,
        row.owner,
        row.location,
        Breakdown(row.rent, row.penalty, row.interest, row.fee, row.added, items),
        row.id,
        withdrawn,
    )


def _money(text: str) -> Decimal:
    return Decimal(text)


def levied_rows(session: Session, accounts: Collection[int] | None = None) -> tuple[LeviedRow, ...]:
    """What stands on the tax roll, by certificate and account; withdrawn rows are not among it."""
    statement = (
        select(RelevyRow, RelevyCertificate, MoneyAct.number, RelevySeason.tax_year, RelevyRemittance.id)
        .join(RelevyFreeze, RelevyFreeze.id == RelevyRow.freeze_id)
        .join(RelevySeason, RelevySeason.id == RelevyFreeze.season_id)
        .join(RelevyCertificate, RelevyCertificate.freeze_id == RelevyFreeze.id)
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .outerjoin(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
        .outerjoin(
            RelevyRemittance,
            and_(RelevyRemittance.certificate_id == RelevyCertificate.id, RelevyRemittance.live.is_(True)),
        )
        .where(RelevyWithdrawal.id.is_(None))
        .order_by(RelevyCertificate.id, RelevyRow.account)
    )
    if accounts is not None:
        statement = statement.where(RelevyRow.account_id.in_(accounts))
    return tuple(
        LeviedRow(
            row.id,
            row.account_id,
            row.account,
            number,
            tax_year,
            certificate.certified_on,
            row.total,
            paid is not None,
        )
        for row, certificate, number, tax_year, paid in session.execute(statement)
    )


def certificate_views(session: Session, *, season_id: int | None = None) -> tuple[CertificateView, ...]:
    """The certificates, newest first, each with what was withdrawn and what the county paid over."""
    withdrawn = (
        select(RelevyRow.freeze_id, func.sum(RelevyRow.total).label("total"))
        .join(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
        .group_by(RelevyRow.freeze_id)
        .subquery()
    )
    statement = (
        select(RelevyCertificate, RelevySeason, MoneyAct.number, withdrawn.c.total, RelevyRemittance.amount)
        .join(RelevyFreeze, RelevyFreeze.id == RelevyCertificate.freeze_id)
        .join(RelevySeason, RelevySeason.id == RelevyFreeze.season_id)
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .outerjoin(withdrawn, withdrawn.c.freeze_id == RelevyFreeze.id)
        .outerjoin(
            RelevyRemittance,
            and_(RelevyRemittance.certificate_id == RelevyCertificate.id, RelevyRemittance.live.is_(True)),
        )
        .order_by(RelevyCertificate.id.desc())
    )
    if season_id is not None:
        statement = statement.where(RelevySeason.id == season_id)
    return tuple(
        CertificateView(
            row.id,
            season.id,
            number,
            season.tax_year,
            row.certified_on,
            row.authority,
            row.meeting_on,
            row.count,
            row.total,
            back or ZERO,
            paid,
        )
        for row, season, number, back, paid in session.execute(statement)
    )


def marked_money(session: Session) -> tuple[MarkedMoney, ...]:
    """Money taken for certified charges that stands on their accounts still, in the order it was taken."""
    statement = (
        select(RelevyMoney, RelevyRow.account, Receipt, MoneyAct.number, RelevyWithdrawal.id)
        .join(RelevyRow, RelevyRow.id == RelevyMoney.row_id)
        .join(Entry, Entry.id == RelevyMoney.entry_id)
        .join(ReceiptLine, ReceiptLine.id == Entry.receipt_line_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .join(RelevyCertificate, RelevyCertificate.freeze_id == RelevyRow.freeze_id)
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .outerjoin(RelevyWithdrawal, RelevyWithdrawal.row_id == RelevyRow.id)
        .order_by(RelevyMoney.id)
    )
    found = session.execute(statement).all()
    gone = reversed_ids(session, [mark.entry_id for mark, *_ in found])
    return tuple(
        MarkedMoney(receipt.number, account, receipt.received_on, mark.amount, number, withdrawn is not None)
        for mark, account, receipt, number, withdrawn in found
        if mark.entry_id not in gone
    )


def marked_of_row(session: Session, row_id: int) -> Decimal:
    """What was taken for one certified row and stands still."""
    marks = session.execute(
        select(RelevyMoney.entry_id, RelevyMoney.amount).where(RelevyMoney.row_id == row_id)
    ).all()
    gone = reversed_ids(session, [entry for entry, _ in marks])
    return sum((amount for entry, amount in marks if entry not in gone), ZERO)


def marks_of(session: Session, entries: Collection[int]) -> tuple[tuple[str, Decimal, str], ...]:
    """What stands by entries for charges on the tax roll: the account, the amount, the certificate."""
    statement = (
        select(RelevyRow.account, RelevyMoney.amount, MoneyAct.number)
        .join(RelevyRow, RelevyRow.id == RelevyMoney.row_id)
        .join(RelevyCertificate, RelevyCertificate.freeze_id == RelevyRow.freeze_id)
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .where(RelevyMoney.entry_id.in_(entries))
        .order_by(RelevyMoney.id)
    )
    return tuple((account, amount, number) for account, amount, number in session.execute(statement))
