"""Meter readers' files as they come: odd cells, another period, a changed line, meters that were taken out."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.data.models.meter import MeterReading
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import AnyPreview, ReadingRow
from sewerdesk.domain.metering import ReadingIssue
from sewerdesk.domain.readings import MeterChangeDraft
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.imports import import_file, open_file, preview_import
from sewerdesk.services.meter_changes import change_meter
from sewerdesk.services.readings import run_readings
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account

D = Decimal
SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 6, 30))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
HEAD = "account,meter,read_date,reading,read_code,units,note"


@pytest.fixture
def read(ws: Workspace) -> tuple[Workspace, int, int]:
    """Account 00001042 with meter 0048-1107 (six digits, × 100 gal), read on March 31 and June 30 and billed."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    dial = {date(2026, 1, 2): "4500", date(2026, 3, 31): "4600", date(2026, 6, 30): "4800"}
    meter = install_meter(ws, account_id=account, serial="0048-1107", readings=dial)
    post_run(ws, setup=SECOND, expected=preview_run(ws, setup=SECOND))
    return ws, account, meter


def look(ws: Workspace, path: Path, data: str | bytes) -> AnyPreview:
    """A file as it would be imported."""
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    found = open_file(ws, path=path, kind=ImportKind.READINGS)
    return preview_import(ws, table=found.table, kind=ImportKind.READINGS, mapping=found.mapping)


def take(ws: Workspace, path: Path, data: str) -> AnyPreview:
    """Import a file; what was seen of it before."""
    preview = look(ws, path, data)
    found = open_file(ws, path=path, kind=ImportKind.READINGS)
    import_file(ws, table=found.table, kind=ImportKind.READINGS, mapping=found.mapping)
    return preview


def one(preview: AnyPreview) -> ReadingRow:
    """The only row, with nothing refused."""
    assert not preview.rejects
    [row] = preview.rows
    assert isinstance(row, ReadingRow)
    return row


def held(ws: Workspace, on: date) -> list[Decimal]:
    with ws.read() as session:
        return list(session.scalars(select(MeterReading.value).where(MeterReading.read_on == on)))


def test_read_the_same_reading_however_it_is_written(
    read: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    """A mark in front, either line end, three forms of a date, separators of thousands, zeros in front."""
    ws, path = read[0], tmp_path / "reads.csv"
    row = '00001042,0048-1107,{},"{}",{},,\n'
    forms: list[str | bytes] = [
        HEAD + "\n" + row.format("09/30/2026", "5000", "A"),
        "\ufeff" + HEAD + "\r\n" + row.format("2026-09-30", "5,000", "").replace("\n", "\r\n"),
        (HEAD + "\r" + row.format("9/30/2026", "005000", "actual").replace("\n", "\r")),
        HEAD.replace(",", ";") + "\n" + row.format("9-30-2026", "5000.0", "").replace(",", ";"),
        (HEAD + "\n" + row.format("2026-09-30T14:05", "5000", "AMR")).encode("utf-16"),
        HEAD + "\n" + row.format("09/30/2026 02:15 PM", "5000", "Manual"),
    ]
    for text in forms:
        found = one(look(ws, path, text))
        assert (found.account, found.meter) == ("00001042", "0048-1107")
        assert (found.read_date, found.reading) == (date(2026, 9, 30), D(5000))


def test_read_a_badger_billing_export(read: tuple[Workspace, int, int], tmp_path: Path) -> None:
    """documents 3.2: columns by name in any order; the method says how it was read, not that it was estimated."""
    ws, path = read[0], tmp_path / "beacon.csv"
    head = "Read,Read_Unit,Account_ID,Location_ID,Meter_ID,Register_Number,Endpoint_SN,Read_Method,Read_Time"
    for method in ("AMR", "Fixed", "Manual", "Network", "n/a"):
        found = one(
            look(ws, path, f"{head}\n500000,GAL,00001042,7,0048-1107,0,123,{method},2026-09-30 03:10:00\n")
        )
        assert (found.code.value, found.read_date) == ("actual", date(2026, 9, 30))
    import_it = take(ws, path, f"{head}\n500000,GAL,00001042,7,0048-1107,0,123,AMR,2026-09-30 03:10:00\n")
    assert len(import_it.rows) == 1
    assert held(ws, date(2026, 9, 30)) == [D(5000)]  # gallons on a dial that counts hundreds


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("00001042,0048-1107,09/30/2026,-5,,,", "zero or more"),
        ("00001042,0048-1107,09/30/2026,50 00,,,", "not a number"),
        ('00001042,0048-1107,09/30/2026,"5,00",,,', "not a number"),
        ("00001042,0048-1107,09/31/2026,5000,,,", "not a day of the calendar"),
        ("00001042,0048-1107,09/30/26,5000,,,", "four digits for the year"),
        ("00001042,0048-1107,01/05/2027,5000,,,", "in the future"),
        ("00001042,9999,09/30/2026,5000,,,", "not installed at account 00001042"),
        ("00001042,0048-1107,12/31/2025,4400,,,", "was not at account 00001042 on 12/31/2025"),
        ("00001042,0048-1107,09/30/2026,5000000,,,", "does not fit its 6 digits"),
        ("00001042,0048-1107,09/30/2026,5000,,BUCKET,", "is not a unit of volume"),
    ],
)
def test_refuse_a_line_with_its_reason(
    read: tuple[Workspace, int, int], tmp_path: Path, row: str, words: str
) -> None:
    preview = look(read[0], tmp_path / "reads.csv", f"{HEAD}\n{row}\n")
    assert not preview.rows
    assert words in " ".join(found.reason for found in preview.rejects)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "is empty"), (b"\xef\xbb\xbf", "empty|no heading|no row"), (HEAD.encode(), "no row|has no")],
)
def test_say_that_a_file_is_empty(
    read: tuple[Workspace, int, int], tmp_path: Path, data: bytes, words: str
) -> None:
    with pytest.raises(UserError, match=words):
        take_bytes(read[0], tmp_path / "reads.csv", data)


def take_bytes(ws: Workspace, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    found = open_file(ws, path=path, kind=ImportKind.READINGS)
    import_file(ws, table=found.table, kind=ImportKind.READINGS, mapping=found.mapping)


def test_take_a_file_again_with_one_changed_line(read: tuple[Workspace, int, int], tmp_path: Path) -> None:
    """The unchanged lines add nothing; the changed one is told, and the run asks which is right."""
    ws, path = read[0], tmp_path / "reads.csv"
    take(ws, path, f"{HEAD}\n00001042,0048-1107,09/30/2026,5000,,,\n")
    preview = take(ws, path, f"{HEAD}\n00001042,0048-1107,09/30/2026,5100,,,\n")
    assert (
        "Row 2: meter 0048-1107 of account 00001042 was read 005000 on 09/30/2026 already, and the file says 005100; "
        "the billing run asks which is right."
    ) in preview.notes
    [row] = run_readings(ws, setup=THIRD)
    assert [found.issue for found in row.questions] == [ReadingIssue.DUPLICATE]


def test_tell_that_a_file_is_of_a_period_that_is_billed(
    read: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    preview = look(read[0], tmp_path / "reads.csv", f"{HEAD}\n00001042,0048-1107,06/29/2026,4790,,,\n")
    assert preview.notes == (
        "The readings are of 06/29/2026.",
        (
            "One reading is of 06/30/2026 or before, through which the last run took its readings; only a bill that is "
            "held or corrected still uses it. Is this the right file?"
        ),
    )


def test_tell_which_meters_a_file_lacks_and_which_dials_fell(
    read: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    ws = read[0]
    other = open_account(ws, number="00001043", name="Bo Ray", print_key="12.13-2-16", class_code="M")
    install_meter(ws, account_id=other, serial="77", readings={date(2026, 1, 2): "10"})
    preview = look(ws, tmp_path / "reads.csv", f"{HEAD}\n00001042,0048-1107,09/30/2026,4700,,,\n")
    assert preview.notes == (
        "The readings are of 09/30/2026.",
        "One meter that is in has no reading in this file: 77 of account 00001043.",
        (
            "One reading is lower than the one before it, such as 0048-1107 of account 00001042; is the right column "
            "chosen for the reading?"
        ),
    )


def test_take_a_reading_of_a_meter_that_was_taken_out_only_while_it_was_in(
    read: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    ws, account, meter = read
    change = MeterChangeDraft(
        changed_on=date(2026, 8, 15),
        old_value=D(4890),
        serial="77-0001",
        digits=6,
        multiplier=D(100),
        new_value=D(0),
    )
    change_meter(ws, account_id=account, meter_id=meter, draft=change)
    path = tmp_path / "reads.csv"
    late = look(ws, path, f"{HEAD}\n00001042,0048-1107,09/30/2026,5000,,,\n")
    assert not late.rows
    assert "Meter 0048-1107 was not at account 00001042 on 09/30/2026" in late.rejects[0].reason
    early = look(ws, path, f"{HEAD}\n00001042,77-0001,08/14/2026,0,,,\n")
    assert "Meter 77-0001 was not at account 00001042 on 08/14/2026" in early.rejects[0].reason
    take(ws, path, f"{HEAD}\n00001042,0048-1107,08/10/2026,4880,,,\n00001042,77-0001,09/30/2026,120,,,\n")
    assert (held(ws, date(2026, 8, 10)), held(ws, date(2026, 9, 30))) == ([D(4880)], [D(120)])


def test_take_ten_thousand_lines(read: tuple[Workspace, int, int], tmp_path: Path) -> None:
    path = tmp_path / "reads.csv"
    lines = "".join(f"00001042,{number:06d},09/30/2026,{number},,,\n" for number in range(10_000))
    preview = look(read[0], path, f"{HEAD}\n{lines}00001042,0048-1107,09/30/2026,5000,,,\n")
    assert (len(preview.rows), preview.rejected_rows) == (1, 10_000)
