"""The list of today on one page, to carry along: what, who or where, by when, and a box to tick."""

from datetime import datetime

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.window import Rect
from sewerdesk.domain.due_work import DueGroup, DueItem, DueWork
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.wording import count, show_date

_LEFT, _RIGHT = 0.6, 7.9
_DAY, _WHAT, _WHO = 0.9, 1.95, 5.2
_TOP, _BOTTOM = 1.72, 10.25
_ROW, _HEADING = 0.215, 0.34
_TIGHTEST = 0.6
_BOX = 0.12


def today_list_pdf(work: DueWork, *, office: str, printed: datetime) -> bytes:
    """The PDF of the list: always one page; lines draw together, what finds no room is counted."""
    title = f"Today: {work.day_words}"
    canvas, buffer = pen.open_canvas(title=title, author=office, subject="today-list")
    out = pen.Pen(canvas, record="the list of today")
    out.fitted(_LEFT, 0.62, office, pen.SMALL, 4.5)
    out.text(_RIGHT, 0.62, f"Printed {moment_words(printed)}", pen.SMALL, align="right")
    out.fitted(_LEFT, 0.98, title, pen.TITLE, _RIGHT - _LEFT)
    out.accent_rule(_LEFT, 1.12, _RIGHT)
    out.text(_LEFT, 1.36, _figures(work), pen.BODY)
    left = _draw_groups(out, work)
    if not work.items:
        out.text(_LEFT, _TOP + 0.2, _nothing(work), pen.BODY)
    foot = f"{count(left, 'more line')} on the screen" if left else "page 1 of 1"
    out.text(_RIGHT, 10.6, foot, pen.FOOT, align="right")
    out.done()
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _figures(work: DueWork) -> str:
    held = f" (the oldest for {count(work.undeposited_days, 'day')})" if work.undeposited_days else ""
    return " \u00b7 ".join(
        (
            f"{work.due_today} due today",
            f"{work.overdue} overdue",
            f"{count(work.undeposited_receipts, 'receipt')} not deposited{held}",
            f"{work.to_mail} to mail",
        )
    )


def _nothing(work: DueWork) -> str:
    coming = work.next_up
    after = f" Next: {coming.what}, {show_date(coming.due)}." if coming and coming.due else ""
    return f"Nothing waits today.{after}"


def _draw_groups(out: pen.Pen, work: DueWork) -> int:
    """Draw what finds room; returns how many lines did not."""
    wanted = len(work.items) * _ROW + len(work.groups) * _HEADING
    tight = max(_TIGHTEST, min(1.0, (_BOTTOM - _TOP) / wanted)) if wanted else 1.0
    y, left = _TOP, 0
    for group in work.groups:
        if y + (_HEADING + _ROW) * tight > _BOTTOM:
            left += len(group.items)
            continue
        y = _draw_heading(out, group, y, tight)
        for item in group.items:
            if y + _ROW * tight > _BOTTOM:
                left += 1
                continue
            _draw_item(out, item, work, y + _ROW * tight)
            y += _ROW * tight
    return left


def _draw_heading(out: pen.Pen, group: DueGroup, y: float, tight: float) -> float:
    y += _HEADING * tight
    style = pen.Style(fonts.SEMIBOLD, 11 * tight, 13 * tight)
    out.text(_LEFT, y - 0.08 * tight, f"{group.title} ({len(group.items)})", style)
    out.rule(_LEFT, y - 0.02, _RIGHT, y - 0.02)
    return y


def _draw_item(out: pen.Pen, item: DueItem, work: DueWork, y: float) -> None:
    base = y - 0.05
    out.box(Rect(_LEFT + 0.02, base - _BOX + 0.02, _LEFT + 0.02 + _BOX, base + 0.02), stroke=0.3, width=0.6)
    day = show_date(item.due) if item.due else (f"since {show_date(item.since)}" if item.since else "")
    style = pen.TABLE_BOLD if item.is_overdue(work.today) or item.due == work.today else pen.TABLE
    out.fitted(_DAY, base, day, style, _WHAT - _DAY - 0.1)
    out.fitted(_WHAT, base, item.what, pen.TABLE, _WHO - _WHAT - 0.1)
    out.fitted(_WHO, base, item.who_where, pen.TABLE, _RIGHT - _WHO)
