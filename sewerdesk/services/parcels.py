"""Parcels: the list, the page, a new one, a new owner."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.data.queries.accounts import account_rows
from sewerdesk.data.queries.parcels import parcel_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.parcels import Parcel as ParcelFacts
from sewerdesk.domain.parcels import check_parcel
from sewerdesk.domain.registers import ParcelRow, ParcelView, PartyDraft, RoleView
from sewerdesk.services.parties import _new_party, _party_view

OWNER, SECOND_OWNER = "owner", "second_owner"


def list_parcels(ws: Workspace) -> tuple[ParcelRow, ...]:
    """Every parcel with its owner of record today, by print key."""
    with ws.read() as session:
        return parcel_rows(session, ws.clock.today())


def parcel_view(ws: Workspace, *, parcel_id: int) -> ParcelView:
    """A parcel's page."""
    today = ws.clock.today()
    with ws.read() as session:
        parcel = _parcel(session, parcel_id)
        [row] = parcel_rows(session, today, ids=[parcel_id])
        return ParcelView(
            row=row,
            location_city=parcel.location_city,
            location_zip=parcel.location_zip,
            roles=tuple(_role_view(role, today) for role in parcel.roles),
            accounts=account_rows(session, today, where=Account.parcel_id == parcel_id),
            note=parcel.note,
            version=parcel.version,
            as_of=today,
        )


def add_parcel(ws: Workspace, *, facts: ParcelFacts, owner: PartyDraft, since: date) -> int:
    """Enter a parcel that the county's file does not hold yet, with its owner; returns the id."""
    check_parcel(facts)
    with ws.write() as session:
        same = select(Parcel.id).where(Parcel.swis == facts.swis, Parcel.print_key == facts.print_key)
        if session.scalar(same) is not None:
            raise FieldErrors({"print_key": f"Parcel {facts.print_key} is already in this office."})
        house, street = _house_and_street(facts.location)
        parcel = Parcel(
            swis=facts.swis,
            print_key=facts.print_key,
            sbl=facts.sbl,
            location_number=house,
            location_street=street,
            property_class=facts.property_class,
            district=facts.district,
            in_district=facts.in_district,
            active_from=since,
        )
        parcel.roles.append(
            ParcelRole(role=OWNER, party=_new_party(session, owner, since=since), valid_from=since)
        )
        session.add(parcel)
        session.flush()  # the id is the answer
        return parcel.id


def change_owner(ws: Workspace, *, parcel_id: int, owner: PartyDraft, since: date, reason: str) -> None:
    """Record a new owner of record from a day on; the former ones stay in the history, without gap or overlap.

    A second owner of the former deed goes with the first.
    """
    with ws.write(reason=reason) as session:
        parcel = _parcel(session, parcel_id)
        for role in parcel.roles:
            if role.role not in (OWNER, SECOND_OWNER):
                continue
            if role.valid_from >= since:
                raise FieldErrors(
                    {
                        "since": f"Parcel {parcel.print_key} already has an owner from "
                        f"{role.valid_from:%m/%d/%Y}. Choose a later day."
                    }
                )
            if role.valid_to is None or role.valid_to > since:
                role.valid_to = since
        parcel.roles.append(
            ParcelRole(
                role=OWNER,
                party=_new_party(session, owner, since=since),
                valid_from=since,
                reason=reason,
            )
        )


def _parcel(session: Session, parcel_id: int) -> Parcel:
    parcel = session.get(Parcel, parcel_id)
    if parcel is None:
        raise UserError("That parcel is not in this office. Refresh the list (F5) and choose it again.")
    return parcel


def _house_and_street(location: str) -> tuple[str, str]:
    """A location in its two parts; one without a house number is all street."""
    first, _, rest = location.partition(" ")
    return (first, rest) if first[:1].isdigit() and rest else ("", location)


def _role_on(roles: Iterable[ParcelRole], on: date) -> ParcelRole | None:
    """The owner's role on a day, the latest where there are several."""
    standing = [
        one
        for one in roles
        if one.role == OWNER and one.valid_from <= on and (one.valid_to is None or on < one.valid_to)
    ]
    return max(standing, key=lambda one: one.valid_from, default=None)


def _owner_of(session: Session, parcel_id: int, on: date) -> Party:
    """The owner of record on a day; ``UserError`` names the parcel where none is on file."""
    parcel = _parcel(session, parcel_id)
    role = _role_on(parcel.roles, on)
    if role is None:
        raise UserError(
            f"No owner of parcel {parcel.print_key} is on file for {on:%m/%d/%Y}. Enter the owner."
        )
    return role.party


def _role_view(role: ParcelRole, today: date) -> RoleView:
    return RoleView(role.role, _party_view(role.party, today), role.valid_from, role.valid_to, role.reason)
