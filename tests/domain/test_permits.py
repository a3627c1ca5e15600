"""Permits of Hague: clocks of 602B [502B] (law.md A-11, A-12), and what a permit is as of a day."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Amendment, LawPack
from sewerdesk.domain.permits import (
    PERMIT_MACHINE,
    IssuedClock,
    PermitEvent,
    PermitEventKind,
    PermitFacts,
    PermitState,
    issue_clocks,
    permit_standing,
    running_clocks,
)
from tests.domain.counter_examples import hague, law_pack, new_york_calendar

LAW = hague()
CALENDAR = new_york_calendar()
ISSUED = date(2027, 5, 3)
FILED = PermitEvent(PermitEventKind.FILED, date(2027, 6, 1), "Book 12, page 40")
CONNECTED = PermitEvent(PermitEventKind.CONNECTED, date(2027, 9, 1))


def clocks(issued_on: date, *, law: LawPack = LAW, expires_on: date | None = None) -> dict[str, IssuedClock]:
    rows = issue_clocks(
        law, issued_on=issued_on, class_key="standard", calendar=CALENDAR, expires_on=expires_on
    )
    return {row.key: row for row in rows}


def permit(*events: PermitEvent, issued_on: date = ISSUED) -> PermitFacts:
    rows = issue_clocks(LAW, issued_on=issued_on, class_key="standard", calendar=CALENDAR)
    return PermitFacts("PER-2027-0001", issued_on, "standard", rows, events)


def state(facts: PermitFacts, on: date) -> PermitState:
    return permit_standing(facts, on=on).state


def test_a11_file_within_sixty_days() -> None:
    # 5/3 + 60: 28 days to 5/31, 30 in June make 58, so 7/2/2027, a Friday
    file = clocks(ISSUED)["file"]
    assert (file.raw, file.effective) == (date(2027, 7, 2), date(2027, 7, 2))
    assert file.citation == "§602B [502B], Art. 5"
    assert file.rule == "60 days from 5/3/2027 is Friday 7/2/2027"


def test_a11_roll_past_weekend_and_independence_day() -> None:
    # 5/4 + 60 is Saturday 7/3; Sunday 7/4 is kept on Monday 7/5; so Tuesday 7/6
    file = clocks(date(2027, 5, 4))["file"]
    assert (file.raw, file.effective) == (date(2027, 7, 3), date(2027, 7, 6))


def test_a12_expire_after_two_years() -> None:
    assert clocks(ISSUED)["expire"].effective == date(2029, 5, 3)
    assert clocks(date(2028, 2, 29))["expire"].raw == date(2030, 2, 28)


def test_a12_let_the_permit_set_another_day() -> None:
    rows = clocks(ISSUED, expires_on=date(2027, 12, 1))
    assert rows["expire"].effective == date(2027, 12, 1)
    assert rows["expire"].rule == "set by the permit: 12/1/2027"
    assert rows["file"].effective == date(2027, 7, 2)
    with pytest.raises(FieldErrors, match="must expire after the day on which it is issued"):
        clocks(ISSUED, expires_on=ISSUED)


def test_keep_the_clocks_of_the_law_at_issue() -> None:
    changed = LAW.with_amendments(
        [Amendment("permit.file_days", date(2027, 6, 1), Decimal(30), "L.L. 2 of 2027")]
    )
    assert clocks(ISSUED, law=changed)["file"].raw == date(2027, 7, 2)


def test_a11_lapse_the_day_after_the_last_day() -> None:
    assert state(permit(), date(2027, 7, 2)) is PermitState.IN_FORCE
    standing = permit_standing(permit(), on=date(2027, 7, 3))
    assert (standing.state, standing.since) == (PermitState.LAPSED, date(2027, 7, 3))
    assert standing.sentence == (
        "PER-2027-0001 lapsed: it was not filed by 7/2/2027 "
        "(60 days from 5/3/2027 is Friday 7/2/2027). A new application is needed."
    )
    assert standing.citation == "§602B [502B], Art. 5"
    assert standing.verbs == ()


def test_a11_stay_in_force_when_filed_on_the_last_day() -> None:
    in_time = permit(replace(FILED, on=date(2027, 7, 2)))
    assert state(in_time, date(2027, 7, 3)) is PermitState.IN_FORCE
    too_late = permit(replace(FILED, on=date(2027, 7, 3)))
    assert state(too_late, date(2027, 7, 3)) is PermitState.LAPSED


def test_a11_ask_as_of_a_day_before_the_filing() -> None:
    assert [clock.key for clock in running_clocks(permit(FILED), on=date(2027, 5, 31))] == ["file", "expire"]
    assert [clock.key for clock in running_clocks(permit(FILED), on=date(2027, 6, 1))] == ["expire"]
    assert running_clocks(permit(), on=date(2028, 1, 1)) == ()


def test_a12_expire_when_the_work_is_not_finished() -> None:
    assert state(permit(FILED), date(2029, 5, 3)) is PermitState.IN_FORCE
    standing = permit_standing(permit(FILED), on=date(2029, 5, 4))
    assert standing.state is PermitState.EXPIRED
    assert standing.sentence.startswith("PER-2027-0001 expired: the work was not finished by 5/3/2029")
    assert state(permit(FILED, CONNECTED), date(2029, 5, 4)) is PermitState.IN_FORCE


def test_say_what_is_due_next_while_in_force() -> None:
    assert permit_standing(permit(), on=ISSUED).sentence == (
        "PER-2027-0001 is in force. File the permit and plans with the Town Clerk by 7/2/2027 "
        "(60 days from 5/3/2027 is Friday 7/2/2027)."
    )
    done = permit(FILED, CONNECTED)
    assert permit_standing(done, on=date(2027, 9, 1)).sentence == "PER-2027-0001 is in force."


def test_suspend_and_reinstate() -> None:
    suspended = PermitEvent(PermitEventKind.SUSPENDED, date(2027, 6, 10), "insurance expired")
    back = PermitEvent(PermitEventKind.REINSTATED, date(2027, 6, 20))
    facts = permit(FILED, back, suspended)
    standing = permit_standing(facts, on=date(2027, 6, 19))
    assert standing.state is PermitState.SUSPENDED
    assert standing.sentence == "PER-2027-0001 is suspended from 6/10/2027: insurance expired."
    assert "reinstate" in standing.verbs
    assert state(facts, date(2027, 6, 20)) is PermitState.IN_FORCE
    assert state(facts, date(2027, 6, 9)) is PermitState.IN_FORCE


def test_let_the_first_end_govern() -> None:
    ended = PermitEvent(PermitEventKind.TERMINATED, date(2027, 6, 15), "false statement.", "§408(1)")
    standing = permit_standing(permit(ended), on=date(2028, 1, 1))
    assert (standing.state, standing.citation) == (PermitState.TERMINATED, "§408(1)")
    assert standing.sentence == "PER-2027-0001 was terminated on 6/15/2027: false statement."
    closed_late = PermitEvent(PermitEventKind.CLOSED, date(2027, 8, 1))
    assert state(permit(closed_late), date(2027, 9, 1)) is PermitState.LAPSED
    assert state(permit(FILED, CONNECTED, closed_late), date(2027, 9, 1)) is PermitState.CLOSED


def test_a14_end_an_industrial_permit_of_lockport_after_three_years() -> None:
    # 5/4/2030 is a Saturday: the permit ends by itself, nobody has until Monday
    law = law_pack("lockport")
    rows = issue_clocks(law, issued_on=date(2027, 5, 4), class_key="industrial", calendar=CALENDAR)
    facts = PermitFacts("PER-2027-0002", date(2027, 5, 4), "industrial", rows, (FILED, CONNECTED))
    assert state(facts, date(2030, 5, 4)) is PermitState.IN_FORCE
    standing = permit_standing(facts, on=date(2030, 5, 5))
    assert (standing.state, standing.citation) == (PermitState.TERMINATED, "§150-6B(2)(d)")
    assert standing.sentence == (
        "PER-2027-0002 ended by itself after 5/4/2030 (3 years from 5/4/2027 is Saturday 5/4/2030). "
        "A new application is needed."
    )
    home = issue_clocks(law, issued_on=date(2027, 5, 4), class_key="sanitary", calendar=CALENDAR)
    assert len(home) == len(rows) - 1


def test_offer_no_extension_of_a_permit_that_ended() -> None:
    for ended in (PermitState.LAPSED, PermitState.EXPIRED, PermitState.TERMINATED, PermitState.VOID):
        assert PERMIT_MACHINE.is_final(ended)
    assert "close" in PERMIT_MACHINE.verbs(PermitState.IN_FORCE)


@given(
    issued=st.dates(min_value=date(2026, 1, 1), max_value=date(2029, 12, 31)),
    filed_after=st.none() | st.integers(min_value=0, max_value=120),
    asked_after=st.integers(min_value=0, max_value=400),
)
def test_lapse_exactly_when_not_filed_in_time(
    issued: date, filed_after: int | None, asked_after: int
) -> None:
    events = []
    if filed_after is not None:
        events.append(PermitEvent(PermitEventKind.FILED, issued + timedelta(days=filed_after)))
    facts = permit(*events, issued_on=issued)
    (file,) = [clock for clock in facts.clocks if clock.key == "file"]
    on = issued + timedelta(days=asked_after)
    in_time = filed_after is not None and issued + timedelta(days=filed_after) <= file.effective
    expected = PermitState.LAPSED if on > file.effective and not in_time else PermitState.IN_FORCE
    assert state(facts, on) is expected


def test_run_no_clock_whose_time_nobody_has_set() -> None:
    """A-12 Altamont: the text gives a permit no life, so none runs until the Board sets one, for later permits."""
    law = law_pack("altamont")
    assert clocks(ISSUED, law=law) == {}
    set_later = law.with_amendments(
        [Amendment("permit.expiry_years", date(2027, 6, 1), Decimal(2), "Resolution 12 of 2027")]
    )
    assert clocks(ISSUED, law=set_later) == {}
    found = clocks(date(2027, 6, 1), law=set_later)["expire"]
    assert (found.effective, found.citation) == (
        date(2029, 6, 1),
        "Resolution 12 of 2027",
    )
