"""The office as a whole: made, opened, who works in it, its letterhead, its holidays, its sample."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.office import OfficeProfile as ProfileRow
from sewerdesk.domain.errors import FieldErrors, StaleRecord, UserError
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.services.holidays import calendar_of, holidays, save_holiday
from sewerdesk.services.law import law_of, pack_choices, read_pack
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.offices import (
    OpenOffice,
    add_operator,
    list_backups,
    make_office,
    office_profile,
    open_office,
    operators,
    save_office_profile,
)
from sewerdesk.services.people import end_work
from sewerdesk.services.sample import make_sample_office
from sewerdesk.services.stores import OfficeDrafts
from sewerdesk.services.workspace import Changes, Workspace
from tests.support.offices import HAGUE, OPENING_DAY, new_office

MONDAY = FixedClock(OPENING_DAY)


# Who works here


def test_add_operator_once(ws: Workspace) -> None:
    add_operator(ws, initials=" JD ", name=" Jo Dean ", title="")
    assert [(one.initials, one.name) for one in operators(ws)] == [("MB", "Mary Bell"), ("JD", "Jo Dean")]
    for taken in ("JD", "jd"):
        with pytest.raises(FieldErrors) as caught:
            add_operator(ws, initials=taken, name="Jim Doe", title="")
        assert caught.value.errors == {"initials": f"The initials {taken} are taken. Choose others."}
    with pytest.raises(FieldErrors) as caught:
        add_operator(ws, initials=" ", name="", title="")
    assert sorted(caught.value.errors) == ["initials", "name"]


def reopened(office: OpenOffice, *, operator: str = "", day: date = OPENING_DAY) -> OpenOffice:
    office.close(back_up=False)
    return open_office(office.ws.folder, clock=FixedClock(day), operator=operator)


def test_open_as_the_one_who_works_at_this_computer(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    add_operator(office.ws, initials="JD", name="Jo Dean", title="")
    office = reopened(office, operator="JD")
    assert office.ws.actor == "JD"
    office.close(back_up=False)


def test_open_as_somebody_who_does_not_work_here(tmp_path: Path) -> None:
    office = reopened(new_office(tmp_path / "office"), operator="XX")
    assert office.ws.actor == "MB"
    office.close(back_up=False)


def test_open_as_somebody_whose_last_day_is_over(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    add_operator(office.ws, initials="JD", name="Jo Dean", title="")
    end_work(office.ws, initials="MB", last_day=date(2027, 1, 8))
    office = reopened(office, operator="MB", day=date(2027, 1, 11))
    assert office.ws.actor == "JD"
    office.close(back_up=False)


def test_open_on_a_computer_whose_clock_is_behind(tmp_path: Path) -> None:
    office = reopened(new_office(tmp_path / "office"), day=date(2020, 1, 1))
    assert office.ws.actor == "MB"
    assert operators(office.ws) == ()
    office.close(back_up=False)


# Letterhead and settings


def test_make_office_without_answers(tmp_path: Path) -> None:
    empty = replace(HAGUE, law_code="", municipality="", city=" ", operator_initials="", operator_name="")
    with pytest.raises(FieldErrors) as caught:
        make_office(tmp_path / "office", setup=empty, clock=MONDAY)
    assert sorted(caught.value.errors) == [
        "city", "law_code", "municipality", "operator_initials", "operator_name",
    ]  # fmt: skip
    assert not (tmp_path / "office").exists()


def test_save_letterhead(ws: Workspace) -> None:
    before = office_profile(ws)
    save_office_profile(ws, profile=replace(before, phone="518-555-0199"))
    after = office_profile(ws)
    assert (after.phone, after.version) == ("518-555-0199", before.version + 1)
    assert after.address_lines == ("9793 Graphite Mountain Rd", "PO Box 509", "Hague, NY 12836")
    with pytest.raises(StaleRecord, match="changed elsewhere"):
        save_office_profile(ws, profile=replace(before, phone="518-555-0100"))


def test_save_letterhead_without_name_or_city(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        save_office_profile(ws, profile=replace(office_profile(ws), municipality=" ", city=""))
    assert sorted(caught.value.errors) == ["city", "municipality"]


def test_billing_settings_come_back_as_saved(ws: Workspace) -> None:
    assert billing_settings(ws) == BillingSettings()
    wanted = BillingSettings(
        due_days=30,
        penalty_percent=Decimal("12.5"),
        penalty_authority="Local Law 1 of 2020",
        payment_options=("By mail", "At the counter"),
    )
    save_billing_settings(ws, settings=wanted)
    assert billing_settings(ws) == wanted


def test_save_impossible_billing_settings(ws: Workspace) -> None:
    wrong = BillingSettings(
        due_days=-1, penalty_percent=Decimal(10), days_min=90, days_max=60, high_times=Decimal(0)
    )
    with pytest.raises(FieldErrors) as caught:
        save_billing_settings(ws, settings=wrong)
    assert sorted(caught.value.errors) == ["days_max", "due_days", "high_times", "penalty_authority"]
    assert billing_settings(ws) == BillingSettings()


# The law


def test_pack_choices_offer_the_blank_law_last() -> None:
    codes = [one.code for one in pack_choices()]
    assert {"hague", "lockport", "altamont", "dannemora"} <= set(codes)
    assert codes[-1] == "blank"


@pytest.mark.parametrize("code", ["nowhere", "../sample/office", "", "hague.toml"])
def test_read_a_law_that_this_program_does_not_hold(code: str) -> None:
    with pytest.raises(UserError, match=f"does not hold the sewer law “{code}”"):
        read_pack(code)


def test_open_an_office_of_a_law_that_this_program_does_not_hold(ws: Workspace) -> None:
    with ws.write() as session:
        session.get_one(ProfileRow, 1).law_code = "nowhere"
    with pytest.raises(UserError, match="Install the program with which the office was made"):
        law_of(ws)


@pytest.mark.parametrize("code", ["lockport", "altamont", "dannemora", "blank"])
def test_sample_office_under_another_law_has_that_municipality(tmp_path: Path, code: str) -> None:
    office = make_sample_office(tmp_path / "office", clock=MONDAY, law_code=code)
    profile, law = office_profile(office.ws), law_of(office.ws)
    assert (profile.law_code, profile.is_sample) == (code, True)
    assert profile.municipality == law.municipality != "Town of Hague"
    assert billing_settings(office.ws).payee == law.municipality
    office.close(back_up=False)
    open_office(tmp_path / "office", clock=MONDAY).close(back_up=False)


def test_sample_office_never_shows_a_day_before_its_files(tmp_path: Path) -> None:
    office = make_sample_office(tmp_path / "office", clock=FixedClock(date(2026, 1, 2)))
    first_day = office.ws.clock.today()
    assert first_day > date(2026, 1, 2)
    office.close(back_up=False)
    again = open_office(tmp_path / "office", clock=FixedClock(date(2026, 1, 2)))
    assert again.ws.clock.today() == first_day
    again.close(back_up=False)


def test_sample_office_that_cannot_be_filled_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise UserError("No.")

    monkeypatch.setattr("sewerdesk.services.sample.adopt_rates", fails)
    with pytest.raises(UserError, match="No"):
        make_sample_office(tmp_path / "office", clock=MONDAY)
    open_office(tmp_path / "office", clock=MONDAY).close(back_up=False)


# Holidays


def test_open_in_a_later_year_extends_the_holidays(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    assert holidays(office.ws, year=2036) == ()
    office = reopened(office, day=date(2034, 1, 3))
    assert calendar_of(office.ws).is_business_day(date(2037, 7, 3))
    assert not calendar_of(office.ws).is_business_day(date(2037, 12, 25))
    office.close(back_up=False)


def test_one_holiday_of_a_far_year_hides_no_other(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    save_holiday(office.ws, day=date(2040, 3, 16), name="Founders Day")
    assert len(holidays(office.ws, year=2040)) == len(holidays(office.ws, year=2035)) + 1
    office = reopened(office, day=date(2036, 1, 2))
    assert calendar_of(office.ws).years >= {2036, 2037, 2038, 2039}
    office.close(back_up=False)


def test_open_leaves_a_year_alone_that_the_clerk_edited(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    save_holiday(office.ws, day=date(2028, 3, 16), name="Founders Day")
    before = holidays(office.ws, year=2028)
    office = reopened(office, day=date(2033, 1, 3))
    assert holidays(office.ws, year=2028) == before
    office.close(back_up=False)


# Forms that are being typed


def test_drafts_survive_and_are_forgotten(office: OpenOffice) -> None:
    heard: list[Changes] = []
    office.ws.subscribe(heard.append)
    drafts = OfficeDrafts(office.ws)
    first, later = datetime(2027, 1, 4, 14, tzinfo=UTC), datetime(2027, 1, 4, 15, tzinfo=UTC)
    drafts.save("permit/1", payload=json.dumps({"owner": "Łuk"}), saved_at=first)
    drafts.save("case/2", payload="{}", saved_at=later)
    drafts.save("permit/1", payload=json.dumps({"owner": "Łukasz"}), saved_at=first)
    assert [row.key for row in drafts.list()] == ["case/2", "permit/1"]
    kept = drafts.load("permit/1")
    assert kept is not None
    assert (json.loads(kept.payload), kept.saved_at) == ({"owner": "Łukasz"}, first)
    drafts.delete("permit/1")
    drafts.delete("permit/1")
    assert drafts.load("permit/1") is None
    assert heard == [], "what is only being typed is no change of the books"


# Closing


def test_close_makes_a_backup_of_the_day(tmp_path: Path) -> None:
    office = new_office(tmp_path / "office")
    made = office.close()
    assert made is not None
    assert (made.label, made.path.exists()) == ("closing", True)
    again = open_office(tmp_path / "office", clock=MONDAY)
    assert [one.path for one in list_backups(again.ws)] == [made.path]
    again.close(back_up=False)
