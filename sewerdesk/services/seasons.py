"""Off-season averages: worked out from posted bills, reviewed, then kept with their worksheet for the season."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account, AccountClass, AccountRole
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.meter import MeterInstallation
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountcharges import BasisDraft, check_basis
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.rates import BasisKind, Metered
from sewerdesk.domain.rates.seasons import SeasonRow, SeasonUse, season_row
from sewerdesk.services.account_charges import _set_basis
from sewerdesk.services.billing_inputs import _account_names
from sewerdesk.services.rates import _rate_book

if TYPE_CHECKING:
    from sewerdesk.domain.pretreatment.surcharge import Worksheet


def season_worksheet(ws: Workspace, *, quarters: Sequence[Quarter], on: date) -> tuple[SeasonRow, ...]:
    """A line for each account whose class is billed by the off-season average on a day; nothing is changed.

    ``UserError`` where no rate asks for one, or no quarter is named.
    """
    if not quarters:
        raise UserError("Name the off-season quarters whose use makes the average, such as 2026-Q1.")
    with ws.read() as session:
        classes = {
            one.class_code
            for one in _rate_book(session).versions
            if isinstance(one.formula, Metered)
            and one.formula.season is not None
            and (one.effective_to is None or one.effective_to > on)
        }
        if not classes:
            raise UserError("No rate bills by the off-season use, so there is no worksheet to make.")
        c = AccountClass
        accounts = session.execute(
            select(Account.id, Account.number)
            .join(c, c.account_id == Account.id)
            .where(c.class_code.in_(classes), c.valid_from <= on, (c.valid_to.is_(None)) | (c.valid_to > on))
            .order_by(Account.number)
        ).all()
        codes = [one.code for one in quarters]
        uses = _uses(session, codes)
        names = _account_names(session)
        changes = _changes(session, min(one.start for one in quarters), on)
    return tuple(
        season_row(
            key,
            number,
            names.get(key, ("", ""))[0],
            [uses.get(key, {}).get(one) or SeasonUse(one, None) for one in codes],
            changes=changes.get(key, ()),
        )
        for key, number in accounts
    )


def _uses(session: Session, codes: Sequence[str]) -> dict[int, dict[str, SeasonUse]]:
    """The metered use of live bills of some quarters, by account and quarter.

    A quarter may have several: the seller's final bill and the buyer's, whose uses together are the quarter's.
    """
    uses: defaultdict[int, dict[str, SeasonUse]] = defaultdict(dict)
    for account_id, period, usage, estimated in session.execute(
        select(Bill.account_id, Bill.period, Bill.usage, Bill.estimated).where(
            Bill.period.in_(codes), Bill.live.is_(True), Bill.usage.is_not(None)
        )
    ):
        before = uses[account_id].get(period, SeasonUse(period, Decimal(0)))
        whole = (before.use or Decimal(0)) + (usage or Decimal(0))
        uses[account_id][period] = SeasonUse(period, whole, before.estimated or estimated)
    return uses


def _changes(session: Session, since: date, on: date) -> dict[int, list[str]]:
    """What changed at each account from the first off-season day to the season: its owner, its meters."""
    r, i = AccountRole, MeterInstallation
    found: defaultdict[int, list[str]] = defaultdict(list)
    before = aliased(r)
    owners = (
        select(r.account_id, r.valid_from)
        .join(before, (before.account_id == r.account_id) & (before.valid_to == r.valid_from))
        .where(r.role == "bill_to", before.role == "bill_to", r.valid_from > since, r.valid_from <= on)
    )
    meters = select(i.account_id, i.installed_on).where(
        i.voided_reason == "", i.installed_on > since, i.installed_on <= on
    )
    for statement, what in ((owners, "new owner"), (meters, "new meter")):
        for account_id, day in session.execute(statement.order_by(statement.selected_columns[1])):
            found[account_id].append(f"{what} since {day:%m/%d/%Y}")
    return found


def keep_averages(ws: Workspace, *, rows: Sequence[SeasonRow], since: date, until: date, source: str) -> int:
    """Keep the reviewed averages for the season's bills, each with its worksheet; how many.

    Lines without an average are left out: their accounts are asked about when they are billed. ``FieldErrors`` for the
    dates or the source, ``UserError`` naming the account whose average cannot be; nothing is kept then.
    """
    kept = [row for row in rows if row.average is not None]
    drafts = [
        BasisDraft(
            row.account_id, BasisKind.OFF_SEASON, row.average, since, source, until=until, worksheet=row.steps
        )
        for row in kept
        if row.average is not None
    ]
    for row, draft in zip(kept, drafts, strict=True):
        errors = check_basis(draft)
        if "quantity" in errors:
            raise UserError(f"Account {row.account}: {errors['quantity']}")
        if errors:
            raise FieldErrors(errors)
    with ws.write(reason=source) as session:
        for draft in drafts:
            _set_basis(session, draft)
    return len(drafts)


def keep_surcharge(
    ws: Workspace,
    *,
    account_id: int,
    worksheet: "Worksheet",
    since: date,
    until: date | None = None,
    whole: bool = False,
) -> int:
    """Keep the yearly surcharge of a worksheet, to be billed in equal parts by the account's rate; the fact's id.

    With ``whole`` the charge for normal sewage is in it, for users who pay no other volume charge.
    """
    amount = worksheet.total if whole else worksheet.surcharge
    steps = tuple(f"{one.label}: {one.formula} = {one.value} {one.unit}" for one in worksheet.steps)
    source = f"{worksheet.discharger}, {format_money(amount)} a year by the worksheet of {worksheet.judged_on:%m/%d/%Y}"
    draft = BasisDraft(
        account_id,
        BasisKind.WORKSHEET,
        amount,
        since,
        source,
        detail="surcharge",
        until=until,
        worksheet=steps,
    )
    with ws.write(reason=source) as session:
        return _set_basis(session, draft)
