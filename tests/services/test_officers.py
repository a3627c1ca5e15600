"""Who holds which office by date, and who works here."""

from datetime import date

import pytest

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import UnknownRule
from sewerdesk.services.law import law_of
from sewerdesk.services.officers import (
    _signer,
    appoint_officer,
    officer_history,
    officer_on,
    officers,
    vacate_office,
)
from sewerdesk.services.offices import add_operator
from sewerdesk.services.people import change_person, end_work, people, work_as
from sewerdesk.services.workspace import Workspace

NEW_YEAR, SPRING = date(2027, 1, 1), date(2027, 4, 1)


def test_name_every_office_of_the_law_with_its_citation(ws: Workspace) -> None:
    rows = officers(ws)
    assert {row.role for row in rows} == set(law_of(ws).officers)
    assert all(row.title and row.citation for row in rows)
    assert [row.person for row in rows] == [""] * len(rows)


def test_find_the_holder_of_the_day(ws: Workspace) -> None:
    appoint_officer(ws, role="issues", person="Ann Example", phone="518-555-0100", since=NEW_YEAR)
    appoint_officer(ws, role="issues", person="Bo Peña", phone="", since=SPRING)
    assert officer_on(ws, role="issues", on=date(2026, 12, 31)).person == ""
    assert officer_on(ws, role="issues", on=date(2027, 3, 31)).person == "Ann Example"
    assert officer_on(ws, role="issues", on=SPRING).person == "Bo Peña"
    assert [(one.person, one.since, one.until) for one in officer_history(ws, role="issues")] == [
        ("Bo Peña", SPRING, None),
        ("Ann Example", NEW_YEAR, SPRING),
    ]


def test_sign_with_the_holder_of_the_day(ws: Workspace) -> None:
    appoint_officer(ws, role="enforces", person="Ann Example", phone="518-555-0100", since=NEW_YEAR)
    title = law_of(ws).officer("enforces").title
    with ws.read() as session:
        held = _signer(session, law_of(ws), "enforces", SPRING)
        before = _signer(session, law_of(ws), "enforces", date(2026, 12, 31))
    assert (held.name, held.title) == ("Ann Example", title)
    assert (before.name, before.title) == ("", title)


def test_correct_an_appointment_entered_the_same_day(ws: Workspace) -> None:
    appoint_officer(ws, role="clerk", person="Ann Exmaple", phone="", since=NEW_YEAR)
    appoint_officer(ws, role="clerk", person="Ann Example", phone="518-555-0100", since=NEW_YEAR)
    [only] = officer_history(ws, role="clerk")
    assert (only.person, only.phone, only.until) == ("Ann Example", "518-555-0100", None)


def test_refuse_an_appointment_before_the_last_one(ws: Workspace) -> None:
    appoint_officer(ws, role="clerk", person="Ann Example", phone="", since=SPRING)
    with pytest.raises(FieldErrors) as caught:
        appoint_officer(ws, role="clerk", person="Bo Peña", phone="", since=NEW_YEAR)
    assert "Ann Example holds the office from 04/01/2027" in caught.value.errors["since"]


def test_refuse_an_appointment_of_nobody_and_of_an_unknown_office(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        appoint_officer(ws, role="clerk", person="  ", phone="", since=NEW_YEAR)
    assert caught.value.errors == {"person": "Enter who is Town Clerk."}
    with pytest.raises(UnknownRule):
        appoint_officer(ws, role="harbor_master", person="Ann", phone="", since=NEW_YEAR)


def test_leave_the_office_vacant_from_a_day_on(ws: Workspace) -> None:
    appoint_officer(ws, role="board", person="Ann Example", phone="", since=NEW_YEAR)
    vacate_office(ws, role="board", until=SPRING)
    assert officer_on(ws, role="board", on=date(2027, 3, 31)).person == "Ann Example"
    assert officer_on(ws, role="board", on=SPRING).person == ""
    with pytest.raises(UserError, match="Nobody is entered as Town Board"):
        vacate_office(ws, role="board", until=SPRING)


def test_refuse_to_vacate_before_the_holder_began(ws: Workspace) -> None:
    appoint_officer(ws, role="board", person="Ann Example", phone="", since=SPRING)
    with pytest.raises(FieldErrors) as caught:
        vacate_office(ws, role="board", until=SPRING)
    assert "Choose a later day" in caught.value.errors["until"]


def test_work_as_somebody_else(ws: Workspace) -> None:
    add_operator(ws, initials="JD", name="John Doe", title="Deputy Clerk")
    assert work_as(ws, initials="JD").works_now
    assert ws.actor == "JD"
    assert [(row.initials, row.works_now) for row in people(ws)] == [("MB", False), ("JD", True)]


def test_end_work_with_the_last_day_worked(ws: Workspace) -> None:
    add_operator(ws, initials="JD", name="John Doe", title="")
    today = ws.clock.today()
    end_work(ws, initials="JD", last_day=today)
    [john] = [row for row in people(ws) if row.initials == "JD"]
    assert (john.last_day, john.works_here) == (today, True), "the last day is worked to its end"
    end_work(ws, initials="JD", last_day=today)
    with pytest.raises(FieldErrors) as caught:
        end_work(ws, initials="JD", last_day=date(2027, 1, 3))
    assert "works here from 01/04/2027" in caught.value.errors["last_day"]


def test_keep_somebody_working_here(ws: Workspace) -> None:
    with pytest.raises(UserError, match="Mary Bell is the only one who works here"):
        end_work(ws, initials="MB", last_day=ws.clock.today())
    with pytest.raises(UserError, match="Nobody with the initials ZZ"):
        work_as(ws, initials="ZZ")


def test_correct_a_name_but_never_to_nothing(ws: Workspace) -> None:
    change_person(ws, initials="MB", name="Mary Łukasiewicz", title="Clerk")
    assert [(row.name, row.title) for row in people(ws)] == [("Mary Łukasiewicz", "Clerk")]
    with pytest.raises(FieldErrors):
        change_person(ws, initials="MB", name=" ", title="")
