"""Making, opening and closing an office; its profile and who works in it."""

from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from sqlalchemy import select

from sewerdesk.clock import Clock, NotBefore
from sewerdesk.data import backup as backups
from sewerdesk.data import office as offices
from sewerdesk.data.lock import lock_office
from sewerdesk.data.models.office import OfficeProfile as ProfileRow
from sewerdesk.data.models.office import Operator
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, StaleRecord
from sewerdesk.domain.office import (
    OfficeProfile,
    OfficeSetup,
    OperatorView,
    check_letterhead,
    check_setup,
    county_name,
)
from sewerdesk.services.holidays import _fill_holidays, extend_holidays
from sewerdesk.services.law import read_pack
from sewerdesk.services.receipt_journal import complete_journal

_NOT_BEFORE = "not_before"


@dataclass(slots=True)
class OpenOffice:
    """The office that is open: the workspace for every service, and how to close it."""

    ws: Workspace
    warning: str
    _open: offices.OpenOffice

    def close(
        self, *, progress: backups.Progress | None = None, back_up: bool = True
    ) -> backups.Backup | None:
        """Back up, verify, thin old backups, and let the office go. Returns the backup made.

        The office is closed even where the backup fails; the failure is raised after.
        """
        try:
            return close_of_day(self.ws, progress=progress) if back_up else None
        finally:
            self._open.close()


def make_office(folder: Path, *, setup: OfficeSetup, clock: Clock) -> OpenOffice:
    """Make a new office folder from the wizard's answers and open it.

    Raises ``FieldErrors`` for missing answers, ``UserError`` where the folder is not empty, ``EnvironmentProblem``
    where the disk refuses. On any failure no office is left behind.
    """
    errors = check_setup(setup)
    if errors:
        raise FieldErrors(errors)
    read_pack(setup.law_code)
    if setup.not_before is not None:
        clock = NotBefore(clock, setup.not_before)
    opened = offices.create_office(folder, clock=clock, actor=setup.operator_initials)
    try:
        with opened.workspace.write(reason="a new office") as session:
            session.add(_profile_row(setup))
            session.add(
                Operator(
                    initials=setup.operator_initials,
                    name=setup.operator_name,
                    title=setup.operator_title,
                    active_from=clock.today(),
                )
            )
            _fill_holidays(session)
    except BaseException:
        opened.discard()
        raise
    return OpenOffice(opened.workspace, opened.warning, opened)


def open_office(folder: Path, *, clock: Clock, operator: str = "") -> OpenOffice:
    """Open an office; ``operator`` are the initials of who works now.

    Where nobody with these initials works here, as on a computer that serves two offices, it is the first who does.
    """
    opened = offices.open_office(folder, clock=clock, actor=operator)
    try:
        opened.workspace.clock = _office_clock(opened.workspace)
        opened.workspace.actor = _operator_now(opened.workspace, operator)
        extend_holidays(opened.workspace)
        warning = " ".join(part for part in (opened.warning, complete_journal(opened.workspace)) if part)
    except BaseException:
        opened.close()
        raise
    return OpenOffice(opened.workspace, warning, opened)


def office_profile(ws: Workspace) -> OfficeProfile:
    """Whose office this is, for the letterhead and the window's title."""
    with ws.read() as session:
        row = session.scalars(select(ProfileRow)).one()
        names = OfficeProfile.__dataclass_fields__
        return OfficeProfile(**{name: getattr(row, name) for name in names})


def save_office_profile(ws: Workspace, *, profile: OfficeProfile) -> None:
    """Save the letterhead; papers already issued keep the one they were printed with.

    Raises ``FieldErrors`` where the name or the city is missing, ``StaleRecord`` where it was changed elsewhere.
    """
    errors = check_letterhead(profile.municipality, profile.city)
    if errors:
        raise FieldErrors(errors)
    with ws.write() as session:
        row = session.scalars(select(ProfileRow)).one()
        if row.version != profile.version:
            raise StaleRecord(
                "The office's letterhead was changed elsewhere. Reload it and repeat your change."
            )
        for name, value in asdict(profile).items():
            if name not in ("version", "law_code"):
                setattr(row, name, county_name(value) if name == "county" else value)


def operators(ws: Workspace) -> tuple[OperatorView, ...]:
    """Who works here today."""
    today = ws.clock.today()
    with ws.read() as session:
        rows = session.scalars(
            select(Operator).where(Operator.active_from <= today).order_by(Operator.id)
        ).all()
        return tuple(
            OperatorView(row.initials, row.name, row.title)
            for row in rows
            if row.active_to is None or row.active_to > today
        )


def add_operator(ws: Workspace, *, initials: str, name: str, title: str) -> None:
    """Enter somebody who works here from today on; initials are used once."""
    errors: dict[str, str] = {}
    if not initials.strip():
        errors["initials"] = "Enter the person's initials; they stand on every fact entered."
    if not name.strip():
        errors["name"] = "Enter the person's name; it is printed on receipts and affidavits."
    if errors:
        raise FieldErrors(errors)
    initials, name, title = initials.strip(), name.strip(), title.strip()
    with ws.write() as session:
        taken = {one.casefold() for one in session.scalars(select(Operator.initials))}
        if initials.casefold() in taken:
            raise FieldErrors({"initials": f"The initials {initials} are taken. Choose others."})
        session.add(Operator(initials=initials, name=name, title=title, active_from=ws.clock.today()))


def sample_day(ws: Workspace) -> date | None:
    """Before which day a sample office never stands; ``None`` for any other office."""
    with ws.read() as session:
        first_day = session.scalars(select(ProfileRow.settings)).one().get(_NOT_BEFORE)
    return None if first_day is None else date.fromisoformat(first_day)


def never_before(ws: Workspace, *, day: date) -> None:
    """Let a sample office show no day before one, because its records go up to it."""
    with ws.write(reason="days of the sample") as session:
        profile = session.scalars(select(ProfileRow)).one()
        profile.settings = {**profile.settings, _NOT_BEFORE: day.isoformat()}


def close_of_day(ws: Workspace, *, progress: backups.Progress | None = None) -> backups.Backup:
    """Make a verified backup and thin the old ones; the last act of the day."""
    made = back_up(ws, label="closing", progress=progress)
    backups.thin_backups(ws.folder, today=ws.clock.today())
    return made


def back_up(ws: Workspace, *, label: str, progress: backups.Progress | None = None) -> backups.Backup:
    """Make a verified backup now; ``label`` says why (asked, before-run, before-import)."""
    return backups.make_backup(ws.engine, ws.folder, now=ws.clock.now(), label=label, progress=progress)


def list_backups(ws: Workspace) -> tuple[backups.Backup, ...]:
    """The office's backups, newest first."""
    return tuple(backups.list_backups(ws.folder))


def backups_in(folder: Path) -> tuple[backups.Backup, ...]:
    """The backups in the folder of an office that is closed, or cannot be opened, newest first."""
    return tuple(backups.list_backups(folder))


def restore(folder: Path, *, backup: Path, clock: Clock) -> Path:
    """Restore a backup into an office that is closed; returns where the former database was moved."""
    lock = lock_office(folder, now=clock.now())
    try:
        return backups.restore_backup(folder, backup, now=clock.now())
    finally:
        lock.release()


def _profile_row(setup: OfficeSetup) -> ProfileRow:
    apart = ("operator_initials", "operator_name", "operator_title", _NOT_BEFORE)
    values = {k: v for k, v in asdict(setup).items() if k not in apart}
    settings = {} if setup.not_before is None else {_NOT_BEFORE: setup.not_before.isoformat()}
    values["county"] = county_name(setup.county)
    return ProfileRow(id=1, settings=settings, **values)


def _office_clock(ws: Workspace) -> Clock:
    first_day = sample_day(ws)
    return ws.clock if first_day is None else NotBefore(ws.clock, first_day)


def _operator_now(ws: Workspace, wanted: str) -> str:
    active = [one.initials for one in operators(ws)]
    if wanted in active:
        return wanted
    if active:
        return active[0]
    with (
        ws.read() as session
    ):  # nobody's time has begun, or everybody's is over: the office must open all the same
        return session.scalars(select(Operator.initials).order_by(Operator.id)).first() or ""
