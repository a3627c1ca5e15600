"""The books are safe: facts of money stay as they were written, and what else changes says who, when and why."""

import sqlite3
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.cli import main
from sewerdesk.data.audit import Audit
from sewerdesk.data.base import is_append_only
from sewerdesk.data.models import Base
from sewerdesk.domain.accountchanges import UnitsDraft
from sewerdesk.domain.rates import PerUnit
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.registers import MailingAddress
from sewerdesk.services.account_changes import set_units
from sewerdesk.services.accounts import account_view
from sewerdesk.services.parties import change_address
from sewerdesk.services.rates import adopt_rates
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY, new_office
from tests.support.payments import bill_three_accounts, check

MONEY = {"entry", "bill_line", "receipt", "receipt_line", "money_act", "receipt_void", "penalty_charge"}


def test_r1_no_fact_of_money_is_changed_or_deleted_even_by_sql(ws: Workspace) -> None:
    bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001042": "100.00"}))
    kept = {name for name, table in Base.metadata.tables.items() if is_append_only(table)}
    assert kept >= MONEY
    for statement in (
        "UPDATE entry SET amount = 1",
        "DELETE FROM entry",
        "UPDATE bill_line SET amount = 1",
        "DELETE FROM receipt",
        "DELETE FROM receipt_line",
    ):
        with pytest.raises(IntegrityError, match="never changed or deleted"), ws.write() as session:
            session.execute(text(statement))


def test_r2_units_rates_and_addresses_leave_who_when_and_why(ws: Workspace) -> None:
    account = account_view(ws, account_id=bill_three_accounts(ws)["00001043"])
    since = OPENING_DAY
    set_units(
        ws,
        account_id=account.row.id,
        draft=UnitsDraft(units=Decimal("3.00"), since=since, basis="Third flat", authority="Sample Res. 7"),
    )
    formula = PerUnit(Decimal("99.00"))
    adopt_rates(ws, drafts=[RateDraft("R", "OM", date(2027, 4, 1), "Sample Res. 8", formula)])
    address = MailingAddress(street="9 Oak St", city="Hague", state="NY", zip_code="12836")
    [bill_to] = account.bill_to
    change_address(ws, party_id=bill_to.party.id, address=address, since=since)
    with ws.read() as session:
        rows = session.scalars(select(Audit).where(Audit.at == ws.clock.now())).all()
        said = {(row.kind, row.action): str(row.changes) for row in rows}
        actors = {row.actor for row in rows}
    assert "3.00" in said["account_units", "added"]
    assert "valid_to" in said["account_units", "changed"]
    assert "Sample Res. 8" in said["rate_version", "added"]
    assert "9 Oak St" in said["party_address", "added"]
    assert actors == {"MB"}


def test_r5_no_period_is_closed_on_books_that_do_not_agree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office = new_office(tmp_path / "office")
    bill_three_accounts(office.ws)
    office.close(back_up=False)
    with closing(sqlite3.connect(tmp_path / "office" / "office.db")) as database:
        [(guard,)] = database.execute("SELECT sql FROM sqlite_master WHERE name = 'entry_no_update'")
        database.execute("DROP TRIGGER entry_no_update")
        database.execute("UPDATE entry SET amount = amount + 100 WHERE id = 1")
        database.execute(guard)
        database.commit()
    answers = ("--answer", "unbilled=Next week", "--answer", "outputs=Next week")
    words = ["close", str(tmp_path / "office"), "--through", "2026-06-30", "--post", *answers]
    assert main(words) == 2
    assert "Nothing was closed; the books do not agree: The bill BIL-" in capsys.readouterr().err
