"""The one style sheet of the program, generated from the color tokens and the metrics of the font."""

from collections.abc import Callable
from dataclasses import dataclass

from sewerdesk.ui.theme_tokens import Tokens


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes derived from the base font: points for type, device-independent pixels for boxes."""

    base_pt: float
    title_pt: float
    section_pt: float
    label_pt: float
    table_pt: float
    figure_pt: float
    control: int
    row: int
    icon: int
    check: int


ImagePath = Callable[[str, str], str]
"""Gives the path of an icon of a name, drawn in a color, for ``url()``."""


def build_stylesheet(tokens: Tokens, sizes: Sizes, image: ImagePath) -> str:
    """The whole sheet; ``image`` supplies the few pictures that style sheets cannot draw."""
    parts = (
        _basics(tokens, sizes),
        _labels(tokens, sizes),
        _buttons(tokens, sizes),
        _tool_buttons(tokens, sizes),
        _fields(tokens, sizes, image),
        _ticks(tokens, sizes, image),
        _tables(tokens, sizes),
        _headers(tokens, sizes, image),
        _tabs(tokens, sizes),
        _menus(tokens, sizes, image),
        _scroll_bars(tokens),
        _surfaces(tokens),
        _frame(tokens, sizes),
    )
    return "\n".join(parts)


def _basics(t: Tokens, s: Sizes) -> str:
    return f"""
QMainWindow, QDialog, QWidget[page="true"] {{ background: {t.window}; }}
QToolTip {{ background: {t.text}; color: {t.surface}; border: 0; padding: 6px 8px; font-size: {s.label_pt}pt; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {t.hairline}; }}
QSplitter::handle:horizontal {{ width: 12px; }}
QSplitter::handle:vertical {{ height: 12px; }}
QScrollArea {{ background: transparent; border: 2px solid transparent; }}
QScrollArea[plain="true"] {{ border: 0; }}
QScrollArea:focus, QScrollArea[plain="true"]:focus {{ border: 2px solid {t.accent}; border-radius: 6px; }}
QScrollArea > QWidget > QWidget[page="true"] {{ background: transparent; }}
QProgressBar {{ background: {t.raised}; border: 0; border-radius: 4px; height: 8px; color: {t.text}; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: 4px; }}
QGroupBox {{ border: 0; margin-top: {s.row}px; font-size: {s.section_pt}pt; font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; padding: 0; color: {t.text}; }}
"""


def _labels(t: Tokens, s: Sizes) -> str:
    return f"""
QLabel {{ color: {t.text}; background: transparent; }}
QLabel:disabled {{ color: {t.disabled}; }}
QLabel[role="title"] {{ font-size: {s.title_pt}pt; font-weight: 600; }}
QLabel[role="section"] {{ font-size: {s.section_pt}pt; font-weight: 600; }}
QLabel[role="strong"] {{ font-weight: 600; }}
QLabel[role="label"] {{ font-size: {s.label_pt}pt; color: {t.secondary}; }}
QLabel[role="secondary"] {{ color: {t.secondary}; }}
QLabel[role="small"] {{ font-size: {s.label_pt}pt; }}
QLabel[role="error"] {{ font-size: {s.label_pt}pt; color: {t.bad}; }}
QLabel[role="figure"] {{ font-size: {s.figure_pt}pt; font-weight: 600; }}
QLabel[selectable="true"] {{ border: 2px solid transparent; border-radius: 4px; padding: 0 2px; }}
QLabel[selectable="true"]:focus {{ border-color: {t.accent}; }}
"""


def _buttons(t: Tokens, s: Sizes) -> str:
    inner = s.control - 2
    return f"""
QPushButton {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; border-radius: 6px;
  padding: 0 13px; min-height: {inner}px; max-height: {inner}px; }}
QPushButton:hover {{ background: {t.raised}; }}
QPushButton:pressed, QPushButton:checked {{ background: {t.pressed}; }}
QPushButton:focus {{ border: 2px solid {t.accent}; padding: 0 12px;
  min-height: {inner - 2}px; max-height: {inner - 2}px; }}
QPushButton:disabled {{ color: {t.disabled}; border-color: {t.hairline}; background: {t.window}; }}
QPushButton[primary="true"] {{ background: {t.accent}; color: {t.on_accent}; border-color: {t.accent};
  font-weight: 600; }}
QPushButton[primary="true"]:hover {{ background: {t.accent_hover}; }}
QPushButton[primary="true"]:pressed {{ background: {t.accent_pressed}; }}
QPushButton[primary="true"]:focus {{ outline: 0; border: 6px double {t.on_accent}; padding: 0 8px;
  min-height: {inner - 10}px; max-height: {inner - 10}px; }}
QPushButton[primary="true"]:disabled {{ background: {t.pressed}; color: {t.disabled}; border-color: {t.pressed}; }}
QPushButton[quiet="true"] {{ background: transparent; border-color: transparent; color: {t.accent}; }}
QPushButton[quiet="true"]:hover {{ background: {t.raised}; }}
QPushButton[quiet="true"]:pressed {{ background: {t.pressed}; }}
QPushButton[quiet="true"]:focus {{ border-color: {t.accent}; }}
QPushButton[quiet="true"]:disabled {{ color: {t.disabled}; }}
QPushButton[danger="true"] {{ color: {t.bad}; border-color: {t.bad}; }}
QPushButton[danger="true"]:hover {{ background: {t.bad_soft}; }}
QPushButton[danger="true"]:focus {{ border-color: {t.accent}; }}
QPushButton[danger="true"]:disabled {{ color: {t.disabled}; border-color: {t.hairline}; }}
"""


def _tool_buttons(t: Tokens, s: Sizes) -> str:
    inner = s.control - 4
    return f"""
QToolButton {{ background: transparent; color: {t.text}; border: 2px solid transparent; border-radius: 6px;
  min-height: {inner}px; min-width: {inner}px; padding: 0; qproperty-iconSize: {s.icon - 2}px {s.icon - 2}px; }}
QToolButton:hover {{ background: {t.raised}; }}
QToolButton:pressed, QToolButton:checked {{ background: {t.pressed}; }}
QToolButton:focus {{ border-color: {t.accent}; }}
QToolButton:disabled {{ color: {t.disabled}; }}
QLineEdit QToolButton {{ min-height: 0; min-width: 0; border: 0; padding: 0; background: transparent; }}
QToolButton::menu-indicator {{ image: none; }}
QPushButton[link="true"] {{ background: transparent; border: 2px solid transparent; border-radius: 4px; padding: 0 2px;
  color: {t.accent}; text-align: left;
  qproperty-iconSize: {s.icon}px {s.icon - 4}px; min-height: 22px; max-height: 4000px; font-weight: 400; }}
QPushButton[link="true"]:hover {{ text-decoration: underline; background: transparent; }}
QPushButton[link="true"]:focus {{ border-color: {t.accent}; padding: 0 2px; min-height: 22px; max-height: 4000px; }}
QPushButton[link="true"][small="true"] {{ font-size: {s.label_pt}pt; }}
QPushButton[link="true"]:disabled {{ color: {t.disabled}; }}
QPushButton[chip="true"] {{ background: {t.surface}; border: 1px solid {t.hairline}; color: {t.text};
  border-radius: {(s.row - 2) // 2}px; padding: 0 11px; min-height: {s.row - 4}px; max-height: {s.row - 4}px;
  font-size: {s.label_pt}pt; }}
QPushButton[chip="true"]:hover {{ background: {t.raised}; }}
QPushButton[chip="true"]:checked {{ background: {t.accent_soft}; color: {t.on_accent_soft}; border-color: {t.accent};
  font-weight: 600; }}
QPushButton[chip="true"]:focus {{ border: 2px solid {t.accent}; padding: 0 10px; min-height: {s.row - 6}px;
  max-height: {s.row - 6}px; }}
"""


def _fields(t: Tokens, s: Sizes, image: ImagePath) -> str:
    inner = s.control - 2
    each = "QLineEdit, QComboBox, QAbstractSpinBox"
    focus = "QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus"
    return f"""
{each} {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; border-radius: 6px; padding: 0 9px;
  min-height: {inner}px; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
{focus} {{ border: 2px solid {t.accent}; padding: 0 8px; min-height: {inner - 2}px; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{ background: {t.window}; color: {t.disabled};
  border-color: {t.hairline}; }}
QLineEdit:read-only {{ background: {t.window}; border-color: {t.hairline}; }}
QLineEdit:read-only:focus {{ border-color: {t.accent}; }}
QLineEdit[invalid="true"], QComboBox[invalid="true"], QPlainTextEdit[invalid="true"] {{ border: 2px solid {t.bad};
  padding: 0 8px; min-height: {inner - 2}px; }}
QPlainTextEdit, QTextEdit, QTextBrowser {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border};
  border-radius: 6px; padding: 5px; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus {{ border: 2px solid {t.accent}; padding: 4px; }}
QPlainTextEdit:disabled, QTextEdit:disabled {{ background: {t.window}; color: {t.disabled};
  border-color: {t.hairline}; }}
QComboBox {{ padding-right: {s.control}px; }}
QComboBox:focus {{ padding-right: {s.control - 1}px; }}
QComboBox::drop-down {{ subcontrol-origin: padding; subcontrol-position: center right;
  width: {s.control}px; border: 0; }}
QComboBox::down-arrow {{ image: url("{image("chevron-down", t.secondary)}"); width: {s.icon}px; height: {s.icon}px; }}
QComboBox QAbstractItemView {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px;
  selection-background-color: {t.accent_soft}; selection-color: {t.on_accent_soft}; outline: 0; }}
QComboBox QAbstractItemView::item {{ min-height: {s.row}px; padding: 0 8px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: 0; }}
"""


def _ticks(t: Tokens, s: Sizes, image: ImagePath) -> str:
    box = s.check - 2
    return f"""
QCheckBox, QRadioButton {{ color: {t.text}; spacing: 8px; border: 2px solid transparent; border-radius: 4px;
  padding: 0 4px 0 2px; min-height: {s.control - 8}px; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {t.accent}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.disabled}; }}
QCheckBox::indicator, QAbstractItemView::indicator {{ width: {box}px; height: {box}px; border: 1px solid {t.border};
  border-radius: 4px; background: {t.surface}; }}
QCheckBox::indicator:hover {{ background: {t.raised}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{ background: {t.accent}; border-color: {t.accent};
  image: url("{image("check", t.on_accent)}"); }}
QCheckBox::indicator:indeterminate {{ background: {t.accent}; border-color: {t.accent};
  image: url("{image("minus", t.on_accent)}"); }}
QCheckBox::indicator:disabled {{ border-color: {t.hairline}; background: {t.window}; }}
QCheckBox::indicator:checked:disabled {{ background: {t.disabled}; border-color: {t.disabled}; }}
QRadioButton::indicator {{ width: {s.check}px; height: {s.check}px; image: url("{image("circle", t.border)}"); }}
QRadioButton::indicator:hover {{ image: url("{image("circle", t.accent)}"); }}
QRadioButton::indicator:checked {{ image: url("{image("circle-dot", t.accent)}"); }}
QRadioButton::indicator:disabled {{ image: url("{image("circle", t.disabled)}"); }}
QRadioButton::indicator:checked:disabled {{ image: url("{image("circle-dot", t.disabled)}"); }}
"""


def _tables(t: Tokens, s: Sizes) -> str:
    return f"""
QAbstractItemView {{ background: {t.surface}; alternate-background-color: {t.surface}; color: {t.text};
  border: 1px solid {t.hairline}; border-radius: 6px; selection-background-color: {t.accent_soft};
  selection-color: {t.on_selection}; outline: 0; }}
QAbstractItemView:focus {{ border: 2px solid {t.accent}; }}
QTableView {{ font-size: {s.table_pt}pt; gridline-color: transparent; }}
QTableView::item {{ border: 0; border-bottom: 1px solid {t.raised}; padding: 0 8px; }}
QTableView::item:selected {{ background: {t.accent_soft}; color: {t.on_selection};
  border-bottom: 1px solid {t.accent_edge}; }}
QListView::item {{ min-height: {s.row}px; padding: 0 8px; border-radius: 4px; }}
QListView::item:hover {{ background: {t.raised}; }}
QListView::item:selected {{ background: {t.accent_soft}; color: {t.on_accent_soft}; }}
QTableView[bare="true"], QListView[bare="true"] {{ border: 2px solid transparent; }}
QTableView[bare="true"]:focus, QListView[bare="true"]:focus {{ border-color: {t.accent}; }}
"""


def _headers(t: Tokens, s: Sizes, image: ImagePath) -> str:
    arrow = s.icon - 4
    return f"""
QHeaderView {{ background: {t.surface}; border: 0; border-bottom: 1px solid {t.hairline}; font-size: {s.label_pt}pt; }}
QHeaderView:focus {{ border-bottom: 2px solid {t.accent}; }}
QHeaderView::section {{ background: {t.surface}; color: {t.secondary}; border: 0;
  border-bottom: 1px solid {t.hairline}; padding: 0 11px; min-height: {s.row}px; font-weight: 600; }}
QHeaderView::section:hover {{ background: {t.raised}; color: {t.text}; }}
QHeaderView::section:pressed {{ background: {t.pressed}; }}
QHeaderView::up-arrow {{ image: url("{image("arrow-up", t.accent)}"); width: {arrow}px; height: {arrow}px; }}
QHeaderView::down-arrow {{ image: url("{image("arrow-down", t.accent)}"); width: {arrow}px; height: {arrow}px; }}
QTableCornerButton::section {{ background: {t.surface}; border: 0; }}
"""


def _tabs(t: Tokens, s: Sizes) -> str:
    return f"""
QTabWidget::pane {{ border: 0; border-top: 1px solid {t.hairline}; top: -1px; }}
QTabWidget::tab-bar {{ left: 8px; }}
QTabBar {{ qproperty-drawBase: 0; background: transparent; }}
QTabBar::tab {{ background: transparent; color: {t.secondary}; border: 2px solid transparent;
  border-bottom: 2px solid transparent; padding: 0 10px; margin: 0 2px 0 0; min-height: {s.control - 2}px; }}
QTabBar::tab:hover {{ color: {t.text}; background: {t.raised}; border-radius: 4px; }}
QTabBar::tab:selected {{ color: {t.accent}; border-bottom: 2px solid {t.accent}; font-weight: 600; }}
QTabBar::tab:disabled {{ color: {t.disabled}; }}
QTabBar::tab:selected:focus {{ border: 2px solid {t.accent}; border-radius: 4px; }}
QTabBar QToolButton {{ background: {t.surface}; border: 1px solid {t.hairline}; }}
"""


def _menus(t: Tokens, s: Sizes, image: ImagePath) -> str:
    return f"""
QMenuBar {{ background: {t.surface}; color: {t.text}; border-bottom: 1px solid {t.hairline}; padding: 2px 8px; }}
QMenuBar::item {{ background: transparent; padding: 4px 10px; border-radius: 4px; }}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {t.accent_soft}; color: {t.on_accent_soft}; }}
QMenu {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; }}
QMenu::item {{ padding: 0 24px 0 12px; min-height: {s.row}px; border-radius: 4px; }}
QMenu::item:selected {{ background: {t.accent_soft}; color: {t.on_accent_soft}; }}
QMenu::item:disabled {{ color: {t.disabled}; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::separator {{ height: 1px; background: {t.hairline}; margin: 4px 8px; }}
QMenu::indicator {{ width: {s.icon}px; height: {s.icon}px; left: 4px; }}
QMenu::indicator:checked {{ image: url("{image("check", t.accent)}"); }}
"""


def _scroll_bars(t: Tokens) -> str:
    return f"""
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; border: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; border: 0; }}
QScrollBar::handle {{ background: {t.border}; border: 0; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {t.secondary}; margin: 1px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
"""


def _surfaces(t: Tokens) -> str:
    tones = "\n".join(
        f"""
QFrame[banner="{name}"] {{ background: {fill}; border: 1px solid {edge}; border-radius: 8px; }}
QFrame[banner="{name}"] QLabel {{ color: {t.text}; }}"""
        for name, fill, edge in (
            ("good", t.good_soft, t.good_edge),
            ("caution", t.caution_soft, t.caution_edge),
            ("bad", t.bad_soft, t.bad_edge),
            ("info", t.info_soft, t.accent_edge),
            ("neutral", t.raised, t.hairline),
        )
    )
    return f"""{tones}
QFrame[card="true"] {{ background: {t.surface}; border: 1px solid {t.hairline}; border-radius: 8px; }}
QFrame[line="true"] {{ background: {t.hairline}; border: 0; min-height: 1px; max-height: 1px; }}
QFrame[toast="true"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 8px; }}
QFrame[popup="true"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 8px; }}
QPushButton[stat="true"] {{ background: {t.surface}; border: 1px solid {t.hairline}; border-radius: 8px;
  padding: 0; min-height: 0; max-height: 4000px; text-align: left; }}
QPushButton[stat="true"]:hover {{ border-color: {t.accent}; background: {t.surface}; }}
QPushButton[stat="true"]:focus {{ border: 2px solid {t.accent}; padding: 0; min-height: 0; max-height: 4000px; }}
"""


def _frame(t: Tokens, s: Sizes) -> str:
    return f"""
QFrame[rail="true"] {{ background: {t.rail}; border: 0; }}
QFrame[rail="true"] QScrollBar:vertical {{ width: 8px; }}
QFrame[rail="true"] QScrollBar::handle {{ background: {t.rail_text}; border-radius: 2px; }}
QFrame[rail="true"] QLabel {{ color: {t.rail_selected_text}; font-size: {s.section_pt}pt; font-weight: 600; }}
QFrame[topbar="true"] {{ background: {t.surface}; border: 0; border-bottom: 1px solid {t.hairline}; }}
QFrame[statusline="true"] {{ background: {t.surface}; border: 0; border-top: 1px solid {t.hairline}; }}
QFrame[statusline="true"] QLabel {{ color: {t.secondary}; font-size: {s.label_pt}pt; }}
QFrame[sidepanel="true"] {{ background: {t.surface}; border: 0; border-left: 1px solid {t.hairline}; }}
QFrame[sidepanel="true"] QTextBrowser {{ border: 2px solid transparent; border-radius: 0; background: {t.surface}; }}
QFrame[sidepanel="true"] QTextBrowser:focus {{ border-color: {t.accent}; border-radius: 6px; }}
QPushButton[goto="true"] {{ background: {t.window}; border: 1px solid {t.hairline}; color: {t.secondary};
  text-align: left; }}
QPushButton[goto="true"]:hover {{ border-color: {t.border}; background: {t.window}; }}
QPushButton[goto="true"]:focus {{ border: 2px solid {t.accent}; }}
QFrame[popup="true"] QLineEdit {{ border: 0; border-bottom: 1px solid {t.hairline}; border-radius: 0;
  padding: 0 4px; font-size: {s.section_pt}pt; min-height: {s.control + 8}px; }}
QFrame[popup="true"] QLineEdit:focus {{ border: 0; border-bottom: 2px solid {t.accent}; padding: 0 4px; }}
QFrame[popup="true"] QListView {{ border: 0; border-radius: 0; }}
"""
