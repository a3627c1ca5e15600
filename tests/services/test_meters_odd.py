"""Meters at their worst: another unit, a rollover and a change in one quarter, deducts too large, plates put right."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.metering import LowerAnswer, MeterRole, ReadingIssue
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readings import (
    AnswerDraft,
    MeterChangeDraft,
    MeterDraft,
    PlateDraft,
    ReadingDraft,
    RemovalDraft,
    RunReading,
)
from sewerdesk.services.account_meters import add_meter, correct_meter, remove_meter
from sewerdesk.services.accounts import hold_account
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.meter_changes import change_meter, meter_changes, undo_meter_change
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.readings import answer_reading, enter_reading, run_readings
from sewerdesk.services.single_bills import BillDates
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.single_bills import FOURTH, SECOND, THIRD, post, sound

D = Decimal
Desk = tuple[Workspace, int, int]
Shared = tuple[Workspace, list[int], int]


@pytest.fixture
def desk(ws: Workspace) -> Desk:
    """Account 00001042 with meter 48-1107 (four digits, × 100 gal) at 9800 and 9950; billed for the second quarter."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    dial = {date(2026, 1, 2): "9700", date(2026, 3, 31): "9800", date(2026, 6, 30): "9950"}
    meter = install_meter(ws, account_id=account, serial="48-1107", digits=4, readings=dial)
    post_run(ws, setup=SECOND, expected=preview_run(ws, setup=SECOND))
    return ws, account, meter


@pytest.fixture
def shared(ws: Workspace) -> Shared:
    """Accounts 00001042 and 00001043 share master meter MAS-1 (× 100 gal) by halves from March 31, at 1000."""
    adopt_sample_rates(ws)
    ids = [
        open_account(ws, number=f"0000104{n}", name="Ann Lee", print_key=f"12.13-2-{n}", class_code="M")
        for n in (2, 3)
    ]
    for account in ids:
        meter = add_meter(ws, account_id=account, draft=master("0.5", date(2026, 3, 31), 1000))
    return ws, ids, meter


def master(share: str, on: date, value: int) -> MeterDraft:
    """Master meter MAS-1 of six digits as it is put in at an account."""
    return MeterDraft(MeterRole.MASTER, "MAS-1", 6, D(100), installed_on=on, value=D(value), share=D(share))


def uses(ws: Workspace, setup: RunSetup) -> dict[str, Decimal | None]:
    """The use that a run bills, by account."""
    bills = preview_run(ws, setup=setup).bills
    return {bill.account: line.use for bill in bills for line in bill.lines if line.use is not None}


def read(desk: Desk, on: date, value: int, *, meter: int | None = None, estimated: bool = False) -> int:
    ws, account, own = desk
    draft = ReadingDraft(on, D(value), estimated, "the usual use" if estimated else "")
    return enter_reading(ws, account_id=account, meter_id=meter or own, draft=draft)


def rows(ws: Workspace) -> dict[str, RunReading]:
    return {one.meter.serial: one for one in run_readings(ws, setup=THIRD)}


def replaced(
    unit: VolumeUnit = VolumeUnit.GALLON, multiplier: str = "10", **more: object
) -> MeterChangeDraft:
    """The old dial ran over its top to 0050 on August 15; the new one begins at 0 and shows 350 on September 30."""
    return MeterChangeDraft(
        changed_on=date(2026, 8, 15),
        old_value=D(50),
        serial="77-0001",
        digits=6,
        multiplier=D(multiplier),
        unit=unit,
        new_value=D(0),
        present_on=date(2026, 9, 30),
        present_value=D(350),
    )


def test_add_a_rollover_and_another_multiplier_of_one_quarter(desk: Desk) -> None:
    """(10,050 - 9,950) x 100 = 10,000 gal on the old dial and 350 x 10 = 3,500 gal on the new: 13,500 gal."""
    ws, account, meter = desk
    change_meter(ws, account_id=account, meter_id=meter, draft=replaced())
    old = rows(ws)["48-1107"]
    assert [one.issue for one in old.questions] == [ReadingIssue.LOWER]
    assert old.state.present is not None
    rolled = AnswerDraft(old.state.present.reading_id, LowerAnswer.ROLLOVER, "seen at the change")
    answer_reading(ws, account_id=account, draft=rolled)
    assert [one.used for one in rows(ws).values()] == [D(10000), D(3500)]
    # 62.50 + 8,500 gal over the 5,000 included x 5.50 per 1,000 = 46.75 + 15.00
    assert preview_run(ws, setup=THIRD).bills[0].total == D("124.25")


def test_tell_how_a_meter_in_another_unit_is_entered_and_put_it_right(desk: Desk) -> None:
    """A dial of tens of cubic feet under a rate by the gallon: each count is 10 x 7.48052 = 74.8052 gal."""
    ws, account, meter = desk
    draft = replace(replaced(unit=VolumeUnit.CUBIC_FOOT), old_value=D(9990))
    new = change_meter(ws, account_id=account, meter_id=meter, draft=draft)
    [finding] = preview_run(ws, setup=THIRD).blocking
    assert "Account 00001042: meter 77-0001 counts cu ft" in finding.sentence
    assert "a count of it is 74.8052 gal" in finding.sentence
    plate = PlateDraft(digits=6, multiplier=D("74.8052"), unit=VolumeUnit.GALLON)
    with pytest.raises(FieldErrors, match="Say how you know"):
        correct_meter(ws, meter_id=new, draft=plate)
    correct_meter(ws, meter_id=new, draft=replace(plate, reason="plate looked at"))
    assert rows(ws)["77-0001"].used == D("26181.82")


@pytest.mark.parametrize(
    ("draft", "field"),
    [
        (PlateDraft(3, D(100), VolumeUnit.GALLON, "plate"), "digits"),  # 9950 is on file
        (PlateDraft(11, D(100), VolumeUnit.GALLON, "plate"), "digits"),
        (PlateDraft(4, D(0), VolumeUnit.GALLON, "plate"), "multiplier"),
        (PlateDraft(4, D(99999999999999999), VolumeUnit.GALLON, "plate"), "multiplier"),
    ],
)
def test_refuse_a_plate_that_cannot_be(desk: Desk, draft: PlateDraft, field: str) -> None:
    with pytest.raises(FieldErrors) as refused:
        correct_meter(desk[0], meter_id=desk[2], draft=draft)
    assert list(refused.value.errors) == [field]


def test_bill_a_missing_multiplier_back_by_a_corrected_bill(desk: Desk) -> None:
    """faults b1/32: × 1,000 was meant. 150 counts are 150,000 gal: 62.50 + 145,000 x 5.50 / 1,000 + 15.00 = 875.00."""
    ws, _, meter = desk
    correct_meter(ws, meter_id=meter, draft=PlateDraft(4, D(1000), VolumeUnit.GALLON, "× 1000 on the plate"))
    made = correct_bill(
        ws, bill_id=1, reason="multiplier was 1000", dates=BillDates(date(2026, 12, 1), date(2027, 1, 2))
    )
    assert (made.bills[0].total, made.difference) == (D("875.00"), D("742.50"))


def test_refuse_a_new_meter_whose_serial_number_is_in_elsewhere(desk: Desk) -> None:
    ws, account, meter = desk
    other = open_account(ws, number="00001043", name="Bo Ray", print_key="12.13-2-16", class_code="M")
    install_meter(ws, account_id=other, serial="77-0001", readings={date(2026, 1, 2): "10"})
    with pytest.raises(FieldErrors, match="Meter 77-0001 is in at account 00001043"):
        change_meter(ws, account_id=account, meter_id=meter, draft=replace(replaced(), old_value=D(9990)))
    with pytest.raises(FieldErrors, match="Meter 48-1107 is in at account 00001042"):
        change_meter(ws, account_id=account, meter_id=meter, draft=replace(replaced(), serial=" 48-1107 "))


def test_name_the_account_whose_deduct_meter_used_more_than_its_main(desk: Desk) -> None:
    ws, account, _ = desk
    plate = {"digits": 6, "multiplier": D(100), "installed_on": date(2026, 6, 30), "value": D(0)}
    garden = add_meter(ws, account_id=account, draft=MeterDraft(MeterRole.DEDUCT, "G-1", **plate))  # type: ignore[arg-type]
    read(desk, date(2026, 9, 30), 9990)
    with_garden = read(desk, date(2026, 9, 30), 41, meter=garden)
    [finding] = preview_run(ws, setup=THIRD).blocking
    assert "Account 00001042: the deduct meter used more than the main meter" in finding.sentence
    answer_reading(
        ws, account_id=account, draft=AnswerDraft(with_garden, LowerAnswer.MISREAD, "misread: 14, not 41")
    )
    read(desk, date(2026, 9, 30), 40, meter=garden)
    # As much as the main: no use, and the minimum is billed.
    assert preview_run(ws, setup=THIRD).bills[0].total == D("77.50")


def test_ask_about_two_readings_of_one_day_and_take_the_one_that_stands(desk: Desk) -> None:
    ws, account, _ = desk
    wrong = read(desk, date(2026, 9, 30), 9999)
    read(desk, date(2026, 9, 30), 9990)
    assert [one.issue for one in rows(ws)["48-1107"].questions] == [ReadingIssue.DUPLICATE]
    answer_reading(
        ws, account_id=account, draft=AnswerDraft(wrong, LowerAnswer.MISREAD, "the card says 9990")
    )
    assert rows(ws)["48-1107"].used == D(4000)


def test_keep_the_base_where_an_older_reading_is_keyed_late(desk: Desk) -> None:
    """faults b1/7: the bill of June 30 went to 9950; a reading of June 20 entered since is not the base."""
    ws = desk[0]
    read(desk, date(2026, 9, 30), 9990)
    read(desk, date(2026, 6, 20), 9940)
    read(desk, date(2026, 8, 1), 9970)
    assert rows(ws)["48-1107"].used == D(4000)


def test_true_up_an_estimate_by_the_next_real_reading(desk: Desk) -> None:
    """Estimated at 9980 (3,000 gal), then read 9990: the next bill has the 1,000 gal that are left, no more."""
    ws = desk[0]
    read(desk, date(2026, 9, 30), 9980, estimated=True)
    post_run(ws, setup=THIRD, expected=preview_run(ws, setup=THIRD))
    winter = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 3), date(2027, 1, 4))
    read(desk, date(2027, 1, 2), 9990)
    [row] = run_readings(ws, setup=winter)
    assert row.used == D(1000)
    [line] = [one for one in preview_run(ws, setup=winter).bills[0].lines if one.metered is not None]
    assert line.metered is not None
    assert line.metered.meters[0].estimated


def test_refuse_a_reading_of_the_future_or_of_another_meters_days(desk: Desk) -> None:
    with pytest.raises(FieldErrors, match="in the future"):
        read(desk, date(2027, 1, 5), 9990)
    with pytest.raises(UserError, match="was not at account 00001042 on 01/01/2026"):
        read(desk, date(2026, 1, 1), 9690)


def test_refuse_a_change_before_the_last_day_that_is_billed(desk: Desk) -> None:
    ws, account, meter = desk
    late = replace(replaced(), changed_on=date(2026, 6, 1), old_value=D(9900))
    with pytest.raises((RuleViolation, UserError), match="Bill BIL-2026-0001 rests on this reading"):
        change_meter(ws, account_id=account, meter_id=meter, draft=late)


def test_refuse_to_answer_a_billed_reading_through_the_other_account_of_a_shared_meter(
    shared: Shared,
) -> None:
    """Account 00001043 is on hold; the bill of 00001042 rests on the reading of June 30 all the same."""
    ws, (billed, held), meter = shared
    reading = enter_reading(
        ws, account_id=billed, meter_id=meter, draft=ReadingDraft(date(2026, 6, 30), D(2000))
    )
    hold_account(ws, account_id=held, reason="dispute", since=date(2026, 6, 1), until=date(2026, 9, 1))
    post_run(ws, setup=SECOND, expected=preview_run(ws, setup=SECOND))
    for account in (billed, held):
        draft = AnswerDraft(reading, LowerAnswer.MISREAD, "second thoughts")
        with pytest.raises(UserError, match="Bill BIL-2026-0001 rests on this reading"):
            answer_reading(ws, account_id=account, draft=draft)
    other = open_account(ws, number="00001044", name="Bo Ray", print_key="12.13-2-9", class_code="M")
    with pytest.raises(UserError, match="not of this account"):
        answer_reading(ws, account_id=other, draft=AnswerDraft(reading, LowerAnswer.MISREAD, "x"))


def test_refuse_to_take_a_meter_out_before_the_last_day_that_is_billed(desk: Desk) -> None:
    """The bill of the second quarter goes to June 30: the meter was not taken out on June 1, but may be on that day."""
    ws, account, meter = desk
    out = RemovalDraft(date(2026, 6, 1), D(9900), "the house was pulled down")
    with pytest.raises(UserError, match="Bill BIL-2026-0001 rests on this reading of 06/30/2026"):
        remove_meter(ws, account_id=account, meter_id=meter, draft=out)
    out = replace(out, removed_on=date(2026, 6, 30), value=D(9950))
    remove_meter(ws, account_id=account, meter_id=meter, draft=out)


def test_count_each_share_of_a_master_meter_over_its_own_days(shared: Shared) -> None:
    """Halves to August 15 (40,000 gal), 60 and 40 percent from then on (60,000 gal): 56,000 and 44,000 gal.

    In the fourth quarter of 100,000 gal the new shares alone count: 60,000 and 40,000.
    """
    ws, ids, meter = shared
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 6, 30), D(2000)))
    post(ws, SECOND)
    for account, share in zip(ids, ("0.6", "0.4"), strict=True):
        out = RemovalDraft(date(2026, 8, 15), D(2400), "the shares change")
        remove_meter(ws, account_id=account, meter_id=meter, draft=out)
        if account == ids[0]:
            with pytest.raises(FieldErrors, match=r"MAS-1 was read 2400 on 08/15/2026\. Enter the same"):
                add_meter(ws, account_id=account, draft=master(share, date(2026, 8, 15), 2401))
        assert add_meter(ws, account_id=account, draft=master(share, date(2026, 8, 15), 2400)) == meter
    enter_reading(ws, account_id=ids[1], meter_id=meter, draft=ReadingDraft(date(2026, 9, 30), D(3000)))
    assert uses(ws, THIRD) == {"00001042": D(56000), "00001043": D(44000)}
    post(ws, THIRD)
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 12, 31), D(4000)))
    assert uses(ws, FOURTH) == {"00001042": D(60000), "00001043": D(40000)}
    sound(ws)


def test_begin_a_share_of_a_master_meter_at_the_dial_of_the_day(desk: Desk) -> None:
    """Joined on August 15 at 1800 of 1000 to 2000: half of 20,000 gal for who joined, half of 100,000 for the other."""
    ws = desk[0]
    ids = [
        open_account(ws, number=f"0000105{n}", name="Bo Ray", print_key=f"12.13-3-{n}", class_code="M")
        for n in (1, 2)
    ]
    meter = add_meter(ws, account_id=ids[0], draft=master("0.5", date(2026, 6, 30), 1000))
    add_meter(ws, account_id=ids[1], draft=master("0.5", date(2026, 8, 15), 1800))
    last = enter_reading(
        ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 9, 30), D(2000))
    )
    assert uses(ws, THIRD) == {"00001051": D(50000), "00001052": D(10000)}
    answer_reading(ws, account_id=ids[0], draft=AnswerDraft(last, LowerAnswer.MISREAD, "the card says 1900"))
    # The dial of the day on which the other one joined is a reading like any other for the first.
    assert uses(ws, THIRD) == {"00001051": D(40000)}


def test_estimate_and_ask_about_a_shared_meter_by_the_whole_dial(shared: Shared) -> None:
    """The last bill had half of 100,000 gal: the dial is estimated 1,000 counts on, and 100,000 gal are not high."""
    ws, ids, meter = shared
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 6, 30), D(2000)))
    post(ws, SECOND)
    assert [one.estimate for one in run_readings(ws, setup=THIRD)] == [D(3000), D(3000)]
    settings = billing_settings(ws)
    save_billing_settings(ws, settings=replace(settings, high_times=D("1.5")))
    usual = enter_reading(
        ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 9, 30), D(3000))
    )
    assert not [one.questions for one in run_readings(ws, setup=THIRD) if one.questions]
    answer_reading(ws, account_id=ids[0], draft=AnswerDraft(usual, LowerAnswer.MISREAD, "the card says 3600"))
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 9, 30), D(3600)))
    sentences = [question.sentence for one in run_readings(ws, setup=THIRD) for question in one.questions]
    assert len(sentences) == 2
    assert "160,000 gal is more than 1.5 times the usual 100,000" in sentences[0]


def test_replace_a_master_meter_at_all_that_share_it(shared: Shared) -> None:
    """MAS-1 goes from 2000 to 2100 (10,000 gal), MAS-2 from 0 to 900 (90,000): 50,000 gal for each half."""
    ws, ids, meter = shared
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 6, 30), D(2000)))
    post(ws, SECOND)
    draft = MeterChangeDraft(date(2026, 8, 1), D(2100), "MAS-2", 6, D(100), new_value=D(0))
    new = change_meter(ws, account_id=ids[1], meter_id=meter, draft=draft)
    enter_reading(ws, account_id=ids[0], meter_id=new, draft=ReadingDraft(date(2026, 9, 30), D(900)))
    assert uses(ws, THIRD) == {"00001042": D(50000), "00001043": D(50000)}
    # Entered at the wrong one of two: undone at either account, the old meter goes on at both.
    [change] = meter_changes(ws, account_id=ids[0])
    undo_meter_change(ws, change_id=change.id, reason="the wrong master")
    assert [one.undone for account in ids for one in meter_changes(ws, account_id=account)] == [
        "the wrong master"
    ] * 2
    enter_reading(ws, account_id=ids[0], meter_id=meter, draft=ReadingDraft(date(2026, 9, 30), D(3000)))
    assert uses(ws, THIRD) == {"00001042": D(50000), "00001043": D(50000)}
    assert {one.meter.serial for one in run_readings(ws, setup=THIRD)} == {"MAS-1"}


def test_refuse_to_undo_a_change_of_a_meter_that_another_came_to_share(shared: Shared) -> None:
    ws, ids, meter = shared
    draft = MeterChangeDraft(date(2026, 8, 1), D(2100), "MAS-2", 6, D(100), new_value=D(0))
    change_meter(ws, account_id=ids[0], meter_id=meter, draft=draft)
    third = open_account(ws, number="00001044", name="Bo Ray", print_key="12.13-2-9", class_code="M")
    add_meter(ws, account_id=third, draft=replace(master("0.2", date(2026, 9, 1), 300), serial="MAS-2"))
    [change] = meter_changes(ws, account_id=ids[0])
    with pytest.raises(RuleViolation, match="Account 00001044 shares the new meter since 09/01/2026"):
        undo_meter_change(ws, change_id=change.id, reason="the wrong master")
