"""Contractors at the counter, by keyboard: register, file a bond and insurance, ask for another day."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.contractors import contractor_view, list_contractors
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.widgets.citation import CitationLink
from tests.support.counter import (
    NAME,
    good_contractor,
)
from tests.ui.counter_window import CTRL, attended_counter, contractors, fill, keys, modal, open_dialog, save

DAY = date(2027, 1, 4)


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    """The window on an empty Hague office."""
    yield from attended_counter(qtbot, ws, tmp_path)


def test_register_a_contractor_and_file_its_bond(window: MainWindow, ws: Workspace) -> None:
    keys(window, Qt.Key.Key_6, CTRL)
    keys(window, Qt.Key.Key_N, CTRL)
    dialog = open_dialog()
    fill(
        dialog.frame.view,
        {"name": "Łukasiewicz & Peña <Pipes>", "phone": "5185550177", "city": "Hague", "zip_code": "12836"},
    )
    save(dialog)
    [row] = list_contractors(ws)
    assert (row.name, row.answer) == ("Łukasiewicz & Peña <Pipes>", Answer.NO)

    keys(window, Qt.Key.Key_B, CTRL)
    dialog = open_dialog()
    fill(
        dialog.frame.view,
        {
            "surety": "Lake Champlain Surety Co.",
            "number": "B-001001",
            "amount": "5,000.00",
            "effective": DAY,
            "is_continuous": True,
            "clauses": "y",
            "original": True,
        },
    )
    save(dialog)
    assert modal() is None
    view = contractor_view(ws, contractor_id=row.id)
    [bond] = view.facts.bonds
    assert (bond.amount, bond.number, bond.term.continuous) == (Decimal("5000.00"), "B-001001", True)
    page = contractors(window)
    assert page.pane.covers.model.rowCount() == 1
    card = page.pane.card
    assert card is not None
    words = [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card)]
    assert "Highway work bond: $5,000, filed with the Town Clerk" in words
    assert "§408(1)" in [link.text() for link in card.findChildren(CitationLink) if link.isVisibleTo(card)]


def test_register_says_what_is_missing_beside_the_field(window: MainWindow) -> None:
    keys(window, Qt.Key.Key_6, CTRL)
    keys(window, Qt.Key.Key_N, CTRL)
    dialog = open_dialog()
    save(dialog)
    assert dialog.frame.view.errors() == {"name": "Enter the legal name."}
    keys(dialog, Qt.Key.Key_Escape)


def test_card_answers_for_another_day(window: MainWindow, ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    window.context.navigator.open(Route("contractors", contractor_id, "standing"))
    page = contractors(window)
    shown = page.shown()
    assert shown is not None
    assert shown.standing.answer is Answer.YES
    page.pane.day_editor.set_value(date(2028, 1, 1))
    page.pane.day_editor.changed.emit()
    shown = page.shown()
    assert shown is not None
    assert (shown.standing.answer, shown.standing.judged_on) == (Answer.NO, date(2028, 1, 1))


def test_file_insurance_asks_for_the_limits_of_its_coverage_alone(window: MainWindow, ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    window.context.navigator.open(Route("contractors", contractor_id))
    keys(window, Qt.Key.Key_I, CTRL)
    dialog = open_dialog()
    view = dialog.frame.view
    fill(view, {"kind": "Automobile liability: bodily injury"})
    shown = [name for name in (f"limit_{n}" for n in range(7)) if not view.editor(name).isHidden()]
    assert len(shown) == 2
    fill(
        view,
        {
            "number": "AUTO-2",
            "effective": date(2027, 2, 1),
            "expires": date(2028, 1, 31),
            shown[0]: "300000",
            shown[1]: "500000",
        },
    )
    save(dialog)
    newest = contractor_view(ws, contractor_id=contractor_id).facts.policies[-1]
    assert (newest.number, newest.insured, newest.carrier) == (
        "AUTO-2",
        NAME,
        "Northern Mutual Insurance Co.",
    )
    assert dict(newest.limits) == {
        "insurance.auto_bi.person": Decimal("300000.00"),
        "insurance.auto_bi.each": Decimal("500000.00"),
    }
