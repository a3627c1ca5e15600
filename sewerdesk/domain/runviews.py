"""What the billing pages show of a run: before posting as drafted, after posting as it stands in the books."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sewerdesk.domain.billcompare import CauseGroup, group_by_cause
from sewerdesk.domain.billing import DraftBill, Outcome, OutcomeKind, RunFinding, RunPreview
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.billtotals import ChargeTotal, ClassTotal
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.money import format_money

Names = Mapping[int, tuple[str, str]]
"""Name and service address by account id."""


@dataclass(frozen=True, slots=True)
class PostedRun:
    """A run that was posted: its number and its figures; ``rolled_back`` is the reason where it was taken back."""

    run_id: int
    number: str
    quarter: Quarter
    bill_date: date
    due_date: date
    billed: int
    held: int
    skipped: int
    total: Decimal
    posted_at: datetime
    posted_by: str
    rolled_back: str = ""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What rolling back a run took back: the act, how many bills, and what they came to."""

    run: str
    act: str
    bills: int
    total: Decimal


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """What a run does or did with one account; amount and bill number only where it is billed.

    ``carried`` bills are not mailed.
    """

    account_id: int
    account: str
    name: str
    location: str
    class_code: str
    kind: OutcomeKind
    reason: str
    amount: Decimal | None
    total_due: Decimal | None
    bill_no: str = ""
    bill_id: int | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """An account whose bill differs from the last quarter's, with the causes in words."""

    account_id: int
    account: str
    name: str
    cause: str
    causes: str
    last: Decimal
    now: Decimal

    @property
    def change(self) -> Decimal:
        """Now less last."""
        return self.now - self.last


@dataclass(frozen=True, slots=True)
class RunLook:
    """A run before posting, with names beside the numbers."""

    preview: RunPreview
    outcomes: tuple[OutcomeRow, ...]
    differences: tuple[DifferenceRow, ...]
    groups: tuple[CauseGroup, ...]

    def of_kind(self, kind: OutcomeKind) -> tuple[OutcomeRow, ...]:
        """The accounts with one outcome."""
        return tuple(row for row in self.outcomes if row.kind is kind)

    def bill_of(self, account_id: int) -> DraftBill | None:
        """The drafted bill of an account."""
        return next((bill for bill in self.preview.bills if bill.account_id == account_id), None)


@dataclass(frozen=True, slots=True)
class RunView:
    """A posted run with all that was decided: totals for the journal, every account's outcome, what was seen."""

    run: PostedRun
    read_through: date
    by_charge: tuple[ChargeTotal, ...]
    by_class: tuple[ClassTotal, ...]
    outcomes: tuple[OutcomeRow, ...]
    acknowledged: tuple[str, ...]

    def of_kind(self, kind: OutcomeKind) -> tuple[OutcomeRow, ...]:
        """The accounts with one outcome."""
        return tuple(row for row in self.outcomes if row.kind is kind)


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Warnings of one kind, to be read and acknowledged together."""

    key: str
    title: str
    findings: tuple[RunFinding, ...]


def look_at(preview: RunPreview, names: Names) -> RunLook:
    """A drafted run with names."""
    groups = group_by_cause(preview.differences)
    return RunLook(
        preview=preview,
        outcomes=tuple(_outcome_row(outcome, names) for outcome in preview.outcomes),
        differences=difference_rows(groups, names),
        groups=groups,
    )


def difference_rows(groups: Sequence[CauseGroup], names: Names) -> tuple[DifferenceRow, ...]:
    """The accounts of all groups, in the groups' order."""
    return tuple(
        DifferenceRow(
            account_id=found.account_id,
            account=found.account,
            name=names.get(found.account_id, ("", ""))[0],
            cause=group.cause.value,
            causes=", ".join(cause.value for cause in found.causes),
            last=found.last,
            now=found.now,
        )
        for group in groups
        for found in group.differences
    )


def explain_bill(bill: DraftBill) -> str:
    """Each line of a bill in a sentence, then what they come to."""
    lines = [explain(line) for line in bill.lines]
    lines.append(f"This quarter: {format_money(bill.total)}.")
    if bill.previous_balance:
        lines.append(
            f"Balance before: {format_money(bill.previous_balance)}; total due {format_money(bill.total_due)}."
        )
    return "\n\n".join(lines)


_GROUP_TITLES = {
    "high": "Much more use than usual",
    "low": "Much less use than usual",
    "zero": "No use",
    "stuck": "Dials that have not moved for more than one quarter",
    "estimates in a row": "Estimated readings in a row",
    "first bill after a change": "First bill after a new meter, class or owner",
    "days in period": "Too few or too many days between readings",
    "lower": "Readings lower than the last, bills held",
    "missing": "Meters without a reading, bills held",
    "duplicate": "Two readings on one day, bills held",
    "too many digits": "Readings that do not fit their dial, bills held",
    "address": "Addresses that will not fit the envelope's window",
    "": "Rates and the run as a whole",
}


def warning_groups(findings: Sequence[RunFinding]) -> tuple[FindingGroup, ...]:
    """The findings that do not block, by kind; bills held first, then the rest."""
    grouped: dict[str, list[RunFinding]] = {}
    for finding in sorted(findings, key=_held_first):
        if finding.blocking:
            continue
        key = finding.issue.value if finding.issue else ("address" if finding.account else "")
        grouped.setdefault(key, []).append(finding)
    return tuple(
        FindingGroup(key, _GROUP_TITLES.get(key, key.capitalize()), tuple(found))
        for key, found in grouped.items()
    )


def _held_first(finding: RunFinding) -> bool:
    return not finding.holds


def _outcome_row(outcome: Outcome, names: Names) -> OutcomeRow:
    name, location = names.get(outcome.account_id, ("", ""))
    bill = outcome.bill
    return OutcomeRow(
        account_id=outcome.account_id,
        account=outcome.account,
        name=name,
        location=location,
        class_code=bill.class_code if bill else "",
        kind=outcome.kind,
        reason=outcome.reason,
        amount=bill.total if bill else None,
        total_due=bill.total_due if bill else None,
        carried=bool(bill and bill.carried),
    )
