"""Fixtures for all tests: a fresh Hague office for each, copied from one made for the whole run."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY, copied_office, new_office
from tests.support.quick_offices import make_offices_quick

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a slow test begin first, so that no worker ends long after the other."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def _quick_offices() -> Iterator[None]:
    """Offices are opened and asked as quickly as a test can do with."""
    with pytest.MonkeyPatch.context() as patch:
        make_offices_quick(patch)
        yield


@pytest.fixture
def clock() -> FixedClock:
    """The first working day of 2027."""
    return FixedClock(OPENING_DAY)


@pytest.fixture(scope="session")
def office_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed, empty Hague office."""
    folder = tmp_path_factory.mktemp("template") / "office"
    new_office(folder).close(back_up=False)
    return folder


@pytest.fixture
def office(office_template: Path, tmp_path: Path, clock: FixedClock) -> Iterator[OpenOffice]:
    """An empty Hague office that is open."""
    with copied_office(office_template, tmp_path / "office", clock=clock) as opened:
        yield opened


@pytest.fixture
def ws(office: OpenOffice) -> Workspace:
    """The workspace of an empty Hague office."""
    return office.ws
