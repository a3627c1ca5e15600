"""Importing files: looked at first, then written all at once or not at all, and noticed when it comes again."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.office import ImportBatch, OfficeProfile
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.rate import RateClass
from sewerdesk.data.queries.receipts import check_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.fixedwidth import fixed_table, layout_of, load_layouts
from sewerdesk.domain.importaccounts import AccountRow
from sewerdesk.domain.importfields import ImportKind, guess_kind, suggest_mapping
from sewerdesk.domain.importing import (
    AnyPreview,
    ImportContext,
    ImportedRow,
    ParcelRow,
    ReadingRow,
    read_readings,
    read_rows,
)
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.returnfiles import ReturnRow
from sewerdesk.domain.sheettable import SheetTable
from sewerdesk.paths import resource
from sewerdesk.services.import_matches import _placed, _with_matches
from sewerdesk.services.import_rows import _new_readings, _write_accounts, _write_parcels, _write_readings
from sewerdesk.services.offices import back_up
from sewerdesk.services.receipt_journal import _journal_act
from sewerdesk.services.returned_checks import _write_returns

Progress = Callable[[int, int], None]
_PARTS = 4  # backup, check, writing, keeping
_KEPT = 20
"""So many of the last imports are asked for their columns."""


@dataclass(frozen=True, slots=True)
class FileLook:
    """A file as opened: its table, what it seems to be, the columns proposed, and whether it came before."""

    table: SheetTable
    kind: ImportKind | None
    mapping: Mapping[str, str]
    imported_before: datetime | None


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One line of the list of imports."""

    id: int
    kind: ImportKind
    file_name: str
    rows: int
    rejected: int
    imported_at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote; ``warning`` is what the disk refused afterwards."""

    batch_id: int
    kind: ImportKind
    rows: int
    rejected: int
    warning: str = ""


def open_file(ws: Workspace, *, path: Path, kind: ImportKind | None = None) -> FileLook:
    """Read a spreadsheet, a text file or a meter reader's file and propose its columns; nothing is written.

    The columns are those chosen when such a file was imported last, else by their headings. Raises ``UserError`` where
    it is none of these, or cannot be read.
    """
    from sewerdesk.documents.sheets import read_sheet

    table = _fixed_file(path, ws.clock.today()) or read_sheet(path)
    found = kind or guess_kind(table.headers)
    with ws.read() as session:
        mapping = {} if found is None else _proposed_columns(session, table, found)
        before = session.scalar(
            select(ImportBatch.imported_at)
            .where(ImportBatch.sha256 == table.sha256)
            .order_by(ImportBatch.id.desc())
            .limit(1)
        )
    return FileLook(table, found, mapping, before)


def _proposed_columns(session: Session, table: SheetTable, kind: ImportKind) -> dict[str, str]:
    """The columns as the clerk chose them for the last file with the same headings, else as they are named."""
    batches = session.execute(
        select(ImportBatch.mapping)
        .where(ImportBatch.kind == kind.value)
        .order_by(ImportBatch.id.desc())
        .limit(_KEPT)
    )
    for (mapping,) in batches:
        if mapping and set(mapping.values()) <= set(table.headers):
            return dict(mapping)
    return suggest_mapping(table.headers, kind=kind)


def _fixed_file(path: Path, today: date) -> SheetTable | None:
    """A file of fixed positions as a table; ``None`` for any other, and for one that cannot be read here."""
    try:
        data = path.read_bytes()
    except OSError:
        return None  # the reader of all other files says what is wrong
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        return None
    layout = layout_of(lines, load_layouts(resource("reads/layouts.toml").read_text(encoding="utf-8")))
    if layout is None:
        return None
    return fixed_table(lines, layout, name=path.name, sha256=hashlib.sha256(data).hexdigest(), today=today)


def preview_import(
    ws: Workspace, *, table: SheetTable, kind: ImportKind, mapping: Mapping[str, str]
) -> AnyPreview:
    """What would be written and what would be refused, row by row; nothing is written."""
    with ws.read() as session:
        context = _context(session, ws)
        if kind is not ImportKind.READINGS:
            return read_rows(table, mapping, kind, context=context)
        found = read_readings(table, mapping, context=context)
        return _with_matches(session, found, _placed(session), ws.clock.today())


def import_file(
    ws: Workspace,
    *,
    table: SheetTable,
    kind: ImportKind,
    mapping: Mapping[str, str],
    progress: Progress | None = None,
) -> Imported:
    """Write the good rows of a file in one transaction; the rejected ones are left out.

    A verified backup is made first. The file is checked again against the office as it is now. ``progress`` is
    called with the parts done and may raise to stop; nothing is written then. Raises ``UserError`` where there is no
    good row.
    """
    tell = progress or _quiet
    tell(0, _PARTS)
    back_up(ws, label="before-import")
    tell(1, _PARTS)
    with ws.write(reason=f"import of {table.name}") as session:
        preview = read_rows(table, mapping, kind, context=_context(session, ws))
        if not preview.rows:
            raise UserError(
                f"{table.name} has no row that can be imported. See the rejected rows for the reasons."
            )
        tell(2, _PARTS)
        batch = ImportBatch(
            kind=kind.value,
            file_name=table.name[:200],
            sha256=table.sha256,
            mapping=dict(mapping),
            rows=len(preview.rows),
            rejected=preview.rejected_rows,
            imported_at=ws.clock.now(),
            actor=ws.actor,
        )
        session.add(batch)
        session.flush()  # readings name the batch they came with
        acts = _write(session, kind, preview.rows, batch.id)
        tell(3, _PARTS)
        changes = {"file": table.name, "rows": len(preview.rows), "rejected": preview.rejected_rows}
        audit.record(session, kind="import_batch", record_id=batch.id, action="imported", changes=changes)
        imported = Imported(batch.id, kind, len(preview.rows), preview.rejected_rows)
    warnings = [_journal_act(ws, act) for act in acts]
    return replace(imported, warning=next((one for one in warnings if one), ""))


def _write(session: Session, kind: ImportKind, rows: Sequence[ImportedRow], batch_id: int) -> Sequence[int]:
    """Write the rows; returns the acts of money that they made."""
    if kind is ImportKind.PARCELS:
        _write_parcels(session, [row for row in rows if isinstance(row, ParcelRow)])
    elif kind is ImportKind.ACCOUNTS:
        _write_accounts(session, [row for row in rows if isinstance(row, AccountRow)])
    elif kind is ImportKind.READINGS:
        _write_readings(session, [row for row in rows if isinstance(row, ReadingRow)], batch_id)
    else:
        return _write_returns(session, [row for row in rows if isinstance(row, ReturnRow)])
    return ()


def _context(session: Session, ws: Workspace) -> ImportContext:
    parcels = session.execute(select(Parcel.swis, Parcel.print_key)).all()
    placed = _placed(session)
    return ImportContext(
        print_keys=frozenset(fold_identifier(key) for _, key in parcels),
        existing_parcels=frozenset((swis, fold_identifier(key)) for swis, key in parcels),
        classes=frozenset(session.scalars(select(RateClass.code))),
        existing_accounts=frozenset(fold_identifier(one) for one in session.scalars(select(Account.number))),
        meters=frozenset(placed),
        placed=placed,
        today=ws.clock.today(),
        checks=check_facts(session),
    )


def rejects_file(ws: Workspace, *, table: SheetTable, preview: AnyPreview) -> bytes:
    """The rejected rows as a workbook: what is wrong with each, and the rows to correct and import again."""
    from sewerdesk.documents.xlsx.kit import About
    from sewerdesk.documents.xlsx.rejects import RejectedValue, rejects_workbook

    with ws.read() as session:
        municipality = session.scalars(select(OfficeProfile.municipality)).one()
    rejected = {reject.row for reject in preview.rejects}
    about = About(
        title=f"Rejected rows of {table.name}",
        municipality=municipality,
        as_of=ws.clock.today(),
        run_at=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p} by {ws.actor}",
        filters=(("File", table.name), ("Rejected rows", f"{len(rejected):,} of {len(table.rows):,}")),
    )
    return rejects_workbook(
        [RejectedValue(one.row, one.column, one.value, one.reason) for one in preview.rejects],
        about=about,
        headings=table.headers,
        rows=[[cell.text for cell in row.cells] for row in table.rows if row.number in rejected],
    )


def list_imports(ws: Workspace) -> tuple[ImportRow, ...]:
    """What was imported before, newest first."""
    with ws.read() as session:
        rows = session.scalars(select(ImportBatch).order_by(ImportBatch.id.desc()))
        return tuple(
            ImportRow(
                row.id,
                ImportKind(row.kind),
                row.file_name,
                row.rows,
                row.rejected,
                row.imported_at,
                row.actor,
            )
            for row in rows
        )


def _quiet(_done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


def new_readings(ws: Workspace, *, rows: Sequence[ReadingRow]) -> int:
    """How many of the readings the office does not hold yet; importing skips the others."""
    with ws.read() as session:
        return len(_new_readings(session, rows))
