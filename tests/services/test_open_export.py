"""The whole office as plain files: nothing left out, to the cent, and nothing that a spreadsheet runs."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.cli import main
from sewerdesk.data.models import Base
from sewerdesk.domain.errors import EnvironmentProblem, UserError
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.attachments import attach
from sewerdesk.services.open_export import export_office
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.offices import new_office
from tests.support.payments import bill_three_accounts, check


def rows_of(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_r8_everything_is_exported_in_open_form(ws: Workspace, tmp_path: Path) -> None:
    ids = bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "100.00"}, payer="=HYPERLINK(1)"))
    paper = tmp_path / "deed.txt"
    paper.write_text("Deed of 1/2/2027", "utf-8")
    attach(ws, subject="account", subject_id=ids["00001042"], kind="deed", source=paper)
    made = export_office(ws, folder=tmp_path / "export")
    assert made.tables == len(Base.metadata.tables) == len(list(made.folder.glob("*.csv")))
    assert made.files == 1
    entries = rows_of(made.folder, "entry")
    assert sum(Decimal(row["amount"]) for row in entries) == Decimal("412.00")  # 512.00 billed less 100.00
    assert {row["effective_on"] for row in entries} == {"2027-01-02", "2027-01-04"}
    [receipt] = rows_of(made.folder, "receipt")
    assert receipt["payer"] == "'=HYPERLINK(1)"
    assert "Peña, Ana" in {row["name"] for row in rows_of(made.folder, "party")}
    assert [row["number"] for row in rows_of(made.folder, "account")] == [
        row.number for row in list_accounts(ws)
    ]
    told = (made.folder / "Read me.txt").read_text("utf-8")
    assert f"entry.csv  {len(entries)} rows  SHA-256 " in told
    assert made.rows == sum(len(rows_of(made.folder, name)) for name in Base.metadata.tables)


def test_refuse_a_folder_that_is_used_or_inside_the_office(ws: Workspace, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is there already"):
        export_office(ws, folder=tmp_path)
    with pytest.raises(UserError, match="inside the office's own folder"):
        export_office(ws, folder=ws.folder / "export")


def test_keep_a_folder_that_bears_the_name_of_the_part(ws: Workspace, tmp_path: Path) -> None:
    mine = tmp_path / "export.part" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("kept", "utf-8")
    with pytest.raises(UserError, match=r"export\.part is there already"):
        export_office(ws, folder=tmp_path / "export")
    assert mine.read_text("utf-8") == "kept"


def test_leave_nothing_where_the_folder_cannot_be_written(ws: Workspace, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(EnvironmentProblem, match="was not exported"):
        export_office(ws, folder=tmp_path / "file" / "export")
    assert sorted(path.name for path in tmp_path.iterdir() if "export" in path.name) == []


def test_command_names_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_office(tmp_path / "office").close(back_up=False)
    assert main(["export", str(tmp_path / "office"), str(tmp_path / "all")]) == 0
    assert f"and 0 kept files to {tmp_path / 'all'}." in capsys.readouterr().out


def test_tell_of_a_kept_file_that_is_spoiled(ws: Workspace, tmp_path: Path) -> None:
    ids = bill_three_accounts(ws)
    paper = tmp_path / "deed.txt"
    paper.write_text("Deed of 1/2/2027", "utf-8")
    attach(ws, subject="account", subject_id=ids["00001042"], kind="deed", source=paper)
    [kept] = (path for path in (ws.folder / "files").glob("??/*"))
    kept.write_text("Deed of 1/2/2026", "utf-8")
    made = export_office(ws, folder=tmp_path / "export")
    assert (made.files, made.spoiled) == (0, 1)
    assert "Left out: 1 kept files" in (made.folder / "Read me.txt").read_text("utf-8")
