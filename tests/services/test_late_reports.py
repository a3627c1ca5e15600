"""The lists of late payment as reports: count, sum, scope and stamp, the same on paper and in a workbook."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

from openpyxl import load_workbook
from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.late_reports import proof_report, rehearsal_report, relevy_report, waivers_report
from sewerdesk.services.money_acts import _post_act, money_acts, undo_act
from sewerdesk.services.penalties import rehearse_penalties, waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.penalty_waivers import waive_part
from sewerdesk.services.relevy import begin_season, relevy_list
from sewerdesk.services.report_files import report_pdf_file, report_workbook_file
from sewerdesk.services.workspace import Workspace
from tests.support.penalties import QUARTER, charge_all, late_office
from tests.support.relevy import AFTER, CUT_OFF, SETTINGS, begin, certify, owing_accounts

D = Decimal


def printed(ws: Workspace, report: Report) -> str:
    pages = PdfReader(BytesIO(report_pdf_file(ws, report=report).content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_report_the_rehearsal_the_proof_the_waivers_and_the_list(ws: Workspace) -> None:
    late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    seen = rehearsal_report(ws, rehearsal=rehearse_penalties(ws, period=QUARTER))
    assert seen.totals_words == "3 lines · Amount 51.20"
    assert seen.scope == "Bills of 2026-Q4, judged on the last day in time of each, through 2/2/2027"
    said = printed(ws, seen)
    assert "Penalty of 10 % of 182.00 unpaid on 2/1/2027 = 18.20." in said
    assert "Run " in said
    charge_all(ws)
    proof = proof_report(ws, proof=penalty_proof(ws, period=QUARTER))
    assert (proof.faults, proof.totals_words) == ((), "3 accounts · Due 51.20 · Charged 51.20")
    first = penalty_charges(ws)[0]
    waive_penalties(ws, charge_ids=[first.id], reason="Hospital", authority="Res. 14 of 2027")
    waived = waivers_report(ws, since=date(2027, 1, 1))
    assert [(row.cells[0], row.cells[4], row.cells[5]) for row in waived.rows] == [
        ("00001042", D("18.20"), "ADJ-2027-0001")
    ]
    ws.clock = FixedClock(AFTER)
    season = begin_season(
        ws, tax_year=2028, cut_off=CUT_OFF, certify_by=AFTER, authority="LL 2", settings=SeasonSettings()
    )
    listed = relevy_report(ws, found=relevy_list(ws, season_id=season.id))
    assert listed.totals_words == "3 rows · Rents 512.00 · Penalty, interest 33.00 · Total 545.00"
    sheet = load_workbook(BytesIO(report_workbook_file(ws, report=listed).content)).worksheets[0]
    assert "523400 12.13-2-15.1" in [cell.value for row in sheet.iter_rows() for cell in row]
    assert "2028 tax roll, computed to 10/31/2027, open" in printed(ws, listed)


def test_report_parts_that_were_waived_and_the_rest(ws: Workspace) -> None:
    """Of 18.20 are waived 5.00, 3.20 and in the end the 10.00 left; of 22.00 only 2.00: 20.20 in all."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    [first] = penalty_charges(ws, account_id=accounts["00001042"])
    [second] = penalty_charges(ws, account_id=accounts["00001043"])
    for charge, amount in ((first, "5.00"), (second, "2.00"), (first, "3.20"), (first, "10.00")):
        waive_part(ws, charge_id=charge.id, amount=D(amount), reason="Hospital", authority="Res. 14 of 2027")
    report = waivers_report(ws, since=date(2027, 1, 1))
    assert [(row.cells[0], row.cells[4], row.cells[5]) for row in report.rows] == [
        ("00001042", D("5.00"), "ADJ-2027-0001"),
        ("00001042", D("3.20"), "ADJ-2027-0003"),
        ("00001042", D("10.00"), "ADJ-2027-0004"),
        ("00001043", D("2.00"), "ADJ-2027-0002"),
    ]
    assert report.totals_words == "4 waivers · Waived 20.20"
    undo_act(ws, act_id=money_acts(ws)[-3].id, reason="Rescinded", authority="Res. 20")  # the 2.00
    assert waivers_report(ws, since=date(2027, 1, 1)).totals_words == "3 waivers · Waived 18.20"
    assert waivers_report(ws, since=date(2027, 2, 3)).rows == ()


def test_tie_the_list_for_the_tax_roll_to_all_that_is_owed(ws: Workspace) -> None:
    """182.00, 220.00 and 110.00 with 10 % are 200.20, 242.00 and 121.00; 17.50 came on the first after the cut-off.

    Below the minimum of 150.00 the third is left out: 442.20 on the list, 17.50 + 121.00 stay, 580.70 is owed.
    """
    accounts = owing_accounts(ws)
    with ws.write() as session:
        later = ActEntry(accounts["00001042"], EntryKind.ADJUSTMENT, D("17.50"), "OM")
        _post_act(session, ActKind.ADJUSTMENT, on=AFTER, reason="Late reading", entries=[later], facts={})
    season = begin(ws, replace(SETTINGS, minimum=D("150.00")))
    found = relevy_list(ws, season_id=season.id)
    listed = relevy_report(ws, found=found)
    stays = [column.key for column in listed.body.columns].index("stays")
    assert [(row.cells[2], row.cells[stays]) for row in listed.rows] == [
        ("00001042", D("17.50")), ("00001043", D("0.00")), ("00001044", D("121.00")),
    ]  # fmt: skip
    [proof] = listed.body.proofs
    assert (proof.here, proof.there, proof.agrees) == (D("580.70"), D("580.70"), True)
    said = printed(ws, listed)
    assert "121.00 It owes less than 150.00 by the cut-off." in said
    assert "what stays here 580.70, owed by all accounts in debit 580.70: they agree." in said
    certify(ws, season)
    assert relevy_report(ws, found=relevy_list(ws, season_id=season.id)).body.proofs == ()
