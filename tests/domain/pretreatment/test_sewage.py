"""Normal and abnormal sewage by the eight limits of Hague 201 (D-05)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Amendment, FigureStatus
from sewerdesk.domain.pretreatment.answers import Finding
from sewerdesk.domain.pretreatment.results import LabResult
from sewerdesk.domain.pretreatment.sewage import SewageSample, judge_sewage
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import DAY, dannemora, hague, lockport, silent_law
from tests.support.packs import pack

D = Decimal
AT_THE_LIMITS = {
    "bod": D(250),
    "suspended_solids": D(300),
    "phosphorus": D(15),
    "ammonia": D(30),
    "tkn": D(50),
    "chlorine_demand": D(25),
    "cod": D(350),
    "oil_grease": D(100),
}


def _sample(
    key: str = "bod", value: Decimal = AT_THE_LIMITS["bod"], *, concern: bool | None = False
) -> SewageSample:
    found = {**AT_THE_LIMITS, key: value}
    return SewageSample(DAY, {key: LabResult.of(value) for key, value in found.items()}, concern)


def test_call_sewage_at_every_limit_normal() -> None:
    """D-05 Hague: "or less": a value that equals its limit is within it, all eight of them."""
    found = judge_sewage(hague(), _sample())
    assert found.abnormal is Answer.NO
    assert len(found.lines) == 8
    assert found.exceeded == ()
    assert found.reason.startswith("The sewage is normal")


@pytest.mark.parametrize("key", sorted(AT_THE_LIMITS))
def test_call_sewage_abnormal_where_one_limit_is_exceeded(key: str) -> None:
    """D-05 Hague: one characteristic above its limit is enough, and the line says by how much."""
    found = judge_sewage(hague(), _sample(key, AT_THE_LIMITS[key] + D("0.01")))
    assert found.abnormal is Answer.YES
    assert [line.key for line in found.exceeded] == [key]
    assert found.exceeded[0].over_by == D("0.01")


def test_show_both_units_and_judge_by_mg_l() -> None:
    """D-05 Hague: 830 lb is printed for 100 mg/l of oil and grease, which are 834; 100 mg/l is within the limit.

    By hand: 100 mg/l x 8.34 = 834 lb per million gallons, more than the 830 printed. Judged by the pounds it would be
    abnormal; BOD the other way round: 2,090 printed, 250.4 mg/l x 8.34 = 2,088.336 lb would pass and must not.
    """
    found = judge_sewage(hague(), _sample("bod", D("250.4")))
    lines = {line.key: line for line in found.lines}
    grease, bod = lines["oil_grease"], lines["bod"]
    assert grease.limit_words == "100 mg/l (830 lb per million gallons as printed)"
    assert (grease.measured_load, grease.over) == (D(834), Finding.NOT_MET)
    assert (bod.measured_load, bod.over) == (D("2088.336"), Finding.MET)
    assert "over the limit of 250 mg/l (§201 (Sewage, Normal)) by 0.4 mg/l" in bod.sentence


def test_call_sewage_with_substances_of_concern_abnormal() -> None:
    """D-05 Hague: substances of concern make it not normal, whatever the limits say."""
    found = judge_sewage(hague(), replace(_sample(concern=True), substances="toluene"))
    assert found.abnormal is Answer.YES
    assert found.reason == "The sewage is abnormal. The sewage contains substances of concern (toluene)."


def test_leave_a_missing_result_to_the_officer() -> None:
    """D-05 Hague: not tested is no zero; without it nobody can say that the sewage is normal."""
    results = dict(_sample().results)
    del results["tkn"]
    found = judge_sewage(hague(), SewageSample(DAY, results, substances_of_concern=False))
    assert found.abnormal is Answer.OFFICER
    assert [line.key for line in found.not_tested] == ["tkn"]
    line = found.not_tested[0]
    assert (line.over, line.measured_load) == (Finding.NOT_KNOWN, None)
    assert line.sentence.endswith(": not tested.")


def test_leave_unlooked_for_substances_to_the_officer() -> None:
    found = judge_sewage(hague(), _sample(concern=None))
    assert found.abnormal is Answer.OFFICER
    assert "whether it contains substances of concern" in found.reason


def test_judge_results_below_detection() -> None:
    """ "< 20" keeps a limit of 25; "< 40" does not tell."""
    within = replace(_sample(), results={**_sample().results, "chlorine_demand": LabResult.below(D(20))})
    assert judge_sewage(hague(), within).abnormal is Answer.NO
    unclear = replace(_sample(), results={**_sample().results, "chlorine_demand": LabResult.below(D(40))})
    found = judge_sewage(hague(), unclear)
    assert found.abnormal is Answer.OFFICER
    assert any("less than 40 mg/l does not tell" in line.sentence for line in found.lines)


def test_judge_by_the_limit_of_the_day() -> None:
    """The Board lowers BOD to 200 mg/l from May 1, 2027; the sample of April is judged by 250."""
    law = hague().with_amendments(
        [Amendment("normal.bod.mg_l", date(2027, 5, 1), D(200), "Resolution 7 of 2027")]
    )
    assert judge_sewage(law, _sample()).abnormal is Answer.NO
    later = judge_sewage(law, replace(_sample(), taken_on=date(2027, 5, 1)))
    assert later.exceeded[0].citation == "Resolution 7 of 2027"


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_leave_sewage_to_the_officer_where_the_law_has_no_limits(name: str) -> None:
    """D-05 Lockport and Dannemora: the texts at hand have no limits of normal sewage."""
    found = judge_sewage(pack(name), _sample(concern=None))
    assert found.abnormal is Answer.OFFICER
    assert "does not say what normal sewage is; the officer decides" in found.reason
    assert lockport().pollutants == dannemora().pollutants == ()


def test_say_what_to_enter_where_a_limit_is_blank() -> None:
    """D-05 Altamont: its text at hand has no limits; a result says which figure the office must enter."""
    found = judge_sewage(pack("altamont"), _sample())
    assert found.abnormal is Answer.OFFICER
    assert all(line.limit.status is FigureStatus.BLANK for line in found.lines)
    assert all("There is no figure on file for" in line.sentence for line in found.lines)
    assert found.lines[0].limit_words == "not set"


def test_refuse_a_pollutant_without_a_limit() -> None:
    sample = SewageSample(DAY, {"arsenic": LabResult.of(D(1))})
    with pytest.raises(UserError, match="has no limit of normal sewage for arsenic"):
        judge_sewage(hague(), sample)
    assert judge_sewage(silent_law(), sample).abnormal is Answer.OFFICER
