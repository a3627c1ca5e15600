"""The law files of the program, figure by figure against the texts of the laws."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.law import (
    BlankFigure,
    FigureStatus,
    ProjectKind,
    RoadJurisdiction,
    Stage,
    Unit,
    approvals_for,
    attachments_for,
    checklist_for,
    clocks_for,
    fees_for,
    highway_permission,
)
from sewerdesk.domain.law.schema import SECTIONS
from sewerdesk.domain.numbering import SeriesKind
from tests.support.packs import NAMES, pack

ON = date(2027, 1, 13)
PACKS = {name: pack(name) for name in NAMES}

# key, value, unit, citation: as printed in the law
ALTAMONT = """
insurance.property_damage 500000 USD §300-28A(1)
insurance.cancellation_business_days 5 business_days §300-28A(2)
construction.notice_days 30 days §300-22A(2)
acceptance.as_built_copies 4 count §300-27
acceptance.guarantee_years 1 years §300-27
pipe.gravity_min_in 8 in §300-23A(2)(a)
pipe.low_pressure_min_in 3 in §300-23A(2)(a)
trench.open_max_ft 30 ft §300-23C(9)
manhole.cover_diameter_min_in 36 in §300-24K
manhole.heavy_frame_cover_lb 735 lb §300-24K
manhole.light_frame_cover_lb 420 lb §300-24K
manhole.brick_courses_max 4 count §300-24P
leaktest.infiltration.gal_per_inch_mile_day 25 gal/in/mi/day §300-25A
leaktest.infiltration.gal_per_manhole_day 1.1 gal/day §300-25B
leaktest.section_max_ft 1000 ft §300-25B
leaktest.exfiltration.soak_hours 24 hours §300-25A
leaktest.vacuum.manhole.seconds_to_15ft 150 seconds §300-25G(2)
leaktest.forcemain.pressure_percent 150 percent §300-26B
"""


def table(name: str, text: str) -> list[tuple[str, str, str, str, str]]:
    rows = [line.split(" ", 3) for line in text.strip().splitlines()]
    return [(name, key, value, unit, citation) for key, value, unit, citation in rows]


@pytest.mark.parametrize(
    ("name", "key", "value", "unit", "citation"),
    table("altamont", ALTAMONT),
)
def test_hold_the_figure_of_the_law(name: str, key: str, value: str, unit: str, citation: str) -> None:
    figure = PACKS[name].figure(key, ON)
    expected = value if figure.unit is Unit.TEXT else Decimal(value)
    assert figure.value == expected
    assert (str(figure.unit), figure.citation) == (unit, citation)
    assert figure.status is FigureStatus.LAW


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("hague", "fee.connection"),
        ("hague", "penalty.administrative_max"),
        ("hague", "billing.penalty_percent"),
        ("lockport", "connect.days"),
        ("lockport", "penalty.civil_max"),
        ("altamont", "fee.tap"),
        ("dannemora", "connect.distance_ft"),
        ("blank", "bond.amount"),
    ],
)
def test_leave_blank_what_the_text_does_not_say(name: str, key: str) -> None:
    with pytest.raises(BlankFigure):
        _ = PACKS[name].figure(key, ON).number


@pytest.mark.parametrize(
    ("name", "municipality", "kind", "county"),
    [
        ("hague", "Town of Hague", "town", "Warren"),
        ("lockport", "Town of Lockport", "town", "Niagara"),
        ("altamont", "Village of Altamont", "village", "Albany"),
        ("dannemora", "Village of Dannemora", "village", "Clinton"),
    ],
)
def test_name_the_municipality(name: str, municipality: str, kind: str, county: str) -> None:
    pack = PACKS[name]
    assert (pack.code, pack.municipality, pack.kind, pack.county) == (name, municipality, kind, county)


@pytest.mark.parametrize(
    ("name", "issues", "receives", "lateral", "installer"),
    [
        (
            "hague",
            "Wastewater Treatment Plant Operator",
            "Zoning Enforcement Officer",
            "building lateral",
            "contractor",
        ),
        ("lockport", "Superintendent", "Town of Lockport Sewer Department", "building sewer", "installer"),
        ("altamont", "Superintendent", "Village Clerk", "building lateral", "contractor"),
        ("dannemora", "Sewer Inspector", "Sewer Inspector", "house sewer", "drainlayer"),
    ],
)
def test_speak_the_municipalitys_words(
    name: str, issues: str, receives: str, lateral: str, installer: str
) -> None:
    pack = PACKS[name]
    assert (pack.officer("issues").title, pack.officer("receives").title) == (issues, receives)
    assert (pack.term("lateral").singular, pack.term("installer").singular) == (lateral, installer)


@pytest.mark.parametrize("name", NAMES)
def test_have_in_every_file_what_every_office_asks(name: str) -> None:
    pack = PACKS[name]
    for key in (
        "connect.distance_ft",
        "connect.days",
        "nov.response_days",
        "nov.response_trigger",
        "hearing.notice_days",
        "penalty.civil_max" if name != "dannemora" else "penalty.offense_max",
        "billing.due_days",
        "billing.penalty_percent",
        "billing.interest_percent_per_month",
        "relevy.certify_by",
        "fee.connection" if name != "lockport" else "fee.inspection",
    ):
        assert pack.has_figure(key)
    for text in ("authority", "boundary", "penalties", "falsification", "appeal", "no_waiver", "transfer"):
        assert pack.text(text).citation
    assert {row.key for row in pack.permit_classes} == {"standard", "industrial"}
    assert [row.key for row in pack.permit_classes if row.industrial] == ["industrial"]
    assert any(row.document == "NOV" for row in pack.time_limits)
    assert fees_for(pack, ProjectKind.LATERAL, "standard")
    assert checklist_for(pack, ProjectKind.LATERAL)
    assert approvals_for(pack, ProjectKind.LATERAL)
    documents = {row.document for row in pack.time_limits}
    assert documents - {""} <= {kind.value for kind in SeriesKind}


@pytest.mark.parametrize("name", NAMES)
def test_cite_and_explain_every_row(name: str) -> None:
    pack = PACKS[name]
    for figure in pack.figures.values():
        assert figure.citation
        assert (
            figure.subject[0].islower() or figure.subject.split()[0].isupper() or figure.subject[0].isalnum()
        )
        assert bool(figure.missing) is (figure.status is not FigureStatus.LAW)
    for attribute, _kind in SECTIONS.values():
        for row in getattr(pack, attribute):
            assert row.citation


@pytest.mark.parametrize("name", NAMES)
def test_refuse_acord_as_proof_of_workers_compensation(name: str) -> None:
    proofs = {row.key: row for row in PACKS[name].statutory_proofs}
    assert set(proofs) == {"workers_compensation", "disability_family_leave"}
    compensation, disability = proofs["workers_compensation"], proofs["disability_family_leave"]
    assert [form.code for form in compensation.accepted] == [
        "C-105.2",
        "U-26.3",
        "SI-12",
        "GSI-105.2",
        "CE-200",
    ]
    assert [form.code for form in disability.accepted] == ["DB-120.1", "DB-155", "CE-200"]
    for proof in proofs.values():
        refused = {form.code: form.reason for form in proof.refused}
        assert "liability insurance only" in refused["ACORD"]
        assert not refused.keys() & {form.code for form in proof.accepted}
        assert {"issue", "renewal"} <= set(proof.applies_to)


def test_run_both_clocks_of_a_hague_permit() -> None:
    hague = PACKS["hague"]
    clocks = clocks_for(hague, "standard")
    assert [(row.key, row.figure, row.permit_may_differ) for row in clocks] == [
        ("file", "permit.file_days", False),
        ("expire", "permit.expiry_years", True),
    ]
    assert clocks == clocks_for(hague, "industrial")


def test_run_the_contribution_clock_for_industrial_permits_only() -> None:
    assert not clocks_for(PACKS["dannemora"], "standard")
    assert [row.key for row in clocks_for(PACKS["dannemora"], "industrial")] == ["contribution_expire"]


def test_ask_hague_contractors_for_bond_and_coverage() -> None:
    hague = PACKS["hague"]
    (bond,) = hague.bond_requirements
    assert hague.officer(bond.filed_with).title == "Town Clerk"
    assert [clause.key for clause in bond.clauses] == ["revocation"]
    kinds = {row.kind: row for row in hague.coverage_requirements}
    assert list(kinds) == [
        "employers_liability",  # §408(2)(a) asks for it beside workers' compensation
        "personal_injury",
        "property_damage",
        "auto_bodily_injury",
        "auto_property_damage",
        "excess",
    ]
    assert len(kinds["property_damage"].hazards) == 5
    assert [limit.label for limit in kinds["personal_injury"].limits] == ["each occurrence", "aggregate"]


def test_ask_altamont_contractors_also_when_they_tap_a_sewer() -> None:
    assert [row.key for row in PACKS["altamont"].right_of_way] == ["highway", "existing_sewer"]
    assert not PACKS["altamont"].bond_requirements
    assert not PACKS["lockport"].right_of_way


@pytest.mark.parametrize(
    ("name", "jurisdiction", "authority"),
    [
        ("hague", RoadJurisdiction.LOCAL, "Superintendent of Highways"),
        ("hague", RoadJurisdiction.COUNTY, "County Department of Public Works"),
        ("altamont", RoadJurisdiction.LOCAL, "Superintendent of Public Works"),
        ("altamont", RoadJurisdiction.STATE, "New York State Department of Transportation"),
    ],
)
def test_send_road_work_to_whoever_keeps_the_road(
    name: str, jurisdiction: RoadJurisdiction, authority: str
) -> None:
    found = highway_permission(PACKS[name], jurisdiction)
    assert found is not None
    assert found.authority == authority


def test_ask_no_road_permission_where_the_text_has_none() -> None:
    assert highway_permission(PACKS["lockport"], RoadJurisdiction.LOCAL) is None


def test_keep_altamonts_connection_fee_for_capital_only() -> None:
    fees = {row.key: row for row in fees_for(PACKS["altamont"], ProjectKind.LATERAL, "standard")}
    assert fees["connection"].restricted_fund == "Capital improvement of the POTW and nothing else"
    assert not fees["tap"].restricted_fund


def test_ask_industrial_applicants_for_more_papers() -> None:
    hague = PACKS["hague"]
    standard = {row.key for row in attachments_for(hague, ProjectKind.LATERAL, "standard")}
    industrial = {row.key for row in attachments_for(hague, ProjectKind.LATERAL, "industrial")}
    assert industrial - standard == {"waste"}


def test_print_the_meant_section_beside_the_printed_one() -> None:
    cited = {row.key: row.cited for row in PACKS["hague"].violations}
    assert cited["expired_permit"] == "§602B [502B]"
    assert cited["inflow"] == "§501B"


def test_end_lockport_permits_by_themselves() -> None:
    rows = {row.key: row for row in PACKS["lockport"].automatic_terminations}
    assert len(rows) == 4
    assert rows["three_years"].classes == ("industrial",)
    assert not PACKS["lockport"].permit_clocks


def test_offer_the_exfiltration_test_with_prior_approval() -> None:
    tests = {row.key: row for row in PACKS["hague"].leak_tests}
    assert tests["T4"].needs_prior_approval
    assert not tests["T3"].needs_prior_approval
    assert {"head", "soak", "freeboard", "downstream_head", "air", "approval", "section", "duration"} <= {
        row.key for row in tests["T4"].preconditions
    }
    assert list(tests) == ["T3", "T4", "T5a", "T5b", "T6", "T7a", "T7b", "T8"]


def test_have_no_vacuum_adders_where_the_text_has_none() -> None:
    assert not PACKS["altamont"].has_figure("leaktest.vacuum.manhole.add_seconds_5ft")


def test_cover_every_stage_of_a_hague_inspection() -> None:
    stages = {row.stage for row in checklist_for(PACKS["hague"], ProjectKind.LATERAL)}
    assert stages == set(Stage)


def test_serve_dannemoras_hearing_notice_in_the_three_ways() -> None:
    rules = {row.key: row for row in PACKS["dannemora"].service_rules}
    assert rules["hearing"].methods == ("personal", "registered_mail", "certified_mail")


@pytest.mark.parametrize(
    ("key", "test", "seconds", "up_to", "per_foot"),
    [
        ("air_4in", "T6", "226", "597", "0.380"),
        ("air_8in", "T6", "454", "298", "1.520"),
        ("air_24in", "T6", "1360", "99", "13.674"),
        ("vacuum_8in", "T7b", "227", "298", "0.760"),
    ],
)
def test_offer_the_cited_times_for_confirmation(
    key: str, test: str, seconds: str, up_to: str, per_foot: str
) -> None:
    for name in ("hague", "altamont"):
        row = {row.key: row for row in PACKS[name].test_times}[key]
        assert (row.test, row.seconds, row.up_to_ft, row.seconds_per_ft) == (
            test,
            Decimal(seconds),
            Decimal(up_to),
            Decimal(per_foot),
        )
        assert row.status is FigureStatus.MODEL
        assert "confirms" in row.missing


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("hague", ["categorical", "flow", "plant_flow_share", "plant_load_share", "impact"]),
        (
            "lockport",
            [
                "categorical",
                "impact",
                "raw_material_weight",
                "raw_material_volume",
                "plant_flow_share",
                "plant_load_share",
            ],
        ),
        ("dannemora", ["flow", "plant_flow_share", "toxic", "impact"]),
        ("altamont", ["categorical", "flow", "plant_flow_share", "plant_load_share", "impact"]),
    ],
)
def test_list_what_makes_a_significant_industrial_user(name: str, keys: list[str]) -> None:
    assert [row.key for row in PACKS[name].siu_criteria] == keys


@pytest.mark.parametrize("name", NAMES)
def test_start_every_answer_from_an_event_that_the_trigger_knows(name: str) -> None:
    trigger = PACKS[name].figure("nov.response_trigger", ON)
    clocks = [row for row in PACKS[name].time_limits if row.document == "NOV"]
    assert [row.key for row in clocks] == ["nov_response"]
    if trigger.value is not None:
        assert clocks[0].event == trigger.text


@pytest.mark.parametrize("name", NAMES)
def test_sign_for_a_board_and_as_an_officer(name: str) -> None:
    """A person signs "for the Village Board"; nobody is a board."""
    for officer in pack(name).officers.values():
        assert officer.body is ("Board" in officer.title), officer
        assert officer.signs_as == (f"for the {officer.title}" if officer.body else officer.title)
