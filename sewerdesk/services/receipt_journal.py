"""The receipts journal: each receipt once more in a plain dated file beside the books, so that a crash loses none.

One file a day, ``journal/receipts-2027-01-04.csv`` in the office's folder, only ever added to. A line is written
after the commit and pushed to the disk, for every receipt and for whatever happens to one: void, moved, returned,
its payment corrected. A line that is missing after a crash is added at the next start.
"""

import csv
import io
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from sqlalchemy.orm import Session

from sewerdesk.data.queries.journal import (
    ReceiptHappening,
    act_happenings,
    entered,
    happenings,
    journal_receipts,
    posted_by_account,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.journal import (
    HEADER,
    JournalAct,
    JournalLine,
    RebuildReport,
    compare_journal,
    latest_receipts,
    missing_of,
    read_line,
)

FOLDER = "journal"
LOOK_BACK = timedelta(days=400)
"""How far back missing lines are looked for: a year and a month, which covers a closed year's audit."""
START_LOOK_BACK = timedelta(days=31)
"""How far back every start looks: a crash leaves out the last receipts only; a full disk is noticed sooner."""


def journal_folder(ws: Workspace) -> Path:
    """Where the office's journal files lie."""
    return ws.folder / FOLDER


def _journal(ws: Workspace, receipt_ids: Sequence[int]) -> str:
    """Write the lines of receipts just committed; a sentence where the disk refuses, else empty."""
    with ws.read() as session:
        lines = _lines(session, entered(session, receipt_ids))
    return _try_write(ws, lines)


def _journal_void(ws: Workspace, receipt_id: int) -> str:
    """Write the line of a receipt just voided; a sentence where the disk refuses, else empty."""
    return _journal_last(ws, receipt_id, JournalAct.VOID)


def _journal_change(ws: Workspace, receipt_id: int) -> str:
    """Write the line of a receipt whose payment was just corrected; a sentence where the disk refuses, else empty."""
    return _journal_last(ws, receipt_id, JournalAct.CHANGED)


def _journal_last(ws: Workspace, receipt_id: int, act: JournalAct) -> str:
    with ws.read() as session:
        recent = happenings(session, _just_now(ws))
        mine = [one for one in recent if (one.receipt_id, one.act) == (receipt_id, act)]
        lines = _lines(session, mine[-1:])
    return _try_write(ws, lines)


def _journal_act(ws: Workspace, act_id: int) -> str:
    """Write the lines of the receipts whose money an act just moved, took out or put back; empty where all is well."""
    with ws.read() as session:
        lines = _lines(session, act_happenings(session, [act_id]))
    return _try_write(ws, lines)


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
    """What happened to receipts in the last days, by default 400, that the journal lacks, in the order of time."""
    since = ws.clock.now() - back
    with ws.read() as session:
        lines = _lines(session, happenings(session, since))
    written = (line.key for line in _read_lines(journal_folder(ws), since=_day(since)))
    return missing_of(lines, written)


def rebuild_check(ws: Workspace) -> RebuildReport:
    """Prove the books by the journal alone; nothing is changed.

    It must give the same receipts, each standing where the books say, and the same payments on every account.
    """
    with ws.read() as session:
        books = {one.number: one for one in journal_receipts(session).values()}
        posted = posted_by_account(session)
    journal = latest_receipts(_read_lines(journal_folder(ws), since=date.min))
    return compare_journal(journal, books, posted)


def _lines(session: Session, found: Sequence[ReceiptHappening]) -> list[JournalLine]:
    if not found:
        return []  # as at most starts: nothing happened that is to be looked up
    receipts = journal_receipts(session, sorted({one.receipt_id for one in found}))
    return [JournalLine(one.act, one.at, receipts[one.receipt_id], one.reason) for one in found]


def _just_now(ws: Workspace) -> datetime:
    return ws.clock.now() - timedelta(days=1)


def _day(at: datetime) -> date:
    return at.astimezone().date()


def _read_lines(folder: Path, *, since: date) -> Iterator[JournalLine]:
    """Every whole line of the journal from a day on, in the order written; a torn line counts as missing."""
    first = f"receipts-{since.isoformat()}.csv"
    for path in sorted(folder.glob("receipts-*.csv")) if folder.exists() else ():
        if path.name < first:
            continue
        # a crash may tear a line within a letter; that line is no whole one either way
        with path.open(encoding="utf-8", errors="replace", newline="") as stream:
            for cells in csv.reader(stream):
                if tuple(cells) == HEADER:
                    continue
                try:
                    yield read_line(cells)
                except UserError:
                    continue  # torn by a crash: it is written once more, and the check names its receipt until then


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
    """Add lines at the end and push them to the disk; a torn line is ended first.

    A torn line may have left a quote open, in which all that follows would be read as one cell of it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    with path.open("a+b") as stream:
        stream.seek(0)
        before = stream.read()
        if not before:
            writer.writerow(HEADER)
        elif before.count(b'"') % 2:
            text.write('"\n')
        elif not before.endswith(b"\n"):
            text.write("\n")
        writer.writerows(rows)
        stream.write(text.getvalue().encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())
