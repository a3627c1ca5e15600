"""Offices for tests: made once, copied for each test, since a file copies in a blink."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
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
    """A fresh office in a folder, on a clock that stands still."""
    return make_office(folder, setup=setup, clock=FixedClock(day))


@contextmanager
def copied_office(template: Path, folder: Path, *, clock: Clock) -> Iterator[OpenOffice]:
    """A copy of a closed office, open for one test."""
    shutil.copytree(template, folder)
    office = open_office(folder, clock=clock, operator="MB")
    try:
        yield office
    finally:
        office.close(back_up=False)
