"""A bank's list of returned checks through the import pages: matched, named where not, returned with one key."""

from datetime import date
from pathlib import Path
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.receipts import CashCount
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.returned_checks import returned_checks
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.screens.imports.screen import ImportScreen
from tests.support.payments import MAIL_DAY, bill_three_accounts, check
from tests.ui.money_window import money_window
from tests.ui.office_window import office_context
from tests.ui.test_import_wizard import choose


@pytest.fixture
def context(ws: Workspace, tmp_path: Path) -> UiContext:
    """Check 501 of 182.00 went to the bank on January 4; it is the 11th now."""
    bill_three_accounts(ws)
    [receipt] = enter_receipt(ws, draft=check({"00001042": "182.00"}, number="501")).receipts
    make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    ws.clock = FixedClock(date(2027, 1, 11))
    return office_context(ws, tmp_path)


def test_return_a_banks_list_by_keyboard(
    qtbot: QtBot, context: UiContext, ws: Workspace, tmp_path: Path
) -> None:
    window = money_window(context, start="imports")
    qtbot.addWidget(window)
    page = cast("ImportScreen", window.current_screen)
    path = tmp_path / "returned.csv"
    rows = "501,182.00,01/11/2027,NSF\n777,5.00,01/11/2027,NSF\n"
    path.write_text(f"Check No,Amount,Date Returned,Reason\n{rows}", encoding="utf-8")
    choose(context, page, path)
    page.wizard.go_on()
    assert page.state.kind is ImportKind.RETURNS
    page.wizard.go_on()
    assert page.wizard.next_button.text() == "Import 1 returned check"
    [reject] = page.check_step.rejects.model.all_rows
    assert reject.reason.startswith("No receipt that stands was paid by check 777 for 5.00.")
    said = page.check_step.banners.sentences().values()
    assert "Matched: 1; ambiguous: 0; not found: 1; came back before: 0; refused: 0." in said
    page.wizard.go_on()
    assert [row.receipt for row in returned_checks(ws)] == ["REC-2027-0001"]
    assert "1 returned check imported from returned.csv" in page.file_step.banners.sentences()["done"]
    window.close()
