"""Lays out a :class:`~sewerdesk.documents.pdf.kit.LetterDocument` on pages."""

import io
from functools import partial
from typing import TypeAlias

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus import PageBreak as NewPage

from sewerdesk.documents.pdf import fonts, pen, tables
from sewerdesk.documents.pdf.kit import (
    ActionBox,
    Block,
    Bullets,
    FillIns,
    Grid,
    Heading,
    LetterDocument,
    Numbered,
    PageBreak,
    Pairs,
    Para,
    Signature,
    Together,
)
from sewerdesk.documents.pdf.letterhead import MARGIN, draw_letterhead, draw_reference, reference_height
from sewerdesk.documents.pdf.text import Rich, clean, markup
from sewerdesk.documents.pdf.window import PAGE_HEIGHT, PAGE_WIDTH, window_address

FOOTER = 10.6
BODY_BOTTOM = 10.35
BODY_TOP_ADDRESSED = 3.95
BODY_TOP_LATER = 1.0
SERVICE_BASELINE = 3.78
SERVICE_STEP = 0.155
SECOND_FOLD = 7.333
_MIDDLE = PAGE_WIDTH / 2
_HEADING_ROOM = 84
"""In points: a heading stands where it and a paragraph of three lines, which is not split, still fit."""
_Rows: TypeAlias = list[list[Paragraph | str]]


def build_letter(document: LetterDocument) -> bytes:
    """The bytes of the laid-out letter; call :func:`~sewerdesk.documents.pdf.kit.letter_pdf` instead.

    The number of pages is known only after a pass, so a letter of more than one page is laid out twice.
    """
    fonts.register_fonts()
    data, pages = _build(document, total_pages=1)
    return data if pages == 1 else _build(document, total_pages=pages)[0]


def _build(document: LetterDocument, *, total_pages: int) -> tuple[bytes, int]:
    buffer = io.BytesIO()
    template = BaseDocTemplate(
        buffer,
        pagesize=(PAGE_WIDTH * pen.POINTS, PAGE_HEIGHT * pen.POINTS),
        invariant=1,
        lang="en-US",
        title=clean(document.title),
        author=clean(document.letterhead.municipality),
    )
    first = partial(_first_page, document, total_pages)
    later = partial(_later_page, document, total_pages)
    template.addPageTemplates(
        [
            PageTemplate("first", [_frame(_body_top(document))], onPage=first),
            PageTemplate("later", [_frame(BODY_TOP_LATER)], onPage=later),
        ]
    )
    template.build([NextPageTemplate("later"), *_story(document)])
    return buffer.getvalue(), int(template.page)


def _frame(top: float) -> Frame:
    points = pen.POINTS
    height = (BODY_BOTTOM - top) * points
    bottom = (PAGE_HEIGHT - BODY_BOTTOM) * points
    width = tables.BODY_WIDTH * points
    return Frame(
        MARGIN * points, bottom, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0
    )


def _body_top(document: LetterDocument) -> float:
    if not document.recipient:
        return max(1.75, 0.65 + reference_height(document.reference))
    return BODY_TOP_ADDRESSED + SERVICE_STEP * max(0, len(document.service_lines) - 1)


def _first_page(
    document: LetterDocument, total_pages: int, canvas: Canvas, _template: BaseDocTemplate
) -> None:
    pen.describe(
        canvas,
        title=document.title,
        author=document.letterhead.municipality,
        subject=f"{document.document_no} {document.template}",
    )
    out = pen.Pen(canvas, record=document.record)
    mailed = bool(document.recipient)
    reference_top = draw_letterhead(out, document.letterhead, document.envelope if mailed else None)
    draw_reference(out, document.reference, top=reference_top)
    if mailed:
        placed = window_address(document.recipient, document.envelope.address, record=document.record)
        out.address(placed)
        out.fold_ticks(document.envelope.fold, SECOND_FOLD)
        for n, line in enumerate(document.service_lines):
            y = SERVICE_BASELINE + n * SERVICE_STEP
            out.fitted(MARGIN, y, clean(line), pen.Style(fonts.SEMIBOLD, 9, 11), tables.BODY_WIDTH)
    _finish_page(out, document, f"page {canvas.getPageNumber()} of {total_pages}")


def _later_page(
    document: LetterDocument, total_pages: int, canvas: Canvas, _template: BaseDocTemplate
) -> None:
    out = pen.Pen(canvas, record=document.record)
    head = f"{clean(document.letterhead.municipality)} \u00b7 {clean(document.title)}"
    out.fitted(MARGIN, 0.62, head, pen.LABEL, 4.6)
    out.text(MARGIN + tables.BODY_WIDTH, 0.62, clean(document.document_no), pen.LABEL, align="right")
    out.rule(MARGIN, 0.7, MARGIN + tables.BODY_WIDTH, 0.7)
    _finish_page(out, document, f"page {canvas.getPageNumber()} of {total_pages}")


def _finish_page(out: pen.Pen, document: LetterDocument, page_of_pages: str) -> None:
    if document.mark:
        out.text(_MIDDLE, 0.32, clean(document.mark), pen.BODY_BOLD, align="center")
    right = MARGIN + tables.BODY_WIDTH
    out.text(MARGIN, FOOTER, clean(document.document_no), pen.FOOT)
    out.text(_MIDDLE, FOOTER, page_of_pages, pen.FOOT, align="center")
    template = f"{document.template} {document.version}".strip()
    tail = " \u00b7 ".join(clean(part) for part in (template, document.printed) if part)
    out.text(right, FOOTER, tail, pen.FOOT, align="right")
    out.done()


def _story(document: LetterDocument) -> list[Flowable]:
    story: list[Flowable] = []
    if document.headline:
        story.append(tables.paragraph(document.headline, pen.TITLE, after=8))
    if document.re_lines:
        story.append(_re_block(document.re_lines))
    for block in document.body:
        added = _flowables(block)
        if isinstance(block, Signature) and story and isinstance(story[-1], Paragraph):
            added = [story.pop(), *added]  # a signature does not stand alone on a page
        story.extend([KeepTogether(added)] if isinstance(block, Signature) else added)
    for label, names in (("Enc.", document.enclosures), ("cc:", document.copies)):
        if names:
            story.append(_listed(label, names))
    return story


def _re_block(lines: tuple[str, ...]) -> Table:
    data: _Rows = [
        ["Re:" if n == 0 else "", tables.paragraph(line, pen.BODY_BOLD)] for n, line in enumerate(lines)
    ]
    return _side_by_side(data, pen.BODY_BOLD, after=9)


def _listed(label: str, names: tuple[str, ...]) -> Table:
    small = pen.Style(fonts.REGULAR, 9.5, 12)
    data: _Rows = [[label if n == 0 else "", tables.paragraph(name, small)] for n, name in enumerate(names)]
    return _side_by_side(data, small, after=4)


def _side_by_side(data: _Rows, style: pen.Style, *, after: float) -> Table:
    label = 0.42 * pen.POINTS
    table = Table(
        data, colWidths=[label, tables.BODY_WIDTH * pen.POINTS - label], hAlign="LEFT", spaceAfter=after
    )
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (0, -1), style.font, style.size, style.leading),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ]
        )
    )
    return table


def _flowables(block: Block) -> list[Flowable]:
    match block:
        case Heading():
            return [
                CondPageBreak(_HEADING_ROOM),
                Spacer(1, 4),
                tables.paragraph(block.text, pen.HEADING, after=5),
            ]
        case Together():
            return [KeepTogether([flowable for inner in block.blocks for flowable in _flowables(inner)])]
        case Signature():
            return _signature(block)
        case Para() | Numbered() | Bullets():
            return _words(block)
        case _:
            return [_figure(block)]


def _words(block: Para | Numbered | Bullets) -> list[Flowable]:
    if isinstance(block, Para):
        return [tables.paragraph(block.text, pen.BODY, after=8)]
    if isinstance(block, Numbered):
        return [_listed_item(f"{number}.", item) for number, item in enumerate(block.items, block.start)]
    return [_listed_item("\u2022", item) for item in block.items]


def _figure(block: Pairs | FillIns | Grid | ActionBox | PageBreak) -> Flowable:
    match block:
        case Pairs():
            return tables.pairs_table(block)
        case FillIns():
            return tables.fill_in_table(block)
        case Grid():
            return tables.grid_table(block)
        case ActionBox():
            return KeepTogether([tables.action_table(block)])
        case PageBreak():
            return NewPage()


def _listed_item(sign: str, item: Rich) -> Paragraph:
    style = tables.paragraph_style(pen.BODY, after=6).clone("listed", leftIndent=24, bulletIndent=2)
    return Paragraph(markup(item), style, bulletText=sign)


def _signature(block: Signature) -> list[Flowable]:
    story: list[Flowable] = [Spacer(1, 4)]
    if block.closing:
        story.append(tables.paragraph(block.closing, pen.BODY))
    story.append(_signature_room(block))
    rule = 3.0 * pen.POINTS
    date_rule = 1.6 * pen.POINTS
    under = Table(
        [["", "", ""]],
        colWidths=[rule, 0.4 * pen.POINTS, date_rule],
        rowHeights=[2],
        hAlign="LEFT",
        spaceAfter=1,
    )
    under.setStyle(
        TableStyle(
            [("LINEABOVE", (n, 0), (n, 0), 0.6, tables.BLACK) for n in ((0, 2) if block.dated else (0,))]
        )
    )
    story.append(under)
    name = tables.paragraph(block.name, pen.BODY_BOLD)
    date_label: Paragraph | str = tables.paragraph("Date", pen.LABEL) if block.dated else ""
    story.append(_name_and_date(name, date_label, rule + 0.4 * pen.POINTS, date_rule))
    lines = [block.title, block.phone, block.by_order]
    story += [tables.paragraph(line, pen.Style(fonts.REGULAR, 10, 12.5)) for line in lines if line]
    story.append(Spacer(1, 10))
    return story


def _signature_room(block: Signature) -> Flowable:
    if block.image is None:
        return Spacer(1, 0.6 * pen.POINTS)
    picture = Image(io.BytesIO(block.image), hAlign="LEFT")
    scale = min(2.8 * pen.POINTS / picture.imageWidth, 0.6 * pen.POINTS / picture.imageHeight)
    picture.drawWidth, picture.drawHeight = picture.imageWidth * scale, picture.imageHeight * scale
    return picture


def _name_and_date(name: Paragraph, date: Paragraph | str, left: float, right: float) -> Table:
    table = Table([[name, date]], colWidths=[left, right], hAlign="LEFT")
    padding = [
        (side, (0, 0), (-1, -1), 0) for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    ]
    table.setStyle(TableStyle([*padding, ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    return table
