"""What an import writes: owners as the roll has them, whom to bill, ids and searches that hold."""

from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.data.audit import Audit
from sewerdesk.data.models.meter import MeterReading
from sewerdesk.data.models.parcel import ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.domain.errors import UserError
from sewerdesk.services.accounts import account_by_number, account_view, list_accounts
from sewerdesk.services.imports import Imported, import_file, open_file
from sewerdesk.services.parcels import parcel_view
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Changes, Workspace
from tests.support.accounts import adopt_sample_rates

ROLL = (
    "SWIS,PRINT_KEY,SBL,PRIMARY_OWNER,ADD_OWNER,LOC_ST_NBR,LOC_STREET,MAIL_ADDR,MAIL_CITY,MAIL_STATE,MAIL_ZIP"
)
BOOK = (
    "ACCOUNT,PRINT_KEY,SWIS,CLASS,EDU,START,BILL_TO,METER_SERIAL,DIGITS,MULTIPLIER,METER_UNIT,"
    "OPENING_READING,OPENING_DATE"
)


def bring_in(ws: Workspace, folder: Path, header: str, *rows: str) -> Imported:
    path = folder / "file.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    look = open_file(ws, path=path)
    assert look.kind is not None
    return import_file(ws, table=look.table, kind=look.kind, mapping=look.mapping)


@pytest.fixture
def roll(ws: Workspace, tmp_path: Path) -> Workspace:
    adopt_sample_rates(ws)
    bring_in(
        ws,
        tmp_path,
        ROLL,
        "523400,1.-1-1,,Ann Lee,Bob Lee,12,Main St,PO Box 7,Hague,NY,12836",
        "523400,1.-1-2,,Ann Lee,,14,Main St,PO Box 7,Hague,NY,12836",
    )
    return ws


def test_import_enters_an_owner_of_two_parcels_once(roll: Workspace) -> None:
    with roll.read() as session:
        assert list(session.scalars(select(Party.name).order_by(Party.id))) == ["Ann Lee", "Bob Lee"]
    roles = parcel_view(roll, parcel_id=1).roles
    assert [(role.role, role.party.name) for role in roles] == [
        ("owner", "Ann Lee"),
        ("second_owner", "Bob Lee"),
    ]
    assert roles[0].party.address.po_box == "PO Box 7"
    assert [hit.record_id for hit in find(roll, typed="bob lee")] == [1]


def test_import_never_gives_a_deleted_id_again(roll: Workspace, tmp_path: Path) -> None:
    with roll.write() as session:
        second = session.scalars(select(ParcelRole).where(ParcelRole.party_id == 2)).one()
        session.delete(second)
        session.flush()
        session.delete(session.get_one(Party, 2))
    bring_in(roll, tmp_path, ROLL, "523400,1.-1-3,,Eve Poe,,16,Main St,16 Main St,Hague,NY,12836")
    with roll.read() as session:
        assert session.scalars(select(Party.id).where(Party.name == "Eve Poe")).one() == 3


def test_import_bills_the_owner_or_whom_the_file_names(roll: Workspace, tmp_path: Path) -> None:
    bring_in(
        roll,
        tmp_path,
        BOOK,
        "00000001,1.-1-1,523400,R,1,1/1/2025,,,,,,,",
        "00000002,1.-1-1,523400,R,1,1/1/2025,ANN  LEE,,,,,,",
        "00000003,1.-1-2,523400,R,1,1/1/2025,Tenant Co,,,,,,",
        "00000004,1.-1-2,523400,R,1,1/1/2025,Tenant Co,,,,,,",
    )
    assert [row.name for row in list_accounts(roll)] == ["Ann Lee", "Ann Lee", "Tenant Co", "Tenant Co"]
    parties = {account_view(roll, account_id=one).bill_to[0].party.id for one in (3, 4)}
    assert len(parties) == 1, "one party that is billed twice"
    address = account_view(roll, account_id=3).bill_to[0].party.address
    assert (address.street, address.city, address.state) == ("14 Main St", "Hague", "NY")


def test_import_readings_tells_the_ids_of_what_it_wrote(roll: Workspace, tmp_path: Path) -> None:
    bring_in(
        roll,
        tmp_path,
        BOOK,
        "00000001,1.-1-1,523400,M,1,1/1/2025,,48-1107,6,100,gal,004000,1/1/2025",
    )
    heard: list[Changes] = []
    roll.subscribe(heard.append)
    bring_in(
        roll,
        tmp_path,
        "ACCOUNT,METER,READ_DATE,READING",
        "00000001,48-1107,3/31/2025,004100",
        "00000001,48-1107,6/30/2025,004250",
    )
    with roll.read() as session:
        ids = set(session.scalars(select(MeterReading.id).where(MeterReading.import_batch_id.is_not(None))))
        reason = session.scalars(select(Audit.reason).order_by(Audit.id.desc())).first()
    told = {record_id for kind, record_id in heard[0].records if kind == "meter_reading"}
    assert told == ids
    assert len(told) == 2
    assert reason == "import of file.csv"
    assert account_view(roll, account_id=account_by_number(roll, number="1").id).meters[0].last_value == 4250


def test_import_without_a_good_row_writes_nothing(roll: Workspace, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"file\.csv has no row that can be imported"):
        bring_in(roll, tmp_path, BOOK, "00000001,9.-9-9,523400,R,1,1/1/2025,,,,,,,")
    assert list_accounts(roll) == ()
