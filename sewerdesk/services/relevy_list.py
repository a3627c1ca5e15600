"""Working out a relevy list: what each account owes by the cut-off, on which parcel, in whose name."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountStatus
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.queries.penalties import hold_rows
from sewerdesk.data.queries.relevy import roll_parcels
from sewerdesk.domain.accountmoney import LedgerFact, bill_dues
from sewerdesk.domain.billaccounts import AccountStatus as Status
from sewerdesk.domain.exemptions import wholly_exempt
from sewerdesk.domain.ledger import Applied, apply_entries
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.penalties import HoldKind
from sewerdesk.domain.penalty_lines import LineKind
from sewerdesk.domain.relevy import Breakdown, LeftOut, ListRow, Season, break_down, why_left_out
from sewerdesk.domain.relevy_checks import RelevyFinding, Spared, check_list
from sewerdesk.domain.wording import count, show_date
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.exemptions import _exemptions
from sewerdesk.services.penalty_facts import Progress
from sewerdesk.services.penalty_open import _open_lines

_AT_ONCE = 200
_BARRED = frozenset({HoldKind.EXEMPT, HoldKind.BANKRUPTCY})


def _list(
    session: Session,
    season: Season,
    today: date,
    *,
    excluded: Mapping[int, str],
    progress: Progress | None = None,
) -> tuple[tuple[ListRow, ...], tuple[LeftOut, ...], Decimal]:
    """The rows by the season's settings, every account that owes something and is not among them, and what all owe."""
    owed = {account_id: amount for account_id, amount in balances(session).items() if amount > 0}
    owing = sorted(owed)
    policy, owners = _payment_policy(session), owners_on(session, today)
    rows: list[ListRow] = []
    left_out: list[LeftOut] = []
    for start in range(0, len(owing), _AT_ONCE):
        if progress is not None:
            progress(start, len(owing))
        part = owing[start : start + _AT_ONCE]
        facts = ledger_facts(session, part)
        for account, parcel in _accounts(session, part):
            applied = apply_entries((fact.entry for fact in facts[account.id]), as_of=today, policy=policy)
            amounts = _amounts(applied, facts[account.id], season)
            row = _row(account, parcel, owners.get(parcel.id, ""), amounts, applied.balance)
            why = excluded.get(account.id) or why_left_out(amounts, season.settings)
            if why:
                left_out.append(LeftOut(account.id, account.number, row.owner, applied.balance, why))
            else:
                rows.append(row)
    if progress is not None:
        progress(len(owing), len(owing))
    rows.sort(key=lambda row: (row.swis, row.print_key, row.account))
    left_out.sort(key=lambda one: one.account)
    return tuple(rows), tuple(left_out), sum(owed.values(), ZERO)


def _amounts(applied: Applied, facts: Sequence[LedgerFact], season: Season) -> Breakdown:
    due = bill_dues(facts)
    return break_down(applied, due=due, cut_off=season.cut_off, settings=season.settings)


def _accounts(session: Session, ids: Sequence[int]) -> Sequence[tuple[Account, Parcel]]:
    statement = (
        select(Account, Parcel)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(Account.id.in_(ids))
        .order_by(Account.id)
    )
    return [(account, parcel) for account, parcel in session.execute(statement)]


def _row(account: Account, parcel: Parcel, owner: str, amounts: Breakdown, owed: Decimal) -> ListRow:
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
        stays=owed - amounts.unpaid,
    )


def _findings(
    session: Session, rows: Sequence[ListRow], season: Season, on: date
) -> tuple[RelevyFinding, ...]:
    """The checks of the rows against the roll as it is now."""
    exempt = {
        parcel_id: found
        for parcel_id, facts in _exemptions(session).items()
        if (found := wholly_exempt(facts, on)) is not None
    }
    accounts = [row.account_id for row in rows]
    return check_list(
        rows,
        roll_parcels(session),
        on=on,
        settings=season.settings,
        exempt=exempt,
        spared=_spared(session, accounts, on),
    )


def _uncharged(
    session: Session, season: Season, today: date, excluded: Mapping[int, str]
) -> tuple[RelevyFinding, ...]:
    """Penalties and interest that would be certified, were they charged: the roll is not the place to forget them."""
    through, settings = min(today, season.cut_off), season.settings
    certified = {
        LineKind.PENALTY: settings.include_penalties,
        LineKind.INTEREST: settings.include_interest,
    }
    lines = [
        line
        for account_id, found in _open_lines(session, through).items()
        if account_id not in excluded
        for line in found
        if certified[line.kind]
    ]
    if not lines:
        return ()
    total = format_money(sum((line.owed for line in lines), ZERO))
    sentence = (
        f"Penalties and interest that fell due by {show_date(through)} are not charged yet: "
        f"{count(len(lines), 'line')}, {total} in all. Post them first, or certify without them knowingly."
    )
    return (RelevyFinding("", "", sentence, blocking=False),)


def _spared(session: Session, accounts: Sequence[int], on: date) -> dict[int, list[Spared]]:
    """Accounts that are exempt by their status, or held: the exempt and the bankrupt are not certified."""
    found: defaultdict[int, list[Spared]] = defaultdict(list)
    for account_id, holds in hold_rows(session, accounts).items():
        for hold in holds:
            if hold.covers(on):
                words = hold.sentence[:1].lower() + hold.sentence[1:].rstrip(".")
                barred = hold.kind in _BARRED
                advice = (
                    "leave it out, or end that first" if barred else "leave it out, or certify it knowingly"
                )
                found[account_id].append(Spared(f"{words}; {advice}", barred))
    wanted = set(accounts)
    status = select(AccountStatus).where(
        AccountStatus.status == Status.EXEMPT.value,
        AccountStatus.valid_from <= on,
        AccountStatus.valid_to.is_(None) | (AccountStatus.valid_to > on),
    )
    for row in session.scalars(status):
        if row.account_id in wanted:
            words = f"the account is exempt since {show_date(row.valid_from)} ({row.authority or row.reason})"
            found[row.account_id].append(Spared(f"{words}; leave it out, or end its exemption first", True))
    return found
