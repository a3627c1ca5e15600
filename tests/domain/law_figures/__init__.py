"""Every figure of a law file, one a line: key, value (``-`` where it is blank), unit, status and citation.

A figure with the status ``law`` was found in the municipality's text at the section that it cites.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One figure as it must stand in the law file."""

    key: str
    value: str
    unit: str
    status: str
    citation: str


def lines(table: str) -> dict[str, Line]:
    """The lines of a table by key; ``ValueError`` where a key stands there twice."""
    rows = [Line(*row.split(" ", 4)) for row in table.strip().splitlines()]
    found = {row.key: row for row in rows}
    if len(found) != len(rows):
        raise ValueError("a figure stands twice in the table")
    return found
