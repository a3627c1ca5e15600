"""Orders to connect and the list of who is not connected (law.md G-01, G-02); private systems (A-25)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.connection_orders import (
    UnconnectedFacts,
    connect_by,
    counts_from,
    must_connect,
    unconnected,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import BlankFigure, Event
from sewerdesk.domain.law.acts import ActKind, LawAct, LawChange
from sewerdesk.domain.private_systems import (
    availability_line,
    effect_sentence,
    inspect_by,
    permits_private_systems,
)
from sewerdesk.domain.verdicts import Answer
from tests.domain.counter_examples import DAY, new_york_calendar
from tests.support.packs import pack

CALENDAR = new_york_calendar()


def parcel(number: int, **facts: object) -> UnconnectedFacts:
    values: dict[str, object] = {"in_district": True, "is_connected": False, **facts}
    return UnconnectedFacts(number, f"12.13-2-{number}", f"{number} Main Street", **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("feet", "answer"),
    [
        (Decimal("99.9"), Answer.YES),
        (Decimal(100), Answer.YES),
        (Decimal("100.1"), Answer.NO),
        (Decimal(0), Answer.YES),
        (None, Answer.OFFICER),
    ],
)
def test_g01_hague_applies_within_a_hundred_feet(feet: Decimal | None, answer: Answer) -> None:
    """G-01 Hague 307: exactly 100 feet from the property line is within the distance."""
    verdict = must_connect(pack("hague"), distance_ft=feet, on=DAY)
    assert verdict.answer is answer
    assert verdict.lines[0].citation == "§307"


def test_g01_hague_cites_the_resolution_that_changed_the_distance() -> None:
    """G-01 Hague 307: from the day of the resolution on, the distance and its citation are the Board's."""
    act = LawAct(
        id=1,
        kind=ActKind.RESOLUTION,
        citation="Resolution 7 of 2027",
        effective_from=date(2027, 7, 1),
        changes=(LawChange("figure", "connect.distance_ft", "150"),),
    )
    law = pack("hague").with_acts([act], date(2027, 8, 1))
    before = must_connect(law, distance_ft=Decimal(120), on=date(2027, 6, 30))
    after = must_connect(law, distance_ft=Decimal(120), on=date(2027, 7, 1))
    assert (before.answer, before.lines[0].citation) == (Answer.NO, "§307")
    assert after.answer is Answer.YES
    assert after.lines[0].citation == "§307, as changed by Resolution 7 of 2027"


@given(feet=st.decimals(min_value=0, max_value=10_000, places=1))
def test_g01_dannemora_has_no_figure(feet: Decimal) -> None:
    """G-01 Dannemora 72-12B: a reasonable distance is no number; the officer decides at any."""
    verdict = must_connect(pack("dannemora"), distance_ft=feet, on=DAY)
    assert verdict.answer is Answer.OFFICER
    assert verdict.lines[0].on_file.endswith("the law gives no distance in feet, the officer decides")
    assert verdict.lines[0].citation == "§72-12B"


@pytest.mark.parametrize("name", ["lockport", "altamont"])
def test_g01_is_not_in_the_text_of_lockport_and_altamont(name: str) -> None:
    """G-01 Lockport and Altamont: not in the text at hand; the officer decides and no day is computed."""
    law = pack(name)
    verdict = must_connect(law, distance_ft=Decimal(10), on=DAY)
    assert verdict.answer is Answer.OFFICER
    assert verdict.lines[0].on_file.startswith("Not entered: ")
    with pytest.raises(BlankFigure):
        connect_by(law, DAY, CALENDAR)


def test_g01_hague_counts_ninety_days_from_the_official_notice() -> None:
    """G-01 Hague 307: 90 days from May 3, 2027 are 28 + 30 + 31 + 1: Sunday, August 1; so Monday, August 2."""
    found = connect_by(pack("hague"), DAY, CALENDAR)
    assert (found.raw, found.effective, found.count) == (date(2027, 8, 1), date(2027, 8, 2), 90)
    assert found.citation == "§307"
    assert counts_from(pack("hague")) in {Event.NOTICE_SERVED, Event.NOTICE_RECEIVED, Event.NOTICE_DATED}


def test_g01_dannemora_counts_thirty_days_from_the_date_of_the_notice() -> None:
    """G-01 Dannemora 72-12B: 30 days after the date of the notice of May 3 is Wednesday, June 2, 2027."""
    law = pack("dannemora")
    found = connect_by(law, DAY, CALENDAR)
    assert (found.raw, found.effective, found.count) == (date(2027, 6, 2), date(2027, 6, 2), 30)
    assert counts_from(law) is Event.NOTICE_DATED


def test_g02_hague_lists_those_of_the_district_that_are_not_connected() -> None:
    """G-02 Hague 306: those within the distance first, then those that nobody measured, then those farther off."""
    rows = unconnected(
        pack("hague"),
        [
            parcel(1, distance_ft=Decimal(250)),
            parcel(2),
            parcel(3, distance_ft=Decimal(100), ordered_on=date(2027, 4, 1)),
            parcel(4, is_connected=True, distance_ft=Decimal(10)),
            parcel(5, in_district=False, distance_ft=Decimal(10)),
            parcel(6, has_building=False, distance_ft=Decimal(10)),
        ],
        on=DAY,
    )
    assert [(row.parcel_id, row.answer) for row in rows] == [
        (3, Answer.YES),
        (2, Answer.OFFICER),
        (1, Answer.NO),
    ]
    assert rows[0].sentence == "100 ft to the sewer, within 100 ft"
    assert rows[0].ordered_on == date(2027, 4, 1)


def test_g02_dannemora_lists_them_for_the_officer() -> None:
    """G-02 Dannemora 72-12B: every unconnected building is the officer's to decide."""
    rows = unconnected(pack("dannemora"), [parcel(1, distance_ft=Decimal(20))], on=DAY)
    assert [row.answer for row in rows] == [Answer.OFFICER]


def test_refuse_a_distance_below_zero() -> None:
    with pytest.raises(ValueError, match="less than zero"):
        must_connect(pack("hague"), distance_ft=Decimal(-1), on=DAY)


def test_a25_dannemora_inspects_within_48_hours_of_the_ready_notice() -> None:
    """A-25 Dannemora 72-13C: ready on Friday at 4 PM means Sunday at 4 PM; hours do not wait for a business day."""
    law = pack("dannemora")
    ready = datetime(2027, 5, 7, 16, 0, tzinfo=ZoneInfo("America/New_York"))
    found = inspect_by(law, ready, CALENDAR)
    assert found is not None
    assert found.at == (ready + timedelta(hours=48)).astimezone(UTC)
    assert found.raw == date(2027, 5, 9)
    assert found.citation == "§72-13C"


def test_a25_dannemora_keeps_real_hours_when_the_clocks_change() -> None:
    """A-25 Dannemora: 48 hours from Saturday noon before clocks go forward end on Monday at 1 PM."""
    ready = datetime(2027, 3, 13, 12, 0, tzinfo=ZoneInfo("America/New_York"))
    found = inspect_by(pack("dannemora"), ready, CALENDAR)
    assert found is not None
    assert found.at is not None
    assert found.at.astimezone(ZoneInfo("America/New_York")).hour == 13


def test_a25_dannemora_needs_the_hour_of_the_notice() -> None:
    """A-25 Dannemora: a day alone is no start for hours."""
    with pytest.raises((UserError, ValueError)):
        inspect_by(pack("dannemora"), datetime(2027, 5, 7, 16, 0), CALENDAR)  # noqa: DTZ001 - the mistake itself


def test_a25_dannemora_permit_takes_effect_when_it_is_completed() -> None:
    """A-25 Dannemora 72-13C: effective only when the work is completed to the Inspector's satisfaction."""
    text, citation = effect_sentence(pack("dannemora"))
    assert "Sewer Inspector" in text
    assert citation.startswith("§72-13")
    assert effect_sentence(pack("hague")) == ("", "")


def test_a25_offer_private_systems_only_where_the_law_permits_them() -> None:
    """A-25: Dannemora permits them where no sewer is available; Hague 306 forbids them in the district."""
    assert [
        name for name in ("hague", "lockport", "altamont", "dannemora") if permits_private_systems(pack(name))
    ] == ["dannemora"]
    near = availability_line(pack("hague"), distance_ft=Decimal(100), on=DAY)
    far = availability_line(pack("hague"), distance_ft=Decimal(101), on=DAY)
    open_question = availability_line(pack("dannemora"), distance_ft=Decimal(100), on=DAY)
    assert (near.passed, far.passed, open_question.passed) == (False, True, None)
