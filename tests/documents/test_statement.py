from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.documents.pdf.account_statement import AccountStatement, StatementEntry, account_statement_pdf
from sewerdesk.documents.pdf.alignment import alignment_pdf
from sewerdesk.documents.pdf.window import ENVELOPES, RETURN_WINDOW, EnvelopeProfile
from sewerdesk.domain.errors import UserError
from tests.documents.bills import HEAD
from tests.documents.pdf_text import pages_text, text_runs

STATEMENT = AccountStatement(
    statement_no="STM-2026-0009",
    account="00001042",
    owner="John Q & Mary Smith",
    address=("JOHN Q SMITH", "12 MAIN ST", "ELM CREEK NY 12999-1234"),
    service_address="12 Main Street",
    tax_map_no="12.13-2-15.1",
    first_day=date(2026, 1, 1),
    last_day=date(2026, 7, 31),
    opening=Decimal("10.00"),
    entries=(
        StatementEntry(date(2026, 4, 1), "Sewer bill", "BIL-2026-0101", Decimal("125.00")),
        StatementEntry(date(2026, 5, 12), "Payment", "REC-2026-0077", Decimal("-135.00")),
        StatementEntry(date(2026, 7, 1), "Sewer bill", "BIL-2026-0143", Decimal("182.00")),
    ),
    closing=Decimal("182.00"),
    aging=(("Current", Decimal("182.00")), ("Over 90 days", Decimal("0.00"))),
    note="Please call if you think that this is wrong.",
)


def test_print_balance_after_every_entry() -> None:
    (text,) = pages_text(account_statement_pdf(STATEMENT, letterhead=HEAD, printed="07/31/2026 9:15 AM"))
    for words in (
        "Statement of account", "John Q & Mary Smith", "January 1, 2026 to July 31, 2026",
        "01/01/2026 Balance brought forward 10.00", "04/01/2026 Sewer bill BIL-2026-0101 125.00 135.00",
        "05/12/2026 Payment REC-2026-0077 -135.00 0.00", "07/01/2026 Sewer bill BIL-2026-0143 182.00 182.00",
        "Current Over 90 days 182.00 0.00", "$182.00", "Please call", "account-statement 1",
    ):  # fmt: skip
        assert words in text, words


def test_say_when_nothing_is_owed() -> None:
    paid = replace(STATEMENT, entries=STATEMENT.entries[:2], closing=Decimal("0.00"), aging=())
    assert "Nothing is owed." in pages_text(account_statement_pdf(paid, letterhead=HEAD))[0]


@pytest.mark.parametrize(
    "wrong",
    [
        replace(STATEMENT, closing=Decimal("181.99")),
        replace(STATEMENT, aging=(("Current", Decimal("1.00")),)),
    ],
)
def test_refuse_statement_that_does_not_add_up(wrong: AccountStatement) -> None:
    with pytest.raises(UserError, match="statement of account 00001042 does not add up"):
        account_statement_pdf(wrong, letterhead=HEAD)


@pytest.mark.parametrize("profile", ENVELOPES, ids=lambda p: p.key)
def test_mark_every_window_on_the_alignment_sheet(profile: EnvelopeProfile) -> None:
    data = alignment_pdf(profile, municipality="Town of Elm Creek")
    words = " ".join(run.text for run in text_runs(data))
    assert "Address: this box always shows" in words
    assert "Return address of the stub: this box always shows" in words
    assert ("Sender: this box always shows" in words) == (profile.sender is not None)
    corner = RETURN_WINDOW.moved(7.333).always_visible
    assert f"y {corner.top:.3f} to {corner.bottom:.3f} in" in words
    assert pages_text(data)[0].count("Alignment sheet") == 1
