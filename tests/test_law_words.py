"""No officer's title, word of a law or name of a municipality stands in the code: they come from the law files."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from tests.support.packs import NAMES, pack

ROOT = Path(__file__).parents[1] / "sewerdesk"
ROOMS = sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "_")
# Words of the State and of the federal rules, the same for every municipality, and of the program itself.
COMMON = frozenset(
    {"sewer district", "sewer districts", "storm sewer", "storm sewers"}
    | {"significant industrial user", "significant industrial users"}
    | {"village", "sewer clerk", "treasurer", "treatment plant", "head of the municipality"}
)


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
    """The texts of a module of more than one word that are not its documentation; single words are keys."""
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from [node.value] if " " in node.value.strip() else []


@lru_cache(maxsize=1)
def any_word() -> re.Pattern[str]:
    """Any of the words, standing alone."""
    words = sorted(words_of_the_laws(), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


@pytest.mark.parametrize("room", ROOMS)
def test_keep_the_words_of_the_laws_out_of_the_code(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
        for text in sentences(ast.parse(path.read_text(encoding="utf-8")))
        for word in any_word().findall(text.casefold())
    ]
    assert not found


def test_know_the_words_that_are_kept_out() -> None:
    assert {"superintendent", "zoning enforcement officer", "house sewer"} <= words_of_the_laws()
    assert any_word().search("ask the superintendent today")
    assert not any_word().search("superintendents")
