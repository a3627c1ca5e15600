"""The audit list of meters: a missing multiplier bills a tenth for years, and nothing on the bill looks wrong.

A meter is marked where its multiplier or unit differs from nearly all others of its class with as many digits, or where
its use is about a tenth, a hundredth, ten or a hundred times what is usual in its class.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

_FEW = Decimal("0.1")
"""A multiplier that fewer than this part of the alike meters have is odd."""
_TIMES = (Decimal(10), Decimal(100))
_NEAR = Decimal("0.35")


@dataclass(frozen=True, slots=True)
class MeterToAudit:
    """A meter that is in, with the use of its account's newest bill."""

    account_id: int
    account: str
    serial: str
    digits: int
    multiplier: Decimal
    unit: str
    role: str
    class_code: str
    use: Decimal | None


@dataclass(frozen=True, slots=True)
class AuditedMeter:
    """A line of the audit list; ``doubts`` are empty where nothing is odd."""

    meter: MeterToAudit
    doubts: tuple[str, ...]


def audit_meters(meters: Sequence[MeterToAudit]) -> tuple[AuditedMeter, ...]:
    """Every meter with what is odd about it, the doubtful first, then by account."""
    alike: defaultdict[tuple[str, int], Counter[tuple[Decimal, str]]] = defaultdict(Counter)
    uses: defaultdict[str, list[Decimal]] = defaultdict(list)
    for one in meters:
        alike[one.class_code, one.digits][one.multiplier, one.unit] += 1
        if one.use:
            uses[one.class_code].append(one.use)
    usual = {code: median(found) for code, found in uses.items() if len(found) >= 3}
    audited = [
        AuditedMeter(one, _doubts(one, alike[one.class_code, one.digits], usual.get(one.class_code)))
        for one in meters
    ]
    return tuple(sorted(audited, key=lambda one: (not one.doubts, one.meter.account, one.meter.serial)))


def _doubts(one: MeterToAudit, alike: Counter[tuple[Decimal, str]], usual: Decimal | None) -> tuple[str, ...]:
    doubts = []
    total = alike.total()
    (multiplier, unit), most = alike.most_common(1)[0]
    if (one.multiplier, one.unit) != (multiplier, unit) and alike[one.multiplier, one.unit] <= total * _FEW:
        doubts.append(
            f"It counts × {one.multiplier:f} {one.unit}; {most} of {total} meters of class {one.class_code} with "
            f"{one.digits} digits count × {multiplier:f} {unit}."
        )
    factor = _factor(one.use, usual)
    if factor:
        doubts.append(
            f"Its last use of {one.use:,f} {one.unit} is about {factor} the class's usual {usual:,f}; look at the "
            "plate for its multiplier."
        )
    return tuple(doubts)


def _factor(use: Decimal | None, usual: Decimal | None) -> str:
    """Which power of ten lies between a use and the usual one; empty where none does."""
    if not use or not usual:
        return ""
    for times in _TIMES:
        if abs(use * times / usual - 1) <= _NEAR:
            return "a tenth of" if times == 10 else "a hundredth of"
        if abs(use / times / usual - 1) <= _NEAR:
            return f"{times:f} times"
    return ""
