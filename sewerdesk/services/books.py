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
from sewerdesk.domain.wording import count
from sewerdesk.services.attachments import _place
from sewerdesk.services.book_checks import Check, Tried, each_of
from sewerdesk.services.late_checks import LEVIES, PENALTIES
from sewerdesk.services.money_books import APPLIED, FUNDS, RETURNS, SUSPENSE
from sewerdesk.services.rate_checks import CHARGES_BILLED, RATES_SOUND
from sewerdesk.services.receipt_journal import missing_lines
from sewerdesk.services.report_books import REPORTS_AGREE

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
        for number, check in enumerate(_CHECKS):
            if progress is not None:
                progress(number, len(_CHECKS), check.name)
            done.append(check(ws, session))
    if progress is not None:
        progress(len(_CHECKS), len(_CHECKS), "")
    return BooksReport(ws.clock.now(), tuple(done))


def _structure(ws: Workspace, _session: Session) -> Tried:
    faults = migrate.verify(ws.engine)
    return Tried(
        1,
        (
            Finding("Database file", f"{fault[:1].upper()}{fault[1:]}. Restore a backup.", "office.db")
            for fault in faults
        ),
    )


def _bills(_ws: Workspace, session: Session) -> Tried:
    bills = rows.bill_rows(session)
    return Tried(len(bills), invariants.bill_lines_agree(bills, rows.bill_parts(session)))


def _bills_in_ledger(_ws: Workspace, session: Session) -> Tried:
    bills = [bill for bill in rows.bill_rows(session) if bill.total]
    posted = [part for part in rows.bill_entries(session) if part.amount]
    found = invariants.bill_lines_agree(bills, posted)
    totals = invariants.bill_totals_agree(rows.bill_totals(session))
    return Tried(
        len(bills),
        tuple(
            Finding(
                "Bills in the ledger", one.sentence.replace("its lines", "its ledger entries"), one.record
            )
            for one in found
        )
        + tuple(totals),
    )


def _billed_days(_ws: Workspace, session: Session) -> Tried:
    days, void = bill_books.billed_days(session), bill_books.void_bills(session)
    return Tried(
        len(days) + len(void),
        bill_invariants.days_billed_once(days) + bill_invariants.void_bills_left_nothing(void),
    )


def _balances(_ws: Workspace, session: Session) -> Tried:
    shown = rows.balance_rows(session)
    entries = list(rows.entry_parts(session))
    return Tried(
        len(shown), invariants.balances_agree(shown, entries), count(len(entries), "entry", "entries")
    )


def _runs(_ws: Workspace, session: Session) -> Tried:
    totals, counts = rows.run_rows(session)
    bills, outcomes = rows.bill_rows(session), rows.outcome_rows(session)
    findings = invariants.run_totals_agree(totals, bills)
    billed = [(bill.run, bill.account) for bill in bills if bill.run]
    findings += invariants.outcomes_are_complete(billed, outcomes, bills)
    found = Counter((one.run, one.outcome) for one in outcomes)
    for run in counts:
        for word, said in (("billed", run.billed), ("held", run.held), ("skipped", run.skipped)):
            if found[run.number, word] != said:
                sentence = (
                    f"Run {run.number} says {said} {word}, but {found[run.number, word]} are on record."
                )
                findings.append(Finding("Billing runs", sentence, run.number))
    return Tried(len(outcomes), findings)


def _receipts(_ws: Workspace, session: Session) -> Tried:
    found = rows.receipt_rows(session)
    return Tried(len(found), invariants.receipt_lines_agree(found, rows.receipt_parts(session)))


def _deposits(_ws: Workspace, session: Session) -> Tried:
    totals, members = rows.deposit_totals(session), rows.deposit_members(session)
    standing = [receipt for receipt, live in members if live]
    findings = invariants.deposits_agree(totals, [receipt for receipt, _ in members])
    findings += invariants.deposited_once((receipt.number, receipt.deposit) for receipt in standing)
    findings += invariants.void_not_deposited(rows.receipt_rows(session))
    return Tried(len(totals), findings)


def _numbers(_ws: Workspace, session: Session) -> Tried:
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
    return Tried(sum(len(numbers) for numbers in in_use.values()), findings, series)


def _papers(_ws: Workspace, session: Session) -> Tried:
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
    return Tried(len(ids), findings)


def _attachments(ws: Workspace, session: Session) -> Tried:
    kept = session.execute(select(Attachment.name, Attachment.sha256)).all()
    findings = [
        Finding("Attached files", f"The attached file {name} {problem}. Restore it from a backup.", name)
        for name, sha256 in kept
        if (problem := _file_problem(_place(ws.folder, sha256), sha256))
    ]
    return Tried(len(kept), findings)


def _file_problem(path: Path, sha256: str) -> str:
    if not path.exists():
        return "is missing from the files folder"
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    return "" if found == sha256 else "is not what was attached"


def _search(_ws: Workspace, session: Session) -> Tried:
    total, faults = search.count_faults(session)
    return Tried(
        total,
        (
            Finding(
                "Search",
                f"{count(wrong, f'{words} entry of the search is', f'{words} entries of the search are')} missing or "
                "out of date. "
                "Choose Rebuild the search under Settings, Backups.",
                kind,
            )
            for kind, wrong in faults.items()
            for words in [kind.replace("_", " ")]
        ),
    )


def _journal(ws: Workspace, session: Session) -> Tried:
    missing = missing_lines(ws)
    receipts = rows.receipt_rows(session)
    return Tried(
        len(receipts),
        (
            Finding(
                "Receipts journal",
                f"Receipt {line.receipt.number} ({line.act}) is not in the journal; it is added at the next start.",
                line.receipt.number,
            )
            for line in missing
        ),
    )


_CHECKS: Sequence[Check] = (
    Check(
        "Database file",
        "The file's own integrity, every link between records, and the guards that keep posted records unchanged.",
        _structure,
    ),
    Check(
        "Balances",
        "Each account's balance is the sum of its entries, added up one by one: {told}.",
        _balances,
    ),
    Check("Bill lines", "Each bill's charges are the sum of its lines.", _bills),
    Check(
        "Bills in the ledger",
        "Each bill's charges stand in its account's ledger to the cent, and its total due is what the account owed.",
        _bills_in_ledger,
    ),
    Check(
        "One bill a period",
        "No account has two regular bills for the same service and quarter.",
        each_of(rows.bill_rows, invariants.bills_are_single),
    ),
    Check(
        "Days and void bills",
        "No day of an account is on two bills that stand, and a void bill's charges were reversed to the cent.",
        _billed_days,
    ),
    Check(
        "Billing runs",
        "Each run's total is the sum of its bills, and every account in it was billed, held or skipped, once.",
        _runs,
    ),
    Check("Receipt lines", "Each receipt's lines come to what was received.", _receipts),
    Check(
        "Receipts in the ledger",
        "Each payment stands in the ledger to the cent, where it came or was moved to; a void or returned one not.",
        each_of(rows.receipt_postings, invariants.payments_agree),
    ),
    Check(
        "Reversals",
        "Each reversal undoes one entry of the same account exactly, and none is undone twice.",
        each_of(rows.reversal_rows, invariants.reversals_agree),
    ),
    APPLIED,
    REPORTS_AGREE,
    SUSPENSE,
    RETURNS,
    FUNDS,
    PENALTIES,
    LEVIES,
    RATES_SOUND,
    CHARGES_BILLED,
    Check(
        "Deposits",
        "Each deposit is the sum of its receipts; no receipt is in two; no void one was taken to the bank.",
        _deposits,
    ),
    Check(
        "Numbers",
        "No number is missing or used twice, and each counter stands at the last one: {told}.",
        _numbers,
    ),
    Check(
        "Stored papers",
        "Each issued paper still has the fingerprint (SHA-256) that was taken when it was issued.",
        _papers,
    ),
    Check("Attached files", "Each attached file is in the office's files folder, unchanged.", _attachments),
    Check(
        "Bond dates",
        "Each bond and policy ends after it starts and is not cancelled before.",
        each_of(rows.dated_rows, invariants.dates_are_ordered),
    ),
    Check("Search", "Each record is found by its names, addresses and numbers as they stand now.", _search),
    Check(
        "Receipts journal",
        "Each receipt of the last 400 days stands in the plain journal files beside the books.",
        _journal,
    ),
)
