"""Rules of the house that no tool knows: sizes, floats in money's rooms, connections that leak a window."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sewerdesk"
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
#: Rooms in which amounts and measures are exact.
EXACT = ("domain", "data", "services")


def sources(*folders: str) -> list[Path]:
    roots = [PACKAGE / folder for folder in folders] or [PACKAGE]
    return [
        path
        for root in roots
        for path in sorted(root.rglob("*.py"))
        if "migrations/versions" not in path.as_posix()
    ]


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text("utf-8")))


def spot(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def long_files() -> list[str]:
    counted = ((path, len(path.read_text("utf-8").splitlines())) for path in sources())
    return [f"{path.relative_to(ROOT)}: {lines} lines" for path, lines in counted if lines > LONGEST_FILE]


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of the function without its docstring."""
    first = function.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    words = (first.end_lineno or first.lineno) - first.lineno + 1 if is_docstring else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - words


def long_functions() -> list[str]:
    return [
        f"{spot(path, node)} {node.name}: {body_lines(node)} lines"
        for path in sources()
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and body_lines(node) > LONGEST_FUNCTION
    ]


def float_calls() -> list[str]:
    return [
        spot(path, node)
        for path in sources(*EXACT)
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
    ]


def leaking_connections() -> list[str]:
    """``signal.connect(lambda: self...)``: keeps the window alive after it was closed."""
    return [
        spot(path, node)
        for path in sources("ui")
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "connect"
        for argument in node.args
        if isinstance(argument, ast.Lambda)
        and any(isinstance(each, ast.Name) and each.id == "self" for each in ast.walk(argument))
    ]


@pytest.mark.parametrize("rule", [long_files, long_functions, float_calls, leaking_connections])
def test_code_keeps_the_rule(rule: Callable[[], list[str]]) -> None:
    assert rule() == []
