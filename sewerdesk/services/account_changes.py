"""Changes of an account that reach its bills: another status, another owner, another address for a time."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import (
    Account,
    AccountClass,
    AccountMailing,
    AccountRole,
    AccountStatus,
    AccountUnits,
    OwnerChange,
)
from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.data.models.parcel import ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.data.models.rate import RateClass
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountchanges import (
    AlternateDraft,
    OwnerChanged,
    OwnerDraft,
    StatusDraft,
    UnitsDraft,
    check_alternate,
    check_owner,
    check_status,
    check_units,
    overlap,
)
from sewerdesk.domain.billaccounts import AccountStatus as Status
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.readings import ReadingDraft
from sewerdesk.domain.singlebills import SingleBill
from sewerdesk.services.accounts import BILL_TO, _account
from sewerdesk.services.hand_overs import _hand_over, _refuse_unbilled
from sewerdesk.services.offices import back_up
from sewerdesk.services.parcels import OWNER, SECOND_OWNER
from sewerdesk.services.parties import _new_party
from sewerdesk.services.readings import _enter
from sewerdesk.services.single_bills import (
    FINAL,
    BillDates,
    BillRequest,
    _first_unbilled,
    _issue,
    _refuse_billed_after,
    _set_status,
)

_DAY = timedelta(days=1)


def set_status(ws: Workspace, *, account_id: int, draft: StatusDraft) -> None:
    """Give an account another status from a day on; one that is given for a time ends by itself and is active after it.

    What a status means for billing is the office's setting. An exemption names its last day and its authority.
    """
    errors = check_status(draft)
    if errors or draft.status is None or draft.since is None:
        raise FieldErrors(errors)
    with ws.write(reason=draft.reason[:500]) as session:
        account = _account(session, account_id)
        _set_status(
            account,
            draft.status,
            since=draft.since,
            reason=draft.reason.strip(),
            authority=draft.authority.strip(),
        )
        if draft.until is not None:
            account.statuses[-1].valid_to = draft.until
            after = f"after {draft.status}: {draft.reason.strip()}"[:200]
            account.statuses.append(
                AccountStatus(status=Status.ACTIVE.value, valid_from=draft.until, reason=after)
            )


def set_units(ws: Workspace, *, account_id: int, draft: UnitsDraft) -> None:
    """Give an account other units from a day on; the former ones end there.

    ``FieldErrors`` for what is missing, ``RuleViolation`` where units are entered from that day or later already.
    """
    errors = check_units(draft)
    if errors or draft.units is None or draft.since is None:
        raise FieldErrors(errors)
    with ws.write(reason=draft.basis[:500]) as session:
        account = _account(session, account_id)
        _end_before(account.units, draft.since, subject=f"The units of account {account.number}")
        account.units.append(
            AccountUnits(
                units=draft.units,
                basis=draft.basis.strip(),
                authority=draft.authority.strip(),
                valid_from=draft.since,
            )
        )


def set_class(ws: Workspace, *, account_id: int, class_code: str, since: date, reason: str) -> None:
    """Put an account into another rate class from a day on; the former one ends there."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the class changes; the reason stays with the account."})
    with ws.write(reason=reason[:500]) as session:
        account = _account(session, account_id)
        if session.scalar(select(RateClass.id).where(RateClass.code == class_code)) is None:
            raise FieldErrors(
                {"class_code": f"{class_code} is no rate class of this office. Choose one of its list."}
            )
        _end_before(account.classes, since, subject=f"The class of account {account.number}")
        account.classes.append(AccountClass(class_code=class_code, valid_from=since, reason=reason.strip()))


def _end_before(rows: Sequence[AccountUnits | AccountClass], since: date, *, subject: str) -> None:
    """End what holds when something new begins; ``RuleViolation`` where something later is on file."""
    later = next((row for row in rows if row.valid_from >= since), None)
    if later is not None:
        raise RuleViolation(
            f"{subject} already has a value from {later.valid_from:%m/%d/%Y}. Choose a later day, or correct that one."
        )
    for row in rows:
        if row.valid_to is None or row.valid_to > since:
            row.valid_to = since


def set_alternate_address(ws: Workspace, *, account_id: int, draft: AlternateDraft) -> int:
    """Send an account's bills to another address between two days; returns the entry's id.

    ``FieldErrors`` where the days are not clear or another such address holds on one of them.
    """
    errors = check_alternate(draft)
    if errors or draft.since is None or draft.until is None:
        raise FieldErrors(errors)
    with ws.write(reason=draft.reason[:500]) as session:
        account = _account(session, account_id)
        rows = session.scalars(select(AccountMailing).where(AccountMailing.account_id == account_id)).all()
        other = overlap([(row.valid_from, row.valid_to) for row in rows], (draft.since, draft.until))
        if other is not None:
            raise FieldErrors(
                {
                    "since": f"Account {account.number} has another address from {other[0]:%m/%d/%Y} to "
                    f"{other[1] - _DAY:%m/%d/%Y} already. Choose other days."
                }
            )
        a = draft.address
        row = AccountMailing(
            account_id=account_id,
            care_of=a.care_of.strip(),
            street=a.street.strip(),
            unit=a.unit.strip(),
            po_box=a.po_box.strip(),
            city=a.city.strip(),
            state=a.state.strip(),
            zip_code=a.zip_code.strip(),
            valid_from=draft.since,
            valid_to=draft.until,
            reason=draft.reason.strip(),
        )
        session.add(row)
        session.flush()  # its id is the answer
        return row.id


def end_alternate_address(ws: Workspace, *, mailing_id: int, on: date) -> None:
    """End another address early: from that day mail goes to the usual address."""
    with ws.write(reason="alternate address ended") as session:
        row = session.get(AccountMailing, mailing_id)
        if row is None or not row.valid_from < on < row.valid_to:
            raise UserError(
                "That address does not hold on the day before. Refresh the page (F5) and choose it again."
            )
        row.valid_to = on


def change_account_owner(
    ws: Workspace, *, account_id: int, draft: OwnerDraft, dates: BillDates
) -> OwnerChanged:
    """A sale: closing readings, the seller's final bill through the day before, and the buyer from the day itself.

    Seller and buyer share the closing reading, so that no use and no day is billed twice or to nobody. The buyer is
    also the parcel's owner from that day on. What the seller leaves stays on the account, as sewer rents are a lien on
    the property (General Municipal Law 452), or goes to another account by the Board's resolution. ``FieldErrors`` for
    what is missing, ``RuleViolation`` where an earlier quarter's run is still to come or left the account out, a later
    day is billed already, or a question about a meter stands.
    """
    today = ws.clock.today()
    errors = check_owner(draft, today=today)
    if errors or draft.on is None or draft.buyer is None:
        raise FieldErrors(errors)
    back_up(ws, label="before-bill")
    with ws.write(reason=draft.reason[:500]) as session:
        account = _account(session, account_id)
        seller = _seller(account, draft.on)
        _enter_closing(session, account, draft)
        _refuse_unbilled(session, account, draft.on)
        final = _final(session, account, draft.on, dates)
        handed = _hand_over(session, account, draft)
        buyer = _new_party(session, draft.buyer, since=draft.on)
        session.flush()  # roles and the change name the buyer
        seller.valid_to = draft.on
        account.bill_to.append(
            AccountRole(party=buyer, role=BILL_TO, valid_from=draft.on, reason=draft.reason.strip())
        )
        _pass_parcel(account, buyer, draft)
        session.add(
            OwnerChange(
                account_id=account.id,
                changed_on=draft.on,
                seller_id=seller.party_id,
                buyer_id=buyer.id,
                final_bill_id=None if final is None else final.bill_id,
                balance=handed.balance,
                act_id=handed.act_id,
                closing=[[one.meter_id, str(one.value), one.estimated] for one in draft.closing],
                reason=draft.reason.strip(),
                actor=session.info["actor"],
            )
        )
        return OwnerChanged(seller.party.name, buyer.name, draft.on, final, handed.balance, handed.moved_to)


def _seller(account: Account, on: date) -> AccountRole:
    """Who gets the bill on the day before; ``FieldErrors`` where somebody else does from that day or later."""
    roles = [role for role in account.bill_to if role.role == BILL_TO]
    later = next((role for role in roles if role.valid_from >= on), None)
    if later is not None:
        raise FieldErrors(
            {
                "on": f"Account {account.number} has the owner {later.party.name} from {later.valid_from:%m/%d/%Y} on "
                "already. Choose a later day."
            }
        )
    for role in roles:
        if role.valid_to is None or role.valid_to >= on:
            return role
    raise UserError(
        f"Nobody gets the bill of account {account.number} before {on:%m/%d/%Y}. Enter the owner first."
    )


def _enter_closing(session: Session, account: Account, draft: OwnerDraft) -> None:
    """The dials at the hand-over; every meter that is in needs one."""
    assert draft.on is not None  # checked by the caller
    installed = session.scalars(
        select(MeterInstallation).where(
            MeterInstallation.account_id == account.id,
            MeterInstallation.voided_reason == "",
            MeterInstallation.installed_on < draft.on,
            MeterInstallation.removed_on.is_(None),
        )
    ).all()
    given = {one.meter_id: one for one in draft.closing}
    missing = next((one for one in installed if one.meter_id not in given), None)
    if missing is not None:
        raise FieldErrors(
            {
                "closing": f"Enter what meter {missing.meter.serial} showed at the hand-over, or an estimate of it; "
                "seller and buyer share this reading."
            }
        )
    for one in installed:
        found = given[one.meter_id]
        if _is_entered(session, one.meter_id, draft.on, found.value):
            continue
        note = found.note or ("" if not found.estimated else "Estimated at the hand-over")
        _enter(
            session,
            account.id,
            one.meter_id,
            ReadingDraft(draft.on, found.value, estimated=found.estimated, note=note),
        )


def _is_entered(session: Session, meter_id: int, on: date, value: Decimal) -> bool:
    """Whether the meter reader brought the very reading already."""
    same = select(MeterReading.id).where(
        MeterReading.meter_id == meter_id, MeterReading.read_on == on, MeterReading.value == value
    )
    return session.scalar(same) is not None


def _final(session: Session, account: Account, on: date, dates: BillDates) -> SingleBill | None:
    """The seller's bill for the days of the quarter that are not billed yet; none on a quarter's first day."""
    through = on - _DAY
    _refuse_billed_after(session, account, through, what="the seller's last day")
    first = max(_first_unbilled(session, account, Quarter.of(through)), account.opened_on)
    if first > through:
        return None
    request = BillRequest(
        account_id=account.id,
        kind=FINAL,
        span=(first, through),
        dates=dates,
        read_through=on,
        mailed_on=through,
    )
    return _issue(session, request)


def _pass_parcel(account: Account, buyer: Party, draft: OwnerDraft) -> None:
    """The buyer is the owner of record from the day on, where the parcel has no newer one."""
    assert draft.on is not None  # checked by the caller
    roles = [role for role in account.parcel.roles if role.role in (OWNER, SECOND_OWNER)]
    if any(role.valid_from >= draft.on for role in roles):
        return
    for role in roles:
        if role.valid_to is None or role.valid_to > draft.on:
            role.valid_to = draft.on
    account.parcel.roles.append(
        ParcelRole(party=buyer, role=OWNER, valid_from=draft.on, reason=draft.reason.strip())
    )
