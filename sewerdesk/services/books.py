"""Check the books: every rule that must always hold, tried on every record, and told what was tried."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data import migrate, search
from sewerdesk.data.models.paper import Attachment, Paper
from sewerdesk.data.queries import bill_books
from sewerdesk.data.queries import books as rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain import bill_invariants, invariants
from sewerdesk.domain.books import BooksReport, CheckDone
from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.services.attachments import _place
from sewerdesk.services.late_checks import levies_check, penalties_check
from sewerdesk.services.money_books import applied_check, funds_check, returns_check, suspense_check
from sewerdesk.services.rate_checks import CHARGES, RATES, charges_check, rates_check
from sewerdesk.services.receipt_journal import missing_lines
from sewerdesk.services.report_books import REPORTS, reports_check

Progress = Callable[[int, int, str], None]
"""Told how many checks are done, of how many, and the name of the next; it may raise to stop."""

_RUN_SERIES = "RUN"
_HASH_STEP = 500


def check_books(ws: Workspace, *, progress: Progress | None = None) -> BooksReport:
    """Run every check over one moment of the books; nothing is changed.

    Each check says what it compared and how many records it looked at, passed or not.
    """
    done: list[CheckDone] = []
    with ws.read() as session:
        session.info["clock"] = ws.clock  # some records' search entries are built for a day
        for number, (name, check) in enumerate(_CHECKS):
            if progress is not None:
                progress(number, len(_CHECKS), name)
            done.append(check(ws, session))
    if progress is not None:
        progress(len(_CHECKS), len(_CHECKS), "")
    return BooksReport(ws.clock.now(), tuple(done))


def _structure(ws: Workspace, _session: Session) -> CheckDone:
    faults = migrate.verify(ws.engine)
    return CheckDone(
        "Database file",
        "The file's own integrity, every link between records, and the guards that keep posted records unchanged.",
        1,
        tuple(
            Finding("Database file", f"{fault[:1].upper()}{fault[1:]}. Restore a backup.", "office.db")
            for fault in faults
        ),
    )


def _bills(_ws: Workspace, session: Session) -> CheckDone:
    bills = rows.bill_rows(session)
    return CheckDone(
        "Bill lines",
        "Each bill's charges are the sum of its lines.",
        len(bills),
        tuple(invariants.bill_lines_agree(bills, rows.bill_parts(session))),
    )


def _bills_in_ledger(_ws: Workspace, session: Session) -> CheckDone:
    bills = [bill for bill in rows.bill_rows(session) if bill.total]
    posted = [part for part in rows.bill_entries(session) if part.amount]
    found = invariants.bill_lines_agree(bills, posted)
    totals = invariants.bill_totals_agree(rows.bill_totals(session))
    return CheckDone(
        "Bills in the ledger",
        "Each bill's charges stand in its account's ledger to the cent, and its total due is what the account owed.",
        len(bills),
        tuple(
            Finding(
                "Bills in the ledger", one.sentence.replace("its lines", "its ledger entries"), one.record
            )
            for one in found
        )
        + tuple(totals),
    )


def _single_bills(_ws: Workspace, session: Session) -> CheckDone:
    bills = rows.bill_rows(session)
    return CheckDone(
        "One bill a period",
        "No account has two regular bills for the same service and quarter.",
        len(bills),
        tuple(invariants.bills_are_single(bills)),
    )


def _billed_days(_ws: Workspace, session: Session) -> CheckDone:
    days, void = bill_books.billed_days(session), bill_books.void_bills(session)
    return CheckDone(
        "Days and void bills",
        "No day of an account is on two bills that stand, and a void bill's charges were reversed to the cent.",
        len(days) + len(void),
        tuple(bill_invariants.days_billed_once(days) + bill_invariants.void_bills_left_nothing(void)),
    )


def _balances(_ws: Workspace, session: Session) -> CheckDone:
    shown = rows.balance_rows(session)
    entries = list(rows.entry_parts(session))
    return CheckDone(
        "Balances",
        f"Each account's balance is the sum of its entries, added up one by one: {len(entries):,} entries.",
        len(shown),
        tuple(invariants.balances_agree(shown, entries)),
    )


def _reversals(_ws: Workspace, session: Session) -> CheckDone:
    found = rows.reversal_rows(session)
    return CheckDone(
        "Reversals",
        "Each reversal undoes one entry of the same account exactly, and none is undone twice.",
        len(found),
        tuple(invariants.reversals_agree(found)),
    )


def _runs(_ws: Workspace, session: Session) -> CheckDone:
    totals, counts = rows.run_rows(session)
    bills, outcomes = rows.bill_rows(session), rows.outcome_rows(session)
    findings = invariants.run_totals_agree(totals, bills)
    billed = [(bill.run, bill.account) for bill in bills if bill.run]
    findings += invariants.outcomes_are_complete(billed, outcomes, bills)
    found = Counter((one.run, one.outcome) for one in outcomes)
    for run in counts:
        for word, count in (("billed", run.billed), ("held", run.held), ("skipped", run.skipped)):
            if found[run.number, word] != count:
                sentence = (
                    f"Run {run.number} says {count} {word}, but {found[run.number, word]} are on record."
                )
                findings.append(Finding("Billing runs", sentence, run.number))
    return CheckDone(
        "Billing runs",
        "Each run's total is the sum of its bills, and every account in it was billed, held or skipped, once.",
        len(outcomes),
        tuple(findings),
    )


def _receipts(_ws: Workspace, session: Session) -> CheckDone:
    found = rows.receipt_rows(session)
    return CheckDone(
        "Receipt lines",
        "Each receipt's lines come to what was received.",
        len(found),
        tuple(invariants.receipt_lines_agree(found, rows.receipt_parts(session))),
    )


def _payments(_ws: Workspace, session: Session) -> CheckDone:
    found = rows.receipt_postings(session)
    return CheckDone(
        "Receipts in the ledger",
        "Each payment stands in the ledger to the cent, where it came or was moved to; a void or returned one not.",
        len(found),
        tuple(invariants.payments_agree(found)),
    )


def _deposits(_ws: Workspace, session: Session) -> CheckDone:
    totals, members = rows.deposit_totals(session), rows.deposit_members(session)
    standing = [receipt for receipt, live in members if live]
    findings = invariants.deposits_agree(totals, [receipt for receipt, _ in members])
    findings += invariants.deposited_once((receipt.number, receipt.deposit) for receipt in standing)
    findings += invariants.void_not_deposited(rows.receipt_rows(session))
    return CheckDone(
        "Deposits",
        "Each deposit is the sum of its receipts; no receipt is in two; no void one was taken to the bank.",
        len(totals),
        tuple(findings),
    )


def _numbers(_ws: Workspace, session: Session) -> CheckDone:
    in_use = rows.numbers_in_use(session)
    names = {kind.value: kind.name.replace("_", " ").lower() for kind in SeriesKind}
    names[_RUN_SERIES] = "billing run"
    findings: list[Finding] = []
    last: dict[tuple[str, int], int] = {}
    for prefix, numbers in sorted(in_use.items()):
        findings += invariants.numbers_are_complete(numbers, what=names.get(prefix, prefix))
        for number in numbers:
            parts = number.split("-")
            if len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
                key = (prefix, int(parts[1]))
                last[key] = max(last.get(key, 0), int(parts[2]))
    findings += invariants.counters_agree(last, rows.series_counters(session))
    series = ", ".join(sorted(in_use)) or "none in use yet"
    return CheckDone(
        "Numbers",
        f"No number is missing or used twice, and each counter stands at the last one: {series}.",
        sum(len(numbers) for numbers in in_use.values()),
        tuple(findings),
    )


def _papers(_ws: Workspace, session: Session) -> CheckDone:
    ids = rows.paper_ids(session)
    findings: list[Finding] = []
    for start in range(0, len(ids), _HASH_STEP):
        for paper_id in ids[start : start + _HASH_STEP]:
            number, content, sha256 = session.execute(
                select(Paper.number, Paper.content, Paper.sha256).where(Paper.id == paper_id)
            ).one()
            if hashlib.sha256(content).hexdigest() != sha256:
                sentence = f"The stored paper {number} is not what was issued. Restore a backup made before the damage."
                findings.append(Finding("Stored papers", sentence, number))
    return CheckDone(
        "Stored papers",
        "Each issued paper still has the fingerprint (SHA-256) that was taken when it was issued.",
        len(ids),
        tuple(findings),
    )


def _attachments(ws: Workspace, session: Session) -> CheckDone:
    kept = session.execute(select(Attachment.name, Attachment.sha256)).all()
    findings = [
        Finding("Attached files", f"The attached file {name} {problem}. Restore it from a backup.", name)
        for name, sha256 in kept
        if (problem := _file_problem(_place(ws.folder, sha256), sha256))
    ]
    return CheckDone(
        "Attached files",
        "Each attached file is in the office's files folder, unchanged.",
        len(kept),
        tuple(findings),
    )


def _file_problem(path: Path, sha256: str) -> str:
    if not path.exists():
        return "is missing from the files folder"
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    return "" if found == sha256 else "is not what was attached"


def _bonds(_ws: Workspace, session: Session) -> CheckDone:
    found = list(rows.dated_rows(session))
    return CheckDone(
        "Bond dates",
        "Each bond and policy ends after it starts and is not cancelled before.",
        len(found),
        tuple(invariants.dates_are_ordered(found)),
    )


def _search(_ws: Workspace, session: Session) -> CheckDone:
    total, faults = search.count_faults(session)
    return CheckDone(
        "Search",
        "Each record is found by its names, addresses and numbers as they stand now.",
        total,
        tuple(
            Finding(
                "Search",
                f"{count:,} {kind.replace('_', ' ')} entries of the search are missing or out of date. "
                "Choose Rebuild the search under Settings, Backups.",
                kind,
            )
            for kind, count in faults.items()
        ),
    )


def _journal(ws: Workspace, session: Session) -> CheckDone:
    missing = missing_lines(ws)
    receipts = rows.receipt_rows(session)
    return CheckDone(
        "Receipts journal",
        "Each receipt of the last 400 days stands in the plain journal files beside the books.",
        len(receipts),
        tuple(
            Finding(
                "Receipts journal",
                f"Receipt {line.receipt.number} ({line.act}) is not in the journal; it is added at the next start.",
                line.receipt.number,
            )
            for line in missing
        ),
    )


_Check = Callable[[Workspace, Session], CheckDone]
_CHECKS: Sequence[tuple[str, _Check]] = (
    ("Database file", _structure),
    ("Balances", _balances),
    ("Bill lines", _bills),
    ("Bills in the ledger", _bills_in_ledger),
    ("One bill a period", _single_bills),
    ("Days and void bills", _billed_days),
    ("Billing runs", _runs),
    ("Receipt lines", _receipts),
    ("Receipts in the ledger", _payments),
    ("Reversals", _reversals),
    ("What paid what", applied_check),
    (REPORTS, reports_check),
    ("Unidentified money", suspense_check),
    ("Returned checks", returns_check),
    ("Restricted fees", funds_check),
    ("Penalties", penalties_check),
    ("Levies on the tax roll", levies_check),
    (RATES, rates_check),
    (CHARGES, charges_check),
    ("Deposits", _deposits),
    ("Numbers", _numbers),
    ("Stored papers", _papers),
    ("Attached files", _attachments),
    ("Bond dates", _bonds),
    ("Search", _search),
    ("Receipts journal", _journal),
)
