"""Importing files: looked at first, then written all at once or not at all, and noticed when it comes again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.meter import Meter, MeterInstallation
from sewerdesk.data.models.office import ImportBatch
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.rate import RateClass
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import ImportKind, guess_kind, suggest_mapping
from sewerdesk.domain.importing import (
    AccountRow,
    ImportContext,
    ImportedRow,
    ImportPreview,
    ParcelRow,
    ReadingRow,
    read_rows,
)
from sewerdesk.domain.parcels import fold_identifier
from sewerdesk.domain.sheettable import SheetTable
from sewerdesk.services.import_rows import _new_readings, _write_accounts, _write_parcels, _write_readings


@dataclass(frozen=True, slots=True)
class FileLook:
    """A file as opened: its table, what it seems to be, the columns proposed, and whether it came before."""

    table: SheetTable
    kind: ImportKind | None
    mapping: Mapping[str, str]
    imported_before: datetime | None


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote."""

    batch_id: int
    kind: ImportKind
    rows: int
    rejected: int


def open_file(ws: Workspace, *, path: Path, kind: ImportKind | None = None) -> FileLook:
    """Read a spreadsheet or text file and propose its columns; nothing is written.

    Raises ``UserError`` where it is neither, or cannot be read.
    """
    from sewerdesk.documents.sheets import read_sheet

    table = read_sheet(path)
    found = kind or guess_kind(table.headers)
    mapping = suggest_mapping(table.headers, kind=found) if found else {}
    with ws.read() as session:
        before = session.scalar(
            select(ImportBatch.imported_at)
            .where(ImportBatch.sha256 == table.sha256)
            .order_by(ImportBatch.id.desc())
            .limit(1)
        )
    return FileLook(table, found, mapping, before)


def preview_import(
    ws: Workspace, *, table: SheetTable, kind: ImportKind, mapping: Mapping[str, str]
) -> ImportPreview[ParcelRow] | ImportPreview[AccountRow] | ImportPreview[ReadingRow]:
    """What would be written and what would be refused, row by row; nothing is written."""
    with ws.read() as session:
        return read_rows(table, mapping, kind, context=_context(session, ws))


def import_file(
    ws: Workspace, *, table: SheetTable, kind: ImportKind, mapping: Mapping[str, str]
) -> Imported:
    """Write the good rows of a file in one transaction; the rejected ones are left out.

    The file is checked again against the office as it is now. Raises ``UserError`` where there is no good row.
    """
    with ws.write(reason=f"import of {table.name}") as session:
        preview = read_rows(table, mapping, kind, context=_context(session, ws))
        if not preview.rows:
            raise UserError(
                f"{table.name} has no row that can be imported. See the rejected rows for the reasons."
            )
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
        _write(session, kind, preview.rows, batch.id)
        changes = {"file": table.name, "rows": len(preview.rows), "rejected": preview.rejected_rows}
        audit.record(session, kind="import_batch", record_id=batch.id, action="imported", changes=changes)
        return Imported(batch.id, kind, len(preview.rows), preview.rejected_rows)


def _write(session: Session, kind: ImportKind, rows: Sequence[ImportedRow], batch_id: int) -> None:
    if kind is ImportKind.PARCELS:
        _write_parcels(session, [row for row in rows if isinstance(row, ParcelRow)])
    elif kind is ImportKind.ACCOUNTS:
        _write_accounts(session, [row for row in rows if isinstance(row, AccountRow)])
    else:
        _write_readings(session, [row for row in rows if isinstance(row, ReadingRow)], batch_id)


def _context(session: Session, ws: Workspace) -> ImportContext:
    parcels = session.execute(select(Parcel.swis, Parcel.print_key)).all()
    meters = session.execute(
        select(Account.number, Meter.serial)
        .join(MeterInstallation, MeterInstallation.account_id == Account.id)
        .join(Meter, Meter.id == MeterInstallation.meter_id)
    )
    return ImportContext(
        print_keys=frozenset(fold_identifier(key) for _, key in parcels),
        existing_parcels=frozenset((swis, fold_identifier(key)) for swis, key in parcels),
        classes=frozenset(session.scalars(select(RateClass.code))),
        existing_accounts=frozenset(fold_identifier(one) for one in session.scalars(select(Account.number))),
        meters=frozenset((fold_identifier(number), fold_identifier(serial)) for number, serial in meters),
        today=ws.clock.today(),
    )


def new_readings(ws: Workspace, *, rows: Sequence[ReadingRow]) -> int:
    """How many of the readings the office does not hold yet; importing skips the others."""
    with ws.read() as session:
        return len(_new_readings(session, rows, today=ws.clock.today()))
