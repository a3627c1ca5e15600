"""Law files as an attorney writes them: the blank file as blocks of text, and a fifth town filled in from it."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

import tomli

from sewerdesk.domain.law.schema import NAMED, SECTIONS, key_field
from tests.support.packs import included

GUIDE = included("GUIDE.md")
BLANK = included("blank.toml")
KINDS = {
    **{name: key for name, (_, _, key) in NAMED.items()},
    **{name: key_field(kind) for name, (_, kind) in SECTIONS.items()},
    "amendment": "key",
}
"""The key by which a block of each kind is known."""

_VALUES = {
    "days": "21",
    "business_days": "5",
    "hours": "24",
    "months": "6",
    "years": "3",
    "month_day": '"11-01"',
    "months_of_year": '"3, 9"',
    "minutes": "15",
    "seconds": "60",
    "USD": "750.50",
    "USD/day": "250",
    "percent": "10",
    "percent/month": "1.5",
    "in/ft": "0.25",
    "pH": "6.5",
    "deg_F": "104",
}
_MODES = {"transfer": "with_approval", "renewal": "new_application"}


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a law file as it is written, with its remarks."""

    kind: str
    key: str
    text: str

    def set(self, key: str, value: str) -> "Block":
        """The block with a key written anew, at its end where it had none."""
        line = f"{key} = {value}"
        pattern = re.compile(rf"(?m)^{key} = .*$")
        if pattern.search(self.text):
            return replace(self, text=pattern.sub(lambda _: line, self.text, count=1))
        return replace(self, text=f"{self.text.rstrip()}\n{line}\n")

    def without(self, key: str) -> "Block":
        """The block without a key."""
        return replace(self, text=re.sub(rf"(?m)^{key} = .*\n?", "", self.text))

    def has(self, key: str) -> bool:
        """Whether a line of the block begins with the key."""
        return re.search(rf"(?m)^{key} = ", self.text) is not None


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a law file after its head."""
    parts = re.split(r"(?m)^(?=\[\[)", text)[1:]
    return tuple(_block(part) for part in parts)


def head(text: str) -> str:
    """What stands before the first block: the remarks and ``[pack]``."""
    return re.split(r"(?m)^(?=\[\[)", text)[0]


def _block(part: str) -> Block:
    [(kind, [row])] = tomli.loads(part).items()
    return Block(kind, str(row[KINDS[kind]]), part)


def guide_examples() -> tuple[Block, ...]:
    """The examples of the guide, in its order."""
    fenced = re.findall(r"```toml\n(.+?)```", GUIDE, flags=re.DOTALL)
    return tuple(block for text in fenced for block in blocks(text))


def put(rows: tuple[Block, ...], added: tuple[Block, ...]) -> tuple[Block, ...]:
    """The rows with others written over those of the same name, else added at the end."""
    new = {(row.kind, row.key): row for row in added}
    kept = tuple(new.pop((row.kind, row.key), row) for row in rows)
    return kept + tuple(new.values())


@lru_cache(maxsize=1)
def fifth_town() -> str:
    """The law file of the invented Town of Elmbrook: the blank file, every blank filled, and the guide's examples."""
    top = (
        head(BLANK)
        .replace('code = "blank"', 'code = "elmbrook"')
        .replace('"Another town or village"', '"Town of Elmbrook"')
        .replace('county = "not yet named"', 'county = "Kestrel"')
        .replace('"Sewer law not yet entered"', '"Sewer Law of the Town of Elmbrook"')
        .replace('source = "not yet entered"', 'source = "Local Law 4 of 2026"')
        .replace('version = "0"', 'version = "2027-1"')
        .replace('citation = "not yet entered"', 'citation = "Local Law 4 of 2026"')
    )
    top = re.sub(r'state = ".*"', 'state = "Complete."', top)
    rows = tuple(_filled(row, number) for number, row in enumerate(blocks(BLANK), 1))
    return top + "".join(row.text for row in put(rows, guide_examples()))


def _filled(row: Block, number: int) -> Block:
    """A block as the town's attorney leaves it: cited, read in the law, nothing missing."""
    section = f'"§12-{number}"'
    if row.has("citation"):
        row = row.set("citation", section)
    row = replace(row, text=re.sub(r'"not yet entered( \(New York model codes\))?"', section, row.text))
    row = row.without("missing").set("status", '"law"')
    if row.kind == "figure" and not row.has("value"):
        unit = re.search(r'(?m)^unit = "(.+)"$', row.text)
        assert unit is not None
        row = row.set("value", _VALUES.get(unit[1], "4"))
    if row.kind == "name":
        row = row.set("name", f'"Elmbrook {row.key.replace("_", " ")}"')
    if row.kind == "text":
        row = row.set("text", f'"What Elmbrook says of the {row.key.replace("_", " ")}."')
    if row.kind in _MODES:
        row = row.set("mode", f'"{_MODES[row.kind]}"')
    if "not yet entered" in row.text:
        row = row.set("sentence", f'"The rule of Elmbrook on the {row.kind.replace("_", " ")}."')
    return row
