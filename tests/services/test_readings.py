"""The reading desk through the services: questions, answers, estimates, a meter change, and what stays locked."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.metering import LowerAnswer, ReadingCode
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readings import AnswerDraft, MeterChangeDraft, ReadingDraft, ReadingState, RunReading
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.meter_changes import change_meter
from sewerdesk.services.readings import answer_reading, enter_reading, run_readings
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account

D = Decimal
SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 6, 30))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))


@pytest.fixture
def metered(ws: Workspace) -> Workspace:
    """Account 00001042 with meter 48-1107 of four digits, read for the second quarter, odd in the third."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    install_meter(
        ws,
        account_id=account,
        serial="48-1107",
        digits=4,
        readings={
            date(2026, 1, 2): "9700",
            date(2026, 3, 31): "9800",
            date(2026, 6, 30): "9950",
            date(2026, 9, 30): "0100",
        },
    )
    post_run(ws, setup=SECOND, expected=preview_run(ws, setup=SECOND))
    return ws


def only(ws: Workspace, setup: RunSetup = THIRD) -> RunReading:
    (row,) = run_readings(ws, setup=setup)
    return row


def answer(ws: Workspace, what: LowerAnswer, reason: str = "Seen by the operator") -> None:
    row = only(ws)
    assert row.state.present is not None
    draft = AnswerDraft(row.state.present.reading_id, what, reason)
    answer_reading(ws, account_id=row.account_id, draft=draft)


def test_ask_about_a_lower_reading_and_take_the_rollover(metered: Workspace) -> None:
    row = only(metered)
    assert row.standing is ReadingState.QUESTION
    assert "rollover (use would be 15,000 gal)" in row.questions[0].sentence
    answer(metered, LowerAnswer.ROLLOVER)
    assert only(metered).standing is ReadingState.READ
    assert only(metered).used == D(15000)


def test_count_the_drop_of_a_meter_that_ran_backward(metered: Workspace) -> None:
    answer(metered, LowerAnswer.REVERSED)
    assert only(metered).used == D(985000)


def test_leave_a_misread_reading_out_and_estimate_instead(metered: Workspace) -> None:
    answer(metered, LowerAnswer.MISREAD)
    row = only(metered)
    assert row.standing is ReadingState.MISSING
    assert row.usual == D(15000)
    assert row.estimate is None  # 9950 + 150 does not fit four digits
    with pytest.raises(FieldErrors) as refused:
        draft = ReadingDraft(date(2026, 9, 30), D(9980), estimated=True)
        enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    assert "note" in refused.value.errors
    draft = ReadingDraft(
        date(2026, 9, 30), D(9980), estimated=True, note="The use of the same quarter last year"
    )
    enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    present = only(metered).state.present
    assert present is not None
    assert present.code is ReadingCode.ESTIMATED
    (bill,) = preview_run(metered, setup=THIRD).bills
    assert bill.total == D("77.50")  # 3,000 gallons, within what is included


def test_add_both_dials_after_a_meter_change(metered: Workspace) -> None:
    row = only(metered)
    draft = MeterChangeDraft(
        changed_on=date(2026, 8, 15),
        old_value=D(9990),
        serial="77-0001",
        digits=6,
        multiplier=D(100),
        unit=VolumeUnit.GALLON,
        new_value=D(0),
        present_on=date(2026, 9, 30),
        present_value=D(100),
    )
    change_meter(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    rows = run_readings(metered, setup=THIRD)
    assert [(one.meter.serial, one.used) for one in rows] == [("48-1107", D(4000)), ("77-0001", D(10000))]
    (bill,) = preview_run(metered, setup=THIRD).bills
    # 62.50 + (14,000 - 5,000) gal x 5.50 per 1,000 + 15.00
    assert bill.total == D("127.00")


@pytest.mark.parametrize(
    ("draft", "field"),
    [
        (ReadingDraft(date(2027, 2, 1), D(1)), "read_on"),
        (ReadingDraft(date(2026, 9, 30), D(10000)), "value"),
        (ReadingDraft(None, None), "value"),
        (ReadingDraft(date(2026, 9, 30), D(100)), "value"),
    ],
)
def test_refuse_a_reading_that_cannot_be(metered: Workspace, draft: ReadingDraft, field: str) -> None:
    row = only(metered)
    with pytest.raises(FieldErrors) as refused:
        enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    assert field in refused.value.errors


def test_refuse_a_reading_from_before_the_meter_was_there(metered: Workspace) -> None:
    row = only(metered)
    draft = ReadingDraft(date(2025, 12, 1), D(1))
    with pytest.raises(UserError, match="48-1107 was not at account 00001042 on 12/01/2025"):
        enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)


def test_refuse_to_answer_without_a_reason(metered: Workspace) -> None:
    with pytest.raises(FieldErrors):
        answer(metered, LowerAnswer.ROLLOVER, reason="  ")


def test_refuse_to_answer_a_reading_that_a_bill_rests_on(metered: Workspace) -> None:
    previous = only(metered).state.previous
    assert previous is not None
    draft = AnswerDraft(previous.reading_id, LowerAnswer.MISREAD, "Second thoughts")
    with pytest.raises(UserError, match="Bill BIL-2026-0001 rests on this reading"):
        answer_reading(metered, account_id=1, draft=draft)


def test_refuse_a_second_change_of_one_meter(metered: Workspace) -> None:
    row = only(metered)
    draft = MeterChangeDraft(
        changed_on=date(2026, 8, 15),
        old_value=D(9990),
        serial="77-0001",
        digits=6,
        multiplier=D(100),
        new_value=D(0),
    )
    change_meter(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    with pytest.raises(UserError, match="48-1107 was taken out on 08/15/2026 already"):
        change_meter(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    assert len(run_readings(metered, setup=THIRD)) == 2


def test_say_that_the_reading_before_a_lower_one_is_an_estimate(metered: Workspace) -> None:
    row = only(metered)
    answer(metered, LowerAnswer.MISREAD)
    estimate = ReadingDraft(date(2026, 9, 29), D(9990), estimated=True, note="The usual use")
    enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=estimate)
    post_run(metered, setup=THIRD, expected=preview_run(metered, setup=THIRD))
    winter = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 3), date(2027, 1, 4))
    enter_reading(
        metered,
        account_id=row.account_id,
        meter_id=row.meter.meter_id,
        draft=ReadingDraft(date(2027, 1, 2), D(9970)),
    )
    assert "enter 9990 once more as an estimate" in only(metered, winter).questions[-1].sentence
    again = ReadingDraft(date(2027, 1, 3), D(9990), estimated=True, note="The last estimate was too high")
    enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=again)
    assert only(metered, winter).used == 0
    assert preview_run(metered, setup=winter).bills[0].total == D("77.50")  # 62.50 and 15.00, no use
    post_run(metered, setup=winter, expected=preview_run(metered, setup=winter))
    metered.clock = FixedClock(date(2027, 4, 2))
    spring = RunSetup(Quarter(2027, 1), date(2027, 4, 2), date(2027, 5, 3), date(2027, 4, 2))
    enter_reading(
        metered,
        account_id=row.account_id,
        meter_id=row.meter.meter_id,
        draft=ReadingDraft(date(2027, 4, 1), D(9995)),
    )
    assert only(metered, spring).used == D(
        500
    )  # 9995 - 9990: what the estimate took too early is not taken twice


def test_take_a_meter_out_on_the_day_and_at_the_dial_that_was_read(metered: Workspace) -> None:
    row = only(metered)
    answer(metered, LowerAnswer.MISREAD)
    read = ReadingDraft(date(2026, 8, 15), D(9990))
    enter_reading(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=read)
    draft = MeterChangeDraft(
        changed_on=date(2026, 8, 15),
        old_value=D(9990),
        serial="77-0001",
        digits=6,
        multiplier=D(100),
        new_value=D(0),
        present_on=date(2026, 9, 30),
        present_value=D(100),
    )
    change_meter(metered, account_id=row.account_id, meter_id=row.meter.meter_id, draft=draft)
    rows = run_readings(metered, setup=THIRD)
    assert [(one.meter.serial, one.used) for one in rows] == [("48-1107", D(4000)), ("77-0001", D(10000))]
    last = rows[0].state.present
    assert last is not None
    assert last.code is ReadingCode.REMOVAL
