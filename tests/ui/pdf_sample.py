"""Small PDFs with marks at known places."""

import io

from reportlab.pdfgen.canvas import Canvas

LETTER = (612.0, 792.0)


def marked_pdf(pages: int = 3, *, size: tuple[float, float] = LETTER) -> bytes:
    """Each page has a black square of one inch whose lower left corner is 2 inches right and 3 inches up."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=size, invariant=1)
    for number in range(1, pages + 1):
        canvas.rect(144, 216, 72, 72, stroke=0, fill=1)
        canvas.drawString(72, size[1] - 72, f"Page {number}")
        canvas.showPage()
    canvas.save()
    return target.getvalue()
