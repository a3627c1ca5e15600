"""Reads back what a PDF shows: words, and where each run of them stands, in inches from the top left."""

import io
from dataclasses import dataclass

import pypdf
import pypdfium2

from sewerdesk.documents.pdf.window import Rect


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    box: Rect


def pages_text(data: bytes) -> list[str]:
    """The words of each page with blanks made single."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def text_runs(data: bytes, page_index: int = 0) -> list[Run]:
    """Every run of text of a page with the box around its ink."""
    document = pypdfium2.PdfDocument(data)
    page = document[page_index]
    height = page.get_height()
    words = page.get_textpage()
    runs: list[Run] = []
    for index in range(words.count_rects()):
        left, bottom, right, top = words.get_rect(index)
        box = Rect(left / 72, (height - top) / 72, right / 72, (height - bottom) / 72)
        text = words.get_text_bounded(left, bottom, right, top).replace(
            "\x02", "-"
        )  # a hyphen at a line's end
        runs.append(Run(text.strip(), box))
    document.close()
    return runs


def page_size(data: bytes) -> tuple[float, float]:
    document = pypdfium2.PdfDocument(data)
    width, height = document[0].get_size()
    document.close()
    return width, height


def embedded_fonts(data: bytes) -> set[str]:
    """Names of the fonts used on the first page or its forms that carry their own glyphs."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    names: set[str] = set()
    for number in range(1, len(reader.xref[0]) + 1):
        thing = reader.get_object(number)
        if isinstance(thing, pypdf.generic.DictionaryObject) and "/FontFile2" in thing:
            names.add(str(thing["/FontName"]).split("+")[-1])
    return names
