"""Rate versions are corrected while unused, locked once a bill was made by them, asked about, and looked at whole."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from sewerdesk.domain.accountcharges import ChargeDraft
from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rates import AccountChargeKind, ChargeCode, Metered, PerUnit, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.findings import Weight
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.services.account_charges import add_account_charge
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees, fee_schedule
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.rate_checks import CHARGES_BILLED, RATES_SOUND
from sewerdesk.services.rate_versions import (
    adoption_steps,
    correct_rate,
    end_rate,
    rate_findings,
    rate_versions,
)
from sewerdesk.services.rates import (
    adopt_rates,
    rate_book,
    save_charge_code,
    save_rate_class,
    withdraw_rate,
)
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import LONG_AGO, SAMPLE, adopt_sample_rates, open_account
from tests.support.single_bills import sound

D = Decimal
FIRST, NEXT = date(2027, 1, 1), date(2027, 7, 1)
QUARTER = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))


def draft(amount: str, since: date, code: str = "OM") -> RateDraft:
    """A rate of class R per unit."""
    steps = Adoption(
        AdoptedBy.RESOLUTION, "4 of 2027", date(2026, 12, 8), date(2026, 11, 20), date(2026, 12, 8)
    )
    return RateDraft("R", code, since, "Resolution 4 of 2027", PerUnit(D(amount)), adoption=steps)


@pytest.fixture
def rated(ws: Workspace) -> Workspace:
    """Class R pays 40.00 per unit from 2027 on."""
    save_charge_code(ws, code=ChargeCode("OM", "Operation and maintenance", "SS", "2120", 1))
    save_rate_class(ws, code="R", title="Residential")
    adopt_rates(ws, drafts=[draft("40.00", FIRST)])
    return ws


@pytest.fixture
def billed(ws: Workspace) -> Workspace:
    """A run over the second quarter of 2026 was posted by the sample rates."""
    adopt_sample_rates(ws)
    open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    post_run(ws, setup=QUARTER, expected=preview_run(ws, setup=QUARTER))
    return ws


def test_keep_the_steps_of_the_act_with_the_version(rated: Workspace) -> None:
    [view] = rate_versions(rated)
    assert view.adoption == draft("40.00", FIRST).adoption
    assert view.locked == ""
    assert view.adoption is not None
    steps = adoption_steps(rated, adoption=view.adoption, effective=FIRST)
    assert all(step.passed for step in steps)
    assert any("452" in step.citation for step in steps)


@pytest.mark.parametrize(
    ("amount", "asks"), [("50.00", False), ("50.01", True), ("30.00", False), ("29.99", True)]
)
def test_ask_about_a_change_by_more_than_the_percent_from_last_year(
    rated: Workspace, amount: str, asks: bool
) -> None:
    """faults b1/22: 25 percent of 40.00 is 10.00."""
    new = draft(amount, date(2028, 1, 1))
    if not asks:
        adopt_rates(rated, drafts=[new])
        return
    with pytest.raises(RateQuestions, match=r"from 40\.00 to .* more than the 25 percent") as asked:
        adopt_rates(rated, drafts=[new])
    assert len(rate_book(rated).versions) == 1
    adopt_rates(rated, drafts=[new], confirmed=asked.value.questions)
    assert len(rate_book(rated).versions) == 2


def test_ask_by_the_percent_that_the_office_set(rated: Workspace) -> None:
    settings = billing_settings(rated)
    save_billing_settings(
        rated, settings=replace(settings, rate_change_percent=D(5), rate_change_authority="Resolution 3")
    )
    with pytest.raises(RateQuestions, match=r"more than the 5 percent that are usual \(Resolution 3\)"):
        adopt_rates(rated, drafts=[draft("42.50", NEXT)])
    save_billing_settings(rated, settings=replace(settings, rate_change_percent=None))
    adopt_rates(rated, drafts=[draft("400.00", NEXT)])


def test_compare_with_the_rate_of_a_year_ago_not_with_yesterdays(rated: Workspace) -> None:
    # Two rises of 20 percent within a year are 44 percent from last year.
    adopt_rates(rated, drafts=[draft("48.00", NEXT)])
    with pytest.raises(RateQuestions, match=r"rises by 44\.0 percent, from 40\.00 to 57\.60"):
        adopt_rates(rated, drafts=[draft("57.60", date(2028, 2, 1))])


def test_ask_about_a_fee_that_changes_much(rated: Workspace) -> None:
    def fee(amount: str, since: date) -> FeeDraft:
        return FeeDraft("connection", "Connection charge", D(amount), "OM", since, "Resolution 4 of 2027")

    adopt_fees(rated, drafts=[fee("1750.00", FIRST)])
    with pytest.raises(RateQuestions, match="Connection charge” rises by 900") as asked:
        adopt_fees(rated, drafts=[fee("17500.00", NEXT)])
    assert len(fee_schedule(rated)) == 1
    adopt_fees(rated, drafts=[fee("17500.00", NEXT)], confirmed=asked.value.questions)
    assert len(fee_schedule(rated)) == 2


def test_ask_before_a_rate_goes_into_a_quarter_that_is_billed(billed: Workspace) -> None:
    new = RateDraft("R", "OM", date(2026, 5, 1), "Resolution 9 of 2026", PerUnit(D("100.00")))
    with pytest.raises(RateQuestions, match=r"billed already \(through 06/30/2026\)") as asked:
        adopt_rates(billed, drafts=[new])
    adopt_rates(billed, drafts=[new], confirmed=asked.value.questions)
    adopt_rates(billed, drafts=[replace(new, effective_from=date(2026, 7, 1))])


def test_ask_about_volumes_that_look_like_thousands(rated: Workspace) -> None:
    tiers = (Tier(D(5), D(15), D("5.50")), Tier(D(15), None, D("4.00")))
    new = RateDraft("R", "USE", FIRST, "Resolution 4 of 2027", Metered(D(0), D(5), tiers))
    save_charge_code(rated, code=ChargeCode("USE", "Use", "SS", "2122", 2))
    with pytest.raises(RateQuestions) as asked:
        adopt_rates(rated, drafts=[new])
    assert "5 gal is less than the 1,000 gal that the price is for" in asked.value.questions[0]
    assert "price falls in a higher tier" in asked.value.questions[1]


def test_lock_a_version_that_bills_were_made_by(billed: Workspace) -> None:
    [view] = [
        one
        for one in rate_versions(billed)
        if (one.version.class_code, one.version.charge_code) == ("R", "OM")
    ]
    assert "Bills of run RUN-2026-0001 were made by it" in view.locked
    key = view.version.version_id
    with pytest.raises(RuleViolation, match="RUN-2026-0001"):
        correct_rate(billed, version_id=key, draft=draft("1.00", FIRST), reason="typed wrong")
    for statement in (
        "UPDATE rate_version SET authority = 'x' WHERE id = :key",
        "UPDATE rate_version SET formula = '{}' WHERE id = :key",
        "DELETE FROM rate_version WHERE id = :key",
    ):
        with pytest.raises(IntegrityError, match="never changed or deleted"), billed.write() as session:
            session.execute(text(statement), {"key": key})
    with billed.write() as session:
        session.execute(text("UPDATE rate_version SET authority = 'y' WHERE class_code = 'M'"))


def test_end_a_version_that_bills_were_made_by_only_after_them(billed: Workspace) -> None:
    [view] = [
        one
        for one in rate_versions(billed)
        if (one.version.class_code, one.version.charge_code) == ("R", "DEBT")
    ]
    key = view.version.version_id
    with pytest.raises(RuleViolation, match="Bills through 06/30/2026"):
        end_rate(billed, version_id=key, on=date(2026, 6, 30), reason="Resolution 8")
    end_rate(billed, version_id=key, on=date(2026, 7, 1), reason="Resolution 8 of 2026")
    with pytest.raises(RuleViolation, match="ends on 07/01/2026 already"):
        end_rate(billed, version_id=key, on=date(2026, 8, 1), reason="Resolution 8")
    found = rate_findings(billed, on=date(2026, 7, 1))
    assert "Charge DEBT of class R ended on 07/01/2026, and 1 account is in the class" in found[0].sentence


def test_correct_an_unused_version_with_its_day(rated: Workspace) -> None:
    adopt_rates(rated, drafts=[draft("42.50", NEXT)])
    key = rate_versions(rated)[1].version.version_id
    correct_rate(rated, version_id=key, draft=draft("43.50", date(2027, 10, 1)), reason="typed wrong")
    first, second = rate_book(rated).history("R", "OM")
    assert (first.effective_to, second.effective_from) == (date(2027, 10, 1), date(2027, 10, 1))
    assert second.formula == PerUnit(D("43.50"))
    with pytest.raises(UserError, match="begins on 01/01/2027"):
        correct_rate(rated, version_id=key, draft=draft("43.50", FIRST), reason="typed wrong")
    with pytest.raises(FieldErrors, match="Say what is put right"):
        correct_rate(rated, version_id=key, draft=draft("43.50", NEXT), reason=" ")


def test_find_classes_without_rates_and_rates_without_accounts(billed: Workspace) -> None:
    """faults b1/31: an audit of the classes."""
    open_account(billed, number="00001043", name="Ann Lee", print_key="12.13-2-16", class_code="B")
    found = rate_findings(billed, on=date(2026, 7, 1))
    assert [(one.weight, one.class_code) for one in found] == [(Weight.WRONG, "B"), (Weight.LOOK, "M")]
    assert "One account is in class B, such as 00001043, but no rate is in force" in found[0].sentence
    assert "No account is in class M" in found[1].sentence


def test_find_the_accounts_that_lie_in_no_place_of_a_charge(billed: Workspace) -> None:
    """Per-district rates: an account outside all of them pays nothing under the charge, and that is told."""
    for district in ("Sewer District 1", "Sewer District 2"):
        new = RateDraft("R", "USE", FIRST, "Resolution 1", PerUnit(D("5.00")), district=district)
        adopt_rates(billed, drafts=[new])
    [found] = [one for one in rate_findings(billed, on=date(2027, 1, 4)) if one.charge_code == "USE"]
    assert found.sentence.startswith(
        "Charge USE of class R is adopted for Sewer District 1 and Sewer District 2 alone. One account of the class "
        "lies elsewhere, such as 00001042, and pays nothing under it"
    )


def test_keep_district_segment_and_months(rated: Workspace) -> None:
    new = replace(draft("80.00", NEXT), district="Sewer District 2", segment="North", months=(4, 10))
    adopt_rates(rated, drafts=[new])
    [kept] = [one for one in rate_book(rated).versions if one.segment]
    assert (kept.district, kept.segment, kept.months) == ("Sewer District 2", "North", (4, 10))
    [general] = [one for one in rate_book(rated).versions if not one.segment]
    assert general.effective_to is None


def test_check_the_books_for_rates_that_are_gone_and_charges_billed_too_often(billed: Workspace) -> None:
    with billed.read() as session:
        assert RATES_SOUND(billed, session).passed
        assert CHARGES_BILLED(billed, session).passed
    with billed.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER rate_version_used_no_delete"))
        connection.execute(text("DELETE FROM rate_version WHERE class_code = 'R' AND charge_code = 'OM'"))
    with billed.read() as session:
        [finding] = RATES_SOUND(billed, session).findings
    assert "Run RUN-2026-0001 was made by rates that are gone" in finding.sentence


def test_find_a_charge_that_was_billed_beyond_its_whole(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    key = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1")
    once = ChargeDraft(
        key, "DEBT", "Fee", AccountChargeKind.ONE_TIME, D(45), date(2026, 4, 1), "Resolution 1"
    )
    add_account_charge(ws, draft=once)
    post_run(ws, setup=QUARTER, expected=preview_run(ws, setup=QUARTER))
    with ws.read() as session:
        assert CHARGES_BILLED(ws, session).passed
    with ws.write() as session:
        session.execute(text("UPDATE account_charge SET amount = 4400"))
    with ws.read() as session:
        [finding] = CHARGES_BILLED(ws, session).findings
    assert finding.sentence.startswith(
        "Account 00001042: “Fee” was billed 1 time for 45.00, but is 44.00 in 1 part."
    )


def test_compare_with_the_same_day_of_last_year_across_a_leap_day(rated: Workspace) -> None:
    """faults b1/22: from 03/01/2028 a year is 366 days back; 48.00 holds from 03/02/2027 only, 40.00 on 03/01/2027."""
    adopt_rates(rated, drafts=[draft("48.00", date(2027, 3, 2))])
    with pytest.raises(RateQuestions, match=r"rises by 44\.0 percent, from 40\.00 to 57\.60"):
        adopt_rates(rated, drafts=[draft("57.60", date(2028, 3, 1))])
    # From February 29 it is compared with February 28.
    with pytest.raises(RateQuestions, match=r"from 40\.00 to 57\.60"):
        adopt_rates(rated, drafts=[draft("57.60", date(2028, 2, 29))])


def test_compare_a_corrected_rate_with_last_years_not_with_itself(rated: Workspace) -> None:
    [key] = adopt_rates(rated, drafts=[draft("48.00", NEXT)])
    later = draft("60.00", date(2028, 9, 1))
    with pytest.raises(RateQuestions, match=r"rises by 50\.0 percent, from 40\.00 to 60\.00"):
        correct_rate(rated, version_id=key, draft=later, reason="the resolution names another day")


def test_compare_a_fee_with_last_years_not_with_the_last_one(rated: Workspace) -> None:
    """Two rises of 20 percent within a year are 44 percent."""

    def fee(amount: str, since: date) -> FeeDraft:
        return FeeDraft("connection", "Connection charge", D(amount), "OM", since, "Resolution 4 of 2027")

    adopt_fees(rated, drafts=[fee("1000.00", FIRST)])
    adopt_fees(rated, drafts=[fee("1200.00", NEXT)])
    with pytest.raises(RateQuestions, match=r"rises by 44\.0 percent, from 1,?000\.00 to 1,?440\.00"):
        adopt_fees(rated, drafts=[fee("1440.00", date(2028, 1, 1))])


def test_correct_a_rate_to_a_meter_only_from_a_quarters_first_day(rated: Workspace) -> None:
    """As when it is adopted: a quarter is billed by meter or by days, never partly so."""
    by_meter = Metered(D(0), D(5000), (Tier(D(5000), None, D("5.50")),))
    [key] = adopt_rates(rated, drafts=[draft("42.00", NEXT)])
    middle = replace(draft("42.00", date(2027, 8, 15)), formula=by_meter)
    with pytest.raises(UserError, match="Let it take effect on the first day of a quarter"):
        correct_rate(rated, version_id=key, draft=middle, reason="by meter")
    with pytest.raises(RateQuestions, match="charged in another way"):
        correct_rate(rated, version_id=key, draft=replace(middle, effective_from=NEXT), reason="by meter")


def roll_back(ws: Workspace) -> int:
    """Roll back the only run; the version of class R, charge OM, by which it was made."""
    [view] = [
        one for one in rate_versions(ws) if (one.version.class_code, one.version.charge_code) == ("R", "OM")
    ]
    roll_back_run(ws, run_id=1, reason="the rate was keyed wrong")
    return view.version.version_id


def test_correct_a_rate_whose_only_run_was_rolled_back(billed: Workspace) -> None:
    """95.00 was a slip for 96.00: the run is rolled back, the rate put right, and the quarter is 96.00 and 15.00."""
    key = roll_back(billed)
    slip = RateDraft("R", "OM", LONG_AGO, SAMPLE, PerUnit(D("96.00")))
    new = correct_rate(billed, version_id=key, draft=slip, reason="95.00 was a slip")
    [line] = rate_book(billed).history("R", "OM")
    assert (line.version_id, line.formula, line.effective_to) == (new, PerUnit(D("96.00")), None)
    assert [one.total for one in preview_run(billed, setup=QUARTER).bills] == [D("111.00")]
    post_run(billed, setup=QUARTER, expected=preview_run(billed, setup=QUARTER))
    sound(billed)
    with pytest.raises(UserError, match="not in this office"):
        correct_rate(billed, version_id=key, draft=slip, reason="once more")
    with pytest.raises(RuleViolation, match="RUN-2026-0002"):
        correct_rate(billed, version_id=new, draft=slip, reason="once more")


def test_adopt_anew_from_the_same_day_what_a_rolled_back_run_was_made_by(billed: Workspace) -> None:
    key = roll_back(billed)
    withdraw_rate(billed, version_id=key, reason="95.00 was a slip")
    assert rate_book(billed).history("R", "OM") == ()
    adopt_rates(billed, drafts=[RateDraft("R", "OM", LONG_AGO, SAMPLE, PerUnit(D("96.00")))])
    assert [one.total for one in preview_run(billed, setup=QUARTER).bills] == [D("111.00")]
    sound(billed)


def test_give_a_rate_back_the_end_that_it_had_when_its_successor_is_withdrawn(rated: Workspace) -> None:
    """A resolution ends the charge on 12/31/2027; the next rate from 07/01 was a slip, also when it was moved."""
    [first] = rate_book(rated).history("R", "OM")
    end = date(2027, 12, 31)
    end_rate(rated, version_id=first.version_id, on=end, reason="Resolution 9 of 2027")
    for since in (NEXT, end):
        [slip] = adopt_rates(rated, drafts=[draft("42.50", since)])
        withdraw_rate(rated, version_id=slip, reason="typed by mistake")
        assert [one.effective_to for one in rate_book(rated).history("R", "OM")] == [end]
    [slip] = adopt_rates(rated, drafts=[draft("42.50", NEXT)])
    correct_rate(rated, version_id=slip, draft=draft("42.50", date(2027, 10, 1)), reason="another day")
    withdraw_rate(rated, version_id=slip, reason="typed by mistake")
    assert [one.effective_to for one in rate_book(rated).history("R", "OM")] == [end]
