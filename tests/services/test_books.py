"""Check the books: clean books pass with their counts, and each kind of damage is found and named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from sewerdesk.domain.payments import DepositDraft
from sewerdesk.services.attachments import attach
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.books import damage
from tests.support.payments import MAIL_DAY, NO_CASH, bill_three_accounts, check


@pytest.fixture
def busy(ws: Workspace, tmp_path: Path) -> Workspace:
    """Bills, two receipts of which one is void, a deposit, an attached file."""
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "182.00"}))
    enter_receipt(ws, draft=check({"00001043": "20.00"}, number="7"))
    void_receipt(ws, receipt_id=2, reason="Wrong account")
    make_deposit(ws, draft=DepositDraft((1,), NO_CASH, MAIL_DAY))
    source = tmp_path / "letter.txt"
    source.write_text("Dear clerk", encoding="utf-8")
    attach(ws, subject="account", subject_id=1, kind="letter", source=source)
    return ws


def test_clean_books_say_what_was_checked(busy: Workspace) -> None:
    steps: list[tuple[int, int, str]] = []
    report = check_books(busy, progress=lambda *step: steps.append(step))
    assert report.is_clean, report.findings
    counts = {check.name: check.records for check in report.checks}
    assert counts["Bill lines"] == 3
    assert counts["Receipts in the ledger"] == 2
    assert counts["Deposits"] == 1
    assert counts["Attached files"] == 1
    assert counts["Balances"] == 3
    tried = len(report.checks)
    assert tried >= 20
    assert report.sentence.startswith(f"The books are in order: {tried} checks over ")
    assert steps[0] == (0, tried, "Database file")
    assert steps[-1] == (tried, tried, "")


@pytest.mark.parametrize(
    ("sql", "check_name", "words"),
    [
        ("UPDATE bill_line SET amount = amount + 1 WHERE id = 1", "Bill lines", "0.01"),
        (
            "UPDATE bill SET total_due = 18201 WHERE id = 1",
            "Bills in the ledger",
            "owed 182.00 when it was posted",
        ),
        ("DELETE FROM entry WHERE receipt_line_id = 1", "Receipts in the ledger", "never posted"),
        (
            "UPDATE entry SET amount = amount - 5 WHERE receipt_line_id = 1",
            "Receipts in the ledger",
            "182.05",
        ),
        ("UPDATE entry SET amount = 1 WHERE kind = 'reversal'", "Reversals", "does not undo exactly one"),
        ("UPDATE receipt_line SET amount = 1 WHERE id = 1", "Receipt lines", "182.00"),
        ("UPDATE deposit SET total = 1", "Deposits", "182.00"),
        ("UPDATE receipt SET number = 'REC-2027-0009' WHERE id = 2", "Numbers", "REC-2027-0002"),
        ("UPDATE paper SET content = x'00'", "Stored papers", "not what was issued"),
        ("UPDATE billing_run SET total = 1", "Billing runs", "512.00"),
        ("UPDATE billing_run SET held = 3", "Billing runs", "3 held"),
        ("DELETE FROM run_outcome WHERE account_id = 1", "Billing runs", "neither billed"),
        ("DELETE FROM search_index", "Search", "missing or out of date"),
        ("UPDATE number_series SET next_number = 9 WHERE kind = 'REC'", "Numbers", "up to 0008"),
        ("DELETE FROM bill WHERE id = 3", "Database file", "points to a missing"),
    ],
)
def test_damage_is_found_and_named(busy: Workspace, sql: str, check_name: str, words: str) -> None:
    damage(busy, sql)
    found = {check.name: check.findings for check in check_books(busy).checks}
    assert any(words in finding.sentence for finding in found[check_name]), found


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (Path.unlink, "is missing from the files folder"),
        (lambda path: path.write_text("Dear clark"), "is not what was attached"),
    ],
)
def test_lost_or_changed_file_is_found(busy: Workspace, spoil: Callable[[Path], object], words: str) -> None:
    [kept] = [path for path in (busy.folder / "files").rglob("*") if path.is_file()]
    spoil(kept)
    [finding] = check_books(busy).findings
    assert words in finding.sentence
    assert "letter.txt" in finding.sentence


def test_missing_guard_is_found(busy: Workspace) -> None:
    with busy.engine.begin() as connection:
        connection.execute(text('DROP TRIGGER "entry_no_update"'))
    [finding] = check_books(busy).findings
    assert "entry_no_update" in finding.sentence


def test_reversal_twice_is_found(busy: Workspace) -> None:
    damage(
        busy,
        "INSERT INTO entry (account_id, effective_on, posted_at, kind, amount, charge_code, corrects_id, reason, "
        "authority, actor) SELECT account_id, effective_on, posted_at, kind, amount, charge_code, corrects_id, "
        "reason, authority, actor FROM entry WHERE kind = 'reversal'",
    )
    report = check_books(busy)
    assert any("does not undo" in finding.sentence for finding in report.findings)
    assert "not in order" in report.sentence
