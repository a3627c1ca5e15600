"""The demonstration's leakage test: one that the office's law offers for a lateral, failed and then passed."""

from datetime import date

import pytest

from sewerdesk.domain.leaktests import LeakTestKind, LeakVerdict
from sewerdesk.services.demo.leaks import Occasion, lateral_test
from sewerdesk.services.inspection_results import judge_test
from tests.support.packs import pack

DAY = date(2027, 1, 13)


@pytest.mark.parametrize(
    ("town", "kind", "failed", "passed"),
    [
        ("hague", LeakTestKind.EXFILTRATION, "40.100 gal", "38.500 gal"),
        ("altamont", LeakTestKind.EXFILTRATION, "40.100 gal", "38.500 gal"),
        ("lockport", LeakTestKind.AIR_LOSS, "0.600 psi in 10 min", "0.300 psi in 10 min"),
    ],
)
def test_tell_a_test_that_the_law_offers(town: str, kind: LeakTestKind, failed: str, passed: str) -> None:
    for passes, words, verdict in (
        (False, failed, LeakVerdict.FAILED),
        (True, passed, LeakVerdict.PASSED),
    ):
        draft = lateral_test(Occasion(pack(town), DAY, approved_on=date(2027, 1, 4), passes=passes))
        assert draft is not None
        assert draft.kind is kind
        result = judge_test(pack(town), draft, on=DAY)
        assert result.measured is not None
        assert (result.measured.words, result.verdict) == (words, verdict)


def test_tell_none_where_the_law_offers_none() -> None:
    assert lateral_test(Occasion(pack("dannemora"), DAY, approved_on=DAY, passes=True)) is None
