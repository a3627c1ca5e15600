"""The report of "Check the books": every check that was made, what it looked at, and what it found."""

from dataclasses import dataclass
from datetime import datetime

from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.wording import count


@dataclass(frozen=True, slots=True)
class CheckDone:
    """One check: its name, what it compares in a sentence, how many records it looked at, what it found."""

    name: str
    what_it_checked: str
    records: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class BooksReport:
    """All checks of one go, in the order they were made; ``at`` is when it was finished."""

    at: datetime
    checks: tuple[CheckDone, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, in order."""
        return tuple(finding for check in self.checks for finding in check.findings)

    @property
    def records(self) -> int:
        """How many records were looked at in all."""
        return sum(check.records for check in self.checks)

    @property
    def is_clean(self) -> bool:
        """Whether every check passed."""
        return not self.findings

    @property
    def sentence(self) -> str:
        """The report in one sentence."""
        made = f"{count(len(self.checks), 'check')} over {count(self.records, 'record')}"
        if self.is_clean:
            return f"The books are in order: {made} found nothing wrong."
        return f"{count(len(self.findings), 'thing is', 'things are')} not in order: {made}."
