"""Slips of the pen in a law file: it is read all the same, or refused in one sentence that names the file."""

import re
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.domain.law import FigureStatus, LawPackError, Unit, load_law_pack
from tests.support.law_files import Block, blocks, head
from tests.support.packs import included

TEXTS = {name: included(f"{name}.toml") for name in ("altamont", "blank")}
BLOCKS = {name: tuple(blocks(text)) for name, text in TEXTS.items()}
VALUES = ("-1", "true", '""', '"many"', "0", "1.5", "[]", '["x"]', "{ a = 1 }", "2027-02-28", "1e400", "nan")


def drop_a_line(block: Block, draw: st.DataObject) -> Block:
    lines = block.text.splitlines(keepends=True)
    gone = draw.draw(st.integers(0, len(lines) - 1))
    return replace(block, text="".join(lines[:gone] + lines[gone + 1 :]))


def swap_the_unit(block: Block, draw: st.DataObject) -> Block:
    unit = draw.draw(st.sampled_from([*Unit, "furlongs"]))
    return block.set("unit", f'"{unit}"')


def swap_the_status(block: Block, draw: st.DataObject) -> Block:
    status = draw.draw(st.sampled_from([*FigureStatus, "perhaps"]))
    return block.set("status", f'"{status}"')


def misspell_a_key(block: Block, draw: st.DataObject) -> Block:
    found = list(re.finditer(r"(?m)^\w+ = ", block.text))
    one = draw.draw(st.sampled_from(found))
    return replace(block, text=f"{block.text[: one.start()]}x{block.text[one.start() :]}")


def write_another_value(block: Block, draw: st.DataObject) -> Block:
    keys = re.findall(r"(?m)^(\w+) = ", block.text)
    return block.set(draw.draw(st.sampled_from(keys)), draw.draw(st.sampled_from(VALUES)))


def write_it_twice(block: Block, _draw: st.DataObject) -> Block:
    return replace(block, text=block.text + "\n" + block.text)


def forget_it(block: Block, _draw: st.DataObject) -> Block:
    return replace(block, text="")


Slip = Callable[[Block, st.DataObject], Block]
SLIPS: tuple[Slip, ...] = (
    drop_a_line,
    swap_the_unit,
    swap_the_status,
    misspell_a_key,
    write_another_value,
    write_it_twice,
    forget_it,
)


def refusal(text: str, source: str) -> str:
    """What is told of a law file; empty where it is read."""
    try:
        load_law_pack(text, source=source, included=included)
    except LawPackError as error:
        return error.message
    return ""


@settings(deadline=None, max_examples=100)
@given(name=st.sampled_from(sorted(TEXTS)), slip=st.sampled_from(SLIPS), draw=st.data())
def test_read_or_refuse_in_one_sentence(name: str, slip: Slip, draw: st.DataObject) -> None:
    rows = list(BLOCKS[name])
    place = draw.draw(st.integers(0, len(rows) - 1))
    rows[place] = slip(rows[place], draw)
    told = refusal(head(TEXTS[name]) + "".join(row.text for row in rows), "copy.toml")
    if told:
        assert re.fullmatch(r"The .*copy\.toml.*\.", told)
        assert not re.search(r"[.!?] [A-Z]", told), "one sentence"


@settings(deadline=None, max_examples=30)
@given(name=st.sampled_from(sorted(TEXTS)), draw=st.data())
def test_read_or_refuse_a_file_that_breaks_off(name: str, draw: st.DataObject) -> None:
    end = draw.draw(st.integers(0, len(TEXTS[name])))
    told = refusal(TEXTS[name][:end], "copy.toml")
    assert not told or re.fullmatch(r"The .*copy\.toml.*\.", told)
