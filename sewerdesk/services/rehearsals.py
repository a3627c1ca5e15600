"""Restore rehearsals: a backup restored beside the office, opened and checked, and removed again."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import func, select

from sewerdesk.clock import Clock
from sewerdesk.data import backup as backups
from sewerdesk.data.backup_files import stored_count
from sewerdesk.data.models.receipt import Receipt
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.rehearsals import RestoreRehearsal
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.books import check_books
from sewerdesk.services.offices import open_office
from sewerdesk.services.receipt_journal import repair_journal
from sewerdesk.services.workspace import Workspace

Progress = Callable[[int, int, str], None]


def rehearse_restore(
    backup: Path, *, clock: Clock, operator: str = "", progress: Progress | None = None
) -> RestoreRehearsal:
    """Restore a backup into a folder of its own, open it as an office, check its books, and remove the folder.

    Nothing of the office is read or changed: only the backup and the files kept beside it are used, as on a new
    computer. ``progress`` is told each step, and may raise to stop. Raises ``EnvironmentProblem`` for a file that is
    not a whole backup, and where the disk has no room for the rehearsal.
    """
    if progress is not None:
        progress(0, 0, "Restoring into a folder of its own …")
    try:
        with tempfile.TemporaryDirectory(prefix="sewerdesk-rehearsal-", ignore_cleanup_errors=True) as place:
            folder = Path(place)
            backups.restore_backup(folder, backup, now=clock.now())
            opened = open_office(folder, clock=clock, operator=operator)
            try:
                repair_journal(opened.ws)  # it lies beside the books and is no part of a backup
                return _look(opened.ws, progress)
            finally:
                opened.close(back_up=False)
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.INPUT_OUTPUT,
            f"{backup.name} was not tried: no folder for it could be made or filled on this computer's disk. Free "
            "some space and try it again. Nothing in the office was changed.",
        ) from error


def _look(ws: Workspace, progress: Progress | None) -> RestoreRehearsal:
    """Every check of the books, and what stands in the restored office."""
    report = check_books(ws, progress=progress)
    accounts = list_accounts(ws)
    with ws.read() as session:
        receipts = session.scalar(select(func.count(Receipt.id))) or 0
        last = session.scalar(select(Receipt).order_by(Receipt.id.desc()).limit(1))
        return RestoreRehearsal(
            accounts=len(accounts),
            owed=sum((row.balance for row in accounts), ZERO),
            receipts=receipts,
            last_receipt="" if last is None else last.number,
            received_on=None if last is None else last.received_on,
            files=stored_count(ws.folder / "files"),
            report=report,
        )
