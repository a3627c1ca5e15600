"""Rates and fees succeed one another by date, with their authority, and are history once used."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rateforms import authority_words
from sewerdesk.domain.rates import ChargeCode, Metered, PerUnit, RateVersion, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees, fee_schedule
from sewerdesk.services.rates import (
    adopt_rates,
    rate_book,
    rate_classes,
    save_charge_code,
    save_rate_class,
    used_versions,
    withdraw_rate,
)
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

FIRST, NEXT = date(2027, 1, 1), date(2027, 7, 1)
BOARD = "Resolution 4 of 2027"
QUARTER = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))


@pytest.fixture
def rated(ws: Workspace) -> Workspace:
    """Class R pays 40.00 per unit from 2027 on."""
    save_charge_code(ws, code=ChargeCode("OM", "Operation and maintenance", "SS", "2120", 1))
    save_rate_class(ws, code="R", title="Residential")
    adopt(ws, "40.00", FIRST)
    return ws


def adopt(
    ws: Workspace, amount: str, since: date, *, authority: str = BOARD, charge_code: str = "OM"
) -> None:
    draft = RateDraft("R", charge_code, since, authority, PerUnit(Decimal(amount)))
    adopt_rates(ws, drafts=[draft])


def line(ws: Workspace) -> list[tuple[date, date | None, str]]:
    versions: tuple[RateVersion, ...] = rate_book(ws).history("R", "OM")
    found = []
    for one in versions:
        assert isinstance(one.formula, PerUnit)
        found.append((one.effective_from, one.effective_to, str(one.formula.amount)))
    return found


def test_adopt_ends_the_former_rate_on_the_day_of_the_next(rated: Workspace) -> None:
    adopt(rated, "42.50", NEXT)
    assert line(rated) == [(FIRST, NEXT, "40.00"), (NEXT, None, "42.50")]
    book = rate_book(rated)
    assert book.rate_on(date(2027, 6, 30), class_code="R", charge_code="OM").effective_from == FIRST
    assert book.rate_on(NEXT, class_code="R", charge_code="OM").effective_from == NEXT


@pytest.mark.parametrize("since", [FIRST, date(2026, 12, 31)])
def test_adopt_on_or_before_a_day_that_has_a_rate(rated: Workspace, since: date) -> None:
    with pytest.raises(UserError, match=r"class R, charge OM already has a value from 01/01/2027"):
        adopt(rated, "42.50", since)
    assert line(rated) == [(FIRST, None, "40.00")]


def test_adopt_without_an_authority_or_a_charge_code(rated: Workspace) -> None:
    with pytest.raises(UserError, match=r"authority|resolution|local law"):
        adopt(rated, "42.50", NEXT, authority=" ")
    with pytest.raises(UserError, match=r"There is no charge code XX\. Enter it with its fund first"):
        adopt(rated, "42.50", NEXT, charge_code="XX")
    assert line(rated) == [(FIRST, None, "40.00")]


def test_adopt_tiers_that_leave_use_without_a_price(rated: Workspace) -> None:
    gap = Metered(
        minimum=Decimal(20),
        allowance=Decimal(5000),
        tiers=(Tier(Decimal(5000), Decimal(9000), Decimal(5)), Tier(Decimal(10000), None, Decimal(6))),
    )
    save_charge_code(rated, code=ChargeCode("USE", "Usage", "SS", "2122", 2))
    with pytest.raises(UserError, match="class R"):
        adopt_rates(rated, drafts=[RateDraft("R", "USE", FIRST, BOARD, gap)])
    assert rate_book(rated).history("R", "USE") == ()


def version_id(ws: Workspace, since: date) -> int:
    [found] = [one for one in rate_book(ws).history("R", "OM") if one.effective_from == since]
    return found.version_id


def test_withdraw_lets_the_former_rate_hold_again(rated: Workspace) -> None:
    adopt(rated, "42.50", NEXT)
    withdraw_rate(rated, version_id=version_id(rated, NEXT), reason="Typed twice")
    assert line(rated) == [(FIRST, None, "40.00")]
    withdraw_rate(rated, version_id=version_id(rated, FIRST), reason="Wrong class")
    assert line(rated) == []


def test_withdraw_what_another_has_succeeded(rated: Workspace) -> None:
    adopt(rated, "42.50", NEXT)
    with pytest.raises(RuleViolation, match="A later rate has succeeded this one"):
        withdraw_rate(rated, version_id=version_id(rated, FIRST), reason="mistake")


def test_withdraw_without_a_reason_or_a_rate(rated: Workspace) -> None:
    with pytest.raises(FieldErrors, match="Say why"):
        withdraw_rate(rated, version_id=version_id(rated, FIRST), reason=" ")
    with pytest.raises(UserError, match="That rate is not in this office"):
        withdraw_rate(rated, version_id=99, reason="mistake")


def test_withdraw_a_rate_that_bills_were_posted_by(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    assert used_versions(ws) == frozenset()
    post_run(ws, setup=QUARTER, expected=preview_run(ws, setup=QUARTER))
    used = {
        one.version_id: one.class_code
        for one in rate_book(ws).versions
        if one.version_id in used_versions(ws)
    }
    assert set(used.values()) == {"R"}
    with pytest.raises(RuleViolation, match="Bills were posted by this rate"):
        withdraw_rate(ws, version_id=next(iter(used)), reason="mistake")


def test_save_charge_code_names_each_thing_that_it_lacks(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        save_charge_code(ws, code=ChargeCode("", " ", "", "", 1))
    assert sorted(caught.value.errors) == ["code", "fund", "revenue_code", "title"]


def test_save_charge_code_again_changes_it(rated: Workspace) -> None:
    save_charge_code(rated, code=ChargeCode("OM", "Operation", "G", "2121", 3))
    [code] = rate_book(rated).charge_codes
    assert (code.title, code.fund, code.revenue_code, code.order) == ("Operation", "G", "2121", 3)


def test_save_rate_class(rated: Workspace) -> None:
    save_rate_class(rated, code="R", title="Dwellings")
    assert [(one.code, one.title) for one in rate_classes(rated)] == [("R", "Dwellings")]
    with pytest.raises(FieldErrors) as caught:
        save_rate_class(rated, code="", title="")
    assert sorted(caught.value.errors) == ["code", "title"]


def fee(amount: str, since: date, *, authority: str = BOARD, charge_code: str = "OM") -> FeeDraft:
    return FeeDraft("connection", "Connection charge", Decimal(amount), charge_code, since, authority)


def test_adopt_fees_by_date(rated: Workspace) -> None:
    adopt_fees(rated, drafts=[fee("1750.00", FIRST), fee("1900.00", NEXT)])
    assert [str(one.amount) for one in fee_schedule(rated)] == ["1750.00", "1900.00"]
    assert [str(one.amount) for one in fee_schedule(rated, on=date(2027, 6, 30))] == ["1750.00"]
    assert [str(one.amount) for one in fee_schedule(rated, on=NEXT)] == ["1900.00"]
    assert fee_schedule(rated, on=date(2026, 12, 31)) == ()


def test_adopt_fees_all_or_none(rated: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        adopt_fees(rated, drafts=[fee("1750.00", FIRST), fee("-1.00", NEXT, authority="")])
    assert sorted(caught.value.errors) == ["amount", "authority"]
    with pytest.raises(UserError, match="There is no charge code TAP"):
        adopt_fees(rated, drafts=[fee("1750.00", FIRST), fee("5.00", NEXT, charge_code="TAP")])
    with pytest.raises(UserError, match=r"The fee “Connection charge” already has a value from 01/01/2027"):
        adopt_fees(rated, drafts=[fee("1750.00", FIRST), fee("5.00", FIRST)])
    assert fee_schedule(rated) == ()


def test_fee_keeps_the_act_that_adopted_it(rated: Workspace) -> None:
    """A fee names its resolution or local law with number and day, as a rate does, and holds not before it."""
    act = Adoption(AdoptedBy.LOCAL_LAW, "2 of 2026", date(2026, 12, 8))
    draft = replace(fee("1750.00", FIRST, authority=authority_words(act)), adoption=act)
    [version_id] = adopt_fees(rated, drafts=[draft])
    [view] = fee_schedule(rated)
    assert (view.id, view.adoption) == (version_id, act)
    assert view.authority == "Local Law 2 of 2026, adopted 12/08/2026"
    late = replace(draft, effective_from=NEXT, adoption=replace(act, adopted_on=date(2028, 1, 5)))
    with pytest.raises(FieldErrors, match="cannot hold before 01/05/2028") as caught:
        adopt_fees(rated, drafts=[late])
    assert set(caught.value.errors) == {"effective_from"}


def test_switch_to_a_meter_only_with_a_quarter(rated: Workspace) -> None:
    """Half a quarter by days and half by meter cannot be billed right: the dial is read once."""
    metered = Metered(Decimal("40.00"), Decimal(5000), (Tier(Decimal(5000), None, Decimal("5.50")),))
    with pytest.raises(UserError, match="first day of a quarter"):
        adopt_rates(rated, drafts=[RateDraft("R", "OM", date(2027, 5, 16), BOARD, metered)])
    draft = RateDraft("R", "OM", date(2027, 4, 1), BOARD, metered)
    with pytest.raises(RateQuestions, match="charged in another way") as asked:
        adopt_rates(rated, drafts=[draft])
    adopt_rates(rated, drafts=[draft], confirmed=asked.value.questions)
    assert len(rate_book(rated).history("R", "OM")) == 2
