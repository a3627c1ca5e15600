"""The gate before a permit is issued, tried both ways (faults 121, 122, 127, 128)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.applications import ApplicationApproval, ApplicationState, FeeLine, Paper
from sewerdesk.domain.contractors import ContractorFacts, Suspension
from sewerdesk.domain.law import FeeDue, LawPack, ProjectKind, RoadJurisdiction, checklist_for
from sewerdesk.domain.permits import Hindrance, Hold, IssueFacts, Severity, hindrances, may_issue, readiness
from sewerdesk.domain.verdicts import Answer
from tests.domain.counter_examples import DAY, FULL, GOOD, hague

TAP = FeeLine(
    fee_key="connection",
    label="Connection charge (tap fee)",
    due=FeeDue.WITH_APPLICATION,
    amount=Decimal(1750),
    citation="§§201, 502",
    paid=Decimal(1750),
    receipts=("REC-2027-0001",),
)
INSPECTION = replace(
    TAP,
    fee_key="inspection",
    label="Inspection fee",
    due=FeeDue.BEFORE_CONSTRUCTION,
    amount=Decimal(75),
    paid=Decimal(75),
    citation="§402A",
)
READY = IssueFacts(
    state=ApplicationState.APPROVED,
    draft=replace(
        FULL,
        triggers=frozenset({"highway"}),
        road_jurisdiction=RoadJurisdiction.LOCAL,
        highway_permit_no="HW-12",
        highway_permit_on=date(2027, 4, 28),
        planned_end=date(2027, 9, 1),
    ),
    fees=(TAP, INSPECTION),
    approvals=(
        ApplicationApproval("zoning_intake", approved_on=date(2027, 4, 13)),
        ApplicationApproval("operator", approved_on=date(2027, 4, 30), reference="Memo 5"),
    ),
    contractor=GOOD,
)


@pytest.fixture(scope="module")
def law() -> LawPack:
    return hague()


def only(facts: IssueFacts, law: LawPack, on: date = DAY) -> Hindrance:
    (found,) = hindrances(facts, law, on=on)
    return found


def test_open_when_nothing_is_in_the_way(law: LawPack) -> None:
    assert hindrances(READY, law, on=DAY) == ()
    assert readiness(READY, law, on=DAY).answer is Answer.YES


def test_block_until_the_application_is_approved(law: LawPack) -> None:
    found = only(replace(READY, state=ApplicationState.UNDER_REVIEW), law)
    assert found.sentence == (
        "The application is under review; it must be approved before a permit is issued."
    )
    assert found.citation == "§501A"


def test_a04_block_while_a_fee_is_unpaid_and_open_at_once_when_it_is_paid(law: LawPack) -> None:
    unpaid = replace(READY, fees=(replace(TAP, paid=Decimal(1000)), INSPECTION))
    found = only(unpaid, law)
    assert found.sentence == "Connection charge (tap fee): $750 of $1,750 is unpaid."
    assert (found.citation, found.severity, found.action_key) == ("§§201, 502", Severity.BLOCK, "fee.receipt")
    assert not may_issue(unpaid, law, on=DAY)
    assert may_issue(replace(READY, fees=(TAP, INSPECTION)), law, on=DAY)


@pytest.mark.parametrize(
    "fees",
    [
        (),
        (replace(TAP, amount=None, paid=Decimal(0)),),
        (replace(TAP, amount=Decimal(0), paid=Decimal(0)), replace(INSPECTION, amount=Decimal(0))),
    ],
)
def test_fault_121_zero_fee_needs_a_person(law: LawPack, fees: tuple[FeeLine, ...]) -> None:
    nothing_owed = replace(READY, fees=fees)
    assert not may_issue(nothing_owed, law, on=DAY)
    assert "No fee is charged at all. Confirm that nothing is owed, or charge the fee." in [
        row.sentence for row in hindrances(nothing_owed, law, on=DAY)
    ]
    assert may_issue(replace(nothing_owed, zero_fee_confirmed_by="MK, sewer project"), law, on=DAY)


def test_fault_121_block_when_one_fee_of_the_law_was_not_charged(law: LawPack) -> None:
    found = only(replace(READY, fees=(INSPECTION,)), law)
    assert found.sentence == "Connection charge (tap fee): no amount was charged."
    assert (found.action_key, found.severity) == ("fee.schedule", Severity.BLOCK)


def test_a04_hague_warns_of_a_fee_that_is_due_before_construction(law: LawPack) -> None:
    """A-04 Hague: 402A wants the inspection fee before construction starts, not before the permit."""
    found = only(replace(READY, fees=(TAP,)), law)
    assert found.sentence == (
        "Inspection fee: no amount was charged; it must be settled before construction starts."
    )
    assert (found.action_key, found.severity, found.citation) == ("fee.schedule", Severity.WARNING, "§402A")
    unpaid = only(replace(READY, fees=(TAP, replace(INSPECTION, paid=Decimal(0)))), law)
    assert (unpaid.action_key, unpaid.severity) == ("fee.receipt", Severity.WARNING)


def test_a05_block_while_an_approval_is_missing(law: LawPack) -> None:
    later = ApplicationApproval("operator", approved_on=date(2027, 5, 4))
    found = only(replace(READY, approvals=(READY.approvals[0], later)), law)
    assert found.sentence.startswith(
        "Wastewater Treatment Plant Operator, given only on 5/4/2027: The Wastewater"
    )
    assert found.citation == "§§501A, 502"
    assert may_issue(replace(READY, approvals=(READY.approvals[0], later)), law, on=date(2027, 5, 4))


def test_a26_ask_an_outside_user_for_all_that_a_lateral_needs_and_for_the_board(law: LawPack) -> None:
    # 309 adds the Board's agreement; 502's application, approval and fee still go with every lateral
    outside = replace(READY, draft=replace(READY.draft, in_district=False), approvals=(), fees=())
    asked = [(row.citation, row.action_key) for row in hindrances(outside, law, on=DAY)]
    assert asked.count(("§309", "approval.record")) == 2
    for citation, key in (
        ("§502", "approval.record"),
        ("§§501A, 502", "approval.record"),
        ("§§201, 502", "fee.schedule"),
        ("§402A", "fee.schedule"),
    ):
        assert (citation, key) in asked
    lateral = checklist_for(law, ProjectKind.LATERAL)
    assert lateral
    assert checklist_for(law, ProjectKind.OUTSIDE_USER) == lateral


def test_fault_122_block_without_bond_and_open_with_it(law: LawPack) -> None:
    found = hindrances(replace(READY, contractor=replace(GOOD, bonds=())), law, on=DAY)
    assert [row.citation for row in found] == ["§408(1)", "§408(1)"]
    assert found[0].sentence == (
        "Adirondack Lateral Works, LLC: Highway work bond: $5,000, filed with the Town Clerk. "
        "No bond on file."
    )


def test_fault_127_ask_for_no_bond_outside_the_highway(law: LawPack) -> None:
    draft = replace(READY.draft, triggers=frozenset(), road_jurisdiction=None)
    inside = replace(READY, draft=draft, contractor=replace(GOOD, bonds=()))
    assert hindrances(inside, law, on=DAY) == ()


def test_fault_128_close_the_gate_when_the_contractor_is_suspended(law: LawPack) -> None:
    suspended = replace(GOOD, suspensions=(Suspension(DAY, "unpaid damage"),))
    assert not may_issue(replace(READY, contractor=suspended), law, on=DAY)


def test_ask_for_a_contractor_unless_the_owner_does_the_work(law: LawPack) -> None:
    nobody = replace(READY, contractor=None)
    assert only(nobody, law).action_key == "contractor.name"
    owner = replace(nobody, owner_does_the_work=True)
    assert only(owner, law).sentence.startswith(
        "The owner is to do work for which a contractor's bond and insurance are needed"
    )
    draft = replace(READY.draft, triggers=frozenset(), road_jurisdiction=None)
    assert may_issue(replace(owner, draft=draft), law, on=DAY)


def test_b07_warn_when_cover_ends_before_the_planned_end(law: LawPack) -> None:
    draft = replace(READY.draft, planned_end=date(2028, 2, 1))
    found = only(replace(READY, draft=draft), law)
    assert found.severity is Severity.WARNING
    assert found.sentence.endswith("is in force through 12/31/2027. The work is planned to end on 2/1/2028.")
    assert may_issue(replace(READY, draft=draft), law, on=DAY)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda facts: replace(
                facts, draft=replace(facts.draft, papers=(Paper("plans", requested=True),))
            ),
            "Ask for: Plans and specifications.",
        ),
        (
            lambda facts: replace(
                facts, holds=(Hold("Case NOV-2027-0002 is open on this parcel.", Severity.BLOCK, "§501B"),)
            ),
            "Case NOV-2027-0002 is open on this parcel.",
        ),
    ],
)
def test_block_with_a_citation(
    law: LawPack, change: Callable[[IssueFacts], IssueFacts], sentence: str
) -> None:
    found = only(change(READY), law)
    assert (found.sentence, found.severity) == (sentence, Severity.BLOCK)
    assert found.citation


@pytest.mark.parametrize(
    ("change", "sentence", "citation"),
    [
        (
            lambda facts: replace(facts, connected_on=date(2027, 4, 2)),
            "Unpermitted connection: it was made on 4/2/2027, before any permit. The officer decides.",
            "§501A",
        ),
        (
            lambda facts: replace(facts, covered_on=date(2027, 4, 3)),
            "The work was covered on 4/3/2027, before it was inspected. The officer decides.",
            "",
        ),
    ],
)
def test_a01_hague_flags_work_found_done_before_its_permit(
    law: LawPack, change: Callable[[IssueFacts], IssueFacts], sentence: str, citation: str
) -> None:
    """A-01 Hague: no text bars a permit for what was done before it, so the officer decides."""
    found = only(change(READY), law)
    assert (found.sentence, found.severity) == (sentence, Severity.WARNING)
    assert found.citation == citation or not citation
    assert may_issue(change(READY), law, on=DAY)


def test_a28_warn_until_the_highway_permit_is_on_file(law: LawPack) -> None:
    draft = replace(READY.draft, road_jurisdiction=RoadJurisdiction.STATE, highway_permit_no="")
    found = only(replace(READY, draft=draft), law)
    assert found.severity is Severity.WARNING
    assert found.sentence.startswith(
        "New York State Department of Transportation: no highway permit on file."
    )
    assert found.citation == "§408(3)"


def test_a28_count_a_highway_permit_from_its_own_day(law: LawPack) -> None:
    draft = replace(READY.draft, highway_permit_on=DAY)
    assert hindrances(replace(READY, draft=draft), law, on=DAY) == ()
    tomorrow = replace(READY.draft, highway_permit_on=date(2027, 5, 4))
    assert only(replace(READY, draft=tomorrow), law).action_key == "road.record"


def test_put_blocks_before_warnings_on_the_card(law: LawPack) -> None:
    draft = replace(READY.draft, highway_permit_no="")
    card = readiness(replace(READY, draft=draft, contractor=ContractorFacts("New Firm")), law, on=DAY)
    marks = [line.passed for line in card.lines]
    assert card.answer is Answer.NO
    assert marks == sorted(marks, key=bool)
    assert marks[-1] is True
