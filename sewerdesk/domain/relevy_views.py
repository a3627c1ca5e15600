"""What lists and pages of a relevy season show: its state, its list, the certificate, what came back."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.law import Figure
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.relevy import LeftOut, ListRow, Season, SeasonSettings, Totals, parcel_lines, totals
from sewerdesk.domain.relevy_checks import RelevyFinding


class SeasonState(StrEnum):
    """How far a season is."""

    OPEN = "open"
    FROZEN = "frozen"
    CERTIFIED = "certified"
    PAID_OVER = "paid over by the county"


@dataclass(frozen=True, slots=True)
class RelevyList:
    """The list of a season: as it would be now, or as it was frozen; ``findings`` are those of today's roll.

    ``receivable`` is what all accounts in debit owe, to which an open list ties; ``None`` once it is frozen.
    """

    season: Season
    state: SeasonState
    rows: tuple[ListRow, ...]
    left_out: tuple[LeftOut, ...]
    findings: tuple[RelevyFinding, ...]
    receivable: Decimal | None = None

    @property
    def total(self) -> Decimal:
        """What the rows that stand come to."""
        return sum((row.total for row in self.rows if not row.withdrawn), ZERO)

    @property
    def totals(self) -> Totals:
        """Count of parcels and sums by part."""
        return totals(parcel_lines(self.rows, self.season.settings))

    @property
    def blocking(self) -> tuple[RelevyFinding, ...]:
        """What must be mended, or the account left out, before the list is frozen."""
        return tuple(one for one in self.findings if one.blocking)

    @property
    def warnings(self) -> tuple[RelevyFinding, ...]:
        """What must be acknowledged."""
        return tuple(one for one in self.findings if not one.blocking)


@dataclass(frozen=True, slots=True)
class CertificateView:
    """A certificate: its number, its day, what it levies, and what of it was withdrawn or paid over since."""

    id: int
    season_id: int
    number: str
    tax_year: int
    certified_on: date
    authority: str
    meeting_on: date | None
    count: int
    total: Decimal
    withdrawn: Decimal
    paid_over: Decimal | None

    @property
    def levied(self) -> Decimal:
        """What still stands on the roll."""
        return self.total - self.withdrawn


@dataclass(frozen=True, slots=True)
class LeviedRow:
    """What of an account is on the tax roll, shown apart from its balance; ``settled`` once the county paid it over."""

    row_id: int
    account_id: int
    account: str
    number: str
    tax_year: int
    certified_on: date
    amount: Decimal
    settled: bool

    @property
    def sentence(self) -> str:
        """As the account's page says it."""
        return f"{format_money(self.amount)} is on the {self.tax_year} tax roll ({self.number})."


@dataclass(frozen=True, slots=True)
class MarkedMoney:
    """Money taken for what was certified already; it is to be passed on, or the row withdrawn."""

    receipt: str
    account: str
    received_on: date
    amount: Decimal
    number: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class SeasonProposal:
    """A season to begin from, out of the law's figures as they stand, each with its status and citation.

    Days that the law does not give are empty.
    """

    tax_year: int
    cut_off: date | None
    certify_by: date | None
    settings: SeasonSettings
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
