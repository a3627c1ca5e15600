"""An industrial user's papers: contents, signature, confidence (E-03, E-06, E-12)."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.domain.pretreatment.papers import (
    AccidentCall,
    Disclosure,
    PaperPart,
    Reader,
    SignerCapacity,
    application_standing,
    call_gaps,
    may_disclose,
    signer_problem,
)
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import CALENDAR, dannemora, silent_law

TOLD = date(2027, 6, 1)


def _answers(*left_out: str) -> dict[str, str]:
    rows = [row for row in dannemora().application_items if "industrial" in row.classes]
    return {row.key: "as attached" for row in rows if row.key not in left_out}


def test_complete_dannemoras_thirteen_items() -> None:
    """E-03 Dannemora: items [1] to [13] of section 72-6B(2)(a)."""
    found = application_standing(dannemora(), _answers(), permit_class="industrial")
    assert found.answer is Answer.YES
    cited = {row.item.citation for row in found.items}
    assert {f"§72-6B(2)(a)[{number}]" for number in range(1, 14)} <= cited


def test_name_what_is_missing() -> None:
    """E-03 Dannemora: an answer of blanks is none; the schedule counts only where it was asked for."""
    answers = {**_answers("sic", "schedule"), "products": "   "}
    found = application_standing(dannemora(), answers, permit_class="industrial")
    assert found.answer is Answer.NO
    assert [row.key for row in found.missing] == ["sic", "products"]
    assert "2 of " in found.sentence
    asked = application_standing(
        dannemora(), answers, permit_class="industrial", asked=frozenset({"schedule"})
    )
    assert "schedule" in [row.key for row in asked.missing]


def test_leave_contents_to_the_officer_where_the_law_is_silent() -> None:
    found = application_standing(silent_law(), {}, permit_class="industrial")
    assert (found.answer, found.missing) == (Answer.OFFICER, ())
    assert found.sentence.endswith("the officer decides.")


def test_accept_the_signature_of_an_authorized_representative() -> None:
    """E-06 Hague 201, Lockport, Dannemora 72-2: vice-president or above, partner, proprietor, or a named delegate."""
    for capacity in (SignerCapacity.OFFICER, SignerCapacity.PARTNER, SignerCapacity.PROPRIETOR):
        assert signer_problem("A. Reed", capacity, authorization="") == ""
    assert signer_problem("A. Reed", SignerCapacity.DELEGATE, authorization="letter of 1/4/2027") == ""
    assert "record the paper" in signer_problem("A. Reed", SignerCapacity.DELEGATE, authorization=" ")
    assert "no authorized representative" in signer_problem(
        "A. Reed", SignerCapacity.OTHER, authorization="x"
    )
    assert all(capacity.label for capacity in SignerCapacity)


def _may(part: PaperPart, reader: Reader, on: date = TOLD, told_on: date | None = None) -> Disclosure:
    return may_disclose(dannemora(), part, CALENDAR, reader=reader, on=on, told_on=told_on)


SECRET = PaperPart("Recipe", confidence_asked=True, trade_secret=True)


@pytest.mark.parametrize(
    ("part", "answer"),
    [
        (PaperPart("Flows"), Answer.YES),
        (PaperPart("Recipe", trade_secret=True), Answer.YES),  # nobody asked for confidence
        (PaperPart("Recipe", confidence_asked=True, trade_secret=False), Answer.YES),
        (PaperPart("Recipe", confidence_asked=True), Answer.OFFICER),
        (SECRET, Answer.NO),
        (PaperPart("Analysis", confidence_asked=True, trade_secret=True, constituents=True), Answer.YES),
    ],
)
def test_show_the_public_all_but_trade_secrets(part: PaperPart, answer: Answer) -> None:
    """E-12 Dannemora: public unless a trade secret is asked for and shown; constituents are never confidential."""
    found = _may(part, Reader.PUBLIC)
    assert found.allowed is answer
    assert found.citation == "§72-6G"


def test_pass_a_secret_to_an_agency_ten_days_after_the_notice() -> None:
    """E-12 Dannemora: told on 6/1/2027, passed on from 6/11/2027."""
    assert _may(SECRET, Reader.GOVERNMENT).allowed is Answer.NO
    early = _may(SECRET, Reader.GOVERNMENT, date(2027, 6, 10), TOLD)
    assert (early.allowed, early.from_day) == (Answer.NO, date(2027, 6, 11))
    assert _may(SECRET, Reader.GOVERNMENT, date(2027, 6, 11), TOLD).allowed is Answer.YES


def test_leave_confidence_to_the_officer_where_the_law_is_silent() -> None:
    found = may_disclose(silent_law(), SECRET, CALENDAR, reader=Reader.PUBLIC, on=TOLD)
    assert found.allowed is Answer.OFFICER


def test_note_all_that_a_call_must_tell() -> None:
    """E-08 Dannemora 72-4H: location, type of waste, concentration, volume and corrective actions."""
    call = AccidentCall("Manhole 14", "pickle liquor", "pH 1", "300 gal", "valve shut")
    assert call_gaps(call) == ()
    assert call_gaps(replace(call, volume=" ")) == ("Enter its volume, as far as it is known.",)
    assert len(call_gaps(AccidentCall())) == 5
