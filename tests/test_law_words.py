"""No officer's title, word of a law or name of a municipality stands in the code: they come from the law files."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.packs import NAMES, pack

ROOT = Path(__file__).parents[1] / "sewerdesk"
# Words that every town and village uses and that no law gives alone.
COMMON = frozenset({"sewer clerk", "village", "board", "owner", "inspector"})


def words_of_the_laws() -> frozenset[str]:
    """Titles, terms of two words and more, and names of municipalities, in small letters."""
    found: set[str] = set()
    for name in NAMES:
        law = pack(name)
        found |= {officer.title for officer in law.officers.values()}
        found |= {term.singular for term in law.terms.values()} | {term.plural for term in law.terms.values()}
        if name != "blank":
            found |= {law.municipality, law.municipality.rpartition(" ")[2], f"{law.county} County"}
    return frozenset(word.casefold() for word in found if " " in word or word[:1].isupper()) - COMMON


def sentences(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are not its documentation."""
    said = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                said.add(child.value)  # a note under an attribute
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            yield node.value


@pytest.mark.parametrize(
    "room", sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "_")
)
def test_keep_the_words_of_the_laws_out_of_the_code(room: str) -> None:
    words = words_of_the_laws()
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
        for text in sentences(ast.parse(path.read_text(encoding="utf-8")))
        for word in words
        if word in f" {text.casefold()} ".replace("_", " ") and _stands_alone(word, text.casefold())
    ]
    assert not found


def _stands_alone(word: str, text: str) -> bool:
    """Whether the word is there by itself and not as a part of a longer one."""
    start = text.find(word)
    if start < 0:
        return False
    before, after = text[start - 1 : start], text[start + len(word) : start + len(word) + 1]
    return not (before.isalnum() or after.isalnum())
