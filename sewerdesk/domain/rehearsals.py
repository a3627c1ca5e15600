"""What a restore rehearsal found: whether a backup alone brings the office back, and what would stand in it."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.books import BooksReport
from sewerdesk.domain.money import format_money
from sewerdesk.domain.wording import count


@dataclass(frozen=True, slots=True)
class RestoreRehearsal:
    """A backup as it opened in a folder of its own.

    ``accounts`` and ``owed`` are the accounts and what they owe together (credits taken off); ``last_receipt`` and
    ``received_on`` name the newest receipt, empty where none was taken; ``files`` are the attached files and papers
    that came back; ``report`` is every check of the books, made on the restored copy.
    """

    accounts: int
    owed: Decimal
    receipts: int
    last_receipt: str
    received_on: date | None
    files: int
    report: BooksReport

    @property
    def sentence(self) -> str:
        """Whether the backup can be relied on."""
        if self.report.is_clean:
            return (
                "The backup can be relied on: it was restored beside the office, and its books are in order."
            )
        return f"The backup opens, but its books are not in order. {self.report.sentence}"

    @property
    def contents(self) -> str:
        """What stands in it, to be compared with what the clerk knows of that day."""
        last = "no receipt"
        if self.received_on is not None:
            last = f"{count(self.receipts, 'receipt')}, the last {self.last_receipt} of {self.received_on:%m/%d/%Y}"
        owed = f"{count(self.accounts, 'account')} owing {format_money(self.owed)} together"
        return f"In it stand {owed}, {last}, and {count(self.files, 'kept file')}."
