"""What a sentence on the law must not drop or add: exceptions, who may allow them, and what was only defined."""

from decimal import Decimal

import pytest

from sewerdesk.domain.law import FigureStatus, ProjectKind, Whose, approvals_for, fees_for
from tests.support.packs import pack

MODEL, BLANK = FigureStatus.MODEL, FigureStatus.BLANK


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("hague", "saw_cut", "another method that the Wastewater Treatment Plant Operator approved"),
        ("hague", "open_trench", "unless the Wastewater Treatment Plant Operator gave permission"),
        ("hague", "manhole_spacing", "unless the Wastewater Treatment Plant Operator authorized it"),
        ("hague", "sewer_cover", "ASTM D2321"),
        ("hague", "forcemain_material", "ASTM F714"),
        ("altamont", "saw_cut", "another method that the Superintendent approved"),
        ("altamont", "open_trench", "unless the Superintendent gave permission"),
        ("altamont", "straight", "unless the Superintendent has approved a curve in writing"),
        ("blank", "saw_cut", "another method that the officer approved"),
        ("blank", "open_trench", "unless the officer gave permission"),
        ("blank", "straight", "unless the officer has approved a curve in writing"),
        ("lockport", "closer_main", "other protection that the Superintendent found suitable"),
    ],
)
def test_keep_the_exception_in_a_line_of_the_inspection(name: str, line: str, words: str) -> None:
    """403C(6), (9), (20), (22), 404(2) Hague, the same of 300-23 Altamont, 150-6J Lockport."""
    (row,) = [row for row in pack(name).checklist if row.key == line]
    assert words in row.sentence


@pytest.mark.parametrize(
    ("line", "quantity", "least", "most"),
    [
        ("forcemain_material", "class of ductile iron pipe", "52", None),
        ("forcemain_material", "standard dimension ratio of PVC pipe", None, "21"),
        ("forcemain_material", "standard dimension ratio of HDPE pipe", None, "11"),
        ("forcemain_valves", "distance between air relief valves", None, "400"),
        ("forcemain_end", "diameter of the arms to that of the main", "2", "2"),
        ("manhole_height", "frame above the flood or the lawn", "0.5", None),
        ("manhole_above_grade", "size of the anchor bolts", "0.5", "0.5"),
    ],
)
def test_measure_in_hague_what_the_text_measures(
    line: str, quantity: str, least: str | None, most: str | None
) -> None:
    """C-04, C-05 Hague: 404(11), (18), 406A(1), (6), (9)."""
    law = pack("hague")
    (item,) = [row for row in law.checklist if row.key == line]
    (bound,) = [row for row in item.bounds if row.quantity == quantity]
    ends = [law.figures[key].value if key else None for key in (bound.at_least, bound.at_most)]
    assert ends == [None if end is None else Decimal(end) for end in (least, most)]


def test_take_an_air_or_vacuum_test_without_the_approval_that_exfiltration_needs() -> None:
    """405F, G Hague and 300-25F, G Altamont: in lieu of either water test, and not only where the head is too high."""
    (line,) = [row for row in pack("hague").checklist if row.key == "sewer_tests"]
    assert (
        "with prior approval the exfiltration test, or in their place the air or vacuum test" in line.sentence
    )
    assert (
        "a low-pressure air test or a vacuum test may take its place"
        in pack("altamont").texts["final_test"].text
    )


@pytest.mark.parametrize("name", ["hague", "altamont", "blank"])
def test_let_the_officer_set_a_lower_pressure(name: str) -> None:
    """405F Hague, 300-25F(4) Altamont: no more than 10 psi, or a lower pressure as the officer requires."""
    (test,) = [row for row in pack(name).leak_tests if row.key == "T6"]
    (row,) = [row for row in test.preconditions if row.key == "groundwater"]
    assert "or the lower one that the" in row.sentence


def test_name_no_source_of_inflow_that_hague_does_not_name() -> None:
    """201 Hague has cellar and area drains; yard drains are Lockport's."""
    assert "yard" not in pack("hague").texts["inflow"].text
    assert "yard" in pack("lockport").texts["inflow"].text


@pytest.mark.parametrize("key", ["cooling_water", "particle", "slug"])
def test_confirm_in_hague_a_prohibition_that_was_only_defined(key: str) -> None:
    """201 Hague gives the measure; that it is prohibited stands in Article 8, read by its titles only."""
    (row,) = [row for row in pack("hague").prohibitions if row.key == key]
    assert row.status is MODEL
    assert "802" in row.missing


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_punish_each_false_paper_that_the_text_names(name: str) -> None:
    """F-06: statement, representation or certification, also under a contribution permit; falsify, tamper, render."""
    text = pack(name).texts["falsification"].text
    for word in ("representation", "certification", "contribution permit", "falsifies", "inaccurate"):
        assert word in text


def test_fine_in_dannemora_for_orders_and_permits_too() -> None:
    """72-8A: the article and the orders, rules, regulations and permits under it."""
    law = pack("dannemora")
    assert "the orders, rules, regulations and permits under it" in law.texts["penalties"].text


def test_take_industrial_wastes_in_dannemora_without_a_special_approval() -> None:
    """72-10: the Board approves what is neither domestic sewage nor industrial wastes."""
    law = pack("dannemora")
    (row,) = [row for row in law.violations if row.key == "other_waste"]
    assert "domestic sewage or industrial wastes" in row.title
    assert "domestic sewage and industrial wastes" in law.texts["domestic_sewage"].text


def test_call_nothing_read_that_dannemora_does_not_say() -> None:
    """72-7C does not say how a notice is served; no section at hand has a fee for a connection."""
    law = pack("dannemora")
    (notice,) = [row for row in law.service_rules if row.key == "notice"]
    (fee,) = [row for row in fees_for(law, ProjectKind.LATERAL, "standard") if row.key == "connection"]
    assert (notice.status, fee.status) == (MODEL, BLANK)
    assert notice.missing
    assert fee.missing


def test_approve_in_altamont_what_the_text_has_approved() -> None:
    """300-22A: of a subdivision also the method of installation; who approves a lateral is not in the text."""
    law = pack("altamont")
    asked = {row.key: row for row in law.approvals}
    for key in ("subdivision_superintendent", "subdivision_health"):
        assert "method of installation" in asked[key].sentence
    assert asked["village"].status is MODEL
    assert asked["village"] in approvals_for(law, ProjectKind.LATERAL)


@pytest.mark.parametrize("name", ["hague", "lockport", "altamont", "dannemora", "blank"])
def test_confirm_the_forms_that_prove_compensation(name: str) -> None:
    """B-06: the sections were read in excerpts and on the forms, so they are confirmed like the State's other rules."""
    proofs = pack(name).statutory_proofs
    assert proofs
    assert all(row.status is MODEL and row.missing for row in proofs)


@pytest.mark.parametrize(
    ("name", "section", "printed"),
    [("altamont", "300-23A(1)", "SDR 35 minimum"), ("lockport", "150-6I", "minimum SDR of 41")],
)
def test_say_which_way_a_least_sdr_is_read(name: str, section: str, printed: str) -> None:
    """C-06 Lockport as printed; C-03 Altamont as the heavy wall that the words ask for."""
    (row,) = [row for row in pack(name).misprints if row.section == section]
    assert printed in row.printed
    assert row.meant


@pytest.mark.parametrize("name", ["hague", "altamont", "blank"])
def test_end_a_license_on_its_own_day(name: str) -> None:
    """H-02: a term is no act of the hauler, so its end does not wait for a business day."""
    assert pack(name).time_limit("hauler_license").whose is Whose.CLERK
