"""The revenue journal: what was billed and taken back by fund and revenue code, for a run or between two days."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.facts import CodeFact
from sewerdesk.domain.reports.model import (
    Body,
    CellKind,
    Proof,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
)

_ID, _MONEY = CellKind.IDENTIFIER, CellKind.MONEY
_WORDS = {EntryKind.CHARGE: "", EntryKind.PENALTY: "penalties", EntryKind.INTEREST: "interest"}
_NOTE = "Taken back are charges of corrected bills and of runs that were rolled back, and penalties undone or waived."


class RevenueFact(NamedTuple):
    """The charges, penalties or interest under one charge code: how many were made, their sum, what was taken back."""

    charge_code: str
    kind: EntryKind
    lines: int
    charged: Decimal
    taken_back: Decimal


def revenue_body(
    facts: Iterable[RevenueFact], codes: Sequence[CodeFact], *, proof: Proof | None = None
) -> Body:
    """The journal by fund; penalties and interest have their own lines under the code of the charge they are on."""
    place = {code.code: number for number, code in enumerate(codes)}
    known = {code.code: code for code in codes}
    kinds = tuple(_WORDS)
    groups: dict[str, list[ReportRow]] = {}
    for fact in sorted(
        facts, key=lambda one: (place.get(one.charge_code, len(place)), kinds.index(one.kind))
    ):
        code = known.get(fact.charge_code) or CodeFact(fact.charge_code, "No charge code", "(none)", "")
        title = ", ".join(part for part in (code.title, _WORDS[fact.kind]) if part)
        cells = (
            code.revenue_code,
            fact.charge_code,
            title,
            fact.lines,
            fact.charged,
            fact.taken_back,
            fact.charged + fact.taken_back,
        )
        groups.setdefault(f"Fund {code.fund}", []).append(ReportRow(cells))
    return Body(
        _COLUMNS,
        tuple(ReportGroup(fund, tuple(rows)) for fund, rows in sorted(groups.items())) or one_group(()),
        "line",
        notes=(_NOTE,),
        proofs=() if proof is None else (proof,),
        empty="Nothing was billed in these days.",
    )


def net_of(facts: Iterable[RevenueFact]) -> Decimal:
    """What was charged less what was taken back."""
    return sum((fact.charged + fact.taken_back for fact in facts), ZERO)


_COLUMNS = (
    ReportColumn("revenue_code", "Revenue code", _ID, 12),
    ReportColumn("code", "Charge", _ID, 8),
    ReportColumn("title", "What", width=28, wraps=True),
    ReportColumn("count", "Lines", CellKind.WHOLE, 7, summed=True),
    ReportColumn("charged", "Charged", _MONEY, 14, summed=True),
    ReportColumn("back", "Taken back", _MONEY, 14, summed=True, blank_zero=True),
    ReportColumn("net", "Net", _MONEY, 14, summed=True),
)
