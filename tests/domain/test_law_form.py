"""The blank law file and its guide: all that the reader takes is explained, a fifth town can be written from them."""

import dataclasses
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

import pytest

from sewerdesk.domain.law import (
    Amendment,
    BlankFigure,
    FigureStatus,
    LawPack,
    Unit,
    load_law_pack,
    types,
)
from sewerdesk.domain.law.pack import PackHeader
from sewerdesk.domain.law.rules.cover import Clause, CoverageLimit, Hazard, ProofForm
from sewerdesk.domain.law.rules.fieldwork import Bound, Precondition
from sewerdesk.domain.law.schema import (
    NAMED,
    NEEDED_NAMES,
    NEEDED_OFFICERS,
    NEEDED_TERMS,
    SECTIONS,
    fields_of,
)
from sewerdesk.domain.leaktests import LeakTestKind
from sewerdesk.paths import resource
from sewerdesk.services.law import pack_choices
from tests.support.law_files import BLANK, GUIDE, blocks, fifth_town, guide_examples, head, put
from tests.support.packs import NAMES, included, pack

ON = date(2027, 1, 13)
CLASSES: dict[str, Any] = {
    **{name: kind for name, (_, kind, _) in NAMED.items()},
    **{name: kind for name, (_, kind) in SECTIONS.items()},
    "amendment": Amendment,
    "pack": PackHeader,
}
INNER = {
    "bond": Clause,
    "coverage": (CoverageLimit, Hazard),
    "statutory_proof": ProofForm,
    "checklist": Bound,
    "leak_test": Precondition,
}
CHOICES = [
    kind
    for kind in vars(types).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum) and kind is not StrEnum
]
METHODS = {row.method for name in NAMES for row in pack(name).leak_tests}
OTHERS = "Hague|Lockport|Altamont|Dannemora|Warren|Niagara|Albany|Clinton|Plattsburgh|Village Board|Item 4"
CITED_ELSEWHERE = re.compile(r"§§?\s?(?:72|150|300)-|§§?\s?[1-9]\d\d[A-Z]?\b(?!\.)")


def section(name: str) -> str:
    """What the guide says of one kind of block."""
    mark = "[pack]" if name == "pack" else f"[[{name}]]"
    found = re.findall(rf"(?ms)^### `{re.escape(mark)}`\n(.+?)(?=^##|\Z)", GUIDE)
    assert len(found) == 1, name
    return str(found[0])


def words_of(text: str) -> set[str]:
    """The words in a passage of the guide that stand as they are written in a file."""
    code = [*re.findall(r"```toml\n(.+?)```", text, flags=re.DOTALL), *re.findall(r"`([^`\n]+)`", text)]
    return {word for part in code for word in re.findall(r"[A-Za-z_/]+", part)}


@pytest.mark.parametrize("name", CLASSES)
def test_explain_every_key_of_a_block(name: str) -> None:
    inner = INNER.get(name, ())
    kinds = (CLASSES[name], *(inner if isinstance(inner, tuple) else (inner,)))
    for kind in kinds:
        missing = set(fields_of(kind)) - words_of(section(name))
        assert not missing, f"{name}: {missing}"


def test_explain_every_choice() -> None:
    permitted = words_of(GUIDE[GUIDE.index("## 6. ") : GUIDE.index("## 7. ")])
    assert len(CHOICES) == 17
    assert permitted >= METHODS | {kind.value for kind in LeakTestKind}
    for kind in CHOICES:
        missing = {choice.value for choice in kind} - permitted
        assert not missing, f"{kind.__name__}: {missing}"


def test_explain_no_word_that_the_reader_refuses() -> None:
    known = METHODS | {choice.value for kind in CHOICES for choice in kind}
    told = words_of(GUIDE[GUIDE.index("## 6. ") : GUIDE.index("## 7. ")])
    assert told <= known


def test_name_every_role_and_word_that_is_looked_up() -> None:
    names = words_of(GUIDE[GUIDE.index("## 7. ") : GUIDE.index("## 8. ")])
    assert names >= {*NEEDED_OFFICERS, *NEEDED_TERMS, *NEEDED_NAMES}
    blank = pack("blank")
    state = {row.key for row in blocks(included("shared/new_york.toml"))}
    for table in (blank.officers, blank.terms, blank.names, blank.texts):
        assert names >= set(table) - state
    assert names >= {row.key for row in blank.pollutants} | {row.key for row in blank.penalties}


def test_ship_the_guide_beside_the_files_and_not_as_one() -> None:
    assert resource("laws/GUIDE.md").is_file()
    assert {choice.code for choice in pack_choices()} == set(NAMES)
    assert "GUIDE.md" in head(BLANK)


def test_read_every_example_of_the_guide() -> None:
    rows = put(blocks(BLANK), guide_examples())
    law = load_law_pack(head(BLANK) + "".join(row.text for row in rows), source="t.toml", included=included)
    assert [row.key for row in law.permit_clocks] == ["file", "expire"]
    assert law.figure("bond.amount", date(2027, 5, 31)).number == Decimal(5000)
    assert law.figure("bond.amount", date(2027, 6, 1)).number == Decimal(10000)
    shown = {row.kind for row in guide_examples()}
    absent = {name for name, (where, _) in SECTIONS.items() if not getattr(pack("blank"), where)}
    assert absent <= shown, "the guide has a block to copy of each kind that the blank file lacks"


def test_leave_no_example_in_the_guide_unread() -> None:
    assert len(guide_examples()) == GUIDE.count("\n[[")


def elmbrook() -> LawPack:
    return load_law_pack(fifth_town(), source="elmbrook.toml", included=included)


def sourced(law: LawPack) -> Iterator[Any]:
    """Every row of a pack that says where it comes from."""
    tables = [getattr(law, where).values() for where, _, _ in NAMED.values()]
    for rows in [*tables, *(getattr(law, where) for where, _ in SECTIONS.values())]:
        yield from rows


def of_the_state() -> set[str]:
    return {row.key for row in blocks(included("shared/new_york.toml"))}


def test_write_a_fifth_town_from_the_form() -> None:
    law = elmbrook()
    assert (law.code, law.municipality, law.kind, law.county) == (
        "elmbrook",
        "Town of Elmbrook",
        "town",
        "Kestrel",
    )
    assert law.figure("permit.expiry_years", ON).whole == 1
    assert law.figure("relevy.certify_by", ON).text == "11-01"
    assert [row.key for row in law.permit_clocks] == ["file", "expire"]
    assert [clause.key for clause in law.bond_requirements[0].clauses] == ["revocation"]
    (violation,) = law.violations
    assert violation.cited == "§12-3"
    assert law.figure(violation.penalties[0], ON).number == Decimal(250)
    for where, _ in SECTIONS.values():
        assert getattr(law, where), where


def test_leave_no_blank_in_the_fifth_town() -> None:
    state = of_the_state()
    for row in sourced(elmbrook()):
        if getattr(row, "key", getattr(row, "role", "")) not in state and hasattr(row, "status"):
            assert row.status is FigureStatus.LAW, row
            assert not row.missing, row
    assert not {row.key for row in elmbrook().to_confirm(ON)} - state
    written = [line for line in fifth_town().splitlines() if not line.startswith("#")]
    assert not [line for line in written if re.search(r"not yet|not_in_text|model|blank", line)]


def strings_of(value: Any) -> Iterator[str]:
    """Every word in a row, down to its inner rows."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from strings_of(part)
    elif dataclasses.is_dataclass(value):
        for row in dataclasses.fields(value):
            yield from strings_of(getattr(value, row.name))


def test_bring_nothing_of_another_municipality_into_the_fifth_town() -> None:
    law = elmbrook()
    for row in (law.header, *sourced(law)):
        for text in strings_of(row):
            assert not re.search(OTHERS, text), text
        cited = getattr(row, "citation", "")
        if "Law" not in cited:
            assert not CITED_ELSEWHERE.search(cited), row


def test_ask_for_what_a_town_left_out() -> None:
    with pytest.raises(BlankFigure, match="read it in your law"):
        _ = pack("blank").figure("connect.days", ON).whole


@pytest.mark.parametrize("name", ["altamont", "blank"])
def test_let_every_time_of_the_file_run(name: str) -> None:
    """Every figure in a unit of time is used by a clock, a time or another rule, else nothing would come of it."""
    law = pack(name)
    used = {text for where, _ in SECTIONS.values() for row in getattr(law, where) for text in strings_of(row)}
    times = {
        key
        for key, row in law.figures.items()
        if row.unit in (*types.TIME_UNITS, Unit.MONTHS_OF_YEAR) and key not in of_the_state()
    }
    assert times
    assert times <= used
