"""The whole office in open form: every table as a CSV file, every kept file, and a page that says what is what."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from sewerdesk import __version__
from sewerdesk.data.backup_files import content_hash, mirror_files, stored_count
from sewerdesk.data.export import ExportedTable, export_tables
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.services.offices import office_profile

_READ_ME = "Read me.txt"
_DISK_FULL = 28
_WRITTEN = (
    "Everything that the sewer office of {municipality} holds, written {at} by {by}, Sewerdesk {version}.\n"
)
_FORM = (
    "Each table is a CSV file in UTF-8, its first line the names of the columns. Amounts are dollars and cents, days "
    "are year-month-day, instants are UTC, what is not known is empty. Text that a spreadsheet would take for a "
    "formula has an apostrophe before it. A column that ends in _id names the row of another table.\n"
)
_FILES = (
    "The folder files holds the {files:,} attached files and issued papers; each bears the SHA-256 of its content as "
    "its name, by which the tables attachment and paper name it.\n"
)
_SPOILED = (
    "Left out: {spoiled:,} kept files whose content is no longer what their name says. A backup from before may hold "
    "them whole.\n"
)


@dataclass(frozen=True, slots=True)
class OpenExport:
    """What was written: where, how many tables and rows, and how many kept files.

    ``spoiled`` counts the kept files that are no longer what their name says and were left out.
    """

    folder: Path
    tables: int
    rows: int
    files: int
    spoiled: int


def export_office(ws: Workspace, *, folder: Path) -> OpenExport:
    """Write everything that the office holds into a new folder, from one moment of the books.

    Whole or not at all. ``UserError`` where something lies in the folder, or it is inside the office's own;
    ``EnvironmentProblem`` where it cannot be written.
    """
    if folder.exists():
        raise UserError(f"{folder} is there already. Name a new folder for the export.")
    part = folder.with_name(f"{folder.name}.part")
    if part.exists():
        raise UserError(f"{part} is there already. Move it away, or name another folder for the export.")
    if folder.resolve().is_relative_to(ws.folder.resolve()):
        raise UserError(
            f"{folder} is inside the office's own folder. Choose a folder on another disk or a memory stick."
        )
    try:
        part.mkdir(parents=True)
    except OSError as error:
        raise _cannot_write(folder, error) from error
    try:
        with ws.read() as session:
            tables = tuple(export_tables(session, part))
        files = mirror_files(ws.folder / "files", part / "files")
        spoiled = stored_count(ws.folder / "files") - files
        (part / _READ_ME).write_text(_read_me(ws, tables, files, spoiled), encoding="utf-8")
        part.rename(folder)
    except OSError as error:
        raise _cannot_write(folder, error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)  # gone already where the export is whole
    return OpenExport(folder, len(tables), sum(table.rows for table in tables), files, spoiled)


def _read_me(ws: Workspace, tables: tuple[ExportedTable, ...], files: int, spoiled: int) -> str:
    """What the folder holds, with the count and the fingerprint of each table."""
    lines = [
        _WRITTEN.format(
            municipality=office_profile(ws).municipality,
            at=moment_words(ws.clock.now()),
            by=ws.actor,
            version=__version__,
        ),
        _FORM,
        _FILES.format(files=files),
    ]
    if spoiled:
        lines.append(_SPOILED.format(spoiled=spoiled))
    for table in tables:
        lines.append(f"{table.file.name}  {table.rows:,} rows  SHA-256 {content_hash(table.file)}")
        lines.append(f"    {', '.join(table.columns)}")
    return "\n".join(lines) + "\n"


def _cannot_write(folder: Path, error: OSError) -> EnvironmentProblem:
    full = error.errno == _DISK_FULL
    kind = ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY
    why = "the disk is full" if full else "it cannot be written"
    return EnvironmentProblem(kind, f"The office was not exported to {folder}: {why}. Choose another folder.")
