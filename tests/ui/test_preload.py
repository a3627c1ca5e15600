"""The pages' code is loaded while nobody works, a little at a time, and never more than the pages need."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.ui import preload
from sewerdesk.ui.preload import Preloader, modules_of_pages

HEAVY = ("reportlab", "openpyxl", "alembic", "pypdfium2", "hypothesis", "num2words", "urllib.request")
LOADED = """
import importlib, sys
import sewerdesk.app
at_window = [name for name in {heavy} if name in sys.modules]
pages = [name for name in sys.modules if name.startswith("sewerdesk.ui.screens.") and name.count(".") > 3]
from sewerdesk.ui.preload import modules_of_pages
for name in modules_of_pages():
    importlib.import_module(name)
print(at_window, pages, [name for name in {heavy} if name in sys.modules])
"""


def names() -> Iterator[str]:
    """Two pages that are not loaded, and a module that is."""
    return iter(("one_page", "json", "other_page"))


class Desk:
    """A shown window with its preloader, and what was loaded so far."""

    def __init__(self, window: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window = window
        self.busy = False
        self.loaded: list[str] = []
        monkeypatch.setattr(preload, "FIRST_AFTER_MS", 0)
        monkeypatch.setattr(preload, "QUIET_MS", 20)
        monkeypatch.setattr(preload, "EVERY_MS", 0)
        self.preloader = Preloader(window, is_busy=self.is_busy, names=names, load=self.loaded.append)

    def is_busy(self) -> bool:
        """Whether a job runs."""
        return self.busy


@pytest.fixture
def desk(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    made = Desk(window, monkeypatch)
    yield made
    made.preloader.stop()


def test_name_each_module_once_what_it_stands_on_before_it() -> None:
    names = list(modules_of_pages())
    for name in names:
        assert find_spec(name) is not None, name
    assert len(names) == len(set(names))
    assert names.index("sewerdesk.domain.money") < names.index("sewerdesk.services.receipts")
    assert names.index("sewerdesk.services.receipts") < names.index("sewerdesk.ui.screens.payments.screen")


def test_load_nothing_heavy_with_the_window_or_the_pages() -> None:
    root = Path(__file__).parents[2]
    script = LOADED.format(heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, check=True, capture_output=True, text=True
    )
    assert done.stdout.split("\n")[0] == "[] [] []"


def test_load_each_module_that_is_missing_then_tell(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.preloader.finished):
        desk.preloader.start()
    assert desk.loaded == ["one_page", "other_page"]


def test_load_nothing_while_the_clerk_types(desk: Desk, qtbot: QtBot) -> None:
    desk.preloader.start()
    handle = desk.window.windowHandle()
    assert handle is not None
    for _ in range(10):
        QTest.keyClick(handle, Qt.Key.Key_A)
        qtbot.wait(5)
        assert not desk.preloader.is_quiet()
    assert desk.loaded == []
    with qtbot.waitSignal(desk.preloader.finished):
        qtbot.wait(1)
    assert desk.loaded == ["one_page", "other_page"]


def test_load_nothing_under_a_dialog_or_a_job(desk: Desk, qtbot: QtBot) -> None:
    dialog = QDialog(desk.window)
    dialog.open()
    QApplication.processEvents()
    desk.preloader.start()
    qtbot.wait(80)
    assert desk.loaded == []
    dialog.close()
    desk.busy = True
    qtbot.wait(80)
    assert desk.loaded == []
    desk.busy = False
    qtbot.waitUntil(lambda: desk.loaded == ["one_page", "other_page"])


def test_stop_where_the_office_is_closed(desk: Desk, qtbot: QtBot) -> None:
    desk.preloader.start()
    desk.preloader.stop()
    qtbot.wait(60)
    assert desk.loaded == []
