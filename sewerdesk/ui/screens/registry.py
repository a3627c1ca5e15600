"""Every page of the program, listed once, in the order of the rail; a new page is one more entry here.

A page's module is imported, and the page built, on its first visit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext
    from sewerdesk.ui.screens.base import Screen


class Group(StrEnum):
    """Groups of the rail, set apart by a little room."""

    DAY = "day"
    MONEY = "money"
    WORKS = "works"
    OFFICE = "office"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """A page: its key in routes, its words and icon in the rail, its keys, and how it is built.

    ``kinds`` are the kinds of search hit that open on this page. ``count`` says how many things wait there,
    shown in the rail; ``None`` for a page that does not count. ``in_rail`` is ``False`` for pages reached
    otherwise.
    """

    key: str
    title: str
    icon: str
    group: Group
    shortcut: str
    factory: "Callable[[UiContext], Screen]"
    in_rail: bool = True
    kinds: frozenset[str] = frozenset()
    count: "Callable[[UiContext], int] | None" = None


def build_screens() -> tuple[ScreenSpec, ...]:
    """All pages in the order of the rail. Add yours to its group on one line, with its factory below."""
    return (*_money_screens(), *_works_screens(), *_office_screens())


def _money_screens() -> tuple[ScreenSpec, ...]:
    money, hidden = Group.MONEY, Group.HIDDEN
    account, receipt, bill = frozenset({"account"}), frozenset({"receipt"}), frozenset({"bill"})
    return (
        ScreenSpec("today", "Today", "calendar-check", Group.DAY, "Ctrl+1", _today, count=_due_today),
        ScreenSpec("accounts", "Accounts", "users", money, "Ctrl+J", _accounts, kinds=account),
        ScreenSpec("billing", "Billing", "receipt", money, "Ctrl+3", _billing),
        ScreenSpec(
            "payments", "Payments", "wallet", money, "Ctrl+R", _payments, kinds=receipt, count=_held_count
        ),
        ScreenSpec("bill", "Bill", "receipt", hidden, "", _bill, in_rail=False, kinds=bill),
        ScreenSpec("books", "Check the books", "badge-check", hidden, "", _books, in_rail=False),
        ScreenSpec("billing-run", "Bill a quarter", "receipt", hidden, "", _billing_run, in_rail=False),
        ScreenSpec("rates", "Rates and fees", "scale", hidden, "", _rates, in_rail=False),
    )


def _works_screens() -> tuple[ScreenSpec, ...]:
    works, hidden = Group.WORKS, Group.HIDDEN
    application, permit, parcel = frozenset({"application"}), frozenset({"permit"}), frozenset({"parcel"})
    contractor, case = frozenset({"contractor"}), frozenset({"violation_case"})
    inspection = frozenset({"inspection"})
    return (
        ScreenSpec(
            "permits", "Permits", "stamp", works, "Ctrl+5", _permits, kinds=application, count=_waiting_count
        ),
        ScreenSpec("contractors", "Contractors", "hard-hat", works, "Ctrl+6", _contractors, kinds=contractor),
        ScreenSpec("application", "Application", "file-text", hidden, "", _application, in_rail=False),
        ScreenSpec("permit", "Permit", "stamp", hidden, "", _permit, in_rail=False, kinds=permit),
        ScreenSpec("parcels", "Parcels", "map-pin", works, "", _parcels, kinds=parcel),
        ScreenSpec(
            "inspections",
            "Inspections",
            "clipboard-check",
            works,
            "Ctrl+7",
            _inspections,
            kinds=inspection,
            count=_inspections_open,
        ),
        ScreenSpec("cases", "Cases", "gavel", works, "Ctrl+8", _cases, kinds=case, count=_cases_late),
    )


def _office_screens() -> tuple[ScreenSpec, ...]:
    return (
        ScreenSpec("reports", "Reports", "chart-column", Group.OFFICE, "Ctrl+9", _reports),
        ScreenSpec("imports", "Import", "upload", Group.OFFICE, "", _imports),
        ScreenSpec("law", "The law", "scale", Group.OFFICE, "", _law),
        ScreenSpec("settings", "Settings", "settings", Group.OFFICE, "Ctrl+,", _settings),
        ScreenSpec("keys", "Keyboard map", "keyboard", Group.HIDDEN, "", _keyboard_map, in_rail=False),
    )


def screen_of_kind(kind: str) -> str:
    """Key of the page on which a kind of record opens; empty where none shows it."""
    return next((spec.key for spec in build_screens() if kind in spec.kinds), "")


def _accounts(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.accounts.screen import AccountsScreen

    return AccountsScreen(context)


def _bill(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.accounts.bill import BillScreen

    return BillScreen(context)


def _parcels(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.parcels.screen import ParcelsScreen

    return ParcelsScreen(context)


def _books(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.books.screen import BooksScreen

    return BooksScreen(context)


def _today(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.today.screen import TodayScreen

    return TodayScreen(context)


def _due_today(context: "UiContext") -> int:
    from sewerdesk.services.due_work import count_due

    return count_due(context.ws)


def _billing(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.billing.screen import BillingScreen

    return BillingScreen(context)


def _payments(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.payments.screen import PaymentsScreen

    return PaymentsScreen(context)


def _held_count(context: "UiContext") -> int:
    from sewerdesk.services.due_work import count_undeposited

    return count_undeposited(context.ws)


def _billing_run(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.billing.wizard import RunWizardScreen

    return RunWizardScreen(context)


def _rates(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.rates.screen import RatesScreen

    return RatesScreen(context)


def _reports(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.reports.screen import ReportsScreen

    return ReportsScreen(context)


def _imports(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.imports.screen import ImportScreen

    return ImportScreen(context)


def _law(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.law.screen import LawScreen

    return LawScreen(context)


def _settings(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.settings.screen import SettingsScreen

    return SettingsScreen(context)


def _permits(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.applications.list import PermitsScreen

    return PermitsScreen(context)


def _waiting_count(context: "UiContext") -> int:
    from sewerdesk.services.due_work import count_waiting_applications

    return count_waiting_applications(context.ws)


def _application(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.applications.editor import ApplicationFormPage

    return ApplicationFormPage(context)


def _permit(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.applications.permit_page import PermitPage

    return PermitPage(context)


def _contractors(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.contractors.list import ContractorsScreen

    return ContractorsScreen(context)


def _inspections(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.inspections.list import InspectionsScreen

    return InspectionsScreen(context)


def _inspections_open(context: "UiContext") -> int:
    from sewerdesk.services.inspections import count_open_inspections

    return count_open_inspections(context.ws)


def _cases(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.cases.list import CasesScreen

    return CasesScreen(context)


def _cases_late(context: "UiContext") -> int:
    from sewerdesk.services.case_pages import count_cases_due

    return count_cases_due(context.ws)


def _keyboard_map(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.keyboard_map import KeyboardMapScreen

    return KeyboardMapScreen(context)


SCREENS = build_screens()
