"""Single accounts' bills from the command line."""

from datetime import date
from pathlib import Path

import pytest

from sewerdesk.cli import main
from sewerdesk.clock import FixedClock
from sewerdesk.services.accounts import hold_account
from sewerdesk.services.offices import open_office
from sewerdesk.services.single_bills import final_bill
from tests.support.accounts import open_account
from tests.support.offices import OPENING_DAY, new_office
from tests.support.single_bills import FIRST, SECOND, THIRD, TODAY, D, bill_of, metered_account, post, sound

ANN = "00001042"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A closed office: Ann's Q2 was on hold, so that Q3 charged her 40,000 gal from 4600 on 03/31 to 5000 on 09/30."""
    office = new_office(tmp_path / "office")
    account, _ = metered_account(office.ws)
    open_account(office.ws, number="00001043", name="Other", print_key="12.13-2-16.1")
    post(office.ws, FIRST)
    hold_account(
        office.ws, account_id=account, reason="dispute", since=date(2026, 6, 1), until=date(2026, 9, 1)
    )
    post(office.ws, SECOND)
    post(office.ws, THIRD)
    office.close(back_up=False)
    monkeypatch.setattr("sewerdesk.clock.SystemClock", lambda: FixedClock(OPENING_DAY))
    return tmp_path / "office"


def test_bill_a_past_quarter_of_one_account_by_words(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """20,000 gal each: 62.50 + 15,000 x 5.50 / 1,000 + 15.00 = 160.00 twice, where Q3 alone was 270.00: 50.00 more."""
    asked = ["bill", str(folder), "--past-quarter", "2026-Q2", "--account", "1042"]
    assert main(asked) == 2
    assert "Add --post to bill Q2 2026 of account 00001042, dated 01/04/2027." in capsys.readouterr().err
    assert main([*asked, "--post", "--due-date", "2027-02-03"]) == 2
    assert "Say what was wrong" in capsys.readouterr().err
    assert main([*asked, "--post", "--due-date", "2027-02-03", "--reason", "The dispute is settled"]) == 0
    said = capsys.readouterr().out
    assert "Posted BIL-2027-0001: 04/01/2026 to 06/30/2026, 160.00, due 02/03/2027." in said
    assert "Posted BIL-2027-0002: 07/01/2026 to 09/30/2026, 160.00" in said
    assert "BIL-2026-0004 is void; a new bill took its place." in said
    assert "Account 00001042 owes 50.00 more than before." in said
    office = open_office(folder, clock=FixedClock(OPENING_DAY))
    try:
        for period in ("2026-Q2", "2026-Q3"):
            assert bill_of(office.ws, 1, period).usage == D(20000)
        sound(office.ws)
    finally:
        office.close(back_up=False)


def test_take_a_final_bill_back_by_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """110.00 for one unit; the account ended by mistake."""
    office = open_office(folder, clock=FixedClock(OPENING_DAY))
    made = final_bill(
        office.ws, account_id=2, through=date(2026, 12, 31), dates=TODAY, reason="House torn down"
    )
    office.close(back_up=False)
    asked = ["bill", str(folder), "--take-back", made.number]
    assert main(asked) == 2
    assert "Say why the run is rolled back" in capsys.readouterr().err
    assert main([*asked, "--reason", "It was the house next door"]) == 0
    assert f"{made.number} was taken back by RBK-2027-0001: 110.00." in capsys.readouterr().out
