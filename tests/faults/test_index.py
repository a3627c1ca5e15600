"""The index of faults names each number once and only tests that are there."""

import pytest

from tests.faults.index import FAULTS
from tests.support.named_tests import missing_tests

#: The numbers of the list of faults, by group; those left out are of other parts of the program.
NUMBERS = {
    "b1": (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37),
    "b2": (38, 40, 41, 43, 44, 46, 47, 49),
    "b3": (50, 52, 53, 55, 56, 58, 59),
    "b4": (61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 80, 82, 83, 85, 86, 88),
    "b5": (89, 91, 92, 94, 95, 97, 98, 100, 101, 103, 104, 106, 107),
    "b6": (109, 110, 112, 113),
    "b7": (115, 116, 118, 119),
}


@pytest.mark.parametrize("group", sorted(NUMBERS))
def test_every_fault_of_a_group_is_held_by_tests_that_exist(group: str) -> None:
    assert tuple(FAULTS[group]) == NUMBERS[group]
    wrong = {number: missing_tests(fault.tests) for number, fault in FAULTS[group].items()}
    assert {number: names for number, names in wrong.items() if names} == {}
    assert all(fault.tests and fault.words for fault in FAULTS[group].values())


def test_a_test_that_is_not_there_is_found() -> None:
    assert missing_tests(("faults/test_index::test_nothing", "faults/nowhere::test_x")) == [
        "faults/test_index::test_nothing",
        "faults/nowhere::test_x",
    ]
