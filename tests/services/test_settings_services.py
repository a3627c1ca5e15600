"""Holidays, copies of backups, envelopes, and the help in the municipality's words."""

from datetime import date
from pathlib import Path

import pytest

from sewerdesk.domain.errors import EnvironmentProblem, UserError
from sewerdesk.paths import resource
from sewerdesk.services.backup_copies import backup_rows, copy_backup
from sewerdesk.services.help_words import fill_help, fill_words
from sewerdesk.services.holidays import (
    calendar_of,
    holiday_citation,
    holidays,
    remove_holiday,
    save_holiday,
)
from sewerdesk.services.law import pack_choices, read_pack
from sewerdesk.services.offices import back_up
from sewerdesk.services.printing import alignment_sheet, envelope_choices, usual_envelope
from sewerdesk.services.workspace import Workspace

FOUNDERS = date(2027, 3, 16)


def test_count_by_the_office_own_table_of_holidays(ws: Workspace) -> None:
    assert calendar_of(ws).is_business_day(FOUNDERS)
    save_holiday(ws, day=FOUNDERS, name="Founders Day")
    assert not calendar_of(ws).is_business_day(FOUNDERS)
    save_holiday(ws, day=FOUNDERS, name="Founders’ Day")
    assert [row.name for row in holidays(ws, year=2027) if row.day == FOUNDERS] == ["Founders’ Day"]
    remove_holiday(ws, day=FOUNDERS)
    assert calendar_of(ws).is_business_day(FOUNDERS)


def test_refuse_a_holiday_without_a_name_and_removing_none(ws: Workspace) -> None:
    with pytest.raises(UserError, match="Enter what is kept on 03/16/2027"):
        save_holiday(ws, day=FOUNDERS, name=" ")
    with pytest.raises(UserError, match="03/16/2027 is not in the table of holidays"):
        remove_holiday(ws, day=FOUNDERS)


def test_name_the_law_behind_the_holidays() -> None:
    assert "24" in holiday_citation()


def test_list_backups_with_why_in_words(ws: Workspace) -> None:
    made = back_up(ws, label="before-import")
    [row] = backup_rows(ws)
    assert (row.path, row.why, row.size) == (made.path, "Before an import", made.path.stat().st_size)


def test_copy_a_backup_to_another_folder(ws: Workspace, tmp_path: Path) -> None:
    backup = back_up(ws, label="asked").path
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = copy_backup(ws, backup=backup, folder=stick)
    assert copy.read_bytes() == backup.read_bytes()
    assert [path.name for path in stick.iterdir()] == [backup.name], "no half-written file is left"


def test_refuse_a_copy_inside_the_office(ws: Workspace) -> None:
    backup = back_up(ws, label="asked").path
    with pytest.raises(UserError, match="inside the office's own folder"):
        copy_backup(ws, backup=backup, folder=ws.folder / "backups")


def test_say_that_a_folder_cannot_be_written(ws: Workspace, tmp_path: Path) -> None:
    backup = back_up(ws, label="asked").path
    with pytest.raises(EnvironmentProblem, match=r"was not copied to .*gone.*Choose another folder"):
        copy_backup(ws, backup=backup, folder=tmp_path / "gone")


def test_draw_the_alignment_sheet_of_every_envelope(ws: Workspace) -> None:
    keys = [one.key for one in envelope_choices()]
    assert usual_envelope() in keys
    for key in keys:
        assert alignment_sheet(ws, envelope_key=key).startswith(b"%PDF-")
    with pytest.raises(UserError, match="There is no envelope"):
        alignment_sheet(ws, envelope_key="W99")


@pytest.mark.parametrize("code", [choice.code for choice in pack_choices()])
def test_fill_every_help_page_with_the_words_of_every_law(code: str) -> None:
    law = read_pack(code)
    for path in sorted(resource("help").glob("*.md")):
        filled = fill_words(law, path.read_text(encoding="utf-8"))
        assert "{" not in filled, f"{path.name} under {code}"
        assert filled.startswith("## "), path.name


def test_say_help_in_the_words_of_the_office(ws: Workspace) -> None:
    page = fill_help(
        ws, "{Term.lateral|Lateral} of the {municipality}, by the {officer.clerk}; {term.xyz|other}"
    )
    assert page == "Building lateral of the Town of Hague, by the Town Clerk; other"
