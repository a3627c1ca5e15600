"""Water bills behind sewer bills: entered once, for the right quarter, put right and taken out with a reason."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountcharges import OtherBillDraft
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rates import BillShare, VolumeUnit
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.services.account_charges import enter_other_bills
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.other_bills import (
    correct_other_bill,
    import_other_bills,
    other_bills,
    remove_other_bill,
)
from sewerdesk.services.rates import adopt_rates, save_rate_class
from sewerdesk.services.single_bills import BillDates, off_cycle_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import LONG_AGO, adopt_sample_rates, open_account

D = Decimal
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 10))
APRIL = date(2026, 4, 3)


@pytest.fixture
def share(ws: Workspace) -> Workspace:
    """Account 00001042 pays 85 percent of its water bill."""
    adopt_sample_rates(ws)
    save_rate_class(ws, code="X", title="By the water bill")
    adopt_rates(ws, drafts=[RateDraft("X", "OM", LONG_AGO, "Resolution 1", BillShare("water", D("0.85")))])
    open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="X")
    return ws


def water(
    amount: str, *, service: str = "water", period: str = "2026-Q2", on: date = APRIL
) -> OtherBillDraft:
    return OtherBillDraft("1042", service, period, on, D(amount))


def enter(ws: Workspace, *drafts: OtherBillDraft) -> int:
    return enter_other_bills(ws, drafts=drafts, source="Water office list")


def test_replace_a_water_bill_however_its_service_is_spelled(share: Workspace) -> None:
    enter(share, water("52.40"))
    enter(share, water("60.00", service=" Water "))
    assert [one.amount for one in other_bills(share)] == [D("60.00")]
    # 60.00 x 0.85 = 51.00, not 112.40 x 0.85.
    assert preview_run(share, setup=SPRING).total == D("51.00")


def test_add_two_water_bills_of_one_quarter(share: Workspace) -> None:
    enter(share, water("52.40"), water("10.01", on=date(2026, 5, 3)))
    # (52.40 + 10.01) x 0.85 = 53.0485 -> 53.05, rounded once.
    assert preview_run(share, setup=SPRING).total == D("53.05")


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (water("52.40", on=date(2025, 4, 3)), r"water bill of 04/03/2025 lies neither in Q2 2026 nor"),
        (water("52.40", on=date(2026, 12, 31)), r"water bill of 12/31/2026 lies neither in Q2 2026 nor"),
        (water("9" * 26, on=date(2026, 5, 3)), r"water bill of 99,.* is more than a bill can be"),
        (water("52.40", period="2026-Q1"), r"water bill of 04/03/2026 is entered for Q2 2026 already"),
    ],
)
def test_refuse_a_water_bill_of_the_wrong_period_or_of_a_sum_that_cannot_be(
    share: Workspace, draft: OtherBillDraft, words: str
) -> None:
    enter(share, water("52.40"))
    with pytest.raises(UserError, match=f"Account 00001042: the {words}"):
        enter(share, draft)


def test_enter_the_same_list_again_after_its_bills_were_posted(share: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "water.csv"
    path.write_text("Account,Bill date,Amount\n00001042,04/03/2026,52.40\n", encoding="utf-8")
    words = {"service": "water", "period": "2026-Q2", "source": "Water office"}
    import_other_bills(share, path=path, **words)
    post_run(share, setup=SPRING, expected=preview_run(share, setup=SPRING))
    assert import_other_bills(share, path=path, **words) == 1
    path.write_text("Account,Bill date,Amount\n00001042,04/03/2026,62.40\n", encoding="utf-8")
    refused = (
        r"billed for 2026-Q2 already, on bill BIL-2026-0001, by a water bill of 52\.40\. Choose that one in"
    )
    with pytest.raises(RuleViolation, match=refused):
        import_other_bills(share, path=path, **words)
    [row] = other_bills(share)
    assert row.amount == D("52.40")
    # The way that is told: put right in the list, the bill corrected, the list entered again.
    key = row.bill_id
    correct_other_bill(share, bill_id=key, amount=D("62.40"), use=None, unit=None, reason="new list")
    made = correct_bill(share, bill_id=1, reason="water bill put right", dates=BillDates(date(2026, 7, 6)))
    assert made.bills[0].total == D("53.04")
    assert import_other_bills(share, path=path, **words) == 1


def test_charge_a_water_bill_that_came_after_its_quarter_was_billed_with_the_next(share: Workspace) -> None:
    """20.00 of June 20 is left out of the second quarter's bill: 20.00 x 0.85 = 17.00 with the third quarter."""
    enter(share, water("52.40"))
    post_run(share, setup=SPRING, expected=preview_run(share, setup=SPRING))
    late = water("20.00", on=date(2026, 6, 20))
    refused = r"on bill BIL-2026-0001, without the water bill of 06/20/2026\. Enter it for 2026-Q3"
    with pytest.raises(RuleViolation, match=refused):
        enter(share, late)
    enter(share, replace(late, period="2026-Q3"))
    assert preview_run(share, setup=SUMMER).total == D("17.00")
    post_run(share, setup=SUMMER, expected=preview_run(share, setup=SUMMER))
    older = water("20.00", period="2026-Q3", on=date(2026, 6, 27))
    with pytest.raises(RuleViolation, match="Enter its part as a charge of the account"):
        enter(share, older)


def test_put_a_water_bill_right_and_the_sewer_bill_after_it(share: Workspace) -> None:
    """52.40 x 0.85 = 44.54 was billed; 62.40 x 0.85 = 53.04 is right."""
    enter(share, water("52.40"))
    post_run(share, setup=SPRING, expected=preview_run(share, setup=SPRING))
    [row] = other_bills(share)
    with pytest.raises(FieldErrors, match="Say why"):
        correct_other_bill(share, bill_id=row.bill_id, amount=D("62.40"), use=None, unit=None, reason=" ")
    rests = correct_other_bill(
        share,
        bill_id=row.bill_id,
        amount=D("62.40"),
        use=D(100),
        unit=VolumeUnit.GALLON,
        reason="list of 07/05",
    )
    assert rests == ("BIL-2026-0001",)
    [finding] = [one for check in check_books(share).checks for one in check.findings]
    assert "BIL-2026-0001 rests on a water bill of 52.40, which is 62.40 now" in finding.sentence
    with share.read() as session:
        bill = session.scalars(select(Bill.id)).one()
    made = correct_bill(share, bill_id=bill, reason="water bill put right", dates=BillDates(date(2026, 7, 6)))
    assert made.bills[0].total == D("53.04")
    assert not [one for check in check_books(share).checks for one in check.findings]


@pytest.mark.parametrize(
    ("amount", "charged"), [("100.00", "85.00"), ("20.00", "40.00")], ids=["share", "minimum"]
)
def test_charge_on_a_water_bill_once_in_a_quarter_of_two_bills(
    share: Workspace, amount: str, charged: str
) -> None:
    """100.00 x 0.85 = 85.00, and 20.00 x 0.85 = 17.00 is less than 40.00: on the bill through May 15, not again."""
    rate = BillShare("water", D("0.85"), minimum=D("40.00"))
    adopt_rates(share, drafts=[RateDraft("X", "OM", date(2026, 4, 1), "Resolution 2", rate)])
    enter(share, water(amount))
    with share.read() as session:
        account = session.scalars(select(Account.id)).one()
    first = off_cycle_bill(
        share,
        account_id=account,
        through=date(2026, 5, 15),
        dates=BillDates(date(2026, 5, 16), date(2026, 6, 20)),
    )
    assert first.total == D(charged)
    [outcome] = preview_run(share, setup=SPRING).outcomes
    assert outcome.bill is None
    assert "is on another bill of 2026-Q2 already" in outcome.reason
    made = correct_bill(
        share, bill_id=first.bill_id, reason="address was wrong", dates=BillDates(date(2026, 7, 6))
    )
    assert made.bills[0].total == D(charged)


def test_take_out_a_water_bill_that_no_bill_rests_on(share: Workspace) -> None:
    enter(share, water("52.40"))
    [row] = other_bills(share)
    with pytest.raises(FieldErrors, match="Say why"):
        remove_other_bill(share, bill_id=row.bill_id, reason="")
    remove_other_bill(share, bill_id=row.bill_id, reason="entered twice")
    assert other_bills(share) == ()
    enter(share, water("52.40"))
    post_run(share, setup=SPRING, expected=preview_run(share, setup=SPRING))
    [row] = other_bills(share)
    with pytest.raises(RuleViolation, match="BIL-2026-0001 rests on it"):
        remove_other_bill(share, bill_id=row.bill_id, reason="entered twice")
