"""What a paper says late payment will add is what a judgment on that day adds, whatever the policy."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.ledger import Entry, EntryKind, PaymentOrder, PaymentPolicy, balance
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
)
from sewerdesk.domain.penalty_judging import judge_account
from sewerdesk.domain.penalty_lines import AccountFacts, LateBill, LineKey, LineKind, Rules, Standing
from sewerdesk.domain.penalty_outlook import Outlook, Reckoning, late_sentence
from tests.support.late_bills import JULY, MODEL, OCTOBER, TEN, bill, charge

D = Decimal
CALENDAR = HolidayCalendar(frozenset({date(2026, 9, 7), date(2026, 11, 26)}))


def rules_of(policy: PenaltyPolicy) -> Rules:
    rows = (PolicyRow(1, date(2020, 1, 1), "LL 1", policy),)
    return Rules(rows, PaymentPolicy(PaymentOrder.OLDEST_FIRST), CALENDAR)


def outlook(policy: PenaltyPolicy, *bills: LateBill, money: tuple[Entry, ...] = ()) -> Outlook | None:
    """What the last of the bills says on its day."""
    entries = [*(charge(one) for one in bills), *money]
    facts = AccountFacts(bills, entries)
    reckoning = Reckoning(facts, rules_of(policy), balance(entries), bills[-1].bill_date)
    return reckoning.if_unpaid(bills[-1])


@pytest.mark.parametrize(
    ("policy", "last_day", "after", "words"),
    [
        pytest.param(
            TEN, date(2026, 7, 31), "200.20",
            "A penalty of 10 percent of the unpaid current charges (18.20) is added after 7/31/2026",
            id="Appendix B",
        ),
        pytest.param(
            replace(TEN, grace=5, grace_unit=GraceUnit.BUSINESS_DAYS), date(2026, 8, 7), "200.20",
            "A penalty of 10 percent of the unpaid current charges (18.20) is added after 8/7/2026",
            id="five business days of grace",
        ),
        pytest.param(
            replace(TEN, grace=1, roll=Roll.NEXT), date(2026, 8, 3), "200.20",
            "A penalty of 10 percent of the unpaid current charges (18.20) is added after 8/3/2026",
            id="Saturday rolled to Monday",
        ),
        pytest.param(
            replace(TEN, percent=D(0), fixed=D("7.50")), date(2026, 7, 31), "189.50",
            "A penalty of $7.50 (7.50) is added after 7/31/2026", id="a fixed amount",
        ),
        pytest.param(
            replace(TEN, percent=D(1), least=D("5.00")), date(2026, 7, 31), "187.00",
            "A penalty of 1 percent of the unpaid current charges, at least $5.00 (5.00) is added after 7/31/2026",
            id="the least amount",
        ),
        pytest.param(
            MODEL, date(2026, 7, 21), "222.04",
            "A penalty of 20 percent of the charges of the bill (36.40) and interest of 2 percent a month (3.64) are "
            "added after 7/21/2026",
            id="model law",
        ),
        pytest.param(
            replace(TEN, percent=D(0), interest_percent=D("1.5"), months_begun=False), date(2026, 8, 31), "184.73",
            "Interest of 1.5 percent a month (2.73) is added after 8/31/2026", id="interest of whole months only",
        ),
        pytest.param(
            replace(TEN, percent=D(0), interest_percent=D("0.05"), interest_per=InterestPer.DAY),
            date(2026, 7, 31), "182.09", "Interest of 0.05 percent a day (0.09) is added after 7/31/2026",
            id="per diem",
        ),
        pytest.param(
            replace(TEN, repeat=Repeat.EACH_QUARTER, max_times=4), date(2026, 7, 31), "200.20",
            "A penalty of 10 percent of the unpaid current charges (18.20) is added after 7/31/2026, the penalty again "
            "each quarter",
            id="again",
        ),
    ],
)  # fmt: skip
def test_say_what_is_due_after_the_last_day(
    policy: PenaltyPolicy, last_day: date, after: str, words: str
) -> None:
    """182.00 billed on July 1 and due on July 31, 2026, a Friday; worked by hand."""
    one = bill(1, JULY, "182.00")
    found = outlook(policy, one)
    assert found is not None
    assert (found.last_day, found.total) == (last_day, D(after))
    assert late_sentence(found, one, policy) == words


def test_say_nothing_where_nothing_is_ever_added() -> None:
    one = bill(1, JULY, "182.00")
    ahead = Entry(900, 1, JULY, EntryKind.PAYMENT, D("-182.00"))
    assert outlook(TEN, one, money=(ahead,)) is None
    assert outlook(replace(TEN, min_balance=D("200.00")), one) is None
    held = PenaltyHold(HoldKind.DISPUTE, JULY, None, "Meter in dispute")
    facts = AccountFacts([one], [charge(one)], [held])
    assert Reckoning(facts, rules_of(TEN), D("182.00"), JULY).if_unpaid(one) is None


def test_count_the_whole_balance_and_what_earlier_bills_bear() -> None:
    """125.00 of July stays unpaid with its 12.50 charged; October's 130.00: 10 % of 255.00, or of 267.50."""
    old, new = bill(1, JULY, "125.00"), bill(2, OCTOBER, "130.00")
    charged = {LineKey(1, LineKind.PENALTY, "1"): Standing.COUNTS}
    facts = AccountFacts([old, new], [charge(old), charge(new)])
    for compound, total in ((False, "293.00"), (True, "294.25")):
        policy = replace(TEN, base=LateBase.WHOLE_BALANCE, on_penalties=compound)
        found = Reckoning(facts, rules_of(policy), D("267.50"), OCTOBER, charged).if_unpaid(new)
        assert found is not None
        assert found.total == D(total)
    monthly = replace(TEN, interest_percent=D(1))
    found = Reckoning(facts, rules_of(monthly), D("267.50"), OCTOBER, charged).if_unpaid(new)
    assert (
        found is not None
    )  # due 10/31: 13.00 and 1.30 on the new bill, 1.25 for the old one's month from 11/1
    assert late_sentence(found, new, monthly).endswith("10/31/2026; earlier bills bear 1.25 by then")


def test_find_the_next_day_on_which_anything_is_added() -> None:
    """A statement of July 10: nothing until the 18.20 of August 1; after that nothing more."""
    one = bill(1, JULY, "182.00")
    facts = AccountFacts([one], [charge(one)])
    found = Reckoning(facts, rules_of(TEN), D("182.00"), date(2026, 7, 10)).next_addition()
    assert found is not None
    assert found.sentence == (
        "If nothing is paid by 7/31/2026, a penalty of 18.20 is added on 8/1/2026; 200.20 is owed then."
    )
    charged = {LineKey(1, LineKind.PENALTY, "1"): Standing.COUNTS}
    assert Reckoning(facts, rules_of(TEN), D("200.20"), date(2026, 8, 1), charged).next_addition() is None


def test_find_the_very_day_on_which_interest_by_the_day_comes_to_a_cent() -> None:
    """0.03 % a day of 12.00 is 0.0036: nothing on August 1, 0.0072 and so the first cent on August 2.

    Through August 26 the 26 days are 0.0936, so 0.09; the next cent is there on the 27th, at 0.0972.
    """
    policy = replace(TEN, percent=D(0), interest_percent=D("0.03"), interest_per=InterestPer.DAY)
    one = bill(1, JULY, "12.00")
    reckoning = Reckoning(AccountFacts([one], [charge(one)]), rules_of(policy), one.charges, JULY)
    found = reckoning.if_unpaid(one)
    assert found is not None
    assert late_sentence(found, one, policy) == (
        "Interest of 0.03 percent a day (0.01) is added after 8/1/2026"
    )
    later = reckoning.next_addition(date(2026, 8, 26))
    assert later is not None
    assert (later.on, later.amount, later.total) == (date(2026, 8, 27), D("0.01"), D("12.10"))


def test_say_what_is_added_once_a_hold_is_over() -> None:
    """A plan through 9/14 spares the penalty of August and two months; 1.5 % of 100.00 is added on 10/1."""
    policy = replace(TEN, interest_percent=D("1.5"))
    one = bill(1, JULY, "100.00")
    plan = PenaltyHold(HoldKind.PLAN, date(2026, 6, 1), date(2026, 9, 15), "Plan")
    facts = AccountFacts([one], [charge(one)], [plan])
    found = Reckoning(facts, rules_of(policy), one.charges, JULY).if_unpaid(one)
    assert found is not None
    assert found.total == D("101.50")
    assert late_sentence(found, one, policy) == (
        "Interest of 1.5 percent a month (1.50) is added after 9/30/2026"
    )


def test_name_only_what_grows_on_the_day() -> None:
    """0.001 % a day of 100.00 is the first cent on August 5; on the 7th only the penalty of 10.00 comes."""
    policy = replace(TEN, interest_percent=D("0.001"), interest_per=InterestPer.DAY)
    old = bill(1, JULY, "100.00")
    new = bill(2, JULY, "100.00", due=date(2026, 8, 6))
    facts = AccountFacts([old, new], [charge(old), charge(new)])
    later = Reckoning(facts, rules_of(policy), D("200.00"), JULY).next_addition(date(2026, 8, 5))
    assert later is not None
    assert (later.on, later.amount, later.what) == (date(2026, 8, 7), D("10.00"), "a penalty")


_MONEY = st.integers(1, 60_000).map(lambda cents: D(cents) / 100)
_POLICIES = st.builds(
    PenaltyPolicy,
    percent=st.sampled_from([D(0), D("1.5"), D(10), D(20)]),
    fixed=st.sampled_from([D(0), D("5.00")]),
    least=st.sampled_from([D(0), D("3.00")]),
    base=st.sampled_from(LateBase),
    runs_from=st.sampled_from(RunsFrom),
    grace=st.sampled_from([0, 1, 10, 20]),
    grace_unit=st.sampled_from([GraceUnit.DAYS, GraceUnit.BUSINESS_DAYS]),
    roll=st.sampled_from(Roll),
    on_penalties=st.booleans(),
    repeat=st.sampled_from(Repeat),
    max_times=st.sampled_from([None, 1, 3]),
    interest_percent=st.sampled_from([D(0), D("0.05"), D(2)]),
    interest_per=st.sampled_from(InterestPer),
    interest_from=st.sampled_from(InterestFrom),
    months_begun=st.booleans(),
    cap_percent=st.sampled_from([None, D(1)]),
    min_balance=st.sampled_from([D(0), D("20.00")]),
    cut_off=st.sampled_from(["", "10-31"]),
    charge_code=st.just("PEN"),
)


@given(policy=_POLICIES, old=_MONEY, new=_MONEY, paid=_MONEY, later=st.integers(0, 100))
@settings(max_examples=150)
def test_say_what_a_rehearsal_on_that_day_charges(
    policy: PenaltyPolicy, old: Decimal, new: Decimal, paid: Decimal, later: int
) -> None:
    """Everything due by the bill's day is charged; then what the bill says is what the rehearsal of its day adds."""
    first, second = bill(1, JULY, str(old)), bill(2, OCTOBER, str(new))
    money = Entry(50, 1, JULY + timedelta(days=later), EntryKind.PAYMENT, -paid)
    rules = rules_of(policy)
    entries = [charge(first), charge(second), money]
    cuts = {1: frozenset({OCTOBER})}  # daily interest was charged through the bill's day
    facts = AccountFacts([first, second], entries, cuts=cuts)
    before = judge_account(facts, rules, as_of=OCTOBER, decide=lambda _key, _on: Standing.COUNTS)
    charged = {line.key: Standing.COUNTS for line in before.lines}
    owed = balance(entries) + sum((line.amount for line in before.lines), D(0))
    said = Reckoning(facts, rules, owed, OCTOBER, charged).if_unpaid(second)
    if said is None:
        far = judge_account(
            facts, rules, as_of=OCTOBER + timedelta(days=350), decide=lambda _key, _on: Standing.COUNTS
        )
        own = [line for line in far.lines if line.bill.bill_id == 2]
        assert not own
        return
    then = judge_account(facts, rules, as_of=said.on, decide=lambda _key, _on: Standing.COUNTS)
    fresh = [line for line in then.lines if line.key not in charged]
    assert [(line.key, line.amount) for line in fresh] == [(line.key, line.owed) for line in said.lines]
    assert said.total == owed + sum((line.amount for line in fresh), D(0))
    the_day_before = judge_account(
        facts, rules, as_of=said.last_day, decide=lambda _key, _on: Standing.COUNTS
    )
    assert not [line for line in the_day_before.lines if line.bill.bill_id == 2]
