"""One pipe a building, old pipes used again, pipes under buildings, buildings ready (law.md A-18 to A-22)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.application_checks import required_papers
from sewerdesk.domain.applications import ApplicationState, LateralUse, WorkType
from sewerdesk.domain.entry import Answer
from sewerdesk.domain.laterals import (
    UnderBuilding,
    UnderBuildingFacts,
    building_ready,
    reuse_line,
    shared_lateral_line,
    under_building_line,
)
from sewerdesk.domain.permits import IssueFacts, Severity, hindrances
from tests.domain.counter_examples import DAY, FULL
from tests.support.packs import pack

SHARED = replace(FULL, shares_lateral=True)
EXISTING = replace(FULL, lateral_use=LateralUse.EXISTING, work_type=WorkType.RECONNECT)


@pytest.mark.parametrize("name", ["hague", "lockport", "altamont", "dannemora"])
def test_a18_ask_nothing_of_a_building_with_its_own_pipe(name: str) -> None:
    """A-18: a separate pipe for each building is what every text wants."""
    assert shared_lateral_line(FULL, pack(name)) is None


@pytest.mark.parametrize(
    ("name", "section", "word"), [("hague", "§503A", "lateral"), ("lockport", "§150-6G", "sewer")]
)
def test_a18_let_a_rear_building_use_the_front_ones_for_a_reason(name: str, section: str, word: str) -> None:
    """A-18 Hague 503A, Lockport 150-6G: the exception for a rear building needs its reason."""
    law = pack(name)
    bare = shared_lateral_line(SHARED, law)
    assert bare is not None
    assert (bare.passed, bare.on_file, bare.citation) == (
        False,
        "No reason for the exception is given",
        section,
    )
    assert word in bare.requirement
    given = shared_lateral_line(replace(SHARED, shared_reason="Rear cottage, no alley"), law)
    assert given is not None
    assert (given.passed, given.on_file) == (True, "Rear cottage, no alley")


def test_a18_dannemora_needs_an_act_of_the_board() -> None:
    """A-18 Dannemora 72-15: buildings are grouped only by special act of the Village Board."""
    law = pack("dannemora")
    reason = replace(SHARED, shared_reason="Three cottages of one owner")
    line = shared_lateral_line(reason, law)
    assert line is not None
    assert (line.passed, line.citation) == (False, "§72-15")
    assert line.on_file == "No act of the Village Board of Trustees is named"
    by_act = shared_lateral_line(replace(reason, shared_act="Act of 4/12/2027"), law)
    assert by_act is not None
    assert by_act.passed
    found = hindrances(IssueFacts(ApplicationState.APPROVED, reason), law, on=DAY)
    assert [row.severity for row in found if row.citation == "§72-15"] == [Severity.BLOCK]


def test_a18_altamont_leaves_it_to_the_officer() -> None:
    """A-18 Altamont: Article VI was not at hand, so the officer decides and nothing is barred."""
    line = shared_lateral_line(SHARED, pack("altamont"))
    assert line is not None
    assert line.passed is None
    found = hindrances(IssueFacts(ApplicationState.APPROVED, SHARED), pack("altamont"), on=DAY)
    assert [row.severity for row in found if "of its own" in row.sentence] == [Severity.WARNING]


def test_a19_hague_asks_for_plans_of_a_complex() -> None:
    """A-19 Hague 503C: one pipe for a complex needs plans by special design."""
    law = pack("hague")
    assert "complex_plans" not in [row.key for row in required_papers(FULL, law)]
    complex_of = required_papers(replace(FULL, serves_complex=True), law)
    assert [(row.key, row.citation) for row in complex_of] == [("complex_plans", "§503C")]


def under(way: UnderBuilding, **facts: object) -> UnderBuildingFacts:
    return UnderBuildingFacts(way, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        (under(UnderBuilding.NONE), ""),
        (under(UnderBuilding.RELOCATED, plan_approved_on=DAY), ""),
        (
            under(UnderBuilding.RELOCATED, plan_approved_on=date(2027, 5, 4)),
            "The plan of the relocation is not approved",
        ),
        (
            under(UnderBuilding.ENCASED, relocation_possible=False, exposed=True, concrete_in=Decimal(3)),
            "",
        ),
        (
            under(UnderBuilding.ENCASED, relocation_possible=False, exposed=True, concrete_in=Decimal("2.9")),
            "2.9 in of concrete is less than 3 in (§503A(1))",
        ),
        (
            under(UnderBuilding.ENCASED, relocation_possible=True, exposed=True, concrete_in=Decimal(4)),
            "It is not established that it cannot be relocated",
        ),
        (
            under(UnderBuilding.ENCASED, relocation_possible=False, exposed=True),
            "The thickness of the concrete is not measured",
        ),
        (
            under(
                UnderBuilding.WALLED,
                relocation_possible=False,
                exposed=True,
                walled=True,
                vented_outdoors=True,
            ),
            "",
        ),
        (
            under(UnderBuilding.WALLED, relocation_possible=False, exposed=True, walled=True),
            "The rooms above are not vented outdoors",
        ),
    ],
)
def test_a20_hague_relocates_encases_or_walls(facts: UnderBuildingFacts, fault: str) -> None:
    """A-20 Hague 503A: relocated by an approved plan; else three inches of concrete, or walled and vented."""
    line = under_building_line(facts, pack("hague"), on=DAY)
    assert line is not None
    assert line.passed == (not fault)
    assert line.citation == "§503A(1), (2)"
    if fault:
        assert line.on_file == fault


@pytest.mark.parametrize("name", ["lockport", "altamont", "dannemora"])
def test_a20_ask_nothing_where_the_text_has_no_such_rule(name: str) -> None:
    """A-20 Lockport, Altamont and Dannemora: the text has no rule for a pipe under a building."""
    assert under_building_line(under(UnderBuilding.ENCASED), pack(name), on=DAY) is None


def test_a21_lockport_blocks_an_old_sewer_until_it_passed() -> None:
    """A-21 Lockport 150-6H: used again only when examination and testing found it to meet the chapter."""
    law = pack("lockport")
    untested = reuse_line(EXISTING, law, on=DAY)
    assert untested is not None
    assert (untested.passed, untested.on_file, untested.citation) == (False, "No test is on file", "§150-6H")
    failed = reuse_line(replace(EXISTING, reuse_tested_on=DAY, reuse_passed=False), law, on=DAY)
    assert failed is not None
    assert (failed.passed, failed.on_file) == (False, "Failed on 5/3/2027")
    passed = replace(EXISTING, reuse_tested_on=DAY, reuse_passed=True, reuse_reference="Report 7")
    line = reuse_line(passed, law, on=DAY)
    assert line is not None
    assert (line.passed, line.on_file) == (True, "Passed on 5/3/2027, Report 7")
    early = reuse_line(passed, law, on=date(2027, 5, 2))
    assert early is not None
    assert not early.passed
    blocked = hindrances(IssueFacts(ApplicationState.APPROVED, EXISTING), law, on=DAY)
    assert [row.severity for row in blocked if row.citation == "§150-6H"] == [Severity.BLOCK]


def test_a21_hague_leaves_an_untested_one_to_the_officer() -> None:
    """A-21 Hague 504: only the title is at hand, so a missing test warns; one that failed blocks."""
    law = pack("hague")
    line = reuse_line(EXISTING, law, on=DAY)
    assert line is not None
    assert (line.passed, line.citation) == (None, "§504 (title only)")
    failed = reuse_line(replace(EXISTING, reuse_tested_on=DAY, reuse_passed=False), law, on=DAY)
    assert failed is not None
    assert failed.passed is False
    assert reuse_line(FULL, law, on=DAY) is None


def test_a22_lockport_connects_only_a_building_that_is_ready() -> None:
    """A-22 Lockport 150-6T and V: enclosed, backfilled to grade, trap and vent at the right-of-way."""
    law = pack("lockport")
    nothing = building_ready(law, {})
    assert [(line.passed, line.on_file) for line in nothing] == [(False, "Not looked at yet")] * 2
    assert [line.citation for line in nothing] == ["§150-6T", "§150-6V"]
    ready = building_ready(law, {"enclosed": Answer.YES, "trap_vent": Answer.YES})
    assert all(line.passed for line in ready)
    not_enclosed = building_ready(law, {"enclosed": Answer.NO, "trap_vent": Answer.NOT_APPLICABLE})
    assert [line.passed for line in not_enclosed] == [False, None]


@pytest.mark.parametrize("name", ["hague", "altamont", "dannemora"])
def test_a22_ask_nothing_where_the_text_has_no_such_rule(name: str) -> None:
    """A-22 Hague, Altamont and Dannemora: no such precondition of a connection is in the text."""
    assert building_ready(pack(name), {}) == ()
