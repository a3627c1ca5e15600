"""The day from first to last: office, import, counter, field, quarter, mail, notice, close."""

from dataclasses import dataclass
from pathlib import Path

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.services import offices
from sewerdesk.services.books import check_books
from sewerdesk.services.demo import counter, enforcement, field, money
from sewerdesk.services.demo.story import Stage, Tell, Told
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office


@dataclass(frozen=True, slots=True)
class DemoDay:
    """What the day or the quarter left behind: the office and its papers."""

    office: Path
    papers: tuple[Path, ...]


def run_day(folder: Path, *, clock: Clock, tell: Tell, law_code: str = "") -> DemoDay:
    """Do one whole office day in a new folder and leave there the office and its papers.

    ``tell`` hears of each act as it is done. Raises what the services raise; the folder must be new or empty.
    """
    office_folder = folder / "office"
    office = make_sample_office(office_folder, clock=clock, law_code=law_code)
    stage = Stage(office.ws, folder, tell, office.ws.clock.today())
    try:
        tell(Told(f"Office of {offices.office_profile(office.ws).municipality}", office_folder))
        _do_everything(stage)
        _check(stage)
        offices.never_before(stage.ws, day=stage.ws.clock.today())
    except BaseException:
        office.close(back_up=False)
        raise
    end_well(office, tell)
    return DemoDay(office_folder, tuple(stage.papers))


def end_well(office: offices.OpenOffice, tell: Tell) -> None:
    """Close the office with its verified backup, and tell of it."""
    backup = office.close()
    if backup is not None:
        tell(Told(f"Closing backup, verified, {backup.size:,} bytes", backup.path))


def _do_everything(stage: Stage) -> None:
    for name, kind in FILES:
        imported = import_sample_file(stage.ws, name=name)
        stage.say(f"Imported {imported.rows} {kind.value} from {name}, {imported.rejected} rejected")
    money.bill_last_quarter(stage)
    contractor_id = counter.register(stage)
    application_id = counter.apply(stage, contractor_id)
    permit_id = counter.permit(stage, application_id)
    money.bill_this_quarter(stage)
    money.take_mail(stage)
    field.inspect(stage, permit_id)
    field.connect(stage, permit_id)
    enforcement.notify(stage)


def _check(stage: Stage) -> None:
    report = check_books(stage.ws)
    if report.findings:
        raise RuleViolation(f"The books do not agree: {report.findings[0].sentence}")
    stage.say(f"Books checked: {len(report.checks)} checks over {report.records:,} records, nothing found")
