"""The sample office is imported whole, a second time adds nothing, and a bad row stops nothing but itself."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from sqlalchemy import func, select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.meter import MeterReading
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import ReadingRow
from sewerdesk.services.accounts import account_by_number, list_accounts
from sewerdesk.services.imports import (
    import_file,
    list_imports,
    new_readings,
    open_file,
    preview_import,
    rejects_file,
)
from sewerdesk.services.offices import list_backups
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office, sample_file
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates


def test_import_sample_office_whole(tmp_path: Path, clock: FixedClock) -> None:
    office = make_sample_office(tmp_path / "office", clock=clock)
    for name, _ in FILES:
        imported = import_sample_file(office.ws, name=name)
        assert imported.rejected == 0
    parcels, accounts = list_parcels(office.ws), list_accounts(office.ws)
    assert len(parcels) >= 400
    assert len(accounts) >= 380
    owners = {parcel.owner for parcel in parcels}
    assert {"O'Brien & Sons <Plumbing>", "=1+1 LLC"} <= owners
    assert any("Łukasiewicz" in owner for owner in owners)
    assert any(parcel.accounts == 2 for parcel in parcels)
    assert any(parcel.accounts == 0 for parcel in parcels)
    assert all(account.number.startswith("0") for account in accounts)
    assert account_by_number(office.ws, number="1001").number == "00001001"
    assert find(office.ws, typed="lukasiew")
    office.close(back_up=False)


def write_parcels(folder: Path, *rows: str) -> Path:
    header = "SWIS,PRINT_KEY,SBL,PRIMARY_OWNER,LOC_ST_NBR,LOC_STREET,MAIL_ADDR,MAIL_CITY,MAIL_STATE,MAIL_ZIP"
    path = folder / "roll.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_import_leaves_out_the_rejected_row_and_names_it(ws: Workspace, tmp_path: Path) -> None:
    path = write_parcels(
        tmp_path,
        "523400,12.13-2-15.1,01201300020150010000,Ann Lee,12,Main St,12 Main St,Hague,NY,12836",
        "523400,not a key,,Bob Ray,14,Main St,14 Main St,Hague,NY,12836",
    )
    look = open_file(ws, path=path)
    assert look.kind is ImportKind.PARCELS
    preview = preview_import(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    assert [(reject.row, reject.column) for reject in preview.rejects] == [(3, "PRINT_KEY")]
    imported = import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    assert (imported.rows, imported.rejected) == (1, 1)
    assert [row.owner for row in list_parcels(ws)] == ["Ann Lee"]


def test_import_notices_the_same_file_and_adds_nothing(ws: Workspace, tmp_path: Path) -> None:
    row = "523400,12.13-2-15.1,01201300020150010000,Ann Lee,12,Main St,12 Main St,Hague,NY,12836"
    path = write_parcels(tmp_path, row)
    look = open_file(ws, path=path)
    assert look.imported_before is None
    import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    again = open_file(ws, path=path)
    assert again.imported_before == ws.clock.now()
    with pytest.raises(UserError, match="no row that can be imported"):
        import_file(ws, table=again.table, kind=ImportKind.PARCELS, mapping=again.mapping)
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Parcel)) == 1


def test_import_enters_one_owner_once(ws: Workspace, tmp_path: Path) -> None:
    path = write_parcels(
        tmp_path,
        "523400,12.13-2-15.1,,Ann Lee,12,Main St,PO Box 7,Hague,NY,12836",
        "523400,12.13-2-16,,Ann Lee,14,Main St,PO Box 7,Hague,NY,12836",
        "523400,12.13-2-17,,Ann Lee,16,Main St,9 Elm St,Hague,NY,12836",
    )
    look = open_file(ws, path=path)
    import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Party)) == 2


def test_import_keeps_nothing_when_it_fails_half_way(ws: Workspace, tmp_path: Path) -> None:
    adopt_sample_rates(ws)
    path = write_parcels(
        tmp_path,
        "523400,12.13-2-15.1,,Ann Lee,12,Main St,PO Box 7,Hague,NY,12836",
        "523401,12.13-2-15.1,,Bob Ray,12,Elm St,PO Box 8,Hague,NY,12836",
    )
    look = open_file(ws, path=path)
    import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    accounts = tmp_path / "accounts.csv"
    accounts.write_text(
        "ACCOUNT,SWIS,PRINT_KEY,CLASS,EDU,START\n"
        "00000001,523400,12.13-2-15.1,R,1,2020-01-01\n"
        "00000002,,12.13-2-15.1,R,1,2020-01-01\n",
        encoding="utf-8",
    )
    table = open_file(ws, path=accounts)
    with pytest.raises(UserError, match="names 2 parcels; enter the SWIS code"):
        import_file(ws, table=table.table, kind=ImportKind.ACCOUNTS, mapping=table.mapping)
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Account)) == 0


def test_import_readings_twice_adds_them_once(tmp_path: Path, clock: FixedClock) -> None:
    office = make_sample_office(tmp_path / "office", clock=clock)
    for name, _ in FILES[:3]:
        import_sample_file(office.ws, name=name)
    with office.ws.read() as session:
        before = session.scalar(select(func.count()).select_from(MeterReading))
    look = open_file(office.ws, path=sample_file(FILES[2][0]))
    preview = preview_import(office.ws, table=look.table, kind=ImportKind.READINGS, mapping=look.mapping)
    rows = [row for row in preview.rows if isinstance(row, ReadingRow)]
    assert len(rows) > 50
    assert new_readings(office.ws, rows=rows) == 0
    import_sample_file(office.ws, name=FILES[2][0])
    with office.ws.read() as session:
        assert session.scalar(select(func.count()).select_from(MeterReading)) == before
    office.close(back_up=False)


def test_import_makes_a_verified_backup_first(ws: Workspace, tmp_path: Path) -> None:
    path = write_parcels(tmp_path, "523400,12.13-2-15.1,,Ann Lee,12,Main St,PO Box 7,Hague,NY,12836")
    look = open_file(ws, path=path)
    import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    assert [backup.label for backup in list_backups(ws)] == ["before-import"]


def test_import_stopped_half_way_keeps_nothing(ws: Workspace, tmp_path: Path) -> None:
    path = write_parcels(tmp_path, "523400,12.13-2-15.1,,Ann Lee,12,Main St,PO Box 7,Hague,NY,12836")
    look = open_file(ws, path=path)
    steps: list[tuple[int, int]] = []

    def stop_late(done: int, total: int) -> None:
        steps.append((done, total))
        if done == total - 1:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        import_file(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping, progress=stop_late)
    assert steps == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert list_parcels(ws) == ()
    assert list_imports(ws) == ()


def test_rejects_file_names_row_column_value_and_reason(ws: Workspace, tmp_path: Path) -> None:
    path = write_parcels(
        tmp_path,
        "523400,12.13-2-15.1,,Ann Lee,12,Main St,PO Box 7,Hague,NY,12836",
        "523400,=1+1,,Bob Ray,14,Main St,PO Box 8,Hague,NY,12836",
    )
    look = open_file(ws, path=path)
    preview = preview_import(ws, table=look.table, kind=ImportKind.PARCELS, mapping=look.mapping)
    book = load_workbook(BytesIO(rejects_file(ws, table=look.table, preview=preview)))
    assert [cell.value for cell in book["What is wrong"][2]][:3] == [3, "PRINT_KEY", "=1+1"]
    assert book["What is wrong"]["C2"].data_type == "s"
    rows = list(book["Rows to correct"].iter_rows(values_only=True))
    assert rows[1][1] == "=1+1"
    assert rows[0][1] == "PRINT_KEY"
