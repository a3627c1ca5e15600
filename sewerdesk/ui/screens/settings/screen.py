"""The settings: the sections at the left, the chosen one at the right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget

from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.settings.backups import BackupsSection
from sewerdesk.ui.screens.settings.billing import BillingSection
from sewerdesk.ui.screens.settings.gauges import GaugesSection
from sewerdesk.ui.screens.settings.holidays import HolidaysSection
from sewerdesk.ui.screens.settings.letterhead import LetterheadSection
from sewerdesk.ui.screens.settings.look import LookSection
from sewerdesk.ui.screens.settings.mail import MailSection
from sewerdesk.ui.screens.settings.officers import OfficersSection
from sewerdesk.ui.screens.settings.people import PeopleSection
from sewerdesk.ui.screens.settings.printing import PrintingSection
from sewerdesk.ui.screens.settings.reports import ReportsSection
from sewerdesk.ui.screens.settings.section import SettingsSection
from sewerdesk.ui.screens.settings.to_confirm import ToConfirmSection
from sewerdesk.ui.theme import Ink, icon, set_role, theme

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """A section: its key in routes, its words and icon in the list, and how it is built on first showing."""

    key: str
    title: str
    icon: str
    factory: "Callable[[UiContext], SettingsSection]"


SECTIONS: tuple[SectionSpec, ...] = (
    SectionSpec("letterhead", "Letterhead", "landmark", LetterheadSection),
    SectionSpec("people", "Who works here", "users", PeopleSection),
    SectionSpec("officers", "Officers", "stamp", OfficersSection),
    SectionSpec("billing", "Billing", "receipt", BillingSection),
    SectionSpec("reports", "Reports", "chart-column", ReportsSection),
    SectionSpec("mail", "Mail", "mail", MailSection),
    SectionSpec("holidays", "Holidays", "calendar", HolidaysSection),
    SectionSpec("gauges", "Test gauges", "gauge", GaugesSection),
    SectionSpec("to-confirm", "Law figures to confirm", "scale", ToConfirmSection),
    SectionSpec("printing", "Printing", "printer", PrintingSection),
    SectionSpec("look", "Look", "sun-moon", LookSection),
    SectionSpec("backups", "Backups", "database-backup", BackupsSection),
)


class SettingsScreen(Screen):
    """``Route("settings", tab=KEY)`` opens a section.

    ``restore_requested`` carries the path of a backup to restore: whoever owns the program closes the office, restores
    and opens it again. ``operator_chosen`` carries the initials of who works from now on.
    """

    restore_requested = Signal(object)
    operator_chosen = Signal(str)
    watches = frozenset(
        {
            "office_profile",
            "operator",
            "officer_holder",
            "holiday",
            "law_act",
            "law_act_withdrawal",
            "gauge",
            "gauge_calibration",
        }
    )
    help_topic = "settings"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Settings", subtitle="How this office is set up.")
        self._built: dict[str, SettingsSection] = {}
        self._wanted = ""
        self.list = QListWidget()
        self.list.setAccessibleName("Sections of the settings")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_role(self.list, bare=True)
        for spec in SECTIONS:
            item = QListWidgetItem(icon(spec.icon, Ink.SECONDARY), spec.title, self.list)
            item.setData(_KEY, spec.key)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spec.title)
        self.pages = QStackedWidget()
        line = QHBoxLayout()
        line.setSpacing(24)
        line.addWidget(self.list)
        line.addWidget(self.pages, 1)
        self.body.addLayout(line, 1)
        self._narrow: bool | None = None
        self._fit()
        # A list without a current row takes its first one with the keyboard, which would choose that section.
        self.list.setCurrentRow(0)
        self.list.currentRowChanged.connect(self._on_row)
        theme().changed.connect(self._refit)

    # Sections

    @property
    def section(self) -> SettingsSection | None:
        """The section shown, ``None`` before the first."""
        shown = self.pages.currentWidget()
        return shown if isinstance(shown, SettingsSection) else None

    def section_of(self, key: str) -> SettingsSection:
        """The section of a key, built now if it was never shown; ``KeyError`` for an unknown key."""
        if key not in self._built:
            spec = next((one for one in SECTIONS if one.key == key), None)
            if spec is None:
                raise KeyError(key)
            section = spec.factory(self.context)
            section.leave_allowed.connect(self._on_leave_allowed)
            if isinstance(section, BackupsSection):
                section.restore_requested.connect(self.restore_requested)
            if isinstance(section, PeopleSection):
                section.operator_chosen.connect(self.operator_chosen)
            self._built[key] = section
            self.pages.addWidget(section)
        return self._built[key]

    def show_section(self, key: str) -> bool:
        """Show a section; ``False`` while the one shown asks what becomes of unsaved typing."""
        shown = self.section
        if shown is not None and shown.key == key:
            return True
        if shown is not None and not shown.may_leave():
            self._wanted = key
            self._mark(shown.key)
            return False
        self._wanted = ""
        section = self.section_of(key)
        self.pages.setCurrentWidget(section)
        self._mark(key)
        self._follow_actions(shown, section)
        section.show_section()
        self.context.navigator.note(Route(self.key, tab=key))
        return True

    def _follow_actions(self, former: SettingsSection | None, section: SettingsSection) -> None:
        """The section's keys are listed in the help and offered by "Go to anything" while it is shown."""
        for action in former.actions() if former is not None else ():
            self.removeAction(action)
        for action in section.actions():
            self.addAction(action)

    def _mark(self, key: str) -> None:
        row = next(number for number, spec in enumerate(SECTIONS) if spec.key == key)
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(row)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if 0 <= row < len(SECTIONS):
            self.show_section(SECTIONS[row].key)

    @Slot()
    def _on_leave_allowed(self) -> None:
        if self._wanted:
            self.show_section(self._wanted)
        else:
            self.context.navigator.back()

    # What the window calls

    def open_overview(self) -> None:
        """Show the section that the route names, else the one shown last, else the first."""
        route = self.context.navigator.current
        named = route.tab if route is not None and route.screen == self.key else ""
        known = {spec.key for spec in SECTIONS}
        shown = self.section
        self.show_section(named if named in known else shown.key if shown is not None else SECTIONS[0].key)

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the section shown again."""
        if self.section is None:
            self.open_overview()
        else:
            self.section.refresh()

    def take_focus(self) -> None:
        """The keyboard starts in the list of sections."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; otherwise the section asks."""
        self._wanted = ""
        shown = self.section
        return shown is None or shown.may_leave()

    # Room

    @Slot()
    def _refit(self) -> None:
        self._narrow = None
        self._fit()

    def _fit(self) -> None:
        """On narrow windows the list shows its icons alone; their words are tool tips and accessible names."""
        narrow = self.window().width() < theme().narrow_below()
        if narrow == self._narrow:
            return
        self._narrow = narrow
        sizes = theme().sizes
        self.list.setIconSize(QSize(sizes.icon, sizes.icon))
        widest = 0
        for number, spec in enumerate(SECTIONS):
            item = self.list.item(number)
            item.setText("" if narrow else spec.title)
            item.setToolTip(spec.title if narrow else "")
            item.setSizeHint(QSize(0, sizes.row + 6))
            widest = max(widest, self.list.fontMetrics().horizontalAdvance(spec.title))
        room = 32 if narrow else widest + 56
        self.list.setFixedWidth(sizes.icon + room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold with the window."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """The window is known now."""
        super().showEvent(event)
        self._fit()
