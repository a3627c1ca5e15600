"""The rows that a bill prints for each line: text, amount, quantity and rate; they come to the line's amount."""

from sewerdesk.domain.billlines import (
    BY_UNITS,
    BillLine,
    FixedPart,
    LineKind,
    MeteredPart,
    plain,
    plain_units,
    plain_volume,
)
from sewerdesk.domain.money import ZERO, round_divided
from sewerdesk.domain.wording import count, show

Row = list[str]


def charge_rows(line: BillLine) -> list[Row]:
    """The printed rows of a line; a line is rounded once, so its last row takes what the rows before leave of it."""
    if line.metered is not None:
        return _split_rows(line) if line.earlier else _metered_rows(line, line.metered)
    if line.kind in BY_UNITS:
        return [_by_units(line)]
    if line.kind is LineKind.FIXTURES:
        return _fixture_rows(line)
    part = line.fixed[-1]
    quantity, price = _quantity(line.kind, part)
    return [[_text(line), str(line.amount), quantity, price]]


def _by_units(line: BillLine) -> Row:
    if len(line.fixed) > 1:
        days = ", ".join(f"{part.days} of {part.period_days} days" for part in line.fixed)
        return [f"{line.charge.title} ({days})", str(line.amount), "", ""]
    part = line.fixed[0]
    text = _with_days(line.charge.title, part)
    return [text, str(line.amount), f"{plain_units(part.units)} EDU", plain(part.price)]


def _with_days(text: str, part: FixedPart) -> str:
    return text if part.days == part.period_days else f"{text} ({part.days} of {part.period_days} days)"


def _text(line: BillLine) -> str:
    """The charge's title, or what a charge of the account is for, with the days where it is a part of the quarter."""
    part, title = line.fixed[-1], line.charge.title
    match line.kind:
        case LineKind.CHARGE:
            return part.what
        case LineKind.SHARE | LineKind.CREDIT:
            return title
        case _ if len(line.fixed) > 1:
            days = ", ".join(f"{one.days} of {one.period_days} days" for one in line.fixed)
            return f"{title} ({days})"
        case _:
            return _with_days(title, part)


def _quantity(kind: LineKind, part: FixedPart) -> tuple[str, str]:
    match kind:
        case LineKind.PER_PERSON:
            return count(part.units, "person"), plain(part.price)
        case LineKind.SHARE if part.what:
            return f"{part.what.partition(' bill of ')[0]} {plain(part.units)}", f"× {show(part.price)}"
        case LineKind.WORKSHEET:
            return f"{plain(part.units)} a year", f"÷ {part.divisor}"
        case LineKind.CREDIT if part.units != 1:
            return plain(part.units), f"{show(-part.price * 100)} %"
        case _:
            return "", ""


def _fixture_rows(line: BillLine) -> list[Row]:
    rows, left = [], line.amount
    for number, part in enumerate(line.fixed, 1):
        amount = left if number == len(line.fixed) else round_divided(part.amount)
        left -= amount
        text = _with_days(f"{line.charge.title}, {part.what}", part)
        rows.append([text, str(amount), plain_volume(part.units), plain(part.price)])
    return rows


def _split_rows(line: BillLine) -> list[Row]:
    """One row for each part of the quarter where the rate or the units changed in it."""
    rows, left = [], line.amount
    for number, part in enumerate(line.volumes, 1):
        exact = part.minimum + sum((tier.amount for tier in part.tiers), ZERO)
        amount = left if number == len(line.volumes) else round_divided(exact)
        left -= amount
        text = f"{line.charge.title} ({part.days} of {part.period_days} days)"
        rows.append([text, str(amount), f"{plain_volume(part.use)} {part.formula.unit}", ""])
    return rows


def _metered_rows(line: BillLine, part: MeteredPart) -> list[Row]:
    """The minimum with what it includes, then each tier that was used, with its rate; the days on the first row."""
    unit, per = str(part.formula.unit), plain_volume(part.formula.per)
    days = "" if part.days == part.period_days else f" ({part.days} of {part.period_days} days)"
    left = line.amount
    rows: list[Row] = []
    if part.minimum or not part.tiers:
        included = f"{plain_volume(part.allowance)} {unit} included"
        minimum = round_divided(part.minimum) if part.tiers else left
        rows.append([f"{line.charge.title}, minimum{days}", str(minimum), included, ""])
        left -= minimum
    for number, tier in enumerate(part.tiers, 1):
        amount = left if number == len(part.tiers) else round_divided(tier.amount)
        left -= amount
        text = f"{line.charge.title}, over {plain_volume(tier.over)} {unit}{'' if rows else days}"
        quantity = f"{plain_volume(tier.quantity)} {unit}"
        rows.append([text, str(amount), quantity, f"{plain(tier.price)} per {per}"])
    return rows
