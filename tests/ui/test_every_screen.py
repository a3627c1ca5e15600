"""Every page of the registry, on an empty office and on a filled one: what holds for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sewerdesk.clock import FixedClock
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.law import Stage
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.sample import FILES, import_sample_file, make_sample_office
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.theme import Scheme, TextSize, apply_theme
from tests.support.cases import open_sample_case
from tests.support.counter import good_contractor, taken_application
from tests.support.fieldwork import add_parcel, ask, issue_sample_permit
from tests.support.offices import OPENING_DAY, copied_office
from tests.ui.office_frame import office_frame
from tests.ui.page_checks import cut_off, nameless, not_reached, out_of_room, shared_mnemonics

KEYS = [spec.key for spec in SCREENS]
SMALL_SCREEN = (1280, 720)
SETTLE_MS = 60


@pytest.fixture(scope="session")
def filled_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed office with the sample's roll, a billed quarter, and one of each thing of an office day."""
    folder = tmp_path_factory.mktemp("filled") / "office"
    office = make_sample_office(folder, clock=FixedClock(OPENING_DAY))
    ws = office.ws
    try:
        for name, _kind in FILES:
            import_sample_file(ws, name=name)
        run = RunSetup(Quarter(2026, 4), OPENING_DAY, OPENING_DAY.replace(month=2), OPENING_DAY)
        post_run(ws, setup=run, expected=preview_run(ws, setup=run))
        taken_application(ws, contractor_id=good_contractor(ws))
        parcel_id = add_parcel(ws, print_key="99.10-1-1")
        ask(ws, issue_sample_permit(ws, parcel_id=parcel_id), Stage.FINAL)
        open_sample_case(ws, parcel_id)
    finally:
        office.close(back_up=False)
    return folder


@pytest.fixture(params=["empty", "filled"])
def some_office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenOffice]:
    """An empty office, then a filled one."""
    name = "office_template" if request.param == "empty" else "filled_template"
    template: Path = request.getfixturevalue(name)
    with copied_office(template, tmp_path / "office", clock=FixedClock(OPENING_DAY)) as opened:
        yield opened


@pytest.fixture
def largest_text(qapp: QApplication) -> Iterator[None]:
    """The largest text size, for one test."""
    apply_theme(qapp, Scheme.LIGHT, TextSize.EXTRA)
    yield
    apply_theme(qapp, Scheme.LIGHT)


def open_page(window: MainWindow, key: str) -> Screen:
    """Go to a page and let it settle."""
    assert window.context.navigator.open(Route(key))
    QTest.qWait(SETTLE_MS)
    page = window.current_screen
    assert page is not None
    assert page.key == key
    return page


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_open_page_by_keyboard_and_ear(some_office: OpenOffice, tmp_path: Path, key: str) -> None:
    width, height = SMALL_SCREEN
    with office_frame(some_office.ws, tmp_path, width=width, height=height) as window:
        page = open_page(window, key)
        assert page.title
        assert nameless(page) == []
        assert shared_mnemonics(window) == []
        assert (window.width(), window.height()) == SMALL_SCREEN, "the page makes the window grow"
        assert out_of_room(window, page) == []
        assert cut_off(page) == []
        assert not_reached(page) == []


@pytest.mark.usefixtures("largest_text")
@pytest.mark.parametrize("key", KEYS)
def test_open_page_at_the_largest_text(some_office: OpenOffice, tmp_path: Path, key: str) -> None:
    width, height = SMALL_SCREEN
    with office_frame(some_office.ws, tmp_path, width=width, height=height) as window:
        page = open_page(window, key)
        assert (window.width(), window.height()) == SMALL_SCREEN, "the page makes the window grow"
        assert out_of_room(window, page) == []
        assert cut_off(page) == []
