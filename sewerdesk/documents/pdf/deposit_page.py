"""Draws the pages of :mod:`sewerdesk.documents.pdf.deposit_slip`."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from sewerdesk.documents.pdf import pen
from sewerdesk.documents.pdf.deposit_slip import CheckItem, DepositSlip, FundLine
from sewerdesk.documents.pdf.letterhead import Letterhead, draw_letterhead, draw_reference
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import long_date
from sewerdesk.documents.pdf.window import PAGE_WIDTH, Rect
from sewerdesk.domain.money import ZERO, format_money

FIRST_PAGE_CHECKS = 18
LATER_PAGE_CHECKS = 36
MOST_FUNDS = 7
_LEFT, _RIGHT = 0.75, 7.75
_SUMMARY = 4.4
_STEP = 0.21
_TOP = 2.3
_CHECKS_TOP, _LATER_TOP = 4.75, 1.2
_Labels: TypeAlias = tuple[tuple[float, str, pen.Align], ...]


@dataclass(frozen=True, slots=True)
class _Sheet:
    checks: tuple[CheckItem, ...]
    first_number: int
    brought: Decimal
    carried: Decimal


def draw_slip(slip: DepositSlip, *, letterhead: Letterhead, template: str) -> bytes:
    """The slip's pages."""
    canvas, buffer = pen.open_canvas(
        title=f"Deposit {slip.deposit_no}", author=letterhead.municipality, subject=template
    )
    sheets = _sheets(slip.checks)
    funds_apart = len(slip.funds) > MOST_FUNDS
    count = len(sheets) + int(funds_apart)
    for number, sheet in enumerate(sheets, 1):
        out = Pen(canvas, record=f"deposit {slip.deposit_no}")
        if number == 1:
            _head(out, slip, letterhead)
            _cash(out, slip)
            _summary(out, slip, funds_apart=funds_apart)
        else:
            _later_head(out, slip, letterhead)
        _checks(out, sheet, _CHECKS_TOP if number == 1 else _LATER_TOP, last=number == len(sheets))
        if number == 1:
            _validation(out, slip)
        _finish(out, slip, template, number, count)
    if funds_apart:
        out = Pen(canvas, record=f"deposit {slip.deposit_no}")
        _later_head(out, slip, letterhead)
        _funds(out, slip.funds, _LEFT, _RIGHT, _LATER_TOP)
        _finish(out, slip, template, count, count)
    canvas.save()
    return buffer.getvalue()


def _sheets(checks: tuple[CheckItem, ...]) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    start, brought = 0, ZERO
    while start < len(checks) or not sheets:
        size = LATER_PAGE_CHECKS if sheets else FIRST_PAGE_CHECKS
        part = checks[start : start + size]
        carried = sum((check.amount for check in part), brought)
        sheets.append(_Sheet(part, start + 1, brought, carried))
        start, brought = start + size, carried
    return sheets


def _head(out: Pen, slip: DepositSlip, letterhead: Letterhead) -> None:
    left = 1.0 if letterhead.seal else _LEFT
    draw_letterhead(out, letterhead, None, left=left)
    out.text(_LEFT, 1.75, "Bank deposit", pen.TITLE)
    rows = (
        ("Deposit no.", slip.deposit_no),
        ("Date", long_date(slip.day)),
        ("Bank", slip.bank),
        ("Bank account", slip.account),
        ("Receipts", slip.receipts),
    )
    draw_reference(out, rows)


def _later_head(out: Pen, slip: DepositSlip, letterhead: Letterhead) -> None:
    out.fitted(_LEFT, 0.7, f"{letterhead.municipality} \u00b7 Bank deposit", pen.BODY_BOLD, 4.5)
    out.text(_RIGHT, 0.7, f"{slip.deposit_no} \u00b7 {long_date(slip.day)}", pen.BODY, align="right")
    out.rule(_LEFT, 0.8, _RIGHT, 0.8)


def _table_head(
    out: Pen, y: float, labels: tuple[tuple[float, str, pen.Align], ...], left: float, right: float
) -> None:
    for x, label, align in labels:
        out.text(x, y, label, pen.LABEL, align=align)
    out.rule(left, y + 0.05, right, y + 0.05, gray=0.0, width=0.7)


def _cash(out: Pen, slip: DepositSlip) -> None:
    right = 3.9
    y = _TOP
    _table_head(
        out, y, ((_LEFT, "Cash", "left"), (2.6, "Count", "right"), (right, "Amount", "right")), _LEFT, right
    )
    y += 0.06
    for count in slip.currency:
        y += _STEP
        out.text(_LEFT, y, f"${count.denomination:,}", pen.TABLE)
        out.text(2.6, y, str(count.count), pen.TABLE, align="right")
        out.text(right, y, format_money(count.amount), pen.TABLE, align="right")
    y += _STEP
    out.text(_LEFT, y, "Coin", pen.TABLE)
    out.text(right, y, format_money(slip.coin), pen.TABLE, align="right")


def _summary(out: Pen, slip: DepositSlip, *, funds_apart: bool) -> None:
    box = Rect(_SUMMARY, _TOP - 0.14, _RIGHT, _TOP + 0.92)
    out.box(box, fill=pen.TINT_GRAY, stroke=0.35, width=0.8)
    left, right = _SUMMARY + 0.12, _RIGHT - 0.12
    y = _TOP + 0.06
    checks = f"Checks and money orders ({len(slip.checks)})"
    rows = (("Coin", slip.coin), ("Currency", slip.currency_total), (checks, slip.check_total))
    for label, amount in rows:
        out.text(left, y, label, pen.TABLE)
        out.text(right, y, format_money(amount), pen.TABLE, align="right")
        y += 0.18
    out.text(left, y + 0.12, "Total deposit", pen.BODY_BOLD)
    out.text(right, y + 0.13, f"${format_money(slip.total)}", pen.AMOUNT, align="right")
    top = _TOP + 1.13
    if funds_apart:
        out.text(_SUMMARY, top, f"{len(slip.funds)} accounts of the books: see the last page", pen.TABLE)
    else:
        _funds(out, slip.funds, _SUMMARY, _RIGHT, top)


def _funds(out: Pen, funds: tuple[FundLine, ...], left: float, right: float, top: float) -> None:
    _table_head(out, top, ((left, "Account of the books", "left"), (right, "Amount", "right")), left, right)
    y = top + 0.04
    step = min(0.165, 8.9 / len(funds)) if funds else 0.165
    for fund in funds:
        y += step
        out.fitted(left, y, f"{fund.code}  {fund.name}", pen.SMALL, right - left - 1.0)
        out.text(right, y, format_money(fund.amount), pen.SMALL, align="right")


def _checks(out: Pen, sheet: _Sheet, top: float, *, last: bool) -> None:
    labels: _Labels = (
        (_LEFT, "No.", "left"),
        (1.15, "Check from", "left"),
        (4.55, "Bank no.", "left"),
        (5.7, "Check no.", "left"),
        (_RIGHT, "Amount", "right"),
    )
    _table_head(out, top, labels, _LEFT, _RIGHT)
    y = top + 0.06
    if sheet.brought:
        y += _STEP
        out.text(1.15, y, "Brought forward", pen.TABLE_BOLD)
        out.text(_RIGHT, y, format_money(sheet.brought), pen.TABLE_BOLD, align="right")
    for number, check in enumerate(sheet.checks, sheet.first_number):
        y += _STEP
        out.text(_LEFT, y, str(number), pen.TABLE)
        out.fitted(1.15, y, check.payer, pen.TABLE, 3.3)
        out.fitted(4.55, y, check.bank_no, pen.TABLE, 1.05)
        out.fitted(5.7, y, check.check_no, pen.TABLE, 1.0)
        out.text(_RIGHT, y, format_money(check.amount), pen.TABLE, align="right")
        out.rule(_LEFT, y + 0.06, _RIGHT, y + 0.06, width=0.35)
    y += _STEP + 0.03
    out.text(1.15, y, "Total of checks" if last else "Carried forward", pen.TABLE_BOLD)
    out.text(_RIGHT, y, format_money(sheet.carried), pen.TABLE_BOLD, align="right")


def _validation(out: Pen, slip: DepositSlip) -> None:
    y = 10.05
    out.rule(_LEFT, y, 3.9, y, gray=0.0)
    out.fitted(_LEFT, y + 0.14, f"Prepared by {slip.prepared_by}", pen.LABEL, 3.1)
    out.box(Rect(_SUMMARY, 9.35, _RIGHT, 10.2), stroke=0.35)
    out.text(_SUMMARY + 0.1, 9.5, "Bank's validation", pen.LABEL)
    out.text(_LEFT, 9.5, "No cash back.", pen.LABEL)


def _finish(out: Pen, slip: DepositSlip, template: str, number: int, count: int) -> None:
    out.text(_LEFT, 10.6, slip.deposit_no, pen.FOOT)
    out.text(PAGE_WIDTH / 2, 10.6, f"page {number} of {count}", pen.FOOT, align="center")
    out.text(_RIGHT, 10.6, template, pen.FOOT, align="right")
    out.done()
    out.canvas.showPage()
