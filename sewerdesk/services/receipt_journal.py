"""The receipts journal: each receipt once more in a plain dated file beside the books, so that a crash loses none.

One file a day, ``journal/receipts-2027-01-04.csv`` in the office's folder, only ever added to. A line is written
after the commit and pushed to the disk; a line that is missing after a crash is added at the next start.
"""

import csv
import io
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.receipt import Receipt, ReceiptVoid
from sewerdesk.data.queries.receipts import receipt_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import ReceiptRow

FOLDER = "journal"
ENTERED, VOIDED = "received", "void"
LOOK_BACK = timedelta(days=400)
"""How far back missing lines are looked for: a year and a month, which covers a closed year's audit."""
START_LOOK_BACK = timedelta(days=31)
"""How far back every start looks: a crash leaves out the last receipts only; a full disk is noticed sooner."""

_HEADER = (
    "act",
    "receipt",
    "entered at",
    "received on",
    "payer",
    "paid by",
    "bank",
    "amount",
    "for",
    "batch",
    "who",
    "reason",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One act on a receipt, and the day's file it belongs to."""

    day: date
    act: str
    row: ReceiptRow
    at: datetime
    reason: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The line as written; text that a spreadsheet would take for a formula gets an apostrophe."""
        row = self.row
        texts = (
            self.act,
            row.number,
            self.at.isoformat(timespec="seconds"),
            row.received_on.isoformat(),
            row.payer,
            row.method,
            row.bank,
        )
        rest = (format_money(row.amount), row.purpose, row.batch, row.actor, self.reason)
        return tuple(_plain(text) for text in (*texts, *rest))


def journal_folder(ws: Workspace) -> Path:
    """Where the office's journal files lie."""
    return ws.folder / FOLDER


def _journal(ws: Workspace, receipt_ids: Sequence[int]) -> str:
    """Write the lines of receipts just committed; a sentence where the disk refuses, else empty."""
    with ws.read() as session:
        rows = receipt_rows(session, ws.clock.today(), where=Receipt.id.in_(receipt_ids))
    return _try_write(ws, [_entered(row) for row in reversed(rows)])


def _journal_void(ws: Workspace, receipt_id: int, reason: str) -> str:
    """Write the line of a receipt just voided; a sentence where the disk refuses, else empty."""
    with ws.read() as session:
        [row] = receipt_rows(session, ws.clock.today(), where=Receipt.id == receipt_id)
    now = ws.clock.now()
    return _try_write(ws, [JournalLine(_day(now), VOIDED, row, now, reason)])


def repair_journal(ws: Workspace, *, back: timedelta = LOOK_BACK) -> int:
    """Add the lines that a crash or a full disk kept out of the journal; returns how many.

    Raises ``OSError`` where the journal cannot be written; the books themselves are not touched.
    """
    missing = missing_lines(ws, back=back)
    _write(journal_folder(ws), missing)
    return len(missing)


def complete_journal(ws: Workspace) -> str:
    """As :func:`repair_journal`, at every start; a sentence where the disk refuses, else empty."""
    try:
        repair_journal(ws, back=START_LOOK_BACK)
    except OSError as error:
        return _refusal(ws, error)
    return ""


def missing_lines(ws: Workspace, *, back: timedelta = LOOK_BACK) -> tuple[JournalLine, ...]:
    """Receipts of the last days, by default 400, and their voids, that the journal lacks, oldest first."""
    since = ws.clock.now() - back
    with ws.read() as session:
        voided = select(ReceiptVoid.receipt_id).where(ReceiptVoid.voided_on >= _day(since))
        recent = Receipt.entered_at >= since
        rows = receipt_rows(session, ws.clock.today(), where=recent | Receipt.id.in_(voided))
        voids = _voids(session, [row.id for row in rows])
    lines = [_entered(row) for row in reversed(rows) if row.entered_at >= since]
    by_id = {row.id: row for row in rows}
    lines += [
        JournalLine(day, VOIDED, by_id[receipt], by_id[receipt].entered_at, reason)
        for receipt, day, reason in voids
    ]
    written = _written(journal_folder(ws), since=_day(since))
    return tuple(line for line in lines if (line.act, line.row.number) not in written)


def _voids(session: Session, receipts: Sequence[int]) -> list[tuple[int, date, str]]:
    wanted = set(receipts)
    statement = select(ReceiptVoid.receipt_id, ReceiptVoid.voided_on, ReceiptVoid.reason)
    return [row for row in session.execute(statement) if row[0] in wanted]


def _entered(row: ReceiptRow) -> JournalLine:
    return JournalLine(_day(row.entered_at), ENTERED, row, row.entered_at)


def _day(at: datetime) -> date:
    return at.astimezone().date()


def _written(folder: Path, *, since: date) -> set[tuple[str, str]]:
    """Every act that the journal holds from a day on with all its cells; a torn line counts as missing."""
    found: set[tuple[str, str]] = set()
    first = f"receipts-{since.isoformat()}.csv"
    for path in sorted(folder.glob("receipts-*.csv")) if folder.exists() else ():
        if path.name < first:
            continue
        with path.open(encoding="utf-8", newline="") as stream:
            found |= {(row[0], row[1]) for row in csv.reader(stream) if len(row) == len(_HEADER)}
    return found


def _try_write(ws: Workspace, lines: Sequence[JournalLine]) -> str:
    try:
        _write(journal_folder(ws), lines)
    except OSError as error:
        return _refusal(ws, error)
    return ""


def _refusal(ws: Workspace, error: OSError) -> str:
    return (
        f"The receipts are saved, but their journal in {journal_folder(ws)} could not be written "
        f"({error.strerror}). Make room there; the missing lines are added at the next start."
    )


def _write(folder: Path, lines: Iterable[JournalLine]) -> None:
    by_day: defaultdict[date, list[JournalLine]] = defaultdict(list)
    for line in lines:
        by_day[line.day].append(line)
    if by_day:
        folder.mkdir(exist_ok=True)
    for day, those in by_day.items():
        _append(folder / f"receipts-{day.isoformat()}.csv", [line.cells for line in those])


def _append(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Add lines at the end and push them to the disk; a torn last line is ended first."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    with path.open("a+b") as stream:
        stream.seek(0, os.SEEK_END)
        if stream.tell() == 0:
            writer.writerow(_HEADER)
        else:
            stream.seek(-1, os.SEEK_END)
            if stream.read(1) != b"\n":
                text.write("\n")
        writer.writerows(rows)
        stream.write(text.getvalue().encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
