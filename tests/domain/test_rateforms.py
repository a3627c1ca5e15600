"""A rate as typed becomes the rate that is adopted, and a version fills the form as it was typed."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rateforms import (
    ROWS,
    FormulaKind,
    RateForm,
    check_rate_form,
    draft_of,
    form_of,
    formula_of,
    parse_months,
)
from sewerdesk.domain.rates import (
    BillShare,
    Credit,
    FixturePrice,
    Flat,
    Formula,
    FromWorksheet,
    Metered,
    MonthFactor,
    PerFixture,
    PerPerson,
    PerUnit,
    RateBook,
    RateVersion,
    SeasonKind,
    SeasonRule,
    Tier,
)
from sewerdesk.domain.rates.draft import VersionView
from sewerdesk.domain.rates.examples import example_of, usual_cases, work_example
from sewerdesk.domain.rates.words import formula_words, version_words
from tests.support.billing_book import CODES, RATES

D = Decimal
LADDER = Metered(
    D("40.00"),
    D(5000),
    (Tier(D(5000), D(15000), D("5.50")), Tier(D(15000), None, D("6.25"))),
    season=SeasonRule(SeasonKind.CAP, (4, 7), D(110)),
    times_units=True,
)
FORMULAS: tuple[tuple[Formula, str], ...] = (
    (PerUnit(D("62.50")), "62.50 a quarter per EDU"),
    (Flat(D("48.125")), "48.125 a quarter per account"),
    (PerPerson(D(12)), "12.00 a quarter per person served"),
    (PerFixture((FixturePrice("Lavatory", D("4.10")),)), "Lavatory 4.10 a quarter each"),
    (
        LADDER,
        (
            "40.00 a quarter including 5,000 gal, per EDU; 5.50 per 1,000 gal over 5,000 to 15,000; 6.25 per "
            "1,000 gal over 15,000; in quarters from April and July no more than 110 % of the off-season average"
        ),
    ),
    (
        BillShare("water", D("0.85"), low_use=D(5000), low_factor=D("0.5"), minimum=D(20)),
        "85 % of the water bill; 50 % through 5,000 gal; at least 20.00",
    ),
    (
        BillShare("water", by_month=(MonthFactor(4, D("1.8")), MonthFactor(10, D("1.5")))),
        "the water bill 1.8 × in April and 1.5 × in October",
    ),
    (FromWorksheet(), "the year's surcharge worksheet in 4 equal parts"),
    (Credit("senior", D(15), off=("OM", "DS")), "15 % off OM and DS where eligible for senior"),
    (Credit("senior", amount=D(6)), "6.00 off all charges where eligible for senior"),
)
ACT = Adoption(AdoptedBy.LOCAL_LAW, "2 of 2025", date(2025, 11, 3))


@pytest.mark.parametrize(("formula", "words"), FORMULAS)
def test_say_and_read_back_every_formula(formula: Formula, words: str) -> None:
    assert formula_words(formula) == words
    version = RateVersion(9, "X", "OM", date(2026, 1, 1), "Local Law 2 of 2025", formula, months=(4, 10))
    assert version_words(version) == f"{words}, billed in April and October"
    form = form_of(VersionView(version, ACT))
    assert formula_of(form) == formula
    assert check_rate_form(form) == {}
    draft = draft_of(form)
    assert (draft.authority, draft.months) == ("Local Law 2 of 2025, adopted 11/03/2025", (4, 10))
    assert draft.adoption == ACT


@pytest.mark.parametrize(("formula", "_words"), FORMULAS)
def test_work_an_example_of_every_formula(formula: Formula, _words: str) -> None:
    version = RateVersion(9, "RES", "XX", date(2026, 1, 1), "Local Law 2 of 2025", formula)
    case = usual_cases(formula, "RES")[-1]
    line = example_of(version, RateBook(RATES, CODES), case=case)
    assert line.amount != 0
    assert line.words


def test_name_the_tiers_that_leave_use_without_a_price() -> None:
    form = RateForm(kind=FormulaKind.METERED, allowance=D(5000), rows=((D(4000), D(5)),))
    errors = check_rate_form(form)
    assert "Tier 1 ends at 4,000" in errors[ROWS]
    assert "The last tier stops at 4,000" in errors[ROWS]
    assert "There is no tier" in check_rate_form(replace(form, rows=()))[ROWS]
    assert check_rate_form(replace(form, per=D(0))) == {
        "per": "Enter the volume that the price is for, such as 1,000."
    }


@pytest.mark.parametrize(
    ("text", "months"), [("", ()), ("4, 10", (4, 10)), ("April and Oct.", (4, 10)), ("10 4 4", (4, 10))]
)
def test_read_months(text: str, months: tuple[int, ...]) -> None:
    assert parse_months(text) == months


def test_refuse_what_is_no_month() -> None:
    with pytest.raises(UserError, match="“13” is no month"):
        parse_months("4, 13")
    assert check_rate_form(RateForm(kind=FormulaKind.FLAT, months="Smarch"))["months"].startswith("“Smarch”")


def test_take_the_act_of_an_old_version_from_its_words() -> None:
    version = RateVersion(9, "X", "OM", date(2026, 1, 1), "Local Law 2 of 2025", Flat(D(1)))
    form = form_of(VersionView(version, None))
    assert (form.adopted_by, form.act_number) == (AdoptedBy.LOCAL_LAW, "2 of 2025")
    assert form_of(VersionView(replace(version, authority="Minutes"), None)).act_number == "Minutes"


def test_an_example_says_what_the_worked_bill_says() -> None:
    # 62.50 + (9,000 - 5,000) x 5.50 / 1,000 = 22.00 + 15.00 = 99.50.
    case = replace(usual_cases(RATES[3].formula, "MET")[0], use=D(9000))
    example = work_example(RateBook(RATES, CODES), case, on=date(2026, 4, 1))
    assert [(line.words, str(line.amount)) for line in example.lines] == [
        ("1.00 EDU × 62.50", "62.50"),
        ("4,000 gal × 5.50 per 1,000 gal", "22.00"),
        ("1.00 EDU × 15.00", "15.00"),
    ]
    assert example.title == "Class MET, 1 EDU, 9,000 gal in the quarter"
    assert example.total == D("99.50")
