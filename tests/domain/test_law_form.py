"""The blank law file: its instructions name everything the reader takes, and a fifth town can be written from it."""

import dataclasses
import re
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.law import (
    Amendment,
    BlankFigure,
    Event,
    Figure,
    LawPack,
    LawText,
    Needed,
    Officer,
    ProjectKind,
    RoadJurisdiction,
    Stage,
    Term,
    Unit,
    Whose,
    load_law_pack,
)
from sewerdesk.domain.law.pack import PackHeader
from sewerdesk.domain.law.schema import NEEDED_OFFICERS, NEEDED_TERMS, SECTIONS
from sewerdesk.paths import resource
from tests.support.packs import included

TEXT = resource("laws/blank.toml").read_text(encoding="utf-8")
FORM = TEXT.split("[pack]\ncode", maxsplit=1)[0]
ON = date(2027, 1, 13)

# statutory proofs are not for a town to change, and status, key and citation are explained once for all blocks
EXPLAINED_ONCE = {"key", "citation", "status"}


def paragraph(name: str) -> str:
    """The lines of the instructions on one kind of block."""
    lines = FORM.splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith((f"# [[{name}]]", f"# [{name}]"))]
    assert len(starts) == 1, name
    end = starts[0] + 1
    while lines[end].startswith("#  ") and not lines[end].startswith("# [["):
        end += 1
    return " ".join(lines[starts[0] : end])


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name, (_, kind) in SECTIONS.items() if name != "statutory_proof"]
    + [("figure", Figure), ("officer", Officer), ("term", Term), ("text", LawText), ("pack", PackHeader)],
)
def test_explain_every_key_of_a_block(name: str, kind: type[Figure]) -> None:
    words = set(re.findall(r"[a-z_]+", paragraph(name)))
    wanted = {row.name for row in dataclasses.fields(kind)} - EXPLAINED_ONCE
    assert wanted <= words


def test_explain_every_choice() -> None:
    words = set(re.findall(r"[A-Za-z_/]+", FORM))
    for choices in (Unit, Event, ProjectKind, Stage, RoadJurisdiction, Needed, Whose):
        missing = {choice.value for choice in choices} - words
        assert not missing, choices
    assert words >= {*NEEDED_OFFICERS, *NEEDED_TERMS}
    assert words >= {row.name for row in dataclasses.fields(Amendment)}


def examples() -> str:
    """The example blocks of the instructions, taken out of their comments."""
    lines = [line.removeprefix("#").strip() for line in FORM.splitlines() if line.startswith("#     ")]
    blocks = "\n".join(lines)
    return blocks[blocks.index("[[permit_clock]]") :]


def fifth_town() -> LawPack:
    """The blank file as an attorney would fill it in: the examples, two figures and two passages."""
    text = TEXT + examples()
    filled = {
        "permit.expiry_years": ("years", "1", "§12-9"),
        "bond.amount": ("USD", "10000", "§12-4(B)"),
        "penalty.civil_max": ("USD/day", "250", "§12-30"),
    }
    for key, (unit, value, citation) in filled.items():
        blank = re.search(rf'\[\[figure\]\]\nkey = "{re.escape(key)}"\n(?:.+\n)+', text)
        assert blank is not None
        block = (
            f'[[figure]]\nkey = "{key}"\nsubject = "a figure of the fifth town"\nvalue = {value}\n'
            f'unit = "{unit}"\ncitation = "{citation}"\nstatus = "law"\n'
        )
        text = text.replace(blank[0], block)
    return load_law_pack(text, source="queensbury.toml", included=included).for_municipality(
        municipality="Town of Elsewhere", kind="town", county="Essex"
    )


def test_write_a_fifth_town_from_the_form() -> None:
    law = fifth_town()
    assert law.figure("permit.expiry_years", ON).whole == 1
    assert law.figure("bond.amount", ON).number == Decimal(10000)
    assert [row.key for row in law.permit_clocks] == ["expire"]
    assert [clause.key for clause in law.bond_requirements[0].clauses] == ["revocation"]
    (violation,) = law.violations
    assert (violation.cited, law.figure(violation.penalties[0], ON).citation) == ("§12-3", "§12-30")


def test_ask_for_what_the_fifth_town_left_out() -> None:
    with pytest.raises(BlankFigure, match="read it in your law"):
        _ = fifth_town().figure("connect.days", ON).whole
