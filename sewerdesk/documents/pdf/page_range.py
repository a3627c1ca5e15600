"""Some pages of a PDF as one PDF, as they were drawn."""

from io import BytesIO


def some_pages(content: bytes, *, first: int, count: int) -> bytes:
    """``count`` pages of a PDF from page ``first`` (counted from 0); it still asks to be printed without scaling."""
    from pypdfium2 import PdfDocument, raw

    source, chosen = PdfDocument(content), PdfDocument.new()
    try:
        chosen.import_pages(source, list(range(first, first + count)))
        raw.FPDF_CopyViewerPreferences(chosen, source)
        out = BytesIO()
        chosen.save(out)
        return out.getvalue()
    finally:
        chosen.close()
        source.close()
