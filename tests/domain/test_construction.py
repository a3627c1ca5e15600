"""When construction may start, in each law: approvals, fees, notice, highway, 811 (law.md A-04 to A-08, A-27, A-28)."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.applications import ApplicationApproval, ApplicationDraft, ApplicationState, WorkType
from sewerdesk.domain.approvals import approval_lines, approvals_needed
from sewerdesk.domain.construction import construction_notice, dig_window, highway_line, may_start
from sewerdesk.domain.fees import FeeLine
from sewerdesk.domain.law import FeeDue, LawPack, ProjectKind, RoadJurisdiction, fees_for
from sewerdesk.domain.permits import IssueFacts
from sewerdesk.domain.verdicts import Answer, Verdict
from tests.domain.counter_examples import FULL, new_york_calendar
from tests.support.packs import pack

CALENDAR = new_york_calendar()
MAY_3 = date(2027, 5, 3)  # a Monday
SEWER = replace(
    FULL,
    work_type=WorkType.MAIN_EXTENSION,
    designer="R. Peña, P.E.",
    designer_license="088123",
    plan_set="Set A, revised 3/1/2027",
    construction_notice_on=date(2027, 4, 3),
    utility_ticket="123-456",
    utility_called_on=date(2027, 4, 28),
)


def authorities(law: LawPack, draft: ApplicationDraft) -> list[str]:
    return [row.authority for row in approvals_needed(law, draft)]


def all_given(law: LawPack, draft: ApplicationDraft, on: date) -> tuple[ApplicationApproval, ...]:
    return tuple(ApplicationApproval(row.key, None, on, "Letter") for row in approvals_needed(law, draft))


def started(law: LawPack, draft: ApplicationDraft, **facts: object) -> Verdict:
    given = IssueFacts(
        ApplicationState.PERMIT_ISSUED, draft, approvals=all_given(law, draft, date(2027, 4, 1)),
        zero_fee_confirmed_by="MK", owner_does_the_work=True,
    )  # fmt: skip
    return may_start(replace(given, **facts), law, CALENDAR, on=MAY_3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "work", "expected"),
    [
        (
            "hague",
            WorkType.MAIN_EXTENSION,
            [
                "Zoning Enforcement Officer",
                "New York State Department of Health",
                "New York State Department of Environmental Conservation",
            ],
        ),
        (
            "hague",
            WorkType.SUBDIVISION,
            [
                "Wastewater Treatment Plant Operator",
                "New York State Department of Health",
                "Zoning Enforcement Officer",
                "New York State Department of Environmental Conservation",
            ],
        ),
        (
            "altamont",
            WorkType.MAIN_EXTENSION,
            [
                "Superintendent",
                "Albany County Health Department",
                "New York State Department of Environmental Conservation",
            ],
        ),
        (
            "altamont",
            WorkType.SUBDIVISION,
            [
                "Superintendent",
                "Albany County Health Department",
                "New York State Department of Environmental Conservation",
            ],
        ),
        ("lockport", WorkType.NEW_CONNECTION, ["Superintendent"]),
        ("dannemora", WorkType.NEW_CONNECTION, ["Sewer Inspector", "Village Board"]),
        ("dannemora", WorkType.PRIVATE_SYSTEM, ["Sewer Inspector"]),
    ],
)
def test_a05_name_the_approvals_of_each_kind_of_project(
    name: str, work: WorkType, expected: list[str]
) -> None:
    """A-05: Hague 401, 402A; Altamont 300-21, 300-22A; Lockport 150-6A; Dannemora 72-10, 72-12, 72-13."""
    assert authorities(pack(name), replace(FULL, work_type=work)) == expected


def test_a05_reach_each_kind_of_project_by_its_work() -> None:
    """A-05: the work that the form offers leads to every kind of project by which a law sorts."""
    reached = {one.project for one in WorkType} | {replace(FULL, in_district=False).project}
    assert reached == set(ProjectKind)


def test_a26_hague_asks_a_sewer_outside_the_district_for_the_board_too() -> None:
    """A-26 Hague 309: the Board's agreement and the Operator's consent stand beside those of 401."""
    hague = pack("hague")
    inside = approvals_needed(hague, SEWER)
    outside = approvals_needed(hague, replace(SEWER, in_district=False))
    assert outside[: len(inside)] == inside
    assert [row.citation for row in outside[len(inside) :]] == ["§309", "§309"]
    lateral = approvals_needed(hague, replace(FULL, in_district=False))
    assert {row.project for row in lateral} == {ProjectKind.LATERAL, ProjectKind.OUTSIDE_USER}


@pytest.mark.parametrize("name", ["hague", "altamont"])
def test_a05_start_only_when_every_approval_is_there(name: str) -> None:
    """A-05 Hague 401, Altamont 300-21: before any construction starts every row must be green."""
    law = pack(name)
    given = all_given(law, SEWER, date(2027, 4, 1))
    assert started(law, SEWER).answer is Answer.YES
    for missing in given:
        left = tuple(row for row in given if row is not missing)
        verdict = started(law, SEWER, approvals=left)
        assert verdict.answer is Answer.NO
        [line] = verdict.failing
        assert (line.on_file, line.action_key) == ("Not on record", "approval.record")
        assert line.citation


def test_a05_hague_counts_an_approval_from_its_own_day() -> None:
    """A-05 Hague: asked for, and given only tomorrow, is not given today."""
    law = pack("hague")
    asked = ApplicationApproval("sewer_health", date(2027, 4, 1))
    later = ApplicationApproval("sewer_dec", None, date(2027, 5, 4), "Letter 9")
    lines = {
        line.requirement.partition(":")[0]: line
        for line in approval_lines(law, SEWER, (asked, later), on=MAY_3)
    }
    assert lines["New York State Department of Health"].on_file == "Asked for on 4/1/2027, not given yet"
    dec = lines["New York State Department of Environmental Conservation"]
    assert (dec.passed, dec.on_file) == (False, "Given only on 5/4/2027")


@pytest.mark.parametrize("field", ["designer", "designer_license", "plan_set"])
def test_a06_hague_and_altamont_ask_for_a_licensed_designer(field: str) -> None:
    """A-06 Hague 401, Altamont 300-21: who designed it, the license, and the set of plans."""
    for name, section in (("hague", "§401"), ("altamont", "§300-21")):
        blank: dict[str, Any] = {field: " "}
        [line] = started(pack(name), replace(SEWER, **blank)).failing
        assert line.requirement.startswith("Designed by a professional licensed")
        assert line.citation == section


@pytest.mark.parametrize(("name", "section"), [("hague", "§402A"), ("altamont", "§300-22A(2)")])
def test_a08_count_thirty_days_from_the_notice(name: str, section: str) -> None:
    """A-08 Hague 402A, Altamont 300-22A(2): told on April 3, construction starts on May 3 at the earliest."""
    law = pack(name)
    found = construction_notice(law, CALENDAR, notified_on=date(2027, 4, 3), planned_start=date(2027, 6, 1))
    assert found is not None
    assert (found.earliest_start, found.notice_by) == (date(2027, 5, 3), date(2027, 5, 2))
    assert found.period == "30 days"
    assert section in found.citation
    assert started(law, SEWER).answer is Answer.YES
    late = started(law, replace(SEWER, construction_notice_on=date(2027, 4, 4)))
    [line] = late.failing
    assert line.citation == section
    assert "construction may start on 5/4/2027" in line.on_file
    none = started(law, replace(SEWER, construction_notice_on=None)).failing
    assert [one.on_file for one in none] == ["No notice is on file"]


def test_a08_across_the_end_of_february() -> None:
    """A-08 Hague: thirty days from January 30, 2028 run over February 29 to Tuesday, February 29."""
    hague = pack("hague")
    found = construction_notice(hague, CALENDAR, notified_on=date(2028, 1, 30))
    assert found is not None
    assert found.earliest_start == date(2028, 2, 29)
    backward = construction_notice(hague, CALENDAR, planned_start=date(2028, 3, 30))
    assert backward is not None
    assert backward.notice_by == date(2028, 2, 29)


@given(start=st.dates(date(2026, 6, 1), date(2031, 6, 1)))
def test_a08_notice_and_earliest_start_are_each_other_reversed(start: date) -> None:
    """A-08 Hague: a notice on the last day for it lets construction start on the planned day, not before."""
    hague = pack("hague")
    backward = construction_notice(hague, CALENDAR, planned_start=start)
    assert backward is not None
    assert backward.notice_by is not None
    forward = construction_notice(hague, CALENDAR, notified_on=backward.notice_by)
    assert forward is not None
    assert forward.earliest_start == start


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_a08_ask_for_no_notice_where_the_text_has_none(name: str) -> None:
    """A-08 Lockport and Dannemora: no notice before construction is in the text."""
    assert construction_notice(pack(name), CALENDAR, notified_on=MAY_3) is None
    assert not [line for line in started(pack(name), SEWER).lines if "notice" in line.on_file.lower()]


def test_a08_hague_gives_no_notice_for_one_building() -> None:
    """A-08 Hague 402A speaks of new sewers; a lateral waits for no thirty days."""
    lateral = replace(FULL, utility_called_on=date(2027, 4, 28))
    assert not started(pack("hague"), lateral).failing


@pytest.mark.parametrize("name", ["hague", "lockport", "altamont", "dannemora"])
def test_a27_leave_two_to_ten_full_working_days(name: str) -> None:
    """A-27: called on Thursday, the two days are Friday and Monday, so digging may begin on Tuesday."""
    window = dig_window(pack(name), date(2027, 4, 29), CALENDAR)
    assert window is not None
    assert window.earliest == date(2027, 5, 4)
    # ten working days after the call are 4/30 to 5/13; the day after them is Friday 5/14
    assert window.latest == date(2027, 5, 14)
    assert window.problem_on(date(2027, 5, 3)).startswith("too soon after the call of 4/29/2027")
    assert not window.problem_on(date(2027, 5, 4))
    assert not window.problem_on(date(2027, 5, 14))
    assert "too old" in window.problem_on(date(2027, 5, 17))


def test_a27_count_neither_thanksgiving_nor_the_weekend() -> None:
    """A-27: called on Tuesday, November 23, 2027: Wednesday, then Friday after Thanksgiving; digging on Monday."""
    window = dig_window(pack("hague"), date(2027, 11, 23), CALENDAR)
    assert window is not None
    assert window.earliest == date(2027, 11, 29)


def test_a27_hague_warns_and_never_stops_the_office() -> None:
    """A-27 Hague: the call is the excavator's duty; a wrong one is named, and construction may start."""
    for called, said in (
        (None, "Warning: no call is on file; calling is the excavator's duty"),
        (date(2027, 4, 30), "Warning: too soon after the call of 4/30/2027; from 5/5/2027 on"),
    ):
        verdict = started(pack("hague"), replace(SEWER, utility_called_on=called))
        assert verdict.answer is Answer.YES
        assert said in [line.on_file for line in verdict.lines]


@pytest.mark.parametrize(
    ("name", "road", "authority", "form"),
    [
        ("hague", RoadJurisdiction.LOCAL, "Superintendent of Highways", ""),
        ("hague", RoadJurisdiction.COUNTY, "County Department of Public Works", ""),
        ("altamont", RoadJurisdiction.LOCAL, "Superintendent of Public Works", ""),
        *(
            (
                name,
                RoadJurisdiction.STATE,
                "New York State Department of Transportation",
                "PERM 33 or PERM 32",
            )
            for name in ("hague", "lockport", "altamont", "dannemora")
        ),
    ],
)
def test_a28_ask_whoever_keeps_the_road(name: str, road: RoadJurisdiction, authority: str, form: str) -> None:
    """A-28 Hague 408(3), Altamont 300-28B, 17 NYCRR 126.6 for a state highway in every municipality."""
    draft = replace(SEWER, road_jurisdiction=road)
    line = highway_line(draft, pack(name), on=MAY_3)
    assert line is not None
    assert (line.passed, line.on_file) == (False, "No highway permit on file")
    assert line.requirement.startswith(f"{authority}: ")
    assert (f"applied for on form {form}" in line.requirement) == bool(form)
    assert started(pack(name), draft).answer is Answer.NO


def test_a28_hague_holds_a_permission_to_its_days() -> None:
    """A-28 Hague: a highway permit counts from its day to its last, and names the deposit."""
    law = pack("hague")
    draft = replace(
        SEWER,
        road_jurisdiction=RoadJurisdiction.STATE,
        highway_permit_no="HW-12",
        highway_permit_on=date(2027, 5, 3),
        highway_permit_until=date(2027, 5, 3),
        highway_security=Decimal(2500),
    )
    good = highway_line(draft, law, on=MAY_3)
    assert good is not None
    assert (good.passed, good.on_file) == (True, "Highway permit HW-12, $2,500 deposited or bonded")
    early = highway_line(draft, law, on=date(2027, 5, 2))
    over = highway_line(draft, law, on=date(2027, 5, 4))
    assert early is not None
    assert over is not None
    assert (early.on_file, over.on_file) == (
        "The highway permit begins only on 5/3/2027",
        "The highway permit ended on 5/3/2027",
    )


def test_a04_hague_wants_its_inspection_fee_before_construction() -> None:
    """A-04 Hague 402A: an inspection fee that is charged and unpaid stops the start, a waived one does not."""
    law = pack("hague")
    lateral = replace(FULL, utility_called_on=date(2027, 4, 28))
    tap = FeeLine("connection", "Connection charge", FeeDue.WITH_APPLICATION, Decimal(0), "§§201, 502")
    fee = FeeLine("inspection", "Inspection fee", FeeDue.BEFORE_CONSTRUCTION, Decimal(75), "§402A")
    [line] = started(law, lateral, fees=(tap, fee), zero_fee_confirmed_by="").failing
    assert (line.on_file, line.citation) == ("Inspection fee: $75 of $75 is unpaid", "§402A")
    waived = replace(fee, waived_reason="Resolution 9")
    assert started(law, lateral, fees=(tap, waived), zero_fee_confirmed_by="").answer is Answer.YES
    missing = started(law, lateral, fees=(tap,), zero_fee_confirmed_by="").failing
    assert [one.on_file for one in missing] == ["Inspection fee: no amount was charged"]


def test_a04_lockport_charges_on_inspection_and_stops_nothing_before() -> None:
    """A-04 Lockport 150-6F: the inspection charge is due with the inspection."""
    fee = FeeLine("inspection", "Inspection charge", FeeDue.ON_INSPECTION, Decimal(75), "§150-6F")
    verdict = started(
        pack("lockport"), replace(FULL, utility_called_on=MAY_3 - timedelta(days=5)), fees=(fee,)
    )
    assert verdict.answer is Answer.YES
    [kind] = pack("lockport").fee_kinds
    assert "new or replacement public sanitary sewers" in kind.exemption


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("hague", ["connection", "inspection"]),
        ("altamont", ["connection", "tap"]),
        ("lockport", ["inspection"]),
        ("dannemora", ["connection"]),
    ],
)
def test_a04_name_the_fees_of_each_law(name: str, keys: list[str]) -> None:
    """A-04: Hague 502 and 402A, Altamont two fees a lateral, Lockport one on inspection, Dannemora its schedule."""
    assert [row.key for row in fees_for(pack(name), ProjectKind.LATERAL, "standard")] == keys


def test_a04_dannemora_takes_a_dollar_with_a_contribution_application() -> None:
    """A-04 Dannemora 72-6B(2)(a): one dollar with the application for a contribution permit, none with a connection."""
    law = pack("dannemora")
    rows = {row.key: row for row in fees_for(law, ProjectKind.LATERAL, "industrial")}
    fee = rows["contribution_application"]
    assert (law.figure(fee.amount, MAY_3).number, fee.due) == (Decimal(1), FeeDue.WITH_APPLICATION)
