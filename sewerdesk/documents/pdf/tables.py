"""Tables of flowing papers: grids with a repeating head, label-and-value pairs, boxes."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, Table, TableStyle

from sewerdesk.documents.pdf import pen
from sewerdesk.documents.pdf.text import Rich, markup

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.kit import ActionBox, Column, FillIns, Grid, Pairs

BODY_WIDTH = 6.5
RULE = Color(pen.RULE_GRAY, pen.RULE_GRAY, pen.RULE_GRAY)
TINT = Color(pen.TINT_GRAY, pen.TINT_GRAY, pen.TINT_GRAY)
BLACK = Color(0, 0, 0)
_Align: TypeAlias = Literal["left", "right", "center"]
_ALIGN: Mapping[_Align, Literal[0, 1, 2]] = {"left": 0, "center": 1, "right": 2}
_Cell: TypeAlias = tuple[int, int]
_Command: TypeAlias = tuple[str, _Cell, _Cell, *tuple[Any, ...]]


def paragraph_style(style: pen.Style, *, align: _Align = "left", after: float = 0.0) -> ParagraphStyle:
    """The paragraph engine's form of a step of the type scale; ``after`` is the space below in points."""
    shade = Color(style.gray, style.gray, style.gray)
    return ParagraphStyle(
        f"{style.font}-{style.size}-{style.gray}-{align}-{after}",
        fontName=style.font,
        fontSize=style.size,
        leading=style.leading,
        textColor=shade,
        alignment=_ALIGN[align],
        spaceAfter=after,
        bulletFontName=style.font,
        bulletFontSize=style.size,
        splitLongWords=1,
        allowWidows=0,
        allowOrphans=0,
    )


def paragraph(text: Rich, style: pen.Style, *, align: _Align = "left", after: float = 0.0) -> Paragraph:
    """The only way in which text becomes a flowing paragraph: cleaned and escaped."""
    return Paragraph(markup(text), paragraph_style(style, align=align, after=after))


def grid_table(grid: "Grid") -> Table:
    """A grid as a table that may run over pages; its head is repeated."""
    data: list[list[Paragraph | str]] = [
        _grid_row([c.title for c in grid.columns], grid.columns, pen.TABLE_BOLD)
    ]
    data += [_grid_row(row, grid.columns, pen.TABLE) for row in grid.rows]
    if not grid.rows:
        data.append([paragraph(grid.empty, pen.TABLE), *[""] * (len(grid.columns) - 1)])
    commands: list[_Command] = [
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, BLACK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
    ]
    if not grid.rows:
        commands.append(("SPAN", (0, 1), (-1, 1)))
    if grid.total is not None:
        data.append(_grid_row(grid.total, grid.columns, pen.TABLE_BOLD))
        commands += [("LINEABOVE", (0, -1), (-1, -1), 0.8, BLACK), ("LINEBELOW", (0, -1), (-1, -1), 0, RULE)]
    widths = [column.width * pen.POINTS for column in grid.columns]
    table = Table(data, colWidths=widths, repeatRows=1, hAlign="LEFT", spaceBefore=2, spaceAfter=10)
    table.setStyle(TableStyle(commands))
    return table


def _grid_row(cells: Sequence[str], columns: Sequence["Column"], style: pen.Style) -> list[Paragraph | str]:
    if len(cells) != len(columns):
        raise ValueError(f"a row has {len(cells)} cells, the table {len(columns)} columns")
    return [paragraph(cell, style, align=column.align) for cell, column in zip(cells, columns, strict=True)]


def pairs_table(pairs: "Pairs") -> Table:
    """Labels at the left, values at the right, hairlines between."""
    value_width = (BODY_WIDTH - pairs.label_width) * pen.POINTS
    body = pen.Style(pen.BODY.font, 10.5, 13)
    data: list[list[Paragraph | str]] = [
        [paragraph(k, pen.Style(body.font, 10, 13, 0.27)), paragraph(v, body)] for k, v in pairs.rows
    ]
    table = Table(
        data,
        colWidths=[pairs.label_width * pen.POINTS, value_width],
        hAlign="LEFT",
        spaceBefore=2,
        spaceAfter=10,
    )
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, -2), 0.4, RULE),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 6),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table


def fill_in_table(fill: "FillIns") -> Table:
    """Ruled blanks with their labels below, for what is written by hand."""
    gap = 14.0
    width = (BODY_WIDTH * pen.POINTS - gap * (fill.columns - 1)) / fill.columns
    widths = [width if n % 2 == 0 else gap for n in range(2 * fill.columns - 1)]
    rows: list[list[Paragraph | str]] = []
    commands: list[_Command] = [("LEFTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 1)]
    for start in range(0, len(fill.labels), fill.columns):
        labels: list[Paragraph | str] = [""] * len(widths)
        rows.append([""] * len(widths))
        for n, label in enumerate(fill.labels[start : start + fill.columns]):
            labels[2 * n] = paragraph(label, pen.LABEL)
            commands.append(("LINEABOVE", (2 * n, len(rows)), (2 * n, len(rows)), 0.6, BLACK))
        rows.append(labels)
    heights = [20.0 if n % 2 == 0 else 13.0 for n in range(len(rows))]
    table = Table(rows, colWidths=widths, rowHeights=heights, hAlign="LEFT", spaceAfter=10)
    table.setStyle(TableStyle(commands))
    return table


def action_table(box: "ActionBox") -> Table:
    """The framed box of what must be done by when."""
    by_width = 1.75
    data: list[list[Paragraph | str]] = [
        [paragraph(box.title, pen.BODY_BOLD), paragraph(box.by_title, pen.BODY_BOLD)]
    ]
    data += [[paragraph(a.what, pen.BODY), paragraph(a.by, pen.BODY_BOLD)] for a in box.actions]
    commands: list[_Command] = [
        ("BOX", (0, 0), (-1, -1), 1.1, BLACK),
        ("BACKGROUND", (0, 0), (-1, 0), TINT),
        ("LINEBELOW", (0, 0), (-1, -2), 0.4, RULE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 9),
        ("RIGHTPADDING", (0, 0), (-1, -1), 9),
        ("TOPPADDING", (0, 0), (-1, -1), 4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 6),
    ]
    if box.note:
        data.append([paragraph(box.note, pen.Style(pen.BODY.font, 10, 12.5)), ""])
        commands.append(("SPAN", (0, -1), (-1, -1)))
    widths = [(BODY_WIDTH - by_width) * pen.POINTS, by_width * pen.POINTS]
    table = Table(data, colWidths=widths, hAlign="LEFT", spaceBefore=3, spaceAfter=11)
    table.setStyle(TableStyle(commands))
    return table
