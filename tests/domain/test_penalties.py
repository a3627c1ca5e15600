"""Penalty policies as data: each town's rule gives its amount; the due day is not late; caps, holds and stages."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.ledger import Entry, EntryKind, PaymentOrder, PaymentPolicy
from sewerdesk.domain.penalties import (
    GraceUnit,
    HoldKind,
    InterestFrom,
    InterestPer,
    LateBase,
    PenaltyHold,
    PenaltyPolicy,
    PolicyRow,
    Repeat,
    Roll,
    RunsFrom,
    check_policy,
    month_day,
    policy_from_json,
    policy_to_json,
)
from sewerdesk.domain.penalty_judging import judge_account
from sewerdesk.domain.penalty_lines import AccountFacts, Judgment, LateBill, LineKind, Rules, Spared, Standing
from tests.support.late_bills import JULY, MODEL, OCTOBER, TEN, bill, charge

D = Decimal
CALENDAR = HolidayCalendar(
    frozenset({date(2026, 1, 1), date(2026, 11, 26), date(2026, 12, 25), date(2027, 1, 1)})
)
QUEENSBURY = replace(TEN, runs_from=RunsFrom.MONTH_END, roll=Roll.PREVIOUS)
YATES = replace(TEN, percent=D(15), grace=30)
LLOYD = replace(TEN, runs_from=RunsFrom.BILL_DATE, grace=30)
OWEGO = replace(TEN, runs_from=RunsFrom.MONTH_END)


WHOLE = replace(TEN, base=LateBase.WHOLE_BALANCE, repeat=Repeat.EACH_QUARTER)


def paid(amount: str, on: date, *, entry_id: int = 900) -> Entry:
    return Entry(entry_id, 1, on, EntryKind.PAYMENT, -D(amount))


def judge(
    policy: PenaltyPolicy,
    bills: list[LateBill],
    *money: Entry,
    as_of: date,
    holds: tuple[PenaltyHold, ...] = (),
    cuts: dict[int, frozenset[date]] | None = None,
    order: PaymentOrder = PaymentOrder.OLDEST_FIRST,
) -> Judgment:
    rules = Rules((PolicyRow(1, date(2020, 1, 1), "LL 1", policy),), PaymentPolicy(order), CALENDAR)
    entries = [*(charge(one) for one in bills), *money]
    facts = AccountFacts(bills, entries, holds, cuts or {})
    return judge_account(facts, rules, as_of=as_of, decide=lambda _key, _on: Standing.COUNTS)


def amounts(found: Judgment) -> list[tuple[str, date]]:
    return [(str(line.amount), line.on) for line in found.lines]


@pytest.mark.parametrize(
    ("policy", "charges", "due", "last_day", "penalty"),
    [
        pytest.param(QUEENSBURY, "125.00", None, date(2026, 7, 31), "12.50", id="Queensbury"),
        pytest.param(YATES, "125.00", None, date(2026, 8, 30), "18.75", id="Yates County town"),
        pytest.param(LLOYD, "110.00", JULY, date(2026, 7, 31), "11.00", id="Lloyd"),
        pytest.param(OWEGO, "99.95", None, date(2026, 7, 31), "10.00", id="Owego"),
        pytest.param(LLOYD, "87.30", None, date(2026, 7, 31), "8.73", id="Goshen"),
        pytest.param(TEN, "125.00", None, date(2026, 7, 31), "12.50", id="Rouses Point"),
        pytest.param(LLOYD, "62.25", None, date(2026, 7, 31), "6.23", id="Lyons"),
        pytest.param(replace(LLOYD, percent=D(15)), "62.50", None, date(2026, 7, 31), "9.38", id="15 % after 30 days"),
        pytest.param(OWEGO, "210.40", None, date(2026, 7, 31), "21.04", id="Altamont"),
    ],
)  # fmt: skip
def test_charge_each_town_by_its_own_settings(
    policy: PenaltyPolicy, charges: str, due: date | None, last_day: date, penalty: str
) -> None:
    """Worked by hand from documents.md 1.6 and D-09; the last day itself is not late."""
    one = bill(1, JULY, charges, due=due)
    assert not judge(policy, [one], as_of=last_day).lines
    late = judge(policy, [one], as_of=last_day + timedelta(days=1))
    assert amounts(late) == [(penalty, last_day + timedelta(days=1))]
    assert not judge(policy, [one], paid(charges, last_day), as_of=date(2026, 12, 31)).lines
    assert len(judge(policy, [one], as_of=date(2026, 12, 31)).lines) == 1


def test_charge_no_penalty_on_a_penalty() -> None:
    """125.00 unpaid: 12.50; the next quarter 130.00 unpaid: 13.00 on the new bill only (fault b5/103)."""
    bills = [bill(1, JULY, "125.00"), bill(2, OCTOBER, "130.00")]
    found = judge(TEN, bills, as_of=date(2026, 11, 30))
    assert amounts(found) == [("12.50", date(2026, 8, 1)), ("13.00", date(2026, 11, 1))]
    total = sum((line.amount for line in found.lines), D(0)) + sum(one.charges for one in bills)
    assert total == D("280.50")


def test_charge_on_the_whole_balance_with_or_without_penalties() -> None:
    """255.00 owed without the first penalty of 12.50, 267.50 with it."""
    bills = [bill(1, JULY, "125.00"), bill(2, OCTOBER, "130.00")]
    plain = judge(replace(TEN, base=LateBase.WHOLE_BALANCE), bills, as_of=date(2026, 11, 30))
    assert [str(line.amount) for line in plain.lines] == ["12.50", "25.50"]
    compound = replace(TEN, base=LateBase.WHOLE_BALANCE, on_penalties=True)
    assert [str(line.amount) for line in judge(compound, bills, as_of=date(2026, 11, 30)).lines] == [
        "12.50",
        "26.75",
    ]


def test_roll_the_last_day_by_business_days() -> None:
    """Queensbury's October 31, 2026 is a Saturday: Friday the 30th is the last day; elsewhere Monday."""
    one = bill(1, OCTOBER, "130.00")
    assert amounts(judge(QUEENSBURY, [one], as_of=date(2026, 11, 1))) == [("13.00", date(2026, 10, 31))]
    following = replace(OWEGO, roll=Roll.NEXT)
    assert amounts(judge(following, [one], as_of=date(2026, 12, 1))) == [("13.00", date(2026, 11, 3))]
    five = replace(TEN, grace=5, grace_unit=GraceUnit.BUSINESS_DAYS)
    late = judge(
        five, [bill(1, date(2026, 11, 1), "130.00", due=date(2026, 11, 20))], as_of=date(2026, 12, 1)
    )
    assert amounts(late) == [("13.00", date(2026, 12, 1))]  # Thanksgiving is none of the five


def test_charge_the_model_law_back_to_the_bill_date() -> None:
    """100.00 billed July 1: on July 22, 20.00 and 2.00 for July; on August 1 another 2.00."""
    one = bill(1, JULY, "100.00")
    assert not judge(MODEL, [one], as_of=date(2026, 7, 21)).lines
    first = judge(MODEL, [one], as_of=date(2026, 7, 22))
    assert sorted(amounts(first)) == [("2.00", date(2026, 7, 22)), ("20.00", date(2026, 7, 22))]
    august = judge(MODEL, [one], paid("60.00", date(2026, 7, 25)), as_of=date(2026, 8, 1))
    # The original bill bears the 20.00; the 60.00 paid leaves 40.00 of it, 0.80 for August.
    assert sorted(str(line.amount) for line in august.lines) == ["0.80", "2.00", "20.00"]


def test_run_interest_by_complete_months_from_the_first_late_day() -> None:
    policy = replace(TEN, percent=D(0), interest_percent=D("1.5"), months_begun=False)
    found = judge(policy, [bill(1, JULY, "200.00")], as_of=date(2026, 10, 1))
    assert amounts(found) == [("3.00", date(2026, 9, 1)), ("3.00", date(2026, 10, 1))]


def test_run_interest_by_the_day_on_what_was_unpaid() -> None:
    """0.05 % a day of 182.00: ten days are 0.91; after 100.00 paid on August 11, ten days of 82.00 are 0.41."""
    policy = replace(TEN, percent=D(0), interest_percent=D("0.05"), interest_per=InterestPer.DAY)
    one = bill(1, JULY, "182.00")
    assert amounts(judge(policy, [one], as_of=date(2026, 8, 10))) == [("0.91", date(2026, 8, 10))]
    again = judge(
        policy, [one], paid("100.00", date(2026, 8, 11)), as_of=date(2026, 8, 20),
        cuts={1: frozenset({date(2026, 8, 10)})},
    )  # fmt: skip
    assert amounts(again) == [("0.91", date(2026, 8, 10)), ("0.41", date(2026, 8, 20))]


def test_run_interest_by_the_day_outside_of_a_hold_alone() -> None:
    """0.05 % a day of 182.00 from August 1: bankrupt on the 9th, eight days are 0.73 for ever, also after a run.

    In dispute until August 5, the 16 days from the 5th to the 20th are 1.46; through the 4th there is nothing.
    """
    policy = replace(TEN, percent=D(0), interest_percent=D("0.05"), interest_per=InterestPer.DAY)
    one = bill(1, JULY, "182.00")
    bankrupt = (PenaltyHold(HoldKind.BANKRUPTCY, date(2026, 8, 9), None, "Chapter 13"),)
    [line] = judge(policy, [one], as_of=date(2026, 10, 1), holds=bankrupt).lines
    assert line.sentence == (
        "Interest through 10/1/2026: 0.05 % a day of what was unpaid since 8/1/2026, 54 days spared = 0.73, of it now "
        "0.73."
    )
    [line] = judge(policy, [one], as_of=date(2026, 8, 9), holds=bankrupt).lines
    assert ", 1 day spared = 0.73, of it now 0.73" in line.sentence
    run = {1: frozenset({date(2026, 8, 8)})}
    assert amounts(judge(policy, [one], as_of=date(2026, 10, 1), holds=bankrupt, cuts=run)) == [
        ("0.73", date(2026, 8, 8))
    ]
    dispute = (PenaltyHold(HoldKind.DISPUTE, date(2026, 7, 20), date(2026, 8, 5), "Meter"),)
    [spared] = judge(policy, [one], as_of=date(2026, 8, 4), holds=dispute).spared
    assert (spared.why, spared.sentence) == (Spared.HELD, "In dispute until 8/5/2026: Meter.")
    assert amounts(judge(policy, [one], as_of=date(2026, 8, 20), holds=dispute)) == [
        ("1.46", date(2026, 8, 20))
    ]


@pytest.mark.parametrize("per", list(InterestPer))
@pytest.mark.parametrize("back", list(InterestFrom))
def test_stop_interest_at_its_cap_in_every_mode(per: InterestPer, back: InterestFrom) -> None:
    policy = replace(
        TEN, percent=D(0), interest_percent=D(2), interest_per=per, interest_from=back, cap_percent=D(9),
        cap_amount=D("8.50"),
    )  # fmt: skip
    found = judge(policy, [bill(1, JULY, "100.00")], as_of=date(2027, 12, 31))
    assert sum((line.amount for line in found.lines), D(0)) == D("8.50")
    percent = judge(replace(policy, cap_amount=None), [bill(1, JULY, "100.00")], as_of=date(2027, 12, 31))
    assert sum((line.amount for line in percent.lines), D(0)) == D("9.00")


def test_add_a_penalty_again_each_quarter_up_to_its_number() -> None:
    policy = replace(TEN, repeat=Repeat.EACH_QUARTER, max_times=3)
    found = judge(policy, [bill(1, JULY, "100.00")], as_of=date(2028, 1, 1))
    assert amounts(found) == [
        ("10.00", date(2026, 8, 1)), ("10.00", date(2026, 11, 1)), ("10.00", date(2027, 2, 1)),
    ]  # fmt: skip
    assert [line.stage for line in found.lines] == ["1", "2", "3"]


def test_add_nothing_after_the_cut_off_of_the_tax_roll() -> None:
    policy = replace(TEN, repeat=Repeat.EACH_MONTH, cut_off="10-31")
    found = judge(policy, [bill(1, JULY, "100.00")], as_of=date(2027, 6, 1))
    assert [line.on for line in found.lines] == [date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)]


def test_charge_a_flat_amount_and_the_least_amount() -> None:
    """A flat penalty above the charge is charged as it was set (fault b1/5)."""
    one = bill(1, JULY, "6.00")
    assert (
        amounts(judge(replace(TEN, percent=D(0), fixed=D("7.50")), [one], as_of=date(2026, 9, 1)))[0][0]
        == "7.50"
    )
    found = judge(replace(TEN, least=D("2.00")), [one], as_of=date(2026, 9, 1))
    assert found.lines[0].sentence == "Penalty of 10 % of 6.00 unpaid on 7/31/2026, at least 2.00 = 2.00."


def test_charge_only_what_was_unpaid_at_the_due_date() -> None:
    """100.00 of 182.00 paid in time: 8.20; the 82.00 paid on the next day are late (fault b1/5)."""
    one = bill(1, JULY, "182.00")
    money = [paid("100.00", date(2026, 7, 31)), paid("82.00", date(2026, 8, 1), entry_id=901)]
    found = judge(TEN, [one], *money, as_of=date(2026, 8, 5))
    assert amounts(found) == [("8.20", date(2026, 8, 1))]
    assert found.lines[0].sentence == "Penalty of 10 % of 82.00 unpaid on 7/31/2026 = 8.20."


def test_count_a_returned_check_as_never_paid() -> None:
    """The reversal is dated after the due date, but the check never paid anything (fault b4/82)."""
    one = bill(1, JULY, "182.00")
    check = paid("182.00", date(2026, 7, 20))
    back = Entry(901, 1, date(2026, 8, 12), EntryKind.REVERSAL, D("182.00"), corrects_id=900)
    assert not judge(TEN, [one], check, as_of=date(2026, 8, 15)).lines
    assert amounts(judge(TEN, [one], check, back, as_of=date(2026, 8, 15))) == [("18.20", date(2026, 8, 1))]


def test_judge_a_mailed_payment_by_its_postmark_or_by_its_day() -> None:
    """Postmarked July 31, in the office August 3: in time in one town, late in the other (fault b4/86)."""
    one = bill(1, JULY, "182.00")
    facts = AccountFacts(
        [one], [charge(one), paid("182.00", date(2026, 8, 3))], postmarks={900: date(2026, 7, 31)}
    )
    for by_postmark, lines in ((True, 0), (False, 1)):
        rows = (PolicyRow(1, date(2020, 1, 1), "LL 1", replace(TEN, by_postmark=by_postmark)),)
        rules = Rules(rows, PaymentPolicy(PaymentOrder.OLDEST_FIRST), CALENDAR)
        found = judge_account(facts, rules, as_of=date(2026, 8, 5), decide=lambda _key, _on: Standing.COUNTS)
        assert len(found.lines) == lines


def test_spare_the_exempt_the_disputed_and_the_small_with_their_reason() -> None:
    one = bill(1, JULY, "3.00")
    [row] = judge(replace(TEN, min_balance=D("5.00")), [one], as_of=date(2026, 9, 1)).spared
    assert (row.why, row.sentence) == (Spared.BELOW_MINIMUM, "The account owed 3.00, less than 5.00.")
    hold = PenaltyHold(HoldKind.EXEMPT, date(2026, 1, 1), date(2026, 9, 1), "Hardship", "Res. 12")
    [row] = judge(TEN, [one], as_of=date(2026, 9, 1), holds=(hold,)).spared
    assert row.sentence == "Exempt until 9/1/2026: Hardship (Res. 12)."
    ended = replace(hold, until=date(2026, 8, 1))
    assert len(judge(TEN, [one], as_of=date(2026, 9, 1), holds=(ended,)).lines) == 1


def test_keep_the_policy_of_the_bill_when_a_later_one_comes() -> None:
    """A new ladder never reaches back to old bills (fault b5/94)."""
    rows = (
        PolicyRow(1, date(2026, 1, 1), "LL 1", TEN),
        PolicyRow(2, date(2026, 9, 1), "LL 2", replace(TEN, percent=D(15))),
    )
    bills = [bill(1, JULY, "100.00"), bill(2, OCTOBER, "100.00"), bill(3, date(2025, 7, 1), "100.00")]
    facts = AccountFacts(bills, [charge(one) for one in bills])
    rules = Rules(rows, PaymentPolicy(PaymentOrder.OLDEST_FIRST), CALENDAR)
    found = judge_account(facts, rules, as_of=date(2026, 12, 1), decide=lambda _key, _on: Standing.COUNTS)
    assert [(line.bill.bill_id, str(line.amount)) for line in found.lines] == [(1, "10.00"), (2, "15.00")]
    assert [(row.bill.bill_id, row.why) for row in found.spared] == [(3, Spared.NO_POLICY)]


def test_refuse_a_blank_policy_and_wrong_figures() -> None:
    """A blank fee is none (fault b5/91)."""
    with pytest.raises(FieldErrors) as problem:
        check_policy(PenaltyPolicy(), authority=" ")
    assert set(problem.value.errors) == {"percent", "authority", "charge_code"}
    wrong = replace(TEN, percent=D(101), fixed=D("0.005"), grace=-1, max_times=0, cut_off="13-01")
    with pytest.raises(FieldErrors) as problem:
        check_policy(wrong, authority="LL 1")
    assert set(problem.value.errors) == {"percent", "fixed", "grace", "max_times", "cut_off"}
    check_policy(replace(MODEL, cut_off="12-15"), authority="LL 1")


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        pytest.param({"percent": D("NaN")}, "percent", "Enter a percentage from 0 to 100.", id="no number"),
        pytest.param({"interest_percent": D("1E-400")}, "interest_percent", "with at most 10 decimals", id="too fine"),
        pytest.param({"fixed": D("Infinity")}, "fixed", "from zero to 9,999,999.99", id="without end"),
        pytest.param({"least": D("1E30")}, "least", "from zero to 9,999,999.99", id="too much"),
        pytest.param({"grace": 9_999_999}, "grace", "Enter the grace, from 0 to 366 days.", id="27,000 years"),
        pytest.param({"grace": 13, "grace_unit": GraceUnit.MONTHS}, "grace", "from 0 to 12 months", id="13 months"),
    ],
)  # fmt: skip
def test_tell_the_clerk_what_figure_cannot_be(typed: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(FieldErrors) as problem:
        check_policy(replace(TEN, **typed), authority="LL 1")
    assert set(problem.value.errors) == {field}
    assert sentence in problem.value.errors[field]


def test_take_the_largest_figures_that_make_sense() -> None:
    """A year of grace, and 12 % a year as a daily rate: 12 / 365 = 0.0328767123."""
    daily = replace(TEN, interest_percent=D("0.0328767123"), interest_per=InterestPer.DAY, grace=366)
    check_policy(daily, authority="LL 1")


def test_tell_the_clerk_what_setting_cannot_be_read() -> None:
    with pytest.raises(UserError, match=r"percent is “ten”\. Enter a number such as 1\.5\."):
        policy_from_json({"percent": "ten"})
    with pytest.raises(UserError, match=r"roll is “back”\. Enter one of: stays, next business day"):
        policy_from_json({"roll": "back"})


def test_read_a_policy_back_as_it_was_stored() -> None:
    policy = replace(MODEL, cap_percent=D("12.5"), cap_amount=D("40.00"), cut_off="10-31", max_times=2)
    assert policy_from_json(policy_to_json(policy)) == policy
    assert (month_day("02-29", 2027), month_day("10/31", 2027)) == (date(2027, 2, 28), None)


_DAYS = st.dates(date(2026, 6, 1), date(2027, 6, 30))
_MONEY = st.decimals(D("0.01"), D("300.00"), places=2)


@given(
    payments=st.lists(st.tuples(_MONEY, _DAYS), max_size=6),
    charges=st.lists(_MONEY, min_size=1, max_size=4),
    policy=st.sampled_from([TEN, MODEL, QUEENSBURY, WHOLE]),
    order=st.sampled_from(list(PaymentOrder)),
    as_of=_DAYS,
)  # fmt: skip
def test_more_paid_earlier_never_adds_a_line_and_keys_are_single(
    payments: list[tuple[Decimal, date]],
    charges: list[Decimal],
    policy: PenaltyPolicy,
    order: PaymentOrder,
    as_of: date,
) -> None:
    bills = [bill(n, date(2026, 1 + 3 * (n - 1), 1), str(amount)) for n, amount in enumerate(charges, 1)]
    money = [paid(str(amount), on, entry_id=1000 + n) for n, (amount, on) in enumerate(payments)]
    found = judge(policy, bills, *money, as_of=as_of, order=order)
    keys = [line.key for line in found.lines]
    assert len(set(keys)) == len(keys)
    assert all(line.on <= as_of and line.judged_on == line.on - timedelta(days=1) for line in found.lines)
    judged = {line.bill.bill_id for line in found.lines} | {row.bill.bill_id for row in found.spared}
    assert judged == {one.bill_id for one in bills}
    everything = paid(str(sum(charges)), date(2026, 1, 1), entry_id=5000)
    assert not judge(policy, bills, *money, everything, as_of=as_of, order=order).lines
    later = judge(policy, bills, *money, as_of=as_of + timedelta(days=40), order=order)
    monthly = {line.key: line.amount for line in later.lines if line.kind is LineKind.PENALTY}
    assert {
        line.key: line.amount for line in found.lines if line.kind is LineKind.PENALTY
    }.items() <= monthly.items()
