"""The season's worksheet: each account's off-season average from its posted bills, to be reviewed before it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sewerdesk.domain.wording import join_words, show


@dataclass(frozen=True, slots=True)
class SeasonUse:
    """The metered use of one off-season quarter; None where the account was not billed by meter in it."""

    period: str
    use: Decimal | None
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One account's line of the worksheet: its uses, their average per quarter, and what to look at.

    ``average`` is to a whole unit of volume, halves up; ``reason`` is why the clerk set another one.
    """

    account_id: int
    account: str
    name: str
    uses: tuple[SeasonUse, ...]
    average: Decimal | None
    note: str
    reason: str = ""

    @property
    def steps(self) -> tuple[str, ...]:
        """The worksheet in words, as it is kept with the average."""
        lines = [
            f"{one.period}: " + ("not billed by meter" if one.use is None else show(one.use))
            for one in self.uses
        ]
        if self.average is not None:
            lines.append(f"Average per quarter: {show(self.average)}")
        if self.reason:
            lines.append(f"Set by hand: {self.reason}")
        return tuple(lines)


def season_row(
    account_id: int, account: str, name: str, uses: Sequence[SeasonUse], *, changes: Sequence[str] = ()
) -> SeasonRow:
    """Work out an account's average over the off-season quarters that it was billed for.

    ``changes`` are what makes the quarters say less of the season to come: another owner, another meter.
    """
    known = [one.use for one in uses if one.use is not None]
    average = None
    if known:
        average = (sum(known, Decimal(0)) / len(known)).to_integral_value(rounding="ROUND_HALF_UP")
    notes = []
    missing = [one.period for one in uses if one.use is None]
    if missing:
        notes.append(f"not billed by meter in {join_words(missing)}")
    if any(one.estimated for one in uses):
        notes.append("an estimated reading is in it")
    if average == 0:
        notes.append("no use at all")
    notes += changes
    note = "; ".join(notes)
    return SeasonRow(account_id, account, name, tuple(uses), average, note[:1].upper() + note[1:])


def set_by_hand(row: SeasonRow, average: Decimal, reason: str) -> SeasonRow:
    """The line with the clerk's average and why."""
    return replace(row, average=average, reason=reason)
