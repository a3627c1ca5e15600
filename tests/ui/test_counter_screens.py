"""The counter by keyboard alone: a contractor with its bond, an application, the permit, and every refusal."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.applications import application_view, list_applications, submit_application
from sewerdesk.services.permits import list_permits, permit_view
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.applications.editor import NEW, ApplicationFormPage
from sewerdesk.ui.screens.applications.list import PermitsScreen
from sewerdesk.ui.screens.applications.permit_page import PermitPage
from sewerdesk.ui.widgets.citation import CitationLink
from tests.support.counter import (
    OWNER,
    fee_schedule,
    full_draft,
    good_contractor,
    parcel,
    pay_fees,
)
from tests.ui.counter_window import CTRL, attended_counter, fill, keys, modal, open_dialog, save

SHIFT = Qt.KeyboardModifier.ShiftModifier


DAY = date(2027, 1, 4)


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    """The window on an empty Hague office."""
    yield from attended_counter(qtbot, ws, tmp_path)


def permits(window: MainWindow) -> PermitsScreen:
    page = window.screen_of("permits")
    assert isinstance(page, PermitsScreen)
    return page


def form_page(window: MainWindow) -> ApplicationFormPage:
    page = window.screen_of("application")
    assert isinstance(page, ApplicationFormPage)
    return page


def test_take_an_application_and_issue_the_permit(window: MainWindow, ws: Workspace) -> None:
    fee_schedule(ws)
    good_contractor(ws)
    parcel(ws)
    keys(window, Qt.Key.Key_5, CTRL)
    keys(window, Qt.Key.Key_N, CTRL)
    page = form_page(window)
    assert page.frame is not None
    view = page.frame.view
    fill(
        view,
        {
            "permit_class": "Class 1",
            "work_type": "New connection",
            "parcel_id": "12.13",
            "capacity": "The owner",
            "owner_works": False,
            "contractor_id": "adirondack",
            "dwelling_units": "1",
            "shares_lateral": False,
            "estimated_gpd": "330",
            "units": "1.32",
            "lateral_use": "A new one is laid",
            "lateral_diameter_in": "4",
            "lateral_material": "PVC SDR-35",
            "lateral_length_ft": "60",
            "lateral_slope_in_per_ft": "0.25",
            "road_answers": "y",
            "road_jurisdiction": "The municipality's",
            "highway_permit_no": "HW-12",
            "highway_permit_on": DAY,
            "certified_by": OWNER,
            "certified_on": DAY,
        },
    )
    assert view.typed().draft.owner_name == OWNER
    assert "Connection charge (tap fee) $1,750.00; Inspection fee $75.00" in str(view.editor("fees").value())
    keys(view.focusWidget(), Qt.Key.Key_Return, CTRL)
    assert view.errors() == {}
    [row] = list_applications(ws)
    assert (row.number, row.owner, row.print_key) == ("APP-2027-0001", OWNER, "12.13-2-15.1")
    assert window.current_screen is permits(window)

    keys(window, Qt.Key.Key_A, CTRL | SHIFT)
    dialog = open_dialog()
    fill(
        dialog.frame.view,
        {
            "role": "Wastewater Treatment Plant Operator",
            "person": "J. Peña",
            "on": DAY,
            "text": "Memo 5",
        },
    )
    save(dialog)
    press_fix(window, "Record the approval")
    dialog = open_dialog()
    fill(dialog.frame.view, {"approved_on": DAY, "reference": "Stamp 7"})
    save(dialog)
    press_fix(window, "Receipt the fee")
    dialog = open_dialog()
    draft = dialog.frame.view.typed().draft
    assert (draft.payer, draft.amount, draft.received_on) == (OWNER, Decimal("1825.00"), DAY)
    fill(dialog.frame.view, {"paid_by": "0417"})
    save(dialog)
    receipt = modal()
    assert isinstance(receipt, PreviewDialog)
    assert receipt.windowTitle() == "REC-2027-0001 · Receipt REC-2027-0001"
    keys(receipt, Qt.Key.Key_Escape)
    assert window.current_screen is permits(window)
    shown = permits(window).shown()
    assert shown is not None
    assert shown.readiness.answer is Answer.YES
    assert [fee.receipts for fee in shown.view.fees] == [("REC-2027-0001",), ("REC-2027-0001",)]

    keys(window, Qt.Key.Key_F7)
    dialog = open_dialog()
    fill(dialog.frame.view, {"conditions": "Bed the pipe in at least 6 inches of crushed stone."})
    save(dialog)
    preview = modal()
    assert isinstance(preview, PreviewDialog)
    assert preview.windowTitle() == "PER-2027-0001 · Sewer Lateral Permit"
    keys(preview, Qt.Key.Key_Escape)
    [permit] = list_permits(ws)
    assert (permit.number, permit.state) == ("PER-2027-0001", PermitState.IN_FORCE)
    cards = permits(window).pane.permit.clock_cards()
    assert [(card.clock.effective, card.clock.citation) for card in cards[-2:]] == [
        (date(2027, 3, 5), "§602B [502B], Art. 5"),
        (date(2029, 1, 4), "§602B [502B], Art. 5"),
    ]


def press_fix(window: MainWindow, words: str) -> None:
    """Press the button of a line of the card, by the keyboard."""
    card = permits(window).pane.card
    assert card is not None
    button = next(
        one for one in card.findChildren(QPushButton) if one.text() == words and one.isVisibleTo(card)
    )
    button.setFocus()
    keys(button, Qt.Key.Key_Space)


def test_refusal_shows_each_hindrance_with_its_citation(window: MainWindow, ws: Workspace) -> None:
    fee_schedule(ws)
    contractor_id = good_contractor(ws)
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=contractor_id)
    application_id = submit_application(ws, draft=draft)
    window.context.navigator.open(Route("permits", application_id))
    keys(window, Qt.Key.Key_F7)
    assert modal() is None
    pane = permits(window).pane
    assert pane.banners.sentences()["refused"] == (
        "The permit cannot be issued yet: 4 things stand in the way. Each is listed below."
    )
    assert pane.current_tab == "ready"
    card = pane.card
    assert card is not None
    links = [link.text() for link in card.findChildren(CitationLink) if link.isVisibleTo(card)]
    assert links == ["§501A", "§§201, 502", "§502", "§§501A, 502", "§402A"]
    assert list_permits(ws) == ()


def test_record_the_filing_stops_the_first_clock(window: MainWindow, ws: Workspace) -> None:
    permit_id = issued(ws)
    ws.clock = FixedClock(date(2027, 1, 4))
    window.context.navigator.open(Route("permit", permit_id))
    page = window.screen_of("permit")
    assert isinstance(page, PermitPage)
    keys(window, Qt.Key.Key_F, CTRL | SHIFT)
    dialog = open_dialog()
    fill(dialog.frame.view, {"on": DAY, "reference": "Book 12, page 34", "received_by": "T. Clerk"})
    save(dialog)
    assert [clock.key for clock in permit_view(ws, permit_id=permit_id).running] == ["expire"]
    page.refresh()
    statuses = [card.status.text for card in page.panel.clock_cards()]
    assert statuses[-2:] == ["Met", "731 days left"]
    assert not page.action("record-filing").isVisible()


def issued(ws: Workspace) -> int:
    """A permit issued through the services."""
    from sewerdesk.services.applications import approve_application, record_approval
    from sewerdesk.services.permits import issue_permit

    fee_schedule(ws)
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=good_contractor(ws))
    application_id = submit_application(ws, draft=draft)
    record_approval(ws, application_id=application_id, key="zoning_intake", approved_on=DAY, reference="S 7")
    approve_application(ws, application_id=application_id, role="issues", person="J. Peña", on=DAY)
    pay_fees(ws, application_id)
    return issue_permit(ws, application_id=application_id)


def test_save_a_draft_with_only_an_owner(window: MainWindow, ws: Workspace) -> None:
    keys(window, Qt.Key.Key_5, CTRL)
    keys(window, Qt.Key.Key_N, CTRL)
    page = form_page(window)
    assert page.frame is not None
    keys(window, Qt.Key.Key_S, CTRL)
    assert "property or the owner" in page.frame.view.errors()["print_key"]
    fill(page.frame.view, {"owner_name": "Jane Doe"})
    keys(window, Qt.Key.Key_S, CTRL)
    [row] = list_applications(ws)
    assert (row.shown_number, row.owner) == ("Draft", "Jane Doe")
    keys(window, Qt.Key.Key_F2)
    assert window.current_screen is page
    assert page.frame.view.typed().draft.owner_name == "Jane Doe"


def test_form_survives_a_crash_and_is_offered_again(window: MainWindow, ws: Workspace) -> None:
    window.context.navigator.open(Route("application", NEW))
    page = form_page(window)
    assert page.frame is not None
    fill(page.frame.view, {"owner_name": "Łukasiewicz, Jan", "units": "about two"})
    page.frame._keeper.keep()  # type: ignore[union-attr]
    fresh = ApplicationFormPage(window.context)
    fresh.open_record(NEW)
    assert fresh.frame is not None
    assert not fresh.frame.offer.isHidden()
    fresh.frame.offer.restore_button.click()
    assert fresh.frame.view.typed().draft.owner_name == "Łukasiewicz, Jan"
    assert fresh.frame.view.typed().unreadable == {"units": "about two"}
    fresh.deleteLater()
    QApplication.processEvents()


def test_leave_a_half_typed_form_only_after_an_answer(window: MainWindow) -> None:
    window.context.navigator.open(Route("permits"))
    window.context.navigator.open(Route("application", NEW))
    page = form_page(window)
    assert page.frame is not None
    fill(page.frame.view, {"owner_name": "Jane Doe"})
    assert not window.context.navigator.open(Route("contractors"))
    assert page.frame.is_asking_to_leave()
    page.frame.leave_bar.discard_button.click()
    assert window.current_screen is permits(window)


def test_changed_elsewhere_is_said_and_nothing_is_lost(window: MainWindow, ws: Workspace) -> None:
    fee_schedule(ws)
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=good_contractor(ws))
    application_id = submit_application(ws, draft=draft)
    window.context.navigator.open(Route("application", application_id))
    page = form_page(window)
    assert page.frame is not None
    from sewerdesk.services.applications import save_application_draft

    save_application_draft(ws, draft=replace(draft, bedrooms=4), application_id=application_id)
    fill(page.frame.view, {"building_use": "Two-family dwelling"})
    page.submit()
    assert not page.frame.stale_bar.isHidden()
    assert page.frame.view.typed().draft.building_use == "Two-family dwelling"
    page.frame.stale_bar.reload_button.click()
    page.frame.view.check()
    assert application_view(ws, application_id=application_id).draft.bedrooms == 4


def test_found_permit_opens_on_its_own_page(window: MainWindow, ws: Workspace) -> None:
    permit_id = issued(ws)
    window.context.navigator.open(Route("permit", permit_id))
    page = window.current_screen
    assert isinstance(page, PermitPage)
    assert page.title == "PER-2027-0001"
    page.action("show-permit").trigger()
    assert isinstance(modal(), PreviewDialog)


def test_empty_pages_teach_and_offer_the_first_act(window: MainWindow) -> None:
    for key, words in (("contractors", "Contractors who lay"), ("permits", "Applications for connection")):
        window.context.navigator.open(Route(key))
        page = window.current_screen
        assert page is not None
        shown = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
        assert any(text.startswith(words) for text in shown)


def test_form_is_kept_between_visits_and_shows_each_record_as_it_is(
    window: MainWindow, ws: Workspace
) -> None:
    fee_schedule(ws)
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=good_contractor(ws))
    application_id = submit_application(ws, draft=draft)
    window.context.navigator.open(Route("application", NEW))
    page = form_page(window)
    frame = page.frame
    assert frame is not None
    page.submit()
    assert frame.view.errors()
    fill(frame.view, {"owner_name": "Jane Doe"})
    frame.leave_bar.save_draft_asked.emit()

    window.context.navigator.open(Route("application", application_id))
    assert page.frame is frame
    assert frame.view.errors() == {}
    assert frame.offer.isHidden(), "what was typed for another application is not offered here"
    assert frame.view.typed().draft.owner_name == OWNER
    assert not frame.view.is_dirty()

    window.context.navigator.open(Route("application", NEW))
    assert page.frame is frame
    assert frame.view.typed().draft.owner_name == ""
    frame.offer.restore_button.click()
    assert frame.view.typed().draft.owner_name == "Jane Doe"


def test_form_is_built_anew_for_another_fee_schedule(window: MainWindow, ws: Workspace) -> None:
    window.context.navigator.open(Route("application", NEW))
    page = form_page(window)
    first = page.frame
    window.context.navigator.open(Route("permits"))
    fee_schedule(ws)
    window.context.navigator.open(Route("application", NEW))
    assert page.frame is not first
