"""The sample office's own files, read by the ordinary importers, and billed for two quarters."""

from collections import defaultdict
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.documents.sheets import read_sheet
from sewerdesk.domain.billaccounts import AccountStatus, BillableAccount, ClassSpan, StatusSpan, UnitSpan
from sewerdesk.domain.billcompare import Cause, PriorBill, group_by_cause, line_facts
from sewerdesk.domain.billing import OutcomeKind, RunPreview, compute_run
from sewerdesk.domain.billlines import BillingPeriod, explain
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importaccounts import AccountRow
from sewerdesk.domain.importfields import ImportKind, guess_kind, suggest_mapping
from sewerdesk.domain.importing import (
    ImportContext,
    ImportPreview,
    ParcelRow,
    ReadingRow,
    read_accounts,
    read_parcels,
    read_readings,
)
from sewerdesk.domain.metering import (
    Installation,
    LowerAnswer,
    Meter,
    Reading,
    ReadingCode,
    ReadingIssue,
    dial_value,
)
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.rates import validate_rates
from sewerdesk.domain.runinputs import RunInputs
from sewerdesk.domain.sampleoffice import SampleOffice, load_sample_office, moved_contractors, moved_setup
from sewerdesk.domain.sheettable import SheetTable
from sewerdesk.paths import resource
from tests.support.make_sample import make_sample

D = Decimal
FILES = ("parcels.xlsx", "accounts.xlsx", "readings-2026Q3.csv", "readings-2026Q4.csv")


def _table(name: str) -> SheetTable:
    return read_sheet(resource(f"sample/{name}"))


@pytest.fixture(scope="module")
def office() -> SampleOffice:
    path = resource("sample/office.toml")
    return load_sample_office(path.read_text(encoding="utf-8"), source=path.name)


@pytest.fixture(scope="module")
def parcels() -> ImportPreview[ParcelRow]:
    table = _table("parcels.xlsx")
    assert guess_kind(table.headers) is ImportKind.PARCELS
    return read_parcels(
        table, suggest_mapping(table.headers, kind=ImportKind.PARCELS), context=ImportContext()
    )


@pytest.fixture(scope="module")
def accounts(parcels: ImportPreview[ParcelRow], office: SampleOffice) -> ImportPreview[AccountRow]:
    table = _table("accounts.xlsx")
    assert guess_kind(table.headers) is ImportKind.ACCOUNTS
    context = ImportContext(
        print_keys=frozenset(fold_identifier(row.print_key) for row in parcels.rows),
        classes=frozenset(found.code for found in office.rate_classes),
    )
    return read_accounts(table, suggest_mapping(table.headers, kind=ImportKind.ACCOUNTS), context=context)


def _readings(name: str, accounts: ImportPreview[AccountRow]) -> ImportPreview[ReadingRow]:
    table = _table(name)
    assert guess_kind(table.headers) is ImportKind.READINGS
    context = ImportContext(
        meters=frozenset((row.account, row.meter_serial) for row in accounts.rows), today=date(2027, 1, 4)
    )
    return read_readings(table, suggest_mapping(table.headers, kind=ImportKind.READINGS), context=context)


def test_read_every_parcel_without_a_reject(parcels: ImportPreview[ParcelRow]) -> None:
    assert len(parcels.rows) == 436
    assert not parcels.rejects
    assert not parcels.notes
    assert all(
        row.swis == "523400" and row.sbl.startswith("0") and len(row.sbl) == 20 for row in parcels.rows
    )


def test_read_every_account_without_a_reject(accounts: ImportPreview[AccountRow]) -> None:
    assert len(accounts.rows) == 401
    assert not accounts.rejects
    assert all(len(row.account) == 8 and row.account.startswith("0000") for row in accounts.rows)


@pytest.mark.parametrize(("name", "count"), [("readings-2026Q3.csv", 67), ("readings-2026Q4.csv", 66)])
def test_read_every_reading_without_a_reject(
    name: str, count: int, accounts: ImportPreview[AccountRow]
) -> None:
    readings = _readings(name, accounts)
    assert len(readings.rows) == count
    assert not readings.rejects


def test_hold_every_hard_case_of_a_roll(
    parcels: ImportPreview[ParcelRow], accounts: ImportPreview[AccountRow]
) -> None:
    owners = {row.owner for row in parcels.rows}
    assert {
        "O'Brien & Sons <Plumbing>",
        "Rosa Peña",
        "Jan Łukasiewicz",
        "=1+1 LLC",
        "-Dash- Properties",
    } <= owners
    assert max(len(owner) for owner in owners) == 60
    assert {"C/O The Treasurer", "% Bank of Example, Escrow Dept. 0042"} <= {
        row.care_of for row in parcels.rows
    }
    assert any(line.startswith("PO Box 0") for row in parcels.rows for line in row.mail_lines)
    assert any(row.location.startswith("00") for row in parcels.rows)
    assert any(row.mail_zip.startswith("0") for row in parcels.rows)
    assert any(len(row.mail_zip) == 10 for row in parcels.rows)
    by_parcel = defaultdict(list)
    for account in accounts.rows:
        by_parcel[account.print_key].append(account)
    assert sum(1 for found in by_parcel.values() if len(found) == 2) >= 4
    assert sum(1 for row in parcels.rows if row.print_key not in by_parcel) >= 30
    assert {account.status for account in accounts.rows} >= {
        AccountStatus.VACANT,
        AccountStatus.SEASONAL,
        AccountStatus.DISCONNECTED,
        AccountStatus.EXEMPT,
    }
    assert {account.class_code for account in accounts.rows} == {"RES", "MET"}
    assert any(account.units != account.units.to_integral_value() for account in accounts.rows)
    assert all(account.meter_serial.startswith("0") for account in accounts.rows if account.meter_serial)


def test_make_the_same_files_again(tmp_path: Path) -> None:
    make_sample(tmp_path)
    for name in FILES:
        made, kept = read_sheet(tmp_path / name), _table(name)
        assert (made.headers, made.rows) == (kept.headers, kept.rows)


def test_load_sample_figures_marked_as_such(office: SampleOffice) -> None:
    assert office.setup.is_sample
    assert "555-01" in office.setup.phone
    assert not validate_rates(office.rates.versions)
    notices = {version.authority for version in office.rates.versions} | {
        fee.authority for fee in office.fees
    }
    assert notices == {"sample figures, replace by your Board's resolution"}
    assert len(office.contractors) == 3
    assert all("555-01" in found.phone for found in office.contractors)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[letterhead]", "[letterhead", "cannot be read"),
        ("due_days = 30", "", "lacks the entry due_days"),
        ('penalty_percent = "10"', 'penalty_percent = "ten"', "does not fit"),
        ('kind = "per unit", amount = "60.00"', 'kind = "moon", amount = "60.00"', "does not fit"),
        ("effective_to = 2026-10-01", "", "overlaps"),
        ('charge_code = "TAP"', 'charge_code = "TIP"', "charge code TIP is used but not listed"),
        ('class = "MET"', 'class = "MAT"', "rate class MAT is used but not listed"),
    ],
)
def test_refuse_unsound_office_file(old: str, new: str, words: str) -> None:
    text = resource("sample/office.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(UserError, match=words) as failure:
        load_sample_office(text.replace(old, new), source="office.toml")
    assert failure.value.message.startswith("office.toml")


def _meters(rows: tuple[AccountRow, ...]) -> dict[str, Meter]:
    return {
        row.meter_serial: Meter(
            number, row.meter_serial, row.digits or 0, row.multiplier or D(1), row.meter_unit
        )
        for number, row in enumerate(rows)
        if row.meter_serial
    }


def _billable(rows: tuple[AccountRow, ...], meters: dict[str, Meter]) -> list[BillableAccount]:
    return [
        BillableAccount(
            number,
            row.account,
            (StatusSpan(row.status, row.start),),
            (ClassSpan(row.class_code, row.start),),
            (UnitSpan(row.units, row.start),),
            (Installation(meters[row.meter_serial], row.start),) if row.meter_serial else (),
        )
        for number, row in enumerate(rows, start=1)
    ]


def _book_of_readings(
    accounts: ImportPreview[AccountRow], meters: dict[str, Meter]
) -> dict[int, list[Reading]]:
    book: dict[int, list[Reading]] = defaultdict(list)
    for row in accounts.rows:
        if row.meter_serial and row.opening_date is not None and row.opening_reading is not None:
            meter_id = meters[row.meter_serial].meter_id
            book[meter_id].append(
                Reading(row.line, meter_id, row.opening_date, row.opening_reading, "accounts.xlsx")
            )
    for name in FILES[2:]:
        for reading in _readings(name, accounts).rows:
            meter = meters[reading.meter]
            value = reading.reading
            if reading.unit is not None and reading.multiple is not None:
                value = dial_value(value, unit=reading.unit, multiple=reading.multiple, meter=meter)
            number = sum(len(found) for found in book.values()) + 10_000
            book[meter.meter_id].append(
                Reading(number, meter.meter_id, reading.read_date, value, name, reading.code)
            )
    return book


def _run(
    office: SampleOffice,
    accounts: list[BillableAccount],
    readings: dict[int, list[Reading]],
    *,
    period: BillingPeriod,
    window: tuple[date, date],
    prior: dict[int, PriorBill] | None = None,
) -> RunPreview:
    return compute_run(
        RunInputs(
            period=period,
            bill_on=window[1],
            read_after=window[0],
            read_through=window[1],
            accounts=accounts,
            readings=readings,
            rates=office.rates,
            policy=office.settings.billing,
            prior=prior or {},
        )
    )


def test_bill_two_quarters_of_the_sample(office: SampleOffice, accounts: ImportPreview[AccountRow]) -> None:
    meters = _meters(accounts.rows)
    book, readings = _billable(accounts.rows, meters), _book_of_readings(accounts, meters)
    summer = _run(
        office,
        book,
        readings,
        period=BillingPeriod("2026 Q3", date(2026, 7, 1), date(2026, 9, 30)),
        window=(date(2026, 6, 30), date(2026, 9, 30)),
    )
    assert summer.may_post
    assert not summer.of_kind(OutcomeKind.HELD)
    assert [o.reason for o in summer.of_kind(OutcomeKind.SKIPPED)] == [
        "Not billed while exempt.",
        "Not billed while disconnected.",
    ]
    prior = {
        bill.account_id: PriorBill(
            bill.account_id, bill.account, f"B-{n}", tuple(line_facts(line) for line in bill.lines)
        )
        for n, bill in enumerate(summer.bills, start=1)
    }
    winter_period = BillingPeriod("2026 Q4", date(2026, 10, 1), date(2026, 12, 31))
    window = (date(2026, 9, 30), date(2026, 12, 31))
    winter = _run(office, book, readings, period=winter_period, window=window, prior=prior)
    held = winter.of_kind(OutcomeKind.HELD)
    assert [finding.issue for finding in winter.findings if finding.holds] == [
        ReadingIssue.LOWER,
        ReadingIssue.MISSING,
    ]
    assert len(held) == 2
    assert len(winter.outcomes) == len(accounts.rows)
    issues = [finding.issue for finding in winter.findings if not finding.holds]
    assert sorted(str(issue) for issue in issues) == ["high", "zero"]
    causes = {group.cause: len(group.differences) for group in group_by_cause(winter.differences)}
    assert Cause.UNEXPLAINED not in causes
    assert causes[Cause.NOT_BILLED] == 2
    assert all(explain(line).endswith(".") for bill in winter.bills for line in bill.lines)
    answered = _answer_rollover(readings, held[0].account, book)
    again = _run(office, book, answered, period=winter_period, window=window, prior=prior)
    assert len(again.of_kind(OutcomeKind.HELD)) == 1
    bill = next(bill for bill in again.bills if bill.account == held[0].account)
    metered = next(line.metered for line in bill.lines if line.metered is not None)
    assert metered.use == D(5500)


def _answer_rollover(
    readings: dict[int, list[Reading]], account: str, book: list[BillableAccount]
) -> dict[int, list[Reading]]:
    (found,) = [entry for entry in book if entry.number == account]
    meter = found.meters[0].meter.meter_id
    *before, last = readings[meter]
    return {**readings, meter: [*before, replace(last, answer=LowerAnswer.ROLLOVER)]}


def test_convert_reading_sent_in_gallons(accounts: ImportPreview[AccountRow]) -> None:
    meters = _meters(accounts.rows)
    (sent,) = [row for row in _readings("readings-2026Q4.csv", accounts).rows if row.unit is not None]
    counts = _book_of_readings(accounts, meters)[meters[sent.meter].meter_id]
    assert meters[sent.meter].multiplier == D(100)
    assert sent.reading == counts[-1].value * 100
    assert [reading.value for reading in counts] == sorted(reading.value for reading in counts)
    assert {reading.code for reading in counts} == {ReadingCode.ACTUAL}


def test_move_the_contractors_of_the_own_city_with_the_office(office: SampleOffice) -> None:
    setup = moved_setup(office, "dannemora", "Village of Dannemora")
    lakeside, obrien, digger = moved_contractors(office, setup)
    assert (obrien.city, obrien.zip_code) == ("Dannemora", "12929-0007")
    assert (digger.city, digger.zip_code) == ("Dannemora", "12929")
    assert lakeside == office.contractors[0]  # at home elsewhere
    assert moved_contractors(office, office.setup) == office.contractors
