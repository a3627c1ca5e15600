"""The window of an open office as the program shows it, and what its last line says."""

from sewerdesk.clock import FixedClock
from sewerdesk.services.offices import OpenOffice
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.office_window import OfficeWindow
from tests.support.offices import OPENING_DAY
from tests.ui.support import RecordingPrompter

MONDAY = FixedClock(OPENING_DAY)
NOW = f"{MONDAY.now().astimezone():%I:%M %p}"


def shown_in(
    office: OpenOffice, prompter: RecordingPrompter, jobs: InlineJobRunner, settings: SettingsStore
) -> OfficeWindow:
    """The window of an office, shown."""
    window = OfficeWindow(office, prompter=prompter, jobs=jobs, settings=settings)
    window.show()
    return window


def line(desk: OfficeWindow) -> list[str]:
    """What the last line of the window says, part by part."""
    return [segment.text for segment in desk.window.status.segments]
