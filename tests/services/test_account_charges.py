"""Charges of one account, the facts behind its charges, other services' bills: entered, billed, stopped."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.accountcharges import BasisDraft, ChargeDraft, OtherBillDraft
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rates import (
    AccountChargeKind,
    BasisKind,
    BillShare,
    ChargeCode,
    Formula,
    MonthFactor,
    PerPerson,
)
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.services.account_charges import (
    account_charges,
    add_account_charge,
    bases_of,
    end_basis,
    enter_other_bills,
    set_basis,
    stop_account_charge,
)
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.rate_versions import rate_findings
from sewerdesk.services.rates import adopt_rates, save_charge_code, save_rate_class
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import LONG_AGO, adopt_sample_rates, open_account

D = Decimal
START = date(2026, 4, 1)
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 10))


@pytest.fixture
def account_id(ws: Workspace) -> int:
    """An account of class R: 95.00 per EDU and 15.00 debt service."""
    adopt_sample_rates(ws)
    return open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")


def draft(account_id: int, kind: AccountChargeKind, amount: str, *, count: int | None = None) -> ChargeDraft:
    """A connection charge of the account from April on."""
    return ChargeDraft(
        account_id, "DEBT", "Connection charge", kind, D(amount), START, "Agreement of 2026", count=count
    )


def post(ws: Workspace, setup: RunSetup) -> list[list[str]]:
    """Post a quarter; text and amount of each line of the only bill."""
    preview = preview_run(ws, setup=setup)
    post_run(ws, setup=setup, expected=preview)
    return [[str(line.charge.code), str(line.amount)] for line in preview.bills[0].lines]


def test_bill_installments_quarter_by_quarter_until_they_are_whole(ws: Workspace, account_id: int) -> None:
    add_account_charge(ws, draft=draft(account_id, AccountChargeKind.INSTALLMENTS, "100.01", count=2))
    [view] = account_charges(ws, account_id=account_id)
    assert (view.charge.billed, view.left) == (0, D("100.01"))
    assert post(ws, SPRING) == [["OM", "95.00"], ["DEBT", "15.00"], ["DEBT", "50.01"]]
    [view] = account_charges(ws, account_id=account_id)
    assert (view.charge.billed, view.left) == (1, D("50.00"))
    assert post(ws, SUMMER)[2] == ["DEBT", "50.00"]
    fall = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2027, 1, 4))
    assert [line.charge.code for line in preview_run(ws, setup=fall).bills[0].lines] == ["OM", "DEBT"]


def test_stop_a_recurring_charge(ws: Workspace, account_id: int) -> None:
    key = add_account_charge(ws, draft=draft(account_id, AccountChargeKind.RECURRING, "10.00"))
    assert post(ws, SPRING)[2] == ["DEBT", "10.00"]
    with pytest.raises(FieldErrors, match="Say why the charge stops"):
        stop_account_charge(ws, charge_id=key, on=date(2026, 7, 1), reason=" ")
    stop_account_charge(ws, charge_id=key, on=date(2026, 7, 1), reason="Pump taken over by the town")
    assert len(post(ws, SUMMER)) == 2
    with pytest.raises(RuleViolation, match="stops on 07/01/2026 already"):
        stop_account_charge(ws, charge_id=key, on=date(2026, 8, 1), reason="again")


def test_bill_a_one_time_charge_once(ws: Workspace, account_id: int) -> None:
    add_account_charge(ws, draft=draft(account_id, AccountChargeKind.ONE_TIME, "45.00"))
    assert post(ws, SPRING)[2] == ["DEBT", "45.00"]
    assert len(post(ws, SUMMER)) == 2


def test_name_what_is_wrong_with_a_charge(ws: Workspace, account_id: int) -> None:
    wrong = ChargeDraft(
        account_id, "DEBT", " ", AccountChargeKind.INSTALLMENTS, D("0.005"), START, "", stops_on=START
    )
    with pytest.raises(FieldErrors) as caught:
        add_account_charge(ws, draft=wrong)
    assert sorted(caught.value.errors) == ["amount", "authority", "count", "stops_on", "text"]
    save_charge_code(ws, code=ChargeCode("OLD", "Old", "SS", "2122", 9, ended_on=date(2026, 1, 1)))
    for code, words in (("XX", "There is no charge code XX"), ("OLD", r"OLD ended on 01/01/2026")):
        bad = ChargeDraft(account_id, code, "Fee", AccountChargeKind.ONE_TIME, D(1), START, "Resolution 1")
        with pytest.raises(UserError, match=words):
            add_account_charge(ws, draft=bad)


def adopt(ws: Workspace, formula: Formula) -> int:
    """An account of class X that pays by the formula alone."""
    adopt_sample_rates(ws)
    save_rate_class(ws, code="X", title="By another basis")
    adopt_rates(ws, drafts=[RateDraft("X", "OM", LONG_AGO, "Resolution 1", formula)])
    return open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="X")


def test_succeed_facts_by_date_and_bill_by_them(ws: Workspace) -> None:
    key = adopt(ws, PerPerson(D("12.50")))
    assert "none is on file" in preview_run(ws, setup=SPRING).blocking[0].sentence
    with pytest.raises(FieldErrors, match="at most 1,000,000,000; look at the number again"):
        set_basis(ws, draft=BasisDraft(key, BasisKind.PERSONS, D("9" * 27), LONG_AGO, "a slip"))
    set_basis(ws, draft=BasisDraft(key, BasisKind.PERSONS, D(3), LONG_AGO, "survey of 2020"))
    set_basis(ws, draft=BasisDraft(key, BasisKind.PERSONS, D(5), date(2026, 7, 1), "survey of 2026"))
    assert [(one.quantity, one.until) for one in bases_of(ws, account_id=key)] == [
        (D(3), date(2026, 7, 1)),
        (D(5), None),
    ]
    assert post(ws, SPRING) == [["OM", "37.50"]]
    assert post(ws, SUMMER) == [["OM", "62.50"]]
    with pytest.raises(UserError, match="has an entry for persons from 07/01/2026"):
        set_basis(ws, draft=BasisDraft(key, BasisKind.PERSONS, D(4), date(2026, 7, 1), "late"))


def test_end_a_fact_with_a_reason_and_never_an_eligibility_without_an_end(
    ws: Workspace, account_id: int
) -> None:
    with pytest.raises(FieldErrors, match="the day on which the eligibility ends"):
        set_basis(ws, draft=BasisDraft(account_id, BasisKind.ELIGIBLE, D(1), START, "form", detail="senior"))
    key = set_basis(
        ws,
        draft=BasisDraft(
            account_id,
            BasisKind.ELIGIBLE,
            D(1),
            START,
            "form of 2026",
            detail="senior",
            until=date(2027, 1, 1),
        ),
    )
    [*_, ending] = rate_findings(ws, on=date(2026, 12, 1))
    assert "Account 00001042 is eligible for senior until 01/01/2027; renew it" in ending.sentence
    with pytest.raises(FieldErrors, match="Say why"):
        end_basis(ws, basis_id=key, on=date(2026, 6, 1), reason="")
    end_basis(ws, basis_id=key, on=date(2026, 6, 1), reason="moved")
    assert bases_of(ws, account_id=account_id)[0].until == date(2026, 6, 1)


def test_bill_a_multiple_of_the_water_bill_entered_with_its_source(ws: Workspace) -> None:
    """D-04: the April sewer bill is 1.8 times the April water bill."""
    adopt(ws, BillShare("water", by_month=(MonthFactor(4, D("1.8")), MonthFactor(10, D("1.5")))))
    entered = OtherBillDraft("1042", "water", "2026-Q2", date(2026, 4, 3), D("52.40"))
    with pytest.raises(FieldErrors, match="where the amounts come from"):
        enter_other_bills(ws, drafts=[entered], source=" ")
    assert enter_other_bills(ws, drafts=[entered], source="Water office list of 04/03/2026") == 1
    wrong = OtherBillDraft("9999", "water", "2026-Q2", date(2026, 4, 3), D("52.40"))
    with pytest.raises(UserError, match="There is no account 9999"):
        enter_other_bills(
            ws, drafts=[OtherBillDraft("1042", "water", "2026-Q2", date(2026, 4, 3), D(1)), wrong], source="x"
        )
    assert post(ws, SPRING) == [["OM", "94.32"]]
    with pytest.raises(RuleViolation, match=r"billed for 2026-Q2 already, on bill BIL-2026-0001"):
        enter_other_bills(ws, drafts=[replace(entered, amount=D("52.50"))], source="again")
