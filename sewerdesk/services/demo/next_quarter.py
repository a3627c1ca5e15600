"""The quarter after: dials read and imported, the run drafted, posted and printed, its mail taken."""

import csv
from datetime import date
from io import StringIO

from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.money import format_money
from sewerdesk.domain.run_outputs import RUN_OUTPUTS
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.demo import money, story
from sewerdesk.services.demo.mail import carry_to_bank, owing, take_envelopes
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.imports import import_file, open_file
from sewerdesk.services.readings import run_readings
from sewerdesk.services.report_files import report_pdf_file
from sewerdesk.services.run_journal import mark_output, run_journal
from sewerdesk.services.runs import billing_register_file

QUARTER = money.THIS.next
PAID_NOW, BILLED_NOW = money.THIS.code, QUARTER.code
PAID, LATE = date(2027, 4, 28), date(2027, 5, 17)


def bill(stage: Stage) -> None:
    """Read the dials, draft the run, post it, and send what must leave the office."""
    ws = stage.ws
    stage.be_on(QUARTER.next.start)
    _read_dials(stage, QUARTER)
    setup = money.setup_of(stage, QUARTER, ws.clock.today())
    preview = preview_run(ws, setup=setup)
    held = [f"{one.account}: {one.reason}" for one in preview.of_kind(OutcomeKind.HELD)]
    posted = post_run(ws, setup=setup, expected=preview)
    stage.keep(
        f"Sewer bills {QUARTER.code}.pdf",
        bills_file(ws, run_id=posted.run_id, order=BillOrder.ZIP).content,
        f"Run {posted.number}: {posted.billed} bills, {format_money(posted.total)}, due "
        f"{posted.due_date:%m/%d/%Y}; {len(held)} held{': ' if held else ''}{'; '.join(held)}",
    )
    register = billing_register_file(ws, run_id=posted.run_id)
    stage.keep(
        f"Billing register {QUARTER.code}.xlsx", register.content, f"Billing register of {posted.number}"
    )
    journal = run_journal(ws, run_id=posted.run_id)
    stage.keep(
        f"Revenue journal {QUARTER.code}.pdf",
        report_pdf_file(ws, report=journal).content,
        f"Revenue journal: {journal.body.proofs[0].sentence}",
    )
    for output in RUN_OUTPUTS:
        mark_output(ws, run_id=posted.run_id, output=output)


def _read_dials(stage: Stage, quarter: Quarter) -> None:
    """A reading of each meter with the use of the quarter before, as the file of a meter reader."""
    ws = stage.ws
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(("account", "meter", "read_date", "reading", "read_code"))
    read_on = quarter.end
    for row in run_readings(ws, setup=money.setup_of(stage, quarter, ws.clock.today())):
        if row.state.previous is None:
            continue
        step = int((row.usual or row.meter.multiplier) / row.meter.multiplier)
        dial = (int(row.state.previous.value) + step) % 10**row.meter.digits
        rows.writerow((row.account, row.meter.serial, read_on.isoformat(), dial, "A"))
    path = stage.keep(
        f"Readings {quarter.code}.csv",
        text.getvalue().encode(),
        f"The meter reader's file of {quarter.label}",
    )
    look = open_file(ws, path=path)
    assert look.kind is not None  # its headings are those of the sample's files
    made = import_file(ws, table=look.table, kind=look.kind, mapping=look.mapping)
    stage.say(f"Imported {made.rows} {made.kind.value} from {path.name}, {made.rejected} rejected")


def collect(stage: Stage) -> None:
    """Take the mail of the quarter and carry it to the bank."""
    stage.be_on(PAID)
    take_envelopes(stage, owing(stage.ws), received_on=PAID, unpaid=story.UNPAID, first_check=3001)
    carry_to_bank(stage)
