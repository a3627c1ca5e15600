"""What of a corrected bill is old and what is new, worked by hand."""

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.bill_ages import Age, AgedAmount, Part, bill_parts, keep_ages

D = Decimal
JAN = Age(date(2027, 1, 31), date(2027, 1, 1))
APR = Age(date(2027, 4, 14), date(2027, 3, 15))
AMOUNTS = st.integers(-5_000, 20_000).map(lambda cents: D(cents) / 100)
LINES = st.lists(st.tuples(st.sampled_from(["OM", "USE", "DEBT"]), AMOUNTS), max_size=5)


def test_keep_ages_lowers_what_is_old_and_adds_nothing_new() -> None:
    assert keep_ages([("OM", D(90))], [AgedAmount("OM", D(100), JAN)]) == ((Part(D(90), JAN),),)


def test_keep_ages_gives_only_the_increase_a_new_date() -> None:
    parts = keep_ages([("OM", D(120))], [AgedAmount("OM", D(100), JAN)])
    assert parts == ((Part(D(100), JAN), Part(D(20))),)


def test_keep_ages_hands_on_the_ages_of_a_bill_corrected_again() -> None:
    """100.00 due in January, 20.00 more due in April: 110.00 keeps 10.00 of these, 130.00 adds 10.00."""
    old = [AgedAmount("OM", D(100), JAN), AgedAmount("OM", D(20), APR)]
    assert keep_ages([("OM", D(110))], old) == ((Part(D(100), JAN), Part(D(10), APR)),)
    assert keep_ages([("OM", D(130))], old) == ((Part(D(100), JAN), Part(D(20), APR), Part(D(10))),)


def test_keep_ages_moves_an_amount_to_another_charge_with_its_age() -> None:
    """Billed as one class and due in January, it is not younger for being another class's charge."""
    assert keep_ages([("DEBT", D(80))], [AgedAmount("OM", D(100), JAN)]) == ((Part(D(80), JAN),),)
    parts = keep_ages([("OM", D(70)), ("USE", D(50))], [AgedAmount("OM", D(100), JAN)])
    assert parts == ((Part(D(70), JAN),), (Part(D(30), JAN), Part(D(20))))


def test_keep_ages_counts_a_credit_that_falls_away_as_an_increase() -> None:
    """120.00 less a credit of 20.00 was due; without the credit the 20.00 are new to the customer."""
    old = [AgedAmount("OM", D(120), JAN), AgedAmount("CR", D(-20), JAN)]
    assert keep_ages([("OM", D(120))], old) == ((Part(D(100), JAN), Part(D(20))),)


def test_bill_parts_without_a_wrong_bill_are_the_lines_themselves() -> None:
    parts = bill_parts([("OM", D(95)), ("USE", D(0))], ())
    assert parts.lines == ((Part(D(95)),), ())
    assert (parts.count, parts.new, parts.words(date(2027, 4, 14))) == (1, D(95), "")


def test_bill_parts_say_what_stays_due_and_what_is_new() -> None:
    parts = bill_parts([("OM", D(120))], [AgedAmount("OM", D(100), JAN)])
    assert parts.words(date(2027, 4, 14)) == (
        "Of its charges stay due as before: 100.00 since 1/31/2027. New are 20.00, due 4/14/2027."
    )
    assert parts.due_date(date(2027, 4, 14)) == date(2027, 4, 14)
    less = bill_parts([("OM", D(90))], [AgedAmount("OM", D(100), JAN)])
    assert less.due_date(date(2027, 4, 14)) == date(2027, 1, 31)
    assert less.words(date(2027, 1, 31)) == "Its charges stay due as before: 90.00 since 1/31/2027."


@given(LINES, LINES)
def test_keep_ages_loses_no_cent_and_makes_nothing_but_the_increase_new(
    new: list[tuple[str, Decimal]], old: list[tuple[str, Decimal]]
) -> None:
    """Each charge comes to its parts; with something to stand in for, what is new is what the bill grew by."""
    aged = [AgedAmount(code, amount, (JAN, APR)[place % 2]) for place, (code, amount) in enumerate(old)]
    parts = keep_ages(new, aged)
    assert [sum((part.amount for part in found), D(0)) for found in parts] == [amount for _, amount in new]
    fresh = sum((p.amount for found in parts for p in found if p.age is None and p.amount > 0), D(0))
    grew = sum((amount for _, amount in new), D(0)) - max(sum((amount for _, amount in old), D(0)), D(0))
    if any(amount > 0 for _, amount in old):
        assert fresh == max(grew, D(0))
