"""Contractors as a clerk keeps them: registered, papers filed, cancelled, voided, suspended."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sewerdesk.clock import FixedClock
from sewerdesk.domain.contractors import CoverTerm, Exemption, WorkScope
from sewerdesk.domain.counter import CoverKind
from sewerdesk.domain.errors import FieldErrors, StaleRecord, UserError
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.contractors import (
    contractor_draft,
    contractor_standing,
    contractor_view,
    file_bond,
    file_exemption,
    file_policy,
    lift_suspension,
    list_contractors,
    record_cancellation,
    register_contractor,
    save_contractor,
    suspend_contractor,
    void_cover,
)
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.support.counter import BOND, HOLDER, NAME, certificate, good_contractor
from tests.support.counter import contractor_draft as typed

DAY = date(2027, 1, 4)


def test_register_contractor_shows_no_until_every_paper_is_filed(ws: Workspace) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    [row] = list_contractors(ws)
    assert (row.name, row.answer, row.open_permits) == (NAME, Answer.NO, 0)
    assert row.first_fault.startswith("Highway work bond: $5,000, filed with the Town Clerk")
    file_bond(ws, contractor_id=contractor_id, bond=BOND)
    lines = contractor_standing(ws, contractor_id, DAY).lines
    assert [line.passed for line in lines if line.citation == "§408(1)"] == [True, True]


def test_list_contractors_says_yes_and_what_lapses_first(ws: Workspace) -> None:
    good_contractor(ws)
    [row] = list_contractors(ws)
    assert row.answer is Answer.YES
    assert row.lapses_on == date(2027, 12, 31)
    assert row.lapsing_paper.startswith(("C-105.2", "DB-120.1"))  # both end with the year


def test_contractor_standing_without_right_of_way_asks_only_for_the_statutory_proofs(ws: Workspace) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    verdict = contractor_standing(ws, contractor_id, DAY, WorkScope())
    assert {line.requirement.split(":")[0] for line in verdict.failing} == {
        "Workers' compensation",
        "Disability and paid family leave",
    }


def test_register_contractor_refuses_the_same_name_twice(ws: Workspace) -> None:
    register_contractor(ws, draft=typed())
    with pytest.raises(FieldErrors, match="is already registered"):
        register_contractor(ws, draft=typed("adirondack lateral works llc"))
    with pytest.raises(FieldErrors, match="legal name"):
        register_contractor(ws, draft=typed("  "))


def test_file_bond_of_less_than_the_law_asks_is_kept_and_fails(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    [bond] = [row for row in contractor_view(ws, contractor_id=contractor_id).covers if "ond" in row.paper]
    void_cover(ws, cover=bond.ref, reason="Entered for another firm")
    file_bond(ws, contractor_id=contractor_id, bond=replace(BOND, amount=Decimal("4999.99")))
    verdict = contractor_standing(ws, contractor_id, DAY)
    assert verdict.answer is Answer.NO
    assert "$4,999.99 is less than $5,000" in verdict.failing[0].on_file


def test_file_policy_with_an_acord_form_is_no_workers_compensation(ws: Workspace) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    file_policy(
        ws, contractor_id=contractor_id, policy=certificate(ws, "workers_compensation", form="ACORD 25")
    )
    [line] = [
        line
        for line in contractor_standing(ws, contractor_id, DAY).lines
        if line.requirement.startswith("Workers' compensation")
    ]
    assert line.passed is False
    assert "ACORD 25 is no proof" in line.on_file


def test_file_exemption_stands_for_both_statutory_proofs(ws: Workspace) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    exemption = Exemption(
        number="CE-000123",
        covers=frozenset({"workers_compensation", "disability_family_leave"}),
        term=CoverTerm(DAY, date(2028, 1, 3)),
        insured=NAME,
        holder=HOLDER,
        verified_by="MB",
        verified_on=DAY,
    )
    ref = file_exemption(ws, contractor_id=contractor_id, exemption=exemption)
    assert ref.kind is CoverKind.EXEMPTION
    assert contractor_standing(ws, contractor_id, DAY, WorkScope()).answer is Answer.YES


@pytest.mark.parametrize(
    ("change", "field"),
    [({"surety": " "}, "surety"), ({"number": ""}, "number"), ({"amount": Decimal(0)}, "amount")],
)
def test_file_bond_names_each_missing_field(ws: Workspace, change: dict[str, object], field: str) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    with pytest.raises(FieldErrors) as refused:
        file_bond(ws, contractor_id=contractor_id, bond=replace(BOND, **change))  # type: ignore[arg-type]
    assert list(refused.value.errors) == [field]


def test_record_cancellation_ends_the_cover_on_its_day_and_warns_of_a_short_notice(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    covers = contractor_view(ws, contractor_id=contractor_id).covers
    excess = next(row for row in covers if row.requirement == "Business excess liability")
    record_cancellation(ws, cover=excess.ref, received=date(2027, 2, 1), effective=date(2027, 2, 3))
    assert contractor_standing(ws, contractor_id, date(2027, 2, 2)).answer is Answer.YES
    assert contractor_standing(ws, contractor_id, date(2027, 2, 3)).answer is Answer.NO
    after = contractor_view(ws, contractor_id=contractor_id).covers
    [row] = [row for row in after if row.ref == excess.ref]
    assert "less than 5 business days after the notice" in row.warning


def test_void_cover_keeps_the_paper_with_its_reason(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    bond = next(
        row for row in contractor_view(ws, contractor_id=contractor_id).covers if row.ref.kind == "bond"
    )
    with pytest.raises(FieldErrors):
        void_cover(ws, cover=bond.ref, reason=" ")
    void_cover(ws, cover=bond.ref, reason="Typed twice")
    [row] = [row for row in contractor_view(ws, contractor_id=contractor_id).covers if row.ref == bond.ref]
    assert row.void_reason == "Typed twice"
    assert contractor_standing(ws, contractor_id, DAY).answer is Answer.NO
    with pytest.raises(UserError, match="voided before"):
        void_cover(ws, cover=bond.ref, reason="Again")


def test_suspend_contractor_holds_until_it_is_lifted(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    suspend_contractor(
        ws,
        contractor_id=contractor_id,
        start=DAY,
        reason="Open trench left at night",
        authority="Order of 1/4/2027",
    )
    verdict = contractor_standing(ws, contractor_id, DAY)
    assert verdict.failing[0].on_file == "Suspended from 1/4/2027: Open trench left at night"
    lift_suspension(ws, contractor_id=contractor_id, on=date(2027, 1, 11), reason="Paid the fine")
    assert contractor_standing(ws, contractor_id, date(2027, 1, 10)).answer is Answer.NO
    assert contractor_standing(ws, contractor_id, date(2027, 1, 11)).answer is Answer.YES
    with pytest.raises(UserError, match="is not suspended"):
        lift_suspension(ws, contractor_id=contractor_id, on=date(2027, 1, 12), reason="Again")


def test_save_contractor_keeps_the_former_address_and_refuses_a_lost_update(
    ws: Workspace, clock: FixedClock
) -> None:
    contractor_id = register_contractor(ws, draft=typed())
    draft, version = contractor_draft(ws, contractor_id=contractor_id)
    assert draft == typed()
    changed = replace(draft, street="1 Lake Shore Dr", other_names="ALW\nNorth Country Laterals")
    save_contractor(ws, contractor_id=contractor_id, draft=changed, expected_version=version)
    view = contractor_view(ws, contractor_id=contractor_id)
    assert view.party.address.street == "1 Lake Shore Dr"
    assert view.names == ("ALW", "North Country Laterals")
    with pytest.raises(StaleRecord, match="changed elsewhere"):
        save_contractor(ws, contractor_id=contractor_id, draft=draft, expected_version=version)


def test_find_contractor_by_name_other_name_and_bond_number(ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    for words in ("adirondack", "b 001001", "1001", "peña"):
        assert [(hit.kind, hit.record_id) for hit in find(ws, typed=words)] == [("contractor", contractor_id)]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(days=st.integers(min_value=0, max_value=400))
def test_contractor_standing_holds_through_the_expiry_day_and_not_a_day_longer(
    ws: Workspace, days: int
) -> None:
    last = DAY + timedelta(days=days)
    # each example enters a firm of its own, so that the examples do not meet
    name = f"Firm {days} of {len(list_contractors(ws))}"
    contractor_id = register_contractor(ws, draft=typed(name))
    for kind, form in (("workers_compensation", "C-105.2"), ("disability_family_leave", "DB-120.1")):
        paper = certificate(ws, kind, form=form, term=CoverTerm(DAY, last))
        file_policy(ws, contractor_id=contractor_id, policy=replace(paper, insured=name))
    scope = WorkScope()
    assert contractor_standing(ws, contractor_id, last, scope).answer is Answer.YES
    assert contractor_standing(ws, contractor_id, last + timedelta(days=1), scope).answer is Answer.NO
    assert contractor_standing(ws, contractor_id, DAY - timedelta(days=1), scope).answer is Answer.NO
