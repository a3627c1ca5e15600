"""The rehearsal of a quarter's penalties where nobody has paid, against the bare reading of the same rows.

The worst day of the year: every account is late, and each is judged from the entries of ten years.
"""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

from sewerdesk.domain.penalties import PenaltyPolicy
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.closing import close_checklist
from sewerdesk.services.penalties import post_penalties, rehearse_penalties
from sewerdesk.services.penalty_policies import adopt_penalty_policy, penalty_policies
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.workspace import Workspace
from tests.bench.book import go_to, posted_runs, quarters_ahead, setup_of
from tests.bench.measure import Line, Report, alternate, at_most, timed

#: The bills that stand, their accounts' entries with bill and postmark, and who the accounts are.
_BILLS = """
    SELECT id, number, account_id, period, bill_date, due_date, current_charges FROM bill WHERE live = 1
    ORDER BY bill_date, id
"""
_ENTRIES = """
    SELECT e.id, e.account_id, e.effective_on, e.kind, e.amount, e.charge_code, b.number, e.corrects_id, r.postmark
    FROM entry e LEFT JOIN bill b ON b.id = e.bill_id LEFT JOIN receipt_line l ON l.id = e.receipt_line_id
    LEFT JOIN receipt r ON r.id = l.receipt_id
    WHERE e.account_id IN (SELECT account_id FROM bill WHERE period = ?) ORDER BY e.id
"""
_OWING = """
    SELECT account_id, SUM(amount) FROM entry WHERE effective_on <= ? GROUP BY account_id HAVING SUM(amount) > 0
"""
_NAMES = """
    SELECT a.id, a.number, p.name FROM account a JOIN account_role r ON r.account_id = a.id
    JOIN party p ON p.id = r.party_id
"""


def late_quarter(ws: Workspace) -> tuple[str, date]:
    """Post a quarter that nobody pays, under a policy of ten percent; its code, and a day after its due date."""
    posted = {quarter for _, quarter in posted_runs(ws)}
    quarter = next(quarter for quarter in quarters_ahead() if quarter not in posted)
    setup = setup_of(quarter)
    go_to(ws, setup.bill_date)
    if not penalty_policies(ws):
        save_charge_code(ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 90))
        adopt_penalty_policy(
            ws,
            policy=PenaltyPolicy(percent=Decimal(10), charge_code="PEN"),
            effective_from=setup.bill_date,
            authority="Sample Local Law 2 of 2016, §5",
        )
    post_run(ws, setup=setup, expected=preview_run(ws, setup=setup))
    day = setup.due_date + timedelta(days=10)
    go_to(ws, day)
    return quarter.code, day


def measure_penalties(report: Report, ws: Workspace, *, turns: int) -> None:
    """Rehearse, in turn with the bare reading; then post once."""
    period, day = late_quarter(ws)
    with closing(sqlite3.connect(ws.folder / "office.db")) as bare:
        found = alternate(
            turns,
            {
                "program": partial(rehearse_penalties, ws, period=period),
                "bare": partial(_bare_rows, bare, period),
            },
        )
    made = rehearse_penalties(ws, period=period)
    note = f"; {len(made.due):,} of {made.accounts:,} accounts are charged"
    report.add(
        at_most(
            "penalty rehearsal, nobody paid", times=8, ours=found["program"], bare=found["bare"], note=note
        )
    )
    seconds = timed(partial(post_penalties, ws, expected=made))
    detail = "with its backup and one more reckoning under the lock"
    report.add(Line("penalties of the quarter posted", f"{seconds:,.1f} s", detail=detail))
    _measure_checklist(report, ws, day - timedelta(days=1), turns=turns)


def _measure_checklist(report: Report, ws: Workspace, through: date, *, turns: int) -> None:
    """What is asked before the books are closed, against the bare reading of who owed on a day."""
    with closing(sqlite3.connect(ws.folder / "office.db")) as bare:
        found = alternate(
            turns,
            {
                "program": partial(close_checklist, ws, through=through),
                "bare": lambda: len(bare.execute(_OWING, (through.isoformat(),)).fetchall()),
            },
        )
    report.add(at_most("close checklist", times=8, ours=found["program"], bare=found["bare"]))


def _bare_rows(bare: sqlite3.Connection, period: str) -> int:
    """The rows that judging rests on, read by the driver alone."""
    bills = bare.execute(_BILLS).fetchall()
    entries = bare.execute(_ENTRIES, (period,)).fetchall()
    return len(bills) + len(entries) + len(bare.execute(_NAMES).fetchall())
