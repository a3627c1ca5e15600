"""Whether the tests that a table names are there."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


@cache
def functions_of(module: str) -> frozenset[str]:
    """The names of the test functions of a file under ``tests``; none where there is no such file."""
    path = TESTS / f"{module}.py"
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def missing_tests(names: Iterable[str]) -> list[str]:
    """Those of the names ``place/file::function`` that are no test."""
    return [name for name in names if name.partition("::")[2] not in functions_of(name.partition("::")[0])]
