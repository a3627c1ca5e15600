"""The sewer bill: one Letter page with an address window at the top and a payment stub at the foot.

:class:`BillPage` holds every value that one bill prints, :class:`BillSettings` what all bills of a run share.
:func:`bills_pdf` draws any number of bills into one file. A bill whose lines do not fit its page lists them on
a second one; nothing is left out. No figure is computed here but the sum that proves the bill adds up.
"""

from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.documents.pdf.window import FOLD_IN_THIRDS, STANDARD, EnvelopeProfile
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO

CARRIED_LINE = "Due with your next bill"
CREDIT_LINE = "CREDIT BALANCE \u2014 DO NOT PAY"
STUB_HEIGHTS = (FOLD_IN_THIRDS, 3.5)


@dataclass(frozen=True, slots=True)
class MeterRead:
    """A meter's two readings as printed: numbers as text with their leading zeros, units as words."""

    meter: str
    previous: str
    previous_date: date
    present: str
    present_date: date
    kind: str
    usage: str


@dataclass(frozen=True, slots=True)
class ChargeLine:
    """A charge or credit of the bill; quantity and rate as printed, empty where there is none."""

    text: str
    amount: Decimal
    quantity: str = ""
    rate: str = ""


@dataclass(frozen=True, slots=True)
class DatedAmount:
    """A payment (positive) or an adjustment (signed) since the last bill."""

    day: date
    text: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class UsageBar:
    """A quarter of the usage chart; ``usage`` is None where there was no reading."""

    label: str
    usage: int | None
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class BillPage:
    """All that one bill prints.

    ``after_due`` is the total once the penalty is added, None where none is; ``last_day`` the last day before that,
    the due date where it is not given. ``penalty`` and ``relevy`` are
    sentences with their citation. ``scan_line`` is the stub's 24 digits, empty to leave them out. ``autopay``
    ("will be drafted on 07/25/2026") prints after DO NOT PAY and takes the place of the amount to send.
    ``total_due`` zero or less prints as a credit. ``heading`` says what the bill is (Final, Corrected), empty for a
    quarter's own. A ``carried`` bill is shown to whoever asks for it, but asks for no payment itself.
    """

    account: str
    bill_no: str
    bill_date: date
    due_date: date
    owner: str
    address: tuple[str, ...]
    service_address: str
    tax_map_no: str
    period_start: date
    period_end: date
    charges: tuple[ChargeLine, ...]
    previous_balance: Decimal
    payments: tuple[DatedAmount, ...]
    adjustments: tuple[DatedAmount, ...]
    balance_forward: Decimal
    current_charges: Decimal
    total_due: Decimal
    after_due: Decimal | None
    penalty: str
    relevy: str
    scan_line: str = ""
    units: str = ""
    reads: tuple[MeterRead, ...] = ()
    usage: str = ""
    usage_last_year: str = ""
    usage_unit: str = "gallons"
    history: tuple[UsageBar, ...] = ()
    messages: tuple[str, ...] = ()
    autopay: str = ""
    heading: str = ""
    carried: bool = False
    last_day: date | None = None

    @property
    def late_after(self) -> date:
        """The day after which more is owed."""
        return self.last_day or self.due_date

    @property
    def record(self) -> str:
        """How messages name this bill."""
        return f"bill {self.bill_no} of account {self.account}"

    @property
    def is_credit(self) -> bool:
        """Whether nothing is owed."""
        return self.total_due <= ZERO

    def check_sums(self) -> None:
        """``UserError`` unless balance, payments, adjustments and charges add up to the total due."""
        paid = sum((entry.amount for entry in self.payments), ZERO)
        adjusted = sum((entry.amount for entry in self.adjustments), ZERO)
        charged = sum((line.amount for line in self.charges), ZERO)
        forward = self.previous_balance - paid + adjusted
        if (forward, charged, forward + charged) != (
            self.balance_forward,
            self.current_charges,
            self.total_due,
        ):
            raise UserError(
                f"The figures of {self.record} do not add up: {forward} carried forward and {charged} charged "
                f"against {self.total_due} due. Run the billing checks before you print."
            )


@dataclass(frozen=True, slots=True)
class BillSettings:
    """What all bills of a run share. ``remit_to`` shows in the return envelope's window.

    ``payment_options`` are the short lines under "Where to pay", ``payee`` is whom a check is made out to.
    """

    letterhead: Letterhead
    remit_to: tuple[str, ...]
    payee: str
    payment_options: tuple[str, ...] = ()
    emergency: str = ""
    envelope: EnvelopeProfile = STANDARD
    stub_height: float = FOLD_IN_THIRDS
    title: str = "Sewer bills"
    template: str = "bill"
    version: str = "1"
    printed: str = ""


def bills_pdf(
    pages: Iterable[BillPage], *, settings: BillSettings, progress: Callable[[int, int], None] | None = None
) -> bytes:
    """One PDF of all bills in the order given.

    ``progress`` is called with the number of bills done and their total (0 if unknown) and may raise to stop.
    ``UserError`` names the bill that does not add up, or whose text or address cannot be printed.
    """
    return bills_document(pages, settings=settings, progress=progress).content


@dataclass(frozen=True, slots=True)
class BillsDocument:
    """The bills in one PDF, and how many pages each of them has."""

    content: bytes
    pages: tuple[int, ...]


def bills_document(
    pages: Iterable[BillPage], *, settings: BillSettings, progress: Callable[[int, int], None] | None = None
) -> BillsDocument:
    """As ``bills_pdf``, and where each bill begins, so that printing can go on at any of them."""
    if settings.stub_height not in STUB_HEIGHTS:
        allowed = " or ".join(str(height) for height in STUB_HEIGHTS)
        raise UserError(
            f"A payment stub of {settings.stub_height} inches does not fit the return envelope: {allowed}."
        )
    from sewerdesk.documents.pdf.bill_page import BillPrinter

    printer = BillPrinter(settings)
    total = len(pages) if isinstance(pages, Sized) else 0
    counts = []
    for done, page in enumerate(pages, 1):
        page.check_sums()
        counts.append(printer.add(page))
        if progress is not None:
            progress(done, total)
    return BillsDocument(printer.finish(), tuple(counts))
