"""Payment plans by hand: what is kept, behind and in default, and that only money that stands counts."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import Entry, EntryKind
from sewerdesk.domain.money import from_cents
from sewerdesk.domain.plans import (
    Installment,
    PlanDraft,
    PlanStanding,
    PlanState,
    check_plan,
    monthly_installments,
    plan_standing,
)

D = Decimal
AGREED = date(2027, 1, 4)
PARTS = monthly_installments(D("100.00"), count=3, first=date(2027, 1, 31))


def paid(entry_id: int, on: date, amount: str) -> Entry:
    return Entry(entry_id, 1, on, EntryKind.PAYMENT, D(amount), receipt=f"REC-{entry_id}")


OWED = Entry(1, 1, date(2026, 12, 1), EntryKind.CHARGE, D("100.00"))


def standing(
    entries: list[Entry], day: date, *, ended: bool = False, known: int = 1, owed: tuple[Entry, ...] = (OWED,)
) -> PlanStanding:
    """The plan for the 100.00 of entry 1; what ``known`` ids had is in its total."""
    return plan_standing(
        installments=PARTS,
        agreed_on=AGREED,
        grace_days=10,
        entries=[*owed, *entries],
        as_of=day,
        entries_through=known,
        ended=ended,
    )


def test_installments_share_the_odd_cent_and_end_with_the_month() -> None:
    assert (
        Installment(date(2027, 1, 31), D("33.34")),
        Installment(date(2027, 2, 28), D("33.33")),
        Installment(date(2027, 3, 31), D("33.33")),
    ) == PARTS


@pytest.mark.parametrize(
    ("day", "state"),
    [
        (date(2027, 1, 31), PlanState.KEPT),  # its own day is in time
        (date(2027, 2, 1), PlanState.BEHIND),
        (date(2027, 2, 10), PlanState.BEHIND),  # the tenth day of grace
        (date(2027, 2, 11), PlanState.DEFAULT),
    ],
)
def test_default_comes_after_the_days_of_grace(day: date, state: PlanState) -> None:
    found = standing([], day)
    assert found.state is state
    assert found.missing == (D("0.00") if state is PlanState.KEPT else D("33.34"))
    assert found.default_on == (date(2027, 2, 11) if state is PlanState.DEFAULT else None)


def test_payment_cures_and_pays() -> None:
    first = paid(2, date(2027, 2, 12), "-33.34")
    assert standing([first], date(2027, 2, 12)).state is PlanState.KEPT
    assert standing([first], date(2027, 2, 12)).next_due == Installment(date(2027, 2, 28), D("33.33"))
    rest = paid(3, date(2027, 2, 20), "-66.66")
    assert standing([first, rest], date(2027, 2, 20)).state is PlanState.PAID


def test_returned_check_never_counted() -> None:
    first = paid(2, date(2027, 1, 20), "-33.34")
    back = Entry(3, 1, date(2027, 2, 15), EntryKind.REVERSAL, D("33.34"), corrects_id=2, receipt="REC-2")
    assert standing([first, back], date(2027, 2, 20)).state is PlanState.DEFAULT
    assert standing([first, back], date(2027, 2, 20), ended=True).state is PlanState.ENDED


def test_money_in_the_total_and_adjustments_do_not_count() -> None:
    """50.00 of 150.00 came the same day, before 100.00 was agreed: it is in the total and pays no installment."""
    more = Entry(2, 1, date(2026, 12, 1), EntryKind.CHARGE, D("50.00"))
    before = paid(3, AGREED, "-50.00")
    adjusted = Entry(4, 1, date(2027, 1, 10), EntryKind.ADJUSTMENT, D("-20.00"))
    found = standing([more, before, adjusted], date(2027, 2, 1), known=3)
    assert (found.paid, found.state) == (D(0), PlanState.BEHIND)


def test_payment_posted_later_counts_though_it_came_before_the_agreement() -> None:
    """The mail of January 2 was opened after the plan of January 4: its money is not in the total and pays."""
    found = standing([paid(2, date(2027, 1, 2), "-33.34")], date(2027, 2, 20))
    assert (found.state, found.paid) == (PlanState.KEPT, D("33.34"))


def test_nothing_owed_any_more_is_no_default() -> None:
    waived = Entry(2, 1, date(2027, 1, 10), EntryKind.ADJUSTMENT, D("-100.00"))
    found = standing([waived], date(2027, 3, 1))
    assert (found.state, found.default_on, found.sentence) == (
        PlanState.PAID,
        None,
        "Nothing is owed any more.",
    )


def test_money_that_left_and_came_back_pays_no_installment() -> None:
    """82.00 of 182.00 was paid before 100.00 was agreed; its check bounces on 01/20 and is redeposited on 01/22."""
    owed = Entry(1, 1, date(2026, 12, 1), EntryKind.CHARGE, D("182.00"))
    before = paid(2, date(2027, 1, 4), "-82.00")
    bounced = Entry(3, 1, date(2027, 1, 20), EntryKind.REVERSAL, D("82.00"), corrects_id=2, receipt="REC-2")
    again = paid(4, date(2027, 1, 22), "-82.00")
    for entries in ([before], [before, bounced], [before, bounced, again]):
        found = standing(entries, date(2027, 1, 25), known=2, owed=(owed,))
        assert (found.paid, found.next_due) == (D(0), PARTS[0])
    more = paid(5, date(2027, 1, 24), "-33.34")
    found = standing([before, bounced, again, more], date(2027, 1, 25), known=2, owed=(owed,))
    assert (found.paid, found.next_due) == (D("33.34"), PARTS[1])


def test_plan_that_was_fulfilled_stays_so_when_more_is_charged() -> None:
    """The last 100.00 is adjusted away on 01/10; the bill of 04/02 is no part of the plan."""
    gone = Entry(2, 1, date(2027, 1, 10), EntryKind.ADJUSTMENT, D("-100.00"))
    bill = Entry(3, 1, date(2027, 4, 2), EntryKind.CHARGE, D("100.00"))
    found = standing([gone, bill], date(2027, 4, 3))
    assert (found.state, found.default_on, found.missing) == (PlanState.PAID, None, D(0))
    assert found.sentence == "Nothing was owed any more on 1/10/2027; what came since is no part of it."


def test_plan_was_not_fulfilled_by_what_was_taken_back_or_corrected() -> None:
    """An adjustment that was refused never was one; a bill corrected to 90.00 on one day left no day without debt."""
    gone = Entry(2, 1, date(2027, 1, 10), EntryKind.ADJUSTMENT, D("-100.00"))
    refused = Entry(3, 1, date(2027, 1, 12), EntryKind.REVERSAL, D("100.00"), corrects_id=2)
    assert standing([gone, refused], date(2027, 3, 1)).state is PlanState.DEFAULT
    taken_back = Entry(2, 1, date(2027, 1, 10), EntryKind.REVERSAL, D("-100.00"), corrects_id=1)
    corrected = Entry(3, 1, date(2027, 1, 10), EntryKind.CHARGE, D("90.00"))
    assert standing([taken_back, corrected], date(2027, 3, 1)).state is PlanState.DEFAULT


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"installments": ()}, "installments"),
        ({"installments": (PARTS[1], PARTS[0], PARTS[2])}, "installments"),
        ({"installments": PARTS[:2]}, "installments"),
        ({"agreed_on": date(2027, 2, 1)}, "installments"),
        (
            {
                "installments": (
                    Installment(date(2027, 2, 10), D("49.995")),
                    Installment(date(2027, 3, 10), D("50.005")),
                )
            },
            "installments",
        ),
        ({"agreed_with": " "}, "agreed_with"),
        ({"authority": ""}, "authority"),
        ({"grace_days": -1}, "grace_days"),
    ],
)
def test_plan_asks_for_what_it_needs(changes: dict[str, object], field: str) -> None:
    good = PlanDraft("1042", AGREED, "John Q Smith", PARTS, "Resolution 5 of 2026", 10)
    check_plan(good, owed=D("100.00"))
    with pytest.raises(FieldErrors) as problem:
        check_plan(replace(good, **changes), owed=D("100.00"))  # type: ignore[arg-type]
    assert set(problem.value.errors) == {field}


@given(cents=st.integers(1, 10_000_000), count=st.integers(1, 60))
def test_installments_always_come_to_the_total(cents: int, count: int) -> None:
    parts = monthly_installments(from_cents(cents), count=count, first=date(2027, 1, 31))
    assert sum((one.amount for one in parts), D(0)) == from_cents(cents)
    assert max(one.amount for one in parts) - min(one.amount for one in parts) <= D("0.01")
