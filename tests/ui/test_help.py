"""The help beside the pages: every page has one, its links lead somewhere, and it speaks the office's words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.frame.help_panel import shipped_help
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.registry import SCREENS
from tests.ui.office_frame import office_frame

PAGES = {spec.key for spec in SCREENS}
LINK = re.compile(r"\]\((?P<target>[^)]+)\)")


@pytest.fixture
def window(ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("key", sorted(PAGES))
def test_ship_help_for_every_page_with_links_that_lead_somewhere(window: MainWindow, key: str) -> None:
    screen = window.screen_of(key)
    page = shipped_help(screen.help_topic or key)
    assert page.startswith("## "), f"{key} has no help page"
    assert "How do I" in page
    for link in LINK.finditer(page):
        target = link["target"]
        if target.startswith("page:"):
            assert target.removeprefix("page:") in PAGES, f"{key} leads to {target}"
        else:
            assert shipped_help(target), f"{key} leads to {target}"


def test_read_the_words_and_come_back(window: MainWindow) -> None:
    window.context.navigator.open(Route("settings"))
    window.toggle_help()
    text = window.help_panel.text
    assert "Settings" in text.toPlainText()
    assert "Ctrl+S Save" in text.toPlainText(), "the keys of the section shown"
    text.anchorClicked.emit(QUrl("glossary"))
    assert "Building lateral: the pipe from a building to the sewer" in text.toPlainText()
    text.anchorClicked.emit(QUrl("back"))
    assert "How do I" in text.toPlainText()


def test_go_from_help_to_a_page(window: MainWindow) -> None:
    window.context.navigator.open(Route("law"))
    window.toggle_help()
    assert "law of the Town of Hague" in window.help_panel.text.toPlainText()
    window.help_panel.text.anchorClicked.emit(QUrl("page:settings"))
    screen = window.current_screen
    assert screen is not None
    assert screen.key == "settings"
    assert "restore a backup?" in window.help_panel.text.toPlainText()
