"""Readings through the services: change-outs undone, estimates proposed, files of meter readers, what is missing."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.data.models.meter import MeterInstallation, MeterReading
from sewerdesk.domain.accountchanges import GapKind, WaterCustomer
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.estimates import EstimateMethod
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import ImportPreview
from sewerdesk.domain.meteraudit import MeterToAudit, audit_meters
from sewerdesk.domain.metering import LowerAnswer
from sewerdesk.domain.readings import AnswerDraft, MeterChangeDraft, ReadingDraft
from sewerdesk.services.bill_corrections import correct_bill, correctable_reading, put_right
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.completeness import meter_audit, missing_accounts
from sewerdesk.services.imports import import_file, open_file, preview_import
from sewerdesk.services.meter_changes import change_meter, meter_changes, undo_meter_change
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.readings import answer_reading, enter_reading, run_readings
from sewerdesk.services.workspace import Workspace
from tests.domain.test_estimates import k3
from tests.support.single_bills import TODAY, bill_of, metered_account, sound

D = Decimal
SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 6, 30))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
CHANGE = MeterChangeDraft(
    changed_on=date(2026, 8, 15),
    old_value=D(4890),
    serial="77-0001",
    digits=6,
    multiplier=D(100),
    new_value=D(0),
)


@pytest.fixture
def metered(ws: Workspace) -> tuple[Workspace, int, int]:
    """Account 00001042, read at the quarters' ends through September 2026 and billed for the second quarter."""
    account, meter = metered_account(ws)
    post_run(ws, setup=SECOND, expected=preview_run(ws, setup=SECOND))
    return ws, account, meter


def state(ws: Workspace) -> list[tuple[object, ...]]:
    """Every installation and reading that counts."""
    with ws.read() as session:
        installed = session.execute(
            select(
                MeterInstallation.meter_id, MeterInstallation.installed_on, MeterInstallation.removed_on
            ).where(MeterInstallation.voided_reason == "")
        )
        readings = session.execute(
            select(
                MeterReading.meter_id,
                MeterReading.read_on,
                MeterReading.value,
                MeterReading.code,
                MeterReading.answer,
            ).where(MeterReading.meter_id == 1, MeterReading.answer.is_not("misread"))
        )
        return [*map(tuple, installed), *map(tuple, readings)]


def test_put_a_reading_right_to_what_it_was_at_first(metered: tuple[Workspace, int, int]) -> None:
    """4800 on June 30 is 20,000 gal, a bill of 62.50 + 15,000 x 5.50 / 1,000 + 15.00 = 160.00; 4700 takes 55.00 off."""
    ws, account, _ = metered
    for value, total in ((D(4700), D("105.00")), (D(4800), D("160.00")), (D(4700), D("105.00"))):
        bill = bill_of(ws, account, "2026-Q2")
        billed = correctable_reading(ws, bill_id=bill.id)
        assert billed is not None
        facts = put_right(billed, value, reason=f"the card says {value}")
        made = correct_bill(ws, bill_id=bill.id, reason="misread", dates=TODAY, facts=facts)
        assert [one.total for one in made.bills] == [total]
    sound(ws)


def test_b2_44_undoing_a_change_out_restores_both_meters(metered: tuple[Workspace, int, int]) -> None:
    ws, account, meter = metered
    before, bill = state(ws), preview_run(ws, setup=THIRD).bills
    change_meter(ws, account_id=account, meter_id=meter, draft=CHANGE)
    [row] = meter_changes(ws, account_id=account)
    assert (row.old_serial, row.old_reading, row.new_serial, row.new_reading) == (
        "48-1107",
        D(4890),
        "77-0001",
        D(0),
    )
    assert state(ws) != before
    with pytest.raises(FieldErrors):
        undo_meter_change(ws, change_id=row.id, reason=" ")
    undo_meter_change(ws, change_id=row.id, reason="It was the neighbor's meter")
    assert state(ws) == before
    assert preview_run(ws, setup=THIRD).bills == bill
    [undone] = meter_changes(ws, account_id=account)
    assert undone.undone == "It was the neighbor's meter"
    with pytest.raises(RuleViolation, match="undone already"):
        undo_meter_change(ws, change_id=row.id, reason="Again")
    with ws.read() as session:  # nothing was deleted
        assert len(session.scalars(select(MeterInstallation)).all()) == 2


def test_undo_of_a_change_is_refused_once_a_bill_rests_on_it(metered: tuple[Workspace, int, int]) -> None:
    ws, account, meter = metered
    change_meter(
        ws,
        account_id=account,
        meter_id=meter,
        draft=replace(CHANGE, present_on=date(2026, 9, 30), present_value=D(110)),
    )
    watched = [one.sentence for one in preview_run(ws, setup=THIRD).findings if "first bill" in one.sentence]
    assert "meter 77-0001 is new (× 100 gal)" in watched[0]
    post_run(ws, setup=THIRD, expected=preview_run(ws, setup=THIRD))
    [row] = meter_changes(ws, account_id=account)
    with pytest.raises(UserError, match="Correct the bill first"):
        undo_meter_change(ws, change_id=row.id, reason="Wrong")


def test_change_on_the_day_of_a_billed_reading_can_be_undone(metered: tuple[Workspace, int, int]) -> None:
    """The bill of June 30 ends at the reading that was said to be the old meter's last; the meter goes on from it."""
    ws, account, meter = metered
    before, bill = state(ws), preview_run(ws, setup=THIRD).bills
    draft = replace(CHANGE, changed_on=date(2026, 6, 30), old_value=D(4800))
    change_meter(ws, account_id=account, meter_id=meter, draft=draft)
    [row] = meter_changes(ws, account_id=account)
    undo_meter_change(ws, change_id=row.id, reason="It was the neighbor's meter")
    assert state(ws) == before
    assert preview_run(ws, setup=THIRD).bills == bill


def test_b2_38_record_what_a_questioned_reading_was(metered: tuple[Workspace, int, int]) -> None:
    ws, account, meter = metered
    post_run(ws, setup=THIRD, expected=preview_run(ws, setup=THIRD))
    enter_reading(ws, account_id=account, meter_id=meter, draft=ReadingDraft(date(2026, 12, 31), D(9000)))
    winter = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2026, 12, 31))
    [row] = run_readings(ws, setup=winter)
    assert [one.issue.value for one in row.questions] == ["high"]
    assert row.state.present is not None
    draft = AnswerDraft(row.state.present.reading_id, LowerAnswer.CONFIRMED, "Read again, pool filled")
    answer_reading(ws, account_id=account, draft=draft)
    [row] = run_readings(ws, setup=winter)
    assert row.questions == ()
    with ws.read() as session:
        kept = session.get_one(MeterReading, draft.reading_id)
        assert (kept.answer, kept.note) == ("confirmed", "Read again, pool filled")


def test_propose_an_estimate_by_the_towns_method(metered: tuple[Workspace, int, int]) -> None:
    ws, _, _ = metered
    settings = replace(
        billing_settings(ws),
        estimate_method=EstimateMethod.AVERAGE,
        estimate_percent=D(140),
        estimate_authority="Rules §7",
    )
    save_billing_settings(ws, settings=settings)
    assert billing_settings(ws).estimate_method is EstimateMethod.AVERAGE
    [row] = run_readings(ws, setup=THIRD)
    assert row.proposal is not None
    assert row.proposal.sentence == "140 percent of the use of Q2 2026 (Rules §7)"
    assert row.estimate == D(4800 + 280)


def test_import_a_meter_readers_file_twice_without_harm(
    metered: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    """Returned Sensus readings: matched by account and meter, the unknown refused by name, a second time harmless."""
    ws, _, _ = metered
    path = tmp_path / "k3.txt"
    path.write_text(
        "\r\n".join([k3("00001042", "48-1107", "005200", "1231"), k3("00009999", "1", "5", "1231")])
    )
    look = open_file(ws, path=path)
    assert look.kind is ImportKind.READINGS
    assert look.table.warnings == ("Read as Sensus, returned readings (K3).",)
    preview = preview_import(ws, table=look.table, kind=ImportKind.READINGS, mapping=look.mapping)
    assert isinstance(preview, ImportPreview)
    assert (len(preview.rows), preview.rejected_rows) == (1, 1)
    import_file(ws, table=look.table, kind=ImportKind.READINGS, mapping=look.mapping)
    again = open_file(ws, path=path)
    assert again.imported_before is not None
    assert again.mapping == look.mapping
    import_file(ws, table=again.table, kind=ImportKind.READINGS, mapping=again.mapping)
    with ws.read() as session:
        found = session.scalars(select(MeterReading.value).where(MeterReading.read_on == date(2026, 12, 31)))
        assert list(found) == [D(5200)]


def test_columns_are_proposed_as_they_were_chosen_last(
    metered: tuple[Workspace, int, int], tmp_path: Path
) -> None:
    ws, _, _ = metered
    path = tmp_path / "odd.csv"
    path.write_text("Cust,Dev,When,Dial\n00001042,48-1107,12/31/2026,5200\n")
    look = open_file(ws, path=path, kind=ImportKind.READINGS)
    assert look.mapping == {}
    chosen = {"account": "Cust", "meter": "Dev", "read_date": "When", "reading": "Dial"}
    import_file(ws, table=look.table, kind=ImportKind.READINGS, mapping=chosen)
    path.write_text("Cust,Dev,When,Dial\n00001042,48-1107,01/02/2027,5201\n")
    assert open_file(ws, path=path, kind=ImportKind.READINGS).mapping == chosen


def test_b2_46_name_what_should_have_an_account(metered: tuple[Workspace, int, int]) -> None:
    from sewerdesk.data.models.parcel import Parcel

    ws, _, _ = metered
    with ws.write() as session:
        session.add(
            Parcel(
                swis="523400",
                print_key="12.13-2-99",
                location_number="40",
                location_street="Main St",
                active_from=date(2020, 1, 1),
            )
        )
    water = (
        WaterCustomer("W-1", "Ann Lee", "12 Main St"),
        WaterCustomer("W-2", "Ed Poe", "40 MAIN ST"),
        WaterCustomer("W-3", "No Body", "1 Nowhere Rd"),
    )
    found = missing_accounts(ws, water=water)
    assert [(one.kind, one.reference) for one in found] == [
        (GapKind.PARCEL, "12.13-2-99"),
        (GapKind.WATER, "W-2"),
        (GapKind.WATER, "W-3"),
    ]
    assert "whose parcel is not found here" in found[2].sentence


def test_b1_32_a_missing_multiplier_stands_out(metered: tuple[Workspace, int, int]) -> None:
    ws, _, _ = metered
    [row] = meter_audit(ws)
    assert (row.meter.account, row.meter.multiplier, row.meter.use, row.doubts) == (
        "00001042",
        D(100),
        D(20000),
        (),
    )

    def meter(number: int, times: str, use: str) -> MeterToAudit:
        return MeterToAudit(number, f"{number:08d}", f"S{number}", 6, D(times), "gal", "main", "M", D(use))

    book = [meter(number, "100", "20000") for number in range(1, 20)] + [meter(20, "10", "2100")]
    first = audit_meters(book)[0]
    assert first.meter.account == "00000020"
    assert first.doubts == (
        "It counts × 10 gal; 19 of 20 meters of class M with 6 digits count × 100 gal.",
        "Its last use of 2,100 gal is about a tenth of the class's usual 20,000; look at the plate for its multiplier.",
    )
