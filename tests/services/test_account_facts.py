"""What is true of an account for a time: exempt, mailed elsewhere, other units or class, a shared master meter."""

from datetime import date

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.accountchanges import (
    AlternateDraft,
    StatusDraft,
    UnitsDraft,
)
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.billcompare import Cause
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.metering import MeterRole
from sewerdesk.domain.readings import MeterDraft, ReadingDraft
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.registers import MailingAddress
from sewerdesk.services.account_changes import (
    set_alternate_address,
    set_class,
    set_status,
    set_units,
)
from sewerdesk.services.account_meters import add_meter
from sewerdesk.services.account_money import account_bills
from sewerdesk.services.bill_corrections import (
    correct_bill,
    correctable_reading,
    put_right,
)
from sewerdesk.services.billing import preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.readings import enter_reading
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.runs import explain_posted_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import bill_three_accounts
from tests.support.single_bills import SECOND, THIRD, TODAY, D, bill_of, post, sound


def test_exemption_ends_by_itself_and_names_its_authority(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Fire Company", print_key="12.13-2-15.1")
    draft = StatusDraft(AccountStatus.EXEMPT, date(2026, 4, 1), date(2026, 8, 16), "Volunteer fire company")
    with pytest.raises(FieldErrors) as refused:
        set_status(ws, account_id=account, draft=draft)
    assert set(refused.value.errors) == {"authority"}
    authority = "Resolution 3 of 2026"
    set_status(
        ws,
        account_id=account,
        draft=StatusDraft(draft.status, draft.since, draft.until, draft.reason, authority),
    )
    [outcome] = preview_run(ws, setup=SECOND).outcomes
    assert outcome.reason == "Not billed while exempt: Volunteer fire company."
    [bill] = preview_run(ws, setup=THIRD).bills
    assert bill.total == D("47.50") + D("7.50")  # 46 of 92 days after the exemption


def test_bill_goes_to_the_winter_address_between_its_days(ws: Workspace, clock: FixedClock) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    south = MailingAddress(street="4 Palm Ct", city="Naples", state="FL", zip_code="34102")
    draft = AlternateDraft(south, date(2026, 9, 15), date(2027, 4, 1), "Winter")
    set_alternate_address(ws, account_id=account, draft=draft)
    with pytest.raises(FieldErrors):
        set_alternate_address(ws, account_id=account, draft=draft)
    post(ws, SECOND)
    post(ws, THIRD)
    assert bill_of(ws, account, "2026-Q2").printed["address"][1] == "12 MAIN ST"
    assert bill_of(ws, account, "2026-Q3").printed["address"][1:] == ["4 PALM CT", "NAPLES FL 34102"]
    assert clock.today() == date(2027, 1, 4)


def test_payment_directed_to_a_wrong_bill_pays_the_one_in_its_place(ws: Workspace) -> None:
    ids = bill_three_accounts(ws)
    line = ReceiptLine(Purpose.ACCOUNT, "00001042", D("100.00"), "BIL-2027-0001")
    draft = ReceiptDraft("Ann Lee", date(2027, 1, 4), Tender.CASH, D("100.00"), (line,))
    enter_receipt(ws, draft=draft)
    reading = correctable_reading(ws, bill_id=1)
    assert reading is not None
    found = correct_bill(
        ws, bill_id=1, reason="Misread", dates=TODAY, facts=put_right(reading, D(5015), reason="Misread")
    )
    rows = {row.number: row.open_amount for row in account_bills(ws, account_id=ids["00001042"])}
    assert rows == {"BIL-2027-0001": D("0.00"), found.bills[0].number: D("27.00")}  # 127.00 less 100.00
    sound(ws)


def test_units_and_class_change_on_their_day(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1")
    with pytest.raises(FieldErrors) as refused:
        set_units(ws, account_id=account, draft=UnitsDraft(D(2), date(2026, 8, 16)))
    assert set(refused.value.errors) == {"basis", "authority"}
    slip = UnitsDraft(D("99999999999999999999"), date(2026, 8, 16), "Two flats", "Inspection INS-2026-0007")
    with pytest.raises(FieldErrors, match=r"0 to 99,999") as refused:
        set_units(ws, account_id=account, draft=slip)
    assert set(refused.value.errors) == {"units"}
    set_units(
        ws,
        account_id=account,
        draft=UnitsDraft(D(2), date(2026, 8, 16), "Second apartment", "Inspection INS-2026-0007"),
    )
    [bill] = preview_run(ws, setup=THIRD).bills
    assert bill.total == D("142.50") + D("22.50")  # 95.00 and 15.00 for 46 days, twice that for 46 days
    post(ws, THIRD)
    set_class(ws, account_id=account, class_code="M", since=date(2026, 10, 1), reason="Meter put in")
    with pytest.raises(RuleViolation, match="already has a value from 10/01/2026"):
        set_class(ws, account_id=account, class_code="R", since=date(2026, 9, 1), reason="No")
    add_meter(
        ws,
        account_id=account,
        draft=MeterDraft(MeterRole.MAIN, "9-1", 6, D(100), installed_on=date(2026, 10, 1), value=D(0)),
    )
    enter_reading(ws, account_id=account, meter_id=1, draft=ReadingDraft(date(2026, 12, 31), D(40)))
    setup = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2026, 12, 31))
    run = preview_run(ws, setup=setup)
    assert "class R became M" in next(one.sentence for one in run.findings if "first bill" in one.sentence)
    assert run.differences[0].causes[0] is Cause.CLASS_CHANGED


def test_master_meter_is_shared_and_its_sub_deducted(ws: Workspace) -> None:
    """C9 and A8: two accounts share a master by 60 and 40 percent; a third behind it has its own sub meter."""
    adopt_sample_rates(ws)
    ids = [
        open_account(
            ws, number=f"0000104{n}", name="A B", print_key=f"12.13-2-{n}", class_code="M", house=f"{n}"
        )
        for n in (1, 2, 3)
    ]
    start, end = date(2026, 6, 30), date(2026, 9, 30)

    def meter(role: MeterRole, serial: str, share: str = "1") -> MeterDraft:
        return MeterDraft(role, serial, 6, D(100), installed_on=start, value=D(0), share=D(share))

    sub = add_meter(ws, account_id=ids[2], draft=meter(MeterRole.SUB, "SUB-1"))
    master = add_meter(ws, account_id=ids[0], draft=meter(MeterRole.MASTER, "MAS-1", "0.6"))
    add_meter(ws, account_id=ids[0], draft=meter(MeterRole.DEDUCT, "SUB-1", "0.6"))
    enter_reading(ws, account_id=ids[0], meter_id=master, draft=ReadingDraft(end, D(500)))
    [warned] = [one.sentence for one in preview_run(ws, setup=THIRD).findings if "master" in one.sentence]
    assert "come to 60.00 percent over the accounts 00001041" in warned
    add_meter(ws, account_id=ids[1], draft=meter(MeterRole.MASTER, "MAS-1", "0.4"))
    add_meter(ws, account_id=ids[1], draft=meter(MeterRole.DEDUCT, "SUB-1", "0.4"))
    held = preview_run(ws, setup=THIRD)
    assert [one.kind for one in held.outcomes] == [OutcomeKind.HELD] * 3  # the sub is not read yet
    enter_reading(ws, account_id=ids[2], meter_id=sub, draft=ReadingDraft(end, D(100)))
    run = preview_run(ws, setup=THIRD)
    uses = [line.use for bill in run.bills for line in bill.lines if line.use is not None]
    assert uses == [D(24000), D(16000), D(10000)]  # 50,000 gal in all, of which 10,000 behind the sub
    assert not [one for one in run.findings if "master" in one.sentence]
    post(ws, THIRD)
    assert "of which this account pays 60 percent" in explain_posted_bill(ws, bill_id=1)
    with pytest.raises(FieldErrors, match="is in at another account"):
        add_meter(ws, account_id=ids[1], draft=meter(MeterRole.MAIN, "SUB-1"))
    sound(ws)
