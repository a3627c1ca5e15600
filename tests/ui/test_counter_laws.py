"""The counter under each law, by keyboard: its questions, drainlayers, the start of the work, the end of a permit."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.application_papers import record_highway_permit
from sewerdesk.services.applications import application_view, list_applications
from sewerdesk.services.contractors import contractor_view
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.permits import issue_permit, permit_view
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.editor import NEW, ApplicationFormPage
from sewerdesk.ui.screens.applications.permit_page import PermitPage
from sewerdesk.ui.screens.contractors.list import ContractorsScreen
from tests.support.counter import OWNER, parcel
from tests.support.law_offices import DAY, able_firm, approved_application, law_office, whole_draft
from tests.ui.counter_window import CTRL, counter_window, fill, keys, modal, open_dialog, save


@pytest.fixture
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenOffice]:
    """An office under the law that the test names."""
    office = law_office(tmp_path / "office", request.param)
    yield office
    office.close(back_up=False)


@pytest.fixture
def window(qtbot: QtBot, opened: OpenOffice, tmp_path: Path) -> Iterator[MainWindow]:
    """The window on it."""
    shown = counter_window(qtbot, opened.ws, tmp_path)
    yield shown
    dialog = modal()
    if dialog is not None:
        dialog.done(0)
    shown.context.navigator.set_guard(bool)
    shown.hide()


def form_page(window: MainWindow) -> ApplicationFormPage:
    window.context.navigator.open(Route("application", NEW))
    page = window.screen_of("application")
    assert isinstance(page, ApplicationFormPage)
    return page


def permit_page(window: MainWindow, permit_id: int) -> PermitPage:
    window.context.navigator.open(Route("permit", permit_id))
    page = window.screen_of("permit")
    assert isinstance(page, PermitPage)
    return page


def act(page: PermitPage | ContractorsScreen, key: str) -> QAction:
    """An action that is offered now."""
    [found] = [one for one in page.findChildren(QAction) if one.objectName() == key or one.data() == key]
    assert found.isVisible()
    return found


def issued(ws: Workspace, **changes: object) -> int:
    draft = whole_draft(ws, contractor_id=able_firm(ws), **changes)
    return issue_permit(ws, application_id=approved_application(ws, draft))


@pytest.mark.parametrize("opened", ["lockport"], indirect=True)
def test_a03_lockport_form_asks_for_the_character_of_the_waste(
    window: MainWindow, opened: OpenOffice
) -> None:
    """A-03 Lockport 150-6B: the question stands on the form and is needed to submit."""
    ws = opened.ws
    firm = able_firm(ws)
    parcel(ws)
    page = form_page(window)
    assert page.frame is not None
    view = page.frame.view
    fill(
        view,
        {
            "permit_class": "Sanitary",
            "work_type": "New connection",
            "parcel_id": "12.13",
            "capacity": "The owner",
            "owner_works": False,
            "contractor_id": "adirondack",
            "dwelling_units": "1",
            "estimated_gpd": "330",
            "units": "1.32",
            "lateral_use": "A new one is laid",
            "lateral_diameter_in": "4",
            "lateral_material": "PVC Schedule 40",
            "lateral_length_ft": "60",
            "lateral_slope_in_per_ft": "0.25",
            "certified_by": OWNER,
            "certified_on": DAY,
        },
    )
    keys(view.focusWidget(), Qt.Key.Key_Return, CTRL)
    assert set(view.errors()) == {"item_waste_character"}
    fill(view, {"item_waste_character": "Sanitary sewage <of one household>"})
    keys(view.focusWidget(), Qt.Key.Key_Return, CTRL)
    assert view.errors() == {}
    [row] = list_applications(ws)
    draft = application_view(ws, application_id=row.id).draft
    assert draft.answer("waste_character") == "Sanitary sewage <of one household>"
    assert (row.number, draft.contractor_id) == ("APP-2027-0001", firm)


@pytest.mark.parametrize("opened", ["dannemora"], indirect=True)
def test_a24_dannemora_form_asks_for_a_drainlayer_only(window: MainWindow, opened: OpenOffice) -> None:
    """A-24 Dannemora 72-10: the owner is not asked whether he does the work; the pipe is a house sewer."""
    page = form_page(window)
    assert page.frame is not None
    names = {spec.name: spec.label for spec in page.frame.view.spec.fields}
    assert "owner_works" not in names
    assert names["contractor_id"] == "Drainlayer"
    assert names["shares_lateral"] == "Does the house sewer serve more than one building?"
    works = next(spec for spec in page.frame.view.spec.fields if spec.name == "work_type").choices
    assert "Private disposal system" in [one.title for one in works]


@pytest.mark.parametrize(
    ("opened", "offered"),
    [
        ("hague", ["file-bond", "file-policy", "file-proof"]),
        ("altamont", ["file-policy", "file-proof"]),
        ("dannemora", ["file-proof"]),
    ],
    indirect=["opened"],
)
def test_offer_to_file_only_what_the_law_asks_for(
    window: MainWindow, opened: OpenOffice, offered: list[str]
) -> None:
    """Dannemora asks a drainlayer for no bond and no liability insurance, so that no such form opens."""
    window.context.navigator.open(Route("contractors"))
    page = window.screen_of("contractors")
    names = [action.objectName() for action in page.actions()]
    assert [name for name in names if name in ("file-bond", "file-policy", "file-proof")] == offered


@pytest.mark.parametrize("opened", ["dannemora"], indirect=True)
def test_a24_dannemora_record_an_authorization(window: MainWindow, opened: OpenOffice) -> None:
    """A-24 Dannemora: authorized by resolution on evidence, on the contractor's page."""
    from sewerdesk.domain.counter import ContractorDraft
    from sewerdesk.services.contractors import register_contractor

    ws = opened.ws
    firm = register_contractor(ws, draft=ContractorDraft(name="Northern Drains"))
    window.context.navigator.open(Route("contractors", firm, "standing"))
    page = window.screen_of("contractors")
    assert isinstance(page, ContractorsScreen)
    act(page, "authorize").trigger()
    dialog = open_dialog()
    fill(
        dialog.frame.view, {"resolution": "Resolution 8 of 2027", "evidence": "Twelve years of house sewers"}
    )
    save(dialog)
    assert modal() is None
    view = contractor_view(ws, contractor_id=firm)
    assert [(row.on, row.resolution) for row in view.authorizations] == [(DAY, "Resolution 8 of 2027")]
    assert page.pane.card is not None
    words = [label.text() for label in page.pane.card.findChildren(QLabel)]
    assert "Authorized on 1/4/2027 by Resolution 8 of 2027" in words
    assert any("May this drainlayer" in word for word in words)


@pytest.mark.parametrize("opened", ["hague"], indirect=True)
def test_a28_hague_start_names_what_is_missing(window: MainWindow, opened: OpenOffice) -> None:
    """A-05, A-28 Hague: the card says no with its section; the start is kept only as found."""
    ws = opened.ws
    permit_id = issued(ws)
    application_id = permit_view(ws, permit_id=permit_id).application_id
    record_highway_permit(ws, application_id=application_id, number="HW-12", on=DAY)
    page = permit_page(window, permit_id)
    card = page.panel.start_card
    assert card is not None
    assert card.isVisibleTo(page)
    record_highway_permit(ws, application_id=application_id, number="HW-12", on=date(2027, 1, 5))
    page = permit_page(window, permit_id)
    QApplication.processEvents()
    act(page, "start-work").trigger()
    dialog = open_dialog()
    told = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("The highway permit begins only on 1/5/2027 (§408(3))" in words for words in told)
    fill(dialog.frame.view, {"found": False})
    save(dialog)
    assert modal() is dialog, "settle what is missing first"
    fill(dialog.frame.view, {"found": True})
    save(dialog)
    assert permit_view(ws, permit_id=permit_id).has_started


@pytest.mark.parametrize("opened", ["lockport"], indirect=True)
def test_a14_a16_lockport_permit_ends_on_a_ground_and_is_never_transferred(
    window: MainWindow, opened: OpenOffice
) -> None:
    """A-14, A-16 Lockport: the ground is picked from the law; a transfer is answered with 150-6D."""
    ws = opened.ws
    permit_id = issued(ws)
    page = permit_page(window, permit_id)
    act(page, "transfer-permit").trigger()
    told = window.context.prompter.told  # type: ignore[attr-defined]
    assert "cannot be reassigned" in told[-1]
    assert "(§150-6D)" in told[-1]
    act(page, "end-permit").trigger()
    dialog = open_dialog()
    fill(
        dialog.frame.view,
        {
            "ground": "The applicant changes the quantity or character of the wastes from what the application says.",
            "evidence": "Sample 3 of 1/4/2027",
        },
    )
    save(dialog)
    view = permit_view(ws, permit_id=permit_id)
    assert (view.standing.state, view.standing.citation) == (PermitState.TERMINATED, "§150-6B(2)(a)")


@pytest.mark.parametrize("opened", ["lockport"], indirect=True)
def test_a15_lockport_renewal_opens_the_form_that_asks_what_has_varied(
    window: MainWindow, opened: OpenOffice
) -> None:
    """A-15 Lockport 150-6B(3): the renewal begins with the old answers and asks what has varied."""
    page = permit_page(window, issued(opened.ws))
    act(page, "renew-permit").trigger()
    QApplication.processEvents()  # the form finds its place
    form = window.current_screen
    assert isinstance(form, ApplicationFormPage)
    assert form.frame is not None
    view = form.frame.view
    assert view.typed().draft.renews == "PER-2027-0001"
    assert view.editor("what_varied").isVisibleTo(form)
    assert view.typed().draft.dwelling_units == 1


@pytest.mark.parametrize("opened", ["hague"], indirect=True)
def test_a12_hague_offers_no_renewal(window: MainWindow, opened: OpenOffice) -> None:
    """A-12 Hague 602B: there is no button to renew or extend; the page says why."""
    page = permit_page(window, issued(opened.ws))
    [renew] = [one for one in page.findChildren(QAction) if "renew-permit" in (one.objectName(), one.data())]
    assert not renew.isVisible()
    words = [label.text() for label in page.panel.findChildren(QLabel)]
    assert any("a new permit application is required" in one and "602B" in one for one in words)
    view = page.shown()
    assert view is not None
    assert view.start is not None
    assert view.start.answer is Answer.YES
