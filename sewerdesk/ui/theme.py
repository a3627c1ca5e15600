"""The look of the program: fonts, sizes, palette, style sheet and icons, from one place.

``apply_theme`` dresses the application; everything else here answers from the theme in force. Sizes follow
the clerk's text size, so nothing on screen is measured in fixed pixels of type.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QDir,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTemporaryDir,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from sewerdesk.paths import resource
from sewerdesk.ui.stylesheet import Sizes, build_stylesheet
from sewerdesk.ui.theme_tokens import DARK, LIGHT, Ink, Scheme, TextSize, Tokens, Tone, ToneColors

__all__ = [
    "Ink",
    "Scheme",
    "TextSize",
    "Theme",
    "Tone",
    "apply_theme",
    "icon",
    "pixmap",
    "repolish",
    "set_role",
    "status_colors",
    "theme",
]

FONT_FILES = ("SourceSans3-Regular.ttf", "SourceSans3-SemiBold.ttf", "SourceSans3-Bold.ttf")
BUNDLED_FAMILY = "Source Sans 3"
NARROW_WIDTH = 1100
"""Window width below which the frame collapses, at the normal text size."""


class Theme(QObject):
    """The look in force; ``changed`` is emitted after every ``apply_theme``."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sewerdesk-theme")
        self.scheme = Scheme.LIGHT
        self.text_size = TextSize.NORMAL
        self.tokens: Tokens = LIGHT
        self.sizes: Sizes = measure(TextSize.NORMAL, QFont())
        self._images = QTemporaryDir(str(Path(QDir.tempPath()) / "sewerdesk-look-XXXXXX"))

    def set_look(self, scheme: Scheme, text_size: TextSize, tokens: Tokens, font: QFont) -> None:
        """Take over a look; the caller dresses the application."""
        self.scheme = scheme
        self.text_size = text_size
        self.tokens = tokens
        self.sizes = measure(text_size, font)

    def color(self, ink: Ink) -> QColor:
        """The color of a role."""
        return QColor(str(getattr(self.tokens, ink.value)))

    def narrow_below(self) -> int:
        """Window width in device-independent pixels below which rail and lists collapse."""
        return NARROW_WIDTH * self.text_size.value // TextSize.NORMAL.value

    def image(self, name: str, color: str) -> str:
        """Path of a picture file of an icon in a color, for the style sheet."""
        path = Path(self._images.path()) / f"{name}-{color.lstrip('#')}.svg"
        path.write_bytes(_svg(name, color))
        return path.as_posix()


def theme() -> Theme:
    """The theme of the running application; a light one until ``apply_theme`` was called."""
    app = QCoreApplication.instance()
    if app is None:
        raise RuntimeError("the theme needs a running application")
    found = app.findChild(Theme, "sewerdesk-theme", Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else Theme(app)


def measure(text_size: TextSize, font: QFont) -> Sizes:
    """All sizes from the base size in points and the metrics of its font."""
    base = text_size.value
    probe = QFont(font)
    probe.setPointSizeF(base)
    line = QFontMetricsF(probe).height()
    return Sizes(
        base_pt=base,
        title_pt=_half_point(base * 18 / 11),
        section_pt=_half_point(base * 13 / 11),
        label_pt=max(9.0, _half_point(base * 10 / 11)),
        table_pt=max(9.0, _half_point(base * 10.5 / 11)),
        figure_pt=_half_point(base * 22 / 11),
        control=_even(line + 12),
        row=_even(line + 10),
        icon=_even(line * 0.92),
        check=_even(line * 0.92),
    )


def _half_point(points: float) -> float:
    return round(points * 2) / 2


def _even(pixels: float) -> int:
    return round(pixels / 2) * 2


def apply_theme(app: QApplication, scheme: Scheme, text_size: TextSize = TextSize.NORMAL) -> Theme:
    """Dress the application. High-contrast mode of the system wins over the scheme."""
    current = theme()
    app.setStyleSheet("")  # to take one off and put one on costs a fifth of putting one over another
    app.setStyle("Fusion")
    font = _base_font(text_size)
    tokens = _tokens_for(app, scheme)
    current.set_look(scheme, text_size, tokens, font)
    app.setFont(font)
    app.setPalette(_palette(tokens))
    app.setStyleSheet(build_stylesheet(tokens, current.sizes, current.image))
    current.changed.emit()
    return current


def status_colors(tone: Tone) -> ToneColors:
    """Ink, fill and edge of good, caution, bad, info or neutral in the look in force."""
    return theme().tokens.tone(tone)


def icon(name: str, role: Ink = Ink.TEXT) -> QIcon:
    """An icon that follows the theme, sharp at every scale; ``name`` is a file of ``resources/icons``."""
    return QIcon(_ThemedIcon(name, role))


def pixmap(name: str, role: Ink, size: int, *, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of ``size`` device-independent pixels, in the colors in force now."""
    return _drawn(name, theme().color(role).name(), QSize(size, size), ratio)


def set_role(widget: QWidget, **properties: str | bool) -> None:
    """Set style properties (``primary=True``, ``role="section"``) and restyle the widget."""
    for key, value in properties.items():
        widget.setProperty(key, value)
    repolish(widget)


def repolish(widget: QWidget) -> None:
    """Make the style sheet look at the widget's properties again.

    A widget that was not styled yet will be when it is first shown; to style it now would only cost time, again at
    every change of its parent.
    """
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


class _ThemedIcon(QIconEngine):
    """Draws a stroke icon in the color its role has at the moment of painting."""

    def __init__(self, name: str, role: Ink) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def clone(self) -> QIconEngine:
        """A copy for Qt's copy-on-write icons."""
        return _ThemedIcon(self._name, self._role)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw into the rectangle at the painter's pixel ratio."""
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect, _drawn(self._name, self._color(mode), rect.size(), ratio))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The picture at a size in device pixels."""
        return _drawn(self._name, self._color(mode), size, 1.0)

    def _color(self, mode: QIcon.Mode) -> str:
        role = Ink.DISABLED if mode == QIcon.Mode.Disabled else self._role
        return theme().color(role).name()


def _svg(name: str, color: str) -> bytes:
    text = resource(f"icons/{name}.svg").read_bytes()
    return text.replace(b"currentColor", color.encode())


def _drawn(name: str, color: str, size: QSize, ratio: float) -> QPixmap:
    key = f"sewerdesk/{name}/{color}/{size.width()}x{size.height()}@{ratio}"
    picture = QPixmap()
    if QPixmapCache.find(key, picture):
        return picture
    renderer = QSvgRenderer(QByteArray(_svg(name, color)))
    picture = QPixmap(size * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    side = min(picture.width(), picture.height())
    renderer.render(painter, QRectF(0, (picture.height() - side) / 2, side, side))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, picture)
    return picture


def _base_font(text_size: TextSize) -> QFont:
    if sys.platform.startswith("linux"):
        if BUNDLED_FAMILY not in QFontDatabase.families():
            for name in FONT_FILES:
                QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}")))
        font = QFont(BUNDLED_FAMILY)
    else:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPointSizeF(text_size.value)
    return font


def _tokens_for(app: QApplication, scheme: Scheme) -> Tokens:
    hints = app.styleHints()
    if hasattr(hints, "accessibility"):  # since Qt 6.10
        wish = hints.accessibility().contrastPreference()
        if wish == Qt.ContrastPreference.HighContrast:
            return _tokens_of_system(app.style().standardPalette())
    if scheme is Scheme.SYSTEM:
        return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if scheme is Scheme.DARK else LIGHT


def _tokens_of_system(system: QPalette) -> Tokens:
    """High contrast: the system's few colors in all roles."""
    window, text = system.window().color().name(), system.windowText().color().name()
    accent, on_accent = system.highlight().color().name(), system.highlightedText().color().name()
    base = LIGHT if system.window().color().lightnessF() > 0.5 else DARK
    plain = dict.fromkeys(
        ("text", "secondary", "border", "hairline", "good", "caution", "bad", "shadow"), text
    )
    grounds = dict.fromkeys(("window", "surface", "raised", "pressed", "rail", "rail_hover"), window)
    soft = dict.fromkeys(("good_soft", "caution_soft", "bad_soft", "info_soft"), window)
    edges = dict.fromkeys(("good_edge", "caution_edge", "bad_edge", "accent_edge", "rail_text"), text)
    accents = dict.fromkeys(
        ("accent", "accent_hover", "accent_pressed", "accent_soft", "rail_selected"), accent
    )
    on = dict.fromkeys(("on_accent", "on_accent_soft", "on_selection", "rail_selected_text"), on_accent)
    colors: Mapping[str, str] = {**plain, **grounds, **soft, **edges, **accents, **on}
    disabled = system.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText).name()
    return Tokens(dark=base.dark, disabled=disabled, rail_focus=text, **colors)


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    colors = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.raised,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.on_accent,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.PlaceholderText: tokens.secondary,
        role.ToolTipBase: tokens.text,
        role.ToolTipText: tokens.surface,
        role.Light: tokens.surface,
        role.Midlight: tokens.raised,
        role.Mid: tokens.hairline,
        role.Dark: tokens.border,
        role.Shadow: tokens.shadow,
        role.Accent: tokens.accent,
    }
    for name, color in colors.items():
        palette.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.disabled))
    return palette
