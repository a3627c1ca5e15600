"""The alignment sheet: printed once, folded and put into the envelope, it shows whether the address will."""

from typing import TYPE_CHECKING

from sewerdesk.documents.pdf.window import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    RETURN_WINDOW,
    EnvelopeProfile,
    WindowProfile,
)

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.pen import Pen


def alignment_pdf(profile: EnvelopeProfile, *, municipality: str, stub_height: float = 3.667) -> bytes:
    """One page with both rectangles of each window, the fold ticks and two rulers in inches."""
    from sewerdesk.documents.pdf import pen

    canvas, buffer = pen.open_canvas(title=f"Alignment sheet {profile.key}", author=municipality)
    out = pen.Pen(canvas, record="the alignment sheet")
    stub_top = PAGE_HEIGHT - stub_height
    windows = [(profile.address, "Address")]
    if profile.sender is not None:
        windows.append((profile.sender, "Sender"))
    windows.append((RETURN_WINDOW.moved(stub_top), "Return address of the stub"))
    for window, name in windows:
        _draw_window(out, window, name)
    out.fold_ticks(profile.fold, stub_top)
    out.dashes(0.0, stub_top, PAGE_WIDTH)
    _draw_rulers(out)
    out.text(5.6, 4.2, "Alignment sheet", pen.HEADING)
    out.block(5.6, 4.4, profile.name, pen.SMALL, 2.3)
    steps = (
        "1. Print at actual size, never fitted to the page; a ruler must agree with the marks.",
        "2. Fold at the ticks and put the sheet into the envelope.",
        "3. Tap it to each side. The whole inner box must show and nothing of the outer box's frame.",
    )
    y = 4.85
    for step in steps:
        y = out.block(5.6, y, step, pen.SMALL, 2.3) + 0.06
    out.done()
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_window(out: "Pen", window: WindowProfile, name: str) -> None:
    from sewerdesk.documents.pdf import pen

    visible, outer = window.always_visible, window.keep_out
    out.box(outer, stroke=0.6)
    out.box(visible, stroke=0.0, width=1.0)
    out.text(visible.left + 0.1, visible.top + 0.2, f"{name}: this box always shows", pen.SMALL)
    figures = f"x {visible.left:.3f} to {visible.right:.3f}, y {visible.top:.3f} to {visible.bottom:.3f} in"
    out.text(visible.left + 0.1, visible.top + 0.34, figures, pen.LABEL)


def _draw_rulers(out: "Pen") -> None:
    from sewerdesk.documents.pdf import pen

    for eighth in range(4, 8 * 8):
        length = 0.14 if eighth % 8 == 0 else 0.09 if eighth % 4 == 0 else 0.05
        x = eighth / 8
        out.rule(x, 7.0, x, 7.0 - length, gray=0.0)
        if eighth % 8 == 0:
            out.text(x, 7.13, str(eighth // 8), pen.FOOT, align="center")
    for eighth in range(4, 8 * 10 + 4):
        length = 0.14 if eighth % 8 == 0 else 0.09 if eighth % 4 == 0 else 0.05
        y = eighth / 8
        out.rule(8.2, y, 8.2 - length, y, gray=0.0)
        if eighth % 8 == 0:
            out.text(8.0, y + 0.03, str(eighth // 8), pen.FOOT, align="right")
