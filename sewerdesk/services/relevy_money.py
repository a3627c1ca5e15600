"""Money that comes for charges on the tax roll: refused with the words whom to pay, or taken and marked."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.relevy import RelevyFreeze, RelevyMoney, RelevyRow, RelevySeason
from sewerdesk.data.queries.relevy import levied_rows, marked_money, season_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.relevy import AfterCertified, Season
from sewerdesk.domain.relevy_views import LeviedRow, MarkedMoney


def levied(ws: Workspace, *, account_id: int | None = None) -> tuple[LeviedRow, ...]:
    """What stands on the tax roll, of one account or of all; it is in no balance and no aging here."""
    with ws.read() as session:
        return levied_rows(session, None if account_id is None else [account_id])


def money_after_levy(ws: Workspace) -> tuple[MarkedMoney, ...]:
    """Money that was taken although it was certified, to be passed on or answered by a withdrawal."""
    with ws.read() as session:
        return marked_money(session)


def _open_levies(session: Session, accounts: Sequence[int]) -> dict[int, list[LeviedRow]]:
    """The certified rows of accounts that the county has not paid over yet."""
    found: dict[int, list[LeviedRow]] = {}
    for row in levied_rows(session, accounts):
        if not row.settled:
            found.setdefault(row.account_id, []).append(row)
    return found


def _refuse_levied(session: Session, paid: Mapping[int, Decimal], owed: Mapping[int, Decimal]) -> None:
    """``RuleViolation`` where money exceeds what an account owes here while its charges are on the tax roll.

    Only where the season's settings refuse such money; current charges are paid here as always.
    """
    for account_id, rows in _open_levies(session, sorted(paid)).items():
        row = rows[-1]
        here = max(owed.get(account_id, ZERO), ZERO)
        season = _season_of(session, row)
        if paid[account_id] <= here or season.settings.after is not AfterCertified.REFUSE:
            continue
        whom = season.settings.collector or "the collector of taxes"
        more = f" This office takes no more than {format_money(here)} on it now." if here else ""
        raise RuleViolation(
            f"Account {row.account}: {row.sentence} It is paid to {whom} with the {row.tax_year} tax bill, not "
            f"here.{more}"
        )


def _mark_levied(
    session: Session, lines: Sequence[tuple[int, int, Decimal]], owed: Mapping[int, Decimal]
) -> tuple[str, ...]:
    """Mark what was taken beyond what each account owed before; ``lines`` are receipt line, account and amount."""
    left = {account_id: max(amount, ZERO) for account_id, amount in owed.items()}
    notes = []
    levies = _open_levies(session, sorted({account_id for _, account_id, _ in lines}))
    for line_id, account_id, amount in lines:
        here = min(left.get(account_id, ZERO), amount)
        left[account_id] = left.get(account_id, ZERO) - here
        rows = levies.get(account_id)
        if not rows or amount <= here:
            continue
        row = rows[-1]
        marked = min(amount - here, row.amount - _marked_before(session, row.row_id))
        if marked > 0:
            session.add(RelevyMoney(row_id=row.row_id, receipt_line_id=line_id, amount=marked))
            session.flush()  # the next line of the same account counts it
            notes.append(
                f"Account {row.account}: {format_money(marked)} is for charges on the tax roll ({row.number}). Pass it "
                "on, or withdraw the row."
            )
    return tuple(notes)


def _marked_before(session: Session, row_id: int) -> Decimal:
    statement = select(func.sum(RelevyMoney.amount)).where(RelevyMoney.row_id == row_id)
    return session.scalar(statement) or ZERO


def _season_of(session: Session, row: LeviedRow) -> Season:
    found = session.scalars(
        select(RelevySeason)
        .join(RelevyFreeze, RelevyFreeze.season_id == RelevySeason.id)
        .join(RelevyRow, RelevyRow.freeze_id == RelevyFreeze.id)
        .where(RelevyRow.id == row.row_id)
    ).one()
    return season_of(found)
