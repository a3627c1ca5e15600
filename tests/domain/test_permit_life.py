"""Permits renewed, passed on, changed and ended by the grounds of each law (law.md A-11 to A-17)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import ItemAnswer
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.law import PermitForm, RenewalMode, TransferMode
from sewerdesk.domain.permit_life import (
    check_change,
    check_transfer,
    earliest_change,
    ground_of,
    renewal_answer,
    termination_grounds,
    transfer_answer,
    varied,
)
from sewerdesk.domain.permits import (
    PermitEvent,
    PermitEventKind,
    PermitFacts,
    PermitState,
    issue_clocks,
    permit_standing,
    term_end,
)
from tests.domain.counter_examples import FULL, new_york_calendar
from tests.support.packs import pack

CALENDAR = new_york_calendar()
DAY = date(2027, 5, 3)


def permit(name: str, class_key: str, *events: PermitEvent, issued_on: date = DAY) -> PermitFacts:
    clocks = issue_clocks(pack(name), issued_on=issued_on, class_key=class_key, calendar=CALENDAR)
    return PermitFacts("PER-2027-0001", issued_on, class_key, clocks, events)


def test_a11_hague_counts_sixty_days_from_leap_day() -> None:
    """A-11 Hague: sixty days from February 29, 2028 are 31 in March and 29 in April: Saturday, so Monday, May 1."""
    clock = next(
        row for row in permit("hague", "standard", issued_on=date(2028, 2, 29)).clocks if row.key == "file"
    )
    assert (clock.raw, clock.effective) == (date(2028, 4, 29), date(2028, 5, 1))


@pytest.mark.parametrize(
    ("issued", "ends"),
    [
        (date(2028, 2, 29), date(2030, 2, 28)),
        (date(2027, 12, 31), date(2029, 12, 31)),
        (date(2027, 2, 28), date(2029, 2, 28)),
    ],
)
def test_a12_hague_ends_after_two_years_at_the_end_of_a_month(issued: date, ends: date) -> None:
    """A-12 Hague: the same calendar day two years on; February 29 becomes February 28."""
    clock = next(row for row in permit("hague", "standard", issued_on=issued).clocks if row.key == "expire")
    assert clock.raw == ends


@pytest.mark.parametrize(("name", "keys"), [("lockport", []), ("altamont", []), ("dannemora", [])])
def test_a11_a12_run_no_clock_of_hague_elsewhere(name: str, keys: list[str]) -> None:
    """A-11, A-12: the text of Lockport, Altamont and Dannemora gives a connection permit no such clock."""
    assert [row.key for row in permit(name, "standard").clocks] == keys


def test_a12_hague_knows_no_extension() -> None:
    """A-12 Hague: expired work needs a new application; nothing is extended or renewed."""
    answer = renewal_answer(pack("hague"), class_key="standard", calendar=CALENDAR)
    assert answer.mode is RenewalMode.NEW_APPLICATION
    assert answer.apply_by is None
    assert "602B" in answer.citation


def test_a13_lockport_alone_makes_the_approved_application_the_permit() -> None:
    """A-13 Lockport 150-6B(2): the approved application is the permit; elsewhere it is a certificate."""
    forms = {
        name: pack(name).permit_papers[0].form for name in ("hague", "lockport", "altamont", "dannemora")
    }
    assert [name for name, form in forms.items() if form is PermitForm.APPROVED_APPLICATION] == ["lockport"]


def test_a14_lockport_ends_by_itself_on_each_ground() -> None:
    """A-14 Lockport 150-6B(2)(a) to (c): a dated event with evidence; (d) is a computed day, no ground to pick."""
    law = pack("lockport")
    for class_key in ("standard", "industrial"):
        grounds = termination_grounds(law, class_key=class_key)
        assert [row.citation for row in grounds if row.automatic] == [
            "§150-6B(2)(a)",
            "§150-6B(2)(b)",
            "§150-6B(2)(c)",
        ]
    ground = ground_of(law, "changed_waste", class_key="standard")
    ended = permit(
        "lockport",
        "standard",
        PermitEvent(PermitEventKind.ENDED, date(2027, 6, 1), ground.sentence, ground.citation),
    )
    standing = permit_standing(ended, on=date(2027, 6, 1))
    assert (standing.state, standing.citation) == (PermitState.TERMINATED, "§150-6B(2)(a)")
    assert standing.sentence.startswith("PER-2027-0001 ended by itself on 6/1/2027: The applicant changes")
    assert standing.verbs == ()
    assert permit_standing(ended, on=date(2027, 5, 31)).state is PermitState.IN_FORCE


def test_a14_lockport_computes_the_three_years_of_a_major_industrial_user() -> None:
    """A-14 Lockport 150-6B(2)(d): issued on February 29, 2028 it ends on February 28, 2031, a Friday."""
    [clock] = permit("lockport", "industrial", issued_on=date(2028, 2, 29)).clocks
    assert (clock.raw, clock.citation) == (date(2031, 2, 28), "§150-6B(2)(d)")


def test_a14_refuse_a_ground_that_the_law_does_not_have() -> None:
    """A-14 Hague has no automatic termination; Dannemora's grounds are for contribution permits only."""
    assert not [row for row in termination_grounds(pack("hague"), class_key="standard") if row.automatic]
    assert termination_grounds(pack("dannemora"), class_key="standard") == ()
    industrial = termination_grounds(pack("dannemora"), class_key="industrial")
    assert [row.citation for row in industrial] == ["§72-7B(1)", "§72-7B(2)", "§72-7B(3)", "§72-7B(4)"]
    assert not any(row.automatic for row in industrial)
    with pytest.raises(FieldErrors, match="Choose the ground"):
        ground_of(pack("dannemora"), "access", class_key="standard")


def test_a15_lockport_renews_by_a_form_that_states_what_has_varied() -> None:
    """A-15 Lockport 150-6B(3): the renewal says what has varied, or that nothing has."""
    law = pack("lockport")
    assert renewal_answer(law, class_key="standard", calendar=CALENDAR).mode is RenewalMode.RENEWAL_FORM
    waste = (ItemAnswer("waste_character", "Sanitary sewage"),)
    renewal = replace(FULL, law_answers=waste, renews="PER-2027-0001")
    asked = [item for item in completeness(renewal, law).missing if item.field == "what_varied"]
    assert [item.citation for item in asked] == ["§150-6B(3)"]
    assert completeness(replace(renewal, what_varied="Nothing has varied"), law).is_complete
    assert completeness(replace(renewal, renews=""), law).is_complete


def test_a15_lockport_shows_what_the_renewal_answers_otherwise() -> None:
    """A-15 Lockport: every answer that differs from the permit's application is listed with both values."""
    law = pack("lockport")
    old = replace(FULL, law_answers=(ItemAnswer("waste_character", "Sanitary sewage"),))
    new = replace(
        old,
        dwelling_units=2,
        estimated_gpd=Decimal(660),
        certified_on=date(2030, 4, 1),
        law_answers=(ItemAnswer("waste_character", "Sanitary sewage and laundry"),),
    )
    assert [(row.field, row.was, row.now) for row in varied(old, new, law)] == [
        ("dwelling units", "1", "2"),
        ("estimated gpd", "330", "660"),
        (
            "What is the character of the waste that will be discharged?",
            "Sanitary sewage",
            "Sanitary sewage and laundry",
        ),
    ]
    assert varied(old, replace(old, received_on=date(2030, 4, 1)), law) == ()


def test_a15_dannemora_applies_180_days_before_the_contribution_permit_ends() -> None:
    """A-15 Dannemora 72-6B(5): issued May 3, 2027 for five years; 180 days before May 3, 2032 is November 5, 2031."""
    facts = permit("dannemora", "industrial")
    ends = term_end(facts)
    assert ends == date(2032, 5, 3)
    answer = renewal_answer(pack("dannemora"), class_key="industrial", calendar=CALENDAR, expires_on=ends)
    assert answer.mode is RenewalMode.APPLY_BEFORE
    assert answer.apply_by is not None
    assert answer.apply_by.raw == date(2031, 11, 5)
    assert answer.citation == "§72-6B(5)"
    assert term_end(permit("hague", "standard")) is None


def test_a15_dannemora_ends_on_the_day_of_its_term_and_lasts_no_longer() -> None:
    """A-15 Dannemora 72-6B(5): not longer than five years, not even to the next business day."""
    law = pack("dannemora")
    [clock] = issue_clocks(law, issued_on=date(2027, 1, 4), class_key="industrial", calendar=CALENDAR)
    assert (clock.raw, clock.effective) == (date(2032, 1, 4), date(2032, 1, 4))  # a Sunday
    shorter = issue_clocks(
        law,
        issued_on=date(2027, 1, 4),
        class_key="industrial",
        calendar=CALENDAR,
        expires_on=date(2030, 1, 4),
    )
    assert shorter[0].effective == date(2030, 1, 4)
    with pytest.raises(FieldErrors, match="until 1/4/2032 at the longest"):
        issue_clocks(
            law,
            issued_on=date(2027, 1, 4),
            class_key="industrial",
            calendar=CALENDAR,
            expires_on=date(2032, 1, 5),
        )


def test_a15_close_the_old_permit_when_it_is_renewed() -> None:
    """A-15 Dannemora: the permit that another renews is closed by it and does not expire later."""
    facts = permit(
        "dannemora",
        "industrial",
        PermitEvent(PermitEventKind.RENEWED, date(2032, 4, 1), "Renewed by PER-2032-0002"),
    )
    for on in (date(2032, 4, 1), date(2033, 1, 1)):
        standing = permit_standing(facts, on=on)
        assert standing.state is PermitState.CLOSED
        assert standing.sentence == "PER-2027-0001 was renewed on 4/1/2032: Renewed by PER-2032-0002."


def test_a16_lockport_never_passes_a_permit_to_another() -> None:
    """A-16 Lockport 150-6D: no new owner, user, premises or operation; a new application is needed."""
    law = pack("lockport")
    assert transfer_answer(law, class_key="standard").mode is TransferMode.NEVER
    with pytest.raises(RuleViolation, match="A new application is needed") as refused:
        check_transfer(
            law, class_key="standard", to="New Owner", on=DAY, approved_on=DAY, reference="Letter 1"
        )
    assert refused.value.citation == "§150-6D"


def test_a16_dannemora_passes_a_contribution_permit_with_approval() -> None:
    """A-16 Dannemora 72-6B(6): only with the Village's approval, given by then."""
    law = pack("dannemora")
    answer = transfer_answer(law, class_key="industrial")
    assert (answer.mode, answer.citation) == (TransferMode.WITH_APPROVAL, "§72-6B(6)")
    with pytest.raises(FieldErrors, match="approved the transfer"):
        check_transfer(
            law, class_key="industrial", to="New LLC", on=DAY, approved_on=None, reference="Minute 4"
        )
    with pytest.raises(FieldErrors, match="comes after the transfer"):
        check_transfer(
            law,
            class_key="industrial",
            to="New LLC",
            on=DAY,
            approved_on=date(2027, 5, 4),
            reference="Minute 4",
        )
    assert (
        check_transfer(
            law, class_key="industrial", to="New LLC", on=DAY, approved_on=DAY, reference="Minute 4"
        )
        == answer
    )


@pytest.mark.parametrize(
    ("name", "class_key"), [("hague", "standard"), ("altamont", "standard"), ("dannemora", "standard")]
)
def test_a16_name_the_decision_where_the_text_is_silent(name: str, class_key: str) -> None:
    """A-16 Hague, Altamont, Dannemora (connection): not in the text, so the office's own decision is named."""
    law = pack(name)
    assert transfer_answer(law, class_key=class_key).mode is TransferMode.NOT_IN_TEXT
    with pytest.raises(FieldErrors, match="letter or minute"):
        check_transfer(law, class_key=class_key, to="New Owner", on=DAY, approved_on=None, reference=" ")
    check_transfer(law, class_key=class_key, to="New Owner", on=DAY, approved_on=None, reference="Memo 3")


def test_a17_dannemora_tells_the_user_thirty_days_before_a_change() -> None:
    """A-17 Dannemora 72-6B(5): told on May 3, a change takes effect on June 2, 2027 at the earliest."""
    law = pack("dannemora")
    first = earliest_change(law, class_key="industrial", notified_on=DAY, calendar=CALENDAR)
    assert first is not None
    assert (first.raw, first.citation) == (date(2027, 6, 2), "§72-6B(5)")
    check_change(
        law,
        class_key="industrial",
        what="Zinc 1.0 mg/l",
        notified_on=DAY,
        effective_on=date(2027, 6, 2),
        calendar=CALENDAR,
    )
    with pytest.raises(FieldErrors, match="6/2/2027 at the earliest"):
        check_change(
            law,
            class_key="industrial",
            what="Zinc 1.0 mg/l",
            notified_on=DAY,
            effective_on=date(2027, 6, 1),
            calendar=CALENDAR,
        )
    assert earliest_change(law, class_key="standard", notified_on=DAY, calendar=CALENDAR) is None


@pytest.mark.parametrize("name", ["hague", "lockport", "altamont"])
def test_a17_ask_for_no_notice_where_the_text_has_none(name: str) -> None:
    """A-17 Hague, Lockport, Altamont: terms may change without a notice in days, never before the holder is told."""
    law = pack(name)
    assert (
        check_change(
            law, class_key="industrial", what="Limits", notified_on=DAY, effective_on=DAY, calendar=CALENDAR
        )
        is None
    )
    with pytest.raises(FieldErrors) as refused:
        check_change(
            law,
            class_key="industrial",
            what=" ",
            notified_on=DAY,
            effective_on=date(2027, 5, 2),
            calendar=CALENDAR,
        )
    assert set(refused.value.errors) == {"what", "effective_on"}


@given(told=st.dates(date(2026, 6, 1), date(2031, 6, 1)), waits=st.integers(min_value=0, max_value=90))
def test_a17_dannemora_allows_a_change_exactly_from_the_thirtieth_day(told: date, waits: int) -> None:
    """A-17 Dannemora: thirty days and not one less."""
    effective = date.fromordinal(told.toordinal() + waits)
    try:
        check_change(
            pack("dannemora"),
            class_key="industrial",
            what="Limits",
            notified_on=told,
            effective_on=effective,
            calendar=CALENDAR,
        )
        allowed = True
    except FieldErrors:
        allowed = False
    assert allowed == (waits >= 30)
