"""Tests recorded with an inspection under each law: what is offered, judged, kept, and printed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.domain.applications import WorkType
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.fieldwork import ResultDraft
from sewerdesk.domain.gauges import CalibrationDraft, GaugeDraft
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.domain.leaktests import GaugeKind, LeakTestDraft, LeakTestKind, LeakVerdict
from sewerdesk.services.gauges import record_calibration, register_gauge
from sewerdesk.services.inspection_results import record_result
from sewerdesk.services.inspection_results import tests_offered as offered_to
from sewerdesk.services.inspections import inspection_view
from sewerdesk.services.papers import paper_file
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.domain.leaktests.examples import all_yes, feet, gallons, inches, minutes, psi, seconds
from tests.support.fieldwork import add_parcel, all_no, ask, issue_sample_permit
from tests.support.fieldwork import all_yes as every_line
from tests.support.offices import HAGUE, new_office

TODAY = date(2027, 1, 4)
OfficeOf = Callable[[str, str], Workspace]


@pytest.fixture
def office_of(tmp_path: Path) -> Iterator[OfficeOf]:
    opened = []

    def make(law_code: str, municipality: str) -> Workspace:
        setup = replace(HAGUE, law_code=law_code, municipality=municipality)
        office = new_office(tmp_path / law_code, setup=setup)
        opened.append(office)
        return office.ws

    yield make
    for office in opened:
        office.close(back_up=False)


def call(ws: Workspace, *, work: WorkType = WorkType.NEW_CONNECTION) -> int:
    return ask(ws, issue_sample_permit(ws, parcel_id=add_parcel(ws), work=work), Stage.TEST)


def air_loss(*, end: str) -> LeakTestDraft:
    return LeakTestDraft(
        kind=LeakTestKind.AIR_LOSS,
        section="Trap and vent to the plumbing",
        start=psi("4"),
        end=psi(end),
        duration=minutes("10"),
        measured_on=TODAY,
        answers=all_yes("lockport", LeakTestKind.AIR_LOSS),
    )


def low_air(gauge_id: int | None) -> LeakTestDraft:
    return LeakTestDraft(
        kind=LeakTestKind.LOW_PRESSURE_AIR,
        section="Manhole 14 to 15",
        diameter_1=inches("8"),
        length_1=feet("200"),
        charge=psi("4"),
        start=psi("3.5"),
        end=psi("2.5"),
        duration=seconds("460"),
        groundwater=feet("0"),
        measured_on=TODAY,
        answers=all_yes("hague", LeakTestKind.LOW_PRESSURE_AIR),
        gauge_id=gauge_id,
    )


def result(outcome: Outcome, *tests: LeakTestDraft, decision: str = "") -> ResultDraft:
    return ResultDraft(
        outcome=outcome,
        visited_on=TODAY,
        inspector="R. Field",
        tests=tests,
        officer_decision=decision,
    )


@pytest.mark.parametrize(
    ("law_code", "municipality", "keys"),
    [
        ("lockport", "Town of Lockport", ["T1", "T2"]),
        ("altamont", "Village of Altamont", ["T3", "T4", "T6"]),
        ("dannemora", "Village of Dannemora", []),
    ],
)
def test_offer_the_tests_of_the_office(
    office_of: OfficeOf, law_code: str, municipality: str, keys: list[str]
) -> None:
    ws = office_of(law_code, municipality)
    offered = offered_to(ws, inspection_id=call(ws))
    assert [row.key for row in offered.rows] == keys
    assert bool(offered.sentence) is not bool(keys)


def test_offer_every_test_for_a_new_sewer(ws: Workspace) -> None:
    offered = offered_to(ws, inspection_id=call(ws, work=WorkType.MAIN_EXTENSION))
    assert [row.key for row in offered.rows] == ["T3", "T4", "T5a", "T5b", "T6", "T7a", "T7b", "T8"]


def test_fail_and_pass_the_air_test_of_lockport(office_of: OfficeOf) -> None:
    """T1 Lockport on screen and paper: 0.6 psi fails, 0.3 psi passes; the chain stands at the last."""
    ws = office_of("lockport", "Town of Lockport")
    inspection = call(ws)
    failed = record_result(
        ws,
        inspection_id=inspection,
        draft=replace(result(Outcome.FAILED, air_loss(end="3.4")), checklist=all_no(ws, inspection)),
    )
    report = " ".join(pages_text(paper_file(ws, paper_id=failed.paper_id).content))
    for words in (
        "Air test of a gravity building sewer",
        "Pressure at the start 4 psi",
        "Charged with air to at least 4 psi",
        "0.500 psi in 10 min (§150-6L(1))",
        "4 psi − 3.4 psi = 0.600 psi lost in 10 min",
        "FAILED.",
    ):
        assert words in report
    assert failed.retest_id is not None
    again = replace(result(Outcome.PASSED, air_loss(end="3.7")), checklist=every_line(ws, failed.retest_id))
    record_result(ws, inspection_id=failed.retest_id, draft=again)
    view = inspection_view(ws, inspection_id=failed.retest_id)
    [judged] = view.tests
    assert judged.draft == air_loss(end="3.7")
    assert judged.result.verdict is LeakVerdict.PASSED
    [chain] = view.chains
    assert (chain.standing, chain.failures) == (LeakVerdict.PASSED, 1)
    assert "passed on 1/4/2027 (INS-2027-0002) after 1 failure" in chain.sentence


def test_print_the_leakage_of_a_pressure_pipe(office_of: OfficeOf) -> None:
    """T2 Lockport on paper: inputs with units, N D √P / 7400 with its numbers, the gauge's elevation."""
    ws = office_of("lockport", "Town of Lockport")
    inspection = call(ws)
    draft = LeakTestDraft(
        kind=LeakTestKind.PRESSURE_JOINTS,
        section="Grinder unit to the main",
        joints=25,
        diameter_1=inches("1.25"),
        charge=psi("100"),
        average=psi("100"),
        gauge_elevation=feet("800"),
        low_elevation=feet("800"),
        water=gallons("0.08"),
        duration=minutes("120"),
        measured_on=TODAY,
        answers=all_yes("lockport", LeakTestKind.PRESSURE_JOINTS),
    )
    passed = replace(result(Outcome.PASSED, draft), checklist=every_line(ws, inspection))
    done = record_result(ws, inspection_id=inspection, draft=passed)
    report = " ".join(pages_text(paper_file(ws, paper_id=done.paper_id).content))
    for words in (
        "Joints 25",
        "Diameter 1.25 in",
        "Elevation of the gauge 800 ft",
        "Measured for 120 min (2 hours)",
        "25 × 1.25 in × √100 psi ÷ 7,400 = 0.04223 gal/h; × 2 h = 0.0845 gal",
        "Allowed 0.0845 gal (§150-6L(2))",
        "PASSED.",
    ):
        assert words in report


def test_need_the_officer_while_the_table_is_not_confirmed(ws: Workspace, tmp_path: Path) -> None:
    """T6 Hague with a gauge of the register: its certificate is printed, and the officer decides on the table."""
    certificate = tmp_path / "C-88.pdf"
    certificate.write_bytes(b"%PDF-1.4 sample")
    gauge = register_gauge(ws, draft=GaugeDraft("7731", GaugeKind.PRESSURE, Decimal(15), "Sample Gauge Co."))
    inspection = call(ws)
    passed = replace(result(Outcome.PASSED, low_air(gauge)), checklist=every_line(ws, inspection))
    with pytest.raises(FieldErrors, match="Test 1: Gauge 7731 has no calibration on file"):
        record_result(ws, inspection_id=inspection, draft=passed)
    calibration = CalibrationDraft(date(2026, 6, 2), "C-88", "Sample Laboratory", (certificate,))
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    with pytest.raises(FieldErrors, match="Table of times confirmed by the officer"):
        record_result(ws, inspection_id=inspection, draft=passed)
    decided = replace(passed, officer_decision="The table of the 1998 edition holds.")
    done = record_result(ws, inspection_id=inspection, draft=decided)
    report = " ".join(pages_text(paper_file(ws, paper_id=done.paper_id).content))
    assert "No. 7731, Sample Gauge Co., 0 to 15 psi, calibrated 6/2/2026, certificate C-88" in report
    assert (
        "Decision of the Wastewater Treatment Plant Operator: The table of the 1998 edition holds." in report
    )


def test_refuse_a_gauge_that_is_not_in_the_register(ws: Workspace) -> None:
    inspection = call(ws)
    draft = replace(result(Outcome.FAILED, low_air(99)), checklist=all_no(ws, inspection))
    with pytest.raises(FieldErrors, match="That gauge is not in the register"):
        record_result(ws, inspection_id=inspection, draft=draft)


def test_say_what_came_in_the_wrong_order(ws: Workspace) -> None:
    """C-13 Hague: the inverts were placed before the section was tested again."""
    inspection = call(ws)
    first = replace(low_air(None), inverts_on=date(2027, 1, 2), measured_on=date(2027, 1, 4))
    failed = replace(result(Outcome.FAILED, first), checklist=all_no(ws, inspection))
    record_result(ws, inspection_id=inspection, draft=failed)
    [sentence] = inspection_view(ws, inspection_id=inspection).disorder
    assert sentence == (
        "Manhole 14 to 15: The section was tested for leakage on 1/4/2027, after it was given its manhole inverts "
        "and benches on 1/2/2027; the leakage test comes first."
    )
