"""Penalties and the tax roll from the command line."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.cli import main
from sewerdesk.clock import FixedClock
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.services.offices import open_office
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.relevy import begin_season, seasons
from tests.support.offices import HAGUE, new_office
from tests.support.penalties import late_office


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A closed office with three late accounts and a season, on November 1, 2027."""
    office = new_office(tmp_path / "office")
    late_office(office.ws)
    save_charge_code(office.ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    begin_season(
        office.ws, tax_year=2028, cut_off=date(2027, 10, 31), certify_by=date(2027, 11, 1), authority="LL 2 §9",
        settings=SeasonSettings(fee=Decimal("25.00"), fee_code="FEE"),
    )  # fmt: skip
    office.close(back_up=False)
    monkeypatch.setattr("sewerdesk.clock.SystemClock", lambda: FixedClock(date(2027, 11, 1)))
    return tmp_path / "office"


def test_walk_from_the_rehearsal_to_the_papers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalties", str(folder), "--period", "2026-Q4"]) == 0
    said = capsys.readouterr().out
    assert "00001042       18.20  John Q Smith: Penalty of 10 % of 182.00 unpaid on 2/1/2027 = 18.20." in said
    assert "3 lines on 3 accounts, 51.20; 0 bills spared." in said
    assert main(["penalties", str(folder), "--proof"]) == 1
    assert "Due 51.20 - charged 0.00 - waived 0.00 = 51.20; 3 accounts differ." in capsys.readouterr().out
    assert main(["penalties", str(folder), "--post"]) == 0
    assert "Posted as PEN-2027-0001." in capsys.readouterr().out
    assert main(["penalties", str(folder), "--proof"]) == 0
    papers = folder.parent / "papers"
    assert (
        main(
            [
                "relevy",
                str(folder),
                "--year",
                "2028",
                "--freeze",
                "--certify",
                "Res. 88",
                "--out",
                str(papers),
            ]
        )
        == 0
    )
    assert "Certified as RLV-2027-0001: 3 parcels, 638.20." in capsys.readouterr().out
    assert len(list(papers.iterdir())) == 4
    assert main(["check", str(folder)]) == 0


def test_refuse_a_year_without_a_season(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relevy", str(folder), "--year", "2031"]) == 2
    assert "No season was begun for the 2031 tax roll" in capsys.readouterr().err


def test_change_a_season_that_is_begun_and_say_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """182.00 and 220.00 with a fee of 30.00 each are 462.00; 110.00 is below 150.00. Frozen, it is refused."""
    year = ["relevy", str(folder), "--year", "2028"]
    assert main([*year, "--fee", "30", "--minimum", "150"]) == 0
    said = capsys.readouterr().out
    assert "The season of the 2028 tax roll is changed as given." in said
    assert "The list is open: 2 parcels, 462.00." in said
    assert main([*year, "--fee", "30", "--freeze", "--accept"]) == 0  # the same again changes nothing
    assert "is changed" not in capsys.readouterr().out
    assert main([*year, "--cut-off", "2027-09-30"]) == 2
    assert "is frozen. Open it again before anything of it is changed." in capsys.readouterr().err
    again = open_office(folder, clock=FixedClock(date(2027, 11, 1)))
    [(season, _)] = seasons(again.ws)
    again.close(back_up=False)
    assert (season.cut_off, season.settings.fee, season.settings.fee_code) == (
        date(2027, 10, 31), Decimal("30.00"), "FEE",
    )  # fmt: skip


def test_begin_where_the_law_adds_a_percentage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The village's law proposes 5 % on top; the percentage needs a charge code, and the Board may leave it out."""
    monkeypatch.setattr("sewerdesk.clock.SystemClock", lambda: FixedClock(date(2027, 2, 1)))
    days = ("--cut-off", "2027-03-31", "--certify-by", "2027-04-01", "--authority", "Village Law")
    for name, added, code, stored in (
        ("named", ("--added-code", "ADD"), 0, (Decimal(5), "ADD")),
        ("none", ("--added-percent", "0"), 0, (Decimal(0), "")),
        ("silent", (), 2, None),
    ):
        office = new_office(tmp_path / name, setup=replace(HAGUE, law_code="altamont"))
        save_charge_code(office.ws, code=ChargeCode("ADD", "Added on the roll", "SS", "2129", 10))
        office.close(back_up=False)
        assert main(["relevy", str(tmp_path / name), "--year", "2027", "--begin", *days, *added]) == code
        assert ("Choose the charge code of what is added" in capsys.readouterr().err) is (stored is None)
        again = open_office(tmp_path / name, clock=FixedClock(date(2027, 2, 1)))
        found = [(one.settings.added_percent, one.settings.added_code) for one, _ in seasons(again.ws)]
        again.close(back_up=False)
        assert found == ([] if stored is None else [stored])
