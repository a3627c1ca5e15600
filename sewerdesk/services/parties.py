"""Persons and firms: entered once, changed with their history kept."""

from dataclasses import asdict
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.party import Party, PartyAddress
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.folding import fold
from sewerdesk.domain.postal import Address
from sewerdesk.domain.registers import MailingAddress, PartyDraft, PartyView


def add_party(ws: Workspace, *, draft: PartyDraft) -> int:
    """Enter a person or firm; returns the id. ``FieldErrors`` where the name is missing."""
    with ws.write() as session:
        party = _new_party(session, draft, since=ws.clock.today())
        session.flush()  # the id is the answer
        return party.id


def party_view(ws: Workspace, *, party_id: int) -> PartyView:
    """A person or firm with the address that holds today."""
    with ws.read() as session:
        return _party_view(_party(session, party_id), ws.clock.today())


def change_address(ws: Workspace, *, party_id: int, address: MailingAddress, since: date) -> None:
    """Record a new mailing address from a day on; the former one stays in the history."""
    with ws.write() as session:
        party = _party(session, party_id)
        for row in party.addresses:
            if row.valid_from >= since:
                raise UserError(
                    f"{party.name} already has an address from {row.valid_from:%m/%d/%Y}. Choose a later day."
                )
            if row.valid_to is None or row.valid_to > since:
                row.valid_to = since
        party.addresses.append(_address_row(address, since))


def _party(session: Session, party_id: int) -> Party:
    party = session.get(Party, party_id)
    if party is None:
        raise UserError("That person or firm is not in this office. Refresh the page (F5) and choose again.")
    return party


def _new_party(session: Session, draft: PartyDraft, *, since: date) -> Party:
    if not draft.name.strip():
        raise FieldErrors({"name": "Enter the name of the person or firm."})
    party = Party(
        name=draft.name.strip(),
        folded=fold(draft.name),
        is_firm=draft.is_firm,
        phone=draft.phone,
        email=draft.email,
    )
    party.addresses.append(_address_row(draft.address, since))
    session.add(party)
    return party


def _find_party(session: Session, draft: PartyDraft, on: date) -> Party | None:
    """Somebody already entered with the same name and the same address, so that nobody is entered twice."""
    for party in session.scalars(select(Party).where(Party.folded == fold(draft.name))):
        if party.name == draft.name.strip() and _address_on(party, on) == draft.address:
            return party
    return None


def _address_row(address: MailingAddress, since: date) -> PartyAddress:
    return PartyAddress(**asdict(address), valid_from=since)


def _address_on(party: Party, on: date) -> MailingAddress:
    for row in reversed(party.addresses):
        if row.valid_from <= on and (row.valid_to is None or on < row.valid_to):
            return MailingAddress(
                row.care_of, row.street, row.unit, row.po_box, row.city, row.state, row.zip_code
            )
    return MailingAddress()


def _postal_address(party: Party, on: date) -> Address:
    """The party's address on a day in the form that ``postal_lines`` prints."""
    return Address((party.name,), **asdict(_address_on(party, on)))


def _party_view(party: Party, on: date) -> PartyView:
    return PartyView(party.id, party.name, party.phone, party.email, _address_on(party, on))
