"""Every requirement on the four laws is answered by a test, or waits for a screen with a rule; both exist."""

import ast
import importlib
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path

import pytest

from tests.domain.requirements import ANSWERED, AWAITING, COUNTS

ROOT = Path(__file__).parents[2]
ALL = [f"{group}-{number:02d}" for group, count in COUNTS.items() for number in range(1, count + 1)]


@lru_cache(maxsize=200)
def names_in(path: Path) -> frozenset[str]:
    """The names of the tests of a file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(
        node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_answer_or_await_each_requirement_once() -> None:
    assert sorted([*ANSWERED, *AWAITING]) == sorted(ALL)


@pytest.mark.parametrize("requirement", sorted(ANSWERED))
def test_have_the_tests_of_a_requirement(requirement: str) -> None:
    for node in ANSWERED[requirement]:
        file, _, name = node.partition("::")
        assert name.strip("*"), f"{requirement}: a whole file names no test"
        paths = sorted(ROOT.glob(file))
        assert paths, f"{requirement}: {file} is not there"
        found = [test for path in paths for test in names_in(path) if fnmatch(test, name)]
        assert found, f"{requirement}: {file} has no test {name}"


@pytest.mark.parametrize("requirement", sorted(AWAITING))
def test_have_the_rule_of_what_awaits_a_screen(requirement: str) -> None:
    module, _, name = AWAITING[requirement].rule.partition(":")
    loaded = importlib.import_module(module)
    assert hasattr(loaded, name)
    assert AWAITING[requirement].screen
