"""Whether an office's books are whole, asked of the file itself and not of the program's own queries."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path

from sewerdesk.data import migrate
from sewerdesk.data.audit import managed_triggers
from sewerdesk.data.base import Base
from sewerdesk.data.engine import open_engine
from sewerdesk.domain import invariants
from sewerdesk.domain.invariants import BillRow, OutcomeRow, PartRow, ReceiptRow, TotalRow
from sewerdesk.services.workspace import Workspace

_BILLS = """
    SELECT b.number, a.number, b.service, b.period, b.kind, b.live, b.current_charges, r.number
    FROM bill b JOIN account a ON a.id = b.account_id JOIN billing_run r ON r.id = b.run_id
"""
_LINES = "SELECT b.number, l.amount FROM bill_line l LEFT JOIN bill b ON b.id = l.bill_id"
_CHARGES = """
    SELECT b.number, e.amount FROM entry e LEFT JOIN bill b ON b.id = e.bill_id
    WHERE e.kind = 'charge' AND (e.bill_id IS NOT NULL OR e.act_id IS NULL)
"""
_OUTCOMES = """
    SELECT r.number, a.number, o.outcome
    FROM run_outcome o JOIN billing_run r ON r.id = o.run_id JOIN account a ON a.id = o.account_id
"""
_RECEIPT_LINES = "SELECT r.number, l.amount FROM receipt_line l LEFT JOIN receipt r ON r.id = l.receipt_id"
_DEPOSITED = """
    SELECT r.number, r.amount, d.number FROM deposit_receipt p
    JOIN receipt r ON r.id = p.receipt_id JOIN deposit d ON d.id = p.deposit_id
"""
_ALIKE = {
    "account_status": "an account without a status",
    "account_class": "an account without a class",
    "account_units": "an account without units",
    "account_role": "an account without a bill-to",
}


def book_faults(path: Path) -> list[str]:
    """Everything that is not as it must be in the database ``office.db`` at ``path``; empty for sound books."""
    engine = open_engine(path)
    try:
        faults = migrate.verify(engine)
    finally:
        engine.dispose()
    with closing(sqlite3.connect(path)) as database:
        faults += [finding.sentence for finding in _findings(database)]
        faults += _missing_halves(database)
        faults += [
            f"the bytes of paper {number} do not match their hash"
            for number, content, sha in database.execute("SELECT number, content, sha256 FROM paper")
            if hashlib.sha256(content).hexdigest() != sha
        ]
    return faults


def _findings(database: sqlite3.Connection) -> Iterator[invariants.Finding]:
    bills = [
        BillRow(number, account, service, period, kind, bool(live), _money(total), run)
        for number, account, service, period, kind, live, total, run in database.execute(_BILLS)
    ]
    yield from invariants.bill_lines_agree(bills, _parts(database, _LINES))
    yield from invariants.bill_lines_agree(bills, _parts(database, _CHARGES))
    yield from invariants.bills_are_single(bills)
    runs = [TotalRow(n, _money(t)) for n, t in database.execute("SELECT number, total FROM billing_run")]
    yield from invariants.run_totals_agree(runs, bills)
    outcomes = [OutcomeRow(*row) for row in database.execute(_OUTCOMES)]
    yield from invariants.outcomes_are_complete([], outcomes, bills)
    receipts = [
        ReceiptRow(number, _money(amount))
        for number, amount in database.execute("SELECT number, amount FROM receipt")
    ]
    yield from invariants.receipt_lines_agree(receipts, _parts(database, _RECEIPT_LINES))
    carried = [ReceiptRow(n, _money(a), d) for n, a, d in database.execute(_DEPOSITED)]
    deposits = [TotalRow(n, _money(t)) for n, t in database.execute("SELECT number, total FROM deposit")]
    yield from invariants.deposits_agree(deposits, carried)
    for table in ("bill", "receipt", "deposit", "billing_run"):
        numbers = [number for (number,) in database.execute(f"SELECT number FROM {table}")]
        yield from invariants.numbers_are_complete(numbers, what=table.replace("_", " "))


def _missing_halves(database: sqlite3.Connection) -> Iterator[str]:
    """Records that one transaction writes together, of which only one is there."""
    for table, fault in _ALIKE.items():
        statement = f"SELECT number FROM account WHERE id NOT IN (SELECT account_id FROM {table})"
        yield from (f"{fault}: {number}" for (number,) in database.execute(statement))
    counted = """
        SELECT r.number, r.billed, r.held, r.skipped,
            (SELECT count(*) FROM bill b WHERE b.run_id = r.id),
            (SELECT count(*) FROM run_outcome o WHERE o.run_id = r.id),
            (SELECT count(*) FROM audit a WHERE a.kind = 'billing_run' AND a.record_id = r.id AND a.action = 'posted')
        FROM billing_run r
    """
    for number, billed, held, skipped, bills, outcomes, told in database.execute(counted):
        if (billed, billed + held + skipped, 1) != (bills, outcomes, told):
            yield f"run {number} is not whole: {bills} bills, {outcomes} outcomes, {told} audit rows"
    imported = """
        SELECT b.file_name FROM import_batch b WHERE NOT EXISTS (SELECT 1 FROM audit a
        WHERE a.kind = 'import_batch' AND a.record_id = b.id AND a.action = 'imported')
    """
    yield from (f"the import of {name} has no audit row" for (name,) in database.execute(imported))


def _parts(database: sqlite3.Connection, statement: str) -> Iterator[PartRow]:
    return (PartRow(owner or "", _money(amount)) for owner, amount in database.execute(statement))


def _money(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def damage(ws: Workspace, sql: str) -> None:
    """Change the file as a broken disk would: without guards and without links."""
    with ws.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute("PRAGMA foreign_keys=OFF")
        for name in managed_triggers(Base.metadata):
            raw.execute(f'DROP TRIGGER IF EXISTS "{name}"')
        raw.executescript(sql)
        for ddl in managed_triggers(Base.metadata).values():
            raw.execute(ddl)
        raw.commit()
        raw.execute("PRAGMA foreign_keys=ON")
