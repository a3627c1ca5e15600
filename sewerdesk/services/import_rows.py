"""Writing imported rows: owners and parcels, accounts with class, units and meter, readings."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.bulk import insert_rows, next_id
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.meter import Meter, MeterInstallation, MeterReading
from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.parcel import Parcel, ParcelExemption, ParcelRole
from sewerdesk.data.models.party import Party, PartyAddress
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.exemptions import ExemptionKind
from sewerdesk.domain.folding import fold
from sewerdesk.domain.importaccounts import AccountRow
from sewerdesk.domain.importing import ParcelRow, ReadingRow
from sewerdesk.domain.metering import ReadingCode
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.readingmatches import Delivered
from sewerdesk.domain.registers import MailingAddress, PartyDraft
from sewerdesk.services.accounts import _open_account
from sewerdesk.services.import_matches import _delivered, _placed
from sewerdesk.services.parcels import OWNER, SECOND_OWNER, _house_and_street, _role_on
from sewerdesk.services.parties import _find_party, _new_party

_BASIS = "As imported"


class _Parties:
    """Finds or enters the parties of an import; the same name at the same address is one party."""

    def __init__(self, session: Session, since: date) -> None:
        self._session = session
        self._since = since
        self._known = dict(_party_keys(session))
        self._next = next_id(session, Party)
        self._parties: list[dict[str, object]] = []
        self._addresses: list[dict[str, object]] = []

    def find_or_add(self, draft: PartyDraft) -> int:
        """The id of the party with that name and address."""
        key = (draft.name.strip(), draft.address)
        found = self._known.get(key)
        if found is not None:
            return found
        party_id = self._next
        self._next += 1
        self._known[key] = party_id
        name = draft.name.strip()
        self._parties.append(
            {
                "id": party_id,
                "name": name,
                "folded": fold(name),
                "is_firm": False,
                "phone": "",
                "email": "",
                "note": "",
                "version": 1,
            }
        )
        self._addresses.append({"party_id": party_id, **asdict(draft.address), "valid_from": self._since})
        return party_id

    def write(self) -> None:
        """Insert the new parties."""
        insert_rows(self._session, Party, self._parties)
        insert_rows(self._session, PartyAddress, self._addresses)
        self._session.info["touched"] |= {("party", row["id"]) for row in self._parties}


def _party_keys(session: Session) -> list[tuple[tuple[str, MailingAddress], int]]:
    a = PartyAddress
    rows = session.execute(
        select(Party.id, Party.name, a.care_of, a.street, a.unit, a.po_box, a.city, a.state, a.zip_code)
        .join(a, a.party_id == Party.id)
        .where(a.valid_to.is_(None))
    )
    return [((name, MailingAddress(*parts)), party_id) for party_id, name, *parts in rows]


def _write_parcels(session: Session, rows: Sequence[ParcelRow]) -> None:
    today = session.info["clock"].today()
    profile = session.scalars(select(OfficeProfile)).one()
    parties = _Parties(session, today)
    first = next_id(session, Parcel)
    parcels: list[dict[str, object]] = []
    roles: list[dict[str, object]] = []
    sections = [
        _section(parcel_id, row.roll_section, today)
        for parcel_id, row in enumerate(rows, first)
        if row.roll_section.strip()
    ]
    for parcel_id, row in enumerate(rows, first):
        parcels.append(_parcel(parcel_id, row, profile, today))
        owner = parties.find_or_add(_owner_draft(row, profile))
        roles.append(_role(parcel_id, owner, OWNER, today))
        if row.second_owner:
            second = parties.find_or_add(PartyDraft(name=row.second_owner))
            roles.append(_role(parcel_id, second, SECOND_OWNER, today))
    parties.write()
    insert_rows(session, Parcel, parcels)
    insert_rows(session, ParcelRole, roles)
    insert_rows(session, ParcelExemption, sections)
    session.info["touched"] |= {("parcel", first + index) for index in range(len(rows))}


def _section(parcel_id: int, section: str, since: date) -> dict[str, object]:
    return {
        "parcel_id": parcel_id,
        "kind": ExemptionKind.ROLL_SECTION.value,
        "code": section.strip(),
        "whole": False,
        "source": "Assessment roll, as imported",
        "valid_from": since,
        "valid_to": None,
    }


def _parcel(parcel_id: int, row: ParcelRow, profile: OfficeProfile, today: date) -> dict[str, object]:
    house, street = _house_and_street(row.location)
    return {
        "id": parcel_id,
        "swis": row.swis,
        "print_key": row.print_key,
        "sbl": row.sbl,
        "location_number": house,
        "location_street": street,
        "location_city": profile.city,
        "location_zip": row.location_zip,
        "property_class": row.property_class,
        "district": row.district,
        "in_district": bool(row.district),
        "active_from": today,
        "note": "",
        "version": 1,
    }


def _role(parcel_id: int, party_id: int, role: str, since: date) -> dict[str, object]:
    return {
        "parcel_id": parcel_id,
        "party_id": party_id,
        "role": role,
        "valid_from": since,
        "reason": "Assessment roll",
    }


def _owner_draft(row: ParcelRow, profile: OfficeProfile) -> PartyDraft:
    boxes = [line for line in row.mail_lines if _is_box(line)]
    lines = [line for line in row.mail_lines if not _is_box(line)]
    if not row.mail_lines and not row.mail_city:
        # A roll without mailing columns means that mail goes to the property.
        lines = [row.location]
    return PartyDraft(
        name=row.owner,
        care_of=row.care_of,
        street=lines[0] if lines else "",
        unit=lines[1] if len(lines) > 1 else "",
        po_box=boxes[0] if boxes else "",
        city=row.mail_city or profile.city,
        state=row.mail_state or profile.state,
        zip_code=row.mail_zip or row.location_zip or profile.zip_code,
    )


def _is_box(line: str) -> bool:
    return line.upper().replace(".", "").replace(" ", "").startswith(("POBOX", "BOX"))


def _write_accounts(session: Session, rows: Sequence[AccountRow]) -> None:
    parcels: dict[str, list[Parcel]] = {}
    for parcel in session.scalars(select(Parcel)):
        parcels.setdefault(fold_identifier(parcel.print_key), []).append(parcel)
    state = session.scalars(select(OfficeProfile.state)).one()
    for row in rows:
        parcel = _parcel_of(row, parcels)
        account = _open_account(
            session,
            parcel=parcel,
            bill_to=_bill_to(session, parcel, row, state),
            class_code=row.class_code,
            units=row.units,
            since=row.start,
            basis=_BASIS,
            authority=_BASIS,
            number=row.account,
            status=row.status.value,
        )
        account.old_number, account.note = row.old_account, row.note
        if row.meter_serial:
            _install_meter(session, account, row)


def _parcel_of(row: AccountRow, parcels: dict[str, list[Parcel]]) -> Parcel:
    found = parcels.get(fold_identifier(row.print_key), [])
    if row.swis:
        found = [parcel for parcel in found if parcel.swis == row.swis]
    if len(found) != 1:
        raise UserError(
            f"Row {row.line}: tax map number {row.print_key} names {len(found)} parcels; enter the SWIS code as well."
        )
    return found[0]


def _bill_to(session: Session, parcel: Parcel, row: AccountRow, state: str) -> Party:
    """Whom the bill goes to: the owner, or somebody else, who is reached at the place that is billed."""
    today = session.info["clock"].today()
    owner = _role_on(parcel.roles, today)
    if owner is not None and fold(row.bill_to) in ("", fold(owner.party.name)):
        return owner.party
    if not row.bill_to:
        raise UserError(f"Row {row.line}: parcel {parcel.print_key} has no owner; enter whom to bill.")
    draft = PartyDraft(
        name=row.bill_to,
        street=parcel.location,
        city=parcel.location_city,
        state=state,
        zip_code=parcel.location_zip,
    )
    return _find_party(session, draft, today) or _new_party(session, draft, since=min(row.start, today))


def _install_meter(session: Session, account: Account, row: AccountRow) -> None:
    assert row.digits is not None
    assert row.multiplier is not None
    meter = Meter(
        serial=row.meter_serial, digits=row.digits, multiplier=row.multiplier, unit=row.meter_unit.value
    )
    session.add_all([meter, account])
    session.flush()  # the installation names both
    session.add(
        MeterInstallation(
            meter_id=meter.id, account_id=account.id, role="main", installed_on=row.opening_date or row.start
        )
    )
    if row.opening_reading is not None and row.opening_date is not None:
        session.add(
            MeterReading(
                meter_id=meter.id,
                read_on=row.opening_date,
                value=row.opening_reading,
                source=_BASIS,
                code=ReadingCode.INSTALL.value,
            )
        )


def _write_readings(session: Session, rows: Sequence[ReadingRow], batch_id: int) -> None:
    """Insert the readings that are not in the office already; the same file twice adds nothing."""
    by_line = {row.line: row for row in rows}
    fresh = [
        {
            "id": reading_id,
            "meter_id": one.meter.meter_id,
            "read_on": one.read_on,
            "value": one.value,
            "source": f"import {batch_id}",
            "code": by_line[one.line].code.value,
            "note": by_line[one.line].note,
            "import_batch_id": batch_id,
        }
        for reading_id, one in enumerate(_new_readings(session, rows), next_id(session, MeterReading))
    ]
    insert_rows(session, MeterReading, fresh)
    session.info["touched"] |= {("meter_reading", row["id"]) for row in fresh}


def _new_readings(session: Session, rows: Sequence[ReadingRow]) -> list[Delivered]:
    """The readings that the office does not hold yet, each with its meter and what the dial shows."""
    r = MeterReading
    held = {tuple(row) for row in session.execute(select(r.meter_id, r.read_on, r.value))}
    return [
        one
        for one in _delivered(rows, _placed(session))
        if (one.meter.meter_id, one.read_on, one.value) not in held
    ]
