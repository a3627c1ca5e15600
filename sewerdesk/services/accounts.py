"""Accounts: the list, the page, opening one; money is in the services of billing and payments."""

from datetime import date
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import (
    Account,
    AccountClass,
    AccountHold,
    AccountRole,
    AccountStatus,
    AccountUnits,
)
from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.queries.accounts import account_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.registers import AccountRow, AccountView, MeterView, RoleView, SpanView
from sewerdesk.services.parcels import _role_on, _role_view
from sewerdesk.services.parties import _party_view

BILL_TO = "bill_to"
_NUMBER_DIGITS = 8


def list_accounts(ws: Workspace) -> tuple[AccountRow, ...]:
    """Every account as it stands today with its balance, by number."""
    with ws.read() as session:
        return account_rows(session, ws.clock.today())


def account_by_number(ws: Workspace, *, number: str) -> AccountRow:
    """The account of a number as typed, leading zeros or not; ``UserError`` where there is none."""
    with ws.read() as session:
        account = _account_by_number(session, number)
        [row] = account_rows(session, ws.clock.today(), where=Account.id == account.id)
        return row


def account_view(ws: Workspace, *, account_id: int) -> AccountView:
    """An account's page, without its money."""
    today = ws.clock.today()
    with ws.read() as session:
        account = _account(session, account_id)
        [row] = account_rows(session, today, where=Account.id == account_id)
        owner = _role_on(account.parcel.roles, today)
        return AccountView(
            row=row,
            old_number=account.old_number,
            opened_on=account.opened_on,
            bill_to=tuple(
                RoleView(r.role, _party_view(r.party, today), r.valid_from, r.valid_to, r.reason)
                for r in account.bill_to
            ),
            owner=None if owner is None else _role_view(owner, today),
            statuses=tuple(SpanView(s.status, s.valid_from, s.valid_to, s.reason) for s in account.statuses),
            classes=tuple(
                SpanView(c.class_code, c.valid_from, c.valid_to, c.reason) for c in account.classes
            ),
            units=tuple(
                SpanView(f"{u.units:f}", u.valid_from, u.valid_to, u.authority) for u in account.units
            ),
            holds=tuple(SpanView(h.reason, h.valid_from, h.valid_to, "") for h in account.holds),
            meters=_meters(session, account_id),
            note=account.note,
            version=account.version,
        )


def hold_account(ws: Workspace, *, account_id: int, reason: str, since: date, until: date | None) -> None:
    """Keep an account from being billed between two days (end excluded); the reason is shown in every run.

    Raises ``FieldErrors`` where there is no reason or the hold would end before it begins.
    """
    errors: dict[str, str] = {}
    if not reason.strip():
        errors["reason"] = "Say why the account is not billed; the reason is shown in every run."
    if until is not None and until <= since:
        errors["until"] = (
            f"The hold begins on {since:%m/%d/%Y}. Choose a later day for its end, or leave it open."
        )
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        account = _account(session, account_id)
        account.holds.append(AccountHold(reason=reason.strip(), valid_from=since, valid_to=until))


def release_hold(ws: Workspace, *, account_id: int, on: date) -> None:
    """End every hold of an account that stands on a day; ``UserError`` where there is none."""
    with ws.write(reason="hold released") as session:
        account = _account(session, account_id)
        standing = [
            hold
            for hold in account.holds
            if hold.valid_from <= on and (hold.valid_to is None or hold.valid_to > on)
        ]
        if not standing:
            raise UserError(f"Account {account.number} is not on hold on {on:%m/%d/%Y}; nothing was changed.")
        for hold in standing:
            hold.valid_to = on


def _open_account(
    session: Session,
    *,
    parcel: Parcel,
    bill_to: Party,
    class_code: str,
    units: Decimal,
    since: date,
    basis: str,
    authority: str,
    number: str = "",
    application_id: int | None = None,
    status: str = "active",
) -> Account:
    """Open an account from a day on; without a number it takes the next free one. Part of a caller's transaction."""
    account = Account(
        number=number or _next_number(session),
        parcel=parcel,
        opened_on=since,
        application_id=application_id,
    )
    account.statuses.append(AccountStatus(status=status, valid_from=since))
    account.classes.append(AccountClass(class_code=class_code, valid_from=since))
    account.units.append(AccountUnits(units=units, basis=basis, authority=authority, valid_from=since))
    account.bill_to.append(AccountRole(party=bill_to, role=BILL_TO, valid_from=since))
    session.add(account)
    return account


def _next_number(session: Session) -> str:
    """One more than the highest number of digits alone, as long as the longest of these."""
    numbers = [one for one in session.scalars(select(Account.number)) if one.isascii() and one.isdigit()]
    width = max(map(len, numbers), default=_NUMBER_DIGITS)
    return f"{max(map(int, numbers), default=0) + 1:0{width}d}"


def _account(session: Session, account_id: int) -> Account:
    account = session.get(Account, account_id)
    if account is None:
        raise UserError("That account is not in this office. Refresh the list (F5) and choose it again.")
    return account


def _account_by_number(session: Session, number: str) -> Account:
    typed = " ".join(number.split()).upper()
    if not typed:
        raise UserError("Enter an account number; it is printed on the bill's stub.")
    account = session.scalar(select(Account).where(Account.number == typed))
    if account is not None:
        return account
    matches = session.scalars(
        select(Account).where(func.ltrim(Account.number, "0") == typed.lstrip("0")).order_by(Account.number)
    ).all()
    if len(matches) > 1:
        fits = " and ".join(one.number for one in matches)
        raise UserError(f"The number {typed} fits the accounts {fits}. Type it with all its zeros.")
    if not matches:
        raise UserError(f"There is no account {typed}. Check the number on the bill's stub.")
    return matches[0]


def _meters(session: Session, account_id: int) -> tuple[MeterView, ...]:
    views = []
    statement = select(MeterInstallation).where(
        MeterInstallation.account_id == account_id, MeterInstallation.voided_reason == ""
    )
    for installed in session.scalars(statement.order_by(MeterInstallation.installed_on)):
        last = session.scalars(
            select(MeterReading)
            .where(MeterReading.meter_id == installed.meter_id)
            .order_by(MeterReading.read_on.desc(), MeterReading.id.desc())
            .limit(1)
        ).first()
        views.append(
            MeterView(
                id=installed.meter_id,
                serial=installed.meter.serial,
                digits=installed.meter.digits,
                multiplier=installed.meter.multiplier,
                unit=installed.meter.unit,
                role=installed.role,
                installed_on=installed.installed_on,
                removed_on=installed.removed_on,
                last_read_on=last.read_on if last else None,
                last_value=last.value if last else None,
            )
        )
    return tuple(views)
