"""Money that comes for charges on the tax roll: refused with the words whom to pay, or taken and marked."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.relevy import RelevyFreeze, RelevyMoney, RelevyRow, RelevySeason
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.relevy import (
    levied_rows,
    marked_money,
    marked_of_row,
    marks_of,
    season_of,
)
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
        here = max(owed.get(account_id, ZERO), ZERO)
        if paid[account_id] <= here:
            continue
        seasons = [(row, _season_of(session, row)) for row in rows]
        stopped = [one for one in seasons if one[1].settings.after is AfterCertified.REFUSE]
        if not stopped:
            continue
        row, season = stopped[-1]
        whom = season.settings.collector or "the collector of taxes"
        more = f" This office takes no more than {format_money(here)} on it now." if here else ""
        raise RuleViolation(
            f"Account {row.account}: {row.sentence} It is paid to {whom} with the {row.tax_year} tax bill, not "
            f"here.{more}"
        )


def _guard(session: Session, paid: Mapping[int, Decimal]) -> dict[int, Decimal]:
    """What each account owes before a receipt's money comes to it, by whatever verb; to be asked before it is posted.

    ``RuleViolation`` where the money is for charges on the tax roll and the season stops it; what is taken all the
    same is marked afterwards by :func:`_mark_levied`.
    """
    if not paid:
        return {}
    owed = balances(session, list(paid))
    _refuse_levied(session, paid, owed)
    return owed


def _refuse_on_roll(session: Session, entries: Mapping[int, int]) -> None:
    """``RuleViolation`` where an entry stands on the tax roll; ``entries`` gives the account of each entry.

    What the collector of taxes collects is given up or corrected there: the row is withdrawn first. Once the county
    paid it over, it is done with; the owner may only get something back.
    """
    levies = {row.row_id: row for row in levied_rows(session, sorted(set(entries.values())))}
    for row in session.scalars(select(RelevyRow).where(RelevyRow.id.in_(list(levies)))):
        if any(item[0] in entries for item in row.items):
            raise RuleViolation(
                f"Account {row.account}: {levies[row.id].sentence} The county has paid it over, so it is not changed "
                "any more. To give the owner something back, credit the account by an adjustment without a charge "
                "code. Was the county's payment entered by mistake, take that back first."
                if levies[row.id].settled
                else f"Account {row.account}: {levies[row.id].sentence} Withdraw that row first; then the amount "
                "stands here again and may be changed."
            )


def _entries_on_roll(session: Session, accounts: Collection[int]) -> frozenset[int]:
    """The entries of accounts that stand on the tax roll: they are changed only once their row is withdrawn."""
    levies = [row.row_id for row in levied_rows(session, sorted(accounts))]
    rows = session.scalars(select(RelevyRow).where(RelevyRow.id.in_(levies)))
    return frozenset(item[0] for row in rows for item in row.items)


def _mark_levied(session: Session, entries: Sequence[Entry], owed: Mapping[int, Decimal]) -> tuple[str, ...]:
    """Mark what entries brought beyond what each account owed before; a sentence for each mark.

    Only entries that bring a receipt's money count. A reversal that brings money back marks the entry that stands
    again by it, unless that one is marked already.
    """
    left = {account_id: max(amount, ZERO) for account_id, amount in owed.items()}
    bring = [entry for entry in entries if entry.receipt_line_id is not None and entry.amount < 0]
    levies = _open_levies(session, sorted({entry.account_id for entry in bring}))
    notes = []
    for entry in bring:
        here = min(left.get(entry.account_id, ZERO), -entry.amount)
        left[entry.account_id] = left.get(entry.account_id, ZERO) - here
        rows = levies.get(entry.account_id)
        if not rows or -entry.amount <= here:
            continue
        standing = _standing_again(session, entry)
        if session.scalar(select(RelevyMoney.id).where(RelevyMoney.entry_id == standing)) is not None:
            continue
        notes += _mark_rows(session, rows, standing, -entry.amount - here)
    return tuple(notes)


def _mark_rows(session: Session, rows: Sequence[LeviedRow], entry_id: int, amount: Decimal) -> list[str]:
    """Mark money against the rows of an account, the oldest first, as far as they are not marked already."""
    notes = []
    for row in rows:
        marked = min(amount, row.amount - marked_of_row(session, row.row_id))
        if marked > 0:
            session.add(RelevyMoney(row_id=row.row_id, entry_id=entry_id, amount=marked))
            session.flush()  # the next entry of the same account counts it
            notes.append(_note(row.account, marked, row.number))
            amount -= marked
    return notes


def _act_notes(session: Session, act_id: int) -> tuple[str, ...]:
    """A sentence for all that an act put on accounts although it is for charges on the tax roll."""
    brought = session.scalars(
        select(Entry).where(Entry.act_id == act_id, Entry.receipt_line_id.is_not(None), Entry.amount < ZERO)
    ).all()
    standing = {_standing_again(session, entry) for entry in brought}
    return tuple(_note(*found) for found in marks_of(session, standing)) if standing else ()


def _note(account: str, marked: Decimal, certificate: str) -> str:
    return (
        f"Account {account}: {format_money(marked)} is for charges on the tax roll ({certificate}). Pass it on, or "
        "withdraw the row."
    )


def _standing_again(session: Session, entry: Entry) -> int:
    """The entry by which the money stands: itself, or the one that a reversal of a reversal brings back."""
    while entry.corrects_id is not None:
        reversal = session.get_one(Entry, entry.corrects_id)
        if reversal.corrects_id is None:
            break  # it takes out a debit, as of a refund: nothing stands again
        entry = session.get_one(Entry, reversal.corrects_id)
    return entry.id


def _season_of(session: Session, row: LeviedRow) -> Season:
    found = session.scalars(
        select(RelevySeason)
        .join(RelevyFreeze, RelevyFreeze.season_id == RelevySeason.id)
        .join(RelevyRow, RelevyRow.freeze_id == RelevyFreeze.id)
        .where(RelevyRow.id == row.row_id)
    ).one()
    return season_of(found)
