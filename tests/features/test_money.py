"""The table of features has every one that an office cannot do without, and names only tests that are there."""

import pytest

from tests.features.money import FEATURES as MONEY
from tests.features.safety import SAFETY
from tests.support.named_tests import missing_tests

FEATURES = {**MONEY, "R": SAFETY}
#: The numbers, in each group, of what an office cannot do without.
MUST = {
    "A": (1, 2, 3, 4, 5, 7, 13, 14, 15, 20),
    "B": (1, 2, 3, 4, 5, 6, 9, 11, 12, 13, 14, 16),
    "C": (1, 2, 3, 4, 5, 6, 7, 9, 12, 13),
    "D": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 18, 19),
    "E": (1, 2, 3, 4, 5, 8, 11),
    "F": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 20),
    "G": (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18),
    "H": (1, 2, 3, 4, 5, 6, 7, 11, 12, 15),
    "R": (1, 2, 4, 5, 6, 7, 8),
}


@pytest.mark.parametrize("group", sorted(MUST))
def test_every_feature_of_a_group_is_proved_or_says_what_it_awaits(group: str) -> None:
    found = FEATURES[group]
    assert list(found) == [f"{group}{number}" for number in MUST[group]]
    assert {code: missing for code, one in found.items() if (missing := missing_tests(one.tests))} == {}
    assert [code for code, one in found.items() if not one.tests and not one.awaits] == []
