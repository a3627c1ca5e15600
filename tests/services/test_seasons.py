"""Off-season averages are worked out, reviewed and billed by; other services' lists are entered whole or not at all."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from sewerdesk.data.models.account import AccountRole
from sewerdesk.data.models.meter import MeterReading
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.pretreatment.surcharge import Step, Worksheet
from sewerdesk.domain.rates import FromWorksheet, Metered, SeasonKind, SeasonRule, Tier
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.seasons import set_by_hand
from sewerdesk.services.account_charges import bases_of
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.other_bills import import_other_bills, other_bills
from sewerdesk.services.rates import adopt_rates, save_rate_class
from sewerdesk.services.seasons import keep_averages, keep_surcharge, season_worksheet
from sewerdesk.services.single_bills import BillDates, off_cycle_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import LONG_AGO, adopt_sample_rates, install_meter, open_account

D = Decimal
WINTER = RunSetup(Quarter(2026, 1), date(2026, 4, 1), date(2026, 5, 1), date(2026, 4, 10))
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))


@pytest.fixture
def account_id(ws: Workspace) -> int:
    """A metered account capped in spring: 20,000 gal in winter, 24,000 in spring."""
    adopt_sample_rates(ws)
    save_rate_class(ws, code="S", title="Metered, capped in summer")
    season = SeasonRule(SeasonKind.CAP, (4, 7))
    capped = Metered(D(0), D(5000), (Tier(D(5000), None, D("5.50")),), season=season)
    adopt_rates(ws, drafts=[RateDraft("S", "USE", LONG_AGO, "Resolution 1", capped)])
    key = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="S")
    dial = {date(2025, 12, 30): "004675", date(2026, 3, 30): "004875", date(2026, 6, 29): "005115"}
    install_meter(ws, account_id=key, serial="00047110", readings=dial)
    return key


def test_review_the_worksheet_and_bill_by_it(ws: Workspace, account_id: int) -> None:
    post_run(ws, setup=WINTER, expected=preview_run(ws, setup=WINTER))
    assert "review the season's worksheet first" in preview_run(ws, setup=SPRING).blocking[0].sentence
    [row] = season_worksheet(ws, quarters=[Quarter(2025, 4), Quarter(2026, 1)], on=date(2026, 4, 1))
    assert (row.account, row.average) == ("00001042", D(20000))
    assert row.note == "Not billed by meter in 2025-Q4; new meter since 12/30/2025"
    with pytest.raises(FieldErrors, match="what it rests on"):
        keep_averages(ws, rows=[row], since=date(2026, 4, 1), until=date(2026, 10, 1), source=" ")
    assert keep_averages(
        ws, rows=[row], since=date(2026, 4, 1), until=date(2026, 10, 1), source="Worksheet of 2026"
    )
    [line] = preview_run(ws, setup=SPRING).bills[0].lines
    assert line.amount == D("82.50")  # 15,000 gal over the allowance x 5.50
    assert "no more than the off-season average of 20,000 gal (Worksheet of 2026)" in explain(line)


def test_add_two_bills_of_one_off_season_quarter(ws: Workspace, account_id: int) -> None:
    """A bill through February 15 (10,000 gal) and one for the rest (10,000): the quarter's use is 20,000, not half."""
    with ws.write() as session:
        session.add(
            MeterReading(meter_id=1, read_on=date(2026, 2, 15), value=D(4775), source="test", code="actual")
        )
    dates = BillDates(date(2026, 4, 1), date(2026, 5, 1))
    off_cycle_bill(ws, account_id=account_id, through=date(2026, 2, 15), dates=dates)
    post_run(ws, setup=WINTER, expected=preview_run(ws, setup=WINTER))
    [row] = season_worksheet(ws, quarters=[Quarter(2026, 1)], on=date(2026, 4, 1))
    assert row.average == D(20000)


def test_tell_of_a_new_owner_and_a_new_meter_in_the_worksheet(ws: Workspace, account_id: int) -> None:
    with ws.write() as session:
        seller = session.scalars(select(AccountRole)).one()
        seller.valid_to = date(2026, 2, 15)
        buyer = AccountRole(
            account_id=account_id, party_id=seller.party_id, role="bill_to", valid_from=date(2026, 2, 15)
        )
        session.add(buyer)
    install_meter(ws, account_id=account_id, serial="77-0001", readings={date(2026, 3, 1): "0"})
    [row] = season_worksheet(ws, quarters=[Quarter(2026, 1)], on=date(2026, 4, 1))
    assert row.note == (
        "Not billed by meter in 2026-Q1; new owner since 02/15/2026; new meter since 03/01/2026"
    )


def test_set_an_average_by_hand_with_the_reason(ws: Workspace, account_id: int) -> None:
    post_run(ws, setup=WINTER, expected=preview_run(ws, setup=WINTER))
    [row] = season_worksheet(ws, quarters=[Quarter(2026, 1)], on=date(2026, 4, 1))
    row = set_by_hand(row, D(12000), "a leak was found in January")
    keep_averages(ws, rows=[row], since=date(2026, 4, 1), until=date(2026, 10, 1), source="Worksheet of 2026")
    [span] = bases_of(ws, account_id=account_id)
    assert span.quantity == D(12000)
    assert row.steps[-1] == "Set by hand: a leak was found in January"


def test_keep_no_average_of_a_sheet_with_one_that_cannot_be(ws: Workspace, account_id: int) -> None:
    """Two accounts; the second one's average is typed as -5 gal: neither is kept, and the account is named."""
    other = open_account(ws, number="00001043", name="Bo Dee", print_key="12.13-2-16.1", class_code="S")
    install_meter(
        ws, account_id=other, serial="77-0002", readings={date(2025, 12, 31): "100", date(2026, 3, 31): "200"}
    )
    post_run(ws, setup=WINTER, expected=preview_run(ws, setup=WINTER))
    first, second = season_worksheet(ws, quarters=[Quarter(2026, 1)], on=date(2026, 4, 1))
    rows = [first, set_by_hand(second, D(-5), "a slip")]
    with pytest.raises(UserError, match=r"Account 00001043: Enter zero or more\."):
        keep_averages(ws, rows=rows, since=date(2026, 4, 1), until=date(2026, 10, 1), source="Board")
    assert bases_of(ws, account_id=account_id) == bases_of(ws, account_id=other) == ()


def test_refuse_a_worksheet_that_no_rate_asks_for(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    with pytest.raises(UserError, match="No rate bills by the off-season use"):
        season_worksheet(ws, quarters=[Quarter(2026, 1)], on=date(2026, 4, 1))
    with pytest.raises(UserError, match="Name the off-season quarters"):
        season_worksheet(ws, quarters=[], on=date(2026, 4, 1))


def test_bill_a_surcharge_from_its_worksheet(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    save_rate_class(ws, code="I", title="Industrial")
    adopt_rates(ws, drafts=[RateDraft("I", "OM", LONG_AGO, "Resolution 1", FromWorksheet())])
    key = open_account(ws, number="00001042", name="Creamery", print_key="12.13-2-15.1", class_code="I")
    step = Step(
        "total", "UC(an), abnormal sewage", "$9,000.00 + $3,345.68", D("12345.68"), "dollars a year", ""
    )
    sheet = Worksheet("Creamery", date(2026, 1, 5), D(5000), (), D("12345.68"), D("17345.68"), (step,), ())
    keep_surcharge(ws, account_id=key, worksheet=sheet, since=date(2026, 1, 1))
    [line] = preview_run(ws, setup=SPRING).bills[0].lines
    assert line.amount == D("3086.42")
    assert (
        "12,345.68 a year by the worksheet (Creamery, 12,345.68 a year by the worksheet of 01/05/2026)"
        in explain(line)
    )


def write(folder: Path, text: str) -> Path:
    path = folder / "water.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_import_a_list_of_water_bills_and_convert_its_volumes(
    ws: Workspace, account_id: int, tmp_path: Path
) -> None:
    path = write(tmp_path, "Account,Bill date,Amount,Usage,Unit\n00001042,04/03/2026,52.40,32,CCF\n")
    words = {"service": "water", "period": "2026-Q2", "source": "Water office"}
    assert import_other_bills(ws, path=path, **words) == 1
    [row] = other_bills(ws)
    assert (row.account, row.amount, row.use, row.unit) == ("00001042", D("52.40"), D(3200), "cu ft")
    assert row.source == "Water office, water.csv"
    assert import_other_bills(ws, path=path, **words) == 1
    assert len(other_bills(ws)) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Account,Bill date,Amount\n9999,04/03/2026,52.40\n", "row 2, Account: There is no such account"),
        ("Account,Bill date,Amount\n00001042,04/03/2026,-1\n", "zero or more"),
        ("Account,Bill date,Amount\n00001042,04/03/2026,1.005\n", "fraction of a cent"),
        ("Account,Bill date\n00001042,04/03/2026\n", "no column for amount"),
        ("Account,Bill date,Amount\n00001042,04/03/2026,1\n00001042,04/03/2026,2\n", "is in row 2"),
    ],
)
def test_enter_nothing_of_a_list_with_a_fault(
    ws: Workspace, account_id: int, tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(UserError, match=words):
        import_other_bills(
            ws, path=write(tmp_path, text), service="water", period="2026-Q2", source="Water office"
        )
    assert other_bills(ws) == ()
