"""The look is legible in light and dark, follows the text size, and never hides the focus."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from sewerdesk.ui.frame.rail import RailButton, RailEntry
from sewerdesk.ui.stylesheet import build_stylesheet
from sewerdesk.ui.tables.view import GridView
from sewerdesk.ui.theme import (
    Ink,
    Scheme,
    TextSize,
    Theme,
    _tokens_of_system,
    apply_theme,
    icon,
    pixmap,
    set_role,
    status_colors,
    theme,
)
from sewerdesk.ui.theme_tokens import DARK, LIGHT, Tokens, Tone, contrast
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.stat import StatFigure


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    apply_theme(qapp, Scheme.LIGHT, TextSize.NORMAL)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_keep_text_legible(tokens: Tokens) -> None:
    poor = {what: contrast(ink, ground) for what, ink, ground in tokens.text_pairs()}
    assert {what: ratio for what, ratio in poor.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_keep_borders_and_focus_visible(tokens: Tokens) -> None:
    poor = {what: contrast(ink, ground) for what, ink, ground in tokens.edge_pairs()}
    assert {what: ratio for what, ratio in poor.items() if ratio < 3} == {}


def test_derive_every_size_from_the_text_size(app: QApplication) -> None:
    heights = []
    for size in TextSize:
        sizes = apply_theme(app, Scheme.LIGHT, size).sizes
        assert app.font().pointSizeF() == size.value
        assert min(sizes.label_pt, sizes.table_pt) >= 9
        assert sizes.control >= 24
        heights.append((sizes.title_pt, sizes.control, sizes.row, sizes.icon))
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights)


def test_set_fonts_in_points_only(app: QApplication) -> None:
    assert not re.search(r"font-size:\s*[\d.]+px", app.styleSheet())


def test_find_pictures_in_a_folder_with_spaces_and_accents(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    folder = tmp_path / "Zoë O'Brien (clerk)"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setenv("TMP", str(folder))
    own = Theme()
    own.set_look(Scheme.LIGHT, TextSize.NORMAL, LIGHT, app.font())
    box = QCheckBox("Metered")
    qtbot.addWidget(box)
    box.setStyleSheet(build_stylesheet(LIGHT, own.sizes, own.image))
    box.setChecked(True)
    box.show()
    assert list(folder.rglob("check-*.svg")) != []
    assert _count(box.grab().toImage(), LIGHT.on_accent) >= 3


def test_give_figures_equal_width(app: QApplication) -> None:
    measure = QFontMetricsF(app.font())
    assert measure.horizontalAdvance("1111") == measure.horizontalAdvance("8888")


def test_dress_the_palette_when_dark(app: QApplication) -> None:
    apply_theme(app, Scheme.DARK)
    palette = app.palette()
    assert palette.color(QPalette.ColorRole.Window).name().upper() == DARK.window
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled.name().upper() == DARK.disabled
    assert status_colors(Tone.BAD).ink == DARK.bad


def test_follow_the_colors_of_high_contrast(app: QApplication) -> None:
    system = QPalette(QColor("#000000"))
    system.setColor(QPalette.ColorRole.WindowText, QColor("#FFFFFF"))
    system.setColor(QPalette.ColorRole.Highlight, QColor("#1AEBFF"))
    system.setColor(QPalette.ColorRole.HighlightedText, QColor("#000000"))
    tokens = _tokens_of_system(system)
    pairs = (*tokens.text_pairs(), *tokens.edge_pairs())
    assert {what for what, ink, ground in pairs if contrast(ink, ground) < 4.5} == set()


def test_redraw_icons_when_the_theme_changes(app: QApplication) -> None:
    made_in_light = icon("check", Ink.TEXT)
    light = _colors(made_in_light.pixmap(QSize(20, 20)).toImage())
    apply_theme(app, Scheme.DARK)
    dark = _colors(made_in_light.pixmap(QSize(20, 20)).toImage())
    assert LIGHT.text.lower() in light
    assert DARK.text.lower() in dark
    assert LIGHT.text.lower() not in dark


def test_draw_icons_sharp_at_every_ratio(app: QApplication) -> None:
    picture = pixmap("house", Ink.ACCENT, 20, ratio=1.5)
    assert picture.width() == 30
    assert picture.devicePixelRatio() == 1.5


def test_refuse_an_unknown_icon(app: QApplication) -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such-icon\.svg"):
        pixmap("no-such-icon", Ink.TEXT, 16)


def _colors(image: QImage) -> set[str]:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {color.name() for color in (image.pixelColor(x, y) for x, y in places) if color.alpha() == 255}


def _primary() -> QWidget:
    button = QPushButton("Post 412 bills")
    set_role(button, primary=True)
    return button


def _quiet() -> QWidget:
    button = QPushButton("Skip")
    set_role(button, quiet=True)
    return button


def _danger() -> QWidget:
    button = QPushButton("Void")
    set_role(button, danger=True)
    return button


def _chip() -> QWidget:
    button = QPushButton("Overdue")
    button.setCheckable(True)
    set_role(button, chip=True)
    return button


def _tabs() -> QWidget:
    tabs = QTabWidget()
    tabs.addTab(QWidget(), "Summary")
    tabs.addTab(QWidget(), "Bills")
    return tabs


def _combo() -> QWidget:
    combo = QComboBox()
    combo.addItem("Residential")
    return combo


def _list() -> QWidget:
    entries = QListWidget()
    entries.addItem("One")
    return entries


def _rail() -> QWidget:
    return RailButton(RailEntry("today", "Today", "house", "day", "Ctrl+1"))


MAKERS: dict[str, Callable[[], QWidget]] = {
    "button": lambda: QPushButton("Preview"),
    "primary": _primary,
    "quiet": _quiet,
    "danger": _danger,
    "chip": _chip,
    "link": lambda: LinkButton("§ 504"),
    "stat": lambda: StatFigure("Overdue", "3"),
    "tool button": QToolButton,
    "line": QLineEdit,
    "text": QPlainTextEdit,
    "combo": _combo,
    "check box": lambda: QCheckBox("Metered"),
    "radio": lambda: QRadioButton("Town"),
    "list": _list,
    "tabs": _tabs,
    "table": GridView,
    "rail": _rail,
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", MAKERS)
def test_show_the_focus_ring(app: QApplication, qtbot: QtBot, name: str, dark: bool) -> None:
    """The ring is two pixels wide: it puts at least 40 more pixels of a ring's color on the widget."""
    apply_theme(app, Scheme.DARK if dark else Scheme.LIGHT)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    other, widget = QPushButton("Other"), MAKERS[name]()
    if isinstance(widget, QToolButton):
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    layout.addWidget(other)
    layout.addWidget(widget)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    other.setFocus(Qt.FocusReason.TabFocusReason)
    tokens = theme().tokens
    rings = [tokens.accent, tokens.on_accent, tokens.rail_focus]
    before = widget.grab().toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    goal = widget.focusProxy() or widget
    qtbot.waitUntil(goal.hasFocus)
    after = widget.grab().toImage()
    gained = max(_count(after, ring) - _count(before, ring) for ring in rings)
    assert gained >= 40, f"{name}: {gained} pixels"


def _count(image: QImage, color: str) -> int:
    wanted = QColor(color).rgb()
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("size", [TextSize.NORMAL, TextSize.EXTRA])
def test_leave_a_figure_its_height_where_room_is_short(
    app: QApplication, qtbot: QtBot, size: TextSize
) -> None:
    apply_theme(app, Scheme.LIGHT, size)
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    figure = StatFigure("Overdue", "3", "oldest 12 days")
    beside = QGridLayout()
    beside.addWidget(figure)
    column.addLayout(beside)
    long_list = QWidget()
    long_list.setMinimumHeight(900)
    column.addWidget(long_list, 1)
    page.resize(300, 500)
    page.show()
    lines = [label for label in figure.findChildren(QLabel) if label.text()]
    assert len(lines) == 3
    for line in lines:
        assert line.height() >= line.fontMetrics().height(), line.text()
    assert sum(line.height() for line in lines) <= figure.height()
