"""What permits, reports and notices have in common: long dates, through-numbered paragraphs, long cells.

Paragraphs of a legal paper are numbered through from the first to the last, so that anybody can say "paragraph
7". A cell of a table is broken into rows before it could outgrow a page; a paragraph breaks by itself.
"""

import re
from datetime import date

from sewerdesk.documents.pdf.kit import Block, Heading, Numbered, Rich, Together

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NOTE = re.compile(r" \(([^()]*)\)")
CELL_LIMIT = 700
"""Characters of a table's cell that are certain to fit a page, even in a narrow column."""


def long_date(day: date) -> str:
    """A day as legal papers write it: March 4, 2027."""
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def weekday_date(day: date) -> str:
    """A due day with its weekday: Thursday, March 4, 2027."""
    return f"{_WEEKDAYS[day.weekday()]}, {long_date(day)}"


def sourced(text: str, source: str) -> str:
    """A sentence with its source before the final period, as in ``A fine may follow (§1005).``, in one text.

    A note in parentheses behind the source is set off by a comma, so that none stand within others.
    """
    said, source = text.strip(), _NOTE.sub(r", \1", source.strip())
    if not source:
        return said
    return f"{said[:-1]} ({source})." if said.endswith(".") else f"{said} ({source})"


def pieces(text: str, *, limit: int = CELL_LIMIT) -> tuple[str, ...]:
    """A long text in pieces of at most ``limit`` characters, parted at blanks where there are any."""
    rest, parts = text.strip(), list[str]()
    while len(rest) > limit:
        cut = rest.rfind(" ", 1, limit + 1)
        cut = cut if cut > 0 else limit
        parts.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return (*parts, rest)


def cell_rows(*cells: str) -> tuple[tuple[str, ...], ...]:
    """One row of a table, or several where a cell is too long; the other cells stay empty below the first."""
    split = [pieces(cell) for cell in cells]
    height = max(len(part) for part in split)
    return tuple(tuple(part[n] if n < len(part) else "" for part in split) for n in range(height))


def pair_rows(*rows: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Rows of a label and a value; an empty value is left out and a long one goes on in the next row."""
    found: list[tuple[str, str]] = []
    for label, value in rows:
        if value.strip():
            found += [(label if n == 0 else "", part) for n, part in enumerate(pieces(value))]
    return tuple(found)


class Counsel:
    """Numbers paragraphs through a paper; ``blocks`` is what has been said so far."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.next_number = 1

    def heading(self, text: str) -> None:
        """A heading over what follows."""
        self.blocks.append(Heading(text))

    def say(self, *paragraphs: Rich) -> range:
        """Add numbered paragraphs; returns their numbers."""
        first = self.next_number
        self.blocks.append(Numbered(paragraphs, start=first))
        self.next_number += len(paragraphs)
        return range(first, self.next_number)

    def say_over(self, paragraph: Rich, block: Block) -> None:
        """Add a numbered paragraph that leads to a block and is never parted from it, nor from its heading."""
        above = self.blocks.pop() if self.blocks and isinstance(self.blocks[-1], Heading) else None
        parts: tuple[Block, ...] = (Numbered((paragraph,), start=self.next_number), block)
        self.blocks.append(Together(parts if above is None else (above, *parts)))
        self.next_number += 1
