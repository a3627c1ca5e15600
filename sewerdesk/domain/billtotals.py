"""What a run comes to: by charge code with its fund for the journal, and by rate class."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.billlines import BillLine
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.rates import ChargeCode


@dataclass(frozen=True, slots=True)
class ChargeTotal:
    """A charge code's lines and sum, with fund and revenue code for the journal."""

    code: str
    title: str
    fund: str
    revenue_code: str
    count: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class ClassTotal:
    """A rate class's bills and sum."""

    class_code: str
    count: int
    amount: Decimal


def charge_totals(lines: Iterable[BillLine]) -> tuple[ChargeTotal, ...]:
    """Lines and sum of each charge code, in the order in which the codes are applied."""
    amounts: defaultdict[ChargeCode, list[Decimal]] = defaultdict(list)
    for line in lines:
        amounts[line.charge].append(line.amount)
    ordered = sorted(amounts, key=lambda code: (code.order, code.code))
    return tuple(
        ChargeTotal(
            code.code, code.title, code.fund, code.revenue_code, len(amounts[code]), sum(amounts[code], ZERO)
        )
        for code in ordered
    )


def class_totals(bills: Iterable[tuple[str, Decimal]]) -> tuple[ClassTotal, ...]:
    """Bills and sum of each rate class."""
    amounts: defaultdict[str, list[Decimal]] = defaultdict(list)
    for class_code, total in bills:
        amounts[class_code].append(total)
    return tuple(ClassTotal(code, len(found), sum(found, ZERO)) for code, found in sorted(amounts.items()))
