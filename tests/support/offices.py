"""Offices for tests: made once, copied for each test, since a file copies in a blink."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path

from sewerdesk.clock import Clock, FixedClock
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.services.offices import OpenOffice, make_office, open_office

#: Monday, the first working day of 2027, at which most stories begin.
OPENING_DAY = date(2027, 1, 4)

HAGUE = OfficeSetup(
    law_code="hague",
    municipality="Town of Hague",
    department="Sewer Department",
    street="9793 Graphite Mountain Rd",
    po_box="PO Box 509",
    city="Hague",
    state="NY",
    zip_code="12836",
    phone="518-555-0143",
    email="sewer@hague.example",
    hours="Mon-Fri 8:30-3:30",
    operator_initials="MB",
    operator_name="Mary Bell",
    operator_title="Sewer Clerk",
)


def new_office(folder: Path, *, day: date = OPENING_DAY, setup: OfficeSetup = HAGUE) -> OpenOffice:
    """A fresh office in a folder, on a clock that stands still; copied from one that was made the same before."""
    shutil.copytree(_made(day, setup), folder)
    return open_office(folder, clock=FixedClock(day), operator=setup.operator_initials)


def made_office(folder: Path, *, day: date = OPENING_DAY, setup: OfficeSetup = HAGUE) -> OpenOffice:
    """A fresh office made as the program makes one; for tests of the making itself."""
    return make_office(folder, setup=setup, clock=FixedClock(day))


@cache
def _made(day: date, setup: OfficeSetup) -> Path:
    """A closed office that was made on a day, for the time that this process lives."""
    folder = Path(_scratch().name) / f"{setup.law_code}-{day.isoformat()}-{hash(setup):x}"
    make_office(folder, setup=setup, clock=FixedClock(day)).close(back_up=False)
    return folder


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    """Goes away with the process."""
    return tempfile.TemporaryDirectory(prefix="sewerdesk-offices-", ignore_cleanup_errors=True)


@contextmanager
def copied_office(template: Path, folder: Path, *, clock: Clock) -> Iterator[OpenOffice]:
    """A copy of a closed office, open for one test."""
    shutil.copytree(template, folder)
    office = open_office(folder, clock=clock, operator="MB")
    try:
        yield office
    finally:
        office.close(back_up=False)
