"""Style rules of the calendar and the entry grid, from the color tokens of the theme in force."""

from sewerdesk.ui.stylesheet import Sizes
from sewerdesk.ui.theme_tokens import Tokens


def problem_stylesheet(tokens: Tokens) -> str:
    """The links in the panel of problems."""
    return f"""
QFrame[banner="bad"]:focus {{ border: 2px solid {tokens.bad}; }}
QPushButton[link="true"] QLabel {{ color: {tokens.bad}; text-decoration: underline; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; }}
"""


def calendar_stylesheet(tokens: Tokens, sizes: Sizes) -> str:
    """The calendar that drops down from a date field."""
    t = tokens
    return f"""
QCalendarWidget QWidget#qt_calendar_navigationbar {{ background: {t.surface}; border-bottom: 1px solid {t.hairline}; }}
QCalendarWidget QToolButton {{ color: {t.text}; font-weight: 600; padding: 0 8px; }}
QCalendarWidget QToolButton::menu-indicator {{ image: none; }}
QCalendarWidget QTableView {{ border: 0; background: {t.surface}; color: {t.text}; font-size: {sizes.table_pt}pt;
  alternate-background-color: {t.surface}; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QCalendarWidget QTableView:focus {{ border: 0; }}
QCalendarWidget QTableView::item {{ border: 0; padding: 0; }}
QCalendarWidget QTableView:disabled {{ color: {t.disabled}; }}
"""


def cell_stylesheet(tokens: Tokens) -> str:
    """The line in which a cell of the entry grid is typed; it fills the cell."""
    return f"""
QLineEdit, QLineEdit:focus {{ background: {tokens.surface}; color: {tokens.text}; border: 2px solid {tokens.accent};
  border-radius: 0; padding: 0 6px; min-height: 0; }}
"""
