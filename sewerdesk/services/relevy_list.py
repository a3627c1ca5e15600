"""Working out a relevy list: what each account owes by the cut-off, on which parcel, in whose name."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.queries.relevy import roll_parcels
from sewerdesk.domain.accountmoney import LedgerFact
from sewerdesk.domain.ledger import PaymentPolicy, apply_entries
from sewerdesk.domain.relevy import Breakdown, LeftOut, ListRow, Season, break_down, why_left_out
from sewerdesk.domain.relevy_checks import RelevyFinding, check_list
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.penalty_facts import Progress

_AT_ONCE = 200


def _list(
    session: Session,
    season: Season,
    today: date,
    *,
    excluded: Mapping[int, str],
    progress: Progress | None = None,
) -> tuple[tuple[ListRow, ...], tuple[LeftOut, ...]]:
    """The rows by the season's settings, and every account that owes something and is not among them."""
    owing = sorted(account_id for account_id, owed in balances(session).items() if owed > 0)
    policy, owners = _payment_policy(session), owners_on(session, today)
    rows: list[ListRow] = []
    left_out: list[LeftOut] = []
    for start in range(0, len(owing), _AT_ONCE):
        if progress is not None:
            progress(start, len(owing))
        part = owing[start : start + _AT_ONCE]
        facts = ledger_facts(session, part)
        for account, parcel in _accounts(session, part):
            amounts = _amounts(facts[account.id], season, today, policy)
            row = _row(account, parcel, owners.get(parcel.id, ""), amounts)
            why = excluded.get(account.id) or why_left_out(amounts, season.settings)
            if why:
                left_out.append(LeftOut(account.id, account.number, row.owner, amounts.unpaid, why))
            else:
                rows.append(row)
    if progress is not None:
        progress(len(owing), len(owing))
    rows.sort(key=lambda row: (row.swis, row.print_key, row.account))
    left_out.sort(key=lambda one: one.account)
    return tuple(rows), tuple(left_out)


def _amounts(facts: Sequence[LedgerFact], season: Season, today: date, policy: PaymentPolicy) -> Breakdown:
    applied = apply_entries((fact.entry for fact in facts), as_of=today, policy=policy)
    due = {fact.entry.bill: fact.bill_due for fact in facts if fact.bill_due is not None}
    return break_down(applied, due=due, cut_off=season.cut_off, settings=season.settings)


def _accounts(session: Session, ids: Sequence[int]) -> Sequence[tuple[Account, Parcel]]:
    statement = (
        select(Account, Parcel)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(Account.id.in_(ids))
        .order_by(Account.id)
    )
    return [(account, parcel) for account, parcel in session.execute(statement)]


def _row(account: Account, parcel: Parcel, owner: str, amounts: Breakdown) -> ListRow:
    return ListRow(
        account.id,
        account.number,
        parcel.id,
        parcel.swis,
        parcel.print_key,
        parcel.sbl,
        parcel.district,
        owner,
        parcel.location,
        amounts,
    )


def _findings(
    session: Session, rows: Sequence[ListRow], season: Season, on: date
) -> tuple[RelevyFinding, ...]:
    """The checks of the rows against the roll as it is now."""
    return check_list(rows, roll_parcels(session), on=on, settings=season.settings)
