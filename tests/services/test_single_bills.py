"""Opening, final and off-cycle bills, an owner change, a correction: each day and gallon once, to whom it belongs."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import (
    ClosingReading,
    OwnerDraft,
)
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.metering import LowerAnswer
from sewerdesk.domain.readings import AnswerDraft, ReadingDraft
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.account_changes import (
    change_account_owner,
)
from sewerdesk.services.accounts import hold_account, list_accounts
from sewerdesk.services.bill_corrections import (
    CorrectFacts,
    ReadingFor,
    bill_past_quarter,
    correct_bill,
)
from sewerdesk.services.bill_files import bill_file
from sewerdesk.services.billing import preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.readings import enter_reading, run_readings
from sewerdesk.services.single_bills import BillDates, final_bill, off_cycle_bill, opening_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.single_bills import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    TODAY,
    D,
    bill_of,
    metered_account,
    post,
    sound,
)


def balance(ws: Workspace, account_id: int) -> Decimal:
    [row] = [one for one in list_accounts(ws) if one.id == account_id]
    return row.balance


def days_billed(ws: Workspace, account_id: int) -> list[tuple[date, date, str]]:
    with ws.read() as session:
        rows = session.execute(
            select(Bill.period_from, Bill.period_to, Bill.kind)
            .where(Bill.account_id == account_id, Bill.live.is_(True))
            .order_by(Bill.period_from)
        )
        return [(start, end, kind) for start, end, kind in rows]


@pytest.fixture
def metered(ws: Workspace) -> tuple[Workspace, int, int]:
    """Account 00001042 with a meter read at every quarter's end of 2026, billed for the second quarter."""
    account, meter = metered_account(ws)
    post(ws, SECOND)
    return ws, account, meter


def test_owner_change_bills_every_day_and_every_gallon_once(metered: tuple[Workspace, int, int]) -> None:
    """Third quarter of 92 days, sold on August 15: 45 days to the seller, 47 to the buyer.

    Seller: 62.50 x 45/92 = 30.57, 5,000 gal included x 45/92 = 2,445.65, 9,000 gal used: 6,554.35 x 5.50 / 1,000 =
    36.05, debt 15.00 x 45/92 = 7.34.
    """
    ws, account, meter = metered
    changed = change_account_owner(
        ws,
        account_id=account,
        draft=OwnerDraft(
            on=date(2026, 8, 15),
            buyer=PartyDraft(name="Bo Chen", street="9 Oak St", city="Hague", state="NY", zip_code="12836"),
            closing=(ClosingReading(meter, D(4890)),),
            reason="Deed of 08/15/2026",
        ),
        dates=BillDates(date(2026, 8, 16), date(2026, 9, 15)),
    )
    assert (changed.seller, changed.buyer) == ("Ann Lee", "Bo Chen")
    assert changed.final is not None
    assert changed.final.total == D("30.57") + D("36.05") + D("7.34")
    final = bill_of(ws, account, "2026-Q3")
    assert final.printed["owner"] == "Ann Lee"
    assert final.printed["heading"] == "Final"
    assert bill_file(ws, bill_id=final.id).startswith(b"%PDF")
    post(ws, THIRD)
    assert days_billed(ws, account) == [
        (date(2026, 4, 1), date(2026, 6, 30), "regular"),
        (date(2026, 7, 1), date(2026, 8, 14), "final"),
        (date(2026, 8, 15), date(2026, 9, 30), "regular"),
    ]
    with ws.read() as session:
        bills = session.scalars(select(Bill).where(Bill.period == "2026-Q3").order_by(Bill.id)).all()
        assert [bill.usage for bill in bills] == [D(9000), D(11000)]  # 20,000 gal of the quarter in all
        assert [bill.printed["owner"] for bill in bills] == ["Ann Lee", "Bo Chen"]
        assert sum(
            (line.amount for bill in bills for line in bill.lines if line.charge_code == "OM"), D(0)
        ) == D("62.50")
    sound(ws)


def test_owner_change_needs_every_closing_reading(metered: tuple[Workspace, int, int]) -> None:
    ws, account, _ = metered
    draft = OwnerDraft(date(2026, 8, 15), PartyDraft(name="Bo Chen"), (), "Deed")
    with pytest.raises(FieldErrors) as refused:
        change_account_owner(ws, account_id=account, draft=draft, dates=TODAY)
    assert "48-1107" in refused.value.errors["closing"]
    assert len(days_billed(ws, account)) == 1


def test_watch_the_first_bill_of_a_new_owner(metered: tuple[Workspace, int, int]) -> None:
    ws, account, meter = metered
    draft = OwnerDraft(
        date(2026, 8, 15), PartyDraft(name="Bo Chen"), (ClosingReading(meter, D(4890), True),), "Deed"
    )
    change_account_owner(ws, account_id=account, draft=draft, dates=TODAY)
    watched = [one.sentence for one in preview_run(ws, setup=THIRD).findings if "first bill" in one.sentence]
    [sentence] = watched
    assert sentence.startswith(
        "Account 00001042: first bill after a change: it has a new owner since 08/15/2026."
    )


def test_quarter_on_hold_is_billed_with_the_next_from_the_newest_billed_reading(ws: Workspace) -> None:
    """Sold on February 16 at 1100; Q1 and Q2 billed to 1300, Q3 on hold: Q4 has 1300 to 1500, 20,000 gal.

    5,000 gal are included: 15,000 gal x 5.50 / 1,000 = 82.50.
    """
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    open_account(ws, number="00001043", name="Other", print_key="12.13-2-15.2")
    ends = (
        date(2025, 12, 31),
        date(2026, 3, 31),
        SECOND.read_through,
        THIRD.read_through,
        FOURTH.read_through,
    )
    dials = dict(zip(ends, ("1000", "1200", "1300", "1400", "1500"), strict=True))
    meter = install_meter(ws, account_id=account, serial="48-1107", readings=dials)
    draft = OwnerDraft(
        date(2026, 2, 16), PartyDraft(name="Bo Chen"), (ClosingReading(meter, D(1100)),), "Deed"
    )
    change_account_owner(ws, account_id=account, draft=draft, dates=TODAY)
    post(ws, FIRST)
    post(ws, SECOND)
    hold_account(ws, account_id=account, reason="dispute", since=date(2026, 9, 1), until=date(2026, 12, 1))
    post(ws, THIRD)
    post(ws, FOURTH)
    bill = bill_of(ws, account, "2026-Q4")
    assert (bill.usage, bill.current_charges) == (D(20000), D("62.50") + D("82.50") + D("15.00"))
    sound(ws)


def test_final_bill_ends_the_account_and_the_run_says_so(metered: tuple[Workspace, int, int]) -> None:
    ws, account, _ = metered
    found = final_bill(
        ws, account_id=account, through=date(2026, 9, 30), dates=TODAY, reason="House torn down"
    )
    assert found.total == D("62.50") + D("82.50") + D("15.00")
    setup = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2026, 12, 31))
    assert preview_run(ws, setup=setup).not_open == 1
    [outcome] = preview_run(ws, setup=THIRD).outcomes
    assert outcome.kind is OutcomeKind.SKIPPED
    assert found.number in outcome.reason
    sound(ws)


def test_older_days_are_not_billed_beside_the_run_once_a_later_bill_charged_their_use(
    metered: tuple[Workspace, int, int],
) -> None:
    """Q2 is billed to 4800; Q1 was left out, and its 10,000 gal since 4500 are on that bill."""
    ws, account, _ = metered
    with pytest.raises(RuleViolation, match=r"--past-quarter 2026-Q1 --account 00001042"):
        off_cycle_bill(ws, account_id=account, through=date(2026, 3, 31), dates=TODAY)
    assert len(days_billed(ws, account)) == 1
    other = open_account(ws, number="00001043", name="Other", print_key="12.13-2-15.2")
    bill_past = off_cycle_bill(ws, account_id=other, through=date(2026, 3, 31), dates=TODAY)
    assert bill_past.total == D("110.00")  # no meter: fixed charges go by their days alone


def test_bill_beside_the_run_waits_for_the_quarter_before(metered: tuple[Workspace, int, int]) -> None:
    """On January 4 the run of Q4 is to come: 5000 to 5200 is its use, and 5201 on January 3 is 100 gal of Q1."""
    ws, account, meter = metered
    post(ws, THIRD)
    for on, dial in ((date(2026, 12, 31), D(5200)), (date(2027, 1, 3), D(5201))):
        enter_reading(ws, account_id=account, meter_id=meter, draft=ReadingDraft(on, dial))
    through = date(2027, 1, 3)
    with pytest.raises(RuleViolation, match="Q4 2026 is still to come, and would come after its last bill"):
        final_bill(ws, account_id=account, through=through, dates=TODAY, reason="Torn down")
    with pytest.raises(
        RuleViolation, match=r"its use would go on this bill. Bill account 00001042 through 12/31"
    ):
        off_cycle_bill(ws, account_id=account, through=through, dates=TODAY)
    fourth = off_cycle_bill(ws, account_id=account, through=date(2026, 12, 31), dates=TODAY)
    assert fourth.total == D("62.50") + D("82.50") + D("15.00")  # 15,000 gal x 5.50 / 1,000 = 82.50
    final_bill(ws, account_id=account, through=through, dates=TODAY, reason="Torn down")
    assert bill_of(ws, account, "2027-Q1").usage == D(100)
    sound(ws)


def test_account_does_not_end_before_days_that_are_billed_nor_on_a_day_ahead(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    open_account(ws, number="00001043", name="Other", print_key="12.13-2-15.2")
    hold_account(ws, account_id=account, reason="dispute", since=date(2026, 6, 1), until=date(2026, 9, 1))
    post(ws, SECOND)
    post(ws, THIRD)
    with pytest.raises(
        RuleViolation, match=r"is billed through 09/30/2026 by BIL-2026-0002, after its last day"
    ):
        final_bill(ws, account_id=account, through=date(2026, 5, 15), dates=TODAY, reason="Torn down")
    draft = OwnerDraft(date(2026, 5, 16), PartyDraft(name="Bo Chen"), (), "Deed")
    with pytest.raises(RuleViolation, match=r"after the seller's last day. Choose 10/01/2026 or a later day"):
        change_account_owner(ws, account_id=account, draft=draft, dates=TODAY)
    with pytest.raises(FieldErrors, match="01/05/2027 is still ahead"):
        final_bill(ws, account_id=account, through=date(2027, 1, 5), dates=TODAY, reason="Torn down")
    assert days_billed(ws, account) == [(date(2026, 7, 1), date(2026, 9, 30), "regular")]


def test_opening_bill_then_the_run_bills_the_rest(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(
        ws, number="00001050", name="New Owner", print_key="12.13-2-20", since=date(2026, 7, 10)
    )
    found = opening_bill(ws, account_id=account, through=date(2026, 8, 31), dates=TODAY)
    assert (found.period_from, found.period_to) == (date(2026, 7, 10), date(2026, 8, 31))
    assert found.total == D("54.73") + D("8.64")  # 53 of 92 days of 95.00 and 15.00
    post(ws, THIRD)
    [rest] = [one for one in days_billed(ws, account) if one[2] == "regular"]
    assert rest[:2] == (date(2026, 9, 1), date(2026, 9, 30))
    with pytest.raises(RuleViolation, match="nothing is left to bill"):
        off_cycle_bill(ws, account_id=account, through=date(2026, 9, 30), dates=TODAY)
    sound(ws)


def test_corrected_bill_changes_the_balance_by_exactly_the_difference(
    metered: tuple[Workspace, int, int],
) -> None:
    ws, account, meter = metered
    wrong, before = bill_of(ws, account, "2026-Q2"), balance(ws, account)
    assert wrong.current_charges == D("160.00")  # 62.50 + 15,000 gal x 5.50 + 15.00
    [reading] = [
        row.state.previous for row in run_readings(ws, setup=THIRD) if row.state.previous is not None
    ]
    corrected = correct_bill(
        ws,
        bill_id=wrong.id,
        reason="The reading of 06/30 was keyed wrong",
        dates=TODAY,
        facts=CorrectFacts(
            answers=(AnswerDraft(reading.reading_id, LowerAnswer.MISREAD, "Photo shows 4700"),),
            readings=(ReadingFor(meter, ReadingDraft(date(2026, 6, 30), D(4700))),),
        ),
    )
    [new] = corrected.bills
    assert new.total == D("105.00")
    assert corrected.difference == D("-55.00")
    assert balance(ws, account) == before + corrected.difference
    found = bill_of(ws, account, "2026-Q2")
    assert (found.replaces_id, found.kind) == (wrong.id, "regular")
    assert found.printed["heading"] == "Corrected"
    assert found.printed["messages"][0] == (
        f"This bill takes the place of {wrong.number}: The reading of 06/30 was keyed wrong"
    )
    with ws.read() as session:
        old = session.get_one(Bill, wrong.id)
        assert (old.live, old.current_charges, old.printed) == (False, wrong.current_charges, wrong.printed)
    with pytest.raises(RuleViolation, match=f"{found.number} took its place"):
        correct_bill(ws, bill_id=wrong.id, reason="Again", dates=TODAY)
    sound(ws)


def test_correction_makes_later_bills_again_that_begin_at_another_reading(
    metered: tuple[Workspace, int, int],
) -> None:
    ws, account, meter = metered
    post(ws, THIRD)
    wrong, before = bill_of(ws, account, "2026-Q2"), balance(ws, account)
    present = [
        one["present"]["id"]
        for line in _lines(ws, wrong.id)
        if "metered" in line
        for one in line["metered"]["meters"]
    ]
    corrected = correct_bill(
        ws,
        bill_id=wrong.id,
        reason="Misread",
        dates=TODAY,
        facts=CorrectFacts(
            answers=(AnswerDraft(present[0], LowerAnswer.MISREAD, "Photo"),),
            readings=(ReadingFor(meter, ReadingDraft(date(2026, 6, 30), D(4700))),),
        ),
    )
    assert [one.kind for one in corrected.bills] == ["regular", "regular"]
    with ws.read() as session:
        live = session.scalars(select(Bill).where(Bill.live.is_(True)).order_by(Bill.period)).all()
        assert [bill.usage for bill in live] == [D(10000), D(30000)]  # 40,000 gal from 4600 to 5000
    assert corrected.difference == D(0)  # 10,000 gal less in one quarter, as many more in the next, same tier
    assert balance(ws, account) == before + corrected.difference
    sound(ws)


def test_past_quarter_is_billed_and_the_later_bill_gives_its_use_back(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    open_account(ws, number="00001043", name="Other", print_key="12.13-2-15.2")
    meter = install_meter(
        ws,
        account_id=account,
        serial="48-1107",
        readings={date(2026, 3, 31): "4600", date(2026, 9, 30): "5000"},
    )
    post(ws, SECOND)  # held: no reading
    post(ws, THIRD)
    assert bill_of(ws, account, "2026-Q3").usage == D(40000)
    found = bill_past_quarter(
        ws,
        account_id=account,
        quarter=Quarter(2026, 2),
        read_through=date(2026, 6, 30),
        reason="The meter book of June was found",
        dates=TODAY,
        facts=CorrectFacts(readings=(ReadingFor(meter, ReadingDraft(date(2026, 6, 30), D(4800))),)),
    )
    assert [(one.kind, one.period_from) for one in found.bills] == [
        ("off-cycle", date(2026, 4, 1)),
        ("regular", date(2026, 7, 1)),
    ]
    assert bill_of(ws, account, "2026-Q2").usage == bill_of(ws, account, "2026-Q3").usage == D(20000)
    sound(ws)


def _lines(ws: Workspace, bill_id: int) -> list[dict[str, Any]]:
    with ws.read() as session:
        return [line.inputs for line in session.get_one(Bill, bill_id).lines]
