"""Which industrial users are significant, law by law (E-01)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Figure, FigureStatus, LawPack, Unit
from sewerdesk.domain.pretreatment.answers import Finding
from sewerdesk.domain.pretreatment.significance import LoadShare, Screening, UserFacts, screen
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import DAY, altamont, dannemora, hague, lockport, silent_law

D = Decimal
SMALL = UserFacts(
    "Lake Creamery",
    categorical=False,
    toxic=False,
    impact=False,
    workday_flow=D(24_999),
    daily_flow=D(20_000),
    plant_flow=D(400_000),
    loads=(LoadShare("BOD", D(50), D(1000)),),
    raw_material_lb=D(10_000),
    raw_material_gal=D(1_000),
    discharges_measurable=True,
    detected_at_plant=True,
)


def _findings(found: Screening) -> dict[str, Finding]:
    return {row.key: row.finding for row in found.reasons}


@pytest.mark.parametrize("law", [hague(), lockport(), dannemora(), altamont()], ids=lambda law: law.code)
def test_keep_a_user_at_the_edge_of_every_test_not_significant(law: LawPack) -> None:
    """E-01: exactly 5 percent (20,000 of 400,000; 50 of 1,000 lb), exactly 10,000 lb and 1,000 gal are not more."""
    found = screen(law, SMALL, on=DAY)
    assert found.answer is Answer.NO
    assert set(_findings(found).values()) == {Finding.NOT_MET}
    assert found.sentence == "Lake Creamery is not a significant industrial user: no test of the law is met."


@pytest.mark.parametrize(
    ("facts", "met"),
    [
        (replace(SMALL, workday_flow=D(25_000)), "flow"),
        (replace(SMALL, daily_flow=D("20000.01")), "plant_flow_share"),
        (replace(SMALL, toxic=True), "toxic"),
        (replace(SMALL, impact=True), "impact"),
    ],
)
def test_screen_by_dannemoras_four_tests(facts: UserFacts, met: str) -> None:
    """E-01 Dannemora: 25,000 gal or more, more than 5 percent, toxic pollutants, impact (section 72-2)."""
    found = screen(dannemora(), facts, on=DAY)
    assert found.answer is Answer.YES
    assert [row.key for row in found.met] == [met]
    assert found.met[0].status is FigureStatus.LAW
    assert found.met[0].citation.startswith("§72-2")


@pytest.mark.parametrize(
    ("facts", "met"),
    [
        (replace(SMALL, categorical=True), "categorical"),
        (replace(SMALL, impact=True), "impact"),
        (replace(SMALL, raw_material_lb=D("10000.1")), "raw_material_weight"),
        (replace(SMALL, raw_material_gal=D(1_001)), "raw_material_volume"),
        (replace(SMALL, daily_flow=D(20_001)), "plant_flow_share"),
        (
            replace(SMALL, loads=(LoadShare("BOD", D(50), D(1000)), LoadShare("TSS", D(51), D(1000)))),
            "plant_load_share",
        ),
    ],
)
def test_screen_by_lockports_tests(facts: UserFacts, met: str) -> None:
    """E-01 Lockport: A categorical, B impact, C raw material in pounds or gallons, D flow or load."""
    found = screen(lockport(), facts, on=DAY)
    assert found.answer is Answer.YES
    assert [row.key for row in found.met] == [met]


def test_ask_lockports_raw_material_for_a_measurable_discharge() -> None:
    """E-01 Lockport C: 12,000 lb a year alone is not enough; the pollutants must be measurable in the sewage."""
    much = replace(SMALL, raw_material_lb=D(12_000))
    dry = screen(lockport(), replace(much, discharges_measurable=False), on=DAY)
    assert dry.answer is Answer.NO
    unknown = screen(lockport(), replace(much, discharges_measurable=None), on=DAY)
    assert unknown.answer is Answer.OFFICER
    assert _findings(unknown)["raw_material_weight"] is Finding.NOT_KNOWN
    assert _findings(unknown)["raw_material_volume"] is Finding.NOT_MET


def test_mark_hagues_model_tests_as_to_be_confirmed() -> None:
    """E-01 Hague: the list is lost in the text; the tests are those of the model and say so."""
    found = screen(hague(), replace(SMALL, workday_flow=D(25_000)), on=DAY)
    assert found.answer is Answer.YES
    assert {row.status for row in found.reasons} == {FigureStatus.MODEL}
    assert "25,000 gallons a day" in found.met[0].reason


def test_leave_an_undetected_pollutant_to_hagues_officer() -> None:
    """E-01 Hague, note: not significant if the pollutant cannot be detected where the sewage enters the plant."""
    facts = replace(SMALL, categorical=True)
    assert screen(hague(), facts, on=DAY).answer is Answer.YES
    found = screen(hague(), replace(facts, detected_at_plant=False), on=DAY)
    assert found.answer is Answer.OFFICER
    assert found.exception is not None
    assert found.exception.citation in found.sentence
    assert (
        screen(dannemora(), replace(facts, toxic=True, detected_at_plant=False), on=DAY).answer is Answer.YES
    )


@pytest.mark.parametrize("law", [hague(), lockport(), dannemora()], ids=lambda law: law.code)
def test_leave_what_nobody_answered_to_the_officer(law: LawPack) -> None:
    found = screen(law, UserFacts("Lake Creamery"), on=DAY)
    assert found.answer is Answer.OFFICER
    assert set(_findings(found).values()) == {Finding.NOT_KNOWN}
    assert found.sentence.endswith("The officer decides.")


def test_leave_the_question_to_the_officer_where_the_law_is_silent() -> None:
    found = screen(silent_law(), SMALL, on=DAY)
    assert (found.answer, found.reasons, found.rescreen_on) == (Answer.OFFICER, (), None)
    assert "does not say which industrial users are significant; the officer decides" in found.sentence


def test_ask_again_only_where_the_law_sets_a_time() -> None:
    """E-01: none of the four texts sets a time to screen again; a Board that wants a year enters it."""
    assert screen(dannemora(), SMALL, on=DAY).rescreen_on is None
    yearly = Figure(
        "siu.rescreen", "screening again", Unit.YEARS, "Resolution 3 of 2027", FigureStatus.LAW, D(1)
    )
    law = replace(dannemora(), figures={**dannemora().figures, yearly.key: yearly})
    found = screen(law, SMALL, on=date(2028, 2, 29))
    assert found.rescreen_on == date(2029, 2, 28)
    assert "screen again on 2/28/2029" in found.rescreen


def test_say_what_to_enter_where_a_figure_is_blank() -> None:
    law = dannemora()
    blank = replace(
        law.figures["siu.flow_gal_per_day"], value=None, status=FigureStatus.BLANK, missing="the flow"
    )
    found = screen(replace(law, figures={**law.figures, blank.key: blank}), SMALL, on=DAY)
    assert found.answer is Answer.OFFICER
    reason = next(row for row in found.reasons if row.key == "flow")
    assert reason.reason.startswith("There is no figure on file for")


def test_refuse_numbers_that_cannot_be() -> None:
    with pytest.raises(FieldErrors) as caught:
        screen(
            dannemora(),
            replace(SMALL, workday_flow=D(-1), plant_flow=D(0), loads=(LoadShare("BOD", D(1), D(0)),)),
            on=DAY,
        )
    assert set(caught.value.errors) == {"workday_flow", "plant_flow", "load.BOD"}
