"""The law file of the Town of Hague and the State's rules that it includes, row by row (law.md sections 1 to 13)."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
import tomli

from sewerdesk.domain.law import (
    Comparison,
    Event,
    FigureStatus,
    PermitForm,
    ProjectKind,
    RenewalMode,
    TransferMode,
    Unit,
    checklist_for,
)
from sewerdesk.domain.law.schema import NAMED, SECTIONS, key_field
from sewerdesk.domain.law.types import TIME_UNITS
from tests.domain.law_figures import hague, lines, new_york
from tests.support.packs import included, pack

LAW = pack("hague")
STATE = tomli.loads(included("shared/new_york.toml"))
TABLE = lines(hague.FIGURES) | lines(new_york.FIGURES)
PRINTED_IN_TEXT = "a text of the law prints it"
ASKED_DIRECTLY = {
    "fee.impact": "a charge has no amount of its own; the fee schedule asks for it",
    "lateral.begins_ft": PRINTED_IN_TEXT,
    "nov.response_trigger": "chooses the event of the time to answer a notice of violation",
    "billing.penalty_percent": "the billing settings offer it",
    "billing.interest_percent_per_month": "the billing settings offer it",
    "relevy.certify_by": "the list of due work counts to it",
    "volume.unit_gallons": PRINTED_IN_TEXT,
    "volume.unit_cubic_feet": PRINTED_IN_TEXT,
    "surcharge.share.flow": "the flow is no pollutant, the surcharge asks for its share itself",
    "surcharge.negative_term": "the surcharge asks for it",
    "inflow.storm_sewer_within_ft": "an order to disconnect inflow has no distance of its own",
    "inflow.charge_times_normal_max": "a charge has no factor of its own",
}
READ = re.compile(r"§+(?:104|20[1-3]|30[1-9]|31[01]|40[1-8]|50[1-3]|602B)")


def parts(row: Any) -> Iterator[Any]:
    """A row and the inner tables of it."""
    yield row
    for spec in dataclasses.fields(row):
        value = getattr(row, spec.name)
        for part in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(part):
                yield from parts(part)


def rules() -> Iterator[Any]:
    for attribute, _ in SECTIONS.values():
        yield from getattr(LAW, attribute)


def every_row() -> Iterator[Any]:
    for attribute, _, _ in NAMED.values():
        yield from getattr(LAW, attribute).values()
    yield from rules()


def figures_named() -> set[str]:
    """Every figure that a rule names."""
    named: set[str] = set()
    for part in (part for rule in rules() for part in parts(rule)):
        for spec in dataclasses.fields(part):
            if spec.metadata.get("ref") == "figure":
                value = getattr(part, spec.name)
                named.update(value if isinstance(value, tuple) else (value,))
    return named - {""}


def test_have_no_figure_beyond_the_table_and_none_less() -> None:
    assert set(LAW.figures) == set(TABLE)


@pytest.mark.parametrize("line", TABLE.values(), ids=lambda line: line.key)
def test_hold_each_figure_as_the_text_has_it(line: Any) -> None:
    figure = LAW.figures[line.key]
    value = "-" if figure.value is None else str(figure.value)
    assert (value, str(figure.unit), str(figure.status), figure.citation) == (
        line.value,
        line.unit,
        line.status,
        line.citation,
    )


def test_use_every_figure_in_a_rule_or_say_why_not() -> None:
    assert set(LAW.figures) - figures_named() == set(ASKED_DIRECTLY)


def test_let_a_rule_run_for_every_time() -> None:
    """Section 11: a figure in days, hours, months or years belongs to a clock, a time or another rule."""
    times = {
        key
        for key, figure in LAW.figures.items()
        if figure.unit in TIME_UNITS or figure.unit is Unit.MONTHS_OF_YEAR
    }
    assert len(times) > 50
    assert not times - figures_named()


def test_cite_a_repeated_number_with_its_article() -> None:
    """Section 13 item 4: 1113 to 1123 are numbers of Article 10 and, in part, of Article 11; 602 is one of two."""
    for row in every_row():
        if re.search(r"§+(11(1[3-9]|2[0-3])|602)\b", row.citation):
            assert re.search(r"Art\. (5|6|10|11)\b", row.citation), row
    for attribute in ("figures", "texts"):
        for row in getattr(LAW, attribute).values():
            assert not re.search(r"11(1[3-9]|2[0-3])\](?!, Art)", row.citation), row


def test_call_nothing_read_that_was_read_by_its_title_only() -> None:
    by_title = {
        "penalties",
        "parameters_of_concern",
        "public_information",
    }  # these say no more than the titles
    for row in every_row():
        if row.status is FigureStatus.LAW and "title" in row.citation:
            name = getattr(row, key_field(type(row)))
            assert READ.search(row.citation) or name in by_title or type(row).__name__ == "Misprint", row
        if row.status is FigureStatus.LAW and "not in the text" in row.citation:
            pytest.fail(f"{row} is called law and is not in the text")


def test_say_what_to_confirm_for_every_row_that_was_not_read() -> None:
    for row in every_row():
        if row.status is not FigureStatus.LAW and type(row).__name__ != "Violation":
            assert row.missing, row
    for violation in LAW.violations:
        assert bool(violation.missing) is (violation.status is not FigureStatus.LAW)


def test_keep_other_municipalities_sections_out_of_the_states_rules() -> None:
    for name, rows in STATE.items():
        for row in rows:
            assert not row["citation"].startswith("§"), (name, row)
            assert "; §" not in row["citation"]
            assert row.get("status") in ("model", "blank") or name == "statutory_proof"


@pytest.mark.parametrize(
    ("role", "title"),
    [
        ("receives", "Zoning Enforcement Officer"),
        ("issues", "Wastewater Treatment Plant Operator"),
        ("signs", "Wastewater Treatment Plant Operator"),
        ("inspects", "Wastewater Treatment Plant Operator"),
        ("approves_design", "Zoning Enforcement Officer"),
        ("approves_subdivision", "Wastewater Treatment Plant Operator"),
        ("sets_fees", "Town Board"),
        ("accepts", "Town Board"),
        ("clerk", "Town Clerk"),
        ("highways", "Superintendent of Highways"),
        ("health", "New York State Department of Health"),
        ("supervisor", "Town Supervisor"),
    ],
)
def test_name_the_officer_of_the_text(role: str, title: str) -> None:
    """Section 12 and section 13 item 5, Hague: two officers, each with a step of its own."""
    assert (LAW.officer(role).title, LAW.officer(role).status) == (title, FigureStatus.LAW)


def test_lapse_and_expire_by_the_misnumbered_section() -> None:
    """A-11, A-12 Hague: 60 days to file, 2 years to finish, then a new application."""
    file, expire = LAW.permit_clocks
    assert (file.stops_with, file.figure) == (Event.PERMIT_FILED, "permit.file_days")
    assert (expire.figure, expire.permit_may_differ) == ("permit.expiry_years", True)
    renewal = {row.key: row for row in LAW.renewal_rules}
    assert renewal["connection"].mode is RenewalMode.NEW_APPLICATION
    assert renewal["connection"].citation == "§602B [502B], Art. 5"
    assert renewal["industrial"].limit == "permit_renewal"


def test_leave_the_transfer_of_a_permit_open() -> None:
    """A-16 Hague: section 904F is a title only."""
    assert {row.key: (row.mode, row.status) for row in LAW.transfer_rules} == {
        "connection": (TransferMode.NOT_IN_TEXT, FigureStatus.BLANK),
        "industrial": (TransferMode.NOT_IN_TEXT, FigureStatus.BLANK),
    }


def test_give_a_permit_of_its_own_and_revoke_it_for_just_cause() -> None:
    """A-01, F-11 Hague."""
    (paper,) = LAW.permit_papers
    (ground,) = LAW.revocation_grounds
    assert (paper.form, ground.key) == (PermitForm.CERTIFICATE, "just_cause")


def test_ask_for_one_lateral_a_building() -> None:
    """A-18 Hague: the rear building is the only exception, and no act of the Board makes another."""
    (rule,) = LAW.lateral_rules
    assert "front building" in rule.exception
    assert not rule.exception_by


def test_order_a_connection_within_a_hundred_feet() -> None:
    """G-01 Hague: 90 days after official notice, 100 feet from the property line."""
    (order,) = LAW.connection_orders
    limit = LAW.time_limit(order.limit)
    assert (order.distance, limit.figure, limit.document) == ("connect.distance_ft", "connect.days", "OTC")


@pytest.mark.parametrize(
    ("key", "event", "backward"),
    [
        ("construction_notice", Event.CONSTRUCTION_STARTS, True),
        ("call_before_dig_least", Event.DIGGING_STARTS, True),
        ("call_before_dig_most", Event.DIGGING_STARTS, True),
        ("cancellation_notice", Event.CANCELLATION_NOTICE, False),
        ("guarantee", Event.SEWER_ACCEPTED, False),
        ("permit_renewal", Event.PERMIT_EXPIRES, True),
        ("existing_user_apply", Event.LAW_EFFECTIVE, False),
        ("periodic_report", Event.YEAR_BEGINS, False),
        ("monitoring_facility", Event.NOTIFIED, False),
        ("accident_report", Event.DISCHARGE, False),
        ("nov_response", Event.NOTICE_MAILED, False),
        ("petition", Event.NOTICE_RECEIVED, False),
        ("hearing_notice", Event.HEARING, True),
        ("payment_due", Event.BILL_DATED, False),
        ("delinquent", Event.BILL_DATED, False),
        ("rates_hearing_notice", Event.HEARING, True),
        ("rates_review", Event.YEAR_BEGINS, False),
        ("hauler_license", Event.LICENSE_ISSUED, False),
        ("inspection_request", Event.WORK_READY, True),
    ],
)
def test_run_each_time_from_its_event(key: str, event: Event, backward: bool) -> None:
    """A-08, A-27, B-07, B-08, E-06 to E-08, F-01, F-02, F-07, D-01, D-02, D-09, H-02 Hague."""
    limit = LAW.time_limit(key)
    assert (limit.event, limit.backward) == (event, backward)


def test_measure_the_wall_of_a_manhole_by_its_diameter() -> None:
    """C-04 Hague: 4 ft 5 in, 5 ft 6 in, 6 ft 7 in, 6 1/2 ft 7 1/2 in, 7 ft 8 in, 8 ft 9 in."""
    (line,) = [row for row in LAW.checklist if row.key == "manhole_walls"]
    walls = {bound.size: LAW.figures[bound.at_least].value for bound in line.bounds if bound.size is not None}
    assert walls == {
        Decimal(4): Decimal(5),
        Decimal(5): Decimal(6),
        Decimal(6): Decimal(7),
        Decimal("6.5"): Decimal("7.5"),
        Decimal(7): Decimal(8),
        Decimal(8): Decimal(9),
    }
    assert {bound.size_unit for bound in line.bounds if bound.size is not None} == {Unit.FEET}


@pytest.mark.parametrize(
    ("line", "quantity", "least", "most"),
    [
        ("open_trench", "open trench ahead of the pipe", None, "30"),
        ("open_trench", "open trench behind the pipe", None, "30"),
        ("below_grade", "depth below the invert", None, "2.5"),
        ("rock", "extra depth", "12", None),
        ("sewer_bedding", "stone of the bedding", None, "0.5"),
        ("backfill", "compaction near and under roads and structures", "95", None),
        ("manhole_spacing", "distance between manholes", None, "400"),
        ("manhole_cover", "diameter of the cover", "30", None),
        ("manhole_cover", "weight of the cover", None, "150"),
        ("manhole_rings", "height of the grade rings", "6", "12"),
        ("manhole_rings", "grade rings", None, "3"),
        ("manhole_drop", "drop at a junction or a bend", "0.1", None),
        ("forcemain_end", "upper arm of the T", "4", None),
        ("as_builts", "copies of the as-built drawings", "4", None),
        ("under_building", "concrete around the lateral", "3", None),
    ],
)
def test_judge_what_is_measured(line: str, quantity: str, least: str | None, most: str | None) -> None:
    """A-20, C-02 to C-05 Hague."""
    (item,) = [row for row in LAW.checklist if row.key == line]
    (bound,) = [row for row in item.bounds if row.quantity == quantity]
    ends = [LAW.figures[key].value if key else None for key in (bound.at_least, bound.at_most)]
    assert ends == [None if end is None else Decimal(end) for end in (least, most)]


def test_inspect_a_new_sewer_by_every_paragraph_on_building_it() -> None:
    """C-03 to C-05, C-13 Hague: no numbered paragraph of 403C, 404 and 406A is left out."""
    cited = " ".join(row.citation for row in checklist_for(LAW, ProjectKind.NEW_SEWER))
    for section, last in (("403C", 24), ("404", 19), ("406A", 9)):
        numbers: set[int] = set()
        for found in re.findall(rf"§{section}((?:\(\d+\)(?:, | to )?)+)", cited):
            ends = [int(one) for one in re.findall(r"\d+", found)]
            numbers |= set(range(ends[0], ends[-1] + 1)) if " to " in found else set(ends)
        assert numbers == set(range(1, last + 1)), section


def test_give_a_term_of_the_surcharge_to_five_of_eight_pollutants() -> None:
    """D-05, D-06 Hague."""
    rows = {row.key: row for row in LAW.pollutants}
    assert len(rows) == 8
    assert {key for key, row in rows.items() if row.share} == {
        "bod",
        "suspended_solids",
        "phosphorus",
        "ammonia",
        "tkn",
    }
    assert {key for key, row in rows.items() if row.conventional} == {"bod", "suspended_solids", "oil_grease"}


def test_count_what_exceeds_apart_from_what_reaches() -> None:
    """E-10 Hague: chronic counts what exceeds, the review what equals or exceeds; the rest of the list was lost."""
    rows = {row.key: row for row in LAW.noncompliance_rules}
    assert (rows["chronic"].comparison, rows["review"].comparison) == (Comparison.EXCEEDS, Comparison.REACHES)
    assert rows["review"].factors == ("snc.trc_conventional", "snc.trc_other")
    assert {key for key, row in rows.items() if row.status is FigureStatus.LAW} == {"chronic", "review"}


def test_list_charges_by_the_titles_of_article_11() -> None:
    """D-14 Hague."""
    titles = " ".join(row.citation for row in LAW.charge_kinds)
    for section in ("1101", "1102", "1107", "1108", "1109", "1112", "605", "1118"):
        assert section in titles


def test_list_the_remedies_by_the_titles_of_article_10() -> None:
    """F-02, F-12, F-13 Hague: every section from 1001 to 1010 and from 1113 to 1123 is a step of its own."""
    cited = {row.citation for row in LAW.order_kinds}
    for section in range(1001, 1011):
        assert f"§{section} (title only)" in cited
    for section in range(1113, 1124):
        assert f"§{section} [{section - 100}], Art. 10 (title only)" in cited


def test_open_every_section_that_can_be_cited() -> None:
    """F-01 Hague: the sections that forbid or require something, from 301 to Article 9."""
    numbers = {int(found) for row in LAW.violations for found in re.findall(r"^\d{3,4}", row.section)}
    expected = set(range(301, 309)) | set(range(401, 409)) - {409} | set(range(501, 517)) | {602}
    expected |= {601, 602, 603, 604, 701, 702, 703, 704} | set(range(801, 811)) - {805}
    expected |= {901, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912, 915, 1004, 1006, 1118}
    assert numbers == expected


MISPRINTS = """
2|201|Section 202 – Defined Terms|Section 201 – Defined Terms
2|201|(C,V,T)|Town
2|201|Article 9|Article 8
2|201|22 U.S.C. 1347|33 U.S.C. 1317
2|201|(Board, Council)|Board
2|201|Article 12|Article 11
2|201|Article 13|Article 12
2|201|Article 10|Article 9
2|202|Code of Public Law and Rules|Civil Practice Law and Rules
2|202|42 U.S.C. 690 L|42 U.S.C. 6901
3|306|Except as hereinafter provided|no section
3|308|Section 307|Section 309
4|402A|Section 501|Section 401
4|402A|Article 6|Article 5
4|402A|Section 503|Section 403
4|402A|Section 505|Section 405
4|402B|Section 501|Section 401
4|402B|Section 506|Section 406
4|405A|504 F|405F
4|405A|504 G|405G
4|406A|Section 501|Section 401
4|406A|ASTM c1784|ASTM D1784
4|406A|Section 503 C|Section 403C
5|602B|Section 602B|Section 502B
5|503C|Section 503 D|Section 404
5|503C|1007|907
5|510E|no entry in the table of contents|Section 510E
"""


def test_map_every_misprint_once() -> None:
    """Section 13 items 1 to 8, Hague: by article and section, since numbers come twice."""
    expected = [tuple(row.split("|")) for row in MISPRINTS.strip().splitlines()]
    expected += [("10", str(n), f"Section {n}", f"Section {n - 100}") for n in range(1113, 1124)]
    found = [(row.article, row.section, row.printed, row.meant) for row in LAW.misprints]
    assert found == expected
    assert max(Counter(row[:3] for row in found).values()) == 1
    for row in LAW.misprints:
        assert re.fullmatch(rf"{row.article}-{row.section}-\d+", row.key)


def test_keep_for_ever_only_what_has_no_years() -> None:
    """I-02: the years that the State's schedule did not show are blank, and what is permanent has none."""
    rows = {row.key: row for row in LAW.retention_rules}
    assert {key for key, row in rows.items() if not row.keep} == {"lateral_permit", "minutes", "tax_roll"}
    blank = {key for key, row in rows.items() if row.keep and LAW.figures[row.keep].value is None}
    assert blank == {
        "environmental_project",
        "environmental_permit",
        "component_records",
        "capital_construction",
    }
