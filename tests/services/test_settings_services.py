"""Holidays, copies of backups, envelopes, and the help in the municipality's words."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.domain.errors import EnvironmentProblem, FieldErrors, UserError
from sewerdesk.domain.ledger import apply_entries
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.paths import resource
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.backup_copies import backup_rows, copy_backup
from sewerdesk.services.deposits import deposit_view, make_deposit
from sewerdesk.services.help_words import fill_help, fill_words
from sewerdesk.services.holidays import (
    calendar_of,
    holiday_citation,
    holidays,
    remove_holiday,
    save_holiday,
)
from sewerdesk.services.law import pack_choices, read_pack
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.offices import back_up
from sewerdesk.services.papers import paper_file
from sewerdesk.services.printing import alignment_sheet, envelope_choices, usual_envelope
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.sample import make_sample_office
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.accounts import adopt_sample_rates
from tests.support.payments import MAIL_DAY, NO_CASH, bill_three_accounts, check

FOUNDERS = date(2027, 3, 16)


def test_count_by_the_office_own_table_of_holidays(ws: Workspace) -> None:
    assert calendar_of(ws).is_business_day(FOUNDERS)
    save_holiday(ws, day=FOUNDERS, name="Founders Day")
    assert not calendar_of(ws).is_business_day(FOUNDERS)
    save_holiday(ws, day=FOUNDERS, name="Founders’ Day")
    assert [row.name for row in holidays(ws, year=2027) if row.day == FOUNDERS] == ["Founders’ Day"]
    remove_holiday(ws, day=FOUNDERS)
    assert calendar_of(ws).is_business_day(FOUNDERS)


def test_refuse_a_holiday_without_a_name_and_removing_none(ws: Workspace) -> None:
    with pytest.raises(UserError, match="Enter what is kept on 03/16/2027"):
        save_holiday(ws, day=FOUNDERS, name=" ")
    with pytest.raises(UserError, match="03/16/2027 is not in the table of holidays"):
        remove_holiday(ws, day=FOUNDERS)


def test_name_the_law_behind_the_holidays() -> None:
    assert "24" in holiday_citation()


def test_list_backups_with_why_in_words(ws: Workspace) -> None:
    made = back_up(ws, label="before-import")
    [row] = backup_rows(ws)
    assert (row.path, row.why, row.size) == (made.path, "Before an import", made.path.stat().st_size)


def test_copy_a_backup_to_another_folder(ws: Workspace, tmp_path: Path) -> None:
    backup = back_up(ws, label="asked").path
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = copy_backup(ws, backup=backup, folder=stick)
    assert copy.read_bytes() == backup.read_bytes()
    assert [path.name for path in stick.iterdir()] == [backup.name], "no half-written file is left"


def test_refuse_a_copy_inside_the_office(ws: Workspace) -> None:
    backup = back_up(ws, label="asked").path
    with pytest.raises(UserError, match="inside the office's own folder"):
        copy_backup(ws, backup=backup, folder=ws.folder / "backups")


def test_say_that_a_folder_cannot_be_written(ws: Workspace, tmp_path: Path) -> None:
    backup = back_up(ws, label="asked").path
    with pytest.raises(EnvironmentProblem, match=r"was not copied to .*gone.*Choose another folder"):
        copy_backup(ws, backup=backup, folder=tmp_path / "gone")


def test_draw_the_alignment_sheet_of_every_envelope(ws: Workspace) -> None:
    keys = [one.key for one in envelope_choices()]
    assert usual_envelope() in keys
    for key in keys:
        assert alignment_sheet(ws, envelope_key=key).startswith(b"%PDF-")
    with pytest.raises(UserError, match="There is no envelope"):
        alignment_sheet(ws, envelope_key="W99")


@pytest.mark.parametrize("code", [choice.code for choice in pack_choices()])
def test_fill_every_help_page_with_the_words_of_every_law(code: str) -> None:
    law = read_pack(code)
    for path in sorted(resource("help").glob("*.md")):
        filled = fill_words(law, path.read_text(encoding="utf-8"))
        assert "{" not in filled, f"{path.name} under {code}"
        assert filled.startswith("## "), path.name


def test_say_help_in_the_words_of_the_office(ws: Workspace) -> None:
    page = fill_help(
        ws, "{Term.lateral|Lateral} of the {municipality}, by the {officer.clerk}; {term.xyz|other}"
    )
    assert page == "Building lateral of the Town of Hague, by the Town Clerk; other"


def test_pay_charges_of_one_day_in_the_adopted_order(ws: Workspace) -> None:
    account = bill_three_accounts(ws)["00001042"]
    enter_receipt(ws, draft=check({"00001042": "70.00"}))
    # billed on one day: operation 62.50, usage 104.50, debt 15.00
    assert _left(ws, account) == {"OM": "0.00", "USE": "97.00", "DEBT": "15.00"}
    save_billing_settings(ws, settings=replace(billing_settings(ws), code_order=("DEBT",)))
    assert billing_settings(ws).code_order == ("DEBT",)
    # 15.00 on the debt, then the others as they are listed: 55.00 on operation
    assert _left(ws, account) == {"OM": "7.50", "USE": "104.50", "DEBT": "0.00"}


def test_split_a_deposit_by_the_adopted_order(ws: Workspace) -> None:
    bill_three_accounts(ws)
    save_billing_settings(ws, settings=replace(billing_settings(ws), code_order=("DEBT", "USE")))
    enter_receipt(ws, draft=check({"00001042": "70.00"}))
    made = make_deposit(ws, draft=DepositDraft((1,), NO_CASH, MAIL_DAY))
    paper_id = deposit_view(ws, deposit_id=made.id).paper_id
    assert paper_id is not None
    slip = paper_file(ws, paper_id=paper_id).content
    words = " ".join(pages_text(slip))
    assert "SS-2120D" in words
    assert "SS-2122" in words
    assert "SS-2120 " not in words, "nothing is left for operation"


@pytest.mark.parametrize(
    ("codes", "sentence"),
    [
        (("OM", "OM"), "The order names OM twice; enter each charge code once."),
        (("OM", "WATER"), "WATER is no charge code of this office. Its codes are OM, USE and DEBT."),
    ],
)
def test_refuse_an_order_that_cannot_be(ws: Workspace, codes: tuple[str, ...], sentence: str) -> None:
    adopt_sample_rates(ws)
    with pytest.raises(FieldErrors) as refused:
        save_billing_settings(ws, settings=replace(billing_settings(ws), code_order=codes))
    assert refused.value.errors == {"code_order": sentence}
    assert billing_settings(ws).code_order == ()


def test_take_the_order_of_the_sample(tmp_path: Path) -> None:
    office = make_sample_office(tmp_path / "sample", clock=FixedClock(date(2027, 1, 4)))
    try:
        assert billing_settings(office.ws).code_order == ("OM", "USE", "DS")
    finally:
        office.close(back_up=False)


def _left(ws: Workspace, account_id: int) -> dict[str, str]:
    """What is left to pay of each charge code."""
    with ws.read() as session:
        facts = ledger_facts(session, [account_id])[account_id]
        applied = apply_entries(
            [fact.entry for fact in facts], as_of=ws.clock.today(), policy=_payment_policy(session)
        )
    return {item.entry.charge_code: f"{item.open_amount:.2f}" for item in applied.items}
