"""Reports on the whole book and a statement, against bare SQL that reads the very same rows."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import date, timedelta
from functools import partial
from typing import Any

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.reports.model import Report as MoneyReport
from sewerdesk.services.report_files import report_pdf_file, report_workbook_file
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import account_statement, statement_preview
from sewerdesk.services.workspace import Workspace
from tests.bench.book import posted_runs, setup_of
from tests.bench.measure import Line, Report, Spread, alternate, at_most, repeat, timed, within

STATEMENTS = 50
_SUMS = "SELECT account_id, SUM(amount) FROM entry WHERE effective_on <= ? GROUP BY account_id"
_ENTRY = "account_id, id, effective_on, kind, amount, charge_code, bill_id, corrects_id"
_OWING = f"""
    SELECT {_ENTRY} FROM entry WHERE effective_on <= ? AND account_id IN (
        SELECT account_id FROM entry WHERE effective_on <= ? GROUP BY account_id HAVING SUM(amount) > 0
    ) ORDER BY account_id, effective_on, id
"""
_ALL = f"SELECT {_ENTRY} FROM entry WHERE effective_on <= ? ORDER BY account_id, effective_on, id"
_ACCOUNTS = """
    SELECT a.id, a.number, p.location_number, p.location_street, p.print_key, o.name, c.class_code
    FROM account a JOIN parcel p ON p.id = a.parcel_id
    JOIN parcel_role r ON r.parcel_id = p.id JOIN party o ON o.id = r.party_id
    JOIN account_class c ON c.account_id = a.id ORDER BY a.number
"""
_STATEMENT = """
    SELECT e.*, b.number, b.period, b.due_date, r.id, r.number, r.tender, r.check_number, m.number
    FROM entry e LEFT JOIN bill b ON b.id = e.bill_id LEFT JOIN receipt_line l ON l.id = e.receipt_line_id
    LEFT JOIN receipt r ON r.id = l.receipt_id LEFT JOIN money_act m ON m.id = e.act_id
    WHERE e.account_id = ? ORDER BY e.effective_on, e.id
"""


def measure_reports(report: Report, ws: Workspace, *, turns: int) -> None:
    """The aged list of three past days, a quarter's roll-forward, statements of ten years, and their papers."""
    quarters = [quarter for _, quarter in posted_runs(ws)]
    middle, last = quarters[len(quarters) // 2], quarters[0]
    with closing(sqlite3.connect(ws.folder / "office.db")) as bare:
        for words, day in _past_days(middle, last):
            _measure_aged(report, ws, bare, words, day, turns=turns)
        _measure_roll(report, ws, bare, last, turns=turns)
        _measure_statements(report, ws, bare, last)
    _measure_papers(report, ws, setup_of(last).bill_date + timedelta(days=10))


def _past_days(middle: Quarter, last: Quarter) -> Sequence[tuple[str, date]]:
    """Five years ago and last quarter, ten days after the bills when most is open, and when most is paid."""
    return (
        (f"aged list of {middle.code}, bills open", setup_of(middle).bill_date + timedelta(days=10)),
        (f"aged list of {last.code}, bills open", setup_of(last).bill_date + timedelta(days=10)),
        (f"aged list of {last.code}, bills paid", setup_of(last).due_date + timedelta(days=10)),
    )


def _measure_aged(
    report: Report, ws: Workspace, bare: sqlite3.Connection, words: str, day: date, *, turns: int
) -> None:
    request = ReportRequest("aged", day)
    found = alternate(
        turns,
        {"program": partial(run_report, ws, request=request), "bare": partial(_bare_aged, bare, day)},
    )
    made = run_report(ws, request=request)
    assert made.faults == ()
    note = f"; {made.count:,} accounts, agrees with the ledger"
    report.add(at_most(words, times=4, ours=found["program"], bare=found["bare"], note=note))


def _bare_aged(bare: sqlite3.Connection, day: date) -> int:
    on = day.isoformat()
    found = (
        bare.execute(_SUMS, (on,)).fetchall(),
        bare.execute(_OWING, (on, on)).fetchall(),
        bare.execute(_ACCOUNTS).fetchall(),
    )
    return sum(map(len, found))


def _measure_roll(
    report: Report, ws: Workspace, bare: sqlite3.Connection, quarter: Quarter, *, turns: int
) -> None:
    since = setup_of(quarter).bill_date
    through = since + timedelta(days=89)
    request = ReportRequest("roll-forward", through, since)
    found = alternate(
        turns,
        {
            "program": partial(run_report, ws, request=request),
            "bare": partial(_bare_roll, bare, since, through),
        },
    )
    assert run_report(ws, request=request).faults == ()
    report.add(
        at_most("roll-forward of a quarter by code", times=5, ours=found["program"], bare=found["bare"])
    )


def _bare_roll(bare: sqlite3.Connection, since: date, through: date) -> int:
    sums = [bare.execute(_SUMS, (day.isoformat(),)).fetchall() for day in (since, through)]
    return len(sums) + len(bare.execute(_ALL, (through.isoformat(),)).fetchall())


def _measure_statements(report: Report, ws: Workspace, bare: sqlite3.Connection, last: Quarter) -> None:
    """The statement of ten years of an account, in turn with the bare reading of its rows."""
    through = setup_of(last).due_date
    rows: list[Any] = bare.execute("SELECT id FROM account ORDER BY id").fetchall()
    ids = [account for (account,) in rows[:: max(1, len(rows) // STATEMENTS)]]
    whole: dict[str, Any] = {"since": date(2000, 1, 1), "through": through}
    ours, plain = [], []
    for account in ids:
        ours.append(timed(partial(account_statement, ws, account_id=account, **whole)))
        plain.append(timed(partial(_bare_statement, bare, account)))
    found, bare_found = Spread(tuple(ours)), Spread(tuple(plain))
    ratio = f"{found.median / bare_found.median:.1f} times the bare reading; {found} against {bare_found}"
    report.add(within("statement of ten years", found.median, limit=0.150, detail=ratio))
    paper = repeat(5, partial(statement_preview, ws, account_id=ids[0], **whole))
    report.add(Line("statement of ten years to PDF", f"{paper.median * 1000:,.0f} ms", detail=str(paper)))


def _bare_statement(bare: sqlite3.Connection, account: int) -> int:
    return len(bare.execute(_STATEMENT, (account,)).fetchall())


def _measure_papers(report: Report, ws: Workspace, day: date) -> None:
    made: MoneyReport = run_report(ws, request=ReportRequest("aged", day))
    for words, task in (
        ("aged list to PDF", partial(report_pdf_file, ws, report=made)),
        ("aged list to XLSX", partial(report_workbook_file, ws, report=made)),
    ):
        found = repeat(3, task)
        size = len(task().content) / 1e6
        detail = f"{made.count:,} lines, {size:.1f} MB; {found}"
        report.add(Line(words, f"{found.median * 1000:,.0f} ms", detail=detail))
